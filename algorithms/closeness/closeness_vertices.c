/* SPDX-License-Identifier: Apache-2.0
 *
 * Closeness of vertices, one by one: what a search against the arcs from a vertex tells of it.
 */
#include "algorithms/closeness/closeness.h"

typedef struct by_vertices {
    tp_closeness *c;
    tp_many_searches searches;
    tp_closeness_lengths *lengths;
    tp_search_found *found;   /* of a chunk's searches */
    tropic_index first, some; /* that chunk */
    tp_closeness_sums *sums;  /* of the list's vertices */
} by_vertices;

/* Searches whose numbers are held at a time. */
#define FOUND_MAX (1 << 16)

static tropic_status begin(void *of, tropic_index *step)
{
    by_vertices *v = of;
    tp_run *run = v->c->run;
    const tropic_index room = v->c->count < FOUND_MAX ? v->c->count : FOUND_MAX;
    if (v->c->options->weighted) {
        *step = 1;
        return tp_closeness_lengths_begin(v->c, &v->lengths);
    }
    if (!v->c->options->outgoing) tp_run_reverse(run);
    v->found = tp_arena_array(&run->arena, room, sizeof *v->found);
    TP_TRY(tp_arena_check(&run->arena, "the searches"));
    v->searches.sources = v->c->list;
    v->searches.count = v->c->count;
    v->searches.part = 1;
    return tp_many_searches_begin(run, &v->searches, step);
}

static tropic_status take(void *of, tropic_index first, tropic_index count)
{
    by_vertices *v = of;
    const double all = v->c->count;
    for (tropic_index done = 0, some; done < count; done += some) {
        const tropic_index at = first + done;
        some = count - done;
        if (v->lengths) {
            some = 1;
            TP_TRY(tp_closeness_lengths_of(v->c, v->lengths, v->c->list[at], at / all, 1 / all, &v->sums[at]));
            continue;
        }
        if (some > FOUND_MAX) some = FOUND_MAX;
        TP_TRY(tp_many_searches_take(v->c->run, &v->searches, at, some, v->found));
        for (tropic_index k = 0; k < some; k++)
            v->sums[at + k] = (tp_closeness_sums){.reached = (double)(v->found[k].reached - 1),
                                                  .sum = (double)v->found[k].sum,
                                                  .inverse = v->found[k].inverse};
    }
    return TROPIC_OK;
}

/* The sums are there. */
static tropic_status fetch(void *of)
{
    (void)of;
    return TROPIC_OK;
}

tropic_status tp_closeness_by_vertices(tp_closeness *c)
{
    tp_arena *arena = &c->run->arena;
    by_vertices v = {.c = c};
    tp_long_run all = tp_closeness_long_run(c);
    tropic_status status;
    v.sums = tp_arena_zeros(arena, c->count, sizeof *v.sums);
    TP_TRY(tp_arena_check(arena, "the sums"));
    all.of = &v;
    all.begin = begin;
    all.take = take;
    all.fetch = fetch;
    all.progress.part[0] = (tp_checkpoint_part){v.sums, 0, sizeof *v.sums, true};
    status = tp_closeness_do(c, &all);
    tp_many_searches_end(c->run, &v.searches);
    for (tropic_index k = 0; k < c->done; k++)
        c->value[c->list[k]] = tp_closeness_value(c, &v.sums[k], (double)c->run->n - 1);
    return status;
}
