/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_LAYOUT_H
#define BENCH_LAYOUT_H

#include "bench/place.h"

/* tropic-bench --layout: iterations of layouts, and whole ones, of a list of graphs. cpu: of the host, which reads
 * files. */
void bench_layout(const bench_place *place, tropic_context *cpu, const char *graphs, uint64_t seed);

#endif
