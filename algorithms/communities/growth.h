/* SPDX-License-Identifier: Apache-2.0
 *
 * What modularity grows by when a vertex goes to a community, and where it may not go: one text for the CPU and the
 * GPU. (Products and sums are rounded one by one on both: cmake/TropicFlags.cmake.)
 */
#ifndef TP_GROWTH_H
#define TP_GROWTH_H

#include "semiring/language.h"

/* A vertex that looks for a community. */
typedef struct tp_mover {
    double factor; /* resolution / W */
    bool directed;
    bool refining; /* it joins a part of its community */
    bool alone;    /* in its own */
    uint8_t group; /* of the vertex that its own community is named by */
    tropic_index own;
    int64_t out, in; /* its sums */
} tp_mover;

/* By weights between it and a community whose other vertices have these sums. */
TP_FN double tp_growth(const tp_mover *v, int64_t weight, int64_t out, int64_t in)
{
    const double to = v->factor * (double)v->out;
    if (!v->directed) return (double)weight - to * (double)out;
    return (double)weight - (to * (double)in + v->factor * (double)v->in * (double)out);
}

/* Is community c, which grows by so much, a better one than that which has the most so far? best -1: its own. */
TP_FN bool tp_is_better(double growth, tropic_index c, double most, tropic_index best)
{
    return growth > most || (growth == most && best >= 0 && c < best);
}

/* Two vertices of a group, each alone, are not to change places. No part may lose the vertex that it is, when others
 * join it. So of some communities one must know: size, group: of c, and of the vertex that c is named by. */
TP_FN bool tp_may_be_barred(const tp_mover *v, tropic_index c)
{
    return v->refining || (c > v->own && v->alone);
}
TP_FN bool tp_is_barred(const tp_mover *v, tropic_index size, uint8_t group)
{
    return size == 1 && v->group == group;
}

#endif
