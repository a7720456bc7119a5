/* SPDX-License-Identifier: Apache-2.0
 *
 * A round of label propagation on a GPU. Vertices of few arcs are a thread's, which compares all labels; of more, a
 * warp's, with a table in shared memory; those of many are listed beforehand, the longest first, and are a block's.
 *
 * Where few labels have changed, those who changed tell their neighbours the round in which these are to be looked at;
 * all others keep their labels. The host launches some rounds ahead: those behind one in which no label has changed see
 * that, and end at once.
 */
#ifndef TP_LABEL_ROUNDS_CUH
#define TP_LABEL_ROUNDS_CUH

#include "algorithms/communities/label_batch.h"
#include "algorithms/communities/label_table.cuh"

/* Arcs up to which a vertex is a thread's, and a warp's. (Not measured.) */
#define TP_LABEL_FEW 16
#define TP_LABEL_WARP_ARCS 256
/* Warps of a block, and slots of each: twice as many as a warp's vertex has arcs. */
#define TP_LABEL_WARPS 4
#define TP_LABEL_SLOTS (2 * TP_LABEL_WARP_ARCS)
/* Entries of a lane that are on their way at once. */
#define TP_LABEL_FLIGHT 4
/* Vertices that are a block's, by the power of two that their arcs reach: room for all of 32 bits. */
#define TP_LABEL_SIZES 32

/* In device memory, anew for each batch of rounds. */
typedef struct tp_label_state {
    unsigned long long changed[TP_LABEL_AHEAD + 1]; /* labels: before the first of these rounds, and in each */
    unsigned taken[TP_LABEL_AHEAD][2];              /* of the list, by blocks of either kind */
    unsigned left[TP_LABEL_AHEAD];                  /* vertices that are left to tables in global memory */
} tp_label_state;

/* Of the whole run; all in device memory. */
typedef struct tp_label_work {
    tropic_index n;
    const tropic_offset *begin, *end;
    const tropic_index *ids;
    const int64_t *weights;
    bool wakes;         /* do vertices tell their neighbours? Else all are looked at in each round */
    int32_t *wanted;    /* of each vertex, the last round in which it is to be looked at, as far as anyone told it */
    tropic_index *list; /* vertices that are a block's */
    unsigned *sizes;    /* of them, by size; then how many of these are listed */
    /* Vertices of this round that have more labels than shared memory has room for, and at least so many arcs; and
     * tables in global memory, one after another, each of so many slots, which are 0 where they are free. sums: as wide
     * as the weights. */
    int64_t huge;
    tropic_index *left;
    unsigned *table_names;
    void *table_sums;
    unsigned table_slots;
    tp_label_state *state;
} tp_label_work;

typedef struct tp_label_round {
    const tropic_index *label;
    tropic_index *next;
    int32_t number; /* from 0; of those that are launched together, it is the at-th */
    int at;
} tp_label_round;

/* Did the round before change nothing? */
TP_FN bool tp_label_settled(const tp_label_work &w, const tp_label_round &r)
{
    return r.number > 0 && w.state->changed[r.at] == 0;
}

/* Are all vertices looked at? */
TP_FN bool tp_label_all(const tp_label_work &w, const tp_label_round &r)
{
    return !w.wakes || r.number == 0 || w.state->changed[r.at] > (unsigned long long)(w.n / TP_LABELS_ALL);
}

TP_FN bool tp_label_wanted(const tp_label_work &w, const tp_label_round &r, bool all, int64_t v)
{
    return all || w.wanted[v] == r.number;
}

/* Adds up what threads have changed. (By all threads of a block.) */
TP_FN void tp_label_tell(const tp_label_work &w, const tp_label_round &r, unsigned changed)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    changed = tp_warp_total(changed);
    if (tp_lane() == 0 && changed > 0) atomicAdd(&sum, changed);
    __syncthreads();
    if (threadIdx.x == 0 && sum > 0) atomicAdd(w.state->changed + r.at + 1, (unsigned long long)sum);
}

/* ---- before the rounds ---- */

