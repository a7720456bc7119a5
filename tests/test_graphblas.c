/* SPDX-License-Identifier: Apache-2.0
 *
 * To GraphBLAS and back: all types, patterns, iso-valued objects, empty ones, and what is refused.
 */
#include "tests/common.h"

#include "reference/grb.h"
#include "reference/reference.h"
#include "tests/graphs.h"

static tropic_context *context;

static int set_up(void **unused)
{
    (void)unused;
    context = test_context();
    assert_int_equal(grb_start(), GrB_SUCCESS);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    tropic_context_free(&context);
    reference_finish();
    return 0;
}

#define assert_done(call)                                                                                              \
    do {                                                                                                               \
        if ((call) != TROPIC_OK) fail_msg("%s: %s", #call, tropic_graphblas_error());                                  \
    } while (0)
#define assert_refused(status, call)                                                                                   \
    do {                                                                                                               \
        assert_int_equal(call, status);                                                                                \
        assert_true(tropic_graphblas_error()[0] != '\0');                                                              \
    } while (0)

static void assert_same(const tropic_matrix *A, const tropic_matrix *B)
{
    const tropic_offset *offsets, *other_offsets;
    const tropic_index *ids, *other_ids;
    const void *values, *other_values;
    size_t count = (size_t)tropic_matrix_count(A);
    assert_int_equal(tropic_matrix_rows(A), tropic_matrix_rows(B));
    assert_int_equal(tropic_matrix_cols(A), tropic_matrix_cols(B));
    assert_int_equal(tropic_matrix_count(A), tropic_matrix_count(B));
    assert_int_equal(tropic_matrix_type(A), tropic_matrix_type(B));
    assert_int_equal(tropic_matrix_is_pattern(A), tropic_matrix_is_pattern(B));
    assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
    assert_ok(context, tropic_matrix_csr(B, context, &other_offsets, &other_ids, &other_values));
    assert_memory_equal(offsets, other_offsets, (size_t)(tropic_matrix_rows(A) + 1) * sizeof *offsets);
    if (count == 0) return;
    assert_memory_equal(ids, other_ids, count * sizeof *ids);
    if (values) assert_memory_equal(values, other_values, count * tropic_type_size(tropic_matrix_type(A)));
}

/* Random weights, zeros among them, as this type. */
static tropic_matrix *matrix_of(test_graph g, tropic_type type)
{
    tropic_matrix *A = NULL;
    char *values = calloc((size_t)g.count + 1, sizeof(int64_t));
    test_deduplicate(&g);
    test_weigh(&g, 2, -3, 3, type == TROPIC_FP32 || type == TROPIC_FP64 ? 4 : 1);
    for (int64_t k = 0; k < g.count; k++) switch (type) {
        case TROPIC_BOOL: ((bool *)values)[k] = g.weight[k] > 0; break;
        case TROPIC_INT32: ((int32_t *)values)[k] = (int32_t)g.weight[k]; break;
        case TROPIC_INT64: ((int64_t *)values)[k] = (int64_t)g.weight[k] * ((int64_t)1 << 40); break;
        case TROPIC_UINT32: ((uint32_t *)values)[k] = (uint32_t)(int32_t)g.weight[k]; break;
        case TROPIC_UINT64: ((uint64_t *)values)[k] = (uint64_t)(int64_t)g.weight[k]; break;
        case TROPIC_FP32: ((float *)values)[k] = (float)g.weight[k]; break;
        case TROPIC_FP64: ((double *)values)[k] = g.weight[k]; break;
        }
    assert_ok(context, tropic_matrix_from_coo(&A, context, g.rows, g.cols, g.count, g.row, g.col, type, values, NULL));
    free(values);
    test_graph_free(&g);
    return A;
}

static void check_round_trip(tropic_matrix *A)
{
    GrB_Matrix G = NULL;
    GrB_Index entries = 0;
    tropic_matrix *B = NULL;
    assert_done(tropic_matrix_to_graphblas(&G, context, A));
    assert_int_equal(GrB_Matrix_nvals(&entries, G), GrB_SUCCESS);
    assert_int_equal(entries, tropic_matrix_count(A));
    assert_done(tropic_matrix_from_graphblas(&B, context, G));
    assert_same(A, B);
    GrB_Matrix_free(&G);
    tropic_matrix_free(&A);
    tropic_matrix_free(&B);
}

static void test_matrices(void **unused)
{
    (void)unused;
    for (int t = 0; t < TROPIC_TYPES; t++) {
        const tropic_type type = (tropic_type)t;
        check_round_trip(matrix_of(test_random_graph(1, 30, 50, 400), type));
        check_round_trip(matrix_of(test_random_graph(3, 2000, 3, 10), type));
        check_round_trip(matrix_of(test_empty(4, 5), type));
    }
    test_graph g = test_grid(5, 5);
    tropic_matrix *pattern = NULL;
    assert_ok(context, tropic_matrix_from_coo(&pattern, context, g.rows, g.cols, g.count, g.row, g.col, TROPIC_BOOL,
                                              NULL, NULL));
    check_round_trip(pattern);
    test_graph_free(&g);
}

/* What GraphBLAS has not finished building, has in columns, or has as one value. */
static void test_forms(void **unused)
{
    (void)unused;
    const int32_t rows[] = {0, 0, 2, 2}, cols[] = {1, 2, 0, 2}, values[] = {5, 5, 5, 5};
    tropic_matrix *expected = NULL, *A = NULL;
    GrB_Matrix G = NULL;
    assert_ok(context, tropic_matrix_from_coo(&expected, context, 3, 3, 4, rows, cols, TROPIC_INT32, values, NULL));
    assert_int_equal(GrB_Matrix_new(&G, GrB_INT32, 3, 3), GrB_SUCCESS);
    for (int k = 3; k >= 0; k--) /* pending */
        assert_int_equal(GrB_Matrix_setElement_INT32(G, 5, (GrB_Index)rows[k], (GrB_Index)cols[k]), GrB_SUCCESS);
    assert_done(tropic_matrix_from_graphblas(&A, context, G));
    assert_same(A, expected);
    tropic_matrix_free(&A);
    /* iso: G<G,struct> = 5 */
    assert_int_equal(GrB_Matrix_assign_INT32(G, G, NULL, 5, GrB_ALL, 3, GrB_ALL, 3, GrB_DESC_S), GrB_SUCCESS);
    assert_done(tropic_matrix_from_graphblas(&A, context, G));
    assert_same(A, expected);
    tropic_matrix_free(&A);
#ifdef GxB_SUITESPARSE_GRAPHBLAS
    const int forms[] = {GxB_HYPERSPARSE, GxB_SPARSE, GxB_BITMAP};
    for (int by_column = 0; by_column < 2; by_column++)
        for (int k = 0; k < 3; k++) {
            assert_int_equal(GxB_Matrix_Option_set(G, GxB_FORMAT, by_column ? GxB_BY_COL : GxB_BY_ROW), GrB_SUCCESS);
            assert_int_equal(GxB_Matrix_Option_set(G, GxB_SPARSITY_CONTROL, forms[k]), GrB_SUCCESS);
            assert_done(tropic_matrix_from_graphblas(&A, context, G));
            assert_same(A, expected);
            tropic_matrix_free(&A);
        }
#endif
    GrB_Matrix_free(&G);
    tropic_matrix_free(&expected);
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
        assert_done(tropic_vector_to_graphblas(&g, v));
        assert_done(tropic_vector_from_graphblas(&back, context, g));
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
    (void)unused;
    enum { N = 5 };
    const bool masks[][N] = {{1, 1, 1, 1, 1}, {0, 1, 0, 0, 1}, {0, 0, 0, 0, 0}};
    const bool bools[N] = {1, 0, 1, 0, 1};
    const int32_t ints[N] = {0, INT32_MIN, INT32_MAX, 4, 4};
    const int64_t longs[N] = {0, INT64_MIN, INT64_MAX, 4, 4};
    const uint32_t unsigned_ints[N] = {0, 1u << 31, UINT32_MAX, 4, 4};
    const uint64_t unsigned_longs[N] = {0, 1ull << 63, UINT64_MAX, 4, 4};
    const float floats[N] = {0.5f, -0.0f, HUGE_VALF, 4, 4};
    const double doubles[N] = {0.1, -0.0, HUGE_VAL, 4, 4};
    for (size_t k = 0; k < sizeof masks / sizeof *masks; k++) {
        check_vector(TROPIC_BOOL, bools, masks[k], N);
        check_vector(TROPIC_INT32, ints, masks[k], N);
        check_vector(TROPIC_INT64, longs, masks[k], N);
        check_vector(TROPIC_UINT32, unsigned_ints, masks[k], N);
        check_vector(TROPIC_UINT64, unsigned_longs, masks[k], N);
        check_vector(TROPIC_FP32, floats, masks[k], N);
        check_vector(TROPIC_FP64, doubles, masks[k], N);
    }
}

static void test_refusals(void **unused)
{
    (void)unused;
    GrB_Matrix G = NULL;
    GrB_Vector g = NULL;
    tropic_matrix *A = NULL;
    tropic_vector *v = NULL;
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_matrix_from_graphblas(&A, context, NULL));
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_vector_from_graphblas(NULL, context, NULL));
    assert_int_equal(GrB_Matrix_new(&G, GrB_UINT16, 3, 3), GrB_SUCCESS);
    assert_int_equal(GrB_Vector_new(&g, GrB_UINT16, 3), GrB_SUCCESS);
    assert_refused(TROPIC_TYPE_MISMATCH, tropic_matrix_from_graphblas(&A, context, G));
    assert_refused(TROPIC_TYPE_MISMATCH, tropic_vector_from_graphblas(&v, context, g));
    GrB_Matrix_free(&G);
    GrB_Vector_free(&g);
    const GrB_Index large = (GrB_Index)TROPIC_INDEX_MAX + 1;
    assert_int_equal(GrB_Matrix_new(&G, GrB_BOOL, large, 3), GrB_SUCCESS);
    assert_int_equal(GrB_Vector_new(&g, GrB_BOOL, large), GrB_SUCCESS);
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_matrix_from_graphblas(&A, context, G));
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_vector_from_graphblas(&v, context, g));
    GrB_Matrix_free(&G);
    GrB_Vector_free(&g);
    assert_null(A);
    assert_null(v);

    const tropic_offset offsets[] = {0};
    assert_ok(context, tropic_matrix_from_csr(&A, context, 0, 3, offsets, NULL, TROPIC_BOOL, NULL, NULL));
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_matrix_to_graphblas(&G, context, A));
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_matrix_to_graphblas(&G, context, NULL));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_BOOL, 0));
    assert_refused(TROPIC_INVALID_ARGUMENT, tropic_vector_to_graphblas(&g, v));
    assert_null(G);
    assert_null(g);
    tropic_matrix_free(&A);
    tropic_vector_free(&v);
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
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
