/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps along tight arcs on the CPU: a thread to a source. Going forward, one thread may push: the queue's
 * order, and with it that of the sums, is fixed.
 */
#include "algorithms/betweenness/cpu/brandes_cpu.h"
#include "algorithms/betweenness/cpu/brandes_nearest.h"

/* One source's part of it. */
typedef struct sweep {
    const tp_arcs *in, *out;
    tp_tolerance tie;
    const void *distance;
    tp_brandes_state *places;
    tropic_index *order;
} sweep;

/* The functions from here on are inlined where `weights` is a constant. */

/* How many v waits for. */
TP_FN int32_t predecessors(const sweep *s, tropic_type weights, tropic_index v)
{
    const tropic_offset end = s->in->offsets[v + 1];
    int32_t count = 0;
    if (!tp_reached(weights, s->distance, v)) return 0;
    for (tropic_offset k = s->in->offsets[v]; k < end; k++)
        count += tp_tight(weights, s->tie, s->distance, s->in->values, k, s->in->ids[k], v, true);
    return count;
}

/* Adds v's paths to its successors, and appends those that wait for no other; the queue's new end. */
TP_FN tropic_index take(const sweep *s, tropic_type weights, tropic_index v, tropic_index end)
{
    const tropic_offset last = s->out->offsets[v + 1];
    const tp_wide paths = tp_wide_stored(tp_brandes_count(s->places[v]));
    s->places[v] = tp_brandes_stored(paths, 0);
    for (tropic_offset k = s->out->offsets[v]; k < last; k++) {
        const tropic_index w = s->out->ids[k];
        tp_brandes_state p;
        if (!tp_tight(weights, s->tie, s->distance, s->out->values, k, v, w, false)) continue;
        p = s->places[w];
        s->places[w] = tp_brandes_stored(tp_wide_add(tp_brandes_count(p), paths), p.level - 1);
        if (p.level == 1) s->order[end++] = w;
    }
    return end;
}

TP_FN tp_brandes_found forward(const sweep *s, tropic_type weights, tropic_index n, tropic_index source)
{
    tp_brandes_found found = {0};
    tropic_index begin = 0, end = 1;
    for (tropic_index v = 0; v < n; v++) s->places[v] = (tp_brandes_state){0, 0, predecessors(s, weights, v)};
    s->places[source] = (tp_brandes_state){1, 0, 0};
    s->order[0] = source;
    for (; begin < end; found.levels++)
        for (const tropic_index rank_end = end; begin < rank_end; begin++) {
            const tropic_index v = s->order[begin];
            found.arcs += s->out->offsets[v + 1] - s->out->offsets[v];
            end = take(s, weights, v, end);
        }
    found.reached = end;
    return found;
}

/* Against the queue: a vertex's successors come before it. */
TP_FN void backward(const sweep *s, tropic_type weights, tropic_index reached, double ends, double *delta)
{
    for (tropic_index c = reached - 1; c > 0; c--) {
        const tropic_index v = s->order[c];
        const tropic_offset end = s->out->offsets[v + 1];
        tp_wide t = tp_wide_zero();
        double found;
        for (tropic_offset k = s->out->offsets[v]; k < end; k++) {
            const tropic_index w = s->out->ids[k];
            if (tp_tight(weights, s->tie, s->distance, s->out->values, k, v, w, false))
                t = tp_wide_add(t, tp_brandes_count(s->places[w]));
        }
        s->places[v] = tp_brandes_backward(s->places[v], t, tp_brandes_multiplicity_of(NULL, v), &found);
        delta[v] += found + ends;
    }
}

TP_FN void both_sweeps(const tp_brandes_weighted *t, tropic_type weights, tropic_index k, int64_t memory)
{
    const tp_brandes *b = &t->sweeps;
    const int64_t n = b->out.lists;
    const sweep s = {.in = &b->in,
                     .out = &b->out,
                     .tie = t->tie,
                     .distance = tp_brandes_distance(t, k),
                     .places = b->places + memory * n,
                     .order = b->order + memory * (n + 1)};
    b->found[k] = forward(&s, weights, (tropic_index)n, b->sources[k]);
    if (b->found[k].reached == t->reached[k])
        backward(&s, weights, (tropic_index)b->found[k].reached, b->total.ends, tp_cpu_brandes_delta(b, k));
}

/* Sources, and whether the dependencies of arcs of the only one are to be added on the way. */
typedef struct batch {
    const tp_brandes_weighted *weighted;
    bool fuses;
} batch;

static void one_source(const void *of, tropic_index k, int64_t memory, int thread)
{
    const batch *a = of;
    const tp_brandes_weighted *t = a->weighted;
    int64_t arcs;
    if (t->nearest && tp_cpu_brandes_nearest(t, k, memory, thread, a->fuses)) {
        if (a->fuses) *t->sweeps.arcs_added = true;
        return;
    }
    arcs = t->sweeps.found[k].arcs;
#define SWEEPS(type, sweeps)                                                                                           \
    case TP_TYPE_##type: sweeps(t, TP_TYPE_##type, k, memory); break;
    switch (t->weights) {
        TP_TYPES_WEIGHT(SWEEPS, both_sweeps)
    default: break;
    }
#undef SWEEPS
    if (t->nearest) t->sweeps.found[k].arcs = arcs; /* also where some were never taken */
}

tropic_status tp_cpu_brandes_weighted(tropic_context *context, const tp_brandes_weighted *t)
{
    const batch a = {t, t->nearest && tp_cpu_brandes_fuses(context, &t->sweeps)};
    *t->sweeps.arcs_added = false;
    tp_cpu_brandes_each(context, &t->sweeps, one_source, &a);
    return TROPIC_OK;
}
