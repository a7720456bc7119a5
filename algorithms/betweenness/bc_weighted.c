/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality where arcs have lengths: distances by sssp_buckets.c, then Brandes' two sweeps along tight
 * arcs (algorithms/betweenness/brandes_weighted.h), of several sources side by side.
 */
#include "algorithms/betweenness/bc.h"
#include "algorithms/sssp/sssp.h"
#include "formats/files/decimal.h"
#include "formats/matrix/facts.h"
#include "algorithms/betweenness/brandes_weighted.h"

/* Bytes a vertex that a search by buckets may want beside the arrays of a wave: on the CPU its bins. */
#define SEARCH_EACH 16
/* Of a wave's time. */
#define DISTANCES_PART 0.6

/* A wave's sources: */
typedef struct wave_arrays {
    tropic_index *sources; /* in memory of the backend, */
    char *distance;        /* as here: n for each */
    /* On the host, what the sweeps found, and what the search before them had reached. */
    tp_brandes_found *found;
    int64_t *reached;
} wave_arrays;

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

/* Place v of distances of type FP32 or FP64: rounding absorbs nothing else. */
static double distance_at(tropic_type type, const void *distance, tropic_index v)
{
    return type == TROPIC_FP32 ? (double)((const float *)distance)[v] : ((const double *)distance)[v];
}

/* d(u) + A(u,v) == d(u) == d(v) < infinity */
static bool is_absorbed(const tropic_matrix *A, const void *values, tropic_offset k, const void *distance,
                        tropic_index u, tropic_index v)
{
    const double d = distance_at(A->type, distance, u), sum = d + tp_value_as_double(values, A->type, k);
    if (d == HUGE_VAL || d != distance_at(A->type, distance, v)) return false;
    /* (A float's sum may be rounded by way of double.) */
    return (A->type == TROPIC_FP32 ? (double)(float)sum : sum) == d;
}

/* OVERFLOW, with an arc whose length rounding absorbs: all of a cycle of tight arcs are so. */
static tropic_status absorbed(tp_run *run, const void *distance)
{
    const tropic_matrix *A = run->A;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    TP_TRY(tropic_matrix_csr(A, run->context, &offsets, &ids, &values));
    for (tropic_index u = 0; u < A->rows; u++)
        for (tropic_offset k = offsets[u]; k < offsets[u + 1]; k++)
            if (is_absorbed(A, values, k, distance, u, ids[k])) {
                const bool single = A->type == TROPIC_FP32;
                char weight[TP_DECIMAL_ROOM], length[TP_DECIMAL_ROOM];
                tp_write_real(weight, tp_value_as_double(values, A->type, k), single);
                tp_write_real(length, distance_at(A->type, distance, u), single);
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
    const tp_memory *memory = &run->context->memory;
    const size_t size = tropic_type_size(a->type);
    tropic_status status;
    void *distance = tp_allocate(memory, run->n, size);
    if (!distance) return tp_out_of_memory(run->context, "a look for absorbed weights");
    status = run->backend->download(run->context, distance, a->distance, (size_t)run->n * size);
    if (status == TROPIC_OK) status = absorbed(run, distance);
    tp_release(memory, distance);
    return status;
}

/* Distances, then sweeps, of the sources from number `first` on. */
static tropic_status wave(tp_run *run, const tp_bc *bc, tp_brandes_weighted *t, tp_sssp_arrays *a, const wave_arrays *w,
                          tropic_index first)
{
    const size_t column = (size_t)run->n * tropic_type_size(a->type);
    const tropic_index count = t->sweeps.count;
    const tp_bc these = tp_bc_some(bc, first, count);
    const double from = these.from, part = these.part;
    a->share = part * DISTANCES_PART / count;
    for (tropic_index k = 0; k < count; k++) {
        a->distance = w->distance + (size_t)k * column;
        a->from = from + k * a->share;
        TP_TRY(tp_sssp_solve(run, a, these.sources[k]));
        w->reached[k] = run->report.reached;
        if (these.reached) these.reached[k] = run->report.reached;
    }
    tp_run_part(run, from + part * DISTANCES_PART, part * (1 - DISTANCES_PART));
    TP_TRY(tp_progress(run->context, 0));
    TP_TRY(run->backend->upload(run->context, w->sources, these.sources, (size_t)count * sizeof *w->sources));
    t->sweeps.total = these.total;
    TP_TRY(run->backend->brandes_tight(run->context, t));
    if (these.total.arcs) TP_TRY(run->backend->brandes_arcs(run->context, &t->sweeps, t));
    TP_TRY(run->backend->download(run->context, w->found, t->sweeps.found, (size_t)count * sizeof *w->found));
    for (tropic_index k = 0; k < count; k++) {
        run->report.levels = w->found[k].levels;
        run->report.phase[1].steps[TROPIC_STRATEGY_CSR_PUSH] += w->found[k].levels;
        if (w->found[k].reached == w->reached[k]) continue;
        a->distance = w->distance + (size_t)k * column;
        return explain_cycles(run, a);
    }
    return TROPIC_OK;
}

static tropic_status waves(tp_run *run, const tp_bc *bc, tropic_index most, wave_arrays *w)
{
    tp_sssp_arrays a = {0};
    tp_brandes_weighted t = {.sweeps = {.in = run->in, .out = run->out}, .weights = run->A->type};
    TP_TRY(tp_sssp_type(run->context, run->A, &a.type));
    TP_TRY(tp_sssp_inspect(run, &a));
    TP_TRY(tp_run_array(run, &w->distance, (int64_t)most * run->n, tropic_type_size(a.type), "distances"));
    TP_TRY(tp_bc_wave_arrays(run, bc, &t.sweeps, &w->sources, most));
    t.distance = w->distance;
    run->report.phase[1].name = "sweeps";
    for (tropic_index first = 0; first < bc->count; first += t.sweeps.count) {
        t.sweeps.count = bc->count - first < most ? bc->count - first : most;
        TP_TRY(wave(run, bc, &t, &a, w, first));
    }
    return TROPIC_OK;
}

tropic_status tp_bc_weighted(tp_run *run, const tp_bc *bc)
{
    const tp_memory *memory = &run->context->memory;
    const int arrays = run->arrays;
    wave_arrays w = {0};
    tropic_status status;
    tropic_index most;
    if (bc->count == 0 || run->n == 0) return TROPIC_OK;
    TP_TRY(tp_bc_wave(run, bc, TP_BRANDES_EACH + sizeof(double) + SEARCH_EACH, "betweenness by weights", &most));
    w.found = tp_allocate(memory, most, sizeof *w.found);
    w.reached = tp_allocate(memory, most, sizeof *w.reached);
    status = w.found && w.reached ? waves(run, bc, most, &w) : tp_out_of_memory(run->context, "counts");
    tp_release(memory, w.found);
    tp_release(memory, w.reached);
    tp_run_release_since(run, arrays);
    return status;
}
