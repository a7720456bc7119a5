/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality of a graph whose arcs have lengths: distances by sssp_buckets.c, then Brandes' two sweeps
 * along tight arcs (algorithms/betweenness/brandes_weighted.h), for several sources side by side.
 */
#include "algorithms/betweenness/bc.h"
#include "algorithms/sssp/sssp.h"
#include "formats/files/decimal.h"
#include "formats/matrix/facts.h"
#include "algorithms/betweenness/bc_nearest.h"

/* Bytes a vertex that shortest paths may need besides the arrays of a batch: the bins of the CPU. */
#define SEARCH_EACH 16
/* Distances take about this part of a batch's time. */
#define DISTANCES_PART 0.6

/* The arrays of a source batch. */
typedef struct source_batch {
    tropic_index *sources;   /* in memory of the backend */
    char *distance;          /* in memory of the backend: n for each source */
    tp_brandes_found *found; /* host: what the sweeps found */
    int64_t *reached;        /* host: how many vertices have a distance */
} source_batch;

tropic_status tp_bc_weighted_check(tp_run *run)
{
    const tropic_matrix *A = run->A;
    const tropic_matrix_facts *facts;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_type type;
    TP_TRY(tp_sssp_type(run->context, A, &type));
    TP_TRY(tp_matrix_facts(run->context, A, &facts));
    if (A->count == 0 || facts->min_value > 0) return TROPIC_OK;
    TP_TRY(tropic_matrix_csr(A, run->context, &offsets, &ids, &values));
    for (tropic_index i = 0; i < A->rows; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++)
            if (!(tp_value_as_double(values, A->type, k) > 0)) {
                char weight[TP_DECIMAL_ROOM];
                tp_write_real(weight, tp_value_as_double(values, A->type, k), A->type == TROPIC_FP32);
                return tp_fail(run->context, TROPIC_INVALID_ARGUMENT,
                               "the weight %s from vertex %lld to %lld is not positive", weight,
                               (long long)tropic_matrix_label(A, i), (long long)tropic_matrix_label(A, ids[k]));
            }
    return TROPIC_OK;
}

/* d(u) + A(u,v) == d(u) == d(v) < infinity. The type is FP32 or FP64: rounding absorbs nothing else. */
static bool is_absorbed(const tropic_matrix *A, const void *values, tropic_offset k, const void *distance,
                        tropic_index u, tropic_index v)
{
    const double d = tp_value_as_double(distance, A->type, u), sum = d + tp_value_as_double(values, A->type, k);
    if (d == HUGE_VAL || d != tp_value_as_double(distance, A->type, v)) return false;
    /* A sum of floats may be rounded to double first: the result is the same. */
    return (A->type == TROPIC_FP32 ? (double)(float)sum : sum) == d;
}

/* OVERFLOW, with an arc whose length rounding absorbs: a cycle of tight arcs has only such arcs. */
static tropic_status report_absorbed(tp_run *run, const void *distance)
{
    const tropic_matrix *A = run->A;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    TP_TRY(tropic_matrix_csr(A, run->context, &offsets, &ids, &values));
    for (tropic_index u = 0; u < A->rows; u++)
        for (tropic_offset k = offsets[u]; k < offsets[u + 1]; k++)
            if (is_absorbed(A, values, k, distance, u, ids[k])) {
                const bool floats = A->type == TROPIC_FP32;
                char weight[TP_DECIMAL_ROOM], length[TP_DECIMAL_ROOM];
                tp_write_real(weight, tp_value_as_double(values, A->type, k), floats);
                tp_write_real(length, tp_value_as_double(distance, A->type, u), floats);
                return tp_fail(run->context, TROPIC_OVERFLOW,
                               "rounding absorbs the weight %s from vertex %lld to %lld, at "
                               "distance %s: shortest paths would have cycles",
                               weight, (long long)tropic_matrix_label(A, u), (long long)tropic_matrix_label(A, ids[k]),
                               length);
            }
    return tp_fail(run->context, TROPIC_OVERFLOW, "shortest paths have cycles");
}

static tropic_status explain_cycles(tp_run *run, const tp_sssp_arrays *a)
{
    const size_t size = tropic_type_size(a->type);
    void *distance = tp_arena_array(&run->arena, run->n, size);
    TP_TRY(tp_arena_check(&run->arena, "a look for absorbed weights"));
    TP_TRY(run->backend->download(run->context, distance, a->distance, (size_t)run->n * size));
    return report_absorbed(run, distance);
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

/* Adds to the report what sweeps have found that search for themselves. */
static void report_searches(tp_run *run, const source_batch *w, tropic_index count)
{
    run->report.phase[0].name = "relax";
    for (tropic_index k = 0; k < count; k++) {
        run->report.phase[0].steps[TROPIC_STRATEGY_CSR_PUSH] += w->reached[k];
        run->report.reached_arcs += w->found[k].arcs;
    }
    run->report.reached = run->report.settled = w->reached[count - 1];
}

/* Takes the sources from number `first` on: their distances, then the sweeps. */
static tropic_status take_batch(tp_run *run, const tp_bc *bc, tp_brandes_weighted *t, tp_sssp_arrays *a,
                                const source_batch *w, tropic_index first)
{
    const size_t column = (size_t)run->n * tropic_type_size(a->type);
    const tropic_index count = t->sweeps.count;
    const tp_bc these = tp_bc_some(bc, first, count);
    if (t->nearest)
        tp_run_part(run, these.from, these.part);
    else
        TP_TRY(find_distances(run, &these, a, w));
    TP_TRY(tp_progress(run->context, 0));
    TP_TRY(run->backend->upload(run->context, w->sources, these.sources, (size_t)count * sizeof *w->sources));
    t->sweeps.total = these.total;
    /* With T, the pattern of tight arcs:
     * sigma<rank == r> = T' (plus.first) sigma                                      forward
     * delta<rank == r> = sigma * (T (plus.second) g);  g = (1 + delta) / sigma      backward
     * centrality += delta */
    TP_TRY(TP_BACKEND_PART(run->context, brandes)->weighted(run->context, t));
    if (these.total.arcs && !t->nearest)
        TP_TRY(TP_BACKEND_PART(run->context, brandes)->arcs(run->context, &t->sweeps, t));
    TP_TRY(run->backend->download(run->context, w->found, t->sweeps.found, (size_t)count * sizeof *w->found));
    if (t->nearest) {
        report_searches(run, w, count);
        TP_TRY(tp_progress(run->context, 1));
    }
    for (tropic_index k = 0; k < count; k++) {
        if (these.reached) these.reached[k] = w->reached[k];
        run->report.levels = w->found[k].levels;
        run->report.phase[1].steps[TROPIC_STRATEGY_CSR_PUSH] += w->found[k].levels;
        if (w->found[k].reached == w->reached[k]) continue;
        a->distance = w->distance + (size_t)k * column;
        return explain_cycles(run, a);
    }
    return TROPIC_OK;
}

static tropic_status take_batches(tp_run *run, const tp_bc *bc, tropic_index size)
{
    tp_sssp_arrays a = {0};
    tp_brandes_weighted t = {.sweeps = {.in = run->in, .out = run->out}, .weights = run->A->type};
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
        TP_TRY(tp_bc_make_nearest(run, &a, size, &nearest));
        nearest.reached = w.reached;
        t.nearest = &nearest;
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
