/* SPDX-License-Identifier: Apache-2.0
 *
 * Writers: written files are read back the same, and entries that a format cannot hold are refused.
 */
#include <locale.h>
#include <unistd.h>

#include "tests/files.h"
#include "tests/matrix_model.h"

static const char *const every_name[] = {"a.mtx", "a.gr", "a.graph", "a.txt", "out.a", "a.mtx.gz", "a.csv"};
#define NAMES (sizeof every_name / sizeof *every_name)

static tropic_matrix *build(tropic_context *context, tropic_index rows, tropic_index cols, tropic_offset count,
                            const tropic_index *i, const tropic_index *j, tropic_type type, const void *values)
{
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, rows, cols, count, i, j, type, values, NULL));
    return A;
}

static long double value_at(const tropic_matrix *A, const void *values, size_t k)
{
    return values ? test_value_load(tropic_matrix_type(A), values, (int64_t)k) : 1;
}

/* The same shape, places and values, whatever their type; with `labels`, the same labels. */
static void assert_same(tropic_context *context, const tropic_matrix *A, const tropic_matrix *B, bool labels)
{
    const tropic_offset *offsets[2];
    const tropic_index *ids[2];
    const void *values[2];
    const size_t n = (size_t)tropic_matrix_rows(A), count = (size_t)tropic_matrix_count(A);

    assert_int_equal(tropic_matrix_rows(B), tropic_matrix_rows(A));
    assert_int_equal(tropic_matrix_cols(B), tropic_matrix_cols(A));
    assert_int_equal(tropic_matrix_count(B), tropic_matrix_count(A));
    assert_int_equal(tropic_matrix_is_bipartite(B), tropic_matrix_is_bipartite(A));
    assert_ok(context, tropic_matrix_csr(A, context, &offsets[0], &ids[0], &values[0]));
    assert_ok(context, tropic_matrix_csr(B, context, &offsets[1], &ids[1], &values[1]));
    assert_memory_equal(offsets[0], offsets[1], (n + 1) * sizeof **offsets);
    assert_memory_equal(ids[0], ids[1], count * sizeof **ids);
    for (size_t k = 0; k < count; k++) assert_true(value_at(A, values[0], k) == value_at(B, values[1], k));
    for (tropic_index i = 0; labels && i < tropic_matrix_rows(A); i++)
        assert_int_equal(tropic_matrix_label(A, i), tropic_matrix_label(B, i));
}

/* Saves under a name and loads it again. */
static void round_trip(tropic_context *context, const tropic_matrix *A, const char *name, bool labels)
{
    OWNED_MEMORY char *path = test_file_name(name);
    tropic_load_options options = {.size = sizeof options};
    OWNED(tropic_matrix) *B = NULL;
    if (tropic_matrix_type(A) == TROPIC_FP32) options.real_type = TROPIC_FP32;
    assert_ok(context, tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO));
    assert_ok(context, tropic_matrix_load(&B, context, path, &options));
    assert_same(context, A, B, labels);
    unlink(path);
}

/* The save is refused for this reason, behind the name, and leaves nothing. */
static void refuse(tropic_context *context, const tropic_matrix *A, const char *name, const char *cause)
{
    OWNED_MEMORY char *path = test_file_name(name);
    int before = test_count_files(test_folder());
    assert_status(context, TROPIC_NOT_SUPPORTED, tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO));
    if (!strstr(tropic_context_error(context), cause))
        fail_msg("%s: expected \"%s\" in \"%s\"", name, cause, tropic_context_error(context));
    assert_int_equal(strncmp(tropic_context_error(context), path, strlen(path)), 0);
    assert_int_equal(test_count_files(test_folder()), before);
}

/* ------------------------------------------------------------------------------------------------
 * Round trips
 */

/* An undirected graph with integer weights and an isolated vertex goes through every format. */
static void every_format(void **state)
{
    static const tropic_index i[] = {0, 1, 1, 2, 3, 0}, j[] = {1, 0, 2, 1, 0, 3};
    static const int32_t w[] = {5, 5, 7, 7, 1, 1};
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED(tropic_matrix) *A = build(context, 5, 5, 6, i, j, TROPIC_INT32, w);
    OWNED(tropic_matrix) *P = build(context, 5, 5, 6, i, j, TROPIC_BOOL, NULL);
    for (size_t k = 0; k < NAMES; k++) {
        round_trip(context, A, every_name[k], false);
        round_trip(context, P, every_name[k], false);
    }
}

