/* SPDX-License-Identifier: Apache-2.0
 *
 * Label propagation on a GPU: vertices of many arcs, by blocks that take one after another from a list.
 *
 * A block counts labels in a hash table in shared memory. After the first rounds few different labels are left, so that
 * the table is smaller than the list of arcs. Where it gets too full, the block begins anew with a quarter of the
 * hashes at a time, then with a sixteenth; a list that may need more parts is left to a table in global memory, so that
 * no list is read often. A thread holds two labels, and goes to the table when a third one comes; in the end what the
 * lanes of a warp hold of a label is added up first.
 */
#ifndef TP_LABEL_BLOCKS_CUH
#define TP_LABEL_BLOCKS_CUH

#include "algorithms/communities/label_rounds.cuh"

/* A vertex of so many arcs, as a power of two, is a hub. (Not measured.) */
#define TP_LABEL_HUB_SIZE 12
/* A list of so many for each slot of a hub's table in shared memory may go to a table in global memory; of a shorter
 * one, a sixteenth of the hashes takes about a quarter of the slots, at most. (Not measured.) */
#define TP_LABEL_HUGE_ARCS 4
/* Tables in global memory have room for at most one in so many of all arcs, unless the longest list needs more. (Not
 * measured.) */
#define TP_LABEL_TABLES_PART 8
/* Threads of a block, and slots of its table: of a hub where shared memory has room for them. */
#define TP_LABEL_BLOCK 256
#define TP_LABEL_BLOCK_SLOTS 2048u
#define TP_LABEL_HUB_BLOCK 1024
#define TP_LABEL_HUB_SLOTS 16384u

/* The table is too full with more labels than this; but each thread may put one more in before it sees that. */
#define TP_LABEL_LIMIT(slots) ((slots) / 8 * 5)
#define TP_LABEL_ROOM(slots, threads) (TP_LABEL_LIMIT(slots) + (threads))

/* Slots of a table in global memory for so many labels: a third stays free. (Below 2^32: labels are vertices.) */
static __host__ __device__ inline unsigned tp_label_slots_of(int64_t labels)
{
    return (unsigned)(labels + labels / 2 + 1);
}

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

/* A table in shared memory that may get too full. */
template <bool WEIGHTED> struct tp_label_small_table {
    tp_label_table<WEIGHTED> table;
    uint16_t *used; /* slots, block->used of them */
    unsigned limit;
    tp_label_block<WEIGHTED> *block;
};

/* A table in global memory that has room for all labels of a list. */
template <bool WEIGHTED> struct tp_label_large_table {
    unsigned *names;
    typename tp_label_sum<WEIGHTED>::type *sums;
    unsigned slots;
};

/* What a thread has of a list. */
template <bool WEIGHTED, typename TABLE> struct tp_label_counter {
    TABLE table;
    bool stopped;         /* the table is too full for more */
    unsigned name, other; /* what it holds; 0: none */
    typename tp_label_sum<WEIGHTED>::type sum, other_sum;
};

/* Adds to a label's sum. Returns whether that was put in beyond the limit. */
template <bool WEIGHTED>
TP_FN bool tp_label_put_in(const tp_label_small_table<WEIGHTED> &t, unsigned name,
                           typename tp_label_sum<WEIGHTED>::type sum)
{
    bool claimed, beyond = false;
    const unsigned slot = tp_label_slot(t.table, name, &claimed);
    if (claimed) {
        const unsigned at = atomicAdd(&t.block->used, 1u);
        t.used[at] = (uint16_t)slot;
        beyond = at >= t.limit;
    }
    atomicAdd(t.table.sums + slot, sum);
    return beyond;
}
template <bool WEIGHTED>
TP_FN bool tp_label_put_in(const tp_label_large_table<WEIGHTED> &t, unsigned name,
                           typename tp_label_sum<WEIGHTED>::type sum)
{
    unsigned slot = (unsigned)((uint64_t)tp_label_hash(name) * t.slots >> 32);
    for (;;) {
        const unsigned seen = atomicCAS(t.names + slot, 0u, name);
        if (seen == 0 || seen == name) break;
        slot = slot + 1 < t.slots ? slot + 1 : 0;
    }
    atomicAdd(t.sums + slot, sum);
    return false;
}

