/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the GPU.
 */
#include "spmv/cuda_backend.h"
#include "spmv/vectors/elementwise.h"

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
