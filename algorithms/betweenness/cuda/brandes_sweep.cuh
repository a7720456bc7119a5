/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernel of Brandes' sweeps: a block to a source; or, where sources are few, the blocks of a cluster.
 *
 * A level costs a barrier and a chain of loads: place in the queue, offsets, ids, the neighbour's place (its level and
 * its count in one load of 16 bytes). Going forward, the same look at a neighbour either counts its paths or, where it
 * is new, claims it for the next level. Going back, all but the neighbours' places is asked for a level ahead.
 */
#ifndef TP_BRANDES_SWEEP_CUH
#define TP_BRANDES_SWEEP_CUH

#include "algorithms/betweenness/cuda/brandes_cluster.cuh"

/* Lanes to a list, of a block and of a cluster, which has as many or more, and in whose order blocks sum as well (a
 * mesh of 256 x 256 exactly, with 1, 2 and 4: 0.70, 0.69, 0.81 s; one source of a lattice of 1200 x 1200 by a cluster,
 * with 2, 4 and 8: 12.9, 9.5, 12.2 ms). */
#define SWEEP_LANES 2
#define CLUSTER_LANES 4
/* The first vertices of a level whose lists a cluster keeps beside the queue, with their first entries: that saves two
 * loads that must wait for each other. */
#define PREFETCHED_ROWS 8192
/* No vertex's level. */
#define NOWHERE INT32_MAX

/* A vertex of the next level, its list, and as many of its entries as lanes take at once. */
struct alignas(16) prefetched_row {
    tropic_offset begin;
    tropic_index v;
    int entries;
    tropic_index id[CLUSTER_LANES];
};

/* A vertex of the queue, and its list. */
struct queued {
    tropic_index v;
    bool here; /* is there one for these lanes? */
    row_range span;
    tropic_index id; /* each lane's first entry */
};

/* One source's part of it, as its threads see it. */
struct sweep {
    const tp_arcs *in, *out;
    bool both;
    tp_brandes_state *places;
    tropic_index *order, *starts;
    tropic_index end; /* of the queue, before this level's are appended */
    double *delta;
    bool adds;   /* to delta, in which there is something already */
    double ends; /* with the dependency */
    const tp_brandes_multiplicity *classes;
    prefetched_row *notes; /* of a cluster: PREFETCHED_ROWS of the even levels, and of the odd ones */
    unsigned *tail;        /* in shared memory, TAILS; of a cluster those of its first block count */
    int warp, warps;       /* of this source's */
};

/* Where the notes of level d are. */
static __device__ prefetched_row *prefetched_at(const sweep *s, int32_t d)
{
    return s->notes + d % 2 * PREFETCHED_ROWS;
}

static __device__ prefetched_row prefetched_row_of(const tp_arcs *arcs, tropic_index v, row_range span)
{
    prefetched_row n = {span.begin, v, (int)span.entries, {}};
#pragma unroll
    for (int k = 0; k < CLUSTER_LANES; k++) n.id[k] = id_at(arcs->ids, span.begin + k, span.begin + span.entries);
    return n;
}

/* Appends the vertices that lanes have claimed for level d to the places from s->end on. The whole warp calls it. */
template <bool CLUSTER>
static __device__ void append(const sweep *s, int32_t d, unsigned *tail, bool claimed, tropic_index w,
                              const prefetched_row *about)
{
    const unsigned at = place_of<CLUSTER>(tail, claimed);
    if (!claimed) return;
    s->order[s->end + at] = w;
    if (CLUSTER && at < PREFETCHED_ROWS) prefetched_at(s, d)[at] = *about;
}

/* A list by WIDTH lanes, from entry k on, which is w: the sum over those on level `from`; and where `tail` is given,
 * those not reached yet are claimed for level d + 1. */
