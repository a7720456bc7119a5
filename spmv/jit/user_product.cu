/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over semirings on the GPU: the skeletons of spmv/strategies, compiled around a user's functions, or a
 * built-in semiring's, when a product first needs them, or ahead (spmv/ops/mxv_ahead.h).
 */
#include <math.h>
#include <string.h>

#include "runtime/environment.h"
#include "runtime/jit/jit.h"
#include "semiring/semiring.h"
#include "spmv/jit/jit_kernels.h"
#include "spmv/jit/user_source.h"
#include "spmv/ops/mxv_ops.h"
#include "spmv/ops/state.h"

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
    case TP_VARIANT_GEMM: return &k->product_gemm[0];
    case TP_VARIANT_GEMM_HOLES: return &k->product_gemm[1];
    default: return NULL;
    }
}

static const void *kernel_of(const tp_cuda_kernels &k, int variant)
{
    return *place_in(const_cast<tp_cuda_kernels *>(&k), variant);
}

/* When kernels that take the multiply by its number have lost so many seconds in products over a semiring, its own are
 * compiled. That takes up to five times as long, but serves other processes, too, by the cache on disk. */
#define LOST_MAX 0.1

/* The kernels of the semirings that a context asked for last, so many of them. */
#define ALGEBRAS 32
typedef struct algebra {
    uint64_t id; /* 0: none */
    bool vxm;
    uint64_t made;   /* bits of variants */
    uint64_t sought; /* those that the cache on disk was asked for */
    double lost;     /* seconds, by kernels that take the multiply by its number */
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

/* The kernels that were compiled ahead of time. */
static void take_ahead(const tropic_semiring *semiring, algebra *a)
{
    /* (Ahead, one that is flipped is itself.) */
    const tp_op *op = semiring->user ? NULL : tp_mxv_op(semiring->builtin, semiring->type);
    if (op && op->cuda) a->kernels = *op->cuda;
    a->kernels.value_size = tropic_type_size(semiring->type);
    for (int variant = 0; variant < TP_VARIANTS; variant++)
        if (kernel_of(a->kernels, variant)) a->made |= TP_VARIANT_BIT(variant);
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

/* Those that would have to be compiled stay out unless it `compiles`. *found is the algebra's place before and after:
 * while kernels are compiled, `progress` may make products, and so give it to another. */
static tropic_status make(tropic_context *context, const tropic_semiring *semiring, bool vxm, uint64_t wanted,
                          bool compiles, algebra **found)
{
    algebra *a = *found;
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
    if (status == TROPIC_OK) status = tp_cuda_specialised_make(context, programs, missing, compiles);
    if (status == TROPIC_OK) status = find_algebra(context, semiring, vxm, found);
    a = *found;
    for (int k = 0; k < missing; k++) {
        if (status == TROPIC_OK && programs[k].made) {
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
    while (wanted & ~a->made) TP_TRY(make(context, semiring, vxm, wanted, true, &a));
    *kernels = &a->kernels;
    return TROPIC_OK;
}

/* Has the library machine code for the GPU? Else the driver compiles all kernels of a source, which takes longer than
 * NVRTC does for a few. (A GPU runs code that was made for one before it of the same major architecture.) */
static bool has_code_for(int architecture)
{
    static const int made[] = {__CUDA_ARCH_LIST__};
    for (int a : made)
        if (a / 100 == architecture / 10 && a / 10 <= architecture) return true;
    return false;
}

/* TROPIC_CUDA_NUMBERED=off: compile at once, so that tests reach those kernels. */
static bool without_numbered(void)
{
    const char *numbered = tp_environment("TROPIC_CUDA_NUMBERED");
    return numbered && strcmp(numbered, "off") == 0;
}

/* Kernels by number that serve in place of these (some for all products of a vector: spmv/strategies/step.cu); NULL:
 * there are none. */
static tropic_status find_numbered(tropic_context *context, const tropic_semiring *semiring, uint64_t wanted,
                                   const tp_cuda_kernels **found)
{
    const tp_cuda_kernels *numbered = semiring->user ? NULL : tp_mxv_numbered(semiring->add, semiring->type);
    int architecture;
    *found = NULL;
    if (!numbered || without_numbered()) return TROPIC_OK;
    TP_TRY(tp_cuda_architecture(context, &architecture));
    if (!has_code_for(architecture)) return TROPIC_OK;
    for (int variant = TP_VARIANT_ROWS_SORT; variant < TP_VARIANTS; variant++)
        if ((wanted & TP_VARIANT_BIT(variant)) && !kernel_of(*numbered, variant)) return TROPIC_OK;
    *found = numbered;
    return TROPIC_OK;
}

tropic_status tp_cuda_serve(tropic_context *context, const tropic_semiring *semiring, bool vxm, uint64_t wanted,
                            double loss, tp_mxv_state *state, const tp_cuda_kernels **kernels)
{
    const tp_cuda_kernels *numbered = NULL;
    tropic_status status;
    algebra *a;
    TP_TRY(find_algebra(context, semiring, vxm, &a));
    *kernels = &a->kernels;
    if (!(wanted & ~a->made)) return TROPIC_OK;
    /* (A stream that the caller may capture gets the same kernels, and scratch, from the first call on.) */
    if (!tp_cuda_of(context)->known_stream) TP_TRY(find_numbered(context, semiring, wanted, &numbered));
    if (!numbered) return tp_cuda_specialise(context, semiring, vxm, wanted, kernels);
    if (wanted & ~a->made & ~a->sought) {
        TP_TRY(make(context, semiring, vxm, wanted & ~a->sought, false, &a));
        a->sought |= wanted;
        *kernels = &a->kernels;
        if (!(wanted & ~a->made)) return TROPIC_OK;
    }
    if (a->lost + loss > LOST_MAX) {
        status = tp_cuda_specialise(context, semiring, vxm, wanted, kernels);
        if (status != TROPIC_NOT_SUPPORTED) return status;
        a->lost = -INFINITY; /* where nothing compiles, these serve for good */
    }
    a->lost += loss;
    state->multiply = tropic_semiring_builtin(vxm ? semiring->flipped : semiring->builtin, semiring->type)->multiply;
    *kernels = numbered;
    return TROPIC_OK;
}
