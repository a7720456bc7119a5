/* SPDX-License-Identifier: Apache-2.0
 *
 * One product on the GPU: which kernels, of how many blocks.
 */
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/block.cuh"
#include "spmv/device/kernel.cuh"

/* Blocks for each multiprocessor that a kernel should have before its warps take several lists
 * each; these hide the latency of one another's gathers. */
#define BLOCKS_EACH 8
#define STEP_WARPS (TP_STEP_BLOCK / TP_WARP)
/* Time that kernels by number lose (H200), in seconds: for each entry, and by a launch more in place of PUSH_LISTED,
 * which is asked for twice. */
#define LOST_PER_ENTRY 3e-12
#define LOST_PER_LISTED 2e-6

/* The context and the parameters of the kernels of one step. */
typedef struct launch {
    tropic_context *context;
    void *state;
    tp_arcs arcs;
    const tropic_index *list;
    tropic_index count;
    tp_hub_queue hubs;
} launch;

static tropic_status launch_kernel(launch *l, const void *kernel, int64_t blocks)
{
    void *arguments[] = {l->state, &l->arcs, &l->list, &l->count, &l->hubs};
    return tp_cuda_launch_at(l->context, "launching a kernel", {blocks, TP_STEP_BLOCK}, kernel, arguments);
}

/* The kernels that a step launches. */
typedef struct plan {
    int variant; /* of a product's kernels (spmv/jit/variants.h) */
    bool hubs;   /* of csc_vector by some lanes per list: are there any? */
} plan;

/* `picked`: the places that the mask lets through are listed. */
static plan plan_product(const tp_step *step, launch *pull, bool picked, bool stops)
{
    const bool dense = step->dense && (!step->masked || pull->list || picked);
    const bool quads = dense && tp_cuda_quads(&pull->arcs);
    plan p = {TP_VARIANT_PUSH, false};
    switch (step->strategy) {
    case TROPIC_STRATEGY_CSR_PUSH: break;
    case TROPIC_STRATEGY_COOC_SCALAR:
        p.variant = step->dense && !step->masked ? TP_VARIANT_SEGMENTED_DENSE : TP_VARIANT_SEGMENTED;
        break;
    case TROPIC_STRATEGY_CSC_VECTOR:
        p.variant = TP_VARIANT_VECTOR;
        if (stops) break;
        p.hubs = tp_cuda_divide(&pull->arcs, tropic_type_size(step->semiring->type), quads, step->masked, &pull->hubs);
        p.variant = !quads ? TP_VARIANT_SUBWARP
                    : p.hubs || step->masked || pull->hubs.shift >= TP_QUAD_VARIANTS
                        ? TP_VARIANT_SUBWARP_DENSE
                        : TP_VARIANT_QUADS + pull->hubs.shift;
        break;
    default: p.variant = dense ? TP_VARIANT_SCALAR_DENSE : TP_VARIANT_SCALAR;
    }
    return p;
}

/* A step as kernels by number take it, unless the order of terms matters: they have no dense form, and where they lack
 * the strategy, some lanes pull each list. */
static tp_step by_number(const tp_step *step, const tp_cuda_kernels *kernels)
{
    tp_step plain = *step;
    if (step->semiring->order_matters) return plain;
    plain.dense = false;
    if ((step->strategy == TROPIC_STRATEGY_COOC_SCALAR && !kernels->cooc_segmented) ||
        (step->strategy == TROPIC_STRATEGY_CSC_SCALAR && !kernels->csc_scalar))
        plain.strategy = TROPIC_STRATEGY_CSC_VECTOR;
    return plain;
}

/* About how many seconds longer kernels by number take. */
static double loss_of(const launch *l)
{
    return l->arcs.lists > 0 ? (double)l->arcs.count / l->arcs.lists * l->count * LOST_PER_ENTRY : 0;
}

