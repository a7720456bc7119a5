/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the GPU of few sources into a list, and w<mask> (accum)= that list, by the same block: a short product
 * costs one launch. Read after spmv/strategies/csr_push_list.cuh.
 */
#include "spmv/ewise/listed_block.cuh"

/* (A product is copied, so that there is no operator.) */
#define OPERATE(code, x, y, i) x
#define TEST(code, x, y, i) true
TP_ELEMENTWISE(pushed, OP(value), OP(value), OP(value), OPERATE, TEST, PUT)
#undef OPERATE
#undef TEST

/* Shared memory of the block: first for the push, then for the operation. */
typedef union OP(push_listed_shared) {
    OP(push_list_shared) push;
    tp_listed_shared listed;
} OP(push_listed_shared);

TP_KERNEL void __launch_bounds__(TP_ALONE_BLOCK)
    OP(csr_push_listed)(const OP_STATE state, const __grid_constant__ tp_arcs arcs,
                        const __grid_constant__ tp_push_list p, const __grid_constant__ tp_listed l, int64_t *result)
{
    __shared__ OP(push_listed_shared) s;
    const int64_t count = OP(push_list)(&s.push, &state, &arcs, &p);
    __syncthreads();
    tp_listed_run<false>(&l, &s.listed, count, result, (int)sizeof(OP(value)),
                         [](const tp_elementwise *e, int64_t c) { tp_elementwise_pushed(e, c); });
}
