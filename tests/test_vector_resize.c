/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors that get more places, or fewer: in every form and type, small and large, and blocks.
 */
#include "tests/vector_picture.h"

/* The picture with n places: entries beyond them are gone, new places have none. */
static picture resized(const picture *p, tropic_index n)
{
    const size_t size = tropic_type_size(p->type);
    const tropic_index kept = n < p->n ? n : p->n;
    picture r = *p;
    r.n = n;
    r.count = 0;
    memset(r.values, 0, sizeof r.values);
    memset(r.present, 0, sizeof r.present);
    memcpy(r.values, p->values, (size_t)kept * size);
    memcpy(r.present, p->present, (size_t)kept);
    for (tropic_index i = 0; i < kept; i++) r.count += r.present[i];
    return r;
}

static void check(tropic_context *context, const tropic_vector *v, picture expected)
{
    const picture found = picture_look(context, v);
    expected.form = found.form; /* which the library chooses */
    picture_same(&found, &expected);
    if (found.form == TROPIC_FULL) assert_int_equal(found.count, found.n);
}

/* To fewer places, back, and into use. */
static void every_type_form_and_size(void **state)
{
    const char zero[PICTURE_VALUE] = {0};
    OWNED(tropic_context) *context = test_context();
    tropic_type types[PICTURE_TYPES];
    picture_types(context, types);
    for (int t = 0; t < PICTURE_TYPES; t++)
        for (int form = TROPIC_FULL; form <= TROPIC_SPARSE; form++)
            for (tropic_index n = 0; n <= PICTURE_PLACES; n++) {
                OWNED(tropic_vector) *v = picture_make(context, types[t], (tropic_vector_form)form);
                picture p = picture_look(context, v);
                assert_ok(context, tropic_vector_resize(v, n));
                p = resized(&p, n);
                check(context, v, p);
                if (n > 0) assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_vector_set(v, n, zero));
                assert_ok(context, tropic_vector_resize(v, PICTURE_PLACES));
                p = resized(&p, PICTURE_PLACES);
                check(context, v, p);
                assert_ok(context, tropic_vector_set(v, PICTURE_PLACES - 1, zero));
                p.count += !p.present[PICTURE_PLACES - 1];
                p.present[PICTURE_PLACES - 1] = true;
                memset(p.values + (PICTURE_PLACES - 1) * tropic_type_size(types[t]), 0, tropic_type_size(types[t]));
                check(context, v, p);
                for (int other = TROPIC_BITMAP; other <= TROPIC_SPARSE; other++) {
                    assert_ok(context, tropic_vector_set_form(v, (tropic_vector_form)other));
                    check(context, v, p);
                }
            }
}

/* Entry i + 1 at each third place of n, to begin with, or at all. */
static tropic_vector *thirds(tropic_context *context, tropic_index n, bool all)
{
    OWNED_MEMORY int32_t *values = calloc((size_t)n, sizeof *values);
    OWNED_MEMORY bool *present = calloc((size_t)n, sizeof *present);
    tropic_vector *v = NULL;
    for (tropic_index i = 0; i < n; i++) {
        values[i] = i + 1;
        present[i] = all || i % 3 == 0;
    }
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, n));
    assert_ok(context, tropic_vector_put_dense(v, values, present));
    return v;
}

static void check_thirds(tropic_context *context, const tropic_vector *v, tropic_index n, tropic_index filled, bool all)
{
    const tropic_index count = all ? filled : (filled + 2) / 3;
    OWNED_MEMORY tropic_index *ids = calloc((size_t)count + 1, sizeof *ids);
    OWNED_MEMORY int32_t *values = calloc((size_t)count + 1, sizeof *values);
    assert_int_equal(tropic_vector_size(v), n);
    assert_int_equal(tropic_vector_count(v), count);
    assert_ok(context, tropic_vector_get_entries(v, ids, values));
    for (tropic_index k = 0; k < count; k++) {
        assert_int_equal(ids[k], all ? k : 3 * k);
        assert_int_equal(values[k], ids[k] + 1);
    }
}

/* Large ones change their form by their density. Of 2^31 - 1 places a list costs no more than of few. */
static void large_vectors(void **state)
{
    enum { N = 6000, LESS = 4001, MORE = 9000 };
    OWNED(tropic_context) *context = test_context();
    for (int all = 0; all < 2; all++)
        for (int form = all ? TROPIC_FULL : TROPIC_BITMAP; form <= TROPIC_SPARSE; form++) {
            OWNED(tropic_vector) *v = thirds(context, N, all);
            assert_ok(context, tropic_vector_set_form(v, (tropic_vector_form)form));
            assert_ok(context, tropic_vector_resize(v, MORE));
            check_thirds(context, v, MORE, N, all);
            assert_ok(context, tropic_vector_resize(v, TROPIC_INDEX_MAX));
            assert_int_equal(tropic_vector_get_form(v), TROPIC_SPARSE);
            check_thirds(context, v, TROPIC_INDEX_MAX, N, all);
            assert_ok(context, tropic_vector_resize(v, LESS));
            check_thirds(context, v, LESS, LESS, all);
            if (all) assert_int_equal(tropic_vector_get_form(v), TROPIC_FULL);
            assert_ok(context, tropic_vector_resize(v, 1));
            check_thirds(context, v, 1, 1, all);
        }
}

/* Of a block the rows are counted. */
static void blocks(void **state)
{
    const double values[PICTURE_PLACES] = {1, 2, 3, 4, 5, 6};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *v = NULL;
    picture p;
    assert_ok(context, tropic_vector_create_block(&v, context, TROPIC_FP64, 3, 2));
    assert_ok(context, tropic_vector_put_dense(v, values, NULL));
    p = picture_look(context, v);
    assert_ok(context, tropic_vector_resize(v, 2));
    p = resized(&p, 4);
    check(context, v, p);
    assert_ok(context, tropic_vector_resize(v, 3));
    p = resized(&p, 6);
    check(context, v, p);
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_vector_resize(v, TROPIC_INDEX_MAX / 2 + 1));
    check(context, v, p);
}

static tropic_status resize_in_loop(void *user)
{
    return tropic_vector_resize(user, 2);
}

static void bad_arguments_are_refused(void **state)
{
    int32_t memory[2] = {1, 2};
    OWNED(tropic_context) *context = test_context(), *host = test_context_of(1);
    OWNED(tropic_vector) *v = picture_make(context, TROPIC_INT32, TROPIC_SPARSE), *view = NULL;
    const picture p = picture_look(context, v);
    assert_int_equal(tropic_vector_resize(NULL, 1), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_resize(v, -1));
    assert_int_equal(tropic_loop(context, resize_in_loop, v, NULL, 2, NULL), TROPIC_NOT_SUPPORTED);
    check(context, v, p);
    assert_ok(host, tropic_vector_view(&view, host, TROPIC_INT32, 2, memory, TROPIC_HOST));
    assert_ok(host, tropic_vector_resize(view, 2));
    assert_status(host, TROPIC_NOT_SUPPORTED, tropic_vector_resize(view, 1));
    assert_status(host, TROPIC_NOT_SUPPORTED, tropic_vector_resize(view, 3));
    assert_int_equal(tropic_vector_size(view), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_form_and_size),
        cmocka_unit_test(large_vectors),
        cmocka_unit_test(blocks),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
