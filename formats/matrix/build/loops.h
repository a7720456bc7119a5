/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops that a matrix is made without, and the facts that are kept of them.
 */
#ifndef TP_LOOPS_H
#define TP_LOOPS_H

#include "formats/matrix/matrix.h"

TP_BEGIN_C

/* *loops: copies of e's loops, in e's order, which the caller frees; e has them no more, unless it is borrowed. */
tropic_status tp_loops_take(tropic_context *context, tp_entries *e, tp_entries *loops);
/* A->loops: these loops, with duplicates combined as entries would be; their ids are lost. Status: as of
 * tp_matrix_build. */
tropic_status tp_loops_note(tropic_context *context, tropic_matrix *A, tp_entries *loops, tropic_duplicates duplicates);
/* to->loops, of which there was nothing, = from->loops. */
tropic_status tp_loops_copy(tropic_context *context, tropic_matrix *to, const tropic_matrix *from);
void tp_loops_forget(tropic_matrix *A);

TP_END_C
#endif
