/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' two sweeps of whole sources, side by side: each source has its own state, in a queue of its own, and looks
 * at the arcs of what it reaches alone. For graphs whose levels are many and narrow, where a product a level over the
 * whole device would wait more than work.
 *
 *     forward   sigma<level == d> = A' (plus.first) sigma<level == d - 1>
 *     backward  delta<level == d> = sigma * (A (plus.second) g<level == d + 1>);  g = (1 + delta) / sigma
 *
 * Both sums are pulled, in an order that depends on a list's length alone, and sources are added up in their order: so
 * results do not depend on how many are side by side, nor on timing. Path counts have a scale of their own beside a
 * double (algorithms/betweenness/wide_count.h), which costs no memory here: the level lies in the same 16 bytes.
 *
 * Source: Brandes, J. Math. Sociology 25 (2001); one source to each block of a GPU, and its queue: McLaughlin and
 * Bader, SC14.
 */
#ifndef TP_BRANDES_H
#define TP_BRANDES_H

#include "runtime/step.h"
#include "spmv/device/atomics.h"
#include "algorithms/betweenness/wide_count.h"

/* What a source's sweeps know of a vertex. */
typedef struct tp_brandes_state {
    double part;   /* of sigma; where the backward sweep has been, of g */
    int32_t scale; /* tp_wide's */
    int32_t level; /* -1: not reached */
} tp_brandes_state;

/* What a vertex of a graph that stands for a larger one stands for (algorithms/betweenness/bc_reduce.h). */
typedef struct tp_brandes_multiplicity {
    double ends;   /* ends of paths in all its copies, itself and what hangs on it */
    double copies; /* vertices with the same neighbours */
} tp_brandes_multiplicity;

/* What dependencies are added to, in the order of the sources, and how. Memory of the backend. */
typedef struct tp_brandes_total {
    double *centrality;   /* n: += factor * dependency */
    double *squares;      /* n: += dependency^2; NULL: not asked for */
    double *arcs;         /* of each place of `out`: += sigma g of its ends; NULL: not asked for */
    const double *factor; /* of each source; NULL: all 1 */
    /* Beside the dependency of each vertex but the source that is reached: 1 where ends of paths count, else 0. */
    double ends;
} tp_brandes_total;

/* Adds x, what is asked for of one source. */
TP_FN void tp_brandes_add(const tp_brandes_total *t, int64_t source, double x, double *sum, double *squares)
{
    *sum += t->factor ? t->factor[source] * x : x;
    *squares += x * x;
}

typedef struct tp_brandes_found {
    int64_t levels, reached;
    int64_t arcs; /* that leave what was reached */
} tp_brandes_found;

/* The sweeps of `count` sources, and what they add. Pointers are memory of the backend. */
typedef struct tp_brandes {
    tp_arcs in, out; /* by destination, by source */
    const tropic_index *sources;
    tropic_index count;
    const tp_brandes_multiplicity *classes; /* NULL: each vertex is one */
    tp_brandes_total total;
    /* For each source: n places, but starts n + 1, and one more behind all. */
    tp_brandes_state *places;
    tropic_index *order;  /* what was reached, level by level */
    tropic_index *starts; /* where each level begins in it; on the CPU of one source alone */
    /* Of brandes_add: of the one source, whose dependencies are without their ends; NULL. */
    const int32_t *level;
    /* NULL where count is 1, without squares, arcs or factor: added to centrality at once. */
    double *delta;
    tp_brandes_found *found;
} tp_brandes;

/* Bytes for each vertex and each source side by side. */
#define TP_BRANDES_EACH (sizeof(tp_brandes_state) + 2 * sizeof(tropic_index) + sizeof(double))

