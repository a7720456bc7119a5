/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

#include <tropic.h>

/* tropic-bench --loops: loops of the user's own; how many went wrong. */
int bench_loops(tropic_context *context, uint64_t seed);

#endif
