/* SPDX-License-Identifier: Apache-2.0
 *
 * Two matrices merged in device memory: a pass over tiles of their merge path chooses what the result has, as bits;
 * then the result is made. Under a mask two such passes, over the path of x and the mask and that of y and the mask,
 * say first where it lets x and y through. Ids are read twice, or once more with a mask; values once; and a few bits an
 * entry are written and read.
 */
#include "spmv/matrices/merge.cuh"

#include "spmv/matrices/chosen.cuh"
#include "spmv/matrices/working.cuh"
#include "spmv/vectors/mask_accum.h"

#define DOING "merging matrices"

/* Positions that a thread walks along: as many as bits of a word's half, so that each stores its bits alone. */
#define WALK 16
#define WALK_BLOCK (TP_PATH_TILE / WALK)
#define WORD_BITS 32

/* What the passes look at. */
typedef struct merging {
    tp_merge_path path;
    tp_merge_kind kind;
    bool calls, masked, replaces;
    bool reads_ids; /* not if x or y is empty and no column is looked up */
    /* Does the mask let entry k through? Bit k. NULL: as `others_allowed` says. */
    const uint32_t *x_allowed, *y_allowed;
    bool others_allowed;
    const bool *in_rows, *in_cols;
    bool rows_stay, cols_stay;
} merging;

/* ---- the walk along a tile of a path ---- */

/* ids: of x, from the one before the tile's; then of y, to the one behind the tile's. Then where the rows begin in
 * these, 16 bits each: of x, then of y; the first of x is -1, if it began before the tile. */
typedef struct tile {
    tropic_index room[TP_PATH_TILE + 8];
    uint32_t row_ends[TP_PATH_WORDS];
    tp_path_start from;
    int rows, length, x_count;
} tile;

typedef struct side {
    const tropic_index *ids;
    const int16_t *begins;
} side;

static __device__ side x_side(const tile *t)
{
    return {t->room + 1, (const int16_t *)(t->room + t->length - t->rows + 2)};
}
static __device__ side y_side(const tile *t)
{
    return {t->room + 1 + t->x_count, (const int16_t *)(t->room + t->length - t->rows + 2) + t->rows + 2};
}

static __device__ int16_t begin_of(const tp_arcs *arcs, int64_t row, tropic_offset from, int most)
{
    const tropic_offset begin = arcs->offsets ? arcs->offsets[row] - from : 0;
    return (int16_t)(begin < -1 ? -1 : begin > most ? most : begin);
}

static __device__ void load_tile(const tp_merge_path *path, bool reads_ids, tile *t)
{
    const tp_path_start from = path->starts[blockIdx.x], to = path->starts[blockIdx.x + 1];
    const int rows = (int)(to.row - from.row), xs = (int)(to.x - from.x), ys = (int)(to.y - from.y);
    int16_t *const x_begins = (int16_t *)(t->room + xs + ys + 2), *const y_begins = x_begins + rows + 2;
    if (threadIdx.x < TP_PATH_WORDS) t->row_ends[threadIdx.x] = 0;
    if (threadIdx.x == 0) {
        t->from = from;
        t->rows = rows;
        t->length = rows + xs + ys;
        t->x_count = xs;
    }
    __syncthreads();
    if (reads_ids) {
        const tropic_index *x_ids = path->x.ids + from.x, *y_ids = path->y.ids + from.y;
        const int y_more = ys + (to.y < path->y.count);
#pragma unroll 4
        for (int k = (int)threadIdx.x - (from.x > 0); k < xs; k += WALK_BLOCK) t->room[k + 1] = __ldg(x_ids + k);
#pragma unroll 4
        for (int k = (int)threadIdx.x; k < y_more; k += WALK_BLOCK) t->room[k + 1 + xs] = __ldg(y_ids + k);
    }
    for (int q = (int)threadIdx.x; q < rows + 2; q += WALK_BLOCK) {
        const int64_t row = from.row + q < path->lists ? from.row + q : path->lists;
        const int x = x_begins[q] = begin_of(&path->x, row, from.x, xs);
        const int y = y_begins[q] = begin_of(&path->y, row, from.y, ys + 1);
        const int end = q - 1 + x + y;
        if (q > 0 && q <= rows) atomicOr(&t->row_ends[end / WORD_BITS], 1u << end % WORD_BITS);
    }
    __syncthreads();
}

/* How many rows end before this thread's first position. The warp asks together. */
static __device__ int rows_before(const tile *t)
{
    const int first = (int)(threadIdx.x - tp_lane()) * WALK / WORD_BITS; /* the warp's first word */
    const int at = (int)threadIdx.x * WALK;
    const uint32_t bits = t->row_ends[at / WORD_BITS] >> at % WORD_BITS & ((1u << WALK) - 1);
    const unsigned mine = (unsigned)__popc(bits);
    unsigned before = 0;
    for (int w = tp_lane(); w < first; w += TP_WARP) before += (unsigned)__popc(t->row_ends[w]);
    return (int)(tp_warp_total(before) + tp_warp_ends(mine) - mine);
}

