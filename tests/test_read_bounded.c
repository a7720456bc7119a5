/* SPDX-License-Identifier: Apache-2.0
 *
 * Packed files of much text and few entries: they are read, or refused in the right line, in memory that does not
 * depend on the text; and the caller's own bound.
 */
#include <malloc.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/common.h"
#include "tests/files.h"

/* Text of a case, and the memory that it may take: a few windows. */
#define MEGABYTE ((int64_t)1 << 20)
#define TEXT (80 * MEGABYTE)
#define ROOM (36 * MEGABYTE)

static int64_t held, peak;

static void *allocate(size_t bytes, void *user)
{
    void *pointer = malloc(bytes);
#pragma omp critical
    {
        held += (int64_t)malloc_usable_size(pointer);
        if (held > peak) peak = held;
    }
    return pointer;
}

static void release(void *pointer, void *user)
{
#pragma omp critical
    held -= (int64_t)malloc_usable_size(pointer);
    free(pointer);
}

static tropic_context *counting_context(void)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 1, .allocate = allocate, .release = release};
    tropic_context *context = NULL;
    assert_ok(NULL, tropic_context_create(&context, &options));
    return context;
}

/* Writes a packed file: head, then the piece over and over, then tail. Returns how many pieces. */
static int64_t make(const char *path, const char *head, const char *piece, int64_t bytes, const char *tail)
{
    static char many[1 << 16];
    const size_t length = strlen(piece), times = sizeof many / length;
    int64_t pieces = 0;
    gzFile file = gzopen(path, "wb1");
    assert_non_null(file);
    for (size_t k = 0; k < times; k++) memcpy(many + k * length, piece, length);
    gzwrite(file, head, (unsigned)strlen(head));
    for (; pieces * (int64_t)length < bytes; pieces += (int64_t)times)
        assert_int_equal(gzwrite(file, many, (unsigned)(times * length)), times * length);
    gzwrite(file, tail, (unsigned)strlen(tail));
    assert_int_equal(gzclose(file), Z_OK);
    return pieces;
}

typedef enum kind { MATRIX, VECTOR, COORDINATES } kind;

static tropic_status load(tropic_context *context, const char *path, kind kind)
{
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *x = NULL, *y = NULL;
    const tropic_status status = kind == MATRIX   ? tropic_matrix_load(&A, context, path, NULL)
                                 : kind == VECTOR ? tropic_vector_load(&x, context, path)
                                                  : tropic_coordinates_load(&x, &y, context, path);
    if (status == TROPIC_OK && kind == MATRIX) assert_int_equal(tropic_matrix_rows(A), 2);
    return status;
}

#define MM "%%MatrixMarket matrix coordinate integer general\n"
#define ARRAY "%%MatrixMarket matrix array integer general\n"

