/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' two sweeps over the levels of searches that were made.
 */
#include "algorithms/betweenness/bc_levels.h"

/* An atomic operation costs about as much as so many words that a pull reads. */
#define PUSH_COST 8

/* Push from level a into level b if PUSH_COST * arcs(a) + n < arcs(b). For a directed graph, arcs out of b stand for
 * the arcs into it, which are not counted. */
static bool is_thin(const tp_run *run, const tp_bc_levels *s, int32_t a, int32_t b)
{
    return s->has_successor && PUSH_COST * s->fronts[a].arcs + run->n < s->fronts[b].arcs;
}

/* Are counts up to level d integers of the type, whatever the graph? */
static bool is_exact(const tp_run *run, const tp_bc_levels *s, const tp_brandes_level *l, int32_t d)
{
    const double copies = s->copies > 1 ? s->copies : 1;
    double most = copies;
    for (; d > 1; d--) most *= copies * (double)run->in.longest;
    return most <= tp_brandes_most_exact(l);
}

static bool is_pushed(const tp_run *run, const tp_bc_levels *s, const tp_brandes_level *l, int32_t d)
{
    return d > 0 && is_thin(run, s, d - 1, d) && is_exact(run, s, l, d);
}

static tropic_status step(tp_run *run, const tp_brandes_level *l, int phase, const char *name)
{
    const tropic_strategy strategy = l->phase == TP_BRANDES_FORWARD_PUSH ? TROPIC_STRATEGY_CSR_PUSH : run->pull;
    run->report.phase[phase].name = name;
    run->report.phase[phase].steps[strategy]++;
    return TP_BACKEND_PART(run->context, brandes)->level(run->context, l);
}

/* further = in which columns level d has neighbours on the next one */
static tropic_status mark(tp_run *run, const tp_bc_levels *s, const tp_brandes_level *level, int32_t d)
{
    const int64_t none = 0;
    tp_brandes_level l = *level;
    TP_TRY(run->backend->fill(run->context, s->has_successor, TROPIC_INT64, &none, run->n));
    l.phase = TP_BRANDES_MARK_SUCCESSORS;
    l.arcs = run->in;
    l.has_successor = s->has_successor;
    l.level = s->fronts[d].words;
    l.adjacent = s->fronts[d + 1].words;
    return TP_BACKEND_PART(run->context, brandes)->level(run->context, &l);
}

/* Chooses the level that is marked: that with the most arcs. (Marks walk arcs into a level, and fronts know those
 * out.) */
static void choose(const tp_run *run, tp_bc_levels *s, const tp_brandes_level *l)
{
    s->marked = -1;
    for (int32_t d = 1; d < s->depth; d++)
        if (tp_run_symmetric(run) && is_thin(run, s, d + 1, d) && !is_pushed(run, s, l, d) &&
            (s->marked < 0 || s->fronts[d].arcs > s->fronts[s->marked].arcs))
            s->marked = d;
}

/* counts of level d: from what they are of the one before */
static tropic_status count_level(tp_run *run, const tp_bc_levels *s, tp_brandes_level *l, int32_t d)
{
    const bool pushed = is_pushed(run, s, l, d);
    l->level = s->fronts[d].words;
    l->adjacent = d > 0 && !pushed ? s->fronts[d - 1].words : NULL;
    l->seed = d == 0; /* sigma(source) = 1 */
    l->phase = d == s->marked || (d == s->depth && s->over) ? TP_BRANDES_FORWARD_AND_LEAVES : TP_BRANDES_FORWARD;
    l->has_successor = d == s->marked ? s->has_successor : NULL;
    l->arcs = run->in;
    if (!pushed) return step(run, l, 1, "count");
    /* Places, with zeros. */
    TP_TRY(TP_BACKEND_PART(run->context, brandes)->level(run->context, l));
    l->phase = TP_BRANDES_FORWARD_PUSH;
    l->arcs = run->out;
    l->adjacent = s->fronts[d - 1].words;
    return step(run, l, 1, "count");
}

tropic_status tp_bc_forth(tp_run *run, tp_bc_levels *s, tp_brandes_level *l)
{
    const int64_t none = 0;
    const bool unused = false;
    if (l->used) TP_TRY(run->backend->fill(run->context, l->used, TROPIC_BOOL, &unused, run->n));
    TP_TRY(run->backend->fill(run->context, l->overflowed, TROPIC_INT64, &none, 1));
    s->over = s->depth > 0 && !is_pushed(run, s, l, s->depth) && !(l->alone && l->ends > 0);
    choose(run, s, l);
    if (s->marked > 0) TP_TRY(mark(run, s, l, s->marked));
    for (int32_t d = 0; d <= s->depth; d++) TP_TRY(count_level(run, s, l, d));
    return TROPIC_OK;
}

tropic_status tp_bc_back(tp_run *run, const tp_bc_levels *s, tp_brandes_level *l)
{
    l->phase = TP_BRANDES_BACKWARD;
    l->seed = 0;
    l->arcs = run->out;
    for (int32_t d = s->over ? s->depth - 1 : s->depth; d > 0; d--) {
        l->level = s->fronts[d].words;
        l->adjacent = d < s->depth ? s->fronts[d + 1].words : NULL;
        l->has_successor = d == s->marked ? s->has_successor : NULL;
        TP_TRY(step(run, l, 2, "gather"));
    }
    return TROPIC_OK;
}
