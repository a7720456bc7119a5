/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_CROWDED_H
#define BENCH_CROWDED_H

#include <tropic.h>

/* tropic-bench --crowded: every algorithm on a list of graphs, and the main operations, on one thread and on several
 * of the CPU, while others want its cores. threads: 0: one a core. */
void bench_crowded(const char *graphs, int threads, uint64_t seed);

#endif
