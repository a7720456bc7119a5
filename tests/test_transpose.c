/* SPDX-License-Identifier: Apache-2.0
 *
 * C<mask> (accum)= A' against GraphBLAS, with every type, mask and accumulator; matrices that are each other;
 * accumulators of the user's own; and what is refused.
 */
#include <tropic_define.h>

#include "tests/jit.h"
#include "tests/operation_vectors.h"
#include "tests/products.h"

/* clang-format off */
TROPIC_OPERATOR(user_minus, int32_t, int32_t, int32_t, x - y);
TROPIC_STRUCT(pair_of_ids, int32_t first, second;);
TROPIC_OPERATOR(pair_up, pair_of_ids, pair_of_ids, pair_of_ids, ((pair_of_ids){x.first, y.second}));
/* clang-format on */

static tropic_context *context;

static int set_up(void **unused)
{
    (void)unused;
    context = test_context();
    return grb_start() != GrB_SUCCESS || test_cache_begin(NULL) != 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    tropic_context_free(&context);
    return test_cache_end(NULL);
}

/* A matrix as the library and GraphBLAS have it (NULL where there is no row or column). */
typedef struct twin {
    tropic_matrix *A;
    GrB_Matrix G;
} twin;

static twin twin_of(tropic_type type, tropic_index rows, tropic_index cols, uint64_t *random)
{
    enum { FEW = 3, LARGEST = 2 };
    const int64_t most = (int64_t)rows * cols;
    test_graph g = most > 0 ? test_random_graph(test_random(random), rows, cols,
                                                test_below(random, (int32_t)(2 * most)))
                            : test_empty(rows, cols);
    const bool pattern = type == TROPIC_BOOL && test_below(random, FEW) == 0;
    char *values = calloc((size_t)g.count + 1, sizeof(int64_t));
    twin t = {0};
    if (test_below(random, FEW) == 0) g.count = g.count < 2 ? g.count : 2;
    test_deduplicate(&g);
    for (int64_t k = 0; k < g.count; k++) {
        const int small = test_below(random, 2 * LARGEST + 1) - LARGEST;
        switch (type) {
        case TROPIC_BOOL: ((bool *)values)[k] = small > 0; break;
        case TROPIC_INT32: ((int32_t *)values)[k] = small; break;
        case TROPIC_INT64: ((int64_t *)values)[k] = small; break;
        case TROPIC_UINT32: ((uint32_t *)values)[k] = (uint32_t)abs(small); break;
        case TROPIC_UINT64: ((uint64_t *)values)[k] = (uint64_t)abs(small); break;
        case TROPIC_FP32: ((float *)values)[k] = (float)small / LARGEST; break;
        case TROPIC_FP64: ((double *)values)[k] = (double)small / LARGEST; break;
        }
    }
    assert_ok(context, tropic_matrix_from_coo(&t.A, context, rows, cols, g.count, g.row, g.col,
                                              type, pattern ? NULL : values, NULL));
    if (most > 0 && tropic_matrix_to_graphblas(&t.G, context, t.A) != TROPIC_OK)
        fail_msg("%s", tropic_graphblas_error());
    free(values);
    test_graph_free(&g);
    return t;
}

static void twin_free(twin *t)
{
    tropic_matrix_free(&t->A);
    GrB_Matrix_free(&t->G);
}

/* Entry for entry, by one orientation; a pattern has ones. */
static void compare_by(const tropic_matrix *A, const tropic_matrix *B, bool by_column,
                       const char *text)
{
    tropic_status (*const arrays)(const tropic_matrix *, tropic_context *, const tropic_offset **,
                                  const tropic_index **, const void **) =
        by_column ? tropic_matrix_csc : tropic_matrix_csr;
    const tropic_index lists = by_column ? tropic_matrix_cols(A) : tropic_matrix_rows(A);
    const tropic_type type = tropic_matrix_type(A);
    const size_t size = tropic_type_size(type);
    const bool yes = true;
    const tropic_offset *offsets[2];
    const tropic_index *ids[2];
    const void *values[2];
    assert_ok(context, arrays(A, context, &offsets[0], &ids[0], &values[0]));
    assert_ok(context, arrays(B, context, &offsets[1], &ids[1], &values[1]));
    if (tropic_matrix_count(A) != tropic_matrix_count(B) || type != tropic_matrix_type(B))
        fail_msg("%s: %lld entries, not %lld, type %s", text, (long long)tropic_matrix_count(A),
                 (long long)tropic_matrix_count(B), tropic_type_name(type));
    for (tropic_index l = 0; l <= lists; l++)
        if (offsets[0][l] != offsets[1][l]) fail_msg("%s: list %d begins elsewhere", text, l);
    for (tropic_offset k = 0; k < tropic_matrix_count(A); k++) {
        const void *mine = values[0] ? (const char *)values[0] + (size_t)k * size : (void *)&yes;
        const void *theirs = values[1] ? (const char *)values[1] + (size_t)k * size : (void *)&yes;
        if (ids[0][k] != ids[1][k] || !operand_equal(type, mine, theirs))
            fail_msg("%s: entry %lld differs", text, (long long)k);
    }
}

