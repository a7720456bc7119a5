/* SPDX-License-Identifier: Apache-2.0
 *
 * Label propagation on a GPU: vertices of many arcs, by blocks that take one after another from a list.
 *
 * A block counts labels in a hash table in shared memory. After the first rounds few different labels are left, so that
 * the table is smaller than the list of arcs. Where it gets too full, the block begins anew with a quarter of the
 * hashes at a time, then with a sixteenth. A thread holds two labels, and goes to the table when a third one comes; in
 * the end what the lanes of a warp hold of a label is added up first.
 */
#ifndef TP_LABEL_BLOCKS_CUH
#define TP_LABEL_BLOCKS_CUH

#include "algorithms/communities/label_rounds.cuh"

/* A vertex of so many arcs, as a power of two, is a hub. (Not measured.) */
#define TP_LABEL_HUB_SIZE 12
/* Threads of a block, and slots of its table: of a hub where shared memory has room for them. */
#define TP_LABEL_BLOCK 256
#define TP_LABEL_BLOCK_SLOTS 2048u
#define TP_LABEL_HUB_BLOCK 1024
#define TP_LABEL_HUB_SLOTS 16384u

/* The table is too full with more labels than this; but each thread may put one more in before it sees that. */
#define TP_LABEL_LIMIT(slots) ((slots) / 8 * 5)
#define TP_LABEL_ROOM(slots, threads) (TP_LABEL_LIMIT(slots) + (threads))

/* Bytes of dynamic shared memory: sums, names, then which slots are used. */
static inline size_t tp_label_shared_bytes(bool weighted, unsigned slots, unsigned threads)
{
    return slots * ((weighted ? sizeof(uint64_t) : sizeof(uint32_t)) + sizeof(uint32_t)) +
           TP_LABEL_ROOM(slots, threads) * sizeof(uint16_t);
}

/* Static shared memory of a block. */
template <bool WEIGHTED> struct tp_label_block {
    unsigned item, used;
    tp_label_best<WEIGHTED> best[TP_LABEL_HUB_BLOCK / TP_WARP];
};

/* A thread's view of its block. */
template <bool WEIGHTED> struct tp_label_counter {
    tp_label_table<WEIGHTED> table;
    uint16_t *used; /* slots, block->used of them */
    unsigned limit;
    tp_label_block<WEIGHTED> *block;
    bool stopped;         /* it has put a label in beyond the limit */
    unsigned name, other; /* what it holds; 0: none */
    typename tp_label_sum<WEIGHTED>::type sum, other_sum;
};

template <bool WEIGHTED>
TP_FN void tp_label_put(tp_label_counter<WEIGHTED> *c, unsigned name, typename tp_label_sum<WEIGHTED>::type sum)
{
    bool claimed;
    if (c->stopped) return;
    const unsigned slot = tp_label_slot(c->table, name, &claimed);
    if (claimed) {
        const unsigned at = atomicAdd(&c->block->used, 1u);
        c->used[at] = (uint16_t)slot;
        c->stopped = at >= c->limit;
    }
    atomicAdd(c->table.sums + slot, sum);
}

template <bool WEIGHTED>
TP_FN void tp_label_hold(tp_label_counter<WEIGHTED> *c, unsigned name, typename tp_label_sum<WEIGHTED>::type sum)
{
    if (name == c->name) {
        c->sum += sum;
    } else if (name == c->other) {
        c->other_sum += sum;
    } else {
        if (c->other) tp_label_put(c, c->other, c->other_sum);
        c->other = c->name;
        c->other_sum = c->sum;
        c->name = name;
        c->sum = sum;
    }
}

TP_FN unsigned tp_label_warp_sum(unsigned sum)
{
    return tp_warp_total(sum);
}
TP_FN unsigned long long tp_label_warp_sum(unsigned long long sum)
{
    return tp_warp_sum(sum);
}

/* What the lanes hold goes to the table: of two labels together, of others one by one. (By all lanes.) */
template <bool WEIGHTED> TP_FN void tp_label_flush(tp_label_counter<WEIGHTED> *c)
{
    __syncwarp();
    for (int turn = 0; turn < 2; turn++) {
        const unsigned holding = __ballot_sync(TP_EVERY_LANE, c->name != 0);
        if (holding == 0) return;
        const unsigned name = __shfl_sync(TP_EVERY_LANE, c->name, __ffs((int)holding) - 1);
        typename tp_label_sum<WEIGHTED>::type sum = 0;
        if (c->name == name) {
            sum = c->sum;
            c->name = c->other;
            c->sum = c->other_sum;
            c->other = 0;
        } else if (c->other == name) {
            sum = c->other_sum;
            c->other = 0;
        }
        sum = tp_label_warp_sum(sum);
        if (tp_lane() == 0) tp_label_put(c, name, sum);
    }
    if (c->name) tp_label_put(c, c->name, c->sum);
    if (c->other) tp_label_put(c, c->other, c->other_sum);
}

