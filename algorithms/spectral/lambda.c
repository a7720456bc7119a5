/* SPDX-License-Identifier: Apache-2.0
 *
 * An estimate of the greatest eigenvalue, for a message: by the growth of A'^k x over many k.
 */
#include "algorithms/spectral/spectral.h"

#include <math.h>

/* Products between two estimates: a multiple of short periods. On graphs whose cycles have lengths of one period (a
 * star: 2) sizes of A'^k x rise and fall in turn. */
#define PRODUCTS 60
/* And in all but the first PRODUCTS, if estimates still differ: one of all periods up to 7. */
#define GROWTH_STEPS 7
/* By how much, relative, estimates that follow each other may differ. Not measured. */
#define SAME_FP64 1e-10
#define SAME_FP32 1e-6

/* x' = A' x over its greatest value, PRODUCTS times. *size: the logarithm of the norm that A'^k x then has, *scale that
 * of what it was divided by so far. *ended: it is 0. */
static tropic_status make_step(tp_power *p, tp_spectral_iteration *i, int done, double *scale, double *size,
                               bool *ended)
{
    tp_power_found found;
    double greatest, norm;
    for (int k = 0; k < PRODUCTS; k++) {
        /* next = A' (plus.times) x;  x = next / its greatest value */
        TP_TRY(tp_power_fill(p, i->next, 0));
        TP_TRY(tp_power_product(p, i->next->values, i->x, TP_BY_COLUMN));
        TP_TRY(TP_BACKEND_PART(p->run.context, spectral)->replace(i));
        TP_TRY(tp_spectral_look(i, &found, &greatest));
        TP_TRY(tp_progress(p->run.context, (double)(done + k) / (PRODUCTS * (GROWTH_STEPS + 1))));
        *ended = !(greatest > 0);
        if (*ended) return TROPIC_OK;
        *scale += log(greatest);
    }
    TP_TRY(tp_spectral_norm(p, i->x, true, &norm));
    *size = *scale + log(norm);
    return TROPIC_OK;
}

static tropic_status estimate(tp_power *p, tp_spectral_iteration *i, double *lambda, bool *settled)
{
    const double same = p->type == TROPIC_FP32 ? SAME_FP32 : SAME_FP64;
    double scale = 0, first = 0, before, size = 0, last;
    bool ended, rises = false, falls = false;
    *lambda = 0;
    *settled = true;
    for (int s = 0; s <= GROWTH_STEPS; s++) {
        before = size;
        TP_TRY(make_step(p, i, s * PRODUCTS, &scale, &size, &ended));
        if (ended) *lambda = 0;
        if (ended) return TROPIC_OK;
        if (s == 0) first = size;
        if (s == 0) continue;
        last = *lambda;
        *lambda = exp((size - before) / PRODUCTS);
        if (fabs(*lambda - last) <= same * *lambda) return TROPIC_OK;
        rises |= s > 1 && *lambda > last;
        falls |= s > 1 && *lambda < last;
    }
    *settled = false;
    if (rises && falls) *lambda = exp((size - first) / (PRODUCTS * GROWTH_STEPS)); /* else the last is the best */
    return TROPIC_OK;
}

tropic_status tp_spectral_lambda(tp_power *p, const tropic_vector *start, double *lambda, bool *settled)
{
    tp_spectral_iteration i = {.power = p};
    tropic_status status = tp_power_start(p, &i.x, start);
    if (status == TROPIC_OK) status = tp_power_make(p, &i.next, 0);
    if (status == TROPIC_OK) status = tp_spectral_progress_make(&i);
    if (status == TROPIC_OK) status = estimate(p, &i, lambda, settled);
    tropic_vector_free(&i.x);
    tropic_vector_free(&i.next);
    tp_spectral_progress_free(&i);
    return status;
}
