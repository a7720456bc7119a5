/* SPDX-License-Identifier: Apache-2.0
 *
 * The steady clock, which a signal handler may read too.
 */
#define _GNU_SOURCE
#include "cli/cli.h"

#include <time.h>

double cli_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
