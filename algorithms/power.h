/* SPDX-License-Identifier: Apache-2.0
 *
 * What power iterations share: products of a graph and a vector of all vertices, in FP64 or FP32, by weights or without
 * them, until values change little.
 */
#ifndef TP_POWER_H
#define TP_POWER_H

#include "algorithms/run.h"

TP_BEGIN_C

typedef struct tp_power {
    tp_run run;
    tropic_type type; /* of the values */
    bool weighted;    /* false of a pattern, whose weights are all 1 */
    const tropic_matrix *given;
    const tropic_matrix *weights; /* the one given, or with its values in that type */
    const tropic_semiring *semiring;
} tp_power;

/* Begins the run on A, and checks a result vector of that name, whose type is that of the values. */
tropic_status tp_power_begin(tp_power *p, const tropic_matrix *A, const tropic_vector *result, const char *name,
                             bool weighted);
/* Makes ready what products read. Weights are not checked. */
tropic_status tp_power_prepare(tp_power *p);
/* INVALID_ARGUMENT if a weight is negative or NaN. sum: that of all weights. */
tropic_status tp_power_check_numbers(const tp_power *p, double sum);
/* INVALID_ARGUMENT if a weight is negative, infinite or NaN, or all together are out of the range in which the squares
 * of sums of them are numbers of the type. */
tropic_status tp_power_check_weights(const tp_power *p);
/* INVALID_ARGUMENT if a tolerance or a maximum of iterations is negative, NaN ...; 0 becomes the default. */
tropic_status tp_power_check_limits(tropic_context *context, double *tolerance, double usual_tolerance,
                                    int32_t *iterations, int32_t usual_iterations);

/* In a reproducible context each list is summed in its order, on both devices. */
tropic_strategy tp_power_strategy(const tp_power *p);
/* to = A' from, or with TP_BY_ROW A from, into an array of the type; places without an arc stay. */
tropic_status tp_power_product(const tp_power *p, void *to, const tropic_vector *from, tp_orientation orientation);

/* *made = FP64, the values of `given` in all places, divided by their sum if `scale`. INVALID_ARGUMENT if one is
 * negative, or the sum is not finite, or to scale by and 0. */
tropic_status tp_power_given(const tp_power *p, tropic_vector **made, const tropic_vector *given, const char *name,
                             bool scale);
/* x = value in all places; *made = a vector of the type that has it; x = x / by. */
tropic_status tp_power_fill(const tp_power *p, tropic_vector *x, double value);
tropic_status tp_power_make(const tp_power *p, tropic_vector **made, double value);
tropic_status tp_power_divide(const tp_power *p, tropic_vector *x, double by);
/* *made = of the type: `start` over its greatest value; 1 in all places if that is NULL. */
tropic_status tp_power_start(const tp_power *p, tropic_vector **made, const tropic_vector *start);
/* The greatest value of x, which has some. */
tropic_status tp_power_greatest(const tp_power *p, const tropic_vector *x, double *greatest);

/* How far a loop has come. */
typedef struct tp_power_found {
    int64_t iterations;
    double residual;
    bool ended;    /* no further iteration is of use */
    double growth; /* of the residual in an iteration, of the later ones; 0: not known */
} tp_power_found;

typedef struct tp_power_loop {
    int32_t most;
    double tolerance;
    tropic_status (*once)(void *of); /* one iteration */
    /* Sets found->iterations and ->residual, and may set ->ended; waits for the iterations that were asked for. */
    tropic_status (*look)(void *of, tp_power_found *found);
    void *of;
} tp_power_loop;

/* Iterates until the residual is less than the tolerance, or `most` times. */
tropic_status tp_power_iterate(const tp_run *run, const tp_power_loop *loop, tp_power_found *found);
/* The run's report: so many iterations, of so many products each. */
void tp_power_report(tp_power *p, const tp_power_found *found, int products);

TP_END_C
#endif
