/* SPDX-License-Identifier: Apache-2.0
 *
 * Built-in semirings as those of two operators, by which the CPU makes products that it has no kernels for. The results
 * of the two are the same, byte by byte. A build of all instances compares all of them, others those that are hot.
 */
#include "semiring/composed.h"
#include "spmv/ops/mxv_ops.h"
#include "tests/context.h"
#include "tests/fixtures.h"

enum { N = 150, WIDTH = 3, LONG_LIST = 7, LONG_SOURCE = 5 };

/* Small numbers, and now and then the type's ends, which saturate. */
static void draw(uint64_t *random, tropic_type type, void *values, int64_t k)
{
    const int64_t drawn = test_below(random, 20);
    const bool end = !test_is_floating(type) && drawn < 2;
    const long double sign = test_is_unsigned(type) || type == TROPIC_BOOL ? 1 : -1;
    if (end)
        test_value_store(type, values, k, drawn == 0 ? test_value_max(type) : sign * (long double)(drawn + 100));
    else
        test_value_store(type, values, k, test_value_as(type, (double)(drawn - 9)));
}

/* One list and one source have entries everywhere; a third of the lists is empty. */
static tropic_matrix *matrix_of(tropic_type type, uint64_t seed)
{
    OWNED_MEMORY tropic_index *row = test_room(N * N, sizeof *row), *col = test_room(N * N, sizeof *col);
    OWNED_MEMORY void *values = test_room(N * N, sizeof(double));
    tropic_matrix *A = NULL;
    tropic_offset count = 0;
    uint64_t random = seed;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            if (i != LONG_LIST && j != LONG_SOURCE && (i % 3 == 0 || test_below(&random, 30) > 0)) continue;
            draw(&random, type, values, count);
            row[count] = i;
            col[count++] = j;
        }
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, count, row, col, type, values, NULL));
    return A;
}

/* With entries at one of `rare` places. */
static tropic_vector *vector_of(tropic_type type, int columns, int rare, uint64_t seed)
{
    OWNED_MEMORY void *values = test_room(N * WIDTH, sizeof(double));
    bool has[N * WIDTH];
    tropic_vector *v = NULL;
    uint64_t random = seed;
    for (int k = 0; k < N * columns; k++) {
        has[k] = test_below(&random, rare) == 0;
        draw(&random, type, values, k);
    }
    assert_ok(context, columns == 1 ? tropic_vector_create(&v, context, type, N)
                                    : tropic_vector_create_block(&v, context, type, N, columns));
    assert_ok(context, tropic_vector_put_dense(v, values, has));
    return v;
}

static void same_vectors(const char *call, const tropic_semiring *s, const tropic_vector *a, const tropic_vector *b,
                         int count)
{
    const size_t size = tropic_type_size(tropic_semiring_type(s));
    OWNED_MEMORY char *x = test_room(count, sizeof(double)), *y = test_room(count, sizeof(double));
    bool x_has[N * WIDTH], y_has[N * WIDTH];
    assert_ok(context, tropic_vector_get_dense(a, x, x_has));
    assert_ok(context, tropic_vector_get_dense(b, y, y_has));
    for (int k = 0; k < count; k++)
        if (x_has[k] != y_has[k] || (x_has[k] && memcmp(x + (size_t)k * size, y + (size_t)k * size, size) != 0))
            fail_msg("%s over %s: %s differs at %d: %d %Lg, composed %d %Lg", tropic_semiring_name(s),
                     tropic_type_name(tropic_semiring_type(s)), call, k, x_has[k],
                     test_value_load(tropic_semiring_type(s), x, k), y_has[k],
                     test_value_load(tropic_semiring_type(s), y, k));
}

/* A product of a vector of one of `rare` places, under no mask, one, or its complement, with or without an accumulator.
 */
typedef struct way {
    bool vxm;
    int rare, mask;
    bool adds, accumulates;
    tropic_strategy strategy;
} way;

