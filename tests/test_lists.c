/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations on long vectors of few entries take memory, and so time, for these entries alone: in a context that is
 * given no block of more than LARGEST bytes.
 */
#include <stdlib.h>

#include <tropic_define.h>

#include "tests/fixtures.h"

enum { LARGEST = 4096, FEW = 3, PATH = 1000000, SPOKES = 3000, GROWN = 150, NO_ENTRY = -1 };
enum { MANY = 8500000, STRIDE = 30, COMMON = 3 };
TROPIC_OPERATOR(doubled, int32_t, int32_t, int32_t, 2 * x + y);
static const tropic_index LONG = TROPIC_INDEX_MAX;

static void *allocate(size_t bytes, void *user)
{
    return bytes <= LARGEST ? malloc(bytes) : NULL;
}

static void release(void *pointer, void *user)
{
    free(pointer);
}

static tropic_context *small_context(void)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 1, .allocate = allocate, .release = release};
    tropic_context *context = NULL;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    return context;
}

static tropic_vector *vector(tropic_context *context, tropic_index n, tropic_index a, tropic_index b, tropic_index c)
{
    const tropic_index ids[FEW] = {a, b, c};
    const int32_t values[FEW] = {1, 2, 3};
    tropic_vector *v = NULL;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, n));
    assert_ok(context, tropic_vector_put_entries(v, FEW, ids, values));
    return v;
}

/* Pairs of place and value, ended by NO_ENTRY. */
static void assert_entries(tropic_context *context, const tropic_vector *v, const int32_t *expected)
{
    tropic_index ids[2 * FEW], count = 0;
    int32_t values[2 * FEW];
    while (expected[2 * count] != NO_ENTRY) count++;
    assert_int_equal(tropic_vector_count(v), count);
    assert_int_equal(tropic_vector_get_form(v), TROPIC_SPARSE);
    assert_ok(context, tropic_vector_get_entries(v, ids, values));
    for (tropic_index k = 0; k < count; k++) {
        assert_int_equal(ids[k], expected[2 * k]);
        assert_int_equal(values[k], expected[2 * k + 1]);
    }
}
#define ENTRIES(...)                                                                                                   \
    (int32_t[])                                                                                                        \
    {                                                                                                                  \
        __VA_ARGS__, NO_ENTRY                                                                                          \
    }

static const tropic_operator *op(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

static void test_elementwise(void **unused)
{
    const tropic_descriptor others = {.size = sizeof others, .complement = true, .structure = true, .replace = true};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    const tropic_index ids[2] = {LONG - 1, 4};
    const int32_t seven = 7;
    int32_t sum = 0;
    OWNED(tropic_context) *context = small_context();
    OWNED(tropic_vector) *u = vector(context, LONG, 5, 9, LONG - 1), *v = vector(context, LONG, 5, 7, LONG - 1),
                         *w = NULL;
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, LONG));
    assert_ok(context, tropic_apply(w, NULL, NULL, op(TROPIC_TIMES), u, &seven, NULL));
    assert_entries(context, w, ENTRIES(5, 7, 9, 14, LONG - 1, 21));
    assert_ok(context, tropic_ewise_add(w, NULL, NULL, op(TROPIC_PLUS), u, v, NULL));
    assert_entries(context, w, ENTRIES(5, 2, 7, 2, 9, 2, LONG - 1, 6));
    assert_ok(context, tropic_ewise_multiply(w, NULL, op(TROPIC_PLUS), op(TROPIC_TIMES), u, v, NULL));
    assert_entries(context, w, ENTRIES(5, 3, 7, 2, 9, 2, LONG - 1, 15));
    assert_ok(context, tropic_select(w, u, NULL, op(TROPIC_NE), u, &seven, &others));
    assert_entries(context, w, ENTRIES(NO_ENTRY));
    assert_ok(context, tropic_assign(w, v, NULL, u, NULL, LONG, &others));
    assert_entries(context, w, ENTRIES(9, 2));
    assert_ok(context, tropic_assign_scalar(w, v, op(TROPIC_PLUS), &seven, NULL, LONG, &there));
    assert_entries(context, w, ENTRIES(5, 7, 7, 7, 9, 2, LONG - 1, 7));
    assert_ok(context, tropic_assign_scalar(w, NULL, NULL, &seven, ids, 2, NULL));
    assert_entries(context, w, ENTRIES(4, 7, 5, 7, 7, 7, 9, 2, LONG - 1, 7));
    assert_ok(context, tropic_reduce(&sum, op(TROPIC_PLUS), w));
    assert_int_equal(sum, 30);
}

