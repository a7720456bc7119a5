/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of a struct of 100 bytes, in everything that takes a struct, against loops.
 */
#include <tropic_define.h>

#include "tests/fixtures.h"
#include "tests/jit.h"

/* clang-format off */
/* A number, bytes that are only copied, and bits. */
TROPIC_STRUCT(wide, int32_t number; char text[92]; uint32_t bits;);
TROPIC_SEMIRING(wide_plus_times, wide, wide, wide, ((wide){a.number + b.number, {0}, a.bits ^ b.bits}),
                ((wide){x.number * y.number, {0}, x.bits + 3 * y.bits + (uint32_t)i}), ((wide){0, {0}, 0}));
TROPIC_MONOID(wide_plus, wide, ((wide){a.number + b.number, {0}, a.bits ^ b.bits}), ((wide){0, {0}, 0}));
TROPIC_OPERATOR(wide_less, bool, wide, wide, x.number < y.number);
/* clang-format on */

enum { N = 60, ARCS = 500 };

typedef struct fixture {
    tropic_context *context;
    tropic_type type;
    tropic_semiring *semiring;
    tropic_operator *plus, *less;
    tropic_matrix *A;
    bool has[N][N];
    wide a[N][N];
    tropic_vector *u;
    bool u_has[N];
    wide u_value[N];
} fixture;

static wide value_of(uint64_t *random)
{
    wide v = {.number = test_below(random, 9) - 4, .bits = (uint32_t)test_random(random)};
    for (size_t k = 0; k < sizeof v.text; k++) v.text[k] = (char)('a' + test_below(random, 26));
    return v;
}

static wide plus(wide a, wide b)
{
    return (wide){a.number + b.number, {0}, a.bits ^ b.bits};
}

/* (The vector's place is i.) */
static wide times(wide x, wide y, int i)
{
    return (wide){x.number * y.number, {0}, x.bits + 3 * y.bits + (uint32_t)i};
}

static void add(bool *has, wide *sum, wide v)
{
    *sum = *has ? plus(*sum, v) : v;
    *has = true;
}

/* Several entries at some places, which combine. */
static void make_matrix(fixture *f, uint64_t *random)
{
    tropic_index rows[ARCS], cols[ARCS];
    wide *values = calloc(ARCS, sizeof *values);
    tropic_build_options options = {.size = sizeof options};
    options.duplicates_op = f->plus;
    for (int k = 0; k < ARCS; k++) {
        rows[k] = test_below(random, N);
        cols[k] = test_below(random, 3) ? test_below(random, N) : 5;
        values[k] = value_of(random);
        add(&f->has[rows[k]][cols[k]], &f->a[rows[k]][cols[k]], values[k]);
    }
    assert_ok(f->context, tropic_matrix_from_coo(&f->A, f->context, N, N, ARCS, rows, cols, f->type, values, &options));
    free(values);
}

static void make_vector(fixture *f, uint64_t *random)
{
    for (int i = 0; i < N; i++) {
        f->u_has[i] = test_below(random, 3) > 0;
        f->u_value[i] = value_of(random);
    }
    assert_ok(f->context, tropic_vector_create(&f->u, f->context, f->type, N));
    assert_ok(f->context, tropic_vector_put_dense(f->u, f->u_value, f->u_has));
}

static void fixture_open(fixture *f)
{
    uint64_t random = 17;
    memset(f, 0, sizeof *f);
    f->context = test_context();
    assert_int_equal(sizeof(wide), 100);
    assert_ok(f->context, tropic_type_define(&f->type, f->context, &wide_type));
    assert_ok(f->context, tropic_semiring_create(&f->semiring, f->context, &wide_plus_times));
    assert_ok(f->context, tropic_operator_create(&f->plus, f->context, &wide_plus));
    assert_ok(f->context, tropic_operator_create(&f->less, f->context, &wide_less));
    make_matrix(f, &random);
    make_vector(f, &random);
}

static void fixture_close(fixture *f)
{
    tropic_vector_free(&f->u);
    tropic_matrix_free(&f->A);
    tropic_operator_free(&f->plus);
    tropic_operator_free(&f->less);
    tropic_semiring_free(&f->semiring);
    tropic_context_free(&f->context);
}

