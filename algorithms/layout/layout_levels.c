/* SPDX-License-Identifier: Apache-2.0
 *
 * A layout of one graph of springs, from its coarsest form to itself.
 */
#include "algorithms/layout/layout.h"
#include "algorithms/tuning.h"

#include <math.h>
#include <string.h>

/* Random starts of a coarsest graph, of which the one that ends with the least energy is taken: one in eight starts of
 * airfoil1 ends in a fold, which finer graphs keep. */
#define STARTS 6
/* How far vertices move at first, in lengths of edges. */
#define STEP_RANDOM 1.0  /* from random places */
#define STEP_REFINED 0.3 /* from places of a coarser graph */
#define STEP_GIVEN 0.05  /* from given places, which may be at rest */

/* A coarse vertex with known members is known, at their mean. */
static void coarse_known(const tp_layout_level *fine, const tropic_index *parent, tropic_index n, int dimensions,
                         float *place, uint8_t *known, float *count)
{
    for (tropic_index v = 0; v < fine->springs->n; v++) {
        const int64_t to = parent[v];
        if (!fine->known[v]) continue;
        known[to] = 1;
        count[to]++;
        for (int c = 0; c < dimensions; c++) place[to * dimensions + c] += fine->place[(int64_t)v * dimensions + c];
    }
    for (int64_t v = 0; v < n; v++)
        for (int c = 0; c < dimensions; c++)
            if (known[v]) place[v * dimensions + c] /= count[v];
}

/* Places of the fine graph's unknown vertices from those of a coarser one. */
static tropic_status from_coarse(tp_layout *l, const tp_layout_level *fine, const tp_springs *coarse,
                                 const tropic_index *parent)
{
    tp_arena arena = {.context = l->context};
    const int D = l->dimensions;
    const tropic_index n = fine->springs->n;
    const float jitter = (float)(TP_LAYOUT_JITTER * tp_springs_length(fine->springs));
    float *place = tp_arena_zeros(&arena, (int64_t)coarse->n * D, sizeof *place);
    float *count = tp_arena_zeros(&arena, coarse->n, sizeof *count);
    uint8_t *known = tp_arena_zeros(&arena, coarse->n, sizeof *known);
    float *kept = fine->known ? tp_arena_array(&arena, (int64_t)n * D, sizeof *kept) : NULL;
    tropic_status status = tp_arena_check(&arena, "a coarser graph");
    const tp_layout_level next = {coarse, place, fine->known ? known : NULL, fine->known ? known : NULL,
                                  fine->number + 1};
    if (status == TROPIC_OK && kept) {
        coarse_known(fine, parent, coarse->n, D, place, known, count);
        memcpy(kept, fine->place, (size_t)n * (size_t)D * sizeof *kept);
    }
    if (status == TROPIC_OK) status = tp_layout_levels(l, &next);
    if (status == TROPIC_OK)
        tp_springs_refine(fine->place, place, parent, fine->springs, D, jitter,
                          l->options.seed + (uint64_t)fine->number, tp_team_for(l->context, n));
    for (int64_t v = 0; status == TROPIC_OK && kept && v < n; v++)
        if (fine->known[v]) memcpy(fine->place + v * D, kept + v * D, (size_t)D * sizeof *kept);
    tp_arena_release(&arena);
    return status;
}

static bool all_known(const tp_layout_level *fine)
{
    for (tropic_index v = 0; v < fine->springs->n; v++)
        if (!fine->known || !fine->known[v]) return false;
    return true;
}

/* Gives the vertices places from a coarser graph, if one is worth it: *refined. */
static tropic_status refine(tp_layout *l, const tp_layout_level *fine, bool *refined)
{
    const tp_springs *g = fine->springs;
    tp_springs coarse = {0};
    tropic_index *parent;
    tropic_status status;
    *refined = false;
    if (tp_springs_largest(g) <= TP_LAYOUT_COARSEST_MAX ||
        (l->options.levels > 0 && fine->number + 1 >= l->options.levels))
        return TROPIC_OK;
    status = tp_springs_coarsen(&coarse, &parent, l->context, g);
    *refined = status == TROPIC_OK && coarse.n < TP_LAYOUT_SHRINK_MAX * g->n;
    if (*refined) status = from_coarse(l, fine, &coarse, parent);
    tp_springs_free(&coarse);
    return status;
}

/* Says which part of the call's progress comes next. A component's part is that of its vertices in all. Half of it is
 * for the component's own graph, half of the rest for the next coarser one, and so on; start k of `starts` has an equal
 * part of that. */
static void begin_part(tp_layout *l, const tp_layout_level *fine, int k, int starts)
{
    const double half = pow(0.5, fine->number + 1) * l->current / l->n;
    l->context->progress_from = (double)l->done / l->n + half * (1 + (double)k / starts);
    l->context->progress_part = half / starts;
    l->context->progress_reported = l->context->progress_from;
}

