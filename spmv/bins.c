/* SPDX-License-Identifier: Apache-2.0
 *
 * The pool of bins. One lock for all: a bin is taken for every TP_BIN_IDS ids.
 */
#include "spmv/bins.h"

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
#pragma omp critical(tp_bins)
    {
        if (!pool->free && pool->status == TROPIC_OK) add_slab(pool);
        bin = pool->free;
        if (bin) pool->free = bin->next;
    }
    if (bin) bin->count = 0;
    return bin;
}

void tp_bin_give(tp_bin_pool *pool, tp_bin *bin)
{
#pragma omp critical(tp_bins)
    {
        bin->next = pool->free;
        pool->free = bin;
    }
}

tp_bin *tp_bin_next(tp_bin **chain)
{
    tp_bin *bin;
#pragma omp critical(tp_bins)
    {
        bin = *chain;
        if (bin) *chain = bin->next;
    }
    return bin;
}

void tp_bin_pool_free(tp_bin_pool *pool)
{
    while (pool->slabs) {
        void *slab = pool->slabs;
        pool->slabs = *(void **)slab;
        pool->context->backend->release(pool->context, slab);
    }
}
