/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/jit.h"
#include "tests/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_PROCESSES 16

static char folder[64];

/* Of a program's processes, this one's number. */
static unsigned process = 0, processes = 1;

int test_cache_begin(void **state)
{
    if (processes > 1) return 0; /* the cache of all of them is there */
    strcpy(folder, "/tmp/tropic-cache-XXXXXX");
    return mkdtemp(folder) ? setenv("TROPIC_CACHE_DIR", folder, 1) : -1;
}

/* (CMocka takes a failed teardown of a group for success.) */
int test_cache_end(void **state)
{
    if (processes > 1) return 0;
    chmod(folder, S_IRWXU);
    test_cache_clear();
    if (rmdir(folder) == 0) return 0;
    perror(folder);
    exit(EXIT_FAILURE);
}

const char *test_cache_folder(void)
{
    return folder;
}

char *test_cache_entry(void)
{
    DIR *all = opendir(folder);
    const struct dirent *one;
    char *path = NULL;
    assert_non_null(all);
    assert_int_equal(test_count_files(folder), 1);
    while ((one = readdir(all)) != NULL)
        if (one->d_name[0] != '.' && asprintf(&path, "%s/%s", folder, one->d_name) < 0) fail_msg("out of memory");
    closedir(all);
    return path;
}

void test_cache_clear(void)
{
    DIR *all = opendir(folder);
    const struct dirent *one;
    while (all && (one = readdir(all)) != NULL)
        if (unlinkat(dirfd(all), one->d_name, 0) != 0 && one->d_name[0] != '.')
            unlinkat(dirfd(all), one->d_name, AT_REMOVEDIR);
    if (all) closedir(all);
}

/* EXIT_FAILURE if a child failed; else 77 if one was skipped. */
static int wait_for_all(void)
{
    enum { SKIPPED = 77 };
    int result = EXIT_SUCCESS, status;
    pid_t child;
    while ((child = wait(&status)) > 0 || (child < 0 && errno == EINTR)) {
        const int code = child < 0 ? EXIT_SUCCESS : WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
        if (code == SKIPPED && result == EXIT_SUCCESS) result = SKIPPED;
        if (code != SKIPPED && code != EXIT_SUCCESS) result = EXIT_FAILURE;
    }
    return result;
}

void test_share_cases(void)
{
    const char *text = getenv("TROPIC_TEST_JOBS");
    const int jobs = text && !getenv("TROPIC_TEST_SEED") ? atoi(text) : 1;
    unsigned started = 0;
    int result;
    if (jobs < 1 || jobs > MAX_PROCESSES) {
        fprintf(stderr, "TROPIC_TEST_JOBS is not from 1 to %d\n", MAX_PROCESSES);
        exit(EXIT_FAILURE);
    }
    if (jobs == 1) return;
    if (test_cache_begin(NULL) != 0) exit(EXIT_FAILURE);
    fflush(NULL);
    for (; started < (unsigned)jobs; started++) {
        const pid_t child = fork();
        if (child < 0) break;
        if (child > 0) continue;
        process = started;
        processes = (unsigned)jobs;
        return;
    }
    result = wait_for_all();
    exit(test_cache_end(NULL) != 0 || started < (unsigned)jobs ? EXIT_FAILURE : result);
}

bool test_is_mine(uint64_t k)
{
    return k % processes == process;
}

void test_in_processes(int count, bool (*body)(void))
{
    pid_t children[MAX_PROCESSES];
    bool good = true;
    assert_in_range(count, 1, MAX_PROCESSES);
    fflush(NULL);
    for (int k = 0; k < count; k++) {
        children[k] = fork();
        if (children[k] == 0) _exit(body() ? EXIT_SUCCESS : EXIT_FAILURE);
        assert_true(children[k] > 0);
    }
    for (int k = 0; k < count; k++) {
        int status = 0;
        while (waitpid(children[k], &status, 0) < 0 && errno == EINTR) {
        }
        good = good && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
    }
    assert_true(good);
}

bool test_holds_at(bool holds, const char *what, const char *file, int line)
{
    if (!holds) {
        fprintf(stderr, "%s:%d: %s does not hold\n", file, line, what);
    }
    return holds;
}
