/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities by bounds, of distances in arcs.
 */
#include "algorithms/bfs/batch_search.h"
#include "algorithms/bfs/bfs.h"
#include "algorithms/eccentricity/bounds.h"
#include "algorithms/eccentricity/eccentricity.h"
#include "algorithms/tuning.h"

#include <math.h>
#include <string.h>

typedef struct bounding {
    tp_eccentricities *of;
    bool apart;             /* one search at a time, by levels; else up to 64, by the words of levels */
    tp_bounds bounds;       /* backend */
    int32_t *lower, *upper; /* host: the same */
    tp_batch batch;
    tp_search_found found[TROPIC_BFS_BATCH];
    int32_t *level; /* backend: of one search; NULL: not made */
    tropic_index picked[TROPIC_BFS_BATCH];
    bool least; /* vertices of the least lower bound are next, else of the greatest upper bound */
} bounding;

/* ---- which vertices are next ---- */

/* The greatest key, the next, and how many active vertices have them. */
typedef struct classes {
    int32_t best, second;
    tropic_index best_count, second_count;
} classes;

static int32_t key_of(const bounding *e, tropic_index v)
{
    return e->least ? -e->lower[v] : e->upper[v];
}

static void classes_add(classes *c, int32_t key)
{
    if (key > c->best) {
        c->second = c->best;
        c->second_count = c->best_count;
        c->best = key;
        c->best_count = 1;
    } else if (key == c->best) {
        c->best_count++;
    } else if (key > c->second) {
        c->second = key;
        c->second_count = 1;
    } else if (key == c->second) {
        c->second_count++;
    }
}

static void meet(bounding *e, tropic_index v, int32_t eccentricity, int64_t reached)
{
    tp_eccentricity_meet(e->of, v, (tp_farthest){.whole = eccentricity}, reached);
}

/* Leaves out vertices that have become known. */
static classes survey(bounding *e)
{
    const double most = tp_eccentricity_most(e->of);
    classes c = {INT32_MIN, INT32_MIN, 0, 0};
    tropic_index kept = 0;
    for (tropic_index k = 0; k < e->of->active_count; k++) {
        const tropic_index v = e->of->active[k];
        if (e->lower[v] == e->upper[v]) {
            meet(e, v, e->lower[v], 0);
            continue;
        }
        if (e->of->options->diameter && e->upper[v] <= most) continue;
        e->of->active[kept++] = v;
        classes_add(&c, key_of(e, v));
    }
    e->of->active_count = kept;
    return c;
}

static int64_t degree_of(const tropic_offset *offsets, tropic_index v)
{
    return offsets[v + 1] - offsets[v];
}

/* The vertex of a key with the greatest degree. */
static tropic_index pick_one(const bounding *e, const tropic_offset *offsets, int32_t key)
{
    tropic_index best = -1;
    for (tropic_index k = 0; k < e->of->active_count; k++) {
        const tropic_index v = e->of->active[k];
        if (key_of(e, v) == key && (best < 0 || degree_of(offsets, v) > degree_of(offsets, best))) best = v;
    }
    return best;
}

/* Up to `room` of the `count` vertices of a key, spread over them. */
static tropic_index spread(bounding *e, int32_t key, tropic_index count, tropic_index first)
{
    const tropic_index room = TROPIC_BFS_BATCH - first;
    const tropic_index step = count <= room || room == 0 ? 1 : (count + room - 1) / room;
    tropic_index met = 0, end = first;
    for (tropic_index k = 0; k < e->of->active_count && end < TROPIC_BFS_BATCH; k++)
        if (key_of(e, e->of->active[k]) == key && met++ % step == 0) e->picked[end++] = e->of->active[k];
    return end;
}

/* The next vertices; 0: there are none left. The first is one of the greatest degree. */
static tropic_index pick(bounding *e, const tropic_offset *offsets)
{
    classes c;
    tropic_index count;
    e->least = !e->least;
    c = survey(e);
    if (e->of->active_count == 0) return 0;
    if (e->apart || e->of->searches == 0) {
        e->picked[0] = pick_one(e, offsets, c.best);
        return 1;
    }
    count = spread(e, c.best, c.best_count, 0);
    return c.second_count > 0 ? spread(e, c.second, c.second_count, count) : count;
}

/* ---- searches that bound ---- */

/* One search, of any number of levels. */
static tropic_status search_apart(bounding *e)
{
    tp_run *run = e->of->run;
    tp_bounds_search bound = {.to = e->bounds};
    tp_traversal search = {0};
    if (!e->level) TP_TRY(tp_run_array(run, &e->level, run->n, sizeof *e->level, "levels"));
    TP_TRY(tp_bfs_levels(run, e->picked[0], e->level, NULL, NULL, &search));
    bound.level = e->level;
    bound.eccentricity = (int32_t)search.levels - 1;
    meet(e, e->picked[0], bound.eccentricity, search.reached);
    return TP_BACKEND_PART(run->context, bounds)->search(run->context, &bound);
}

/* Searches side by side. *whole: they have no more levels than are kept. */
static tropic_status search_together(bounding *e, tropic_index width, bool *whole)
{
    tp_run *run = e->of->run;
    tp_batch *b = &e->batch;
    tp_bounds_batch bound = {.to = e->bounds};
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
    return TP_BACKEND_PART(run->context, bounds)->batch(run->context, &bound);
}

