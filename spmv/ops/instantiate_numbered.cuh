/* SPDX-License-Identifier: Apache-2.0
 *
 * Read after the parameters of spmv/ops/mxv_op.h: kernels of products that take the multiply by its number, as
 * tp_cuda_<OP_NAME>. They serve every built-in semiring with that add until its own are compiled
 * (spmv/jit/user_product.cu). If the order of terms matters there are those of every strategy, else as few as serve
 * all. No include guard, by intention. (cmake/TropicInstances.cmake writes the sources that do so.)
 */
#define TP_MAKES(variant)                                                                                              \
    (NUMBERED_ORDERED && (variant) < TP_VARIANT_PREPARE || OP_TERMINAL && NUMBERED_STOPS(variant) ||                   \
     !OP_TERMINAL && NUMBERED_LANES(variant) || NUMBERED_GEMM && NUMBERED_SEGMENTS(variant) ||                         \
     NUMBERED_PUSHES(variant) || NUMBERED_ROWS && NUMBERED_SUMS(variant))
#define NUMBERED_LANES(variant) ((variant) == TP_VARIANT_SUBWARP || (variant) == TP_VARIANT_PIECES)
#define NUMBERED_STOPS(variant)                                                                                        \
    ((variant) == TP_VARIANT_SCALAR || (variant) == TP_VARIANT_VECTOR || (variant) == TP_VARIANT_VECTOR_HUBS)
#define NUMBERED_SEGMENTS(variant) ((variant) == TP_VARIANT_SEGMENTED || (variant) == TP_VARIANT_JOIN)
#define NUMBERED_PUSHES(variant) ((variant) >= TP_VARIANT_PREPARE && (variant) <= TP_VARIANT_PUSH_LIST)
#define NUMBERED_SUMS(variant)                                                                                         \
    ((variant) >= TP_VARIANT_ROWS_SORT && (variant) <= TP_VARIANT_ROWS_SPA_LARGE &&                                    \
     ((variant) < TP_VARIANT_ROWS_SORT_WIDE || (variant) >= TP_VARIANT_ROWS_DENSE))
/* Sums of reals have an order; the usual types have tiles, and rows of products of matrices. Others are 0. */
#define NUMBERED_ORDERED (TP_JOIN2(NUMBERED_ORDERED, ADD) & TP_JOIN2(NUMBERED_ORDERED, TYPE))
#define NUMBERED_ORDERED_plus 1
#define NUMBERED_ORDERED_fp32 1
#define NUMBERED_ORDERED_fp64 1
#define NUMBERED_ROWS (!OP_TERMINAL && TP_JOIN2(NUMBERED_ROWS, TYPE))
#define NUMBERED_ROWS_fp32 1
#define NUMBERED_ROWS_fp64 1
#define NUMBERED_ROWS_int32 1
#define NUMBERED_ROWS_int64 1
#define NUMBERED_GEMM (OP_TERMINAL || NUMBERED_ROWS)

#include "semiring/numbered.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

#define OP_LOOKS_AT_ENTRIES 2
#define MULTIPLY(s, a, u, i, j, p)                                                                                     \
    TP_JOIN3(tp_multiply, ADD, TYPE)((tropic_builtin_operator)(s)->multiply, a, u, i, OP(identity)())
#include "spmv/ops/mxv_op.h"

#include "spmv/strategies/pull_list.cuh"

#include "spmv/strategies/cooc_segmented.cuh"
#include "spmv/strategies/csc_scalar.cuh"
#if OP_TERMINAL
#include "spmv/strategies/csc_vector.cuh"
#else
#include "spmv/strategies/csc_subwarp.cuh"
#endif
#include "spmv/strategies/csr_push.cuh"
#include "spmv/strategies/csr_push_list.cuh"
#include "spmv/strategies/prepare.cuh"

#if NUMBERED_ROWS
#include "spmv/mxm/cuda/sort.cuh"
#include "spmv/mxm/cuda/spa.cuh"
#endif

#define KERNEL(name) (const void *)OP(name)
extern const tp_cuda_kernels TP_JOIN2(tp_cuda, OP_NAME);
const tp_cuda_kernels TP_JOIN2(tp_cuda, OP_NAME) = {
#if NUMBERED_ORDERED || OP_TERMINAL
    .csc_scalar = KERNEL(csc_scalar),
#endif
#if NUMBERED_ORDERED
    .csc_scalar_dense = KERNEL(csc_scalar_dense),
#endif
#if OP_TERMINAL
    .csc_vector = KERNEL(csc_vector),
    .csc_vector_hubs = KERNEL(csc_vector_hubs),
#else
    .csc_subwarp = KERNEL(csc_subwarp),
#endif
#if NUMBERED_ORDERED
    .csc_subwarp_dense = KERNEL(csc_subwarp_dense),
    .csc_quads = {KERNEL(csc_quads_1), KERNEL(csc_quads_2), KERNEL(csc_quads_4), KERNEL(csc_quads_8)},
#endif
#if !OP_TERMINAL
    .csc_pieces = KERNEL(csc_pieces),
#endif
#if NUMBERED_ORDERED
    .csc_pieces_dense = KERNEL(csc_pieces_dense),
#endif
#if NUMBERED_GEMM
    .cooc_segmented = KERNEL(cooc_segmented),
#endif
#if NUMBERED_ORDERED
    .cooc_segmented_dense = KERNEL(cooc_segmented_dense),
#endif
#if NUMBERED_GEMM
    .cooc_join = KERNEL(cooc_join),
#endif
    .value_size = sizeof(OP(value)),
    .csr_push = KERNEL(csr_push),
    .csr_push_hubs = KERNEL(csr_push_hubs),
    .csr_push_list = KERNEL(csr_push_list),
    .prepare = KERNEL(prepare_all),
#if NUMBERED_ROWS
    .product_sort = {KERNEL(product_sort_few), KERNEL(product_sort_some), KERNEL(product_sort_most)},
    .product_spa = {KERNEL(product_dense), KERNEL(product_spa_warp), KERNEL(product_spa_block),
                    KERNEL(product_spa_large)},
#endif
    .by_number = true,
};
#undef KERNEL
#undef TP_MAKES
#undef NUMBERED_LANES
#undef NUMBERED_STOPS
#undef NUMBERED_SEGMENTS
#undef NUMBERED_PUSHES
#undef NUMBERED_SUMS
#undef NUMBERED_ORDERED
#undef NUMBERED_ORDERED_plus
#undef NUMBERED_ORDERED_fp32
#undef NUMBERED_ORDERED_fp64
#undef NUMBERED_GEMM
#undef NUMBERED_ROWS
#undef NUMBERED_ROWS_fp32
#undef NUMBERED_ROWS_fp64
#undef NUMBERED_ROWS_int32
#undef NUMBERED_ROWS_int64

#include "spmv/ops/op_end.h"
