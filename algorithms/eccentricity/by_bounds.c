/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities by bounds, of distances in arcs.
 */
#include "algorithms/bfs/batch_search.h"
#include "algorithms/bfs/bfs.h"
#include "algorithms/eccentricity/bounds_one.h"
#include "algorithms/eccentricity/eccentricity.h"
#include "algorithms/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many times as many vertices as are wanted are listed on average: fewer than these, or too many, are rare. And of
 * several rounds. */
#define LISTED_PART 1.5
#define LISTED_PART_AHEAD 3

typedef struct bounding {
    tp_eccentricities *of;
    bool apart;               /* one search at a time, by levels; else up to 64, by the words of levels */
    tp_bounds_view view;      /* of the bounds, in memory of the backend */
    tp_bounds_classes *parts; /* backend */
    tp_bounds_list *list;     /* backend */
    uint64_t *widest;         /* backend */
    tp_batch batch;
    tp_search_found found[TROPIC_BFS_BATCH];
    int32_t *level; /* backend: of one search; NULL: not made */
    tropic_index picked[TROPIC_BFS_BATCH];
    /* Where the diameter alone is wanted and searches settle little but their sources: those of the next rounds, as
     * many as are listed, so that a survey serves several. */
    bool ahead;
    tropic_index rounds, left; /* surveys; the vertices that were active at the last judgement */
    int64_t searched;          /* since then */
    tropic_index spare[TP_BOUNDS_LISTED], spare_count;
} bounding;

static const tp_bounds_calls *calls_of(const bounding *e)
{
    return TP_BACKEND_PART(e->of->run->context, bounds);
}

static void meet(bounding *e, tropic_index v, int32_t eccentricity, int64_t reached)
{
    tp_eccentricity_meet(e->of, v, (tp_farthest){.whole = eccentricity}, reached);
}

/* ---- which vertices are next ---- */

/* *found = the classes of all vertices. */
static tropic_status survey(bounding *e, tp_bounds_classes *found)
{
    tp_run *run = e->of->run;
    tp_bounds_classes parts[TP_BOUNDS_PARTS];
    e->view.most = e->of->options->diameter ? (int32_t)tp_eccentricity_most(e->of) : -1;
    TP_TRY(calls_of(e)->survey(run->context, &e->view, e->parts));
    TP_TRY(run->backend->download(run->context, parts, e->parts, sizeof parts));
    tp_bounds_none(found);
    for (int k = 0; k < TP_BOUNDS_PARTS; k++) tp_bounds_add(found, &parts[k]);
    if (found->end >= 0 && found->known > tp_eccentricity_most(e->of)) meet(e, found->end, found->known, 0);
    return TROPIC_OK;
}

/* The vertex of a key with the greatest degree. */
static tropic_status pick_widest(bounding *e, int64_t key, tropic_index *picked)
{
    tp_run *run = e->of->run;
    const int64_t zero = 0;
    uint64_t widest;
    TP_TRY(run->backend->fill(run->context, e->widest, TROPIC_INT64, &zero, 1));
    TP_TRY(calls_of(e)->widest(run->context, &e->view, key, run->out.offsets, e->widest));
    TP_TRY(run->backend->download(run->context, &widest, e->widest, sizeof widest));
    *picked = tp_bounds_widest_vertex(widest);
    return TROPIC_OK;
}

/* A vertex, and its hash, which is the greater part. */
static uint64_t hashed(const bounding *e, tropic_index v)
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
static tropic_status pick_some(bounding *e, int64_t key, tropic_index count, tropic_index *width)
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
        TP_TRY(calls_of(e)->list(run->context, &e->view, key, (uint32_t)hash, e->list));
        TP_TRY(run->backend->download(run->context, &list, e->list, sizeof list));
        hash /= 2;
    } while (list.count > TP_BOUNDS_LISTED);
    for (unsigned k = 0; k < list.count; k++) sorted[k] = hashed(e, list.ids[k]);
    qsort(sorted, list.count, sizeof *sorted, ascending);
    for (unsigned k = 0; k < list.count; k++) {
        const tropic_index v = (tropic_index)(uint32_t)sorted[k];
        if (*width < TROPIC_BFS_BATCH)
            e->picked[(*width)++] = v;
        else if (e->ahead)
            e->spare[e->spare_count++] = v;
    }
    return TROPIC_OK;
}

/* The next vertices, of those that have been listed. */
static tropic_index take_spare(bounding *e)
{
    const tropic_index width = e->spare_count < TROPIC_BFS_BATCH ? e->spare_count : TROPIC_BFS_BATCH;
    e->spare_count -= width;
    memcpy(e->picked, e->spare + e->spare_count, (size_t)width * sizeof *e->picked);
    return width;
}

