/* SPDX-License-Identifier: Apache-2.0
 *
 * The texts of products' kernels: each is one kernel for one semiring.
 */
#include "semiring/semiring.h"
#include "spmv/jit/user_source.h"
#include "spmv/jit/variants.h"

#define COLUMNS "#include \"spmv/strategies/csc_columns.cuh\"\n"
#define PULL "#include \"spmv/strategies/pull_list.cuh\"\n"
#define SCALAR PULL "#include \"spmv/strategies/csc_scalar.cuh\"\n"
#define SUBWARP PULL "#include \"spmv/strategies/csc_subwarp.cuh\"\n"
#define VECTOR PULL "#include \"spmv/strategies/csc_vector.cuh\"\n"
#define SEGMENTED PULL "#include \"spmv/strategies/cooc_segmented.cuh\"\n"
#define PREPARE "#include \"spmv/strategies/prepare.cuh\"\n"
#define PUSH "#include \"spmv/strategies/csr_push.cuh\"\n"
#define PUSH_LIST "#include \"spmv/strategies/csr_push_list.cuh\"\n"
#define PUSH_LISTED PUSH_LIST "#include \"spmv/strategies/csr_push_listed.cuh\"\n"
#define PUSH_SORTED PULL "#include \"spmv/strategies/csr_push_sorted.cuh\"\n"
#define SORT "#include \"spmv/mxm/cuda/sort.cuh\"\n"
#define SPA "#include \"spmv/mxm/cuda/spa.cuh\"\n"
#define DOTS "#include \"spmv/mxm/cuda/dots.cuh\"\n"
#define NUMERIC "#include \"spmv/mxm/cuda/numeric.cuh\"\n"
#define TILES "#include \"spmv/mxm/cuda/gemm.cuh\"\n"

static const struct {
    const char *headers, *kernel;
} texts[] = {
    [TP_VARIANT_COLUMNS] = {COLUMNS, "user_csc_columns_1"},
    [TP_VARIANT_COLUMNS + 1] = {COLUMNS, "user_csc_columns_2"},
    [TP_VARIANT_COLUMNS + 2] = {COLUMNS, "user_csc_columns_4"},
    [TP_VARIANT_SCALAR] = {SCALAR, "user_csc_scalar"},
    [TP_VARIANT_SCALAR_DENSE] = {SCALAR, "user_csc_scalar_dense"},
    [TP_VARIANT_SUBWARP] = {SUBWARP, "user_csc_subwarp"},
    [TP_VARIANT_SUBWARP_DENSE] = {SUBWARP, "user_csc_subwarp_dense"},
    [TP_VARIANT_QUADS] = {SUBWARP, "user_csc_quads_1"},
    [TP_VARIANT_QUADS + 1] = {SUBWARP, "user_csc_quads_2"},
    [TP_VARIANT_QUADS + 2] = {SUBWARP, "user_csc_quads_4"},
    [TP_VARIANT_QUADS + 3] = {SUBWARP, "user_csc_quads_8"},
    [TP_VARIANT_PIECES] = {SUBWARP, "user_csc_pieces"},
    [TP_VARIANT_PIECES_DENSE] = {SUBWARP, "user_csc_pieces_dense"},
    [TP_VARIANT_VECTOR] = {VECTOR, "user_csc_vector"},
    [TP_VARIANT_VECTOR_HUBS] = {VECTOR, "user_csc_vector_hubs"},
    [TP_VARIANT_SEGMENTED] = {SEGMENTED, "user_cooc_segmented"},
    [TP_VARIANT_SEGMENTED_DENSE] = {SEGMENTED, "user_cooc_segmented_dense"},
    [TP_VARIANT_JOIN] = {SEGMENTED, "user_cooc_join"},
    [TP_VARIANT_PREPARE] = {PREPARE, "user_prepare_all"},
    [TP_VARIANT_PUSH] = {PUSH, "user_csr_push"},
    [TP_VARIANT_PUSH_HUBS] = {PUSH, "user_csr_push_hubs"},
    [TP_VARIANT_PUSH_LIST] = {PUSH_LIST, "user_csr_push_list"},
    [TP_VARIANT_PUSH_LISTED] = {PUSH_LISTED, "user_csr_push_listed"},
    [TP_VARIANT_PUSH_PRODUCTS] = {PUSH_SORTED, "user_csr_push_products"},
    [TP_VARIANT_PUSH_SUMS] = {PUSH_SORTED, "user_csr_push_sums"},
    [TP_VARIANT_ROWS_SORT] = {SORT, "user_product_sort_few"},
    [TP_VARIANT_ROWS_SORT + 1] = {SORT, "user_product_sort_some"},
    [TP_VARIANT_ROWS_SORT + 2] = {SORT, "user_product_sort_most"},
    [TP_VARIANT_ROWS_SORT_WIDE] = {SORT, "user_product_sort_few_wide"},
    [TP_VARIANT_ROWS_SORT_WIDE + 1] = {SORT, "user_product_sort_some_wide"},
    [TP_VARIANT_ROWS_SORT_WIDE + 2] = {SORT, "user_product_sort_most_wide"},
    [TP_VARIANT_ROWS_DENSE] = {SPA, "user_product_dense"},
    [TP_VARIANT_ROWS_SPA_WARP] = {SPA, "user_product_spa_warp"},
    [TP_VARIANT_ROWS_SPA_BLOCK] = {SPA, "user_product_spa_block"},
    [TP_VARIANT_ROWS_SPA_LARGE] = {SPA, "user_product_spa_large"},
    [TP_VARIANT_DOTS_WARP] = {DOTS, "user_product_dots_warp"},
    [TP_VARIANT_DOTS_BLOCK] = {DOTS, "user_product_dots_block"},
    [TP_VARIANT_ROWS_NUMERIC] = {NUMERIC, "user_product_numeric"},
    [TP_VARIANT_GEMM] = {TILES, "user_product_gemm"},
    [TP_VARIANT_GEMM_HOLES] = {TILES, "user_product_gemm_holes"},
};
_Static_assert(sizeof texts / sizeof *texts == TP_VARIANTS, "a text for every variant");

const char *tp_product_kernel(int variant)
{
    return texts[variant].kernel;
}

void tp_product_source(tp_source_text *out, const tropic_semiring *semiring, bool vxm, int variant)
{
    tp_source_add(out, "#define TP_VARIANT %d\n", variant);
    if (semiring->user)
        tp_user_source(out, semiring, vxm, texts[variant].headers);
    else /* (A built-in one, flipped, is another built-in one.) */
        tp_builtin_source(out, vxm ? semiring->flipped : semiring->builtin, semiring->type, texts[variant].headers);
}