/* The kernels that launching the plan takes, as bits. */
static uint64_t wanted_of(plan p, const launch *pull, const launch *push)
{
    const uint64_t wanted = TP_VARIANT_BIT(p.variant);
    switch (p.variant) {
    case TP_VARIANT_PUSH:
        return wanted | TP_VARIANT_BIT(TP_VARIANT_PREPARE) |
               (push->arcs.count > TP_HUB ? TP_VARIANT_BIT(TP_VARIANT_PUSH_HUBS) : 0);
    case TP_VARIANT_VECTOR: return wanted | (pull->arcs.count > TP_HUB ? TP_VARIANT_BIT(TP_VARIANT_VECTOR_HUBS) : 0);
    case TP_VARIANT_SUBWARP: return wanted | (p.hubs ? TP_VARIANT_BIT(TP_VARIANT_PIECES) : 0);
    case TP_VARIANT_SUBWARP_DENSE: return wanted | (p.hubs ? TP_VARIANT_BIT(TP_VARIANT_PIECES_DENSE) : 0);
    case TP_VARIANT_SEGMENTED:
    case TP_VARIANT_SEGMENTED_DENSE: return wanted | TP_VARIANT_BIT(TP_VARIANT_JOIN);
    default: return wanted;
    }
}

/* A product's sums, by some lanes per list, then those of the hubs. */
static tropic_status launch_lanes(launch *l, const tp_cuda_kernels *kernels, plan p)
{
    tp_cuda *cuda = tp_cuda_of(l->context);
    const int64_t fill = (int64_t)cuda->processors * BLOCKS_EACH;
    const bool dense = p.variant != TP_VARIANT_SUBWARP;
    int64_t blocks = tp_quotient_up((int64_t)l->count << l->hubs.shift, TP_STEP_BLOCK);
    if (p.variant >= TP_VARIANT_QUADS && p.variant < TP_VARIANT_QUADS + TP_QUAD_VARIANTS)
        return launch_kernel(l, kernels->csc_quads[p.variant - TP_VARIANT_QUADS], blocks);
    TP_TRY(tp_cuda_reserve_hubs(l->context, kernels->value_size, &l->arcs, p.hubs, &l->hubs));
    if (l->hubs.counted && blocks > fill) blocks = fill;
    TP_TRY(launch_kernel(l, dense ? kernels->csc_subwarp_dense : kernels->csc_subwarp, blocks));
    return p.hubs ? launch_kernel(l, dense ? kernels->csc_pieces_dense : kernels->csc_pieces, fill) : TROPIC_OK;
}

/* A kernel whose warps share lists out, at most `tile` at a time, then the one for the hubs. */
static tropic_status launch_pair(launch *l, const void *kernel, const void *hubs, int tile)
{
    tp_cuda *cuda = tp_cuda_of(l->context);
    const int64_t fill = (int64_t)cuda->processors * BLOCKS_EACH;
    const int64_t max = tp_quotient_up(l->count, STEP_WARPS);
    const int64_t min = tp_quotient_up(l->count, (int64_t)STEP_WARPS * tile);
    TP_TRY(tp_cuda_need_items(l->context, TP_HUB_ITEMS(l->arcs.count)));
    l->hubs.items = (tp_hub_chunk *)cuda->scratch.items.memory;
    l->hubs.count = cuda->scratch.counts;
    l->hubs.ended = cuda->scratch.counts + 1;
    TP_TRY(launch_kernel(l, kernel, min > fill ? min : max < fill ? max : fill));
    return l->arcs.count > TP_HUB ? launch_kernel(l, hubs, fill) : TROPIC_OK;
}

/* Those that push after a pass of their own over the destinations. */
static tropic_status launch_pushed(const tp_step *step, const tp_cuda_kernels *kernels, launch *pull, launch *push)
{
    if (kernels->prepare && step->gather.lists > 0) {
        launch all = {pull->context, step->state, step->gather, NULL, step->gather.lists, {}};
        TP_TRY(launch_kernel(&all, kernels->prepare, tp_quotient_up(all.count, TP_STEP_BLOCK)));
    }
    if (step->strategy == TROPIC_STRATEGY_CSR_PUSH && push->count > 0)
        TP_TRY(launch_pair(push, kernels->csr_push, kernels->csr_push_hubs, TP_TILE));
    if (step->strategy == TROPIC_STRATEGY_COOC_SCALAR && pull->arcs.count > 0)
        TP_TRY(launch_kernel(pull, kernels->cooc_scalar, tp_quotient_up(pull->arcs.count, TP_STEP_BLOCK * TP_FLIGHT)));
    return kernels->finish && pull->count > 0
               ? launch_kernel(pull, kernels->finish, tp_quotient_up(pull->count, TP_STEP_BLOCK))
               : TROPIC_OK;
}

