/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries at one place that combine by an operator, when a matrix or a vector is built: in the order of the input.
 */
#include <tropic_define.h>

#include "reference/grb.h"
#include "tests/matrix_model.h"
#include "tests/operation_algebra.h"
#include "tests/operation_matrices.h"

/* Tells its operands and the place apart. */
TROPIC_OPERATOR(placed, int64_t, int64_t, int64_t, 2 * x - y + 1000 * i + 10 * j);

static int64_t place(int64_t x, int64_t y, int64_t i, int64_t j)
{
    return 2 * x - y + 1000 * i + 10 * j;
}

static tropic_build_options combining(const tropic_operator *op)
{
    return (tropic_build_options){.size = sizeof(tropic_build_options), .duplicates_op = op};
}

/* -- a dense model ----------------------------------------------------------------------------- */

typedef struct dense {
    tropic_index rows, cols;
    int64_t *value;
    bool *has;
} dense;

static dense dense_of(tropic_index rows, tropic_index cols)
{
    const size_t places = (size_t)rows * (size_t)cols + 1;
    return (dense){rows, cols, calloc(places, sizeof(int64_t)), calloc(places, sizeof(bool))};
}

static void dense_free(dense *d)
{
    free(d->value);
    free(d->has);
}

static void dense_put(dense *d, tropic_index i, tropic_index j, int64_t value)
{
    const size_t at = (size_t)i * (size_t)d->cols + (size_t)j;
    d->value[at] = d->has[at] ? place(d->value[at], value, i, j) : value;
    d->has[at] = true;
}

/* The transpose is added: an entry and its opposite combine above the diagonal. */
static void dense_unite(dense *d)
{
    const size_t n = (size_t)d->cols;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            const size_t up = i * n + j, low = j * n + i;
            int64_t value = d->has[up] ? d->value[up] : d->value[low];
            if (d->has[up] && d->has[low]) value = place(d->value[up], d->value[low], (int64_t)i, (int64_t)j);
            d->value[up] = d->value[low] = value;
            d->has[up] = d->has[low] = d->has[up] || d->has[low];
        }
}

static void dense_check(const dense *d, tropic_context *context, const tropic_matrix *A)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    for (int by_column = 0; by_column < 2; by_column++) {
        const tropic_index lists = by_column ? d->cols : d->rows, length = by_column ? d->rows : d->cols;
        tropic_offset k = 0;
        assert_ok(context, (by_column ? tropic_matrix_csc : tropic_matrix_csr)(A, context, &offsets, &ids, &values));
        for (tropic_index l = 0; l < lists; l++)
            for (tropic_index id = 0; id < length; id++) {
                const tropic_index i = by_column ? id : l, j = by_column ? l : id;
                const size_t at = (size_t)i * (size_t)d->cols + (size_t)j;
                if (!d->has[at]) continue;
                assert_true(k < offsets[l + 1]);
                assert_int_equal(ids[k], id);
                assert_int_equal(((const int64_t *)values)[k], d->value[at]);
                k++;
            }
        assert_int_equal(k, tropic_matrix_count(A));
    }
}

/* -- matrices ---------------------------------------------------------------------------------- */

typedef enum order { ANY_ORDER, BY_ROWS, BY_COLUMNS, ORDERS } order;

typedef struct triples {
    tropic_index rows, cols;
    int64_t count;
    tropic_index *row, *col;
    int64_t *value;
} triples;

static triples draw(tropic_index rows, tropic_index cols, int64_t count, order sorted, uint64_t *random)
{
    triples t = {rows,
                 cols,
                 count,
                 calloc((size_t)count + 1, sizeof *t.row),
                 calloc((size_t)count + 1, sizeof *t.col),
                 calloc((size_t)count + 1, sizeof *t.value)};
    for (int64_t k = 0; k < count; k++) {
        t.row[k] = sorted == BY_ROWS ? (tropic_index)(k * rows / count) : test_below(random, rows);
        t.col[k] = sorted == BY_COLUMNS ? (tropic_index)(k * cols / count) : test_below(random, cols);
        t.value[k] = test_below(random, 3);
    }
    return t;
}

static void triples_free(triples *t)
{
    free(t->row);
    free(t->col);
    free(t->value);
}

