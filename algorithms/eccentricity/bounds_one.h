/* SPDX-License-Identifier: Apache-2.0
 *
 * The bounds of one vertex, one text for both devices.
 */
#ifndef TP_BOUNDS_ONE_H
#define TP_BOUNDS_ONE_H

#include "algorithms/eccentricity/bounds.h"
#include "algorithms/tuning.h"
#include "runtime/random.h"
#include "semiring/language.h"

/* A vertex of eccentricity e is d away. */
TP_FN void tp_bounds_meet(int32_t *lower, int32_t *upper, int32_t d, int32_t e)
{
    const int32_t least = d > e - d ? d : e - d;
    if (least > *lower) *lower = least;
    if (d < *upper - e) *upper = e + d; /* (e + d may be 2^31 or more) */
}

/* A vertex of eccentricity e is d away, one way; same: it is in the same component. */
TP_FN void tp_bounds_meet_one_way(int32_t *lower, int32_t *upper, int32_t d, int32_t e, bool to, bool same)
{
    const int32_t least = to ? d : same ? e - d : 0;
    if (least > *lower) *lower = least;
    if (to && same && d < *upper - e) *upper = e + d;
}

TP_FN void tp_bounds_of_search(const tp_bounds_search *s, int64_t v)
{
    const int32_t d = s->level[v], e = s->eccentricity;
    if (d < 0) return;
    if (s->way == TP_BOUNDS_BOTH)
        tp_bounds_meet(&s->to.lower[v], &s->to.upper[v], d, e);
    else
        tp_bounds_meet_one_way(&s->to.lower[v], &s->to.upper[v], d, e, s->way == TP_BOUNDS_TO,
                               s->to.component[v] == s->component);
}

TP_FN void tp_bounds_of_batch(const tp_bounds_batch *b, int64_t v)
{
    int32_t lower = b->to.lower[v], upper = b->to.upper[v];
    const bool both = b->way == TP_BOUNDS_BOTH, to = b->way == TP_BOUNDS_TO;
    const int32_t component = both ? 0 : b->to.component[v];
    for (int d = 0; d < b->levels; d++) {
        const uint64_t word = b->words[d][v];
        for (int k = 0; word != 0 && k < b->count; k++) {
            if (!(word & b->masks[k])) continue;
            if (both)
                tp_bounds_meet(&lower, &upper, d, b->eccentricities[k]);
            else
                tp_bounds_meet_one_way(&lower, &upper, d, b->eccentricities[k], to, component == b->components[k]);
        }
    }
    b->to.lower[v] = lower;
    b->to.upper[v] = upper;
}

/* ---- who is next ---- */

TP_FN void tp_bounds_begin_one(const tp_bounds *b, const tropic_offset *offsets, const tropic_index *size, int64_t v)
{
    b->lower[v] = 0;
    b->upper[v] = offsets[v + 1] > offsets[v] ? b->n - 1 : 0;
    if (b->component && size[v] <= TP_BOUNDS_SMALL) b->component[v] = -1;
}

/* The degree to two binary digits after the first, as a number that grows with it; below 128. */
TP_FN int tp_bounds_degree_class(int64_t degree)
{
    int k = 0;
    for (; degree >= 8; degree /= 2) k += 4;
    return k + (int)degree;
}

/* *key = that of v, if it is active. */
TP_FN bool tp_bounds_is_active(const tp_bounds_view *view, int64_t v, int64_t *key)
{
    const int32_t lower = view->of.lower[v], upper = view->of.upper[v];
    const tropic_offset *const offsets = view->offsets;
    if (lower < 0 || lower >= upper || upper <= view->most) return false;
    if (view->of.component && view->of.component[v] < 0) return false;
    *key = (view->least ? -(int64_t)lower : upper) * 128;
    if (offsets) *key += tp_bounds_degree_class(offsets[v + 1] - offsets[v]);
    return true;
}

TP_FN void tp_bounds_none(tp_bounds_classes *c)
{
    for (int k = 0; k < TP_BOUNDS_CLASSES; k++) c->key[k] = c->count[k] = 0;
    c->active = 0;
    c->known = c->end = -1;
}

/* Adds `count` vertices of a key; what falls off the end is forgotten. */
TP_FN void tp_bounds_add_key(tp_bounds_classes *c, int64_t key, tropic_index count)
{
    for (int k = 0; k < TP_BOUNDS_CLASSES && count > 0; k++) {
        const int64_t other = c->key[k];
        const tropic_index others = c->count[k];
        if (others > 0 && other > key) continue;
        if (others > 0 && other == key) {
            c->count[k] = others + count;
            return;
        }
        c->key[k] = key;
        c->count[k] = count;
        key = other;
        count = others;
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
    int64_t key;
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
    for (int k = 0; k < TP_BOUNDS_CLASSES; k++) tp_bounds_add_key(c, more->key[k], more->count[k]);
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

TP_FN bool tp_bounds_is_listed(const tp_bounds_view *view, int64_t v, int64_t key, uint32_t hash)
{
    int64_t own;
    return tp_bounds_is_active(view, v, &own) && own == key && tp_bounds_hash(view, v) <= hash;
}

#endif
