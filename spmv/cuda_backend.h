/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the CUDA backend.
 */
#ifndef TP_CUDA_BACKEND_H
#define TP_CUDA_BACKEND_H

#include "runtime/cuda/cuda_launch.cuh"
#include "spmv/jit/variants.h"
#include "spmv/step.h"

/* One op's kernels, launched by address; NULL where the op has none. All take TP_STEP_PARAMETERS
 * (spmv/device/kernel.cuh), but cooc_segmented and cooc_join (OP_STATE, tp_arcs, tp_nnz_tiles), those of a search
 * (OP_STATE, tp_search_launch), csc_columns (OP_STATE, tp_arcs, columns, lanes), csr_push_list (OP_STATE, tp_arcs,
 * tp_push_list), csr_push_listed (the same, and as those of tp_cuda_listed), csr_push_products (OP_STATE, tp_arcs,
 * tp_push_sorted), csr_push_sums (tp_push_sorted), those of rows of products (OP_STATE, tp_device_product), of dots
 * (OP_STATE, tp_device_product, flags), and product_numeric (OP_STATE, tp_device_numeric). Those called dense are for
 * products where tp_step.dense. */
typedef struct tp_cuda_kernels {
    const void *csc_scalar = NULL, *csc_scalar_dense = NULL;
    const void *csc_vector = NULL, *csc_vector_hubs = NULL; /* a warp per list; or some lanes: */
    const void *csc_subwarp = NULL, *csc_subwarp_dense = NULL, *csc_quads[TP_QUAD_VARIANTS] = {};
    const void *csc_pieces = NULL, *csc_pieces_dense = NULL;
    const void *cooc_scalar = NULL; /* pushes; or pulls: */
    const void *cooc_segmented = NULL, *cooc_segmented_dense = NULL, *cooc_join = NULL;
    size_t value_size = 0; /* where it pulls, and of a search by keys */
    const void *csr_push = NULL, *csr_push_hubs = NULL, *csr_push_list = NULL, *csr_push_listed = NULL;
    const void *csr_push_products = NULL, *csr_push_sums = NULL;
    const void *prepare = NULL;
    const void *finish = NULL;
    const void *search_cluster = NULL, *search_grid = NULL;
    const void *csc_columns[TP_COLUMN_VARIANTS] = {}; /* 1, 2 or 4 columns of a thread at a time */
    const void *product_sort[TP_SORT_VARIANTS] = {}, *product_sort_wide[TP_SORT_VARIANTS] = {};
    const void *product_spa[4] = {}; /* dense; by a warp, a block, a large block */
    const void *product_dots[2] = {};
    const void *product_numeric = NULL;
    const void *product_gemm[2] = {}; /* of full forms, and of others */
    bool by_number = false;           /* take the multiply from the state (spmv/ops/instantiate_numbered.cuh) */
} tp_cuda_kernels;

/* Can ids and values be read four at a time, by loads of 16 bytes? */
static inline bool tp_cuda_quads(const tp_arcs *arcs)
{
    return (((uintptr_t)arcs->ids | (uintptr_t)arcs->values) & 15) == 0;
}

extern "C" const tp_backend tp_cuda_backend;

/* spmv/device/scratch.cu: at least so many bytes, whatever is in them, or zero; nothing may be using them but work in
 * the stream's order. */
tropic_status tp_cuda_need(tropic_context *context, tp_device_buffer *buffer, size_t bytes, const char *what,
                           bool zero);
/* scratch.counts, and capacity for so many items in scratch.items. */
tropic_status tp_cuda_need_items(tropic_context *context, int64_t capacity);

/* spmv/strategies/csc_columns.cu: a step of several columns. */
tropic_status tp_cuda_step_columns(tropic_context *context, const tp_step *step);

/* spmv/jit/user_product.cu: the kernels of a semiring that are `wanted`, by bits of variants (spmv/jit/variants.h);
 * compiled when first asked for, those of one call side by side. */
#define TP_VARIANT_BIT(variant) (UINT64_C(1) << (variant))
tropic_status tp_cuda_specialise(tropic_context *context, const tropic_semiring *semiring, bool vxm, uint64_t wanted,
                                 const tp_cuda_kernels **kernels);
/* The same; or kernels by number, if those of a built-in semiring would have to be compiled, which does not pay yet:
 * these take so many seconds more. *state then has the multiply. */
tropic_status tp_cuda_serve(tropic_context *context, const tropic_semiring *semiring, bool vxm, uint64_t wanted,
                            double loss, struct tp_mxv_state *state, const tp_cuda_kernels **kernels);

/* spmv/strategies/step.cu: PUSH_LIST or PUSH_LISTED, compiled when first asked for: before results and scratch are
 * taken, since `progress` may make calls on the context meanwhile. NULL: PUSH_LISTED is not there yet, and PUSH_LIST
 * is, which then is never compiled. */
tropic_status tp_cuda_push_kernel(tropic_context *context, const tp_listed_product *product, int variant,
                                  const void **kernel);
/* The product that is due (listed->x_count), and the operation along its list, in one launch: PUSH_LISTED. */
tropic_status tp_cuda_push_listed(tropic_context *context, const tp_listed *listed, const void *kernel,
                                  int64_t *result);

/* spmv/mxv/vector_counts.cu: makes scratch.result, and zeros for a sum of blocks (spmv/device/block.cuh). */
tropic_status tp_cuda_need_result(tropic_context *context);
tropic_status tp_cuda_need_sum(tropic_context *context, tp_block_sum **sum);

/* spmv/strategies/push_sorted.cu: of at most product->work products. */
tropic_status tp_cuda_push_sorted(tropic_context *context, const tp_listed_product *product, tp_entry_list *t);

/* spmv/strategies/launch.cu */
struct tp_hub_queue;
/* The list of those of n places that the mask lets through, and its length, in device memory. */
tropic_status tp_cuda_list(tropic_context *context, const tp_mask *mask, tropic_index n, const tropic_index **targets,
                           const unsigned **counted);
/* Some lanes per list: how many, taking quads of entries or not, of all lists or those that a mask has picked; and
 * which lists are hubs. Are there any? */
bool tp_cuda_divide(const tp_arcs *arcs, size_t value_size, bool quads, bool picked, struct tp_hub_queue *hubs);
/* Then capacity for these, if there are `any`. */
tropic_status tp_cuda_reserve_hubs(tropic_context *context, size_t value_size, const tp_arcs *arcs, bool any,
                                   struct tp_hub_queue *hubs);
/* cooc_scalar where it pulls. */
tropic_status tp_cuda_segmented(tropic_context *context, const tp_cuda_kernels *kernels, void *state,
                                const tp_arcs *arcs, bool dense);

/* spmv/ewise/ewise_user.cu: elementwise if an operator is a user's */
tropic_status tp_cuda_elementwise_user(tropic_context *context, const tp_elementwise *e);
/* Its kernel: `listed`, of tp_cuda_listed. */
tropic_status tp_cuda_elementwise_kernel(tropic_context *context, const tp_elementwise *e, bool listed,
                                         const void **kernel);
/* The kernels of a user's operator of the entries of matrices: chosen_user, or if it `tests` which to keep, test_user
 * (spmv/write/merge_path_user.cuh). */
tropic_status tp_cuda_entries_kernel(tropic_context *context, const tropic_operator *op, bool tests,
                                     const void **kernel);
/* The kernel that sums under a user's monoid. */
tropic_status tp_cuda_user_total(tropic_context *context, const tropic_operator *monoid, const void **kernel);

#endif
