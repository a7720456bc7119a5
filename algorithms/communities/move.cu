/* SPDX-License-Identifier: Apache-2.0
 *
 * Local moving on the GPU: the launches of a pass.
 */
#include "algorithms/communities/choose.cuh"
#include "algorithms/communities/go.cuh"
#include "algorithms/communities/groups.cuh"
#include "algorithms/communities/memory.cuh"
#include "spmv/cuda_backend.h"

#define DOING "moving vertices"
/* Blocks on a multiprocessor of kernels that pass over all vertices. (Not measured.) */
#define PASS_BLOCKS 8

static tp_walk_lists lists_of(const tp_community_graph *g)
{
    return {g->n, g->begin, g->end};
}

static tp_move_work work_of(const tp_levels *l, const tp_moving *m)
{
    tp_move_work w = {};
    w.lists = lists_of(m->g);
    w.ids = m->g->ids;
    w.weights = m->g->weights;
    w.vertex_out = m->g->out;
    w.vertex_in = m->g->in;
    w.directed = m->g->directed;
    w.factor = m->factor;
    w.place = m->place;
    w.within = m->within;
    w.out = l->out;
    w.in = l->in;
    w.size = l->size;
    w.group = l->group;
    w.order = l->order;
    w.target = l->target;
    w.large = l->large;
    w.most = l->most;
    w.sets = !w.weights && !w.within && l->most <= TP_SETS ? (int)l->most : 0;
    w.set = l->set;
    w.set_of = l->set_of;
    w.names = l->names;
    w.counts = l->counts;
    return w;
}

/* Sets all counts to 0. */
static tropic_status clear_counts(tp_levels *l)
{
    tropic_context *context = l->run->context;
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    return tp_cuda_check(context, cudaMemsetAsync(l->counts, 0, sizeof *l->counts, stream), DOING);
}

/* A block for each tile of n vertices, as far as there are so many. */
static tp_cuda_grid tiles_of(tropic_context *context, int64_t n)
{
    const int64_t most = (int64_t)tp_cuda_of(context)->processors * PASS_BLOCKS;
    const int64_t wanted = tp_quotient_up(n, TP_ORDER_TILE);
    return {wanted < most ? wanted : most, TP_MOVE_BLOCK};
}

/* ---- lists of many arcs ---- */

/* Arrays of such lists. */
#define LARGE_ARRAYS 10

static void list_arrays(tp_levels_large *large, int64_t count, int64_t pieces, tp_arena_item items[LARGE_ARRAYS])
{
    const tp_arena_item all[LARGE_ARRAYS] = {
        TP_ARENA_ITEM(large->vertex, count),
        TP_ARENA_ITEM(large->first, count),
        TP_ARENA_ITEM(large->length, count),
        TP_ARENA_ITEM(large->target, count),
        TP_ARENA_ITEM(large->own, count),
        TP_ARENA_ITEM(large->owner, pieces),
        TP_ARENA_ITEM(large->best, pieces),
        TP_ARENA_ITEM(large->growth, pieces),
        TP_ARENA_ITEM(large->keys, pieces * TP_MOVE_PLACES),
        TP_ARENA_ITEM(large->sums, pieces * TP_MOVE_PLACES),
    };
    for (int k = 0; k < LARGE_ARRAYS; k++) items[k] = all[k];
}

/* (Most are needed where each list has one arc more than a piece.) */
size_t tp_cuda_large_bytes(int64_t arcs)
{
    const int64_t count = arcs / (TP_MOVE_ARCS + 1), pieces = (arcs + (TP_MOVE_ARCS - 1) * count) / TP_MOVE_ARCS;
    tp_levels_large none = {};
    tp_arena_item items[LARGE_ARRAYS];
    list_arrays(&none, count, pieces, items);
    return tp_arena_bytes(items, LARGE_ARRAYS);
}

static tropic_status list_large(tp_levels *l, const tp_community_graph *g)
{
    static const int32_t none = -1;
    static const uint64_t zero = 0;
    tropic_context *context = l->run->context;
    tp_arena_item items[LARGE_ARRAYS];
    tp_move_counts counts;
    tp_arena_release(&l->arena);
    l->large = {};
    TP_TRY(clear_counts(l));
    TP_TRY(tp_cuda_launch(context, DOING, tiles_of(context, g->n), tp_large_count, lists_of(g), l->size, l->counts));
    TP_TRY(tp_cuda_download(context, &counts, l->counts, sizeof counts));
    l->most = counts.sets;
    if (counts.large == 0) return TROPIC_OK;
    l->large.count = (tropic_index)counts.large;
    l->large.pieces = (tropic_index)counts.pieces;
    list_arrays(&l->large, counts.large, counts.pieces, items);
    TP_TRY(tp_arena_device_arrays(&l->arena, items, LARGE_ARRAYS, DOING));
    TP_TRY(clear_counts(l));
    TP_TRY(tp_pass(context, DOING, g->n, tp_large_list, lists_of(g), l->counts, l->large));
    TP_TRY(tp_cuda_fill(context, l->large.keys, TROPIC_INT32, &none, (int64_t)counts.pieces * TP_MOVE_PLACES));
    return tp_cuda_fill(context, l->large.sums, TROPIC_UINT64, &zero, (int64_t)counts.pieces * TP_MOVE_PLACES);
}

