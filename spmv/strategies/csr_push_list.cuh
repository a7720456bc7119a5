/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the GPU of few sources into a list: one block merges their products in a hash table in shared memory,
 * and sorts the sums by place. Touches nothing but their arcs.
 */

#define LIST_SLOTS TP_PUSH_LIST_SLOTS(sizeof(OP(value)))
/* As on the CPU: spmv/strategies/listed.c. */
#define LIST_MULTIPLIER 2654435769u
#define LIST_SLOT_BITS 16

/* What the block shares. */
typedef struct OP(push_list_shared) {
    OP(value) sums[LIST_SLOTS];
    tropic_index places[LIST_SLOTS];
    alignas(8) uint8_t has[LIST_SLOTS];
    unsigned long long keys[LIST_SLOTS / 2]; /* place and slot of each sum */
    unsigned long long work;
    unsigned count;
} OP(push_list_shared);

/* The slot of place j. */
TP_FN tropic_index OP(list_slot)(OP(push_list_shared) *s, tropic_index j)
{
    unsigned slot = ((unsigned)j * LIST_MULTIPLIER >> LIST_SLOT_BITS) % LIST_SLOTS;
    for (;;) {
        const tropic_index was = atomicCAS(&s->places[slot], -1, j);
        if (was == -1 || was == j) return (tropic_index)slot;
        slot = (slot + 1) % LIST_SLOTS;
    }
}

/* A warp takes a source at a time. */
TP_FN void OP(list_merge)(const OP_STATE *state, OP(push_list_shared) *s, const tp_arcs *arcs, const tp_push_list *p)
{
    OP_STATE table = *state;
    table.w = s->sums;
    table.w_has = s->has;
    for (tropic_index c = (tropic_index)threadIdx.x / TP_WARP; c < p->count; c += TP_STEP_BLOCK / TP_WARP) {
        const tropic_index i = p->sources[c];
        const tropic_offset end = arcs->offsets[i + 1];
        const OP(taken) u = OP(take_source)(state, c);
        for (tropic_offset k = arcs->offsets[i] + tp_lane(); k < end; k += TP_WARP) {
            const tropic_index j = arcs->ids[k];
            const OP(entry) a = arcs->values ? ((const OP(entry) *)arcs->values)[k] : OP(one)();
            tropic_index slot;
            if (!OP(want)(state, j)) continue;
            slot = OP(list_slot)(s, j);
            MERGE(&table, slot, OP(times)(state, a, u, i, j));
        }
    }
}

/* Bitonic sort of the keys; *n: a power of two. Those beyond the count are the greatest there are. */
TP_FN void OP(list_sort)(OP(push_list_shared) *s)
{
    unsigned n = 1;
    while (n < s->count) n *= 2;
    for (unsigned k = s->count + threadIdx.x; k < n; k += TP_STEP_BLOCK) s->keys[k] = ~0ull;
    for (unsigned size = 2; size <= n; size *= 2)
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            for (unsigned k = threadIdx.x; k < n; k += TP_STEP_BLOCK) {
                const unsigned mate = k ^ stride;
                const unsigned long long a = s->keys[k], b = s->keys[mate < n ? mate : k];
                if (mate <= k || (a > b) != ((k & size) == 0)) continue;
                s->keys[k] = b;
                s->keys[mate] = a;
            }
        }
    __syncthreads();
}

TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(csr_push_list)(const OP_STATE state, const __grid_constant__ tp_arcs arcs,
                      const __grid_constant__ tp_push_list p)
{
    __shared__ OP(push_list_shared) s;
    OP_STATE table = state;
    table.w = s.sums;
    table.w_has = s.has;
    for (unsigned k = threadIdx.x; k < LIST_SLOTS; k += TP_STEP_BLOCK) {
        s.places[k] = -1;
        OP(prepare)(&table, (tropic_index)k);
    }
    if (threadIdx.x == 0) s.work = s.count = 0;
    __syncthreads();
    for (tropic_index c = (tropic_index)threadIdx.x; c < p.count; c += TP_STEP_BLOCK) {
        const tropic_index i = p.sources[c];
        atomicAdd(&s.work, (unsigned long long)(arcs.offsets[i + 1] - arcs.offsets[i]));
    }
    __syncthreads();
    if (s.work > LIST_SLOTS / 2) {
        if (threadIdx.x == 0) *p.counted = -1;
        return;
    }
    OP(list_merge)(&state, &s, &arcs, &p);
    __syncthreads();
    for (unsigned k = threadIdx.x; k < LIST_SLOTS; k += TP_STEP_BLOCK)
        if (s.places[k] >= 0) s.keys[atomicAdd(&s.count, 1u)] = (unsigned long long)s.places[k] << LIST_SLOT_BITS | k;
    __syncthreads();
    OP(list_sort)(&s);
    for (unsigned k = threadIdx.x; k < s.count; k += TP_STEP_BLOCK) {
        const unsigned slot = (unsigned)s.keys[k] & ((1u << LIST_SLOT_BITS) - 1);
        p.ids[k] = (tropic_index)(s.keys[k] >> LIST_SLOT_BITS);
        ((OP(value) *)p.values)[k] = s.sums[slot];
    }
    if (threadIdx.x == 0) *p.counted = s.count;
}
#undef LIST_SLOTS