tropic_status tp_cuda_step(tropic_context *context, const tp_step *given)
{
    const tp_step *step = given;
    tp_step plain;
    tp_cuda_of(context)->stopped = false;
    if (step->columns > 1) return tp_cuda_step_columns(context, step);
    const tropic_semiring *semiring = step->semiring;
    const tp_cuda_kernels *kernels = semiring ? NULL : step->op->cuda;
    const bool stops = !semiring || tp_semiring_stops(semiring);
    const bool merges = tp_strategy_merges(step->strategy, semiring != NULL);
    const tropic_index targets = step->targets ? step->target_count : step->gather.lists;
    const tropic_index sources = step->sources ? step->source_count : step->scatter.lists;
    launch pull = {context, step->state, step->gather, step->targets, targets, {}};
    launch push = {context, step->state, step->scatter, step->sources, sources, {}};
    const bool picks =
        step->mask && !step->targets && targets > 0 &&
        (step->strategy == TROPIC_STRATEGY_CSC_SCALAR || (step->strategy == TROPIC_STRATEGY_CSC_VECTOR && !stops));
    plan p = plan_product(step, &pull, picks, stops);
    tp_cuda_use use(context);

    /* Before scratch is taken: while kernels are compiled, `progress` may make calls on the context. */
    if (semiring)
        TP_TRY(tp_cuda_serve(context, semiring, step->vxm, wanted_of(p, &pull, &push), loss_of(merges ? &push : &pull),
                             (tp_mxv_state *)step->state, &kernels));
    if (semiring && kernels->by_number) {
        plain = by_number(step, kernels);
        step = &plain;
        p = plan_product(step, &pull, picks, stops);
    }
    if (picks) {
        TP_TRY(tp_cuda_list(context, step->mask, targets, &pull.list, &pull.hubs.counted));
        if (step->listed > 0) { /* so many, which the host knows beforehand */
            pull.count = step->listed;
            pull.hubs.counted = NULL;
        }
    }
    if (merges && kernels->csr_push) return launch_pushed(step, kernels, &pull, &push);
    if (targets == 0) return TROPIC_OK;
    switch (merges ? TROPIC_STRATEGY_CSC_SCALAR : step->strategy) {
    case TROPIC_STRATEGY_COOC_SCALAR:
        return tp_cuda_segmented(context, kernels, step->state, &pull.arcs, p.variant == TP_VARIANT_SEGMENTED_DENSE);
    case TROPIC_STRATEGY_CSC_VECTOR:
        return stops ? launch_pair(&pull, kernels->csc_vector, kernels->csc_vector_hubs, TP_PULL_TILE)
                     : launch_lanes(&pull, kernels, p);
    default:
        return launch_kernel(&pull,
                             p.variant == TP_VARIANT_SCALAR_DENSE ? kernels->csc_scalar_dense : kernels->csc_scalar,
                             tp_quotient_up(pull.count, TP_STEP_BLOCK));
    }
}

/* A push into these arrays. */
static tp_push_list push_of(tropic_context *context, const tp_listed_product *product, tropic_index room, void *ids,
                            void *values, int64_t *counted)
{
    tp_cuda_of(context)->stopped = false;
    return {product->lists, product->count, room, product->mask, (tropic_index *)ids, values, counted};
}

/* The same into memory that is kept: the values, which are aligned so, then the ids and the count. */
static tropic_status open_push(tropic_context *context, const tp_listed_product *product, tp_push_list *p)
{
    const size_t size = tropic_type_size(product->semiring->type), max = TP_PUSH_LISTED_MAX(size);
    tp_device_buffer *pushed = &tp_cuda_of(context)->scratch.pushed;
    TP_TRY(tp_cuda_need(context, pushed, max * (size + sizeof *p->ids) + sizeof *p->counted, "a product", false));
    tropic_index *ids = (tropic_index *)((char *)pushed->memory + max * size);
    *p = push_of(context, product, (tropic_index)max, ids, pushed->memory, (int64_t *)(ids + max));
    return TROPIC_OK;
}

