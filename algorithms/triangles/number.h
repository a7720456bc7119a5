/* SPDX-License-Identifier: Apache-2.0
 *
 * On the CPU: the earlier and the later neighbours of each vertex, as it is numbered or by descending degree.
 */
#ifndef TP_TRIANGLES_NUMBER_H
#define TP_TRIANGLES_NUMBER_H

#include "formats/matrix/lists.h"

/* Lists ascend. List v of `earlier` has v's neighbours before it, and perhaps others behind these; list v of `later`
 * those behind it, perhaps behind others. */
typedef struct tp_numbered {
    tropic_index n;
    tp_lists earlier, later; /* made: by this; else they are the graph's, both the same */
    bool made;
    tropic_index *vertex; /* with each number; NULL: the same */
} tp_numbered;

/* Of a graph that has the opposite of each arc. */
tropic_status tp_number_by_degree(tropic_context *context, const tp_arcs *arcs, tp_numbered *numbered);
tp_numbered tp_number_as_given(const tp_arcs *arcs);
/* Accepts a zeroed one. */
void tp_numbered_free(tropic_context *context, tp_numbered *numbered);

#endif
