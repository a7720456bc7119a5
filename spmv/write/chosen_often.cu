/* SPDX-License-Identifier: Apache-2.0
 *
 * The entries chosen of two matrices become a third: by the operators that are asked for most. A switch at each entry
 * would take longer than the memory.
 */
#include "spmv/write/chosen.cuh"

#include "semiring/coded.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

/* Blocks that there are registers for, if lanes have as many entries in flight as they do: three quarters of the usual
 * threads. */
#define CHOSEN_BLOCKS (TP_MAX_BLOCKS * TP_STEP_BLOCK / TP_CHOSEN_BLOCK * 3 / 4)

#define OFTEN(type)                                                                                                    \
    template <tropic_builtin_operator OP>                                                                              \
    static __global__ void __launch_bounds__(TP_CHOSEN_BLOCK, CHOSEN_BLOCKS)                                           \
        often_##type(const __grid_constant__ tp_chosen c)                                                              \
    {                                                                                                                  \
        typedef TP_C(type) value;                                                                                      \
        tp_make_chosen_by<false, value, value, value>(                                                                 \
            &c, [](value x, value y, tropic_index, tropic_index) { return tp_operate_at_##type(OP, x, y, 0, 0); });    \
    }
TP_EACH_TYPE(OFTEN)

#define CASE(type, ...)                                                                                                \
    case TP_TYPE_##type:                                                                                               \
        switch (op) {                                                                                                  \
        case TROPIC_PLUS: return (const void *)often_##type<TROPIC_PLUS>;                                              \
        case TROPIC_TIMES: return (const void *)often_##type<TROPIC_TIMES>;                                            \
        case TROPIC_MIN: return (const void *)often_##type<TROPIC_MIN>;                                                \
        case TROPIC_MAX: return (const void *)often_##type<TROPIC_MAX>;                                                \
        case TROPIC_FIRST: return (const void *)often_##type<TROPIC_FIRST>;                                            \
        case TROPIC_SECOND: return (const void *)often_##type<TROPIC_SECOND>;                                          \
        default: return NULL;                                                                                          \
        }

const void *tp_cuda_often_chosen(tropic_builtin_operator op, tropic_type type)
{
    switch (type) {
        TP_TYPES_ALL(CASE, )
    default: return NULL;
    }
}
