/* SPDX-License-Identifier: Apache-2.0
 *
 * Products with blocks of columns over semirings of the user's own, as macros and as strings: each column is
 * tropic_mxv's result of it alone.
 */
#include <tropic_define.h>

#include "tests/fixtures.h"
#include "tests/jit.h"

/* clang-format off */
TROPIC_SEMIRING(user_plus_times, double, double, double, a + b, x * y, 0);
TROPIC_SEMIRING_STOP(user_or_and, bool, bool, bool, a || b, x && y, false, a);
/* Three types, both indices, and the old result. */
TROPIC_SEMIRING(spring, double, float, int32_t, a + b, x * (y - w) + i - 2 * j, 0);
TROPIC_STRUCT(way, double length; int32_t parent, arcs;);
TROPIC_SEMIRING(shortest, way, float, way,
                (a.length < b.length || (a.length == b.length && a.parent < b.parent) ? a : b),
                ((way){y.length + x, i, y.arcs + 1}), ((way){INFINITY, INT32_MAX, 0}));
/* clang-format on */

enum { N = 3000, HUB = 2500 };

typedef struct fixture {
    tropic_context *context;
    tropic_matrix *A;
} fixture;

static void open(fixture *f, tropic_type type)
{
    OWNED(test_graph) g = test_random_graph(3, N, N, 4 * N);
    for (int k = 0; k < HUB; k++) g.row[k] = 7;
    test_deduplicate(&g);
    test_weigh(&g, 5, type == TROPIC_BOOL ? 0 : -3, type == TROPIC_BOOL ? 1 : 4, 1);
    f->context = test_context();
    f->A = test_matrix_of(f->context, &g, type, NULL);
}

/* values[i * columns + c] to the vector, or the other way round. */
static void expect_columns(fixture *f, const tropic_semiring *semiring, const char *u, tropic_type u_type,
                           const char *before, const bool *has, tropic_index columns, const tropic_operator *accum)
{
    const tropic_type type = tropic_semiring_type(semiring);
    const size_t size = tropic_type_size(type), u_size = tropic_type_size(u_type);
    const tropic_descriptor d = {.size = sizeof d, .strategy = TROPIC_STRATEGY_CSC_SCALAR};
    OWNED_MEMORY char *found = calloc((size_t)N * (size_t)columns, size), *one = calloc(N, TROPIC_TYPE_DEVICE_MAX);
    OWNED_MEMORY char *wanted = calloc(N, size);
    OWNED_MEMORY bool *found_has = calloc((size_t)N * (size_t)columns, 1);
    bool one_has[N], wanted_has[N];
    OWNED(tropic_vector) *W = NULL, *U = NULL, *w = NULL, *v = NULL;
    assert_ok(f->context, tropic_vector_create_block(&W, f->context, type, N, columns));
    assert_ok(f->context, tropic_vector_create_block(&U, f->context, u_type, N, columns));
    assert_ok(f->context, tropic_vector_create(&w, f->context, type, N));
    assert_ok(f->context, tropic_vector_create(&v, f->context, u_type, N));
    assert_ok(f->context, tropic_vector_put_dense(W, before, has));
    assert_ok(f->context, tropic_vector_put_dense(U, u, has));
    assert_ok(f->context, tropic_mxv_block(W, NULL, accum, semiring, f->A, U, NULL));
    assert_ok(f->context, tropic_vector_get_dense(W, found, found_has));
    for (tropic_index c = 0; c < columns; c++) {
        for (tropic_index i = 0; i < N; i++) {
            const size_t place = (size_t)i * (size_t)columns + (size_t)c;
            memcpy(one + (size_t)i * size, before + place * size, size);
            one_has[i] = has[place];
        }
        assert_ok(f->context, tropic_vector_put_dense(w, one, one_has));
        for (tropic_index i = 0; i < N; i++)
            memcpy(one + (size_t)i * u_size, u + ((size_t)i * (size_t)columns + (size_t)c) * u_size, u_size);
        assert_ok(f->context, tropic_vector_put_dense(v, one, one_has));
        assert_ok(f->context, tropic_mxv(w, NULL, accum, semiring, f->A, v, &d));
        assert_ok(f->context, tropic_vector_get_dense(w, wanted, wanted_has));
        for (tropic_index i = 0; i < N; i++) {
            const size_t place = (size_t)i * (size_t)columns + (size_t)c;
            if (found_has[place] != wanted_has[i] ||
                (wanted_has[i] && memcmp(found + place * size, wanted + (size_t)i * size, size) != 0))
                fail_msg("%s, %d columns: place (%d, %d) differs", tropic_semiring_name(semiring), columns, i, c);
        }
    }
}

static void check_user(const tropic_semiring_source *given, tropic_type matrix, tropic_type u_type, tropic_type type)
{
    static const tropic_index widths[] = {2, 5, 33, 70};
    enum { MOST = 70 };
    OWNED_MEMORY char *u = calloc((size_t)N * MOST, tropic_type_size(u_type));
    OWNED_MEMORY char *before = calloc((size_t)N * MOST, tropic_type_size(type));
    OWNED_MEMORY bool *has = calloc((size_t)N * MOST, 1);
    uint64_t random = 9;
    fixture f;
    open(&f, matrix);
    for (int64_t p = 0; p < (int64_t)N * MOST; p++) {
        const int small = test_below(&random, 9) - 4;
        has[p] = test_below(&random, 3) > 0;
        if (u_type >= TROPIC_TYPES)
            ((way *)(void *)u)[p] = (way){small, (int32_t)p, small & 3};
        else
            test_value_store(u_type, u, p, u_type == TROPIC_BOOL ? small > 2 : small);
        if (type == TROPIC_FP64) ((double *)(void *)before)[p] = small + 1;
        if (type >= TROPIC_TYPES) ((way *)(void *)before)[p] = (way){small - 9, 4, 4};
    }
    for (int strings = 0; strings < 2; strings++) {
        tropic_semiring_source source = *given;
        OWNED(tropic_semiring) *semiring = NULL;
        if (strings) source.host = NULL;
        assert_ok(f.context, tropic_semiring_create(&semiring, f.context, &source));
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
            expect_columns(&f, semiring, u, u_type, before, has, widths[k], NULL);
            if (type < TROPIC_TYPES)
                expect_columns(&f, semiring, u, u_type, before, has, widths[k],
                               tropic_operator_builtin(TROPIC_MAX, type));
            expect_columns(&f, semiring, u, u_type, before, has, widths[k], tropic_semiring_add(semiring));
        }
    }
    tropic_matrix_free(&f.A);
    tropic_context_free(&f.context);
}

static void test_users(void **unused)
{
    tropic_context *context = test_context();
    tropic_type type = TROPIC_BOOL;
    assert_ok(context, tropic_type_define(&type, context, &way_type));
    tropic_context_free(&context);
    check_user(&user_plus_times, TROPIC_FP64, TROPIC_FP64, TROPIC_FP64);
    check_user(&user_or_and, TROPIC_BOOL, TROPIC_BOOL, TROPIC_BOOL);
    check_user(&spring, TROPIC_FP32, TROPIC_INT32, TROPIC_FP64);
    check_user(&shortest, TROPIC_FP32, type, type);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_users),
    };
    test_need_device();
    if (test_cache_begin(NULL) != 0) return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}
