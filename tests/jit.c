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

int test_cache_begin(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/tropic-cache-XXXXXX");
    return mkdtemp(folder) ? setenv("TROPIC_CACHE_DIR", folder, 1) : -1;
}

int test_cache_end(void **state)
{
    (void)state;
    chmod(folder, S_IRWXU);
    test_cache_clear();
    return rmdir(folder);
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
