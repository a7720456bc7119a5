/* SPDX-License-Identifier: Apache-2.0
 *
 * A cache on disk: one file per entry, named by a hash of its key. The file holds the key in full, so
 * that a collision is a miss, and a checksum. Whatever is not whole, or could have been written by
 * somebody else, is a miss too, and is then written anew: what the cache holds is run as code.
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

#endif
