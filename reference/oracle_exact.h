/* SPDX-License-Identifier: Apache-2.0
 *
 * The oracles that need GMP, and are built where there is one.
 */
#ifndef TROPIC_REFERENCE_ORACLE_EXACT_H
#define TROPIC_REFERENCE_ORACLE_EXACT_H

#include "reference/oracle.h"

/* The dependencies of one source, the sum over all t of sigma_st(v) / sigma_st (0 of the source itself), from path
 * counts as integers of any size. GMP ends the process where memory runs out. */
bool oracle_exact(const oracle_graph *G, int64_t source, long double *dependency);
/* Betweenness of vertices and arcs from all sources, with lengths (that doubles have) added up as fractions: the arc
 * u -> v of length w is taken where d(u) < d(v) and d(u) + w - d(v) <= min(tie d(v), w / 2, max(tie_most, 32 epsilon
 * d(v))), of G. *doubtful: how often that is so near its bound, but no equality, that rounding to doubles may decide
 * it. Time O(n^3). */
bool oracle_brandes_ties(const oracle_graph *G, long double *centrality, long double *arcs, int64_t *doubtful);

#endif