/* Iterates from the vertices' places. step: how far they move at first, in lengths of edges. */
static tropic_status settle(tp_layout *l, const tp_layout_level *fine, double step)
{
    const tropic_layout_options *o = &l->options;
    const double length = tp_springs_length(fine->springs);
    tp_iterations how = {.dimensions = l->dimensions,
                         .method = fine->number == 0 ? o->method : TROPIC_LAYOUT_AUTO,
                         .theta = (float)o->theta,
                         .gravity = (float)o->gravity,
                         .iterations = o->iterations,
                         .step = (float)(step * length),
                         .step_min = (float)(o->tolerance * length),
                         .fixed = fine->fixed};
    const tropic_status status = tp_springs_settle(l->context, fine->springs, fine->place, &how);
    l->report.iterations += how.done;
    l->report.run_seconds += how.seconds;
    if (l->done == 0 && fine->number >= l->report.levels) l->report.levels = fine->number + 1;
    if (fine->number > 0 || l->done > 0) return status;
    l->report.finest += how.done;
    l->report.finest_seconds += how.seconds;
    l->report.method = how.method;
    l->report.movement = how.movement * o->k;
    l->apart = length;
    return status;
}

/* best = place, for the components that have less energy there than in `best`: energy_min. */
static void keep_best(const tp_springs *g, const float *place, int dimensions, float *best, double *energy_min)
{
    for (tropic_index c = 0; c < g->components; c++) {
        const double energy = tp_springs_energy(g, c, place, dimensions);
        tropic_index from, to;
        tp_springs_component(g, c, &from, &to);
        if (!(energy < energy_min[c])) continue;
        energy_min[c] = energy;
        memcpy(best + (int64_t)from * dimensions, place + (int64_t)from * dimensions,
               (size_t)(to - from) * (size_t)dimensions * sizeof *best);
    }
}

/* Iterates from random places; for a small graph several times. */
static tropic_status settle_anew(tp_layout *l, const tp_layout_level *fine)
{
    const tp_springs *g = fine->springs;
    tp_arena arena = {.context = l->context};
    const int64_t numbers = (int64_t)g->n * l->dimensions;
    const int starts = tp_springs_largest(g) <= TP_LAYOUT_COARSEST_MAX ? STARTS : 1;
    const double length = tp_springs_length(g);
    float *best = tp_arena_array(&arena, numbers, sizeof *best);
    double *energy_min = tp_arena_array(&arena, g->components, sizeof *energy_min);
    tropic_status status = tp_arena_check(&arena, "places");
    for (tropic_index c = 0; status == TROPIC_OK && c < g->components; c++) energy_min[c] = HUGE_VAL;
    for (int k = 0; status == TROPIC_OK && k < starts; k++) {
        tp_layout_scatter(fine->place, fine->known, g->n, l->dimensions, length,
                          l->options.seed * STARTS + (uint64_t)k);
        if (k == 0) memcpy(best, fine->place, (size_t)numbers * sizeof *best);
        begin_part(l, fine, k, starts);
        status = settle(l, fine, STEP_RANDOM);
        if (status == TROPIC_OK && starts > 1) keep_best(g, fine->place, l->dimensions, best, energy_min);
    }
    if (status == TROPIC_OK && starts > 1) memcpy(fine->place, best, (size_t)numbers * sizeof *best);
    tp_arena_release(&arena);
    return status;
}

/* The mean length of edges in the given places over that at rest, at least 1: vertices that start far from rest have
 * far to go. */
static double stretch(const tp_layout *l, const tp_layout_level *fine)
{
    const tp_springs *g = fine->springs;
    double sum = 0;
    for (tropic_index u = 0; u < g->n; u++)
        for (tropic_offset k = g->offsets[u]; k < g->offsets[u + 1]; k++)
            sum += tp_springs_distance(fine->place, l->dimensions, u, g->ids[k]);
    return fmax(1, sum / (double)g->offsets[g->n] / tp_springs_length(g));
}

tropic_status tp_layout_levels(tp_layout *l, const tp_layout_level *fine)
{
    const bool known = all_known(fine);
    bool refined = known;
    /* No graph of this component has been iterated on. */
    l->context->progress_from = l->context->progress_reported = (double)l->done / l->n;
    l->context->progress_part = 0;
    TP_TRY(tp_progress(l->context, 0));
    if (!known) TP_TRY(refine(l, fine, &refined));
    if (!refined) return settle_anew(l, fine);
    begin_part(l, fine, 0, 1);
    return settle(l, fine, known ? STEP_GIVEN * stretch(l, fine) : STEP_REFINED);
}
