/* SPDX-License-Identifier: Apache-2.0
 *
 * C texts that become functions of this process.
 */
#define _GNU_SOURCE
#include "tests/common.h"
#include "tests/failing.h"
#include "tests/files.h"
#include "tests/jit.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/jit/jit.h"

static bool have_compiler;

#define need_compiler()                                                                                                \
    do {                                                                                                               \
        if (!have_compiler) test_skip("no C compiler");                                                                \
    } while (0)

/* `int answer(void)` of a library. */
static int answer_of(void *library)
{
    int (*answer)(void);
    void *address = dlsym(library, "answer");
    if (!address) return -1;
    memcpy(&answer, &address, sizeof answer);
    return answer();
}

static const char *text_of(int answer)
{
    static char text[256];
    snprintf(text, sizeof text,
             "#include \"tropic.h\"\n#include <math.h>\n"
             "int answer(void)\n{\n    return (int)sqrt(%d) + TROPIC_OK;\n}\n",
             answer * answer);
    return text;
}

static int compiled_answer(tropic_context *context, const char *text)
{
    void *library = NULL;
    int answer;
    assert_ok(context, tp_jit_host(context, "text", text, &library));
    answer = answer_of(library);
    tp_jit_host_close(library);
    return answer;
}

static void a_text_is_compiled_once(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const long before = tp_jit_compilations();
    need_compiler();
    assert_int_equal(compiled_answer(context, text_of(42)), 42);
    assert_int_equal(tp_jit_compilations(), before + 1);
    assert_int_equal(compiled_answer(context, text_of(42)), 42);
    assert_int_equal(tp_jit_compilations(), before + 1);
    assert_int_equal(compiled_answer(context, text_of(43)), 43);
    assert_int_equal(tp_jit_compilations(), before + 2);
    assert_int_equal(test_count_files(test_cache_folder()), 2);
    tp_jit_host_close(NULL);
}

/* The dynamic linker knows an object by its path: none may be taken for another. */
static void many_are_loaded_at_once(void **state)
{
    enum { MANY = 9 };
    OWNED(tropic_context) *context = test_context();
    void *libraries[MANY];
    need_compiler();
    for (int k = 0; k < MANY; k++) assert_ok(context, tp_jit_host(context, "text", text_of(k / 3), &libraries[k]));
    for (int k = 0; k < MANY; k++) assert_int_equal(answer_of(libraries[k]), k / 3);
    for (int k = 0; k < MANY; k++) tp_jit_host_close(libraries[k]);
}

static void a_damaged_entry_is_compiled_anew(void **state)
{
    OWNED(tropic_context) *context = test_context();
    OWNED_MEMORY char *path = NULL, *whole = NULL;
    size_t count;
    long before;
    need_compiler();
    assert_int_equal(compiled_answer(context, text_of(7)), 7);
    path = test_cache_entry();
    whole = test_read(path, &count);
    whole[count / 2] ^= 1;
    test_write(path, whole, count);
    before = tp_jit_compilations();
    assert_int_equal(compiled_answer(context, text_of(7)), 7);
    assert_int_equal(tp_jit_compilations(), before + 1);
    assert_int_equal(compiled_answer(context, text_of(7)), 7);
    assert_int_equal(tp_jit_compilations(), before + 1);
}

static void refuse(tropic_context *context, tropic_status expected, const char *text, const char *says)
{
    void *library = context;
    assert_status(context, expected, tp_jit_host(context, "given.name", text, &library));
    assert_null(library);
    if (!strstr(tropic_context_error(context), says))
        fail_msg("'%s' does not say '%s'", tropic_context_error(context), says);
}