static void check_triples(tropic_context *context, const triples *t, const tropic_operator *op, bool undirected,
                          bool drops)
{
    tropic_build_options options = combining(op);
    OWNED(dense) d = dense_of(t->rows, t->cols);
    OWNED(tropic_matrix) *A = NULL;
    options.direction = undirected ? TROPIC_DIRECTION_UNDIRECTED : TROPIC_DIRECTION_AUTO;
    options.loops = drops ? TROPIC_LOOPS_DROP : TROPIC_LOOPS_KEEP;
    for (int64_t k = 0; k < t->count; k++)
        if (!drops || t->row[k] != t->col[k]) dense_put(&d, t->row[k], t->col[k], t->value[k]);
    if (undirected) dense_unite(&d);
    assert_ok(context, tropic_matrix_from_coo(&A, context, t->rows, t->cols, t->count, t->row, t->col, TROPIC_INT64,
                                              t->value, &options));
    dense_check(&d, context, A);
}

/* 7 -3 9 4 at (1, 2), between others. */
static void by_hand(void **state)
{
    const tropic_index rows[] = {1, 0, 1, 2, 1, 1}, cols[] = {2, 0, 2, 1, 2, 2};
    const int32_t values[] = {7, 1, -3, 2, 9, 4};
    const struct {
        tropic_builtin_operator op;
        int32_t expected;
    } cases[] = {{TROPIC_PLUS, 17},  {TROPIC_MINUS, -3}, {TROPIC_TIMES, -756},  {TROPIC_FIRST, 7},
                 {TROPIC_SECOND, 4}, {TROPIC_MIN, -3},   {TROPIC_ROW_INDEX, 5}, {TROPIC_COL_INDEX, 6}};
    OWNED(tropic_context) *context = test_context();
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const tropic_build_options options = combining(tropic_operator_builtin(cases[c].op, TROPIC_INT32));
        OWNED(tropic_matrix) *A = NULL;
        const tropic_offset *offsets;
        const void *found;
        assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 6, rows, cols, TROPIC_INT32, values, &options));
        assert_int_equal(tropic_matrix_count(A), 3);
        assert_ok(context, tropic_matrix_csr(A, context, &offsets, NULL, &found));
        assert_int_equal(((const int32_t *)found)[0], 1);
        assert_int_equal(((const int32_t *)found)[offsets[1]], cases[c].expected);
        assert_int_equal(((const int32_t *)found)[offsets[2]], 2);
    }
}

static void every_order_matches_the_model(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_operator) *op = NULL;
    uint64_t random = 3;
    assert_ok(context, tropic_operator_create(&op, context, &placed));
    for (int round = 0; round < 200; round++)
        for (int sorted = 0; sorted < ORDERS; sorted++) {
            const bool square = test_below(&random, 2);
            const tropic_index rows = 1 + test_below(&random, 9), cols = square ? rows : 1 + test_below(&random, 9);
            OWNED(triples) t = draw(rows, cols, test_below(&random, 60), (order)sorted, &random);
            check_triples(context, &t, op, square && test_below(&random, 2), test_below(&random, 3) == 0);
        }
}

/* So many that rows are sorted in ranges, by several threads. */
static void many_entries(void **state)
{
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED(tropic_operator) *op = NULL;
    uint64_t random = 4;
    assert_ok(context, tropic_operator_create(&op, context, &placed));
    for (int sorted = 0; sorted < ORDERS; sorted++) {
        OWNED(triples) t = draw(400, 300, test_sized(1200000, 10000), (order)sorted, &random);
        check_triples(context, &t, op, false, false);
    }
}

static void lists_match_the_model(void **state)
{
    const tropic_offset offsets[] = {0, 3, 3, 7};
    const tropic_index ids[] = {2, 0, 2, 1, 1, 1, 0};
    const int64_t values[] = {5, 6, 7, 1, 2, 3, 4};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_operator) *op = NULL;
    assert_ok(context, tropic_operator_create(&op, context, &placed));
    for (int by_column = 0; by_column < 2; by_column++) {
        const tropic_build_options options = combining(op);
        OWNED(dense) d = dense_of(3, 3);
        OWNED(tropic_matrix) *A = NULL;
        for (tropic_index l = 0; l < 3; l++)
            for (tropic_offset k = offsets[l]; k < offsets[l + 1]; k++)
                dense_put(&d, by_column ? ids[k] : l, by_column ? l : ids[k], values[k]);
        assert_ok(context, (by_column ? tropic_matrix_from_csc : tropic_matrix_from_csr)(
                               &A, context, 3, 3, offsets, ids, TROPIC_INT64, values, &options));
        dense_check(&d, context, A);
    }
}

