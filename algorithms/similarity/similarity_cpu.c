/* SPDX-License-Identifier: Apache-2.0
 *
 * Similarity of vertices on the CPU: the pattern without loops, the weights of common neighbours, and blocks, whose
 * rows are found side by side.
 */
#include "algorithms/similarity/similarity_cpu.h"
#include "spmv/cpu_backend.h"

#include <string.h>

/* tp_similarity_limits: steps take about a tenth of a second. (Not measured.) */
#define PAIRS ((int64_t)1 << 20)
#define ROWS (1 << 16)
#define STEPS ((int64_t)1 << 27)
#define BITS 64

struct tp_similarity_space {
    const tp_similarity *s;
    const tp_similarity_wanted *wanted;
    tp_similarity_limits limits;
    const int64_t *steps;
    tp_team team;
    tp_similarity_spa *spas;
    int64_t *place, *count;
};

/* ---- the pattern ---- */

static int64_t count_loops(const tp_arcs *arcs)
{
    int64_t loops = 0;
    for (tropic_index v = 0; v < arcs->lists; v++) {
        const tropic_offset end = arcs->offsets[v + 1];
        const tropic_offset at = tp_find_id(arcs->ids, arcs->offsets[v], end, v);
        loops += at < end && arcs->ids[at] == v;
    }
    return loops;
}

/* A copy without loops. */
static tropic_status drop_loops(tp_run *run, tp_arcs *arcs, int64_t loops)
{
    tropic_offset *offsets, at = 0;
    tropic_index *ids;
    if (loops == 0) return TROPIC_OK;
    TP_TRY(tp_need_memory(run->context, &run->context->work,
                          ((size_t)run->n + 1) * sizeof *offsets + (size_t)(arcs->count - loops) * sizeof *ids,
                          "similarities of %d vertices", run->n));
    offsets = tp_arena_array(&run->arena, (int64_t)run->n + 1, sizeof *offsets);
    ids = tp_arena_array(&run->arena, arcs->count - loops, sizeof *ids);
    TP_TRY(tp_arena_check(&run->arena, TP_SIMILARITY_DOING));
    for (tropic_index v = 0; v < run->n; v++) {
        offsets[v] = at;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++)
            if (arcs->ids[k] != v) ids[at++] = arcs->ids[k];
    }
    offsets[run->n] = at;
    arcs->count = at;
    arcs->offsets = offsets;
    arcs->ids = ids;
    return TROPIC_OK;
}

static tropic_status weigh(tp_run *run, tp_similarity *s)
{
    double *weight;
    if (!tp_similarity_weighted(s->measure)) return TROPIC_OK;
    TP_TRY(tp_need_memory(run->context, &run->context->work, (size_t)s->n * sizeof *weight,
                          "similarities of %d vertices", s->n));
    weight = tp_arena_array(&run->arena, s->n, sizeof *weight);
    TP_TRY(tp_arena_check(&run->arena, TP_SIMILARITY_DOING));
    for (tropic_index w = 0; w < s->n; w++)
        weight[w] = tp_similarity_weight(s->measure, (double)(s->in.offsets[w + 1] - s->in.offsets[w]));
    s->weight = weight;
    return TROPIC_OK;
}

tropic_status tp_cpu_similarity_prepare(tp_run *run, tp_similarity *s, bool outgoing)
{
    int64_t loops;
    TP_TRY(tp_run_host_arcs(run, true, &s->out));
    loops = count_loops(&s->out);
    TP_TRY(drop_loops(run, &s->out, loops));
    s->in = s->out;
    if (outgoing && !tp_run_symmetric(run)) {
        TP_TRY(tp_run_host_arcs(run, false, &s->in));
        TP_TRY(drop_loops(run, &s->in, loops));
    }
    return weigh(run, s);
}

/* ---- blocks ---- */

typedef struct counting {
    const tp_similarity *s;
    int64_t *steps;
} counting;

static void count_steps(const void *of, int64_t begin, int64_t end)
{
    const counting *c = of;
    const tp_similarity *s = c->s;
    for (int64_t u = begin; u < end; u++) {
        int64_t steps = 0;
        for (tropic_offset k = s->out.offsets[u]; k < s->out.offsets[u + 1]; k++)
            steps += s->in.offsets[s->out.ids[k] + 1] - s->in.offsets[s->out.ids[k]];
        c->steps[u] = steps;
    }
}

tropic_status tp_cpu_similarity_survey(tp_run *run, tp_similarity *s, const tp_similarity_wanted *wanted,
                                       int64_t *steps, tp_similarity_limits *limits)
{
    const counting c = {s, steps};
    (void)wanted;
    tp_for(tp_team_for(run->context, s->n + s->out.count), s->n, TP_CHUNK_ANY, count_steps, &c);
    *limits = (tp_similarity_limits){.pairs = PAIRS, .steps = STEPS, .reached = INT64_MAX, .rows = ROWS};
    return TROPIC_OK;
}

