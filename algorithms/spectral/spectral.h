/* SPDX-License-Identifier: Apache-2.0
 *
 * What Katz's, eigenvector centrality and HITS share beside the iteration, and what the two devices do for the last
 * two.
 */
#ifndef TP_SPECTRAL_H
#define TP_SPECTRAL_H

#include "algorithms/power.h"

#include <tropic_spectral.h>

TP_BEGIN_C

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
/* *lambda = an estimate of the greatest eigenvalue (lambda.c); 0 if A'^k x is 0. start: x, without one 1 everywhere.
 * *settled: more products would hardly change it. */
tropic_status tp_spectral_lambda(tp_power *p, const tropic_vector *start, double *lambda, bool *settled);
void tp_spectral_report(const tp_spectral_wanted *wanted, const tp_power_found *found, double lambda);

/* How far iterations have come, in memory of the backend; 0 at first. */
typedef struct tp_spectral_progress {
    double greatest, residual; /* of the last: the greatest value of *next, and by how much a place changed, at most */
    int64_t iterations;
    uint64_t ended;            /* the residual is less than the tolerance, or all is 0: further ones change nothing */
    uint64_t max, change, met; /* a GPU's: the words of both so far, and blocks that have ended; 0 between iterations */
} tp_spectral_progress;

typedef struct tp_spectral_iteration {
    const tp_power *power;
    tropic_vector *x, *next;
    bool adds; /* x to next, first */
    double tolerance;
    tp_spectral_progress *progress;
} tp_spectral_iteration;

/* Values that are added up first, before these sums are. */
#define TP_SPECTRAL_BLOCK 1024

/*   replace     x = next over its greatest value; if that is 0, nothing is changed. next is anything then
 *   sum_blocks  sums[b], in host memory, = the sum of block b of x, or of its squares, over the greatest value */
#define TP_SPECTRAL_CALLS(X, prefix)                                                                                   \
    X(tropic_status, prefix, replace, (tp_spectral_iteration * i))                                                     \
    X(tropic_status, prefix, sum_blocks,                                                                               \
      (const tp_power *p, const tropic_vector *x, double greatest, bool squares, double *sums))

typedef struct tp_spectral_calls {
    TP_SPECTRAL_CALLS(TP_CALL_POINTER, )
} tp_spectral_calls;

TP_SPECTRAL_CALLS(TP_CALL_PROTOTYPE, tp_cpu_spectral_)
TP_SPECTRAL_CALLS(TP_CALL_PROTOTYPE, tp_cuda_spectral_)
extern const tp_spectral_calls tp_cpu_spectral_calls, tp_cuda_spectral_calls;

/* *norm = the sum of x, or with `squares` the root of the sum of its squares: added up in one order on all devices. */
tropic_status tp_spectral_norm(tp_power *p, const tropic_vector *x, bool squares, double *norm);
/* i->progress; released by the second, which accepts NULL there. */
tropic_status tp_spectral_progress_make(tp_spectral_iteration *i);
void tp_spectral_progress_free(tp_spectral_iteration *i);
/* Waits for the iterations that were asked for; *greatest: of the last. */
tropic_status tp_spectral_look(const tp_spectral_iteration *i, tp_power_found *found, double *greatest);

TP_END_C
#endif
