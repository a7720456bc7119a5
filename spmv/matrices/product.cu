/* SPDX-License-Identifier: Apache-2.0
 *
 * T = A (add.mul) B on a GPU: rows are put in bins by what they may have, counted, and made.
 */
#include "spmv/matrices/product.cuh"

#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/matrices/product_bins.cuh"
#include "spmv/matrices/product_count.cuh"
#include "spmv/matrices/working.cuh"
#include "spmv/ops/state.h"

#include <cub/device/device_scan.cuh>

/* splits[...] of B: see tp_device_product. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    split_kernel(const __grid_constant__ tp_device_product p, unsigned *splits)
{
    TP_FOR_EACH(c, (int64_t)p.b.lists * p.split_count)
    {
        const tropic_index l = (tropic_index)(c / p.split_count);
        const int64_t id = c % p.split_count << p.split_shift;
        splits[c] = (unsigned)(tp_find_id(p.b.ids, p.b.offsets[l], p.b.offsets[l + 1], id) - p.b.offsets[l]);
    }
}

/* ---- launches ---- */

/* The threads of a block, and what a row has in shared memory. */
typedef struct shape {
    int threads, warps; /* of a row */
    size_t row;
} shape;

typedef struct making {
    tropic_context *context;
    const tropic_semiring *semiring;
    tp_device_product p;
    tp_mxv_state state;
    bool wide; /* keys of 64 bits */
    size_t size, shared_max;
    int parts; /* of rows of large blocks */
    bins found;
    unsigned starts[TP_BINS];
} making;

static const int sort_sizes[] = {TP_PRODUCT_SORT_FEW, TP_PRODUCT_SORT_SOME, TP_PRODUCT_SORT_MOST};

static bool is_sorted(int bin)
{
    return bin >= TP_BIN_SORT_FEW && bin <= TP_BIN_SORT_MOST;
}

/* Sets p.words and p.sums. `made`: sums are made, else counted. */
static shape shape_of(making *m, int bin, bool made)
{
    static const int words[TP_BINS] = {
        0, 0, 0, 0, 0, TP_PRODUCT_WARP_WORDS, TP_PRODUCT_FEW_WORDS, TP_PRODUCT_SOME_WORDS, TP_PRODUCT_LARGE_WORDS};
    const size_t size = made ? m->size : 0;
    const bool large = bin == TP_BIN_SPA_LARGE, masked = m->p.m.offsets != NULL;
    const int needed = (int)((m->found.columns[bin] + TP_PRODUCT_WORD - 1) / TP_PRODUCT_WORD);
    shape s = {large ? TP_PRODUCT_LARGE_THREADS : TP_PRODUCT_BLOCK_THREADS, 1, 0};
    if (is_sorted(bin)) {
        const size_t key = m->wide ? sizeof(unsigned long long) : sizeof(unsigned);
        s.row = (key + size) * TP_WARP * (size_t)sort_sizes[bin - TP_BIN_SORT_FEW];
        return s;
    }
    if (bin == TP_BIN_DENSE) {
        s.row = (size + 1) * TP_PRODUCT_DENSE_COLS;
        return s;
    }
    if (bin > TP_BIN_SPA_WARP) s.warps = s.threads / TP_WARP;
    m->p.sums = made ? (int)(TP_PRODUCT_SUM_BYTES / size) : 0;
    if (made && m->p.sums < TP_PRODUCT_WORD) m->p.sums = TP_PRODUCT_WORD;
    m->p.words = needed < words[bin] ? needed : words[bin];
    for (;;) {
        s.row = (tp_product_sums_at(m->p.words, masked) + (size_t)s.warps * (size_t)m->p.sums * size + 15) / 16 * 16;
        if (s.row <= m->shared_max) return s;
        /* Fewer sums at a time, then fewer columns. */
        if (m->p.sums / 2 >= TP_PRODUCT_WORD)
            m->p.sums /= 2;
        else if (m->p.words > 1)
            m->p.words /= 2;
        else
            return s;
    }
}

/* As many rows in a block as its memory has room for. */
static tropic_status launch(making *m, int bin, const void *kernel, shape s, void **arguments)
{
    tp_cuda_grid grid = {};
    int rows = 1;
    if (s.row > m->shared_max)
        return tp_fail(m->context, TROPIC_NOT_SUPPORTED,
                       "a product of matrices needs %zu bytes of shared memory; the GPU has %zu", s.row, m->shared_max);
    m->p.list += m->starts[bin];
    m->p.count = (tropic_index)m->found.rows[bin];
    if (s.warps == 1) {
        rows = s.threads / TP_WARP;
        while (rows > 1 && (size_t)rows * s.row > m->shared_max) rows /= 2;
        s.threads = rows * TP_WARP;
    }
    m->p.parts = bin == TP_BIN_SPA_LARGE ? m->parts : 1;
    grid.blocks = tp_quotient_up(m->p.count, rows) * m->p.parts;
    grid.threads = s.threads;
    grid.shared = (size_t)rows * s.row;
    /* (It is the kernel's, for all contexts: the same each time.) */
    const cudaError_t error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)m->shared_max);
    tropic_status status = tp_cuda_check(m->context, error, "preparing a product");
    if (status == TROPIC_OK) status = tp_cuda_launch_at(m->context, "a product of matrices", grid, kernel, arguments);
    m->p.list -= m->starts[bin];
    return status;
}

