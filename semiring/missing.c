/* SPDX-License-Identifier: Apache-2.0 */
#include "semiring/missing.h"

#include <stdio.h>

void tp_missing_note(tp_missing missing, const char *name, int number, tropic_type type)
{
    const char *over = tropic_type_name(type);
    char entry[16], place[16];
    snprintf(entry, sizeof entry, "%d", number);
    snprintf(place, sizeof place, "type %d", (int)type);
    snprintf(missing, TP_MISSING_LENGTH, "%s over %s", name ? name : entry, over ? over : place);
}

tropic_status tp_missing_fail(tropic_context *context, const char *argument, const char *kind, const tp_missing missing)
{
    if (!*missing) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", argument);
    return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                   "%s is NULL: there is no built-in %s %s, the last that was looked up in vain", argument, kind,
                   missing);
}
