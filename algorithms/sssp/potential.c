/* SPDX-License-Identifier: Apache-2.0
 *
 * Potentials from coordinates: c times the distance d to the target, in a plane whose axes are scaled.
 *
 * With c = min w / d over all arcs no arc is negative, but a single road that is shorter than it should be would halve
 * the potential. So c is a low quantile of w / d, and the potential is then lowered at arcs that would be negative:
 *
 *     pi = min(pi, A (min.plus) pi)   until nothing changes
 *
 * On roads this lowers a few vertices. If it takes too many passes, c = min w / (d + m) with a margin m that is more
 * than all rounding errors of potentials. Then c (d(u,v) + m) <= w(u,v) on every arc with d(u,v) > 0. By the triangle
 * inequality, computed potentials, before they are rounded down, differ by x <= c d(u,v) + c m <= w. If w is whole, it
 * is at least x rounded up, and that is at least the difference of the two potentials rounded down. If w is real,
 * rounding the difference to w's type keeps it at or below w. If d(u,v) = 0, the potentials are equal.
 */
#include "algorithms/sssp/sssp.h"
#include "algorithms/tuning.h"
#include "formats/matrix/facts/facts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* m is ROUNDINGS units of rounding of the largest potential. Each of two potentials has 5: 3 of the squares, their sum
 * and the root, 1 of the factor and 1 of the type. d(u,v) has the same, and some are to spare. */
#define ROUNDINGS 16
/* Whole potentials are below 2^52, because they are computed as doubles. */
#define MAX_WHOLE 0x1p52
/* Real potentials are below a small part of the type's range: the rest is for the sums of paths. */
#define MAX_FP32 ((double)FLT_MAX / 1024)
#define MAX_FP64 (DBL_MAX / 1024)

typedef struct plane {
    tropic_context *context;
    const tropic_matrix *A;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_type type; /* of the potential */
    double *x, *y;    /* n each */
    void *potential;  /* n of type */
    double scale_x, scale_y;
} plane;

static double weight(const plane *p, tropic_offset k)
{
    switch (p->type) {
    case TROPIC_FP32: return (double)tp_weight_fp32(p->A->type, p->values, k);
    case TROPIC_FP64: return tp_weight_fp64(p->A->type, p->values, k);
    default: return (double)tp_weight_int64(p->A->type, p->values, k);
    }
}

static double apart(const plane *p, tropic_index u, tropic_index v)
{
    const double dx = p->scale_x * (p->x[u] - p->x[v]), dy = p->scale_y * (p->y[u] - p->y[v]);
    return sqrt(dx * dx + dy * dy);
}

/* Checks weights and coordinates, and fits w^2 = a dx^2 + b dy^2 to the arcs by least squares: the axes' scales
 * are the roots of a and b, where there is such a fit, else 1. */
static tropic_status fit_axes(plane *p)
{
    double xx = 0, xy = 0, yy = 0, xw = 0, yw = 0, a, b;
    for (tropic_index u = 0; u < p->A->rows; u++) {
        if (!isfinite(p->x[u]) || !isfinite(p->y[u]))
            return tp_fail(p->context, TROPIC_INVALID_ARGUMENT, "a coordinate of vertex %lld is not finite",
                           (long long)tropic_matrix_label(p->A, u));
        for (tropic_offset k = p->offsets[u]; k < p->offsets[u + 1]; k++) {
            const double dx = p->x[u] - p->x[p->ids[k]], dy = p->y[u] - p->y[p->ids[k]];
            const double w = weight(p, k);
            if (!(w >= 0))
                return tp_fail(p->context, TROPIC_INVALID_ARGUMENT,
                               "the weight %g from vertex %lld to %lld is %s: coordinates cannot "
                               "direct the search",
                               w, (long long)tropic_matrix_label(p->A, u),
                               (long long)tropic_matrix_label(p->A, p->ids[k]), w < 0 ? "negative" : "no number");
            if (w == HUGE_VAL) continue;
            xx += dx * dx * dx * dx;
            xy += dx * dx * dy * dy;
            yy += dy * dy * dy * dy;
            xw += dx * dx * w * w;
            yw += dy * dy * w * w;
        }
    }
    a = (xw * yy - yw * xy) / (xx * yy - xy * xy);
    b = (yw * xx - xw * xy) / (xx * yy - xy * xy);
    if (a > 0 && b > 0 && isfinite(a) && isfinite(b)) {
        p->scale_x = sqrt(a);
        p->scale_y = sqrt(b);
    }
    return TROPIC_OK;
}

