/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities by bounds, or by a search from each vertex.
 */
#include "algorithms/bfs/bfs.h"
#include "algorithms/bfs/many_searches.h"
#include "algorithms/bfs/near.h"
#include "algorithms/eccentricity/bounds.h"
#include "algorithms/graph_work.h"
#include "algorithms/tuning.h"

#include <string.h>

#include <tropic_eccentricity.h>

typedef struct eccentricities {
    tp_run *run;
    bool diameter;          /* alone is wanted */
    bool apart;             /* one search at a time, by levels; else up to 64, by the words of levels */
    tp_bounds bounds;       /* backend */
    int32_t *lower, *upper; /* host: the same */
    tropic_index *active;   /* host, ascending: vertices whose eccentricity is not known, or may be the diameter */
    tropic_index active_count;
    tropic_index *rest; /* host: vertices of small components, which are searched from at last */
    tropic_index rest_count;
    tp_batch batch;
    tp_search_found found[TROPIC_BFS_BATCH];
    int32_t *level; /* backend: of one search; NULL: not made */
    tropic_index picked[TROPIC_BFS_BATCH];
    bool least;        /* vertices of the least lower bound are next, else of the greatest upper bound */
    tropic_index most; /* the greatest eccentricity of a vertex that was searched from; -1: of none */
    tropic_index end;  /* one that has it */
    int64_t searches;
    bool reaches, falls_short; /* a search has reached all vertices; has not */
    tropic_eccentricity_report report;
} eccentricities;

/* ---- which vertices are next ---- */

/* The greatest key, the next, and how many active vertices have them. */
typedef struct classes {
    int32_t best, second;
    tropic_index best_count, second_count;
} classes;

static int32_t key_of(const eccentricities *e, tropic_index v)
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

/* Leaves out vertices that have become known. */
static classes survey(eccentricities *e)
{
    classes c = {INT32_MIN, INT32_MIN, 0, 0};
    tropic_index kept = 0;
    for (tropic_index k = 0; k < e->active_count; k++) {
        const tropic_index v = e->active[k];
        if (e->lower[v] == e->upper[v] || (e->diameter && e->upper[v] <= e->most)) continue;
        e->active[kept++] = v;
        classes_add(&c, key_of(e, v));
    }
    e->active_count = kept;
    return c;
}

static int64_t degree_of(const tropic_offset *offsets, tropic_index v)
{
    return offsets[v + 1] - offsets[v];
}

/* The vertex of a key with the greatest degree. */
static tropic_index pick_one(const eccentricities *e, const tropic_offset *offsets, int32_t key)
{
    tropic_index best = -1;
    for (tropic_index k = 0; k < e->active_count; k++) {
        const tropic_index v = e->active[k];
        if (key_of(e, v) == key && (best < 0 || degree_of(offsets, v) > degree_of(offsets, best))) best = v;
    }
    return best;
}

/* Up to `room` of the `count` vertices of a key, spread over them. */
static tropic_index spread(eccentricities *e, int32_t key, tropic_index count, tropic_index first)
{
    const tropic_index room = TROPIC_BFS_BATCH - first, step = count <= room ? 1 : (count + room - 1) / room;
    tropic_index met = 0, end = first;
    for (tropic_index k = 0; k < e->active_count && end < TROPIC_BFS_BATCH; k++)
        if (key_of(e, e->active[k]) == key && met++ % step == 0) e->picked[end++] = e->active[k];
    return end;
}

/* The next vertices; 0: there are none left. The first is one of the greatest degree. */
static tropic_index pick(eccentricities *e, const tropic_offset *offsets)
{
    classes c;
    tropic_index count;
    e->least = !e->least;
    c = survey(e);
    if (e->active_count == 0) return 0;
    if (e->apart || e->searches == 0) {
        e->picked[0] = pick_one(e, offsets, c.best);
        return 1;
    }
    count = spread(e, c.best, c.best_count, 0);
    return c.second_count > 0 ? spread(e, c.second, c.second_count, count) : count;
}