TP_FN tp_wide tp_brandes_count(tp_brandes_state p)
{
    const tp_wide w = {p.part, p.scale, 0};
    return w;
}
TP_FN tp_brandes_state tp_brandes_stored(tp_wide w, int32_t level)
{
    const tp_brandes_state p = {w.part, w.scale, level};
    return p;
}
TP_FN tp_brandes_multiplicity tp_brandes_multiplicity_of(const tp_brandes_multiplicity *classes, tropic_index v)
{
    const tp_brandes_multiplicity one = {1, 1};
    return classes ? classes[v] : one;
}
/* What the place keeps of the paths to each of its copies: of those to all of them. */
TP_FN tp_brandes_state tp_brandes_forward(tp_wide sigma, int32_t level, double copies)
{
    sigma.part *= copies;
    return tp_brandes_stored(tp_wide_stored(sigma), level);
}
/* On the way back, from the sum of g below: what the place keeps; *delta, of each copy. */
TP_FN tp_brandes_state tp_brandes_backward(tp_brandes_state p, tp_wide sum, tp_brandes_multiplicity of, double *delta)
{
    tp_wide sigma = tp_brandes_count(p);
    sigma.part /= of.copies;
    *delta = tp_wide_times(sigma, sum);
    return tp_brandes_stored(tp_wide_over(of.ends + of.copies * *delta, sigma), p.level);
}

/* What the k-th source adds at v. */
TP_FN double tp_brandes_share(const tp_brandes *b, int64_t k, int64_t v)
{
    const double delta = b->delta[k * b->out.lists + v];
    return b->level && b->level[v] > 0 ? delta + b->total.ends : delta;
}

/* What the k-th source's paths add to an arc i -> j that they may take: of a source the place still has sigma, 1. */
TP_FN double tp_brandes_on_arc(const tp_brandes *b, int64_t k, tropic_index i, tropic_index j)
{
    const int64_t n = b->out.lists;
    tp_wide sigma = tp_brandes_count(b->places[k * n + i]);
    if (i != b->sources[k]) sigma = tp_wide_over(1 + b->delta[k * n + i], sigma);
    return tp_wide_times(sigma, tp_brandes_count(b->places[k * n + j]));
}
TP_FN bool tp_brandes_grows(const tp_brandes *b, int64_t k, tropic_index i, tropic_index j)
{
    const int64_t n = b->out.lists;
    const int32_t level = b->places[k * n + i].level;
    return level >= 0 && b->places[k * n + j].level == level + 1;
}

/* -- up to 64 sources, side by side at each vertex --------------------------------------------- */

/* Levels of a batch, or of a source alone. Where there are more, queues are faster, and take less memory. */
#define TP_BRANDES_LEVELS 64

/* A list with more entries is a hub of a batch on a GPU: each four of them may cost a warp a microsecond. */
#define TP_BRANDES_HUB 512

/* Words of so many bits. */
#define TP_BRANDES_BITS 64
#define TP_BRANDES_WORDS(n) (((int64_t)(n) + TP_BRANDES_BITS - 1) / TP_BRANDES_BITS)

/* One level of one sweep, for graphs whose levels are few and wide: a bit of a word tells which of the searches have a
 * vertex on a level, and sums pass over neighbours, and columns, that have nothing to give.
 *
 *     forward   counts<level> = A' (plus.first) counts<adjacent>                        adjacent: the level before
 *     backward  delta<level> = counts * (A (plus.second) counts<adjacent>)              adjacent: the level behind
 *               counts<level> = (1 + delta) / counts
 *
 * (where classes are given, with their ends for 1, and their copies as in tp_brandes_backward). Sums are pulled, from
 * the lists of `level`. Those forward may be pushed, from the lists of `adjacent`, where that is much less and each
 * partial sum is an integer that the type has (tp_brandes_most_exact), so that the order is all one. What has no
 * neighbour on the level behind has nothing to wait for, and is taken both ways at once. A vertex has `width` places in
 * a block, in the order in which the searches come to it: what it has for one level lies side by side, so that a
 * neighbour that wants it reads whole lines of memory (with a place for each column, the largest level of a uniform
 * random graph took 1.4 times as long). Sums are in the order of the lists, in parts that depend on a list's length
 * alone (of a source alone also on where it begins): so a source's results do not depend on which are beside it.
 * Pointers are memory of the backend. */
typedef enum tp_brandes_phase {
    TP_BRANDES_FORWARD,
    TP_BRANDES_FORWARD_AND_LEAVES, /* forward, and back for columns that have no neighbour on the next level */
    TP_BRANDES_BACKWARD,           /* for columns that have one, where that is known */
    TP_BRANDES_FORWARD_PUSH,       /* forward: adds to counts<level>, which are 0 */
    TP_BRANDES_MARK_SUCCESSORS     /* has_successor<level> |= columns of adjacent neighbours */
} tp_brandes_phase;

