/* SPDX-License-Identifier: Apache-2.0
 *
 * The clustering coefficient of one vertex, from what was counted. One text, compiled as C and as CUDA.
 */
#ifndef TP_COEFFICIENT_ONE_H
#define TP_COEFFICIENT_ONE_H

#include "algorithms/triangles/clustering.h"
#include "formats/matrix/list_at.h"

/* Beyond it, a product of integers is taken in doubles. */
#define TP_EXACT_PRODUCT 0x1p62

TP_FN bool tp_has_loop(const tp_arcs *arcs, tropic_index v)
{
    const tropic_offset begin = arcs->offsets[v];
    return tp_position(arcs->ids + begin, arcs->offsets[v + 1] - begin, v) >= 0;
}

/* The sum over pairs of v's d neighbours of d(u) + d(w) - 2, less 2 t + q. */
TP_FN double tp_square_places(const tp_edges *edges, tropic_index v, int64_t d, int64_t triangles, int64_t squares)
{
    int64_t degrees = 0;
    for (tropic_offset k = edges->offsets[v]; k < edges->offsets[v + 1]; k++) {
        const tropic_index u = edges->ids[k];
        degrees += edges->offsets[u + 1] - edges->offsets[u];
    }
    if ((double)(d - 1) * (double)(degrees - d) < TP_EXACT_PRODUCT)
        return (double)((d - 1) * (degrees - d) - 2 * triangles - squares);
    return (double)(d - 1) * (double)(degrees - d) - (double)(2 * triangles + squares);
}

/* Writes v's coefficient, and adds v's terms to *sums. */
TP_FN void tp_coefficient_one(const tp_coefficients *c, int64_t place, tp_coefficient_sums *sums)
{
    const tropic_index v = (tropic_index)place;
    const int64_t loop = tp_has_loop(&c->G.out, v), out = c->G.out.offsets[v + 1] - c->G.out.offsets[v] - loop;
    const int64_t d = c->edges ? c->edges->offsets[v + 1] - c->edges->offsets[v] : out;
    const int64_t t = c->triangles[v];
    const double pairs = (double)d * (double)(d - 1);
    double above = 0, below = pairs, found = 0;
    if (c->kind == TP_COEFFICIENT_TRIANGLES) {
        above = (double)(2 * t);
    } else if (c->kind == TP_COEFFICIENT_SQUARES) {
        above = (double)c->squares[v];
        below = d > 1 ? tp_square_places(c->edges, v, d, t, c->squares[v]) : 0;
    } else {
        above = c->sums[v];
        if (c->kind == TP_COEFFICIENT_SUMS) {
            const int64_t b = out + c->G.in.offsets[v + 1] - c->G.in.offsets[v] - loop;
            below = (double)b * (double)(b - 1) - (double)(2 * (b - d));
        }
    }
    if (above > 0 && below > 0) found = above / below;
    c->coefficient[v] = found;
    sums->coefficients += found;
    sums->wedges += pairs / 2;
    sums->nonzero += found > 0;
    sums->triangles += t;
}

#endif
