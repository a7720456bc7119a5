/* SPDX-License-Identifier: Apache-2.0
 *
 * The memory of a matrix's forms, and the forms that can be evicted.
 */
#ifndef TP_MATRIX_FORMS_EVICT_H
#define TP_MATRIX_FORMS_EVICT_H

#include "formats/matrix/matrix.h"

TP_BEGIN_C

/* Entries of the arrays, into which updates are not merged yet. */
tropic_offset tp_matrix_merged_count(const tropic_matrix *A);
/* Bytes of one orientation's own arrays, and of the dense form's, in one memory. */
size_t tp_side_bytes(const tropic_matrix *A, const tp_side *side, tp_orientation o);
size_t tp_dense_bytes(const tropic_matrix *A, const tp_side *form);

/* finish.c: merges pending updates, of which there are some, into the arrays. The lock is held. */
tropic_status tp_matrix_finish(tropic_context *context, tropic_matrix *A);

/* From now on A is asked to evict forms that it can do without (runtime/evict.h). The lock is held, or nobody else has
 * A yet. */
void tp_matrix_enter_cache(tropic_matrix *A);
/* The context's call reaches one of A's forms, or the terms that it keeps, which then stay until the call ends, or, if
 * the caller captures the stream in a graph of his own, for as long as A does. The lock is held. */
void tp_matrix_hold(tropic_context *context, tropic_matrix *A, tp_side *form);
void tp_symbolic_hold(tropic_context *context, tropic_matrix *A);

TP_END_C
#endif
