/* SPDX-License-Identifier: Apache-2.0
 *
 * The pool of bins, and the threads' shares of it.
 */
#define _GNU_SOURCE
#include "spmv/strategies/bins.h"

#include <string.h>

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
    pool->status = backend->allocate(pool->context, &slab, (size_t)(pool->slab + 1) * sizeof(tp_bin), "the buckets");
    if (pool->status != TROPIC_OK) return;
    *(void **)slab = pool->slabs;
    pool->slabs = slab;
    pool->fresh = (tp_bin *)slab + 1;
    pool->fresh_count = pool->slab;
}

/* A batch of the pool's, or NULL where there is no memory. */
static tp_bin *take_batch(tp_bin_pool *pool)
{
    tp_bin *batch, *fresh = NULL;
    pthread_mutex_lock(&pool->lock);
    batch = pool->free;
    if (batch) {
        pool->free = batch->batch;
    } else {
        if (pool->fresh_count == 0 && pool->status == TROPIC_OK) add_slab(pool);
        if (pool->fresh_count > 0) {
            fresh = pool->fresh;
            pool->fresh += TP_BATCH;
            pool->fresh_count -= TP_BATCH;
        }
    }
    pthread_mutex_unlock(&pool->lock);
    for (int k = 0; fresh && k < TP_BATCH; k++) fresh[k].next = k + 1 < TP_BATCH ? &fresh[k + 1] : NULL;
    return fresh ? fresh : batch;
}

tp_bin *tp_bins_take(tp_bins *bins, tp_bin_pool *pool)
{
    tp_bin *bin;
    if (!bins->free) {
        bins->free = bins->spare ? bins->spare : take_batch(pool);
        bins->spare = NULL;
        bins->free_count = bins->free ? TP_BATCH : 0;
    }
    bin = bins->free;
    if (!bin) return NULL;
    bins->free = bin->next;
    bins->free_count--;
    bin->count = 0;
    return bin;
}

void tp_bins_give(tp_bins *bins, tp_bin_pool *pool, tp_bin *bin)
{
    if (bins->free_count == TP_BATCH) {
        tp_bin *batch = bins->spare;
        bins->spare = bins->free;
        bins->free = NULL;
        bins->free_count = 0;
        if (batch) {
            pthread_mutex_lock(&pool->lock);
            batch->batch = pool->free;
            pool->free = batch;
            pthread_mutex_unlock(&pool->lock);
        }
    }
    bin->next = bins->free;
    bins->free = bin;
    bins->free_count++;
}

tp_bin *tp_bin_next(tp_worker *worker, tp_bins *bins, int threads)
{
    for (int k = 0; k < threads; k++) {
        const int which = (worker->part + k) % threads;
        tp_bin_chain *chain = &bins[which].work;
        tp_bin *bin;
        if (!__atomic_load_n(&chain->first, __ATOMIC_RELAXED)) continue;
        pthread_mutex_lock(&chain->lock);
        bin = chain->first;
        if (bin) __atomic_store_n(&chain->first, bin->next, __ATOMIC_RELAXED);
        pthread_mutex_unlock(&chain->lock);
        if (!bin) continue;
        worker->part = which;
        return bin;
    }
    return NULL;
}

void tp_bins_open(tp_bins *bins, int threads)
{
    memset(bins, 0, (size_t)threads * sizeof *bins);
    for (int k = 0; k < threads; k++) bins[k].work.lock = LOCK;
}

void tp_bin_pool_open(tp_bin_pool *pool, tropic_context *context, int64_t slab)
{
    *pool = (tp_bin_pool){.context = context, .slab = (slab + TP_BATCH - 1) / TP_BATCH * TP_BATCH, .lock = LOCK};
}

void tp_bin_pool_free(tp_bin_pool *pool)
{
    while (pool->slabs) {
        void *slab = pool->slabs;
        pool->slabs = *(void **)slab;
        pool->context->backend->release(pool->context, slab);
    }
}
