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
    static __global__ void __launch_bounds__(TP_ALONE_BLOCK)                                                           \
        listed_##name(const __grid_constant__ tp_listed l, int64_t *result, int size)                                  \
    {                                                                                                                  \
        __shared__ tp_listed_shared s;                                                                                 \
        tp_listed_run(&l, &s, tp_listed_count(&l), result, size,                                                       \
                      [](const tp_elementwise *e, int64_t c) { tp_elementwise_##name(e, c); });                        \
    }
#define LISTED_KERNEL_TO_BOOL(type) LISTED_KERNEL(to_bool_##type)
TP_EACH_TYPE(LISTED_KERNEL)
TP_EACH_NUMERIC(LISTED_KERNEL_TO_BOOL)

static __global__ void __launch_bounds__(TP_ALONE_BLOCK)
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

/* No result: that of no operation. */
#define PENDING INT64_MAX
/* Looks at a result before the stream is waited for, which takes 3 us more: some 50 us. */
#define LOOKS 20000

/* What the kernel has written to pinned memory. (The rest of its work is ordered by the stream.) */
static tropic_status wait_for(tropic_context *context, const volatile int64_t *pinned, int64_t *result)
{
    for (int look = 0; look < LOOKS && *pinned == PENDING; look++) {
    }
    if (*pinned == PENDING)
        TP_TRY(tp_cuda_check(context, cudaStreamSynchronize(tp_cuda_of(context)->stream), "work on the device"));
    *result = *pinned;
    return TROPIC_OK;
}

/* By a launch of its own. */
static tropic_status push_first(tropic_context *context, tp_listed_product *product)
{
    tp_entry_list t;
    product->waits = false;
    return tp_cuda_multiply_listed(context, product, &t);
}

tropic_status tp_cuda_listed(tropic_context *context, const tp_listed *listed, int64_t *result)
{
    tp_cuda *cuda = tp_cuda_of(context);
    tp_listed l = *listed;
    int64_t *pinned = (int64_t *)cuda->pinned; /* the device writes it, too */
    int size = (int)tropic_type_size(l.e.result);
    const void *kernel;
    void *arguments[] = {&l, &pinned, &size};
    tp_cuda_use use(context);
    *pinned = PENDING;
    if (l.product && !l.e.user) {
        TP_TRY(tp_cuda_push_listed(context, &l, pinned));
        return wait_for(context, pinned, result);
    }
    if (l.product) TP_TRY(push_first(context, l.product));
    if (l.e.user)
        TP_TRY(tp_cuda_elementwise_kernel(context, &l.e, true, &kernel));
    else
        kernel = listed_kernel(&l.e);
    TP_TRY(tp_cuda_launch_at(context, "an elementwise operation", {1, TP_ALONE_BLOCK}, kernel, arguments));
    return wait_for(context, pinned, result);
}
