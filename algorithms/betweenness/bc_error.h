/* SPDX-License-Identifier: Apache-2.0
 *
 * How far an estimate of betweenness may be off.
 */
#ifndef TP_BC_ERROR_H
#define TP_BC_ERROR_H

#include <stdint.h>

/* A sample of sources, drawn without replacement, whose estimate is looked at for the `look`-th time (from 1). Errors
 * are of centralities over (n - 1)(n - 2). */
typedef struct tp_bc_estimate {
    double n;          /* vertices */
    double population; /* sources that there are */
    double drawn;
    double confidence; /* that no vertex is off by more, at any look */
    int look;
} tp_bc_estimate;

/* The most that a vertex is off, from sums[v] of the dependencies of v, and squares[v] of their squares. 0: all are
 * drawn.
 *
 *     x_s(v) = delta_s(v) / (n - 2), between 0 and 1
 *     centrality(v) / ((n - 1)(n - 2)) = population / (n - 1) mean x(v)
 *     |mean of the drawn - mean| <= sigma sqrt(2 rho L / drawn) + (7/3 + 3 / sqrt(2)) L / drawn
 *
 * with L = log(10 n look (look + 1) / (1 - confidence)), for both sides of n vertices and all looks.
 * Source: the empirical Bernstein-Serfling inequality, Bardenet and Maillard, Bernoulli 21 (2015), Theorem 4.3. */
double tp_bc_error(const tp_bc_estimate *e, const double *sums, const double *squares);
/* The same where nothing varies: no estimate from so many is known to be better. */
double tp_bc_least_error(const tp_bc_estimate *e);

#endif
