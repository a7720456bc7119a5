/* SPDX-License-Identifier: Apache-2.0
 *
 * Products with blocks of columns: each column is GraphBLAS's result of it alone, with every semiring, mask and
 * accumulator; blocks as vectors; and refused arguments.
 */
#include "tests/jit.h"
#include "tests/operation_vectors.h"
#include "tests/products.h"

enum { DIVISOR = 4 };

/* A block, and its columns as the library and GraphBLAS have them. */
typedef struct block {
    tropic_type type;
    tropic_index rows, columns;
    tropic_vector *v;
    operand *column;
} block;

/* Places n * columns apart to and from vectors of n places. */
static void split(const block *b, tropic_context *context)
{
    const size_t size = tropic_type_size(b->type), places = (size_t)b->rows * (size_t)b->columns;
    OWNED_MEMORY char *all = calloc(places + 1, size), *one = calloc((size_t)b->rows + 1, size);
    OWNED_MEMORY bool *has = calloc(places + 1, 1), *one_has = calloc((size_t)b->rows + 1, 1);
    assert_ok(context, tropic_vector_get_dense(b->v, all, has));
    for (tropic_index c = 0; c < b->columns; c++) {
        for (tropic_index i = 0; i < b->rows; i++) {
            const size_t place = (size_t)i * (size_t)b->columns + (size_t)c;
            memcpy(one + (size_t)i * size, all + place * size, size);
            one_has[i] = has[place];
        }
        assert_ok(context, tropic_vector_put_dense(b->column[c].v, one, one_has));
    }
}

static block block_draw(tropic_context *context, tropic_type type, tropic_index rows, tropic_index columns,
                        uint64_t *random)
{
    block b = {.type = type, .rows = rows, .columns = columns};
    OWNED(operand) flat;
    OWNED_MEMORY char *values = NULL;
    OWNED_MEMORY bool *has = NULL;
    operand_draw(&flat, context, type, rows * columns, VALUES_ANY, random);
    values = calloc((size_t)(rows * columns) + 1, tropic_type_size(type));
    has = calloc((size_t)(rows * columns) + 1, 1);
    assert_ok(context, tropic_vector_get_dense(flat.v, values, has));
    /* No infinities: sums are compared, and theirs come in another order. */
    for (tropic_index p = 0; p < rows * columns; p++) {
        if (type == TROPIC_FP32 && !(fabsf(((float *)(void *)values)[p]) < 9)) ((float *)(void *)values)[p] = 2;
        if (type == TROPIC_FP64 && !(fabs(((double *)(void *)values)[p]) < 9)) ((double *)(void *)values)[p] = 2;
        /* Unsigned sums saturate in min_plus here, and wrap in GraphBLAS. */
        if (type == TROPIC_UINT32) ((uint32_t *)(void *)values)[p] &= 7;
        if (type == TROPIC_UINT64) ((uint64_t *)(void *)values)[p] &= 7;
        if (type == TROPIC_UINT8) ((uint8_t *)(void *)values)[p] &= 7;
        if (type == TROPIC_UINT16) ((uint16_t *)(void *)values)[p] &= 7;
        if (type == TROPIC_INT8) ((int8_t *)(void *)values)[p] %= 8;
        if (type == TROPIC_INT16) ((int16_t *)(void *)values)[p] %= 8;
        if (type == TROPIC_INT32) ((int32_t *)(void *)values)[p] %= 8;
        if (type == TROPIC_INT64) ((int64_t *)(void *)values)[p] %= 8;
    }
    assert_ok(context, tropic_vector_create_block(&b.v, context, type, rows, columns));
    assert_int_equal(tropic_vector_columns(b.v), columns);
    assert_int_equal(tropic_vector_size(b.v), rows * columns);
    assert_ok(context, tropic_vector_put_dense(b.v, values, has));
    assert_ok(context, tropic_vector_set_form(b.v, tropic_vector_get_form(flat.v)));
    b.column = calloc((size_t)columns, sizeof *b.column);
    for (tropic_index c = 0; c < columns; c++) {
        b.column[c] = (operand){.type = type, .n = rows};
        assert_ok(context, tropic_vector_create(&b.column[c].v, context, type, rows));
    }
    split(&b, context);
    for (tropic_index c = 0; c < columns; c++) operand_renew(&b.column[c], context, NULL);
    return b;
}

static void block_free(block *b)
{
    for (tropic_index c = 0; c < b->columns; c++) operand_free(&b->column[c]);
    free(b->column);
    tropic_vector_free(&b->v);
}

