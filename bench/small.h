/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_SMALL_H
#define BENCH_SMALL_H

#include "bench/place.h"

/* tropic-bench --small: microseconds for a context, a graph of a hundred vertices and answers. Returns how many of them
 * are wrong. */
int bench_small(const bench_place *place, int threads, uint64_t seed);

#endif
