/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries of a matrix that are kept become another. One pass sets a bit for each that is, and counts them by parts;
 * with the sums of the counts a second one knows where each goes, and reads no other. Where rows begin is counted of
 * the bits. So an entry that is tested is read once more if it is kept; a bit of each is written and read.
 */
#include "spmv/apply/compact.cuh"

#include "spmv/device/expand.cuh"

#define DOING "selecting entries"

/* The list of each run's first entry. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    lists_kernel(const __grid_constant__ tp_arcs x, int64_t runs, tropic_index *lists)
{
    TP_FOR_EACH(r, runs) lists[r] = tp_list_of(x.offsets, 0, x.lists, r * TP_COMPACT_RUN * TP_COMPACT_PART);
}

tropic_status tp_cuda_open_compaction(tropic_context *context, tp_working *w, const tp_arcs *x, bool rows,
                                      tp_compaction *k)
{
    const int64_t parts = tp_quotient_up(x->count, TP_COMPACT_PART), runs = tp_quotient_up(parts, TP_COMPACT_RUN);
    tropic_index *lists = NULL;
    k->x = *x;
    k->parts = parts;
    TP_TRY(w->make(&k->bits, parts * TP_COMPACT_WORDS));
    TP_TRY(w->make(&k->kept, parts));
    k->lists = NULL;
    if (!rows) return TROPIC_OK;
    TP_TRY(w->make(&lists, runs));
    k->lists = lists;
    return tp_pass(context, DOING, runs, lists_kernel, *x, runs, lists);
}

tropic_status tp_cuda_compact_bits(tropic_context *context, const char *doing, const tp_compaction *k,
                                   const void *kernel, void **arguments)
{
    const int64_t warps = k->lists ? tp_quotient_up(k->parts, TP_COMPACT_RUN) : k->parts;
    if (warps == 0) return TROPIC_OK;
    return tp_cuda_launch_at(context, doing, {tp_quotient_up(warps * TP_WARP, TP_PASS_BLOCK), TP_PASS_BLOCK}, kernel,
                             arguments);
}

/* ---- the result ---- */

/* Rows whose beginnings a thread finds: few blocks then leave room for those that copy. */
#define OFFSETS 8

/* before: entries that are kept before each part. */
typedef struct making {
    tp_compaction k;
    const void *values;
    const tropic_offset *before;
    tropic_offset *offsets;
    tropic_index *ids;
    void *made;
    int size;
    int offset_blocks; /* of make_kernel */
} making;

/* Where rows begin: by the first blocks, while the others go on. */
static __device__ void make_offsets(const making *m)
{
    const int64_t threads = (int64_t)m->offset_blocks * TP_PASS_BLOCK;
    for (int64_t l = (int64_t)blockIdx.x * TP_PASS_BLOCK + threadIdx.x; l <= m->k.x.lists; l += threads) {
        const tropic_offset e = m->k.x.offsets ? m->k.x.offsets[l] : 0;
        const int64_t part = e / TP_COMPACT_PART, word = e / TP_WARP;
        tropic_offset before = m->before[part];
        for (int64_t w = part * TP_COMPACT_WORDS; w < word; w++) before += __popc(m->k.bits[w]);
        if (e % TP_WARP > 0) before += __popc(m->k.bits[word] & ((1u << e % TP_WARP) - 1));
        m->offsets[l] = before;
    }
}

/* A warp for each part. Its last parts come first: of these, the device's cache may have entries and bits yet. */
template <typename T>
static __global__ void __launch_bounds__(TP_PASS_BLOCK) make_kernel(const __grid_constant__ making m)
{
    if (blockIdx.x < m.offset_blocks) {
        make_offsets(&m);
        return;
    }
    const int64_t warp = tp_warp() - (int64_t)m.offset_blocks * (TP_PASS_BLOCK / TP_WARP);
    const int64_t part = m.k.parts - 1 - warp, begin = part * TP_COMPACT_PART + tp_lane();
    const unsigned below = (1u << tp_lane()) - 1;
    tropic_index id[TP_COMPACT_WORDS];
    T value[TP_COMPACT_WORDS];
    if (part < 0) return;
    const uint32_t mine = tp_lane() < TP_COMPACT_WORDS ? m.k.bits[part * TP_COMPACT_WORDS + tp_lane()] : 0;
    tropic_offset to = m.before[part];
#pragma unroll
    for (int l = 0; l < TP_COMPACT_WORDS; l++) {
        const bool kept = __shfl_sync(TP_EVERY_LANE, mine, l) >> tp_lane() & 1;
        if (kept) id[l] = __ldg(m.k.x.ids + begin + l * TP_WARP);
        if (kept && m.size > 0) value[l] = tp_tile_read<T>(m.values, begin + l * TP_WARP);
    }
#pragma unroll
    for (int l = 0; l < TP_COMPACT_WORDS; l++) {
        const uint32_t word = __shfl_sync(TP_EVERY_LANE, mine, l);
        const tropic_offset at = to + __popc(word & below);
        to += __popc(word);
        if (!(word >> tp_lane() & 1)) continue;
        m.ids[at] = id[l];
        if (m.size > 0) tp_tile_write(m.made, at, value[l], m.values, begin + l * TP_WARP, m.size);
    }
}

static tropic_status make_entries(tropic_context *context, const making *m)
{
    const int64_t blocks = m->offset_blocks + tp_quotient_up(m->k.parts * TP_WARP, TP_PASS_BLOCK);
    const tp_cuda_grid grid = {blocks, TP_PASS_BLOCK};
#define MAKE(T) return tp_cuda_launch(context, DOING, grid, make_kernel<T>, *m)
    TP_TILE_SIZES(m->size, MAKE)
}

tropic_status tp_cuda_make_compact(tropic_context *context, tp_working *w, const tp_compaction *k, const void *values,
                                   size_t size, tp_device_lists *out)
{
    tropic_offset *before = NULL, count;
    making m = {};
    TP_TRY(w->sum_before(k->kept, k->parts, &before));
    TP_TRY(tp_cuda_download(context, &count, before + k->parts, sizeof count));
    TP_TRY(tp_cuda_make_lists(context, k->x.lists, count, size, out));
    m.k = *k;
    m.values = values;
    m.before = before;
    m.offsets = out->offsets.data;
    m.ids = out->ids.data;
    m.made = out->values.data;
    m.size = (int)size;
    m.offset_blocks = (int)tp_pass_blocks(((int64_t)k->x.lists + 1) / OFFSETS);
    if (m.offset_blocks == 0) m.offset_blocks = 1;
    TP_TRY(make_entries(context, &m));
    return tp_cuda_wait(context);
}
