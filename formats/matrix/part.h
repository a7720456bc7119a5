/* SPDX-License-Identifier: Apache-2.0
 *
 * A small part of a matrix: some of its rows, or of its columns, and there all places or some. It is seen with what is
 * pending, and what it becomes is pending, so that the rest of the matrix is not touched.
 */
#ifndef TP_PART_H
#define TP_PART_H

#include "formats/matrix/lists.h"

typedef struct tp_matrix_part {
    bool by_column;            /* lines are columns; else rows */
    const tropic_index *lines; /* ascending, as the ids */
    tropic_index count;
    const tropic_index *ids; /* of the places in a line; NULL: all */
    tropic_index id_count;
} tp_matrix_part;

/* How many entries are few enough that A's other entries would take longer. */
tropic_offset tp_part_most(const tropic_matrix *A);
/* Has A its arrays, and the host or the context's device its entries as they are looked up and merged there? Or would
 * others be made now, of a device's that works on them? */
bool tp_part_at_hand(tropic_context *context, const tropic_matrix *A);

/* *entries: list l is line lines[l], in memory of the context; on success the caller frees it. *fits: the part has few
 * entries, and they are found soon; else nothing is made. Thread-safe.
 * Cost: O(lines x ids log n), of lines that have lists; else O(rows log n). */
tropic_status tp_part_read(tropic_context *context, const tropic_matrix *A, const tp_matrix_part *part, bool *fits,
                           tp_lists *entries);

/* *after = what the entries become, likewise lists by line, within the part, in memory of the context. */
typedef tropic_status tp_part_make(tropic_context *context, const tp_lists *before, void *of, tp_lists *after);
/* The part's entries become those that are made of them; where they do not fit, nothing happens. `anew`: whatever they
 * were, which then need not be found (before has none). Status: of `make`; OUT_OF_MEMORY, after which A is as it was.
 */
tropic_status tp_part_change(tropic_context *context, tropic_matrix *A, const tp_matrix_part *part, bool anew,
                             tp_part_make *make, void *of, bool *fits);

/* A is no more what its file says, but for the labels: an operation has written it. */
void tp_matrix_forget_file(tropic_matrix *A);

#endif