/* Of a vertex that is a block's: the power of two that its arcs reach; else 0. */
TP_FN int tp_label_size(const tp_label_work &w, int64_t v)
{
    const tropic_offset arcs = w.end[v] - w.begin[v];
    return arcs > TP_LABEL_WARP_ARCS ? 63 - __clzll(arcs) : 0;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_label_count_sizes(const __grid_constant__ tp_label_work w)
{
    TP_FOR_EACH(v, w.n)
    {
        const int size = tp_label_size(w, v);
        if (size > 0) atomicAdd(w.sizes + size, 1u);
    }
}

/* How many are longer than by this power of two. */
TP_FN unsigned tp_label_longer(const tp_label_work &w, int size)
{
    unsigned longer = 0;
    for (int k = size + 1; k < TP_LABEL_SIZES; k++) longer += w.sizes[k];
    return longer;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_label_list(const __grid_constant__ tp_label_work w)
{
    TP_FOR_EACH(v, w.n)
    {
        const int size = tp_label_size(w, v);
        if (size == 0) continue;
        w.list[tp_label_longer(w, size) + atomicAdd(w.sizes + TP_LABEL_SIZES + size, 1u)] = (tropic_index)v;
    }
}

/* Each vertex has itself as its label. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_label_own(tropic_index n, tropic_index *label)
{
    TP_FOR_EACH(v, n) label[v] = (tropic_index)v;
}

/* The first round, where labels are still the vertices themselves, arcs weigh 1 and their ends ascend: the first is the
 * least. As on a CPU, all labels have changed. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_label_first(const __grid_constant__ tp_label_work w, const __grid_constant__ tp_label_round r)
{
    if (tp_thread() == 0) w.state->changed[r.at + 1] = (unsigned long long)w.n;
    TP_FOR_EACH(v, w.n)
    {
        const tropic_offset end = w.end[v];
        tropic_offset k = w.begin[v];
        if (k < end && w.ids[k] == v) k++;
        r.next[v] = k < end ? w.ids[k] : (tropic_index)v;
    }
}

/* ---- a thread's vertices ---- */

/* The new label of a vertex with at most WIDTH arcs, from `begin` on. */
template <int WIDTH, bool WEIGHTED>
TP_FN tropic_index tp_label_of_few(const tp_label_work &w, const tp_label_round &r, tropic_index v, tropic_offset begin,
                                   int arcs, tropic_index own)
{
    typename tp_label_sum<WEIGHTED>::type weights[WEIGHTED ? WIDTH : 1];
    tropic_index labels[WIDTH];
    tp_label_best<WEIGHTED> best = {0, 0};
#pragma unroll
    for (int k = 0; k < WIDTH; k++) {
        labels[k] = k < arcs ? w.ids[begin + k] : v;
        if constexpr (WEIGHTED) weights[k] = k < arcs ? (unsigned long long)w.weights[begin + k] : 0;
    }
#pragma unroll
    for (int k = 0; k < WIDTH; k++) labels[k] = labels[k] == v ? -1 : r.label[labels[k]];
#pragma unroll
    for (int i = 0; i < WIDTH; i++) {
        typename tp_label_sum<WEIGHTED>::type sum = 0;
#pragma unroll
        for (int k = 0; k < WIDTH; k++)
            if (labels[k] == labels[i]) sum += WEIGHTED ? weights[WEIGHTED ? k : 0] : 1;
        if (labels[i] >= 0) tp_label_consider(&best, sum, ~(unsigned)labels[i]);
    }
    return best.sum > 0 ? (tropic_index)~best.name : own;
}

/* MOST: arcs, at most, of all vertices that are a thread's. */
template <int MOST, bool WEIGHTED>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_label_by_threads(const __grid_constant__ tp_label_work w, const __grid_constant__ tp_label_round r)
{
    unsigned changed = 0;
    if (tp_label_settled(w, r)) return;
    const bool all = tp_label_all(w, r);
    TP_FOR_EACH(v, w.n)
    {
        const tropic_offset begin = w.begin[v], arcs = w.end[v] - begin;
        if (arcs > MOST) continue;
        const tropic_index own = r.label[v];
        tropic_index found = own;
        if (arcs > 0 && tp_label_wanted(w, r, all, v)) {
            if (MOST <= 4 || arcs <= 4)
                found = tp_label_of_few<4, WEIGHTED>(w, r, (tropic_index)v, begin, (int)arcs, own);
            else if (arcs <= 8)
                found = tp_label_of_few<8, WEIGHTED>(w, r, (tropic_index)v, begin, (int)arcs, own);
            else
                found = tp_label_of_few<MOST, WEIGHTED>(w, r, (tropic_index)v, begin, (int)arcs, own);
        }
        r.next[v] = found;
        changed += found != own;
    }
    tp_label_tell(w, r, changed);
}

/* ---- a warp's vertices ---- */

/* The best label of an arc list. (By all lanes; the table is empty before and after.) */
template <bool WEIGHTED>
TP_FN tp_label_best<WEIGHTED> tp_label_of_list(const tp_label_work &w, const tp_label_round &r,
                                               const tp_label_table<WEIGHTED> &t, tropic_index v, tropic_offset begin,
                                               int arcs)
{
    tp_label_best<WEIGHTED> best = {0, 0};
    for (int first = 0; first < arcs; first += TP_LABEL_FLIGHT * TP_WARP) {
        tropic_index labels[TP_LABEL_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_LABEL_FLIGHT; f++) {
            const int k = first + f * TP_WARP + tp_lane();
            labels[f] = k < arcs ? tp_stream(w.ids + begin + k) : v;
        }
#pragma unroll
        for (int f = 0; f < TP_LABEL_FLIGHT; f++) labels[f] = labels[f] == v ? -1 : r.label[labels[f]];
#pragma unroll
        for (int f = 0; f < TP_LABEL_FLIGHT; f++) {
            typename tp_label_sum<WEIGHTED>::type weight = 1;
            bool claimed;
            if (labels[f] < 0) continue;
            if constexpr (WEIGHTED) weight = (unsigned long long)w.weights[begin + first + f * TP_WARP + tp_lane()];
            if (!WEIGHTED || weight > 0) atomicAdd(t.sums + tp_label_slot(t, ~(unsigned)labels[f], &claimed), weight);
        }
    }
    __syncwarp();
    for (unsigned s = (unsigned)tp_lane(); s <= t.mask; s += TP_WARP) {
        if (t.names[s] == 0) continue;
        tp_label_consider(&best, t.sums[s], t.names[s]);
        t.names[s] = 0;
        t.sums[s] = 0;
    }
    __syncwarp();
    return tp_label_warp_best(best);
}

/* Slots for so many arcs, at least one a lane, and half of them free, less 1. */
TP_FN unsigned tp_label_mask(int arcs)
{
    return arcs <= TP_WARP ? 2 * TP_WARP - 1 : 0xffffffffu >> __clz(2 * arcs - 1);
}

template <bool WEIGHTED>
static __global__ void __launch_bounds__(TP_LABEL_WARPS *TP_WARP)
    tp_label_by_warps(const __grid_constant__ tp_label_work w, const __grid_constant__ tp_label_round r)
{
    __shared__ typename tp_label_sum<WEIGHTED>::type sums[TP_LABEL_WARPS][TP_LABEL_SLOTS];
    __shared__ unsigned names[TP_LABEL_WARPS][TP_LABEL_SLOTS];
    const int warp = threadIdx.x / TP_WARP;
    tp_label_table<WEIGHTED> t = {names[warp], sums[warp], 0};
    unsigned changed = 0;
    if (tp_label_settled(w, r)) return;
    const bool all = tp_label_all(w, r);
    for (int s = tp_lane(); s < TP_LABEL_SLOTS; s += TP_WARP) t.names[s] = 0, t.sums[s] = 0;
    __syncwarp();
    for (int64_t tile = tp_warp(); tile * TP_WARP < w.n; tile += tp_warps()) {
        const int64_t v = tile * TP_WARP + tp_lane();
        const tropic_offset begin = v < w.n ? w.begin[v] : 0, arcs = v < w.n ? w.end[v] - begin : 0;
        const bool mine = arcs > TP_LABEL_FEW && arcs <= TP_LABEL_WARP_ARCS;
        const bool looks = mine && tp_label_wanted(w, r, all, v);
        const tropic_index own = mine ? r.label[v] : 0;
        tropic_index found = own;
        for (unsigned left = __ballot_sync(TP_EVERY_LANE, looks); left; left &= left - 1) {
            const int owner = __ffs((int)left) - 1, length = __shfl_sync(TP_EVERY_LANE, (int)arcs, owner);
            const tropic_offset first = __shfl_sync(TP_EVERY_LANE, begin, owner);
            t.mask = tp_label_mask(length);
            const tp_label_best<WEIGHTED> best =
                tp_label_of_list(w, r, t, (tropic_index)(tile * TP_WARP + owner), first, length);
            if (tp_lane() == owner && best.sum > 0) found = (tropic_index)~best.name;
        }
        if (mine) r.next[v] = found;
        changed += found != own;
    }
    tp_label_tell(w, r, changed);
}

/* ---- those whose label has changed ---- */

/* Vertices with another label tell their neighbours, if few have. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_label_wake(const __grid_constant__ tp_label_work w, const __grid_constant__ tp_label_round r)
{
    const unsigned long long changed = w.state->changed[r.at + 1];
    if (changed == 0 || changed > (unsigned long long)(w.n / TP_LABELS_ALL)) return;
    for (int64_t tile = tp_warp(); tile * TP_WARP < w.n; tile += tp_warps()) {
        const int64_t v = tile * TP_WARP + tp_lane();
        const bool other = v < w.n && r.next[v] != r.label[v];
        const tropic_offset begin = other ? w.begin[v] : 0, end = other ? w.end[v] : 0;
        const bool few = end - begin <= TP_LABEL_FEW;
        for (tropic_offset k = begin; few && k < end; k++) w.wanted[w.ids[k]] = r.number + 1;
        for (unsigned left = __ballot_sync(TP_EVERY_LANE, !few); left; left &= left - 1) {
            const int owner = __ffs((int)left) - 1;
            const tropic_offset first = __shfl_sync(TP_EVERY_LANE, begin, owner);
            const tropic_offset last = __shfl_sync(TP_EVERY_LANE, end, owner);
            for (tropic_offset k = first + tp_lane(); k < last; k += TP_WARP) w.wanted[w.ids[k]] = r.number + 1;
        }
    }
}

#endif
