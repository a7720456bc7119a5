/* SPDX-License-Identifier: Apache-2.0
 *
 * Degrees that are numbers of arcs, on a CPU. Less a whole number near their mean they are small, 4 bytes each, and
 * their sums over lists are exact. Of an undirected graph each edge is looked at once. An arc moves 4 bytes and gathers
 * 4; a product would gather 8, for twice as many arcs.
 */
#include "algorithms/degree/whole.h"
#include "runtime/threads.h"

#include <math.h>

/* Vertices whose sums are added up first, whatever thread does it, so that the result is the same. */
#define SUM_BLOCK 1024

typedef struct looking {
    const tp_arcs *out;
    double *loops;
} looking;

static void find_some(const void *of, int64_t begin, int64_t end)
{
    const looking *l = of;
    const tropic_index *ids = l->out->ids;
    for (int64_t v = begin; v < end; v++) {
        tropic_offset at = l->out->offsets[v], left = l->out->offsets[v + 1] - at;
        if (left == 0) {
            l->loops[v] = 0;
            continue;
        }
        /* No branch: which half has v cannot be foretold. */
        while (left > 1) {
            const tropic_offset half = left / 2;
            at += ids[at + half] <= v ? half : 0;
            left -= half;
        }
        l->loops[v] = ids[at] == v;
    }
}

void tp_degree_find_loops(tropic_context *context, const tp_arcs *out, double *loops)
{
    const looking l = {out, loops};
    tp_for(tp_team_for(context, out->lists), out->lists, TP_CHUNK_ANY, find_some, &l);
}

/* Sums over the arcs of a block's vertices: first of degrees, then less the number near their mean. */
typedef struct sums {
    double tails, heads, both, tail_squares, head_squares, loops;
    double least[2], greatest[2]; /* of all vertices: tails, heads */
} sums;

typedef struct correlation {
    const tp_degree_ends *e;
    tropic_index n;
    double tail_shift, head_shift;
    int32_t *head; /* degrees less the shift */
    sums *blocks;
} correlation;

static void widen(sums *s, int which, double value)
{
    s->least[which] = value < s->least[which] ? value : s->least[which];
    s->greatest[which] = value > s->greatest[which] ? value : s->greatest[which];
}

static double arcs_of(const tp_arcs *arcs, int64_t v)
{
    return (double)(arcs->offsets[v + 1] - arcs->offsets[v]);
}

static void survey(const void *of, int64_t begin, int64_t end)
{
    const correlation *c = of;
    for (int64_t b = begin; b < end; b++) {
        const int64_t stop = (b + 1) * SUM_BLOCK < c->n ? (b + 1) * SUM_BLOCK : c->n;
        sums s = {.least = {INFINITY, INFINITY}, .greatest = {-INFINITY, -INFINITY}};
        for (int64_t v = b * SUM_BLOCK; v < stop; v++) {
            s.tails += arcs_of(&c->e->out, v) * c->e->tail[v];
            s.heads += arcs_of(&c->e->in, v) * c->e->head[v];
            widen(&s, 0, c->e->tail[v]);
            widen(&s, 1, c->e->head[v]);
        }
        c->blocks[b] = s;
    }
}

static void shift(const void *of, int64_t begin, int64_t end)
{
    const correlation *c = of;
    for (int64_t v = begin; v < end; v++) c->head[v] = (int32_t)(c->e->head[v] - c->head_shift);
}

/* The sum of the heads of v's arcs; if each has its opposite, of those to lower vertices, and it is seen if v has a
 * loop. */
static int64_t heads_of(const correlation *c, int64_t v)
{
    const tropic_index *ids = c->e->out.ids;
    const int32_t *head = c->head;
    const tropic_index below = c->e->loops ? (tropic_index)v : TROPIC_INDEX_MAX;
    const tropic_offset end = c->e->out.offsets[v + 1];
    tropic_offset k = c->e->out.offsets[v];
    int64_t sum = 0;
    for (; k + 3 < end && ids[k + 3] < below; k += 4) /* lists are ascending */
        sum += (int64_t)head[ids[k]] + head[ids[k + 1]] + head[ids[k + 2]] + head[ids[k + 3]];
    for (; k < end && ids[k] < below; k++) sum += head[ids[k]];
    if (c->e->loops) c->e->loops[v] = k < end && ids[k] == v;
    return sum;
}

