/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of 129 bytes up to the largest: single entries, parts, sums, and how matrices are built, against loops.
 */
#include "tests/wide_values.h"

/* ------------------------------------------------------------------------------------------------
 * Entries, parts, sums
 */

static void check_assign(wide_fixture *f)
{
    static const tropic_index ids[] = {7, 2, 5};
    const tropic_indices places = {.ids = ids, .count = 3};
    const uint8_t *value = wide_at(f, f->u, 2);
    wide_expected e = wide_nothing(f), m = wide_nothing(f);
    OWNED(tropic_vector) *w = NULL, *part = NULL;
    OWNED(tropic_matrix) *C = NULL, *block = NULL;
    assert_ok(f->context, tropic_vector_duplicate(&w, f->v));
    assert_ok(f->context, tropic_vector_create(&part, f->context, f->type, 3));
    assert_ok(f->context, tropic_assign_scalar(w, NULL, NULL, value, ids, 3, NULL));
    for (int i = 0; i < N; i++) {
        const bool given = i == 7 || i == 2 || i == 5;
        e.has[i] = f->u_has[i] || given;
        memcpy(wide_at(f, e.value, i), given ? value : wide_at(f, f->u, i), f->size);
    }
    wide_expect_vector(f, w, &e, "assign of a value");
    assert_ok(f->context, tropic_extract(part, NULL, NULL, w, ids, 3, NULL));
    assert_ok(f->context, tropic_assign(w, NULL, f->plus, part, ids, 3, NULL));
    for (int k = 0; k < 3; k++)
        wide_plus(f->size, wide_at(f, e.value, ids[k]), wide_at(f, e.value, ids[k]), wide_at(f, e.value, ids[k]));
    wide_expect_vector(f, w, &e, "assign of a part");
    assert_ok(f->context, tropic_matrix_duplicate(&C, f->context, f->A));
    assert_ok(f->context, tropic_matrix_extract(&block, f->context, NULL, NULL, f->A, &places, &places, NULL));
    assert_ok(f->context, tropic_matrix_assign_scalar(&C, f->context, NULL, NULL, value, &places, &places, NULL));
    assert_ok(f->context, tropic_matrix_assign(&C, f->context, NULL, f->plus, block, &places, &places, NULL));
    for (int k = 0; k < N * N; k++) {
        const int i = k / N, j = k % N;
        const bool in = (i == 7 || i == 2 || i == 5) && (j == 7 || j == 2 || j == 5);
        m.has[k] = f->a_has[k] || in;
        memcpy(wide_at(f, m.value, k), in ? value : wide_at(f, f->a, k), f->size);
        if (in && f->a_has[k]) wide_plus(f->size, wide_at(f, m.value, k), wide_at(f, m.value, k), wide_at(f, f->a, k));
    }
    wide_expect_matrix(f, C, &m, "assign to a matrix");
    free(e.value);
    free(m.value);
}

/* Single entries, set and removed again and again, and what is read between. */
static void check_entries(wide_fixture *f)
{
    uint64_t random = 29;
    wide_expected e = wide_nothing(f), m = wide_nothing(f);
    OWNED(tropic_vector) *w = NULL;
    OWNED(tropic_matrix) *C = NULL;
    assert_ok(f->context, tropic_vector_create(&w, f->context, f->type, N));
    assert_ok(f->context, tropic_matrix_duplicate(&C, f->context, f->A));
    memcpy(m.has, f->a_has, sizeof m.has);
    memcpy(m.value, f->a, N * N * f->size);
    for (int k = 0; k < 40; k++) {
        const int i = test_below(&random, N), place = test_below(&random, N * N);
        if (test_below(&random, 4) == 0) {
            assert_ok(f->context, tropic_vector_remove(w, i));
            assert_ok(f->context, tropic_matrix_remove(C, f->context, place / N, place % N));
            e.has[i] = m.has[place] = false;
        } else {
            wide_fill(f, wide_at(f, e.value, i), &random);
            memcpy(wide_at(f, m.value, place), wide_at(f, e.value, i), f->size);
            e.has[i] = m.has[place] = true;
            assert_ok(f->context, tropic_vector_set(w, i, wide_at(f, e.value, i)));
            assert_ok(f->context, tropic_matrix_set(C, f->context, place / N, place % N, wide_at(f, m.value, place)));
        }
        if (k % 13 == 12) wide_expect_vector(f, w, &e, "set");
        if (k % 13 == 12) wide_expect_matrix(f, C, &m, "set in a matrix");
    }
    free(e.value);
    free(m.value);
}

/* Transposed, as arrays, and built anew as an undirected graph, whose opposites combine. */
static void check_build(wide_fixture *f)
{
    tropic_index rows[N * N], cols[N * N];
    OWNED_MEMORY uint8_t *values = test_room(N * N, f->size);
    tropic_build_options options = {.size = sizeof options, .direction = TROPIC_DIRECTION_UNDIRECTED};
    wide_expected e = wide_nothing(f), m = wide_nothing(f);
    OWNED(tropic_matrix) *T = NULL, *C = NULL;
    int64_t count;
    options.duplicates_op = f->plus;
    assert_ok(f->context, tropic_transpose(&T, f->context, NULL, NULL, f->A, NULL));
    for (int k = 0; k < N * N; k++) {
        const int other = k % N * N + k / N;
        e.has[k] = f->a_has[other];
        memcpy(wide_at(f, e.value, k), wide_at(f, f->a, other), f->size);
        m.has[k] = f->a_has[k] || f->a_has[other];
        if (f->a_has[k] && f->a_has[other] && k != other)
            wide_plus(f->size, wide_at(f, m.value, k), wide_at(f, f->a, k), wide_at(f, f->a, other));
        else if (m.has[k])
            memcpy(wide_at(f, m.value, k), wide_at(f, f->a, f->a_has[k] ? k : other), f->size);
    }
    wide_expect_matrix(f, T, &e, "transpose");
    count = tropic_matrix_count(f->A);
    assert_ok(f->context, tropic_matrix_get_entries(f->A, f->context, rows, cols, values));
    assert_ok(f->context, tropic_matrix_from_coo(&C, f->context, N, N, count, rows, cols, f->type, values, &options));
    wide_expect_matrix(f, C, &m, "an undirected matrix");
    free(e.value);
    free(m.value);
}

static void check_sums(wide_fixture *f)
{
    OWNED_MEMORY uint8_t *total = test_room(1, f->size), *sum = test_room(1, f->size);
    tropic_law_report report = {.size = sizeof report};
    assert_ok(f->context, tropic_matrix_reduce(total, f->context, f->plus, f->A));
    for (int k = 0; k < N * N; k++)
        if (f->a_has[k]) wide_plus(f->size, sum, sum, wide_at(f, f->a, k));
    assert_memory_equal(total, sum, f->size);
    /* Values are long in its text, so that they are cut off: the multiply does not annihilate. */
    assert_ok(f->context, tropic_semiring_check(f->semiring, f->context, f->u, N, 1, &report));
    assert_false(report.annihilates);
    assert_non_null(strstr(report.text, ".."));
}

static void all_of_a_size(void **state)
{
    static const size_t sizes[] = WIDE_SIZES;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        static wide_fixture f;
        wide_open(&f, sizes[k]);
        check_assign(&f);
        check_entries(&f);
        check_build(&f);
        check_sums(&f);
        wide_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_of_a_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
