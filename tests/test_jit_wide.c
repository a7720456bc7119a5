/* SPDX-License-Identifier: Apache-2.0
 *
 * Products over a semiring of structs as large as a type may be fit in the memory that the threads of a block share,
 * which needs NVRTC but no GPU. Those that share values become machine code here.
 */
#include <tropic_define.h>

#include "tests/jit_kernels.h"
#include "tests/jit_variants.h"

#include "spmv/jit/variants.h" /* which links the library with its inside */

/* clang-format off */
TROPIC_STRUCT(widest, float d[32];);
TROPIC_SEMIRING(wide, widest, widest, widest, (a.d[0] > b.d[0] ? a : b), (x.d[31] < y.d[31] ? x : y), ((widest){{0}}));
/* clang-format on */

static void sharing_strategies_compile(void **state)
{
    static const int sharing[] = {TP_VARIANT_COLUMNS + 2, TP_VARIANT_SEGMENTED, TP_VARIANT_SEGMENTED_DENSE,
                                  TP_VARIANT_JOIN,        TP_VARIANT_PUSH_LIST, TP_VARIANT_ROWS_NUMERIC};
    OWNED(tropic_context) *context = test_context();
    tropic_type type;
    if (!test_kernels_can_be(context)) {
        tropic_context_free(&context);
        test_skip("no NVRTC");
    }
    assert_ok(context, tropic_type_define(&type, context, &widest_type));
    assert_int_equal(tropic_type_size(type), TROPIC_TYPE_DEVICE_MAX);
    for (size_t k = 0; k < sizeof sharing / sizeof *sharing; k++)
        jit_variants_compile(context, &wide, true, sharing[k], TP_VARIANTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sharing_strategies_compile, test_cache_begin, test_cache_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
