/* SPDX-License-Identifier: Apache-2.0
 *
 * Products on the CPU that lay out the values of sources before they pull: by how often these are read, and with an
 * identity where there is no entry. Neither changes a bit, but for the sign of a zero. And products of short lists.
 */
#include "tests/generated.h"

#include <math.h>

/* Values of 8 bytes are more than a core's second cache; of so many products the last few find sources grouped. */
enum { N = 1 << 18, DEGREE = 4, PRODUCTS = 8 };

static tropic_context *open_context(int threads)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads};
    tropic_context *context = NULL;
    assert_ok(context, tropic_context_create(&context, &options));
    return context;
}

static size_t bytes_of(tropic_context *context, const tropic_matrix *A)
{
    tropic_matrix_forms forms = {.size = sizeof forms};
    assert_ok(context, tropic_matrix_report(A, context, &forms));
    return forms.bytes_by_rows + forms.bytes_by_columns;
}

/* Arcs whose sources are mostly the same few; if `reversed`, whose targets are. */
static tropic_matrix *skewed(tropic_context *context, tropic_index n, bool reversed, tropic_type type)
{
    const int64_t count = (int64_t)DEGREE * n + n / 2;
    tropic_index *often = test_room(count, sizeof *often), *any = test_room(count, sizeof *any);
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_MIN};
    char *values = test_room(count, 8);
    tropic_matrix *A = NULL;
    uint64_t seed = 3;
    for (int64_t k = 0; k < count; k++) {
        const double x = (double)test_below(&seed, n) / n;
        often[k] = (tropic_index)((int64_t)((double)n * x * x * x * x * x * x) * 104729 % n);
        any[k] = test_below(&seed, n);
        test_value_store(type, values, k, (long double)(k % 7) - 3);
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, n, n, count, reversed ? any : often, reversed ? often : any,
                                              type, values, &options));
    free(often), free(any), free(values);
    return A;
}

static tropic_vector *numbers(tropic_context *context, tropic_type type, tropic_index n)
{
    OWNED_MEMORY char *values = test_room(n, 8);
    tropic_vector *v;
    for (tropic_index i = 0; i < n; i++)
        test_value_store(type, values, i, test_is_floating(type) ? 1.0L / (i + 1) : (long double)(i % 1009));
    v = test_vector_of(context, type, n, values);
    return v;
}

/* The first product and the last have the same bits; of integers, those of a plain sum. */
static void check_products(tropic_context *context, const tropic_matrix *A, tropic_builtin builtin, tropic_type type,
                           bool vxm)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(builtin, type);
    const tropic_index n = tropic_matrix_rows(A);
    tropic_vector *u = numbers(context, type, n), *w = NULL;
    char *first = NULL, *last = NULL;
    assert_ok(context, tropic_vector_create(&w, context, type, n));
    for (int k = 0; k < PRODUCTS; k++) {
        assert_ok(context, vxm ? tropic_vxm(w, NULL, NULL, semiring, u, A, NULL)
                               : tropic_mxv(w, NULL, NULL, semiring, A, u, NULL));
        if (k == 0) first = test_values_of(context, w);
    }
    last = test_values_of(context, w);
    assert_memory_equal(first, last, (size_t)n * 8);
    if (type == TROPIC_INT64 && builtin == TROPIC_PLUS_TIMES) {
        const generated a = generated_fetch(A, context);
        int64_t *x = test_values_of(context, u), *sums = test_room(n, sizeof *sums);
        const int64_t *values = (const void *)a.values;
        for (tropic_index i = 0; i < n; i++)
            for (tropic_offset k = a.offsets[i]; k < a.offsets[i + 1]; k++)
                sums[vxm ? a.ids[k] : i] += values[k] * x[vxm ? i : a.ids[k]];
        assert_memory_equal(last, sums, (size_t)n * 8);
        free(x), free(sums);
    }
    free(first), free(last);
    tropic_vector_free(&u), tropic_vector_free(&w);
}

/* -- groups ------------------------------------------------------------------------------------ */

