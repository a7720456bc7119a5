/* SPDX-License-Identifier: Apache-2.0
 *
 * How far an estimate of betweenness may be off.
 */
#include "algorithms/betweenness/bc_error.h"

#include <math.h>

/* A one-sided bound of the theorem fails with at most EVENTS times the probability that goes with its L. */
#define EVENTS 5
#define SIDES 2

/* The bound for sigma, the largest standard deviation of x. */
static double bound(const tp_bc_estimate *e, double sigma)
{
    const double looks = (double)e->look * (e->look + 1); /* 1 / looks, over all looks, sums to 1 */
    const double K = e->drawn, N = e->population, L = log(EVENTS * SIDES * e->n * looks / (1 - e->confidence));
    const double rho = K <= N / 2 ? 1 - (K - 1) / N : (1 - K / N) * (1 + 1 / K);
    const double range = (7. / 3 + 3 / sqrt(2)) * L / K;
    if (K >= N || e->n < 3) return 0;
    return N / (e->n - 1) * (sigma * sqrt(2 * rho * L / K) + range);
}

double tp_bc_error(const tp_bc_estimate *e, const double *sums, const double *squares)
{
    const double K = e->drawn;
    double largest = 0;
    for (int64_t v = 0; v < (int64_t)e->n; v++) {
        const double variance = squares[v] / K - sums[v] / K * (sums[v] / K);
        if (!(variance <= largest)) largest = variance;
    }
    return bound(e, sqrt(largest) / (e->n - 2));
}

double tp_bc_min_error(const tp_bc_estimate *e)
{
    return bound(e, 0);
}
