/* SPDX-License-Identifier: Apache-2.0
 *
 * The search of a reduced graph, as plainly as it can be written.
 */
#ifndef TROPIC_TESTS_REDUCED_SEARCH_H
#define TROPIC_TESTS_REDUCED_SEARCH_H

#include "algorithms/betweenness/reduce/bc_reduce.h"

/* The result of each reduced vertex, by long doubles; free() it. A source adds `ends` to all it reaches. others[x]:
 * how many vertices x reaches, itself excluded; 0 if it is not a source; may be NULL. */
double *test_reduced_search(const tp_bc_reduced *reduced, double ends, double *others);

#endif
