/* SPDX-License-Identifier: Apache-2.0
 *
 * Hubs and authorities.
 */
#include "algorithms/graph_work.h"
#include "algorithms/spectral/spectral.h"

#include <math.h>
#include <stddef.h>

typedef struct hits {
    tp_power power;
    tropic_vector *hub;
    tp_spectral_iteration i; /* of authorities */
    double greatest;         /* of A' A a, for an a whose greatest value is 1 */
} hits;

/* hub = A (plus.times) authority */
static tropic_status find_hubs(hits *h)
{
    return tp_power_product(&h->power, h->hub->values, h->i.x, TP_BY_ROW); /* (without an arc: it keeps 0) */
}

static tropic_status once(void *of)
{
    hits *h = of;
    const tp_power *p = &h->power;
    TP_TRY(find_hubs(h));
    /* next = A' (plus.times) hub;  authority = next / its greatest value */
    TP_TRY(tp_power_fill(p, h->i.next, 0));
    TP_TRY(tp_power_product(p, h->i.next->values, h->hub, TP_BY_COLUMN));
    return TP_BACKEND_PART(p->run.context, spectral)->replace(&h->i);
}

static tropic_status look(void *of, tp_power_found *found)
{
    hits *h = of;
    TP_TRY(tp_spectral_look(&h->i, found, &h->greatest));
    found->ended = h->greatest == 0;
    return TROPIC_OK;
}

/* Each sum becomes 1, unless it is 0. */
static tropic_status scale(tp_power *p, tropic_vector *x)
{
    double sum;
    TP_TRY(tp_spectral_norm(p, x, false, &sum));
    return sum > 0 ? tp_power_divide(p, x, sum) : TROPIC_OK;
}

/* Nothing came of the products. */
static tropic_status find_cause(const hits *h, const tropic_vector *start)
{
    const tp_power *p = &h->power;
    double sum = (double)p->run.A->count;
    if (p->weighted)
        TP_TRY(tropic_matrix_reduce(&sum, p->run.context, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64), p->run.A));
    if (sum == 0) return TROPIC_OK;
    return tp_fail(p->run.context, TROPIC_INVALID_ARGUMENT,
                   start ? "start is 0 at each vertex that an arc leads to, or weights are too small for %s"
                         : "weights are too small for %s",
                   tropic_type_name(p->type));
}

static tropic_status run(hits *h, tropic_vector *hub, tropic_vector *authority, const tropic_matrix *A,
                         const tropic_hits_options *given)
{
    tp_power *p = &h->power;
    tropic_hits_options o;
    tp_spectral_wanted wanted;
    tp_power_found found = {.residual = 0};
    TP_TRY(tp_options_copy(p->run.context, &o, sizeof o, given, "HITS options"));
    TP_TRY(tp_power_check_limits(p->run.context, &o.tolerance, TROPIC_HITS_TOLERANCE, &o.iterations,
                                 TROPIC_HITS_ITERATIONS));
    wanted = (tp_spectral_wanted){o.weighted, o.tolerance, o.iterations, o.report};
    TP_TRY(tp_spectral_begin(p, A, hub, "hub", &wanted, 3, o.start != NULL));
    if (authority) TP_TRY(tp_vector_check_typed(p->run.context, authority, "authority", p->run.n, p->type));
    if (hub == authority) return tp_fail(p->run.context, TROPIC_INVALID_ARGUMENT, "hub and authority are one vector");
    h->i = (tp_spectral_iteration){.power = p, .tolerance = o.tolerance};
    TP_TRY(tp_power_start(p, &h->i.x, o.start));
    TP_TRY(tp_power_make(p, &h->hub, 0));
    TP_TRY(tp_power_make(p, &h->i.next, 0));
    TP_TRY(tp_spectral_progress_make(&h->i));
    TP_TRY(tp_run_start(&p->run));
    if (p->run.n > 0) {
        const tp_power_loop loop = {o.iterations, o.tolerance, once, look, h};
        TP_TRY(tp_power_iterate(&p->run, &loop, &found));
        if (h->greatest == 0) {
            TP_TRY(find_cause(h, o.start));
            TP_TRY(tp_power_fill(p, h->i.x, 0));
        }
        TP_TRY(find_hubs(h));
        TP_TRY(scale(p, h->hub));
        TP_TRY(scale(p, h->i.x));
    }
    tp_power_report(p, &found, 2);
    TP_TRY(tp_spectral_end(p, hub, h->hub, authority, h->i.x));
    tp_spectral_report(&wanted, &found, sqrt(h->greatest));
    return TROPIC_OK;
}

static double iterations_of(const tropic_hits_options *options)
{
    const bool told = options && options->size > offsetof(tropic_hits_options, iterations);
    return tp_work_of_iterations(told && options->iterations > 0 ? options->iterations : TROPIC_HITS_ITERATIONS);
}

tropic_status tropic_hits(tropic_vector *hub, tropic_vector *authority, const tropic_matrix *A,
                          const tropic_hits_options *options, tropic_run_report *report)
{
    hits h = {.greatest = 0};
    tropic_status status;
    TP_CALL(hub ? hub->context : NULL);
    TP_WORK_OF_GRAPH(hub ? hub->context : NULL, TP_WORK_PRODUCT, A, 2 * iterations_of(options));
    if (!hub) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "hub is NULL");
    h.power.run = tp_run_in(hub->context, report);
    status = run(&h, hub, authority, A, options);
    tropic_vector_free(&h.hub);
    tropic_vector_free(&h.i.x);
    tropic_vector_free(&h.i.next);
    if (h.i.power) tp_spectral_progress_free(&h.i);
    return tp_run_end(&h.power.run, status);
}
