/* SPDX-License-Identifier: Apache-2.0
 *
 * Coordinates out of files, good ones and broken ones.
 */
#include "tests/context.h"

#include "tests/files.h"

#include <zlib.h>

/* The text as a file; the status of reading it. */
static tropic_status load(const char *text, tropic_vector **x, tropic_vector **y)
{
    OWNED_MEMORY char *path = test_file_name("given.co");
    tropic_status status;
    test_write(path, text, strlen(text));
    status = tropic_coordinates_load(x, y, context, path);
    assert_int_equal(remove(path), 0);
    return status;
}

static void check(const char *text, int n, const double *x, const double *y)
{
    tropic_vector *made[2] = {NULL, NULL};
    assert_ok(context, load(text, &made[0], &made[1]));
    for (int k = 0; k < 2; k++) {
        double found[4];
        assert_int_equal(tropic_vector_size(made[k]), n);
        assert_int_equal(tropic_vector_count(made[k]), n);
        assert_int_equal(tropic_vector_type(made[k]), TROPIC_FP64);
        assert_ok(context, tropic_vector_get_dense(made[k], found, NULL));
        for (int i = 0; i < n; i++) assert_true(found[i] == (k ? y : x)[i]);
        tropic_vector_free(&made[k]);
    }
}

static void test_good(void **unused)
{
    const double x[] = {-73530767, 2, 0.5}, y[] = {41085396, -4, 1e3};
    check("p aux sp co 1\nv 1 -73530767 41085396\n", 1, x, y);
    check("c of three\n\np  aux\tsp co 3\r\nc in any order\nv 3 .5 1e3\nv 1 -73530767 41085396\n\n"
          "v 2 +2 -4",
          3, x, y);
    check("c of an old Mac\rp aux sp co 1\rv 1 -73530767 41085396\r", 1, x, y);
}

static void test_broken(void **unused)
{
    static const struct {
        const char *text, *message; /* ... after the file's name */
    } cases[] = {
        {"", ": expected \"p aux sp co VERTICES\", found the end of the file"},
        {"c nothing\n", ": expected \"p aux sp co VERTICES\", found the end of the file"},
        {"p sp 3 4\na 1 2 3\n", ":1: expected \"p aux sp co VERTICES\", found \"sp\""},
        {"v 1 2 3\n", ":1: expected \"p aux sp co VERTICES\", found \"v\""},
        {"p aux sp co\n", ":1: expected a number of vertices"},
        {"p aux sp co x\n", ":1: expected a number of vertices"},
        {"p aux sp co 1 2\nv 1 2 3\n", ":1: expected the end of the line, found \"2\""},
        {"p aux sp co 0\n", ":1: 0 vertices: expected 1 .. 2147483647"},
        {"p aux sp co 2147483648\n", ":1: 2147483648 vertices"},
        {"p aux sp co 2147483647\nv 1 2 3\n", ":1: the header says 2147483647 vertices, the file has 1"},
        {"p aux sp co 1\nv 1 2 3\nv 1 2 3\n", ":1: the header says 1 vertices, the file has 2"},
        {"p aux sp co 2\nv 1 2 3\nv 1 2 3\n", ":3: vertex 1 has two lines"},
        {"p aux sp co 3\nv 2 2 3\nc v 1 2 3\n\n v 1 2 3\nv 2 4 5", ":6: vertex 2 has two lines"},
        {"p aux sp co 1\nv 2 2 3\n", ":2: vertex 2 is not in 1 .. 1"},
        {"p aux sp co 1\nv 0 2 3\n", ":2: vertex 0 is not in 1 .. 1"},
        {"p aux sp co 1\nw 1 2 3\n", ":2: expected a line that begins with \"v \", found \"w\""},
        {"p aux sp co 1\nv 1 2\n", ":2: expected a coordinate, found the end of the line"},
        {"p aux sp co 1\nv 1 inf 3\n", ":2: expected a coordinate, found \"inf\""},
        {"p aux sp co 1\nv 1 2 nan\n", ":2: expected a coordinate, found \"nan\""},
        {"p aux sp co 1\nv 1 2 1e999\n", ":2: expected a coordinate, found \"1e999\""},
        {"p aux sp co 1\nv 1 2 3x\n", ":2: expected a coordinate, found \"3x\""},
        {"p aux sp co 1\nv 1 2 3 4\n", ":2: expected the end of the line, found \"4\""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        tropic_vector *x = NULL, *y = NULL;
        assert_status(context, TROPIC_FORMAT_ERROR, load(cases[k].text, &x, &y));
        if (!strstr(tropic_context_error(context), cases[k].message))
            fail_msg("'%s' says '%s', not '%s'", cases[k].text, tropic_context_error(context), cases[k].message);
        assert_null(x);
        assert_null(y);
    }
}

static void test_packed(void **unused)
{
    static const char text[] = "p aux sp co 2\nv 2 3 4\nv 1 1 2\n";
    OWNED_MEMORY char *path = test_file_name("given.co.gz");
    OWNED(tropic_vector) *x = NULL, *y = NULL;
    double value = 0;
    bool present = false;
    gzFile file = gzopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(gzputs(file, text), (int)strlen(text));
    assert_int_equal(gzclose(file), Z_OK);
    assert_ok(context, tropic_coordinates_load(&x, &y, context, path));
    assert_ok(context, tropic_vector_get(y, 1, &value, &present));
    assert_true(present && value == 4);
    assert_int_equal(remove(path), 0);
}

static void test_refused(void **unused)
{
    tropic_vector *v = NULL;
    assert_int_equal(tropic_coordinates_load(&v, &v, NULL, "x"), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_coordinates_load(NULL, &v, context, "x"));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_coordinates_load(&v, NULL, context, "x"));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_coordinates_load(&v, &v, context, NULL));
    assert_status(context, TROPIC_IO_ERROR, tropic_coordinates_load(&v, &v, context, "/nowhere/at/all.co"));
    assert_null(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_packed),
        cmocka_unit_test(test_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
