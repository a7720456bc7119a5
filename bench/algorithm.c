/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/bench.h"

#include "bench/common.h"

const char *const bench_names[BENCH_ALGORITHMS] = {"bfs", "bfs-parents", "sssp", "bc"};

bool bench_weighted(bench_algorithm algorithm)
{
    return algorithm == BENCH_SSSP;
}

tropic_type bench_type(bench_algorithm algorithm, tropic_type weights)
{
    switch (algorithm) {
    case BENCH_BFS:
    case BENCH_BFS_PARENTS: return TROPIC_INT32;
    case BENCH_SSSP: return weights == TROPIC_FP32 ? TROPIC_FP32 : TROPIC_INT64;
    default: return TROPIC_FP64;
    }
}

tropic_status bench_run(const bench_point *point, const tropic_matrix *A, tropic_index source,
                        tropic_vector *result, tropic_vector *parent, tropic_run_report *report)
{
    const tropic_run_options options = {.size = sizeof options, .strategy = point->strategy};
    const tropic_bc_options bc = {
        .size = sizeof bc, .strategy = point->strategy, .sources = &source, .source_count = 1};
    tropic_status status;
    *report = (tropic_run_report){.size = sizeof *report};
    switch (point->algorithm) {
    case BENCH_BFS:
    case BENCH_BFS_PARENTS: status = tropic_bfs(result, parent, A, source, &options, report); break;
    case BENCH_SSSP: status = tropic_sssp(result, NULL, A, source, &options, report); break;
    default: status = tropic_bc(result, A, &bc, report); break;
    }
    if (status != TROPIC_OVERFLOW)
        bench_check(status, point->place->context, bench_names[point->algorithm]);
    return status;
}

/* Bytes that must move where each value is read or written once, and nothing of it stays in a cache from one part of
 * the run to the next: n vertices have a result, which begins as unreached; of the reached ones (r) the offset of the
 * list is read and the result written; of their arcs (m) each id is read, and each weight.
 *     bfs          4 n + r (8 + 4) + 4 m
 *     bfs-parents  the same, and a second result
 *     sssp         d n + r (8 + d) + (4 + w) m      d bytes of a distance, w of a weight; each arc relaxed once
 *     bc           8 n + r (8 + 4 + 8) + 4 m forward (offset, level, path count), r (8 + 4 + 8 + 8) + 4 m backward
 * A search that turns round to pull reads less than all ids, so that its rate may exceed what memory gives: the rate is
 * of the work done, as that of products is. */
double bench_bytes(bench_algorithm algorithm, tropic_type weights, double n, double reached,
                   double arcs)
{
    const double id = sizeof(tropic_index), offset = sizeof(tropic_offset), real = sizeof(double);
    const double result = (double)tropic_type_size(bench_type(algorithm, weights));
    switch (algorithm) {
    case BENCH_BFS: return result * n + reached * (offset + result) + id * arcs;
    case BENCH_BFS_PARENTS: return (result + id) * n + reached * (offset + result + id) + id * arcs;
    case BENCH_SSSP:
        return result * n + reached * (offset + result) +
               (id + (double)tropic_type_size(weights)) * arcs;
    default: return result * n + reached * (2 * offset + 2 * id + 3 * real) + 2 * id * arcs;
    }
}
