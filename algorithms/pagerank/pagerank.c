/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank: the power iteration, a product and a pass over all vertices each.
 */
#include "algorithms/graph_work.h"
#include "algorithms/pagerank/settle.h"
#include "algorithms/run.h"
#include "algorithms/wrong_weight.h"
#include "spmv/mxv/mxv.h"

#include <tropic_pagerank.h>
#include <math.h>
#include <stddef.h>

/* The greatest degree, and the inverse of the least. */
#define DEGREE_MAX_FP32 1e28
#define DEGREE_MAX_FP64 1e290
/* Iterations that a GPU is asked for at a time, at most, and about how long they may take: so long a call is not
 * cancelled. */
#define ITERATIONS_AT_A_TIME 8
#define SECONDS_AT_A_TIME 0.1

typedef struct pagerank {
    tp_run run;
    tropic_pagerank_options options;
    tropic_type type;      /* of the ranks */
    tropic_vector *rank;   /* r */
    tropic_vector *share;  /* d r / degree */
    tropic_vector *damped; /* d / degree, 0 where that is 0 */
    tropic_vector *degree;
    void *sum; /* A' share: an array of the backend, in which vertices without an arc to them have 0 */
    const tropic_matrix *weights;    /* A, or with its values in that type */
    tropic_vector *p, *q;            /* FP64, with a sum of 1; NULL: 1 / n */
    const tropic_semiring *semiring; /* of the product */
} pagerank;

static const tropic_operator *builtin(const pagerank *r, tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, r->type);
}

/* ---- arguments ---- */

static tropic_status check_options(tropic_context *context, tropic_pagerank_options *o)
{
    if (!(o->damping >= 0 && o->damping < 1))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "damping is %g, not from 0 to below 1", o->damping);
    if (!(o->tolerance >= 0)) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tolerance is %g", o->tolerance);
    if (o->iterations < 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "the maximum of iterations is %d", (int)o->iterations);
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
    if (o->tolerance == 0) o->tolerance = TROPIC_PAGERANK_TOLERANCE;
    if (o->iterations == 0) o->iterations = TROPIC_PAGERANK_ITERATIONS;
    return TROPIC_OK;
}

/* *made = FP64, given / its sum, in all places. */
static tropic_status make_distribution(pagerank *r, tropic_vector **made, const tropic_vector *given, const char *name)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const double none = 0;
    double sum, least;
    TP_TRY(tp_vector_check(r->run.context, given, name, r->run.n));
    TP_TRY(tp_vector_check_castable(r->run.context, given, name, TROPIC_FP64));
    TP_TRY(tropic_vector_create(made, r->run.context, TROPIC_FP64, r->run.n));
    TP_TRY(tropic_vector_fill(*made, &none));
    TP_TRY(tropic_assign(*made, NULL, plus, given, NULL, r->run.n, NULL));
    if (r->run.n == 0) return TROPIC_OK;
    TP_TRY(tropic_reduce(&sum, plus, *made));
    TP_TRY(tropic_reduce(&least, tropic_operator_builtin(TROPIC_MIN, TROPIC_FP64), *made));
    if (least < 0) return tp_fail(r->run.context, TROPIC_INVALID_ARGUMENT, "%s has a negative value, %g", name, least);
    if (!(sum > 0 && sum < INFINITY))
        return tp_fail(r->run.context, TROPIC_INVALID_ARGUMENT, "the values of %s have the sum %g", name, sum);
    return tropic_apply(*made, NULL, NULL, tropic_operator_builtin(TROPIC_DIVIDE, TROPIC_FP64), *made, &sum, NULL);
}

/* INVALID_ARGUMENT if a weight is negative or NaN, or a degree, or d / degree, is not in the range of ranks: shares of
 * small ranks, too, then keep their digits. */
static tropic_status check_weights(pagerank *r, const tropic_vector *degree, const tropic_vector *damped)
{
    const tropic_operator *max = tropic_operator_builtin(TROPIC_MAX, TROPIC_FP64);
    const double most = r->type == TROPIC_FP32 ? DEGREE_MAX_FP32 : DEGREE_MAX_FP64;
    double least = 0, sum = 0, greatest = 0, inverse = 0;
    if (r->run.A->count == 0) return TROPIC_OK;
    TP_TRY(tropic_matrix_reduce(&least, r->run.context, tropic_operator_builtin(TROPIC_MIN, TROPIC_FP64), r->run.A));
    TP_TRY(tropic_reduce(&sum, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), degree));
    TP_TRY(tropic_reduce(&greatest, max, degree));
    TP_TRY(tropic_reduce(&inverse, max, damped));
    if (least < 0) return tp_wrong_weight(&r->run, tp_weight_is_negative, "negative");
    if (isnan(sum)) return tp_wrong_weight(&r->run, tp_weight_is_no_number, "no number");
    if (greatest <= most && inverse <= r->options.damping * most) return TROPIC_OK;
    return tp_fail(r->run.context, TROPIC_INVALID_ARGUMENT, "the weights of a vertex add up to %s %g, in %s",
                   greatest <= most ? "less than" : "more than", greatest <= most ? 1 / most : most,
                   tropic_type_name(r->type));
}