/* Counts the labels of an arc list whose hashes have the upper bits `part`, so many of them. */
template <bool WEIGHTED>
TP_FN void tp_label_count(const tp_label_work &w, const tp_label_round &r, tp_label_counter<WEIGHTED> *c,
                          tropic_index v, int bits, unsigned part)
{
    const tropic_offset begin = w.begin[v], end = w.end[v];
    c->name = c->other = 0;
    c->sum = c->other_sum = 0;
    c->stopped = false;
    for (tropic_offset first = begin + threadIdx.x; first < end && !c->stopped;
         first += TP_LABEL_FLIGHT * (int64_t)blockDim.x) {
        tropic_index labels[TP_LABEL_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_LABEL_FLIGHT; f++) {
            const tropic_offset k = first + f * (int64_t)blockDim.x;
            labels[f] = k < end ? tp_stream(w.ids + k) : v;
        }
#pragma unroll
        for (int f = 0; f < TP_LABEL_FLIGHT; f++) labels[f] = labels[f] == v ? -1 : r.label[labels[f]];
#pragma unroll
        for (int f = 0; f < TP_LABEL_FLIGHT; f++) {
            const unsigned name = ~(unsigned)labels[f];
            typename tp_label_sum<WEIGHTED>::type weight = 1;
            if (labels[f] < 0 || (bits > 0 && tp_label_hash(name) >> (32 - bits) != part)) continue;
            if constexpr (WEIGHTED) weight = (unsigned long long)w.weights[first + f * (int64_t)blockDim.x];
            if (!WEIGHTED || weight > 0) tp_label_hold(c, name, weight);
        }
    }
    tp_label_flush(c);
}

/* The best label that the table has, for each thread; the table is empty then. */
template <bool WEIGHTED> TP_FN tp_label_best<WEIGHTED> tp_label_take_best(tp_label_counter<WEIGHTED> *c, unsigned used)
{
    tp_label_block<WEIGHTED> *const b = c->block;
    tp_label_best<WEIGHTED> best = {0, 0};
    for (unsigned k = threadIdx.x; k < used; k += blockDim.x) {
        const unsigned slot = c->used[k];
        tp_label_consider(&best, c->table.sums[slot], c->table.names[slot]);
        c->table.names[slot] = 0;
        c->table.sums[slot] = 0;
    }
    best = tp_label_warp_best(best);
    if (tp_lane() == 0) b->best[threadIdx.x / TP_WARP] = best;
    __syncthreads();
    if (threadIdx.x == 0) b->used = 0;
    best = {0, 0};
    if (tp_lane() < (int)(blockDim.x / TP_WARP)) best = b->best[tp_lane()];
    best = tp_label_warp_best(best);
    __syncthreads();
    return best;
}

/* The best label of v's arc list. (By all threads; the table is empty before and after. Hashes are all different, so
 * that parts of 22 bits fit into any table.) */
template <bool WEIGHTED>
TP_FN tp_label_best<WEIGHTED> tp_label_of_long_list(const tp_label_work &w, const tp_label_round &r,
                                                    tp_label_counter<WEIGHTED> *c, tropic_index v)
{
    tp_label_best<WEIGHTED> best = {0, 0};
    int bits = 0;
    for (unsigned part = 0; part < 1u << bits;) {
        tp_label_count(w, r, c, v, bits, part);
        __syncthreads();
        const unsigned used = c->block->used;
        const tp_label_best<WEIGHTED> found = tp_label_take_best(c, used);
        if (used > c->limit) {
            bits += 2;
            part = 0;
            best = {0, 0};
        } else {
            part++;
            tp_label_consider(&best, found.sum, found.name);
        }
    }
    return best;
}

/* Vertices of the list: hubs, or the others. */
template <int BLOCK, bool WEIGHTED>
static __global__ void __launch_bounds__(BLOCK, 1)
    tp_label_by_blocks(const __grid_constant__ tp_label_work w, const __grid_constant__ tp_label_round r,
                       unsigned slots)
{
    extern __shared__ unsigned long long tp_label_memory[];
    __shared__ tp_label_block<WEIGHTED> b;
    constexpr bool hubs = BLOCK == TP_LABEL_HUB_BLOCK;
    const unsigned all_hubs = tp_label_longer(w, TP_LABEL_HUB_SIZE - 1);
    const unsigned begin = hubs ? 0 : all_hubs, end = hubs ? all_hubs : tp_label_longer(w, 0);
    tp_label_counter<WEIGHTED> c;
    unsigned changed = 0;
    if (tp_label_settled(w, r) || begin + blockIdx.x >= end) return;
    const bool all = tp_label_all(w, r);
    c.table.sums = (typename tp_label_sum<WEIGHTED>::type *)tp_label_memory;
    c.table.names = (unsigned *)(c.table.sums + slots);
    c.table.mask = slots - 1;
    c.used = (uint16_t *)(c.table.names + slots);
    c.limit = TP_LABEL_LIMIT(slots);
    c.block = &b;
    for (unsigned s = threadIdx.x; s < slots; s += blockDim.x) c.table.names[s] = 0, c.table.sums[s] = 0;
    if (threadIdx.x == 0) b.used = 0;
    for (;;) {
        if (threadIdx.x == 0) b.item = atomicAdd(&w.state->taken[r.at][hubs], 1u);
        __syncthreads();
        const unsigned item = begin + b.item;
        if (item >= end) break;
        const tropic_index v = w.list[item], own = r.label[v];
        tropic_index found = own;
        if (tp_label_wanted(w, r, all, v)) {
            const tp_label_best<WEIGHTED> best = tp_label_of_long_list(w, r, &c, v);
            if (best.sum > 0) found = (tropic_index)~best.name;
        } else {
            __syncthreads();
        }
        if (threadIdx.x == 0) r.next[v] = found;
        changed += found != own;
    }
    if (threadIdx.x == 0 && changed > 0) atomicAdd(w.state->changed + r.at + 1, (unsigned long long)changed);
}

#endif