static void add(const void *of, int64_t begin, int64_t end)
{
    const correlation *c = of;
    for (int64_t b = begin; b < end; b++) {
        const int64_t stop = (b + 1) * SUM_BLOCK < c->n ? (b + 1) * SUM_BLOCK : c->n;
        sums s = {0};
        for (int64_t v = b * SUM_BLOCK; v < stop; v++) {
            const double x = c->e->tail[v] - c->tail_shift, y = c->head[v], sum = (double)heads_of(c, v);
            const double out = arcs_of(&c->e->out, v), in = arcs_of(&c->e->in, v);
            const double loops = c->e->loops ? c->e->loops[v] : 0;
            s.both += c->e->loops ? x * (2 * sum + loops * y) : x * sum;
            s.loops += loops;
            s.tails += out * x;
            s.heads += in * y;
            s.tail_squares += out * x * x;
            s.head_squares += in * y * y;
        }
        c->blocks[b] = s;
    }
}

static sums all_of(const correlation *c, int64_t blocks)
{
    sums all = c->blocks[0];
    for (int64_t b = 1; b < blocks; b++) {
        const sums *s = &c->blocks[b];
        all.tails += s->tails;
        all.heads += s->heads;
        all.both += s->both;
        all.loops += s->loops;
        all.tail_squares += s->tail_squares;
        all.head_squares += s->head_squares;
        for (int k = 0; k < 2; k++) {
            widen(&all, k, s->least[k]);
            widen(&all, k, s->greatest[k]);
        }
    }
    return all;
}

/* *all = the sums over all arcs, unless degrees differ by too much. */
static bool add_all(tp_run *run, correlation *c, sums *all)
{
    const int64_t n = run->n, blocks = (n + SUM_BLOCK - 1) / SUM_BLOCK;
    const double count = (double)run->A->count;
    tp_for(tp_team_for(run->context, n), blocks, TP_CHUNK_ANY, survey, c);
    *all = all_of(c, blocks);
    if (!(all->greatest[0] - all->least[0] <= INT32_MAX && all->greatest[1] - all->least[1] <= INT32_MAX)) return false;
    /* Sums of x - shift say as much as those of x - mean, and are those of whole numbers. */
    c->tail_shift = nearbyint(all->tails / count);
    c->head_shift = nearbyint(all->heads / count);
    tp_for(tp_team_for(run->context, n), n, TP_CHUNK_ANY, shift, c);
    tp_for(tp_team_for(run->context, n + run->A->count), blocks, TP_CHUNK_ANY, add, c);
    *all = all_of(c, blocks);
    return true;
}

tropic_status tp_degree_correlate(tp_run *run, const tp_degree_ends *e, bool *fits, double *r)
{
    const int arrays = run->arena.count;
    const int64_t n = run->n;
    const double count = (double)run->A->count;
    correlation c = {.e = e, .n = run->n};
    sums all;
    *r = NAN;
    *fits = true;
    if (run->A->count == 0) return TROPIC_OK;
    c.head = tp_arena_array(&run->arena, n, sizeof *c.head);
    c.blocks = tp_arena_array(&run->arena, (n + SUM_BLOCK - 1) / SUM_BLOCK, sizeof *c.blocks);
    TP_TRY(tp_arena_check(&run->arena, "degrees of ends"));
    *fits = add_all(run, &c, &all);
    if (*fits && all.loops > 0) {
        /* Mostly there are none. Else they are known now, and degrees have them. */
        for (tropic_index v = 0; v < n; v++) e->tail[v] += e->loops[v];
        *fits = add_all(run, &c, &all);
    }
    if (*fits) {
        const double tails = all.tail_squares - all.tails / count * all.tails;
        const double heads = all.head_squares - all.heads / count * all.heads;
        if (tails > 0 && heads > 0) *r = (all.both - all.tails / count * all.heads) / (sqrt(tails) * sqrt(heads));
    }
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}
