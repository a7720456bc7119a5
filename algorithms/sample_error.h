/* SPDX-License-Identifier: Apache-2.0
 *
 * How far the mean of a sample may be off.
 */
#ifndef TP_SAMPLE_ERROR_H
#define TP_SAMPLE_ERROR_H

#include <stdint.h>

/* Numbers x, between 0 and 1, of which some are drawn without replacement; and so of several means at once. */
typedef struct tp_sample_means {
    double means;      /* bounded at the same time */
    double population; /* the x of each mean */
    double drawn;      /* of these, the least of any mean */
    double confidence; /* the probability that the bound holds for all means at all looks */
    int look;          /* how often the error has been looked at, this time included */
} tp_sample_means;

/* The part of the bound that the deviation sigma of the drawn has, and the rest. */
typedef struct tp_sample_bound {
    double by_sigma, rest;
} tp_sample_bound;
tp_sample_bound tp_sample_bound_of(const tp_sample_means *s);

/* A bound of |mean of the drawn - mean|, where sigma is the largest standard deviation of the drawn:
 *
 *     sigma sqrt(2 rho L / K) + (7/3 + 3 / sqrt(2)) L / K,  L = log(10 means look (look + 1) / (1 - confidence))
 *
 * for K drawn, both sides and all looks. 0 if all are drawn; 1 if none is.
 * Source: the empirical Bernstein-Serfling inequality, Bardenet and Maillard, Bernoulli 21 (2015), Theorem 4.3. */
double tp_sample_error(const tp_sample_means *s, double sigma);
/* The variance of K drawn numbers by their sum and that of their squares. */
static inline double tp_sample_variance(double sum, double squares, double K)
{
    return squares / K - sum / K * (sum / K);
}

#endif