/* Where a walk stands. */
typedef struct place {
    bool of_x; /* at an entry of x, else of y */
    bool both; /* the other has this place, too */
    int x, y;  /* entries of x and y before it, in the tile */
    int step;
    int64_t row;
    tropic_index id;
} place;

/* item(place) at each of the thread's entries. Without ids x or y is empty. */
template <typename ITEM> static __device__ __forceinline__ void walk(const tile *t, bool reads_ids, const ITEM &item)
{
    const side xs = x_side(t), ys = y_side(t);
    const int first = (int)threadIdx.x * WALK;
    int q = rows_before(t);
    place p;
    if (first >= t->length) return;
    const int x_begin = xs.begins[q] > 0 ? xs.begins[q] : 0, y_begin = ys.begins[q] > 0 ? ys.begins[q] : 0;
    int x_end = xs.begins[q + 1], y_end = ys.begins[q + 1];
    /* Of the row's first entries so many are before: how many are x's? */
    const int count = first - q - x_begin - y_begin;
    int low = count > y_end - y_begin ? count - (y_end - y_begin) : 0;
    int high = count < x_end - x_begin ? count : x_end - x_begin;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (!reads_ids || xs.ids[x_begin + middle] <= ys.ids[y_begin + count - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    p.x = x_begin + low;
    p.y = y_begin + count - low;
    tropic_index last = reads_ids && p.x > xs.begins[q] ? xs.ids[p.x - 1] : -1; /* of x in this row */
#pragma unroll 1
    for (p.step = 0; p.step < WALK && first + p.step < t->length; p.step++) {
        const bool has_x = p.x < x_end, has_y = p.y < y_end;
        if (!has_x && !has_y) {
            q++;
            x_end = xs.begins[q + 1];
            y_end = ys.begins[q + 1];
            last = -1;
            continue;
        }
        const tropic_index x = !has_x ? TROPIC_INDEX_MAX : reads_ids ? xs.ids[p.x] : 0;
        const tropic_index y = !has_y ? TROPIC_INDEX_MAX : reads_ids ? ys.ids[p.y] : 0;
        p.of_x = x <= y;
        p.both = p.of_x ? x == y : y == last;
        p.id = p.of_x ? x : y;
        p.row = t->from.row + q;
        item(p);
        if (p.of_x) last = x;
        p.x += p.of_x;
        p.y += !p.of_x;
    }
}

/* ---- where the mask lets x through: the path of x and the mask ---- */

static __global__ void __launch_bounds__(WALK_BLOCK)
    allowed_kernel(const __grid_constant__ tp_merge_path path, const __grid_constant__ tp_mask mask, bool others,
                   bool reads_ids, uint32_t *allowed)
{
    __shared__ tile t;
    __shared__ uint32_t words[TP_PATH_WORDS + 1];
    load_tile(&path, reads_ids, &t);
    const tropic_offset first = t.from.x, first_word = first / WORD_BITS;
    for (int w = (int)threadIdx.x; w < TP_PATH_WORDS + 1; w += WALK_BLOCK) words[w] = 0;
    __syncthreads();
    unsigned bits = 0;
    int begin = -1;
    walk(&t, reads_ids, [&](const place &p) {
        if (!p.of_x) return;
        if (begin < 0) begin = p.x;
        const bool allows = p.both ? tp_mask_allows(&mask, t.from.y + p.y) : others;
        bits |= (unsigned)allows << (p.x - begin);
    });
    if (bits > 0) {
        const int at = (int)(first % WORD_BITS) + begin;
        const unsigned long long shifted = (unsigned long long)bits << at % WORD_BITS;
        atomicOr(&words[at / WORD_BITS], (uint32_t)shifted);
        if (shifted >> WORD_BITS) atomicOr(&words[at / WORD_BITS + 1], (uint32_t)(shifted >> WORD_BITS));
    }
    __syncthreads();
    for (int w = (int)threadIdx.x; w < TP_PATH_WORDS + 1; w += WALK_BLOCK)
        if (words[w] != 0) atomicOr(allowed + first_word + w, words[w]);
}

/* ---- what the result has: the path of x and y ---- */

enum { TAKES_X = 1, TAKES_Y = 2 };

/* What an entry is made of: none, one or both of TAKES_X and TAKES_Y. */
static __device__ int decide(const merging *g, const tile *t, const place &p)
{
    bool x = p.of_x || p.both, y = !p.of_x || p.both, allowed = true;
    if (g->masked) {
        const uint32_t *bits = p.of_x ? g->x_allowed : g->y_allowed;
        const tropic_offset k = p.of_x ? t->from.x + p.x : t->from.y + p.y;
        allowed = bits ? bits[k / WORD_BITS] >> k % WORD_BITS & 1 : g->others_allowed;
    }
    if (g->kind == TP_MERGE_WRITE) {
        const bool in_row = !g->in_rows || g->in_rows[p.row], in_col = !g->in_cols || g->in_cols[p.id];
        if ((in_row || !g->rows_stay) && (in_col || !g->cols_stay))
            x = x && (allowed ? g->calls || !(in_row && in_col) : !g->replaces);
        y = y && allowed;
    } else if (!allowed || (g->kind == TP_MERGE_INTERSECTION && !(x && y))) {
        x = y = false;
    }
    return (x ? TAKES_X : 0) | (y ? TAKES_Y : 0);
}

static __global__ void __launch_bounds__(WALK_BLOCK) choose_kernel(const __grid_constant__ merging g)
{
    __shared__ tile t;
    __shared__ int all;
    load_tile(&g.path, g.reads_ids, &t);
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    unsigned x = 0, y = 0, kept = 0;
    walk(&t, g.reads_ids, [&](const place &p) {
        const int takes = decide(&g, &t, p);
        const bool keep = p.of_x ? takes & TAKES_X : takes == TAKES_Y;
        x |= (unsigned)p.of_x << p.step;
        y |= (unsigned)(!p.of_x || takes == (TAKES_X | TAKES_Y)) << p.step;
        kept |= (unsigned)keep << p.step;
    });
    uint16_t *planes = (uint16_t *)tp_tile_planes(&g.path) + threadIdx.x;
    planes[TP_PLANE_X * WALK_BLOCK] = (uint16_t)x;
    planes[TP_PLANE_Y * WALK_BLOCK] = (uint16_t)y;
    planes[TP_PLANE_KEPT * WALK_BLOCK] = (uint16_t)kept;
    const unsigned warp = tp_warp_total((unsigned)__popc(kept));
    if (tp_lane() == 0) atomicAdd(&all, (int)warp);
    __syncthreads();
    if (threadIdx.x == 0) g.path.kept[blockIdx.x] = all;
}

/* ---- the passes ---- */

static bool is_empty(const tp_arcs *arcs)
{
    return !arcs->offsets || arcs->count == 0;
}

/* Bits of x's entries, which the mask's entries m let through. */
static tropic_status find_allowed(tropic_context *context, tp_working *w, const tp_device_merge *m, const tp_arcs *x,
                                  const uint32_t **allowed)
{
    const int64_t words = tp_quotient_up(x->count, WORD_BITS) + 1;
    const bool reads_ids = !is_empty(&m->m);
    tp_merge_path path = {};
    uint32_t *made = NULL;
    if (!m->masked || !m->m.offsets || is_empty(x)) return TROPIC_OK;
    TP_TRY(w->make(&made, words + TP_PATH_WORDS)); /* (a tile's words may reach beyond) */
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(made, 0, (size_t)words * sizeof *made, tp_cuda_of(context)->stream),
                         DOING));
    TP_TRY(tp_cuda_open_path(context, w, m->lists, x, &m->m, false, &path));
    TP_TRY(tp_cuda_launch(context, DOING, {path.tiles, WALK_BLOCK}, allowed_kernel, path, m->mask, m->others_allowed,
                          reads_ids, made));
    *allowed = made;
    return TROPIC_OK;
}

