/* SPDX-License-Identifier: Apache-2.0
 *
 * The bounds of one vertex, one text for both devices.
 */
#ifndef TP_BOUNDS_ONE_H
#define TP_BOUNDS_ONE_H

#include "algorithms/eccentricity/bounds.h"
#include "runtime/random.h"
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

/* ---- who is next ---- */

TP_FN void tp_bounds_begin_one(const tp_bounds *b, const tropic_offset *offsets, int64_t v)
{
    b->lower[v] = 0;
    b->upper[v] = offsets[v + 1] > offsets[v] ? b->n - 1 : 0;
}

/* *key = that of v, if it is active. */
TP_FN bool tp_bounds_is_active(const tp_bounds_view *view, int64_t v, int32_t *key)
{
    const int32_t lower = view->of.lower[v], upper = view->of.upper[v];
    *key = view->least ? -lower : upper;
    return lower >= 0 && lower < upper && upper > view->most;
}

TP_FN void tp_bounds_none(tp_bounds_classes *c)
{
    c->best = c->second = INT32_MIN;
    c->best_count = c->second_count = c->active = 0;
    c->known = c->end = -1;
}

TP_FN void tp_bounds_add_key(tp_bounds_classes *c, int32_t key, tropic_index count)
{
    if (key > c->best) {
        c->second = c->best;
        c->second_count = c->best_count;
        c->best = key;
        c->best_count = count;
    } else if (key == c->best) {
        c->best_count += count;
    } else if (key > c->second) {
        c->second = key;
        c->second_count = count;
    } else if (key == c->second) {
        c->second_count += count;
    }
}

TP_FN void tp_bounds_add_known(tp_bounds_classes *c, int32_t known, tropic_index v)
{
    if (known < c->known || (known == c->known && v > c->end)) return;
    c->known = known;
    c->end = v;
}

TP_FN void tp_bounds_add_vertex(tp_bounds_classes *c, const tp_bounds_view *view, int64_t v)
{
    int32_t key;
    if (tp_bounds_is_active(view, v, &key)) {
        c->active++;
        tp_bounds_add_key(c, key, 1);
    } else if (view->of.lower[v] == view->of.upper[v]) {
        tp_bounds_add_known(c, view->of.lower[v], (tropic_index)v);
    }
}

TP_FN void tp_bounds_add(tp_bounds_classes *c, const tp_bounds_classes *more)
{
    c->active += more->active;
    if (more->best_count > 0) tp_bounds_add_key(c, more->best, more->best_count);
    if (more->second_count > 0) tp_bounds_add_key(c, more->second, more->second_count);
    if (more->end >= 0) tp_bounds_add_known(c, more->known, more->end);
}

/* The greatest is that of the most arcs, and of these of the first vertex. */
TP_FN uint64_t tp_bounds_width(const tropic_offset *offsets, int64_t v)
{
    const int64_t degree = offsets[v + 1] - offsets[v];
    return (uint64_t)(degree < INT32_MAX ? degree : INT32_MAX) << 32 | (uint32_t)(INT32_MAX - v);
}

TP_FN tropic_index tp_bounds_widest_vertex(uint64_t width)
{
    return INT32_MAX - (tropic_index)(uint32_t)width;
}

TP_FN uint32_t tp_bounds_hash(const tp_bounds_view *view, int64_t v)
{
    return (uint32_t)(tp_word(tp_mix(view->round), (uint64_t)v) >> 32);
}

TP_FN bool tp_bounds_is_listed(const tp_bounds_view *view, int64_t v, int32_t key, uint32_t hash)
{
    int32_t own;
    return tp_bounds_is_active(view, v, &own) && own == key && tp_bounds_hash(view, v) <= hash;
}

#endif
