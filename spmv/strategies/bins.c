/* SPDX-License-Identifier: Apache-2.0
 *
 * The pool of bins, and what threads have of it.
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
    tp_bin *bins;
    pool->status = backend->allocate(pool->context, &slab, (size_t)(pool->slab + 1) * sizeof *bins, "the buckets");
    if (pool->status != TROPIC_OK) return;
    *(void **)slab = pool->slabs;
    pool->slabs = slab;
    bins = slab;
    for (int64_t b = 1; b <= pool->slab; b++) {
        bins[b].next = pool->free;
        pool->free = &bins[b];
    }
}

/* Some of the pool's, or none where there is no memory. */
static void take_some(tp_bins *bins, tp_bin_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    for (int k = 0; k < TP_BINS_TAKEN; k++) {
        tp_bin *bin;
        if (!pool->free && pool->status == TROPIC_OK) add_slab(pool);
        bin = pool->free;
        if (!bin) break;
        pool->free = bin->next;
        bin->next = bins->free;
        bins->free = bin;
        bins->free_count++;
    }
    pthread_mutex_unlock(&pool->lock);
}

tp_bin *tp_bins_take(tp_bins *bins, tp_bin_pool *pool)
{
    tp_bin *bin;
    if (!bins->free) take_some(bins, pool);
    bin = bins->free;
    if (!bin) return NULL;
    bins->free = bin->next;
    bins->free_count--;
    bin->count = 0;
    return bin;
}

void tp_bins_give(tp_bins *bins, tp_bin_pool *pool, tp_bin *bin)
{
    if (bins->free_count < TP_BINS_KEPT) {
        bin->next = bins->free;
        bins->free = bin;
        bins->free_count++;
        return;
    }
    pthread_mutex_lock(&pool->lock);
    bin->next = pool->free;
    pool->free = bin;
    pthread_mutex_unlock(&pool->lock);
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
