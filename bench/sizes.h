/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_SIZES_H
#define BENCH_SIZES_H

#include "bench/bench.h"

/* tropic-bench --sizes: whole programs by `auto`, on the CPU and on a GPU, for the list's graphs, which grow. cpu: of
 * the host. The process may not have asked for GPUs. Returns how many answers are wrong. */
int bench_sizes(const bench_settings *set, tropic_context *cpu);

#endif
