/* SPDX-License-Identifier: Apache-2.0
 *
 * How far the mean of a sample may be off.
 */
#include "algorithms/sample_error.h"

#include <math.h>

/* A one-sided bound of the theorem fails with at most EVENTS times the probability that goes with its L. */
#define EVENTS 5
#define SIDES 2

double tp_sample_error(const tp_sample_means *s, double sigma)
{
    const double looks = (double)s->look * (s->look + 1); /* 1 / looks, over all looks, sums to 1 */
    const double K = s->drawn, N = s->population, L = log(EVENTS * SIDES * s->means * looks / (1 - s->confidence));
    const double rho = K <= N / 2 ? 1 - (K - 1) / N : (1 - K / N) * (1 + 1 / K);
    const double range = (7. / 3 + 3 / sqrt(2)) * L / K;
    if (K >= N) return 0;
    if (K < 1) return 1; /* nothing is known */
    return sigma * sqrt(2 * rho * L / K) + range;
}