/* One product, column by column by GraphBLAS. Where any may take any term, the columns by tropic_mxv. */
static void check(const product_fixture *f, product_case *c, tropic_index columns)
{
    static const tropic_strategy strategies[] = {TROPIC_STRATEGY_AUTO, TROPIC_STRATEGY_CSC_SCALAR,
                                                 TROPIC_STRATEGY_CSC_VECTOR};
    uint64_t random = c->seed;
    const tropic_semiring *semiring = tropic_semiring_builtin(c->builtin, c->type);
    const tropic_operator *accum =
        c->accum == GRB_NO_ACCUM ? NULL : tropic_operator_builtin((tropic_builtin_operator)c->accum, c->type);
    const tropic_index n = c->transpose ? f->cols : f->rows;
    const tropic_descriptor d = {.size = sizeof d,
                                 .transpose = c->transpose,
                                 .complement = c->mask % 2 == 1,
                                 .structure = c->mask >= MASK_STRUCTURE,
                                 .replace = c->replace,
                                 .strategy = strategies[test_below(&random, 3)]};
    const bool square = f->rows == f->cols;
    OWNED(block) W = block_draw(f->context, c->type, n, columns, &random);
    OWNED(block) U = block_draw(f->context, c->type, c->transpose ? f->rows : f->cols, columns, &random);
    OWNED(block) M = block_draw(f->context, (tropic_type)test_below(&random, TROPIC_TYPES), n, columns, &random);
    const block *u = square && (c->alias == ALIAS_W_U || c->alias == ALIAS_ALL) ? &W : &U;
    const block *mask = c->mask < MASK_VALUE ? NULL : c->alias == ALIAS_W_MASK || c->alias == ALIAS_ALL ? &W : &M;
    char text[200];
    snprintf(text, sizeof text, "%s over %s, %d columns, %s, mask %d, accum %d, alias %d, seed %llu",
             tropic_semiring_name(semiring), tropic_type_name(c->type), columns, c->transpose ? "transpose" : "",
             (int)c->mask, c->accum, (int)c->alias, (unsigned long long)c->seed);
    if (n > 0 && f->rows > 0 && f->cols > 0)
        for (tropic_index k = 0; k < columns; k++)
            assert_int_equal(grb_mxv(W.column[k].g, mask ? mask->column[k].g : NULL, c->accum, c->builtin, c->type,
                                     f->G[c->type], u->column[k].g, &d, false),
                             GrB_SUCCESS);
    assert_ok(f->context, tropic_mxv_block(W.v, mask ? mask->v : NULL, accum, semiring, f->A[c->type], u->v, &d));
    split(&W, f->context);
    if (n > 0 && f->rows > 0 && f->cols > 0)
        for (tropic_index k = 0; k < columns; k++) operand_compare(&W.column[k], f->context, text);
}

static void sample(test_graph g, bool weighed, int cases, tropic_index max, uint64_t seed)
{
    OWNED(product_fixture) f;
    const bool square = g.rows == g.cols;
    if (weighed) test_weigh(&g, seed, -4, 4, 1);
    product_fixture_open(&f, &g, DIVISOR);
    for (int k = 0; k < test_sized(cases, 4); k++) {
        product_case c;
        do c = product_draw(&seed, square);
        while (c.builtin == TROPIC_ANY_SECONDI);
        /* Few semirings where each is compiled first. */
        if (test_device() == TROPIC_DEVICE_CUDA)
            c.builtin = k % 2 ? TROPIC_PLUS_TIMES : TROPIC_MIN_SECONDI, c.type = TROPIC_INT32,
            c.accum = k % 3 ? GRB_NO_ACCUM : TROPIC_PLUS;
        check(&f, &c, 1 + test_below(&seed, max));
    }
}

static void test_against_graphblas(void **unused)
{
    enum { CASES = 200, FEW = 20, NARROW = 40, WIDE = 150 };
    sample(test_random_graph(1, 40, 40, 200), true, CASES, NARROW, 1);
    sample(test_random_graph(2, 30, 70, 300), true, CASES, NARROW, 2);
    sample(test_kronecker(3, 7, 8), false, FEW, WIDE, 3);
    sample(test_star(5000), false, FEW / 2, NARROW, 4); /* a hub */
    sample(test_random_graph(5, 1, 1, 1), true, FEW, NARROW, 5);
    sample(test_empty(0, 0), false, FEW, NARROW, 6);
    sample(test_empty(0, 9), false, FEW, NARROW, 7);
    sample(test_empty(9, 0), false, FEW, NARROW, 8);
    sample(test_empty(9, 9), false, FEW, NARROW, 9);
}

/* -- blocks as vectors, and refused arguments -------------------------------------------------- */

