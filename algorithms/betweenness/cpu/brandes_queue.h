/* SPDX-License-Identifier: Apache-2.0
 *
 * A source's sweeps on the CPU: its memory, and the step at a vertex.
 */
#ifndef TP_BRANDES_QUEUE_H
#define TP_BRANDES_QUEUE_H

#include "algorithms/betweenness/cpu/brandes_cpu.h"

/* Places of the queue ahead of the one at hand: whose offset, whose list, and whose neighbours are prefetched. With
 * these a lattice of 1200 x 1200 takes 0.85 of the time; twice and half as many are no better. */
#define OFFSETS_AHEAD 24
#define LISTS_AHEAD 16
#define NEIGHBOURS_AHEAD 8
/* Neighbours of each, whether it has so many or not: a branch on that, which is guessed wrong for most vertices, took
 * a tenth of the time. */
#define PREFETCHED 4

/* One source's part of it. */
typedef struct tp_sweep {
    const tp_arcs *in, *out;
    bool both;
    const tp_brandes_multiplicity *classes;
    double ends;
    tp_brandes_state *places;
    tropic_index *order;
    double *arcs; /* of each place of `out`; not looked at unless the way back adds to them */
    double factor;
} tp_sweep;

/* With the memory of source k, or of a thread that takes one source after another. */
TP_FN tp_sweep tp_sweep_of(const tp_brandes *b, int64_t k)
{
    const int64_t n = b->out.lists;
    return (tp_sweep){.in = &b->in,
                      .out = &b->out,
                      .both = tp_brandes_both(b),
                      .classes = b->classes,
                      .ends = b->total.ends,
                      .places = b->places + k * n,
                      .order = b->order + k * (n + 1)};
}

/* Both sweeps of a source, whose dependencies are added to delta. */
typedef tp_brandes_found tp_sweep_source(const tp_brandes *b, const tp_sweep *s, tropic_index source, double *delta);
/* brandes_groups.c: the sweeps of sources in groups, a thread to each, which also add to the totals. `alone` is for
 * sources with counts that are no doubles; if such are to add to arcs, it returns false, and nothing is added. */
bool tp_cpu_brandes_groups(tropic_context *context, const tp_brandes *brandes, tp_sweep_source *alone);

TP_FN void tp_sweep_prefetch_neighbours(const tp_sweep *s, const tp_arcs *arcs, tropic_index v)
{
    const tropic_offset begin = arcs->offsets[v], end = arcs->offsets[v + 1];
    if (begin == end) return;
    for (int c = 0; c < PREFETCHED; c++)
        __builtin_prefetch(&s->places[arcs->ids[begin + c < end ? begin + c : end - 1]], 1);
}

/* Of the queue, which goes from place 0 to end - 1, place c is at hand, and then c + step. */
TP_FN void tp_sweep_prefetch(const tp_sweep *s, int64_t c, int64_t end, int step)
{
    const int64_t offsets = c + step * OFFSETS_AHEAD, list = c + step * LISTS_AHEAD,
                  neighbours = c + step * NEIGHBOURS_AHEAD;
    if (offsets >= 0 && offsets < end) __builtin_prefetch(&s->out->offsets[s->order[offsets]]);
    if (list >= 0 && list < end) __builtin_prefetch(&s->out->ids[s->out->offsets[s->order[list]]]);
    if (neighbours >= 0 && neighbours < end) tp_sweep_prefetch_neighbours(s, s->out, s->order[neighbours]);
}

/* How a sweep is compiled. Constants of the functions below. */
typedef struct tp_sweep_way {
    bool wide;       /* counts have a scale of their own; else they are doubles */
    bool prefetches; /* memory is prefetched */
    bool classes;    /* vertices stand for several */
    bool arcs;       /* counts are doubles, and the source's dependencies of arcs are added on the way back */
    bool shared;     /* others write places meanwhile */
} tp_sweep_way;

/* Of several threads at one source, some set levels that were -1, others counts of the level at hand. No sum adds these
 * values; but it reads them, so both are atomic. */
TP_FN int32_t tp_sweep_level(const tp_brandes_state *p, tp_sweep_way way)
{
    return way.shared ? __atomic_load_n(&p->level, __ATOMIC_RELAXED) : p->level;
}
/* The count of p, whose level that is. */
TP_FN tp_brandes_state tp_sweep_read(const tp_brandes_state *p, int32_t level, tp_sweep_way way)
{
    tp_brandes_state read = {0, 0, level};
    if (!way.shared) return *p;
    __atomic_load(&p->part, &read.part, __ATOMIC_RELAXED);
    if (way.wide) read.scale = __atomic_load_n(&p->scale, __ATOMIC_RELAXED);
    return read;
}
/* Gives p another count; its level stays. */
TP_FN void tp_sweep_write(tp_brandes_state *p, tp_brandes_state count, tp_sweep_way way)
{
    if (!way.shared) {
        if (way.wide)
            *p = count;
        else
            p->part = count.part;
        return;
    }
    __atomic_store(&p->part, &count.part, __ATOMIC_RELAXED);
    if (way.wide) __atomic_store_n(&p->scale, count.scale, __ATOMIC_RELAXED);
}

TP_FN tp_brandes_multiplicity tp_sweep_multiplicity(const tp_sweep *s, tropic_index v, tp_sweep_way way)
{
    return tp_brandes_multiplicity_of(way.classes ? s->classes : NULL, v);
}

