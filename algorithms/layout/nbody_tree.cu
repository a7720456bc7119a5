/* SPDX-License-Identifier: Apache-2.0
 *
 * Repulsion by a packed tree on the GPU: a warp takes a group of bodies down the tree.
 */
#include "spmv/cuda_backend.h"
#include "algorithms/layout/nbody_force.h"

#include <cub/device/device_radix_sort.cuh>

#define BLOCK 256
#define WARP TP_NBODY_GROUP
/* Warps of a block that goes down the tree. */
#define WARPS 4
/* Blocks that measure the bodies; as many as a block has threads, to combine their results. */
#define MEASURES BLOCK
/* Nodes of a level that one block makes alone, with all above. */
#define TOP 1024

/* ---- the order along the curve ---- */

/* The least and the most of each coordinate. */
typedef struct extent {
    float low[TP_NBODY_DIMENSIONS], high[TP_NBODY_DIMENSIONS];
} extent;

/* The extent of a block's threads, in its first. */
template <int D> static __device__ extent join(extent mine)
{
    __shared__ extent all[BLOCK];
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        all[threadIdx.x] = mine;
        __syncthreads();
        if ((int)threadIdx.x < half)
            for (int c = 0; c < D; c++) {
                mine.low[c] = fminf(mine.low[c], all[threadIdx.x + half].low[c]);
                mine.high[c] = fmaxf(mine.high[c], all[threadIdx.x + half].high[c]);
            }
        __syncthreads();
    }
    return mine;
}

template <int D>
static __global__ void __launch_bounds__(BLOCK) measure_kernel(const __grid_constant__ tp_nbody b, extent *found)
{
    extent mine = {};
    for (int c = 0; c < D; c++) mine.low[c] = mine.high[c] = b.position[c];
    for (int64_t v = (int64_t)blockIdx.x * BLOCK + threadIdx.x; v < b.n; v += (int64_t)gridDim.x * BLOCK)
        for (int c = 0; c < D; c++) {
            mine.low[c] = fminf(mine.low[c], b.position[v * D + c]);
            mine.high[c] = fmaxf(mine.high[c], b.position[v * D + c]);
        }
    mine = join<D>(mine);
    if (threadIdx.x == 0) found[blockIdx.x] = mine;
}

template <int D>
static __global__ void __launch_bounds__(BLOCK) key_kernel(const __grid_constant__ tp_nbody b, const extent *found)
{
    __shared__ extent all;
    const extent joined = join<D>(found[threadIdx.x]);
    float side = 0, scale;
    if (threadIdx.x == 0) all = joined;
    __syncthreads();
    for (int c = 0; c < D; c++) side = fmaxf(side, all.high[c] - all.low[c]);
    scale = tp_nbody_scale(side, D);
    for (int64_t v = (int64_t)blockIdx.x * BLOCK + threadIdx.x; v < b.n; v += (int64_t)gridDim.x * BLOCK) {
        b.tree.keys[v] = tp_nbody_key(b.position + v * D, all.low, scale, D);
        b.tree.other[v] = (tropic_index)v;
    }
}

/* The sort's room, behind that of the extents. */
#define EXTENTS ((MEASURES * sizeof(extent) + 255) / 256 * 256)

static cudaError_t sort(const tp_nbody *b, void *room, size_t *bytes, cudaStream_t stream)
{
    return tropic::cub::DeviceRadixSort::SortPairs(room, *bytes, b->tree.keys, b->tree.keys + b->n, b->tree.other,
                                                   b->tree.order, b->n, 0, b->dimensions * TP_NBODY_BITS(b->dimensions),
                                                   stream);
}

tropic_status tp_cuda_nbody_room(tropic_context *context, int dimensions, tropic_index n, bool tree, size_t *bytes)
{
    tp_nbody b = {};
    size_t sorting = 0;
    tp_cuda_use use(context);
    b.dimensions = dimensions;
    b.n = n;
    if (tree)
        TP_TRY(tp_cuda_cub(context, "asking for a sort's memory", [&] { return sort(&b, NULL, &sorting, NULL); }));
    *bytes = EXTENTS + sorting;
    return TROPIC_OK;
}

