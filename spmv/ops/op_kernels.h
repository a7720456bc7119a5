/* SPDX-License-Identifier: Apache-2.0
 *
 * An op by name. Its instances (spmv/ops/instantiate.h and its twins for a GPU) define tp_cpu_NAME and tp_cuda_NAME;
 * whoever uses the op says, in one C source,
 *
 *     TP_DEFINE_OP(NAME);
 */
#ifndef TP_OP_KERNELS_H
#define TP_OP_KERNELS_H

#include "semiring/operators.h"
#include "spmv/step.h"

#if TP_CUDA
#define TP_DECLARE_OP(name)                                                                                            \
    extern const struct tp_kernels tp_cpu_##name;                                                                      \
    extern const struct tp_cuda_kernels tp_cuda_##name
#define TP_OP_OF(name)                                                                                                 \
    {                                                                                                                  \
        &tp_cpu_##name, &tp_cuda_##name                                                                                \
    }
#else
#define TP_DECLARE_OP(name) extern const struct tp_kernels tp_cpu_##name
#define TP_OP_OF(name)                                                                                                 \
    {                                                                                                                  \
        &tp_cpu_##name, NULL                                                                                           \
    }
#endif

/* tp_op_NAME */
#define TP_DEFINE_OP(name)                                                                                             \
    TP_DECLARE_OP(name);                                                                                               \
    const tp_op tp_op_##name = TP_OP_OF(name)

/* The same for ops named NAME_TYPE, one for each type of weights, as an array by type. */
#define TP_DECLARE_OP_OF_TYPE(type, name) TP_DECLARE_OP(name##_##type);
#define TP_DECLARE_OPS_BY_TYPE(name) TP_TYPES_WEIGHT(TP_DECLARE_OP_OF_TYPE, name)
#define TP_OP_OF_TYPE(type, name) [TP_TYPE_##type] = TP_OP_OF(name##_##type),
#define TP_OPS_BY_TYPE(name)                                                                                           \
    {                                                                                                                  \
        TP_TYPES_WEIGHT(TP_OP_OF_TYPE, name)                                                                           \
    }

#endif
