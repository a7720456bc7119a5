/* SPDX-License-Identifier: Apache-2.0
 *
 * A cache on disk: one file per entry, named by a hash of its key. The file holds the key in full, so
 * that a collision is a miss, and a checksum. Whatever is not whole, or could have been written by
 * somebody else, is a miss too, and is then written anew: the contents of the cache are run as code.
 */
#ifndef TP_JIT_CACHE_H
#define TP_JIT_CACHE_H

#include "runtime/runtime.h"

typedef struct tp_cache_key {
    char *bytes;
    size_t count;
} tp_cache_key;

/* The strings one after another, each with its zero. tp_release() key->bytes. */
tropic_status tp_cache_key_make(tropic_context *context, tp_cache_key *key, const char *const *parts, int count);

/* *bytes: tp_release() it; NULL where there is no such entry. OUT_OF_MEMORY alone is a failure. */
tropic_status tp_cache_find(tropic_context *context, const tp_cache_key *key, void **bytes, size_t *count);
/* Where that is not possible, nothing is stored, and nobody need know. */
void tp_cache_store(const tp_cache_key *key, const void *bytes, size_t count);

/* Locks on keys, by which threads and processes tell one another which entries they are about to store: of one file in
 * the folder, a byte for each key. They end with the process that holds them, and its children that it forked
 * meanwhile; in a child they are others. Where there is no folder, or its file system has no locks, everybody holds
 * them. */
typedef struct tp_cache_locks {
    int file; /* -1: none */
    unsigned forks;
} tp_cache_locks;

void tp_cache_locks_open(tp_cache_locks *locks);
/* Does not wait. Is it held now? */
bool tp_cache_lock(tp_cache_locks *locks, const tp_cache_key *key);
void tp_cache_unlock(const tp_cache_locks *locks, const tp_cache_key *key);
void tp_cache_locks_close(tp_cache_locks *locks);

#endif
