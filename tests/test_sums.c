/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of duplicates that leave their type are refused by name, of whole numbers and of real ones.
 */
#include <float.h>

#include "tests/matrix_model.h"

/* Of each type: a sum that leaves it, upwards or downwards, and one that does so on its way alone, which no real
 * number comes back from. Real sums with a term that is infinite or no number are no error. */
static void sums_overflow(void **state)
{
    const tropic_index rows[] = {0, 0, 1, 1, 1}, cols[] = {0, 0, 1, 1, 1};
    const int32_t up32[] = {1, 2, INT32_MAX, 5, -3}, down32[] = {1, 2, INT32_MIN, -5, 4};
    const int32_t fits32[] = {1, 2, INT32_MAX, 5, -5};
    const int64_t up64[] = {1, 2, INT64_MAX, 5, -3}, down64[] = {1, 2, INT64_MIN, -5, 4};
    const int64_t fits64[] = {1, 2, INT64_MIN, -5, 5};
    const uint32_t whole32[] = {1, 2, UINT32_MAX - 1, 1, 1};
    const uint64_t whole64[] = {1, 2, UINT64_MAX - 1, 1, 1};
    const float single[] = {1, 2, FLT_MAX, FLT_MAX, -FLT_MAX}, max[] = {1, 2, FLT_MAX, 1, 1};
    const float infinite[] = {1, 2, FLT_MAX, FLT_MAX, INFINITY};
    const double real[] = {1, 2, -DBL_MAX, 0, -DBL_MAX}, min[] = {1, 2, -DBL_MAX, -1, -1};
    const double nan_[] = {1, 2, NAN, DBL_MAX, DBL_MAX};
    const struct {
        tropic_type type;
        const void *values;
        bool fits;
        long double sum;
    } cases[] = {{TROPIC_INT32, up32, false, 0},          {TROPIC_INT32, down32, false, 0},
                 {TROPIC_INT32, fits32, true, INT32_MAX}, {TROPIC_INT64, up64, false, 0},
                 {TROPIC_INT64, down64, false, 0},        {TROPIC_INT64, fits64, true, (double)INT64_MIN},
                 {TROPIC_UINT32, whole32, false, 0},      {TROPIC_UINT64, whole64, false, 0},
                 {TROPIC_FP32, single, false, 0},         {TROPIC_FP32, max, true, (double)FLT_MAX},
                 {TROPIC_FP32, infinite, true, INFINITY}, {TROPIC_FP64, real, false, 0},
                 {TROPIC_FP64, min, true, -DBL_MAX},      {TROPIC_FP64, nan_, true, NAN}};
    OWNED(tropic_context) *context = test_context();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        OWNED(tropic_matrix) *A = NULL;
        const void *found = NULL;
        const tropic_status status =
            tropic_matrix_from_coo(&A, context, 2, 2, 5, rows, cols, cases[k].type, cases[k].values, NULL);
        long double sum;
        assert_int_equal(status, cases[k].fits ? TROPIC_OK : TROPIC_OVERFLOW);
        if (!cases[k].fits) {
            assert_null(A);
            assert_non_null(strstr(tropic_context_error(context), "(1, 1)"));
            continue;
        }
        assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, &found));
        sum = test_value_load(cases[k].type, found, 1);
        assert_true(sum == (long double)cases[k].sum || (isnan(sum) && isnan(cases[k].sum)));
    }
}

/* An entry and its opposite, of which an undirected graph has the sum. */
static void united_sums_overflow(void **state)
{
    const tropic_index rows[] = {0, 1}, cols[] = {1, 0};
    const int32_t whole[] = {INT32_MAX, 1};
    const double real[] = {DBL_MAX, DBL_MAX / 2};
    const void *const values[] = {whole, real};
    const tropic_build_options options = {
        .size = sizeof options, .duplicates = TROPIC_DUPLICATES_SUM, .direction = TROPIC_DIRECTION_UNDIRECTED};
    OWNED(tropic_context) *context = test_context();
    tropic_matrix *A = NULL;
    for (int k = 0; k < 2; k++) {
        assert_status(context, TROPIC_OVERFLOW,
                      tropic_matrix_from_coo(&A, context, 2, 2, 2, rows, cols, k == 0 ? TROPIC_INT32 : TROPIC_FP64,
                                             values[k], &options));
        assert_null(A);
        assert_non_null(strstr(tropic_context_error(context), "(0, 1)"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_overflow),
        cmocka_unit_test(united_sums_overflow),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
