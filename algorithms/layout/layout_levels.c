/* SPDX-License-Identifier: Apache-2.0
 *
 * A layout of one graph of springs, from its coarsest graph to itself.
 */
#include "algorithms/layout/layout.h"

#include <math.h>
#include <string.h>

/* A graph whose components have up to so many vertices has no coarser one. */
#define COARSEST 32
/* Nor one of which a coarser graph would have more than this part of its vertices. */
#define SHRINKS 0.9
/* From where so many random starts of a coarsest graph lead, the place of least energy is taken: one in eight starts of
 * airfoil1 ends in a fold, which finer graphs keep. */
#define STARTS 6
/* How far vertices move at first, in lengths of edges: from anywhere, from where a coarser graph has put them, and from
 * where they were given, which may be at rest. */
#define STEP_FIRST 1.0
#define STEP_REFINED 0.3
#define STEP_GIVEN 0.05

/* Coarse vertices with members that are known are known: their mean. */
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
    const tp_memory *memory = &l->context->memory;
    const int D = l->dimensions;
    const tropic_index n = fine->springs->n;
    const float jitter = (float)(TP_LAYOUT_JITTER * tp_springs_length(fine->springs));
    float *place = tp_allocate_zero(memory, (int64_t)coarse->n * D, sizeof *place);
    float *count = tp_allocate_zero(memory, coarse->n, sizeof *count), *kept = NULL;
    uint8_t *known = tp_allocate_zero(memory, coarse->n, sizeof *known);
    const tp_layout_level next = {coarse, place, fine->known ? known : NULL, fine->known ? known : NULL,
                                  fine->number + 1};
    tropic_status status = TROPIC_OK;
    if (fine->known) kept = tp_allocate(memory, (int64_t)n * D, sizeof *kept);
    if (place && count && known && (kept || !fine->known)) {
        if (fine->known) coarse_known(fine, parent, coarse->n, D, place, known, count);
        if (kept) memcpy(kept, fine->place, (size_t)n * (size_t)D * sizeof *kept);
        status = tp_layout_levels(l, &next);
    } else {
        status = tp_out_of_memory(l->context, "a coarser graph");
    }
    if (status == TROPIC_OK)
        tp_springs_refine(fine->place, place, parent, fine->springs, D, jitter,
                          l->options.seed + (uint64_t)fine->number, tp_team_for(l->context, n));
    for (int64_t v = 0; status == TROPIC_OK && kept && v < n; v++)
        if (fine->known[v]) memcpy(fine->place + v * D, kept + v * D, (size_t)D * sizeof *kept);
    tp_release(memory, place);
    tp_release(memory, count);
    tp_release(memory, known);
    tp_release(memory, kept);
    return status;
}

static bool all_known(const tp_layout_level *fine)
{
    for (tropic_index v = 0; v < fine->springs->n; v++)
        if (!fine->known || !fine->known[v]) return false;
    return true;
}

/* *refined: has a coarser graph given its vertices places? */
static tropic_status refine(tp_layout *l, const tp_layout_level *fine, bool *refined)
{
    const tp_springs *g = fine->springs;
    tp_springs coarse = {0};
    tropic_index *parent = NULL;
    tropic_status status;
    *refined = false;
    if (tp_springs_largest(g) <= COARSEST || (l->options.levels > 0 && fine->number + 1 >= l->options.levels))
        return TROPIC_OK;
    status = tp_springs_coarsen(&coarse, &parent, l->context, g);
    *refined = status == TROPIC_OK && coarse.n < SHRINKS * g->n;
    if (*refined) status = from_coarse(l, fine, &coarse, parent);
    tp_springs_free(l->context, &coarse);
    tp_release(&l->context->memory, parent);
    return status;
}

/* What is told of progress: of the whole, the part that the component is of all vertices; of this one half is for its
 * own graph, half of the rest for the next coarser one, and so on; try k of `tries` has a share of it. */
