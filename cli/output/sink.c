/* SPDX-License-Identifier: Apache-2.0
 *
 * A sink: stdout, or a file that is there when it is whole (runtime/draft.h); and another place for a result that has
 * none there.
 */
#define _GNU_SOURCE
#include "cli/output/output.h"

#include "cli/cli.h"
#include "runtime/draft.h"
#include "runtime/environment.h"
#include "runtime/links.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STANDARD_OUTPUT_NAME "standard output"
#define LAST_FOLDER "/tmp"
/* In place of an errno, of a sink that is dropped. */
#define DROPPED (-1)

static int cannot(const char *name, int error)
{
    if (error == EINTR && cli_cancelled()) return cli_check_cancelled();
    return cli_error(CLI_FAILED, "cannot write %s: %s", name, strerror(error));
}

/* A file that becomes `path`, with the rights that one made or kept there would have. */
static FILE *open_draft(cli_sink *sink, const char *path, const struct stat *there)
{
    FILE *file = NULL;
    int error;
    /* Through a symbolic link: the file that it points to is replaced or made, not the link. */
    sink->target = there ? realpath(path, NULL) : tp_follow_links(path);
    if (!sink->target) return NULL;
    sink->draft = malloc(sizeof *sink->draft + strlen(sink->target) + TP_DRAFT_LENGTH);
    if (!sink->draft) return NULL;
    *sink->draft = (tp_draft){.target = sink->target, .name = (char *)(sink->draft + 1)};
    if (!tp_draft_open(sink->draft, there)) return NULL;
    if (sink->draft->name[0]) cli_signals_cleanup(sink->draft->name);
    file = fdopen(sink->draft->file, "w");
    if (file) return file;
    error = errno;
    tp_draft_drop(sink->draft);
    close(sink->draft->file);
    errno = error;
    return NULL;
}

static void forget(cli_sink *sink)
{
    cli_signals_cleanup(NULL);
    free(sink->target);
    free(sink->draft);
    sink->target = NULL;
    sink->draft = NULL;
}

/* One of this process's open files. */
static int open_again(cli_sink *sink, int number)
{
    const int again = fcntl(number, F_DUPFD_CLOEXEC, 0);
    sink->file = again >= 0 ? fdopen(again, "w") : NULL;
    if (sink->file) return 0;
    if (again >= 0) close(again);
    return errno;
}

/* The errno of the failed call; 0: none. */
static int open_sink(cli_sink *sink, const char *path)
{
    struct stat there;
    int error;
    *sink = (cli_sink){.file = stdout};
    if (!path) return 0;
    /* Text written there before is the caller's. */
    if (tp_open_already(path) >= 0) return open_again(sink, tp_open_already(path));
    /* A file that the caller may not write to must not be replaced either. */
    if (stat(path, &there) != 0)
        sink->file = errno == ENOENT ? open_draft(sink, path, NULL) : NULL;
    else if (S_ISREG(there.st_mode))
        sink->file = access(path, W_OK) == 0 ? open_draft(sink, path, &there) : NULL;
    else
        sink->file = fopen(path, "w");
    if (sink->file) return 0;
    error = errno;
    forget(sink);
    return error;
}

/* Completes the file, or removes it where a write failed or the run was cancelled. The errno of the failed call; 0:
 * none. */
static int close_sink(cli_sink *sink)
{
    const bool stopped = cli_sink_stopped(sink);
    if (!stopped && fflush(sink->file) != 0) sink->failure = errno;
    /* A pipe whose reader takes nothing would be waited for again. */
    if (cli_cancelled()) __fpurge(sink->file);
    if (sink->file != stdout) {
        /* On some file systems a full disk shows only here. */
        if (sink->target && fsync(fileno(sink->file)) != 0 && !sink->failure) sink->failure = errno;
        if (sink->target && !stopped && !sink->failure && !tp_draft_keep(sink->draft)) sink->failure = errno;
        if (sink->target) tp_draft_drop(sink->draft);
        if (fclose(sink->file) != 0 && !sink->failure) sink->failure = errno;
    }
    forget(sink);
    if (sink->dropped && !sink->failure) return DROPPED;
    /* Cancelled: not all was written. */
    return stopped && !sink->failure ? EINTR : sink->failure;
}

void cli_sink_print(cli_sink *sink, const char *format, ...)
{
    va_list arguments;
    if (sink->failure) return;
    va_start(arguments, format);
    if (vfprintf(sink->file, format, arguments) < 0) sink->failure = errno;
    va_end(arguments);
}

void cli_sink_put(cli_sink *sink, const void *bytes, size_t count)
{
    if (!cli_sink_stopped(sink) && fwrite(bytes, 1, count, sink->file) < count) sink->failure = errno;
}

bool cli_sink_stopped(const cli_sink *sink)
{
    return sink->failure || sink->dropped || cli_cancelled();
}