static void multiply(const way *w, const tropic_semiring *s, const tropic_matrix *A, tropic_vector **t)
{
    const tropic_type type = tropic_semiring_type(s);
    const tropic_descriptor d = {
        .size = sizeof d, .structure = true, .complement = w->mask == 2, .strategy = w->strategy};
    const tropic_operator *accum = w->adds          ? tropic_semiring_add(s)
                                   : w->accumulates ? tropic_operator_builtin(TROPIC_SECOND, type)
                                                    : NULL;
    OWNED(tropic_vector) *u = vector_of(type, 1, w->rare, 11), *mask = vector_of(TROPIC_INT32, 1, 2, 12);
    *t = vector_of(type, 1, 3, 13);
    if (w->vxm)
        assert_ok(context, tropic_vxm(*t, w->mask ? mask : NULL, accum, s, u, A, &d));
    else
        assert_ok(context, tropic_mxv(*t, w->mask ? mask : NULL, accum, s, A, u, &d));
}

static void check_vectors(const tropic_semiring *table, const tropic_semiring *composed, const tropic_matrix *A)
{
    static const int rares[] = {1, 2, 40};
    for (int turn = 0; turn < 2 * 3 * 3 * 3 * TROPIC_STRATEGIES; turn++) {
        const way w = {.vxm = turn % 2,
                       .rare = rares[turn / 2 % 3],
                       .mask = turn / 6 % 3,
                       .adds = turn / 18 % 3 == 1,
                       .accumulates = turn / 18 % 3 == 2,
                       .strategy = (tropic_strategy)(turn / 54)};
        OWNED(tropic_vector) *a = NULL, *b = NULL;
        multiply(&w, table, A, &a);
        multiply(&w, composed, A, &b);
        same_vectors(w.vxm ? "vxm" : "mxv", table, a, b, N);
    }
}

static void check_blocks(const tropic_semiring *table, const tropic_semiring *composed, const tropic_matrix *A)
{
    const tropic_type type = tropic_semiring_type(table);
    for (int rare = 1; rare < 3; rare++) {
        OWNED(tropic_vector) *u = vector_of(type, WIDTH, rare, 21), *a = vector_of(type, WIDTH, 2, 22);
        OWNED(tropic_vector) *b = vector_of(type, WIDTH, 2, 22);
        assert_ok(context, tropic_mxv_block(a, NULL, NULL, table, A, u, NULL));
        assert_ok(context, tropic_mxv_block(b, NULL, NULL, composed, A, u, NULL));
        same_vectors("mxv_block", table, a, b, N * WIDTH);
    }
}

/* Without a mask, under one that most places are in, under its complement, and under one that dot products go along. */
static void check_matrices(const tropic_semiring *table, const tropic_semiring *composed, const tropic_matrix *A)
{
    OWNED(tropic_matrix) *some = matrix_of(TROPIC_INT32, 31), *B = matrix_of(tropic_semiring_type(table), 32),
                         *few = NULL;
    const tropic_index row[] = {LONG_LIST, 1, 40}, col[] = {LONG_SOURCE, 2, LONG_SOURCE};
    assert_ok(context, tropic_matrix_from_coo(&few, context, N, N, 3, row, col, TROPIC_BOOL, NULL, NULL));
    for (int mask = 0; mask < 4; mask++) {
        const tropic_descriptor d = {.size = sizeof d, .structure = true, .complement = mask == 2};
        const tropic_matrix *under = mask == 0 ? NULL : mask == 3 ? few : some;
        OWNED(tropic_matrix) *a = NULL, *b = NULL;
        assert_ok(context, tropic_mxm(&a, context, under, NULL, table, A, B, &d));
        assert_ok(context, tropic_mxm(&b, context, under, NULL, composed, A, B, &d));
        test_matrices_same(context, a, context, b);
    }
}

