/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality of a graph whose arcs have lengths: distances by sssp_buckets.c, then Brandes' two sweeps
 * along tight arcs (algorithms/betweenness/brandes_weighted.h), for several sources side by side. A source from which
 * rounding absorbs lengths is taken on the host (bc_absorbed.c), when its turn in the sum has come.
 */
#include "algorithms/betweenness/bc.h"
#include "algorithms/sssp/sssp.h"
#include "algorithms/wrong_weight.h"
#include "formats/matrix/facts/facts.h"
#include "algorithms/betweenness/ways/bc_nearest.h"

/* Bytes a vertex that shortest paths may need besides the arrays of a batch: the bins of the CPU. */
#define SEARCH_EACH 16
/* Distances take about this part of a batch's time. */
#define DISTANCES_PART 0.6

/* The arrays of a source batch. */
typedef struct source_batch {
    tropic_index *sources;   /* in memory of the backend */
    char *distance;          /* in memory of the backend: n for each source */
    tp_brandes_found *found; /* host: numbers found by the sweeps */
    int64_t *reached;        /* host: how many vertices have a distance */
} source_batch;

tropic_status tp_bc_weighted_check(tp_run *run)
{
    const tropic_matrix *A = run->A;
    const tropic_matrix_facts *facts;
    tropic_type type;
    TP_TRY(tp_sssp_type(run->context, A, &type));
    TP_TRY(tp_matrix_facts(run->context, A, &facts));
    return tp_check_weights(run, facts, DBL_TRUE_MIN, INFINITY);
}

/* The distances of a batch. */
static tropic_status find_distances(tp_run *run, const tp_bc *these, tp_sssp_arrays *a, const source_batch *w)
{
    const size_t column = (size_t)run->n * tropic_type_size(a->type);
    a->part = these->part * DISTANCES_PART / these->count;
    for (tropic_index k = 0; k < these->count; k++) {
        a->distance = w->distance + (size_t)k * column;
        a->from = these->from + k * a->part;
        /* d = min(d, A' (min.plus) d) */
        TP_TRY(tp_sssp_solve(run, a, these->sources[k]));
        w->reached[k] = run->report.reached;
    }
    tp_run_part(run, these->from + these->part * DISTANCES_PART, these->part * (1 - DISTANCES_PART));
    return TROPIC_OK;
}

/* Adds the findings of sweeps that search for themselves to the report. */
static void report_searches(tp_run *run, const source_batch *w, tropic_index count)
{
    run->report.phase[0].name = "relax";
    for (tropic_index k = 0; k < count; k++) {
        run->report.phase[0].steps[TROPIC_STRATEGY_CSR_PUSH] += w->reached[k];
        run->report.reached_arcs += w->found[k].arcs;
    }
    run->report.reached = run->report.settled = w->reached[count - 1];
}

/* Adds the dependencies of the sources first .. end - 1, whose sweeps are over, to the totals. */
static tropic_status add_some(tp_run *run, const tp_brandes_weighted *t, tropic_index first, tropic_index end)
{
    const int64_t n = run->n;
    tp_brandes_weighted some = *t;
    tp_brandes *b = &some.sweeps;
    some.distance = (void *)tp_brandes_distance(t, first);
    b->count = end - first;
    b->sources += first;
    b->places += first * n;
    if (b->delta) b->delta += first * n;
    if (b->delta) TP_TRY(TP_BACKEND_PART(run->context, brandes)->add(run->context, b));
    return b->total.arcs ? TP_BACKEND_PART(run->context, brandes)->arcs(run->context, b, &some) : TROPIC_OK;
}

/* Adds the dependencies of the sources of a batch to the totals, in the order of the sources. */
static tropic_status add_up(tp_run *run, const tp_bc *these, const tp_brandes_weighted *t, const source_batch *w)
{
    tropic_index first = 0;
    for (tropic_index k = 0; k < these->count; k++) {
        if (w->found[k].reached == w->reached[k]) continue;
        if (first < k) TP_TRY(add_some(run, t, first, k));
        TP_TRY(tp_bc_absorbed(run, these, these->sources[k], tp_brandes_distance(t, k), &w->found[k].levels));
        first = k + 1;
    }
    return first < these->count ? add_some(run, t, first, these->count) : TROPIC_OK;
}

