/* SPDX-License-Identifier: Apache-2.0
 *
 * The system's C compiler: which it is, and one call of it.
 *
 * Whether the call went well is not asked of waitpid(), which does not know where the program ignores SIGCHLD, or
 * waits for all children itself. A shell that does nothing else calls the compiler, and makes an empty file where
 * it exits with 0. The shell's text is fixed; the compiler's command comes to it as words, of which it reads none.
 */
#define _GNU_SOURCE
#include "runtime/jit/jit_parts.h"
#include "runtime/jit/jit_sources.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SOURCE "text.c"
#define OBJECT "text.so"
#define MESSAGES "messages"
#define DONE "done"

#define SHELL "/bin/sh"
/* $0: the file to make; $@: the compiler and its arguments. */
#define CALL "\"$@\" && : >\"$0\""

/* As the library itself is compiled where that decides a result (cmake/TropicFlags.cmake), whatever words the user
 * gives his compiler: fast arithmetic and sanitizers would reach the whole process with the object. A name that
 * nobody declared is an error, of which C11's compilers only warn. */
#define OPTIONS(X)                                                                                                     \
    X("-std=c11")                                                                                                      \
    X("-O3")                                                                                                           \
    X("-fPIC")                                                                                                         \
    X("-shared")                                                                                                       \
    X("-pipe")                                                                                                         \
    X("-fno-math-errno")                                                                                               \
    X("-ffp-contract=off")                                                                                             \
    X("-fno-fast-math")                                                                                                \
    X("-fno-sanitize=all")                                                                                             \
    X("-Wno-error")                                                                                                    \
    X("-Werror=implicit-function-declaration")                                                                         \
    X("-Werror=int-conversion")                                                                                        \
    X("-fdiagnostics-color=never")
#define AS_WORD(option) option,
#define AS_TEXT(option) option " "
static const char *const options[] = {OPTIONS(AS_WORD)};
const char tp_cc_options[] = OPTIONS(AS_TEXT);

static bool is_program(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

/* Where a program lies, by the absolute folders of PATH. */
static bool find_program(const char *name, char *path)
{
    const char *folders = getenv("PATH");
    if (strchr(name, '/')) {
        snprintf(path, PATH_MAX, "%s", name);
        return is_program(path);
    }
    if (!folders) folders = "/usr/bin:/bin";
    while (*folders) {
        const int length = (int)strcspn(folders, ":");
        if (*folders == '/' && snprintf(path, PATH_MAX, "%.*s/%s", length, folders, name) < PATH_MAX &&
            is_program(path))
            return true;
        folders += folders[length] ? length + 1 : length;
    }
    return false;
}

static bool take_command(tp_cc *cc, const char *command)
{
    char *rest = cc->text, *word;
    if (!command || strlen(command) >= sizeof cc->text) return false;
    strcpy(cc->text, command);
    cc->count = 0;
    while ((word = strsep(&rest, " \t")) != NULL) {
        if (!*word) continue;
        if (cc->count == TP_CC_WORDS) return false;
        cc->words[cc->count++] = word;
    }
    return cc->count > 0 && find_program(cc->words[0], cc->path) && tp_file_identity(cc->path, cc->identity);
}

tropic_status tp_cc_find(tropic_context *context, tp_cc *cc)
{
    const char *chosen = getenv("TROPIC_CC");
    const char *const commands[] = {getenv("CC"), "cc", "gcc", "clang"};
    if (chosen && chosen[strspn(chosen, " \t")]) { /* another would not be what was asked for */
        if (take_command(cc, chosen)) return TROPIC_OK;
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "TROPIC_CC is \"%.200s\": no such program", chosen);
    }
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        if (take_command(cc, commands[k])) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED,
                   "no C compiler: neither $TROPIC_CC nor $CC names one, and PATH has no cc, gcc or "
                   "clang; install GCC or Clang");
}

