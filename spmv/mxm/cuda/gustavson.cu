/* SPDX-License-Identifier: Apache-2.0
 *
 * T = A (add.mul) B on a GPU: rows are put in bins by bounds of their lengths, counted, and made.
 */
#include "spmv/mxm/cuda/gustavson.cuh"

#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"
#include "spmv/mxm/cuda/bins.cuh"
#include "spmv/mxm/cuda/count.cuh"
#include "spmv/ops/state.h"

#include <cub/device/device_scan.cuh>

/* splits[...] of B: see tp_device_product. A warp for each list. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    split_kernel(const __grid_constant__ tp_device_product p, unsigned *splits)
{
    for (int64_t l = tp_warp(); l < p.b.lists; l += tp_warps()) {
        const tropic_offset from = p.b.offsets[l], to = p.b.offsets[l + 1];
        if (to - from < 1 << p.split_bits) continue;
        const int bits = tp_split_bits(&p, to - from), shift = p.id_bits - bits;
        for (int c = tp_lane(); c < 1 << bits; c += TP_WARP)
            splits[tp_splits_at(&p, from) + c] = (unsigned)(tp_find_id(p.b.ids, from, to, (int64_t)c << shift) - from);
    }
}

/* ---- launches ---- */

/* The threads of a block, and the bytes of shared memory of a row. */
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
    bin_starts starts; /* in the list */
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
    const bool large = bin == TP_BIN_SPA_LARGE && size <= TP_PRODUCT_LARGE_VALUE, masked = m->p.m.offsets != NULL;
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
    m->p.list += (int64_t)m->starts.of[bin] * m->p.stride;
    m->p.count = (tropic_index)m->found.rows[bin];
    if (s.warps == 1) {
        rows = s.threads / TP_WARP;
        while (rows > 1 && (size_t)rows * s.row > m->shared_max) rows /= 2;
        s.threads = rows * TP_WARP;
    }
    m->p.parts = s.threads == TP_PRODUCT_LARGE_THREADS ? m->parts : 1;
    grid.blocks = tp_quotient_up(m->p.count, rows) * m->p.parts;
    grid.threads = s.threads;
    grid.shared = (size_t)rows * s.row;
    /* (It is the kernel's, for all contexts: the same each time.) */
    const cudaError_t error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)m->shared_max);
    tropic_status status = tp_cuda_check(m->context, error, "preparing a product");
    if (status == TROPIC_OK) status = tp_cuda_launch_at(m->context, "a product of matrices", grid, kernel, arguments);
    m->p.list -= (int64_t)m->starts.of[bin] * m->p.stride;
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

/* A bin's kernel. */
static int variant_of(const making *m, int bin)
{
    const bool large = bin == TP_BIN_SPA_LARGE && m->size <= TP_PRODUCT_LARGE_VALUE;
    const int sort = m->wide ? TP_VARIANT_ROWS_SORT_WIDE : TP_VARIANT_ROWS_SORT;
    return is_sorted(bin)           ? sort + bin - TP_BIN_SORT_FEW
           : bin == TP_BIN_DENSE    ? TP_VARIANT_ROWS_DENSE
           : bin == TP_BIN_SPA_WARP ? TP_VARIANT_ROWS_SPA_WARP
           : large                  ? TP_VARIANT_ROWS_SPA_LARGE
                                    : TP_VARIANT_ROWS_SPA_BLOCK;
}

static const void *make_kernel(const making *m, const tp_cuda_kernels *kernels, int bin)
{
    if (is_sorted(bin)) return (m->wide ? kernels->product_sort_wide : kernels->product_sort)[bin - TP_BIN_SORT_FEW];
    return kernels->product_spa[variant_of(m, bin) - TP_VARIANT_ROWS_DENSE];
}

/* ---- the product ---- */

/* Working memory for the bins, the counts and the scan of rows. The rows' places are T's offsets, behind the first. */
typedef struct workspace {
    tropic_offset *offsets;
    row_place *places;
    bins *counted;
    unsigned *cursors;
    char *scan;
    size_t scan_bytes;
} workspace;

static tropic_status scan(making *m, workspace *w)
{
    return tp_cuda_cub(m->context, "adding up lengths", [&] {
        return tropic::cub::DeviceScan::InclusiveSum(w->scan, w->scan_bytes, w->offsets + 1, (int64_t)m->p.a.lists,
                                                     tp_cuda_of(m->context)->stream);
    });
}