static const void *count_kernel(const making *m, int bin)
{
#define SORTED(bin, K)                                                                                                 \
    case bin:                                                                                                          \
        return m->wide ? (const void *)count_sorted<K, unsigned long long> : (const void *)count_sorted<K, unsigned>;
    switch (bin) {
        SORTED(TP_BIN_SORT_FEW, TP_PRODUCT_SORT_FEW)
        SORTED(TP_BIN_SORT_SOME, TP_PRODUCT_SORT_SOME)
        SORTED(TP_BIN_SORT_MOST, TP_PRODUCT_SORT_MOST)
    case TP_BIN_DENSE: return (const void *)count_dense;
    case TP_BIN_SPA_WARP: return (const void *)count_spa<TP_PRODUCT_BLOCK_THREADS, 1>;
    case TP_BIN_SPA_LARGE: return (const void *)count_spa<TP_PRODUCT_LARGE_THREADS, TP_PRODUCT_LARGE_THREADS / TP_WARP>;
    default: return (const void *)count_spa<TP_PRODUCT_BLOCK_THREADS, TP_PRODUCT_BLOCK_WARPS>;
    }
#undef SORTED
}

/* Compiled when first asked for. */
static tropic_status make_kernel(const making *m, int bin, const void **kernel)
{
    const int variant = !is_sorted(bin) ? TP_VARIANT_ROWS_SPA
                        : m->wide       ? TP_VARIANT_ROWS_SORT_WIDE
                                        : TP_VARIANT_ROWS_SORT;
    const tp_cuda_kernels *kernels;
    TP_TRY(tp_cuda_specialise(m->context, m->semiring, true, variant, &kernels));
    if (is_sorted(bin))
        *kernel = kernels->product_sort[bin - TP_BIN_SORT_FEW];
    else
        *kernel = kernels->product_spa[bin <= TP_BIN_SPA_WARP ? bin - TP_BIN_DENSE : bin < TP_BIN_SPA_LARGE ? 2 : 3];
    return TROPIC_OK;
}

/* ---- the product ---- */

/* What is made of rows on the way. */
typedef struct workspace {
    tropic_index *list;
    uint8_t *bin;
    bins *counted;
    unsigned *cursors;
    char *scan;
    size_t scan_bytes;
} workspace;

static tropic_status scan(making *m, workspace *w, tropic_offset *lengths)
{
    return tp_cuda_cub(m->context, "adding up lengths", [&] {
        return tropic::cub::DeviceScan::InclusiveSum(w->scan, w->scan_bytes, lengths, (int64_t)m->p.a.lists,
                                                     tp_cuda_of(m->context)->stream);
    });
}

static tropic_status open_workspace(making *m, tp_working *memory, workspace *w)
{
    const tropic_index rows = m->p.a.lists;
    if (rows > 0) TP_TRY(scan(m, w, m->p.offsets + 1));
    TP_TRY(memory->make(&m->p.first, rows));
    TP_TRY(memory->make(&m->p.last, rows));
    TP_TRY(memory->make(&w->list, rows));
    TP_TRY(memory->make(&w->bin, rows));
    TP_TRY(memory->make(&w->counted, 1));
    TP_TRY(memory->make(&w->cursors, TP_BINS));
    TP_TRY(memory->make(&w->scan, (int64_t)w->scan_bytes));
    TP_TRY(memory->make(&m->p.part_counts, TP_PRODUCT_PART_BLOCKS));
    m->p.list = w->list;
    return TROPIC_OK;
}

static tropic_status fill_bins(making *m, workspace *w)
{
    tropic_context *context = m->context;
    const tropic_index rows = m->p.a.lists;
    const bool few = m->p.a.count / LONG_ROWS < rows;
    const int64_t lanes = few ? FEW_LANES : TP_WARP;
    unsigned start = 0;
    TP_TRY(
        tp_cuda_check(context, cudaMemsetAsync(w->counted, 0, sizeof(bins), tp_cuda_of(context)->stream), "clearing"));
    TP_TRY(tp_pass(context, "bounds of rows", rows * lanes, few ? bound_kernel<FEW_LANES> : bound_kernel<TP_WARP>, m->p,
                   w->bin, w->counted));
    TP_TRY(tp_cuda_download(context, &m->found, w->counted, sizeof m->found));
    for (int b = 0; b < TP_BINS; b++) {
        m->starts[b] = start;
        start += m->found.rows[b];
    }
    m->parts = 1;
    while (m->parts < TP_PRODUCT_PARTS &&
           2 * (int64_t)m->parts * m->found.rows[TP_BIN_SPA_LARGE] <= TP_PRODUCT_PART_BLOCKS)
        m->parts *= 2;
    TP_TRY(tp_cuda_upload(context, w->cursors, m->starts, sizeof m->starts));
    return tp_pass(context, "listing rows", rows, list_kernel, w->bin, rows, w->cursors, w->list);
}

