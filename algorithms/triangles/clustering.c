/* SPDX-License-Identifier: Apache-2.0
 *
 * Clustering coefficients: what is counted for each method, and the last pass.
 */
#include "algorithms/graph_work.h"
#include "algorithms/triangles/clustering.h"
#include "algorithms/triangles/steps.h"
#include "algorithms/wrong_weight.h"

typedef struct clustering {
    tp_run run;
    tropic_clustering_options options;
    tp_coefficients c;
    tp_coefficient_sums found;
    tp_edges edges, earlier;
    int64_t *triangles, *squares;
    double *sums;
} clustering;

static tropic_status check_options(tropic_context *context, const tropic_clustering_options *o)
{
    if (o->method != TROPIC_CLUSTERING_STANDARD && o->method != TROPIC_CLUSTERING_LDBC &&
        o->method != TROPIC_CLUSTERING_SQUARE)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no clustering method %d", (int)o->method);
    if (o->weighted && o->method != TROPIC_CLUSTERING_STANDARD)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s have no weights",
                       o->method == TROPIC_CLUSTERING_LDBC ? "LDBC's clustering coefficients"
                                                           : "clustering coefficients by squares");
    if (o->report) TP_TRY(tp_options_check_size(context, o->report->size, "clustering report"));
    return TROPIC_OK;
}

/* Replaces the run's matrix by its values in FP64, and finds the greatest. */
static tropic_status take_weights(clustering *m, const tropic_matrix *A)
{
    tropic_context *context = m->run.context;
    const tropic_matrix_facts *facts;
    const tropic_matrix *weights;
    if (tp_type_struct(A->type)) return tp_fail(context, TROPIC_TYPE_MISMATCH, "weights are of a struct type");
    TP_TRY(tp_matrix_cast(context, A, TROPIC_FP64, &weights));
    TP_TRY(tp_matrix_facts(context, weights, &facts));
    TP_TRY(tp_check_weights(&m->run, facts, 0, DBL_MAX));
    m->c.G.greatest = facts->max_value;
    return tp_run_replace(&m->run, weights);
}

/* Is each coefficient that of the triangles, so that these are all that is counted? */
static bool counts_triangles(const clustering *m)
{
    return tp_run_symmetric(&m->run) && !m->options.weighted;
}

static tropic_status find_squares(clustering *m)
{
    tp_run *run = &m->run;
    TP_TRY(tp_run_array(run, &m->squares, run->n, sizeof *m->squares, "counts of squares"));
    TP_TRY(tp_triangles_edges(run, &m->c.G, false, &m->edges));
    TP_TRY(TP_BACKEND_PART(run->context, clustering)->squares(run->context, &m->edges, m->squares));
    m->c.kind = TP_COEFFICIENT_SQUARES;
    m->c.edges = &m->edges;
    m->c.squares = m->squares;
    return TROPIC_OK;
}

static tropic_status find_sums(clustering *m)
{
    tp_run *run = &m->run;
    const tp_clustering_calls *calls = TP_BACKEND_PART(run->context, clustering);
    const bool opposite = m->options.method == TROPIC_CLUSTERING_LDBC;
    TP_TRY(tp_run_array(run, &m->sums, run->n, sizeof *m->sums, "sums over triangles"));
    TP_TRY(tp_triangles_edges(run, &m->c.G, true, &m->edges));
    m->earlier = (tp_edges){.n = run->n};
    TP_TRY(tp_run_array(run, &m->earlier.offsets, (int64_t)run->n + 1, sizeof *m->earlier.offsets, "edges"));
    TP_TRY(calls->earlier_offsets(run->context, &m->edges, &m->earlier));
    TP_TRY(tp_run_array(run, &m->earlier.ids, m->earlier.count, sizeof *m->earlier.ids, "edges"));
    TP_TRY(tp_run_array(run, &m->earlier.values, m->earlier.count, sizeof *m->earlier.values, "values of edges"));
    TP_TRY(calls->earlier_ids(run->context, &m->edges, &m->earlier));
    const tp_term_sums s = {&m->edges, &m->earlier, opposite, m->sums, m->triangles};
    TP_TRY(calls->sums(run->context, &s));
    m->c.kind = opposite ? TP_COEFFICIENT_ARCS : TP_COEFFICIENT_SUMS;
    m->c.edges = &m->edges;
    m->c.sums = m->sums;
    return TROPIC_OK;
}

static tropic_status find_all(clustering *m)
{
    tp_run *run = &m->run;
    int64_t total;
    TP_TRY(tp_run_array(run, &m->triangles, run->n, sizeof *m->triangles, "counts of triangles"));
    TP_TRY(tp_run_array(run, &m->c.coefficient, run->n, sizeof *m->c.coefficient, "clustering coefficients"));
    TP_TRY(tp_run_start(run));
    m->c.G.out = run->out;
    m->c.G.in = run->in;
    m->c.G.symmetric = tp_run_symmetric(run);
    m->c.kind = TP_COEFFICIENT_TRIANGLES;
    m->c.triangles = m->triangles;
    m->c.result = &m->found;
    if (m->options.method == TROPIC_CLUSTERING_SQUARE || counts_triangles(m))
        TP_TRY(tp_triangles_count(run, TROPIC_TRIANGLES_AUTO, m->triangles, &total));
    if (m->options.method == TROPIC_CLUSTERING_SQUARE)
        TP_TRY(find_squares(m));
    else if (!counts_triangles(m))
        TP_TRY(find_sums(m));
    return TP_BACKEND_PART(run->context, clustering)->coefficients(run->context, &m->c);
}