static tropic_status open_workspace(making *m, tp_working *memory, tropic_offset *offsets, workspace *w)
{
    w->offsets = offsets;
    w->places = (row_place *)(offsets + 1);
    if (m->p.a.lists > 0) TP_TRY(scan(m, w));
    TP_TRY(memory->make(&w->counted, 1));
    TP_TRY(memory->make(&w->cursors, TP_BINS));
    TP_TRY(memory->make(&w->scan, (int64_t)w->scan_bytes));
    return memory->make(&m->p.part_counts, TP_PRODUCT_PART_BLOCKS);
}

static tropic_status clear_bins(making *m, workspace *w)
{
    return tp_cuda_check(m->context, cudaMemsetAsync(w->counted, 0, sizeof(bins), tp_cuda_of(m->context)->stream),
                         "clearing");
}

/* Bins of so many rows begin one after the other, and cursors there. */
static tropic_status start_bins(making *m, workspace *w)
{
    unsigned start = 0;
    m->found.rows[TP_BIN_EMPTY] = 0; /* they are not listed */
    for (int b = 0; b < TP_BINS; b++) {
        m->starts.of[b] = start;
        start += m->found.rows[b];
    }
    m->starts.of[TP_BINS] = start;
    return tp_cuda_upload(m->context, w->cursors, m->starts.of, TP_BINS * sizeof *m->starts.of);
}

/* Lists the rows in their places. */
static tropic_status fill_bins(making *m, tp_working *memory, workspace *w)
{
    tropic_index *firsts = NULL;
    tropic_context *context = m->context;
    const tropic_index rows = m->p.a.lists;
    const bool few = m->p.a.count / LONG_ROWS < rows;
    const int64_t lanes = few ? FEW_LANES : TP_WARP;
    TP_TRY(clear_bins(m, w));
    TP_TRY(tp_pass(context, "bounds of rows", rows * lanes, few ? bound_kernel<FEW_LANES> : bound_kernel<TP_WARP>, m->p,
                   w->places, w->counted));
    TP_TRY(tp_cuda_download(context, &m->found, w->counted, sizeof m->found));
    TP_TRY(start_bins(m, w));
    m->parts = 1;
    while (m->parts < TP_PRODUCT_PARTS &&
           2 * (int64_t)m->parts * m->found.rows[TP_BIN_SPA_LARGE] <= TP_PRODUCT_PART_BLOCKS)
        m->parts *= 2;
    m->p.list = (const tropic_index *)&w->places[0].high;
    m->p.lengths = &w->places[0].low;
    m->p.stride = sizeof(row_place) / sizeof(tropic_index);
    TP_TRY(memory->make(&firsts, m->found.rows[TP_BIN_DENSE]));
    m->p.firsts = firsts;
    m->p.columns = (int)m->found.columns[TP_BIN_DENSE];
    return tp_pass(context, "listing rows", rows, list_kernel, w->places, rows, w->cursors, m->starts.of[TP_BIN_DENSE],
                   firsts);
}

/* A list of its own of the rows that have entries, of which there are *count: under a mask they may be few. Places then
 * have lengths alone. */
static tropic_status list_rows_with_entries(making *m, tp_working *memory, workspace *w, tropic_offset *count)
{
    tropic_context *context = m->context;
    const bin_starts listed = m->starts;
    tropic_index *list = NULL;
    bins stay;
    TP_TRY(clear_bins(m, w));
    TP_TRY(tp_pass(context, "listing rows", listed.of[TP_BINS], stay_kernel, w->places, listed, w->counted));
    TP_TRY(tp_cuda_download(context, &stay, w->counted, sizeof stay));
    for (int b = 0; b < TP_BINS; b++) {
        m->found.rows[b] = stay.rows[b];
        *count += (tropic_offset)stay.products[b];
    }
    TP_TRY(start_bins(m, w));
    TP_TRY(memory->make(&list, m->starts.of[TP_BINS]));
    m->p.list = list;
    m->p.stride = 1;
    return tp_pass(context, "listing rows", listed.of[TP_BINS], shorten_kernel, w->places, listed, m->starts,
                   w->cursors, list);
}

/* Where there is more than one warp to a row, each looks for its columns in B's lists. A table makes that short; it is
 * worth its cost if there are so many products for each of its places. */