typedef struct tp_brandes_level {
    tp_brandes_phase phase;
    /* Of `level`: by destination going forward, by source going back; of a push those of `adjacent`. */
    tp_arcs arcs;
    /* The level. A batch: n words, bit c = search c has v on this level; then n bytes, the slot in v's row where the
     * first of these searches stores its value. A single source: n bits. */
    uint64_t *level;
    const uint64_t *adjacent; /* the adjacent level, laid out the same; NULL: there is none, and sums are `seed` */
    double seed;
    void *counts; /* sigma, and behind the level at hand g: n x width */
    void *delta;  /* the same, of the backward sweep; of a source alone, what delta is added to */
    /* A batch: n words, bit c = in search c, v has a neighbour on the next level (a successor). NULL means, by phase:
     *   FORWARD_AND_LEAVES   no vertex has one (a single source, where endpoints do not count)
     *   BACKWARD             not known: every vertex is looked at */
    uint64_t *has_successor;
    uint8_t *used; /* forward: places that vertices have taken */
    /* Forward: bit c is set if search c counts more paths than tp_brandes_max; its results then mean nothing. */
    uint64_t *overflowed;
    const tp_brandes_multiplicity *classes; /* NULL: each vertex is one; of a source alone NULL */
    double ends;                            /* tp_brandes_total's */
    tropic_index width;
    /* Of a source alone, on the CPU: n zeros, with the counts of what is beside while they are summed. */
    double *spread;
    /* One source, for which there are sets of vertices in place of words of searches; width is 1. */
    bool alone;
    bool floats; /* counts and delta are float; else double */
} tp_brandes_level;

/* The end of a batch: what delta of `columns` adds, the lowest first, where `reached` has their bit and `source` has
 * not. */
typedef struct tp_brandes_sum {
    tropic_index n, width;
    uint64_t columns;
    const uint64_t *reached, *source;
    const void *delta; /* (v, c) is v * width + c */
    bool floats;
    tp_brandes_total total;
} tp_brandes_sum;

/* And what its columns add to arcs, of `out`, which have row_of; searches have levels 0 .. depth. In doubles. */
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

/* What is kept at place p of the counts and place `to` of delta, from the sum. way: the level's; classes: the level's,
 * or NULL. Kernels have both as constants: without, a batch took up to a tenth longer. */
TP_FN void tp_brandes_keep(const tp_brandes_level *l, tp_brandes_phase phase, const tp_brandes_multiplicity *classes,
                           tropic_index v, int64_t p, int64_t to, int c, bool leaf, double sum)
{
    const tp_brandes_multiplicity of = tp_brandes_multiplicity_of(classes, v);
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
    if (!l->alone)
        tp_brandes_store(l->delta, l->floats, to, delta + l->ends);
    else if (!leaf)
        ((double *)l->delta)[to] += delta + l->ends;
}
/* The same of vertex v and column c, of a batch, */
TP_FN void tp_brandes_keep_column(const tp_brandes_level *l, tp_brandes_phase phase,
                                  const tp_brandes_multiplicity *classes, tropic_index v, uint64_t here, int base,
                                  int c, bool leaf, double sum)
{
    const int64_t row = (int64_t)v * l->width;
    const int at = base + tp_bit_sum(here & (((uint64_t)1 << c) - 1));
    tp_brandes_keep(l, phase, classes, v, row + at, row + c, c, leaf, sum);
}
/* and of a source alone. */
TP_FN void tp_brandes_keep_single_source(const tp_brandes_level *l, tropic_index v, double sum)
{
    tp_brandes_keep(l, l->phase, NULL, v, v, v, 0, l->phase == TP_BRANDES_FORWARD_AND_LEAVES, sum);
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
/* What the columns add to the k-th arc, from what it has, the lowest first. */
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

/* -- both -------------------------------------------------------------------------------------- */

/* Do arcs into a vertex lie where those out of it do, as a symmetric matrix's? */
TP_FN bool tp_brandes_both(const tp_brandes *b)
{
    return b->in.offsets == b->out.offsets && b->in.ids == b->out.ids;
}

#endif
