/* SPDX-License-Identifier: Apache-2.0
 *
 * The oracle that needs GMP, and is built where there is one.
 */
#ifndef TROPIC_REFERENCE_ORACLE_EXACT_H
#define TROPIC_REFERENCE_ORACLE_EXACT_H

#include "reference/oracle.h"

/* The dependencies of one source, the sum over all t of sigma_st(v) / sigma_st (0 of the source itself), from path
 * counts as integers of any size. GMP ends the process where memory runs out. */
bool oracle_exact(const oracle_graph *G, int64_t source, long double *dependency);

#endif