static tropic_vector *ones(tropic_context *context, tropic_index n)
{
    const int32_t one = 1;
    tropic_vector *v = NULL;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, n));
    assert_ok(context, tropic_vector_fill(v, &one));
    return v;
}

/* A list of all places loses those that the mask lets through and the result lacks. */
static void test_complete_lists(void **unused)
{
    const tropic_index lengths[] = {10, 60, 360, 1000, 5000}, places[] = {1, 3};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    const int32_t values[] = {10, 30};
    OWNED(tropic_context) *context = test_context();
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const tropic_index n = lengths[k];
        OWNED(tropic_vector) *w = ones(context, n), *u = NULL, *mask = vector(context, n, 1, 2, 3);
        int32_t value = 0;
        bool present;
        assert_ok(context, tropic_vector_set_form(w, TROPIC_SPARSE));
        assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, n));
        assert_ok(context, tropic_vector_put_entries(u, 2, places, values));
        assert_ok(context, tropic_assign(w, mask, NULL, u, NULL, n, &there));
        assert_int_equal(tropic_vector_count(w), n - 1);
        for (tropic_index i = 0; i < n; i++) {
            assert_ok(context, tropic_vector_get(w, i, &value, &present));
            assert_int_equal(present, i != 2);
            if (present) assert_int_equal(value, i == 1 ? 10 : i == 3 ? 30 : 1);
            if (i == 4) i = n - 2; /* the last */
        }
    }
}

/* A full vector stays full under a mask that is a list, unless it loses an entry there. */
static void test_full_vectors(void **unused)
{
    const tropic_index lengths[] = {10, 1000, 5000}, places[] = {1, 3}, all[] = {1, 2, 3};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    const int32_t values[] = {10, 20, 30};
    OWNED(tropic_context) *context = test_context();
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const tropic_index n = lengths[k];
        OWNED(tropic_vector) *w = ones(context, n), *u = NULL, *mask = vector(context, n, 1, 2, 3);
        int32_t value = 0;
        bool present;
        assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, n));
        assert_ok(context, tropic_vector_put_entries(u, 3, all, values));
        assert_ok(context, tropic_assign(w, mask, op(TROPIC_PLUS), u, NULL, n, &there));
        assert_ok(context, tropic_assign(w, mask, NULL, u, NULL, n, &there));
        assert_int_equal(tropic_vector_get_form(w), TROPIC_FULL);
        assert_ok(context, tropic_vector_get(w, 2, &value, &present));
        assert_int_equal(value, 20);
        assert_ok(context, tropic_vector_put_entries(u, 2, places, values));
        assert_ok(context, tropic_assign(w, mask, NULL, u, NULL, n, &there));
        assert_int_equal(tropic_vector_count(w), n - 1);
        assert_ok(context, tropic_vector_get(w, 2, &value, &present));
        assert_false(present);
        assert_ok(context, tropic_vector_get(w, 3, &value, &present));
        assert_true(present && value == 20);
        assert_ok(context, tropic_vector_get(w, n - 1, &value, &present));
        assert_true(present && value == 1);
    }
}

/* The arcs i -> i + 1. */
static tropic_matrix *path(tropic_context *context)
{
    OWNED_MEMORY tropic_index *ids = malloc((size_t)PATH * sizeof *ids);
    tropic_matrix *A = NULL;
    for (tropic_index i = 0; i < PATH; i++) ids[i] = i;
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, PATH, PATH, PATH - 1, ids, ids + 1, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_matrix_csc(A, context, NULL, NULL, NULL)); /* both orientations are there */
    return A;
}

/* The arcs from vertex 5 to 0 .. SPOKES - 1. */
static tropic_matrix *spokes(tropic_context *context)
{
    tropic_index from[SPOKES], to[SPOKES];
    tropic_matrix *A = NULL;
    for (tropic_index k = 0; k < SPOKES; k++) {
        from[k] = 5;
        to[k] = k;
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, PATH, PATH, SPOKES, from, to, TROPIC_BOOL, NULL, NULL));
    return A;
}

