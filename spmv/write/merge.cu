/* SPDX-License-Identifier: Apache-2.0
 *
 * Two matrices merged in device memory: a pass over tiles of their merge path chooses the entries of the result, as
 * bits; then the result is made. Under a mask two such passes, over the path of x and the mask and that of y and the
 * mask, say first where it lets x and y through. Ids are read twice, or once more with a mask; values once; and a few
 * bits an entry are written and read.
 */
#include "spmv/write/merge.cuh"

#include "spmv/device/working.cuh"
#include "spmv/write/chosen.cuh"
#include "spmv/write/mask_accum.h"
#include "spmv/write/merge_walk.cuh"

#define DOING "merging matrices"

/* Blocks that a multiprocessor has threads for: walks wait for shared memory, and few registers are worth it. */
#define PATH_BLOCKS (TP_MAX_BLOCKS * TP_STEP_BLOCK / TP_PATH_BLOCK)

/* Rows or columns: those with flags, or of a range, or all. */
typedef struct line_set {
    const bool *flags;
    tp_ascending range;
} line_set;

static bool is_all(const line_set *s)
{
    return !s->flags && s->range.stride == 0;
}

static __device__ bool is_in(const line_set *s, tropic_index k)
{
    const unsigned at = (unsigned)(k - s->range.first), stride = (unsigned)s->range.stride; /* below: far above all */
    if (s->flags) return s->flags[k];
    if (stride <= 1) return stride == 0 || at < (unsigned)s->range.count;
    return at % stride == 0 && at / stride < (unsigned)s->range.count;
}

/* Parameters of the passes. */
typedef struct merging {
    tp_merge_path path;
    tp_merge_kind kind;
    bool calls, masked, replaces;
    bool reads_ids; /* if not, x or y is empty, and ids decide nothing */
    /* Where x or y is empty, the mask's entries take its place on the path: they are looked at, and never kept. */
    enum { NOT_ON_PATH, AS_X, AS_Y } mask_is;
    tp_mask mask;
    /* Does the mask let entry k through? Bit k. NULL: as `others_allowed` says. */
    const uint32_t *x_allowed, *y_allowed;
    bool others_allowed;
    line_set rows, cols;
    bool rows_stay, cols_stay;
} merging;

/* ---- where the mask lets x through: the path of x and the mask ---- */

