/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank by products with vectors that have all places.
 */
#include "algorithms/graph_work.h"
#include "algorithms/run.h"

#include <tropic_pagerank.h>
#include <math.h>

#define DAMPING 0.85
#define TOLERANCE 1e-6
#define ITERATIONS 100

/* Of n places of FP64. */
typedef struct vectors {
    tropic_vector *rank, *next, *share;
    tropic_vector *damped; /* d / degree, 0 where there is no arc */
    tropic_vector *sink;   /* 1 where there is no arc, else 0 */
} vectors;

static const tropic_operator *builtin(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_FP64);
}

static tropic_status make(tp_run *run, vectors *v, double damping)
{
    const tropic_semiring *count = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_FP64);
    const tropic_descriptor structure = {.size = sizeof structure, .structure = true};
    const double start = 1.0 / run->n, none = 0, one = 1;
    tropic_vector **all[] = {&v->rank, &v->next, &v->share, &v->damped, &v->sink};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        TP_TRY(tropic_vector_create(all[k], run->context, TROPIC_FP64, run->n));
    TP_TRY(tropic_vector_fill(v->rank, &start));
    TP_TRY(tropic_vector_fill(v->damped, &none));
    TP_TRY(tropic_vector_fill(v->sink, &one));
    /* next = A (plus.pair) rank: an entry where there is an arc;  sink<next> = 0;  damped += d / next */
    TP_TRY(tropic_mxv(v->next, NULL, NULL, count, run->A, v->rank, NULL));
    TP_TRY(tropic_assign_scalar(v->sink, v->next, NULL, &none, NULL, run->n, &structure));
    return tropic_apply_first(v->damped, NULL, builtin(TROPIC_PLUS), builtin(TROPIC_DIVIDE), &damping, v->next, NULL);
}

/* *change = the sum of the changes of all ranks. (1 - sum(next) would be that of the sinks and of jumps, too, but with
 * few digits if d is near 1.) */
static tropic_status iterate(tp_run *run, vectors *v, double damping, double *change)
{
    const tropic_semiring *plus_first = tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP64);
    const tropic_operator *plus = builtin(TROPIC_PLUS), *times = builtin(TROPIC_TIMES);
    double sunk, rest;
    /* sunk = sum(rank * sink);  rest = (1 - d + d sunk) / n */
    TP_TRY(tropic_ewise_multiply(v->share, NULL, NULL, times, v->rank, v->sink, NULL));
    TP_TRY(tropic_reduce(&sunk, plus, v->share));
    rest = (1 - damping + damping * sunk) / run->n;
    /* share = damped * rank;  next = rest + A' (plus.first) share */
    TP_TRY(tropic_ewise_multiply(v->share, NULL, NULL, times, v->rank, v->damped, NULL));
    TP_TRY(tropic_vector_fill(v->next, &rest));
    TP_TRY(tropic_vxm(v->next, NULL, plus, plus_first, v->share, run->A, NULL));
    /* share = |next - rank| */
    TP_TRY(tropic_ewise_multiply(v->share, NULL, NULL, builtin(TROPIC_MINUS), v->next, v->rank, NULL));
    TP_TRY(tropic_apply(v->share, NULL, NULL, builtin(TROPIC_ABS), v->share, NULL, NULL));
    TP_TRY(tropic_reduce(change, plus, v->share));
    return tropic_vector_swap(v->rank, v->next);
}

static tropic_status check(tropic_context *context, tropic_pagerank_options *o)
{
    if (!(o->damping >= 0 && o->damping < 1))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "damping is %g, not from 0 to below 1", o->damping);
    if (!(o->tolerance >= 0)) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tolerance is %g", o->tolerance);
    if (o->iterations < 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "the maximum of iterations is %d", (int)o->iterations);
    if (o->damping == 0) o->damping = DAMPING;
    if (o->tolerance == 0) o->tolerance = TOLERANCE;
    if (o->iterations == 0) o->iterations = ITERATIONS;
    return TROPIC_OK;
}

static tropic_status pagerank(tp_run *run, vectors *v, tropic_vector *rank, const tropic_matrix *A,
                              const tropic_pagerank_options *given)
{
    tropic_pagerank_options o;
    double change = INFINITY;
    TP_TRY(tp_options_copy(run->context, &o, sizeof o, given, "PageRank options"));
    TP_TRY(check(run->context, &o));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    TP_TRY(tp_vector_check_typed(run->context, rank, "rank", run->n, TROPIC_FP64));
    TP_TRY(make(run, v, o.damping));
    TP_TRY(tp_run_start(run));
    while (run->report.levels < o.iterations && !(change < o.tolerance) && run->n > 0) {
        TP_TRY(iterate(run, v, o.damping, &change));
        run->report.levels++;
        TP_TRY(tp_progress(run->context, (double)run->report.levels / o.iterations));
    }
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = run->A->count * run->report.levels;
    TP_TRY(tp_run_stop(run));
    return tropic_assign(rank, NULL, NULL, v->rank, NULL, run->n, NULL);
}

static int32_t iterations_of(const tropic_pagerank_options *options)
{
    return options && options->size >= sizeof *options && options->iterations > 0 ? options->iterations : ITERATIONS;
}

tropic_status tropic_pagerank(tropic_vector *rank, const tropic_matrix *A, const tropic_pagerank_options *options,
                              tropic_run_report *report)
{
    tp_run run;
    vectors v = {0};
    tropic_status status;
    TP_CALL(rank ? rank->context : NULL);
    TP_WORK_OF_GRAPH(rank ? rank->context : NULL, TP_WORK_PRODUCT, A, iterations_of(options));
    if (!rank) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "rank is NULL");
    run = tp_run_in(rank->context, report);
    status = pagerank(&run, &v, rank, A, options);
    tropic_vector_free(&v.rank);
    tropic_vector_free(&v.next);
    tropic_vector_free(&v.share);
    tropic_vector_free(&v.damped);
    tropic_vector_free(&v.sink);
    return tp_run_end(&run, status);
}
