/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of a matrix on a device that were assigned all their places: what they then have waits there, in an array of
 * its own, so that nothing of it comes to the host. Nobody looks at what they had, but for its count, once that is
 * asked for.
 */
#ifndef TP_GIVEN_LINES_H
#define TP_GIVEN_LINES_H

#include "formats/matrix/pending.h"
#include "formats/matrix/there.h"

TP_BEGIN_C

/* Of a line, whose number of stored entries is known or not (tp_pending.stored of by_line). */
typedef struct tp_given_line {
    tropic_offset first, count; /* where its entries are in the array */
    bool all;                   /* it has all places; there are no ids, but room for them */
    tropic_offset begin, end;   /* where it was among the stored ones; known with their number */
} tp_given_line;

typedef struct tp_given_lines {
    int device;
    const tp_backend *owner;
    tp_memory memory;
    tropic_index *ids; /* on the device, as the values */
    void *values;
    tropic_offset count, room; /* entries, those of lines that were given again included */
    tp_pending *by_line;       /* places (line, 0), with a tp_given_line; nothing is removed */
} tp_given_lines;

/* given_add.c. A row, in all its places, becomes entries in memory of the context's device: `count` ids, ascending
 * (NULL: all places), and values of A's type. They are copied in the order of the context's stream. *done false: A does
 * not have its rows there, and nothing has happened. Thread-safe.
 * Status: OUT_OF_MEMORY, OUT_OF_DEVICE_MEMORY, after which A is as it was. */
tropic_status tp_given_line_add(tropic_context *context, tropic_matrix *A, tropic_index line, const tropic_index *ids,
                                const void *values, tropic_offset count, bool *done);
static inline tp_given_line *tp_given_at(const tp_given_lines *g, int64_t k)
{
    return (tp_given_line *)g->by_line->values + k;
}
/* Entries of the lines, and those that they had as far as these are counted: the last are not A's any more. */
static inline tropic_offset tp_given_entries(const tp_given_lines *g)
{
    tropic_offset count = 0;
    for (int64_t k = 0; k < g->by_line->count; k++) count += tp_given_at(g, k)->count;
    return count;
}
static inline tropic_offset tp_given_replaced(const tp_given_lines *g)
{
    tropic_offset count = 0;
    for (int64_t k = 0; k < g->by_line->count; k++)
        if (g->by_line->stored[k] == TP_STORED) count += tp_given_at(g, k)->end - tp_given_at(g, k)->begin;
    return count;
}
static inline void tp_given_release(const tp_given_lines *g)
{
    void *const arrays[] = {g->ids, g->values};
    g->owner->mirror_release(&g->memory, g->device, arrays, 2);
}
/* As tp_stored_resolve. */
tropic_status tp_given_resolve(tropic_context *context, tropic_matrix *A);
/* As tp_finish_there; and on the host, whose lists *lists of A's (without the lines) become *made. */
tropic_status tp_given_finish_there(tropic_context *context, tropic_matrix *A, tp_side *side, tp_orientation o);
tropic_status tp_given_finish_here(tropic_context *context, tropic_matrix *A, const tp_lists *lists, tp_lists *made);

TP_END_C

#endif
