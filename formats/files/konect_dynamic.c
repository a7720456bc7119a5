/* SPDX-License-Identifier: Apache-2.0
 *
 * Edges that come and go: lines in the order of edges, then of times, then of the file, are done again one by one.
 */
#include "formats/files/konect_dynamic.h"
#include "formats/matrix/build/filter.h"

#include <stdlib.h>

typedef struct event {
    tropic_index i, j;
    uint64_t time; /* ascends as the times do */
    int64_t line;
} event;

static int compare(const void *a, const void *b)
{
    const event *x = a, *y = b;
    if (x->i != y->i) return x->i < y->i ? -1 : 1;
    if (x->j != y->j) return x->j < y->j ? -1 : 1;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* Of an integer, or of the bits of a double: below zero, larger bits mean a smaller number. */
static uint64_t ascending(const tp_entries *e, tropic_offset k)
{
    const uint64_t sign = (uint64_t)1 << 63;
    uint64_t bits;
    double real;
    if (!e->values) return 0;
    if (e->type == TROPIC_INT32) return (uint64_t)((const int32_t *)e->values)[k] ^ sign;
    if (e->type == TROPIC_INT64) return (uint64_t)((const int64_t *)e->values)[k] ^ sign;
    real = ((const double *)e->values)[k] + 0.0; /* -0 becomes 0 */
    memcpy(&bits, &real, sizeof bits);
    return bits & sign ? ~bits : bits | sign;
}

static void list_events(const tp_entries *e, event *events)
{
    for (tropic_offset k = 0; k < e->count; k++) {
        const tropic_index i = e->row_ids[k], j = e->col_ids[k];
        const bool swapped = e->mirrored && i > j;
        events[k] = (event){swapped ? j : i, swapped ? i : j, ascending(e, k), k};
    }
}

/* stays[line]: its edge is there in the end, and this line added it. Returns how many took away nothing. */
static int64_t replay(const event *events, int64_t count, const int8_t *change, bool *stays)
{
    int64_t there = -1, nothing = 0; /* the line that added the edge */
    for (int64_t k = 0; k < count; k++) {
        const event *at = &events[k];
        const bool last = k + 1 == count || at->i != at[1].i || at->j != at[1].j;
        if (change[at->line] < 0) {
            nothing += there < 0;
            there = -1;
        } else if (there < 0) {
            there = at->line;
        }
        if (!last) continue;
        if (there >= 0) stays[there] = true;
        there = -1;
    }
    return nothing;
}

static bool does_stay(const tp_entries *e, tropic_offset k, const void *stays)
{
    (void)e;
    return ((const bool *)stays)[k];
}

static void drop_times(tropic_context *context, tp_entries *e)
{
    tp_release(&context->memory, e->values);
    e->values = NULL;
    e->type = TROPIC_BOOL;
    e->narrowed = false;
}

tropic_status tp_konect_replay(tropic_context *context, tp_entries *e, const int8_t *change, int64_t *nothing)
{
    const tp_memory *memory = &context->memory;
    event *events = NULL;
    bool *stays = NULL;
    tropic_status status = TROPIC_OK;

    *nothing = 0;
    if (e->count > 0) {
        events = tp_allocate(memory, e->count, sizeof *events);
        stays = tp_allocate_zero(memory, e->count, sizeof *stays);
        if (!events || !stays) status = tp_out_of_memory(context, "the edges of a file");
    }
    if (status == TROPIC_OK && events) {
        list_events(e, events);
        qsort(events, (size_t)e->count, sizeof *events, compare);
        *nothing = replay(events, e->count, change, stays);
        status = tp_progress(context, 0);
    }
    drop_times(context, e);
    if (status == TROPIC_OK && events) tp_entries_filter(e, does_stay, stays);
    tp_release(memory, events);
    tp_release(memory, stays);
    return status;
}
