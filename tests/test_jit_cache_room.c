/* SPDX-License-Identifier: Apache-2.0
 *
 * The room that the cache of compiled texts takes: files that go, and files of others.
 */
#define _GNU_SOURCE
#include "tests/common.h"
#include "tests/files.h"
#include "tests/jit.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runtime/jit/jit_cache.h" /* or the program has the public library alone */

#define LARGE 100000
#define RACES 50

static const char content[] = "What a compiler made of it.";

/* A file of the cache's folder, last written an hour and a minute ago, or now. */
static void leave(const char *name, bool old)
{
    struct timespec times[2];
    OWNED_MEMORY char *path = NULL;
    assert_int_equal(clock_gettime(CLOCK_REALTIME, &times[0]), 0);
    times[0].tv_sec -= old ? 3660 : 0;
    times[1] = times[0];
    if (asprintf(&path, "%s/%s", test_cache_folder(), name) < 0) fail_msg("out of memory");
    test_write(path, content, sizeof content);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* As drafts are marked; the open file. */
static int mark(const char *name)
{
    char path[128];
    int file;
    snprintf(path, sizeof path, "%s/%s", test_cache_folder(), name);
    file = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(file >= 0);
    assert_int_equal(fchmod(file, 01600), 0);
    return file;
}

static bool is_left(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", test_cache_folder(), name);
    return access(path, F_OK) == 0;
}

static void what_killed_writers_left_is_removed(void **state)
{
    int file;
    leave("0123456789abcdef.bin.tropic-0", true);
    leave("0123456789abcdef.bin.tropic-1", true);
    close(mark("0123456789abcdef.bin.tropic-0"));
    file = mark("0123456789abcdef.bin.tropic-1");
    assert_int_equal(flock(file, LOCK_EX), 0);    /* somebody writes it */
    leave("0123456789abcdef.bin.tropic-2", true); /* not the cache's */
    leave("0123456789abcdef.new-a1B2c3", true);
    leave("notes.bin.tropic-0", true);
    test_cache_store("text", content, sizeof content);
    assert_false(is_left("0123456789abcdef.bin.tropic-0"));
    assert_true(is_left("0123456789abcdef.bin.tropic-1"));
    assert_true(is_left("0123456789abcdef.bin.tropic-2"));
    assert_true(is_left("0123456789abcdef.new-a1B2c3"));
    assert_true(is_left("notes.bin.tropic-0"));
    close(file);
    assert_true(test_cache_look("text", content, sizeof content) == 1);
}

/* Longer than the file system takes to tell two times apart. */
static void wait_a_tick(void)
{
    usleep(20000);
}

#define MOST ((int64_t)1 << 20)

static int64_t size_of_cache(void)
{
    struct stat about;
    int64_t size = 0;
    char name[512];
    FILE *all;
    snprintf(name, sizeof name, "ls %s/*.bin", test_cache_folder());
    all = popen(name, "r");
    assert_non_null(all);
    while (fgets(name, sizeof name, all)) {
        name[strcspn(name, "\n")] = '\0';
        if (stat(name, &about) == 0) size += about.st_size;
    }
    pclose(all);
    return size;
}

static void what_is_not_used_goes_first(void **state)
{
    static char bytes[LARGE];
    char text[] = "a";
    setenv("TROPIC_CACHE_MB", "1", 1);
    leave("0123.bin", true); /* not the cache's */
    leave("fedcba9876543210.bin", true);
    for (int k = 0; k < 10; k++, text[0]++) {
        test_cache_store(text, bytes, LARGE);
        wait_a_tick();
    }
    assert_int_equal(test_cache_look("a", bytes, LARGE), 1);
    wait_a_tick();
    test_cache_store("another", bytes, LARGE);
    assert_int_equal(test_cache_look("b", bytes, LARGE), 0);
    assert_int_equal(test_cache_look("a", bytes, LARGE), 1);
    assert_int_equal(test_cache_look("c", bytes, LARGE), 1);
    assert_int_equal(test_cache_look("another", bytes, LARGE), 1);
    assert_true(is_left("0123.bin"));
    assert_true(is_left("fedcba9876543210.bin"));
    assert_true(size_of_cache() <= MOST);
    /* A text too large for it is not kept, and nothing goes for it. */
    setenv("TROPIC_CACHE_MB", "0", 1);
    test_cache_store("text", content, sizeof content);
    assert_true(test_cache_look("text", content, sizeof content) == 0);
    assert_int_equal(test_cache_look("c", bytes, LARGE), 1);
    /* A limit that is no number is ignored. */
    setenv("TROPIC_CACHE_MB", "0x", 1);
    test_cache_store("text", content, sizeof content);
    assert_true(test_cache_look("text", content, sizeof content) == 1);
    unsetenv("TROPIC_CACHE_MB");
}

/* More than there is room for. */
static bool race_for_room(void)
{
    static char bytes[LARGE];
    char text[32];
    bool good = true;
    for (int r = 0; r < RACES && good; r++) {
        snprintf(text, sizeof text, "%d", (r * 7 + getpid()) % 30);
        test_cache_store(text, bytes, LARGE);
        good = test_holds(test_cache_look(text, bytes, LARGE) >= 0);
    }
    return good;
}

static void processes_share_its_room(void **state)
{
    setenv("TROPIC_CACHE_MB", "1", 1);
    test_in_processes(4, race_for_room);
    assert_true(size_of_cache() <= MOST);
    assert_true(size_of_cache() >= MOST / 2);
    unsetenv("TROPIC_CACHE_MB");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, test_cache_begin, test_cache_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_killed_writers_left_is_removed),
        TEST(what_is_not_used_goes_first),
        TEST(processes_share_its_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
