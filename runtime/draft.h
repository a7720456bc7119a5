/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that appear whole or not at all: for all that writes files, the tool too, which has nothing else of the
 * library's inside. A file has no name until it is whole, except where the file system has no such files, and for the
 * moment before it replaces another. It is then called TARGET.tropic-NUMBER (a long TARGET is cut), a lock is held on
 * it, and it has the sticky bit, which no regular file has otherwise. Whoever writes TARGET next removes a file that
 * has all these marks but the lock: its writer was killed. The includer defines _GNU_SOURCE.
 */
#ifndef TP_DRAFT_H
#define TP_DRAFT_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes that the name of a draft has more than its target's. */
#define TP_DRAFT_SUFFIX ".tropic-"
#define TP_DRAFT_LENGTH (sizeof TP_DRAFT_SUFFIX + 3)
/* Numbers that are looked at for files of killed writers, and that are tried for a name. */
#define TP_DRAFTS_LEFT 8
#define TP_DRAFTS 100
/* Where a process finds its open files. */
#define TP_DESCRIPTORS "/proc/self/fd"

typedef struct tp_draft {
    int file;
    mode_t mode;        /* of the whole file */
    bool replaces;      /* a file that was there before */
    const char *target; /* the caller's, as long as the draft */
    char *name;         /* the caller's: room for the target's name and TP_DRAFT_LENGTH more; "": it has none */
} tp_draft;

/* Cuts a long name, between characters of UTF-8, so that the draft's name fits in NAME_MAX. */
static inline void tp_draft_number(const tp_draft *d, int number)
{
    const char *slash = strrchr(d->target, '/'), *name = slash ? slash + 1 : d->target;
    size_t length = strlen(name);
    if (length > NAME_MAX - TP_DRAFT_LENGTH) {
        length = NAME_MAX - TP_DRAFT_LENGTH;
        while (length > 0 && (name[length] & 0xC0) == 0x80) length--;
    }
    sprintf(d->name, "%.*s" TP_DRAFT_SUFFIX "%d", (int)(name + length - d->target), d->target, number);
}

/* Removes the file of that name in a folder (AT_FDCWD) if a killed writer left it. */
static inline void tp_draft_remove_left(int folder, const char *name)
{
    struct stat about, now;
    /* O_NONBLOCK: a pipe in its place may not stop us. */
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_mode & S_ISVTX && about.st_uid == geteuid() &&
        flock(file, LOCK_EX | LOCK_NB) == 0 && fstatat(folder, name, &now, AT_SYMLINK_NOFOLLOW) == 0 &&
        now.st_dev == about.st_dev && now.st_ino == about.st_ino)
        unlinkat(folder, name, 0);
    close(file);
}

/* In the target's folder; -1 where that cannot be, or it could not get a name. */
static inline int tp_draft_nameless(const tp_draft *d)
{
    const char *slash = strrchr(d->target, '/');
    if (access(TP_DESCRIPTORS, X_OK) != 0) return -1;
    /* (The room for the name holds the folder's meanwhile.) */
    strcpy(d->name, slash ? d->target : ".");
    if (slash) d->name[slash > d->target ? slash - d->target : 1] = '\0';
    return open(d->name, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

static inline bool tp_draft_mark(const tp_draft *d)
{
    return flock(d->file, LOCK_EX | LOCK_NB) == 0 && fchmod(d->file, d->mode | S_ISVTX) == 0;
}

/* As `d` says (target, name). `there` tells of the file that is there; NULL: there is none. False: errno. */
static inline bool tp_draft_open(tp_draft *d, const struct stat *there)
{
    struct stat about;
    d->replaces = there != NULL;
    for (int number = 0; number < TP_DRAFTS_LEFT; number++) {
        tp_draft_number(d, number);
        tp_draft_remove_left(AT_FDCWD, d->name);
    }
    d->file = tp_draft_nameless(d);
    if (d->file >= 0) d->name[0] = '\0';
    for (int number = 0; d->file < 0 && number < TP_DRAFTS; number++) {
        tp_draft_number(d, number);
        d->file = open(d->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (d->file < 0 && errno != EEXIST) break;
    }
    if (d->file < 0) {
        d->name[0] = '\0';
        return false;
    }
    d->mode = there ? there->st_mode & ACCESSPERMS : fstat(d->file, &about) == 0 ? about.st_mode & ACCESSPERMS : 0600;
    /* A file system without locks or modes has drafts that nobody removes. */
    (void)(d->name[0] ? tp_draft_mark(d) : there && fchmod(d->file, d->mode) == 0);
    return true;
}

/* Gives a whole file its first name. False: errno. */
static inline bool tp_draft_link(tp_draft *d)
{
    char from[sizeof TP_DESCRIPTORS + 24];
    sprintf(from, TP_DESCRIPTORS "/%d", d->file);
    if (!d->replaces) {
        if (linkat(AT_FDCWD, from, AT_FDCWD, d->target, AT_SYMLINK_FOLLOW) == 0) return true;
        if (errno != EEXIST) return false;
    }
    (void)tp_draft_mark(d);
    for (int number = 0; number < TP_DRAFTS; number++) {
        tp_draft_number(d, number);
        if (linkat(AT_FDCWD, from, AT_FDCWD, d->name, AT_SYMLINK_FOLLOW) == 0) return true;
        if (errno != EEXIST) break;
    }
    d->name[0] = '\0';
    return false;
}

/* The draft becomes its target; the file stays open. False: errno; then it is still to be dropped. */
static inline bool tp_draft_keep(tp_draft *d)
{
    if (!d->name[0] && !tp_draft_link(d)) return false;
    if (!d->name[0]) return true;
    if (rename(d->name, d->target) != 0) return false;
    (void)!fchmod(d->file, d->mode); /* the mark goes last: until then the name is a draft's */
    d->name[0] = '\0';
    return true;
}

/* Removes a draft that has not become the target. The file stays open. */
static inline void tp_draft_drop(tp_draft *d)
{
    if (d->name[0]) unlink(d->name);
    d->name[0] = '\0';
}

#endif
