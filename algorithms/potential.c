/* SPDX-License-Identifier: Apache-2.0
 *
 * Potentials out of coordinates: c times the distance to the target in a plane whose axes are scaled.
 *
 * No reweighed arc is negative: c (d(u,v) + m) <= w(u,v) on every arc with d(u,v) > 0, where m is more than
 * all roundings of potentials come to. So, by the triangle inequality, the potentials as computed, before
 * they are rounded down, differ by x <= c d(u,v) + c m <= w. A whole w is then at least the next whole
 * number from x up, and that is at least the difference of the two rounded down. Rounding a difference of
 * reals to their type keeps it at or below w, which is of that type. Where d(u,v) = 0 the potentials are
 * equal.
 */
#include "algorithms/sssp.h"

#include <float.h>
#include <math.h>

/* m is so many units of rounding of the largest potential. Of each of two: 3 of the squares, their sum and the
 * root, 1 of the factor and 1 of the type; the same of d(u,v), and some to spare. */
#define ROUNDINGS 16
/* Potentials are whole numbers below 2^52, and doubles on the way. */
#define LARGEST_WHOLE 0x1p52
/* Of reals, a small part of the type's range: the rest is for the sums of paths. */
#define LARGEST_FP32 ((double)FLT_MAX / 1024)
#define LARGEST_FP64 (DBL_MAX / 1024)

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
            return tp_fail(p->context, TROPIC_INVALID_ARGUMENT,
                           "a coordinate of vertex %lld is not finite",
                           (long long)tropic_matrix_label(p->A, u));
        for (tropic_offset k = p->offsets[u]; k < p->offsets[u + 1]; k++) {
            const double dx = p->x[u] - p->x[p->ids[k]], dy = p->y[u] - p->y[p->ids[k]];
            const double w = weight(p, k);
            if (!(w >= 0))
                return tp_fail(p->context, TROPIC_INVALID_ARGUMENT,
                               "the weight %g from vertex %lld to %lld has no potential", w,
                               (long long)tropic_matrix_label(p->A, u),
                               (long long)tropic_matrix_label(p->A, p->ids[k]));
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

/* c; 0 where there is none, or no arc to tell. */
static double factor(const plane *p, double farthest)
{
    const double unit = p->type == TROPIC_FP32 ? (double)FLT_EPSILON : DBL_EPSILON;
    const double largest = p->type == TROPIC_FP32   ? LARGEST_FP32
                           : p->type == TROPIC_FP64 ? LARGEST_FP64
                                                    : LARGEST_WHOLE;
    const double margin = ROUNDINGS * unit * farthest;
    double c = HUGE_VAL;
    for (tropic_index u = 0; u < p->A->rows; u++)
        for (tropic_offset k = p->offsets[u]; k < p->offsets[u + 1]; k++) {
            const double d = apart(p, u, p->ids[k]);
            const double most = weight(p, k) / (d + margin);
            if (d > 0 && most < c) c = most;
        }
    if (c * farthest > largest) c = largest / farthest;
    return isfinite(c) ? c : 0;
}

static tropic_status make(plane *p, tropic_index target)
{
    const tropic_index n = p->A->rows;
    double farthest = 0, c;
    TP_TRY(fit_axes(p));
    for (tropic_index v = 0; v < n; v++) farthest = fmax(farthest, apart(p, v, target));
    c = isfinite(farthest) ? factor(p, farthest) : 0;
    for (tropic_index v = 0; v < n; v++) {
        const double pi = c > 0 ? c * apart(p, v, target) : 0;
        switch (p->type) {
        case TROPIC_FP32: ((float *)p->potential)[v] = (float)pi; break;
        case TROPIC_FP64: ((double *)p->potential)[v] = pi; break;
        default: ((int64_t *)p->potential)[v] = (int64_t)pi;
        }
    }
    return TROPIC_OK;
}

/* Has the vector n values of the type? */
static tropic_status check(tropic_context *context, const tropic_vector *v, const char *name,
                           tropic_index n)
{
    TP_TRY(tp_vector_check(context, v, name, n));
    TP_TRY(tp_vector_check_type(context, v, name, TROPIC_FP64));
    if (tropic_vector_count(v) == n) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: only %d of %d vertices have one", name,
                   tropic_vector_count(v), n);
}

tropic_status tropic_potential(tropic_vector *potential, const tropic_matrix *A,
                               const tropic_vector *x, const tropic_vector *y, tropic_index target)
{
    tropic_context *context;
    plane p = {.A = A, .scale_x = 1, .scale_y = 1};
    tropic_status status;

    if (!potential) return TROPIC_INVALID_ARGUMENT;
    p.context = context = potential->context;
    TP_TRY(tp_outside_loops(context, "call an algorithm"));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (A->rows != A->cols)
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "A is %d x %d, not square", A->rows,
                       A->cols);
    TP_TRY(tp_sssp_type(context, A, &p.type));
    TP_TRY(tp_vector_check(context, potential, "potential", A->rows));
    TP_TRY(tp_vector_check_type(context, potential, "potential", p.type));
    TP_TRY(check(context, x, "x", A->rows));
    TP_TRY(check(context, y, "y", A->rows));
    if (target < 0 || target >= A->rows)
        return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE,
                       "target %d is not a vertex: there are %d", target, A->rows);
    TP_TRY(tropic_matrix_csr(A, context, &p.offsets, &p.ids, &p.values));
    p.x = tp_allocate(&context->memory, A->rows, sizeof *p.x);
    p.y = tp_allocate(&context->memory, A->rows, sizeof *p.y);
    p.potential = tp_allocate(&context->memory, A->rows, tropic_type_size(p.type));
    status = p.x && p.y && p.potential ? TROPIC_OK : tp_out_of_memory(context, "a potential");
    if (status == TROPIC_OK) status = tropic_vector_get_dense(x, p.x, NULL);
    if (status == TROPIC_OK) status = tropic_vector_get_dense(y, p.y, NULL);
    if (status == TROPIC_OK) status = make(&p, target);
    if (status == TROPIC_OK) status = tropic_vector_put_dense(potential, p.potential, NULL);
    tp_release(&context->memory, p.x);
    tp_release(&context->memory, p.y);
    tp_release(&context->memory, p.potential);
    return status;
}
