/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of shortest paths.
 */
#include "bench/rows.h"

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    const tropic_run_options options = bench_run_options(point);
    return tropic_sssp(result->values, result->parents, A, *sources, &options, report);
}

#ifdef TROPIC_HAVE_GRAPHBLAS
#include "reference/grb.h"

static int through_graphblas(void *result, const struct grb_graph *G, const bench_point *point, tropic_index source)
{
    bool negative;
    return grb_sssp(result, &negative, G, bench_result_type(point), (GrB_Index)source);
}
#else
#define through_graphblas NULL
#endif

#define ROW                                                                                                            \
    .weighted = true, .type = TROPIC_INT64, .real_type = TROPIC_FP32, .run = run, .bytes = bench_search_bytes,         \
    .check = bench_check_search, .graphblas = through_graphblas

const bench_algorithm bench_sssp[] = {
    {"sssp", "sssp", ROW, .queues = true},
    {"sssp-negative", "sssp", ROW, .negative = true},
    {NULL},
};
