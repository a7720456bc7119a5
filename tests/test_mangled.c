/* SPDX-License-Identifier: Apache-2.0
 *
 * Broken files: every row of matrices/mangled/expected.tsv, those too large to store, and files that
 * cannot be read at all. Each must give its status and a message "file:line: cause", and no matrix.
 */
#define _GNU_SOURCE
#include "tests/common.h"
#include "tests/files.h"

#include <sys/stat.h>
#include <unistd.h>

static tropic_status status_named(const char *name)
{
    for (int s = 0; s <= TROPIC_COMPILE_ERROR; s++)
        if (strcmp(tropic_status_name((tropic_status)s), name) == 0) return (tropic_status)s;
    fail_msg("no status %s", name);
    return TROPIC_OK;
}

/* Loads a file, which must fail like this. `line` NULL: any; "-": none is named. */
static void refuse(tropic_context *context, const char *path, tropic_status expected, const char *line,
                   const char *cause)
{
    tropic_matrix *A = NULL;
    char place[1024];
    tropic_status status = tropic_matrix_load(&A, context, path, NULL);
    const char *error = tropic_context_error(context);

    if (status != expected)
        fail_msg("%s: expected %s, got %s: %s", path, tropic_status_name(expected), tropic_status_name(status), error);
    assert_null(A);
    if (line) {
        snprintf(place, sizeof place, "%s:%s%s", path, strcmp(line, "-") == 0 ? "" : line,
                 strcmp(line, "-") == 0 ? " " : ":");
        if (strncmp(error, place, strlen(place)) != 0) fail_msg("expected \"%s\", got \"%s\"", place, error);
    }
    if (!strstr(error, cause)) fail_msg("expected \"%s\" in \"%s\"", cause, error);
}

static void stored_files(void **state)
{
    const int threads[] = {1, 3};
    OWNED(test_table) table = test_table_read("matrices/mangled/expected.tsv", 4);
    assert_true(table.rows >= 60);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        OWNED(tropic_context) *context = test_context_of(threads[t]);
        for (int r = 0; r < table.rows; r++) {
            char **row = table.cell[r], path[256];
            snprintf(path, sizeof path, "matrices/mangled/%s", row[0]);
            refuse(context, path, status_named(row[1]), row[2], row[3]);
        }
    }
}

/* ------------------------------------------------------------------------------------------------
 * Too large to store
 */

#define MEGABYTE ((size_t)1 << 20)

/* A file of head, `count` times the piece, and tail, which must be refused. */
static void refuse_large(const char *name, const char *head, const char *piece, size_t count, const char *tail,
                         const char *line, const char *cause)
{
    const int threads[] = {1, 3};
    OWNED_MEMORY char *path = test_file_name(name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(head, file);
    for (size_t k = 0; k < count; k++) fputs(piece, file);
    fputs(tail, file);
    fclose(file);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        OWNED(tropic_context) *context = test_context_of(threads[t]);
        refuse(context, path, TROPIC_FORMAT_ERROR, line, cause);
    }
    unlink(path);
}

static void long_lines(void **state)
{
    static const char banner[] = "%%MatrixMarket matrix coordinate real general\n";
    char head[128];
    snprintf(head, sizeof head, "%s2 2 1\n1 1 1", banner);
    refuse_large("long.mtx", banner, "x", MEGABYTE, "\n", "2", "xxx...\"");
    refuse_large("long.mtx", banner, " ", MEGABYTE, "x\n", "2", "found \"x\"");
    refuse_large("long.mtx", "", "%", MEGABYTE, "", "1", "expected the banner");
    refuse_large("long.mtx", head, "0", MEGABYTE, "\n", "3", "does not fit fp64");
    refuse_large("long.mtx", head, " 1", MEGABYTE, "\n", "3", "expected the end of the line");
    refuse_large("long.txt", "1 ", "9", MEGABYTE, "\n", "1", "does not fit a 64-bit integer");
    refuse_large("long.txt", "", "1 ", MEGABYTE, "\n", "1", "columns");
    refuse_large("long.txt", "1 2\n# ", "#", MEGABYTE, "\n1\n", "3", "expected a vertex id");
    refuse_large("long.graph", "2 1\n", "2 ", MEGABYTE, "\n1\n", "1", "which is 2 neighbours");
    refuse_large("long.graph", "2 1\n2\n1\n", "\n", MEGABYTE, "7\n", "1048580", "a line more");
    refuse_large("long.gr", "p sp 2 1\na 1 ", "2", MEGABYTE, "\n", "2", "64-bit");
    refuse_large("out.long", "% sym ", "u", MEGABYTE, "\n1 2\n", "1", "uuu...\"");
}

