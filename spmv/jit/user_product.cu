/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over semirings on the GPU: the skeletons of spmv/strategies, compiled around a user's functions, or a
 * built-in semiring's, when a product first needs them.
 */
#include <stddef.h>

#include "semiring/semiring.h"
#include "spmv/jit/jit_kernels.h"
#include "spmv/jit/user_source.h"

/* What a variant is made of, by name. */
typedef struct kernel_template {
    const char *headers;
    int count;
    const char *kernels[4];
    size_t offsets[4];
} kernel_template;

#define AT(member) offsetof(tp_cuda_kernels, member)
#define SCALAR "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_scalar.cuh\"\n"
#define SUBWARP "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_subwarp.cuh\"\n"
#define VECTOR "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_vector.cuh\"\n"
#define SEGMENTED "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/cooc_segmented.cuh\"\n"
#define ROWS_SORT                                                                                                      \
    "#include \"spmv/matrices/product_sort.cuh\"\n", 3,                                                                \
        {"user_product_sort_few", "user_product_sort_some", "user_product_sort_most"},                                 \
    {                                                                                                                  \
        AT(product_sort[0]), AT(product_sort[1]), AT(product_sort[2])                                                  \
    }
#define PUSH "#include \"spmv/strategies/prepare.cuh\"\n#include \"spmv/strategies/csr_push.cuh\"\n"

/* By variant. */
static const kernel_template templates[] = {
    {"#include \"spmv/strategies/csc_columns.cuh\"\n", 1, {"user_csc_columns"}, {AT(csc_columns)}},
    {SCALAR, 1, {"user_csc_scalar"}, {AT(csc_scalar)}},
    {SCALAR, 1, {"user_csc_scalar_dense"}, {AT(csc_scalar_dense)}},
    {SUBWARP, 2, {"user_csc_subwarp", "user_csc_pieces"}, {AT(csc_subwarp), AT(csc_pieces)}},
    {SUBWARP, 2, {"user_csc_subwarp_dense", "user_csc_pieces_dense"}, {AT(csc_subwarp_dense), AT(csc_pieces_dense)}},
    {SUBWARP, 1, {"user_csc_quads_1"}, {AT(csc_quads[0])}},
    {SUBWARP, 1, {"user_csc_quads_2"}, {AT(csc_quads[1])}},
    {SUBWARP, 1, {"user_csc_quads_4"}, {AT(csc_quads[2])}},
    {SUBWARP, 1, {"user_csc_quads_8"}, {AT(csc_quads[3])}},
    {VECTOR, 2, {"user_csc_vector", "user_csc_vector_hubs"}, {AT(csc_vector), AT(csc_vector_hubs)}},
    {SEGMENTED, 2, {"user_cooc_segmented", "user_cooc_join"}, {AT(cooc_segmented), AT(cooc_join)}},
    {SEGMENTED, 2, {"user_cooc_segmented_dense", "user_cooc_join"}, {AT(cooc_segmented_dense), AT(cooc_join)}},
    {PUSH,
     3,
     {"user_prepare_all", "user_csr_push", "user_csr_push_hubs"},
     {AT(prepare), AT(csr_push), AT(csr_push_hubs)}},
    {"#include \"spmv/strategies/csr_push_list.cuh\"\n", 1, {"user_csr_push_list"}, {AT(csr_push_list)}},
    {"#define TP_SORT_KEY unsigned\n" ROWS_SORT},
    {"#define TP_SORT_KEY unsigned long long\n" ROWS_SORT},
    {"#include \"spmv/matrices/product_spa.cuh\"\n",
     4,
     {"user_product_dense", "user_product_spa_warp", "user_product_spa_block", "user_product_spa_large"},
     {AT(product_spa[0]), AT(product_spa[1]), AT(product_spa[2]), AT(product_spa[3])}},
    {"#include \"spmv/matrices/product_dots.cuh\"\n",
     2,
     {"user_product_dots_warp", "user_product_dots_block"},
     {AT(product_dots[0]), AT(product_dots[1])}},
    {"#include \"spmv/matrices/product_numeric.cuh\"\n", 1, {"user_product_numeric"}, {AT(product_numeric)}},
    {"#include \"spmv/matrices/product_tiles.cuh\"\n",
     2,
     {"user_product_tiles", "user_product_tiles_holes"},
     {AT(product_tiles[0]), AT(product_tiles[1])}},
    {"#include \"spmv/strategies/csr_push_list.cuh\"\n#include \"spmv/strategies/csr_push_listed.cuh\"\n",
     1,
     {"user_csr_push_listed"},
     {AT(csr_push_listed)}},
    {"#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csr_push_sorted.cuh\"\n",
     2,
     {"user_csr_push_products", "user_csr_push_sums"},
     {AT(csr_push_products), AT(csr_push_sums)}},
};
static_assert(sizeof templates / sizeof *templates == TP_VARIANTS, "a template for every variant");

/* Beyond those of users' semirings. */
static uint64_t builtin_id(tropic_builtin name, tropic_type type)
{
    return (UINT64_C(1) << 32) + (uint64_t)name * TROPIC_TYPES + (uint64_t)type;
}

tropic_status tp_cuda_specialise(tropic_context *context, const tropic_semiring *semiring, bool vxm, int variant,
                                 const tp_cuda_kernels **kernels)
{
    const kernel_template *kernel_template = &templates[variant];
    /* A built-in one, flipped, is another built-in one. */
    const tropic_builtin name = vxm ? semiring->flipped : semiring->builtin;
    const uint64_t id = semiring->user ? semiring->user->id : builtin_id(name, semiring->type);
    const tp_cuda_key key = {TP_CUDA_PRODUCTS + (uint64_t)variant, id, semiring->user && vxm, 0};
    tp_source_text text = {};
    tropic_status status;
    void *made = tp_cuda_specialised_find(context, &key);
    *kernels = (const tp_cuda_kernels *)made;
    if (made) return TROPIC_OK;
    text.memory = &context->memory;
    tp_source_add(&text, "#define TP_VARIANT %d\n", variant);
    if (semiring->user)
        tp_user_source(&text, semiring, vxm, kernel_template->headers);
    else
        tp_builtin_source(&text, name, semiring->type, kernel_template->headers);
    status = tp_source_status(context, &text, "the text of a semiring");
    if (status == TROPIC_OK)
        status =
            tp_cuda_specialised_make(context, &key, semiring->name, text.text, kernel_template->kernels,
                                     kernel_template->offsets, kernel_template->count, sizeof(tp_cuda_kernels), &made);
    tp_source_free(&text);
    if (made) ((tp_cuda_kernels *)made)->value_size = tropic_type_size(semiring->type);
    *kernels = (const tp_cuda_kernels *)made;
    return status;
}