template <bool CLUSTER, int WIDTH>
static __device__ tp_wide walk(const sweep *s, const tropic_index *ids, tropic_offset k, tropic_offset end,
                               tropic_index w, int32_t from, int32_t d, unsigned *tail)
{
    enum { PARTS = WIDTH < CLUSTER_LANES ? CLUSTER_LANES / WIDTH : 1 };
    tp_wide t[PARTS] = {};
    while (__any_sync(TP_EVERY_LANE, k < end)) {
#pragma unroll
        for (int part = 0; part < PARTS; part++) {
            const tropic_index next = id_at(ids, k + WIDTH, end);
            bool claimed = false;
            prefetched_row about;
            if (k < end) {
                const bool notes = CLUSTER && tail;
                const row_range span = notes ? span_of(s->out, w) : row_range{};
                const tp_brandes_state p = load_place(s->places + w);
                /* (A cluster, which waits more than it loads, does not wait for the level to try, nor for the answer to
                 * note the row of w.) */
                if (tail && (CLUSTER || p.level < 0)) claimed = atomicCAS(&s->places[w].level, -1, d + 1) == -1;
                if (notes) about = prefetched_row_of(s->out, w, span);
                if (p.level == from) t[part] = tp_wide_add(t[part], tp_brandes_count(p));
            }
            if (tail) append<CLUSTER>(s, d + 1, tail, claimed, w, &about);
            k += WIDTH;
            w = next;
        }
    }
#pragma unroll
    for (int half = PARTS / 2; half > 0; half /= 2)
        for (int part = 0; part < half; part++) t[part] = tp_wide_add(t[part], t[part + half]);
    return sum_over<WIDTH>(t[0]);
}

/* The same of the list of q, which may be long: of the lanes of a warp, each LANES have the same. The sum, in all of
 * these. */
template <bool CLUSTER, int LANES>
static __device__ tp_wide walk_list(const sweep *s, const tp_arcs *arcs, const queued *q, int32_t from, int32_t d,
                                    unsigned *tail)
{
    const int lane = tp_lane();
    const tropic_offset end = q->span.begin + q->span.entries;
    const bool is_long = q->span.entries > LONG_LIST;
    tp_wide sum = walk<CLUSTER, LANES>(s, arcs->ids, q->span.begin + lane % LANES, is_long ? q->span.begin : end, q->id,
                                       from, d, tail);
    for (unsigned todo = __ballot_sync(TP_EVERY_LANE, is_long && lane % LANES == 0); todo; todo &= todo - 1) {
        const int of = __ffs((int)todo) - 1;
        const tropic_offset first = __shfl_sync(TP_EVERY_LANE, q->span.begin, of);
        const tropic_offset last = __shfl_sync(TP_EVERY_LANE, end, of);
        const tp_wide t = walk<CLUSTER, TP_WARP>(s, arcs->ids, first + lane, last, id_at(arcs->ids, first + lane, last),
                                                 from, d, tail);
        if (lane / LANES == of / LANES) sum = t;
    }
    return sum;
}

/* The vertex that these lanes have of the queue at `first` and on, before `end`; -1: none. */
template <int LANES> static __device__ tropic_index vertex_at(const sweep *s, int64_t first, int64_t end)
{
    const int64_t c = first + tp_lane() / LANES;
    return c < end ? s->order[c] : -1;
}

/* In two parts, the second of which waits for the first. */
static __device__ queued look_up_list(const tp_arcs *arcs, tropic_index v)
{
    queued q = {v, v >= 0, {0, 0}, 0};
    if (q.here) q.span = span_of(arcs, v);
    return q;
}
template <int LANES> static __device__ queued look_up_id(const tp_arcs *arcs, queued q)
{
    q.id = id_at(arcs->ids, q.span.begin + tp_lane() % LANES, q.span.begin + q.span.entries);
    return q;
}
template <int LANES> static __device__ queued look_up(const tp_arcs *arcs, tropic_index v)
{
    return look_up_id<LANES>(arcs, look_up_list(arcs, v));
}

/* The same of place c, by the row that was noted of it. */
static __device__ queued look_up_prefetched(const prefetched_row *about)
{
    queued q = {about->v, true, {about->begin, about->entries}, about->id[tp_lane() % CLUSTER_LANES]};
    return q;
}

