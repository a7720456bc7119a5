/* SPDX-License-Identifier: Apache-2.0
 *
 * Levels on the GPU: their arrays, and small passes over these.
 */
#include "algorithms/communities/memory.cuh"
#include "algorithms/communities/sets.cuh"
#include "algorithms/communities/sums.cuh"
#include "spmv/cuda_backend.h"

#define DOING "levels of communities"

/* Arrays of levels. */
#define ARRAYS 13

static void list_arrays(tp_levels *l, int64_t n, bool leiden, bool directed, tp_arena_item items[ARRAYS])
{
    const tp_arena_item all[ARRAYS] = {
        TP_ARENA_ITEM(l->community, n),
        TP_ARENA_ITEM(l->out, n),
        TP_ARENA_ITEM(l->in, directed ? n : TP_NO_ARRAY),
        TP_ARENA_ITEM(l->size, n),
        TP_ARENA_ITEM(l->refined, leiden ? n : TP_NO_ARRAY),
        TP_ARENA_ITEM(l->number, n),
        TP_ARENA_ITEM(l->order, n),
        TP_ARENA_ITEM(l->target, n),
        TP_ARENA_ITEM(l->group, n),
        TP_ARENA_ITEM(l->set, n),
        TP_ARENA_ITEM(l->set_of, n),
        TP_ARENA_ITEM(l->names, TP_SETS),
        TP_ARENA_ITEM(l->counts, 1),
    };
    for (int k = 0; k < ARRAYS; k++) items[k] = all[k];
}

tropic_status tp_cuda_levels_make(tp_levels *l, const tp_community_graph *g)
{
    tp_arena_item items[ARRAYS];
    list_arrays(l, g->n, tp_is_leiden(l), g->directed, items);
    TP_TRY(tp_arena_device_arrays(&l->run->arena, items, ARRAYS, DOING));
    if (!g->directed) l->in = l->out;
    return TROPIC_OK;
}

size_t tp_cuda_levels_bytes(int64_t n, bool leiden, bool directed)
{
    tp_levels none = {};
    tp_arena_item items[ARRAYS];
    list_arrays(&none, n, leiden, directed, items);
    return tp_arena_bytes(items, ARRAYS);
}

/* ---- sums ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    add_up(const __grid_constant__ tp_community_sums s, const tropic_index *community)
{
    for (int64_t base = tp_warp() * TP_WARP; base < s.n; base += tp_threads()) {
        const int64_t v = base + tp_lane();
        const unsigned lanes = __ballot_sync(TP_EVERY_LANE, v < s.n);
        if (v < s.n) {
            const tropic_index c = community[v];
            if (s.size) tp_count_together(lanes, s.size, c, 1);
            tp_add_together(lanes, s.out, c, __ldg(s.vertex_out + v));
            if (s.directed) tp_add_together(lanes, s.in, c, __ldg(s.vertex_in + v));
        }
        __syncwarp();
    }
}

tropic_status tp_cuda_community_sums(tropic_context *context, const tp_community_sums *s, const tropic_index *community,
                                     tropic_index count)
{
    static const int64_t zero = 0;
    static const int32_t none = 0;
    if (s->size) TP_TRY(tp_cuda_fill(context, s->size, TROPIC_INT32, &none, count));
    TP_TRY(tp_cuda_fill(context, s->out, TROPIC_INT64, &zero, count));
    if (s->directed) TP_TRY(tp_cuda_fill(context, s->in, TROPIC_INT64, &zero, count));
    return tp_pass(context, DOING, s->n, add_up, *s, community);
}

tropic_status tp_cuda_levels_sum(tp_levels *l, const tp_community_graph *g, const tropic_index *community)
{
    const tp_community_sums s = {g->n, g->directed, g->out, g->in, l->size, l->out, l->in};
    tp_cuda_use use(l->run->context);
    return tp_cuda_community_sums(l->run->context, &s, community, g->n);
}

/* ---- passes over numbers ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK) count_up(tropic_index n, tropic_index *to)
{
    TP_FOR_EACH(v, n) to[v] = (tropic_index)v;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    look_up(tropic_index n, tropic_index *to, const tropic_index *table, const tropic_index *at)
{
    TP_FOR_EACH(v, n) to[v] = table[at[v]];
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    place(tropic_index n, tropic_index *to, const tropic_index *at, const tropic_index *from)
{
    TP_FOR_EACH(v, n) to[at[v]] = from[v];
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    compare(tropic_index n, const tropic_index *a, const tropic_index *b, tp_move_counts *counts)
{
    bool differ = false;
    TP_FOR_EACH(v, n) differ |= a[v] != b[v];
    if (differ) counts->active = 1;
}

tropic_status tp_cuda_levels_identity(tp_levels *l, tropic_index n, tropic_index *to)
{
    tp_cuda_use use(l->run->context);
    return tp_pass(l->run->context, DOING, n, count_up, n, to);
}

tropic_status tp_cuda_levels_look_up(tp_levels *l, tropic_index n, tropic_index *to, const tropic_index *table,
                                     const tropic_index *at)
{
    tp_cuda_use use(l->run->context);
    return tp_pass(l->run->context, DOING, n, look_up, n, to, table, at);
}

tropic_status tp_cuda_levels_place(tp_levels *l, tropic_index n, tropic_index *to, const tropic_index *at,
                                   const tropic_index *from)
{
    tp_cuda_use use(l->run->context);
    return tp_pass(l->run->context, DOING, n, place, n, to, at, from);
}

tropic_status tp_cuda_levels_equal(tp_levels *l, tropic_index n, const tropic_index *a, const tropic_index *b,
                                   bool *equal)
{
    static const int32_t none = 0;
    tropic_context *context = l->run->context;
    unsigned differ = 0;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_fill(context, &l->counts->active, TROPIC_INT32, &none, 1));
    TP_TRY(tp_pass(context, DOING, n, compare, n, a, b, l->counts));
    TP_TRY(tp_cuda_download(context, &differ, &l->counts->active, sizeof differ));
    *equal = differ == 0;
    return TROPIC_OK;
}
