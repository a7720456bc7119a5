/* SPDX-License-Identifier: Apache-2.0
 *
 * Degree-based grouping (Faldu, Diamond and Grot, IISWC 2019) for products that pull. Such a product gathers values of
 * sources from all over a vector, most often those of few sources, which share lines of a cache with others. Groups are
 * of sources with as many arcs, but for a factor of 2, those with the most arcs first; within a group, the order of ids
 * stays. A vector that is laid out in this order has the values that are read most often side by side. Lists have the
 * places of their ids in it, and keep their own order, so that sums have the same bits.
 */
#include "formats/matrix/lists.h"
#include "formats/matrix/matrix.h"
#include "formats/tuning.h"
#include "runtime/threads.h"

/* Sources whose numbers of arcs have as many bits; the last group has none. */
#define GROUPS 32
/* Parts of the sources, which threads go through side by side. */
#define SOURCE_PARTS 64

typedef struct grouping {
    tp_arcs arcs;
    tropic_index n;                        /* sources */
    const tropic_offset *offsets;          /* of their lists; NULL: not known */
    int64_t stride;                        /* of the arcs that are looked at */
    tropic_index *of_source;               /* its arcs, or those of the sample; then its place */
    tropic_index *order;                   /* the source at each place */
    tropic_index *ids;                     /* the places of the arcs' ids */
    tropic_index at[SOURCE_PARTS][GROUPS]; /* how many sources; then the place of the next */
} grouping;

static int group_of(tropic_index arcs)
{
    return arcs == 0 ? GROUPS - 1 : __builtin_clz((unsigned)arcs) - 1;
}

static void measure(const void *of, int64_t begin, int64_t end)
{
    const grouping *g = of;
    for (int64_t i = begin; i < end; i++) {
        const tropic_offset arcs = g->offsets ? g->offsets[i + 1] - g->offsets[i] : 0;
        g->of_source[i] = arcs < TROPIC_INDEX_MAX ? (tropic_index)arcs : TROPIC_INDEX_MAX;
    }
}

static void count_arcs(const void *of, int64_t begin, int64_t end)
{
    const grouping *g = of;
    for (int64_t s = begin; s < end; s++)
        __atomic_fetch_add(&g->of_source[g->arcs.ids[s * g->stride]], 1, __ATOMIC_RELAXED);
}

static tropic_index part_begin(const grouping *g, int64_t part)
{
    return (tropic_index)(g->n * part / SOURCE_PARTS);
}

static void count_sources(const void *of, int64_t begin, int64_t end)
{
    grouping *g = (grouping *)of;
    for (int64_t part = begin; part < end; part++)
        for (tropic_index i = part_begin(g, part); i < part_begin(g, part + 1); i++)
            g->at[part][group_of(g->of_source[i])]++;
}

static void place_sources(const void *of, int64_t begin, int64_t end)
{
    grouping *g = (grouping *)of;
    for (int64_t part = begin; part < end; part++)
        for (tropic_index i = part_begin(g, part); i < part_begin(g, part + 1); i++) {
            const tropic_index place = g->at[part][group_of(g->of_source[i])]++;
            g->of_source[i] = place;
            g->order[place] = i;
        }
}

static void name_places(const void *of, int64_t begin, int64_t end)
{
    const grouping *g = of;
    for (int64_t k = begin; k < end; k++) g->ids[k] = g->of_source[g->arcs.ids[k]];
}

/* Do lists name ids side by side? */
static bool is_local(const tp_arcs *arcs)
{
    const int64_t pairs = arcs->count - 1, sampled = pairs < TP_GROUP_LOCAL_SAMPLE ? pairs : TP_GROUP_LOCAL_SAMPLE;
    int64_t near = 0;
    for (int64_t s = 0; s < sampled; s++) {
        const tropic_index *id = arcs->ids + pairs * s / sampled;
        near += id[1] > id[0] && id[1] - id[0] <= TP_GROUP_LOCAL_REACH;
    }
    return (double)near > TP_GROUP_LOCAL_PART * (double)sampled;
}