static void every_type(void **state)
{
    static const tropic_index i[] = {0, 1, 2, 2}, j[] = {1, 2, 0, 2};
    static const bool b[] = {true, false, true, true};
    static const int8_t i8[] = {INT8_MIN, INT8_MAX, 0, -1};
    static const int16_t i16[] = {INT16_MIN, INT16_MAX, 0, -1};
    static const int32_t w[] = {INT32_MIN, INT32_MAX, 0, -1};
    static const int64_t l[] = {INT64_MIN, INT64_MAX, 0, -1};
    static const uint8_t u8[] = {UINT8_MAX, 1u << 7, 0, 1};
    static const uint16_t u16[] = {UINT16_MAX, 1u << 15, 0, 1};
    static const uint32_t u[] = {UINT32_MAX, 1u << 31, 0, 1};
    static const uint64_t v[] = {INT64_MAX, 1ull << 32, 0, 1};
    static const float f[] = {0.1f, 1e-45f, 3.4028235e38f, -0.0f};
    static const double d[] = {0.1, 4.9e-324, 1.7976931348623157e308, 1.0 / 3};
    static const void *const values[TROPIC_TYPES] = {b, i8, i16, w, l, u8, u16, u, v, f, d};
    static const char *const names[] = {"a.mtx", "a.txt", "out.a"};
    OWNED(tropic_context) *context = test_context_of(1);
    for (int type = 0; type < TROPIC_TYPES; type++) {
        OWNED(tropic_matrix) *A = build(context, 3, 3, 4, i, j, (tropic_type)type, values[type]);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) round_trip(context, A, names[k], false);
    }
}

/* Real numbers stay real where only their looks tell. */
static void whole_reals(void **state)
{
    static const tropic_index i[] = {0, 1}, j[] = {1, 0};
    static const double d[] = {3, 1e30};
    static const char *const names[] = {"a.mtx", "a.txt", "out.a"};
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED(tropic_matrix) *A = build(context, 2, 2, 2, i, j, TROPIC_FP64, d);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        OWNED_MEMORY char *path = test_file_name(names[k]);
        OWNED(tropic_matrix) *B = NULL;
        assert_ok(context, tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO));
        assert_ok(context, tropic_matrix_load(&B, context, path, NULL));
        assert_int_equal(tropic_matrix_type(B), TROPIC_FP64);
        unlink(path);
    }
}

static void labels(void **state)
{
    static const char *const names[] = {"a.txt", "out.a"};
    const char sparse[] = "# vertex 12\n-4 1000000000000 2\n9 -4 3\n";
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED_MEMORY char *path = test_file_name("labels.txt");
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    test_write(path, sparse, sizeof sparse - 1);
    assert_ok(context, tropic_matrix_load(&A, context, path, NULL));
    assert_int_equal(tropic_matrix_rows(A), 4);
    round_trip(context, A, "a.txt", true);
    round_trip(context, A, "out.a", false); /* an isolated vertex costs KONECT the labels */
    round_trip(context, A, "a.mtx", false);
    test_write(path, strchr(sparse, '\n') + 1, sizeof sparse - 1 - 12);
    assert_ok(context, tropic_matrix_load(&B, context, path, NULL));
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) round_trip(context, B, names[k], true);
    unlink(path);
}

static void shapes(void **state)
{
    static const tropic_index i[] = {0, 1, 1}, j[] = {3, 0, 2};
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED(tropic_matrix) *wide = build(context, 2, 4, 3, i, j, TROPIC_BOOL, NULL);
    OWNED(tropic_matrix) *empty = build(context, 3, 3, 0, i, j, TROPIC_BOOL, NULL);
    OWNED(tropic_matrix) *none = build(context, 0, 0, 0, i, j, TROPIC_BOOL, NULL);
    const char sides[] = "% bip unweighted\n% 2 2 2\n1 2\n2 1\n";
    char *path = test_file_name("out.sides");
    OWNED(tropic_matrix) *even = NULL;
    round_trip(context, wide, "a.mtx", false);
    round_trip(context, wide, "out.a", false);
    refuse(context, wide, "a.txt", "not square (2 x 4)");
    refuse(context, wide, "a.gr", "not square");
    refuse(context, wide, "a.graph", "not square");
    /* Two sides as large as each other, whose entries are symmetric by chance. */
    test_write(path, sides, sizeof sides - 1);
    assert_ok(context, tropic_matrix_load(&even, context, path, NULL));
    round_trip(context, even, "a.mtx", false);
    round_trip(context, even, "out.a", false);
    refuse(context, even, "a.txt", "between two sets of vertices (2 x 2)");
    refuse(context, even, "a.gr", "two sets");
    refuse(context, even, "a.graph", "two sets");
    unlink(path);
    free(path);
    for (size_t k = 0; k < NAMES; k++) {
        round_trip(context, empty, every_name[k], false);
        refuse(context, none, every_name[k], "cannot hold a");
    }
}

