/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities by bounds, of distances in arcs.
 */
#include "algorithms/bfs/bfs.h"
#include "algorithms/components/components.h"
#include "algorithms/components/strong.h"
#include "algorithms/eccentricity/by_bounds.h"
#include "algorithms/tuning.h"

#include <math.h>
#include <string.h>

/* One search, of any number of levels; *eccentricity of its source: out unless the way is to it. */
static tropic_status search_apart(tp_bounding *e, tp_bounds_way way, int32_t *eccentricity)
{
    tp_run *run = e->of->run;
    const tropic_index v = e->picked[0];
    tp_bounds_search bound = {.to = e->view.of, .way = way};
    tp_traversal search = {0};
    if (!e->level) TP_TRY(tp_run_array(run, &e->level, run->n, sizeof *e->level, "levels"));
    TP_TRY(tp_bfs_levels(run, v, e->level, NULL, NULL, &search));
    if (way != TP_BOUNDS_TO) *eccentricity = (int32_t)search.levels - 1;
    bound.level = e->level;
    bound.eccentricity = *eccentricity;
    bound.component = e->component ? e->component[v] : 0;
    TP_TRY(tp_bounding_calls(e)->search(run->context, &bound));
    if (way != TP_BOUNDS_TO)
        tp_bounding_meet(e, v, *eccentricity, search.reached);
    else
        e->of->searches++;
    return TROPIC_OK;
}

/* What a batch tells, whose levels are kept. */
static tropic_status bound_by_batch(tp_bounding *e, tp_bounds_way way, const int32_t *eccentricities)
{
    const tp_batch *b = &e->batch;
    tp_bounds_batch bound = {.to = e->view.of, .way = way};
    for (tropic_index c = 0; c < b->width; c++) {
        const int32_t component = e->component ? e->component[e->picked[c]] : 0;
        int k = 0;
        while (k < bound.count && (bound.eccentricities[k] != eccentricities[c] || bound.components[k] != component))
            k++;
        bound.eccentricities[k] = eccentricities[c];
        bound.components[k] = component;
        bound.masks[k] |= (uint64_t)1 << c;
        if (k == bound.count) bound.count++;
    }
    while (bound.levels <= b->depth) {
        bound.words[bound.levels] = b->fronts[bound.levels].words;
        bound.levels++;
    }
    return tp_bounding_calls(e)->batch(e->of->run->context, &bound);
}

/* Searches side by side. *whole: they have no more levels than are kept. */
static tropic_status search_together(tp_bounding *e, tropic_index width, tp_bounds_way way, int32_t *eccentricities,
                                     bool *whole)
{
    tp_run *run = e->of->run;
    tp_batch *b = &e->batch;
    b->count = b->width = width;
    memset(b->reached, 0, (size_t)width * sizeof *b->reached);
    memset(b->sums, 0, (size_t)width * sizeof *b->sums);
    memset(e->found, 0, sizeof e->found);
    run->limits.depth = TP_BOUNDS_LEVELS - 1;
    TP_TRY(tp_batch_search(run, b));
    run->limits.depth = 0;
    *whole = b->live == 0;
    if (!*whole) return TROPIC_OK;
    for (tropic_index c = 0; c < width && way != TP_BOUNDS_TO; c++) eccentricities[c] = (int32_t)e->found[c].levels - 1;
    TP_TRY(bound_by_batch(e, way, eccentricities));
    for (tropic_index c = 0; c < width && way != TP_BOUNDS_TO; c++)
        tp_bounding_meet(e, e->picked[c], eccentricities[c], e->found[c].reached);
    if (way == TP_BOUNDS_TO) e->of->searches += width;
    run->report.reached = run->report.settled = b->reached[width - 1];
    return TROPIC_OK;
}

/* From the picked vertices, of which e->state->apart takes the first. */
static tropic_status search_one_way(tp_bounding *e, tropic_index width, tp_bounds_way way, int32_t *eccentricities,
                                    bool *whole)
{
    *whole = true;
    return e->state->apart ? search_apart(e, way, eccentricities)
                           : search_together(e, width, way, eccentricities, whole);
}

/* Along the arcs, and, unless they go both ways, against them: the report is of the former. */
static tropic_status search_ways(tp_bounding *e, tropic_index width, bool *whole)
{
    tp_run *run = e->of->run;
    int32_t eccentricities[TROPIC_BFS_BATCH];
    tropic_run_report report;
    tropic_status status;
    if (e->of->symmetric) return search_one_way(e, width, TP_BOUNDS_BOTH, eccentricities, whole);
    TP_TRY(search_one_way(e, width, TP_BOUNDS_FROM, eccentricities, whole));
    if (!*whole) return TROPIC_OK;
    report = run->report;
    tp_run_reverse(run);
    status = search_one_way(e, width, TP_BOUNDS_TO, eccentricities, whole);
    tp_run_reverse(run);
    run->report.levels = report.levels;
    run->report.reached = run->report.settled = report.reached;
    return status;
}

