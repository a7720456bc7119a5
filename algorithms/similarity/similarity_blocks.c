/* SPDX-License-Identifier: Apache-2.0
 *
 * All rows of a result, in blocks: as many rows as there is room for the pairs that they may have. Pairs are handed on
 * in order, while a GPU finds those of the next block.
 */
#include "algorithms/similarity/similarity.h"

typedef struct plan {
    tp_similarity *s;
    const tp_similarity_wanted *wanted;
    tp_similarity_limits limits;
    int64_t *steps; /* of each row */
    int64_t room;   /* for pairs of a block */
    int64_t all;    /* steps */
} plan;

static int64_t room_of(const plan *p, tropic_index u)
{
    return tp_similarity_room(p->s->n, p->wanted, &p->limits, u, p->steps[u]);
}

static tropic_status make_plan(tp_run *run, plan *p)
{
    const tropic_index n = p->s->n;
    int64_t longest = 0, pairs = 0;
    TP_TRY(tp_need_memory(run->context, &run->context->work, (size_t)n * sizeof *p->steps,
                          "similarities of %d vertices", n));
    p->steps = tp_arena_array(&run->arena, n, sizeof *p->steps);
    TP_TRY(tp_arena_check(&run->arena, TP_SIMILARITY_DOING));
    TP_TRY(TP_BACKEND_PART(run->context, similarity)->survey(run, p->s, p->wanted, p->steps, &p->limits));
    for (tropic_index u = 0; u < n; u++) {
        const int64_t room = room_of(p, u);
        p->all += p->steps[u];
        pairs += room;
        if (room > longest) longest = room;
    }
    p->room = longest > p->limits.pairs ? longest : pairs < p->limits.pairs ? pairs : p->limits.pairs;
    return TROPIC_OK;
}

/* The next rows; returns their steps. */
static int64_t choose_rows(const plan *p, tp_similarity_block *block)
{
    int64_t pairs = 0, steps = 0;
    block->first += block->rows;
    for (block->rows = 0; block->first + block->rows < p->s->n && block->rows < p->limits.rows; block->rows++) {
        const tropic_index u = block->first + block->rows;
        const int64_t room = room_of(p, u);
        if (block->rows > 0 && (pairs + room > p->room || steps + p->steps[u] > p->limits.steps)) break;
        pairs += room;
        steps += p->steps[u];
    }
    return steps;
}

tropic_status tp_similarity_blocks(tp_run *run, tp_similarity *s, const tp_similarity_wanted *wanted,
                                   tropic_similarity_take *take, void *user, tropic_similarity_report *report)
{
    tropic_context *context = run->context;
    const tp_similarity_calls *calls = TP_BACKEND_PART(context, similarity);
    plan p = {.s = s, .wanted = wanted};
    tp_similarity_block block = {.first = 0}, next;
    tp_similarity_space *space;
    int64_t steps;
    TP_TRY(make_plan(run, &p));
    TP_TRY(calls->open(run, s, wanted, &p.limits, p.room, p.steps, &space));
    block.from = tp_arena_array(&run->arena, p.room, sizeof *block.from);
    block.to = tp_arena_array(&run->arena, p.room, sizeof *block.to);
    block.score = tp_arena_array(&run->arena, p.room, sizeof *block.score);
    TP_TRY(tp_arena_check(&run->arena, TP_SIMILARITY_DOING));
    steps = choose_rows(&p, &block);
    if (block.rows > 0) TP_TRY(calls->launch(run, space, &block));
    for (int64_t done = 0; block.rows > 0; block = next) {
        TP_TRY(tp_progress(context, p.all > 0 ? (double)done / (double)p.all : 0));
        TP_TRY(calls->collect(run, space, &block));
        done += steps;
        next = block;
        steps = choose_rows(&p, &next);
        if (next.rows > 0) TP_TRY(calls->launch(run, space, &next));
        if (block.count > 0 && !take(block.from, block.to, block.score, block.count, user))
            return tp_fail(context, TROPIC_CANCELLED, "cancelled by the caller");
        report->pairs += block.count;
    }
    report->steps = p.all;
    return TROPIC_OK;
}
