/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings of two operators: any monoid, and any operator that gives its type.
 */
#ifndef TP_COMPOSED_H
#define TP_COMPOSED_H

#include <tropic_host.h>

#include "semiring/evaluate.h"
#include "semiring/semiring.h"

TP_BEGIN_C

/* A monoid's functions, built-in or a user's. */
typedef struct tp_composed_sum {
    tropic_host_operator host; /* first: functions get it as self */
    tp_evaluator of;
} tp_composed_sum;

/* The part of a semiring beside its sum. The two operators' users are held by the semiring's. */
typedef struct tp_composed {
    tropic_host_semiring host; /* first, as above. Size 0: not yet made */
    tropic_operator multiply;
    tp_composed_sum sum; /* from here on made with `host`, under the lock of the semiring's user */
    tp_evaluator product;
    size_t z, x, y; /* sizes of values */
    int packed;     /* products that are made at a time */
    bool any;       /* a sum is its first term */
    bool stops;
} tp_composed;

/* A semiring with the same sums, which products go by in its place: a built-in one if there is one, else itself. NULL
 * for NULL. */
const tropic_semiring *tp_semiring_of_products(const tropic_semiring *semiring);

/* A built-in semiring as one of two operators, which lives as long as the process. The CPU makes its products by lists
 * of operands (composed.c), not by kernels of their own, which takes 2 to 5 times as long. Sums are the same, bit by
 * bit, if their order does not matter. NULL: no lock could be made. */
const tropic_semiring *tp_semiring_composed(const tropic_semiring *builtin);

/* NOT_SUPPORTED if the context's device takes no values of the semiring's types. */
tropic_status tp_semiring_fits(tropic_context *context, const tropic_semiring *semiring);
/* Do a semiring's functions work on the calling thread alone? Those that tropic_define.h makes hold a dozen values on
 * the stack, and a helper's is small. */
bool tp_semiring_alone(const tropic_semiring *semiring);

/* The functions of a semiring that is not built in. COMPILE_ERROR, NOT_SUPPORTED: as of its operators. */
tropic_status tp_semiring_host(tropic_context *context, const tropic_semiring *semiring,
                               const tropic_host_semiring **host);

TP_END_C

#endif
