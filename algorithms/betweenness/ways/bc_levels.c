/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' two sweeps of a batch over the levels of its searches.
 *
 *     forward   counts<level d> = A' (plus.first) counts<level d - 1>;  counts(source) = 1
 *     backward  delta<level d> = counts * (A (plus.second) counts<level d + 1>)
 *               counts<level d> = (1 + delta) / counts
 *
 * On the way back counts are g. A vertex without successors has delta = 0, and so g = 1 / counts, already on the way
 * forward: the last level always, and one more level if its vertices with successors are marked.
 */
#include "algorithms/betweenness/ways/bc_levels.h"
#include "algorithms/tuning.h"

/* Is it cheaper to push from level a into level b than to pull: TP_BC_PUSH_COST * arcs(a) + n < arcs(b)? For a directed
 * graph, arcs out of b stand for the arcs into it, which are not counted. */
static bool is_thin(const tp_run *run, const tp_bc_levels *s, int32_t a, int32_t b)
{
    return TP_BC_PUSH_COST * s->fronts[a].arcs + run->n < s->fronts[b].arcs;
}

/* Are all counts up to level d integers that the type holds, whatever the graph? There are at most
 * copies_max * (copies_max * max degree)^(d - 1) paths. */
static bool is_exact(const tp_run *run, const tp_bc_levels *s, const tp_brandes_level *l, int32_t d)
{
    const double copies = s->copies_max > 1 ? s->copies_max : 1;
    double max = copies;
    for (; d > 1; d--) max *= copies * (double)run->in.longest;
    return max <= tp_brandes_most_exact(l);
}

/* Are counts of level d pushed from the level before? */
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

/* has_successor<level d> = A (bor.second) level d + 1,  in the columns of level d */
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

/* Chooses the level to mark: the one with the most arcs of those whose next level is thin. Only for symmetric graphs:
 * marking walks arcs into a level, and fronts count those out of it. */
static void choose_marked(const tp_run *run, tp_bc_levels *s, const tp_brandes_level *l)
{
    s->marked = -1;
    for (int32_t d = 1; d < s->depth; d++)
        if (tp_run_symmetric(run) && is_thin(run, s, d + 1, d) && !is_pushed(run, s, l, d) &&
            (s->marked < 0 || s->fronts[d].arcs > s->fronts[s->marked].arcs))
            s->marked = d;
}

/* counts<level d> = A' (plus.first) counts<level d - 1> */
static tropic_status count_level(tp_run *run, const tp_bc_levels *s, tp_brandes_level *l, int32_t d)
{
    const bool pushed = is_pushed(run, s, l, d);
    l->level = s->fronts[d].words;
    l->adjacent = d > 0 && !pushed ? s->fronts[d - 1].words : NULL;
    l->seed = d == 0; /* sigma(source) = 1 */
    l->phase = d == s->marked || (d == s->depth && s->last_done) ? TP_BRANDES_FORWARD_AND_LEAVES : TP_BRANDES_FORWARD;
    l->has_successor = d == s->marked ? s->has_successor : NULL;
    l->arcs = run->in;
    if (!pushed) return step(run, l, 1, "count");
    /* counts<level d> = 0, each in its place; then the sums are pushed. */
    TP_TRY(TP_BACKEND_PART(run->context, brandes)->level(run->context, l));
    l->phase = TP_BRANDES_FORWARD_PUSH;
    l->arcs = run->out;
    l->adjacent = s->fronts[d - 1].words;
    return step(run, l, 1, "count");
}

tropic_status tp_bc_forward(tp_run *run, tp_bc_levels *s, tp_brandes_level *l)
{
    const int64_t none = 0;
    const bool unused = false;
    TP_TRY(run->backend->fill(run->context, l->used, TROPIC_BOOL, &unused, run->n));
    TP_TRY(run->backend->fill(run->context, l->overflowed, TROPIC_INT64, &none, 1));
    s->last_done = s->depth > 0 && !is_pushed(run, s, l, s->depth);
    choose_marked(run, s, l);
    if (s->marked > 0) TP_TRY(mark(run, s, l, s->marked));
    for (int32_t d = 0; d <= s->depth; d++) TP_TRY(count_level(run, s, l, d));
    return TROPIC_OK;
}

tropic_status tp_bc_backward(tp_run *run, const tp_bc_levels *s, tp_brandes_level *l)
{
    l->phase = TP_BRANDES_BACKWARD;
    l->seed = 0;
    l->arcs = run->out;
    for (int32_t d = s->last_done ? s->depth - 1 : s->depth; d > 0; d--) {
        /* delta<level d> = counts * (A (plus.second) counts<level d + 1>);  counts<level d> = (1 + delta) / counts */
        l->level = s->fronts[d].words;
        l->adjacent = d < s->depth ? s->fronts[d + 1].words : NULL;
        l->has_successor = d == s->marked ? s->has_successor : NULL;
        TP_TRY(step(run, l, 2, "gather"));
    }
    return TROPIC_OK;
}