static void compare(const tropic_matrix *A, const tropic_matrix *B, const char *text)
{
    assert_int_equal(tropic_matrix_rows(A), tropic_matrix_rows(B));
    assert_int_equal(tropic_matrix_cols(A), tropic_matrix_cols(B));
    compare_by(A, B, false, text);
    compare_by(A, B, true, text);
}

static void check_random(uint64_t seed)
{
    enum { MOST = 12, LARGE = 100, LARGE_ONE_IN = 16 };
    uint64_t random = seed;
    const int32_t most = test_below(&random, LARGE_ONE_IN) == 0 ? LARGE : MOST;
    const tropic_index rows = test_below(&random, most), cols = test_below(&random, most);
    const tropic_type type = (tropic_type)test_below(&random, TROPIC_TYPES);
    const tropic_descriptor d = {.size = sizeof d,
                                 .transpose = test_below(&random, 2),
                                 .complement = test_below(&random, 2),
                                 .structure = test_below(&random, 2),
                                 .replace = test_below(&random, 2)};
    const bool masked = test_below(&random, 3) > 0, before = test_below(&random, 3) > 0;
    const tropic_index n = d.transpose ? rows : cols, inner = d.transpose ? cols : rows;
    int accum;
    do accum = test_below(&random, TROPIC_OPERATORS + 1) - 1;
    while (!product_accumulates(accum, type));
    twin A = twin_of(type, rows, cols, &random), C = twin_of(type, n, inner, &random);
    twin M = twin_of((tropic_type)test_below(&random, TROPIC_TYPES), n, inner, &random);
    const bool mask_is_c = before && masked && test_below(&random, 4) == 0;
    tropic_matrix *result = before ? C.A : NULL, *theirs = NULL;
    char text[160];
    snprintf(text, sizeof text, "seed %llu, %s, accum %d%s", (unsigned long long)seed,
             tropic_type_name(type), accum, masked ? ", masked" : "");
    if (!before) tropic_matrix_free(&C.A);
    C.A = NULL;
    if (!before && C.G) assert_int_equal(GrB_Matrix_clear(C.G), GrB_SUCCESS);
    if (test_below(&random, 2))
        assert_ok(context, tropic_matrix_csc(A.A, context, NULL, NULL, NULL));
    assert_ok(context,
              tropic_transpose(&result, context,
                               !masked     ? NULL
                               : mask_is_c ? result
                                           : M.A,
                               accum == GRB_NO_ACCUM
                                   ? NULL
                                   : tropic_operator_builtin((tropic_builtin_operator)accum, type),
                               A.A, &d));
    if (C.G) {
        GrB_Descriptor descriptor = NULL;
        GrB_Info info = operation_describe(&descriptor, &d);
        GRB_DO(GrB_transpose(C.G,
                             !masked     ? NULL
                             : mask_is_c ? C.G
                                         : M.G,
                             accum == GRB_NO_ACCUM ? NULL : operation_operator(accum, type), A.G,
                             descriptor));
        assert_int_equal(info, GrB_SUCCESS);
        GrB_Descriptor_free(&descriptor);
        assert_int_equal(tropic_matrix_from_graphblas(&theirs, context, C.G), TROPIC_OK);
        compare(result, theirs, text);
    } else {
        assert_int_equal(tropic_matrix_rows(result), n);
        assert_int_equal(tropic_matrix_cols(result), inner);
        assert_int_equal(tropic_matrix_count(result), 0);
    }
    tropic_matrix_free(&theirs);
    tropic_matrix_free(&result);
    twin_free(&A);
    twin_free(&C);
    twin_free(&M);
}

static void test_against_graphblas(void **unused)
{
    enum { CASES = 3000, FEW = 200 };
    uint64_t random = 1;
    (void)unused;
    for (int k = 0; k < test_sized(CASES, FEW); k++) check_random(test_random(&random));
}

