/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of 129 bytes up to the largest, in products and elementwise, against loops.
 */
#include <tropic_define.h>

#include "tests/jit.h"
#include "tests/wide_values.h"

/* ------------------------------------------------------------------------------------------------
 * Products
 */

/* The wide_expected product, and the room for a term. */
static void product_with_vector(const wide_fixture *f, wide_expected *e, bool transposed)
{
    OWNED_MEMORY uint8_t *term = test_room(1, f->size);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            const int place = transposed ? k * N + i : i * N + k;
            if (!f->a_has[place] || !f->u_has[k]) continue;
            wide_times(f->size, term, wide_at(f, f->a, place), wide_at(f, f->u, k), k, i);
            wide_add(f, &e->has[i], wide_at(f, e->value, i), term);
        }
}

static void check_vector_products(wide_fixture *f)
{
    for (int way = 0; way < 4 * TROPIC_STRATEGIES; way++)
        for (int form = TROPIC_BITMAP; form <= TROPIC_SPARSE; form++) {
            const tropic_descriptor d = {
                .size = sizeof d, .strategy = (tropic_strategy)(way / 4), .transpose = way % 2 != 0};
            const bool adds = way / 2 % 2 != 0;
            wide_expected e = wide_nothing(f);
            OWNED(tropic_vector) *w = NULL;
            product_with_vector(f, &e, d.transpose);
            assert_ok(f->context, tropic_vector_create(&w, f->context, f->type, N));
            assert_ok(f->context, tropic_vector_set_form(f->v, (tropic_vector_form)form));
            if (adds) {
                assert_ok(f->context, tropic_assign(w, NULL, NULL, f->v, NULL, N, NULL));
                for (int i = 0; i < N; i++)
                    if (f->u_has[i]) wide_add(f, &e.has[i], wide_at(f, e.value, i), wide_at(f, f->u, i));
            }
            assert_ok(f->context, tropic_mxv(w, NULL, adds ? f->plus : NULL, f->semiring, f->A, f->v, &d));
            wide_expect_vector(f, w, &e, "mxv");
            free(e.value);
        }
}

/* All columns of the block are the vector. */
static void check_block(wide_fixture *f)
{
    enum { COLUMNS = 3 };
    wide_expected e = wide_nothing(f);
    OWNED(tropic_vector) *W = NULL, *U = NULL;
    OWNED_MEMORY uint8_t *in = test_room(N * COLUMNS, f->size), *out = test_room(N * COLUMNS, f->size);
    bool has[N * COLUMNS];
    for (int k = 0; k < N * COLUMNS; k++) {
        memcpy(wide_at(f, in, k), wide_at(f, f->u, k / COLUMNS), f->size);
        has[k] = f->u_has[k / COLUMNS];
    }
    assert_ok(f->context, tropic_vector_create_block(&U, f->context, f->type, N, COLUMNS));
    assert_ok(f->context, tropic_vector_create_block(&W, f->context, f->type, N, COLUMNS));
    assert_ok(f->context, tropic_vector_put_dense(U, in, has));
    assert_ok(f->context, tropic_mxv_block(W, NULL, NULL, f->semiring, f->A, U, NULL));
    assert_ok(f->context, tropic_vector_get_dense(W, out, has));
    product_with_vector(f, &e, false);
    for (int k = 0; k < N * COLUMNS; k++) {
        assert_int_equal(has[k], e.has[k / COLUMNS]);
        if (has[k]) assert_memory_equal(wide_at(f, out, k), wide_at(f, e.value, k / COLUMNS), f->size);
    }
    free(e.value);
}

/* A A: plain, accumulated into itself, and under A as a mask, or under all else. */
static void check_matrix_products(wide_fixture *f)
{
    OWNED_MEMORY uint8_t *term = test_room(1, f->size);
    for (int way = 0; way < 4; way++) {
        const tropic_descriptor d = {.size = sizeof d, .structure = true, .complement = way == 3};
        wide_expected e = wide_nothing(f);
        OWNED(tropic_matrix) *C = NULL;
        if (way == 1) assert_ok(f->context, tropic_matrix_duplicate(&C, f->context, f->A));
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                const int place = i * N + j;
                if (way == 1 && f->a_has[place])
                    wide_add(f, &e.has[place], wide_at(f, e.value, place), wide_at(f, f->a, place));
                if (way >= 2 && f->a_has[place] != (way == 2)) continue;
                for (int k = 0; k < N; k++) {
                    if (!f->a_has[i * N + k] || !f->a_has[k * N + j]) continue;
                    wide_times(f->size, term, wide_at(f, f->a, i * N + k), wide_at(f, f->a, k * N + j), k, j);
                    wide_add(f, &e.has[place], wide_at(f, e.value, place), term);
                }
            }
        assert_ok(f->context, tropic_mxm(&C, f->context, way >= 2 ? f->A : NULL, way == 1 ? f->plus : NULL, f->semiring,
                                         f->A, f->A, &d));
        wide_expect_matrix(f, C, &e, "mxm");
        free(e.value);
    }
}

