/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over semirings on the GPU: the skeletons of spmv/strategies, compiled around a user's functions, or a
 * built-in semiring's, when a product first needs them, or ahead (spmv/ops/mxv_ahead.h).
 */
#include <stddef.h>

#include "semiring/semiring.h"
#include "spmv/jit/jit_kernels.h"
#include "spmv/jit/user_source.h"
#include "spmv/ops/mxv_ops.h"

/* Where a variant's kernel has its place. */
#define AT(member) offsetof(tp_cuda_kernels, member)
static const size_t places[] = {
    AT(csc_columns[0]),
    AT(csc_columns[1]),
    AT(csc_columns[2]),
    AT(csc_scalar),
    AT(csc_scalar_dense),
    AT(csc_subwarp),
    AT(csc_subwarp_dense),
    AT(csc_quads[0]),
    AT(csc_quads[1]),
    AT(csc_quads[2]),
    AT(csc_quads[3]),
    AT(csc_pieces),
    AT(csc_pieces_dense),
    AT(csc_vector),
    AT(csc_vector_hubs),
    AT(cooc_segmented),
    AT(cooc_segmented_dense),
    AT(cooc_join),
    AT(prepare),
    AT(csr_push),
    AT(csr_push_hubs),
    AT(csr_push_list),
    AT(csr_push_listed),
    AT(csr_push_products),
    AT(csr_push_sums),
    AT(product_sort[0]),
    AT(product_sort[1]),
    AT(product_sort[2]),
    AT(product_sort_wide[0]),
    AT(product_sort_wide[1]),
    AT(product_sort_wide[2]),
    AT(product_spa[0]),
    AT(product_spa[1]),
    AT(product_spa[2]),
    AT(product_spa[3]),
    AT(product_dots[0]),
    AT(product_dots[1]),
    AT(product_numeric),
    AT(product_tiles[0]),
    AT(product_tiles[1]),
};
static_assert(sizeof places / sizeof *places == TP_VARIANTS, "a place for every variant");

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

static const void **place_of(algebra *a, int variant)
{
    return (const void **)((char *)&a->kernels + places[variant]);
}

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
        if (*place_of(a, variant)) a->made |= TP_VARIANT_BIT(variant);
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
            *place_of(a, of[k]) = programs[k].made;
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