/* A sum of parts, and the least and the greatest scale of its terms. It is the sum of the counts only if these are
 * equal. */
typedef struct tp_sweep_total {
    double part;
    int32_t min, max;
} tp_sweep_total;

TP_FN tp_sweep_total tp_sweep_nothing(void)
{
    return (tp_sweep_total){0, INT32_MAX, INT32_MIN};
}

/* *t += p's count, if p `is` of the sum: without a branch, which would be guessed wrong so often that a graph in the
 * second-level cache took twice as long. */
TP_FN void tp_sweep_add(tp_sweep_total *t, tp_brandes_state p, bool is, bool wide)
{
    tp_double_bits count = {.value = p.part};
    count.bits &= -(uint64_t)is;
    t->part += count.value;
    if (wide) {
        const int32_t min = is ? p.scale : INT32_MAX, max = is ? p.scale : INT32_MIN;
        t->min = min < t->min ? min : t->min;
        t->max = max > t->max ? max : t->max;
    }
}

/* The sum over the vertices of a list that are on `level`, whatever their scales. */
static __attribute__((noinline)) tp_wide tp_sweep_sum_scales(const tp_sweep *s, const tp_arcs *arcs, tropic_index v,
                                                             int32_t level)
{
    static const tp_sweep_way any = {.wide = true, .shared = true};
    const tropic_offset end = arcs->offsets[v + 1];
    tp_wide t = tp_wide_zero();
    for (tropic_offset k = arcs->offsets[v]; k < end; k++) {
        const tp_brandes_state *p = &s->places[arcs->ids[k]];
        if (tp_sweep_level(p, any) == level) t = tp_wide_add(t, tp_brandes_count(tp_sweep_read(p, level, any)));
    }
    return t;
}

/* The total of that list. Its terms nearly always have one scale. */
TP_FN tp_wide tp_sweep_total_of(tp_sweep_total t, const tp_sweep *s, const tp_arcs *arcs, tropic_index v, int32_t level)
{
    if (t.min < t.max) return tp_sweep_sum_scales(s, arcs, v, level);
    return (tp_wide){t.part, t.min == t.max ? t.max : 0, 0};
}

/* The sum over the vertices of a list that are on `level`. */
TP_FN tp_wide tp_sweep_sum(const tp_sweep *s, const tp_arcs *arcs, tropic_index v, int32_t level, tp_sweep_way way)
{
    const tropic_offset end = arcs->offsets[v + 1];
    tp_sweep_total t = tp_sweep_nothing();
    for (tropic_offset k = arcs->offsets[v]; k < end; k++) {
        const tp_brandes_state *p = &s->places[arcs->ids[k]];
        const int32_t its = tp_sweep_level(p, way);
        tp_sweep_add(&t, tp_sweep_read(p, its, way), its == level, way.wide);
    }
    return tp_sweep_total_of(t, s, arcs, v, level);
}

/* The paths to v, on level d > 0. `sum`: of the counts before it; NULL: to be made. */
TP_FN void tp_sweep_count(const tp_sweep *s, tropic_index v, int32_t d, const tp_sweep_total *sum, tp_sweep_way way)
{
    const tp_wide t = sum ? tp_sweep_total_of(*sum, s, s->in, v, d - 1) : tp_sweep_sum(s, s->in, v, d - 1, way);
    const double copies = tp_sweep_multiplicity(s, v, way).copies;
    const tp_brandes_state plain = {t.part * copies, 0, d};
    tp_sweep_write(&s->places[v], way.wide ? tp_brandes_forward(t, d, copies) : plain, way);
}

/* Counts the paths to v, on level d, and appends those of its successors that are new; the queue's new end. */
TP_FN tropic_index tp_sweep_take(const tp_sweep *s, tropic_index v, int32_t d, tropic_index end, tp_sweep_way way)
{
    const tropic_offset last = s->out->offsets[v + 1];
    tp_sweep_total both = tp_sweep_nothing();
    for (tropic_offset k = s->out->offsets[v]; k < last; k++) {
        const tropic_index w = s->out->ids[k];
        tp_brandes_state *p = &s->places[w];
        const int32_t level = p->level;
        /* Written at once, and kept if w is new: the queue has a place more than there are vertices. */
        s->order[end] = w;
        end += level < 0;
        p->level = level < 0 ? d + 1 : level;
        if (s->both) tp_sweep_add(&both, *p, level == d - 1, way.wide);
    }
    if (d > 0) tp_sweep_count(s, v, d, s->both ? &both : NULL, way);
    return end;
}

/* The dependency of the source on v, on level d > 0, from the level behind; v's place then has g. */
TP_FN double tp_sweep_gather(const tp_sweep *s, tropic_index v, int32_t d, tp_sweep_way way)
{
    const tp_brandes_state p = s->places[v];
    const tp_brandes_multiplicity of = tp_sweep_multiplicity(s, v, way);
    const tp_wide sum = tp_sweep_sum(s, s->out, v, d + 1, way);
    tp_brandes_state behind = p;
    double found;
    if (way.wide) {
        behind = tp_brandes_backward(p, sum, of, &found);
    } else {
        const double sigma = p.part / of.copies;
        found = sigma * sum.part;
        behind.part = (of.ends + of.copies * found) / sigma;
    }
    tp_sweep_write(&s->places[v], behind, way);
    return found;
}

#endif
