/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the GPU of many sources into a list: the products are sorted by place, and those of one place added up.
 * The cost is that of the products, however long the vector is.
 */
#include "spmv/strategies/push_sorted.cuh"

#include "formats/matrix/device.cuh"
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/expand.cuh"
#include "spmv/device/kernel.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#define DOING "a product"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    lengths_kernel(const tropic_offset *offsets, const tropic_index *lists, int64_t count, tropic_offset *lengths)
{
    TP_FOR_EACH(c, count) lengths[c] = offsets[lists[c] + 1] - offsets[lists[c]];
}

/* Arrays for the products, by number and by key. */
static tropic_status make_arrays(tp_working *w, tp_push_sorted *p, size_t size, uint32_t *sorted[2])
{
    char *values = NULL;
    TP_TRY(w->make(&p->keys, p->products));
    TP_TRY(w->make(&p->order, p->products));
    TP_TRY(w->make(&sorted[0], p->products));
    TP_TRY(w->make(&sorted[1], p->products));
    TP_TRY(w->make(&values, p->products * (int64_t)size));
    p->values = values;
    return TROPIC_OK;
}

static tropic_status sort_products(tropic_context *context, tp_working *w, tp_push_sorted *p, uint32_t *sorted[2])
{
    const int count = (int)p->products, bits = tp_bits_of((int64_t)p->none + 1);
    tropic::cub::DoubleBuffer<uint32_t> keys(p->keys, sorted[0]), order(p->order, sorted[1]);
    char *room = NULL;
    size_t bytes = 0;
    const auto sort = [&] {
        return tropic::cub::DeviceRadixSort::SortPairs(room, bytes, keys, order, count, 0, bits,
                                                       tp_cuda_of(context)->stream);
    };
    TP_TRY(tp_cuda_cub(context, DOING, sort));
    TP_TRY(w->make(&room, (int64_t)bytes));
    TP_TRY(tp_cuda_cub(context, DOING, sort));
    p->sorted = keys.Current();
    p->from = order.Current();
    return TROPIC_OK;
}

/* Is a product the first of its place? */
struct is_head {
    const uint32_t *keys;
    uint32_t none;
    __device__ bool operator()(uint32_t k) const
    {
        return keys[k] != none && (k == 0 || keys[k - 1] != keys[k]);
    }
};

static tropic_status find_heads(tropic_context *context, tp_working *w, tp_push_sorted *p)
{
    const thrust::counting_iterator<uint32_t> all(0);
    const is_head first = {p->sorted, p->none};
    uint32_t *heads = NULL;
    int64_t *found = NULL;
    char *room = NULL;
    size_t bytes = 0;
    const auto select = [&] {
        return tropic::cub::DeviceSelect::If(room, bytes, all, heads, found, p->products, first,
                                             tp_cuda_of(context)->stream);
    };
    TP_TRY(w->make(&heads, p->products));
    TP_TRY(w->make(&found, 1));
    TP_TRY(tp_cuda_cub(context, DOING, select));
    TP_TRY(w->make(&room, (int64_t)bytes));
    TP_TRY(tp_cuda_cub(context, DOING, select));
    p->heads = heads;
    return tp_cuda_download(context, &p->sums, found, sizeof p->sums);
}

static tropic_status push(tropic_context *context, const tp_listed_product *product, tp_working *w, tp_push_sorted *p,
                          tp_entry_list *t)
{
    const size_t size = tropic_type_size(product->semiring->type);
    const tp_cuda_kernels *kernels = NULL;
    tp_arcs arcs = product->arcs;
    uint32_t *sorted[2] = {};
    void *arguments[] = {product->state, &arcs, p}, *sums[] = {p};
    TP_TRY(make_arrays(w, p, size, sorted));
    TP_TRY(tp_cuda_specialise(context, product->semiring, product->vxm,
                              TP_VARIANT_BIT(TP_VARIANT_PUSH_PRODUCTS) | TP_VARIANT_BIT(TP_VARIANT_PUSH_SUMS),
                              &kernels));
    TP_TRY(tp_cuda_launch_at(context, "launching a kernel", {tp_quotient_up(p->products, TP_STEP_BLOCK), TP_STEP_BLOCK},
                             kernels->csr_push_products, arguments));
    TP_TRY(sort_products(context, w, p, sorted));
    TP_TRY(find_heads(context, w, p));
    TP_TRY(tp_cuda_allocate(context, &t->ids, (size_t)p->sums * sizeof *p->ids, DOING));
    TP_TRY(tp_cuda_allocate(context, &t->values, (size_t)p->sums * size, DOING));
    t->count = tp_count_known(p->sums);
    p->ids = (tropic_index *)t->ids;
    p->sum = t->values;
    if (p->sums == 0) return TROPIC_OK;
    return tp_cuda_launch_at(context, "launching a kernel", {tp_quotient_up(p->sums, TP_STEP_BLOCK), TP_STEP_BLOCK},
                             kernels->csr_push_sums, sums);
}

tropic_status tp_cuda_push_sorted(tropic_context *context, const tp_listed_product *product, tp_entry_list *t)
{
    tp_working w(context, DOING);
    tp_push_sorted p = {};
    tropic_offset *begins = NULL;
    *t = {};
    TP_TRY(w.make(&begins, (int64_t)product->count + 1));
    TP_TRY(tp_pass(context, DOING, product->count, lengths_kernel, product->arcs.offsets, product->lists,
                   product->count, begins + 1));
    TP_TRY(tp_cuda_sum_lengths(context, &w, begins, product->count, &p.products));
    if (p.products > product->work) {
        t->count = tp_count_known(TP_TOO_MANY);
        return TROPIC_OK;
    }
    p.sources = product->lists;
    p.count = product->count;
    p.begins = begins;
    p.none = (uint32_t)product->places;
    return p.products > 0 ? push(context, product, &w, &p, t) : TROPIC_OK;
}
