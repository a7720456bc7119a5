/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps along tight arcs on the GPU: whole sweeps in one launch, by a block to a source or, where sources are
 * few, by the blocks of a cluster.
 *
 * A rank costs a barrier. Places of one rank are written there alone: counts of the rank's own vertices, each by the
 * lanes that have it, and by atomics how many predecessors later ones still wait for. So sums are of values that
 * earlier ranks wrote, in an order that depends on a list's length alone, and results are the same whatever the timing.
 */
#include "algorithms/betweenness/cuda/brandes_cluster.cuh"
#include "algorithms/betweenness/brandes_weighted.h"
#include "algorithms/betweenness/cuda/brandes_cuda.h"

/* Lanes to a list, of blocks and of clusters alike. */
#define LIST_LANES 4

/* One source's part of it, as its threads see it. */
struct weighted_sweep {
    const tp_arcs *in, *out;
    tropic_type weights;
    tp_tolerance tie;
    const void *distance;
    tp_brandes_state *places;
    tropic_index *order, *starts;
    tropic_index end; /* of the queue, before this rank's are appended */
    double *delta;
    bool adds;       /* to delta, in which there is something already */
    double ends;     /* with the dependency */
    int warp, warps; /* of this source's */
};

/* The work on the tight arcs of a list. */
enum walk_kind {
    WAITS,   /* those into a vertex are counted, and those whose lengths rounding absorbs */
    PATHS,   /* the former give their tails' counts */
    RELEASE, /* their heads wait for one less; those that wait for no other are appended */
    GATHER   /* those out of a vertex give their heads' g */
};

/* Entries k, k + WIDTH, ... of v's list, by each of WIDTH lanes; their sum. The whole warp calls it. */
template <bool CLUSTER, int WIDTH, walk_kind WALK>
static __device__ tp_wide walk(const weighted_sweep *s, tropic_index v, tropic_offset k, tropic_offset end,
                               unsigned *tail)
{
    const bool into = WALK == WAITS || WALK == PATHS;
    const tp_arcs *arcs = into ? s->in : s->out;
    const tp_wide one = {1, 0, 0};
    tp_wide t = {};
    for (; __any_sync(TP_EVERY_LANE, k < end); k += WIDTH) {
        const tropic_index u = id_at(arcs->ids, k, end);
        const bool tight = k < end && tp_tight(s->weights, s->tie, s->distance, arcs->values, k, into ? u : v,
                                               into ? v : u, WALK == WAITS);
        if (WALK == RELEASE) {
            const bool ready = tight && atomicSub(&s->places[u].level, 1) == 1;
            const unsigned at = place_of<CLUSTER>(tail, ready);
            if (ready) s->order[s->end + at] = u;
        } else if (tight) {
            t = tp_wide_add(t, WALK == WAITS ? one : tp_brandes_count(load_place(s->places + u)));
        }
    }
    return WALK == RELEASE ? t : sum_over<WIDTH>(t);
}

/* The same of the whole list of v, which may be long, by LIST_LANES lanes; v < 0: they have none. */
template <bool CLUSTER, walk_kind WALK>
static __device__ tp_wide walk_list(const weighted_sweep *s, tropic_index v, unsigned *tail)
{
    const int lane = tp_lane(), mine = lane / LIST_LANES;
    const row_range none = {0, 0};
    const row_range span = v < 0 ? none : span_of(WALK == WAITS || WALK == PATHS ? s->in : s->out, v);
    const tropic_offset end = span.begin + span.entries;
    const bool is_long = span.entries > LONG_LIST;
    tp_wide sum =
        walk<CLUSTER, LIST_LANES, WALK>(s, v, span.begin + lane % LIST_LANES, is_long ? span.begin : end, tail);
    for (unsigned todo = __ballot_sync(TP_EVERY_LANE, is_long && lane % LIST_LANES == 0); todo; todo &= todo - 1) {
        const int of = __ffs((int)todo) - 1;
        const tropic_index hub = __shfl_sync(TP_EVERY_LANE, v, of);
        const tropic_offset first = __shfl_sync(TP_EVERY_LANE, span.begin, of);
        const tropic_offset last = __shfl_sync(TP_EVERY_LANE, end, of);
        const tp_wide t = walk<CLUSTER, TP_WARP, WALK>(s, hub, first + lane, last, tail);
        if (mine == of / LIST_LANES) sum = t;
    }
    return sum;
}

/* Each lane's share of `count` things: take(c) of thing c, which LIST_LANES lanes have in common, or -1, by all lanes
 * of a warp at once. */
template <typename TAKE>
static __device__ void each(const weighted_sweep *s, int64_t begin, int64_t end, const TAKE &take)
{
    const int at_once = TP_WARP / LIST_LANES;
    for (int64_t c = begin + s->warp * at_once; c < end; c += s->warps * at_once) {
        const int64_t own = c + tp_lane() / LIST_LANES;
        take(own < end ? own : -1);
    }
}