tropic_status tp_cuda_nbody_order(tropic_context *context, const tp_nbody *b)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    extent *found = (extent *)b->room;
    size_t sorting = b->room_bytes - EXTENTS;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_launch(context, "numbering bodies along a curve", {MEASURES, BLOCK},
                          b->dimensions == 2 ? measure_kernel<2> : measure_kernel<3>, *b, found));
    TP_TRY(tp_cuda_launch(context, "numbering bodies along a curve", {tp_quotient_up(b->n, BLOCK), BLOCK},
                          b->dimensions == 2 ? key_kernel<2> : key_kernel<3>, *b, found));
    return tp_cuda_cub(context, "sorting bodies", [&] { return sort(b, (char *)b->room + EXTENTS, &sorting, stream); });
}

/* ---- the tree ---- */

template <int D> static __global__ void __launch_bounds__(BLOCK) pack_kernel(const __grid_constant__ tp_nbody b)
{
    const int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (k >= TP_NBODY_FILLED(b.n)) return;
    const tropic_index v = b.tree.order[k < b.n ? k : b.n - 1];
    tp_body body = {};
    for (int c = 0; c < D; c++) body.at[c] = b.position[(int64_t)v * D + c];
    body.mass = k < b.n ? b.mass[v] : 0;
    b.tree.body[k] = body;
}

template <int D>
static __device__ void make_node(const tp_nbody &b, const tp_nbody_shape &shape, int level, tropic_index k)
{
    const int fan = level == 0 ? TP_NBODY_LEAF : TP_NBODY_FAN;
    const tropic_index parts = level == 0 ? b.n : shape.count[level - 1], first = k * fan;
    const tropic_index below = level == 0 ? 0 : shape.base[level - 1], at = shape.base[level] + k;
    const tp_body *part = level == 0 ? b.tree.body : b.tree.node + below;
    b.tree.node[at] = tp_nbody_summarise(part + first, level == 0 ? NULL : b.tree.radius + below + first,
                                         parts - first < fan ? parts - first : fan, D, &b.tree.radius[at]);
}

template <int D>
static __global__ void __launch_bounds__(BLOCK)
    level_kernel(const __grid_constant__ tp_nbody b, const __grid_constant__ tp_nbody_shape shape, int level)
{
    const int64_t k = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
    if (k < shape.count[level]) make_node<D>(b, shape, level, (tropic_index)k);
}

/* One block: this level and all above. */
template <int D>
static __global__ void __launch_bounds__(TOP)
    top_kernel(const __grid_constant__ tp_nbody b, const __grid_constant__ tp_nbody_shape shape, int level)
{
    for (; level < shape.levels; level++) {
        if ((tropic_index)threadIdx.x < shape.count[level]) make_node<D>(b, shape, level, threadIdx.x);
        __syncthreads();
    }
}

/* ---- forces ---- */

/* A warp's state of its group. */
typedef struct group {
    tp_body found[TP_NBODY_FOUND];
    uint32_t waiting[TP_NBODY_WAITING];
} group;

static __device__ float warp_min(float x)
{
    for (int half = WARP / 2; half > 0; half /= 2) x = fminf(x, __shfl_xor_sync(~0u, x, half));
    return x;
}
static __device__ float warp_max(float x)
{
    for (int half = WARP / 2; half > 0; half /= 2) x = fmaxf(x, __shfl_xor_sync(~0u, x, half));
    return x;
}

/* The boxes of a warp's bodies: of the first ones, up to that from which it is furthest to the next, and of the rest. A
 * lane past the last body has the first one. */
template <int D> static __device__ void divide(const tp_body &me, int lane, int bodies, tp_nbody_box part[2])
{
    float square = 0, max;
    unsigned leaps;
    for (int c = 0; c < D; c++) {
        const float d = __shfl_down_sync(~0u, me.at[c], 1) - me.at[c];
        square += d * d;
    }
    if (lane + 1 >= bodies) square = -1;
    max = warp_max(square);
    leaps = __ballot_sync(~0u, square == max && square >= 0);
    const bool rest = leaps != 0 && lane >= __ffs(leaps) && lane < bodies;
    for (int c = 0; c < D; c++) {
        part[0].low[c] = warp_min(rest ? INFINITY : me.at[c]);
        part[0].high[c] = warp_max(rest ? -INFINITY : me.at[c]);
        part[1].low[c] = warp_min(rest ? me.at[c] : INFINITY);
        part[1].high[c] = warp_max(rest ? me.at[c] : -INFINITY);
    }
}

