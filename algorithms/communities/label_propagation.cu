/* SPDX-License-Identifier: Apache-2.0
 *
 * Label propagation on a GPU: which kernels a round has, and what the host asks for. (Ten rounds on an H200: 5.2 ms on
 * Kronecker 21, 7.3 on a random graph of as many vertices, 4.0 on Mycielskian 17, 0.16 on a lattice of side 1200.)
 */
#include "algorithms/communities/label_blocks.cuh"
#include "algorithms/communities/memory.cuh"
#include "spmv/cuda_backend.h"

#define DOING "label propagation"
/* Blocks of a multiprocessor, of each kind: more than it holds at once, so that those that end early leave no gaps; but
 * where they take their work from a list, as many. (Not measured.) */
#define THREADS_EACH 16
#define WARPS_EACH 32
#define BLOCKS_EACH 8
#define HUBS_EACH 1
/* Bytes of static shared memory that a kernel has, at most. */
#define STATIC_SHARED 1024

/* A kernel that works on a list. */
typedef struct list_kernel {
    bool used;
    int64_t blocks;
    unsigned slots;
    size_t shared;
} list_kernel;

/* What a run launches. */
typedef struct plan {
    tp_label_work w;
    bool weighted, few; /* few: no vertex has more than 4 arcs */
    bool plain;         /* is the first round that of the least neighbours? */
    int64_t processors, arcs;
    list_kernel blocks, hubs;
    int64_t listed, huge; /* how many vertices may be listed, and left to tables; of these there are so many: */
    int64_t tables;
    bool warps;
} plan;

template <typename... T>
static tropic_status launch(tropic_context *context, int64_t blocks, int threads, size_t shared, void (*kernel)(T...),
                            typename tp_same<T>::type... arguments)
{
    tp_cuda_grid grid = {blocks, threads};
    grid.shared = shared;
    return tp_cuda_launch(context, DOING, grid, kernel, arguments...);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- before the rounds ---- */

/* As many slots as shared memory has room for, at most. */
template <int BLOCK>
static tropic_status plan_list(tropic_context *context, bool weighted, unsigned slots, int64_t each, list_kernel *l)
{
    const void *kernel =
        weighted ? (const void *)tp_label_by_blocks<BLOCK, true> : (const void *)tp_label_by_blocks<BLOCK, false>;
    int most = 0;
    TP_TRY(tp_cuda_check(
        context, cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, tp_cuda_of(context)->ordinal),
        DOING));
    most -= STATIC_SHARED;
    while ((int64_t)tp_label_shared_bytes(weighted, slots, BLOCK) > most) slots /= 2;
    l->slots = slots;
    l->shared = tp_label_shared_bytes(weighted, slots, BLOCK);
    l->blocks = each * tp_cuda_of(context)->processors;
    return tp_cuda_check(
        context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)l->shared), DOING);
}

/* What the sizes of a graph tell. */
static tropic_status plan_of(const tp_run *run, const tp_community_graph *g, plan *p)
{
    const int64_t longest = run->out.longest + (g->directed ? (int64_t)run->in.longest : 0);
    *p = {};
    p->arcs = run->out.count + (g->directed ? run->in.count : 0);
    p->weighted = g->weighted;
    p->plain = !g->weighted && !g->directed;
    p->few = longest <= 4;
    p->warps = longest > TP_LABEL_FEW;
    p->blocks.used = longest > TP_LABEL_WARP_ARCS;
    p->hubs.used = longest >> TP_LABEL_HUB_SIZE > 0;
    p->processors = tp_cuda_of(run->context)->processors;
    p->w.n = run->n;
    p->w.wakes = p->warps; /* (To look at a few arcs takes as long as to ask whether it has to be.) */
    p->w.huge = INT64_MAX;
    if (!p->blocks.used) return TROPIC_OK;
    p->listed = least(run->n, p->arcs / TP_LABEL_WARP_ARCS);
    TP_TRY(plan_list<TP_LABEL_BLOCK>(run->context, p->weighted, TP_LABEL_BLOCK_SLOTS, BLOCKS_EACH, &p->blocks));
    if (!p->hubs.used) return TROPIC_OK;
    TP_TRY(plan_list<TP_LABEL_HUB_BLOCK>(run->context, p->weighted, TP_LABEL_HUB_SLOTS, HUBS_EACH, &p->hubs));
    p->w.huge = (int64_t)TP_LABEL_HUGE_ARCS * p->hubs.slots;
    if (longest < p->w.huge) return TROPIC_OK;
    p->huge = least(run->n, p->arcs / p->w.huge);
    p->tables = least(least(p->processors, p->huge), p->arcs / TP_LABEL_TABLES_PART / longest);
    if (p->tables < 1) p->tables = 1;
    p->w.table_slots = tp_label_slots_of(least(longest, run->n));
    return TROPIC_OK;
}