static void test_grouped(void **unused)
{
    for (int k = 0; k < 8; k++) {
        const bool vxm = k & 1, alone = k & 4;
        OWNED(tropic_context) *context = open_context(k & 2 ? 4 : 1);
        OWNED(tropic_matrix) *A = skewed(context, N, !vxm, TROPIC_INT64);
        /* By destination alone, nobody knows how many arcs sources have. */
        if (alone)
            assert_ok(context,
                      tropic_matrix_set_form(A, context, vxm ? TROPIC_MATRIX_BY_COLUMNS : TROPIC_MATRIX_BY_ROWS));
        check_products(context, A, TROPIC_MIN_PLUS, TROPIC_INT64, vxm);
        check_products(context, A, TROPIC_PLUS_TIMES, TROPIC_INT64, vxm);
        check_products(context, A, vxm ? TROPIC_PLUS_FIRST : TROPIC_PLUS_SECOND, TROPIC_FP64, vxm);
        assert_ok(context, tropic_matrix_set_form(A, context, TROPIC_MATRIX_AUTO));
        check_products(context, A, TROPIC_PLUS_TIMES, TROPIC_INT64, vxm);
    }
}

/* Groups are made where few sources are read often, count as the matrix's memory, and go with the entries. */
static void test_memory_of_groups(void **unused)
{
    OWNED(tropic_context) *context = open_context(2);
    tropic_matrix *A[] = {skewed(context, N, false, TROPIC_INT64),
                          generated_matrix(context, TROPIC_GENERATE_URAND, 18, DEGREE)};
    const tropic_semiring *semiring = tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_FP64);
    for (int k = 0; k < 2; k++) {
        tropic_vector *u = numbers(context, TROPIC_FP64, N), *w = NULL;
        const int64_t value = 5;
        size_t before = 0, after;
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_FP64, N));
        for (int product = 0; product < PRODUCTS; product++) {
            assert_ok(context, tropic_vxm(w, NULL, NULL, semiring, u, A[k], NULL));
            if (product == 0) before = bytes_of(context, A[k]);
        }
        after = bytes_of(context, A[k]);
        assert_int_equal(after - before, k == 0 ? ((size_t)tropic_matrix_count(A[k]) + N) * sizeof(tropic_index) : 0);
        if (k == 0) assert_ok(context, tropic_matrix_set(A[k], context, 3, 4, &value));
        if (k == 0) check_products(context, A[k], TROPIC_PLUS_TIMES, TROPIC_INT64, true);
        tropic_vector_free(&u), tropic_vector_free(&w), tropic_matrix_free(&A[k]);
    }
}

/* -- sources without an entry ------------------------------------------------------------------ */

/* w plus= A u at once, and by the sum as a vector of its own. */
static void check_filled(tropic_context *context, const tropic_matrix *A, tropic_builtin builtin, tropic_type type,
                         tropic_builtin_operator add)
{
    const tropic_semiring *semiring = tropic_semiring_builtin(builtin, type);
    const tropic_operator *accum = tropic_operator_builtin(add, type);
    const tropic_index n = tropic_matrix_rows(A);
    tropic_vector *u = numbers(context, type, n), *w = NULL, *t = NULL, *sum = NULL;
    char *at_once, *apart, value[8];
    uint64_t seed = (uint64_t)builtin;
    assert_ok(context, tropic_vector_create(&t, context, type, n));
    assert_ok(context, tropic_vector_create(&sum, context, type, n));
    w = numbers(context, type, n);
    for (tropic_index i = 0; i < n; i++) {
        /* Zeros of both signs, too. */
        test_value_store(type, value, 0, test_is_floating(type) ? (i & 1 ? -0.0L : 0.0L) : i % 3);
        if (i % 5 == 0) assert_ok(context, tropic_vector_set(w, i, value));
        if (i % 7 == 0) assert_ok(context, tropic_vector_set(u, i, value));
        if (test_below(&seed, 3) == 0) assert_ok(context, tropic_vector_remove(u, i));
    }
    assert_ok(context, tropic_mxv(t, NULL, NULL, semiring, A, u, NULL));
    assert_ok(context, tropic_ewise_add(sum, NULL, NULL, accum, w, t, NULL));
    assert_ok(context, tropic_mxv(w, NULL, accum, semiring, A, u, NULL));
    at_once = test_values_of(context, w);
    apart = test_values_of(context, sum);
    assert_memory_equal(at_once, apart, (size_t)n * tropic_type_size(type));
    free(at_once), free(apart);
    tropic_vector_free(&u), tropic_vector_free(&w), tropic_vector_free(&t), tropic_vector_free(&sum);
}

