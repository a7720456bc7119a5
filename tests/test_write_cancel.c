/* SPDX-License-Identifier: Apache-2.0
 *
 * Writers that the caller cancels.
 */
#include <unistd.h>

#include "tests/common.h"
#include "tests/files.h"

typedef struct watch {
    int calls, stop_at;
} watch;

static bool look(double done, void *user)
{
    watch *w = user;
    return ++w->calls != w->stop_at;
}

/* Whichever block a caller cancels at, the file that was there stays as it is, and nothing else. */
static void cancelled(void **state)
{
    static const char *const names[] = {"a.mtx", "a.gr.gz", "a.graph", "a.txt", "out.a"};
    enum { N = 30000 };
    watch w = {0};
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .progress = look, .progress_user = &w};
    const tropic_build_options both = {.size = sizeof both, .direction = TROPIC_DIRECTION_UNDIRECTED};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY tropic_index *i = malloc(N * sizeof *i), *j = malloc(N * sizeof *j);
    assert_true(i && j);
    for (int k = 0; k < N; k++) {
        i[k] = k;
        j[k] = (k + 1) % N;
    }
    assert_ok(NULL, tropic_context_create(&context, &options));
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, N, i, j, TROPIC_BOOL, NULL, &both));
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        OWNED_MEMORY char *path = test_file_name(names[k]);
        char *got;
        int calls;
        w = (watch){0};
        assert_ok(context, tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO));
        calls = w.calls;
        assert_true(calls > 1);
        test_write(path, "before", 6);
        for (int stop = 1; stop <= calls; stop++) {
            w = (watch){.stop_at = stop};
            assert_status(context, TROPIC_CANCELLED, tropic_matrix_save(A, context, path, TROPIC_FORMAT_AUTO));
            assert_int_equal(w.calls, stop);
            got = test_read(path, NULL);
            assert_string_equal(got, "before");
            free(got);
            assert_int_equal(test_count_files(test_folder()), 1);
        }
        unlink(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cancelled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