/* Takes the sources from number `first` on: their distances, then the sweeps. */
static tropic_status take_batch(tp_run *run, const tp_bc *bc, tp_brandes_weighted *t, tp_sssp_arrays *a,
                                const source_batch *w, tropic_index first)
{
    const tropic_index count = t->sweeps.count;
    const tp_bc these = tp_bc_some(bc, first, count);
    if (t->nearest) {
        tp_run_part(run, these.from, these.part);
    } else {
        TP_TRY(find_distances(run, &these, a, w));
        TP_TRY(run->backend->upload(run->context, t->reached, w->reached, (size_t)count * sizeof *w->reached));
    }
    TP_TRY(tp_progress(run->context, 0));
    TP_TRY(run->backend->upload(run->context, w->sources, these.sources, (size_t)count * sizeof *w->sources));
    t->sweeps.total = these.total;
    /* With T, the pattern of tight arcs:
     * sigma<rank == r> = T' (plus.first) sigma                                      forward
     * delta<rank == r> = sigma * (T (plus.second) g);  g = (1 + delta) / sigma      backward
     * centrality += delta */
    TP_TRY(TP_BACKEND_PART(run->context, brandes)->weighted(run->context, t));
    TP_TRY(run->backend->download(run->context, w->found, t->sweeps.found, (size_t)count * sizeof *w->found));
    TP_TRY(add_up(run, &these, t, w));
    if (t->nearest) {
        report_searches(run, w, count);
        TP_TRY(tp_progress(run->context, 1));
    }
    for (tropic_index k = 0; k < count; k++) {
        if (these.reached) these.reached[k] = w->reached[k];
        run->report.levels = w->found[k].levels;
        run->report.phase[1].steps[TROPIC_STRATEGY_CSR_PUSH] += w->found[k].levels;
    }
    return TROPIC_OK;
}

static tropic_status take_batches(tp_run *run, const tp_bc *bc, tropic_index size)
{
    tp_sssp_arrays a = {0};
    bool arcs_added = false;
    tp_brandes_weighted t = {
        .sweeps = {.in = run->in, .out = run->out, .arcs_added = &arcs_added}, .weights = run->A->type, .tie = bc->tie};
    tp_nearest nearest;
    source_batch w = {.found = tp_arena_array(&run->arena, size, sizeof *w.found),
                      .reached = tp_arena_array(&run->arena, size, sizeof *w.reached)};
    TP_TRY(tp_arena_check(&run->arena, "counts"));
    TP_TRY(tp_sssp_type(run->context, run->A, &a.type));
    TP_TRY(tp_sssp_inspect(run, &a));
    TP_TRY(tp_run_array(run, &w.distance, (int64_t)size * run->n, tropic_type_size(a.type), "distances"));
    TP_TRY(tp_bc_source_batch_arrays(run, bc, &t.sweeps, &w.sources, size));
    t.distance = w.distance;
    if (tp_bc_suits_nearest(run, &a)) {
        TP_TRY(tp_bc_make_nearest(run, &a, size, bc->tie.relative, &nearest));
        t.reached = w.reached;
        t.nearest = &nearest;
    } else {
        TP_TRY(tp_run_array(run, &t.reached, size, sizeof *t.reached, "counts"));
    }
    run->report.phase[1].name = "sweeps";
    for (tropic_index first = 0; first < bc->count; first += t.sweeps.count) {
        t.sweeps.count = bc->count - first < size ? bc->count - first : size;
        TP_TRY(take_batch(run, bc, &t, &a, &w, first));
    }
    return TROPIC_OK;
}

tropic_status tp_bc_weighted(tp_run *run, const tp_bc *bc)
{
    const size_t each = TP_BRANDES_EACH + sizeof(double) + SEARCH_EACH;
    return tp_bc_source_batches(run, bc, each, "betweenness by weights", take_batches);
}