/* The quantile 1 / TP_POTENTIAL_FEW of w / d; infinite if no arc has a length. sample: TP_POTENTIAL_SAMPLE elements. */
static double usual_factor(const plane *p, double *sample)
{
    const tropic_offset stride = p->A->count / TP_POTENTIAL_SAMPLE + 1;
    int count = 0;
    for (tropic_index u = 0; u < p->A->rows; u++)
        for (tropic_offset k = p->offsets[u]; k < p->offsets[u + 1]; k++) {
            const double d = k % stride == 0 ? apart(p, u, p->ids[k]) : 0;
            if (d > 0) sample[count++] = weight(p, k) / d;
        }
    qsort(sample, (size_t)count, sizeof *sample, tp_compare_doubles);
    return count > 0 ? sample[count / TP_POTENTIAL_FEW] : HUGE_VAL;
}

/* The minimum of w / (d + m); infinite if no arc has a length. */
static double min_factor(const plane *p, double farthest)
{
    const double unit = p->type == TROPIC_FP32 ? (double)FLT_EPSILON : DBL_EPSILON;
    const double margin = ROUNDINGS * unit * farthest;
    double c = HUGE_VAL;
    for (tropic_index u = 0; u < p->A->rows; u++)
        for (tropic_offset k = p->offsets[u]; k < p->offsets[u + 1]; k++) {
            const double d = apart(p, u, p->ids[k]);
            if (d > 0) c = fmin(c, weight(p, k) / (d + margin));
        }
    return c;
}

/* potential = c |v - target|,  with a smaller c if that would leave the type, and c = 0 if c is not finite */
static void fill(const plane *p, tropic_index target, double farthest, double c)
{
    const double largest = p->type == TROPIC_FP32 ? MAX_FP32 : p->type == TROPIC_FP64 ? MAX_FP64 : MAX_WHOLE;
    if (!isfinite(c) || !isfinite(farthest)) c = 0;
    if (c * farthest > largest) c = largest / farthest;
    for (tropic_index v = 0; v < p->A->rows; v++) {
        const double pi = c > 0 ? c * apart(p, v, target) : 0;
        switch (p->type) {
        case TROPIC_FP32: ((float *)p->potential)[v] = (float)pi; break;
        case TROPIC_FP64: ((double *)p->potential)[v] = pi; break;
        default: ((int64_t *)p->potential)[v] = (int64_t)pi;
        }
    }
}

/* pi = min(pi, A (min.plus) pi),  once. Returns whether any changed. Weights from `max` up exceed all differences;
 * `below` is the next number down, for a sum that was rounded up. */
#define LOWER(T, name, max, below)                                                                                     \
    static bool lower_##name(const plane *p)                                                                           \
    {                                                                                                                  \
        T *pi = p->potential;                                                                                          \
        bool changed = false;                                                                                          \
        for (tropic_index u = 0; u < p->A->rows; u++)                                                                  \
            for (tropic_offset k = p->offsets[u]; k < p->offsets[u + 1]; k++) {                                        \
                const T w = tp_weight_##name(p->A->type, p->values, k), low = pi[p->ids[k]];                           \
                if (w >= (max) || w - (pi[u] - low) >= 0) continue;                                                    \
                pi[u] = w + low;                                                                                       \
                while (!(w - (pi[u] - low) >= 0)) pi[u] = below(pi[u]);                                                \
                changed = true;                                                                                        \
            }                                                                                                          \
        return changed;                                                                                                \
    }
