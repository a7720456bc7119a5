/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances between all pairs on a GPU, in tiles: the phases of the CPU (tiles.c), which are of the same depth, so that
 * all sums are the same. A phase is some launches for the middle block, one for its rows and columns, and one for all
 * else. Trees and results come to the host in bands of rows. If FP32 has all sums, FP64 is the results' type alone.
 */
#include "algorithms/distances/distances.h"
#include "algorithms/distances/tiles_phase.cuh"
#include "algorithms/tuning.h"
#include "formats/matrix/device.cuh"
#include "spmv/cuda_backend.h"

#include <math.h>

#define DOING "distances in tiles"
/* Bytes of a band, about. (Not measured.) */
#define BAND ((int64_t)1 << 28)

typedef struct lengths {
    tp_arcs arcs;
    const double *length; /* NULL: each is 1 */
} lengths;

/* The lengths of arcs, of any type, as FP64. */
static tropic_status take_lengths(tp_run *run, const tp_distances *d, const tp_arcs *arcs, lengths *l)
{
    double *length = NULL;
    *l = {*arcs, NULL};
    if (!d->weighted || !arcs->values) return TROPIC_OK;
    if (run->A->type == TROPIC_FP64) l->length = (const double *)arcs->values;
    if (l->length) return TROPIC_OK;
    TP_TRY(tp_run_array(run, &length, arcs->count, sizeof *length, "lengths of arcs"));
    l->length = length;
    return tp_cuda_cast(run->context, length, TROPIC_FP64, arcs->values, run->A->type, NULL, arcs->count);
}

/* ---- the matrix ---- */

template <typename REAL>
static __global__ void __launch_bounds__(TP_PASS_BLOCK) put_zeros(const __grid_constant__ tp_tiled<REAL> t)
{
    TP_FOR_EACH(v, t.n) t.distance[v * t.side + v] = 0;
}

template <typename REAL>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    put_arcs(const __grid_constant__ tp_tiled<REAL> t, const __grid_constant__ lengths l)
{
    TP_FOR_EACH_PART(part, l.arcs)
    {
        tp_each_with_list(&l.arcs, part, [&](int64_t k, int64_t u) {
            const int64_t v = l.arcs.ids[k];
            const REAL length = (REAL)(l.length ? l.length[k] : 1) + 0; /* of -0, 0 */
            if (u != v || length < 0) t.distance[u * t.side + v] = length;
        });
    }
}

/* *least: the first vertex that a path of negative length leads back to. */
template <typename REAL>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    find_cycle(const __grid_constant__ tp_tiled<REAL> t, unsigned *least)
{
    TP_FOR_EACH(v, t.n) if (t.distance[v * t.side + v] < 0) atomicMin(least, (unsigned)v);
}

template <typename REAL> static tropic_status refuse_cycle(tp_run *run, const tp_tiled<REAL> *t, unsigned *least)
{
    static const uint32_t none = UINT32_MAX;
    tropic_context *context = run->context;
    unsigned found = none;
    if (!least) return TROPIC_OK;
    TP_TRY(tp_cuda_fill(context, least, TROPIC_UINT32, &none, 1));
    TP_TRY(tp_pass(context, DOING, t->n, find_cycle<REAL>, *t, least));
    TP_TRY(tp_cuda_download(context, &found, least, sizeof found));
    return found == none ? TROPIC_OK : tp_distances_refuse_cycle(run, found);
}

template <typename REAL> static tropic_status fill(tp_run *run, const tp_distances *d, const tp_tiled<REAL> *t)
{
    const REAL none = (REAL)HUGE_VAL;
    tropic_context *context = run->context;
    const int first = run->arena.count;
    lengths l;
    TP_TRY(take_lengths(run, d, &run->out, &l));
    TP_TRY(tp_cuda_fill(context, t->distance, sizeof(REAL) == sizeof(float) ? TROPIC_FP32 : TROPIC_FP64, &none,
                        t->side * t->side));
    TP_TRY(tp_pass(context, DOING, t->n, put_zeros<REAL>, *t));
    TP_TRY(tp_pass_with_lists(context, DOING, &l.arcs, put_arcs<REAL>, *t, l));
    tp_arena_release_since(&run->arena, first);
    return TROPIC_OK;
}

/* ---- phases ---- */

/* The last launch leaves it in t->middle; other: the same room. */
template <typename REAL>
static tropic_status close_middle(tropic_context *context, const tp_tiled<REAL> *t, REAL *other)
{
    const int64_t tiles = t->depth / TP_CLOSE_TILE, launches = t->depth / TP_CLOSE_STEP;
    const REAL *from = t->distance + t->first * t->side + t->first;
    for (int64_t k = 0; k < launches; k++) {
        REAL *const to = (launches - 1 - k) % 2 ? other : t->middle;
        TP_TRY(tp_cuda_launch(context, DOING, {tiles * tiles, TP_TILE_THREADS}, tp_tiles_close<REAL>, from,
                              k == 0 ? t->side : t->depth, to, (int)t->depth, (int)k * TP_CLOSE_STEP));
        from = to;
    }
    return TROPIC_OK;
}

