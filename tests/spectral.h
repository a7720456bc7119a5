/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs of Katz's, eigenvector centrality and HITS, which take much the same.
 */
#ifndef TROPIC_TESTS_SPECTRAL_H
#define TROPIC_TESTS_SPECTRAL_H

#include "tests/fixtures.h"

/* What a run is asked for; each call takes a part of it. */
typedef struct spectral_wanted {
    bool weighted, raw;
    double alpha, beta, tolerance;
    int32_t iterations;
    const tropic_vector *start, *betas;
} spectral_wanted;

typedef enum spectral_kind { KATZ, EIGENVECTOR, HITS, KINDS } spectral_kind;

/* Options of any of the calls. */
typedef union spectral_any {
    tropic_katz_options katz;
    tropic_eigenvector_options eigenvector;
    tropic_hits_options hits;
} spectral_any;

/* Those of a call. told: its report; NULL: none. */
spectral_any spectral_options(spectral_kind k, const spectral_wanted *w, tropic_spectral_report *told);
/* y: the authorities of HITS. */
tropic_status spectral_call(spectral_kind k, tropic_vector *x, tropic_vector *y, const tropic_matrix *A,
                            const spectral_any *o, tropic_run_report *report);
/* The values of A, of HITS the hubs and behind them the authorities, checked by the textbook; free() them. told,
 * iterations: may be NULL. */
double *spectral_values(spectral_kind k, tropic_context *c, const tropic_matrix *A, tropic_type type,
                        const spectral_wanted *w, tropic_spectral_report *told, int64_t *iterations);
/* The same call on a matrix of which entries were set and removed, and on one that has these from the start. */
void spectral_check_updates(spectral_kind k, tropic_context *c);

#endif
