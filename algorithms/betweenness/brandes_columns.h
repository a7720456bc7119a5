/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' two sweeps of a batch: up to 64 sources, side by side at each vertex, a level of all of them at a time. For
 * graphs whose levels are few and wide: a bit of a word tells which of the searches have a vertex on a level, and sums
 * pass over neighbours, and columns, that have nothing to give.
 */
#ifndef TP_BRANDES_COLUMNS_H
#define TP_BRANDES_COLUMNS_H

#include "algorithms/betweenness/brandes.h"
#include "spmv/device/atomics.h"

/* A list with more entries is a hub of a batch on a GPU: each four of them may cost a warp a microsecond. */
#define TP_BRANDES_HUB 512

/* One level of one sweep.
 *
 *     forward   counts<level> = A' (plus.first) counts<adjacent>                        adjacent: the level before
 *     backward  delta<level> = counts * (A (plus.second) counts<adjacent>)              adjacent: the level behind
 *               counts<level> = (1 + delta) / counts
 *
 * (where classes are given, with their ends for 1, and their copies as in tp_brandes_backward). Sums are pulled, from
 * the lists of `level`. Those forward may be pushed, from the lists of `adjacent`, where that is much less and each
 * partial sum is an integer that the type has (tp_brandes_most_exact), so that the order does not matter. A vertex that
 * has no neighbour on the level behind has nothing to wait for, and is taken both ways at once. A vertex has `width`
 * places in a block, in the order in which the searches come to it: its values of one level lie side by side, so that a
 * neighbour that wants it reads whole lines of memory (with a place for each column, the largest level of a uniform
 * random graph took 1.4 times as long). Sums are in the order of the lists, in parts that depend on a list's length
 * alone: so a source's results do not depend on which are beside it. Pointers are memory of the backend. */
typedef struct tp_brandes_level {
    tp_brandes_phase phase;
    /* Of `level`: by destination going forward, by source going back; of a push those of `adjacent`. */
    tp_arcs arcs;
    /* n words, bit c = search c has v on this level; then n bytes, the slot in v's row where the first of these
     * searches stores its value. */
    uint64_t *level;
    const uint64_t *adjacent; /* the adjacent level, laid out the same; NULL: there is none, and sums are `seed` */
    double seed;
    void *counts; /* sigma, and behind the level at hand g: n x width */
    void *delta;  /* the same, of the backward sweep */
    /* n words, bit c = in search c, v has a neighbour on the next level (a successor). NULL means, by phase:
     *   FORWARD_AND_LEAVES   no vertex has one
     *   BACKWARD             not known: every vertex is looked at */
    uint64_t *has_successor;
    uint8_t *used; /* forward: places that vertices have taken */
    /* Forward: bit c is set if search c counts more paths than tp_brandes_max; its results then mean nothing. */
    uint64_t *overflowed;
    const tp_brandes_multiplicity *classes; /* NULL: each vertex is one */
    double ends;                            /* tp_brandes_total's */
    tropic_index width;
    bool floats; /* counts and delta are float; else double */
} tp_brandes_level;

/* The end of a batch: adds delta of `columns` to the totals, the lowest first, where `reached` has their bit and
 * `source` has not. */
typedef struct tp_brandes_sum {
    tropic_index n, width;
    uint64_t columns;
    const uint64_t *reached, *source;
    const void *delta; /* (v, c) is v * width + c */
    bool floats;
    tp_brandes_total total;
} tp_brandes_sum;

/* And adds the dependencies of its columns to arcs, of `out`, which have row_of; searches have levels 0 .. depth. In
 * doubles. */
typedef struct tp_brandes_batch_arcs {
    tp_arcs out;
    const uint64_t *front[TP_BRANDES_LEVELS];
    int32_t depth;
    tropic_index width;
    uint64_t columns;
    const double *counts, *delta;
    tp_brandes_total total;
} tp_brandes_batch_arcs;

/* Counts that a float takes; it has 26 powers of two to spare, as a double has 22. */
#define TP_FLOAT_COUNT_MAX 0x1p100

TP_FN double tp_brandes_max(const tp_brandes_level *l)
{
    return l->floats ? TP_FLOAT_COUNT_MAX : TP_DOUBLE_COUNT_MAX;
}
/* All integers up to here are numbers of the type. */
TP_FN double tp_brandes_most_exact(const tp_brandes_level *l)
{
    return l->floats ? 0x1p24 : 0x1p53;
}

/* How many bits are set. */
TP_FN int tp_bit_sum(uint64_t word)
{
#ifdef __CUDA_ARCH__
    return __popcll(word);
#else
    return __builtin_popcountll(word);
#endif
}

/* Where v's places of a level begin, from the level's words. */
TP_FN int tp_brandes_base(const tp_brandes_level *l, const uint64_t *words, tropic_index v)
{
    return ((const uint8_t *)(words + l->arcs.lists))[v];
}

/* The same of the level at hand, whose word is `level`; going forward it takes them. */
TP_FN int tp_brandes_take(const tp_brandes_level *l, tp_brandes_phase phase, tropic_index v, uint64_t here)
{
    int base;
    if (phase == TP_BRANDES_BACKWARD) return tp_brandes_base(l, l->level, v);
    base = l->used[v];
    ((uint8_t *)(l->level + l->arcs.lists))[v] = (uint8_t)base;
    l->used[v] = (uint8_t)(base + tp_bit_sum(here));
    return base;
}

