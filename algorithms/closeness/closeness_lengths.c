/* SPDX-License-Identifier: Apache-2.0
 *
 * Closeness by lengths: shortest paths from one source after another, whose distances the host adds up in the order of
 * the vertices.
 */
#include "algorithms/closeness/closeness.h"
#include "algorithms/sssp/sssp.h"
#include "algorithms/wrong_weight.h"
#include "formats/matrix/facts/facts.h"

struct tp_closeness_lengths {
    tp_sssp_arrays arrays;
    void *distance; /* host */
};

/* Lengths that shortest paths, or the bound of an error by some sources, do without. */
static tropic_status check(const tp_closeness *c)
{
    const tropic_matrix_facts *facts;
    TP_TRY(tp_check_lengths(c->run));
    TP_TRY(tp_matrix_facts(c->run->context, c->run->A, &facts));
    if (c->options->error == 0 || !c->by_sources) return TROPIC_OK;
    if (facts->count > 0 && facts->min_value == 0)
        return tp_wrong_weight(c->run, DBL_TRUE_MIN, INFINITY, "zero, so that there is no bound for an error");
    if (c->options->kind != TROPIC_CLOSENESS_HARMONIC && isinf(facts->max_value))
        return tp_wrong_weight(c->run, -INFINITY, DBL_MAX, "infinite, so that there is no bound for an error");
    return TROPIC_OK;
}

tropic_status tp_closeness_lengths_begin(tp_closeness *c, tp_closeness_lengths **lengths)
{
    tp_run *run = c->run;
    tp_closeness_lengths *made = tp_arena_zeros(&run->arena, 1, sizeof *made);
    TP_TRY(tp_arena_check(&run->arena, "distances"));
    TP_TRY(tp_sssp_type(run->context, run->A, &made->arrays.type));
    TP_TRY(check(c));
    /* Vertices are searched from against the arcs, sources along them; outgoing distances turn that round. */
    made->arrays.against = c->by_sources == c->options->outgoing;
    if (made->arrays.against) tp_run_reverse(run);
    TP_TRY(tp_sssp_prepare(run, &made->arrays));
    made->distance = tp_arena_array(&run->arena, run->n, tropic_type_size(made->arrays.type));
    TP_TRY(tp_arena_check(&run->arena, "distances"));
    *lengths = made;
    return TROPIC_OK;
}

static tropic_status search(tp_closeness *c, tp_closeness_lengths *l, tropic_index source, double from, double part)
{
    tp_run *run = c->run;
    l->arrays.from = from;
    l->arrays.part = part;
    TP_TRY(tp_sssp_solve(run, &l->arrays, source));
    return run->backend->download(run->context, l->distance, l->arrays.distance,
                                  (size_t)run->n * tropic_type_size(l->arrays.type));
}

/* Whole distances add up exactly. */
static tropic_status sum_whole(tp_closeness *c, const int64_t *distance, tropic_index vertex, tp_closeness_sums *sums)
{
    int64_t sum = 0;
    for (tropic_index u = 0; u < c->run->n; u++) {
        const int64_t d = distance[u];
        if (d == INT64_MAX || u == vertex) continue;
        sums->reached++;
        if (d > 0) sums->inverse += 1 / (double)d;
        if (__builtin_add_overflow(sum, d, &sum))
            return tp_fail(c->run->context, TROPIC_OVERFLOW, "the distances of vertex %lld add up to 2^63 or more",
                           (long long)tropic_matrix_label(c->run->A, vertex));
    }
    sums->sum = (double)sum;
    return TROPIC_OK;
}

/* The distance of vertex u; infinite: unreached. */
static double distance_of(const tp_closeness_lengths *l, tropic_index u)
{
    if (l->arrays.type == TROPIC_FP32) return (double)((const float *)l->distance)[u];
    if (l->arrays.type == TROPIC_FP64) return ((const double *)l->distance)[u];
    return ((const int64_t *)l->distance)[u] == INT64_MAX ? HUGE_VAL : (double)((const int64_t *)l->distance)[u];
}

static void add(tp_closeness_sums *sums, double d)
{
    sums->reached++;
    sums->sum += d;
    if (d > 0) sums->inverse += 1 / d;
}

tropic_status tp_closeness_lengths_of(tp_closeness *c, tp_closeness_lengths *l, tropic_index vertex, double from,
                                      double part, tp_closeness_sums *sums)
{
    *sums = (tp_closeness_sums){0};
    TP_TRY(search(c, l, vertex, from, part));
    if (l->arrays.type == TROPIC_INT64) return sum_whole(c, l->distance, vertex, sums);
    for (tropic_index u = 0; u < c->run->n; u++)
        if (u != vertex && distance_of(l, u) < HUGE_VAL) add(sums, distance_of(l, u));
    return TROPIC_OK;
}

tropic_status tp_closeness_lengths_add(tp_closeness *c, tp_closeness_lengths *l, tropic_index source, double from,
                                       double part, tp_closeness_sums *sums, double *squares, double *farthest)
{
    const bool inverse = c->options->kind == TROPIC_CLOSENESS_HARMONIC;
    *farthest = 0;
    TP_TRY(search(c, l, source, from, part));
    for (tropic_index v = 0; v < c->run->n; v++) {
        const double d = distance_of(l, v);
        if (v == source || !(d < HUGE_VAL)) continue;
        add(&sums[v], d);
        if (d > *farthest) *farthest = d;
        if (squares && d > 0) squares[v] += inverse ? 1 / d / d : d * d;
    }
    return TROPIC_OK;
}