/* One entry for each place, as without an operator; its type does not matter. */
static void patterns(void **state)
{
    const tropic_index rows[] = {1, 0, 1, 2}, cols[] = {2, 0, 2, 1};
    tropic_build_options options = combining(tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP32));
    OWNED(tropic_context) *context = test_context();
    tropic_matrix *A = NULL;
    for (int undirected = 0; undirected < 2; undirected++) {
        options.direction = undirected ? TROPIC_DIRECTION_UNDIRECTED : TROPIC_DIRECTION_AUTO;
        assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, rows, cols, TROPIC_BOOL, NULL, &options));
        assert_true(tropic_matrix_is_pattern(A));
        assert_int_equal(tropic_matrix_count(A), 3);
        tropic_matrix_free(&A);
    }
}

static void errors(void **state)
{
    const tropic_index ids[] = {1, 1};
    const int32_t values[] = {1, 2};
    tropic_build_options options = combining(tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64));
    const tropic_operator *less = tropic_operator_builtin(TROPIC_LT, TROPIC_INT32);
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *v = NULL;
    tropic_matrix *A = NULL;
    assert_status(context, TROPIC_TYPE_MISMATCH,
                  tropic_matrix_from_coo(&A, context, 2, 2, 2, ids, ids, TROPIC_INT32, values, &options));
    assert_string_equal(tropic_context_error(context), "duplicates_op plus does not map two values of int32 to one");
    options.duplicates_op = less;
    assert_status(context, TROPIC_TYPE_MISMATCH,
                  tropic_matrix_from_coo(&A, context, 2, 2, 2, ids, ids, TROPIC_INT32, values, &options));
    options.duplicates_op = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    options.duplicates = TROPIC_DUPLICATES_MIN;
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_from_coo(&A, context, 2, 2, 2, ids, ids, TROPIC_INT32, values, &options));
    assert_null(A);

    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, 2));
    assert_int_equal(tropic_vector_build(NULL, 2, ids, values, options.duplicates_op), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_build(v, 2, ids, values, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_vector_build(v, 2, ids, values, less));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_build(v, -1, ids, values, options.duplicates_op));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_build(v, 2, NULL, values, options.duplicates_op));
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE,
                  tropic_vector_build(v, 2, (tropic_index[]){0, 2}, values, options.duplicates_op));
    assert_int_equal(tropic_vector_count(v), 0);
}

/* -- against GraphBLAS ------------------------------------------------------------------------- */

