/* SPDX-License-Identifier: Apache-2.0
 *
 * How far an estimate of betweenness may be off.
 */
#include "algorithms/betweenness/bc_error.h"

#include <math.h>

/* A one-sided bound of the theorem fails with at most EVENTS times the probability that goes with its L. */
#define EVENTS 5
#define SIDES 2

/* The bound for sigma, the largest standard deviation of x, from as few sources as a vertex may have. */
static double bound(const tp_bc_estimate *e, double sigma)
{
    const double looks = (double)e->look * (e->look + 1); /* 1 / looks, over all looks, sums to 1 */
    const double K = e->drawn - 1, N = e->population - 1, L = log(EVENTS * SIDES * e->n * looks / (1 - e->confidence));
    const double rho = K <= N / 2 ? 1 - (K - 1) / N : (1 - K / N) * (1 + 1 / K);
    const double range = (7. / 3 + 3 / sqrt(2)) * L / K;
    if (K >= N || e->n < 3) return 0;
    if (K < 1) return N / (e->n - 1); /* nothing is known */
    return N / (e->n - 1) * (sigma * sqrt(2 * rho * L / K) + range);
}

static double variance(double sum, double squares, double K)
{
    return squares / K - sum / K * (sum / K);
}

double tp_bc_error(const tp_bc_estimate *e, const double *sums, const double *squares)
{
    const double K = e->drawn;
    double largest = 0;
    for (int64_t v = 0; v < (int64_t)e->n; v++) {
        const double other = variance(sums[v], squares[v], K);
        const double drawn = K > 1 ? variance(sums[v], squares[v], K - 1) : 0;
        if (!(other <= largest)) largest = other;
        if (!(drawn <= largest)) largest = drawn;
    }
    return bound(e, sqrt(largest) / (e->n - 2));
}

double tp_bc_min_error(const tp_bc_estimate *e)
{
    return bound(e, 0);
}
