/* SPDX-License-Identifier: Apache-2.0
 *
 * The pool of bins. One lock for all: a bin is taken for every TP_BIN_IDS ids.
 */
#define _GNU_SOURCE
#include "spmv/bins.h"

/* The lock is held for some nanoseconds: a thread that finds it taken spins for about as long. */
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
#define LOCK (pthread_mutex_t) PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
#else
#define LOCK (pthread_mutex_t) PTHREAD_MUTEX_INITIALIZER
#endif

/* Kept by the lock. */
static void add_slab(tp_bin_pool *pool)
{
    const tp_backend *backend = pool->context->backend;
    void *slab = NULL;
    tp_bin *bins;
    pool->status = backend->allocate(pool->context, &slab, (size_t)(pool->slab + 1) * sizeof *bins,
                                     "the buckets");
    if (pool->status != TROPIC_OK) return;
    *(void **)slab = pool->slabs;
    pool->slabs = slab;
    bins = slab;
    for (int64_t b = 1; b <= pool->slab; b++) {
        bins[b].next = pool->free;
        pool->free = &bins[b];
    }
}

tp_bin *tp_bin_take(tp_bin_pool *pool)
{
    tp_bin *bin;
    pthread_mutex_lock(&pool->lock);
    if (!pool->free && pool->status == TROPIC_OK) add_slab(pool);
    bin = pool->free;
    if (bin) pool->free = bin->next;
    pthread_mutex_unlock(&pool->lock);
    if (bin) bin->count = 0;
    return bin;
}

void tp_bin_give(tp_bin_pool *pool, tp_bin *bin)
{
    pthread_mutex_lock(&pool->lock);
    bin->next = pool->free;
    pool->free = bin;
    pthread_mutex_unlock(&pool->lock);
}

tp_bin *tp_bin_next(tp_bin_pool *pool, tp_bin **chain)
{
    tp_bin *bin;
    pthread_mutex_lock(&pool->lock);
    bin = *chain;
    if (bin) *chain = bin->next;
    pthread_mutex_unlock(&pool->lock);
    return bin;
}

void tp_bin_pool_open(tp_bin_pool *pool, tropic_context *context, int64_t slab)
{
    *pool = (tp_bin_pool){.context = context, .slab = slab, .lock = LOCK};
}

void tp_bin_pool_free(tp_bin_pool *pool)
{
    while (pool->slabs) {
        void *slab = pool->slabs;
        pool->slabs = *(void **)slab;
        pool->context->backend->release(pool->context, slab);
    }
}
