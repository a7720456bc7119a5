/* SPDX-License-Identifier: Apache-2.0
 *
 * Names that a table of built-in operators or semirings lacks. The look-up of one gives NULL and has no context to keep
 * a message in: the call that is given NULL then names the last one of its thread, if that was of the same table.
 */
#ifndef TP_MISSING_H
#define TP_MISSING_H

#include "runtime/runtime.h"

typedef enum tp_missing { TP_MISSING_NONE, TP_MISSING_OPERATOR, TP_MISSING_SEMIRING } tp_missing;

/* Keeps the name that was looked up: an enumerator, maybe of the other table, or any number. */
void tp_missing_note(tp_missing table, int name, tropic_type type);
/* INVALID_ARGUMENT: `argument`, of that table or the user's own, is NULL. */
tropic_status tp_missing_fail(tropic_context *context, const char *argument, tp_missing table);

#endif
