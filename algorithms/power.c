/* SPDX-License-Identifier: Apache-2.0
 *
 * Power iterations: their loop, product, vectors and weights.
 */
#include "algorithms/power.h"
#include "algorithms/wrong_weight.h"
#include "spmv/mxv/mxv.h"

#include <math.h>

/* Iterations that a GPU is asked for at a time, at most, and about how long they may take: so long a call is not
 * cancelled. */
#define ITERATIONS_AT_A_TIME 8
#define SECONDS_AT_A_TIME 0.1
/* Iterations whose residuals are kept: some periods of them (below). */
#define RECENT 256
/* The greatest sum of all weights: two products grow a value by its square at most. */
#define WEIGHTS_MAX_FP32 1e18
#define WEIGHTS_MAX_FP64 1e150

static const tropic_operator *builtin(const tp_power *p, tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, p->type);
}

/* ---- arguments ---- */

tropic_status tp_power_begin(tp_power *p, const tropic_matrix *A, const tropic_vector *result, const char *name,
                             bool weighted)
{
    tropic_context *context = p->run.context;
    TP_TRY(tp_run_begin(&p->run, A, TROPIC_STRATEGY_AUTO, false));
    TP_TRY(tp_vector_check(context, result, name, p->run.n));
    p->type = result->type;
    if (p->type != TROPIC_FP32) TP_TRY(tp_vector_check_type(context, result, name, TROPIC_FP64));
    if (weighted && tp_type_struct(A->type))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "weights are of a struct type");
    p->weighted = weighted && !A->pattern;
    p->given = A;
    return TROPIC_OK;
}

tropic_status tp_power_prepare(tp_power *p)
{
    /* vector (plus.first) A, or vector (plus.times) A */
    if (p->type == TROPIC_FP32)
        p->semiring = p->weighted ? tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP32)
                                  : tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP32);
    else
        p->semiring = p->weighted ? tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64)
                                  : tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP64);
    p->weights = p->given;
    return p->weighted ? tp_matrix_cast(p->run.context, p->given, p->type, &p->weights) : TROPIC_OK;
}

tropic_status tp_power_check_numbers(const tp_power *p, double sum)
{
    double least = 0;
    if (p->run.A->count == 0) return TROPIC_OK;
    TP_TRY(tropic_matrix_reduce(&least, p->run.context, tropic_operator_builtin(TROPIC_MIN, TROPIC_FP64), p->run.A));
    if (least < 0) return tp_wrong_weight(&p->run, 0, INFINITY, "negative");
    return isnan(sum) ? tp_wrong_weight(&p->run, -INFINITY, INFINITY, "not a number") : TROPIC_OK;
}

tropic_status tp_power_check_weights(const tp_power *p)
{
    const double most = p->type == TROPIC_FP32 ? WEIGHTS_MAX_FP32 : WEIGHTS_MAX_FP64;
    tropic_context *context = p->run.context;
    double sum = 0;
    if (!p->weighted || p->run.A->count == 0) return TROPIC_OK;
    TP_TRY(tropic_matrix_reduce(&sum, context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), p->run.A));
    TP_TRY(tp_power_check_numbers(p, sum));
    if (isinf(sum)) return tp_wrong_weight(&p->run, 0, DBL_MAX, "infinite, or all together are");
    if (sum <= most) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "the weights add up to %g, more than %g, in %s", sum, most,
                   tropic_type_name(p->type));
}

tropic_status tp_power_check_limits(tropic_context *context, double *tolerance, double usual_tolerance,
                                    int32_t *iterations, int32_t usual_iterations)
{
    if (!(*tolerance >= 0)) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tolerance is %g", *tolerance);
    if (*iterations < 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "the maximum of iterations is %d", (int)*iterations);
    if (*tolerance == 0) *tolerance = usual_tolerance;
    if (*iterations == 0) *iterations = usual_iterations;
    return TROPIC_OK;
}

/* ---- vectors ---- */

tropic_strategy tp_power_strategy(const tp_power *p)
{
    return p->run.context->reproducible ? TROPIC_STRATEGY_CSC_SCALAR : TROPIC_STRATEGY_AUTO;
}

tropic_status tp_power_product(const tp_power *p, void *to, const tropic_vector *from, tp_orientation orientation)
{
    return tp_vxm_pull(p->run.context, to, p->semiring, from, p->weights, orientation, tp_power_strategy(p));
}

tropic_status tp_power_given(const tp_power *p, tropic_vector **made, const tropic_vector *given, const char *name,
                             bool scale)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    tropic_context *context = p->run.context;
    const double none = 0;
    double sum, least;
    TP_TRY(tp_vector_check(context, given, name, p->run.n));
    TP_TRY(tp_vector_check_castable(context, given, name, TROPIC_FP64));
    TP_TRY(tropic_vector_create(made, context, TROPIC_FP64, p->run.n));
    TP_TRY(tropic_vector_fill(*made, &none));
    TP_TRY(tropic_assign(*made, NULL, plus, given, NULL, p->run.n, NULL));
    if (p->run.n == 0) return TROPIC_OK;
    TP_TRY(tropic_reduce(&sum, plus, *made));
    TP_TRY(tropic_reduce(&least, tropic_operator_builtin(TROPIC_MIN, TROPIC_FP64), *made));
    if (least < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s has a negative value, %g", name, least);
    if (!(sum < INFINITY) || (scale && sum == 0))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "the values of %s have the sum %g", name, sum);
    if (!scale) return TROPIC_OK;
    return tropic_apply(*made, NULL, NULL, tropic_operator_builtin(TROPIC_DIVIDE, TROPIC_FP64), *made, &sum, NULL);
}