/* ---- a pass ---- */

tropic_status tp_cuda_levels_again(tp_levels *l, const tp_community_graph *g)
{
    tropic_context *context = l->run->context;
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    tp_cuda_use use(context);
    l->left = g->n;
    return tp_cuda_check(context, cudaMemsetAsync(l->group, TP_MOVE_ACTIVE, (size_t)g->n, stream), DOING);
}

tropic_status tp_cuda_levels_begin(tp_levels *l, const tp_community_graph *g)
{
    tp_cuda_use use(l->run->context);
    l->left = 0;
    if (g->n == 0) return TROPIC_OK;
    TP_TRY(list_large(l, g));
    return tp_cuda_levels_again(l, g);
}

/* The vertices of a group choose, and those of the group before wake their neighbours, unless they are refined. */
template <bool WEIGHTED, bool WITHIN>
static __global__ void __launch_bounds__(TP_MOVE_BLOCK, TP_MOVE_BLOCKS)
    step(const __grid_constant__ tp_move_work w, int group)
{
    __shared__ tropic_index key[TP_MOVE_PLACES];
    __shared__ unsigned low[TP_MOVE_PLACES], high[WEIGHTED ? TP_MOVE_PLACES : 1];
    __shared__ tp_choose_block block;
    const tp_move_table t = {key, low, high, TP_MOVE_PLACES};
    tp_move_first(w, block.first);
    if (group < TP_COMMUNITY_GROUPS) tp_choose_group<WEIGHTED, WITHIN>(w, t, &block, group);
    if (!WITHIN && group > 0) tp_wake_group(w, block.first, &block.pieces, group - 1);
}

static tropic_status draw(tp_levels *l, const tp_move_work &w)
{
    tropic_context *context = l->run->context;
    const uint64_t key = tp_word(l->options->seed, (uint64_t)l->pass++);
    const unsigned groups = l->left < TP_COMMUNITY_GROUPS ? (unsigned)l->left : TP_COMMUNITY_GROUPS;
    const tp_cuda_grid grid = tiles_of(context, w.lists.n);
    TP_TRY(clear_counts(l));
    if (w.sets > 0) {
        TP_TRY(tp_cuda_launch(context, DOING, grid, tp_sets_number, w));
        TP_TRY(tp_cuda_launch(context, DOING, grid, tp_sets_spread, w));
    }
    TP_TRY(tp_cuda_launch(context, DOING, grid, tp_groups_draw, w, key, groups));
    return tp_cuda_launch(context, DOING, grid, tp_groups_order, w);
}

static tropic_status move_groups(tropic_context *context, const tp_move_work &w, int64_t vertices)
{
    const auto kernel = w.within    ? w.weights ? step<true, true> : step<false, true>
                           : w.weights ? step<true, false>
                                    : step<false, false>;
    /* A warp for each vertex, and a block for each piece, as far as there are so many. */
    const int64_t most = (int64_t)tp_cuda_of(context)->processors * TP_MOVE_BLOCKS;
    const int64_t wanted = tp_quotient_up(vertices, TP_MOVE_WARPS) + w.large.pieces;
    const tp_cuda_grid grid = {wanted < most ? wanted : most, TP_MOVE_BLOCK};
    for (int group = 0; group < TP_COMMUNITY_GROUPS; group++) {
        TP_TRY(tp_cuda_launch(context, DOING, grid, kernel, w, group));
        if (w.large.pieces > 0) TP_TRY(tp_cuda_launch(context, DOING, grid, tp_choose_pieces, w, group));
        TP_TRY(tp_cuda_launch(context, DOING, grid, tp_go, w, group));
    }
    return w.within ? TROPIC_OK : tp_cuda_launch(context, DOING, grid, kernel, w, TP_COMMUNITY_GROUPS);
}

tropic_status tp_cuda_levels_pass(tp_levels *l, const tp_moving *m, int64_t *moved)
{
    tropic_context *context = l->run->context;
    const tp_move_work w = work_of(l, m);
    tp_move_counts counts;
    tp_cuda_use use(context);
    *moved = 0;
    TP_TRY(tp_levels_progress(l));
    if (l->left == 0) {
        l->pass++;
        return TROPIC_OK;
    }
    TP_TRY(draw(l, w));
    TP_TRY(move_groups(context, w, l->left));
    TP_TRY(tp_cuda_launch(context, DOING, tiles_of(context, w.lists.n), tp_groups_count, w));
    TP_TRY(tp_cuda_download(context, &counts, l->counts, sizeof counts));
    l->left = counts.active;
    l->most = counts.sets;
    *moved = (int64_t)counts.moved;
    return TROPIC_OK;
}
