/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' two sweeps of a single source, a level at a time. For graphs whose levels are few and wide: a bit for each
 * vertex tells whether it is on a level, and sums pass over neighbours that have nothing to give.
 */
#ifndef TP_BRANDES_SINGLE_H
#define TP_BRANDES_SINGLE_H

#include "algorithms/betweenness/brandes.h"
#include "spmv/device/atomics.h"

/* Sets of n vertices are words of so many bits. */
#define TP_BRANDES_BITS 64
#define TP_BRANDES_WORDS(n) (((int64_t)(n) + TP_BRANDES_BITS - 1) / TP_BRANDES_BITS)

/* One level of one sweep.
 *
 *     forward   counts<level> = A' (plus.first) counts<adjacent>                        adjacent: the level before
 *     backward  delta<level> = counts * (A (plus.second) counts<adjacent>)              adjacent: the level behind
 *               counts<level> = (1 + delta) / counts;  sum<level> += delta
 *
 * Sums are pulled, in the order of the lists, in parts that depend on a list's length and on where it begins. On the
 * last level no vertex has a successor: where ends do not count, it is taken both ways at once (FORWARD_AND_LEAVES).
 * Pointers are memory of the backend. */
typedef struct tp_brandes_single {
    tp_brandes_phase phase;
    tp_arcs arcs;             /* by destination going forward, by source going back */
    const uint64_t *level;    /* the level, a set */
    const uint64_t *adjacent; /* the adjacent level; NULL: there is none, and sums are `seed` */
    double seed;
    double *counts;       /* sigma, and behind the level at hand g: n */
    double *sum;          /* delta is added to it */
    uint64_t *overflowed; /* forward: not 0 if a vertex has more paths than doubles count; results then mean nothing */
    double ends;          /* tp_brandes_total's */
    double *spread;       /* on the CPU: n zeros, which have counts<adjacent> meanwhile; else NULL */
} tp_brandes_single;

/* Stores the results that follow from a vertex's sum. */
TP_FN void tp_brandes_single_keep(const tp_brandes_single *s, tropic_index v, double sum)
{
    double sigma = sum, delta = 0;
    if (s->phase == TP_BRANDES_BACKWARD) {
        sigma = s->counts[v];
        delta = sigma * sum;
        s->sum[v] += delta + s->ends;
    } else if (!(sigma <= TP_DOUBLE_COUNT_MAX)) { /* (Infinity is more, too.) */
        tp_fetch_or_uint64(s->overflowed, 1);
    }
    s->counts[v] = s->phase == TP_BRANDES_FORWARD ? sigma : (1 + delta) / sigma;
}

#endif