static void check_kronecker(wide_fixture *f)
{
    OWNED(tropic_matrix) *C = NULL;
    OWNED_MEMORY uint8_t *found = test_room(1, f->size), *wanted = test_room(1, f->size);
    assert_ok(f->context, tropic_kronecker(&C, f->context, NULL, NULL, f->times, f->A, f->A, NULL));
    for (int a = 0; a < N * N; a++)
        for (int b = 0; b < N * N; b++) {
            const int i = a / N * N + b / N, j = a % N * N + b % N;
            bool has = false;
            if ((a + b) % 7 != 0) continue;
            assert_ok(f->context, tropic_matrix_get(C, f->context, i, j, found, &has));
            assert_int_equal(has, f->a_has[a] && f->a_has[b]);
            if (!has) continue;
            wide_times(f->size, wanted, wide_at(f, f->a, a), wide_at(f, f->a, b), i, j);
            assert_memory_equal(found, wanted, f->size);
        }
}

/* ------------------------------------------------------------------------------------------------
 * Elementwise
 */

/* A and its transpose, united or met, by plus; then with times and values for what is missing. */
static void check_matrix_ewise(wide_fixture *f)
{
    const tropic_descriptor d = {.size = sizeof d, .transpose_second = true};
    OWNED_MEMORY uint8_t *alpha = test_room(1, f->size), *beta = test_room(1, f->size);
    uint64_t random = 3;
    wide_fill(f, alpha, &random);
    wide_fill(f, beta, &random);
    for (int way = 0; way < 3; way++) {
        wide_expected e = wide_nothing(f);
        OWNED(tropic_matrix) *C = NULL;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                const int place = i * N + j, other = j * N + i;
                const bool x = f->a_has[place], y = f->a_has[other];
                e.has[place] = way == 1 ? x && y : x || y;
                if (way == 2)
                    wide_times(f->size, wide_at(f, e.value, place), x ? wide_at(f, f->a, place) : alpha,
                               y ? wide_at(f, f->a, other) : beta, i, j);
                else if (x && y)
                    wide_plus(f->size, wide_at(f, e.value, place), wide_at(f, f->a, place), wide_at(f, f->a, other));
                else
                    memcpy(wide_at(f, e.value, place), wide_at(f, f->a, x ? place : other), f->size);
            }
        assert_ok(f->context,
                  way == 0 ? tropic_matrix_ewise_add(&C, f->context, NULL, NULL, f->plus, f->A, f->A, &d)
                  : way == 1
                      ? tropic_matrix_ewise_multiply(&C, f->context, NULL, NULL, f->plus, f->A, f->A, &d)
                      : tropic_matrix_ewise_union(&C, f->context, NULL, NULL, f->times, f->A, alpha, f->A, beta, &d));
        wide_expect_matrix(f, C, &e, "ewise of matrices");
        free(e.value);
    }
}