/* The arrays of each thread, cut from three. */
static tropic_status make_spas(tp_run *run, tp_similarity_space *p)
{
    const tp_similarity *s = p->s;
    const int threads = p->team.threads;
    const size_t size = s->weight ? sizeof *p->spas->sum : sizeof *p->spas->common;
    int64_t words[TP_SIMILARITY_LEVELS], all = 0, below = s->n;
    char *counts;
    tropic_index *reached;
    uint64_t *bits;
    for (int l = 0; l < TP_SIMILARITY_LEVELS; l++) {
        below = words[l] = (below + BITS - 1) / BITS;
        all += words[l];
    }
    p->spas = tp_arena_zeros(&run->arena, threads, sizeof *p->spas);
    counts = tp_arena_zeros(&run->arena, (int64_t)threads * s->n, size);
    reached = tp_arena_array(&run->arena, threads * ((int64_t)s->n + 1), sizeof *reached);
    bits = tp_arena_zeros(&run->arena, threads * all, sizeof *bits);
    TP_TRY(tp_arena_check(&run->arena, TP_SIMILARITY_DOING));
    for (int t = 0; t < threads; t++, counts += size * (size_t)s->n, reached += (int64_t)s->n + 1) {
        tp_similarity_spa *spa = &p->spas[t];
        if (s->weight)
            spa->sum = (double *)(void *)counts;
        else
            spa->common = (int32_t *)(void *)counts;
        spa->reached = reached;
        for (int l = 0; l < TP_SIMILARITY_LEVELS; bits += words[l++]) spa->bits[l] = bits;
    }
    return TROPIC_OK;
}

tropic_status tp_cpu_similarity_open(tp_run *run, const tp_similarity *s, const tp_similarity_wanted *wanted,
                                     const tp_similarity_limits *limits, int64_t pairs, const int64_t *steps,
                                     tp_similarity_space **space)
{
    tp_similarity_space *p = tp_arena_zeros(&run->arena, 1, sizeof *p);
    int64_t all = 0;
    size_t each /* bytes of a vertex and thread; of bits, an eighth and a little */, bytes;
    TP_TRY(tp_arena_check(&run->arena, TP_SIMILARITY_DOING));
    for (tropic_index u = 0; u < s->n; u++) all += steps[u];
    *p = (tp_similarity_space){s, wanted, *limits, steps, tp_team_for(run->context, all), NULL, NULL, NULL};
    each = (s->weight ? sizeof *p->spas->sum : sizeof *p->spas->common) + sizeof *p->spas->reached + 1;
    bytes = (size_t)p->team.threads * (size_t)s->n * each + ROWS * (sizeof *p->place + sizeof *p->count);
    TP_TRY(tp_need_memory(run->context, &run->context->work, bytes + (size_t)pairs * TP_SIMILARITY_PAIR_BYTES,
                          "similarities of %d vertices by %d threads", s->n, p->team.threads));
    TP_TRY(make_spas(run, p));
    p->place = tp_arena_array(&run->arena, ROWS, sizeof *p->place);
    p->count = tp_arena_array(&run->arena, ROWS, sizeof *p->count);
    *space = p;
    return tp_arena_check(&run->arena, TP_SIMILARITY_DOING);
}

/* (The caller may still be taking the pairs of the block before.) */
tropic_status tp_cpu_similarity_launch(tp_run *run, tp_similarity_space *p, const tp_similarity_block *block)
{
    (void)run, (void)p, (void)block;
    return TROPIC_OK;
}

/* Moves the pairs of all rows together. */
static void close_up(const tp_similarity_space *p, tp_similarity_block *block)
{
    int64_t at = 0;
    for (tropic_index r = 0; r < block->rows; r++) {
        const int64_t count = p->count[r], place = p->place[r];
        if (place != at) {
            memmove(block->to + at, block->to + place, (size_t)count * sizeof *block->to);
            memmove(block->score + at, block->score + place, (size_t)count * sizeof *block->score);
        }
        for (int64_t k = 0; k < count; k++) block->from[at++] = block->first + r;
    }
    block->count = at;
}

tropic_status tp_cpu_similarity_collect(tp_run *run, tp_similarity_space *p, tp_similarity_block *block)
{
    const tp_similarity_places places = {block->first, block->rows, p->place, p->count, block->to, block->score};
    int64_t pairs = 0, steps = 0;
    for (tropic_index r = 0; r < block->rows; r++) {
        const tropic_index u = block->first + r;
        p->place[r] = pairs;
        pairs += tp_similarity_room(p->s->n, p->wanted, &p->limits, u, p->steps[u]);
        steps += p->steps[u];
    }
    tp_similarity_rows(tp_team_of(tp_team_for(run->context, steps), p->team.threads), p->s, p->wanted, p->spas,
                       &places);
    close_up(p, block);
    return TROPIC_OK;
}

const tp_similarity_calls tp_cpu_similarity_calls = {TP_SIMILARITY_CALLS(TP_CALL_ROW, tp_cpu_similarity_)};