/* Arrays of a run, beside labels. */
#define ARRAYS 7

static void list_arrays(plan *p, tp_arena_item items[ARRAYS])
{
    tp_label_work *const w = &p->w;
    const int64_t none = TP_NO_ARRAY, slots = p->tables > 0 ? p->tables * w->table_slots : none;
    const tp_arena_item all[ARRAYS] = {
        TP_ARENA_ITEM(w->state, 1),
        TP_ARENA_ITEM(w->wanted, w->wakes ? w->n : none),
        TP_ARENA_ITEM(w->list, p->blocks.used ? p->listed : none),
        TP_ARENA_ITEM(w->sizes, p->blocks.used ? 2 * TP_LABEL_SIZES : none),
        TP_ARENA_ITEM(w->left, p->tables > 0 ? p->huge : none),
        TP_ARENA_ITEM(w->table_names, slots),
        {&w->table_sums, slots, p->weighted ? sizeof(uint64_t) : sizeof(uint32_t)},
    };
    for (int k = 0; k < ARRAYS; k++) items[k] = all[k];
}

tropic_status tp_cuda_labels_bytes(const tp_run *run, const tp_community_graph *g, size_t *bytes)
{
    plan p;
    tp_arena_item items[ARRAYS];
    tp_cuda_use use(run->context);
    TP_TRY(plan_of(run, g, &p));
    list_arrays(&p, items);
    *bytes = tp_arena_bytes(items, ARRAYS) + (size_t)run->n * sizeof(tropic_index);
    return TROPIC_OK;
}

/* All slots are free. */
static tropic_status clear_tables(tropic_context *context, const plan *p)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    const size_t slots = (size_t)p->tables * p->w.table_slots;
    const size_t sum = p->weighted ? sizeof(uint64_t) : sizeof(uint32_t);
    if (p->tables == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(p->w.table_names, 0, slots * sizeof(unsigned), stream), DOING));
    return tp_cuda_check(context, cudaMemsetAsync(p->w.table_sums, 0, slots * sum, stream), DOING);
}

static tropic_status make_plan(tp_run *run, const tp_community_graph *g, plan *p)
{
    static const int32_t none = -1, zero = 0;
    tropic_context *context = run->context;
    tp_arena_item items[ARRAYS];
    TP_TRY(plan_of(run, g, p));
    list_arrays(p, items);
    TP_TRY(tp_arena_device_arrays(&run->arena, items, ARRAYS, DOING));
    p->w.begin = g->begin;
    p->w.end = g->end;
    p->w.ids = g->ids;
    p->w.weights = g->weights;
    if (p->w.wakes) TP_TRY(tp_cuda_fill(context, p->w.wanted, TROPIC_INT32, &none, g->n));
    if (!p->blocks.used) return TROPIC_OK;
    TP_TRY(clear_tables(context, p));
    TP_TRY(tp_cuda_fill(context, p->w.sizes, TROPIC_INT32, &zero, 2 * TP_LABEL_SIZES));
    TP_TRY(tp_pass(context, DOING, g->n, tp_label_count_sizes, p->w));
    return tp_pass(context, DOING, g->n, tp_label_list, p->w);
}

/* ---- rounds ---- */