/* A value of the type. */
typedef union real {
    float single;
    double full;
} real;

static real real_of(const tp_power *p, double value)
{
    return p->type == TROPIC_FP32 ? (real){.single = (float)value} : (real){.full = value};
}

tropic_status tp_power_greatest(const tp_power *p, const tropic_vector *x, double *greatest)
{
    real found;
    TP_TRY(tropic_reduce(&found, builtin(p, TROPIC_MAX), x));
    *greatest = p->type == TROPIC_FP32 ? (double)found.single : found.full;
    return TROPIC_OK;
}

tropic_status tp_power_fill(const tp_power *p, tropic_vector *x, double value)
{
    const real typed = real_of(p, value);
    return tropic_vector_fill(x, &typed);
}

tropic_status tp_power_divide(const tp_power *p, tropic_vector *x, double by)
{
    const real typed = real_of(p, by);
    return tropic_apply(x, NULL, NULL, builtin(p, TROPIC_DIVIDE), x, &typed, NULL);
}

tropic_status tp_power_make(const tp_power *p, tropic_vector **made, double value)
{
    TP_TRY(tropic_vector_create(made, p->run.context, p->type, p->run.n));
    return tp_power_fill(p, *made, value);
}

tropic_status tp_power_start(const tp_power *p, tropic_vector **made, const tropic_vector *start)
{
    tropic_vector *given = NULL;
    double greatest;
    tropic_status status;
    TP_TRY(tp_power_make(p, made, 1));
    if (!start) return TROPIC_OK;
    status = tp_power_given(p, &given, start, "start", true);
    if (status == TROPIC_OK) status = tropic_assign(*made, NULL, NULL, given, NULL, p->run.n, NULL);
    tropic_vector_free(&given);
    if (status != TROPIC_OK || p->run.n == 0) return status;
    TP_TRY(tp_power_greatest(p, *made, &greatest));
    return tp_power_divide(p, *made, greatest);
}

/* ---- the loop ---- */

/* How many iterations to ask for before the host looks at what came of them: a GPU then has work while the host waits.
 * The residual falls in proportion, so that about `left` more are needed. */
static int32_t batch_of(const tp_run *run, const tp_power_loop *loop, const tp_power_found *now,
                        const tp_power_found *before, double seconds)
{
    const double iterations = (double)(now->iterations - before->iterations);
    const double factor = pow(now->residual / before->residual, 1 / iterations);
    const double left = log(loop->tolerance / now->residual) / log(factor);
    double batch = ITERATIONS_AT_A_TIME;
    if (run->backend->location == TROPIC_HOST || !(factor < 1)) return 1;
    if (left < batch) batch = left;
    if (SECONDS_AT_A_TIME * iterations < seconds * batch) batch = SECONDS_AT_A_TIME * iterations / seconds;
    return batch > 1 ? (int32_t)batch : 1;
}

/* The last iterations that the host looked at, in a ring. */
typedef struct recent {
    int64_t count, iterations[RECENT];
    double residual[RECENT];
} recent;

static void note(recent *r, const tp_power_found *found)
{
    const int64_t place = r->count % RECENT;
    if (!(found->residual > 0 && found->residual < INFINITY)) return;
    r->iterations[place] = found->iterations;
    r->residual[place] = found->residual;
    r->count++;
}

/* The growth of the residual, on average of as many of the last three quarters of the iterations as are a multiple of
 * a period: on graphs whose cycles all have lengths of one (a star: 2) residuals rise and fall in turn. */
static double growth_of(const recent *r)
{
    static const int periods[] = {60, 12, 2, 1};
    const int64_t kept = r->count < RECENT ? r->count : RECENT, last = (r->count + RECENT - 1) % RECENT;
    for (size_t k = 0; kept > 0 && k < sizeof periods / sizeof *periods; k++) {
        int64_t most = 0, from = 0;
        for (int64_t i = 0; i < kept; i++) {
            const int64_t since = r->iterations[last] - r->iterations[i];
            if (since % periods[k] || since <= most || 4 * r->iterations[i] < r->iterations[last]) continue;
            most = since;
            from = i;
        }
        if (most > 0) return pow(r->residual[last] / r->residual[from], 1 / (double)most);
    }
    return 0;
}

tropic_status tp_power_iterate(const tp_run *run, const tp_power_loop *loop, tp_power_found *found)
{
    tp_power_found before;
    recent looked = {.count = 0};
    int32_t batch = 1;
    *found = (tp_power_found){.residual = INFINITY};
    while (found->iterations < loop->most && !found->ended && !(found->residual < loop->tolerance)) {
        const double start = tp_now();
        before = *found;
        for (int32_t k = 0; k < batch && before.iterations + k < loop->most; k++) TP_TRY(loop->once(loop->of));
        TP_TRY(loop->look(loop->of, found));
        note(&looked, found);
        TP_TRY(tp_progress(run->context, (double)found->iterations / loop->most));
        /* (The first takes longer: kernels are loaded, the matrix is laid out.) */
        batch = before.iterations > 0 ? batch_of(run, loop, found, &before, tp_now() - start) : 1;
    }
    found->growth = growth_of(&looked);
    return TROPIC_OK;
}

void tp_power_report(tp_power *p, const tp_power_found *found, int products)
{
    tropic_run_report *report = &p->run.report;
    report->levels = found->iterations;
    report->reached = report->settled = p->run.n;
    report->reached_arcs = p->run.A->count * report->levels * products;
}
