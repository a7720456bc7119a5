/* SPDX-License-Identifier: Apache-2.0
 *
 * Which vertices are searched from next, and when bounds are given up.
 */
#include "algorithms/eccentricity/bounds_one.h"
#include "algorithms/eccentricity/by_bounds.h"
#include "algorithms/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many times as many vertices as are wanted are listed on average: fewer than these, or too many, are rare. And of
 * several rounds. */
#define LISTED_PART 1.5
#define LISTED_PART_AHEAD 3
/* Vertices of later rounds, so that those of a round that is broken off have room behind them. */
#define SPARE_MAX (TP_BOUNDS_LISTED - TROPIC_BFS_BATCH)

/* *found = the classes of all vertices. */
static tropic_status survey(tp_bounding *e, tp_bounds_classes *found)
{
    tp_run *run = e->of->run;
    tp_bounds_classes parts[TP_BOUNDS_PARTS];
    e->view.most = e->of->options->diameter ? (int32_t)tp_eccentricity_most(e->of) : -1;
    TP_TRY(tp_bounding_calls(e)->survey(run->context, &e->view, e->parts));
    TP_TRY(run->backend->download(run->context, parts, e->parts, sizeof parts));
    tp_bounds_none(found);
    for (int k = 0; k < TP_BOUNDS_PARTS; k++) tp_bounds_add(found, &parts[k]);
    if (found->end >= 0 && found->known > tp_eccentricity_most(e->of)) tp_bounding_meet(e, found->end, found->known, 0);
    return TROPIC_OK;
}

/* The vertex of a key with the greatest degree. */
static tropic_status pick_widest(tp_bounding *e, int64_t key, tropic_index *picked)
{
    tp_run *run = e->of->run;
    const int64_t zero = 0;
    uint64_t widest;
    TP_TRY(run->backend->fill(run->context, e->widest, TROPIC_INT64, &zero, 1));
    TP_TRY(tp_bounding_calls(e)->widest(run->context, &e->view, key, run->out.offsets, e->widest));
    TP_TRY(run->backend->download(run->context, &widest, e->widest, sizeof widest));
    *picked = tp_bounds_widest_vertex(widest);
    return TROPIC_OK;
}

/* A vertex, and its hash, which is the greater part. */
static uint64_t hashed(const tp_bounding *e, tropic_index v)
{
    return (uint64_t)tp_bounds_hash(&e->view, v) << 32 | (uint32_t)v;
}

static int ascending(const void *a, const void *b)
{
    const uint64_t u = *(const uint64_t *)a, v = *(const uint64_t *)b;
    return (u > v) - (u < v);
}

/* Adds some of the `count` vertices of a key to the `*width` that are picked: all if there is room, else those of the
 * least hashes. */
static tropic_status pick_some(tp_bounding *e, int64_t key, tropic_index count, tropic_index *width)
{
    tp_run *run = e->of->run;
    const double room = TROPIC_BFS_BATCH - *width, part = e->ahead ? LISTED_PART_AHEAD : LISTED_PART;
    double hash = count <= room ? UINT32_MAX : fmin(UINT32_MAX, UINT32_MAX * (part * room / count));
    uint64_t sorted[TP_BOUNDS_LISTED];
    tp_bounds_list list;
    if (room == 0 || count == 0) return TROPIC_OK;
    do {
        const int32_t none = 0;
        TP_TRY(run->backend->fill(run->context, e->list, TROPIC_INT32, &none, 1));
        TP_TRY(tp_bounding_calls(e)->list(run->context, &e->view, key, (uint32_t)hash, e->list));
        TP_TRY(run->backend->download(run->context, &list, e->list, sizeof list));
        hash /= 2;
    } while (list.count > TP_BOUNDS_LISTED);
    for (unsigned k = 0; k < list.count; k++) sorted[k] = hashed(e, list.ids[k]);
    qsort(sorted, list.count, sizeof *sorted, ascending);
    for (unsigned k = 0; k < list.count; k++) {
        const tropic_index v = (tropic_index)(uint32_t)sorted[k];
        if (*width < TROPIC_BFS_BATCH)
            e->picked[(*width)++] = v;
        else if (e->ahead && e->state->spare_count < SPARE_MAX)
            e->state->spare[e->state->spare_count++] = v;
    }
    return TROPIC_OK;
}

/* The next vertices, of those that have been listed. */
static tropic_index take_spare(tp_bounding *e)
{
    tp_eccentricity_state *s = e->state;
    const tropic_index width = s->spare_count < TROPIC_BFS_BATCH ? s->spare_count : TROPIC_BFS_BATCH;
    s->spare_count -= width;
    memcpy(e->picked, s->spare + s->spare_count, (size_t)width * sizeof *e->picked);
    return width;
}

/* The next vertices. The first is one of the greatest degree. */
static tropic_status pick(tp_bounding *e, const tp_bounds_classes *c, tropic_index *width)
{
    *width = 0;
    for (int k = 0; k < TP_BOUNDS_CLASSES && !e->state->apart && e->state->round > 0; k++)
        TP_TRY(pick_some(e, c->key[k], c->count[k], width));
    if (*width > 0) return TROPIC_OK;
    *width = 1;
    return pick_widest(e, c->key[0], &e->picked[0]);
}

/* How many vertices a search is to settle. */
static int64_t worth_of(const tp_bounding *e)
{
    /* (A search from each vertex left takes as long, and each source here has two.) */
    if (e->of->options->diameter) return 1;
    if (!e->state->apart) return TP_BOUNDS_WORTH_TOGETHER;
    return e->of->run->n < TP_BOUNDS_SMALL_GRAPH ? TP_BOUNDS_WORTH_SMALL : TP_BOUNDS_WORTH;
}

/* *width = how many are picked; 0: bounds are done. They are when all vertices are settled, or, unless the diameter
 * alone of a graph whose arcs go both ways is wanted, when they settle few more than there are searches. */
tropic_status tp_bounding_next(tp_bounding *e, tropic_index *width)
{
    tp_run *run = e->of->run;
    tp_eccentricity_state *s = e->state;
    const bool all = e->of->options->diameter && e->of->symmetric; /* to the end */
    const tropic_index rounds = s->apart ? TP_BOUNDS_ROUNDS : TP_BOUNDS_ROUNDS_TOGETHER, before = s->left;
    tp_bounds_classes c;
    *width = take_spare(e);
    if (*width > 0) return TROPIC_OK;
    TP_TRY(survey(e, &c));
    if (c.active == 0) return TROPIC_OK;
    e->ahead = all && c.active >= TP_BOUNDS_AHEAD && s->rounds > 0 && before - c.active <= s->searched;
    if (all || s->rounds % rounds == 0) {
        if (!all && s->rounds > 0 && before - c.active < s->searched * worth_of(e)) return TROPIC_OK;
        s->left = c.active;
        s->searched = 0;
    }
    s->rounds++;
    tp_run_part(run, 1 - (double)c.active / run->n, (double)c.active / run->n / (c.active + 1));
    return pick(e, &c, width);
}