/* Counts the paths to a level's vertices, where arcs are symmetric in the same walk that claims the next level. */
template <bool CLUSTER, bool CLASSES, int LANES>
static __device__ void take_level(const sweep *s, tropic_index begin, int32_t d, unsigned *tail,
                                  unsigned long long *arcs)
{
    const int at_once = TP_WARP / LANES;
    const bool keeps = tp_lane() % LANES == 0;
    for (int64_t c = begin + s->warp * at_once; c < s->end; c += s->warps * at_once) {
        const int64_t own = c + tp_lane() / LANES, at = own - begin;
        const queued q = CLUSTER && own < s->end && at < PREFETCHED_ROWS
                             ? look_up_prefetched(prefetched_at(s, d) + at)
                             : look_up<LANES>(s->out, vertex_at<LANES>(s, c, s->end));
        const bool counts = s->both && d > 0;
        const double copies = CLASSES && q.here && keeps ? s->classes[q.v].copies : 1;
        tp_wide sum = walk_list<CLUSTER, LANES>(s, s->out, &q, counts ? d - 1 : NOWHERE, d, tail);
        if (!s->both && d > 0) {
            const queued in = look_up<LANES>(s->in, q.here ? q.v : -1);
            sum = walk_list<CLUSTER, LANES>(s, s->in, &in, d - 1, d, NULL);
        }
        if (!q.here || !keeps) continue;
        *arcs += (unsigned long long)q.span.entries;
        if (d == 0) continue;
        store_place(s->places + q.v,
                    CLASSES ? tp_brandes_forward(sum, d, copies) : tp_brandes_stored(tp_wide_stored(sum), d));
    }
}

template <bool CLUSTER, bool CLASSES, int LANES>
static __device__ void go_forward(sweep *s, tropic_index source, tp_brandes_found *found)
{
    const bool first = s->warp == 0 && tp_lane() == 0;
    tropic_index begin = 0;
    unsigned long long arcs = 0;
    int32_t d = 0;
    if (first) {
        store_place(s->places + source, {1, 0, 0});
        s->order[0] = source;
        s->starts[0] = 0;
        s->tail[0] = 0;
        if (CLUSTER) prefetched_at(s, 0)[0] = prefetched_row_of(s->out, source, span_of(s->out, source));
    }
    s->end = 1;
    meet<CLUSTER>();
    for (; begin < s->end; d++) {
        unsigned *tail = s->tail + d % TAILS;
        if (first) s->tail[(d + 1) % TAILS] = 0;
        take_level<CLUSTER, CLASSES, LANES>(s, begin, d, tail, &arcs);
        meet<CLUSTER>();
        begin = s->end;
        s->end += (tropic_index)(CLUSTER ? tp_cluster_value(tail, 0) : *tail);
        if (first) s->starts[d + 1] = begin;
    }
    arcs = tp_warp_sum(arcs);
    if (tp_lane() == 0) atomicAdd((unsigned long long *)&found->arcs, arcs);
    if (first) {
        found->levels = d;
        found->reached = s->end;
    }
}

/* The data of a vertex that its own step of the backward sweep alone changes. */
struct kept {
    tp_brandes_state place;
    tp_brandes_multiplicity of;
    double delta;
};

template <bool CLASSES, int LANES> static __device__ kept look_at(const sweep *s, const queued *q)
{
    kept own = {};
    if (!q->here || tp_lane() % LANES > 0) return own;
    own.place = load_place(s->places + q->v);
    if (CLASSES) own.of = s->classes[q->v];
    if (s->adds) own.delta = s->delta[q->v];
    return own;
}

