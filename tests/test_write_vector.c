/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors as files: written and read back the same, in each form, and refused where they are broken.
 */
#include <unistd.h>

#include "tests/fixtures.h"
#include "tests/files.h"

static void vectors(void **state)
{
    static const double d[] = {0.1, INFINITY, -INFINITY, 0, NAN};
    static const int32_t w[] = {-1, 0, INT32_MAX};
    static const tropic_index at[] = {3, 0};
    static const float f[] = {1.5f, -2.5f};
    static const char *const names[] = {"v.mtx", "v.mtx.gz"};
    OWNED(tropic_context) *context = test_context_of(1);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        OWNED_MEMORY char *path = test_file_name(names[k]);
        OWNED(tropic_vector) *v = NULL, *u = NULL;
        double back[5] = {0};
        int32_t whole[3] = {0};
        bool present[4] = {false};

        v = test_vector_of(context, TROPIC_FP64, 5, d);
        assert_ok(context, tropic_vector_save(v, path));
        assert_ok(context, tropic_vector_load(&u, context, path));
        assert_int_equal(tropic_vector_get_form(u), TROPIC_FULL);
        assert_ok(context, tropic_vector_get_dense(u, back, NULL));
        for (int i = 0; i < 4; i++) assert_true(back[i] == d[i]);
        assert_true(isnan(back[4]));
        tropic_vector_free(&v);
        tropic_vector_free(&u);

        v = test_vector_of(context, TROPIC_INT32, 3, w);
        assert_ok(context, tropic_vector_save(v, path));
        assert_ok(context, tropic_vector_load(&u, context, path));
        assert_int_equal(tropic_vector_type(u), TROPIC_INT32);
        assert_ok(context, tropic_vector_get_dense(u, whole, NULL));
        assert_memory_equal(whole, w, sizeof w);
        tropic_vector_free(&v);
        tropic_vector_free(&u);

        assert_ok(context, tropic_vector_create(&v, context, TROPIC_FP32, 4));
        assert_ok(context, tropic_vector_put_entries(v, 2, at, f));
        assert_ok(context, tropic_vector_save(v, path));
        assert_ok(context, tropic_vector_load(&u, context, path));
        assert_int_equal(tropic_vector_size(u), 4);
        assert_int_equal(tropic_vector_count(u), 2);
        assert_ok(context, tropic_vector_get_dense(u, back, present));
        assert_true(present[0] && !present[1] && !present[2] && present[3]);
        assert_true(back[0] == -2.5 && back[3] == 1.5);
        unlink(path);
    }
}

/* Files have no unsigned integers: those that fit come back as others, and those that do not stand there
 * for who can read them. */
static void unsigned_vectors(void **state)
{
    static const uint32_t u[] = {0, UINT32_MAX};
    static const uint64_t large[] = {0, UINT64_MAX};
    static const int64_t expected[] = {0, UINT32_MAX};
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED_MEMORY char *path = test_file_name("v.mtx");
    OWNED_MEMORY char *text = NULL;
    OWNED(tropic_vector) *v = NULL;
    tropic_vector *w = NULL;
    int64_t back[2] = {0};
    v = test_vector_of(context, TROPIC_UINT32, 2, u);
    assert_ok(context, tropic_vector_save(v, path));
    assert_ok(context, tropic_vector_load(&w, context, path));
    assert_int_equal(tropic_vector_type(w), TROPIC_INT64);
    assert_ok(context, tropic_vector_get_dense(w, back, NULL));
    assert_memory_equal(back, expected, sizeof expected);
    tropic_vector_free(&v);
    tropic_vector_free(&w);

    v = test_vector_of(context, TROPIC_UINT64, 2, large);
    assert_ok(context, tropic_vector_save(v, path));
    text = test_read(path, NULL);
    assert_string_equal(text, "%%MatrixMarket matrix array integer general\n"
                              "2 1\n0\n18446744073709551615\n");
    assert_status(context, TROPIC_FORMAT_ERROR, tropic_vector_load(&w, context, path));
    assert_non_null(strstr(tropic_context_error(context), "does not fit a 64-bit integer"));
    unlink(path);
}

static void bad_vectors(void **state)
{
    static const struct {
        const char *text, *cause;
    } cases[] = {
        {"%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", ":2: a vector has one"},
        {"%%MatrixMarket matrix coordinate real general\n2 1 2\n1 1 5\n1 1 6\n", "two entries"},
        {"%%MatrixMarket matrix array real general\n3 1\n1\n2\n", "the file has 2"},
        {"%%MatrixMarket matrix array real general\n1 1\nx\n", ":3: expected a value"},
        {"1 2\n", ":1: expected the banner"},
    };
    OWNED(tropic_context) *context = test_context_of(1);
    char *path = test_file_name("v.mtx");
    OWNED(tropic_vector) *v = NULL;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        test_write(path, cases[k].text, strlen(cases[k].text));
        assert_status(context, TROPIC_FORMAT_ERROR, tropic_vector_load(&v, context, path));
        assert_null(v);
        if (!strstr(tropic_context_error(context), cases[k].cause))
            fail_msg("expected \"%s\" in \"%s\"", cases[k].cause, tropic_context_error(context));
    }
    unlink(path);
    free(path);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_load(&v, context, NULL));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, 3));
    assert_status(context, TROPIC_IO_ERROR, tropic_vector_save(v, "/tmp/no-such-folder/v.mtx"));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_save(v, NULL));
    assert_int_equal(tropic_vector_save(NULL, "/tmp/v.mtx"), TROPIC_INVALID_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),
        cmocka_unit_test(unsigned_vectors),
        cmocka_unit_test(bad_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
