/* SPDX-License-Identifier: Apache-2.0
 *
 * A sink: stdout, or a file written beside its place and renamed into it.
 */
#define _GNU_SOURCE
#include "cli/output.h"

#include "cli/cli.h"
#include "formats/decimal.h"
#include "runtime/links.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARY_SUFFIX ".XXXXXX"

static int cannot(const char *name, int error)
{
    if (error == EINTR && cli_cancelled()) return cli_check_cancelled();
    return cli_error(CLI_FAILED, "cannot write %s: %s", name, strerror(error));
}

/* A file to be renamed over `path`, with the rights that one made or kept there would have. */
static FILE *open_temporary(cli_sink *sink, const char *path, const struct stat *there)
{
    const mode_t mask = umask(0);
    const mode_t mode = there ? there->st_mode & 07777 : 0666 & ~mask;
    FILE *file = NULL;
    int descriptor;

    umask(mask);
    /* Through a symbolic link: the file that it points to is replaced or made, not the link. */
    sink->target = there ? realpath(path, NULL) : tp_follow_links(path);
    if (!sink->target) return NULL;
    sink->temporary = malloc(strlen(sink->target) + sizeof TEMPORARY_SUFFIX);
    if (!sink->temporary) return NULL;
    strcpy(sink->temporary, sink->target);
    strcat(sink->temporary, TEMPORARY_SUFFIX);
    descriptor = mkstemp(sink->temporary);
    if (descriptor < 0) return NULL;
    cli_signals_cleanup(sink->temporary);
    if (fchmod(descriptor, mode) == 0) file = fdopen(descriptor, "w");
    if (!file) {
        int error = errno;
        close(descriptor);
        unlink(sink->temporary);
        errno = error;
    }
    return file;
}

static void forget(cli_sink *sink)
{
    cli_signals_cleanup(NULL);
    free(sink->target);
    free(sink->temporary);
    sink->target = sink->temporary = NULL;
}

int cli_sink_open(cli_sink *sink, const char *path)
{
    struct stat there;
    int error;
    *sink = (cli_sink){.file = stdout, .name = path ? path : "standard output"};
    if (!path) return CLI_OK;
    /* What the caller may not write to is not to be replaced either. */
    if (stat(path, &there) != 0)
        sink->file = errno == ENOENT ? open_temporary(sink, path, NULL) : NULL;
    else if (S_ISREG(there.st_mode))
        sink->file = access(path, W_OK) == 0 ? open_temporary(sink, path, &there) : NULL;
    else
        sink->file = fopen(path, "w");
    if (sink->file) return CLI_OK;
    error = errno;
    forget(sink);
    return cannot(path, error);
}

int cli_sink_try(const char *path)
{
    struct stat there;
    cli_sink sink;
    int code;
    if (!path || (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode)))
        return CLI_OK;
    code = cli_sink_open(&sink, path);
    if (code != CLI_OK) return code;
    fclose(sink.file);
    if (sink.temporary) unlink(sink.temporary);
    forget(&sink);
    return CLI_OK;
}

void cli_sink_print(cli_sink *sink, const char *format, ...)
{
    va_list arguments;
    if (sink->failure) return;
    va_start(arguments, format);
    if (vfprintf(sink->file, format, arguments) < 0) sink->failure = errno;
    va_end(arguments);
}

void cli_sink_real(cli_sink *sink, double value)
{
    char text[TP_DECIMAL_ROOM];
    tp_write_fp64(text, value);
    cli_sink_print(sink, "%s", text);
}

bool cli_sink_stopped(const cli_sink *sink)
{
    return sink->failure || cli_cancelled();
}

int cli_sink_close(cli_sink *sink)
{
    if (!cli_sink_stopped(sink) && fflush(sink->file) != 0) sink->failure = errno;
    /* A pipe whose reader takes nothing would be waited for again. */
    if (cli_cancelled()) __fpurge(sink->file);
    if (sink->file != stdout) {
        /* On some file systems a full disk shows only here. */
        if (sink->target && fsync(fileno(sink->file)) != 0 && !sink->failure) sink->failure = errno;
        if (fclose(sink->file) != 0 && !sink->failure) sink->failure = errno;
    }
    if (sink->target) {
        const bool keep = !cli_sink_stopped(sink);
        if (keep && rename(sink->temporary, sink->target) != 0) sink->failure = errno;
        if (!keep || sink->failure) unlink(sink->temporary);
    }
    forget(sink);
    if (sink->failure) return cannot(sink->name, sink->failure);
    return cli_check_cancelled();
}

/* The folder and the name of what is not there, behind links; *path is the caller's to free. */
static bool place_of(const char *name, char **path, const char **last, struct stat *folder)
{
    char *slash;
    *path = tp_follow_links(name);
    if (!*path) return false;
    slash = strrchr(*path, '/');
    *last = slash ? slash + 1 : *path;
    if (!slash) return stat(".", folder) == 0;
    if (slash == *path) return stat("/", folder) == 0;
    *slash = '\0';
    return stat(*path, folder) == 0;
}

static bool one_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool cli_same_file(const char *a, const char *b)
{
    struct stat at_a, at_b;
    char *paths[2] = {NULL};
    const char *last[2];
    const bool a_is = stat(a, &at_a) == 0, b_is = stat(b, &at_b) == 0;
    bool same;
    if (a_is || b_is) return a_is && b_is && one_file(&at_a, &at_b);
    same = place_of(a, &paths[0], &last[0], &at_a) && place_of(b, &paths[1], &last[1], &at_b) &&
           one_file(&at_a, &at_b) && strcmp(last[0], last[1]) == 0;
    free(paths[0]);
    free(paths[1]);
    return same;
}

int cli_stdout_flush(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return CLI_OK;
    return cannot("standard output", errno ? errno : EIO);
}
