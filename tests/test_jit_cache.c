/* SPDX-License-Identifier: Apache-2.0
 *
 * The cache of compiled texts: stored texts are found, and nothing else is believed.
 */
#define _GNU_SOURCE
#include "tests/common.h"
#include "tests/failing.h"
#include "tests/files.h"
#include "tests/jit.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/jit/jit_cache.h"

#define NOBODY 65534

static const char content[] = "What a compiler made of it.";

static bool is_found(void)
{
    return test_cache_look("text", content, sizeof content) == 1;
}

static bool is_missing(void)
{
    return test_cache_look("text", content, sizeof content) == 0;
}

static void store_one(void)
{
    test_cache_store("text", content, sizeof content);
}

static void what_is_stored_is_found(void **state)
{
    enum { LARGE = 1 << 20 };
    OWNED_MEMORY char *large = calloc(LARGE, 1);
    OWNED_MEMORY char *long_text = calloc(LARGE, 1);
    struct stat about;
    char *path;
    assert_true(is_missing());
    store_one();
    assert_true(is_found());
    path = test_cache_entry();
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO), S_IRUSR | S_IWUSR);
    free(path);
    assert_int_equal(test_cache_look("other", content, sizeof content), 0);
    memset(long_text, 'x', LARGE - 1);
    test_cache_store(long_text, large, LARGE);
    assert_int_equal(test_cache_look(long_text, large, LARGE), 1);
    long_text[LARGE / 2] = 'y';
    assert_int_equal(test_cache_look(long_text, large, LARGE), 0);
}

static void damage_at_any_byte_is_noticed(void **state)
{
    OWNED_MEMORY char *path = NULL, *whole = NULL;
    size_t count;
    store_one();
    path = test_cache_entry();
    whole = test_read(path, &count);
    for (size_t k = 0; k < count; k++) {
        whole[k] ^= 0x10;
        test_write(path, whole, count);
        assert_true(is_missing());
        whole[k] ^= 0x10;
        test_write(path, whole, k);
        assert_true(is_missing());
    }
    test_write(path, whole, count + 1);
    assert_true(is_missing());
    store_one();
    assert_true(is_found());
}

/* As two texts with the same hash would meet. */
static void an_entry_of_another_key_is_not_taken(void **state)
{
    OWNED_MEMORY char *path = NULL, *other = NULL;
    test_cache_store("other", content, sizeof content);
    other = test_cache_entry();
    assert_int_equal(remove(other), 0);
    store_one();
    path = test_cache_entry();
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(test_cache_look("other", content, sizeof content), 0);
}

static void what_others_could_write_is_not_taken(void **state)
{
    static const mode_t modes[] = {0620, 0602, 0666, 0777};
    OWNED_MEMORY char *path = NULL;
    store_one();
    path = test_cache_entry();
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++) {
        assert_int_equal(chmod(path, modes[k]), 0);
        assert_true(is_missing());
        store_one();
        assert_true(is_found());
    }
    if (geteuid() == 0) {
        assert_int_equal(chown(path, NOBODY, NOBODY), 0);
        assert_true(is_missing());
        store_one();
        assert_true(is_found());
    }
}

static void what_is_no_file_is_not_taken(void **state)
{
    OWNED_MEMORY char *path = NULL, *aside = test_file_name("aside");
    store_one();
    path = test_cache_entry();
    assert_int_equal(rename(path, aside), 0);
    assert_int_equal(symlink(aside, path), 0);
    assert_true(is_missing());
    store_one();
    assert_true(is_found());
    assert_int_equal(remove(path), 0);
    assert_int_equal(mkfifo(path, S_IRUSR | S_IWUSR), 0);
    assert_true(is_missing());
    assert_int_equal(remove(path), 0);
    assert_int_equal(mkdir(path, S_IRWXU), 0);
    store_one();
    assert_true(is_missing());
    assert_int_equal(test_count_files(test_cache_folder()), 1);
}

static bool store_as_nobody(void)
{
    if (geteuid() == 0 && !test_holds(seteuid(NOBODY) == 0)) return false;
    store_one();
    return test_holds(is_missing());
}

static void a_folder_that_cannot_be_written_does_no_harm(void **state)
{
    assert_int_equal(chmod(test_cache_folder(), S_IRUSR | S_IXUSR | S_IROTH | S_IXOTH), 0);
    test_in_processes(1, store_as_nobody);
    setenv("TROPIC_CACHE_DIR", "/dev/null/below", 1);
    store_one();
    assert_true(is_missing());
    assert_int_equal(test_count_files(test_cache_folder()), 0);
}