/* Many parts for the threads: the first error of the file is the one that is told. */
static void many_lines(void **state)
{
    static const char head[] = "%%MatrixMarket matrix coordinate pattern general\n9 9 300002\n";
    refuse_large("many.mtx", head, "1 2\n", 300000, "1 0\n0 1\n", "300003", "column 0");
    refuse_large("many.mtx", head, "1 2\n", 300000, "1 2\n", "300004", "the file has 300001");
    refuse_large("many.mtx", head, "1 2\n", 300003, "", "300005", "the file has 300003");
    refuse_large("many.txt", "1 x\n", "1 2 \n", 300000, "1 y\n", "1", "found \"x\"");
    refuse_large("many.txt", "1 2\n", "1 2 \n", 300000, "1 9999999999\n1 y\n", "300003", "found \"y\"");
    refuse_large("many.txt", "1 2 1\n", "1 2 5\n", 300000, "1 2 0.5\n1 2 nan\n", "300003", "finite");
    refuse_large("many.gr", "p sp 9 300001\n", "a 1 2 3\n", 300000, "a 1 2 3.5\n", "300002", "not an integer");
    refuse_large("many.graph", "300003 2\n2\n1\n", "\n", 300000, "1 1\n", "300004",
                 "vertex 300003 lists 1, which does not list it");
}

/* ------------------------------------------------------------------------------------------------
 * Nothing to read
 */

static void no_file(void **state)
{
    OWNED(tropic_context) *context = test_context_of(1);
    tropic_matrix *A = NULL;
    char *path = test_file_name("locked.mtx");

    refuse(context, "matrices/there-is-none.mtx", TROPIC_IO_ERROR, NULL, "No such file");
    refuse(context, "matrices", TROPIC_IO_ERROR, NULL, "directory");
    refuse(context, "", TROPIC_IO_ERROR, NULL, "No such file");
    refuse(context, "matrices/karate.mtx/x", TROPIC_IO_ERROR, NULL, "Not a directory");
    test_write(path, "1 2\n", 4);
    assert_int_equal(chmod(path, 0), 0);
    if (access(path, R_OK) != 0) /* the superuser may read anything */
        refuse(context, path, TROPIC_IO_ERROR, NULL, "Permission denied");
    unlink(path);
    free(path);

    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_load(&A, context, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_load(NULL, context, "matrices/karate.mtx", NULL));
    assert_int_equal(tropic_matrix_load(&A, NULL, "matrices/karate.mtx", NULL), TROPIC_INVALID_ARGUMENT);
}

static void bad_options(void **state)
{
    OWNED(tropic_context) *context = test_context_of(1);
    const char *path = "matrices/karate.mtx";
    tropic_matrix *A = NULL;
    tropic_load_options options = {0};

    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_load(&A, context, path, &options));
#define REFUSE(status, ...)                                                                                            \
    options = (tropic_load_options){.size = sizeof options, __VA_ARGS__};                                              \
    assert_status(context, status, tropic_matrix_load(&A, context, path, &options));                                   \
    assert_null(A)
    REFUSE(TROPIC_INVALID_ARGUMENT, .real_type = TROPIC_INT32);
    REFUSE(TROPIC_INVALID_ARGUMENT, .format = (tropic_format)TROPIC_FORMATS);
    REFUSE(TROPIC_INVALID_ARGUMENT, .format = (tropic_format)-1);
    REFUSE(TROPIC_INVALID_ARGUMENT, .duplicates = (tropic_duplicates)99);
    REFUSE(TROPIC_INVALID_ARGUMENT, .loops = (tropic_loops)99);
    REFUSE(TROPIC_INVALID_ARGUMENT, .direction = (tropic_direction)99);
    REFUSE(TROPIC_INVALID_ARGUMENT, .sizes = (tropic_sizes)99);
    REFUSE(TROPIC_INVALID_ARGUMENT, .sizes = TROPIC_SIZES_NO);
    REFUSE(TROPIC_INVALID_ARGUMENT, .columns = "1,2");
    path = "matrices/odd/skew.mtx";
    REFUSE(TROPIC_INVALID_ARGUMENT, .direction = TROPIC_DIRECTION_UNDIRECTED);
    path = "matrices/odd/out.bip";
    REFUSE(TROPIC_DIMENSION_MISMATCH, .direction = TROPIC_DIRECTION_UNDIRECTED);
    path = "matrices/odd/out.bip-square";
    REFUSE(TROPIC_DIMENSION_MISMATCH, .direction = TROPIC_DIRECTION_UNDIRECTED);
    path = "matrices/odd/duplicates.gr";
    REFUSE(TROPIC_INVALID_ARGUMENT, .duplicates = TROPIC_DUPLICATES_REFUSE);
    assert_string_equal(tropic_context_error(context),
                        "matrices/odd/duplicates.gr: entry (1, 2) is there more than once");
    path = "matrices/karate.mtx"; /* in a wrong format */
    REFUSE(TROPIC_FORMAT_ERROR, .format = TROPIC_FORMAT_DIMACS);
    REFUSE(TROPIC_FORMAT_ERROR, .format = TROPIC_FORMAT_METIS);
    REFUSE(TROPIC_FORMAT_ERROR, .format = TROPIC_FORMAT_KONECT);
    REFUSE(TROPIC_FORMAT_ERROR, .format = TROPIC_FORMAT_EDGE_LIST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_files), cmocka_unit_test(long_lines),  cmocka_unit_test(many_lines),
        cmocka_unit_test(no_file),      cmocka_unit_test(bad_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
