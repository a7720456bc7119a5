/* SPDX-License-Identifier: Apache-2.0
 *
 * To GraphBLAS and back: all types, patterns, iso-valued objects, empty ones, and refused objects.
 */
#include "tests/fixtures.h"
#include "tests/grb_context.h"

#define assert_done(call)                                                                                              \
    do {                                                                                                               \
        if ((call) != TROPIC_OK) fail_msg("%s: %s", #call, tropic_suitesparse_error());                                \
    } while (0)
#define assert_refused(status, call)                                                                                   \
    do {                                                                                                               \
        assert_int_equal(call, status);                                                                                \
        assert_true(tropic_suitesparse_error()[0] != '\0');                                                            \
    } while (0)

/* Random weights, zeros among them, as this type; of whole numbers so wide that no narrower type has them. */
static tropic_matrix *matrix_of(test_graph g, tropic_type type)
{
    const double divisor = test_is_floating(type) ? 4 : tropic_type_size(type) == 8 ? 0x1p-40 : 0x1p-29;
    tropic_matrix *A;
    test_deduplicate(&g);
    test_weigh(&g, 2, -3, 3, divisor);
    A = test_matrix_of(context, &g, type, NULL);
    test_graph_free(&g);
    return A;
}

static void check_round_trip(tropic_matrix *A)
{
    OWNED(GrB_Matrix) G = NULL;
    GrB_Index entries = 0;
    OWNED(tropic_matrix) *B = NULL;
    assert_done(tropic_matrix_to_suitesparse(&G, context, A));
    assert_int_equal(GrB_Matrix_nvals(&entries, G), GrB_SUCCESS);
    assert_int_equal(entries, tropic_matrix_count(A));
    assert_done(tropic_matrix_from_suitesparse(&B, context, G));
    test_matrices_same(context, A, context, B);
    tropic_matrix_free(&A);
}

static void test_matrices(void **unused)
{
    for (int t = 0; t < TROPIC_TYPES; t++) {
        const tropic_type type = (tropic_type)t;
        check_round_trip(matrix_of(test_random_graph(1, 30, 50, 400), type));
        check_round_trip(matrix_of(test_random_graph(3, 2000, 3, 10), type));
        check_round_trip(matrix_of(test_empty(4, 5), type));
    }
    OWNED(test_graph) g = test_grid(5, 5);
    check_round_trip(test_matrix_of(context, &g, TROPIC_BOOL, NULL));
}

/* Matrices that GraphBLAS has not finished building, has in columns, or has as one value. */
static void test_forms(void **unused)
{
    const int32_t rows[] = {0, 0, 2, 2}, cols[] = {1, 2, 0, 2}, values[] = {5, 5, 5, 5};
    OWNED(tropic_matrix) *expected = NULL;
    tropic_matrix *A = NULL;
    OWNED(GrB_Matrix) G = NULL;
    assert_ok(context, tropic_matrix_from_coo(&expected, context, 3, 3, 4, rows, cols, TROPIC_INT32, values, NULL));
    assert_int_equal(GrB_Matrix_new(&G, GrB_INT32, 3, 3), GrB_SUCCESS);
    for (int k = 3; k >= 0; k--) /* pending */
        assert_int_equal(GrB_Matrix_setElement_INT32(G, 5, (GrB_Index)rows[k], (GrB_Index)cols[k]), GrB_SUCCESS);
    assert_done(tropic_matrix_from_suitesparse(&A, context, G));
    test_matrices_same(context, A, context, expected);
    tropic_matrix_free(&A);
    /* iso: G<G,struct> = 5 */
    assert_int_equal(GrB_Matrix_assign_INT32(G, G, NULL, 5, GrB_ALL, 3, GrB_ALL, 3, GrB_DESC_S), GrB_SUCCESS);
    assert_done(tropic_matrix_from_suitesparse(&A, context, G));
    test_matrices_same(context, A, context, expected);
    tropic_matrix_free(&A);
#ifdef GxB_SUITESPARSE_GRAPHBLAS
    const int forms[] = {GxB_HYPERSPARSE, GxB_SPARSE, GxB_BITMAP};
    for (int by_column = 0; by_column < 2; by_column++)
        for (int k = 0; k < 3; k++) {
            assert_int_equal(GxB_Matrix_Option_set(G, GxB_FORMAT, by_column ? GxB_BY_COL : GxB_BY_ROW), GrB_SUCCESS);
            assert_int_equal(GxB_Matrix_Option_set(G, GxB_SPARSITY_CONTROL, forms[k]), GrB_SUCCESS);
            assert_done(tropic_matrix_from_suitesparse(&A, context, G));
            test_matrices_same(context, A, context, expected);
            tropic_matrix_free(&A);
        }
#endif
}

static void check_vector(tropic_type type, const void *values, const bool *has, tropic_index n)
{
    char before[64] = {0}, after[64] = {0};
    bool has_after[8] = {0};
    tropic_vector *v = NULL, *back = NULL;
    GrB_Vector g = NULL;
    for (int form = TROPIC_FULL; form <= TROPIC_SPARSE; form++) {
        assert_ok(context, tropic_vector_create(&v, context, type, n));
        assert_ok(context, tropic_vector_put_dense(v, values, has));
        bool full = tropic_vector_count(v) == n;
        if (full || form != TROPIC_FULL) assert_ok(context, tropic_vector_set_form(v, (tropic_vector_form)form));
        assert_done(tropic_vector_to_suitesparse(&g, v));
        assert_done(tropic_vector_from_suitesparse(&back, context, g));
        assert_int_equal(tropic_vector_type(back), type);
        assert_ok(context, tropic_vector_get_dense(v, before, NULL));
        assert_ok(context, tropic_vector_get_dense(back, after, has_after));
        assert_memory_equal(before, after, (size_t)n * tropic_type_size(type));
        assert_memory_equal(has, has_after, (size_t)n);
        GrB_Vector_free(&g);
        tropic_vector_free(&v);
        tropic_vector_free(&back);
    }
}

static void test_vectors(void **unused)
{
    enum { N = 5 };
    const bool masks[][N] = {{1, 1, 1, 1, 1}, {0, 1, 0, 0, 1}, {0, 0, 0, 0, 0}};
    const bool bools[N] = {1, 0, 1, 0, 1};
    const int8_t bytes[N] = {0, INT8_MIN, INT8_MAX, 4, 4};
    const int16_t shorts[N] = {0, INT16_MIN, INT16_MAX, 4, 4};
    const int32_t ints[N] = {0, INT32_MIN, INT32_MAX, 4, 4};
    const int64_t longs[N] = {0, INT64_MIN, INT64_MAX, 4, 4};
    const uint8_t unsigned_bytes[N] = {0, 1u << 7, UINT8_MAX, 4, 4};
    const uint16_t unsigned_shorts[N] = {0, 1u << 15, UINT16_MAX, 4, 4};
    const uint32_t unsigned_ints[N] = {0, 1u << 31, UINT32_MAX, 4, 4};
    const uint64_t unsigned_longs[N] = {0, 1ull << 63, UINT64_MAX, 4, 4};
    const float floats[N] = {0.5f, -0.0f, HUGE_VALF, 4, 4};
    const double doubles[N] = {0.1, -0.0, HUGE_VAL, 4, 4};
    for (size_t k = 0; k < sizeof masks / sizeof *masks; k++) {
        check_vector(TROPIC_BOOL, bools, masks[k], N);
        check_vector(TROPIC_INT8, bytes, masks[k], N);
        check_vector(TROPIC_INT16, shorts, masks[k], N);
        check_vector(TROPIC_INT32, ints, masks[k], N);
        check_vector(TROPIC_INT64, longs, masks[k], N);
        check_vector(TROPIC_UINT8, unsigned_bytes, masks[k], N);
        check_vector(TROPIC_UINT16, unsigned_shorts, masks[k], N);
        check_vector(TROPIC_UINT32, unsigned_ints, masks[k], N);
        check_vector(TROPIC_UINT64, unsigned_longs, masks[k], N);
        check_vector(TROPIC_FP32, floats, masks[k], N);
        check_vector(TROPIC_FP64, doubles, masks[k], N);
    }
}

static void test_refusals(void **unused)
{
    GrB_Matrix G = NULL;
    GrB_Vector g = NULL;
    GrB_Type own = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *v = NULL;
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_matrix_from_suitesparse(&A, context, NULL));
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_vector_from_suitesparse(NULL, context, NULL));
    assert_int_equal(GrB_Type_new(&own, 3), GrB_SUCCESS);
    assert_int_equal(GrB_Matrix_new(&G, own, 3, 3), GrB_SUCCESS);
    assert_int_equal(GrB_Vector_new(&g, own, 3), GrB_SUCCESS);
    assert_refused(TROPIC_TYPE_MISMATCH, tropic_matrix_from_suitesparse(&A, context, G));
    assert_refused(TROPIC_TYPE_MISMATCH, tropic_vector_from_suitesparse(&v, context, g));
    GrB_Matrix_free(&G);
    GrB_Vector_free(&g);
    GrB_Type_free(&own);
    const GrB_Index large = (GrB_Index)TROPIC_INDEX_MAX + 1;
    assert_int_equal(GrB_Matrix_new(&G, GrB_BOOL, large, 3), GrB_SUCCESS);
    assert_int_equal(GrB_Vector_new(&g, GrB_BOOL, large), GrB_SUCCESS);
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_matrix_from_suitesparse(&A, context, G));
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_vector_from_suitesparse(&v, context, g));
    GrB_Matrix_free(&G);
    GrB_Vector_free(&g);
    assert_null(A);
    assert_null(v);

    const tropic_offset offsets[] = {0};
    assert_ok(context, tropic_matrix_from_csr(&A, context, 0, 3, offsets, NULL, TROPIC_BOOL, NULL, NULL));
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_matrix_to_suitesparse(&G, context, A));
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_matrix_to_suitesparse(&G, context, NULL));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_BOOL, 0));
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_vector_to_suitesparse(&g, v));
    assert_null(G);
    assert_null(g);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matrices),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, context_open_grb, context_close_grb);
}
