/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations along a list on the GPU.
 */
#include "spmv/cuda_backend.h"
#include "spmv/ewise/ewise_builtin.h"
#include "spmv/ewise/listed_block.cuh"

#define DOING "an elementwise operation"
/* Blocks that a multiprocessor has shared memory for. */
#define LISTED_EACH 6

#define LISTED_KERNEL(name)                                                                                            \
    static __global__ void __launch_bounds__(TP_ALONE_BLOCK_MAX)                                                       \
        listed_##name(const __grid_constant__ tp_listed l, int64_t *result, int size)                                  \
    {                                                                                                                  \
        __shared__ tp_listed_shared s;                                                                                 \
        tp_listed_run<true>(&l, &s, tp_listed_count(&l), result, size,                                                 \
                            [](const tp_elementwise *e, int64_t c) { tp_elementwise_##name(e, c); });                  \
    }
#define LISTED_KERNEL_TO_BOOL(type) LISTED_KERNEL(to_bool_##type)
TP_EACH_TYPE(LISTED_KERNEL)
TP_EACH_NUMERIC(LISTED_KERNEL_TO_BOOL)

static __global__ void __launch_bounds__(TP_ALONE_BLOCK_MAX)
    listed_bytes(const __grid_constant__ tp_listed l, int64_t *result, int size)
{
    __shared__ tp_listed_shared s;
    tp_listed_run<true>(&l, &s, tp_listed_count(&l), result, size,
                        [size](const tp_elementwise *e, int64_t c) { tp_elementwise_bytes(e, c, size); });
}

#define LISTED_CASE(type, run)                                                                                         \
    case TP_TYPE_##type: return (const void *)run##type;

static const void *listed_kernel(const tp_elementwise *e)
{
    if (tp_type_struct(e->result)) return (const void *)listed_bytes;
    if (e->result == e->type) switch (e->type) {
            TP_TYPES_ALL(LISTED_CASE, listed_)
        }
    switch (e->type) {
        TP_TYPES_NUMERIC(LISTED_CASE, listed_to_bool_)
    default: return NULL;
    }
}

/* How many blocks share it, and l->share. (A product on the way is one block's.) Of lists that are merged each has two
 * rounds of its threads, and room for two more where ids of all three are one. Where not all run at once, each takes as
 * many as it can. */
static int64_t blocks_of(tropic_context *context, tp_listed *l)
{
    const bool merges = l->more.count > 0 || l->old.count > 0;
    const int64_t all = l->places.count + l->more.count + l->old.count;
    const int64_t running = (int64_t)tp_cuda_of(context)->processors * LISTED_EACH;
    l->share = l->in_place && !merges ? TP_ALONE_BLOCK : 2 * TP_ALONE_BLOCK - 2;
    if (all <= TP_LISTED_MAX) return 1;
    if (!l->in_place && all > running * l->share) l->share = TP_LISTED_MAX - 2;
    return tp_quotient_up(all, l->share);
}

static bool merges_in_turns(tropic_context *context, const tp_listed *l, int64_t blocks)
{
    return (l->more.count > 0 || l->old.count > 0) && blocks > (int64_t)tp_cuda_of(context)->processors * LISTED_EACH;
}

/* A block takes about 30 us to find its part of millions of ids, nearly all of which it waits for memory. Where not all
 * blocks run at once, that is found beforehand, by as many threads as there is room for (H200, 3 million ids: three
 * quarters of the time). */
static __global__ void __launch_bounds__(TP_OF_MERGED *TP_WARP)
    listed_cuts(const __grid_constant__ tp_listed l, int64_t *cuts)
{
    __shared__ tp_listed_cuts s;
    __shared__ tp_places part[TP_OF_LISTS];
    const int64_t x_count = tp_listed_count(&l);
    if (x_count < 0) return;
    if (threadIdx.x == 0) tp_listed_parts(&l, x_count, part);
    __syncthreads();
    tp_listed_cut(part, &s, blockIdx.x * (int64_t)l.share, l.share);
    if (threadIdx.x < TP_OF_LISTS) cuts[(int64_t)blockIdx.x * TP_OF_LISTS + threadIdx.x] = s.cut[0][threadIdx.x];
}

/* What several blocks need, and room for values that a block cannot hold. */
static tropic_status open_listed(tropic_context *context, tp_listed *l, int64_t blocks, int size)
{
    tp_device_buffer *buffer = &tp_cuda_of(context)->scratch.sums;
    const size_t line = blocks > 1 && !l->in_place ? TP_BLOCK_LINE((size_t)blocks) * sizeof *l->line : 0;
    const size_t spare = size > (int)sizeof(uint64_t) ? (size_t)blocks * TP_LISTED_MAX * (size_t)size : 0;
    const size_t cuts = merges_in_turns(context, l, blocks) ? ((size_t)blocks + 1) * TP_OF_LISTS * sizeof *l->cuts : 0;
    if (l->in_place) TP_TRY(blocks > 1 ? tp_cuda_need_sum(context, &l->sum) : TROPIC_OK);
    if (line + spare + cuts == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_need(context, buffer, line + spare + cuts, "the result", false));
    l->line = (unsigned long long *)((char *)buffer->memory + spare);
    if (spare > 0) l->spare = buffer->memory;
    if (cuts > 0) l->cuts = (int64_t *)((char *)l->line + line);
    if (line == 0) return TROPIC_OK;
    return tp_cuda_check(context, cudaMemsetAsync(l->line, 0, line, tp_cuda_of(context)->stream), DOING);
}

/* push: the kernel that makes the product on the way; NULL: there is none. */
static tropic_status launch_listed(tropic_context *context, tp_listed *l, const void *push, int64_t *result)
{
    int size = (int)tropic_type_size(l->e.result);
    const int64_t blocks = blocks_of(context, l), all = l->places.count + l->more.count + l->old.count;
    const int threads = blocks > 1 || all <= TP_ALONE_BLOCK ? TP_ALONE_BLOCK : TP_ALONE_BLOCK_MAX;
    const void *kernel;
    void *arguments[] = {l, &result, &size};
    TP_TRY(open_listed(context, l, blocks, size));
    if (push) return tp_cuda_push_listed(context, l, push, result);
    if (l->x_count.state == TP_COUNT_DUE) TP_TRY(tp_cuda_make_due(context, &l->x_count));
    if (l->cuts) TP_TRY(tp_cuda_launch(context, DOING, {blocks + 1, TP_OF_MERGED * TP_WARP}, listed_cuts, *l, l->cuts));
    if (l->e.user)
        TP_TRY(tp_cuda_elementwise_kernel(context, &l->e, true, &kernel));
    else
        kernel = listed_kernel(&l->e);
    return tp_cuda_launch_at(context, DOING, {blocks, threads}, kernel, arguments);
}

/* Compiles launch_listed's kernels, before a place for the result is taken: `progress` may make calls on the context
 * meanwhile. */
static tropic_status compile_listed(tropic_context *context, tp_listed *l, const void **push)
{
    const bool apart = l->e.user || blocks_of(context, l) > 1; /* the product by a launch of its own */
    const void *kernel;
    *push = NULL;
    if (l->x_count.state == TP_COUNT_DUE)
        TP_TRY(tp_cuda_push_kernel(context, l->x_count.product, apart ? TP_VARIANT_PUSH_LIST : TP_VARIANT_PUSH_LISTED,
                                   push));
    if (apart) *push = NULL;
    return l->e.user ? tp_cuda_elementwise_kernel(context, &l->e, true, &kernel) : TROPIC_OK;
}

tropic_status tp_cuda_listed(tropic_context *context, const tp_listed *listed, tp_wait wait, tp_count *change)
{
    tp_listed l = *listed;
    const void *push;
    int64_t *result;
    TP_TRY(compile_listed(context, &l, &push));
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_count_begin(context, &wait, &result));
    return tp_cuda_count_end(context, launch_listed(context, &l, push, result), wait, result, change);
}
