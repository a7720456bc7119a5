/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors: their three forms, entries one at a time and all at once, views, and refused arguments.
 */
#include "tests/matrix_model.h"

enum { N = 5 };

/* 10 at place 1, -20 at place 3. */
static const tropic_index IDS[] = {1, 3};
static const double LISTED[] = {10, -20};

static tropic_vector *two_entries(tropic_context *context, tropic_type type, tropic_vector_form form)
{
    int64_t values[2];
    tropic_vector *v = NULL;
    for (int k = 0; k < 2; k++) test_value_store(type, values, k, LISTED[k]);
    assert_ok(context, tropic_vector_create(&v, context, type, N));
    assert_ok(context, tropic_vector_put_entries(v, 2, IDS, values));
    assert_ok(context, tropic_vector_set_form(v, form));
    return v;
}

/* v has value[i] where has[i]; every way of reading says so. */
static void check(tropic_context *context, const tropic_vector *v, const double *value, const bool *has)
{
    const tropic_type type = tropic_vector_type(v);
    const tropic_index n = tropic_vector_size(v);
    int64_t dense[64], listed[64];
    bool present[64];
    tropic_index ids[64], count = 0;
    assert_in_range(n, 0, 64);
    memset(dense, 0x55, sizeof dense);
    assert_ok(context, tropic_vector_get_dense(v, dense, present));
    for (tropic_index i = 0; i < n; i++) {
        const double expected = has[i] ? test_value_as(type, value[i]) : 0;
        int64_t one = 0;
        bool there = !has[i];
        assert_true(present[i] == has[i]);
        assert_true(test_value_load(type, dense, i) == expected);
        assert_ok(context, tropic_vector_get(v, i, &one, &there));
        assert_true(there == has[i]);
        assert_true(test_value_load(type, &one, 0) == expected);
        count += has[i];
    }
    assert_int_equal(tropic_vector_count(v), count);
    assert_ok(context, tropic_vector_get_entries(v, ids, listed));
    for (tropic_index i = 0, k = 0; i < n; i++) {
        if (!has[i]) continue;
        assert_int_equal(ids[k], i);
        assert_true(test_value_load(type, listed, k) == test_value_load(type, dense, i));
        k++;
    }
    assert_ok(context, tropic_vector_get_entries(v, NULL, NULL));
}

static void a_new_vector_is_empty(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const bool none[N] = {false};
    const double zeros[N] = {0};
    for (int type = 0; type < TROPIC_TYPES; type++) {
        OWNED(tropic_vector) *v = NULL;
        assert_ok(context, tropic_vector_create(&v, context, (tropic_type)type, N));
        assert_int_equal(tropic_vector_size(v), N);
        assert_int_equal(tropic_vector_type(v), type);
        check(context, v, zeros, none);
        tropic_vector_free(&v);
        assert_null(v);
    }
    tropic_vector_free(NULL);
}

static void forms_hold_the_same_entries(void **state)
{
    const double value[N] = {0, 10, 0, -20, 0};
    const bool has[N] = {false, true, false, true, false};
    const tropic_vector_form forms[] = {TROPIC_SPARSE, TROPIC_BITMAP, TROPIC_SPARSE,
                                        TROPIC_SPARSE, TROPIC_BITMAP, TROPIC_BITMAP};
    OWNED(tropic_context) *context = test_context();
    for (int type = 0; type < TROPIC_TYPES; type++) {
        OWNED(tropic_vector) *v = two_entries(context, (tropic_type)type, TROPIC_SPARSE);
        for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
            assert_ok(context, tropic_vector_set_form(v, forms[f]));
            assert_int_equal(tropic_vector_get_form(v), forms[f]);
            check(context, v, value, has);
        }
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_set_form(v, TROPIC_FULL));
        check(context, v, value, has);
    }
}

static void a_full_vector_takes_every_form(void **state)
{
    const double value[N] = {1, -2, 3, 0, 5};
    const bool has[N] = {true, true, true, true, true};
    OWNED(tropic_context) *context = test_context();
    for (int type = 0; type < TROPIC_TYPES; type++)
        for (int from = TROPIC_FULL; from <= TROPIC_SPARSE; from++)
            for (int to = TROPIC_FULL; to <= TROPIC_SPARSE; to++) {
                OWNED(tropic_vector) *v = NULL;
                int64_t values[N];
                for (int k = 0; k < N; k++) test_value_store((tropic_type)type, values, k, value[k]);
                v = test_vector_of(context, (tropic_type)type, N, values);
                assert_int_equal(tropic_vector_get_form(v), TROPIC_FULL);
                assert_ok(context, tropic_vector_set_form(v, (tropic_vector_form)from));
                check(context, v, value, has);
                assert_ok(context, tropic_vector_set_form(v, (tropic_vector_form)to));
                assert_int_equal(tropic_vector_get_form(v), to);
                check(context, v, value, has);
            }
}

