/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers with their units, for people.
 */
#include "cli/output/output.h"

void cli_put_time(FILE *file, double seconds)
{
    if (seconds < 1e-3)
        fprintf(file, "%.1f us", 1e6 * seconds);
    else if (seconds < 1)
        fprintf(file, "%.3f ms", 1e3 * seconds);
    else
        fprintf(file, "%.3f s", seconds);
}

void cli_put_bytes(FILE *file, double bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
    int unit = 0;
    for (; bytes >= 1024 && unit < 3; unit++) bytes /= 1024;
    fprintf(file, "%.*f %s", unit ? 1 : 0, bytes, units[unit]);
}
