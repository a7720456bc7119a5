/* SPDX-License-Identifier: Apache-2.0
 *
 * The variants of a product.
 */
#include "tests/jit_variants.h"

#include "tests/jit_kernels.h"

/* As spmv/jit/user_product.cu names them, by variant. */
#define SCALAR "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_scalar.cuh\"\n"
#define SUBWARP "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_subwarp.cuh\"\n"
#define SEGMENTED "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/cooc_segmented.cuh\"\n"
#define SORT "#include \"spmv/matrices/product_sort.cuh\"\n"
const jit_variant jit_variants[] = {
    {TP_VARIANT_COLUMNS, "#include \"spmv/strategies/csc_columns.cuh\"\n", {"user_csc_columns"}},
    {TP_VARIANT_SCALAR, SCALAR, {"user_csc_scalar"}},
    {TP_VARIANT_SCALAR_DENSE, SCALAR, {"user_csc_scalar_dense"}},
    {TP_VARIANT_SUBWARP, SUBWARP, {"user_csc_subwarp", "user_csc_pieces"}},
    {TP_VARIANT_SUBWARP_DENSE, SUBWARP, {"user_csc_subwarp_dense", "user_csc_pieces_dense"}},
    {TP_VARIANT_QUADS, SUBWARP, {"user_csc_quads_1"}},
    {TP_VARIANT_QUADS + 3, SUBWARP, {"user_csc_quads_8"}},
    {TP_VARIANT_SEGMENTED, SEGMENTED, {"user_cooc_segmented", "user_cooc_join"}},
    {TP_VARIANT_SEGMENTED_DENSE, SEGMENTED, {"user_cooc_segmented_dense", "user_cooc_join"}},
    {TP_VARIANT_VECTOR,
     "#include \"spmv/strategies/pull_list.cuh\"\n#include \"spmv/strategies/csc_vector.cuh\"\n",
     {"user_csc_vector", "user_csc_vector_hubs"}},
    {TP_VARIANT_PUSH,
     "#include \"spmv/strategies/prepare.cuh\"\n#include \"spmv/strategies/csr_push.cuh\"\n",
     {"user_prepare_all", "user_csr_push", "user_csr_push_hubs"}},
    {TP_VARIANT_PUSH_LIST, "#include \"spmv/strategies/csr_push_list.cuh\"\n", {"user_csr_push_list"}},
    {TP_VARIANT_ROWS_SORT,
     "#define TP_SORT_KEY unsigned\n" SORT,
     {"user_product_sort_few", "user_product_sort_some", "user_product_sort_most"}},
    {TP_VARIANT_ROWS_SORT_WIDE,
     "#define TP_SORT_KEY unsigned long long\n" SORT,
     {"user_product_sort_few", "user_product_sort_some", "user_product_sort_most"}},
    {TP_VARIANT_ROWS_DOTS,
     "#include \"spmv/matrices/product_dots.cuh\"\n",
     {"user_product_dots_warp", "user_product_dots_block"}},
    {TP_VARIANT_ROWS_NUMERIC, "#include \"spmv/matrices/product_numeric.cuh\"\n", {"user_product_numeric"}},
    {TP_VARIANT_DENSE_TILES,
     "#include \"spmv/matrices/product_tiles.cuh\"\n",
     {"user_product_tiles", "user_product_tiles_holes"}},
    {TP_VARIANT_ROWS_SPA,
     "#include \"spmv/matrices/product_spa.cuh\"\n",
     {"user_product_dense", "user_product_spa_warp", "user_product_spa_block", "user_product_spa_large"}},
};
const size_t jit_variant_count = sizeof jit_variants / sizeof *jit_variants;

bool jit_variant_suits(int variant, bool stops)
{
    if (variant == TP_VARIANT_VECTOR) return stops;
    return !stops || variant < TP_VARIANT_SUBWARP || variant > TP_VARIANT_QUADS + 3;
}

void jit_variants_compile_of(tropic_context *context, const tropic_semiring *semiring, bool vxm, size_t first,
                             size_t step)
{
    for (size_t m = first; m < jit_variant_count; m += step) {
        tp_source_text text = {.memory = &context->memory};
        tp_source_add(&text, "#define TP_VARIANT %d\n", jit_variants[m].variant);
        tp_user_source(&text, semiring, vxm, jit_variants[m].headers);
        test_kernels_are(context, &text, tropic_semiring_name(semiring), jit_variants[m].kernels, JIT_VARIANT_KERNELS);
    }
}

void jit_variants_compile(tropic_context *context, const tropic_semiring_source *source, bool vxm, size_t first,
                          size_t step)
{
    tropic_semiring *semiring = NULL;
    assert_ok(context, tropic_semiring_create(&semiring, context, source));
    jit_variants_compile_of(context, semiring, vxm, first, step);
    tropic_semiring_free(&semiring);
}
