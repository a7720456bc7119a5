/* SPDX-License-Identifier: Apache-2.0
 *
 * Buckets of a traversal on the CPU: each thread puts ids aside by the bucket of their key, in bins of its own,
 * which come from one pool. An id may lie in several; where its key has fallen since, the place in the higher
 * bucket is stale.
 */
#ifndef TP_BINS_H
#define TP_BINS_H

#include "runtime/backend.h"
#include "runtime/threads.h"

#include <pthread.h>

/* Buckets at hand. Ids beyond them wait in one more, until those are done: few enough to look for the
 * next one that has ids, enough that ids seldom have to be put aside again. */
#define TP_BUCKETS 128
/* Ids of a bin: it is four cache lines, and each thread has one for each bucket in which it has ids. */
#define TP_BIN_IDS 59

typedef struct tp_bin {
    struct tp_bin *next;
    struct tp_bin *batch; /* of the first of a batch in the pool: the next batch */
    int32_t count;
    tropic_index id[TP_BIN_IDS];
} tp_bin;

/* Empty bins that a thread takes from the pool at once, and gives back at once when it has twice as many: the pool has
 * one lock for all, under which nothing is done but to take a batch off a list, or to put it there. (On 16 threads a
 * quarter of the time of shortest paths on urand 20 went into the lock when bins were counted out under it.) */
#define TP_BATCH 32

/* One thread's bins of a step's input, which any thread may take. */
typedef struct tp_bin_chain {
    tp_bin *first;
    pthread_mutex_t lock;
} tp_bin_chain;

/* One thread's. The last bucket has the ids beyond the others. Members that other threads write are in another cache
 * line than the thread's own: by room, not by an alignment, which a caller's allocate does not give. */
typedef struct tp_bins {
    char before[TP_LINE];
    tp_bin_chain work;
    char after[TP_LINE];
    tp_bin *first[TP_BUCKETS + 1];
    int64_t count[TP_BUCKETS + 1];
    tp_bin *free, *spare; /* empty ones at hand; a whole batch of more, or NULL */
    int32_t free_count;
    double min_key; /* of the ids in the last bucket, while that is looked through */
} tp_bins;

typedef struct tp_bin_pool {
    tropic_context *context;
    tp_bin *free;  /* batches */
    tp_bin *fresh; /* bins of the last slab that nobody has taken yet, so many */
    int64_t fresh_count;
    void *slabs;          /* each begins with the address of the one before */
    int64_t slab;         /* bins of one: whole batches */
    tropic_status status; /* OUT_OF_MEMORY: ids have been lost */
    pthread_mutex_t lock;
} tp_bin_pool;

/* The bucket of a key: never falls as the key grows. -1: below the first. */
static inline int32_t tp_bucket(double base, double per_width, double key)
{
    const double bucket = (key - base) * per_width;
    if (bucket < 0) return -1;
    return bucket < TP_BUCKETS ? (int32_t)bucket : TP_BUCKETS;
}

/* An empty bin of the thread's own, or of the pool; NULL where there is no memory. */
tp_bin *tp_bins_take(tp_bins *bins, tp_bin_pool *pool);
/* Gives an empty one back. */
void tp_bins_give(tp_bins *bins, tp_bin_pool *pool, tp_bin *bin);
/* A bin of a step's input: of the thread's own, which are in its caches, then of another's. NULL: none is left. (With
 * one chain for all, whose lock 16 threads wanted, shortest paths on Kronecker graph 20 took 1.1 times as long.) */
tp_bin *tp_bin_next(tp_worker *worker, tp_bins *bins, int threads);
/* Of so many threads, without any bin. */
void tp_bins_open(tp_bins *bins, int threads);
void tp_bin_pool_open(tp_bin_pool *pool, tropic_context *context, int64_t slab);
void tp_bin_pool_free(tp_bin_pool *pool);

static inline void tp_bins_put(tp_bins *bins, tp_bin_pool *pool, int32_t bucket, tropic_index j)
{
    tp_bin *bin = bins->first[bucket];
    if (!bin || bin->count == TP_BIN_IDS) {
        tp_bin *more = tp_bins_take(bins, pool);
        if (!more) return;
        more->next = bin;
        bins->first[bucket] = bin = more;
    }
    bin->id[bin->count++] = j;
    bins->count[bucket]++;
}

/* A whole bin into the bucket. */
static inline void tp_bins_keep(tp_bins *bins, int32_t bucket, tp_bin *bin)
{
    bin->next = bins->first[bucket];
    bins->first[bucket] = bin;
    bins->count[bucket] += bin->count;
}

/* The bucket's bins; the thread has none of it any more. */
static inline tp_bin *tp_bins_empty(tp_bins *bins, int32_t bucket)
{
    tp_bin *first = bins->first[bucket];
    bins->first[bucket] = NULL;
    bins->count[bucket] = 0;
    return first;
}

#endif