/* The next vertices. The first is one of the greatest degree. */
static tropic_status pick(bounding *e, const tp_bounds_classes *c, tropic_index *width)
{
    *width = 0;
    for (int k = 0; k < TP_BOUNDS_CLASSES && !e->apart && e->of->searches > 0; k++)
        TP_TRY(pick_some(e, c->key[k], c->count[k], width));
    if (*width > 0) return TROPIC_OK;
    *width = 1;
    return pick_widest(e, c->key[0], &e->picked[0]);
}

/* ---- searches that bound ---- */

/* One search, of any number of levels. */
static tropic_status search_apart(bounding *e)
{
    tp_run *run = e->of->run;
    tp_bounds_search bound = {.to = e->view.of};
    tp_traversal search = {0};
    if (!e->level) TP_TRY(tp_run_array(run, &e->level, run->n, sizeof *e->level, "levels"));
    TP_TRY(tp_bfs_levels(run, e->picked[0], e->level, NULL, NULL, &search));
    bound.level = e->level;
    bound.eccentricity = (int32_t)search.levels - 1;
    meet(e, e->picked[0], bound.eccentricity, search.reached);
    return calls_of(e)->search(run->context, &bound);
}

/* Searches side by side. *whole: they have no more levels than are kept. */
static tropic_status search_together(bounding *e, tropic_index width, bool *whole)
{
    tp_run *run = e->of->run;
    tp_batch *b = &e->batch;
    tp_bounds_batch bound = {.to = e->view.of};
    b->count = b->width = width;
    memset(b->reached, 0, (size_t)width * sizeof *b->reached);
    memset(b->sums, 0, (size_t)width * sizeof *b->sums);
    memset(e->found, 0, sizeof e->found);
    run->limits.depth = TP_BOUNDS_LEVELS - 1;
    TP_TRY(tp_batch_search(run, b));
    run->limits.depth = 0;
    *whole = b->live == 0;
    if (!*whole) return TROPIC_OK;
    for (tropic_index c = 0; c < width; c++) {
        const int32_t eccentricity = (int32_t)e->found[c].levels - 1;
        int k = 0;
        meet(e, e->picked[c], eccentricity, e->found[c].reached);
        while (k < bound.count && bound.eccentricities[k] != eccentricity) k++;
        bound.eccentricities[k] = eccentricity;
        bound.masks[k] |= (uint64_t)1 << c;
        if (k == bound.count) bound.count++;
    }
    while (bound.levels <= b->depth) {
        bound.words[bound.levels] = b->fronts[bound.levels].words;
        bound.levels++;
    }
    run->report.reached = run->report.settled = b->reached[width - 1];
    return calls_of(e)->batch(run->context, &bound);
}

static tropic_status begin_batch(bounding *e)
{
    e->batch.sources = e->picked;
    e->batch.count = TROPIC_BFS_BATCH;
    e->batch.kept = true;
    e->batch.all_found = e->found;
    return tp_batch_begin(e->of->run, &e->batch);
}

/* Copies bounds to the host, or back. */
static tropic_status fetch(bounding *e, int32_t *lower, int32_t *upper)
{
    tp_run *run = e->of->run;
    const size_t bytes = (size_t)run->n * sizeof *lower;
    TP_TRY(run->backend->download(run->context, lower, e->view.of.lower, bytes));
    return run->backend->download(run->context, upper, e->view.of.upper, bytes);
}

static tropic_status put(bounding *e, const int32_t *lower, const int32_t *upper)
{
    tp_run *run = e->of->run;
    const size_t bytes = (size_t)run->n * sizeof *lower;
    TP_TRY(run->backend->upload(run->context, e->view.of.lower, lower, bytes));
    return run->backend->upload(run->context, e->view.of.upper, upper, bytes);
}

/* Where searches are one by one, and not all reach all: no eccentricity is as great as the component has vertices.
 * Small components are left for the end, if all eccentricities are wanted. */