/* Turns numbers of sources into places. Are few of them read often? */
static bool sum_sources(grouping *g, size_t size)
{
    const int64_t fit = TP_GROUP_HOT_BYTES / (int64_t)size;
    const double hot = (double)(fit < g->n / TP_GROUP_HOT_SHARE ? fit : g->n / TP_GROUP_HOT_SHARE);
    double all = 0, part = 0;
    tropic_index at = 0;
    for (int group = 0; group < GROUPS; group++) {
        /* The middle of its numbers of arcs. */
        const double arcs = group < GROUPS - 1 ? 1.5 * (double)((int64_t)1 << (GROUPS - 2 - group)) : 0;
        const double left = hot > at ? hot - at : 0;
        double sources = -at;
        for (int p = 0; p < SOURCE_PARTS; p++) {
            const tropic_index count = g->at[p][group];
            g->at[p][group] = at;
            at += count;
        }
        sources += at;
        all += arcs * sources;
        part += arcs * (sources < left ? sources : left);
    }
    return part >= TP_GROUP_HOT_PART * all;
}

/* False: it does not pay. The arrays are there. */
static bool make_groups(tropic_context *context, grouping *g, size_t size)
{
    const tp_team team = tp_team_for(context, g->n), all = tp_team_for(context, g->arcs.count);
    tp_for(team, g->n, TP_CHUNK_ANY, measure, g);
    if (!g->offsets) tp_for(all, (g->arcs.count - 1) / g->stride + 1, TP_CHUNK_ANY, count_arcs, g);
    tp_for(team, SOURCE_PARTS, 1, count_sources, g);
    if (!sum_sources(g, size)) return false;
    tp_for(team, SOURCE_PARTS, 1, place_sources, g);
    tp_for(all, g->arcs.count, TP_CHUNK_ANY, name_places, g);
    return true;
}

/* Gives the side its groups, if they pay and there is memory. */
static void add_groups(tropic_context *context, const tropic_matrix *A, tp_orientation o, size_t size,
                       const tp_arcs *arcs, tp_side *side)
{
    const tp_orientation by_source = o == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
    const tp_side *sources = &A->host.sides[tp_matrix_stored(A, by_source)];
    const tp_memory *memory = &A->memory;
    grouping g = {
        .arcs = *arcs, .n = tp_matrix_lists(A, by_source), .offsets = sources->present ? sources->offsets : NULL};
    const size_t bytes = ((size_t)arcs->count + 2 * (size_t)g.n) * sizeof *g.ids;
    g.stride = arcs->count / ((int64_t)TP_GROUP_COUNTED * g.n);
    if (g.stride == 0) g.stride = 1;
    side->ungrouped = arcs->count < (tropic_offset)TP_GROUP_ARCS_MIN * g.n || is_local(arcs) ||
                      (!memory->allocate && tp_available_memory() / TP_GROUP_SPARE_MEMORY < bytes);
    if (side->ungrouped) return;
    g.of_source = tp_allocate_spare(memory, g.n, sizeof *g.of_source);
    g.order = tp_allocate_spare(memory, g.n, sizeof *g.order);
    g.ids = tp_allocate_spare(memory, arcs->count, sizeof *g.ids);
    side->ungrouped = !g.of_source || !g.order || !g.ids || !make_groups(context, &g, size);
    tp_release(memory, g.of_source);
    if (side->ungrouped) {
        tp_release(memory, g.order);
        tp_release(memory, g.ids);
        return;
    }
    side->order = g.order;
    side->grouped = g.ids;
}

typedef struct wanted_groups {
    tp_orientation orientation;
    size_t size;
    tp_arcs *arcs;
    const tropic_index **order;
} wanted_groups;

static tropic_status find_groups(tropic_context *context, tropic_matrix *A, void *of)
{
    const wanted_groups *w = of;
    tp_side *side = &A->host.sides[tp_matrix_stored(A, w->orientation)];
    /* (Arrays of the caller's may change.) */
    if (!side->grouped && !side->ungrouped && !(side->borrowed & TP_BORROWED_IDS) && A->pulled++ >= TP_GROUP_PRODUCTS)
        add_groups(context, A, w->orientation, w->size, w->arcs, side);
    *w->order = side->order;
    if (side->grouped) w->arcs->ids = side->grouped;
    return TROPIC_OK;
}

tropic_status tp_matrix_group(tropic_context *context, const tropic_matrix *A, tp_orientation orientation, size_t size,
                              tp_arcs *arcs, const tropic_index **order)
{
    wanted_groups w = {orientation, size, arcs, order};
    return tp_matrix_with(context, A, find_groups, &w);
}
