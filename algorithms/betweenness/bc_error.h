/* SPDX-License-Identifier: Apache-2.0
 *
 * How far an estimate of betweenness may be off.
 */
#ifndef TP_BC_ERROR_H
#define TP_BC_ERROR_H

#include "algorithms/betweenness/bc.h"

/* An estimate from a sample of sources, drawn without replacement. Errors are of centrality / ((n - 1)(n - 2)). */
typedef struct tp_bc_estimate {
    double n;          /* vertices */
    double population; /* sources to draw from */
    double drawn;      /* sources in the sample */
    double confidence; /* the probability that the error bound holds for all vertices at all looks */
    int look;          /* how often the error has been looked at, this time included */
} tp_bc_estimate;

/* A bound of the error of every vertex, from the sums over the sample of the dependencies of v, sums[v], and of their
 * squares, squares[v]. 0 if all sources are drawn.
 *
 *     x_s(v) = delta_s(v) / (n - 2), between 0 and 1, of N = population - 1 sources s != v
 *     centrality(v) / ((n - 1)(n - 2)) = N / (n - 1) mean x(v)
 *
 * and the mean of x(v) is bounded by tp_sample_error (algorithms/sample_error.h). A vertex has K =
 * drawn sources other than itself, drawn without replacement from these N, or, where it was drawn itself, K = drawn - 1
 * (algorithms/betweenness/bc_sample.h). The bound takes the smaller K, and the larger sigma of the two.
 */
double tp_bc_error(const tp_bc_estimate *e, const double *sums, const double *squares);
/* The same for dependencies that do not vary: the smallest bound that so large a sample can have. */
double tp_bc_min_error(const tp_bc_estimate *e);
/* Does the error that these options ask for take all of n sources, whatever the dependencies are? */
bool tp_bc_error_takes_all(const tropic_bc_options *options, tropic_index n);

#endif
