/* SPDX-License-Identifier: Apache-2.0
 *
 * Temporary files, in a folder that nobody else sees, and the identity of a file.
 */
#define _GNU_SOURCE
#include "runtime/environment.h"
#include "runtime/jit/jit_parts.h"
#include "runtime/write.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder's name is this and six characters. */
#define NAME "tropic-jit-"
#define RANDOM "XXXXXX"
/* A file that says whose folder it is. Its maker holds a lock on the folder. */
#define MARK ".tropic"
static const char mark[] = "A folder of Tropic's for temporary files.\n";

bool tp_file_identity(const char *path, char identity[TP_IDENTITY])
{
    struct stat about;
    int length;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    length = snprintf(identity, TP_IDENTITY, "%s %lld %lld.%09ld", path, (long long)about.st_size,
                      (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec);
    return length > 0 && length < TP_IDENTITY;
}

/* The open folder if it is this user's, and his alone to write; else -1. */
static int open_own(int in, const char *name)
{
    struct stat about;
    const int at = openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (at < 0) return -1;
    if (fstat(at, &about) == 0 && about.st_uid == geteuid() && !(about.st_mode & (S_IWGRP | S_IWOTH))) return at;
    close(at);
    errno = EPERM;
    return -1;
}

/* A file of this user's in it; -1: there is none. */
static int open_file(int at, const char *name)
{
    struct stat about;
    /* O_NONBLOCK: a pipe in its place may not stop us. */
    const int file = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return -1;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid()) return file;
    close(file);
    return -1;
}

static bool is_marked(int at)
{
    char text[sizeof mark];
    const int file = open_file(at, MARK);
    const bool is =
        file >= 0 && read(file, text, sizeof text) == sizeof mark - 1 && memcmp(text, mark, sizeof mark - 1) == 0;
    if (file >= 0) close(file);
    return is;
}

/* Those that are marked as ours, and whose makers were killed. */
static void remove_left(const char *in)
{
    DIR *all = opendir(in);
    const struct dirent *one;
    tp_folder left;
    while (all && (one = readdir(all)) != NULL) {
        const int length = snprintf(left.path, sizeof left.path, "%s/%s", in, one->d_name);
        if (strncmp(one->d_name, NAME, strlen(NAME)) != 0 || strlen(one->d_name) != strlen(NAME RANDOM) ||
            length >= (int)sizeof left.path)
            continue;
        left.at = open_own(dirfd(all), one->d_name);
        if (left.at >= 0 && is_marked(left.at) && flock(left.at, LOCK_EX | LOCK_NB) == 0)
            tp_folder_remove(&left);
        else if (left.at >= 0)
            close(left.at);
    }
    if (all) closedir(all);
}

tropic_status tp_folder_make(tropic_context *context, tp_folder *folder)
{
    const char *own = tp_environment("TMPDIR"), *in = own && *own == '/' ? own : "/tmp";
    const int length = snprintf(folder->path, sizeof folder->path, "%s/" NAME RANDOM, in);
    tropic_status status;
    remove_left(in);
    errno = ENAMETOOLONG;
    if (length >= (int)sizeof folder->path || !mkdtemp(folder->path))
        return tp_fail(context, TROPIC_IO_ERROR, "%s: no temporary folder: %s", in, strerror(errno));
    folder->at = open_own(AT_FDCWD, folder->path);
    if (folder->at < 0) {
        const int error = errno;
        rmdir(folder->path);
        return tp_fail(context, TROPIC_IO_ERROR, "%s: cannot be opened: %s", folder->path, strerror(error));
    }
    flock(folder->at, LOCK_EX | LOCK_NB);
    status = tp_folder_write(context, folder, MARK, "", mark, sizeof mark - 1);
    if (status != TROPIC_OK) tp_folder_remove(folder);
    return status;
}

/* Without opendir, which needs memory. */
void tp_folder_remove(const tp_folder *folder)
{
    _Alignas(struct dirent64) char entries[4096];
    bool any = true;
    while (any) {
        ssize_t bytes;
        any = false;
        if (lseek(folder->at, 0, SEEK_SET) != 0) break;
        while ((bytes = getdents64(folder->at, entries, sizeof entries)) > 0)
            for (ssize_t k = 0; k < bytes;) {
                const struct dirent64 *one = (const void *)(entries + k);
                any |= unlinkat(folder->at, one->d_name, 0) == 0;
                k += one->d_reclen;
            }
    }
    close(folder->at);
    rmdir(folder->path);
}

tropic_status tp_folder_write(tropic_context *context, const tp_folder *folder, const char *name, const char *before,
                              const void *text, size_t count)
{
    const int file = openat(folder->at, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
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
    const int file = open_file(folder->at, name);
    struct stat about;
    size_t bytes;
    *text = NULL;
    *count = 0;
    if (file < 0) return TROPIC_OK;
    bytes = fstat(file, &about) == 0 && about.st_size > 0 ? (size_t)about.st_size : 0;
    if (bytes > 0) *text = tp_allocate(&context->memory, (int64_t)bytes + 1, 1);
    if (*text) {
        ssize_t got = 1;
        while (*count < bytes && (got > 0 || (got < 0 && errno == EINTR))) {
            got = read(file, (char *)*text + *count, bytes - *count);
            if (got > 0) *count += (size_t)got;
        }
        ((char *)*text)[*count] = '\0';
    }
    close(file);
    return bytes > 0 && !*text ? tp_out_of_memory(context, "what a compiler wrote") : TROPIC_OK;
}