/* By the name that calls of GraphBLAS have for the type. */
#define BUILD(NAME)                                                                                                    \
    (v ? GrB_Vector_build_##NAME(v, row, values, count, op) : GrB_Matrix_build_##NAME(M, row, col, values, count, op))

static GrB_Info build_grb(GrB_Matrix M, GrB_Vector v, tropic_type type, const GrB_Index *row, const GrB_Index *col,
                          const void *values, GrB_Index count, GrB_BinaryOp op)
{
#define CASE(NAME, C)                                                                                                  \
    case TROPIC_##NAME: return BUILD(NAME);
    switch ((int)type) {
        TEST_EACH_TYPE(CASE)
    default: return BUILD(UDT);
    }
}

/* An operator on the type that both have; on structs, the one that is there. */
static int draw_operator(tropic_type type, uint64_t *random)
{
    int op;
    if (type >= TROPIC_TYPES) return USER_ADDS;
    do op = test_below(random, TROPIC_OPERATORS);
    while (!algebra_is_same(op, type) || !algebra_operator_grb(op, type));
    return op;
}

static void against_graphblas(void **state)
{
    enum { ROUNDS = 600, MOST = 80 };
    OWNED(tropic_context) *context = test_context();
    uint64_t random = 12;
    assert_int_equal(grb_start(), GrB_SUCCESS);
    algebra_open(context);
    for (int round = 0; round < ROUNDS; round++) {
        const int drawn = test_below(&random, TROPIC_TYPES + 1);
        const tropic_type type = drawn < TROPIC_TYPES ? (tropic_type)drawn : algebra_way();
        const tropic_index rows = 1 + test_below(&random, 12), cols = 1 + test_below(&random, 12);
        const int op = draw_operator(type, &random), count = test_below(&random, MOST);
        const tropic_operator *mine = algebra_operator(op, type);
        const tropic_build_options options = combining(mine);
        const size_t size = tropic_type_size(type);
        tropic_index row[MOST], col[MOST];
        GrB_Index grb_row[MOST], grb_col[MOST];
        int64_t values[MOST * sizeof(operand_value) / sizeof(int64_t)];
        twin t = {.type = type, .rows = rows, .cols = cols};
        OWNED(operand) x = {.type = type, .n = rows};
        for (int k = 0; k < count; k++) {
            row[k] = test_below(&random, rows);
            col[k] = test_below(&random, cols);
            grb_row[k] = (GrB_Index)row[k];
            grb_col[k] = (GrB_Index)col[k];
            operand_draw_value((char *)values + (size_t)k * size, type, VALUES_ANY, &random);
        }
        assert_ok(context, tropic_matrix_from_coo(&t.A, context, rows, cols, count, row, col, type, values, &options));
        assert_int_equal(GrB_Matrix_new(&t.G, algebra_type(type), (GrB_Index)rows, (GrB_Index)cols), GrB_SUCCESS);
        assert_int_equal(
            build_grb(t.G, NULL, type, grb_row, grb_col, values, (GrB_Index)count, algebra_operator_grb(op, type)),
            GrB_SUCCESS);
        twin_compare(&t, context, tropic_operator_name(mine));
        twin_free(&t);

        assert_ok(context, tropic_vector_create(&x.v, context, type, rows));
        assert_ok(context, tropic_vector_build(x.v, count, row, values, mine));
        assert_int_equal(GrB_Vector_new(&x.g, algebra_type(type), (GrB_Index)rows), GrB_SUCCESS);
        assert_int_equal(
            build_grb(NULL, x.g, type, grb_row, NULL, values, (GrB_Index)count, algebra_operator_grb(op, type)),
            GrB_SUCCESS);
        operand_compare(&x, context, tropic_operator_name(mine));
    }
    algebra_close();
}

/* -- vectors ----------------------------------------------------------------------------------- */

static void vectors_by_hand(void **state)
{
    const tropic_index ids[] = {3, 1, 3, 1, 1};
    const int64_t values[] = {5, 1, 7, 2, 3};
    tropic_index found_ids[2];
    int64_t found[2];
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_operator) *op = NULL;
    OWNED(tropic_vector) *v = NULL;
    assert_ok(context, tropic_operator_create(&op, context, &placed));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT64, 4));
    assert_ok(context, tropic_vector_build(v, 5, ids, values, op));
    assert_int_equal(tropic_vector_count(v), 2);
    assert_ok(context, tropic_vector_get_entries(v, found_ids, found));
    assert_int_equal(found_ids[0], 1);
    assert_int_equal(found_ids[1], 3);
    assert_int_equal(found[0], place(place(1, 2, 1, 0), 3, 1, 0));
    assert_int_equal(found[1], place(5, 7, 3, 0));
    assert_ok(context, tropic_vector_build(v, 0, NULL, NULL, op));
    assert_int_equal(tropic_vector_count(v), 0);
    /* More than there are places, and so many places that it becomes full. */
    assert_ok(context,
              tropic_vector_build(v, 6, (tropic_index[]){0, 1, 2, 3, 0, 0}, (int64_t[]){1, 2, 3, 4, 5, 6}, op));
    assert_int_equal(tropic_vector_count(v), 4);
    assert_ok(context, tropic_vector_get(v, 3, found, NULL));
    assert_int_equal(found[0], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),         cmocka_unit_test(every_order_matches_the_model),
        cmocka_unit_test(many_entries),    cmocka_unit_test(lists_match_the_model),
        cmocka_unit_test(patterns),        cmocka_unit_test(errors),
        cmocka_unit_test(vectors_by_hand), cmocka_unit_test(against_graphblas),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
