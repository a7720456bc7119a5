/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts for run-time compilation, put together from the user's expressions.
 */
#ifndef TP_SOURCE_TEXT_H
#define TP_SOURCE_TEXT_H

#include "semiring/user.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Grows as it is written; without memory it stays `failed`. */
typedef struct tp_script {
    const tp_memory *memory;
    char *text;
    size_t length, room;
    bool failed;
} tp_script;

void tp_script_add(tp_script *out, const char *format, ...) TP_PRINTF(2, 3);
/* Releases the text. */
void tp_script_free(tp_script *out);

/* typedefs of those of the types that are structs, once each. */
void tp_script_types(tp_script *out, const tropic_type *types, int count);
/* Of a user's three. */
void tp_script_own_types(tp_script *out, const tp_user *user);
/* For the device: `<type> <name>(<parameters>)` that returns the expression, its line that of the user's. */
void tp_script_function(tp_script *out, const tp_user *user, const char *type, const char *name, const char *parameters,
                        const char *expression);

#ifdef __cplusplus
}
#endif

#endif
