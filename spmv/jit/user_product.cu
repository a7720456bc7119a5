/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over semirings on the GPU: the skeletons of spmv/strategies, compiled around a user's functions, or a
 * built-in semiring's, when a product first needs them, or ahead (spmv/ops/mxv_ahead.h).
 */
#include "semiring/semiring.h"
#include "spmv/jit/jit_kernels.h"
#include "spmv/jit/user_source.h"
#include "spmv/ops/mxv_ops.h"

/* Where a variant's kernel has its place. */
static const void **place_in(tp_cuda_kernels *k, int variant)
{
    switch (variant) {
    case TP_VARIANT_COLUMNS: return &k->csc_columns[0];
    case TP_VARIANT_COLUMNS + 1: return &k->csc_columns[1];
    case TP_VARIANT_COLUMNS + 2: return &k->csc_columns[2];
    case TP_VARIANT_SCALAR: return &k->csc_scalar;
    case TP_VARIANT_SCALAR_DENSE: return &k->csc_scalar_dense;
    case TP_VARIANT_SUBWARP: return &k->csc_subwarp;
    case TP_VARIANT_SUBWARP_DENSE: return &k->csc_subwarp_dense;
    case TP_VARIANT_QUADS: return &k->csc_quads[0];
    case TP_VARIANT_QUADS + 1: return &k->csc_quads[1];
    case TP_VARIANT_QUADS + 2: return &k->csc_quads[2];
    case TP_VARIANT_QUADS + 3: return &k->csc_quads[3];
    case TP_VARIANT_PIECES: return &k->csc_pieces;
    case TP_VARIANT_PIECES_DENSE: return &k->csc_pieces_dense;
    case TP_VARIANT_VECTOR: return &k->csc_vector;
    case TP_VARIANT_VECTOR_HUBS: return &k->csc_vector_hubs;
    case TP_VARIANT_SEGMENTED: return &k->cooc_segmented;
    case TP_VARIANT_SEGMENTED_DENSE: return &k->cooc_segmented_dense;
    case TP_VARIANT_JOIN: return &k->cooc_join;
    case TP_VARIANT_PREPARE: return &k->prepare;
    case TP_VARIANT_PUSH: return &k->csr_push;
    case TP_VARIANT_PUSH_HUBS: return &k->csr_push_hubs;
    case TP_VARIANT_PUSH_LIST: return &k->csr_push_list;
    case TP_VARIANT_PUSH_LISTED: return &k->csr_push_listed;
    case TP_VARIANT_PUSH_PRODUCTS: return &k->csr_push_products;
    case TP_VARIANT_PUSH_SUMS: return &k->csr_push_sums;
    case TP_VARIANT_ROWS_SORT: return &k->product_sort[0];
    case TP_VARIANT_ROWS_SORT + 1: return &k->product_sort[1];
    case TP_VARIANT_ROWS_SORT + 2: return &k->product_sort[2];
    case TP_VARIANT_ROWS_SORT_WIDE: return &k->product_sort_wide[0];
    case TP_VARIANT_ROWS_SORT_WIDE + 1: return &k->product_sort_wide[1];
    case TP_VARIANT_ROWS_SORT_WIDE + 2: return &k->product_sort_wide[2];
    case TP_VARIANT_ROWS_DENSE: return &k->product_spa[0];
    case TP_VARIANT_ROWS_SPA_WARP: return &k->product_spa[1];
    case TP_VARIANT_ROWS_SPA_BLOCK: return &k->product_spa[2];
    case TP_VARIANT_ROWS_SPA_LARGE: return &k->product_spa[3];
    case TP_VARIANT_DOTS_WARP: return &k->product_dots[0];
    case TP_VARIANT_DOTS_BLOCK: return &k->product_dots[1];
    case TP_VARIANT_ROWS_NUMERIC: return &k->product_numeric;
    case TP_VARIANT_TILES: return &k->product_tiles[0];
    case TP_VARIANT_TILES_HOLES: return &k->product_tiles[1];
    default: return NULL;
    }
}

