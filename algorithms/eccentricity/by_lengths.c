/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities by lengths: a search from a vertex, and bounds that searches give.
 */
#include "algorithms/eccentricity/eccentricity.h"
#include "algorithms/tuning.h"
#include "formats/matrix/facts/facts.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Sums of two such are exact in a double. */
#define EXACT_MAX 0x1p52
/* Of a distance, n u is the relative error, with the type's unit of rounding u. If it is more, bounds tell too little.
 */
#define ERROR_MAX 0x1p-4

typedef struct bounding {
    tp_eccentricities *of;
    double *lower, *upper;        /* host */
    const tropic_offset *offsets; /* of A by row */
    double margin;                /* an upper bound may be so many times itself too small */
} bounding;

/* The distance of vertex u; infinite: unreached. */
static double distance_of(const tp_eccentricities *e, tropic_index u)
{
    const void *d = e->distance;
    if (e->type == TROPIC_FP32) return (double)((const float *)d)[u];
    if (e->type == TROPIC_FP64) return ((const double *)d)[u];
    return ((const int64_t *)d)[u] == INT64_MAX ? HUGE_VAL : (double)((const int64_t *)d)[u];
}

tropic_status tp_eccentricity_search(tp_eccentricities *e, tropic_index v, double from, double part, tp_farthest *value,
                                     int64_t *reached)
{
    tp_run *run = e->run;
    const size_t bytes = (size_t)run->n * tropic_type_size(e->type);
    int64_t met = 0, whole = 0;
    double real = 0;
    e->lengths.from = from;
    e->lengths.part = part;
    TP_TRY(tp_sssp_solve(run, &e->lengths, v));
    TP_TRY(run->backend->download(run->context, e->distance, e->lengths.distance, bytes));
    for (tropic_index u = 0; u < run->n; u++) {
        const double d = distance_of(e, u);
        if (!(d < HUGE_VAL)) continue;
        met++;
        if (d > real) real = d;
        if (!e->real && ((const int64_t *)e->distance)[u] > whole) whole = ((const int64_t *)e->distance)[u];
    }
    *value = e->real ? (tp_farthest){.real = real} : (tp_farthest){.whole = whole};
    *reached = met;
    return TROPIC_OK;
}

/* Leaves out vertices that are known, or cannot have the diameter. The next vertex, of the greatest degree of those of
 * the best bound; -1: there is none. */
static tropic_index pick(bounding *b)
{
    tp_eccentricities *e = b->of;
    const double most = tp_eccentricity_most(e);
    tropic_index kept = 0, best = -1;
    for (tropic_index k = 0; k < e->active_count; k++) {
        const tropic_index v = e->active[k];
        double key, best_key;
        if (e->known[v]) continue;
        if (!e->real && b->lower[v] == b->upper[v]) {
            tp_eccentricity_meet(e, v, (tp_farthest){.whole = (int64_t)b->lower[v]}, 0);
            continue;
        }
        if (e->options->diameter && b->upper[v] * (1 + b->margin) <= most) continue;
        e->active[kept++] = v;
        key = e->state.least ? -b->lower[v] : b->upper[v];
        best_key = best < 0 ? -HUGE_VAL : e->state.least ? -b->lower[best] : b->upper[best];
        if (best < 0 || key > best_key ||
            (key == best_key && b->offsets[v + 1] - b->offsets[v] > b->offsets[best + 1] - b->offsets[best]))
            best = v;
    }
    e->active_count = kept;
    return best;
}

/* A search from v; *exact: are sums of its distances? */
static tropic_status search(bounding *b, tropic_index v, double left, bool *exact)
{
    tp_eccentricities *e = b->of;
    const double n = e->run->n;
    tp_farthest value;
    int64_t reached;
    double most;
    TP_TRY(tp_eccentricity_search(e, v, 1 - left / n, left / n / (left + 1), &value, &reached));
    tp_eccentricity_meet(e, v, value, reached);
    most = tp_farthest_as_double(e, value);
    *exact = e->real || most <= EXACT_MAX;
    for (tropic_index u = 0; *exact && u < e->run->n; u++) {
        const double d = distance_of(e, u);
        if (!(d < HUGE_VAL)) continue;
        b->lower[u] = fmax(b->lower[u], fmax(d, most - d));
        b->upper[u] = fmin(b->upper[u], most + d);
    }
    return TROPIC_OK;
}