template <int D>
static __global__ void __launch_bounds__(WARPS *WARP)
    tree_kernel(const __grid_constant__ tp_nbody b, const __grid_constant__ tp_nbody_shape shape, float ratio)
{
    __shared__ group groups[WARPS];
    group &g = groups[threadIdx.x / WARP];
    const int lane = threadIdx.x % WARP;
    const int64_t first = ((int64_t)blockIdx.x * WARPS + threadIdx.x / WARP) * WARP;
    const unsigned before = (1u << lane) - 1;
    if (first >= b.n) return;
    const bool there = first + lane < b.n;
    const tp_body me = b.tree.body[there ? first + lane : first];
    float f[TP_NBODY_DIMENSIONS] = {};
    tp_nbody_box part[2];
    int waits = 1;
    divide<D>(me, lane, b.n - first < WARP ? (int)(b.n - first) : WARP, part);
    if (lane == 0) g.waiting[0] = tp_nbody_wait(shape.levels - 1, 0);
    __syncwarp();
    while (waits > 0) {
        /* Open the last nodes that wait, a lane to each child: one that is far is found whole, of a leaf that is not
         * its bodies, and others wait in their turn. */
        const int opened = waits < TP_NBODY_OPENED ? waits : TP_NBODY_OPENED;
        bool child = lane / TP_NBODY_FAN < opened, far = false;
        int level = 0;
        tropic_index number = 0;
        tp_body node = {};
        waits -= opened;
        if (child) {
            const uint32_t parent = g.waiting[waits + lane / TP_NBODY_FAN];
            level = tp_nbody_level(parent) - 1;
            number = tp_nbody_number(parent) * TP_NBODY_FAN + lane % TP_NBODY_FAN;
            child = number < shape.count[level];
        }
        if (child) {
            const tropic_index at = shape.base[level] + number;
            node = b.tree.node[at];
            far = tp_nbody_far(&node, b.tree.radius[at], part, ratio, D);
        }
        __syncwarp(); /* before others take the places of those that are opened */
        const unsigned fars = __ballot_sync(~0u, far);
        const unsigned leaves = __ballot_sync(~0u, child && !far && level == 0);
        const unsigned inner = __ballot_sync(~0u, child && !far && level > 0);
        const int place = __popc(fars & before) + TP_NBODY_LEAF * __popc(leaves & before);
        const int found = __popc(fars) + TP_NBODY_LEAF * __popc(leaves);
        if (far) {
            g.found[place] = node;
        } else if (leaves >> lane & 1) {
            for (int k = 0; k < TP_NBODY_LEAF; k++)
                g.found[place + k] = b.tree.body[(int64_t)number * TP_NBODY_LEAF + k];
        } else if (child) {
            g.waiting[waits + __popc(inner & before)] = tp_nbody_wait(level, number);
        }
        waits += __popc(inner);
        __syncwarp();
        for (int e = 0; e < found; e++) {
            const tp_body q = g.found[e];
            tp_nbody_repel(f, me.at, q.at, q.mass, D);
        }
        __syncwarp();
    }
    if (!there) return;
    const int64_t v = b.tree.order[first + lane];
    for (int c = 0; c < D; c++) b.force[v * D + c] = f[c];
}

template <int D> static tropic_status launch(tropic_context *context, const tp_nbody *b)
{
    static const char *const doing = "repulsion by a tree";
    const tp_nbody_shape shape = tp_nbody_shape_of(b->n);
    const int64_t groups = tp_quotient_up(b->n, WARP);
    int level = 0;
    TP_TRY(tp_cuda_launch(context, doing, {tp_quotient_up(TP_NBODY_FILLED(b->n), BLOCK), BLOCK}, pack_kernel<D>, *b));
    for (; shape.count[level] > TOP; level++)
        TP_TRY(tp_cuda_launch(context, doing, {tp_quotient_up(shape.count[level], BLOCK), BLOCK}, level_kernel<D>, *b,
                              shape, level));
    TP_TRY(tp_cuda_launch(context, doing, {1, TOP}, top_kernel<D>, *b, shape, level));
    return tp_cuda_launch(context, doing, {tp_quotient_up(groups, WARPS), WARPS * WARP}, tree_kernel<D>, *b, shape,
                          tp_nbody_ratio(b->theta));
}

tropic_status tp_cuda_nbody_tree(tropic_context *context, const tp_nbody *b)
{
    tp_cuda_use use(context);
    return b->dimensions == 2 ? launch<2>(context, b) : launch<3>(context, b);
}