/* Where there is more than one warp to a row, each looks for its columns in B's lists. A table makes that short; it is
 * worth its cost if there are so many products for each of its places, and small if it has at most so many bytes for
 * each entry of B. */
#define SPLITS 128
#define SPLIT_PRODUCTS 4
#define SPLIT_BYTES 32
static tropic_status make_splits(making *m, tp_working *memory)
{
    const tp_arcs *b = &m->p.b;
    const bins *f = &m->found;
    const unsigned long long products =
        f->products[TP_BIN_SPA_FEW] + f->products[TP_BIN_SPA_SOME] + f->products[TP_BIN_SPA_LARGE];
    int64_t count = SPLITS;
    int shift = 0;
    unsigned *splits = NULL;
    tropic_status status;
    while (count > 1 && (size_t)count * (size_t)b->lists * sizeof(unsigned) > SPLIT_BYTES * (size_t)b->count)
        count /= 2;
    while ((int64_t)m->p.cols >> shift > count) shift++;
    count = ((int64_t)m->p.cols >> shift) + 1;
    if (shift == 0 || count < 2 || products / SPLIT_PRODUCTS < (unsigned long long)(count * b->lists)) return TROPIC_OK;
    status = memory->make(&splits, count * b->lists);
    if (status == TROPIC_OUT_OF_DEVICE_MEMORY) return TROPIC_OK; /* it goes without */
    TP_TRY(status);
    m->p.split_shift = shift;
    m->p.split_count = (int)count;
    TP_TRY(tp_pass(m->context, "cutting rows", count * b->lists, split_kernel, m->p, splits));
    m->p.splits = splits;
    return TROPIC_OK;
}

static tropic_status count_rows(making *m, tp_working *memory, workspace *w, tropic_offset *count)
{
    tropic_context *context = m->context;
    const tropic_index rows = m->p.a.lists;
    TP_TRY(tp_cuda_check(
        context,
        cudaMemsetAsync(m->p.offsets, 0, ((size_t)rows + 1) * sizeof(tropic_offset), tp_cuda_of(context)->stream),
        "clearing"));
    *count = 0;
    if (rows == 0 || m->p.a.count == 0) return TROPIC_OK;
    TP_TRY(fill_bins(m, w));
    TP_TRY(make_splits(m, memory));
    for (int bin = TP_BINS - 1; bin > TP_BIN_EMPTY; bin--) {
        void *arguments[] = {&m->p};
        if (m->found.rows[bin] == 0) continue;
        const shape s = shape_of(m, bin, false);
        TP_TRY(launch(m, bin, count_kernel(m, bin), s, arguments));
    }
    TP_TRY(scan(m, w, m->p.offsets + 1));
    return tp_cuda_download(context, count, m->p.offsets + rows, sizeof *count);
}

static tropic_status make_rows(making *m)
{
    for (int bin = TP_BINS - 1; bin > TP_BIN_EMPTY; bin--) {
        void *arguments[] = {&m->state, &m->p};
        const void *kernel = NULL;
        if (m->found.rows[bin] == 0) continue;
        const shape s = shape_of(m, bin, true);
        TP_TRY(make_kernel(m, bin, &kernel));
        TP_TRY(launch(m, bin, kernel, s, arguments));
    }
    return TROPIC_OK;
}

tropic_status tp_cuda_product(tropic_context *context, const tropic_semiring *semiring, const tp_device_product *given,
                              tp_device_lists *t)
{
    making m = {};
    tp_working memory(context, "a product of matrices");
    workspace w = {};
    int shared = 0;
    m.context = context;
    m.semiring = semiring;
    m.p = *given;
    m.size = tropic_type_size(semiring->type);
    m.wide = given->cols > TP_PRODUCT_NARROW_COLS;
    m.state.mask.structure = true;
    m.state.u = given->a.values;
    m.state.any = semiring->add == TROPIC_ANY;
    m.state.names = given->names;
    m.p.sums_reals = tp_semiring_sums_reals(semiring);
    TP_TRY(tp_cuda_check(
        context, cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, tp_cuda_of(context)->ordinal),
        "asking for shared memory"));
    m.shared_max = (size_t)shared - 1024; /* what kernels have beside, and the system */
    TP_TRY(t->offsets.make(context, (int64_t)given->a.lists + 1, "a product of matrices"));
    m.p.offsets = t->offsets.data;
    TP_TRY(open_workspace(&m, &memory, &w));
    TP_TRY(count_rows(&m, &memory, &w, &t->count));
    TP_TRY(t->ids.make(context, t->count, "a product of matrices"));
    TP_TRY(t->values.make(context, t->count * (int64_t)m.size, "a product of matrices"));
    m.p.ids = t->ids.data;
    m.p.values = t->values.data;
    TP_TRY(make_rows(&m));
    return tp_cuda_wait(context);
}
