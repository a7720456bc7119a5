/* SPDX-License-Identifier: Apache-2.0
 *
 * The built-in operators as data, made from the one table in tropic_algebra.h.
 */
#include "semiring/operator.h"

#include "runtime/types.h"
#include "semiring/coded.h"
#include "semiring/missing.h"

/* Is `op` among these? */
#define BIT(op) (UINT64_C(1) << (op))
#define OF_PLACES                                                                                                      \
    (BIT(TROPIC_ROW_INDEX) | BIT(TROPIC_COL_INDEX) | BIT(TROPIC_DIAGONAL_INDEX) | BIT(TROPIC_TRIL) |                   \
     BIT(TROPIC_TRIU) | BIT(TROPIC_DIAGONAL) | BIT(TROPIC_OFF_DIAGONAL) | BIT(TROPIC_ROW_LE) | BIT(TROPIC_ROW_GT) |    \
     BIT(TROPIC_COL_LE) | BIT(TROPIC_COL_GT))
#define BLIND_TO_X (BIT(TROPIC_SECOND) | BIT(TROPIC_PAIR) | BIT(TROPIC_INDEX) | OF_PLACES)
#define OF_X_ALONE (BIT(TROPIC_ABS) | BIT(TROPIC_AINV) | BIT(TROPIC_MINV) | BIT(TROPIC_LNOT) | BIT(TROPIC_BNOT))
#define BLIND_TO_Y (BIT(TROPIC_FIRST) | BIT(TROPIC_ANY) | BIT(TROPIC_PAIR) | BIT(TROPIC_INDEX) | OF_X_ALONE)
#define MONOIDS                                                                                                        \
    (BIT(TROPIC_ANY) | BIT(TROPIC_PLUS) | BIT(TROPIC_TIMES) | BIT(TROPIC_MIN) | BIT(TROPIC_MAX) | BIT(TROPIC_LOR) |    \
     BIT(TROPIC_LAND) | BIT(TROPIC_LXOR) | BIT(TROPIC_LXNOR) | BIT(TROPIC_BOR) | BIT(TROPIC_BAND) | BIT(TROPIC_BXOR) | \
     BIT(TROPIC_BXNOR))

#define RESULT_SAME(type) TP_TYPE_##type
#define RESULT_BOOL(type) TROPIC_BOOL

#define ENTRY(type, NAME, name, result)                                                                                \
    [TROPIC_##NAME][TP_TYPE_##type] = {TROPIC_##NAME,                                                                  \
                                       #name,                                                                          \
                                       RESULT_##result(type),                                                          \
                                       TP_TYPE_##type,                                                                 \
                                       TP_TYPE_##type,                                                                 \
                                       !(BLIND_TO_X & BIT(TROPIC_##NAME)),                                             \
                                       !(BLIND_TO_Y & BIT(TROPIC_##NAME)),                                             \
                                       (MONOIDS & BIT(TROPIC_##NAME)) != 0,                                            \
                                       NULL},
#define ROW(NAME, name, result, types) TP_TYPES_##types(ENTRY, NAME, name, result)

static const tropic_operator table[TROPIC_OPERATORS][TROPIC_TYPES] = {TROPIC_OPERATOR_TABLE(ROW)};

const tropic_operator *tropic_operator_builtin(tropic_builtin_operator name, tropic_type type)
{
    const bool known = (size_t)name < TROPIC_OPERATORS && (size_t)type < TROPIC_TYPES;
    if (known && table[name][type].name) return &table[name][type];
    tp_missing_note(TP_MISSING_OPERATOR, (int)name, type);
    return NULL;
}

bool tp_operator_reads_places(tropic_builtin_operator op)
{
    return ((OF_PLACES | BIT(TROPIC_INDEX)) & BIT(op)) != 0;
}

bool tp_operator_sees_places(const tropic_operator *op)
{
    return op->user ? op->user->uses_places : tp_operator_reads_places(op->builtin);
}

bool tp_operator_stops(const tropic_operator *monoid)
{
    const tropic_builtin_operator op = monoid->builtin;
    if (monoid->user) return monoid->user->stops;
    return op == TROPIC_ANY ||
           (monoid->z == TROPIC_BOOL && (tp_absorbs_bool8(op, false) || tp_absorbs_bool8(op, true)));
}

tropic_status tp_operator_fits(tropic_context *context, const tropic_operator *op)
{
    TP_TRY(tp_type_fits(context, op->z));
    TP_TRY(tp_type_fits(context, op->x));
    return tp_type_fits(context, op->y);
}

tropic_status tp_operator_null(tropic_context *context, const char *argument)
{
    return tp_missing_fail(context, argument, TP_MISSING_OPERATOR);
}

tropic_status tp_operator_check(tropic_context *context, const char *argument, const tropic_operator *op,
                                tropic_type type)
{
    if (op->z == type && op->x == type && op->y == type) return TROPIC_OK;
    return tp_fail(context, TROPIC_TYPE_MISMATCH, "%s %s does not map two values of %s to one", argument, op->name,
                   tropic_type_name(type));
}

const char *tropic_operator_name(const tropic_operator *op)
{
    return op ? op->name : NULL;
}