/* What was made of a matrix does not need it any more; and products take it like any other. */
static void test_twice(void **unused)
{
    test_graph g = test_kronecker(3, 12, 8);
    const tropic_semiring *plus = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT32);
    tropic_matrix_facts facts = {.size = sizeof facts};
    tropic_matrix *A = NULL, *B = NULL, *C = NULL;
    tropic_vector *u = NULL, *v = NULL, *w = NULL;
    int32_t one = 1, *found = calloc((size_t)g.rows, 2 * sizeof *found);
    (void)unused;
    g.count = g.count * 2 / 3; /* not symmetric */
    assert_ok(context, tropic_matrix_from_coo(&A, context, g.rows, g.cols, g.count, g.row, g.col,
                                              TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_transpose(&B, context, NULL, NULL, A, NULL));
    assert_ok(context, tropic_transpose(&C, context, NULL, NULL, B, NULL));
    assert_true(tropic_matrix_is_pattern(C));
    compare(A, C, "twice");
    assert_ok(context, tropic_transpose(&C, context, NULL,
                                        tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL), A, NULL));
    assert_ok(context, tropic_matrix_describe(C, context, &facts));
    assert_true(facts.symmetric && !tropic_matrix_is_pattern(C));
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, g.rows));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, g.rows));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, g.rows));
    assert_ok(context, tropic_vector_fill(u, &one));
    assert_ok(context, tropic_vxm(v, NULL, NULL, plus, u, A, NULL));
    /* A itself goes. */
    assert_ok(context, tropic_transpose(&A, context, NULL, NULL, A, NULL));
    assert_ok(context, tropic_mxv(w, NULL, NULL, plus, A, u, NULL));
    assert_ok(context, tropic_vector_get_dense(v, found, NULL));
    assert_ok(context, tropic_vector_get_dense(w, found + g.rows, NULL));
    assert_memory_equal(found, found + g.rows, (size_t)g.rows * sizeof *found);
    compare(A, B, "in its own place");
    tropic_matrix_free(&A);
    tropic_matrix_free(&B);
    tropic_matrix_free(&C);
    tropic_vector_free(&u);
    tropic_vector_free(&v);
    tropic_vector_free(&w);
    free(found);
    test_graph_free(&g);
}

static void test_users(void **unused)
{
    const tropic_index rows[] = {0, 0, 1, 2}, cols[] = {1, 2, 0, 2};
    const int32_t values[] = {5, 6, 7, 8};
    tropic_operator_source source = user_minus;
    tropic_type type = TROPIC_BOOL;
    (void)unused;
    for (int strings = 0; strings < 2; strings++) {
        const int32_t expected[] = {5 - 7, 6, 7 - 5, 6, 8 - 8};
        tropic_matrix *A = NULL;
        tropic_operator *op = NULL;
        const int32_t *found;
        if (strings) source.host = NULL;
        assert_ok(context, tropic_operator_create(&op, context, &source));
        assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, rows, cols, TROPIC_INT32,
                                                  values, NULL));
        assert_ok(context, tropic_transpose(&A, context, NULL, op, A, NULL));
        assert_int_equal(tropic_matrix_count(A), 5);
        assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, (const void **)&found));
        assert_memory_equal(found, expected, sizeof expected);
        tropic_matrix_free(&A);
        tropic_operator_free(&op);
    }
    assert_ok(context, tropic_type_define(&type, context, &pair_of_ids_type));
    const pair_of_ids ids[] = {{0, 1}, {0, 2}, {1, 0}, {2, 2}};
    const pair_of_ids expected[] = {{0, 0}, {0, 2}, {1, 1}, {0, 2}, {2, 2}};
    const pair_of_ids *found;
    tropic_matrix *A = NULL;
    tropic_operator *op = NULL;
    assert_ok(context, tropic_operator_create(&op, context, &pair_up));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, rows, cols, type, ids, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_transpose(&A, context, A, op, A, NULL));
    assert_ok(context, tropic_transpose(&A, context, NULL, op, A, NULL));
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, (const void **)&found));
    assert_memory_equal(found, expected, sizeof expected);
    tropic_matrix_free(&A);
    tropic_operator_free(&op);
}

