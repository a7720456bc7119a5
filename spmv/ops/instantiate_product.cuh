/* SPDX-License-Identifier: Apache-2.0
 *
 * Read after an instance of spmv/ops/mxv_op.h: the kernels of its products, as tp_cuda_<OP_NAME>, but for the numeric
 * part of products whose terms are known: NVRTC makes it faster than nvcc, by 10 to 25 % (CUDA 13.0, which spills half
 * as many registers). No include guard, by intention. (cmake/TropicInstances.cmake writes the sources that do so, for
 * spmv/ops/mxv_ahead.h.)
 */
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

#include "spmv/strategies/pull_list.cuh"

#include "spmv/strategies/csc_columns.cuh"
#include "spmv/strategies/csc_scalar.cuh"
#if OP_TERMINAL
#include "spmv/strategies/csc_vector.cuh"
#else
#include "spmv/strategies/csc_subwarp.cuh"
#endif
#include "spmv/strategies/cooc_segmented.cuh"
#include "spmv/strategies/csr_push.cuh"
#include "spmv/strategies/csr_push_list.cuh"
#include "spmv/strategies/csr_push_listed.cuh"
#include "spmv/strategies/csr_push_sorted.cuh"
#include "spmv/strategies/prepare.cuh"

#include "spmv/mxm/cuda/dots.cuh"
#include "spmv/mxm/cuda/gemm.cuh"
#include "spmv/mxm/cuda/sort.cuh"
#include "spmv/mxm/cuda/spa.cuh"

#define KERNEL(name) (const void *)OP(name)
extern const tp_cuda_kernels TP_JOIN2(tp_cuda, OP_NAME);
const tp_cuda_kernels TP_JOIN2(tp_cuda, OP_NAME) = {
    .csc_scalar = KERNEL(csc_scalar),
    .csc_scalar_dense = KERNEL(csc_scalar_dense),
#if OP_TERMINAL
    .csc_vector = KERNEL(csc_vector),
    .csc_vector_hubs = KERNEL(csc_vector_hubs),
#else
    .csc_subwarp = KERNEL(csc_subwarp),
    .csc_subwarp_dense = KERNEL(csc_subwarp_dense),
    .csc_quads = {KERNEL(csc_quads_1), KERNEL(csc_quads_2), KERNEL(csc_quads_4), KERNEL(csc_quads_8)},
    .csc_pieces = KERNEL(csc_pieces),
    .csc_pieces_dense = KERNEL(csc_pieces_dense),
#endif
    .cooc_segmented = KERNEL(cooc_segmented),
    .cooc_segmented_dense = KERNEL(cooc_segmented_dense),
    .cooc_join = KERNEL(cooc_join),
    .value_size = sizeof(OP(value)),
    .csr_push = KERNEL(csr_push),
    .csr_push_hubs = KERNEL(csr_push_hubs),
    .csr_push_list = KERNEL(csr_push_list),
    .csr_push_listed = KERNEL(csr_push_listed),
    .csr_push_products = KERNEL(csr_push_products),
    .csr_push_sums = KERNEL(csr_push_sums),
    .prepare = KERNEL(prepare_all),
    .csc_columns = {KERNEL(csc_columns_1), KERNEL(csc_columns_2), KERNEL(csc_columns_4)},
    .product_sort = {KERNEL(product_sort_few), KERNEL(product_sort_some), KERNEL(product_sort_most)},
    .product_sort_wide = {KERNEL(product_sort_few_wide), KERNEL(product_sort_some_wide),
                          KERNEL(product_sort_most_wide)},
    .product_spa = {KERNEL(product_dense), KERNEL(product_spa_warp), KERNEL(product_spa_block),
                    KERNEL(product_spa_large)},
    .product_dots = {KERNEL(product_dots_warp), KERNEL(product_dots_block)},
    .product_gemm = {KERNEL(product_gemm), KERNEL(product_gemm_holes)},
};
#undef KERNEL

#include "spmv/ops/op_end.h"
