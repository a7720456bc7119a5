/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the GPU of few sources into a list: one block lays their products side by side, sorts them by place, and
 * sums those of each place in the order in which they lie. Touches nothing but their arcs, and needs no atomics: the
 * sums are those of the CPU, and the same each time.
 */
#include "spmv/device/block.cuh"

/* A key has a product's place above the bits of its position. */
#define PRODUCT_BITS 16
#define NO_PRODUCT ~0ull

#define LIST_MAX TP_PUSH_LIST_MAX(sizeof(OP(value)))

/* What the block shares. */
typedef struct OP(push_list_shared) {
    OP(value) products[LIST_MAX];
    unsigned long long keys[LIST_MAX];
    int ends[LIST_MAX]; /* where the products of each source end */
    unsigned long long work;
    tp_block_ranks ranks;
} OP(push_list_shared);

/* As list_ends, of few sources, by one warp. */
TP_FN bool OP(few_ends)(OP(push_list_shared) *s, const tp_arcs *arcs, const tp_push_list *p)
{
    if (threadIdx.x < TP_WARP) {
        const tropic_index i = tp_lane() < p->count ? p->sources[tp_lane()] : -1;
        const tropic_offset entries = i >= 0 ? arcs->offsets[i + 1] - arcs->offsets[i] : 0;
        s->ends[tp_lane()] = (int)tp_warp_ends(entries <= LIST_MAX ? (unsigned)entries : LIST_MAX + 1);
        if (tp_lane() == TP_WARP - 1) s->work = (unsigned)s->ends[tp_lane()];
    }
    __syncthreads();
    return s->work <= LIST_MAX;
}

/* Are the sources' products so few? Then ends[c] is how many those of sources 0 to c are. */
TP_FN bool OP(list_ends)(OP(push_list_shared) *s, const tp_arcs *arcs, const tp_push_list *p)
{
    if (p->count <= TP_WARP) return OP(few_ends)(s, arcs, p);
    if (threadIdx.x == 0) s->work = 0;
    __syncthreads();
    TP_BLOCK_EACH(c, p->count)
    {
        const tropic_index i = p->sources[c];
        const tropic_offset entries = arcs->offsets[i + 1] - arcs->offsets[i];
        atomicAdd(&s->work, (unsigned long long)entries);
        if (p->count <= LIST_MAX) s->ends[c] = (int)entries; /* (of few products, each fits) */
    }
    __syncthreads();
    if (p->count > LIST_MAX || s->work > LIST_MAX) return false;
    for (int stride = 1; stride < p->count; stride *= 2) {
        int before[LIST_MAX / TP_ALONE_BLOCK];
        int round = 0;
        TP_BLOCK_EACH(c, p->count) before[round++] = c >= stride ? s->ends[c - stride] : 0;
        __syncthreads();
        round = 0;
        TP_BLOCK_EACH(c, p->count) s->ends[c] += before[round++];
        __syncthreads();
    }
    return true;
}

/* Product e and its key. */
TP_FN void OP(list_product)(const OP_STATE *state, OP(push_list_shared) *s, const tp_arcs *arcs, const tp_push_list *p,
                            int e)
{
    tropic_index low = 0, high = p->count, i, j;
    tropic_offset k;
    while (low < high) { /* the first source whose products end behind it */
        const tropic_index middle = (low + high) / 2;
        if (s->ends[middle] <= e)
            low = middle + 1;
        else
            high = middle;
    }
    i = p->sources[low];
    k = arcs->offsets[i + 1] - (s->ends[low] - e);
    j = arcs->ids[k];
    s->keys[e] = NO_PRODUCT;
    if (!OP(want)(state, j)) return;
    s->keys[e] = (unsigned long long)j << PRODUCT_BITS | (unsigned)e;
    s->products[e] = OP(times)(state, arcs->values ? ((const OP(entry) *)arcs->values)[k] : OP(one)(),
                               OP(take_source)(state, low), i, j);
}

/* The sum of the products from position c on that have its place, if they begin there. */
TP_FN bool OP(list_sum)(const OP(push_list_shared) *s, int64_t c, int64_t count, OP(value) *sum)
{
    const unsigned long long place = s->keys[c] >> PRODUCT_BITS;
    const unsigned mask = (1u << PRODUCT_BITS) - 1;
    if (s->keys[c] == NO_PRODUCT || (c > 0 && s->keys[c - 1] >> PRODUCT_BITS == place)) return false;
    *sum = s->products[(unsigned)s->keys[c] & mask];
    while (++c < count && s->keys[c] >> PRODUCT_BITS == place)
        *sum = OP(add)(*sum, s->products[(unsigned)s->keys[c] & mask]);
    return true;
}

/* How many sums there are; -1: too many products. */
TP_FN int64_t OP(push_list)(OP(push_list_shared) *s, const OP_STATE *state, const tp_arcs *arcs, const tp_push_list *p)
{
    int count;
    if (!OP(list_ends)(s, arcs, p)) {
        if (threadIdx.x == 0) *p->counted = -1;
        return -1;
    }
    count = (int)s->work;
    TP_BLOCK_EACH(e, count) OP(list_product)(state, s, arcs, p, (int)e);
    __syncthreads();
    tp_block_sort(s->keys, (unsigned)count);
    tp_block_rank_start(&s->ranks);
    TP_BLOCK_ROUNDS(c, count)
    {
        OP(value) sum;
        const bool first = c < count && OP(list_sum)(s, c, count, &sum);
        const unsigned at = tp_block_rank(&s->ranks, first);
        if (!first) continue;
        p->ids[at] = (tropic_index)(s->keys[c] >> PRODUCT_BITS);
        ((OP(value) *)p->values)[at] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) *p->counted = s->ranks.kept;
    return s->ranks.kept;
}
#undef LIST_MAX
#undef PRODUCT_BITS
#undef NO_PRODUCT

#if TP_MAKES(TP_VARIANT_PUSH_LIST)
TP_KERNEL void __launch_bounds__(TP_ALONE_BLOCK)
    OP(csr_push_list)(const OP_STATE state, const __grid_constant__ tp_arcs arcs,
                      const __grid_constant__ tp_push_list p)
{
    __shared__ OP(push_list_shared) s;
    OP(push_list)(&s, &state, &arcs, &p);
}
#endif
