/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels by op: spmv/fused.c has the algorithms' own, the build generates tropic_mxv's from
 * TROPIC_SEMIRING_TABLE (one source per semiring).
 */
#include "spmv/kernel.h"

#define DECLARE(name) extern const tp_kernels tp_cpu_##name;
#define DECLARE_BOOL(name) DECLARE(name##_bool8)
#define DECLARE_INTEGER(name) DECLARE(name##_int32) DECLARE(name##_int64)
#define DECLARE_NUMERIC(name) DECLARE_INTEGER(name) DECLARE(name##_fp32) DECLARE(name##_fp64)
#define DECLARE_ALL(name) DECLARE_BOOL(name) DECLARE_NUMERIC(name)
#define DECLARE_ROW(NAME, name, add, mul, types) DECLARE_##types(mxv_##name)

DECLARE(bfs_level)
DECLARE(bfs_parent)
DECLARE(bc_count)
DECLARE(bc_gather)
DECLARE_ALL(sssp)
DECLARE_ALL(sssp_parent)
TROPIC_SEMIRING_TABLE(DECLARE_ROW)

#define TYPED(first, name, type) [(first) + TP_TYPE_##type] = &tp_cpu_##name##_##type,
#define TYPED_BOOL(first, name) TYPED(first, name, bool8)
#define TYPED_INTEGER(first, name) TYPED(first, name, int32) TYPED(first, name, int64)
#define TYPED_NUMERIC(first, name)                                                                 \
    TYPED_INTEGER(first, name) TYPED(first, name, fp32) TYPED(first, name, fp64)
#define TYPED_ALL(first, name) TYPED_BOOL(first, name) TYPED_NUMERIC(first, name)
#define TYPED_ROW(NAME, name, add, mul, types)                                                     \
    TYPED_##types((TP_OP_MXV + TROPIC_##NAME * TROPIC_TYPES), mxv_##name)

static const tp_kernels *const table[TP_OPS] = {[TP_OP_BFS_LEVEL] = &tp_cpu_bfs_level,
                                                [TP_OP_BFS_PARENT] = &tp_cpu_bfs_parent,
                                                [TP_OP_BC_COUNT] = &tp_cpu_bc_count,
                                                [TP_OP_BC_GATHER] = &tp_cpu_bc_gather,
                                                TYPED_ALL(TP_OP_SSSP, sssp)
                                                    TYPED_ALL(TP_OP_SSSP_PARENT, sssp_parent)
                                                        TROPIC_SEMIRING_TABLE(TYPED_ROW)};

const tp_kernels *tp_cpu_kernels(tp_op op)
{
    return (size_t)op < TP_OPS ? table[op] : NULL;
}
