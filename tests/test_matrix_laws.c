/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws of the operations on matrices, on random matrices of all shapes.
 */
#include "tests/algebra_context.h"
#include "tests/operation_matrices.h"

static uint64_t seed = 5;

static const tropic_operator *op(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT64);
}

static twin draw(tropic_index rows, tropic_index cols, bool pattern)
{
    twin t;
    twin_draw(&t, context, pattern ? TROPIC_BOOL : TROPIC_INT64, rows, cols, pattern, VALUES_ANY, &seed);
    return t;
}

/* tril(k) + triu(k + 1) = all; and the entries on a diagonal, and all others. */
static void test_triangles(void **unused)
{
    enum { CASES = 40, LENGTH = 30 };
    for (int k = 0; k < CASES; k++) {
        const tropic_index rows = test_below(&seed, LENGTH), cols = test_below(&seed, LENGTH);
        const int64_t y = test_below(&seed, 2 * LENGTH) - LENGTH, next = y + 1;
        const bool pattern = test_below(&seed, 2);
        const tropic_operator *lor = tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL);
        const tropic_operator *plus = pattern ? lor : op(TROPIC_PLUS);
        OWNED(tropic_matrix) *lower = NULL, *upper = NULL, *whole = NULL;
        OWNED(twin) t = draw(rows, cols, pattern);
        assert_ok(context, tropic_matrix_select(&lower, context, NULL, NULL, op(TROPIC_TRIL), t.A, &y, NULL));
        assert_ok(context, tropic_matrix_select(&upper, context, NULL, NULL, op(TROPIC_TRIU), t.A, &next, NULL));
        assert_int_equal(tropic_matrix_is_pattern(lower), pattern);
        assert_int_equal(tropic_matrix_count(lower) + tropic_matrix_count(upper), tropic_matrix_count(t.A));
        assert_ok(context, tropic_matrix_ewise_add(&whole, context, NULL, NULL, plus, lower, upper, NULL));
        twin_compare_matrices(whole, t.A, context, "tril and triu");
        assert_ok(context, tropic_matrix_select(&lower, context, NULL, NULL, op(TROPIC_DIAGONAL), t.A, &y, NULL));
        assert_ok(context, tropic_matrix_select(&upper, context, NULL, NULL, op(TROPIC_OFF_DIAGONAL), t.A, &y, NULL));
        assert_ok(context, tropic_matrix_ewise_add(&whole, context, NULL, NULL, plus, lower, upper, NULL));
        twin_compare_matrices(whole, t.A, context, "a diagonal and the rest");
    }
}

/* The entries that a mask lets through and those of its complement are all. */
static void test_masks_partition(void **unused)
{
    enum { CASES = 40, LENGTH = 30 };
    for (int k = 0; k < CASES; k++) {
        const tropic_index rows = test_below(&seed, LENGTH), cols = test_below(&seed, LENGTH);
        const bool structure = test_below(&seed, 2);
        const tropic_descriptor in = {.size = sizeof in, .transpose = true, .structure = structure};
        tropic_descriptor out = in;
        OWNED(tropic_matrix) *C = NULL;
        OWNED(twin) A = draw(rows, cols, false), M = draw(rows, cols, test_below(&seed, 2));
        out.complement = true;
        assert_ok(context, tropic_transpose(&C, context, M.A, NULL, A.A, &in));
        assert_ok(context, tropic_transpose(&C, context, M.A, NULL, A.A, &out));
        twin_compare_matrices(C, A.A, context, "a mask and its complement");
    }
}

/* (A + B)' = A' + B', in several ways. */
static void test_transposes(void **unused)
{
    enum { CASES = 40, LENGTH = 30 };
    for (int k = 0; k < CASES; k++) {
        const tropic_index rows = test_below(&seed, LENGTH), cols = test_below(&seed, LENGTH);
        const tropic_descriptor both = {.size = sizeof both, .transpose = true, .transpose_second = true};
        const tropic_operator *minus = op(TROPIC_MINUS);
        const int64_t alpha = 5, beta = 7;
        OWNED(tropic_matrix) *C = NULL, *D = NULL;
        OWNED(twin) A = draw(rows, cols, false), B = draw(rows, cols, test_below(&seed, 2));
        assert_ok(context, tropic_matrix_ewise_union(&C, context, NULL, NULL, minus, A.A, &alpha, B.A, &beta, NULL));
        assert_ok(context, tropic_transpose(&D, context, NULL, NULL, C, NULL));
        tropic_matrix_free(&C);
        assert_ok(context, tropic_matrix_ewise_union(&C, context, NULL, NULL, minus, A.A, &alpha, B.A, &beta, &both));
        twin_compare_matrices(C, D, context, "a union and its transpose");
    }
}