static void one_entry_at_a_time(void **state)
{
    OWNED(tropic_context) *context = test_context();
    for (int type = 0; type < TROPIC_TYPES; type++)
        for (int form = TROPIC_BITMAP; form <= TROPIC_SPARSE; form++) {
            double value[N] = {0, 10, 0, -20, 0};
            bool has[N] = {false, true, false, true, false};
            const tropic_index order[] = {1, 4, 0, 2, 4, 3};
            OWNED(tropic_vector) *v = two_entries(context, (tropic_type)type, (tropic_vector_form)form);
            for (int k = 0; k < 6; k++) {
                int64_t one = 0;
                const tropic_index i = order[k];
                value[i] = 30 + k;
                has[i] = true;
                test_value_store((tropic_type)type, &one, 0, value[i]);
                assert_ok(context, tropic_vector_set(v, i, &one));
                check(context, v, value, has);
            }
        }
}

/* A sparse vector that grows entry by entry, past where it becomes a bitmap. */
static void many_entries_one_at_a_time(void **state)
{
    enum { PLACES = 1000 };
    static bool has[PLACES], present[PLACES];
    static int32_t value[PLACES], found[PLACES];
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *v = NULL;
    uint64_t seed = 23;
    memset(has, 0, sizeof has);
    memset(value, 0, sizeof value);
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, PLACES));
    for (int32_t k = 0; k < 300; k++) {
        const tropic_index i = test_below(&seed, PLACES);
        has[i] = true;
        value[i] = k;
        assert_ok(context, tropic_vector_set(v, i, &k));
        if (k % 10 != 0) continue;
        assert_ok(context, tropic_vector_get_dense(v, found, present));
        assert_memory_equal(found, value, sizeof found);
        assert_memory_equal(present, has, sizeof has);
    }
}

static void fill_and_clear(void **state)
{
    const double sevens[N] = {7, 7, 7, 7, 7}, zeros[N] = {0};
    const bool all[N] = {true, true, true, true, true}, none[N] = {false};
    OWNED(tropic_context) *context = test_context();
    for (int type = 0; type < TROPIC_TYPES; type++)
        for (int form = TROPIC_BITMAP; form <= TROPIC_SPARSE; form++) {
            OWNED(tropic_vector) *v = two_entries(context, (tropic_type)type, (tropic_vector_form)form);
            int64_t seven = 0;
            test_value_store((tropic_type)type, &seven, 0, 7);
            assert_ok(context, tropic_vector_fill(v, &seven));
            check(context, v, sevens, all);
            assert_ok(context, tropic_vector_fill(v, &seven));
            check(context, v, sevens, all);
            assert_ok(context, tropic_vector_clear(v));
            check(context, v, zeros, none);
            assert_ok(context, tropic_vector_clear(v));
        }
}

static void all_entries_at_once(void **state)
{
    enum { PLACES = 40 };
    OWNED(tropic_context) *context = test_context();
    uint64_t seed = 29;
    for (int round = 0; round < 200; round++) {
        const tropic_type type = (tropic_type)(round % TROPIC_TYPES);
        double value[PLACES] = {0};
        bool has[PLACES] = {false};
        int64_t dense[PLACES] = {0}, listed[PLACES];
        tropic_index ids[PLACES], count = 0;
        const int density = test_below(&seed, 11);
        OWNED(tropic_vector) *v = NULL;
        for (tropic_index i = 0; i < PLACES; i++) {
            has[i] = test_below(&seed, 10) < density;
            value[i] = test_below(&seed, 200) - 100;
            test_value_store(type, dense, i, value[i]);
            if (has[i]) ids[count++] = i;
        }
        for (tropic_index k = count - 1; k > 0; k--) {
            const tropic_index other = test_below(&seed, k + 1), id = ids[k];
            ids[k] = ids[other];
            ids[other] = id;
        }
        for (tropic_index k = 0; k < count; k++) test_value_store(type, listed, k, value[ids[k]]);
        assert_ok(context, tropic_vector_create(&v, context, type, PLACES));
        assert_ok(context, tropic_vector_put_dense(v, dense, has));
        check(context, v, value, has);
        assert_ok(context, tropic_vector_put_entries(v, count, ids, listed));
        check(context, v, value, has);
        assert_ok(context, tropic_vector_put_dense(v, dense, has));
        check(context, v, value, has);
    }
}

/* Ids whose bytes all matter. */
static void wide_ids_are_sorted(void **state)
{
    const tropic_index ids[] = {16777216, 70000, 255, 0, 256, 65536, 16777215};
    const tropic_index sorted[] = {0, 255, 256, 65536, 70000, 16777215, 16777216};
    const int64_t values[] = {6, 4, 1, 0, 2, 3, 5};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *v = NULL;
    tropic_index found_ids[7];
    int64_t found[7];
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT64, TROPIC_INDEX_MAX));
    assert_ok(context, tropic_vector_put_entries(v, 7, ids, values));
    assert_ok(context, tropic_vector_get_entries(v, found_ids, found));
    assert_memory_equal(found_ids, sorted, sizeof sorted);
    for (int k = 0; k < 7; k++) assert_int_equal(found[k], k);
}

