/* SPDX-License-Identifier: Apache-2.0
 *
 * The cache on disk: its folder, and the files in it.
 */
#define _GNU_SOURCE
#include "runtime/draft.h"
#include "runtime/environment.h"
#include "runtime/jit/jit_cache.h"
#include "runtime/jit/jit_parts.h"
#include "runtime/locks.h"
#include "runtime/write.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* "TROPIC" and the number of the layout, read as an integer: of this byte order alone. */
#define ENTRY_MAGIC UINT64_C(0x00014349504f5254)

/* An entry's name is its hash and this. */
#define HASH_DIGITS 16
#define ENTRY ".bin"
/* The file that locks are on. */
#define LOCKS "/locks"
#define MB (UINT64_C(1) << 20)
/* An entry has some 20 KB (an object of the host's) to some 200 (kernels of a loop). */
#define USUAL_LIMIT 256

/* A file begins so; then key and contents. */
typedef struct entry_head {
    uint64_t magic;
    uint64_t key_bytes, content_bytes;
    uint64_t checksum; /* CRC-32 of both lengths, key and contents */
} entry_head;

tropic_status tp_cache_key_make(tropic_context *context, tp_cache_key *key, const char *const *parts, int count)
{
    char *at;
    *key = (tp_cache_key){NULL, 0};
    for (int p = 0; p < count; p++) key->count += strlen(parts[p]) + 1;
    key->bytes = at = tp_allocate(&context->memory, (int64_t)key->count, 1);
    if (!at) return tp_out_of_memory(context, "the key of a compiled text");
    for (int p = 0; p < count; p++) at = stpcpy(at, parts[p]) + 1;
    return TROPIC_OK;
}

static bool put_path(char *path, const char *folder, const char *name)
{
    const int length = snprintf(path, PATH_MAX, "%s%s", folder, name);
    return length >= 0 && length < PATH_MAX;
}

/* False: no cache is wanted, or there is no place for one. */
static bool find_folder(char *path)
{
    const char *own = tp_environment("TROPIC_CACHE_DIR");
    const char *cache = tp_environment("XDG_CACHE_HOME"), *home = tp_environment("HOME");
    if (own) return *own && put_path(path, own, "");
    if (cache && *cache == '/') return put_path(path, cache, "/tropic");
    return home && *home == '/' && put_path(path, home, "/.cache/tropic");
}

/* 64-bit FNV-1a. */
static uint64_t hash_of(const tp_cache_key *key)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t k = 0; k < key->count; k++) hash = (hash ^ (unsigned char)key->bytes[k]) * UINT64_C(0x100000001b3);
    return hash;
}

static bool find_entry(const tp_cache_key *key, char *folder, char *path)
{
    char name[64];
    snprintf(name, sizeof name, "/%0*llx%s", HASH_DIGITS, (unsigned long long)hash_of(key), ENTRY);
    return find_folder(folder) && put_path(path, folder, name);
}

static uint64_t checksum_of(const entry_head *head, const tp_cache_key *key, const void *content)
{
    uLong sum = crc32_z(0, Z_NULL, 0);
    sum = crc32_z(sum, (const Bytef *)&head->key_bytes, sizeof head->key_bytes);
    sum = crc32_z(sum, (const Bytef *)&head->content_bytes, sizeof head->content_bytes);
    sum = crc32_z(sum, (const Bytef *)key->bytes, key->count);
    return crc32_z(sum, content, (z_size_t)head->content_bytes);
}

static bool read_all(int file, void *to, size_t count)
{
    while (count > 0) {
        const ssize_t got = read(file, to, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to = (char *)to + got;
        count -= (size_t)got;
    }
    return true;
}

/* Whether the file is this user's alone to write, and as long as its head says, with such a key. */
static bool read_head(int file, const tp_cache_key *key, entry_head *head)
{
    const size_t max = SIZE_MAX / 2;
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return false;
    if (about.st_uid != geteuid() || about.st_mode & (S_IWGRP | S_IWOTH)) return false;
    if (!read_all(file, head, sizeof *head)) return false;
    return head->magic == ENTRY_MAGIC && head->key_bytes == key->count && key->count < max && head->content_bytes > 0 &&
           head->content_bytes < max && (uint64_t)about.st_size == sizeof *head + head->key_bytes + head->content_bytes;
}

static bool read_key(int file, const tp_cache_key *key)
{
    char part[4096];
    for (size_t at = 0; at < key->count; at += sizeof part) {
        const size_t left = key->count - at, next = left < sizeof part ? left : sizeof part;
        if (!read_all(file, part, next) || memcmp(part, key->bytes + at, next) != 0) return false;
    }
    return true;
}

tropic_status tp_cache_find(tropic_context *context, const tp_cache_key *key, void **bytes, size_t *count)
{
    char folder[PATH_MAX], path[PATH_MAX];
    tropic_status status = TROPIC_OK;
    void *content = NULL;
    entry_head head;
    bool good;
    int file;

    *bytes = NULL;
    *count = 0;
    if (!find_entry(key, folder, path)) return TROPIC_OK;
    /* O_NONBLOCK: a pipe in its place may not stop us. */
    file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return TROPIC_OK;
    good = read_head(file, key, &head) && read_key(file, key);
    if (good) {
        content = tp_allocate(&context->memory, (int64_t)head.content_bytes, 1);
        if (!content) status = tp_out_of_memory(context, "a compiled text");
        good = content && read_all(file, content, (size_t)head.content_bytes) &&
               head.checksum == checksum_of(&head, key, content);
    }
    if (good) futimens(file, NULL); /* it is of use: those that are not go first */
    close(file);
    if (good) {
        *bytes = content;
        *count = (size_t)head.content_bytes;
    } else {
        tp_release(&context->memory, content);
    }
    return status;
}

/* The folder and those it lies in, for this user alone. */
static void make_folder(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, S_IRWXU);
        *slash = '/';
    }
    mkdir(path, S_IRWXU);
}

