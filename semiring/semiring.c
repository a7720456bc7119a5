/* SPDX-License-Identifier: Apache-2.0
 *
 * The built-in semirings as data, made from the one table in tropic_algebra.h.
 */
#include "semiring/semiring.h"

#include <string.h>

#include "runtime/types.h"
#include "semiring/missing.h"
#include "semiring/operators.h"

/* The same semiring with the operands of mul exchanged. Commuting operators, and secondi (whose index
 * is the one summed over on either side), are their own. */
#define FLIP_first(NAME) FLIP_##NAME
#define FLIP_second(NAME) FLIP_##NAME
#define FLIP_times(NAME) TROPIC_##NAME
#define FLIP_plus(NAME) TROPIC_##NAME
#define FLIP_min(NAME) TROPIC_##NAME
#define FLIP_max(NAME) TROPIC_##NAME
#define FLIP_land(NAME) TROPIC_##NAME
#define FLIP_pair(NAME) TROPIC_##NAME
#define FLIP_secondi(NAME) TROPIC_##NAME
#define FLIP_PLUS_FIRST TROPIC_PLUS_SECOND
#define FLIP_PLUS_SECOND TROPIC_PLUS_FIRST
#define FLIP_MIN_FIRST TROPIC_MIN_SECOND
#define FLIP_MIN_SECOND TROPIC_MIN_FIRST

/* Does a sum depend on the order of its terms? Floating plus does, and any, where the terms differ. */
#define ORDER_plus(mul, type) (TP_TYPE_##type == TROPIC_FP32 || TP_TYPE_##type == TROPIC_FP64)
#define ORDER_min(mul, type) false
#define ORDER_max(mul, type) false
#define ORDER_lor(mul, type) false
#define ORDER_any(mul, type) ORDER_any_##mul
#define ORDER_any_pair false
#define ORDER_any_secondi true

/* The add as an operator. */
#define ADD_plus TROPIC_PLUS
#define ADD_min TROPIC_MIN
#define ADD_max TROPIC_MAX
#define ADD_lor TROPIC_LOR
#define ADD_any TROPIC_ANY

/* The multiply as an operator. */
#define MULTIPLY_times TROPIC_TIMES
#define MULTIPLY_plus TROPIC_PLUS
#define MULTIPLY_min TROPIC_MIN
#define MULTIPLY_max TROPIC_MAX
#define MULTIPLY_land TROPIC_LAND
#define MULTIPLY_first TROPIC_FIRST
#define MULTIPLY_second TROPIC_SECOND
#define MULTIPLY_pair TROPIC_PAIR
#define MULTIPLY_secondi TROPIC_INDEX

#define ENTRY(type_, NAME, NAME_, add_, mul)                                                                           \
    [TP_SEMIRING_AT(TROPIC_##NAME)][TP_TYPE_##type_] = {.builtin = TROPIC_##NAME,                                      \
                                                        .flipped = FLIP_##mul(NAME),                                   \
                                                        .add = ADD_##add_,                                             \
                                                        .multiply = MULTIPLY_##mul,                                    \
                                                        .name = #NAME_,                                                \
                                                        .type = TP_TYPE_##type_,                                       \
                                                        .x = TP_TYPE_##type_,                                          \
                                                        .y = TP_TYPE_##type_,                                          \
                                                        .uses_first = (TP_LOOKS_AT_##mul & TP_FIRST) != 0,             \
                                                        .uses_second = (TP_LOOKS_AT_##mul & TP_SECOND) != 0,           \
                                                        .order_matters = ORDER_##add_(mul, type_)},
#define ROW(NAME, name, add, mul, types) TP_TYPES_##types(ENTRY, NAME, name, add, mul)

static const tropic_semiring table[TP_SEMIRINGS][TROPIC_TYPES] = {TROPIC_SEMIRING_TABLE(ROW)};

const tropic_semiring *tropic_semiring_builtin(tropic_builtin name, tropic_type type)
{
    const unsigned at = TP_SEMIRING_AT(name);
    if (at < TP_SEMIRINGS && (size_t)type < TROPIC_TYPES && table[at][type].name) return &table[at][type];
    tp_missing_note(TP_MISSING_SEMIRING, (int)name, type);
    return NULL;
}

const tropic_semiring *tp_semiring_known(const tropic_operator *monoid, const tropic_operator *multiply)
{
    const tropic_type type = monoid->z;
    if (monoid->user || multiply->user || multiply->x != type) return NULL;
    /* The table's plus of integers saturates, and keeps the add's identity: it is not the operator. */
    if (multiply->builtin == TROPIC_PLUS && !tp_type_floating(type)) return NULL;
    for (unsigned k = 0; k < TP_SEMIRINGS; k++) {
        const tropic_semiring *s = &table[k][type];
        if (s->name && s->add == monoid->builtin && s->multiply == multiply->builtin) return s;
    }
    return NULL;
}

tropic_semiring tp_semiring_of_user(tp_user *user, const tropic_operator *sum)
{
    return (tropic_semiring){.builtin = TROPIC_BUILTINS,
                             .flipped = TROPIC_BUILTINS,
                             .add = user->known_add,
                             .name = user->name,
                             .type = user->z,
                             .x = user->x,
                             .y = user->y,
                             .uses_first = user->uses_x,
                             .uses_second = user->uses_y,
                             .order_matters = user->order_matters,
                             .user = user,
                             .sum = *sum};
}

tropic_status tp_semiring_null(tropic_context *context)
{
    return tp_missing_fail(context, "semiring", TP_MISSING_SEMIRING);
}

const char *tropic_semiring_name(const tropic_semiring *semiring)
{
    return semiring ? semiring->name : NULL;
}

tropic_type tropic_semiring_type(const tropic_semiring *semiring)
{
    return semiring ? semiring->type : TROPIC_BOOL;
}

const tropic_operator *tropic_semiring_add(const tropic_semiring *semiring)
{
    if (!semiring) return NULL;
    return semiring->sum.user ? &semiring->sum : tropic_operator_builtin(semiring->add, semiring->type);
}

bool tp_semiring_stops(const tropic_semiring *semiring)
{
#define STOPS(NAME, name, add, mul, types) TP_TERMINAL_##add,
    static const bool stops[TP_SEMIRINGS] = {TROPIC_SEMIRING_TABLE(STOPS)};
    return semiring->user ? semiring->user->stops : stops[TP_SEMIRING_AT(semiring->builtin)];
}

bool tp_semiring_secondi(const tropic_semiring *semiring)
{
    return semiring->builtin == TROPIC_ANY_SECONDI || semiring->builtin == TROPIC_MIN_SECONDI;
}

bool tp_semiring_sums_reals(const tropic_semiring *semiring)
{
    return !semiring->user && semiring->add == TROPIC_PLUS &&
           (semiring->type == TROPIC_FP32 || semiring->type == TROPIC_FP64);
}

#define IDENTITY(type, add)                                                                                            \
    case TP_TYPE_##type: {                                                                                             \
        TP_C(type) identity = tp_identity_##add##_##type();                                                            \
        memcpy(value, &identity, sizeof identity);                                                                     \
        break;                                                                                                         \
    }
#define IDENTITY_ROW(NAME, name, add, mul, types)                                                                      \
    case TROPIC_##NAME:                                                                                                \
        switch (semiring->type) {                                                                                      \
            TP_TYPES_##types(IDENTITY, add) default : break;                                                           \
        }                                                                                                              \
        break;

void tp_semiring_identity(const tropic_semiring *semiring, void *value)
{
    switch (semiring->builtin) {
        TROPIC_SEMIRING_TABLE(IDENTITY_ROW)
    default: break;
    }
}