tropic_status tp_cuda_push_kernel(tropic_context *context, const tp_listed_product *product, int variant,
                                  const void **kernel)
{
    const tp_cuda_kernels *kernels = NULL;
    TP_TRY(tp_cuda_serve(context, product->semiring, product->vxm, TP_VARIANT_BIT(variant),
                         variant == TP_VARIANT_PUSH_LISTED ? LOST_PER_LISTED : 0, (tp_mxv_state *)product->state,
                         &kernels));
    *kernel = variant == TP_VARIANT_PUSH_LIST ? kernels->csr_push_list : kernels->csr_push_listed;
    return TROPIC_OK;
}

static tropic_status launch_push(tropic_context *context, const tp_listed_product *product, int threads,
                                 const void *kernel, tp_push_list *p)
{
    tp_arcs arcs = product->arcs;
    void *arguments[] = {product->state, &arcs, p};
    return tp_cuda_launch_at(context, "launching a kernel", {1, threads}, kernel, arguments);
}

tropic_status tp_cuda_multiply_listed(tropic_context *context, const tp_listed_product *product, tp_entry_list *t)
{
    const void *kernel;
    tp_push_list p;
    tp_cuda_use use(context);
    if (product->work > 0) return tp_cuda_push_sorted(context, product, t);
    /* (To be launched with the operation along the list, or by tp_cuda_make_due.) */
    TP_TRY(tp_cuda_push_kernel(context, product, TP_VARIANT_PUSH_LISTED, &kernel));
    TP_TRY(open_push(context, product, &p));
    *t = {p.ids, p.values, tp_count_known(p.room)};
    t->count.state = TP_COUNT_DUE;
    t->count.product = product;
    return TROPIC_OK;
}

tropic_status tp_cuda_make_due(tropic_context *context, tp_count *count)
{
    const tp_listed_product *product = count->product;
    const void *kernel;
    tp_push_list p;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_push_kernel(context, product, TP_VARIANT_PUSH_LIST, &kernel));
    TP_TRY(open_push(context, product, &p));
    count->state = TP_COUNT_ON_DEVICE;
    count->word = p.counted;
    return launch_push(context, product, TP_ALONE_BLOCK, kernel, &p);
}

tropic_status tp_cuda_push_listed(tropic_context *context, const tp_listed *listed, const void *kernel, int64_t *result)
{
    const tp_listed_product *product = listed->x_count.product;
    tp_arcs arcs = product->arcs;
    tp_push_list p;
    tp_listed l = *listed;
    void *arguments[] = {product->state, &arcs, &p, &l, &result};
    TP_TRY(open_push(context, product, &p));
    return tp_cuda_launch_at(context, "launching a kernel", {1, TP_ALONE_BLOCK}, kernel, arguments);
}

int64_t tp_cuda_push_room(size_t size)
{
    return TP_PUSH_LIST_MAX(size);
}

tropic_status tp_cuda_push_into(tropic_context *context, const tp_listed_product *product, void *ids, void *values,
                                tp_wait wait, tp_count *count)
{
    const int64_t room = tp_cuda_push_room(tropic_type_size(product->semiring->type));
    const bool few = product->arcs.lists == 0 ||
                     (double)product->arcs.count / product->arcs.lists * product->count <= TP_ALONE_BLOCK;
    const int threads = few ? TP_ALONE_BLOCK : TP_ALONE_BLOCK_MAX;
    const void *kernel;
    int64_t *result;
    tp_push_list p;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_push_kernel(context, product, TP_VARIANT_PUSH_LIST, &kernel));
    TP_TRY(tp_cuda_count_begin(context, &wait, &result));
    p = push_of(context, product, (tropic_index)room, ids, values, result);
    TP_TRY(tp_cuda_count_end(context, launch_push(context, product, threads, kernel, &p), wait, result, count));
    if (count->entries < 0) *count = tp_count_known(TP_TOO_MANY);
    return TROPIC_OK;
}