/* Bytes that all entries together may have. */
static uint64_t find_limit(void)
{
    const char *own = tp_environment("TROPIC_CACHE_MB");
    char *end;
    unsigned long long limit;
    if (!own || *own < '0' || *own > '9') return USUAL_LIMIT * MB;
    limit = strtoull(own, &end, 10);
    if (*end) return USUAL_LIMIT * MB;
    return limit < UINT64_MAX / MB ? limit * MB : UINT64_MAX;
}

/* Is it a name that entries have, or their drafts? The rest of it; NULL: no. */
static const char *after_entry(const char *name)
{
    const size_t hash = strspn(name, "0123456789abcdef");
    return hash == HASH_DIGITS && strncmp(name + hash, ENTRY, strlen(ENTRY)) == 0 ? name + hash + strlen(ENTRY) : NULL;
}

/* Did this file write it? (Whoever chose the folder may keep other things there, by whatever names.) */
static bool is_entry(int folder, const char *name)
{
    uint64_t magic = 0;
    const int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const bool is = file >= 0 && read_all(file, &magic, sizeof magic) && magic == ENTRY_MAGIC;
    if (file >= 0) close(file);
    return is;
}

static bool is_older(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec != b->st_mtim.tv_sec ? a->st_mtim.tv_sec < b->st_mtim.tv_sec
                                                  : a->st_mtim.tv_nsec < b->st_mtim.tv_nsec;
}

/* Removes files that a killed process has left. The size of all entries, and which was not used for longest. */
static uint64_t look_over(DIR *all, char oldest[NAME_MAX + 1])
{
    const struct dirent *one;
    struct stat about, min = {0};
    uint64_t size = 0;
    const char *after;
    *oldest = '\0';
    rewinddir(all);
    while ((one = readdir(all)) != NULL) {
        if (fstatat(dirfd(all), one->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(about.st_mode)) continue;
        after = after_entry(one->d_name);
        if (after && strncmp(after, TP_DRAFT_SUFFIX, strlen(TP_DRAFT_SUFFIX)) == 0)
            tp_draft_remove_left(dirfd(all), one->d_name);
        if (!after || *after || !is_entry(dirfd(all), one->d_name)) continue;
        size += (uint64_t)about.st_size;
        if (*oldest && !is_older(&about, &min)) continue;
        snprintf(oldest, NAME_MAX + 1, "%s", one->d_name);
        min = about;
    }
    return size;
}

/* Each entry that goes is looked for anew, since other processes may do the same meanwhile. Whoever reads one that
 * goes has it open, and reads on. */
static void tidy(const char *folder, uint64_t limit)
{
    char oldest[NAME_MAX + 1];
    DIR *all = opendir(folder);
    if (!all) return;
    while (look_over(all, oldest) > limit)
        if (unlinkat(dirfd(all), oldest, 0) != 0 && errno != ENOENT) break;
    closedir(all);
}

void tp_cache_store(const tp_cache_key *key, const void *bytes, size_t count)
{
    char folder[PATH_MAX], path[PATH_MAX], name[PATH_MAX + TP_DRAFT_LENGTH];
    entry_head head = {ENTRY_MAGIC, key->count, count, 0};
    tp_draft draft = {.target = path, .name = name};
    const uint64_t limit = find_limit();
    struct stat there;

    if (sizeof head + key->count + count > limit || !find_entry(key, folder, path)) return;
    make_folder(folder);
    if (!tp_draft_open(&draft, lstat(path, &there) == 0 ? &there : NULL)) return;
    draft.mode = S_IRUSR | S_IWUSR;
    head.checksum = checksum_of(&head, key, bytes);
    if (fchmod(draft.file, draft.mode | (draft.name[0] ? S_ISVTX : 0)) == 0 &&
        tp_file_write_all(draft.file, &head, sizeof head) && tp_file_write_all(draft.file, key->bytes, key->count) &&
        tp_file_write_all(draft.file, bytes, count))
        (void)tp_draft_keep(&draft);
    tp_draft_drop(&draft);
    close(draft.file);
    tidy(folder, limit);
}

/* Belongs to who has the file open, not to the process: so two threads do not share it. */
static int set_lock(const tp_cache_locks *locks, const tp_cache_key *key, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)(hash_of(key) >> 2), .l_len = 1};
    return fcntl(locks->file, F_OFD_SETLK, &lock);
}

void tp_cache_locks_open(tp_cache_locks *locks)
{
    char folder[PATH_MAX], path[PATH_MAX];
    locks->file = -1;
    locks->forks = tp_forks();
    if (!find_folder(folder) || !put_path(path, folder, LOCKS)) return;
    make_folder(folder);
    locks->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, S_IRUSR | S_IWUSR);
}

bool tp_cache_lock(tp_cache_locks *locks, const tp_cache_key *key)
{
    if (locks->forks != tp_forks()) { /* the file is the parent's, too, and so are its locks */
        tp_cache_locks_close(locks);
        tp_cache_locks_open(locks);
    }
    return locks->file < 0 || set_lock(locks, key, F_WRLCK) == 0 || (errno != EAGAIN && errno != EACCES);
}

void tp_cache_unlock(const tp_cache_locks *locks, const tp_cache_key *key)
{
    if (locks->file >= 0 && locks->forks == tp_forks()) set_lock(locks, key, F_UNLCK);
}

void tp_cache_locks_close(tp_cache_locks *locks)
{
    if (locks->file >= 0) close(locks->file);
    locks->file = -1;
}