template <bool CLUSTER, bool CLASSES, int LANES> static __device__ void go_back(const sweep *s, int64_t levels)
{
    const bool keeps = tp_lane() % LANES == 0;
    const int64_t mine = s->warp * (TP_WARP / LANES), stride = s->warps * (TP_WARP / LANES);
    /* Where levels d + 1, d, d - 1, ... begin: each is asked for a level before its vertices are, these before their
     * lists, and these before the first entries. */
    int64_t end = s->starts[levels], begin = s->starts[levels - 1];
    int64_t second = s->starts[levels > 1 ? levels - 2 : 0];
    int64_t third = s->starts[levels > 2 ? levels - 3 : 0];
    queued q = look_up<LANES>(s->out, vertex_at<LANES>(s, begin + mine, end));
    queued next = look_up_list(s->out, vertex_at<LANES>(s, second + mine, begin));
    tropic_index later = vertex_at<LANES>(s, third + mine, second);
    kept own = look_at<CLASSES, LANES>(s, &q);
    for (int64_t d = levels - 1; d > 0; d--) {
        const int32_t from = d == levels - 1 ? NOWHERE : (int32_t)d + 1;
        const int64_t fourth = s->starts[d > 3 ? d - 3 : 0];
        for (int64_t c = begin + mine; c < end; c += stride) {
            if (c > begin + mine) {
                q = look_up<LANES>(s->out, vertex_at<LANES>(s, c, end));
                own = look_at<CLASSES, LANES>(s, &q);
            }
            const tp_wide sum = walk_list<CLUSTER, LANES>(s, s->out, &q, from, (int32_t)d, NULL);
            double delta;
            if (!q.here || !keeps) continue;
            /* (Where there are none, a constant, by which nothing has to be divided.) */
            const tp_brandes_multiplicity of = CLASSES ? own.of : tp_brandes_multiplicity_of(NULL, q.v);
            store_place(s->places + q.v, tp_brandes_backward(own.place, sum, of, &delta));
            s->delta[q.v] = own.delta + (delta + s->ends);
        }
        arrive<CLUSTER>();
        end = begin;
        begin = second;
        second = third;
        third = fourth;
        q = look_up_id<LANES>(s->out, next);
        own = look_at<CLASSES, LANES>(s, &q);
        next = look_up_list(s->out, later);
        later = vertex_at<LANES>(s, third + mine, second);
        await<CLUSTER>();
    }
}

template <bool CLUSTER, bool CLASSES>
static __global__ void __launch_bounds__(CLUSTER ? CLUSTER_BLOCK : SWEEP_BLOCK, CLUSTER ? 1 : SWEEP_EACH)
    brandes(const __grid_constant__ tp_brandes b, prefetched_row *notes)
{
    __shared__ unsigned tail[TAILS];
    const int blocks = CLUSTER ? tp_cluster_blocks() : 1, rank = CLUSTER ? tp_cluster_rank() : 0;
    const int64_t n = b.out.lists, k = blockIdx.x / (unsigned)blocks;
    const int thread = rank * (int)blockDim.x + (int)threadIdx.x;
    const int threads = blocks * (int)blockDim.x;
    tp_brandes_found *found = b.found + k;
    sweep s = {&b.in,
               &b.out,
               tp_brandes_both(&b),
               b.places + k * n,
               b.order + k * n,
               b.starts + k * (n + 1),
               0,
               b.delta ? b.delta + k * n : b.total.centrality,
               !b.delta,
               b.total.ends,
               b.classes,
               CLUSTER ? notes + 2 * PREFETCHED_ROWS * k : NULL,
               tail,
               thread / TP_WARP,
               threads / TP_WARP};
    for (int64_t v = thread; v < n; v += threads) {
        store_place(s.places + v, {0, 0, -1});
        if (b.delta) s.delta[v] = 0;
    }
    if (thread == 0) found->arcs = 0;
    meet<CLUSTER>();
    go_forward<CLUSTER, CLASSES, CLUSTER ? CLUSTER_LANES : SWEEP_LANES>(&s, b.sources[k], found);
    meet<CLUSTER>();
    go_back<CLUSTER, CLASSES, CLUSTER ? CLUSTER_LANES : SWEEP_LANES>(&s, found->levels);
}

#endif
