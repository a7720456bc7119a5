/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels by op: spmv/fused.cu and fused_sssp.cu have the algorithms' own, the build
 * generates tropic_mxv's from TROPIC_SEMIRING_TABLE (one source per semiring).
 */
#include "spmv/cuda.h"
#include "spmv/op.h"

#define DECLARE(name) extern const tp_cuda_kernels tp_cuda_##name;
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

/* By type of one name; C++ has no designated members of an array. */
#define TYPED_BOOL(name) {&tp_cuda_##name##_bool8},
#define TYPED_INTEGER(name) {NULL, &tp_cuda_##name##_int32, &tp_cuda_##name##_int64},
#define TYPED_NUMERIC(name)                                                                        \
    {NULL, &tp_cuda_##name##_int32, &tp_cuda_##name##_int64, &tp_cuda_##name##_fp32,               \
     &tp_cuda_##name##_fp64},
#define TYPED_ALL(name)                                                                            \
    {&tp_cuda_##name##_bool8, &tp_cuda_##name##_int32, &tp_cuda_##name##_int64,                    \
     &tp_cuda_##name##_fp32, &tp_cuda_##name##_fp64},
#define TYPED_ROW(NAME, name, add, mul, types) TYPED_##types(mxv_##name)

static_assert(TROPIC_BOOL == 0 && TROPIC_INT32 == 1 && TROPIC_INT64 == 2 && TROPIC_FP32 == 3 &&
                  TROPIC_FP64 == 4 && TROPIC_TYPES == 5,
              "the tables below list the types in this order");

static const tp_cuda_kernels *const plain[] = {&tp_cuda_bfs_level, &tp_cuda_bfs_parent,
                                               &tp_cuda_bc_count, &tp_cuda_bc_gather};
static_assert(TP_OP_BFS_LEVEL == 0 && TP_OP_BFS_PARENT == 1 && TP_OP_BC_COUNT == 2 &&
                  TP_OP_BC_GATHER == 3 && TP_OP_SSSP == 4,
              "the table above lists the ops in this order");

/* From TP_OP_SSSP on, by name and type. */
/* clang-format off */
static const tp_cuda_kernels *const typed[][TROPIC_TYPES] = {
    TYPED_ALL(sssp)
    TYPED_ALL(sssp_parent)
    TROPIC_SEMIRING_TABLE(TYPED_ROW)
};
/* clang-format on */

const tp_cuda_kernels *tp_cuda_kernels_of(tp_op op)
{
    if ((size_t)op >= TP_OPS) return NULL;
    return op < TP_OP_SSSP
               ? plain[op]
               : typed[(op - TP_OP_SSSP) / TROPIC_TYPES][(op - TP_OP_SSSP) % TROPIC_TYPES];
}