static tropic_status bound_components(bounding *e)
{
    tp_run *run = e->of->run;
    const tropic_index n = run->n;
    const int arrays = run->arena.count;
    tropic_index *size = tp_arena_array(&run->arena, n, sizeof *size);
    int32_t *lower = tp_arena_array(&run->arena, n, sizeof *lower);
    int32_t *upper = tp_arena_array(&run->arena, n, sizeof *upper);
    TP_TRY(tp_arena_check(&run->arena, "components"));
    TP_TRY(tp_eccentricity_components(e->of, size));
    TP_TRY(fetch(e, lower, upper));
    for (tropic_index v = 0; v < n; v++) {
        if (upper[v] > size[v] - 1) upper[v] = size[v] - 1;
        if (!e->of->options->diameter && lower[v] < upper[v] && size[v] <= TP_BOUNDS_SMALL) lower[v] = -1;
    }
    TP_TRY(put(e, lower, upper));
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

/* The picked vertices; the first alone if there are too many levels, and from then on. */
static tropic_status search(bounding *e, tropic_index width)
{
    bool whole = false, first = false;
    if (!e->apart) TP_TRY(search_together(e, width, &whole));
    if (whole) return TROPIC_OK;
    if (!e->apart) {
        tp_batch_end(e->of->run, &e->batch);
        e->batch = (tp_batch){0};
        e->apart = true;
        e->spare_count = 0;
        first = true;
    }
    TP_TRY(search_apart(e));
    return first && !e->of->reaches ? bound_components(e) : TROPIC_OK;
}

static tropic_status begin_bounds(bounding *e)
{
    tp_run *run = e->of->run;
    tp_bounds *b = &e->view.of;
    TP_TRY(tp_run_array(run, &b->lower, run->n, sizeof *b->lower, "bounds"));
    TP_TRY(tp_run_array(run, &b->upper, run->n, sizeof *b->upper, "bounds"));
    TP_TRY(tp_run_array(run, &e->parts, TP_BOUNDS_PARTS, sizeof *e->parts, "vertices by their bounds"));
    TP_TRY(tp_run_array(run, &e->list, 1, sizeof *e->list, "the next vertices"));
    TP_TRY(tp_run_array(run, &e->widest, 1, sizeof *e->widest, "the next vertex"));
    b->n = run->n;
    /* (A vertex of many arcs tells the upper bounds of many.) */
    if (e->of->options->diameter) e->view.offsets = run->out.offsets;
    TP_TRY(calls_of(e)->begin(run->context, b, run->out.offsets));
    return begin_batch(e);
}

/* How many vertices a search is to settle. */
static int64_t worth_of(const bounding *e)
{
    if (!e->apart) return TP_BOUNDS_WORTH_TOGETHER;
    return e->of->run->n < TP_BOUNDS_SMALL_GRAPH ? TP_BOUNDS_WORTH_SMALL : TP_BOUNDS_WORTH;
}

/* *width = how many are picked; 0: bounds are done. They are when all vertices are settled, or, unless the diameter
 * alone is wanted, when they settle few more than there are searches. */
static tropic_status next(bounding *e, tropic_index *width)
{
    tp_run *run = e->of->run;
    const bool diameter = e->of->options->diameter;
    const tropic_index rounds = e->apart ? TP_BOUNDS_ROUNDS : TP_BOUNDS_ROUNDS_TOGETHER, before = e->left;
    tp_bounds_classes c;
    *width = take_spare(e);
    if (*width > 0) return TROPIC_OK;
    TP_TRY(survey(e, &c));
    if (c.active == 0) return TROPIC_OK;
    e->ahead = diameter && c.active >= TP_BOUNDS_AHEAD && e->rounds > 0 && before - c.active <= e->searched;
    if (diameter || e->rounds % rounds == 0) {
        if (!diameter && e->rounds > 0 && before - c.active < e->searched * worth_of(e)) return TROPIC_OK;
        e->left = c.active;
        e->searched = 0;
    }
    e->rounds++;
    tp_run_part(run, 1 - (double)c.active / run->n, (double)c.active / run->n / (c.active + 1));
    return pick(e, &c, width);
}

static tropic_status run_rounds(bounding *e)
{
    tropic_index width;
    TP_TRY(begin_bounds(e));
    e->of->run->report.phase[0].name = "search";
    for (;;) {
        TP_TRY(next(e, &width));
        if (width == 0) return TROPIC_OK;
        TP_TRY(search(e, width));
        e->searched += e->apart ? 1 : width;
        e->view.least = !e->view.least;
        e->view.round++;
    }
}

/* What the bounds tell of each vertex. */
static tropic_status tell(bounding *e)
{
    tp_eccentricities *all = e->of;
    tp_run *run = all->run;
    const int arrays = run->arena.count;
    int32_t *lower = tp_arena_array(&run->arena, run->n, sizeof *lower);
    int32_t *upper = tp_arena_array(&run->arena, run->n, sizeof *upper);
    double most = 0;
    TP_TRY(tp_arena_check(&run->arena, "bounds"));
    TP_TRY(fetch(e, lower, upper));
    for (tropic_index v = 0; v < run->n; v++) {
        if (upper[v] > most) most = upper[v];
        if (lower[v] == upper[v])
            meet(e, v, lower[v], 0);
        else if (lower[v] < 0)
            all->rest[all->rest_count++] = v;
        else
            all->active[all->active_count++] = v;
    }
    all->bound = fmin(all->bound, fmax(most, tp_eccentricity_most(all)));
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

tropic_status tp_eccentricity_by_bounds(tp_eccentricities *all)
{
    bounding e = {.of = all};
    tropic_status status = run_rounds(&e);
    tp_batch_end(all->run, &e.batch);
    if (status == TROPIC_OK && all->options->diameter) return TROPIC_OK;
    if (status == TROPIC_OK || (status == TROPIC_CANCELLED && all->options->partial && all->end >= 0)) {
        const tropic_status told = tell(&e);
        return status == TROPIC_OK ? told : status;
    }
    return status;
}
