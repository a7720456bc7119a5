/* SPDX-License-Identifier: Apache-2.0
 *
 * C texts that are compiled in strange surroundings: compilers of other kinds, environments that lack usual variables,
 * folders that others exchange, and programs with more rights than their callers.
 */
#define _GNU_SOURCE
#include "tests/common.h"
#include "tests/files.h"
#include "tests/jit.h"

#include <dlfcn.h>
#include <grp.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/jit/jit.h"

/* As tests exit that cannot run. */
#define SKIPPED 77
/* Nobody of importance. */
#define OTHER 65534

static const char text[] = "int answer(void) { return 5; }\n";

/* Is the text compiled, and right? The status of the attempt, and its error. */
static tropic_status compile(int *answer, char error[1024])
{
    OWNED(tropic_context) *context = test_context();
    void *library = NULL;
    const tropic_status status = tp_jit_host(context, "t", text, &library);
    int (*function)(void);
    *answer = 0;
    if (status == TROPIC_OK) {
        *(void **)(&function) = dlsym(library, "answer");
        *answer = function ? function() : 0;
    }
    snprintf(error, 1024, "%s", tropic_context_error(context));
    tp_jit_host_close(library);
    return status;
}

static bool works(void)
{
    char error[1024];
    int answer;
    const tropic_status status = compile(&answer, error);
    if (status != TROPIC_OK) fprintf(stderr, "%s\n", error);
    return test_holds(status == TROPIC_OK) && test_holds(answer == 5);
}

static bool exists(const char *program)
{
    char path[64];
    snprintf(path, sizeof path, "/usr/bin/%s", program);
    return access(path, X_OK) == 0;
}

static bool works_without_path(void)
{
    unsetenv("PATH");
    unsetenv("TROPIC_CC");
    return works();
}

static void no_path(void **state)
{
    if (!exists("cc")) test_skip("no C compiler of this name");
    test_in_processes(1, works_without_path);
}

static bool works_with_many_words(void)
{
    char command[4000] = "cc";
    for (int k = 0; k < 200; k++) sprintf(command + strlen(command), " \t-DWORD_%d=%d", k, k);
    setenv("TROPIC_CC", command, 1);
    return works();
}

static bool works_in_cxx(void)
{
    setenv("TROPIC_CC", "g++", 1);
    return works();
}

static void commands(void **state)
{
    if (!exists("cc") || !exists("g++")) test_skip("no compilers of these names");
    test_in_processes(1, works_with_many_words);
    test_in_processes(1, works_in_cxx);
    assert_int_equal(test_count_files(test_cache_folder()), 2);
}

/* The operator's `file` is told in errors as it is, and is no part of the program. */
static bool takes_any_file_name(void)
{
    static const char *const files[] = {"a?\?/", "?\?/?\?/", "?\?'?\?=\\", "a\"b\\", "?"};
    OWNED(tropic_context) *context = test_context();
    bool good = true;
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        for (int wrong = 0; wrong < 2; wrong++) {
            const tropic_operator_source source = {.size = sizeof source,
                                                   .name = "plus",
                                                   .z = "double",
                                                   .x = "double",
                                                   .y = "double",
                                                   .expression = wrong ? "x + unknown" : "x + y",
                                                   .file = files[k],
                                                   .line = 7};
            const double x = 1, y = 2;
            double z = 0;
            char where[64];
            OWNED(tropic_operator) *op = NULL;
            tropic_status status = tropic_operator_create(&op, context, &source);
            if (status == TROPIC_OK) status = tropic_operator_evaluate(op, context, &z, &x, &y, 0, 0, 1);
            snprintf(where, sizeof where, "%s:7:", files[k]);
            good = test_holds(status == (wrong ? TROPIC_COMPILE_ERROR : TROPIC_OK)) && good;
            good =
                test_holds(wrong ? strncmp(tropic_context_error(context), where, strlen(where)) == 0 : z == 3) && good;
            if (!good) fprintf(stderr, "%s\n", tropic_context_error(context));
        }
    return good;
}

static void any_file_name(void **state)
{
    if (!exists("cc")) test_skip("no C compiler of this name");
    test_in_processes(1, takes_any_file_name);
}

/* TROPIC_CC becomes a script of these lines; its path, to be freed. */
static char *use_script(const char *lines)
{
    char *path = test_file_name("compiler");
    test_write(path, lines, strlen(lines));
    if (chmod(path, 0755) != 0) abort();
    setenv("TROPIC_CC", path, 1);
    return path;
}

static bool speaks_c(void)
{
    OWNED_MEMORY char *path = use_script("#!/bin/sh\n"
                                         "echo \"t(1): error: $LC_ALL,$LANGUAGE,$TMPDIR,$MINE\" >&2\nexit 1\n");
    char error[1024];
    int answer;
    bool good;
    setenv("LC_ALL", "de_DE.UTF-8", 1);
    setenv("LANGUAGE", "de", 1);
    setenv("MINE", "kept", 1);
    good = test_holds(compile(&answer, error) == TROPIC_COMPILE_ERROR) &&
           test_holds(strcmp(error, "t:1: error: C,,.,kept") == 0);
    remove(path);
    rmdir(test_folder());
    return good;
}

