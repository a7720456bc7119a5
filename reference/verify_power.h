/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by verifications of PageRank, Katz's, eigenvector centrality and HITS: whether an iteration stopped where it
 * should, and whether its values solve the equation that defines them.
 */
#ifndef TROPIC_REFERENCE_VERIFY_POWER_H
#define TROPIC_REFERENCE_VERIFY_POWER_H

#include "reference/oracle.h"
#include "reference/verify.h"

/* What is told of a run, and what the textbook's iterations had. */
typedef struct verify_stop {
    int64_t iterations, most;               /* most below 0: not known */
    double tolerance, told;                 /* told: the residual */
    bool converged;                         /* is told so */
    long double residual, before, rounding; /* of the last and the one before it (there is one if iterations are 2 or
                                               more), and by how much residuals may differ */
} verify_stop;
reference_verdict verify_stopped(const verify_report *report, const verify_stop *s);

/* The equation of one of them, on G. */
typedef struct verify_equation {
    const oracle_graph *G;
    bool weighted;
    const double *values;      /* as the call gave them */
    long double damping, lost; /* PageRank; lost: 0 if vertices without an arc hand on their rank, else 1 */
    const long double *jump, *dangling;
    long double alpha, norm; /* Katz: norm: by what values were divided */
    const long double *beta;
    const double *hubs; /* HITS, whose values are the authorities */
    /* out: by how much another iteration would change values, as the call's residual is; how many times the last change
     * that may be; and the size of the terms, of which rounding is a part */
    long double residual, growth, size;
    long double hub_residual; /* HITS: that of hubs, the greatest of which is 1 */
} verify_equation;

/* Set what is out; false: out of memory. */
bool verify_pagerank_equation(verify_equation *e);
bool verify_katz_equation(verify_equation *e);
bool verify_eigenvector_equation(verify_equation *e);
bool verify_hits_equation(verify_equation *e);
/* last: the residual of the run. rounding: relative. */
reference_verdict verify_solves(const verify_report *report, const verify_equation *e, long double last,
                                long double rounding);

#endif
