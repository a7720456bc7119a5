/* SPDX-License-Identifier: Apache-2.0
 *
 * Cycles: their first vertex, loops, and how messages name them.
 */
#include "algorithms/cycles/cycles.h"
#include "formats/matrix/list_at.h"

#include <inttypes.h>
#include <stdio.h>

/* So many vertices of a cycle stand in a message; of a longer one these, and its length. */
#define TEXT_VERTICES 8

static void reverse(tropic_index *begin, tropic_index *end)
{
    for (; begin < end; begin++) {
        const tropic_index moved = *--end;
        *end = *begin;
        *begin = moved;
    }
}

void tp_cycle_begin_least(tropic_index *vertex, tropic_index length, bool turn)
{
    tropic_index least = 0;
    for (tropic_index k = 1; k < length; k++)
        if (vertex[k] < vertex[least]) least = k;
    reverse(vertex, vertex + least);
    reverse(vertex + least, vertex + length);
    reverse(vertex, vertex + length);
    if (turn && length > 2 && vertex[length - 1] < vertex[1]) reverse(vertex + 1, vertex + length);
}

tropic_index tp_first_loop(const tp_arcs *arcs)
{
    for (tropic_index v = 0; v < arcs->lists; v++) {
        const tropic_offset end = arcs->offsets[v + 1], at = tp_find_id(arcs->ids, arcs->offsets[v], end, v);
        if (at < end && arcs->ids[at] == v) return v;
    }
    return -1;
}

const char *tp_cycle_text(const tropic_matrix *A, const tp_cycle *cycle, const char *arrow, char text[TP_CYCLE_TEXT])
{
    const bool is_long = cycle->length > TEXT_VERTICES;
    const tropic_index shown = is_long ? TEXT_VERTICES : cycle->length;
    int at = 0;
    for (tropic_index k = 0; k < shown; k++)
        at += snprintf(text + at, (size_t)(TP_CYCLE_TEXT - at), "%" PRId64 " %s ",
                       tropic_matrix_label(A, cycle->vertex[k]), arrow);
    if (is_long) at += snprintf(text + at, (size_t)(TP_CYCLE_TEXT - at), "... %s ", arrow);
    at += snprintf(text + at, (size_t)(TP_CYCLE_TEXT - at), "%" PRId64, tropic_matrix_label(A, cycle->vertex[0]));
    if (is_long) snprintf(text + at, (size_t)(TP_CYCLE_TEXT - at), ", of %d vertices", cycle->length);
    return text;
}
