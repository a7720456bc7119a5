/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances between all pairs: Floyd and Warshall's algorithm in tiles of a dense matrix. In a phase, paths may go
 * through some more vertices: first within their block of the matrix, then along its rows and columns, then everywhere
 * else, where each tile is one product of such columns and rows.
 */
#include "algorithms/distances/distances.h"
#include "algorithms/work.h"
#include "formats/matrix/facts/facts.h"
#include "runtime/instruction_set.h"
#include "spmv/cpu_backend.h"

#include <float.h>
#include <string.h>

#define DOING "distances in tiles"

/* A tile has TILE rows of WIDE columns, which the first-level cache holds beside STEP (of relax) rows of a panel: 8 KiB
 * and 4, of FP64 twice that. (One thread of an EPYC 9004: by AVX2 58 G operations a second of FP32, 29 of FP64; WIDE
 * 256 and TILE 8 or 32 gain nothing; AVX-512 loses up to a tenth. By bits 87 and 32, with AVX-512 90 and 38; without
 * either, where there is no minimum of integers, half of the others.) */
#define TILE 16
#define WIDE 128
#define STEP 8
_Static_assert(TP_DISTANCES_DEPTH % WIDE == 0 && TP_DISTANCES_DEPTH_SMALL % WIDE == 0, "panels are whole");
/* Tiles below each other that a thread takes at a time, and so many of these takes between two calls of tp_progress:
 * about a tenth of a second. */
#define GROUP 16
#define TILES_PROGRESS 512

typedef struct tiles {
    tropic_context *context;
    int64_t n;
    void *distance; /* n x n */
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_type weights;
    bool by_bits;               /* nothing is negative, and that is faster */
    int64_t first, size;        /* of the middle */
    int64_t depth;              /* the size, up to a multiple of TILE: beyond it, all is infinite */
    void *middle, *middle_rows; /* depth x depth, by panels, and by rows */
    void *rows, *columns;       /* depth x n by panels; n x depth by rows */
    int64_t groups, from;       /* of the rest: groups below each other; those before this are done */
} tiles;

typedef struct passes {
    size_t real;
    tp_loop_body *fill;
    int64_t (*find_cycle)(const tiles *t);
    void (*begin_phase)(const tiles *t);
    tp_loop_body *take_rows, *take_columns, *take_rest;
} passes;

/* Are these rows, or columns, in the middle? */
static bool is_middle(const tiles *t, int64_t at)
{
    return at >= t->first && at < t->first + t->size;
}

typedef int32_t bits_fp32 __attribute__((may_alias));
typedef int64_t bits_fp64 __attribute__((may_alias));

#define REAL float
#define NAME(x) x##_fp32
#include "algorithms/distances/tiles_text.h"
#undef REAL
#undef NAME
#define REAL double
#define NAME(x) x##_fp64
#include "algorithms/distances/tiles_text.h"

static int64_t up(int64_t count, int64_t by)
{
    return (count + by - 1) / by;
}

static tropic_status refuse_cycle(tp_run *run, const tiles *t, const passes *pass)
{
    const int64_t v = pass->find_cycle(t);
    return v < 0 ? TROPIC_OK : tp_distances_refuse_cycle(run, v);
}

static tropic_status take_phase(tp_run *run, tiles *t, const passes *pass)
{
    const int64_t panels = up(t->n, WIDE), all = panels * t->groups;
    const tp_team team = tp_team_for(run->context, t->n * t->n);
    pass->begin_phase(t);
    tp_for(team, panels, 1, pass->take_rows, t);
    tp_for(team, up(t->n, TILE), 1, pass->take_columns, t);
    for (t->from = 0; t->from < all; t->from += TILES_PROGRESS) {
        const int64_t some = all - t->from < TILES_PROGRESS ? all - t->from : TILES_PROGRESS;
        TP_TRY(tp_progress(run->context,
                           ((double)t->first + (double)t->size * (double)t->from / (double)all) / (double)t->n));
        tp_for(team, some, 1, pass->take_rest, t);
    }
    return refuse_cycle(run, t, pass);
}

