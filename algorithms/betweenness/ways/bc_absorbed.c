/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by lengths of a source from which rounding absorbs some: Brandes' sweeps on the host, along tight arcs,
 * in an order that has groups of vertices at one distance by the lengths inside these.
 */
#include "algorithms/betweenness/ways/bc_absorbed.h"

#include "algorithms/betweenness/bc.h"
#include "formats/files/decimal.h"
#include "formats/matrix/facts/facts.h"

static tropic_status make(tp_run *run, const tp_bc *bc, const void *given, tp_absorbed *s)
{
    const tropic_type type = run->A->type;
    const int64_t n = run->n, entries = run->out.count;
    void *distance;
    *s = (tp_absorbed){.A = run->A, .tie = bc->tie};
    TP_TRY(tropic_matrix_csr(run->A, run->context, &s->offsets, &s->ids, &s->values));
    distance = tp_arena_array(&run->arena, n, tropic_type_size(type));
    s->distance = tp_arena_array(&run->arena, n, sizeof *s->distance);
    s->order = tp_arena_array(&run->arena, n, sizeof *s->order);
    s->tight = tp_arena_zeros(&run->arena, entries, sizeof *s->tight);
    s->entered = tp_arena_zeros(&run->arena, n, sizeof *s->entered);
    s->group = tp_arena_zeros(&run->arena, n, sizeof *s->group);
    s->entry = tp_arena_array(&run->arena, n, sizeof *s->entry);
    s->heap = tp_arena_array(&run->arena, n + entries, sizeof *s->heap);
    TP_TRY(tp_arena_check(&run->arena, "absorbed lengths"));
    TP_TRY(run->backend->download(run->context, distance, given, (size_t)n * tropic_type_size(type)));
    for (int64_t v = 0; v < n; v++) s->distance[v] = tp_value_as_double(distance, type, v);
    return TROPIC_OK;
}

static tropic_status report_conflict(tp_run *run, const tp_absorbed *s)
{
    char weight[TP_DECIMAL_ROOM];
    tp_write_real(weight, tp_value_as_double(s->values, s->A->type, s->conflict), s->A->type == TROPIC_FP32);
    return tp_fail(
        run->context, TROPIC_OVERFLOW,
        "rounding absorbs the weight %s from vertex %lld to %lld, which are as far from vertex %lld by other "
        "ways: which comes first is not known",
        weight, (long long)tropic_matrix_label(s->A, s->from),
        (long long)tropic_matrix_label(s->A, s->ids[s->conflict]),
        (long long)tropic_matrix_label(s->A, s->order[0].id));
}

/* sigma = T' (plus.first) sigma, in the order; how many ranks there are. */
static int64_t go_forward(const tp_absorbed *s, tropic_index source, tp_brandes_state *places)
{
    int32_t ranks = 0;
    for (tropic_index c = 0; c < s->reached; c++) places[s->order[c].id] = (tp_brandes_state){0, 0, 0};
    places[source] = (tp_brandes_state){1, 0, 0};
    for (tropic_index c = 0; c < s->reached; c++) {
        const tropic_index u = s->order[c].id;
        const tp_wide paths = tp_wide_stored(tp_brandes_count(places[u]));
        const int32_t rank = places[u].level + 1;
        places[u] = tp_brandes_stored(paths, rank - 1);
        ranks = rank > ranks ? rank : ranks;
        for (tropic_offset k = s->offsets[u]; k < s->offsets[u + 1]; k++) {
            tp_brandes_state *p = &places[s->ids[k]];
            if (s->tight[k])
                *p = tp_brandes_stored(tp_wide_add(tp_brandes_count(*p), paths), rank > p->level ? rank : p->level);
        }
    }
    return ranks;
}

/* delta = sigma * (T (plus.second) g);  g = (1 + delta) / sigma, against the order; and the dependencies of arcs. */
static void go_back(const tp_absorbed *s, tp_brandes_state *places, double *delta, double *arcs)
{
    for (tropic_index c = s->reached; c-- > 0;) {
        const tropic_index u = s->order[c].id;
        const tp_wide sigma = tp_brandes_count(places[u]);
        tp_wide sum = tp_wide_zero();
        for (tropic_offset k = s->offsets[u]; k < s->offsets[u + 1]; k++) {
            if (!s->tight[k]) continue;
            sum = tp_wide_add(sum, tp_brandes_count(places[s->ids[k]]));
            if (arcs) arcs[k] += tp_wide_times(sigma, tp_brandes_count(places[s->ids[k]]));
        }
        places[u] = tp_brandes_backward(places[u], sum, tp_brandes_multiplicity_of(NULL, u), &delta[u]);
    }
}

/* The host's copy of a backend's array of `count` doubles; NULL of NULL. */
static tropic_status fetch(tp_run *run, const double *array, int64_t count, double **copy)
{
    *copy = NULL;
    if (!array) return TROPIC_OK;
    *copy = tp_arena_array(&run->arena, count, sizeof **copy);
    TP_TRY(tp_arena_check(&run->arena, "absorbed lengths"));
    return run->backend->download(run->context, *copy, array, (size_t)count * sizeof **copy);
}

static tropic_status put_back(tp_run *run, double *array, int64_t count, const double *copy)
{
    return array ? run->backend->upload(run->context, array, copy, (size_t)count * sizeof *copy) : TROPIC_OK;
}

static tropic_status sweep(tp_run *run, const tp_bc *bc, tropic_index source, const tp_absorbed *s, int64_t *ranks)
{
    const tp_brandes_total *total = &bc->total; /* without factors: these are of reduced graphs */
    const int64_t n = run->n, entries = run->out.count;
    tp_brandes_state *places = tp_arena_array(&run->arena, n, sizeof *places);
    double *delta = tp_arena_array(&run->arena, n, sizeof *delta), *centrality, *squares, *arcs;
    TP_TRY(tp_arena_check(&run->arena, "absorbed lengths"));
    TP_TRY(fetch(run, total->centrality, n, &centrality));
    TP_TRY(fetch(run, total->squares, n, &squares));
    TP_TRY(fetch(run, total->arcs, entries, &arcs));
    *ranks = go_forward(s, source, places);
    go_back(s, places, delta, arcs);
    for (tropic_index c = 1; c < s->reached; c++) {
        const tropic_index v = s->order[c].id;
        const double x = delta[v] + total->ends;
        centrality[v] += x;
        if (squares) squares[v] += x * x;
    }
    TP_TRY(put_back(run, total->centrality, n, centrality));
    TP_TRY(put_back(run, total->squares, n, squares));
    return put_back(run, total->arcs, entries, arcs);
}

tropic_status tp_bc_absorbed(tp_run *run, const tp_bc *bc, tropic_index source, const void *distance, int64_t *ranks)
{
    const int arrays = run->arena.count;
    tp_absorbed s;
    TP_TRY(make(run, bc, distance, &s));
    if (!tp_absorbed_settle(&s, source)) return report_conflict(run, &s);
    TP_TRY(sweep(run, bc, source, &s, ranks));
    TP_TRY(run->backend->wait(run->context));
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}
