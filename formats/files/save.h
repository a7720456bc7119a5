/* SPDX-License-Identifier: Apache-2.0
 *
 * What the writers ask of a matrix before they write it.
 */
#ifndef TP_SAVE_H
#define TP_SAVE_H

#include "formats/files/writer.h"

/* What to do where a format cannot hold a matrix that another can. */
#define TP_INSTEAD ": write a Matrix Market file (.mtx)"

/* NOT_SUPPORTED where values are a user's structs. */
tropic_status tp_refuse_structs(tropic_context *context, tropic_type type);
/* Are A and its transpose the same, values included? */
tropic_status tp_is_symmetric(tropic_context *context, const tropic_matrix *A, bool *symmetric);
/* Entries on and below the diagonal; ids ascend within a row. */
tropic_offset tp_count_lower(tropic_index rows, const tropic_offset *offsets, const tropic_index *ids);
/* These three name the format with its article. NOT_SUPPORTED where a value is infinite or NaN: no reader takes it. */
tropic_status tp_refuse_special(tropic_context *context, const tropic_matrix *A, const void *values,
                                const char *format);
/* NOT_SUPPORTED where A is bipartite, or has no vertex. */
tropic_status tp_refuse_shape(tropic_context *context, const tropic_matrix *A, const char *format);
/* NOT_SUPPORTED where a value is no integer from `least` to INT64_MAX. */
tropic_status tp_refuse_fractions(tropic_context *context, const tropic_matrix *A, const void *values, int64_t least,
                                  const char *format);
/* Value k, such an integer of any type; 1 for a pattern (values NULL). */
int64_t tp_integer_value(const tropic_matrix *A, const void *values, int64_t k);
/* Is there a vertex without any arc? Sets *lone[i] for each vertex; released by the caller. */
tropic_status tp_find_lone(tropic_context *context, const tropic_matrix *A, bool **lone, tropic_index *count);

#endif