static void errors_name_the_users_line(void **state)
{
    OWNED(tropic_context) *context = test_context();
    need_compiler();
    refuse(context, TROPIC_COMPILE_ERROR,
           "#include \"tropic.h\"\n#warning beside the point\n#line 7 \"my.tsr\"\n"
           "float add(float a, float b)\n{\n    return a + c;\n}\n",
           "my.tsr:9:");
    assert_int_equal(strncmp(tropic_context_error(context), "my.tsr:9:", 9), 0);
    assert_null(strstr(tropic_context_error(context), "beside"));
    refuse(context, TROPIC_COMPILE_ERROR, "int answer(void)\n{\n    return f();\n}\n", "given.name:3:");
    refuse(context, TROPIC_COMPILE_ERROR, "#include \"spmv/ops/op.h\"\n", "given.name:1:");
    assert_int_equal(test_count_files(test_cache_folder()), 0);
}

/* In a process of its own: the environment is the process's. */
static bool is_refused_without_compiler(void)
{
    OWNED(tropic_context) *context = test_context();
    void *library;
    bool good;
    unsetenv("TROPIC_CC");
    unsetenv("CC");
    setenv("PATH", "", 1);
    good = test_holds(tp_jit_host(context, "t", text_of(1), &library) == TROPIC_NOT_SUPPORTED) &&
           test_holds(strstr(tropic_context_error(context), "TROPIC_CC"));
    setenv("PATH", "relative:/nowhere::", 1);
    setenv("CC", "   ", 1);
    setenv("TROPIC_CC", "/dev/null", 1);
    good = good && test_holds(tp_jit_host(context, "t", text_of(1), &library) == TROPIC_NOT_SUPPORTED) &&
           test_holds(strstr(tropic_context_error(context), "/dev/null"));
    return good;
}

static void without_a_compiler_it_says_so(void **state)
{
    test_in_processes(1, is_refused_without_compiler);
}

/* TROPIC_CC comes first, with arguments; it gets no input, no files and usual signals. */
static bool compiler_is_called_well(void)
{
    static const char script[] = "#!/bin/sh\n"
                                 "{ echo \"$1\"; ls /proc/$$/fd | tr '\\n' ' '; cat; } > \"$0.log\"\n"
                                 "echo 'my.tsr(3): error: as told' >&2\nexit 1\n";
    OWNED_MEMORY char *path = test_file_name("compiler"), *log = test_file_name("compiler.log");
    OWNED_MEMORY char *text = NULL;
    OWNED_MEMORY char *command = NULL;
    OWNED(tropic_context) *context = test_context();
    void *library;
    bool good;
    /* Not closed by exec. (The shell has some of its own, from 10 on.) */
    const int open_here = fcntl(STDOUT_FILENO, F_DUPFD, 100);
    test_write(path, script, strlen(script));
    good = test_holds(chmod(path, S_IRWXU) == 0) && test_holds(open_here >= 100) &&
           test_holds(asprintf(&command, " %s  -first ", path) > 0);
    setenv("TROPIC_CC", command, 1);
    signal(SIGCHLD, SIG_IGN);
    good = good && test_holds(tp_jit_host(context, "t", text_of(1), &library) == TROPIC_COMPILE_ERROR) &&
           test_holds(strcmp(tropic_context_error(context), "my.tsr:3: error: as told") == 0);
    text = test_read(log, NULL);
    good = good && test_holds(text && strncmp(text, "-first\n0 ", 9) == 0) && test_holds(!strstr(text, "100"));
    remove(log);
    remove(path);
    rmdir(test_folder());
    return good;
}

static void the_compiler_is_called_well(void **state)
{
    if (access("/bin/sh", X_OK) != 0) test_skip("no shell");
    test_in_processes(1, compiler_is_called_well);
}

static bool answers_though_nobody_waits(void)
{
    OWNED(tropic_context) *context = test_context();
    void *library = NULL;
    bool good;
    signal(SIGCHLD, SIG_IGN);
    good =
        test_holds(tp_jit_host(context, "t", text_of(5), &library) == TROPIC_OK) && test_holds(answer_of(library) == 5);
    tp_jit_host_close(library);
    return good;
}