int cli_output_try(const char *path)
{
    struct stat there;
    cli_sink sink;
    int error;
    if (!path) {
        const int mode = fcntl(STDOUT_FILENO, F_GETFL);
        return mode >= 0 && (mode & O_ACCMODE) != O_RDONLY ? CLI_OK : cannot(STANDARD_OUTPUT_NAME, EBADF);
    }
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode))
        return access(path, W_OK) == 0 ? CLI_OK : cannot(path, errno);
    error = open_sink(&sink, path);
    if (error) return cannot(path, error);
    if (sink.target) tp_draft_drop(sink.draft);
    fclose(sink.file);
    forget(&sink);
    return CLI_OK;
}

/* ---- results ---- */

/* Another name for the file `path`, in a new folder of the user's own inside `folder`; free() it. NULL: there is
 * none. */
static char *make_refuge(const char *folder, const char *path)
{
    const char *last = path ? path : "result", *slash = strrchr(last, '/');
    char *place = NULL, *name = NULL;
    if (slash) last = slash + 1;
    if (asprintf(&place, "%s/tropic-XXXXXX", folder) < 0) return NULL;
    if (mkdtemp(place) && asprintf(&name, "%s/%s", place, last) < 0) {
        name = NULL;
        rmdir(place);
    }
    free(place);
    return name;
}

static void drop_refuge(char *name)
{
    if (name) {
        *strrchr(name, '/') = '\0';
        rmdir(name);
    }
    free(name);
}

/* No reader wants it, or memory is short, and not room: then no other place is of use. */
static bool is_final(int error)
{
    return error == EPIPE || error == EINTR || error == ENOMEM;
}

/* The reader of standard output has read enough (`| head`) and left: that is no failure. */
static bool reader_left;
/* Something was written, in its place or another. */
static bool delivered;

bool cli_delivered(void)
{
    return delivered;
}

void cli_deliver_anew(void)
{
    delivered = false;
}

/* Another place for the file `name`, which could not be written: the cause says why. */
static int deliver_elsewhere(const char *name, const char *path, bool apart, cli_delivery *deliver, void *what,
                             const char *cause)
{
    const char *const folders[] = {tp_environment("TMPDIR"), LAST_FOLDER};
    /* A terminal keeps but the last lines. */
    if (!apart && path && !isatty(STDOUT_FILENO) && deliver(NULL, what) == 0 && !cli_cancelled()) {
        delivered = true;
        return cli_error(CLI_FAILED, "cannot write %s: %s; the result is on standard output", name, cause);
    }
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
        char *refuge = folders[k] && *folders[k] ? make_refuge(folders[k], path) : NULL;
        if (refuge && !cli_cancelled() && deliver(refuge, what) == 0 && !cli_cancelled()) {
            delivered = true;
            cli_error(CLI_FAILED, "cannot write %s: %s; the result is in %s", name, cause, refuge);
            free(refuge);
            return CLI_FAILED;
        }
        drop_refuge(refuge);
    }
    return cli_cancelled() ? cli_check_cancelled()
                           : cli_error(CLI_FAILED, "cannot write %s: %s, nor a file in %s", name, cause, LAST_FOLDER);
}

int cli_deliver(const char *path, bool apart, cli_delivery *deliver, void *what)
{
    const bool standard = !path || strcmp(path, CLI_STANDARD_OUTPUT) == 0;
    const char *name = standard ? STANDARD_OUTPUT_NAME : path;
    const int error = deliver(path, what);
    if (error == DROPPED) return CLI_FAILED;
    if (standard && error == EPIPE) reader_left = true;
    /* A signal that came since takes nothing from it. */
    if (error == 0) cli_signals_patient(true);
    delivered = delivered || error == 0 || (standard && error == EPIPE);
    if (error == 0 || (standard && error == EPIPE)) return CLI_OK;
    if (cli_cancelled() || is_final(error)) return cannot(name, error);
    return deliver_elsewhere(name, path, apart, deliver, what, strerror(error));
}

typedef struct writing {
    cli_put *put;
    const void *what;
} writing;

static int deliver_text(const char *path, void *what)
{
    const writing *w = what;
    cli_sink sink;
    const int error = open_sink(&sink, path);
    if (error) return error;
    w->put(&sink, w->what);
    return close_sink(&sink);
}

int cli_write(const char *path, bool apart, cli_put *put, const void *what)
{
    writing w = {put, what};
    return cli_deliver(path, apart, deliver_text, &w);
}

int cli_rescue(const char *path, bool apart, cli_put *put, const void *what, const char *cause)
{
    writing w = {put, what};
    char *table = NULL;
    int code;
    if (asprintf(&table, "%s.tsv", path) < 0) return cli_error(CLI_FAILED, "out of memory for the result");
    code = deliver_elsewhere(path, table, apart, deliver_text, &w, cause);
    free(table);
    return code;
}

bool cli_is_open(const char *path)
{
    return tp_open_already(path) >= 0;
}

int cli_stdout_flush(void)
{
    errno = 0;
    if (reader_left || (fflush(stdout) == 0 && !ferror(stdout)) || errno == EPIPE) return CLI_OK;
    return cannot(STANDARD_OUTPUT_NAME, errno ? errno : EIO);
}
