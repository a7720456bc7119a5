/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts for run-time compilation, put together from the user's expressions.
 */
#ifndef TP_TEXT_H
#define TP_TEXT_H

#include "semiring/user.h"

/* Grows as it is written; without memory it stays `failed`. */
typedef struct tp_writing {
    const tp_memory *memory;
    char *text;
    size_t length, room;
    bool failed;
} tp_writing;

void tp_write_text(tp_writing *out, const char *format, ...) TP_PRINTF(2, 3);
/* Releases the text. */
void tp_writing_end(tp_writing *out);

/* typedefs of those of the three types that are structs, once each. */
void tp_write_types(tp_writing *out, const tp_user *user);
/* For the device: `<type> <name>(<parameters>)` that returns the expression, its line that of the user's. */
void tp_write_function(tp_writing *out, const tp_user *user, const char *type, const char *name,
                       const char *parameters, const char *expression);

#endif
