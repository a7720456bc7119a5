/* SPDX-License-Identifier: Apache-2.0
 *
 * How far an estimate of betweenness may be off.
 */
#include "algorithms/betweenness/bc_error.h"

#include "algorithms/long_run.h"
#include "algorithms/sample_error.h"

#include <math.h>

/* The bound for sigma, the largest standard deviation of x, from as few sources as a vertex may have. */
static double bound(const tp_bc_estimate *e, double sigma)
{
    const tp_sample_means means = {e->n, e->population - 1, e->drawn - 1, e->confidence, e->look};
    if (e->n < 3) return 0;
    return means.population / (e->n - 1) * tp_sample_error(&means, sigma);
}

double tp_bc_error(const tp_bc_estimate *e, const double *sums, const double *squares)
{
    const double K = e->drawn;
    double largest = 0;
    for (int64_t v = 0; v < (int64_t)e->n; v++) {
        const double other = tp_sample_variance(sums[v], squares[v], K);
        const double drawn = K > 1 ? tp_sample_variance(sums[v], squares[v], K - 1) : 0;
        if (!(other <= largest)) largest = other;
        if (!(drawn <= largest)) largest = drawn;
    }
    return bound(e, sqrt(largest) / (e->n - 2));
}

double tp_bc_min_error(const tp_bc_estimate *e)
{
    return bound(e, 0);
}

bool tp_bc_error_takes_all(const tropic_bc_options *o, tropic_index n)
{
    const double confidence = o->confidence != 0 ? o->confidence : TROPIC_BC_CONFIDENCE;
    tp_bc_estimate e = {.n = n, .population = n, .confidence = confidence};
    /* (What is out of range is refused later, and so are reductions.) */
    if (!(o->error > 0 && o->error < 1 && confidence > 0 && confidence < 1)) return false;
    if (o->sources || o->samples > 0 || o->endpoints || o->partial) return false;
    if (o->reductions > 0 && o->reductions != TROPIC_BC_UNREDUCED) return false;
    e.drawn = tp_long_run_look_before(n, &e.look);
    return e.drawn == 0 || tp_bc_min_error(&e) > o->error;
}
