/* SPDX-License-Identifier: Apache-2.0
 *
 * A semiring, as the host knows it.
 */
#ifndef TP_SEMIRING_H
#define TP_SEMIRING_H

#include "semiring/operator.h"

struct tropic_semiring {
    tropic_builtin builtin; /* TROPIC_BUILTINS: a user's */
    tropic_builtin flipped; /* with mul's operands exchanged; itself where mul commutes */
    tropic_builtin_operator add;
    tropic_builtin_operator
        multiply; /* of a built-in one: secondi is TROPIC_INDEX, of the place that it sees as its row */
    const char *name;
    tropic_type type; /* of products and sums */
    tropic_type x, y; /* of mul's operands */
    bool uses_first;  /* mul looks at its first operand's value */
    bool uses_second;
    bool order_matters;           /* the sum depends on the order of its terms */
    tp_user *user;                /* NULL: built-in */
    tropic_operator sum;          /* of a user's: the add as an operator */
    struct tp_composed *composed; /* of a user's that is made of two operators; else NULL */
};

/* The built-in ones, by position in the table. */
#define TP_SEMIRINGS (TROPIC_BUILTINS - TROPIC_BUILTINS_FIRST)
#define TP_SEMIRING_AT(name) ((unsigned)(name)-TROPIC_BUILTINS_FIRST)

TP_BEGIN_C

/* The built-in one that sums such products; NULL: the table has none. */
const tropic_semiring *tp_semiring_known(const tropic_operator *monoid, const tropic_operator *multiply);
/* One with a user's facts and this add. */
tropic_semiring tp_semiring_of_user(tp_user *user, const tropic_operator *sum);

/* INVALID_ARGUMENT: a semiring is NULL; with the last that this thread looked up in vain, if it was a semiring. */
tropic_status tp_semiring_null(tropic_context *context);

/* May a sum stop early, at a value that no further term changes? */
bool tp_semiring_stops(const tropic_semiring *semiring);

/* Does the multiply give the index summed over? Of a built-in one. */
bool tp_semiring_secondi(const tropic_semiring *semiring);
/* Is it a built-in one whose add is plus of FP32 or FP64? Then 0 makes 0 of -0.0; the value that changes no term is
 * -0.0. */
bool tp_semiring_sums_reals(const tropic_semiring *semiring);

/* The identity of the add, as a value of the semiring's type. Of a built-in one. */
void tp_semiring_identity(const tropic_semiring *semiring, void *value);

TP_END_C

#endif