static tropic_status begin_batch(bounding *e)
{
    e->batch.sources = e->picked;
    e->batch.count = TROPIC_BFS_BATCH;
    e->batch.kept = true;
    e->batch.all_found = e->found;
    return tp_batch_begin(e->of->run, &e->batch);
}

static tropic_status fetch(bounding *e)
{
    tp_run *run = e->of->run;
    const size_t bytes = (size_t)run->n * sizeof *e->lower;
    TP_TRY(run->backend->download(run->context, e->lower, e->bounds.lower, bytes));
    return run->backend->download(run->context, e->upper, e->bounds.upper, bytes);
}

/* Where searches are one by one, and not all reach all: no eccentricity is as great as the component has vertices.
 * Small components are left for the end, if all eccentricities are wanted. */
static tropic_status bound_components(bounding *e)
{
    tp_run *run = e->of->run;
    const tropic_index n = run->n;
    const int arrays = run->arena.count;
    tropic_index *size = tp_arena_array(&run->arena, n, sizeof *size), kept = 0;
    TP_TRY(tp_arena_check(&run->arena, "components"));
    TP_TRY(tp_eccentricity_components(e->of, size));
    TP_TRY(fetch(e));
    for (tropic_index v = 0; v < n; v++)
        if (e->upper[v] > size[v] - 1) e->upper[v] = size[v] - 1;
    for (tropic_index k = 0; k < e->of->active_count; k++) {
        const tropic_index v = e->of->active[k];
        if (!e->of->options->diameter && e->upper[v] < TP_BOUNDS_SMALL)
            e->of->rest[e->of->rest_count++] = v;
        else
            e->of->active[kept++] = v;
    }
    e->of->active_count = kept;
    tp_arena_release_since(&run->arena, arrays);
    return run->backend->upload(run->context, e->bounds.upper, e->upper, (size_t)n * sizeof *e->upper);
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
        first = true;
    }
    TP_TRY(search_apart(e));
    return first && !e->of->reaches ? bound_components(e) : TROPIC_OK;
}

/* Vertices without arcs are known. */
static tropic_status begin_bounds(bounding *e, const tropic_offset *offsets)
{
    tp_run *run = e->of->run;
    const size_t bytes = (size_t)run->n * sizeof *e->lower;
    TP_TRY(tp_run_array(run, &e->bounds.lower, run->n, sizeof *e->lower, "bounds"));
    TP_TRY(tp_run_array(run, &e->bounds.upper, run->n, sizeof *e->upper, "bounds"));
    e->bounds.n = run->n;
    for (tropic_index v = 0; v < run->n; v++) {
        e->lower[v] = 0;
        e->upper[v] = degree_of(offsets, v) > 0 ? run->n - 1 : 0;
        if (e->upper[v] > 0)
            e->of->active[e->of->active_count++] = v;
        else
            meet(e, v, 0, 0);
    }
    TP_TRY(run->backend->upload(run->context, e->bounds.lower, e->lower, bytes));
    TP_TRY(run->backend->upload(run->context, e->bounds.upper, e->upper, bytes));
    return begin_batch(e);
}

/* How many vertices a search is to settle. */
static int64_t worth_of(const bounding *e)
{
    if (!e->apart) return TP_BOUNDS_WORTH_TOGETHER;
    return e->of->run->n < TP_BOUNDS_SMALL_GRAPH ? TP_BOUNDS_WORTH_SMALL : TP_BOUNDS_WORTH;
}

/* Until bounds settle few more vertices than there are searches, unless the diameter alone is wanted. */
static tropic_status run_rounds(bounding *e)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_index width, before, rounds = 0;
    int64_t settled = 0, searched = 0; /* in the rounds since the last judgement */
    TP_TRY(tropic_matrix_csr(e->of->run->A, e->of->run->context, &offsets, &ids, &values));
    TP_TRY(begin_bounds(e, offsets));
    e->of->run->report.phase[0].name = "search";
    e->least = true;
    while ((width = pick(e, offsets)) > 0) {
        before = e->of->active_count;
        tp_run_part(e->of->run, 1 - (double)before / e->of->run->n, (double)before / e->of->run->n / (before + 1));
        TP_TRY(search(e, width));
        TP_TRY(fetch(e));
        (void)survey(e);
        settled += before - e->of->active_count;
        searched += width;
        if (e->of->options->diameter || ++rounds % (e->apart ? TP_BOUNDS_ROUNDS : TP_BOUNDS_ROUNDS_TOGETHER) != 0)
            continue;
        if (settled < searched * worth_of(e)) return TROPIC_OK;
        settled = searched = 0;
    }
    return TROPIC_OK;
}

static double greatest_upper(const bounding *e)
{
    double most = tp_eccentricity_most(e->of);
    for (tropic_index k = 0; k < e->of->active_count; k++) most = fmax(most, e->upper[e->of->active[k]]);
    for (tropic_index k = 0; k < e->of->rest_count; k++) most = fmax(most, e->upper[e->of->rest[k]]);
    return most;
}

tropic_status tp_eccentricity_by_bounds(tp_eccentricities *all)
{
    tp_run *run = all->run;
    bounding e = {.of = all};
    tropic_status status;
    e.lower = tp_arena_zeros(&run->arena, run->n, sizeof *e.lower);
    e.upper = tp_arena_zeros(&run->arena, run->n, sizeof *e.upper);
    TP_TRY(tp_arena_check(&run->arena, "bounds"));
    status = run_rounds(&e);
    tp_batch_end(run, &e.batch);
    all->bound = fmin(all->bound, greatest_upper(&e));
    return status;
}