/* The kernels of the semirings that a context asked for last, so many of them. */
#define ALGEBRAS 32
typedef struct algebra {
    uint64_t id; /* 0: none */
    bool vxm;
    uint64_t made; /* bits of variants */
    tp_cuda_kernels kernels;
} algebra;
typedef struct algebras {
    tp_cuda_kept kept;
    algebra of[ALGEBRAS];
    int next; /* whose place a new one takes */
} algebras;

/* Beyond those of users' semirings. */
static uint64_t builtin_id(tropic_builtin name, tropic_type type)
{
    return (UINT64_C(1) << 32) + (uint64_t)name * TROPIC_TYPES + (uint64_t)type;
}

/* What has been compiled ahead. */
static void take_ahead(const tropic_semiring *semiring, algebra *a)
{
    /* (Ahead, one that is flipped is itself.) */
    const tp_op *op = semiring->user ? NULL : tp_mxv_op(semiring->builtin, semiring->type);
    if (op && op->cuda) a->kernels = *op->cuda;
    a->kernels.value_size = tropic_type_size(semiring->type);
    for (int variant = 0; variant < TP_VARIANTS; variant++)
        if (*place_in(&a->kernels, variant)) a->made |= TP_VARIANT_BIT(variant);
}

static tropic_status find_algebra(tropic_context *context, const tropic_semiring *semiring, bool vxm, algebra **found)
{
    static const char owner = 0;
    /* A built-in one, flipped, is another built-in one. */
    const uint64_t id =
        semiring->user ? semiring->user->id : builtin_id(vxm ? semiring->flipped : semiring->builtin, semiring->type);
    const bool flips = semiring->user && vxm;
    tp_cuda_kept *kept;
    algebras *all;
    TP_TRY(tp_cuda_keep(context, &owner, sizeof *all, &kept));
    all = (algebras *)kept;
    for (algebra &a : all->of)
        if (a.id == id && a.vxm == flips) {
            *found = &a;
            return TROPIC_OK;
        }
    *found = &all->of[all->next];
    all->next = (all->next + 1) % ALGEBRAS;
    **found = {};
    (*found)->id = id;
    (*found)->vxm = flips;
    take_ahead(semiring, *found);
    return TROPIC_OK;
}

static tropic_status make(tropic_context *context, const tropic_semiring *semiring, bool vxm, uint64_t wanted,
                          algebra *a)
{
    tp_source_text texts[TP_VARIANTS] = {};
    tp_cuda_program programs[TP_VARIANTS] = {};
    int of[TP_VARIANTS], missing = 0;
    tropic_status status = TROPIC_OK;
    for (int variant = 0; variant < TP_VARIANTS && status == TROPIC_OK; variant++) {
        tp_source_text *text = &texts[missing];
        if (!(wanted & ~a->made & TP_VARIANT_BIT(variant))) continue;
        text->memory = &context->memory;
        tp_product_source(text, semiring, vxm, variant);
        status = tp_source_status(context, text, "the text of a semiring");
        programs[missing] = {{TP_CUDA_PRODUCTS + (uint64_t)variant, a->id, a->vxm, 0},
                             semiring->name,
                             text->text,
                             tp_product_kernel(variant),
                             NULL};
        of[missing++] = variant;
    }
    if (status == TROPIC_OK) status = tp_cuda_specialised_make(context, programs, missing);
    for (int k = 0; k < missing; k++) {
        if (status == TROPIC_OK) {
            *place_in(&a->kernels, of[k]) = programs[k].made;
            a->made |= TP_VARIANT_BIT(of[k]);
        }
        tp_source_free(&texts[k]);
    }
    return status;
}

tropic_status tp_cuda_specialise(tropic_context *context, const tropic_semiring *semiring, bool vxm, uint64_t wanted,
                                 const tp_cuda_kernels **kernels)
{
    algebra *a;
    TP_TRY(find_algebra(context, semiring, vxm, &a));
    *kernels = &a->kernels;
    return wanted & ~a->made ? make(context, semiring, vxm, wanted, a) : TROPIC_OK;
}
