/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/bench.h"

#include "bench/common.h"

#define ID ((double)sizeof(tropic_index))
#define OFFSET ((double)sizeof(tropic_offset))
#define REAL ((double)sizeof(double))
#define WORD ((double)sizeof(uint64_t))

static tropic_run_options options_of(const bench_point *point)
{
    return (tropic_run_options){.size = sizeof(tropic_run_options), .strategy = point->strategy, .queue = point->queue};
}

static tropic_status run_bfs(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                             const bench_result *result, tropic_run_report *report)
{
    const tropic_run_options options = options_of(point);
    return tropic_bfs(result->values, result->parents, A, *sources, &options, report);
}

static tropic_status run_bfs_batch(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                   const bench_result *result, tropic_run_report *report)
{
    const tropic_run_options options = options_of(point);
    return tropic_bfs_batch(result->values, NULL, result->tally->counts, result->tally->sums, point->place->context, A,
                            sources, bench_width(point), &options, report);
}

static tropic_status run_sssp(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                              const bench_result *result, tropic_run_report *report)
{
    const tropic_run_options options = options_of(point);
    return tropic_sssp(result->values, result->parents, A, *sources, &options, report);
}

static tropic_status run_bc(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                            const bench_result *result, tropic_run_report *report)
{
    const tropic_bc_options options = {.size = sizeof options,
                                       .strategy = point->strategy,
                                       .method = point->method,
                                       .sources = point->algorithm->exact ? NULL : sources,
                                       .source_count = bench_width(point)};
    return tropic_bc(result->values, A, &options, report);
}

/* Bytes that must move where each value is read or written once, and nothing of it stays in a cache from one part of
 * the run to the next: n vertices have a result, which begins as unreached; of the reached ones (r) the offset of the
 * list is read and the result written; of their arcs (m) each id is read, and each weight.
 *     bfs          4 n + r (8 + 4) + 4 m
 *     bfs-parents  the same, and a second result
 *     bfs-batch    24 n + 8 r + 4 m                 three words of bits; ids once for all sources (r and m of one)
 *     bfs-batch-levels  the same, and 4 (n + r) for each source
 *     sssp         d n + r (8 + d) + (4 + w) m      d bytes of a distance, w of a weight; each arc relaxed once
 *     bc-many, bc-exact  as bc, each source's (r of the last one, m of the mean)
 *     bc           8 n + r (8 + 4 + 8) + 4 m forward (offset, level, path count), r (8 + 4 + 8 + 8) + 4 m backward
 * A search that turns round to pull reads less than all ids, so that its rate may exceed what memory gives: the rate is
 * of the work done, as that of products is. */
static double search_bytes(const bench_work *w)
{
    return w->result * w->n + w->reached * (OFFSET + w->result) + (ID + w->weight) * w->arcs;
}

static double parents_bytes(const bench_work *w)
{
    return search_bytes(w) + ID * (w->n + w->reached);
}

static double batch_bytes(const bench_work *w)
{
    return 3 * WORD * w->n + OFFSET * w->reached + ID * w->arcs;
}

static double batch_levels_bytes(const bench_work *w)
{
    return batch_bytes(w) + w->width * w->result * (w->n + w->reached);
}

static double bc_bytes(const bench_work *w)
{
    return w->result * w->n + w->reached * (2 * OFFSET + 2 * ID + 3 * REAL) + 2 * ID * w->arcs;
}

static double bc_many_bytes(const bench_work *w)
{
    return w->width * bc_bytes(w);
}

const bench_algorithm bench_algorithms[] = {
    {"bfs", BENCH_LEVELS, .queues = true, .run = run_bfs, .bytes = search_bytes},
    {"bfs-parents", BENCH_LEVELS, true, .queues = true, .run = run_bfs, .bytes = parents_bytes},
    {"bfs-batch", BENCH_SUMS, .batch = true, .run = run_bfs_batch, .bytes = batch_bytes},
    {"bfs-batch-levels", BENCH_LEVELS, .batch = true, .run = run_bfs_batch, .bytes = batch_levels_bytes},
    {"sssp", BENCH_DISTANCES, .queues = true, .run = run_sssp, .bytes = search_bytes},
    {"sssp-negative", BENCH_DISTANCES, .negative = true, .run = run_sssp, .bytes = search_bytes},
    {"bc", BENCH_CENTRALITY, .methods = true, .run = run_bc, .bytes = bc_bytes},
    {"bc-many", BENCH_CENTRALITY, .methods = true, .many = true, .run = run_bc, .bytes = bc_many_bytes},
    {"bc-exact", BENCH_CENTRALITY, .methods = true, .many = true, .exact = true, .run = run_bc, .bytes = bc_many_bytes},
};
const int bench_algorithm_count = sizeof bench_algorithms / sizeof *bench_algorithms;

tropic_type bench_type(const bench_algorithm *algorithm, tropic_type weights)
{
    switch (algorithm->answer) {
    case BENCH_LEVELS: return TROPIC_INT32;
    case BENCH_DISTANCES: return weights == TROPIC_FP32 ? TROPIC_FP32 : TROPIC_INT64;
    default: return TROPIC_FP64;
    }
}

tropic_index bench_width(const bench_point *point)
{
    const tropic_index sources = point->input->source_count;
    if (point->algorithm->exact) return point->input->n;
    if (point->algorithm->many) return sources;
    if (!point->algorithm->batch) return 1;
    return sources < TROPIC_BFS_BATCH ? sources : TROPIC_BFS_BATCH;
}

void bench_run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
               const bench_result *result, tropic_run_report *report)
{
    *report = (tropic_run_report){.size = sizeof *report};
    bench_check(point->algorithm->run(point, A, sources, result, report), point->place->context,
                point->algorithm->name);
}

double bench_bytes(const bench_point *point, const tropic_run_report *report)
{
    const bool weighted = point->weights != TROPIC_BOOL;
    const bench_work work = {.n = point->input->n,
                             .width = bench_width(point),
                             .reached = (double)report->reached,
                             .arcs = (double)report->reached_arcs / bench_width(point),
                             .result = (double)tropic_type_size(bench_type(point->algorithm, point->weights)),
                             .weight = weighted ? (double)tropic_type_size(point->weights) : 0};
    return point->algorithm->bytes(&work);
}