static tropic_status make_arrays(tp_run *run, tiles *t, const passes *pass, int64_t deep, bool apart)
{
    const int64_t across = up(t->n, WIDE) * WIDE * deep, down = up(t->n, TILE) * TILE * deep;
    const size_t numbers = (size_t)(across + down + 2 * deep * deep + (apart ? t->n * t->n : 0));
    TP_TRY(tp_need_memory(run->context, &run->context->work, numbers * pass->real,
                          "distances between all %lld vertices", (long long)t->n));
    t->rows = tp_arena_array(&run->arena, across, pass->real);
    t->columns = tp_arena_array(&run->arena, down, pass->real);
    t->middle = tp_arena_array(&run->arena, deep * deep, pass->real);
    t->middle_rows = tp_arena_array(&run->arena, deep * deep, pass->real);
    if (apart) t->distance = tp_arena_array(&run->arena, t->n * t->n, pass->real);
    return tp_arena_check(&run->arena, DOING);
}

tropic_status tp_cpu_distances_tiles(tp_run *run, const tp_distances *d)
{
    const passes *pass = d->type == TROPIC_FP32 ? &passes_fp32 : &passes_fp64;
    const int64_t n = d->n, deep = tp_distances_depth(n);
    tiles t = {.context = run->context, .n = n, .distance = d->distance, .weights = run->A->type};
    TP_TRY(tropic_matrix_csr(run->A, run->context, &t.offsets, &t.ids, d->weighted ? &t.values : NULL));
    TP_TRY(make_arrays(run, &t, pass, deep, d->sources != NULL));
    TP_TRY(tp_run_start(run));
    t.groups = up(n, GROUP * TILE);
    t.by_bits = d->least >= 0 && run->context->instruction_set != TP_BASELINE;
    tp_for(tp_team_for(run->context, n * n), n, 1, pass->fill, &t);
    TP_TRY(refuse_cycle(run, &t, pass));
    for (; t.first < n; t.first += deep) {
        t.size = n - t.first < deep ? n - t.first : deep;
        t.depth = up(t.size, TILE) * TILE;
        TP_TRY(take_phase(run, &t, pass));
    }
    for (tropic_index row = 0; d->sources && row < d->count; row++)
        memcpy((char *)d->distance + (size_t)row * (size_t)n * pass->real,
               (const char *)t.distance + (size_t)d->sources[row] * (size_t)n * pass->real, (size_t)n * pass->real);
    return d->parent ? tp_distances_hang(run, d) : TROPIC_OK;
}

/* ---- the choice, by the time of one thread ---- */

double tp_cpu_distances_tiles_seconds(const tp_run *run, const tp_distances *d)
{
    const double n = d->n, each = d->type == TROPIC_FP32 ? TP_DISTANCES_SUM_FP32 : TP_DISTANCES_SUM_FP64;
    const double apart = d->sources ? n * n * (double)tropic_type_size(d->type) : 0; /* a matrix beside the result */
    (void)run;
    if (apart > 0 && !(apart < TP_DISTANCES_MEMORY_PART * (double)tp_available_memory())) return HUGE_VAL;
    return n * n * n * each;
}

double tp_cpu_distances_searches_seconds(const tp_run *run, const tp_distances *d)
{
    const double n = d->n, arcs = (double)run->A->count;
    if (!d->weighted)
        return TP_DISTANCES_PLACE * d->count * n + ceil((double)d->count / TROPIC_BFS_BATCH) * TP_BATCH_SEARCHES *
                                                       tp_work_of_search(TP_WORK_BFS, n, arcs, 1);
    return TP_DISTANCES_SEARCH * d->count * tp_work_of_search(TP_WORK_SSSP, n, arcs, 1) *
           (d->least < 0 ? TP_DISTANCES_NEGATIVE : 1);
}

const tp_distances_calls tp_cpu_distances_calls = {TP_DISTANCES_CALLS(TP_CALL_ROW, tp_cpu_distances_)};