static void share(tp_layout *l, const tp_layout_level *fine, int k, int tries)
{
    const double half = pow(0.5, fine->number + 1) * l->at_hand / l->n;
    l->context->progress_from = (double)l->done / l->n + half * (1 + (double)k / tries);
    l->context->progress_part = half / tries;
    l->context->progress_reported = l->context->progress_from;
}

/* Iterates from where vertices are, first by steps of so many lengths of an edge. */
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
                         .least = (float)(o->tolerance * length),
                         .fixed = fine->fixed};
    const tropic_status status = tp_springs_settle(l->context, fine->springs, fine->place, &how);
    l->report.iterations += how.done;
    l->report.run_seconds += how.seconds;
    if (how.memory > l->report.memory) l->report.memory = how.memory;
    if (l->done == 0 && fine->number >= l->report.levels) l->report.levels = fine->number + 1;
    if (fine->number > 0 || l->done > 0) return status;
    l->report.finest += how.done;
    l->report.finest_seconds += how.seconds;
    l->report.method = how.method;
    l->report.movement = how.movement * o->k;
    l->apart = length;
    return status;
}

/* best = the places of the components that have less energy there than before. */
static void keep_best(const tp_springs *g, const float *place, int dimensions, float *best, double *least)
{
    for (tropic_index c = 0; c < g->components; c++) {
        const double energy = tp_springs_energy(g, c, place, dimensions);
        tropic_index from, to;
        tp_springs_component(g, c, &from, &to);
        if (!(energy < least[c])) continue;
        least[c] = energy;
        memcpy(best + (int64_t)from * dimensions, place + (int64_t)from * dimensions,
               (size_t)(to - from) * (size_t)dimensions * sizeof *best);
    }
}

/* From random places, several times where there is little to it. */
static tropic_status settle_anew(tp_layout *l, const tp_layout_level *fine)
{
    const tp_springs *g = fine->springs;
    const tp_memory *memory = &l->context->memory;
    const int64_t numbers = (int64_t)g->n * l->dimensions;
    const int starts = tp_springs_largest(g) <= COARSEST ? STARTS : 1;
    const double length = tp_springs_length(g);
    float *best = tp_allocate(memory, numbers, sizeof *best);
    double *least = tp_allocate(memory, g->components, sizeof *least);
    tropic_status status = best && least ? TROPIC_OK : tp_out_of_memory(l->context, "places");
    for (tropic_index c = 0; status == TROPIC_OK && c < g->components; c++) least[c] = HUGE_VAL;
    for (int k = 0; status == TROPIC_OK && k < starts; k++) {
        tp_layout_scatter(fine->place, fine->known, g->n, l->dimensions, length,
                          l->options.seed * STARTS + (uint64_t)k);
        if (k == 0) memcpy(best, fine->place, (size_t)numbers * sizeof *best);
        share(l, fine, k, starts);
        status = settle(l, fine, STEP_FIRST);
        if (status == TROPIC_OK && starts > 1) keep_best(g, fine->place, l->dimensions, best, least);
    }
    if (status == TROPIC_OK && starts > 1) memcpy(fine->place, best, (size_t)numbers * sizeof *best);
    tp_release(memory, best);
    tp_release(memory, least);
    return status;
}

/* How long edges are where vertices are given places, in what they are at rest, at least 1: whoever starts far from
 * rest has far to go. */
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
    /* (No graph of this component has been iterated on.) */
    l->context->progress_from = l->context->progress_reported = (double)l->done / l->n;
    l->context->progress_part = 0;
    TP_TRY(tp_progress(l->context, 0));
    if (!known) TP_TRY(refine(l, fine, &refined));
    if (!refined) return settle_anew(l, fine);
    share(l, fine, 0, 1);
    return settle(l, fine, known ? STEP_GIVEN * stretch(l, fine) : STEP_REFINED);
}
