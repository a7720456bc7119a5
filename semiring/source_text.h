/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts for run-time compilation, put together from the user's expressions.
 */
#ifndef TP_SOURCE_TEXT_H
#define TP_SOURCE_TEXT_H

#include "semiring/user.h"

TP_BEGIN_C

/* Grows as it is written; without memory it stays `failed`. */
typedef struct tp_source_text {
    const tp_memory *memory;
    char *text;
    size_t length, room;
    bool failed;
    const char *untold; /* an operator in it that has functions alone */
} tp_source_text;

void tp_source_add(tp_source_text *out, const char *format, ...) TP_PRINTF(2, 3);
/* OUT_OF_MEMORY: it failed, `what` it was; NOT_SUPPORTED: an operator in it has no expression. */
tropic_status tp_source_status(tropic_context *context, const tp_source_text *out, const char *what);
/* Releases the text. */
void tp_source_free(tp_source_text *out);

/* typedefs of those of the types that are structs, once each. */
void tp_source_types(tp_source_text *out, const tropic_type *types, int count);
/* Of a user's three. */
void tp_source_own_types(tp_source_text *out, const tp_user *user);
/* For the device: `<type> <name>(<parameters>)` that returns the expression, its line that of the user's. */
void tp_source_function(tp_source_text *out, const tp_user *user, const char *type, const char *name,
                        const char *parameters, const char *expression);

TP_END_C

#endif