static tropic_status unpack(tropic_context *context, const tp_folder *folder, const char *name, const char *text)
{
    char first[PATH_MAX + 16] = "";
    for (int k = 0; k < tp_source_count; k++)
        if (tp_sources[k].use == TP_SOURCE_PUBLIC)
            TP_TRY(tp_folder_write(context, folder, tp_sources[k].name, "", tp_sources[k].text, tp_sources[k].bytes));
    if (strlen(name) < PATH_MAX && !strpbrk(name, "\"\\\n")) snprintf(first, sizeof first, "#line 1 \"%s\"\n", name);
    return tp_folder_write(context, folder, SOURCE, first, text, strlen(text));
}

/* No input, output to a file, default signals, and none of our files. */
static int spawn(pid_t *child, const char *path, char *const *words, const char *messages)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, usual;
    int error = posix_spawn_file_actions_init(&files);
    if (error) return error;
    error = posix_spawnattr_init(&how);
    if (error) {
        posix_spawn_file_actions_destroy(&files);
        return error;
    }
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGCHLD); /* which a compiler needs for its own children */
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &usual);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    error = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_addopen(&files, 1, messages, O_WRONLY | O_CREAT | O_TRUNC, S_IRUSR | S_IWUSR);
    if (!error) error = posix_spawn_file_actions_adddup2(&files, 1, 2);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    /* All of ours are closed by exec; the caller's may not be. */
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&files, 3);
#endif
    if (!error) error = posix_spawn(child, path, &files, &how, words, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static tropic_status compile_in(tropic_context *context, const tp_cc *cc, const tp_folder *folder, void **object,
                                size_t *bytes)
{
    enum { FIXED = sizeof options / sizeof *options };
    char source[PATH_MAX + 16], target[PATH_MAX + 16], messages[PATH_MAX + 16];
    char include[PATH_MAX + 16], done[PATH_MAX + 16];
    const char *const call[] = {SHELL, "-c", CALL, done, cc->path};
    const char *const ours[] = {include, "-o", target, source, "-lm", NULL};
    enum { BEFORE = sizeof call / sizeof *call, AFTER = sizeof ours / sizeof *ours };
    const char *words[BEFORE + TP_CC_WORDS + FIXED + AFTER], **next = words + BEFORE;
    tropic_status status;
    pid_t child;
    void *log;
    size_t length;
    int error;

    snprintf(source, sizeof source, "%s/" SOURCE, folder->path);
    snprintf(target, sizeof target, "%s/" OBJECT, folder->path);
    snprintf(messages, sizeof messages, "%s/" MESSAGES, folder->path);
    snprintf(include, sizeof include, "-I%s", folder->path);
    snprintf(done, sizeof done, "%s/" DONE, folder->path);
    memcpy(words, call, sizeof call);
    for (int w = 1; w < cc->count; w++) *next++ = cc->words[w]; /* those after its name */
    memcpy(next, options, sizeof options);
    memcpy(next + FIXED, ours, sizeof ours);

    error = spawn(&child, SHELL, (char *const *)words, messages);
    if (error == ENOMEM) return tp_out_of_memory(context, "a compiler's process");
    if (error)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "%s, to call %s: cannot be run: %s", SHELL, cc->path,
                       strerror(error));
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    if (access(done, F_OK) == 0) TP_TRY(tp_folder_read(context, folder, OBJECT, object, bytes));
    if (*object) return TROPIC_OK;
    TP_TRY(tp_folder_read(context, folder, MESSAGES, &log, &length));
    status = tp_jit_refuse(context, log ? log : "");
    tp_release(&context->memory, log);
    return status;
}

tropic_status tp_cc_compile(tropic_context *context, const tp_cc *cc, const char *name, const char *text, void **object,
                            size_t *bytes)
{
    tropic_status status;
    tp_folder folder;
    *object = NULL;
    *bytes = 0;
    TP_TRY(tp_folder_make(context, &folder));
    tp_jit_count();
    status = unpack(context, &folder, name, text);
    if (status == TROPIC_OK) status = compile_in(context, cc, &folder, object, bytes);
    tp_folder_remove(&folder);
    return status;
}
