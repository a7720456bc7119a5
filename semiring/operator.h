/* SPDX-License-Identifier: Apache-2.0
 *
 * An operator, as the host knows it.
 */
#ifndef TP_OPERATOR_H
#define TP_OPERATOR_H

#include "semiring/user.h"

TP_BEGIN_C

struct tropic_operator {
    tropic_builtin_operator builtin; /* TROPIC_OPERATORS: a user's */
    const char *name;
    tropic_type z, x, y;
    bool uses_x, uses_y; /* looks at the value */
    bool monoid;         /* has an identity */
    tp_user *user;       /* NULL: built-in */
};

/* Does a built-in operator look at the row or the column? */
bool tp_operator_reads_places(tropic_builtin_operator op);
/* The same of any operator. (A user's semiring may do so in its multiply alone.) */
bool tp_operator_sees_places(const tropic_operator *op);
/* May a sum under the monoid stop early, at a value that no further term changes? Of integers
 * nobody asks: few have such a value under min, max and times, and bor and band go with them. */
bool tp_operator_stops(const tropic_operator *monoid);
/* NOT_SUPPORTED if the context's device takes no values of op's types. */
tropic_status tp_operator_fits(tropic_context *context, const tropic_operator *op);
/* INVALID_ARGUMENT: the operator `argument` is NULL; with the last that a look-up of this thread did not find. */
tropic_status tp_operator_null(tropic_context *context, const char *argument);
/* TYPE_MISMATCH: the operator `argument` does not map two values of the type to one. */
tropic_status tp_operator_check(tropic_context *context, const char *argument, const tropic_operator *op,
                                tropic_type type);

TP_END_C
#endif
