/* SPDX-License-Identifier: Apache-2.0
 *
 * Small and large matrices with the same entries.
 */
#include "tests/hypersparse.h"

static const shape shapes[] = {{TROPIC_INDEX_MAX, false}, {100000, false}, {100000, true}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void *allocate(size_t bytes, void *user)
{
    named_world *w = user;
    if (bytes > w->largest) w->largest = bytes;
    return malloc(bytes);
}

static void release(void *pointer, void *user)
{
    free(pointer);
}

static void draw_matrix(named_world *w, int k)
{
    tropic_index rows[ENTRIES], cols[ENTRIES];
    int32_t values[ENTRIES];
    tropic_context *context = w->context;
    for (int e = 0; e < ENTRIES; e++) {
        rows[e] = test_below(&w->random, NAMES);
        cols[e] = test_below(&w->random, NAMES);
        values[e] = test_below(&w->random, 9) - 2;
    }
    assert_ok(context, tropic_matrix_from_coo(&w->small[k], context, NAMES, NAMES, ENTRIES, rows, cols, TROPIC_INT32,
                                              values, NULL));
    for (int e = 0; e < ENTRIES; e++) {
        rows[e] = w->name[rows[e]];
        cols[e] = w->name[cols[e]];
    }
    assert_ok(context, tropic_matrix_from_coo(&w->large[k], context, w->shape.n, w->shape.n, ENTRIES, rows, cols,
                                              TROPIC_INT32, values, NULL));
    if (w->shape.ordinary) assert_ok(context, tropic_matrix_set_form(w->large[k], context, TROPIC_MATRIX_BY_ROWS));
}

static void open_world(named_world *w, shape s)
{
    tropic_context_options options = {
        .size = sizeof options, .device = test_device(), .allocate = allocate, .release = release, .memory_user = w};
    *w = (named_world){.shape = s, .random = 7};
    assert_ok(NULL, tropic_context_create(&w->context, &options));
    /* The first and the last row are among them. */
    for (int k = 0; k < NAMES; k++) w->name[k] = (tropic_index)((int64_t)(s.n - 1) * k / (NAMES - 1));
    for (int k = 1; k < NAMES - 1; k++) w->name[k] += test_below(&w->random, 100);
    for (int k = 0; k < 3; k++) draw_matrix(w, k);
}

static void named_world_free(named_world *w)
{
    for (int k = 0; k < 3; k++) {
        tropic_matrix_free(&w->small[k]);
        tropic_matrix_free(&w->large[k]);
    }
    /* (On a GPU, kernels are compiled from longer texts.) */
    if (w->shape.n == TROPIC_INDEX_MAX && test_device() == TROPIC_DEVICE_CPU)
        assert_in_range(w->largest, 1, MOST_BYTES);
    tropic_context_free(&w->context);
}

void named_each_shape(void (*test)(named_world *))
{
    for (int s = 0; s < SHAPES; s++) {
        OWNED(named_world) w;
        open_world(&w, shapes[s]);
        test(&w);
    }
}

tuples tuples_get(tropic_context *context, const tropic_matrix *A)
{
    const tropic_offset count = tropic_matrix_count(A);
    tuples t = {count, calloc((size_t)count + 1, sizeof *t.rows), calloc((size_t)count + 1, sizeof *t.cols),
                calloc((size_t)count + 1, sizeof *t.values)};
    assert_int_equal(tropic_matrix_type(A), TROPIC_INT32);
    assert_ok(context, tropic_matrix_get_entries(A, context, t.rows, t.cols, t.values));
    return t;
}

void tuples_free(tuples *t)
{
    free(t->rows);
    free(t->cols);
    free(t->values);
}

void named_compare(named_world *w, const char *what, tropic_matrix **small, tropic_matrix **large,
                   const tropic_index *rows, const tropic_index *cols)
{
    OWNED(tuples) a = tuples_get(w->context, *small), b = tuples_get(w->context, *large);
    if (!rows) rows = w->name;
    if (!cols) cols = w->name;
    if (a.count != b.count) fail_msg("%s: %lld entries, not %lld", what, (long long)b.count, (long long)a.count);
    for (tropic_offset k = 0; k < a.count; k++)
        if (b.rows[k] != rows[a.rows[k]] || b.cols[k] != cols[a.cols[k]] || b.values[k] != a.values[k])
            fail_msg("%s: entry %lld is (%d, %d) %d, not (%d, %d) %d", what, (long long)k, b.rows[k], b.cols[k],
                     b.values[k], rows[a.rows[k]], cols[a.cols[k]], a.values[k]);
    tropic_matrix_free(small);
    tropic_matrix_free(large);
}

void named_draw_vectors(named_world *w, tropic_vector **small, tropic_vector **large)
{
    enum { COUNT = 12 };
    tropic_index ids[COUNT], named[COUNT];
    int32_t values[COUNT];
    for (int k = 0; k < COUNT; k++) {
        ids[k] = (tropic_index)(3 * k + test_below(&w->random, 3));
        named[k] = w->name[ids[k]];
        values[k] = test_below(&w->random, 9) - 4;
    }
    assert_ok(w->context, tropic_vector_create(small, w->context, TROPIC_INT32, NAMES));
    assert_ok(w->context, tropic_vector_create(large, w->context, TROPIC_INT32, w->shape.n));
    assert_ok(w->context, tropic_vector_put_entries(*small, COUNT, ids, values));
    assert_ok(w->context, tropic_vector_put_entries(*large, COUNT, named, values));
}

void named_compare_vectors(named_world *w, const tropic_vector *small, const tropic_vector *large)
{
    const tropic_index count = tropic_vector_count(small);
    tropic_index ids[2][NAMES];
    int32_t values[2][NAMES];
    assert_int_equal(tropic_vector_count(large), count);
    assert_ok(w->context, tropic_vector_get_entries(small, ids[0], values[0]));
    assert_ok(w->context, tropic_vector_get_entries(large, ids[1], values[1]));
    for (tropic_index k = 0; k < count; k++) {
        assert_int_equal(ids[1][k], w->name[ids[0][k]]);
        assert_int_equal(values[1][k], values[0][k]);
    }
}
