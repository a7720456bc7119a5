/* SPDX-License-Identifier: Apache-2.0
 *
 * The bounds of one vertex, one text for both devices.
 */
#ifndef TP_BOUNDS_ONE_H
#define TP_BOUNDS_ONE_H

#include "algorithms/eccentricity/bounds.h"
#include "semiring/language.h"

/* A vertex of eccentricity e is d away. */
TP_FN void tp_bounds_meet(int32_t *lower, int32_t *upper, int32_t d, int32_t e)
{
    const int32_t least = d > e - d ? d : e - d;
    if (least > *lower) *lower = least;
    if (e + d < *upper) *upper = e + d;
}

TP_FN void tp_bounds_of_search(const tp_bounds_search *s, int64_t v)
{
    if (s->level[v] >= 0) tp_bounds_meet(&s->to.lower[v], &s->to.upper[v], s->level[v], s->eccentricity);
}

TP_FN void tp_bounds_of_batch(const tp_bounds_batch *b, int64_t v)
{
    int32_t lower = b->to.lower[v], upper = b->to.upper[v];
    for (int d = 0; d < b->levels; d++) {
        const uint64_t word = b->words[d][v];
        for (int k = 0; word != 0 && k < b->count; k++)
            if (word & b->masks[k]) tp_bounds_meet(&lower, &upper, d, b->eccentricities[k]);
    }
    b->to.lower[v] = lower;
    b->to.upper[v] = upper;
}

#endif