template <typename LEAST, typename REAL = typename LEAST::real>
static tropic_status take_phase(tropic_context *context, const tp_tiled<REAL> *t, REAL *other)
{
    const int64_t down = t->side / TP_TILE_ROWS, across = t->side / tp_tile_of<REAL>::COLUMNS;
    const int64_t cross = t->depth / TP_TILE_ROWS * across + down * (t->depth / tp_tile_of<REAL>::COLUMNS);
    TP_TRY(close_middle(context, t, other));
    TP_TRY(tp_cuda_launch(context, DOING, {t->depth / TP_TRANSPOSE * (t->side / TP_TRANSPOSE), TP_TILE_THREADS},
                          tp_tiles_transpose<REAL>, *t));
    if (t->side == t->depth) return TROPIC_OK;
    TP_TRY(tp_cuda_launch(context, DOING, {cross, TP_TILE_THREADS}, tp_tiles_cross<LEAST>, *t));
    return tp_cuda_launch(context, DOING, {down * across, TP_TILE_THREADS}, tp_tiles_rest<LEAST>, *t);
}

/* least: NULL, where nothing is negative. The host is one phase ahead. */
template <typename LEAST, typename REAL = typename LEAST::real>
static tropic_status take_phases(tp_run *run, tp_tiled<REAL> *t, REAL *other, unsigned *least)
{
    tropic_context *context = run->context;
    TP_TRY(refuse_cycle(run, t, least));
    for (t->first = 0; t->first < t->n; t->first += t->depth) {
        TP_TRY(tp_progress(context, (double)t->first / (double)t->n));
        TP_TRY(take_phase<LEAST>(context, t, other));
        if (t->first > 0) TP_TRY(tp_cuda_await_mark(context));
        TP_TRY(tp_cuda_mark(context));
        TP_TRY(refuse_cycle(run, t, least));
    }
    return TROPIC_OK;
}

template <typename REAL> static tropic_status make_arrays(tp_run *run, tp_tiled<REAL> *t, REAL **other)
{
    TP_TRY(tp_run_array(run, &t->distance, t->side * t->side, sizeof(REAL), "distances between all vertices"));
    TP_TRY(tp_run_array(run, &t->rows, t->depth * t->side, sizeof(REAL), DOING));
    TP_TRY(tp_run_array(run, &t->columns_before, t->depth * t->side, sizeof(REAL), DOING));
    TP_TRY(tp_run_array(run, &t->columns, t->depth * t->side, sizeof(REAL), DOING));
    TP_TRY(tp_run_array(run, &t->middle, t->depth * t->depth, sizeof(REAL), DOING));
    TP_TRY(tp_run_array(run, &t->middle_transposed, t->depth * t->depth, sizeof(REAL), DOING));
    return tp_run_array(run, other, t->depth * t->depth, sizeof(REAL), DOING);
}

/* ---- results ---- */

/* Rows first .. of the result, which may be any of the matrix; NULL: those. */
template <typename REAL> struct band {
    const REAL *distance;
    const tropic_index *sources;
    int64_t n, side, first, count;

    __device__ int64_t source(int64_t row) const
    {
        return sources ? sources[first + row] : first + row;
    }
};

template <typename REAL, typename RESULT>
static __global__ void __launch_bounds__(TP_PASS_BLOCK) take_rows(const __grid_constant__ band<REAL> b, RESULT *to)
{
    TP_FOR_EACH(k, b.count * b.n) to[k] = b.distance[b.source(k / b.n) * b.side + k % b.n];
}

/* Parents as tp_distances_hang has them; arcs: into each vertex. */
template <typename REAL>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    hang(const __grid_constant__ band<REAL> b, const __grid_constant__ lengths l, tropic_index *parent)
{
    TP_FOR_EACH(place, b.count * b.n)
    {
        const int64_t source = b.source(place / b.n), v = place % b.n;
        const REAL *row = b.distance + source * b.side;
        const double distance = row[v];
        tropic_index found = -1;
        if (v == source)
            found = (tropic_index)v;
        else if (distance < HUGE_VAL)
            for (tropic_offset k = l.arcs.offsets[v]; k < l.arcs.offsets[v + 1] && found < 0; k++) {
                const tropic_index u = l.arcs.ids[k];
                if (__dadd_rn((double)row[u], l.length ? l.length[k] : 1) == distance) found = u;
            }
        parent[place] = found;
    }
}