static tropic_clustering_report report_of(const clustering *m)
{
    const tp_coefficient_sums *s = &m->found;
    return (tropic_clustering_report){.size = sizeof(tropic_clustering_report),
                                      .average = m->run.n > 0 ? s->coefficients / m->run.n : 0,
                                      .average_nonzero = s->nonzero > 0 ? s->coefficients / (double)s->nonzero : 0,
                                      .transitivity = s->triangles > 0 ? (double)s->triangles / s->wedges : 0,
                                      .triangles = s->triangles / 3};
}

/* At most. */
static tropic_status need_memory(clustering *m)
{
    tp_run *run = &m->run;
    const size_t n = (size_t)run->n, threads = (size_t)run->context->threads;
    size_t bytes = 0;
    if (m->options.method == TROPIC_CLUSTERING_SQUARE || counts_triangles(m))
        TP_TRY(tp_triangles_bytes(run, TROPIC_TRIANGLES_AUTO, true, &bytes));
    if (m->options.method == TROPIC_CLUSTERING_SQUARE) {
        /* The graph's edges, and another time by degree; squares of a vertex, by both numbers; ways to it. */
        bytes += tp_triangles_edges_bytes(run, false) + tp_triangles_numbered_bytes(run);
        bytes += n * 2 * sizeof *m->squares + threads * n * sizeof(int32_t);
    } else if (!counts_triangles(m)) {
        /* The edges, and those to earlier neighbours; sums, and values of a vertex's edges. */
        bytes += tp_triangles_edges_bytes(run, true) + n * sizeof *m->earlier.offsets;
        bytes += tp_triangles_arcs(run) / 2 * (sizeof *m->earlier.ids + sizeof *m->earlier.values);
        bytes += n * sizeof *m->sums + threads * n * sizeof(double);
    }
    return tp_run_need_bytes(run, bytes + n * (sizeof *m->triangles + sizeof *m->c.coefficient));
}

static tropic_status give_coefficients(clustering *m, tropic_vector *coefficient)
{
    tp_run *run = &m->run;
    float *narrow;
    if (coefficient->type == TROPIC_FP64) return tp_run_results(run, coefficient, m->c.coefficient, NULL, NULL);
    TP_TRY(tp_run_array(run, &narrow, run->n, sizeof *narrow, "clustering coefficients"));
    TP_TRY(run->backend->scale(run->context, narrow, TROPIC_FP32, m->c.coefficient, 1, run->n));
    return tp_run_results(run, coefficient, narrow, NULL, NULL);
}

static tropic_status find(clustering *m, tropic_vector *coefficient, const tropic_matrix *A,
                          const tropic_clustering_options *given)
{
    tp_run *run = &m->run;
    tropic_context *context = run->context;
    tropic_clustering_options *o = &m->options;
    TP_TRY(tp_options_copy(context, o, sizeof *o, given, "clustering options"));
    TP_TRY(check_options(context, o));
    if (!coefficient && !o->report)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "coefficient and the report are both NULL");
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    if (coefficient) {
        TP_TRY(tp_vector_check(context, coefficient, "coefficient", run->n));
        if (coefficient->type != TROPIC_FP32 && coefficient->type != TROPIC_FP64)
            return tp_fail(context, TROPIC_TYPE_MISMATCH, "coefficient is of type %s, not fp64 or fp32",
                           tropic_type_name(coefficient->type));
    }
    if (A->pattern) o->weighted = false; /* all weights are 1 */
    if (o->weighted) TP_TRY(take_weights(m, A));
    TP_TRY(need_memory(m));
    TP_TRY(find_all(m));
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = A->count;
    TP_TRY(tp_run_stop(run));
    if (coefficient) TP_TRY(give_coefficients(m, coefficient));
    if (o->report) {
        const tropic_clustering_report told = report_of(m);
        tp_report_copy(o->report, &told, sizeof told);
    }
    return TROPIC_OK;
}

tropic_status tropic_clustering(tropic_vector *coefficient, tropic_context *context, const tropic_matrix *A,
                                const tropic_clustering_options *options, tropic_run_report *report)
{
    clustering m = {.c = {.kind = TP_COEFFICIENT_TRIANGLES}};
    TP_CALL(context);
    TP_WORK_OF_GRAPH(context, TP_WORK_TRIANGLES, A, 1);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    m.run = tp_run_in(context, report);
    return tp_run_end(&m.run, find(&m, coefficient, A, options));
}
