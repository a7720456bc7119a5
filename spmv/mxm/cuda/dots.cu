/* SPDX-License-Identifier: Apache-2.0
 *
 * A product of matrices on a GPU at the places of a mask: by dot products, where they cost less.
 */
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"
#include "spmv/mxm/cuda/gustavson.cuh"
#include "spmv/mxm/cuda/walk.cuh"
#include "spmv/ops/state.h"

#define DOING "dot products"
/* A product takes as long as so many entries that dot products look at. */
#define PRODUCT_COST 4

/* ---- costs ---- */

typedef struct costs {
    unsigned long long products, dots;
} costs;

static __global__ void __launch_bounds__(TP_PASS_BLOCK) lengths_kernel(const tropic_index *ids, int64_t n, int *lengths)
{
    TP_FOR_EACH(k, n) atomicAdd(&lengths[ids[k]], 1);
}

/* Adds up the lengths of lists that ids name: by counts, or where lists begin. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    named_kernel(const tropic_index *ids, int64_t n, const int *lengths, const tropic_offset *offsets,
                 unsigned long long *sum)
{
    unsigned long long mine = 0;
    TP_FOR_EACH(k, n)
    {
        const tropic_index l = ids[k];
        mine += (unsigned long long)(lengths ? lengths[l] : offsets[l + 1] - offsets[l]);
    }
    mine = tp_warp_sum(mine);
    if (tp_lane() == 0 && mine > 0) atomicAdd(sum, mine);
}

tropic_status tp_cuda_dots_pay(tropic_context *context, const tp_device_product *p, tropic_index inner, bool *pay)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    tp_working w(context, DOING);
    int *lengths = NULL;
    costs *sums = NULL, found = {};
    TP_TRY(w.make(&lengths, inner));
    TP_TRY(w.make(&sums, 1));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(lengths, 0, (size_t)inner * sizeof *lengths, stream), DOING));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(sums, 0, sizeof *sums, stream), DOING));
    TP_TRY(tp_pass(context, DOING, p->b.count, lengths_kernel, p->b.ids, p->b.count, lengths));
    TP_TRY(tp_pass(context, DOING, p->a.count, named_kernel, p->a.ids, p->a.count, lengths, NULL, &sums->products));
    TP_TRY(tp_pass(context, DOING, p->m.count, named_kernel, p->m.ids, p->m.count, NULL, p->b.offsets, &sums->dots));
    TP_TRY(tp_cuda_download(context, &found, sums, sizeof found));
    *pay = found.dots / PRODUCT_COST <= found.products;
    return TROPIC_OK;
}

/* ---- the product ---- */

/* Rows that take blocks, in parts: row and part, one after the other. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    items_kernel(const __grid_constant__ tp_device_product p, tropic_index *items, unsigned *count)
{
    TP_FOR_EACH(r, p.a.lists)
    {
        const tropic_offset places = p.m.offsets[r + 1] - p.m.offsets[r];
        const unsigned parts = (unsigned)((places + TP_DOTS_PART - 1) / TP_DOTS_PART);
        if (parts == 0 || !tp_dots_is_large(&p, (tropic_index)r)) continue;
        const unsigned first = atomicAdd(count, parts);
        for (unsigned q = 0; q < parts; q++) {
            items[2 * (int64_t)(first + q)] = (tropic_index)r;
            items[2 * (int64_t)(first + q) + 1] = (tropic_index)q;
        }
    }
}

static tropic_status launch(tropic_context *context, const void *kernel, int64_t blocks, unsigned shared,
                            void **arguments)
{
    const tp_cuda_grid grid = {blocks, TP_PRODUCT_BLOCK_THREADS, 1, shared};
    if (blocks == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_check(
        context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared), DOING));
    return tp_cuda_launch_at(context, DOING, grid, kernel, arguments);
}

static tropic_status make_sums(tropic_context *context, tp_working *w, const tropic_semiring *semiring,
                               tp_device_product *p, uint8_t *has)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    /* (A row that takes blocks has more entries or places than a warp's, and parts are at most full but one.) */
    const int64_t most = 2 * p->a.count / TP_DOTS_FEW + 2 * p->m.count / TP_DOTS_FEW + 2;
    const tp_cuda_kernels *kernels;
    tp_mxv_state state = {};
    tropic_index *items = NULL;
    unsigned *counted = NULL, count = 0;
    void *arguments[] = {&state, p, &has};
    state.mask.structure = true;
    state.u = p->a.values;
    state.any = semiring->add == TROPIC_ANY;
    state.names = p->names;
    TP_TRY(w->make(&items, 2 * most));
    TP_TRY(w->make(&counted, 1));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(counted, 0, sizeof *counted, stream), DOING));
    TP_TRY(tp_pass(context, DOING, p->a.lists, items_kernel, *p, items, counted));
    TP_TRY(tp_cuda_download(context, &count, counted, sizeof count));
    p->list = items;
    TP_TRY(tp_cuda_specialise(
        context, semiring, true,
        TP_VARIANT_BIT(TP_VARIANT_DOTS_WARP) | (count > 0 ? TP_VARIANT_BIT(TP_VARIANT_DOTS_BLOCK) : 0), &kernels));
    TP_TRY(launch(context, kernels->product_dots[1], count, TP_DOTS_BYTES(TP_DOTS_MANY), arguments));
    return launch(context, kernels->product_dots[0], tp_quotient_up(p->a.lists, TP_PRODUCT_BLOCK_WARPS),
                  TP_PRODUCT_BLOCK_WARPS * TP_DOTS_BYTES(TP_DOTS_FEW), arguments);
}

tropic_status tp_cuda_dots(tropic_context *context, const tropic_semiring *semiring, const tp_device_product *given,
                           tp_device_lists *t)
{
    const size_t size = tropic_type_size(semiring->type);
    tp_working w(context, DOING);
    tp_device_product p = *given;
    uint8_t *has = NULL;
    char *sums = NULL;
    tp_arcs places = p.m;
    TP_TRY(w.make(&has, p.m.count));
    TP_TRY(w.make(&sums, p.m.count * (int64_t)size));
    p.values = sums;
    TP_TRY(make_sums(context, &w, semiring, &p, has));
    places.values = sums;
    return tp_cuda_compact_entries(context, &places, has, semiring->type, false, t);
}