TP_FN double tp_brandes_load(const void *block, bool floats, int64_t p)
{
    return floats ? (double)((const float *)block)[p] : ((const double *)block)[p];
}
TP_FN void tp_brandes_store(void *block, bool floats, int64_t p, double x)
{
    if (floats)
        ((float *)block)[p] = (float)x;
    else
        ((double *)block)[p] = x;
}

/* Of the columns `level` of v: those whose sums are wanted, */
TP_FN uint64_t tp_brandes_wanted(const tp_brandes_level *l, tp_brandes_phase phase, int64_t v, uint64_t here)
{
    return phase == TP_BRANDES_BACKWARD && l->has_successor ? here & l->has_successor[v] : here;
}
/* and of these, those that are taken both ways. */
TP_FN uint64_t tp_brandes_leaves(const tp_brandes_level *l, tp_brandes_phase phase, int64_t v, uint64_t here)
{
    if (phase != TP_BRANDES_FORWARD_AND_LEAVES) return 0;
    return l->has_successor ? here & ~l->has_successor[v] : here;
}

/* Keeps the results of v in column c, from the sum; v's places of the level, whose word is `here`, begin at `base`.
 * phase, classes: the level's, or NULL. Kernels have both as constants: without, a batch took up to a tenth longer. */
TP_FN void tp_brandes_keep(const tp_brandes_level *l, tp_brandes_phase phase, const tp_brandes_multiplicity *classes,
                           tropic_index v, uint64_t here, int base, int c, bool leaf, double sum)
{
    const tp_brandes_multiplicity of = tp_brandes_multiplicity_of(classes, v);
    const int64_t row = (int64_t)v * l->width;
    const int64_t p = row + base + tp_bit_sum(here & (((uint64_t)1 << c) - 1));
    double sigma, delta;
    if (phase == TP_BRANDES_BACKWARD) {
        sigma = tp_brandes_load(l->counts, l->floats, p);
    } else {
        /* A search begins at one copy. */
        sigma = classes && l->adjacent ? sum * of.copies : sum;
        /* (Infinity is more, too.) */
        if (!(sigma <= tp_brandes_max(l))) tp_fetch_or_uint64(l->overflowed, (uint64_t)1 << c);
        if (!leaf) {
            tp_brandes_store(l->counts, l->floats, p, sigma);
            return;
        }
        if (l->floats) sigma = (double)(float)sigma;
    }
    sigma /= of.copies;
    delta = leaf ? 0 : sigma * sum;
    tp_brandes_store(l->counts, l->floats, p, (of.ends + of.copies * delta) / sigma);
    tp_brandes_store(l->delta, l->floats, row + c, delta + l->ends);
}

/* PUSH or MARK, from v beside, whose columns are `from`, to w. */
TP_FN void tp_brandes_push(const tp_brandes_level *l, tp_brandes_phase phase, tropic_index v, uint64_t from,
                           tropic_index w)
{
    const uint64_t here = l->level[w];
    uint64_t both = from & here;
    int64_t begin, to;
    double copies;
    if (!both) return;
    if (phase == TP_BRANDES_MARK_SUCCESSORS) {
        tp_fetch_or_uint64(l->has_successor + w, both);
        return;
    }
    begin = (int64_t)v * l->width + tp_brandes_base(l, l->adjacent, v);
    to = (int64_t)w * l->width + tp_brandes_base(l, l->level, w);
    copies = tp_brandes_multiplicity_of(l->classes, w).copies;
    for (; both; both &= both - 1) {
        const uint64_t below = (both & (~both + 1)) - 1;
        const int64_t p = to + tp_bit_sum(here & below);
        const double x = copies * tp_brandes_load(l->counts, l->floats, begin + tp_bit_sum(from & below));
        if (l->floats)
            tp_merge_plus_fp32((float *)l->counts + p, (float)x);
        else
            tp_merge_plus_fp64((double *)l->counts + p, x);
    }
}

/* The place of column `bit` of v on level d. */
TP_FN int64_t tp_brandes_at(const tp_brandes_batch_arcs *a, int32_t d, tropic_index v, uint64_t bit)
{
    const uint8_t *bases = (const uint8_t *)(a->front[d] + a->out.lists);
    return (int64_t)v * a->width + bases[v] + tp_bit_sum(a->front[d][v] & (bit - 1));
}
/* The k-th arc's total after the columns have been added to it, the lowest first. */
TP_FN double tp_brandes_batch_arc(const tp_brandes_batch_arcs *a, tropic_offset k)
{
    const tropic_index i = a->out.row_of[k], j = a->out.ids[k];
    double sum = a->total.arcs[k];
    uint64_t any = 0;
    for (int32_t d = 0; d < a->depth; d++) any |= a->front[d][i] & a->front[d + 1][j];
    for (any &= a->columns; any; any &= any - 1) {
        const uint64_t bit = any & (~any + 1);
        const int c = tp_bit_sum(bit - 1);
        double sigma = 1, g;
        int32_t d = 0;
        while (!(a->front[d][i] & a->front[d + 1][j] & bit)) d++;
        if (d > 0) sigma = (1 + a->delta[(int64_t)i * a->width + c]) / a->counts[tp_brandes_at(a, d, i, bit)];
        g = a->counts[tp_brandes_at(a, d + 1, j, bit)];
        sum += a->total.factor ? a->total.factor[c] * (sigma * g) : sigma * g;
    }
    return sum;
}

#endif