/* ---- searches that bound ---- */

/* A search from v has reached so many vertices. */
static void meet(eccentricities *e, tropic_index v, tropic_index eccentricity, int64_t reached)
{
    e->searches++;
    e->reaches |= reached == e->run->n;
    e->falls_short |= reached < e->run->n;
    if (eccentricity < e->most || (eccentricity == e->most && v > e->end)) return;
    e->most = eccentricity;
    e->end = v;
}

/* One search, of any number of levels. */
static tropic_status search_apart(eccentricities *e)
{
    tp_run *run = e->run;
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
static tropic_status search_together(eccentricities *e, tropic_index width, bool *whole)
{
    tp_run *run = e->run;
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

static tropic_status begin_batch(eccentricities *e)
{
    e->batch.sources = e->picked;
    e->batch.count = TROPIC_BFS_BATCH;
    e->batch.kept = true;
    e->batch.all_found = e->found;
    return tp_batch_begin(e->run, &e->batch);
}

static tropic_status fetch(eccentricities *e)
{
    tp_run *run = e->run;
    const size_t bytes = (size_t)run->n * sizeof *e->lower;
    TP_TRY(run->backend->download(run->context, e->lower, e->bounds.lower, bytes));
    return run->backend->download(run->context, e->upper, e->bounds.upper, bytes);
}

/* Where searches are one by one, and not all reach all: no eccentricity is as great as the component has vertices.
 * Small components are left for the end, if all eccentricities are wanted. */
static tropic_status bound_components(eccentricities *e)
{
    tp_run *run = e->run;
    const tropic_index n = run->n;
    const int arrays = run->arena.count;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_index *queue = tp_arena_array(&run->arena, n, sizeof *queue), end = 0, kept = 0;
    bool *met = tp_arena_zeros(&run->arena, n, sizeof *met);
    TP_TRY(tp_arena_check(&run->arena, "components"));
    TP_TRY(tropic_matrix_csr(run->A, run->context, &offsets, &ids, &values));
    TP_TRY(fetch(e));
    for (tropic_index first = 0; first < n; first++) {
        const tropic_index begin = end;
        if (met[first]) continue;
        met[first] = true;
        queue[end++] = first;
        for (tropic_index at = begin; at < end; at++)
            for (tropic_offset k = offsets[queue[at]]; k < offsets[queue[at] + 1]; k++) {
                const tropic_index w = ids[k];
                if (met[w]) continue;
                met[w] = true;
                queue[end++] = w;
            }
        for (tropic_index at = begin; at < end; at++)
            if (e->upper[queue[at]] > end - begin - 1) e->upper[queue[at]] = end - begin - 1;
    }
    for (tropic_index k = 0; k < e->active_count; k++) {
        const tropic_index v = e->active[k];
        if (!e->diameter && e->upper[v] < TP_BOUNDS_SMALL)
            e->rest[e->rest_count++] = v;
        else
            e->active[kept++] = v;
    }
    e->active_count = kept;
    tp_arena_release_since(&run->arena, arrays);
    return run->backend->upload(run->context, e->bounds.upper, e->upper, (size_t)n * sizeof *e->upper);
}

/* The picked vertices; the first alone if there are too many levels, and from then on. */
static tropic_status search(eccentricities *e, tropic_index width)
{
    bool whole = false, first = false;
    if (!e->apart) TP_TRY(search_together(e, width, &whole));
    if (whole) return TROPIC_OK;
    if (!e->apart) {
        tp_batch_end(e->run, &e->batch);
        e->batch = (tp_batch){0};
        e->apart = true;
        first = true;
    }
    TP_TRY(search_apart(e));
    return first && !e->reaches ? bound_components(e) : TROPIC_OK;
}

/* Vertices without arcs are known. */
static tropic_status begin_bounds(eccentricities *e, const tropic_offset *offsets)
{
    tp_run *run = e->run;
    const size_t bytes = (size_t)run->n * sizeof *e->lower;
    TP_TRY(tp_run_array(run, &e->bounds.lower, run->n, sizeof *e->lower, "bounds"));
    TP_TRY(tp_run_array(run, &e->bounds.upper, run->n, sizeof *e->upper, "bounds"));
    e->bounds.n = run->n;
    for (tropic_index v = 0; v < run->n; v++) {
        e->lower[v] = 0;
        e->upper[v] = degree_of(offsets, v) > 0 ? run->n - 1 : 0;
        if (e->upper[v] > 0) e->active[e->active_count++] = v;
    }
    TP_TRY(run->backend->upload(run->context, e->bounds.lower, e->lower, bytes));
    TP_TRY(run->backend->upload(run->context, e->bounds.upper, e->upper, bytes));
    return begin_batch(e);
}

/* How many vertices a search is to settle. */
static int64_t worth_of(const eccentricities *e)
{
    if (!e->apart) return TP_BOUNDS_WORTH_TOGETHER;
    return e->run->n < TP_BOUNDS_SMALL_GRAPH ? TP_BOUNDS_WORTH_SMALL : TP_BOUNDS_WORTH;
}

/* By bounds, until they settle few more vertices than there are searches, unless the diameter alone is wanted. */
static tropic_status by_bounds(eccentricities *e)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_index width, before, rounds = 0;
    int64_t settled = 0, searched = 0; /* in the rounds since the last judgement */
    TP_TRY(tropic_matrix_csr(e->run->A, e->run->context, &offsets, &ids, &values));
    TP_TRY(begin_bounds(e, offsets));
    e->run->report.phase[0].name = "search";
    e->least = true;
    while ((width = pick(e, offsets)) > 0) {
        before = e->active_count;
        tp_run_part(e->run, 1 - (double)before / e->run->n, (double)before / e->run->n / (before + 1));
        TP_TRY(search(e, width));
        TP_TRY(fetch(e));
        (void)survey(e);
        settled += before - e->active_count;
        searched += width;
        if (e->diameter || ++rounds % (e->apart ? TP_BOUNDS_ROUNDS : TP_BOUNDS_ROUNDS_TOGETHER) != 0) continue;
        if (settled < searched * worth_of(e)) return TROPIC_OK;
        settled = searched = 0;
    }
    return TROPIC_OK;
}

/* ---- searches from each vertex ---- */

/* Those of the active vertices, side by side. */
static tropic_status by_searches(eccentricities *e)
{
    tp_run *run = e->run;
    tp_many_searches m = {.sources = e->active, .count = e->active_count, .part = 1};
    tropic_index step, some;
    tp_search_found *found;
    tropic_status status = TROPIC_OK;
    for (tropic_index k = 0; k < e->rest_count; k++) e->active[e->active_count++] = e->rest[k];
    m.count = e->active_count;
    if (e->active_count == 0) return TROPIC_OK;
    if (TP_BACKEND_PART(run->context, searches)->near && e->active_count >= TP_SEARCHES_SORTED_FROM * TROPIC_BFS_BATCH)
        TP_TRY(tp_near_sort(run, e->active, e->active_count, TROPIC_BFS_BATCH));
    status = tp_many_searches_begin(run, &m, &step);
    /* (Enough for the device to be busy.) */
    step = step > e->active_count / TP_BOUNDS_CHUNKS ? step : e->active_count / TP_BOUNDS_CHUNKS;
    found = status == TROPIC_OK ? tp_arena_array(&run->arena, step, sizeof *found) : NULL;
    if (status == TROPIC_OK) status = tp_arena_check(&run->arena, "the searches");
    for (tropic_index done = 0; status == TROPIC_OK && done < e->active_count; done += some) {
        some = e->active_count - done < step ? e->active_count - done : step;
        status = tp_many_searches_take(run, &m, done, some, found);
        for (tropic_index k = 0; status == TROPIC_OK && k < some; k++) {
            const tropic_index v = e->active[done + k];
            e->lower[v] = e->upper[v] = (int32_t)found[k].levels - 1;
            meet(e, v, e->upper[v], found[k].reached);
        }
    }
    tp_many_searches_end(run, &m);
    return status;
}

/* ---- the call ---- */

static void count_ends(eccentricities *e)
{
    tropic_eccentricity_report *r = &e->report;
    const tropic_index n = e->run->n;
    r->diameter = n > 0 && e->most > 0 ? e->most : 0;
    r->searches = e->searches;
    r->end = n > 0 ? e->end : -1;
    r->radius = r->center = r->periphery = e->diameter ? -1 : 0;
    if (e->diameter || n == 0) return;
    r->radius = r->diameter;
    for (tropic_index v = 0; v < n; v++)
        if (e->lower[v] < r->radius) r->radius = e->lower[v];
    for (tropic_index v = 0; v < n; v++) {
        r->center += e->lower[v] == r->radius;
        r->periphery += e->lower[v] == r->diameter;
    }
}

static tropic_status compute(eccentricities *e, tropic_vector *result, const tropic_matrix *A,
                             const tropic_eccentricity_options *given)
{
    tp_run *run = e->run;
    tropic_eccentricity_options o;
    const tropic_matrix_facts *facts;
    TP_TRY(tp_options_copy(run->context, &o, sizeof o, given, "eccentricity options"));
    if (o.report) TP_TRY(tp_options_check_size(run->context, o.report->size, "eccentricity report"));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    TP_TRY(tp_vector_check_typed(run->context, result, "eccentricity", run->n, TROPIC_INT32));
    TP_TRY(tp_run_need_memory(run, 4 * sizeof *e->lower));
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    e->lower = tp_arena_zeros(&run->arena, run->n, sizeof *e->lower);
    e->upper = tp_arena_zeros(&run->arena, run->n, sizeof *e->upper);
    e->active = tp_arena_array(&run->arena, run->n, sizeof *e->active);
    e->rest = tp_arena_array(&run->arena, run->n, sizeof *e->rest);
    TP_TRY(tp_arena_check(&run->arena, "bounds"));
    e->diameter = o.diameter;
    TP_TRY(tp_run_start(run));
    if (facts->symmetric_pattern) {
        if (run->n > 0) TP_TRY(by_bounds(e));
    } else {
        for (tropic_index v = 0; v < run->n; v++) e->active[e->active_count++] = v;
    }
    if (!e->diameter || !facts->symmetric_pattern) TP_TRY(by_searches(e));
    TP_TRY(tp_run_stop(run));
    count_ends(e);
    /* (Where arcs go both ways, one search tells.) */
    e->report.connected = run->n <= 1 || (e->reaches && !e->falls_short);
    if (o.diameter && run->n > 0)
        TP_TRY(tropic_vector_put_entries(result, 1, &e->end, &e->report.diameter));
    else
        TP_TRY(tropic_vector_put_dense(result, e->lower, NULL));
    if (o.report) tp_report_copy(o.report, &e->report, sizeof e->report);
    return TROPIC_OK;
}

tropic_status tropic_eccentricity(tropic_vector *eccentricity, const tropic_matrix *A,
                                  const tropic_eccentricity_options *options, tropic_run_report *report)
{
    tropic_status status;
    tp_run run;
    TP_CALL(eccentricity ? eccentricity->context : NULL);
    TP_WORK_OF_GRAPH(eccentricity ? eccentricity->context : NULL, TP_WORK_BFS, A, TP_BOUNDS_GUESS);
    if (!eccentricity) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "eccentricity is NULL");
    run = tp_run_in(eccentricity->context, report);
    eccentricities e = {.run = &run, .most = -1, .report = {.size = sizeof e.report}};
    status = compute(&e, eccentricity, A, options);
    tp_batch_end(&run, &e.batch);
    return tp_run_end(&run, status);
}
