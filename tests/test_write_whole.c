/* SPDX-License-Identifier: Apache-2.0
 *
 * A file that is written appears whole or not at all; a file that the program has open is written in place.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/common.h"
#include "tests/files.h"

static void cannot_write(tropic_context *context, const tropic_matrix *A, const char *path, const char *cause)
{
    int before = test_count_files(test_folder());
    assert_status(context, TROPIC_IO_ERROR, tropic_matrix_save(A, context, path, TROPIC_FORMAT_MATRIX_MARKET));
    assert_non_null(strstr(tropic_context_error(context), path));
    if (!strstr(tropic_context_error(context), cause))
        fail_msg("expected \"%s\" in \"%s\"", cause, tropic_context_error(context));
    assert_int_equal(test_count_files(test_folder()), before);
}

static void whole_or_nothing(void **state)
{
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY char *path = test_file_name("old.mtx"), *link = test_file_name("link.mtx");
    char *text;
    OWNED_MEMORY char *packed = test_file_name("full.gz");
    struct rlimit limit, small;
    struct stat about;

    assert_ok(context, tropic_matrix_load(&A, context, "matrices/netscience.mtx", NULL));
    cannot_write(context, A, "/tmp/there-is-no-such-folder/a.mtx", "No such file");
    cannot_write(context, A, "/tmp", "directory");
    cannot_write(context, A, "", "No such file");

    /* A full disk, written directly and packed. */
    assert_int_equal(symlink("/dev/full", link), 0);
    assert_int_equal(symlink("/dev/full", packed), 0);
    cannot_write(context, A, link, "No space left");
    cannot_write(context, A, packed, "No space left");
    unlink(link);
    unlink(packed);

    /* The old file stays when the new one cannot be finished. */
    test_write(path, "old", 3);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = limit;
    small.rlim_cur = 10000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    cannot_write(context, A, path, "File too large");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    text = test_read(path, NULL);
    assert_string_equal(text, "old");
    free(text);

    /* A link keeps pointing where it does, a file keeps its mode, a device is written to. */
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(symlink("old.mtx", link), 0);
    assert_ok(context, tropic_matrix_save(A, context, link, TROPIC_FORMAT_AUTO));
    assert_int_equal(lstat(link, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_true(about.st_size > 10000);
    assert_ok(context, tropic_matrix_save(A, context, "/dev/null", TROPIC_FORMAT_MATRIX_MARKET));
    unlink(link);
    unlink(path);
    assert_int_equal(test_count_files(test_folder()), 0);
}

/* A file that the program has open is written where it stands; errno has the cause of a failed write. */
static void open_already(void **state)
{
    static const tropic_index i[] = {0}, j[] = {1};
    static const char expected[] = "before # Nodes: 2 Edges: 1\n0\t1\n behind";
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY char *path = test_file_name("open");
    char name[32], *text;
    int file;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 2, 1, i, j, TROPIC_BOOL, NULL, NULL));
    test_write(path, "before ", 7);
    file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    assert_true(file >= 0);
    snprintf(name, sizeof name, "/dev/fd/%d", file);
    assert_ok(context, tropic_matrix_save(A, context, name, TROPIC_FORMAT_EDGE_LIST));
    assert_int_equal(write(file, " behind", 7), 7);
    assert_int_equal(close(file), 0);
    text = test_read(path, NULL);
    assert_string_equal(text, expected);
    free(text);

    errno = 0;
    assert_status(context, TROPIC_IO_ERROR, tropic_matrix_save(A, context, name, TROPIC_FORMAT_EDGE_LIST));
    assert_int_equal(errno, EBADF);
    if (access("/dev/full", W_OK) == 0) {
        assert_status(context, TROPIC_IO_ERROR, tropic_matrix_save(A, context, "/dev/full", TROPIC_FORMAT_EDGE_LIST));
        assert_int_equal(errno, ENOSPC);
    }
    assert_status(context, TROPIC_IO_ERROR, tropic_matrix_save(A, context, "/dev/fd/none/a.txt", TROPIC_FORMAT_AUTO));
    assert_int_equal(test_count_files(test_folder()), 1);
    unlink(path);
}

/* A file as a writer that was killed leaves it, or one that only looks like it. */
static char *leave(const char *name, mode_t mode)
{
    char *path = test_file_name(name);
    test_write(path, "half", 4);
    assert_int_equal(chmod(path, mode), 0);
    return path;
}

/* Drafts that writers of this file left go, if they have all their marks; nothing else. */
static void what_was_left_is_removed(void **state)
{
    static const struct {
        const char *name;
        mode_t mode;
        bool stays;
    } cases[] = {{"a.mtx.tropic-0", 01644, false}, {"a.mtx.tropic-1", 0644, true},  {"a.mtx.tropic-2", 01600, true},
                 {"a.mtx.tropic-3", 01600, false}, {"b.mtx.tropic-0", 01644, true}, {"a.mtx.tropic-x", 01644, true}};
    enum { COUNT = sizeof cases / sizeof *cases, LOCKED = 2 };
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY char *path = test_file_name("a.mtx");
    char *left[COUNT];
    int file = -1;
    assert_ok(context, tropic_matrix_load(&A, context, "matrices/karate.mtx", NULL));
    for (int k = 0; k < COUNT; k++) left[k] = leave(cases[k].name, cases[k].mode);
    file = open(left[LOCKED], O_RDONLY | O_CLOEXEC);
    assert_int_equal(flock(file, LOCK_EX), 0); /* its writer is alive */
    for (int k = 0; k < 2; k++) {
        assert_ok(context, tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO));
        for (int c = 0; c < COUNT; c++) assert_int_equal(access(left[c], F_OK) == 0, cases[c].stays);
    }
    close(file);
    for (int k = 0; k < COUNT; k++) {
        unlink(left[k]);
        free(left[k]);
    }
    unlink(path);
}

/* Killed at any moment, a writer leaves the old file or the new one, whole, and nothing that the next does not
 * remove. */
static void killed_at_any_moment(void **state)
{
    OWNED(tropic_context) *context = test_context_of(1);
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY char *path = test_file_name("a.mtx"), *whole = NULL;
    uint64_t seed = 3;
    size_t count;
    assert_ok(context, tropic_matrix_load(&A, context, "matrices/netscience.mtx", NULL));
    assert_ok(context, tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO));
    whole = test_read(path, &count);
    for (int k = 0; k < 60; k++) {
        OWNED_MEMORY char *text = NULL;
        size_t length;
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            for (;;)
                if (tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO) != TROPIC_OK) _exit(1);
        usleep((useconds_t)test_below(&seed, 20000));
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        text = test_read(path, &length);
        assert_true(text && length == count && memcmp(text, whole, count) == 0);
    }
    assert_ok(context, tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO));
    assert_int_equal(test_count_files(test_folder()), 1);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_or_nothing),
        cmocka_unit_test(open_already),
        cmocka_unit_test(what_was_left_is_removed),
        cmocka_unit_test(killed_at_any_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
