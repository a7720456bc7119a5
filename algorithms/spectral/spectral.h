/* SPDX-License-Identifier: Apache-2.0
 *
 * What Katz's, eigenvector centrality and HITS share beside the iteration.
 */
#ifndef TP_SPECTRAL_H
#define TP_SPECTRAL_H

#include "algorithms/power.h"

#include <tropic_spectral.h>

/* The arguments that all of them have. */
typedef struct tp_spectral_wanted {
    bool weighted;
    double tolerance;
    int32_t iterations;
    tropic_spectral_report *report;
} tp_spectral_wanted;

/* Checks the report and A, its weights, too, and a result of that name; memory for so many values of the type, and
 * doubles, a vertex; and makes ready what products read. */
tropic_status tp_spectral_begin(tp_power *p, const tropic_matrix *A, const tropic_vector *result, const char *name,
                                const tp_spectral_wanted *wanted, size_t values, size_t doubles);
/* Stops the clocks and gives the vectors' values to the results, of which `other` may be NULL. */
tropic_status tp_spectral_end(tp_power *p, tropic_vector *result, tropic_vector *values, tropic_vector *other,
                              tropic_vector *other_values);
/* *lambda = an estimate of the greatest eigenvalue, after some iterations for the eigenvector. */
tropic_status tp_spectral_lambda(const tp_power *p, double *lambda);
void tp_spectral_report(const tp_spectral_wanted *wanted, const tp_power_found *found, double lambda);

#endif