template <typename REAL, typename RESULT>
static tropic_status give(tp_run *run, const tp_distances *d, const tp_tiled<REAL> *t)
{
    tropic_context *context = run->context;
    const bool whole = !d->sources && t->side == t->n && sizeof(REAL) == sizeof(RESULT);
    const int64_t each = BAND / (t->n * (int64_t)sizeof(RESULT)), some = each < 1          ? 1
                                                                         : each < d->count ? each
                                                                                           : d->count;
    band<REAL> b = {t->distance, NULL, t->n, t->side, 0, some};
    tropic_index *sources = NULL, *parent = NULL;
    RESULT *rows = NULL;
    lengths l;
    if (d->sources) TP_TRY(tp_run_array(run, &sources, d->count, sizeof *sources, DOING));
    if (d->sources) TP_TRY(tp_cuda_upload(context, sources, d->sources, (size_t)d->count * sizeof *sources));
    if (!whole) TP_TRY(tp_run_array(run, &rows, some * t->n, sizeof(RESULT), DOING));
    if (d->parent) TP_TRY(tp_run_array(run, &parent, some * t->n, sizeof *parent, "trees"));
    if (d->parent) TP_TRY(take_lengths(run, d, &run->in, &l));
    if (whole) TP_TRY(tp_cuda_download(context, d->distance, t->distance, (size_t)(t->n * t->n) * sizeof(RESULT)));
    b.sources = sources;
    for (; b.first < d->count && (!whole || d->parent); b.first += b.count) {
        const int64_t at = b.first * t->n;
        b.count = d->count - b.first < some ? d->count - b.first : some;
        TP_TRY(tp_progress(context, 1));
        if (!whole) {
            TP_TRY(tp_pass(context, DOING, b.count * t->n, take_rows<REAL, RESULT>, b, rows));
            TP_TRY(
                tp_cuda_download(context, (RESULT *)d->distance + at, rows, (size_t)(b.count * t->n) * sizeof(RESULT)));
        }
        if (!d->parent) continue;
        TP_TRY(tp_pass(context, DOING, b.count * t->n, hang<REAL>, b, l, parent));
        TP_TRY(tp_cuda_download(context, d->parent + at, parent, (size_t)(b.count * t->n) * sizeof *parent));
    }
    return TROPIC_OK;
}

template <typename LEAST, typename RESULT, typename REAL = typename LEAST::real>
static tropic_status all_pairs(tp_run *run, const tp_distances *d)
{
    tp_tiled<REAL> t = {};
    REAL *other = NULL;
    unsigned *least = NULL;
    t.n = d->n;
    t.depth = tp_distances_depth(d->n);
    t.side = tp_quotient_up(t.n, t.depth) * t.depth;
    TP_TRY(make_arrays(run, &t, &other));
    if (d->least < 0) TP_TRY(tp_run_array(run, &least, 1, sizeof *least, DOING));
    TP_TRY(tp_run_start(run));
    TP_TRY(fill(run, d, &t));
    TP_TRY(take_phases<LEAST>(run, &t, other, least));
    return give<REAL, RESULT>(run, d, &t);
}

tropic_status tp_cuda_distances_tiles(tp_run *run, const tp_distances *d)
{
    tp_cuda_use use(run->context);
    TP_TRY(tp_cuda_refuse_capture(run->context));
    if (d->type == TROPIC_FP64)
        return tp_distances_single(d) ? all_pairs<tp_least_bits, double>(run, d)
                                      : all_pairs<tp_least_fp64, double>(run, d);
    return d->least < 0 ? all_pairs<tp_least_fp32, float>(run, d) : all_pairs<tp_least_bits, float>(run, d);
}

/* ---- the choice ---- */

/* Seconds for each third power of a vertex, and for each phase beside it. (H200, 16,384 vertices and 1024.) */
#define SUM_FP32 6.7e-14
#define SUM_FP64 2.2e-13
#define PHASE_SECONDS 1e-4
/* For each search by lengths, each 64 by levels, and each arc of these. (Not measured.) */
#define SEARCH_SECONDS 5e-4
#define BATCH_SECONDS 1e-3
#define ARC_SECONDS 1e-10

double tp_cuda_distances_tiles_seconds(const tp_run *run, const tp_distances *d)
{
    const double depth = (double)tp_distances_depth(d->n), phases = ceil(d->n / depth), side = phases * depth;
    const bool single = d->type == TROPIC_FP32 || tp_distances_single(d);
    const double lengths = d->weighted && run->A->type != TROPIC_FP64 ? (double)run->A->count * sizeof(double) : 0;
    const double bytes =
        side * (side + 3 * depth) * (double)(single ? sizeof(float) : sizeof(double)) + lengths + 2.0 * BAND;
    size_t available = 0;
    if (tp_cuda_available(run->context, &available) != TROPIC_OK || !(bytes < (double)available)) return HUGE_VAL;
    return side * side * side * (single ? SUM_FP32 : SUM_FP64) + phases * PHASE_SECONDS;
}

double tp_cuda_distances_searches_seconds(const tp_run *run, const tp_distances *d)
{
    const double arcs = (double)run->A->count;
    if (d->weighted) return d->count * (SEARCH_SECONDS + arcs * ARC_SECONDS);
    return ceil((double)d->count / TROPIC_BFS_BATCH) * (BATCH_SECONDS + arcs * ARC_SECONDS) +
           TP_DISTANCES_PLACE * d->count * d->n;
}

const tp_distances_calls tp_cuda_distances_calls = {TP_DISTANCES_CALLS(TP_CALL_ROW, tp_cuda_distances_)};