static __global__ void __launch_bounds__(TP_PATH_BLOCK)
    allowed_kernel(const __grid_constant__ tp_merge_path path, const __grid_constant__ tp_mask mask, bool others,
                   uint32_t *allowed)
{
    __shared__ tp_merge_tile t;
    __shared__ uint32_t words[TP_PATH_WORDS + 1];
    load_tile(&path, true, &t);
    const tropic_offset first = t.from.x, first_word = first / WORD_BITS;
    for (int w = (int)threadIdx.x; w < TP_PATH_WORDS + 1; w += TP_PATH_BLOCK) words[w] = 0;
    __syncthreads();
    unsigned bits = 0;
    int begin = -1;
    walk(&t, [&](const tp_merge_place &p) {
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
    for (int w = (int)threadIdx.x; w < TP_PATH_WORDS + 1; w += TP_PATH_BLOCK)
        if (words[w] != 0) atomicOr(allowed + first_word + w, words[w]);
}

/* ---- the entries of the result: the path of x and y ---- */

enum { TAKES_X = 1, TAKES_Y = 2 };

static __device__ bool is_allowed(const merging *g, const tp_merge_tile *t, const tp_merge_place &p)
{
    const uint32_t *bits = p.of_x ? g->x_allowed : g->y_allowed;
    const tropic_offset k = p.of_x ? t->from.x + p.x : t->from.y + p.y;
    if (g->mask_is == merging::NOT_ON_PATH) return bits ? bits[k / WORD_BITS] >> k % WORD_BITS & 1 : g->others_allowed;
    if (!p.both) return g->others_allowed;
    return tp_mask_allows(&g->mask, p.of_x ? t->from.y + p.y : t->from.x + p.x - 1);
}

/* Operands that an entry is made of: none, one or both of TAKES_X and TAKES_Y. */
static __device__ int decide(const merging *g, const tp_merge_tile *t, const tp_merge_place &p)
{
    const bool beside_mask = g->mask_is != merging::NOT_ON_PATH;
    if (beside_mask && p.of_x == (g->mask_is == merging::AS_X)) return 0;
    bool x = p.of_x || (p.both && !beside_mask), y = !p.of_x || (p.both && !beside_mask);
    const bool allowed = !g->masked || is_allowed(g, t, p);
    if (g->kind == TP_MERGE_WRITE) {
        const bool in_row = is_in(&g->rows, (tropic_index)p.row), in_col = is_in(&g->cols, p.id);
        if ((in_row || !g->rows_stay) && (in_col || !g->cols_stay))
            x = x && (allowed ? g->calls || !(in_row && in_col) : !g->replaces);
        y = y && allowed;
    } else if (!allowed || (g->kind == TP_MERGE_INTERSECTION && !(x && y))) {
        x = y = false;
    }
    return (x ? TAKES_X : 0) | (y ? TAKES_Y : 0);
}

/* PLAIN: a union of all places or, of that kind, of those that both have, whatever they are. */
template <bool PLAIN>
static __global__ void __launch_bounds__(TP_PATH_BLOCK, PATH_BLOCKS) choose_kernel(const __grid_constant__ merging g)
{
    __shared__ tp_merge_tile t;
    __shared__ int all;
    if (threadIdx.x == 0) all = 0;
    load_tile(&g.path, g.reads_ids, &t);
    unsigned x = 0, y = 0, kept = 0;
    if (PLAIN) {
        unsigned both;
        walk_steps(&t, &x, &y, &both);
        kept = g.kind == TP_MERGE_INTERSECTION ? x & both : x | (y & ~both);
        y |= x & both;
    } else {
        walk(&t, [&](const tp_merge_place &p) {
            const int takes = decide(&g, &t, p);
            const bool keep = p.of_x ? takes & TAKES_X : takes == TAKES_Y;
            x |= (unsigned)p.of_x << p.step;
            y |= (unsigned)(!p.of_x || takes == (TAKES_X | TAKES_Y)) << p.step;
            kept |= (unsigned)keep << p.step;
        });
    }
    uint16_t *planes = (uint16_t *)tp_tile_planes(&g.path) + threadIdx.x;
    planes[TP_PLANE_X * TP_PATH_BLOCK] = (uint16_t)x;
    planes[TP_PLANE_Y * TP_PATH_BLOCK] = (uint16_t)y;
    planes[TP_PLANE_KEPT * TP_PATH_BLOCK] = (uint16_t)kept;
    const unsigned warp = tp_warp_total((unsigned)__popc(kept));
    if (tp_lane() == 0) atomicAdd(&all, (int)warp);
    __syncthreads();
    if (threadIdx.x == 0) g.path.kept[blockIdx.x] = all;
}

/* ---- the passes ---- */

static bool is_plain(const merging *g)
{
    return !g->masked && is_all(&g->rows) && is_all(&g->cols) && (g->kind != TP_MERGE_WRITE || g->calls);
}

static bool is_empty(const tp_arcs *arcs)
{
    return !arcs->offsets || arcs->count == 0;
}

/* Bits of x's entries, which the mask's entries let through. */
static tropic_status find_allowed(tropic_context *context, tp_working *w, const tp_device_merge *m, const tp_arcs *x,
                                  const uint32_t **allowed)
{
    const int64_t words = tp_quotient_up(x->count, WORD_BITS) + 1;
    tp_merge_path path = {};
    uint32_t *made = NULL;
    TP_TRY(w->make(&made, words + TP_PATH_WORDS)); /* (a tile's words may reach beyond) */
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(made, 0, (size_t)words * sizeof *made, tp_cuda_of(context)->stream),
                         DOING));
    TP_TRY(tp_cuda_open_path(context, w, m->lists, x, &m->m, false, &path));
    TP_TRY(tp_cuda_launch(context, DOING, {path.tiles, TP_PATH_BLOCK}, allowed_kernel, path, m->mask, m->others_allowed,
                          made));
    *allowed = made;
    return TROPIC_OK;
}

