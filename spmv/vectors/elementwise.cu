/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the GPU.
 */
#include "spmv/cuda_backend.h"
#include "spmv/vectors/elementwise.h"
#include "spmv/vectors/listed_block.cuh"

#define KERNEL(name)                                                                                                   \
    static __global__ void __launch_bounds__(TP_PASS_BLOCK) run_##name(const __grid_constant__ tp_elementwise e)       \
    {                                                                                                                  \
        TP_FOR_EACH(c, e.n) tp_elementwise_##name(&e, c);                                                              \
    }
#define KERNEL_TO_BOOL(type) KERNEL(to_bool_##type)
TP_EACH_TYPE(KERNEL)
TP_EACH_NUMERIC(KERNEL_TO_BOOL)

static __global__ void __launch_bounds__(TP_PASS_BLOCK) run_bytes(const __grid_constant__ tp_elementwise e, int size)
{
    TP_FOR_EACH(c, e.n) tp_elementwise_bytes(&e, c, size);
}

#define DOING "an elementwise operation"
#define CASE(type, run)                                                                                                \
    case TP_TYPE_##type: return tp_pass(context, DOING, e->n, run##type, *e);

tropic_status tp_cuda_elementwise(tropic_context *context, const tp_elementwise *e)
{
    tp_cuda_use use(context);
    if (e->user) return tp_cuda_elementwise_user(context, e);
    if (tp_type_struct(e->result))
        return tp_pass(context, DOING, e->n, run_bytes, *e, (int)tropic_type_size(e->result));
    if (e->result == e->type) {
        switch (e->type) {
            TP_TYPES_ALL(CASE, run_)
        }
    } else {
        switch (e->type) {
            TP_TYPES_NUMERIC(CASE, run_to_bool_)
        default: break;
        }
    }
    return TROPIC_OK;
}

/* ---- along a short list ---- */

#define LISTED_KERNEL(name)                                                                                            \
    static __global__ void __launch_bounds__(TP_ALONE_BLOCK_MAX)                                                       \
        listed_##name(const __grid_constant__ tp_listed l, int64_t *result, int size)                                  \
    {                                                                                                                  \
        __shared__ tp_listed_shared s;                                                                                 \
        tp_listed_run(&l, &s, tp_listed_count(&l), result, size,                                                       \
                      [](const tp_elementwise *e, int64_t c) { tp_elementwise_##name(e, c); });                        \
    }
#define LISTED_KERNEL_TO_BOOL(type) LISTED_KERNEL(to_bool_##type)
TP_EACH_TYPE(LISTED_KERNEL)
TP_EACH_NUMERIC(LISTED_KERNEL_TO_BOOL)

static __global__ void __launch_bounds__(TP_ALONE_BLOCK_MAX)
    listed_bytes(const __grid_constant__ tp_listed l, int64_t *result, int size)
{
    __shared__ tp_listed_shared s;
    tp_listed_run(&l, &s, tp_listed_count(&l), result, size,
                  [size](const tp_elementwise *e, int64_t c) { tp_elementwise_bytes(e, c, size); });
}

#define LISTED_CASE(type, run)                                                                                         \
    case TP_TYPE_##type: return (const void *)run##type;

static const void *listed_kernel(const tp_elementwise *e)
{
    if (tp_type_struct(e->result)) return (const void *)listed_bytes;
    if (e->result == e->type) switch (e->type) {
            TP_TYPES_ALL(LISTED_CASE, listed_)
        }
    switch (e->type) {
        TP_TYPES_NUMERIC(LISTED_CASE, listed_to_bool_)
    default: return NULL;
    }
}

/* By a launch of its own. */
static tropic_status push_first(tropic_context *context, tp_listed_product *product)
{
    tp_entry_list t;
    product->waits = false;
    return tp_cuda_multiply_listed(context, product, &t);
}

static tropic_status launch_listed(tropic_context *context, tp_listed *l, int64_t *result)
{
    int size = (int)tropic_type_size(l->e.result);
    const int64_t all = l->places.count + l->more.count + l->old.count;
    const int64_t blocks = all <= TP_LISTED_MAX ? 1 : tp_quotient_up(all, TP_ALONE_BLOCK);
    const int threads = blocks > 1 || all <= TP_ALONE_BLOCK ? TP_ALONE_BLOCK : TP_ALONE_BLOCK_MAX;
    tp_device_buffer *sum = &tp_cuda_of(context)->scratch.listed;
    const void *kernel;
    void *arguments[] = {l, &result, &size};
    if (l->product && !l->e.user) return tp_cuda_push_listed(context, l, result);
    if (l->product) TP_TRY(push_first(context, l->product));
    if (l->e.user)
        TP_TRY(tp_cuda_elementwise_kernel(context, &l->e, true, &kernel));
    else
        kernel = listed_kernel(&l->e);
    if (blocks > 1) TP_TRY(tp_cuda_need(context, sum, sizeof *l->sum, "a count", true));
    l->sum = (tp_listed_sum *)sum->memory;
    return tp_cuda_launch_at(context, "an elementwise operation", {blocks, threads}, kernel, arguments);
}

tropic_status tp_cuda_listed(tropic_context *context, const tp_listed *listed, int64_t *result,
                             volatile int64_t **later)
{
    tp_listed l = *listed;
    int64_t *at = later ? tp_cuda_take_result(context) : NULL;
    tropic_status status;
    tp_cuda_use use(context);
    if (!at) {
        at = tp_cuda_result(context);
        TP_TRY(launch_listed(context, &l, at));
        return tp_cuda_await_result(context, at, result);
    }
    status = launch_listed(context, &l, at);
    if (status == TROPIC_OK)
        *later = at;
    else
        tp_cuda_give_result(context, at);
    return status;
}