/* While the compiler works, somebody puts a folder of his own in the place of the private one. */
static bool takes_nothing_foreign(void)
{
    OWNED_MEMORY char *path = use_script("#!/bin/sh\n"
                                         "here=$(pwd -P)\nmv \"$here\" \"$here-moved\"\nmkdir \"$here\"\n"
                                         "echo 'int answer(void) { return 6; }' > \"$here/text.c\"\n"
                                         "cc -shared -fPIC -o \"$here/text.so\" \"$here/text.c\"\n: > \"$here/done\"\n"
                                         "exec cc \"$@\"\n");
    char command[256];
    bool good;
    setenv("TMPDIR", test_folder(), 1);
    setenv("TROPIC_CACHE_DIR", "", 1);
    good = works();
    snprintf(command, sizeof command, "rm -r %s", test_folder());
    return test_holds(system(command) == 0) && good;
}

static void scripts(void **state)
{
    if (!exists("cc") || access("/bin/sh", X_OK) != 0) test_skip("no shell, or no C compiler of this name");
    test_in_processes(1, speaks_c);
    test_in_processes(1, takes_nothing_foreign);
}

/* Only for one kind of processor: the cache must not give it to another. */
static bool names_the_processor(void)
{
    static const char *const commands[] = {"cc", "cc -march=native"};
    bool good = true;
    for (int k = 0; k < 2; k++) {
        OWNED_MEMORY char *entry = NULL, *bytes = NULL;
        size_t count = 0;
        setenv("TROPIC_CC", commands[k], 1);
        good = works() && good;
        entry = test_cache_entry();
        bytes = test_read(entry, &count);
        /* (The key holds the processor's checksum behind the command: eight digits, or nothing.) */
        char *command = bytes ? memmem(bytes, count, commands[k], strlen(commands[k]) + 1) : NULL;
        good = test_holds(command && strlen(command + strlen(command) + 1) == (k ? 8 : 0)) && good;
        test_cache_clear();
    }
    return good;
}

static void own_processor(void **state)
{
    if (!exists("cc")) test_skip("no C compiler of this name");
    test_in_processes(1, names_the_processor);
}

/* ---- raised rights ---- */

/* A copy of this program, which has a group's rights, and whose caller has no rights. */
static int be_raised(void)
{
    char error[1024];
    int answer;
    tropic_status status;
    if (!getauxval(AT_SECURE)) return SKIPPED;
    status = compile(&answer, error);
    if (status == TROPIC_NOT_SUPPORTED) return SKIPPED;
    if (status != TROPIC_OK) fprintf(stderr, "%s\n", error);
    return status == TROPIC_OK && answer == 5 ? 0 : 1;
}

static void call_raised(const char *program)
{
    if (setgroups(0, NULL) != 0 || setresgid(OTHER, OTHER, OTHER) != 0 || setresuid(OTHER, OTHER, OTHER) != 0)
        _exit(SKIPPED);
    execl(program, program, "raised", (char *)NULL);
    _exit(SKIPPED);
}

/* No variable of the environment chooses its compiler, its cache or its folder. */
static void rights_are_not_lent(void **state)
{
    static const char *const folders[] = {"TROPIC_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "TMPDIR"};
    char *program = test_file_name("raised"), *script, command[1024], lines[256], path[128];
    int status = 0;
    pid_t child;
    if (geteuid() != 0) test_skip("not root");
    snprintf(path, sizeof path, "%s/open", test_folder());
    snprintf(command, sizeof command,
             "chmod 755 %s && mkdir -m 777 %s && cp /proc/%ld/exe %s && chgrp 1 %s && chmod 2755 %s", test_folder(),
             path, (long)getpid(), program, program, program);
    assert_int_equal(system(command), 0);
    snprintf(lines, sizeof lines, "#!/bin/sh\ntouch %s/ran\nexec cc \"$@\"\n", path);
    script = test_file_name("cc");
    test_write(script, lines, strlen(lines));
    assert_int_equal(chmod(script, 0755), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setenv("TROPIC_CC", script, 1);
        setenv("CC", script, 1);
        setenv("PATH", test_folder(), 1);
        for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) setenv(folders[k], path, 1);
        call_raised(program);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(test_count_files(path), 0);
    snprintf(command, sizeof command, "rm -r %s", test_folder());
    assert_int_equal(system(command), 0);
    free(program);
    free(script);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == SKIPPED) test_skip("no program with raised rights can run here");
    assert_int_equal(WEXITSTATUS(status), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, test_cache_begin, test_cache_end)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(no_path), TEST(commands),      TEST(any_file_name),
        TEST(scripts), TEST(own_processor), TEST(rights_are_not_lent),
    };
    if (argc == 2 && strcmp(argv[1], "raised") == 0) {
        const int code = be_raised();
        fflush(NULL);
        _exit(code); /* a sanitizer may not look for leaks in such a program */
    }
    if (test_emulated()) {
        printf("skipped: the compilers of this machine are for another architecture\n");
        return TEST_SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