/* x or y, if empty, becomes the mask; else bits say where it lets them through. */
static tropic_status look_at_mask(tropic_context *context, tp_working *w, const tp_device_merge *m, merging *g,
                                  const tp_arcs **x, const tp_arcs **y)
{
    g->mask = m->mask;
    if (!m->masked || is_empty(&m->m)) return TROPIC_OK;
    if (is_empty(*x) || is_empty(*y)) {
        g->mask_is = is_empty(*x) ? merging::AS_X : merging::AS_Y;
        *(is_empty(*x) ? x : y) = &m->m;
        return TROPIC_OK;
    }
    TP_TRY(find_allowed(context, w, m, *x, &g->x_allowed));
    return find_allowed(context, w, m, *y, &g->y_allowed);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) flag_kernel(const tropic_index *ids, int64_t count, bool *flags)
{
    TP_FOR_EACH(k, count) flags[ids[k]] = true;
}

static tropic_status open_set(tropic_context *context, tp_working *w, const bool *flags, const tp_ascending *a,
                              int64_t n, line_set *set)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    const tropic_index *ids = NULL;
    bool *made = NULL;
    set->range = *a;
    if (flags) return w->upload(&set->flags, flags, n);
    if (!a->ids) return TROPIC_OK;
    TP_TRY(w->upload(&ids, a->ids, a->count));
    TP_TRY(w->make(&made, n));
    set->flags = made;
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(made, 0, (size_t)n * sizeof *made, stream), DOING));
    return tp_pass(context, DOING, a->count, flag_kernel, ids, a->count, made);
}

tropic_status tp_cuda_merge(tropic_context *context, const tp_device_merge *m, tp_device_lists *out)
{
    const tropic_operator *op = m->op;
    tp_working w(context, DOING);
    merging g = {};
    tp_chosen c = {};
    const tp_arcs *x = &m->x, *y = &m->y;
    tp_cuda_use use(context);
    g.kind = m->kind;
    g.calls = op != NULL;
    g.masked = m->masked;
    g.replaces = m->replaces;
    g.others_allowed = m->others_allowed;
    g.rows_stay = m->rows_stay;
    g.cols_stay = m->cols_stay;
    TP_TRY(open_set(context, &w, m->in_rows, &m->rows, m->lists, &g.rows));
    TP_TRY(open_set(context, &w, m->in_cols, &m->of_cols, m->cols, &g.cols));
    TP_TRY(look_at_mask(context, &w, m, &g, &x, &y));
    TP_TRY(tp_cuda_open_path(context, &w, m->lists, x, y, true, &g.path));
    g.reads_ids = !is_all(&g.cols) || (!is_empty(&g.path.x) && !is_empty(&g.path.y));
    TP_TRY(tp_cuda_launch(context, DOING, {g.path.tiles, TP_PATH_BLOCK},
                          is_plain(&g) ? choose_kernel<true> : choose_kernel<false>, g));
    c.path = g.path;
    c.calls = g.calls;
    c.fills = m->kind == TP_MERGE_FILLED || m->kind == TP_MERGE_INTERSECTION;
    if (m->kind == TP_MERGE_FILLED) {
        memcpy(c.alpha.byte, m->alpha, tropic_type_size(op->x));
        memcpy(c.beta.byte, m->beta, tropic_type_size(op->y));
    }
    return tp_cuda_make_chosen(context, &w, &c, op, m->type, m->pattern, out);
}