/* A file larger than any buffer, with loops, both triangles of it equal or not. */
static void large(void **state)
{
    enum { N = 3000, COUNT = 40000 };
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED_MEMORY tropic_index *i = malloc(COUNT * sizeof *i), *j = malloc(COUNT * sizeof *j);
    OWNED_MEMORY double *d = malloc(COUNT * sizeof *d);
    uint64_t seed = 3;
    assert_true(i && j && d);
    for (int k = 0; k < COUNT; k++) {
        i[k] = test_below(&seed, N);
        j[k] = test_below(&seed, N);
        d[k] = (double)(test_random(&seed) >> 11) * 0x1p-53;
    }
    for (int undirected = 0; undirected < 2; undirected++) {
        tropic_build_options options = {.size = sizeof options};
        OWNED(tropic_matrix) *A = NULL;
        if (undirected) options.direction = TROPIC_DIRECTION_UNDIRECTED;
        assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, COUNT, i, j, TROPIC_FP64, d, &options));
        round_trip(context, A, "a.mtx", false);
        round_trip(context, A, "a.mtx.gz", false);
        round_trip(context, A, "a.txt.gz", false);
        round_trip(context, A, "out.a", false);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Entries that a format cannot hold
 */

static void refusals(void **state)
{
    static const tropic_index i[] = {0, 1}, j[] = {1, 0}, k[] = {1, 1};
    static const double half[] = {0.5, 0.5}, inf[] = {INFINITY, 1}, nan_[] = {NAN, 1};
    static const double huge[] = {1e300, 1e300}, whole[] = {3, 3};
    static const int32_t uneven[] = {1, 2}, negative[] = {-1, -1};
    static const uint64_t wide[] = {UINT64_MAX, UINT64_MAX};
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED(tropic_matrix) *A = NULL;
#define TRY(column, type, values, name, cause)                                                                         \
    A = build(context, 2, 2, 2, i, column, type, values);                                                              \
    refuse(context, A, name, cause);                                                                                   \
    tropic_matrix_free(&A)
    TRY(j, TROPIC_INT32, uneven, "a.graph", "directed");
    TRY(k, TROPIC_BOOL, NULL, "a.graph", "directed");
    TRY(j, TROPIC_FP64, half, "a.graph", "0.5");
    TRY(j, TROPIC_INT32, negative, "a.graph", "-1");
    TRY(j, TROPIC_FP64, half, "a.gr", "0.5");
    TRY(j, TROPIC_FP64, huge, "a.gr", "only integers");
    TRY(j, TROPIC_UINT64, wide, "a.gr", "the weight 18446744073709551615");
    TRY(j, TROPIC_UINT64, wide, "a.graph", "the weight 18446744073709551615");
    TRY(j, TROPIC_FP64, inf, "a.mtx", "inf");
    TRY(j, TROPIC_FP64, nan_, "a.mtx", "nan");
    TRY(j, TROPIC_FP64, inf, "a.txt", "inf");
    TRY(j, TROPIC_FP64, inf, "a.gr", "the value inf");
    TRY(j, TROPIC_FP64, inf, "out.a", "inf");
    A = build(context, 2, 2, 2, i, i, TROPIC_BOOL, NULL);
    refuse(context, A, "a.graph", "loop at vertex 0");
    tropic_matrix_free(&A);
    A = build(context, 2, 2, 2, i, j, TROPIC_FP64, whole); /* whole numbers are integers */
    round_trip(context, A, "a.gr", false);
    round_trip(context, A, "a.graph", false);
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_save(A, context, "/tmp/a.unknown", TROPIC_FORMAT_AUTO));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_save(A, context, "/tmp/a", (tropic_format)99));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_save(A, context, NULL, TROPIC_FORMAT_AUTO));
    assert_status(context, TROPIC_INVALID_ARGUMENT,
                  tropic_matrix_save(NULL, context, "/tmp/a.mtx", TROPIC_FORMAT_AUTO));
    assert_int_equal(tropic_matrix_save(A, NULL, "/tmp/a.mtx", TROPIC_FORMAT_AUTO), TROPIC_INVALID_ARGUMENT);
}

/* Numbers are written with points whatever the program's locale, which stays as it is. */
static void any_locale(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    static const tropic_index i[] = {0}, j[] = {1};
    static const double d[] = {0.5};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    const char *set = NULL;
    for (size_t k = 0; k < sizeof names / sizeof *names && !set; k++) set = setlocale(LC_NUMERIC, names[k]);
    if (!set) test_skip("no locale that writes 1,5");
    context = test_context_of(1);
    A = build(context, 2, 2, 1, i, j, TROPIC_FP64, d);
    round_trip(context, A, "a.mtx", false);
    assert_string_equal(localeconv()->decimal_point, ",");
    setlocale(LC_NUMERIC, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format), cmocka_unit_test(every_type), cmocka_unit_test(whole_reals),
        cmocka_unit_test(labels),       cmocka_unit_test(shapes),     cmocka_unit_test(large),
        cmocka_unit_test(refusals),     cmocka_unit_test(any_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
