/* SPDX-License-Identifier: Apache-2.0
 *
 * How far the mean of a sample may be off.
 */
#include "algorithms/sample_error.h"

#include <math.h>

/* A one-sided bound of the theorem fails with at most EVENTS times the probability that goes with its L. */
#define EVENTS 5
#define SIDES 2

tp_sample_bound tp_sample_bound_of(const tp_sample_means *s)
{
    const double looks = (double)s->look * (s->look + 1); /* 1 / looks, over all looks, sums to 1 */
    const double K = s->drawn, N = s->population, L = log(EVENTS * SIDES * s->means * looks / (1 - s->confidence));
    const double rho = K <= N / 2 ? 1 - (K - 1) / N : (1 - K / N) * (1 + 1 / K);
    const double range = (7. / 3 + 3 / sqrt(2)) * L / K;
    if (K >= N) return (tp_sample_bound){0, 0};
    if (K < 1) return (tp_sample_bound){0, 1}; /* nothing is known */
    return (tp_sample_bound){sqrt(2 * rho * L / K), range};
}

double tp_sample_error(const tp_sample_means *s, double sigma)
{
    const tp_sample_bound bound = tp_sample_bound_of(s);
    return sigma * bound.by_sigma + bound.rest;
}