/* Row sums; with u, united and met, in all forms; their sum; what is less than a value. */
static void check_vectors(wide_fixture *f)
{
    for (int way = 0; way < 2 * (TROPIC_SPARSE + 1); way++) {
        const bool adds = way % 2 == 0;
        wide_expected e = wide_nothing(f);
        bool selected[N];
        OWNED(tropic_vector) *s = NULL, *w = NULL, *numbers = NULL;
        OWNED_MEMORY uint8_t *total = test_room(1, f->size), *sum = test_room(1, f->size);
        int64_t number[N];
        bool has[N];
        assert_ok(f->context, tropic_vector_create(&s, f->context, f->type, N));
        assert_ok(f->context, tropic_vector_create(&w, f->context, f->type, N));
        assert_ok(f->context, tropic_vector_create(&numbers, f->context, TROPIC_INT64, N));
        assert_ok(f->context, tropic_reduce_matrix(s, NULL, NULL, f->plus, f->A, NULL));
        for (int k = 0; k < N * N; k++)
            if (f->a_has[k]) wide_add(f, &e.has[k / N], wide_at(f, e.value, k / N), wide_at(f, f->a, k));
        wide_expect_vector(f, s, &e, "reduce");
        if (way / 2 != TROPIC_FULL) assert_ok(f->context, tropic_vector_set_form(f->v, (tropic_vector_form)(way / 2)));
        assert_ok(f->context, adds ? tropic_ewise_add(w, NULL, NULL, f->plus, s, f->v, NULL)
                                   : tropic_ewise_multiply(w, NULL, NULL, f->plus, s, f->v, NULL));
        for (int i = 0; i < N; i++) {
            if (f->u_has[i] && (adds || e.has[i])) wide_add(f, &e.has[i], wide_at(f, e.value, i), wide_at(f, f->u, i));
            e.has[i] = e.has[i] && (adds || f->u_has[i]);
            if (e.has[i]) wide_plus(f->size, sum, sum, wide_at(f, e.value, i));
        }
        wide_expect_vector(f, w, &e, "ewise");
        assert_ok(f->context, tropic_reduce(total, f->plus, w));
        assert_memory_equal(total, sum, f->size);
        assert_ok(f->context, tropic_apply(numbers, NULL, NULL, f->shown, w, &(bool){0}, NULL));
        assert_ok(f->context, tropic_vector_get_dense(numbers, number, has));
        for (int i = 0; i < N; i++)
            if (e.has[i]) assert_int_equal(number[i], wide_shown(f->size, wide_at(f, e.value, i)));
        for (int i = 0; i < N; i++)
            selected[i] = e.has[i] && wide_less(f->size, wide_at(f, e.value, i), wide_at(f, f->u, 0));
        assert_ok(f->context, tropic_select(w, NULL, NULL, f->less, w, wide_at(f, f->u, 0), NULL));
        memcpy(e.has, selected, sizeof selected);
        wide_expect_vector(f, w, &e, "select");
        free(e.value);
    }
}

/* An operand bound at either side; the same of the matrix. */
static void check_bound(wide_fixture *f)
{
    const uint8_t *value = wide_at(f, f->u, 1);
    wide_expected e = wide_nothing(f), m = wide_nothing(f), n = wide_nothing(f);
    OWNED(tropic_vector) *w = NULL;
    OWNED(tropic_matrix) *C = NULL, *D = NULL;
    assert_ok(f->context, tropic_vector_create(&w, f->context, f->type, N));
    assert_ok(f->context, tropic_apply_first(w, NULL, NULL, f->times, value, f->v, NULL));
    for (int i = 0; i < N; i++) {
        e.has[i] = f->u_has[i];
        wide_times(f->size, wide_at(f, e.value, i), value, wide_at(f, f->u, i), i, 0);
    }
    wide_expect_vector(f, w, &e, "apply_first");
    assert_ok(f->context, tropic_apply(w, f->v, f->plus, f->times, f->v, value,
                                       &(tropic_descriptor){.size = sizeof(tropic_descriptor), .structure = true}));
    for (int i = 0; i < N; i++) {
        OWNED_MEMORY uint8_t *term = test_room(1, f->size);
        wide_times(f->size, term, wide_at(f, f->u, i), value, i, 0);
        wide_plus(f->size, wide_at(f, e.value, i), wide_at(f, e.value, i), term);
    }
    wide_expect_vector(f, w, &e, "apply, accumulated");
    assert_ok(f->context, tropic_matrix_apply(&C, f->context, NULL, NULL, f->times, f->A, value, NULL));
    assert_ok(f->context, tropic_matrix_select(&D, f->context, NULL, NULL, f->less, f->A, value, NULL));
    for (int k = 0; k < N * N; k++) {
        m.has[k] = f->a_has[k];
        wide_times(f->size, wide_at(f, m.value, k), wide_at(f, f->a, k), value, k / N, k % N);
        n.has[k] = f->a_has[k] && wide_less(f->size, wide_at(f, f->a, k), value);
        memcpy(wide_at(f, n.value, k), wide_at(f, f->a, k), f->size);
    }
    wide_expect_matrix(f, C, &m, "apply of a matrix");
    wide_expect_matrix(f, D, &n, "select of a matrix");
    free(e.value);
    free(m.value);
    free(n.value);
}

