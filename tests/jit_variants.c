/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels of products, each compiled by itself.
 */
#include "tests/jit_variants.h"

#include "tests/jit_kernels.h"

bool jit_variant_suits(int variant, bool stops)
{
    const bool vector = variant == TP_VARIANT_VECTOR || variant == TP_VARIANT_VECTOR_HUBS;
    const bool lanes = variant >= TP_VARIANT_SUBWARP && variant <= TP_VARIANT_PIECES_DENSE;
    return stops ? !lanes : !vector;
}

void jit_variant_compile(tropic_context *context, const tropic_semiring *semiring, bool vxm, int variant)
{
    const char *const kernel = tp_product_kernel(variant);
    tp_source_text text = {.memory = &context->memory};
    tp_product_source(&text, semiring, vxm, variant);
    test_kernels_are(context, &text, tropic_semiring_name(semiring), &kernel, 1);
}

void jit_variants_compile_of(tropic_context *context, const tropic_semiring *semiring, bool vxm, int first, int step)
{
    for (int variant = first; variant < TP_VARIANTS; variant += step)
        jit_variant_compile(context, semiring, vxm, variant);
}

void jit_variants_compile(tropic_context *context, const tropic_semiring_source *source, bool vxm, int first, int step)
{
    OWNED(tropic_semiring) *semiring = NULL;
    assert_ok(context, tropic_semiring_create(&semiring, context, source));
    jit_variants_compile_of(context, semiring, vxm, first, step);
}
