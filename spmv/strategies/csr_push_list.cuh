/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the GPU of few sources into a list: one block lays those products side by side whose places the mask lets
 * through, sorts them by place, and sums those of each place in the order in which they lie. Touches nothing but their
 * arcs, and needs no atomics: the sums are those of the CPU, and the same each time.
 */
#include "formats/matrix/list_at.h"
#include "spmv/device/block.cuh"

/* A key has a product's place above the bits of its position. */
#define PRODUCT_BITS 16

#define LIST_MAX TP_PUSH_LIST_MAX(sizeof(OP(value)))

/* Shared memory of the block. */
typedef struct OP(push_list_shared) {
    OP(value) products[LIST_MAX];
    unsigned long long keys[LIST_MAX];
    union {
        unsigned ends[LIST_MAX]; /* where the arcs of each source end */
        unsigned long long spare[LIST_MAX];
    } u;
    tp_block_ranks ranks;
} OP(push_list_shared);

/* How many arcs the sources have; then ends[c] is how many those of sources 0 to c have. More than TP_PUSH_ARCS_MAX:
 * there are too many, or too many sources. */
TP_FN unsigned OP(list_ends)(OP(push_list_shared) *s, const tp_arcs *arcs, const tp_push_list *p)
{
    if (p->count > LIST_MAX) return TP_PUSH_ARCS_MAX + 1;
    tp_block_rank_start(&s->ranks);
    TP_BLOCK_ROUNDS(c, p->count)
    {
        const tropic_index i = c < p->count ? p->sources[c] : -1;
        const tropic_offset entries = i >= 0 ? arcs->offsets[i + 1] - arcs->offsets[i] : 0;
        const unsigned end =
            tp_block_ends(&s->ranks, entries <= TP_PUSH_ARCS_MAX ? (unsigned)entries : TP_PUSH_ARCS_MAX + 1);
        if (i >= 0) s->u.ends[c] = end;
    }
    __syncthreads();
    return s->ranks.kept;
}

/* Does the mask let place j through? */
TP_FN bool OP(list_wants)(const OP_STATE *state, const tp_push_list *p, tropic_index j)
{
    const tropic_index at = p->mask.used ? tp_position(p->mask.list.ids, p->mask.list.count, j) : j;
    return at < 0 ? state->mask.complement : OP(want)(state, at);
}

/* The product of arc e and its place; false: the mask does not let it through. */
TP_FN bool OP(list_product)(const OP_STATE *state, const OP(push_list_shared) *s, const tp_arcs *arcs,
                            const tp_push_list *p, unsigned e, tropic_index *place, OP(value) *product)
{
    tropic_index low = 0, high = p->count, i;
    tropic_offset k;
    while (low < high) { /* the first source whose arcs end behind it */
        const tropic_index middle = (low + high) / 2;
        if (s->u.ends[middle] <= e)
            low = middle + 1;
        else
            high = middle;
    }
    i = p->sources[low];
    k = arcs->offsets[i + 1] - (tropic_offset)(s->u.ends[low] - e);
    *place = arcs->ids[k];
    if (!OP(list_wants)(state, p, *place)) return false;
    *product = OP(times)(state, arcs->values ? ((const OP(entry) *)arcs->values)[k] : OP(one)(),
                         OP(take_source)(state, low), i, *place);
    return true;
}

/* How many products there are: LIST_MAX of them, at most, lie in keys and products, by ascending arc. */
TP_FN unsigned OP(list_products)(OP(push_list_shared) *s, const OP_STATE *state, const tp_arcs *arcs,
                                 const tp_push_list *p, unsigned count)
{
    tp_block_rank_start(&s->ranks);
    TP_BLOCK_ROUNDS(e, count)
    {
        OP(value) product;
        tropic_index j = 0;
        const bool wanted = e < count && OP(list_product)(state, s, arcs, p, (unsigned)e, &j, &product);
        const unsigned at = tp_block_rank(&s->ranks, wanted);
        if (!wanted || at >= LIST_MAX) continue;
        s->keys[at] = (unsigned long long)j << PRODUCT_BITS | at;
        s->products[at] = product;
    }
    __syncthreads();
    return s->ranks.kept;
}

/* The sum of the products from position c on that have its place, if they begin there. */
TP_FN bool OP(list_sum)(const OP(push_list_shared) *s, const unsigned long long *keys, int64_t c, int64_t count,
                        OP(value) *sum)
{
    const unsigned long long place = keys[c] >> PRODUCT_BITS;
    const unsigned mask = (1u << PRODUCT_BITS) - 1;
    if (c > 0 && keys[c - 1] >> PRODUCT_BITS == place) return false;
    *sum = s->products[(unsigned)keys[c] & mask];
    while (++c < count && keys[c] >> PRODUCT_BITS == place) *sum = OP(add)(*sum, s->products[(unsigned)keys[c] & mask]);
    return true;
}

/* How many sums there are; -1: there is no room for so many products, and nothing was written. (The sources' own arrays
 * may be those of the sums: all are read before the first is written.) */
TP_FN int64_t OP(push_list)(OP(push_list_shared) *s, const OP_STATE *state, const tp_arcs *arcs, const tp_push_list *p)
{
    const unsigned long long *keys;
    unsigned count = OP(list_ends)(s, arcs, p);
    if (count <= TP_PUSH_ARCS_MAX) count = OP(list_products)(s, state, arcs, p, count);
    if (count > (unsigned)p->room) return -1;
    keys = tp_block_sort(s->keys, s->u.spare, count);
    tp_block_rank_start(&s->ranks);
    TP_BLOCK_ROUNDS(c, count)
    {
        OP(value) sum;
        const bool first = c < count && OP(list_sum)(s, keys, c, count, &sum);
        const unsigned at = tp_block_rank(&s->ranks, first);
        if (!first) continue;
        p->ids[at] = (tropic_index)(keys[c] >> PRODUCT_BITS);
        ((OP(value) *)p->values)[at] = sum;
    }
    __syncthreads();
    return s->ranks.kept;
}
#undef LIST_MAX
#undef PRODUCT_BITS

#if TP_MAKES(TP_VARIANT_PUSH_LIST)
TP_KERNEL void __launch_bounds__(TP_ALONE_BLOCK_MAX)
    OP(csr_push_list)(const OP_STATE state, const __grid_constant__ tp_arcs arcs,
                      const __grid_constant__ tp_push_list p)
{
    __shared__ OP(push_list_shared) s;
    const int64_t count = OP(push_list)(&s, &state, &arcs, &p);
    if (threadIdx.x == 0) *p.counted = count;
}
#endif