static void expect(const fixture *f, const tropic_vector *w, const bool *has, const wide *value)
{
    wide *found = calloc(N, sizeof *found);
    bool present[N];
    assert_ok(f->context, tropic_vector_get_dense(w, found, present));
    for (int i = 0; i < N; i++) {
        if (present[i] != has[i]) fail_msg("place %d: %s entry", i, present[i] ? "an" : "no");
        if (has[i] && memcmp(&found[i], &value[i], sizeof *found) != 0) fail_msg("place %d: another value", i);
    }
    free(found);
}

static void products_with_a_vector(void **state)
{
    static fixture f;
    static wide value[N];
    fixture_open(&f);
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++)
        for (int form = TROPIC_BITMAP; form <= TROPIC_SPARSE; form++) {
            const tropic_descriptor d = {.size = sizeof d, .strategy = (tropic_strategy)strategy};
            bool has[N] = {false};
            tropic_vector *w = NULL;
            memset(value, 0, sizeof value);
            for (int i = 0; i < N; i++)
                for (int k = 0; k < N; k++)
                    if (f.has[i][k] && f.u_has[k]) add(&has[i], &value[i], times(f.a[i][k], f.u_value[k], k));
            assert_ok(f.context, tropic_vector_create(&w, f.context, f.type, N));
            assert_ok(f.context, tropic_vector_set_form(f.u, (tropic_vector_form)form));
            assert_ok(f.context, tropic_mxv(w, NULL, NULL, f.semiring, f.A, f.u, &d));
            expect(&f, w, has, value);
            tropic_vector_free(&w);
        }
    fixture_close(&f);
}

static void products_of_matrices(void **state)
{
    static fixture f;
    static wide value[N][N];
    static bool has[N][N];
    tropic_matrix *C = NULL;
    wide found;
    fixture_open(&f);
    memset(value, 0, sizeof value);
    memset(has, 0, sizeof has);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N && f.has[i][k]; j++)
                if (f.has[k][j]) add(&has[i][j], &value[i][j], times(f.a[i][k], f.a[k][j], k));
    for (int accumulates = 0; accumulates < 2; accumulates++) {
        assert_ok(f.context, tropic_mxm(&C, f.context, NULL, accumulates ? f.plus : NULL, f.semiring, f.A, f.A, NULL));
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                const wide twice = plus(value[i][j], value[i][j]);
                bool present = false;
                assert_ok(f.context, tropic_matrix_get(C, f.context, i, j, &found, &present));
                assert_int_equal(present, has[i][j]);
                if (present) assert_memory_equal(&found, accumulates ? &twice : &value[i][j], sizeof found);
            }
    }
    tropic_matrix_free(&C);
    fixture_close(&f);
}

static void elementwise_and_sums(void **state)
{
    static fixture f;
    static wide value[N];
    static const wide bound = {1, {0}, 0};
    bool has[N] = {false}, hits[N];
    tropic_vector *v = NULL, *w = NULL, *holds = NULL;
    wide total = {0, {0}, 0}, expected = total;
    fixture_open(&f);
    /* Row sums; then u and these, united. */
    memset(value, 0, sizeof value);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            if (f.has[i][k]) add(&has[i], &value[i], f.a[i][k]);
    assert_ok(f.context, tropic_vector_create(&v, f.context, f.type, N));
    assert_ok(f.context, tropic_vector_create(&w, f.context, f.type, N));
    assert_ok(f.context, tropic_vector_create(&holds, f.context, TROPIC_BOOL, N));
    assert_ok(f.context, tropic_reduce_matrix(v, NULL, NULL, f.plus, f.A, NULL));
    expect(&f, v, has, value);
    assert_ok(f.context, tropic_ewise_add(w, NULL, NULL, f.plus, v, f.u, NULL));
    for (int i = 0; i < N; i++)
        if (f.u_has[i]) add(&has[i], &value[i], f.u_value[i]);
    expect(&f, w, has, value);
    assert_ok(f.context, tropic_reduce(&total, f.plus, w));
    for (int i = 0; i < N; i++)
        if (has[i]) expected = plus(expected, value[i]);
    assert_memory_equal(&total, &expected, sizeof total);
    assert_ok(f.context, tropic_apply(holds, NULL, NULL, f.less, w, &bound, NULL));
    assert_int_equal(tropic_vector_count(holds), tropic_vector_count(w));
    assert_ok(f.context, tropic_select(w, NULL, NULL, f.less, w, &bound, NULL));
    for (int i = 0; i < N; i++) hits[i] = has[i] && value[i].number < bound.number;
    expect(&f, w, hits, value);
    tropic_vector_free(&v);
    tropic_vector_free(&w);
    tropic_vector_free(&holds);
    fixture_close(&f);
}

