/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of a matrix on a device, which pending updates are merged into. The lock is held.
 */
#ifndef TP_THERE_H
#define TP_THERE_H

#include "formats/matrix/lists.h"

TP_BEGIN_C

/* Has the host lists of A, or a dense form? */
static inline bool tp_stored_is_here(const tropic_matrix *A)
{
    return A->host.dense.present || A->host.sides[tp_matrix_here(A)].present;
}
/* Lists on the context's device, of the orientation *o if it has these (else *o is the other's), into which updates can
 * be merged there; NULL: there are none. */
tp_side *tp_stored_there(const tropic_context *context, const tropic_matrix *A, tp_orientation *o);
/* Has the device such lists, and the host none? Then an update needs nothing but a place, for nobody looks whether it
 * replaces an entry (TP_STORED_UNKNOWN), */
bool tp_stored_is_there(const tropic_context *context, const tropic_matrix *A);
/* count.c: until this does, and corrects A's count. It needs no memory; the context may be NULL. */
tropic_status tp_stored_resolve(tropic_context *context, tropic_matrix *A);
/* The lists of a side, which a device has. */
tp_lists tp_stored_lists(const tropic_matrix *A, const tp_side *side, tp_orientation o);
/* forms/download.c: the host gets the arrays of a device, of whichever orientation that has: A's count is theirs. */
tropic_status tp_matrix_download(tropic_context *context, tropic_matrix *A);

TP_END_C

#endif
