/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertices numbered by descending degree, of equal ones that which came first: a counting sort. Their later neighbours
 * are filtered out of the arcs, and the earlier ones are the other orientation of these, which sorts them.
 */
#include "algorithms/triangles/number.h"

/* Vertices that a thread takes at a time: the first have most of the arcs. */
#define NUMBERS_CHUNK 64

typedef struct numbering {
    const tp_arcs *arcs;
    const tropic_index *vertex, *number; /* with each number, and of each vertex */
    tp_lists *later;
} numbering;

static tropic_index degree(const tp_arcs *arcs, tropic_index v)
{
    return (tropic_index)(arcs->offsets[v + 1] - arcs->offsets[v]);
}

/* before: places 0 .. longest + 1, cleared */
static void sort_by_degree(const tp_arcs *arcs, tropic_index longest, tropic_index *before, tropic_index *vertex,
                           tropic_index *number)
{
    for (tropic_index v = 0; v < arcs->lists; v++) before[(int64_t)longest - degree(arcs, v) + 1]++;
    for (tropic_index d = 0; d < longest; d++) before[d + 1] += before[d];
    for (tropic_index v = 0; v < arcs->lists; v++) {
        const tropic_index at = before[longest - degree(arcs, v)]++;
        vertex[at] = v;
        number[v] = at;
    }
}

static void count_later(const void *of, int64_t begin, int64_t end)
{
    const numbering *m = of;
    for (int64_t i = begin; i < end; i++) {
        const tropic_index v = m->vertex[i];
        tropic_offset count = 0;
        for (tropic_offset k = m->arcs->offsets[v]; k < m->arcs->offsets[v + 1]; k++)
            count += m->number[m->arcs->ids[k]] > i;
        m->later->offsets[i + 1] = count;
    }
}

static void fill_later(const void *of, int64_t begin, int64_t end)
{
    const numbering *m = of;
    for (int64_t i = begin; i < end; i++) {
        const tropic_index v = m->vertex[i];
        tropic_index *to = m->later->ids + m->later->offsets[i];
        for (tropic_offset k = m->arcs->offsets[v]; k < m->arcs->offsets[v + 1]; k++) {
            const tropic_index other = m->number[m->arcs->ids[k]];
            if (other > i) *to++ = other;
        }
    }
}

static tropic_index longest_of(const tp_arcs *arcs)
{
    tropic_index longest = 0;
    for (tropic_index v = 0; v < arcs->lists; v++)
        if (degree(arcs, v) > longest) longest = degree(arcs, v);
    return longest;
}

tropic_status tp_number_by_degree(tropic_context *context, const tp_arcs *arcs, tp_numbered *numbered)
{
    const tp_memory *memory = &context->work;
    const tropic_index longest = longest_of(arcs);
    const tp_team team = tp_team_for(context, arcs->count);
    tropic_index *before = tp_allocate_zero(memory, (int64_t)longest + 2, sizeof *before);
    tropic_index *vertex = tp_allocate(memory, arcs->lists, sizeof *vertex);
    tropic_index *number = tp_allocate(memory, arcs->lists, sizeof *number);
    numbering m = {arcs, vertex, number, &numbered->later};
    tropic_status status = TROPIC_OK;
    *numbered = (tp_numbered){.n = arcs->lists, .made = true, .vertex = vertex};
    if (!before || !vertex || !number) status = tp_out_of_memory(context, "an order of vertices");
    if (status == TROPIC_OK) {
        sort_by_degree(arcs, longest, before, vertex, number);
        status = tp_lists_allocate_offsets(context, memory, &numbered->later, arcs->lists, 0);
    }
    if (status == TROPIC_OK) {
        tp_for(team, arcs->lists, NUMBERS_CHUNK, count_later, &m);
        status = tp_lists_allocate_entries(context, memory, &numbered->later);
    }
    if (status == TROPIC_OK) {
        tp_for(team, arcs->lists, NUMBERS_CHUNK, fill_later, &m);
        status = tp_transpose(context, memory, &numbered->later, arcs->lists, &numbered->earlier);
    }
    tp_release(memory, before);
    tp_release(memory, number);
    return status;
}

tp_numbered tp_number_as_given(const tp_arcs *arcs)
{
    const tp_lists lists = {.lists = arcs->lists,
                            .count = arcs->count,
                            .offsets = (tropic_offset *)arcs->offsets,
                            .ids = (tropic_index *)arcs->ids};
    return (tp_numbered){.n = arcs->lists, .earlier = lists, .later = lists};
}

void tp_numbered_free(tropic_context *context, tp_numbered *numbered)
{
    tp_release(&context->work, numbered->vertex);
    if (!numbered->made) return;
    tp_lists_free(&context->work, &numbered->earlier);
    tp_lists_free(&context->work, &numbered->later);
}