static void views_write_through(void **state)
{
    double memory[N] = {1, 2, 3, 4, 5};
    const double put[N] = {9, 8, 7, 6, 5}, six = 6;
    const tropic_index order[N] = {4, 3, 2, 1, 0};
    const bool all[N] = {true, true, true, true, true}, some[N] = {true};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *v = NULL;
    if (test_device() == TROPIC_DEVICE_CUDA) {
        assert_status(context, TROPIC_NOT_SUPPORTED,
                      tropic_vector_view(&v, context, TROPIC_FP64, N, memory, TROPIC_HOST));
        return;
    }
    assert_status(context, TROPIC_NO_DEVICE, tropic_vector_view(&v, context, TROPIC_FP64, N, memory, TROPIC_DEVICE));
    assert_ok(context, tropic_vector_view(&v, context, TROPIC_FP64, N, memory, TROPIC_HOST));
    check(context, v, memory, all);
    assert_ok(context, tropic_vector_set(v, 2, &six));
    assert_true(memory[2] == 6);
    assert_ok(context, tropic_vector_put_dense(v, put, NULL));
    assert_memory_equal(memory, put, sizeof put);
    assert_ok(context, tropic_vector_put_entries(v, N, order, put));
    assert_true(memory[0] == 5 && memory[4] == 9);
    assert_ok(context, tropic_vector_fill(v, &six));
    assert_true(memory[0] == 6 && memory[4] == 6);
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_vector_clear(v));
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_vector_set_form(v, TROPIC_BITMAP));
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_vector_put_dense(v, put, some));
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_vector_put_entries(v, 2, IDS, put));
    check(context, v, (const double[N]){6, 6, 6, 6, 6}, all);
}

static void bad_arguments_are_refused(void **state)
{
    const tropic_index twice[] = {3, 1, 3}, beyond[] = {0, 5}, below[] = {0, -1};
    const double value[N] = {0, 10, 0, -20, 0};
    const bool has[N] = {false, true, false, true, false};
    double one = 1;
    bool present;
    OWNED(tropic_context) *context = test_context();
    tropic_vector *v = NULL, *w = NULL;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_create(&w, context, TROPIC_FP64, -1));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_create(&w, context, (tropic_type)TROPIC_TYPES, 1));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_create(NULL, context, TROPIC_FP64, 1));
    assert_int_equal(tropic_vector_create(&w, NULL, TROPIC_FP64, 1), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_view(&w, context, TROPIC_FP64, 1, NULL, TROPIC_HOST));
    assert_null(w);
    for (int form = TROPIC_BITMAP; form <= TROPIC_SPARSE; form++) {
        v = two_entries(context, TROPIC_FP64, (tropic_vector_form)form);
        assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_vector_set(v, N, &one));
        assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_vector_set(v, -1, &one));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_set(v, 0, NULL));
        assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_vector_get(v, N, &one, &present));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_fill(v, NULL));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_put_dense(v, NULL, NULL));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_get_dense(v, NULL, NULL));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_put_entries(v, -1, IDS, LISTED));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_put_entries(v, 2, NULL, LISTED));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_put_entries(v, 2, IDS, NULL));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_put_entries(v, 3, twice, value));
        assert_non_null(strstr(tropic_context_error(context), "place 3"));
        assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_vector_put_entries(v, 2, beyond, LISTED));
        assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_vector_put_entries(v, 2, below, LISTED));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_set_form(v, (tropic_vector_form)7));
        for (int of = TROPIC_MATRIX_AUTO; of <= TROPIC_MATRIX_BITMAP; of++)
            assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_set_form(v, (tropic_vector_form)of));
        check(context, v, value, has);
        tropic_vector_free(&v);
    }
    assert_int_equal(tropic_vector_set(NULL, 0, &one), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_vector_get(NULL, 0, &one, NULL), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_vector_fill(NULL, &one), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_vector_size(NULL), 0);
}

static void vectors_without_places(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *v = NULL;
    double one = 1;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_FP64, 0));
    for (int form = TROPIC_FULL; form <= TROPIC_SPARSE; form++) {
        assert_ok(context, tropic_vector_set_form(v, (tropic_vector_form)form));
        assert_ok(context, tropic_vector_get_dense(v, NULL, NULL));
        assert_ok(context, tropic_vector_get_entries(v, NULL, NULL));
        assert_ok(context, tropic_vector_put_dense(v, NULL, NULL));
        assert_ok(context, tropic_vector_fill(v, &one));
        assert_ok(context, tropic_vector_put_entries(v, 0, NULL, NULL));
        assert_int_equal(tropic_vector_count(v), 0);
        assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_vector_set(v, 0, &one));
    }
    assert_ok(context, tropic_vector_clear(v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_vector_is_empty),
        cmocka_unit_test(forms_hold_the_same_entries),
        cmocka_unit_test(a_full_vector_takes_every_form),
        cmocka_unit_test(one_entry_at_a_time),
        cmocka_unit_test(many_entries_one_at_a_time),
        cmocka_unit_test(fill_and_clear),
        cmocka_unit_test(all_entries_at_once),
        cmocka_unit_test(wide_ids_are_sorted),
        cmocka_unit_test(views_write_through),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(vectors_without_places),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