static tropic_status begin_batch(tp_bounding *e)
{
    e->batch.sources = e->picked;
    e->batch.count = TROPIC_BFS_BATCH;
    e->batch.kept = true;
    e->batch.all_found = e->found;
    return tp_batch_begin(e->of->run, &e->batch);
}

/* Copies bounds to the host, or back. */
static tropic_status fetch(tp_bounding *e, int32_t *lower, int32_t *upper)
{
    tp_run *run = e->of->run;
    const size_t bytes = (size_t)run->n * sizeof *lower;
    TP_TRY(run->backend->download(run->context, lower, e->view.of.lower, bytes));
    return run->backend->download(run->context, upper, e->view.of.upper, bytes);
}

static tropic_status put(tp_bounding *e, const int32_t *lower, const int32_t *upper)
{
    tp_run *run = e->of->run;
    const size_t bytes = (size_t)run->n * sizeof *lower;
    TP_TRY(run->backend->upload(run->context, e->view.of.lower, lower, bytes));
    return run->backend->upload(run->context, e->view.of.upper, upper, bytes);
}

/* Where searches are one by one, and not all reach all: no eccentricity is as great as the component has vertices.
 * Small components are left for the end, if all eccentricities are wanted. */
static tropic_status bound_components(tp_bounding *e)
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
static tropic_status search(tp_bounding *e, tropic_index width)
{
    bool whole;
    TP_TRY(search_ways(e, width, &whole));
    if (whole) return TROPIC_OK;
    tp_batch_end(e->of->run, &e->batch);
    e->batch = (tp_batch){0};
    e->state->apart = 1;
    e->state->spare_count = 0;
    TP_TRY(search_ways(e, 1, &whole));
    return e->of->symmetric && !e->of->reaches ? bound_components(e) : TROPIC_OK;
}

/* Where arcs do not go both ways: e->view.of.component, and whether each vertex reaches all. *any: is a component large
 * enough for bounds? */
static tropic_status find_components(tp_bounding *e, tropic_index **size, bool *any)
{
    tp_run *run = e->of->run;
    tp_components_survey survey;
    TP_TRY(tp_run_array(run, &e->view.of.component, run->n, sizeof **size, "components"));
    TP_TRY(tp_run_array(run, size, run->n, sizeof **size, "sizes of components"));
    TP_TRY(tp_components_strong(run, e->view.of.component));
    TP_TRY(
        TP_BACKEND_PART(run->context, components)->sizes(run->context, e->view.of.component, run->n, *size, &survey));
    e->of->reaches = survey.components == 1;
    e->of->falls_short = !e->of->reaches;
    *any = survey.largest_size > TP_BOUNDS_SMALL;
    return TROPIC_OK;
}

/* *any: may bounds settle some? */
static tropic_status begin_bounds(tp_bounding *e, bool *any)
{
    tp_run *run = e->of->run;
    tp_bounds *b = &e->view.of;
    tropic_index *size = NULL;
    *any = true;
    if (!e->of->symmetric) TP_TRY(find_components(e, &size, any));
    if (!*any) return TROPIC_OK;
    TP_TRY(tp_run_array(run, &b->lower, run->n, sizeof *b->lower, "bounds"));
    TP_TRY(tp_run_array(run, &b->upper, run->n, sizeof *b->upper, "bounds"));
    TP_TRY(tp_run_array(run, &e->parts, TP_BOUNDS_PARTS, sizeof *e->parts, "vertices by their bounds"));
    TP_TRY(tp_run_array(run, &e->list, 1, sizeof *e->list, "the next vertices"));
    TP_TRY(tp_run_array(run, &e->widest, 1, sizeof *e->widest, "the next vertex"));
    b->n = run->n;
    /* (A vertex of many arcs tells the upper bounds of many.) */
    if (e->of->options->diameter) e->view.offsets = run->out.offsets;
    TP_TRY(tp_bounding_calls(e)->begin(run->context, b, run->out.offsets, size));
    if (size) tp_run_release(run, size);
    if (!e->of->symmetric) {
        e->component = tp_arena_array(&run->arena, run->n, sizeof *e->component);
        TP_TRY(tp_arena_check(&run->arena, "components"));
        TP_TRY(run->backend->download(run->context, e->component, b->component, (size_t)run->n * sizeof *e->component));
    }
    return e->state->apart ? TROPIC_OK : begin_batch(e);
}