static void test_blocks(void **unused)
{
    enum { ROWS = 5, COLUMNS = 3, PLACES = ROWS * COLUMNS };
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *U = NULL;
    tropic_vector *W = NULL;
    int32_t values[PLACES], found[PLACES], sum = 0, one = 1;
    bool present = false;
    for (int p = 0; p < PLACES; p++) values[p] = p;
    assert_ok(context, tropic_vector_create_block(&U, context, TROPIC_INT32, ROWS, COLUMNS));
    assert_ok(context, tropic_vector_create_block(&W, context, TROPIC_INT32, ROWS, COLUMNS));
    assert_int_equal(tropic_vector_count(U), 0);
    assert_ok(context, tropic_vector_put_dense(U, values, NULL));
    assert_ok(context, tropic_vector_fill(W, &one));
    assert_ok(context, tropic_ewise_add(W, NULL, NULL, plus, U, W, NULL));
    assert_ok(context, tropic_vector_get_dense(W, found, NULL));
    for (int p = 0; p < PLACES; p++) assert_int_equal(found[p], p + 1);
    assert_ok(context, tropic_reduce(&sum, plus, W));
    assert_int_equal(sum, PLACES * (PLACES + 1) / 2);
    assert_ok(context, tropic_vector_set(W, 4 * COLUMNS + 2, &one));
    assert_ok(context, tropic_vector_get(W, 4 * COLUMNS + 2, &sum, &present));
    assert_true(present && sum == 1);
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_vector_set(W, PLACES, &one));
    assert_ok(context, tropic_vector_clear(W));
    assert_int_equal(tropic_vector_count(W), 0);
    assert_int_equal(tropic_vector_columns(W), COLUMNS);
    assert_int_equal(tropic_vector_columns(NULL), 0);
    tropic_vector_free(&U);
    tropic_vector_free(&W);
#define REFUSED(status, n, columns)                                                                                    \
    assert_status(context, TROPIC_##status, tropic_vector_create_block(&U, context, TROPIC_INT32, n, columns));        \
    assert_null(U)
    REFUSED(INVALID_ARGUMENT, 5, 0);
    REFUSED(INVALID_ARGUMENT, 5, -1);
    REFUSED(INVALID_ARGUMENT, 5, TROPIC_COLUMNS_MAX + 1);
    REFUSED(INVALID_ARGUMENT, -1, 2);
    REFUSED(NOT_SUPPORTED, TROPIC_INDEX_MAX / 2 + 1, 2);
    assert_ok(context, tropic_vector_create_block(&U, context, TROPIC_INT32, 0, 4));
}

static void test_refusals(void **unused)
{
    const tropic_semiring *plus = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
    const tropic_index rows[] = {0, 1, 2}, cols[] = {1, 2, 0};
    const int32_t values[] = {3, 1, 2}, one = 1;
    OWNED(tropic_context) *context = test_context();
    tropic_descriptor d = {.size = sizeof d};
    OWNED(tropic_vector) *W = NULL, *U = NULL, *narrow = NULL, *flat = NULL;
    OWNED(tropic_matrix) *A = NULL;
    int32_t found[6];
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 3, rows, cols, TROPIC_INT32, values, NULL));
    assert_ok(context, tropic_vector_create_block(&W, context, TROPIC_INT32, 3, 2));
    assert_ok(context, tropic_vector_create_block(&U, context, TROPIC_INT32, 4, 2));
    assert_ok(context, tropic_vector_create_block(&narrow, context, TROPIC_INT32, 2, 3));
    assert_ok(context, tropic_vector_create(&flat, context, TROPIC_INT32, 6));
    assert_ok(context, tropic_vector_fill(W, &one));
#define BLOCK_REFUSED(status, ...) assert_status(context, TROPIC_##status, tropic_mxv_block(W, __VA_ARGS__))
    assert_int_equal(tropic_mxv_block(NULL, NULL, NULL, plus, A, W, NULL), TROPIC_INVALID_ARGUMENT);
    BLOCK_REFUSED(INVALID_ARGUMENT, NULL, NULL, plus, A, NULL, NULL);
    BLOCK_REFUSED(INVALID_ARGUMENT, NULL, NULL, NULL, A, W, NULL);
    BLOCK_REFUSED(INVALID_ARGUMENT, NULL, NULL, plus, NULL, W, NULL);
    BLOCK_REFUSED(DIMENSION_MISMATCH, NULL, NULL, plus, A, U, NULL);
    BLOCK_REFUSED(DIMENSION_MISMATCH, NULL, NULL, plus, A, narrow, NULL);
    BLOCK_REFUSED(DIMENSION_MISMATCH, NULL, NULL, plus, A, flat, NULL);
    BLOCK_REFUSED(DIMENSION_MISMATCH, flat, NULL, plus, A, W, NULL);
    d.strategy = TROPIC_STRATEGY_CSR_PUSH;
    BLOCK_REFUSED(NOT_SUPPORTED, NULL, NULL, plus, A, W, &d);
    d.strategy = TROPIC_STRATEGY_COOC_SCALAR;
    BLOCK_REFUSED(NOT_SUPPORTED, NULL, NULL, plus, A, W, &d);
    assert_ok(context, tropic_vector_get_dense(W, found, NULL));
    for (int p = 0; p < 6; p++) assert_int_equal(found[p], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_graphblas),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_refusals),
    };
    test_need_device();
    if (grb_start() != GrB_SUCCESS || test_cache_begin(NULL) != 0) return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}