static void all_of_a_size(void **state)
{
    static const size_t sizes[] = WIDE_SIZES;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        static wide_fixture f;
        wide_open(&f, sizes[k]);
        check_vector_products(&f);
        check_block(&f);
        check_matrix_products(&f);
        check_kronecker(&f);
        check_matrix_ewise(&f);
        check_vectors(&f);
        check_bound(&f);
        wide_close(&f);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Semirings of expressions
 */

/* clang-format off */
TROPIC_STRUCT(page, int32_t number[1024];);
TROPIC_STRUCT(book, int32_t number[16384];);
/* clang-format on */
#define EACH_NUMBER(name, type, expression)                                                                            \
    static type name(type a, type b)                                                                                   \
    {                                                                                                                  \
        for (size_t k = 0; k < sizeof a.number / sizeof *a.number; k++) a.number[k] = expression;                      \
        return a;                                                                                                      \
    }
EACH_NUMBER(page_sum, page, a.number[k] + b.number[k])
EACH_NUMBER(page_product, page, a.number[k] * b.number[k])
EACH_NUMBER(book_sum, book, a.number[k] + b.number[k])
EACH_NUMBER(book_product, book, a.number[k] * b.number[k])
TROPIC_SEMIRING(page_plus_times, page, page, page, page_sum(a, b), page_product(x, y), ((page){{0}}));
TROPIC_SEMIRING(book_plus_times, book, book, book, book_sum(a, b), book_product(x, y), ((book){{0}}));

/* A full line of `n` ones times numbers 1 .. n: with more entries than lanes are for, and on several threads. */
static void sum_by(const tropic_type_source *of, const tropic_semiring_source *source, tropic_index n)
{
    OWNED(tropic_context) *context = test_context();
    const size_t size = of->bytes, words = size / sizeof(int32_t);
    OWNED_MEMORY int32_t *values = test_room(n, size), *found = test_room(1, size);
    OWNED_MEMORY tropic_index *rows = test_room(n, sizeof *rows), *cols = test_room(n, sizeof *cols);
    OWNED(tropic_matrix) *A = NULL, *C = NULL;
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    tropic_semiring *semiring = NULL;
    tropic_type type;
    assert_ok(context, tropic_type_define(&type, context, of));
    assert_ok(context, tropic_semiring_create(&semiring, context, source));
    for (tropic_index k = 0; k < n; k++) cols[k] = k;
    for (size_t k = 0; k < (size_t)n * words; k++) values[k] = (int32_t)(k / words % 50 + k % words % 20);
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, n, n, rows, cols, type, values, NULL));
    assert_ok(context, tropic_vector_create(&u, context, type, n));
    assert_ok(context, tropic_vector_create(&w, context, type, 1));
    assert_ok(context, tropic_vector_put_dense(u, values, NULL));
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        const tropic_descriptor d = {.size = sizeof d, .strategy = (tropic_strategy)strategy};
        assert_ok(context, tropic_mxv(w, NULL, NULL, semiring, A, u, &d));
        assert_ok(context, tropic_vector_get_dense(w, found, NULL));
        for (size_t b = 0; b < words; b++) {
            int32_t sum = 0;
            for (size_t k = 0; k < (size_t)n; k++) sum += values[k * words + b] * values[k * words + b];
            assert_int_equal(found[b], sum);
        }
    }
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, semiring, A, A,
                                  &(tropic_descriptor){.size = sizeof(tropic_descriptor), .transpose_second = true}));
    assert_int_equal(tropic_matrix_count(C), 1);
    tropic_semiring_free(&semiring);
}

static void semirings_of_expressions(void **state)
{
    sum_by(&page_type, &page_plus_times, 600);
    sum_by(&book_type, &book_plus_times, 150);
}

/* ------------------------------------------------------------------------------------------------
 * Limits
 */

static void the_largest(void **state)
{
    const tropic_type_source too_large = {sizeof too_large, "sized_too", "char c[65537];", TROPIC_TYPE_MAX + 1, 1};
    OWNED(tropic_context) *context = test_context();
    tropic_type type;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_type_define(&type, context, &too_large));
    assert_string_equal(tropic_context_error(context), "type sized_too has 65537 bytes, not 1 to 65536");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_a_size),
        cmocka_unit_test(semirings_of_expressions),
        cmocka_unit_test(the_largest),
    };
    return cmocka_run_group_tests(tests, test_cache_begin, test_cache_end);
}