/* ---- the checkpoint ---- */

/* saved_bounds = the bounds, and what is known. */
static tropic_status keep(tp_bounding *e)
{
    const tp_eccentricities *all = e->of;
    int32_t *lower = all->saved_bounds, *upper = lower + all->run->n;
    memcpy(upper + all->run->n, all->known, (size_t)all->run->n * sizeof *all->known);
    return fetch(e, lower, upper);
}

/* Goes on from there. */
static tropic_status restore(tp_bounding *e)
{
    tp_eccentricities *all = e->of;
    const int32_t *lower = all->saved_bounds, *upper = lower + all->run->n;
    memcpy(all->known, upper + all->run->n, (size_t)all->run->n * sizeof *all->known);
    for (tropic_index v = 0; v < all->run->n; v++)
        if (all->known[v]) all->value[v] = (tp_farthest){.whole = lower[v]};
    tp_eccentricity_restore(all);
    return put(e, lower, upper);
}

/* *width = how many were searched from; 0: bounds are done. A round that is broken off is made again, from the same
 * vertices: where arcs do not go both ways, the bounds may have what the first of its two searches tells, by which
 * others would be picked. */
static tropic_status run_round(tp_bounding *e, tropic_index *width)
{
    tp_eccentricity_state *s = e->state, again = *s;
    tropic_status status;
    e->view.least = s->least;
    e->view.round = s->round;
    status = tp_bounding_next(e, width);
    if (status == TROPIC_OK && *width == 0) return TROPIC_OK;
    if (status == TROPIC_OK) {
        again = *s;
        memcpy(again.spare + again.spare_count, e->picked, (size_t)*width * sizeof *e->picked);
        again.spare_count += *width;
        status = search(e, *width);
    }
    if (status != TROPIC_OK) {
        *s = again;
        return status;
    }
    s->searched += (s->apart ? 1 : *width) * (e->of->symmetric ? 1 : 2);
    s->least = !s->least;
    s->round++;
    return TROPIC_OK;
}

static tropic_status run_rounds(tp_bounding *e)
{
    e->of->run->report.phase[0].name = "search";
    for (;;) {
        tropic_index width;
        const tropic_status status = run_round(e, &width);
        if (status != TROPIC_OK || width == 0) return status;
        if (!tp_eccentricity_is_due(e->of)) continue;
        TP_TRY(keep(e));
        tp_eccentricity_save_or_report(e->of);
    }
}

/* What the bounds tell of each vertex. */
static tropic_status tell(tp_bounding *e)
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
        if (lower[v] == upper[v]) tp_bounding_meet(e, v, lower[v], 0);
    }
    all->bound = fmin(all->bound, fmax(most, tp_eccentricity_most(all)));
    for (tropic_index v = 0; v < run->n; v++) {
        if (all->known[v] || (all->options->diameter && upper[v] <= tp_eccentricity_most(all))) continue;
        if (lower[v] < 0 || (e->component && e->component[v] < 0))
            all->rest[all->rest_count++] = v;
        else
            all->active[all->active_count++] = v;
    }
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

/* As far as bounds came: saves them. Where they are all that the run has, they are done. */
static tropic_status end_bounds(tp_bounding *e, tropic_status status)
{
    tp_eccentricities *all = e->of;
    const bool whole = status == TROPIC_OK, cancelled = status == TROPIC_CANCELLED;
    if (all->options->checkpoint && (whole || cancelled) && !e->state->done) {
        e->state->done = whole;
        TP_TRY(keep(e));
        /* (A run that ends here without a result has the file alone.) */
        if (cancelled && !all->options->partial)
            TP_TRY(tp_eccentricity_save(all));
        else
            tp_eccentricity_save_or_report(all);
    }
    if (whole && all->options->diameter && all->symmetric) return TROPIC_OK;
    if (whole || (cancelled && all->options->partial && all->end >= 0)) TP_TRY(tell(e));
    return status;
}

tropic_status tp_eccentricity_by_bounds(tp_eccentricities *all)
{
    tp_bounding e = {.of = all, .state = &all->state};
    bool any;
    tropic_status status = begin_bounds(&e, &any);
    if (status == TROPIC_OK && !any) {
        for (tropic_index v = 0; v < all->run->n; v++) all->active[all->active_count++] = v;
        return TROPIC_OK;
    }
    if (status == TROPIC_OK && all->state.begun) status = restore(&e);
    if (status == TROPIC_OK) status = end_bounds(&e, all->state.done ? TROPIC_OK : run_rounds(&e));
    tp_batch_end(all->run, &e.batch);
    return status;
}
