/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank: the power iteration, a product and a pass over all vertices each.
 */
#include "algorithms/graph_work.h"
#include "algorithms/pagerank/settle_loop.h"

#include <tropic_pagerank.h>
#include <stddef.h>

/* The greatest degree, and the inverse of the least. */
#define DEGREE_MAX_FP32 1e28
#define DEGREE_MAX_FP64 1e290

typedef struct pagerank {
    tp_power power;
    tropic_pagerank_options options;
    tropic_vector *rank;   /* r */
    tropic_vector *share;  /* d r / degree */
    tropic_vector *damped; /* d / degree, 0 where that is 0 */
    tropic_vector *degree;
    tropic_vector *p, *q; /* FP64, with a sum of 1; NULL: 1 / n */
} pagerank;

static const tropic_operator *builtin(const pagerank *r, tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, r->power.type);
}

/* ---- arguments ---- */

static tropic_status check_options(tropic_context *context, tropic_pagerank_options *o)
{
    if (!(o->damping >= 0 && o->damping < 1))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "damping is %g, not from 0 to below 1", o->damping);
    TP_TRY(tp_power_check_limits(context, &o->tolerance, TROPIC_PAGERANK_TOLERANCE, &o->iterations,
                                 TROPIC_PAGERANK_ITERATIONS));
    if (o->method != TROPIC_PAGERANK_STANDARD && o->method != TROPIC_PAGERANK_GAP)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no PageRank method %d", (int)o->method);
    if (o->method == TROPIC_PAGERANK_GAP && (o->weighted || o->personalization || o->dangling || o->start))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "GAP's PageRank has no %s",
                       o->weighted          ? "weights"
                       : o->personalization ? "personalization"
                       : o->dangling        ? "distribution of dangling vertices"
                                            : "start");
    if (o->report) TP_TRY(tp_options_check_size(context, o->report->size, "PageRank report"));
    if (o->damping == 0) o->damping = TROPIC_PAGERANK_DAMPING;
    return TROPIC_OK;
}

/* INVALID_ARGUMENT if a weight is negative or NaN, or a degree, or d / degree, is not in the range of ranks: shares of
 * small ranks, too, then keep their digits. */
static tropic_status check_weights(pagerank *r, const tropic_vector *degree, const tropic_vector *damped)
{
    const tropic_operator *max = tropic_operator_builtin(TROPIC_MAX, TROPIC_FP64);
    const double most = r->power.type == TROPIC_FP32 ? DEGREE_MAX_FP32 : DEGREE_MAX_FP64;
    double sum = 0, greatest = 0, inverse = 0;
    if (r->power.run.A->count == 0) return TROPIC_OK;
    TP_TRY(tropic_reduce(&sum, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), degree));
    TP_TRY(tropic_reduce(&greatest, max, degree));
    TP_TRY(tropic_reduce(&inverse, max, damped));
    TP_TRY(tp_power_check_numbers(&r->power, sum));
    if (greatest <= most && inverse <= r->options.damping * most) return TROPIC_OK;
    return tp_fail(r->power.run.context, TROPIC_INVALID_ARGUMENT, "the weights of a vertex add up to %s %g, in %s",
                   greatest <= most ? "less than" : "more than", greatest <= most ? 1 / most : most,
                   tropic_type_name(r->power.type));
}

/* ---- the iteration ---- */

/* degree = A (plus.pair) 1, or A (plus.first) 1;  damped = d / degree where that is not 0. Both in FP64, damped then in
 * the type of ranks. (On the CPU, lists of unweighted arcs need no product to tell their lengths.) */
static tropic_status make_damped(pagerank *r)
{
    const tropic_descriptor products = {.size = sizeof products, .strategy = tp_power_strategy(&r->power)};
    const tropic_semiring *degrees = r->power.weighted ? tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP64)
                                                       : tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_FP64);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const tropic_operator *divide = tropic_operator_builtin(TROPIC_DIVIDE, TROPIC_FP64);
    const double none = 0, one = 1;
    tropic_vector *damped = NULL;
    tropic_status status;
    if (!r->power.weighted && r->power.run.backend->location == TROPIC_HOST) {
        TP_TRY(tp_power_fill(&r->power, r->damped, none));
        tp_cpu_pagerank_damped(r->power.run.context, r->power.run.out.offsets, r->power.run.n, r->options.damping,
                               r->power.type == TROPIC_FP32, r->damped->values);
        return TROPIC_OK;
    }
    TP_TRY(tropic_vector_create(&damped, r->power.run.context, TROPIC_FP64, r->power.run.n));
    status = tropic_vector_fill(damped, &one);
    if (status == TROPIC_OK) status = tropic_mxv(r->degree, NULL, NULL, degrees, r->power.run.A, damped, &products);
    if (status == TROPIC_OK) status = tropic_vector_fill(damped, &none);
    if (status == TROPIC_OK)
        status = tropic_apply_first(damped, r->degree, plus, divide, &r->options.damping, r->degree, NULL);
    if (status == TROPIC_OK && r->power.weighted) status = check_weights(r, r->degree, damped);
    if (status == TROPIC_OK) status = tropic_assign(r->damped, NULL, NULL, damped, NULL, r->power.run.n, NULL);
    tropic_vector_free(&damped);
    return status;
}

