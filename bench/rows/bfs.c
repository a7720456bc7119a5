/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of breadth-first search.
 */
#include "bench/rows.h"

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    const tropic_run_options options = bench_run_options(point);
    return tropic_bfs(result->values, result->parents, A, *sources, &options, report);
}

static tropic_status run_batch(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                               const bench_result *result, tropic_run_report *report)
{
    const tropic_run_options options = bench_run_options(point);
    return tropic_bfs_batch(result->values, NULL, result->tally->counts, result->tally->sums, point->place->context, A,
                            sources, bench_width(point), &options, report);
}

static double parents_bytes(const bench_work *w)
{
    return bench_search_bytes(w) + BENCH_ID * (w->n + w->reached);
}

static double batch_bytes(const bench_work *w)
{
    return 3 * BENCH_WORD * w->n + BENCH_OFFSET * w->reached + BENCH_ID * w->arcs;
}

static double batch_levels_bytes(const bench_work *w)
{
    return batch_bytes(w) + w->width * w->result * (w->n + w->reached);
}

#ifdef TROPIC_HAVE_GRAPHBLAS
#include "reference/grb.h"

static int through_graphblas(void *result, const struct grb_graph *G, const bench_point *point, tropic_index source)
{
    GrB_Vector parent = NULL;
    const GrB_Info info = grb_bfs(result, point->algorithm->parents ? &parent : NULL, G, (GrB_Index)source);
    GrB_Vector_free(&parent);
    return info;
}
#else
#define through_graphblas NULL
#endif

#define ROW                                                                                                            \
    .queues = true, .type = TROPIC_INT32, .run = run, .check = bench_check_search, .graphblas = through_graphblas
#define BATCH .batch = true, .run = run_batch

const bench_algorithm bench_bfs[] = {
    {"bfs", "bfs", ROW, .bytes = bench_search_bytes},
    {"bfs-parents", "bfs", ROW, .parents = true, .bytes = parents_bytes},
    {"bfs-batch", "bfs", BATCH, .bytes = batch_bytes},
    {"bfs-batch-levels", "bfs", BATCH, .type = TROPIC_INT32, .bytes = batch_levels_bytes},
    {NULL},
};
