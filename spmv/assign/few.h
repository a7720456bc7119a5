/* SPDX-License-Identifier: Apache-2.0
 *
 * What is assigned to a small part of a matrix: on the host the part becomes what the assignment makes of it, and that
 * stays pending (formats/matrix/part.h), so that the rest of the matrix is not written anew.
 */
#ifndef TP_ASSIGN_FEW_H
#define TP_ASSIGN_FEW_H

#include "formats/matrix/part.h"
#include "spmv/matrix_calls.h"

/* The ids of a list, ascending. */
typedef struct tp_sorted {
    const tropic_index *ids;
    tropic_index count;
    tropic_index *from; /* where each was in the list; NULL: there, too */
    tropic_index *made; /* memory of ids, if these are others */
} tp_sorted;

/* *distinct: no id occurs twice. On success the caller closes it. */
tropic_status tp_sorted_open(tropic_context *context, const tp_indices *list, tp_sorted *s, bool *distinct);
void tp_sorted_close(tropic_context *context, tp_sorted *s);

/* C<mask> (accum)= T at the places of a part; elsewhere C stays as it is. */
typedef struct tp_few {
    tp_matrix_output *o;
    bool masked;
    tropic_type mask_type;
    tp_matrix_part part;
    tp_lists T, mask; /* of the part's lines, in memory of the context */
} tp_few;

/* May it be written so? `masked`: there is a mask, which is not C itself. `pattern`: T has no values. `bounded`: the
 * mask and replace do not reach beyond the part. */
bool tp_few_may(const tp_matrix_output *o, bool masked, bool pattern, bool bounded);
/* *placed: list l has the entries of list from[l] (NULL: l), at the places that the list has for their ids. */
tropic_status tp_few_place(tropic_context *context, const tp_lists *lists, const tp_sorted *lines,
                           const tp_indices *list, tp_lists *placed);
/* *done: it was few, and C has it now. */
tropic_status tp_few_write(tp_few *f, bool *done);
void tp_few_close(tp_few *f);

#endif
