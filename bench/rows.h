/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by rows of algorithms. For each NAME of algorithms/names.h, rows/NAME.c has bench_NAME[], its rows; the last
 * has no name.
 *
 * Bytes that must move where each value is read or written once, and no cache keeps anything from one part of the run
 * to the next. n vertices have a result, which begins as unreached. Of the r reached ones the list's offset is read and
 * the result written. Of their m arcs each id is read, and each weight.
 *     bfs          4 n + r (8 + 4) + 4 m
 *     bfs-parents  the same, and a second result
 *     bfs-batch    24 n + 8 r + 4 m                 three words of bits; ids once for all sources (r and m of one)
 *     bfs-batch-levels  the same, and 4 (n + r) for each source
 *     sssp         d n + r (8 + d) + (4 + w) m      d bytes of a distance, w of a weight; each arc relaxed once
 *     bc-many, bc-exact  as bc, each source's (r of the last one, m of the mean)
 *     bc           8 n + r (8 + 4 + 8) + 4 m forward (offset, level, path count), r (8 + 4 + 8 + 8) + 4 m backward
 *     eccentricity, diameter  4 m for each search
 *     labels       24 n + 4 m for each round; louvain, leiden: 12 n + 4 m
 *     closeness, harmonic  24 n + 8 r + 4 m for each 64 sources
 *     closeness-weighted  as sssp with d = 8, for each source
 * A search that turns round to pull reads less than all ids, so its rate may exceed the bandwidth. The rate is of the
 * work done, as that of products is.
 */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "bench/bench.h"

#define BENCH_ID ((double)sizeof(tropic_index))
#define BENCH_OFFSET ((double)sizeof(tropic_offset))
#define BENCH_REAL ((double)sizeof(double))
#define BENCH_WORD ((double)sizeof(uint64_t))

tropic_run_options bench_run_options(const bench_point *point);
/* That a search from one source must move. */
double bench_search_bytes(const bench_work *work);
/* Levels or distances, and parents (bench/verify.h). */
bool bench_check_search(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence);

#endif