/* ---- the iteration ---- */

/* sum = share' (plus.first) A, or share' (plus.times) A */
static void choose_semiring(pagerank *r)
{
    const bool single = r->type == TROPIC_FP32;
    if (r->options.weighted)
        r->semiring = single ? tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP32)
                             : tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64);
    else
        r->semiring = single ? tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP32)
                             : tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP64);
}

/* In a reproducible context each list is summed in its order, on both devices. */
static tropic_strategy strategy_of(const pagerank *r)
{
    return r->run.context->reproducible ? TROPIC_STRATEGY_CSC_SCALAR : TROPIC_STRATEGY_AUTO;
}

/* degree = A (plus.pair) 1, or A (plus.first) 1;  damped = d / degree where that is not 0. Both in FP64, damped then in
 * the type of ranks. */
static tropic_status make_damped(pagerank *r)
{
    const tropic_descriptor products = {.size = sizeof products, .strategy = strategy_of(r)};
    const tropic_semiring *degrees = r->options.weighted ? tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP64)
                                                         : tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_FP64);
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const tropic_operator *divide = tropic_operator_builtin(TROPIC_DIVIDE, TROPIC_FP64);
    const double none = 0, one = 1;
    tropic_vector *damped = NULL;
    tropic_status status;
    TP_TRY(tropic_vector_create(&damped, r->run.context, TROPIC_FP64, r->run.n));
    status = tropic_vector_fill(damped, &one);
    if (status == TROPIC_OK) status = tropic_mxv(r->degree, NULL, NULL, degrees, r->run.A, damped, &products);
    if (status == TROPIC_OK) status = tropic_vector_fill(damped, &none);
    if (status == TROPIC_OK)
        status = tropic_apply_first(damped, r->degree, plus, divide, &r->options.damping, r->degree, NULL);
    if (status == TROPIC_OK && r->options.weighted) status = check_weights(r, r->degree, damped);
    if (status == TROPIC_OK) status = tropic_assign(r->damped, NULL, NULL, damped, NULL, r->run.n, NULL);
    tropic_vector_free(&damped);
    return status;
}

/* rank, share, damped and sum; degree and on the way another of FP64, with flags; and distributions. */
static size_t bytes_per_vertex(const pagerank *r)
{
    const tropic_pagerank_options *o = &r->options;
    const int distributions = (o->personalization != NULL) + (o->dangling != NULL) + (o->start != NULL);
    return 4 * tropic_type_size(r->type) + (size_t)(2 + distributions) * sizeof(double) + 1;
}

/* The vectors, and the first r and d r / degree. */
static tropic_status make(pagerank *r)
{
    tropic_vector **const all[] = {&r->rank, &r->share, &r->damped, &r->degree};
    const double even = 1.0 / r->run.n;
    const float even32 = (float)even;
    const tropic_pagerank_options *o = &r->options;
    tropic_vector *start = NULL;
    tropic_status status;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        TP_TRY(tropic_vector_create(all[k], r->run.context, all[k] == &r->degree ? TROPIC_FP64 : r->type, r->run.n));
    if (o->personalization) TP_TRY(make_distribution(r, &r->p, o->personalization, "personalization"));
    if (o->dangling) TP_TRY(make_distribution(r, &r->q, o->dangling, "dangling"));
    TP_TRY(make_damped(r));
    TP_TRY(tropic_vector_fill(r->rank, r->type == TROPIC_FP32 ? (const void *)&even32 : &even));
    if (o->start) {
        status = make_distribution(r, &start, o->start, "start");
        if (status == TROPIC_OK) status = tropic_assign(r->rank, NULL, NULL, start, NULL, r->run.n, NULL);
        tropic_vector_free(&start);
        TP_TRY(status);
    }
    return tropic_ewise_multiply(r->share, NULL, NULL, builtin(r, TROPIC_TIMES), r->rank, r->damped, NULL);
}

/* s of the first r */
static tropic_status first_sunk(pagerank *r, double *sunk)
{
    const tropic_descriptor others = {.size = sizeof others, .complement = true, .replace = true};
    *sunk = 0;
    if (r->options.method == TROPIC_PAGERANK_GAP) return TROPIC_OK;
    /* degree<!damped> = rank */
    TP_TRY(tropic_assign(r->degree, r->damped, NULL, r->rank, NULL, r->run.n, &others));
    return tropic_reduce(sunk, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), r->degree);
}

static tropic_status iterate(pagerank *r, tp_pagerank_record *record)
{
    tropic_context *context = r->run.context;
    const double d = r->options.damping;
    const tp_pagerank_settle settle = {.n = r->run.n,
                                       .single = r->type == TROPIC_FP32,
                                       .tolerance = r->options.tolerance,
                                       .sum = r->sum,
                                       .damped = r->damped->values,
                                       .p = r->p ? r->p->values : NULL,
                                       .q = r->q   ? r->q->values
                                            : r->p ? r->p->values
                                                   : NULL,
                                       .jump = 1 - d,
                                       .sunk = r->options.method == TROPIC_PAGERANK_GAP ? 0 : d,
                                       .rank = r->rank->values,
                                       .share = r->share->values,
                                       .record = record};
    /* sum = A' (plus.times) share */
    TP_TRY(tp_vxm_pull(context, r->sum, r->semiring, r->share, r->weights, strategy_of(r)));
    return TP_BACKEND_PART(context, pagerank)->settle(context, &settle);
}

