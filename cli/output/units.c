/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers with their units, for people.
 */
#include "cli/output/output.h"

const char *cli_time(char text[CLI_UNIT_ROOM], double seconds)
{
    if (seconds < 1e-3)
        snprintf(text, CLI_UNIT_ROOM, "%.1f us", 1e6 * seconds);
    else if (seconds < 1)
        snprintf(text, CLI_UNIT_ROOM, "%.3f ms", 1e3 * seconds);
    else
        snprintf(text, CLI_UNIT_ROOM, "%.3f s", seconds);
    return text;
}

const char *cli_bytes(char text[CLI_UNIT_ROOM], double bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
    int unit = 0;
    for (; bytes >= 1024 && unit < 3; unit++) bytes /= 1024;
    snprintf(text, CLI_UNIT_ROOM, "%.*f %s", unit ? 1 : 0, bytes, units[unit]);
    return text;
}