/* A path has fewer arcs than the component has vertices. Vertices without arcs are known. */
static tropic_status begin(bounding *b)
{
    tp_eccentricities *e = b->of;
    tp_run *run = e->run;
    const tropic_matrix_facts *facts;
    const int arrays = run->arena.count;
    const tropic_index *ids;
    const void *values;
    tropic_index *size = tp_arena_array(&run->arena, run->n, sizeof *size);
    TP_TRY(tp_arena_check(&run->arena, "components"));
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    TP_TRY(tropic_matrix_csr(run->A, run->context, &b->offsets, &ids, &values));
    TP_TRY(tp_eccentricity_components(e, size));
    for (tropic_index v = 0; v < run->n; v++) {
        const double longest = facts->max_value * (size[v] - 1);
        b->upper[v] = longest <= EXACT_MAX && !e->real ? longest : longest * (1 + b->margin + 4 * DBL_EPSILON);
        if (b->offsets[v + 1] > b->offsets[v])
            e->active[e->active_count++] = v;
        else
            tp_eccentricity_meet(e, v, (tp_farthest){0}, 0);
    }
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

/* saved_bounds = bounds, values, and what is known. */
static void keep(const bounding *b)
{
    const tp_eccentricities *e = b->of;
    const size_t n = (size_t)e->run->n;
    double *lower = e->saved_bounds, *upper = lower + n;
    tp_farthest *value = (tp_farthest *)(upper + n);
    memcpy(lower, b->lower, n * sizeof *lower);
    memcpy(upper, b->upper, n * sizeof *upper);
    memcpy(value, e->value, n * sizeof *value);
    memcpy(value + n, e->known, n * sizeof *e->known);
}

/* Goes on from there. */
static void restore(bounding *b)
{
    tp_eccentricities *e = b->of;
    const size_t n = (size_t)e->run->n;
    const double *lower = e->saved_bounds, *upper = lower + n;
    const tp_farthest *value = (const tp_farthest *)(upper + n);
    memcpy(b->lower, lower, n * sizeof *lower);
    memcpy(b->upper, upper, n * sizeof *upper);
    memcpy(e->value, value, n * sizeof *value);
    memcpy(e->known, value + n, n * sizeof *e->known);
    tp_eccentricity_restore(e);
}

/* Until bounds settle few vertices, unless the diameter alone is wanted. */
static tropic_status run_rounds(bounding *b)
{
    tp_eccentricities *e = b->of;
    tp_eccentricity_state *s = &e->state;
    tropic_index v;
    bool exact = true;
    while (exact && (v = pick(b)) >= 0) {
        const tp_eccentricity_state before = *s;
        tropic_status status;
        if (s->rounds == TP_BOUNDS_ROUNDS && !e->options->diameter) {
            if (s->left - e->active_count < TP_BOUNDS_ROUNDS * TP_BOUNDS_WORTH) break;
            s->left = e->active_count;
            s->rounds = 0;
        }
        status = search(b, v, e->active_count, &exact);
        if (status != TROPIC_OK) *s = before; /* it is made again */
        if (status != TROPIC_OK) return status;
        s->least = !s->least;
        s->rounds++;
        if (!tp_eccentricity_is_due(e)) continue;
        keep(b);
        tp_eccentricity_save_or_report(e);
    }
    return TROPIC_OK;
}

/* As far as bounds came: saves them. */
static tropic_status end_bounds(bounding *b, tropic_status status)
{
    tp_eccentricities *e = b->of;
    if (!e->options->checkpoint || e->state.done || (status != TROPIC_OK && status != TROPIC_CANCELLED)) return status;
    e->state.done = status == TROPIC_OK;
    keep(b);
    /* (A run that ends here without a result has the file alone.) */
    if (status == TROPIC_CANCELLED && !e->options->partial)
        TP_TRY(tp_eccentricity_save(e));
    else
        tp_eccentricity_save_or_report(e);
    return status;
}

tropic_status tp_eccentricity_by_lengths(tp_eccentricities *e)
{
    tp_run *run = e->run;
    const double error = e->real ? run->n * (e->type == TROPIC_FP32 ? 0x1p-24 : 0x1p-53) : 0;
    bounding b = {.of = e, .margin = 4 * error};
    tropic_status status = TROPIC_OK;
    b.lower = tp_arena_zeros(&run->arena, run->n, sizeof *b.lower);
    b.upper = tp_arena_zeros(&run->arena, run->n, sizeof *b.upper);
    TP_TRY(tp_arena_check(&run->arena, "bounds"));
    TP_TRY(begin(&b));
    if (e->state.begun) {
        restore(&b);
    } else {
        e->state.least = 1;
        e->state.left = e->active_count;
    }
    if (error <= ERROR_MAX && !e->state.done) status = run_rounds(&b);
    /* Twice: by the greatest that the first time finds, the same are left as after a checkpoint. */
    for (int k = 0; k < 2 && status == TROPIC_OK && error <= ERROR_MAX; k++) (void)pick(&b);
    status = end_bounds(&b, status);
    e->bound = tp_eccentricity_most(e);
    for (tropic_index k = 0; k < e->active_count; k++)
        e->bound = fmax(e->bound, b.upper[e->active[k]] * (1 + b.margin));
    return status;
}