/* A compiler that makes an object, and then fails: whoever reaps it, the object is not taken. */
static bool believes_no_failure(void)
{
    static const char script[] = "#!/bin/sh\ncc \"$@\"\nexit 1\n";
    static const char killed[] = "#!/bin/sh\ncc \"$@\"\nkill -9 $$\n";
    OWNED_MEMORY char *path = test_file_name("compiler");
    OWNED(tropic_context) *context = test_context();
    void *library = NULL;
    bool good = true;
    setenv("TROPIC_CC", path, 1);
    for (int way = 0; way < 4; way++) {
        const char *text = way & 1 ? killed : script;
        test_write(path, text, strlen(text));
        signal(SIGCHLD, way & 2 ? SIG_IGN : SIG_DFL);
        good = good && test_holds(chmod(path, S_IRWXU) == 0) &&
               test_holds(tp_jit_host(context, "t", text_of(5), &library) == TROPIC_COMPILE_ERROR);
    }
    remove(path);
    rmdir(test_folder());
    return good;
}

static void a_failure_is_noticed_though_nobody_waits(void **state)
{
    if (access("/usr/bin/cc", X_OK) != 0) test_skip("no C compiler of this name");
    test_in_processes(1, believes_no_failure);
    assert_int_equal(test_count_files(test_cache_folder()), 0);
}

static void processes_compile_the_same(void **state)
{
    need_compiler();
    for (int count = 1; count <= 8; count *= 8) {
        test_cache_clear();
        test_in_processes(count, answers_though_nobody_waits);
        assert_int_equal(test_count_files(test_cache_folder()), 1);
    }
}

/* Temporary files in a folder that is seen to be empty afterwards. */
static bool leaves_no_files(void)
{
    OWNED(tropic_context) *context = test_context();
    void *library = NULL;
    bool good;
    setenv("TMPDIR", test_cache_folder(), 1);
    setenv("TROPIC_CACHE_DIR", "", 1);
    good = test_holds(tp_jit_host(context, "t", text_of(5), &library) == TROPIC_OK) &&
           test_holds(tp_jit_host(context, "t", "?", &library) == TROPIC_COMPILE_ERROR);
    setenv("TMPDIR", "/dev/null", 1);
    good = good && test_holds(tp_jit_host(context, "t", text_of(5), &library) == TROPIC_IO_ERROR);
    return good;
}

static void temporary_files_are_removed(void **state)
{
    need_compiler();
    test_in_processes(1, leaves_no_files);
    assert_int_equal(test_count_files(test_cache_folder()), 0);
}

/* A folder of that name, last changed an hour and a minute ago, with a file. */
static bool leave_folder(const char *name, char path[128])
{
    struct timespec times[2];
    char file[160];
    snprintf(path, 128, "%s/%s", test_cache_folder(), name);
    snprintf(file, sizeof file, "%s/text.c", path);
    if (clock_gettime(CLOCK_REALTIME, &times[0]) != 0 || mkdir(path, S_IRWXU) != 0) return false;
    test_write(file, "?", 1);
    times[0].tv_sec -= 3660;
    times[1] = times[0];
    return utimensat(AT_FDCWD, path, times, 0) == 0;
}