static bool store_little(void)
{
    const struct rlimit few = {sizeof content, sizeof content};
    struct sigaction how;
    sigset_t pending;
    if (!test_holds(setrlimit(RLIMIT_FSIZE, &few) == 0)) return false;
    store_one();
    /* SIGXFSZ has not ended us, nor is it waiting, nor is it ignored from now on. */
    return test_holds(is_missing()) && test_holds(sigpending(&pending) == 0) &&
           test_holds(!sigismember(&pending, SIGXFSZ)) && test_holds(sigaction(SIGXFSZ, NULL, &how) == 0) &&
           test_holds(how.sa_handler == SIG_DFL);
}

static void a_full_disk_leaves_nothing(void **state)
{
    test_in_processes(1, store_little);
    assert_int_equal(test_count_files(test_cache_folder()), 0);
}

/* With variables that hold a home of their own. */
static bool look_for_folders(void)
{
    char path[128], *const home = getenv("TROPIC_CACHE_DIR");
    bool good;
    setenv("HOME", home, 1);
    unsetenv("XDG_CACHE_HOME");
    setenv("TROPIC_CACHE_DIR", "", 1);
    store_one();
    good = test_holds(is_missing()) && test_holds(test_count_files(test_cache_folder()) == 0);

    unsetenv("TROPIC_CACHE_DIR");
    store_one();
    snprintf(path, sizeof path, "%s/.cache/tropic", test_cache_folder());
    good = good && test_holds(is_found()) && test_holds(test_count_files(path) == 1);

    snprintf(path, sizeof path, "%s/xdg", test_cache_folder());
    setenv("XDG_CACHE_HOME", path, 1);
    good = good && test_holds(is_missing());
    store_one();
    strcat(path, "/tropic");
    good = good && test_holds(is_found()) && test_holds(test_count_files(path) == 1);

    setenv("XDG_CACHE_HOME", "relative", 1);
    unsetenv("HOME");
    store_one();
    return good && test_holds(is_missing());
}

static void the_folder_is_found_by_the_environment(void **state)
{
    char command[128];
    test_in_processes(1, look_for_folders);
    snprintf(command, sizeof command, "rm -r %s/.cache %s/xdg", test_cache_folder(), test_cache_folder());
    assert_int_equal(system(command), 0);
}

#define RACES 50
#define KEYS 3
#define LARGE 100000

static bool race(void)
{
    static char bytes[KEYS][LARGE];
    static const char *const texts[KEYS] = {"a", "b", "c"};
    bool good = true;
    for (int k = 0; k < KEYS; k++) memset(bytes[k], 'a' + k, LARGE);
    for (int r = 0; r < RACES && good; r++) {
        const int k = (r + getpid()) % KEYS;
        test_cache_store(texts[k], bytes[k], LARGE);
        for (int j = 0; j < KEYS; j++) good = good && test_holds(test_cache_look(texts[j], bytes[j], LARGE) >= 0);
        good = good && test_holds(test_cache_look(texts[k], bytes[k], LARGE) == 1);
    }
    return good;
}

static void processes_share_it(void **state)
{
    for (int count = 2; count <= 8; count *= 2) {
        test_cache_clear();
        test_in_processes(count, race);
        assert_int_equal(test_count_files(test_cache_folder()), KEYS);
    }
}

static void a_killed_writer_leaves_nothing_to_read(void **state)
{
    static char bytes[LARGE];
    for (int k = 0; k < 50; k++) {
        const pid_t child = fork();
        if (child == 0)
            for (;;) test_cache_store("killed", bytes, LARGE);
        usleep((useconds_t)(100 * k));
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        assert_in_range(test_cache_look("killed", bytes, LARGE), 0, 1);
    }
}

static tropic_status find(tropic_context *context, test_failing_objects *objects)
{
    const char *const parts[] = {"test", "text"};
    tp_cache_key key;
    void *found;
    size_t length;
    tropic_status status = tp_cache_key_make(context, &key, parts, 2);
    if (status == TROPIC_OK) {
        status = tp_cache_find(context, &key, &found, &length);
        tp_release(&context->memory, found);
    }
    tp_release(&context->memory, key.bytes);
    return status;
}

static void memory_may_run_out(void **state)
{
    const test_failing_case what = {"find", NULL, find, TROPIC_STRATEGY_AUTO};
    store_one();
    assert_int_equal(test_failing_run(&test_failing_host, &what), 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, test_cache_begin, test_cache_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_stored_is_found),
        TEST(damage_at_any_byte_is_noticed),
        TEST(an_entry_of_another_key_is_not_taken),
        TEST(what_others_could_write_is_not_taken),
        TEST(what_is_no_file_is_not_taken),
        TEST(a_folder_that_cannot_be_written_does_no_harm),
        TEST(a_full_disk_leaves_nothing),
        TEST(the_folder_is_found_by_the_environment),
        TEST(processes_share_it),
        TEST(a_killed_writer_leaves_nothing_to_read),
        TEST(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