#define SPLIT_PRODUCTS 4
static tropic_status make_splits(making *m, tp_working *memory)
{
    const bins *f = &m->found;
    const unsigned long long products =
        f->products[TP_BIN_SPA_FEW] + f->products[TP_BIN_SPA_SOME] + f->products[TP_BIN_SPA_LARGE];
    const int64_t length = (m->p.b.count >> m->p.split_bits) + 1;
    unsigned *splits = NULL;
    tropic_status status;
    if (products / SPLIT_PRODUCTS < (unsigned long long)length) return TROPIC_OK;
    status = memory->make(&splits, length);
    if (status == TROPIC_OUT_OF_DEVICE_MEMORY) return TROPIC_OK; /* it goes without */
    TP_TRY(status);
    while (((int64_t)m->p.cols - 1) >> m->p.id_bits > 0) m->p.id_bits++;
    TP_TRY(tp_pass(m->context, "cutting rows", m->p.b.lists * (int64_t)TP_WARP, split_kernel, m->p, splits));
    m->p.splits = splits;
    return TROPIC_OK;
}

static tropic_status count_rows(making *m, tp_working *memory, workspace *w, tropic_offset *count)
{
    tropic_context *context = m->context;
    const tropic_index rows = m->p.a.lists;
    TP_TRY(tp_cuda_check(
        context,
        cudaMemsetAsync(w->offsets, 0, ((size_t)rows + 1) * sizeof(tropic_offset), tp_cuda_of(context)->stream),
        "clearing"));
    *count = 0;
    if (rows == 0 || m->p.a.count == 0) return TROPIC_OK;
    TP_TRY(fill_bins(m, memory, w));
    TP_TRY(make_splits(m, memory));
    for (int bin = TP_BINS - 1; bin > TP_BIN_EMPTY; bin--) {
        void *arguments[] = {&m->p};
        if (m->found.rows[bin] == 0) continue;
        const shape s = shape_of(m, bin, false);
        TP_TRY(launch(m, bin, count_kernel(m, bin), s, arguments));
    }
    TP_TRY(list_rows_with_entries(m, memory, w, count));
    return scan(m, w);
}

/* Time that kernels by number lose for each product (H200), in seconds. */
#define LOST_PER_PRODUCT 3e-12

static tropic_status make_rows(making *m)
{
    const tp_cuda_kernels *kernels;
    uint64_t wanted = 0;
    double products = 0;
    for (int bin = TP_BIN_EMPTY + 1; bin < TP_BINS; bin++)
        if (m->found.rows[bin] > 0) {
            wanted |= TP_VARIANT_BIT(variant_of(m, bin));
            products += (double)m->found.products[bin];
        }
    TP_TRY(tp_cuda_serve(m->context, m->semiring, true, wanted, products * LOST_PER_PRODUCT, &m->state, &kernels));
    for (int bin = TP_BINS - 1; bin > TP_BIN_EMPTY; bin--) {
        void *arguments[] = {&m->state, &m->p};
        if (m->found.rows[bin] == 0) continue;
        const shape s = shape_of(m, bin, true);
        TP_TRY(launch(m, bin, make_kernel(m, kernels, bin), s, arguments));
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
    m.p.split_bits = given->m.offsets && !given->complement ? TP_PRODUCT_SPLIT_BITS_MASKED : TP_PRODUCT_SPLIT_BITS;
    m.wide = given->cols > TP_PRODUCT_NARROW_COLS;
    m.state.mask.structure = true;
    m.state.u = given->a.values;
    m.state.any = semiring->add == TROPIC_ANY;
    m.state.names = given->names;
    m.p.sums_reals = tp_semiring_sums_reals(semiring);
    TP_TRY(tp_cuda_check(
        context, cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, tp_cuda_of(context)->ordinal),
        "asking for shared memory"));
    m.shared_max = (size_t)shared - 1024; /* other memory of kernels, and of the system */
    TP_TRY(t->offsets.make(context, (int64_t)given->a.lists + 1, "a product of matrices"));
    m.p.offsets = t->offsets.data;
    TP_TRY(open_workspace(&m, &memory, t->offsets.data, &w));
    TP_TRY(count_rows(&m, &memory, &w, &t->count));
    TP_TRY(t->ids.make(context, t->count, "a product of matrices"));
    TP_TRY(t->values.make(context, t->count * (int64_t)m.size, "a product of matrices"));
    m.p.ids = t->ids.data;
    m.p.values = t->values.data;
    TP_TRY(make_rows(&m));
    return tp_cuda_wait(context);
}