#define BELOW_INT64(x) ((x)-1)
#define BELOW_FP32(x) nextafterf(x, -HUGE_VALF)
#define BELOW_FP64(x) nextafter(x, -HUGE_VAL)
LOWER(int64_t, int64, (int64_t)MAX_WHOLE, BELOW_INT64)
LOWER(float, fp32, HUGE_VALF, BELOW_FP32)
LOWER(double, fp64, HUGE_VAL, BELOW_FP64)

static bool lower(const plane *p)
{
    switch (p->type) {
    case TROPIC_FP32: return lower_fp32(p);
    case TROPIC_FP64: return lower_fp64(p);
    default: return lower_int64(p);
    }
}

static tropic_status make(plane *p, tropic_index target, double *sample)
{
    double farthest = 0;
    int passes = 0;
    TP_TRY(fit_axes(p));
    for (tropic_index v = 0; v < p->A->rows; v++) farthest = fmax(farthest, apart(p, v, target));
    fill(p, target, farthest, usual_factor(p, sample));
    while (passes < TP_POTENTIAL_PASSES && lower(p)) passes++;
    if (passes == TP_POTENTIAL_PASSES) fill(p, target, farthest, min_factor(p, farthest));
    return TROPIC_OK;
}

/* Checks that a coordinate has n values of type FP64. */
static tropic_status check(tropic_context *context, const tropic_vector *v, const char *name, tropic_index n)
{
    TP_TRY(tp_vector_check_typed(context, v, name, n, TROPIC_FP64));
    if (tropic_vector_count(v) == n) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: only %d of %d vertices have one", name,
                   tropic_vector_count(v), n);
}

tropic_status tropic_potential(tropic_vector *potential, const tropic_matrix *A, const tropic_vector *x,
                               const tropic_vector *y, tropic_index target)
{
    tropic_context *context;
    plane p = {.A = A, .scale_x = 1, .scale_y = 1};
    tp_arena arena = {0};
    double *sample;
    tropic_status status;
    TP_CALL(potential ? potential->context : NULL);

    if (!potential) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "potential is NULL");
    p.context = context = potential->context;
    TP_TRY(tp_outside_loops(context, "call an algorithm"));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    TP_TRY(tp_matrix_check_graph(context, A));
    TP_TRY(tp_sssp_type(context, A, &p.type));
    TP_TRY(tp_vector_check_typed(context, potential, "potential", A->rows, p.type));
    TP_TRY(check(context, x, "x", A->rows));
    TP_TRY(check(context, y, "y", A->rows));
    if (target < 0 || target >= A->rows) return tp_fail_range(context, "target", target, A->rows);
    TP_TRY(tp_matrix_weights(context, A, &p.A));
    TP_TRY(tropic_matrix_csr(p.A, context, &p.offsets, &p.ids, &p.values));
    arena.context = context;
    p.x = tp_arena_array(&arena, A->rows, sizeof *p.x);
    p.y = tp_arena_array(&arena, A->rows, sizeof *p.y);
    p.potential = tp_arena_array(&arena, A->rows, tropic_type_size(p.type));
    sample = tp_arena_array(&arena, TP_POTENTIAL_SAMPLE, sizeof *sample);
    status = tp_arena_check(&arena, "a potential");
    if (status == TROPIC_OK) status = tropic_vector_get_dense(x, p.x, NULL);
    if (status == TROPIC_OK) status = tropic_vector_get_dense(y, p.y, NULL);
    if (status == TROPIC_OK) status = make(&p, target, sample);
    if (status == TROPIC_OK) status = tropic_vector_put_dense(potential, p.potential, NULL);
    tp_arena_release(&arena);
    return status;
}
