/* SPDX-License-Identifier: Apache-2.0
 *
 * What a table of built-in operators or semirings has not. Such a look-up gives NULL and has no context to keep a
 * message in: the call that is given NULL then names the last one.
 */
#ifndef TP_MISSING_H
#define TP_MISSING_H

#include "runtime/runtime.h"

/* "min_plus over bool", cut where a type of the user's own has a long name; "" where none was missed. One for each
 * thread. */
#define TP_MISSING_LENGTH 96
typedef char tp_missing[TP_MISSING_LENGTH];

/* Keeps what was looked up: entry `number` of a table, called `name` (NULL: there is no such entry). */
void tp_missing_note(tp_missing missing, const char *name, int number, tropic_type type);
/* INVALID_ARGUMENT: `argument`, a built-in one of that kind ("operator", "semiring") or the user's own, is NULL. */
tropic_status tp_missing_fail(tropic_context *context, const char *argument, const char *kind,
                              const tp_missing missing);

#endif