template <bool WEIGHTED>
static tropic_status launch_lists(tropic_context *context, const plan *p, const tp_label_round &r)
{
    const list_kernel *hubs = &p->hubs, *blocks = &p->blocks;
    if (hubs->used)
        TP_TRY(launch(context, hubs->blocks, TP_LABEL_HUB_BLOCK, hubs->shared,
                      tp_label_by_blocks<TP_LABEL_HUB_BLOCK, WEIGHTED>, p->w, r, hubs->slots));
    if (p->tables > 0) TP_TRY(launch(context, p->tables, TP_LABEL_HUB_BLOCK, 0, tp_label_by_tables<WEIGHTED>, p->w, r));
    if (blocks->used)
        TP_TRY(launch(context, blocks->blocks, TP_LABEL_BLOCK, blocks->shared,
                      tp_label_by_blocks<TP_LABEL_BLOCK, WEIGHTED>, p->w, r, blocks->slots));
    return TROPIC_OK;
}

template <bool WEIGHTED>
static tropic_status launch_round(tropic_context *context, const plan *p, const tp_label_round &r)
{
    const int64_t n = p->w.n, warp_blocks = tp_quotient_up(n, TP_LABEL_WARPS * TP_WARP);
    const int64_t blocks = least(tp_quotient_up(n, TP_PASS_BLOCK), THREADS_EACH * p->processors);
    if (r.number == 0 && p->plain) return launch(context, blocks, TP_PASS_BLOCK, 0, tp_label_first, p->w, r);
    TP_TRY(launch_lists<WEIGHTED>(context, p, r));
    if (p->warps)
        TP_TRY(launch(context, least(warp_blocks, WARPS_EACH * p->processors), TP_LABEL_WARPS * TP_WARP, 0,
                      tp_label_by_warps<WEIGHTED>, p->w, r));
    TP_TRY(launch(context, blocks, TP_PASS_BLOCK, 0,
                  p->few ? tp_label_by_threads<4, WEIGHTED> : tp_label_by_threads<TP_LABEL_FEW, WEIGHTED>, p->w, r));
    return p->w.wakes ? launch(context, blocks, TP_PASS_BLOCK, 0, tp_label_wake, p->w, r) : TROPIC_OK;
}

/* Launches up to so many rounds, and asks how many labels each has changed: *changed, in the last of them. The labels
 * that round `number` finds go to to[number % 2]. */
static tropic_status go_rounds(tropic_context *context, const plan *p, int rounds, tropic_index *const to[2],
                               tp_communities *c, unsigned long long *changed)
{
    tp_label_state state = {};
    state.changed[0] = *changed;
    TP_TRY(tp_cuda_upload(context, p->w.state, &state, sizeof state));
    for (int at = 0; at < rounds; at++) {
        const int32_t number = c->levels + at;
        const tp_label_round r = {to[1 - number % 2], to[number % 2], number, at};
        TP_TRY(tp_progress(context, (double)number / c->options->rounds));
        TP_TRY(p->weighted ? launch_round<true>(context, p, r) : launch_round<false>(context, p, r));
    }
    TP_TRY(tp_cuda_download(context, &state, p->w.state, sizeof state));
    for (int at = 0; at < rounds && !c->settled; at++) {
        *changed = state.changed[at + 1];
        c->settled = *changed == 0;
        c->levels++;
    }
    return TROPIC_OK;
}

tropic_status tp_cuda_communities_labels(tp_run *run, const tp_community_graph *g, tp_communities *c)
{
    tropic_context *context = run->context;
    const int32_t rounds = c->options->rounds, last = (rounds - 1) % 2;
    int batch;
    tp_cuda_use use(context);
    unsigned long long changed = (unsigned long long)g->n;
    tropic_index *next = NULL, *to[2];
    plan p = {};
    if (g->n == 0) {
        c->levels = 1;
        c->settled = true;
        return TROPIC_OK;
    }
    TP_TRY(tp_run_array(run, &next, g->n, sizeof *next, DOING));
    TP_TRY(make_plan(run, g, &p));
    /* (Where it settles before the last round, both have the same labels.) */
    to[last] = c->community;
    to[1 - last] = next;
    if (!p.plain) TP_TRY(tp_pass(context, DOING, g->n, tp_label_own, g->n, to[1]));
    batch = tp_label_batch_first(p.arcs);
    if (tp_label_batch_is_timed(batch, rounds)) TP_TRY(run->backend->wait(context));
    while (c->levels < rounds && !c->settled) {
        const double began = tp_now();
        TP_TRY(go_rounds(context, &p, (int)least(rounds - c->levels, batch), to, c, &changed));
        batch = tp_label_batch_next(batch, tp_now() - began);
    }
    return TROPIC_OK;
}
