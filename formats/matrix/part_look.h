/* SPDX-License-Identifier: Apache-2.0
 *
 * How a part of a matrix is seen, by those who read it and those who change it. A's lock is held.
 */
#ifndef TP_PART_LOOK_H
#define TP_PART_LOOK_H

#include "formats/matrix/part.h"
#include "formats/matrix/stored.h"

typedef struct tp_part_look {
    tropic_context *context;
    tropic_matrix *A;
    const tp_matrix_part *part;
    tp_orientation by; /* of the lines */
    tropic_index n;    /* ids of a line */
    tp_stored stored;
    tp_lists there;   /* the part's stored entries, by line, of a matrix that lies on a device: see tp_stored.there */
    tp_lists updates; /* by line; values are positions of pending updates. No offsets: there are none */
    tp_lists found;
    tropic_offset *at; /* of each entry: its position among stored values (of `there`), or ~ that of its update */
} tp_part_look;

/* Opens the arrays. What is pending is merged first, if it has become much. */
tropic_status tp_part_open(tropic_context *context, tropic_matrix *A, const tp_matrix_part *part, tp_part_look *w);
/* Finds the entries; *fits as tp_part_read has it. */
tropic_status tp_part_find(tp_part_look *w, bool *fits);
/* Brings `there`, if that is at most so many entries. */
tropic_status tp_part_bring(tp_part_look *w, tropic_offset most, bool *fits);
void tp_part_close(tp_part_look *w);

#endif