template <bool WEIGHTED, typename TABLE>
TP_FN void tp_label_put(tp_label_counter<WEIGHTED, TABLE> *c, unsigned name, typename tp_label_sum<WEIGHTED>::type sum)
{
    if (!c->stopped) c->stopped = tp_label_put_in(c->table, name, sum);
}

template <bool WEIGHTED, typename TABLE>
TP_FN void tp_label_hold(tp_label_counter<WEIGHTED, TABLE> *c, unsigned name, typename tp_label_sum<WEIGHTED>::type sum)
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
template <bool WEIGHTED, typename TABLE> TP_FN void tp_label_flush(tp_label_counter<WEIGHTED, TABLE> *c)
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
template <bool WEIGHTED, typename TABLE>
TP_FN void tp_label_count(const tp_label_work &w, const tp_label_round &r, tp_label_counter<WEIGHTED, TABLE> *c,
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

/* The best of all threads, for each of them; b->used becomes 0. */
template <bool WEIGHTED>
TP_FN tp_label_best<WEIGHTED> tp_label_best_of_block(tp_label_block<WEIGHTED> *b, tp_label_best<WEIGHTED> best)
{
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

/* The best label that a table has, for each thread; it is empty then. used: slots, as all threads have seen it. */
template <bool WEIGHTED>
TP_FN tp_label_best<WEIGHTED> tp_label_take_best(const tp_label_small_table<WEIGHTED> &t, unsigned used)
{
    tp_label_best<WEIGHTED> best = {0, 0};
    for (unsigned k = threadIdx.x; k < used; k += blockDim.x) {
        const unsigned slot = t.used[k];
        tp_label_consider(&best, t.table.sums[slot], t.table.names[slot]);
        t.table.names[slot] = 0;
        t.table.sums[slot] = 0;
    }
    return tp_label_best_of_block(t.block, best);
}
/* (Atomics have changed it, beside the L1 cache.) */
template <bool WEIGHTED>
TP_FN tp_label_best<WEIGHTED> tp_label_take_best(const tp_label_large_table<WEIGHTED> &t, tp_label_block<WEIGHTED> *b)
{
    tp_label_best<WEIGHTED> best = {0, 0};
    for (unsigned first = threadIdx.x; first < t.slots; first += TP_LABEL_FLIGHT * blockDim.x) {
        unsigned names[TP_LABEL_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_LABEL_FLIGHT; f++) {
            const unsigned slot = first + f * blockDim.x;
            names[f] = slot < t.slots ? __ldcg(t.names + slot) : 0;
        }
#pragma unroll
        for (int f = 0; f < TP_LABEL_FLIGHT; f++) {
            const unsigned slot = first + f * blockDim.x;
            if (names[f] == 0) continue;
            tp_label_consider(&best, __ldcg(t.sums + slot), names[f]);
            t.names[slot] = 0;
            t.sums[slot] = 0;
        }
    }
    return tp_label_best_of_block(b, best);
}

/* The best label of v's arc list; *left: there are too many of them, and they are not looked at. (By all threads; the
 * table is empty before and after. Hashes are all different, so that parts of 22 bits fit into any table.) */
template <bool WEIGHTED>
TP_FN tp_label_best<WEIGHTED> tp_label_of_long_list(const tp_label_work &w, const tp_label_round &r,
                                                    tp_label_counter<WEIGHTED, tp_label_small_table<WEIGHTED>> *c,
                                                    tropic_index v, bool *left)
{
    tp_label_best<WEIGHTED> best = {0, 0};
    int bits = 0;
    *left = false;
    for (unsigned part = 0; part < 1u << bits;) {
        tp_label_count(w, r, c, v, bits, part);
        __syncthreads();
        const unsigned used = c->table.block->used;
        const tp_label_best<WEIGHTED> found = tp_label_take_best(c->table, used);
        if (used <= c->table.limit) {
            part++;
            tp_label_consider(&best, found.sum, found.name);
            continue;
        }
        best = {0, 0};
        *left = w.end[v] - w.begin[v] >= w.huge;
        if (*left) break;
        bits += 2;
        part = 0;
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
    tp_label_counter<WEIGHTED, tp_label_small_table<WEIGHTED>> c;
    unsigned changed = 0;
    if (tp_label_settled(w, r) || begin + blockIdx.x >= end) return;
    const bool all = tp_label_all(w, r);
    tp_label_table<WEIGHTED> *const t = &c.table.table;
    t->sums = (typename tp_label_sum<WEIGHTED>::type *)tp_label_memory;
    t->names = (unsigned *)(t->sums + slots);
    t->mask = slots - 1;
    c.table.used = (uint16_t *)(t->names + slots);
    c.table.limit = TP_LABEL_LIMIT(slots);
    c.table.block = &b;
    for (unsigned s = threadIdx.x; s < slots; s += blockDim.x) t->names[s] = 0, t->sums[s] = 0;
    if (threadIdx.x == 0) b.used = 0;
    for (;;) {
        if (threadIdx.x == 0) b.item = atomicAdd(&w.state->taken[r.at][hubs], 1u);
        __syncthreads();
        const unsigned item = begin + b.item;
        if (item >= end) break;
        const tropic_index v = w.list[item], own = r.label[v];
        tropic_index found = own;
        if (tp_label_wanted(w, r, all, v)) {
            bool left;
            const tp_label_best<WEIGHTED> best = tp_label_of_long_list(w, r, &c, v, &left);
            if (left) {
                if (threadIdx.x == 0) w.left[atomicAdd(w.state->left + r.at, 1u)] = v;
                continue;
            }
            if (best.sum > 0) found = (tropic_index)~best.name;
        } else {
            __syncthreads();
        }
        if (threadIdx.x == 0) r.next[v] = found;
        changed += found != own;
    }
    if (threadIdx.x == 0 && changed > 0) atomicAdd(w.state->changed + r.at + 1, (unsigned long long)changed);
}

/* Vertices that these have left, by blocks that have a table each. */
template <bool WEIGHTED>
static __global__ void __launch_bounds__(TP_LABEL_HUB_BLOCK, 1)
    tp_label_by_tables(const __grid_constant__ tp_label_work w, const __grid_constant__ tp_label_round r)
{
    __shared__ tp_label_block<WEIGHTED> b;
    const unsigned count = w.state->left[r.at];
    const int64_t first = (int64_t)blockIdx.x * w.table_slots;
    tp_label_counter<WEIGHTED, tp_label_large_table<WEIGHTED>> c;
    unsigned changed = 0;
    c.table.names = w.table_names + first;
    c.table.sums = (typename tp_label_sum<WEIGHTED>::type *)w.table_sums + first;
    for (unsigned k = blockIdx.x; k < count; k += gridDim.x) {
        const tropic_index v = w.left[k], own = r.label[v];
        const tropic_offset arcs = w.end[v] - w.begin[v];
        c.table.slots = tp_label_slots_of(arcs < w.n ? arcs : w.n);
        tp_label_count(w, r, &c, v, 0, 0);
        __syncthreads();
        const tp_label_best<WEIGHTED> best = tp_label_take_best(c.table, &b);
        const tropic_index found = best.sum > 0 ? (tropic_index)~best.name : own;
        if (threadIdx.x == 0) r.next[v] = found;
        changed += found != own;
    }
    if (threadIdx.x == 0 && changed > 0) atomicAdd(w.state->changed + r.at + 1, (unsigned long long)changed);
}

#endif
