/* SPDX-License-Identifier: Apache-2.0
 *
 * Facts of value types for texts that are compiled at run time.
 */
#ifndef TP_TYPES_H
#define TP_TYPES_H

#include "runtime/runtime.h"

TP_BEGIN_C

/* "int32_t", or a struct's name. */
const char *tp_type_c_name(tropic_type type);
/* As it was defined with; tropic_type_size(type) of a built-in type. */
size_t tp_type_align(tropic_type type);
/* The text between the braces of a struct's definition; NULL of a built-in type. */
const char *tp_type_members(tropic_type type);
/* The type with this C name; false where there is none. */
bool tp_type_find(const char *c_name, tropic_type *type);
/* A 1, which a pattern's entry counts as; of a struct type zeros. */
const void *tp_type_one(tropic_type type);
/* NOT_SUPPORTED if the context's device takes no values of this size. One of `auto` chooses the CPU for such values. */
tropic_status tp_type_fits(tropic_context *context, tropic_type type);
/* The same choice alone, where values stay in memory of the host. */
void tp_type_chooses(tropic_context *context, tropic_type type);
/* Zeros, as many as the largest type has bytes. */
const void *tp_type_zero(void);

TP_END_C

#endif