static tropic_status flags(tropic_context *context, tp_working *w, const bool *of_host, int64_t n, const bool **made)
{
    bool *copy = NULL;
    if (!of_host) return TROPIC_OK;
    TP_TRY(w->make(&copy, n));
    *made = copy;
    return tp_cuda_upload(context, copy, of_host, (size_t)n * sizeof *copy);
}

tropic_status tp_cuda_merge(tropic_context *context, const tp_device_merge *m, tp_device_lists *out)
{
    const tropic_operator *op = m->op;
    tp_working w(context, DOING);
    merging g = {};
    tp_chosen c = {};
    tp_cuda_use use(context);
    g.kind = m->kind;
    g.calls = op != NULL;
    g.masked = m->masked;
    g.replaces = m->replaces;
    g.others_allowed = m->others_allowed;
    g.reads_ids = (!is_empty(&m->x) && !is_empty(&m->y)) || m->in_cols;
    g.rows_stay = m->rows_stay;
    g.cols_stay = m->cols_stay;
    TP_TRY(flags(context, &w, m->in_rows, m->lists, &g.in_rows));
    TP_TRY(flags(context, &w, m->in_cols, m->cols, &g.in_cols));
    TP_TRY(find_allowed(context, &w, m, &m->x, &g.x_allowed));
    TP_TRY(find_allowed(context, &w, m, &m->y, &g.y_allowed));
    TP_TRY(tp_cuda_open_path(context, &w, m->lists, &m->x, &m->y, true, &g.path));
    TP_TRY(tp_cuda_launch(context, DOING, {g.path.tiles, WALK_BLOCK}, choose_kernel, g));
    c.path = g.path;
    c.calls = g.calls;
    c.fills = m->kind == TP_MERGE_FILLED || m->kind == TP_MERGE_INTERSECTION;
    if (m->kind == TP_MERGE_FILLED) {
        memcpy(c.alpha.byte, m->alpha, tropic_type_size(op->x));
        memcpy(c.beta.byte, m->beta, tropic_type_size(op->y));
    }
    return tp_cuda_make_chosen(context, &w, &c, op, m->type, m->pattern, out);
}