/* Assigned entries are extracted again, and the rest stays. */
static void test_extract_of_assign(void **unused)
{
    enum { CASES = 40, LENGTH = 30 };
    for (int k = 0; k < CASES; k++) {
        const tropic_index rows = 2 + test_below(&seed, LENGTH), cols = 2 + test_below(&seed, LENGTH);
        const tropic_indices I = {.count = rows / 2, .first = rows - 1, .stride = -2};
        const tropic_indices J = {.count = cols / 2, .first = 1, .stride = cols > 3 ? 2 : 1};
        OWNED(tropic_matrix) *C = NULL, *D = NULL;
        int64_t before, after, part, whole;
        OWNED(twin) A = draw(rows, cols, false), B = draw(rows / 2, cols / 2, false);
        assert_ok(context, tropic_matrix_extract(&C, context, NULL, NULL, A.A, NULL, NULL, NULL));
        twin_compare_matrices(C, A.A, context, "all of it");
        assert_ok(context, tropic_matrix_extract(&D, context, NULL, NULL, A.A, &I, &J, NULL));
        assert_ok(context, tropic_matrix_reduce(&before, context, op(TROPIC_PLUS), A.A));
        assert_ok(context, tropic_matrix_reduce(&part, context, op(TROPIC_PLUS), D));
        assert_ok(context, tropic_matrix_assign(&C, context, NULL, NULL, B.A, &I, &J, NULL));
        tropic_matrix_free(&D);
        assert_ok(context, tropic_matrix_extract(&D, context, NULL, NULL, C, &I, &J, NULL));
        twin_compare_matrices(D, B.A, context, "extract of assign");
        assert_ok(context, tropic_matrix_reduce(&whole, context, op(TROPIC_PLUS), B.A));
        assert_ok(context, tropic_matrix_reduce(&after, context, op(TROPIC_PLUS), C));
        assert_true((uint64_t)after == (uint64_t)before - (uint64_t)part + (uint64_t)whole);
    }
}

/* Rows and columns as vectors are those of the matrix, one by one. */
static void test_vectors(void **unused)
{
    enum { CASES = 20, LENGTH = 12 };
    for (int k = 0; k < CASES; k++) {
        const tropic_index rows = 1 + test_below(&seed, LENGTH), cols = 1 + test_below(&seed, LENGTH);
        const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};
        const tropic_index j = test_below(&seed, cols);
        const tropic_indices column = {.ids = &j, .count = 1};
        int64_t values[2][LENGTH] = {{0}};
        bool has[2][LENGTH] = {{0}};
        OWNED(tropic_vector) *w = NULL;
        OWNED(tropic_matrix) *C = NULL;
        OWNED(twin) A = draw(rows, cols, test_below(&seed, 2));
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT64, rows));
        for (int way = 0; way < 2; way++) {
            if (way == 0)
                assert_ok(context, tropic_matrix_extract_column(w, NULL, NULL, A.A, NULL, j, NULL));
            else
                assert_ok(context, tropic_matrix_extract_row(w, NULL, NULL, A.A, j, NULL, &turned));
            assert_ok(context, tropic_vector_get_dense(w, values[way], has[way]));
        }
        assert_memory_equal(values[0], values[1], sizeof values[0]);
        assert_memory_equal(has[0], has[1], sizeof has[0]);
        assert_ok(context, tropic_matrix_extract(&C, context, NULL, NULL, A.A, NULL, &column, NULL));
        assert_int_equal(tropic_matrix_count(C), tropic_vector_count(w));
        {
            int64_t sums[2];
            assert_ok(context, tropic_matrix_reduce(&sums[0], context, op(TROPIC_PLUS), C));
            assert_ok(context, tropic_reduce(&sums[1], op(TROPIC_PLUS), w));
            assert_true(sums[0] == sums[1]);
        }
        assert_ok(context, tropic_matrix_clear(&C, context));
        assert_int_equal(tropic_matrix_count(C), 0);
    }
}

/* A larger and then a smaller shape, and the entries cut off; a copy lives on its own; a pattern stays one. */
static void test_resize(void **unused)
{
    enum { CASES = 40, LENGTH = 30 };
    for (int k = 0; k < CASES; k++) {
        const tropic_index rows = 1 + test_below(&seed, LENGTH), cols = 1 + test_below(&seed, LENGTH);
        const tropic_index r = test_below(&seed, rows + 1), c = test_below(&seed, cols + 1);
        const tropic_indices I = {.count = r}, J = {.count = c};
        const bool pattern = test_below(&seed, 2);
        OWNED(tropic_matrix) *C = NULL, *D = NULL;
        OWNED(twin) A = draw(rows, cols, pattern);
        assert_ok(context, tropic_matrix_duplicate(&C, context, A.A));
        assert_int_equal(tropic_matrix_is_pattern(C), pattern);
        twin_compare_matrices(C, A.A, context, "a copy");
        assert_ok(context, tropic_matrix_resize(&C, context, rows + 3, cols + 5));
        assert_int_equal(tropic_matrix_rows(C), rows + 3);
        assert_int_equal(tropic_matrix_count(C), tropic_matrix_count(A.A));
        assert_ok(context, tropic_matrix_resize(&C, context, r, c));
        assert_ok(context, tropic_matrix_extract(&D, context, NULL, NULL, A.A, &I, &J, NULL));
        twin_compare_matrices(C, D, context, "a smaller shape");
        assert_ok(context, tropic_matrix_clear(&C, context));
        assert_int_equal(tropic_matrix_is_pattern(C), pattern);
    }
}

