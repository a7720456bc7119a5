/* SPDX-License-Identifier: Apache-2.0
 *
 * Temporary files, in a folder that nobody else sees, and what tells two files apart.
 */
#define _GNU_SOURCE
#include "runtime/jit/jit_parts.h"
#include "runtime/write.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A folder's name is this and six characters. */
#define NAME "tropic-jit-"
#define RANDOM "XXXXXX"
/* Seconds. A compiler takes a few. */
#define STALE 3600

bool tp_file_identity(const char *path, char identity[TP_IDENTITY])
{
    struct stat about;
    int length;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    length = snprintf(identity, TP_IDENTITY, "%s %lld %lld.%09ld", path, (long long)about.st_size,
                      (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
    return length > 0 && length < TP_IDENTITY;
}

bool tp_is_stale(const struct stat *about)
{
    return about->st_mtim.tv_sec < time(NULL) - STALE;
}

/* Those that processes of this user have left. */
static void remove_stale(const char *in)
{
    DIR *all = opendir(in);
    const struct dirent *one;
    struct stat about;
    tp_folder left;
    while (all && (one = readdir(all)) != NULL) {
        const int length = snprintf(left.path, sizeof left.path, "%s/%s", in, one->d_name);
        if (strncmp(one->d_name, NAME, strlen(NAME)) == 0 && strlen(one->d_name) == strlen(NAME RANDOM) &&
            length < (int)sizeof left.path && lstat(left.path, &about) == 0 && S_ISDIR(about.st_mode) &&
            about.st_uid == geteuid() && tp_is_stale(&about))
            tp_folder_remove(&left);
    }
    if (all) closedir(all);
}

tropic_status tp_folder_make(tropic_context *context, tp_folder *folder)
{
    const char *own = getenv("TMPDIR"), *in = own && *own == '/' ? own : "/tmp";
    const int length = snprintf(folder->path, sizeof folder->path, "%s/" NAME RANDOM, in);
    remove_stale(in);
    errno = ENAMETOOLONG;
    if (length < (int)sizeof folder->path && mkdtemp(folder->path)) return TROPIC_OK;
    return tp_fail(context, TROPIC_IO_ERROR, "%s: no temporary folder: %s", in, strerror(errno));
}

void tp_folder_remove(const tp_folder *folder)
{
    DIR *all = opendir(folder->path);
    const struct dirent *one;
    while (all && (one = readdir(all)) != NULL)
        if (strcmp(one->d_name, ".") != 0 && strcmp(one->d_name, "..") != 0) unlinkat(dirfd(all), one->d_name, 0);
    if (all) closedir(all);
    rmdir(folder->path);
}

/* -1, and errno. */
static int open_in(const tp_folder *folder, const char *name, int how)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/%s", folder->path, name);
    errno = ENAMETOOLONG;
    return length < (int)sizeof path ? open(path, how | O_CLOEXEC, S_IRUSR | S_IWUSR) : -1;
}

tropic_status tp_folder_write(tropic_context *context, const tp_folder *folder, const char *name, const char *before,
                              const void *text, size_t count)
{
    const int file = open_in(folder, name, O_WRONLY | O_CREAT | O_EXCL);
    bool good = file >= 0 && tp_file_write_all(file, before, strlen(before)) && tp_file_write_all(file, text, count);
    int error = errno;
    if (file >= 0 && close(file) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good) return TROPIC_OK;
    return tp_fail(context, TROPIC_IO_ERROR, "%s/%s: cannot be written: %s", folder->path, name, strerror(error));
}

tropic_status tp_folder_read(tropic_context *context, const tp_folder *folder, const char *name, void **text,
                             size_t *count)
{
    const int at = open_in(folder, name, O_RDONLY);
    FILE *file = at >= 0 ? fdopen(at, "r") : NULL;
    struct stat about;
    size_t bytes;
    *text = NULL;
    *count = 0;
    if (!file) {
        if (at >= 0) close(at);
        return TROPIC_OK;
    }
    bytes = fstat(fileno(file), &about) == 0 && about.st_size > 0 ? (size_t)about.st_size : 0;
    if (bytes > 0) *text = tp_allocate(&context->memory, (int64_t)bytes + 1, 1);
    if (*text) {
        *count = fread(*text, 1, bytes, file);
        ((char *)*text)[*count] = '\0';
    }
    fclose(file);
    return bytes > 0 && !*text ? tp_out_of_memory(context, "what a compiler wrote") : TROPIC_OK;
}
