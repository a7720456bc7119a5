/* SPDX-License-Identifier: Apache-2.0
 *
 * All rows of a result, in blocks: as many rows as there is room for the pairs that they may have. The rows of a block
 * are found side by side, and handed on in their order.
 */
#include "algorithms/similarity/similarity.h"
#include "spmv/cpu_backend.h"

#include <string.h>

#define DOING "similarities"
/* Of a block: pairs that it has room for (or more, if one row may have more), its rows, and its steps of two, after
 * which progress is told: about a tenth of a second. (Not measured.) */
#define PAIRS ((int64_t)1 << 20)
#define ROWS (1 << 16)
#define STEPS ((int64_t)1 << 27)
#define BITS 64

typedef struct plan {
    const tp_similarity *s;
    tropic_index best;
    int64_t *steps; /* of each row */
    int64_t room;   /* for pairs of a block */
    int64_t all;    /* steps */
} plan;

static void count_steps(const void *of, int64_t begin, int64_t end)
{
    const plan *p = of;
    const tp_similarity *s = p->s;
    for (int64_t u = begin; u < end; u++) {
        int64_t steps = 0;
        for (tropic_offset k = s->out.offsets[u]; k < s->out.offsets[u + 1]; k++)
            steps += s->in.offsets[s->out.ids[k] + 1] - s->in.offsets[s->out.ids[k]];
        p->steps[u] = steps;
    }
}

/* The pairs that a row has at most. */
static int64_t bound(const plan *p, tropic_index u)
{
    const int64_t others = p->best > 0 ? (int64_t)p->s->n - 1 : (int64_t)p->s->n - 1 - u;
    int64_t most = p->steps[u] < others ? p->steps[u] : others;
    if (p->best > 0 && p->best < most) most = p->best;
    return most;
}

static tropic_status make_plan(tp_run *run, plan *p)
{
    const tropic_index n = p->s->n;
    int64_t longest = 0, pairs = 0;
    p->steps = tp_arena_array(&run->arena, n, sizeof *p->steps);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    tp_for(tp_team_for(run->context, n + p->s->out.count), n, TP_CHUNK_ANY, count_steps, p);
    for (tropic_index u = 0; u < n; u++) {
        const int64_t most = bound(p, u);
        p->all += p->steps[u];
        pairs += most;
        if (most > longest) longest = most;
    }
    p->room = longest > PAIRS ? longest : pairs < PAIRS ? pairs : PAIRS;
    return TROPIC_OK;
}

/* The arrays of each thread, cut from three. */
static tropic_status make_lanes(tp_run *run, const tp_similarity *s, int threads, tp_similarity_lane **lanes)
{
    const size_t size = s->weight ? sizeof *(*lanes)->sum : sizeof *(*lanes)->common;
    int64_t words[TP_SIMILARITY_LEVELS], all = 0, below = s->n;
    char *counts;
    tropic_index *reached;
    uint64_t *bits;
    for (int l = 0; l < TP_SIMILARITY_LEVELS; l++) {
        below = words[l] = (below + BITS - 1) / BITS;
        all += words[l];
    }
    *lanes = tp_arena_zeros(&run->arena, threads, sizeof **lanes);
    counts = tp_arena_zeros(&run->arena, (int64_t)threads * s->n, size);
    reached = tp_arena_array(&run->arena, threads * ((int64_t)s->n + 1), sizeof *reached);
    bits = tp_arena_zeros(&run->arena, threads * all, sizeof *bits);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    for (int t = 0; t < threads; t++, counts += size * (size_t)s->n, reached += (int64_t)s->n + 1) {
        tp_similarity_lane *lane = &(*lanes)[t];
        if (s->weight)
            lane->sum = (double *)(void *)counts;
        else
            lane->common = (int32_t *)(void *)counts;
        lane->reached = reached;
        for (int l = 0; l < TP_SIMILARITY_LEVELS; bits += words[l++]) lane->bits[l] = bits;
    }
    return TROPIC_OK;
}

/* ---- blocks ---- */

/* The next rows; returns their steps. */
static int64_t choose_rows(const plan *p, tp_similarity_block *block)
{
    int64_t pairs = 0, steps = 0;
    block->first += block->rows;
    for (block->rows = 0; block->first + block->rows < p->s->n && block->rows < ROWS; block->rows++) {
        const tropic_index u = block->first + block->rows;
        const int64_t most = bound(p, u);
        if (block->rows > 0 && (pairs + most > p->room || steps + p->steps[u] > STEPS)) break;
        block->place[block->rows] = pairs;
        pairs += most;
        steps += p->steps[u];
    }
    return steps;
}

/* Moves the pairs of all rows together; returns how many there are. */
static int64_t close_up(const tp_similarity_block *block, tropic_index *from)
{
    int64_t at = 0;
    for (tropic_index r = 0; r < block->rows; r++) {
        const int64_t count = block->count[r], place = block->place[r];
        if (place != at) {
            memmove(block->to + at, block->to + place, (size_t)count * sizeof *block->to);
            memmove(block->score + at, block->score + place, (size_t)count * sizeof *block->score);
        }
        for (int64_t k = 0; k < count; k++) from[at++] = block->first + r;
    }
    return at;
}

tropic_status tp_similarity_blocks(tp_run *run, const tp_similarity *s, const tp_similarity_wanted *wanted,
                                   tropic_similarity_take *take, void *user, tropic_similarity_report *report)
{
    tropic_context *context = run->context;
    plan p = {.s = s, .best = wanted->best};
    tp_similarity_block block = {.first = 0};
    tp_similarity_lane *lanes;
    tropic_index *from;
    tp_team team;
    size_t each; /* bytes of a vertex and thread; of bits, an eighth and a little */
    const size_t pair = 2 * sizeof *from + sizeof *block.score, row = sizeof *block.place + sizeof *block.count;
    TP_TRY(make_plan(run, &p));
    team = tp_team_for(context, p.all);
    each = (s->weight ? sizeof *lanes->sum : sizeof *lanes->common) + sizeof *lanes->reached + 1;
    run->host = (size_t)team.threads * (size_t)s->n * each + (size_t)p.room * pair + ROWS * row;
    TP_TRY(tp_need_memory(context, &context->memory, run->host, "similarities of %d vertices by %d threads", s->n,
                          team.threads));
    run->host += (size_t)s->n * sizeof *p.steps;
    TP_TRY(make_lanes(run, s, team.threads, &lanes));
    from = tp_arena_array(&run->arena, p.room, sizeof *from);
    block.to = tp_arena_array(&run->arena, p.room, sizeof *block.to);
    block.score = tp_arena_array(&run->arena, p.room, sizeof *block.score);
    block.place = tp_arena_array(&run->arena, ROWS, sizeof *block.place);
    block.count = tp_arena_array(&run->arena, ROWS, sizeof *block.count);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    for (int64_t done = 0; block.first + block.rows < s->n;) {
        const int64_t steps = choose_rows(&p, &block);
        int64_t count;
        TP_TRY(tp_progress(context, p.all > 0 ? (double)done / (double)p.all : 0));
        tp_similarity_rows(tp_team_of(tp_team_for(context, steps), team.threads), s, wanted, lanes, &block);
        count = close_up(&block, from);
        if (count > 0 && !take(from, block.to, block.score, count, user))
            return tp_fail(context, TROPIC_CANCELLED, "cancelled by the caller");
        report->pairs += count;
        done += steps;
    }
    report->steps = p.all;
    return TROPIC_OK;
}