/* A compiler that kills the process that called it, and its shell. */
static bool is_killed(void)
{
    static const char script[] = "#!/bin/sh\nkill -9 $(ps -o ppid= -p $PPID) $PPID\n";
    OWNED_MEMORY char *path = test_file_name("compiler");
    OWNED(tropic_context) *context = test_context();
    void *library = NULL;
    int status = 0;
    pid_t child;
    test_write(path, script, strlen(script));
    if (chmod(path, S_IRWXU) != 0) return false;
    child = fork();
    if (child == 0) {
        setenv("TROPIC_CC", path, 1);
        tp_jit_host(context, "t", text_of(5), &library);
        _exit(0);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    remove(path);
    rmdir(test_folder());
    return WIFSIGNALED(status);
}

static bool removes_what_was_left(void)
{
    char alike[128], other[128], command[512];
    OWNED(tropic_context) *context = test_context();
    void *library = NULL;
    bool good;
    setenv("TMPDIR", test_cache_folder(), 1);
    setenv("TROPIC_CACHE_DIR", "", 1);
    good = test_holds(leave_folder("tropic-jit-report", alike)) && test_holds(leave_folder("tropic-master", other)) &&
           test_holds(is_killed()) && test_holds(test_count_files(test_cache_folder()) == 3) &&
           test_holds(tp_jit_host(context, "t", text_of(5), &library) == TROPIC_OK) &&
           test_holds(test_count_files(test_cache_folder()) == 2) && test_holds(access(alike, F_OK) == 0) &&
           test_holds(access(other, F_OK) == 0);
    snprintf(command, sizeof command, "rm -r %s %s", alike, other);
    tp_jit_host_close(library);
    return test_holds(system(command) == 0) && good;
}

static void what_was_left_is_removed(void **state)
{
    need_compiler();
    test_in_processes(1, removes_what_was_left);
    assert_int_equal(test_count_files(test_cache_folder()), 0);
}

static bool writes_too_much(void)
{
    OWNED(tropic_context) *context = test_context();
    const struct rlimit few = {100, 100};
    void *library = NULL;
    bool good;
    setenv("TMPDIR", test_cache_folder(), 1);
    good = test_holds(setrlimit(RLIMIT_FSIZE, &few) == 0) &&
           test_holds(tp_jit_host(context, "t", text_of(5), &library) == TROPIC_IO_ERROR);
    return good;
}

static void a_limit_on_files_ends_nobody(void **state)
{
    need_compiler();
    test_in_processes(1, writes_too_much);
    assert_int_equal(test_count_files(test_cache_folder()), 0);
}

static tropic_status attempt(tropic_context *context, test_failing_objects *objects)
{
    void *library;
    const tropic_status status = tp_jit_host(context, "text", text_of(3), &library);
    tp_jit_host_close(library);
    return status;
}

static tropic_status attempt_error(tropic_context *context, test_failing_objects *objects)
{
    void *library;
    const tropic_status status = tp_jit_host(context, "text", "?", &library);
    return status == TROPIC_COMPILE_ERROR ? TROPIC_OK : status;
}

static void memory_may_run_out(void **state)
{
    const test_failing_case good = {"compile", NULL, attempt, TROPIC_STRATEGY_AUTO};
    const test_failing_case wrong = {"refuse", NULL, attempt_error, TROPIC_STRATEGY_AUTO};
    need_compiler();
    setenv("TROPIC_CACHE_DIR", "", 1);
    assert_int_equal(test_failing_run(&test_failing_host, &good), 2);
    assert_int_equal(test_failing_run(&test_failing_host, &wrong), 2);
    setenv("TROPIC_CACHE_DIR", test_cache_folder(), 1);
    test_failing_run(&test_failing_host, &good);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, test_cache_begin, test_cache_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_text_is_compiled_once),
        TEST(many_are_loaded_at_once),
        TEST(a_damaged_entry_is_compiled_anew),
        TEST(errors_name_the_users_line),
        TEST(without_a_compiler_it_says_so),
        TEST(the_compiler_is_called_well),
        TEST(a_failure_is_noticed_though_nobody_waits),
        TEST(processes_compile_the_same),
        TEST(temporary_files_are_removed),
        TEST(what_was_left_is_removed),
        TEST(a_limit_on_files_ends_nobody),
        TEST(memory_may_run_out),
    };
    OWNED(tropic_context) *context = test_context();
    void *library = NULL;
    test_cache_begin(NULL);
    have_compiler = tp_jit_host(context, "text", "int answer;\n", &library) != TROPIC_NOT_SUPPORTED;
    tp_jit_host_close(library);
    test_cache_end(NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