/* An accumulator that reads places sees those of C, and so does an operator that meets two entries. */
static void test_places(void **unused)
{
    static const tropic_index at[] = {5, 7};
    static const int64_t ones[] = {1, 1}, more[] = {10, 20};
    const tropic_operator *row = tropic_operator_builtin(TROPIC_ROW_INDEX, TROPIC_INT64);
    const tropic_operator *first = tropic_operator_builtin(TROPIC_FIRST, TROPIC_INT64);
    OWNED(tropic_matrix) *A = NULL, *C = NULL, *D = NULL;
    const void *values;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 9, 9, 2, at, at, TROPIC_INT64, more, NULL));
    assert_ok(context, tropic_matrix_from_coo(&C, context, 9, 9, 2, at, at, TROPIC_INT64, ones, NULL));
    assert_ok(context, tropic_matrix_ewise_multiply(&D, context, NULL, NULL, row, C, A, NULL));
    assert_ok(context, tropic_matrix_apply(&C, context, NULL, row, first, A, NULL, NULL));
    assert_ok(context, tropic_matrix_csr(C, context, NULL, NULL, &values));
    assert_int_equal(((const int64_t *)values)[0], 5 + 10);
    assert_int_equal(((const int64_t *)values)[1], 7 + 20);
    twin_compare_matrices(C, D, context, "row_index where two meet");
}

static tropic_matrix *product(const tropic_matrix *A, const tropic_matrix *B)
{
    tropic_matrix *C = NULL;
    assert_ok(context, tropic_mxm(&C, context, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64), A,
                                  B, NULL));
    return C;
}

static tropic_matrix *pairs(const tropic_matrix *A, const tropic_matrix *B)
{
    tropic_matrix *C = NULL;
    assert_ok(context, tropic_kronecker(&C, context, NULL, NULL, op(TROPIC_TIMES), A, B, NULL));
    return C;
}

/* kron(A, B) kron(C, D) = kron(AC, BD). (Integers wrap.) */
static void test_pairs(void **unused)
{
    enum { LENGTH = 9 };
    for (int k = 0; k < test_sized(60, 10); k++) {
        tropic_index n[6];
        for (int d = 0; d < 6; d++) n[d] = test_below(&seed, LENGTH);
        OWNED(twin) a = draw(n[0], n[1], k % 4 == 1), b = draw(n[2], n[3], false);
        OWNED(twin) c = draw(n[1], n[4], false), d = draw(n[3], n[5], k % 4 == 2);
        tropic_matrix *ab = pairs(a.A, b.A), *cd = pairs(c.A, d.A), *ac = product(a.A, c.A), *bd = product(b.A, d.A);
        tropic_matrix *left = product(ab, cd), *right = pairs(ac, bd);
        twin_compare_matrices(left, right, context, "kron(A, B) kron(C, D)");
        tropic_matrix *const all[] = {ab, cd, ac, bd, left, right};
        for (size_t f = 0; f < sizeof all / sizeof *all; f++) {
            OWNED(tropic_matrix) *one = all[f];
        }
    }
}

/* A(p, p) of a matrix that it replaces. */
static void permute(tropic_matrix **A, const int32_t *p)
{
    const tropic_indices by = {.ids = p, .count = tropic_matrix_rows(*A)};
    assert_ok(context, tropic_matrix_extract(A, context, NULL, NULL, *A, &by, &by, NULL));
}

/* (P A P') (P B P') = P A B P'. */
static void test_order(void **unused)
{
    enum { LENGTH = 300 };
    for (int k = 0; k < test_sized(40, 8); k++) {
        const tropic_index n = 1 + test_below(&seed, LENGTH);
        OWNED_MEMORY int32_t *p = test_permutation_of(test_random(&seed), n);
        OWNED(twin) a = draw(n, n, false), b = draw(n, n, false);
        OWNED(tropic_matrix) *whole = product(a.A, b.A), *made = NULL;
        permute(&a.A, p);
        permute(&b.A, p);
        permute(&whole, p);
        made = product(a.A, b.A);
        twin_compare_matrices(made, whole, context, "P A P' P B P'");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triangles),  cmocka_unit_test(test_masks_partition),
        cmocka_unit_test(test_transposes), cmocka_unit_test(test_extract_of_assign),
        cmocka_unit_test(test_vectors),    cmocka_unit_test(test_resize),
        cmocka_unit_test(test_places),     cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_order),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open_algebra, context_close_algebra);
}