/* rank, share, damped and sum; degree and on the way another of FP64, with flags; and distributions. */
static size_t bytes_per_vertex(const pagerank *r)
{
    const tropic_pagerank_options *o = &r->options;
    const int distributions = (o->personalization != NULL) + (o->dangling != NULL) + (o->start != NULL);
    return 4 * tropic_type_size(r->power.type) + (size_t)(2 + distributions) * sizeof(double) + 1;
}

/* The vectors, and the first r and d r / degree. */
static tropic_status make(pagerank *r)
{
    tropic_vector **const all[] = {&r->rank, &r->share, &r->damped, &r->degree};
    const tropic_index n = r->power.run.n;
    const tropic_pagerank_options *o = &r->options;
    tropic_vector *start = NULL;
    tropic_status status;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        TP_TRY(
            tropic_vector_create(all[k], r->power.run.context, all[k] == &r->degree ? TROPIC_FP64 : r->power.type, n));
    if (o->personalization) TP_TRY(tp_power_given(&r->power, &r->p, o->personalization, "personalization", true));
    if (o->dangling) TP_TRY(tp_power_given(&r->power, &r->q, o->dangling, "dangling", true));
    TP_TRY(make_damped(r));
    TP_TRY(tp_power_fill(&r->power, r->rank, 1.0 / n));
    if (o->start) {
        status = tp_power_given(&r->power, &start, o->start, "start", true);
        if (status == TROPIC_OK) status = tropic_assign(r->rank, NULL, NULL, start, NULL, n, NULL);
        tropic_vector_free(&start);
        TP_TRY(status);
    }
    return tropic_ewise_multiply(r->share, NULL, NULL, builtin(r, TROPIC_TIMES), r->rank, r->damped, NULL);
}

/* s of the first r */
static tropic_status first_sunk(pagerank *r, double *sunk)
{
    const tropic_descriptor others = {.size = sizeof others, .complement = true, .replace = true};
    /* degree<!damped> = rank */
    TP_TRY(tropic_assign(r->degree, r->damped, NULL, r->rank, NULL, r->power.run.n, &others));
    return tropic_reduce(sunk, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), r->degree);
}

static tropic_status iterate(pagerank *r, tp_power_found *found)
{
    const bool keeps = r->options.method == TROPIC_PAGERANK_STANDARD;
    tp_settle_loop loop = {.share = r->share,
                           .settle = {.tolerance = r->options.tolerance,
                                      .damped = r->damped->values,
                                      .p = r->p ? r->p->values : NULL,
                                      .q = r->q   ? r->q->values
                                           : r->p ? r->p->values
                                                  : NULL,
                                      .jump = 1 - r->options.damping,
                                      .sunk = keeps ? r->options.damping : 0,
                                      .rank = r->rank->values,
                                      .share = r->share->values},
                           .limit = INFINITY};
    TP_TRY(tp_settle_loop_make(&loop, &r->power));
    TP_TRY(tp_run_start(&r->power.run));
    if (keeps) TP_TRY(first_sunk(r, &loop.last.sums.sunk));
    return tp_settle_loop_run(&loop, r->options.iterations, found);
}

static tropic_status run(pagerank *r, tropic_vector *rank, const tropic_matrix *A, const tropic_pagerank_options *given)
{
    tp_run *run = &r->power.run;
    tropic_pagerank_options *o = &r->options;
    tp_power_found found = {.residual = 0};
    TP_TRY(tp_options_copy(run->context, o, sizeof *o, given, "PageRank options"));
    TP_TRY(check_options(run->context, o));
    TP_TRY(tp_power_begin(&r->power, A, rank, "rank", o->weighted));
    TP_TRY(tp_run_need_memory(run, bytes_per_vertex(r)));
    TP_TRY(tp_power_prepare(&r->power));
    TP_TRY(make(r));
    if (run->n > 0) TP_TRY(iterate(r, &found));
    tp_power_report(&r->power, &found, 1);
    TP_TRY(tp_run_stop(run));
    TP_TRY(tropic_assign(rank, NULL, NULL, r->rank, NULL, run->n, NULL));
    if (o->report) {
        const tropic_pagerank_report told = {sizeof told, found.residual, found.residual < o->tolerance};
        tp_report_copy(o->report, &told, sizeof told);
    }
    return TROPIC_OK;
}

static int32_t iterations_of(const tropic_pagerank_options *options)
{
    const bool told = options && options->size >= offsetof(tropic_pagerank_options, method) && options->iterations > 0;
    return told ? options->iterations : TROPIC_PAGERANK_ITERATIONS;
}

tropic_status tropic_pagerank(tropic_vector *rank, const tropic_matrix *A, const tropic_pagerank_options *options,
                              tropic_run_report *report)
{
    pagerank r = {0};
    tropic_status status;
    TP_CALL(rank ? rank->context : NULL);
    TP_WORK_OF_GRAPH(rank ? rank->context : NULL, TP_WORK_PRODUCT, A, iterations_of(options));
    if (!rank) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "rank is NULL");
    r.power.run = tp_run_in(rank->context, report);
    status = run(&r, rank, A, options);
    tropic_vector_free(&r.rank);
    tropic_vector_free(&r.share);
    tropic_vector_free(&r.damped);
    tropic_vector_free(&r.degree);
    tropic_vector_free(&r.p);
    tropic_vector_free(&r.q);
    return tp_run_end(&r.power.run, status);
}