/* A pattern's entries are ones of the type that the other matrix or the accumulator has. */
static void test_patterns(void **unused)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_descriptor as_is = {.size = sizeof as_is, .transpose = true, .structure = true};
    const tropic_index rows[] = {0, 1}, cols[] = {1, 0}, mask_rows[] = {1}, mask_cols[] = {0};
    const int32_t values[] = {5, 7};
    (void)unused;
    /* The pattern comes to C, or C is the pattern; with a mask that lets (1, 0) through, and an accumulator. */
    for (int way = 0; way < 8; way++) {
        const bool into = way & 1, masked = way & 2, adds = way & 4;
        const int32_t before = into ? 5 : 1, t = into ? 1 : 7, before_t = into ? 7 : 1;
        const int32_t t_first = into ? 1 : 5;
        const int32_t expected[] = {masked ? before
                                    : adds ? before + t_first
                                           : t_first,
                                    adds ? before_t + t : t};
        tropic_matrix *A = NULL, *C = NULL, *M = NULL;
        const int32_t *found = NULL;
        assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 2, 2, rows, cols,
                                                  into ? TROPIC_BOOL : TROPIC_INT32,
                                                  into ? NULL : values, NULL));
        assert_ok(context, tropic_matrix_from_coo(&C, context, 2, 2, 2, rows, cols,
                                                  into ? TROPIC_INT32 : TROPIC_BOOL,
                                                  into ? values : NULL, NULL));
        assert_ok(context, tropic_matrix_from_coo(&M, context, 2, 2, 1, mask_rows, mask_cols,
                                                  TROPIC_BOOL, NULL, NULL));
        assert_ok(context,
                  tropic_transpose(&C, context, masked ? M : NULL, adds ? plus : NULL, A, &as_is));
        assert_int_equal(tropic_matrix_type(C), TROPIC_INT32);
        assert_int_equal(tropic_matrix_count(C), 2);
        assert_ok(context, tropic_matrix_csr(C, context, NULL, NULL, (const void **)&found));
        assert_memory_equal(found, expected, sizeof expected);
        tropic_matrix_free(&A);
        tropic_matrix_free(&C);
        tropic_matrix_free(&M);
    }
    /* A struct has no one. */
    const pair_of_ids ids[] = {{0, 1}, {0, 2}};
    tropic_matrix *A = NULL, *C = NULL;
    tropic_type type = TROPIC_BOOL;
    assert_ok(context, tropic_type_define(&type, context, &pair_of_ids_type));
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, 2, 2, 2, rows, cols, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_matrix_from_coo(&C, context, 2, 2, 2, rows, cols, type, ids, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH,
                  tropic_transpose(&C, context, NULL, NULL, A, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH,
                  tropic_transpose(&A, context, NULL, NULL, C, NULL));
    tropic_matrix_free(&A);
    tropic_matrix_free(&C);
}

static void test_labels(void **unused)
{
    tropic_matrix *A = NULL, *C = NULL;
    (void)unused;
    assert_ok(context, tropic_matrix_load(&A, context, "matrices/karate.mtx", NULL));
    assert_ok(context, tropic_transpose(&C, context, NULL, NULL, A, NULL));
    assert_int_equal(tropic_matrix_label(C, 0), 1);
    compare(A, C, "an undirected graph");
    tropic_matrix_free(&A);
    tropic_matrix_free(&C);
}

static void test_refusals(void **unused)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const tropic_operator *other = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_operator *less = tropic_operator_builtin(TROPIC_LT, TROPIC_FP64);
    const double values[2] = {3, 4};
    const tropic_index rows[2] = {0, 1}, cols[2] = {2, 0};
    tropic_matrix *A = NULL, *C = NULL, *before;
    (void)unused;
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, 2, 3, 2, rows, cols, TROPIC_FP64, values, NULL));
    assert_ok(context,
              tropic_matrix_from_coo(&C, context, 3, 2, 2, cols, rows, TROPIC_FP64, values, NULL));
    before = C;
    assert_int_equal(tropic_transpose(&C, NULL, NULL, NULL, A, NULL), TROPIC_INVALID_ARGUMENT);
#define REFUSED(status, ...)                                                                       \
    assert_status(context, TROPIC_##status, tropic_transpose(__VA_ARGS__));                        \
    assert_ptr_equal(C, before)
    REFUSED(INVALID_ARGUMENT, NULL, context, NULL, NULL, A, NULL);
    REFUSED(INVALID_ARGUMENT, &C, context, NULL, NULL, NULL, NULL);
    REFUSED(DIMENSION_MISMATCH, &C, context, A, NULL, A, NULL);
    REFUSED(DIMENSION_MISMATCH, &C, context, NULL, NULL, C, NULL);
    REFUSED(TYPE_MISMATCH, &C, context, NULL, other, A, NULL);
    REFUSED(TYPE_MISMATCH, &C, context, NULL, less, A, NULL);
    assert_ok(context, tropic_transpose(&C, context, NULL, plus, A, NULL));
    assert_ptr_not_equal(C, NULL);
    tropic_matrix_free(&A);
    tropic_matrix_free(&C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_graphblas),
        cmocka_unit_test(test_twice),
        cmocka_unit_test(test_users),
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_refusals),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
