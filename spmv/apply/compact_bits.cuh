/* SPDX-License-Identifier: Apache-2.0
 *
 * Which entries of a matrix are kept, as bits, in parts of equally many entries. Includes no header of the CUDA
 * toolkit.
 */
#ifndef TP_COMPACT_BITS_CUH
#define TP_COMPACT_BITS_CUH

#include "spmv/device/warp.cuh"
#include "runtime/pass.cuh"

/* Entries of a part: their bits are one sector of the memory, so that whoever counts in a part reads it once, and a
 * lane has as many entries in flight as it takes to hide the latency. */
#define TP_COMPACT_PART 256
#define TP_COMPACT_WORDS (TP_COMPACT_PART / TP_WARP)
/* Parts that a warp takes where it has to know rows: looking for the first then costs little. */
#define TP_COMPACT_RUN 4

typedef struct tp_compaction {
    tp_arcs x;
    int64_t parts;
    const tropic_index *lists; /* the list that the first entry of each run is in; NULL: not asked */
    uint32_t *bits;            /* of each part TP_COMPACT_WORDS */
    tropic_offset *kept;       /* how many entries of each part are */
} tp_compaction;

/* The warp's part: keep[l] is of its entry l * TP_WARP + lane, which there may be none of. */
TP_FN void tp_compact_part(const tp_compaction *k, int64_t part, const bool *keep)
{
    const int64_t left = k->x.count - part * TP_COMPACT_PART - tp_lane() * TP_WARP; /* from lane l's word on */
    uint32_t word = 0;                                                              /* lane l: word l */
#pragma unroll
    for (int l = 0; l < TP_COMPACT_WORDS; l++) {
        const uint32_t all = __ballot_sync(TP_EVERY_LANE, keep[l]);
        if (tp_lane() == l) word = all;
    }
    if (left < TP_WARP) word &= left > 0 ? (1u << left) - 1 : 0;
    const unsigned kept = tp_warp_total((unsigned)__popc(word));
    if (tp_lane() < TP_COMPACT_WORDS) k->bits[part * TP_COMPACT_WORDS + tp_lane()] = word;
    if (tp_lane() == 0) k->kept[part] = kept;
}

/* test(item), of item = load(e): is entry e kept? Where rows do not matter; a warp for each part. All items are read
 * before one is tested, which may take branches. */
template <typename ITEM, typename LOAD, typename TEST>
static __device__ __forceinline__ void tp_compact_values(const tp_compaction *k, const LOAD &load, const TEST &test)
{
    const int64_t part = tp_warp();
    const tropic_offset begin = part * TP_COMPACT_PART + tp_lane();
    ITEM item[TP_COMPACT_WORDS];
    bool keep[TP_COMPACT_WORDS];
    if (part >= k->parts) return;
    if ((part + 1) * TP_COMPACT_PART <= k->x.count) {
#pragma unroll
        for (int l = 0; l < TP_COMPACT_WORDS; l++) item[l] = load(begin + l * TP_WARP);
    } else { /* entry 0 in place of those that there are not */
#pragma unroll
        for (int l = 0; l < TP_COMPACT_WORDS; l++)
            item[l] = load(begin + l * TP_WARP < k->x.count ? begin + l * TP_WARP : 0);
    }
#pragma unroll
    for (int l = 0; l < TP_COMPACT_WORDS; l++) keep[l] = test(item[l]);
    tp_compact_part(k, part, keep);
}

/* The lists of a warp's part: rows[0], that of its first entry, and those that begin behind it, but for empty ones;
 * where these begin is a bit each. */
typedef struct tp_compact_lists {
    uint32_t begins[TP_COMPACT_WORDS];
    tropic_index rows[TP_COMPACT_PART];
} tp_compact_lists;

/* Those of the entries from `begin` on, of which `list` has the first. Returns the list of the next part's first. */
TP_FN tropic_index tp_compact_find(const tp_arcs *x, tropic_offset begin, tropic_index list, tp_compact_lists *found)
{
    const tropic_offset end = begin + TP_COMPACT_PART < x->count ? begin + TP_COMPACT_PART : x->count;
    tropic_offset next = __ldg(x->offsets + list + 1); /* where the last list that was found ends */
    tropic_index from = list + 1;
    int count = 0;
    __syncwarp();
    if (tp_lane() < TP_COMPACT_WORDS) found->begins[tp_lane()] = 0;
    if (tp_lane() == 0) found->rows[0] = list;
    __syncwarp();
    while (next < end) {
        const tropic_index l = from + tp_lane();
        const tropic_offset at = l < x->lists ? __ldg(x->offsets + l) : x->count;
        const tropic_offset behind = l < x->lists ? __ldg(x->offsets + l + 1) : x->count;
        const bool begins = at < end && behind > at;
        const unsigned all = __ballot_sync(TP_EVERY_LANE, begins);
        if (all == 0) { /* beyond many empty ones */
            from = tp_list_of(x->offsets, from, x->lists, next);
            continue;
        }
        if (begins) {
            const unsigned e = (unsigned)(at - begin);
            found->rows[count + 1 + __popc(all & ((1u << tp_lane()) - 1))] = l;
            atomicOr(&found->begins[e / TP_WARP], 1u << e % TP_WARP);
        }
        const int last = TP_WARP - 1 - __clz((int)all);
        next = __shfl_sync(TP_EVERY_LANE, behind, last);
        list = from + last;
        count += __popc(all);
        from += TP_WARP;
    }
    __syncwarp();
    return next > end || end == x->count ? list : tp_list_of(x->offsets, list + 1, x->lists, end);
}

/* test(item, row), of item = load(e): the same where they do; a warp for each run of parts. */
template <typename ITEM, typename LOAD, typename TEST>
static __device__ __forceinline__ void tp_compact_entries(const tp_compaction *k, const LOAD &load, const TEST &test)
{
    __shared__ tp_compact_lists of_warps[TP_PASS_BLOCK / TP_WARP];
    tp_compact_lists *lists = &of_warps[threadIdx.x / TP_WARP];
    const int64_t first = tp_warp() * TP_COMPACT_RUN;
    const unsigned here = TP_EVERY_LANE >> (TP_WARP - 1 - tp_lane()); /* this lane and those below */
    if (first >= k->parts) return;
    tropic_index list = k->lists[tp_warp()];
    for (int64_t part = first; part < first + TP_COMPACT_RUN && part < k->parts; part++) {
        const tropic_offset begin = part * TP_COMPACT_PART + tp_lane();
        ITEM item[TP_COMPACT_WORDS];
        bool keep[TP_COMPACT_WORDS];
        int before = 0;
#pragma unroll
        for (int l = 0; l < TP_COMPACT_WORDS; l++)
            item[l] = load(begin + l * TP_WARP < k->x.count ? begin + l * TP_WARP : 0);
        list = tp_compact_find(&k->x, part * TP_COMPACT_PART, list, lists);
#pragma unroll
        for (int l = 0; l < TP_COMPACT_WORDS; l++) {
            const uint32_t begins = lists->begins[l];
            const tropic_index row = lists->rows[before + __popc(begins & here)];
            /* (A user's function is asked about entries alone.) */
            keep[l] = begin + l * TP_WARP < k->x.count && test(item[l], row);
            before += __popc(begins);
        }
        tp_compact_part(k, part, keep);
    }
}

#endif