static void test_products(void **unused)
{
    const tropic_semiring *first = tropic_semiring_builtin(TROPIC_MIN_FIRST, TROPIC_INT32);
    const tropic_semiring *second = tropic_semiring_builtin(TROPIC_MIN_SECOND, TROPIC_INT32);
    const tropic_descriptor others = {.size = sizeof others, .complement = true, .replace = true};
    OWNED(tropic_context) *large = test_context(), *context = small_context();
    OWNED(tropic_matrix) *A = path(large);
    OWNED(tropic_vector) *u = vector(context, PATH, 5, 6, PATH - 1), *w = NULL;
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, PATH));
    assert_ok(context, tropic_vxm(w, NULL, NULL, first, u, A, NULL));
    assert_entries(context, w, ENTRIES(6, 1, 7, 2));
    assert_ok(context, tropic_vxm(w, u, NULL, first, u, A, &others));
    assert_entries(context, w, ENTRIES(7, 2));
    assert_ok(context, tropic_mxv(w, NULL, op(TROPIC_PLUS), second, A, u, NULL));
    assert_entries(context, w, ENTRIES(4, 1, 5, 2, 7, 2, PATH - 2, 3));
}

/* A product of few entries and later operations are one launch of a GPU: under masks, accumulators, the library's and
 * a user's, and casts. In some, w keeps its entries. In some, there are more products than that launch takes. */
static void test_short_products(void **unused)
{
    const tropic_semiring *first = tropic_semiring_builtin(TROPIC_MIN_FIRST, TROPIC_INT32);
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    const tropic_descriptor others = {.size = sizeof others, .structure = true, .complement = true, .replace = true};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = path(context), *star = spokes(context);
    OWNED(tropic_vector) *u = vector(context, PATH, 5, 6, PATH - 1), *m = vector(context, PATH, 7, 8, 9);
    OWNED(tropic_vector) *w = NULL, *wide = NULL;
    OWNED(tropic_operator) *own = NULL;
    int64_t value = 0;
    bool present = false;
    assert_ok(context, tropic_operator_create(&own, context, &doubled));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, PATH));
    assert_ok(context, tropic_vector_create(&wide, context, TROPIC_INT64, PATH));
    assert_ok(context, tropic_vxm(w, NULL, NULL, first, u, A, NULL));
    assert_entries(context, w, ENTRIES(6, 1, 7, 2));
    assert_ok(context, tropic_vxm(w, NULL, op(TROPIC_PLUS), first, u, A, NULL));
    assert_entries(context, w, ENTRIES(6, 2, 7, 4));
    assert_ok(context, tropic_vxm(w, m, NULL, first, u, A, &there));
    assert_entries(context, w, ENTRIES(6, 2, 7, 2));
    assert_ok(context, tropic_vxm(w, NULL, own, first, u, A, NULL));
    assert_entries(context, w, ENTRIES(6, 5, 7, 6));
    assert_ok(context, tropic_vxm(w, m, NULL, first, u, A, &others));
    assert_entries(context, w, ENTRIES(6, 1));
    assert_ok(context, tropic_vxm(wide, NULL, NULL, first, u, A, NULL));
    assert_int_equal(tropic_vector_count(wide), 2);
    assert_ok(context, tropic_vector_get(wide, 7, &value, &present));
    assert_true(present && value == 2);
    assert_ok(context, tropic_vxm(w, NULL, op(TROPIC_PLUS), first, u, star, NULL));
    assert_int_equal(tropic_vector_count(w), SPOKES);
    assert_ok(context, tropic_vector_get(w, 6, &value, &present));
    assert_true(present && (int32_t)value == 2);
    assert_ok(context, tropic_vector_fill(w, (const int32_t[]){4}));
    assert_ok(context, tropic_vxm(w, NULL, op(TROPIC_PLUS), first, u, A, NULL));
    assert_int_equal(tropic_vector_count(w), PATH);
    assert_ok(context, tropic_vector_get(w, 7, &value, &present));
    assert_true(present && (int32_t)value == 6);
}

/* Arcs i -> i + 1 of many places; and from every STRIDE-th to COMMON. */
static tropic_matrix *long_path(tropic_context *context)
{
    const tropic_index more = MANY / STRIDE;
    OWNED_MEMORY tropic_index *from = test_room(MANY + more, sizeof *from), *to = test_room(MANY + more, sizeof *to);
    tropic_matrix *A = NULL;
    for (tropic_index i = 0; i < MANY - 1; i++) {
        from[i] = i;
        to[i] = i + 1;
    }
    for (tropic_index k = 0; k < more; k++) {
        from[MANY - 1 + k] = k * STRIDE;
        to[MANY - 1 + k] = COMMON;
    }
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, MANY, MANY, MANY - 1 + more, from, to, TROPIC_BOOL, NULL, NULL));
    return A;
}

