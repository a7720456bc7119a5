/* SPDX-License-Identifier: Apache-2.0
 *
 * Eigenvector centrality.
 */
#include "algorithms/graph_work.h"
#include "algorithms/spectral/spectral.h"

#include <stddef.h>

typedef struct eigenvector {
    tp_power power;
    tp_spectral_iteration i;
    double greatest; /* of (A' + 1) x, for an x whose greatest value is 1 */
} eigenvector;

static tropic_status once(void *of)
{
    eigenvector *e = of;
    const tp_power *p = &e->power;
    /* next = A' (plus.times) x;  next += x;  x = next / its greatest value */
    TP_TRY(tp_power_fill(p, e->i.next, 0));
    TP_TRY(tp_power_product(p, e->i.next->values, e->i.x, TP_BY_COLUMN));
    return TP_BACKEND_PART(p->run.context, spectral)->replace(&e->i);
}

static tropic_status look(void *of, tp_power_found *found)
{
    eigenvector *e = of;
    return tp_spectral_look(&e->i, found, &e->greatest);
}

static tropic_status make(eigenvector *e, const tropic_vector *start, double tolerance)
{
    e->i = (tp_spectral_iteration){.power = &e->power, .adds = true, .tolerance = tolerance};
    TP_TRY(tp_power_start(&e->power, &e->i.x, start));
    TP_TRY(tp_power_make(&e->power, &e->i.next, 0));
    return tp_spectral_progress_make(&e->i);
}

static void release(eigenvector *e)
{
    tropic_vector_free(&e->i.x);
    tropic_vector_free(&e->i.next);
    if (e->i.power) tp_spectral_progress_free(&e->i);
}

static tropic_status run(eigenvector *e, tropic_vector *x, const tropic_matrix *A,
                         const tropic_eigenvector_options *given)
{
    tp_power *p = &e->power;
    tropic_eigenvector_options o;
    tp_spectral_wanted wanted;
    tp_power_found found = {.residual = 0};
    double norm;
    TP_TRY(tp_options_copy(p->run.context, &o, sizeof o, given, "eigenvector options"));
    TP_TRY(tp_power_check_limits(p->run.context, &o.tolerance, TROPIC_EIGENVECTOR_TOLERANCE, &o.iterations,
                                 TROPIC_EIGENVECTOR_ITERATIONS));
    wanted = (tp_spectral_wanted){o.weighted, o.tolerance, o.iterations, o.report};
    TP_TRY(tp_spectral_begin(p, A, x, "x", &wanted, 2, o.start != NULL));
    TP_TRY(make(e, o.start, o.tolerance));
    TP_TRY(tp_run_start(&p->run));
    if (p->run.n > 0) {
        const tp_power_loop loop = {o.iterations, o.tolerance, once, look, e};
        TP_TRY(tp_power_iterate(&p->run, &loop, &found));
        TP_TRY(tp_spectral_norm(p, e->i.x, true, &norm));
        TP_TRY(tp_power_divide(p, e->i.x, norm));
    }
    tp_power_report(p, &found, 1);
    TP_TRY(tp_spectral_end(p, x, e->i.x, NULL, NULL));
    tp_spectral_report(&wanted, &found, p->run.n > 0 ? e->greatest - 1 : 0);
    return TROPIC_OK;
}

static double iterations_of(const tropic_eigenvector_options *options)
{
    const bool told = options && options->size > offsetof(tropic_eigenvector_options, iterations);
    return tp_work_of_iterations(told && options->iterations > 0 ? options->iterations : TROPIC_EIGENVECTOR_ITERATIONS);
}

tropic_status tropic_eigenvector(tropic_vector *x, const tropic_matrix *A, const tropic_eigenvector_options *options,
                                 tropic_run_report *report)
{
    eigenvector e = {.greatest = 1};
    tropic_status status;
    TP_CALL(x ? x->context : NULL);
    TP_WORK_OF_GRAPH(x ? x->context : NULL, TP_WORK_PRODUCT, A, iterations_of(options));
    if (!x) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "x is NULL");
    e.power.run = tp_run_in(x->context, report);
    status = run(&e, x, A, options);
    release(&e);
    return tp_run_end(&e.power.run, status);
}
