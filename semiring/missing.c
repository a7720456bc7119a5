/* SPDX-License-Identifier: Apache-2.0 */
#include "semiring/missing.h"

#include <stdio.h>

/* Room for "min_plus over bool", cut where a type of the user's own has a long name. */
#define LENGTH 96

static _Thread_local struct {
    tp_missing table;
    char what[LENGTH];
} last;

/* Of an enumerator of either table; NULL: of none. */
static const char *name_of(int name)
{
#define CASE(NAME, name_, ...)                                                                                         \
    case TROPIC_##NAME: return #name_;
    switch (name) {
        TROPIC_OPERATOR_TABLE(CASE)
        TROPIC_SEMIRING_TABLE(CASE)
    default: return NULL;
    }
}

void tp_missing_note(tp_missing table, int name, tropic_type type)
{
    const char *over = tropic_type_name(type), *known = name_of(name);
    char number[16], place[16];
    snprintf(number, sizeof number, "%d", name);
    snprintf(place, sizeof place, "type %d", (int)type);
    snprintf(last.what, sizeof last.what, "%s over %s", known ? known : number, over ? over : place);
    last.table = table;
}

tropic_status tp_missing_fail(tropic_context *context, const char *argument, tp_missing table)
{
    if (last.table != table) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", argument);
    return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                   "%s is NULL: the last call of tropic_%s_builtin failed, there is no %s", argument,
                   table == TP_MISSING_OPERATOR ? "operator" : "semiring", last.what);
}