static void test_filled(void **unused)
{
    OWNED(tropic_context) *context = open_context(2);
    OWNED(tropic_matrix) *A = skewed(context, 5000, false, TROPIC_INT64);
    static const tropic_type types[] = {TROPIC_INT8, TROPIC_UINT64, TROPIC_FP32, TROPIC_FP64};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        check_filled(context, A, TROPIC_PLUS_SECOND, types[k], TROPIC_PLUS);
        check_filled(context, A, TROPIC_MIN_SECOND, types[k], TROPIC_MIN);
        check_filled(context, A, TROPIC_PLUS_SECOND, types[k], TROPIC_MAX); /* not the add */
        check_filled(context, A, TROPIC_PLUS_TIMES, types[k], TROPIC_PLUS);
        check_filled(context, A, TROPIC_MIN_PLUS, types[k], TROPIC_MIN);
    }
}

/* -- short lists ------------------------------------------------------------------------------- */

/* w(i) = the sum of list i in its order, whatever lies behind it: lists of 1 to 7 entries, the last ones short, with
 * infinities, NaN and zeros of both signs; `values` are also those of u. */
static void check_short(tropic_context *context, tropic_type type, bool vxm)
{
    enum { LISTS = 100, WIDTH = 7, FEW = 3 };
    static const double values[] = {1, -0.0, 1e-3, INFINITY, -0.0, 3, NAN, -1e20, 0.1, -INFINITY, 7e-5, -0.0, -0.0};
    enum { VALUES = sizeof values / sizeof *values };
    tropic_index row[LISTS * WIDTH], col[LISTS * WIDTH];
    char a[8 * LISTS * WIDTH], x[8 * LISTS];
    const tropic_builtin builtins[] = {TROPIC_PLUS_TIMES, vxm ? TROPIC_PLUS_FIRST : TROPIC_PLUS_SECOND};
    int64_t count = 0;
    for (tropic_index i = 0; i < LISTS; i++) {
        const tropic_index length = i < LISTS - FEW ? 1 + i * 3 % WIDTH : LISTS - i;
        test_value_store(type, x, i, (long double)values[i * 5 % VALUES]);
        for (tropic_index k = 0; k < length; k++, count++) {
            row[count] = i, col[count] = k * (LISTS / WIDTH) + i % 11;
            test_value_store(type, a, count, k == 0 ? 1 : (long double)(count % 4) + 0.3L);
        }
    }
    for (int b = 0; b < 2; b++) {
        const tropic_descriptor by_lists = {.size = sizeof by_lists, .strategy = TROPIC_STRATEGY_CSC_SCALAR};
        const tropic_semiring *semiring = tropic_semiring_builtin(builtins[b], type);
        OWNED(tropic_matrix) *A = NULL;
        OWNED(tropic_vector) *u = test_vector_of(context, type, LISTS, x), *w = NULL;
        OWNED_MEMORY double *found = NULL;
        assert_ok(context, tropic_matrix_from_coo(&A, context, LISTS, LISTS, count, vxm ? col : row, vxm ? row : col,
                                                  type, a, NULL));
        assert_ok(context, tropic_vector_create(&w, context, type, LISTS));
        assert_ok(context, vxm ? tropic_vxm(w, NULL, NULL, semiring, u, A, &by_lists)
                               : tropic_mxv(w, NULL, NULL, semiring, A, u, &by_lists));
        found = test_numbers_of(context, w);
        for (int64_t i = 0, k = 0; i < LISTS; i++) {
            double sum = 0;
            for (bool first = true; k < count && row[k] == i; k++, first = false) {
                const double y =
                    type == TROPIC_FP32 ? (double)((float *)(void *)x)[col[k]] : ((double *)(void *)x)[col[k]];
                const double by = type == TROPIC_FP32 ? (double)((float *)(void *)a)[k] : ((double *)(void *)a)[k];
                const double product = b > 0 ? y : type == TROPIC_FP32 ? (double)((float)by * (float)y) : by * y;
                sum = first ? product : type == TROPIC_FP32 ? (double)((float)sum + (float)product) : sum + product;
            }
            assert_true(isnan(sum) ? isnan(found[i]) : found[i] == sum && !signbit(found[i]) == !signbit(sum));
        }
    }
}

static void test_short_lists(void **unused)
{
    for (int threads = 1; threads <= 2; threads++) {
        OWNED(tropic_context) *context = open_context(threads);
        for (int vxm = 0; vxm < 2; vxm++) {
            check_short(context, TROPIC_FP32, vxm);
            check_short(context, TROPIC_FP64, vxm);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grouped),
        cmocka_unit_test(test_memory_of_groups),
        cmocka_unit_test(test_filled),
        cmocka_unit_test(test_short_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