/* How many iterations to ask for before the host looks at what came of them: a GPU then has work while the host waits.
 * The change falls in proportion, so that about `left` more are needed. */
static int32_t batch_of(const pagerank *r, const tp_pagerank_record *now, const tp_pagerank_record *before,
                        double seconds)
{
    const double iterations = (double)(now->iterations - before->iterations);
    const double factor = pow(now->sums.change / before->sums.change, 1 / iterations);
    const double left = log(r->options.tolerance / now->sums.change) / log(factor);
    double batch = ITERATIONS_AT_A_TIME;
    if (r->run.backend->location == TROPIC_HOST || !(factor < 1)) return 1;
    if (left < batch) batch = left;
    if (SECONDS_AT_A_TIME * iterations < seconds * batch) batch = SECONDS_AT_A_TIME * iterations / seconds;
    return batch > 1 ? (int32_t)batch : 1;
}

static tropic_status iterate_all(pagerank *r, tp_pagerank_record *found)
{
    tp_run *run = &r->run;
    const int32_t most = r->options.iterations;
    const size_t size = tropic_type_size(r->type);
    const double zero = 0;
    tp_pagerank_record *record, before;
    int32_t batch = 1;
    *found = (tp_pagerank_record){.sums.change = INFINITY};
    TP_TRY(tp_run_array(run, &r->sum, run->n, size, "sums of PageRank"));
    TP_TRY(tp_run_array(run, &record, 1, sizeof *record, "a record of PageRank"));
    TP_TRY(tp_run_start(run));
    TP_TRY(first_sunk(r, &found->sums.sunk));
    TP_TRY(run->backend->fill(run->context, r->sum, r->type, &zero, run->n));
    TP_TRY(run->backend->upload(run->context, record, found, sizeof *found));
    while (found->iterations < most && !(found->sums.change < r->options.tolerance)) {
        const double start = tp_now();
        before = *found;
        for (int32_t k = 0; k < batch && before.iterations + k < most; k++) TP_TRY(iterate(r, record));
        TP_TRY(run->backend->download(run->context, found, record, sizeof *found));
        TP_TRY(tp_progress(run->context, (double)found->iterations / most));
        /* (The first takes longer: kernels are loaded, the matrix is laid out.) */
        batch = before.iterations > 0 ? batch_of(r, found, &before, tp_now() - start) : 1;
    }
    return TROPIC_OK;
}

static tropic_status run(pagerank *r, tropic_vector *rank, const tropic_matrix *A, const tropic_pagerank_options *given)
{
    tropic_context *context = r->run.context;
    tropic_pagerank_options *o = &r->options;
    tropic_run_report *report = &r->run.report;
    tp_pagerank_record found = {.sums.change = 0};
    TP_TRY(tp_options_copy(context, o, sizeof *o, given, "PageRank options"));
    TP_TRY(check_options(context, o));
    TP_TRY(tp_run_begin(&r->run, A, TROPIC_STRATEGY_AUTO, false));
    TP_TRY(tp_vector_check(context, rank, "rank", r->run.n));
    r->type = rank->type;
    if (r->type != TROPIC_FP32) TP_TRY(tp_vector_check_type(context, rank, "rank", TROPIC_FP64));
    TP_TRY(tp_run_need_memory(&r->run, bytes_per_vertex(r)));
    if (o->weighted && tp_type_struct(A->type))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "weights are of a struct type");
    if (A->pattern) o->weighted = false; /* all weights are 1 */
    choose_semiring(r);
    r->weights = A;
    if (o->weighted) TP_TRY(tp_matrix_cast(context, A, r->type, &r->weights));
    TP_TRY(make(r));
    if (r->run.n > 0) TP_TRY(iterate_all(r, &found));
    report->levels = found.iterations;
    report->reached = report->settled = r->run.n;
    report->reached_arcs = r->run.A->count * report->levels;
    TP_TRY(tp_run_stop(&r->run));
    TP_TRY(tropic_assign(rank, NULL, NULL, r->rank, NULL, r->run.n, NULL));
    if (o->report) {
        const tropic_pagerank_report told = {sizeof told, found.sums.change, found.sums.change < o->tolerance};
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
    r.run = tp_run_in(rank->context, report);
    status = run(&r, rank, A, options);
    tropic_vector_free(&r.rank);
    tropic_vector_free(&r.share);
    tropic_vector_free(&r.damped);
    tropic_vector_free(&r.degree);
    tropic_vector_free(&r.p);
    tropic_vector_free(&r.q);
    return tp_run_end(&r.run, status);
}