/* Sums whose order matters may differ. */
static void test_same(void **unused)
{
    int compared = 0;
    for (int s = TROPIC_BUILTINS_FIRST; s < TROPIC_BUILTINS; s++)
        for (int t = 0; t < TROPIC_TYPES; t++) {
            const tropic_semiring *table = tropic_semiring_builtin((tropic_builtin)s, (tropic_type)t), *composed;
            tropic_matrix *A;
            if (!table || table->order_matters || !tp_mxv_op((tropic_builtin)s, (tropic_type)t)->cpu) continue;
            composed = tp_semiring_composed(table);
            assert_ptr_equal(tp_semiring_composed(table), composed);
            assert_string_equal(tropic_semiring_name(composed), tropic_semiring_name(table));
            assert_ptr_equal(tropic_semiring_add(composed), tropic_semiring_add(table));
            A = matrix_of((tropic_type)t, (uint64_t)s);
            check_vectors(table, composed, A);
            check_blocks(table, composed, A);
            check_matrices(table, composed, A);
            tropic_matrix_free(&A);
            compared++;
        }
    assert_true(compared >= 24);
}

/* Every build has kernels for sums of reals, which depend on the order: they are the same in every build. */
static void test_reals(void **unused)
{
    for (int s = TROPIC_BUILTINS_FIRST; s < TROPIC_BUILTINS; s++)
        for (int t = TROPIC_FP32; t <= TROPIC_FP64; t++) {
            const tropic_semiring *table = tropic_semiring_builtin((tropic_builtin)s, (tropic_type)t);
            if (table && table->order_matters) assert_non_null(tp_mxv_op((tropic_builtin)s, (tropic_type)t)->cpu);
        }
}

/* The semirings that the sources of LAGraph 1.2 name, but for those that the table lacks (MAX_FIRST, tuples): all have
 * kernels, also with the operands exchanged. Its plus is the operator, which wraps. */
static void test_lagraph(void **unused)
{
#define USED(ADD, MUL, T)                                                                                              \
    {                                                                                                                  \
        TROPIC_##ADD, TROPIC_##MUL, TROPIC_##T                                                                         \
    }
    static const struct {
        tropic_builtin_operator add, multiply;
        tropic_type type;
    } used[] = {
        USED(ANY, PAIR, BOOL),     USED(PLUS, PAIR, INT32),   USED(PLUS, PAIR, INT64),  USED(PLUS, PAIR, UINT32),
        USED(PLUS, PAIR, FP64),    USED(PLUS, FIRST, INT64),  USED(PLUS, FIRST, FP64),  USED(PLUS, SECOND, INT64),
        USED(PLUS, SECOND, FP32),  USED(PLUS, SECOND, FP64),  USED(PLUS, TIMES, INT64), USED(PLUS, TIMES, FP32),
        USED(PLUS, TIMES, FP64),   USED(MIN, FIRST, INT32),   USED(MIN, FIRST, INT64),  USED(MIN, FIRST, UINT64),
        USED(MIN, SECOND, UINT32), USED(MIN, SECOND, UINT64), USED(MIN, PLUS, INT32),   USED(MIN, PLUS, INT64),
        USED(MIN, PLUS, UINT32),   USED(MIN, PLUS, UINT64),   USED(MIN, PLUS, FP32),    USED(MIN, PLUS, FP64),
        USED(ANY, INDEX, INT32),   USED(ANY, INDEX, INT64),   USED(MIN, INDEX, INT32),  USED(MIN, INDEX, INT64),
    };
    for (size_t k = 0; k < sizeof used / sizeof *used; k++) {
        OWNED(tropic_semiring) *s = NULL;
        assert_ok(context,
                  tropic_semiring_from_operators(&s, context, tropic_operator_builtin(used[k].add, used[k].type),
                                                 tropic_operator_builtin(used[k].multiply, used[k].type)));
        if (s->user ? !tp_mxv_op_composed(s)
                    : !tp_mxv_op(s->builtin, s->type)->cpu || !tp_mxv_op(s->flipped, s->type)->cpu)
            fail_msg("%s over %s has no kernels", tropic_semiring_name(s), tropic_type_name(used[k].type));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same), cmocka_unit_test(test_reals),
                                       cmocka_unit_test(test_lagraph)};
    return cmocka_run_group_tests(tests, context_open, context_close);
}