/* How many predecessors each vertex waits for. */
template <bool CLUSTER> static __device__ void begin(const weighted_sweep *s)
{
    each(s, 0, s->out->lists, [=](int64_t c) {
        const tropic_index v = (tropic_index)c;
        const bool reached = v >= 0 && tp_reached(s->weights, s->distance, v);
        const tp_wide waits = walk_list<CLUSTER, WAITS>(s, reached ? v : -1, NULL);
        if (v < 0 || tp_lane() % LIST_LANES > 0) return;
        store_place(s->places + v, {0, 0, (int32_t)waits.part});
        if (!s->adds) s->delta[v] = 0;
    });
}

/* Counts the paths to each vertex, rank by rank; how many ranks there are. */
template <bool CLUSTER> static __device__ int32_t go_forward(weighted_sweep *s, tropic_index source, unsigned *tails)
{
    const bool first = s->warp == 0 && tp_lane() == 0;
    tropic_index from = 0;
    int32_t rank = 0;
    if (first) {
        store_place(s->places + source, {1, 0, 0});
        s->order[0] = source;
        s->starts[0] = 0;
        tails[0] = 0;
    }
    s->end = 1;
    meet<CLUSTER>();
    for (; from < s->end; rank++) {
        unsigned *tail = tails + rank % TAILS;
        if (first) tails[(rank + 1) % TAILS] = 0;
        each(s, from, s->end, [=](int64_t c) {
            const tropic_index v = c < 0 ? -1 : s->order[c];
            if (rank > 0) {
                const tp_wide paths = walk_list<CLUSTER, PATHS>(s, v, NULL);
                if (v >= 0 && tp_lane() % LIST_LANES == 0)
                    store_place(s->places + v, tp_brandes_stored(tp_wide_stored(paths), 0));
            }
            walk_list<CLUSTER, RELEASE>(s, v, tail);
        });
        meet<CLUSTER>();
        from = s->end;
        s->end += (tropic_index)(CLUSTER ? tp_cluster_value(tail, 0) : *tail);
        if (first) s->starts[rank + 1] = from;
    }
    return rank;
}

template <bool CLUSTER> static __device__ void go_back(const weighted_sweep *s, int32_t ranks)
{
    for (int32_t rank = ranks - 1; rank > 0; rank--) {
        each(s, s->starts[rank], s->starts[rank + 1], [=](int64_t c) {
            const tropic_index v = c < 0 ? -1 : s->order[c];
            const tp_wide sum = walk_list<CLUSTER, GATHER>(s, v, NULL);
            double delta;
            if (v < 0 || tp_lane() % LIST_LANES > 0) return;
            store_place(s->places + v, tp_brandes_backward(load_place(s->places + v), sum,
                                                           tp_brandes_multiplicity_of(NULL, v), &delta));
            s->delta[v] = s->adds ? s->delta[v] + (delta + s->ends) : delta + s->ends;
        });
        meet<CLUSTER>();
    }
}

template <bool CLUSTER>
static __global__ void __launch_bounds__(CLUSTER ? CLUSTER_BLOCK : SWEEP_BLOCK, CLUSTER ? 1 : SWEEP_EACH)
    brandes_weighted(const __grid_constant__ tp_brandes_weighted t)
{
    __shared__ unsigned tails[TAILS];
    const tp_brandes *b = &t.sweeps;
    const int blocks = CLUSTER ? tp_cluster_blocks() : 1, rank = CLUSTER ? tp_cluster_rank() : 0;
    const int64_t n = b->out.lists, k = blockIdx.x / (unsigned)blocks;
    const int thread = rank * (int)blockDim.x + (int)threadIdx.x;
    weighted_sweep s = {&b->in,
                        &b->out,
                        t.weights,
                        t.tie,
                        tp_brandes_distance(&t, k),
                        b->places + k * n,
                        b->order + k * n,
                        b->starts + k * (n + 1),
                        0,
                        b->delta ? b->delta + k * n : b->total.centrality,
                        !b->delta,
                        b->total.ends,
                        thread / TP_WARP,
                        blocks * (int)blockDim.x / TP_WARP};
    int32_t ranks;
    begin<CLUSTER>(&s);
    meet<CLUSTER>();
    ranks = go_forward<CLUSTER>(&s, b->sources[k], tails);
    if (thread == 0) b->found[k] = {ranks, s.end, 0};
    meet<CLUSTER>();
    if (s.end == t.reached[k]) go_back<CLUSTER>(&s, ranks);
}

tropic_status tp_cuda_brandes_weighted(tropic_context *context, const tp_brandes_weighted *t)
{
    static const void *const kernels[] = {(const void *)brandes_weighted<false>, (const void *)brandes_weighted<true>};
    tp_brandes_weighted given = *t;
    void *arguments[] = {&given};
    int blocks = TP_CLUSTER_MAX;
    tp_cuda_use use(context);
    tp_cuda_of(context)->stopped = false;
    if (t->sweeps.count == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_fit_cluster(context, kernels[true], CLUSTER_BLOCK, 0, t->sweeps.count, &blocks));
    return tp_cuda_brandes_each(context, &t->sweeps, kernels[blocks > 1], blocks,
                                blocks > 1 ? CLUSTER_BLOCK : SWEEP_BLOCK, arguments);
}