/* Copies of all bytes; entries at one place; entries one by one. */
static void copies_and_entries(void **state)
{
    static fixture f;
    static wide value[N], list[2 * N];
    tropic_index ids[2 * N];
    uint64_t random = 5;
    bool has[N] = {false};
    tropic_vector *w = NULL;
    fixture_open(&f);
    assert_ok(f.context, tropic_vector_create(&w, f.context, f.type, N));
    assert_ok(f.context, tropic_assign(w, NULL, NULL, f.u, NULL, N, NULL));
    expect(&f, w, f.u_has, f.u_value);
    for (int k = 0; k < 2 * N; k++) {
        ids[k] = test_below(&random, N);
        list[k] = value_of(&random);
        add(&has[ids[k]], &value[ids[k]], list[k]);
    }
    assert_ok(f.context, tropic_vector_build(w, 2 * N, ids, list, f.plus));
    expect(&f, w, has, value);
    assert_ok(f.context, tropic_vector_set_form(w, TROPIC_SPARSE));
    for (int k = 0; k < N; k++) {
        value[ids[k]] = value_of(&random);
        has[ids[k]] = true;
        assert_ok(f.context, tropic_vector_set(w, ids[k], &value[ids[k]]));
    }
    expect(&f, w, has, value);
    assert_ok(f.context, tropic_extract(w, NULL, NULL, f.u, ids, N, NULL));
    for (int k = 0; k < N; k++) {
        has[k] = f.u_has[ids[k]];
        value[k] = f.u_value[ids[k]];
    }
    expect(&f, w, has, value);
    tropic_vector_free(&w);
    fixture_close(&f);
}

/* Larger ones are refused: on a GPU those of more bytes than its kernels take, by whatever would go there. */
static void the_largest(void **state)
{
    const tropic_type_source fits = {sizeof fits, "wide_fits", "char c[128];", TROPIC_TYPE_DEVICE_MAX, 1};
    const tropic_type_source over = {sizeof over, "wide_over", "char c[129];", TROPIC_TYPE_DEVICE_MAX + 1, 1};
    const tropic_type_source too_wide = {sizeof too_wide, "wide_too", "char c[65537];", TROPIC_TYPE_MAX + 1, 1};
    tropic_context *context = test_context();
    const bool gpu = tropic_context_device(context) == TROPIC_DEVICE_CUDA;
    const tropic_status wanted = gpu ? TROPIC_NOT_SUPPORTED : TROPIC_OK;
    tropic_operator_source source = {
        .size = sizeof source, .name = "same", .z = "wide_over", .x = "wide_over", .y = "bool", .expression = "x"};
    const tropic_index ids[] = {0};
    const char value[TROPIC_TYPE_DEVICE_MAX + 1] = {0};
    tropic_operator *same = NULL;
    tropic_vector *v = NULL, *w = NULL;
    tropic_matrix *A = NULL, *C = NULL;
    tropic_type type;
    assert_ok(context, tropic_type_define(&type, context, &fits));
    assert_int_equal(tropic_type_size(type), TROPIC_TYPE_DEVICE_MAX);
    assert_ok(context, tropic_vector_create(&v, context, type, 3));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_type_define(&type, context, &too_wide));
    assert_ok(context, tropic_type_define(&type, context, &over));
    assert_ok(context, tropic_operator_create(&same, context, &source));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, 1, 1, ids, ids, type, value, NULL));
    assert_status(context, wanted, tropic_vector_create(&w, context, type, 3));
    if (gpu)
        assert_string_equal(tropic_context_error(context),
                            "values of type wide_over have 129 bytes, and on a GPU at most 128");
    assert_status(context, wanted, tropic_transpose(&C, context, NULL, NULL, A, NULL));
    if (gpu) assert_status(context, wanted, tropic_matrix_apply(&C, context, NULL, NULL, same, A, NULL, NULL));
    tropic_vector_free(&v);
    tropic_vector_free(&w);
    tropic_matrix_free(&A);
    tropic_matrix_free(&C);
    tropic_operator_free(&same);
    tropic_context_free(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_with_a_vector),
        cmocka_unit_test(products_of_matrices),
        cmocka_unit_test(elementwise_and_sums),
        cmocka_unit_test(copies_and_entries),
        cmocka_unit_test(the_largest),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, test_cache_begin, test_cache_end);
}