/* `error`: in the line so many lines after the pieces' (0: before them, in line `line`); NULL: it is read. */
static const struct {
    const char *name, *head, *piece, *tail;
    int64_t line;
    bool after;
    const char *error;
    kind kind;
} cases[] = {
    /* Comments and blanks: before the header, before the entries, after them, and as one line. */
    {"a.mtx.gz", MM, "% nothing to see here\n", "2 2 1\n1 2 7\n", 0, false, NULL, MATRIX},
    {"a.mtx.gz", MM "2 2 1\n1 2 7\n", "\n", "", 0, false, NULL, MATRIX},
    {"a.mtx.gz", MM "2 2 1\n", "    \t   \n", "1 2 7\n", 0, false, NULL, MATRIX},
    {"a.mtx.gz", MM "2 2 1\n", "        ", "1 2 7\n", 0, false, NULL, MATRIX},
    {"a.mtx.gz", MM "2 2 1\n%", "and so on ", "\n1 2 7\n", 0, false, NULL, MATRIX},
    {"a.mtx.gz", MM "2 2 1\n1", "        ", "2 7\n", 0, false, NULL, MATRIX},
    {"a.txt.gz", "1 2\n", "# nothing to see here\n", "", 0, false, NULL, MATRIX},
    {"a.txt.gz", "", "# nothing to see here\n", "1 2\n", 0, false, NULL, MATRIX},
    {"a.txt.gz", "from,to\n", "% nothing to see here\n", "1,2\n", 0, false, NULL, MATRIX},
    {"a.gr.gz", "", "c nothing to see here\n", "p sp 2 1\na 1 2 7\n", 0, false, NULL, MATRIX},
    {"unnamed.gz", "", "c nothing to see here\n", "p sp 2 1\na 1 2 7\n", 0, false, NULL, MATRIX},
    {"out.a.gz", "% asym unweighted\n", "% nothing to see here\n", "1 2\n", 0, false, NULL, MATRIX},
    {"a.graph.gz", "% x\n", "% nothing to see here\n", "2 1\n2\n1\n", 0, false, NULL, MATRIX},
    {"a.co.gz", "p aux sp co 1\n", "c nothing to see here\n", "v 1 2 3\n", 0, false, NULL, COORDINATES},
    {"v.mtx.gz", ARRAY "1 1\n", "% nothing to see here\n", "5\n", 0, false, NULL, VECTOR},
    /* The line of an error behind them. */
    {"a.mtx.gz", MM "2 2 1\n", "% nothing to see here\n", "1 x 7\n", 3, true, "expected a column", MATRIX},
    {"a.mtx.gz", MM "2 2 2\n1 1 1\n", "\n", "", 4, true, "the header says 2 entries, the file has 1", MATRIX},
    {"a.mtx.gz", MM "2 2 1\n%", "and so\ron ", "\n1 2 7\n", 3, false, "carriage return", MATRIX},
    {"a.txt.gz", "1 2\n", "# nothing to see here\n", "1 y\n", 2, true, "found \"y\"", MATRIX},
    {"a.gr.gz", "p sp 2 1\n", "c nothing to see here\n", "b 1 2 7\n", 2, true, "found \"b\"", MATRIX},
    /* More entries than the header says. */
    {"a.mtx.gz", MM "2 2 1\n", "1 2 7\n", "", 4, false, "the header says 1 entries, the file has", MATRIX},
    {"a.mtx.gz", ARRAY "1 2\n", "7\n", "", 2, false, "an array of this shape has 2 values, the file has", MATRIX},
    {"a.gr.gz", "p sp 2 1\n", "a 1 2 7\n", "", 3, false, "the header says 1 entries, the file has", MATRIX},
    {"out.a.gz", "% asym unweighted\n% 1 2 2\n", "1 2\n", "", 4, false, "the header says 1 entries", MATRIX},
    {"a.graph.gz", "2 1\n2\n", "1\n", "", 4, false, "a line more than the 2 vertices", MATRIX},
    {"a.graph.gz", "9999999 1\n2\n1\n", "1\n", "", 1, false, "which is 2 neighbours; the file has more", MATRIX},
    {"a.graph.gz", "2 1\n2\n1\n", "1\n", "", 4, false, "a line more than the 2 vertices", MATRIX},
    {"a.co.gz", "p aux sp co 1\n", "v 1 2 3\n", "", 1, false, "the header says 1 vertices, the file has", COORDINATES},
};

static void little_memory(void **state)
{
    OWNED(tropic_context) *context = counting_context();
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        OWNED_MEMORY char *path = test_file_name(cases[c].name);
        char place[1200];
        const int64_t pieces = make(path, cases[c].head, cases[c].piece, TEXT, cases[c].tail);
        const int64_t before = held;
        peak = held;
        if (!cases[c].error) {
            assert_ok(context, load(context, path, cases[c].kind));
        } else {
            assert_status(context, TROPIC_FORMAT_ERROR, load(context, path, cases[c].kind));
            snprintf(place, sizeof place, "%s:%lld: ", path,
                     (long long)(cases[c].line + (cases[c].after ? pieces : 0)));
            if (strncmp(tropic_context_error(context), place, strlen(place)) != 0 ||
                !strstr(tropic_context_error(context), cases[c].error))
                fail_msg("expected \"%s%s\", got \"%s\"", place, cases[c].error, tropic_context_error(context));
        }
        assert_int_equal(held, before);
        if (peak - before > ROOM)
            fail_msg("case %d, %s: %lld bytes", (int)c, cases[c].name, (long long)(peak - before));
        unlink(path);
    }
}

