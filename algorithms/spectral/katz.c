/* SPDX-License-Identifier: Apache-2.0
 *
 * Katz centrality: PageRank's iteration, with alpha in place of what a walk does with the weights of a vertex, and beta
 * in place of where it jumps to.
 */
#include "algorithms/graph_work.h"
#include "algorithms/pagerank/settle_loop.h"
#include "algorithms/spectral/spectral.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <tropic_cycles.h>

/* Changes that still grow after so many iterations grow for ever; at first they may grow of themselves. */
#define GROWTH_FROM 100

/* The sum of all changes beyond which the iteration is not going to converge: its square is a number of the type, for a
 * product that is still made. */
#define CHANGE_MAX_FP32 1e18
#define CHANGE_MAX_FP64 1e150
/* The greatest sum of values that an estimate begins with. */
#define SUM_MAX 1e300
/* Relative: more than rounding makes of an estimate. Not measured. */
#define ESTIMATE_ERROR 2e-7
#define BOUND_DIGITS 6
#define ROUGH_DIGITS 2 /* of one that has not settled */
/* Changes of so many epsilons of the values are rounding. Not measured. */
#define ROUNDING 2

typedef struct katz {
    tp_power power;
    tropic_katz_options options;
    tropic_vector *x, *share; /* alpha x */
    tropic_vector *alpha;     /* in all places */
    tropic_vector *beta;      /* FP64 */
} katz;

static tropic_status check_options(tropic_context *context, tropic_katz_options *o)
{
    if (!(o->alpha >= 0 && o->alpha < INFINITY))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "alpha is %g, not a number above 0", o->alpha);
    if (!(o->beta >= 0 && o->beta < INFINITY))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "beta is %g, not a number above 0", o->beta);
    if (o->alpha == 0) o->alpha = TROPIC_KATZ_ALPHA;
    if (o->beta == 0) o->beta = TROPIC_KATZ_BETA;
    return tp_power_check_limits(context, &o->tolerance, TROPIC_KATZ_TOLERANCE, &o->iterations, TROPIC_KATZ_ITERATIONS);
}

static tropic_status make(katz *k)
{
    const tp_power *p = &k->power;
    const tropic_katz_options *o = &k->options;
    tropic_vector *start = NULL;
    tropic_status status = TROPIC_OK;
    TP_TRY(tp_power_make(p, &k->x, 0));
    TP_TRY(tp_power_make(p, &k->share, 0));
    TP_TRY(tp_power_make(p, &k->alpha, o->alpha));
    if (o->betas) {
        TP_TRY(tp_power_given(p, &k->beta, o->betas, "betas", false));
    } else {
        TP_TRY(tropic_vector_create(&k->beta, p->run.context, TROPIC_FP64, p->run.n));
        TP_TRY(tropic_vector_fill(k->beta, &o->beta));
    }
    if (!o->start) return TROPIC_OK;
    status = tp_power_given(p, &start, o->start, "start", false);
    if (status == TROPIC_OK) status = tropic_assign(k->x, NULL, NULL, start, NULL, p->run.n, NULL);
    tropic_vector_free(&start);
    TP_TRY(status);
    return tropic_ewise_multiply(k->share, NULL, NULL, tropic_operator_builtin(TROPIC_TIMES, p->type), k->x, k->alpha,
                                 NULL);
}

/* *lambda = an estimate of A's greatest eigenvalue; 0 if there is no cycle. It begins with the values so far, which
 * have many products behind them, and none of which is 0. */
static tropic_status estimate(katz *k, double *lambda, bool *settled)
{
    tropic_cycle_report cycle = {.size = sizeof cycle};
    const tropic_cycle_options any = {.size = sizeof any, .kind = TROPIC_CYCLE_DIRECTED, .report = &cycle};
    tp_power *p = &k->power;
    double sum;
    *lambda = 0;
    *settled = true;
    TP_TRY(tropic_cycle(NULL, p->run.context, p->given, &any, NULL));
    if (cycle.length == 0) return TROPIC_OK;
    TP_TRY(tp_spectral_norm(p, k->x, false, &sum));
    return tp_spectral_lambda(p, !k->options.betas && sum > 0 && sum < SUM_MAX ? k->x : NULL, lambda, settled);
}

/* 1 / lambda as it is told: rounded down, and no more than the alpha that failed. */
static double bound_of(double alpha, double lambda, int digits)
{
    const double bound = fmin(alpha, (1 + ESTIMATE_ERROR) / lambda);
    const double scale = pow(10, digits - 1 - floor(log10(bound)));
    return isfinite(scale) ? floor(bound * scale) / scale : bound;
}

