/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the GPU of many sources into a list: products with their places as keys; and, once they are sorted, the
 * sums of those of one place. Touches the sources' arcs alone, and needs no atomics. Read after
 * spmv/strategies/pull_list.cuh.
 */
#include "spmv/strategies/push_sorted.cuh"

/* Products of one place that a thread adds up alone; of more, a block does. */
#define ALONE 64

#if TP_MAKES(TP_VARIANT_PUSH_PRODUCTS)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(csr_push_products)(const OP_STATE state, const __grid_constant__ tp_arcs arcs,
                          const __grid_constant__ tp_push_sorted p)
{
    TP_FOR_EACH(e, p.products)
    {
        const tropic_index c = tp_list_of(p.begins, 0, p.count, e), i = p.sources[c];
        const tropic_offset k = arcs.offsets[i] + (e - p.begins[c]);
        const tropic_index j = arcs.ids[k];
        const bool wanted = OP(want)(&state, j);
        p.order[e] = (uint32_t)e;
        p.keys[e] = wanted ? (uint32_t)j : p.none;
        if (wanted)
            ((OP(value) *)p.values)[e] =
                OP(times)(&state, arcs.values ? ((const OP(entry) *)arcs.values)[k] : OP(one)(),
                          OP(take_source)(&state, c), i, j);
    }
}
#endif

/* The end of the products of place r, which is behind those of the last one that the mask lets through. */
TP_FN int64_t OP(run_end)(const tp_push_sorted *p, int64_t r)
{
    int64_t low = p->heads[r], high = p->products;
    if (r + 1 < p->sums) return p->heads[r + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (p->sorted[middle] < p->none)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The sum of products first, first + stride, ... before `end`. Is there one? */
TP_FN bool OP(run_sum)(const tp_push_sorted *p, int64_t first, int64_t end, int stride, OP(value) *t)
{
    bool hit = false;
    for (int64_t k = first; k < end; k += stride) {
        const OP(value) product = ((const OP(value) *)p->values)[p->from[k]];
        *t = hit ? OP(add)(*t, product) : product;
        hit = true;
    }
    return hit;
}

#if TP_MAKES(TP_VARIANT_PUSH_SUMS)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(csr_push_sums)(const __grid_constant__ tp_push_sorted p)
{
    __shared__ int many[TP_STEP_BLOCK], count;
    for (int64_t first = (int64_t)blockIdx.x * TP_STEP_BLOCK; first < p.sums;
         first += (int64_t)gridDim.x * TP_STEP_BLOCK) {
        const int64_t mine = first + threadIdx.x;
        OP(value) t = OP(identity)();
        __syncthreads();
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        if (mine < p.sums) {
            const int64_t begin = p.heads[mine], end = OP(run_end)(&p, mine);
            p.ids[mine] = (tropic_index)p.sorted[begin];
            if (end - begin > ALONE)
                many[atomicAdd(&count, 1)] = (int)threadIdx.x;
            else if (OP(run_sum)(&p, begin, end, 1, &t))
                ((OP(value) *)p.sum)[mine] = t;
        }
        __syncthreads();
        for (int q = 0; q < count; q++) {
            const int64_t r = first + many[q];
            bool hit = OP(run_sum)(&p, p.heads[r] + threadIdx.x, OP(run_end)(&p, r), TP_STEP_BLOCK, &t);
            hit = OP(sum_block)(&t, hit);
            if (threadIdx.x == 0) ((OP(value) *)p.sum)[r] = t;
        }
    }
}
#endif
#undef ALONE