/* Ids parsed as 32 bits are widened, and values that were integers become real, windows later. */
static void late(void **state)
{
    const int threads[] = {1, 3};
    OWNED_MEMORY char *path = test_file_name("late.txt.gz");
    const int64_t pieces = make(path, "-3 7 5\n", "1 2 2\n", 20 * MEGABYTE, "1 99999999999 0.5\n");
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        OWNED(tropic_context) *context = test_context_of(threads[t]);
        const tropic_load_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_SUM};
        const int64_t labels[] = {-3, 1, 2, 7, 99999999999};
        const double expected[] = {5, 2 * (double)pieces, 0.5};
        OWNED(tropic_matrix) *A = NULL;
        const tropic_offset *offsets;
        const tropic_index *ids;
        const void *values;
        assert_ok(context, tropic_matrix_load(&A, context, path, &options));
        assert_int_equal(tropic_matrix_rows(A), 5);
        for (tropic_index i = 0; i < 5; i++) assert_true(tropic_matrix_label(A, i) == labels[i]);
        assert_int_equal(tropic_matrix_type(A), TROPIC_FP64);
        assert_ok(context, tropic_matrix_csr(A, context, &offsets, &ids, &values));
        assert_int_equal(offsets[5], 3);
        assert_true(ids[0] == 3 && ids[1] == 2 && ids[2] == 4);
        for (int k = 0; k < 3; k++) assert_true(((const double *)values)[k] == expected[k]);
    }
    unlink(path);
}

static void refuse(tropic_context *context, const char *path, int64_t most, tropic_status expected, const char *cause)
{
    const tropic_load_options options = {.size = sizeof options, .max_text = most};
    OWNED(tropic_matrix) *A = NULL;
    const tropic_status status = tropic_matrix_load(&A, context, path, &options);
    if (status != expected) fail_msg("%s, at most %lld: %s", path, (long long)most, tropic_status_name(status));
    assert_int_equal(A == NULL, expected != TROPIC_OK);
    if (expected != TROPIC_OK && !strstr(tropic_context_error(context), cause))
        fail_msg("expected \"%s\", got \"%s\"", cause, tropic_context_error(context));
}

/* The caller's bound holds to the byte, packed or not. */
static void bound(void **state)
{
    static const char text[] = "1 2\n3 4\n";
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED_MEMORY char *plain = test_file_name("b.txt"), *packed = test_file_name("b.txt.gz");
    test_write(plain, text, sizeof text - 1);
    make(packed, text, "#\n", 0, "");
    for (int k = 0; k < 2; k++) {
        const char *path = k == 0 ? plain : packed;
        refuse(context, path, 0, TROPIC_OK, "");
        refuse(context, path, sizeof text - 1, TROPIC_OK, "");
        refuse(context, path, INT64_MAX, TROPIC_OK, "");
        refuse(context, path, sizeof text - 2, TROPIC_NOT_SUPPORTED, "longer than the 7 bytes");
        refuse(context, path, 1, TROPIC_NOT_SUPPORTED, "longer than the 1 bytes");
        refuse(context, path, -1, TROPIC_INVALID_ARGUMENT, "max_text");
    }
    make(packed, "1 2\n", "# a comment\n", 30 * MEGABYTE, "");
    refuse(context, packed, 25 * MEGABYTE, TROPIC_NOT_SUPPORTED, "longer than the 26214400 bytes");
    unlink(plain);
    unlink(packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(little_memory), cmocka_unit_test(late),
                                       cmocka_unit_test(bound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