/* `out`: values have gone out of range, else changes seem to grow for ever; found->growth: how they do. */
static tropic_status check_alpha(katz *k, bool out, tp_power_found *found)
{
    const double alpha = k->options.alpha;
    tropic_context *context = k->power.run.context;
    double lambda;
    bool settled;
    TP_TRY(estimate(k, &lambda, &settled));
    if (alpha * lambda >= 1)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "alpha %.9g is too large: it must be below 1 / lambda, about %.6g, for the greatest eigenvalue "
                       "lambda of the graph",
                       alpha, bound_of(alpha, lambda, settled ? BOUND_DIGITS : ROUGH_DIGITS));
    if (out)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "alpha %.9g is too large: values go out of the range of %s",
                       alpha, tropic_type_name(k->power.type));
    found->growth = alpha * lambda;
    return TROPIC_OK;
}

static tropic_status iterate(katz *k, tp_power_found *found)
{
    tp_power *p = &k->power;
    tp_settle_loop loop = {.share = k->share,
                           .settle = {.tolerance = k->options.tolerance * p->run.n,
                                      .damped = k->alpha->values,
                                      .p = k->beta->values,
                                      .q = k->beta->values,
                                      .jump = 1,
                                      .sunk = 0,
                                      .rank = k->x->values,
                                      .share = k->share->values},
                           .limit = p->type == TROPIC_FP32 ? CHANGE_MAX_FP32 : CHANGE_MAX_FP64};
    TP_TRY(tp_settle_loop_make(&loop, p));
    TP_TRY(tp_run_start(&p->run));
    TP_TRY(tp_settle_loop_run(&loop, k->options.iterations, found));
    found->residual /= p->run.n;
    return TROPIC_OK;
}

/* Of changes that are rounding alone, the growth tells nothing. */
static tropic_status check_growth(katz *k, tp_power_found *found)
{
    const double epsilon = k->power.type == TROPIC_FP32 ? (double)FLT_EPSILON : DBL_EPSILON;
    double sum;
    if (found->residual == 0) found->growth = 0; /* without a cycle changes end, however much they grew before */
    if (k->power.run.n == 0 || found->residual == 0) return TROPIC_OK;
    TP_TRY(tp_spectral_norm(&k->power, k->x, false, &sum));
    if (found->residual * k->power.run.n <= ROUNDING * epsilon * sum) found->growth = 0;
    return TROPIC_OK;
}

static tropic_status run(katz *k, tropic_vector *x, const tropic_matrix *A, const tropic_katz_options *given)
{
    tp_power *p = &k->power;
    tropic_katz_options *o = &k->options;
    tp_power_found found = {.residual = 0};
    tp_spectral_wanted wanted;
    double norm = 1;
    TP_TRY(tp_options_copy(p->run.context, o, sizeof *o, given, "Katz options"));
    TP_TRY(check_options(p->run.context, o));
    wanted = (tp_spectral_wanted){o->weighted, o->tolerance, o->iterations, o->report};
    TP_TRY(tp_spectral_begin(p, A, x, "x", &wanted, 4, 1 + (o->start != NULL)));
    TP_TRY(make(k));
    if (p->run.n > 0) TP_TRY(iterate(k, &found));
    if (found.ended) return check_alpha(k, true, &found);
    TP_TRY(check_growth(k, &found));
    if (found.growth > 1 && found.iterations >= GROWTH_FROM && !(found.residual < o->tolerance))
        TP_TRY(check_alpha(k, false, &found));
    if (!o->raw && p->run.n > 0) TP_TRY(tp_spectral_norm(p, k->x, true, &norm));
    if (!o->raw && norm > 0) TP_TRY(tp_power_divide(p, k->x, norm));
    tp_power_report(p, &found, 1);
    TP_TRY(tp_spectral_end(p, x, k->x, NULL, NULL));
    tp_spectral_report(&wanted, &found, found.growth / o->alpha);
    return TROPIC_OK;
}

static double iterations_of(const tropic_katz_options *options)
{
    const bool told = options && options->size > offsetof(tropic_katz_options, iterations);
    return tp_work_of_iterations(told && options->iterations > 0 ? options->iterations : TROPIC_KATZ_ITERATIONS);
}

tropic_status tropic_katz(tropic_vector *x, const tropic_matrix *A, const tropic_katz_options *options,
                          tropic_run_report *report)
{
    katz k = {0};
    tropic_status status;
    TP_CALL(x ? x->context : NULL);
    TP_WORK_OF_GRAPH(x ? x->context : NULL, TP_WORK_PRODUCT, A, iterations_of(options));
    if (!x) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "x is NULL");
    k.power.run = tp_run_in(x->context, report);
    status = run(&k, x, A, options);
    tropic_vector_free(&k.x);
    tropic_vector_free(&k.share);
    tropic_vector_free(&k.alpha);
    tropic_vector_free(&k.beta);
    return tp_run_end(&k.power.run, status);
}