/* w has factor * (k % 7 + 1) at k * STRIDE + 1 for each of `count`, and, if `common`, their sum at COMMON. */
static void assert_pushed(tropic_context *context, const tropic_vector *w, tropic_index count, int32_t factor,
                          bool common)
{
    OWNED_MEMORY tropic_index *ids = test_room(count + 1, sizeof *ids);
    tropic_index at = 0;
    OWNED_MEMORY int32_t *values = test_room(count + 1, sizeof *values);
    int32_t sum = 0;
    assert_int_equal(tropic_vector_count(w), count + common);
    assert_ok(context, tropic_vector_get_entries(w, ids, values));
    for (tropic_index k = 0; k < count; k++, at++) {
        if (common && k == 1) at++;
        assert_int_equal(ids[at], k * STRIDE + 1);
        assert_int_equal(values[at], factor * (k % 7 + 1));
        sum += values[at];
    }
    if (common) assert_int_equal(ids[1], COMMON);
    if (common) assert_int_equal(values[1], sum);
}

/* A GPU sorts the products of some thousand entries of a long vector; of more, it passes over all places. */
static void test_many_products(void **unused)
{
    const tropic_index counts[] = {300, MANY / STRIDE / 10, MANY / STRIDE}, common = COMMON;
    const tropic_semiring *first = tropic_semiring_builtin(TROPIC_PLUS_FIRST, TROPIC_INT32);
    const tropic_descriptor others = {.size = sizeof others, .complement = true, .structure = true, .replace = true};
    const int32_t one = 1;
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = long_path(context);
    for (size_t q = 0; q < sizeof counts / sizeof *counts; q++) {
        const tropic_index count = counts[q];
        OWNED_MEMORY tropic_index *ids = test_room(count, sizeof *ids);
        OWNED_MEMORY int32_t *values = test_room(count, sizeof *values);
        OWNED(tropic_vector) *u = NULL, *w = NULL, *m = NULL;
        for (tropic_index k = 0; k < count; k++) {
            ids[k] = k * STRIDE;
            values[k] = k % 7 + 1;
        }
        assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, MANY));
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, MANY));
        assert_ok(context, tropic_vector_create(&m, context, TROPIC_INT32, MANY));
        assert_ok(context, tropic_vector_put_entries(u, count, ids, values));
        assert_ok(context, tropic_vector_put_entries(m, 1, &common, &one));
        assert_ok(context, tropic_vxm(w, NULL, NULL, first, u, A, NULL));
        assert_pushed(context, w, count, 1, true);
        assert_ok(context, tropic_vxm(w, NULL, op(TROPIC_PLUS), first, u, A, NULL));
        assert_pushed(context, w, count, 2, true);
        assert_ok(context, tropic_vxm(w, m, NULL, first, u, A, &others));
        assert_pushed(context, w, count, 1, false);
        assert_ok(context, tropic_vector_set_form(m, TROPIC_BITMAP)); /* looked up by place */
        assert_ok(context, tropic_vxm(w, m, NULL, first, u, A, &others));
        assert_pushed(context, w, count, 1, false);
    }
}

/* A list that one entry after another is added to, from its end to its beginning, keeps its entries. */
static void test_growing_lists(void **unused)
{
    const tropic_type types[] = {TROPIC_INT8, TROPIC_INT16, TROPIC_INT32, TROPIC_FP64};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    OWNED(tropic_context) *context = test_context();
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        const tropic_type type = types[k];
        OWNED(tropic_vector) *w = NULL;
        tropic_index ids[GROWN];
        double room[GROWN];
        assert_ok(context, tropic_vector_create(&w, context, type, LONG));
        for (tropic_index i = 0; i < GROWN; i++) {
            const tropic_index id = 3 * (GROWN - 1 - i);
            OWNED(tropic_vector) *f = NULL;
            assert_ok(context, tropic_vector_create(&f, context, type, LONG));
            test_value_store(type, room, 0, id % 100);
            assert_ok(context, tropic_vector_put_entries(f, 1, &id, room));
            assert_ok(context, tropic_assign(w, f, NULL, f, NULL, LONG, &there));
        }
        assert_int_equal(tropic_vector_count(w), GROWN);
        assert_ok(context, tropic_vector_get_entries(w, ids, room));
        for (tropic_index i = 0; i < GROWN; i++) {
            assert_int_equal(ids[i], 3 * i);
            assert_true(test_value_load(type, room, i) == 3 * i % 100);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_elementwise),    cmocka_unit_test(test_products),
                                       cmocka_unit_test(test_complete_lists), cmocka_unit_test(test_full_vectors),
                                       cmocka_unit_test(test_short_products), cmocka_unit_test(test_growing_lists),
                                       cmocka_unit_test(test_many_products)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
