/* SPDX-License-Identifier: Apache-2.0
 *
 * The system's C compiler: which it is, and one call of it.
 *
 * Whether the call went well is not asked of waitpid(), which does not know where the program ignores SIGCHLD, or
 * waits for all children itself. A shell that does nothing else calls the compiler, and makes an empty file where
 * it exits with 0. The shell's text is fixed; the compiler's command comes to it as words, of which it reads none.
 */
#define _GNU_SOURCE
#include "runtime/environment.h"
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

/* Between the words of a command. */
#define BLANKS " \t"

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

/* Where a program lies, by the absolute folders of PATH, or a relative name that has a folder. */
static bool find_program(const char *name, size_t length, char *path)
{
    const char *folders = tp_program_folders();
    if (memchr(name, '/', length)) {
        char *given = strndup(name, length), *real = given ? realpath(given, NULL) : NULL;
        /* (A program may ask by which name it was called.) */
        const bool fits = real && (*name == '/' ? length < PATH_MAX : strlen(real) < PATH_MAX);
        if (fits) strcpy(path, *name == '/' ? given : real);
        free(real);
        free(given);
        return fits && is_program(path);
    }
    while (*folders) {
        const int part = (int)strcspn(folders, ":");
        if (*folders == '/' && snprintf(path, PATH_MAX, "%.*s/%.*s", part, folders, (int)length, name) < PATH_MAX &&
            is_program(path))
            return true;
        folders += folders[part] ? part + 1 : part;
    }
    return false;
}

/* The next word of a command, and its length; NULL: there is none. */
static const char *next_word(const char *after, size_t *length)
{
    after += strspn(after, BLANKS);
    *length = strcspn(after, BLANKS);
    return *length > 0 ? after : NULL;
}

static size_t count_words(const char *command)
{
    size_t count = 0, length;
    for (const char *word = command; (word = next_word(word, &length)) != NULL; word += length) count++;
    return count;
}

/* (Options may also lie in a file, @FILE.) */
static bool may_ask_for_own_processor(const char *command)
{
    return strstr(command, "native") || strchr(command, '@');
}

static bool take_command(tp_cc *cc, const char *command)
{
    size_t length;
    const char *name = command ? next_word(command, &length) : NULL;
    if (!name || !find_program(name, length, cc->path) || !tp_file_identity(cc->path, cc->identity)) return false;
    cc->command = command;
    cc->processor[0] = '\0';
    if (may_ask_for_own_processor(command)) tp_processor_kind(cc->processor);
    return true;
}

tropic_status tp_cc_find(tropic_context *context, tp_cc *cc)
{
    const char *chosen = tp_environment("TROPIC_CC");
    const char *const commands[] = {tp_environment("CC"), "cc", "gcc", "clang"};
    if (chosen && chosen[strspn(chosen, BLANKS)]) { /* another is not the one that was asked for */
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
    if (strlen(name) < PATH_MAX && !strpbrk(name, "\"\\?\n")) snprintf(first, sizeof first, "#line 1 \"%s\"\n", name);
    return tp_folder_write(context, folder, SOURCE, first, text, strlen(text));
}

/* In the folder, by whatever path that is reached now; no input, output to a file of it, default signals, and none of
 * our files. */
static int spawn(pid_t *child, const tp_folder *folder, char *const *words, char *const *environment)
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
    error = posix_spawn_file_actions_addfchdir_np(&files, folder->at);
    if (!error) error = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_addopen(&files, 1, MESSAGES, O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    if (!error) error = posix_spawn_file_actions_adddup2(&files, 1, 2);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    /* All of ours are closed by exec; the caller's may not be. */
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(&files, 3);
#endif
    if (!error) error = posix_spawn(child, SHELL, &files, &how, words, environment);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* The words of the whole call: pointers, and then the text of the command's. free() them. NULL: OUT_OF_MEMORY. */
static char **make_call(tropic_context *context, const tp_cc *cc)
{
    /* A shell drops raised rights, and could then not come into the folder, if it is not told to keep them. */
    const char *const call[] = {SHELL, tp_rights_raised() ? "-pc" : "-c", CALL, DONE, cc->path};
    const char *const after[] = {"-I.", "-o", OBJECT, "-x", "c", SOURCE, "-x", "none", "-lm", NULL};
    enum { BEFORE = sizeof call / sizeof *call, FIXED = sizeof options / sizeof *options };
    const size_t given = count_words(cc->command) - 1, count = BEFORE + given + FIXED + sizeof after / sizeof *after;
    const size_t bytes = count * sizeof(char *) + strlen(cc->command) + 1;
    const char **words = malloc(bytes), **next = words;
    char *text = (char *)(words + count);
    size_t length;
    if (!words) {
        tp_out_of_memory(context, "a compiler's command");
        return NULL;
    }
    next = mempcpy(next, call, sizeof call);
    for (const char *word = next_word(cc->command, &length) + length; (word = next_word(word, &length)) != NULL;
         word += length) {
        *next++ = text;
        text = mempcpy(text, word, length);
        *text++ = '\0';
    }
    next = mempcpy(next, options, sizeof options);
    memcpy(next, after, sizeof after);
    return (char **)words;
}

/* Reads the object that was compiled, or why there is none. */
static tropic_status read_result(tropic_context *context, const tp_folder *folder, void **object, size_t *bytes)
{
    tropic_status status;
    size_t length;
    void *log;
    if (faccessat(folder->at, DONE, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
        TP_TRY(tp_folder_read(context, folder, OBJECT, object, bytes));
    if (*object) return TROPIC_OK;
    TP_TRY(tp_folder_read(context, folder, MESSAGES, &log, &length));
    status = tp_jit_refuse(context, log ? log : "");
    tp_release(&context->memory, log);
    return status;
}

static tropic_status compile_in(tropic_context *context, const tp_cc *cc, const tp_folder *folder, void **object,
                                size_t *bytes)
{
    char **words = make_call(context, cc), **environment = words ? tp_cc_environment(context) : NULL;
    tropic_status status = TROPIC_OUT_OF_MEMORY;
    pid_t child;
    if (environment) {
        const int error = spawn(&child, folder, words, environment);
        if (error == ENOMEM)
            tp_out_of_memory(context, "a compiler's process");
        else if (error)
            status = tp_fail(context, TROPIC_NOT_SUPPORTED, "%s, to call %s: cannot be run: %s", SHELL, cc->path,
                             strerror(error));
        else
            status = TROPIC_OK;
    }
    free(environment);
    free(words);
    TP_TRY(status);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    return read_result(context, folder, object, bytes);
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
