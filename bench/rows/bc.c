/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of betweenness centrality.
 */
#include "bench/rows.h"

/* Relative, of centralities, which are sums of positive terms. */
#define TOLERANCE 1e-9

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    const tropic_bc_options options = {.size = sizeof options,
                                       .strategy = point->strategy,
                                       .method = point->method,
                                       .sources = point->algorithm->exact ? NULL : sources,
                                       .source_count = bench_width(point)};
    return tropic_bc(result->values, A, &options, report);
}

static double one_bytes(const bench_work *w)
{
    return w->result * w->n + w->reached * (2 * BENCH_OFFSET + 2 * BENCH_ID + 3 * BENCH_REAL) + 2 * BENCH_ID * w->arcs;
}

static double many_bytes(const bench_work *w)
{
    return w->width * one_bytes(w);
}

/* From one source. */
static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    return bench_verify_centrality(arcs, answer->source, answer->values, TOLERANCE, beyond, sentence);
}

#ifdef TROPIC_HAVE_GRAPHBLAS
#include "reference/grb.h"

static int through_graphblas(void *result, const struct grb_graph *G, const bench_point *point, tropic_index source)
{
    const GrB_Index from = (GrB_Index)source;
    (void)point;
    return grb_bc(result, G, &from, 1);
}
#else
#define through_graphblas NULL
#endif

#define ROW .methods = true, .type = TROPIC_FP64, .run = run, .check = check, .graphblas = through_graphblas
#define MANY ROW, .many = true, .bytes = many_bytes

const bench_algorithm bench_bc[] = {
    {"bc", "bc", ROW, .bytes = one_bytes},
    {"bc-many", "bc", MANY},
    {"bc-exact", "bc", MANY, .exact = true},
    {NULL},
};
