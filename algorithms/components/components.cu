/* SPDX-License-Identifier: Apache-2.0
 *
 * Connected components on a GPU: weak ones by union-find, and sizes of any.
 *
 * Each vertex is first below its first neighbour, if that is smaller. Then roots are hooked: along a second arc of each
 * vertex the root of one end goes below that of the other if that is smaller, and of several such the least counts; the
 * others are lost. Most vertices are then in one tree, the giant, and by a third arc most of the rest. All arcs of the
 * vertices that are still outside are joined, and no arc is lost. Those of vertices in the giant need no look: an arc
 * that leaves it is seen from the other end. So a graph with a giant component costs, per vertex, two offsets, a line
 * of ids and some parents, which stay in the L2 cache.
 *
 * Every parent is lesser than its vertex and in the same component, so that ways up end. Hooks may lose an ancestor;
 * from join_outside on, roots alone are hooked, and no ancestor is lost.
 *
 * Sources: Sutton, Ben-Nun and Barak, IPDPS 2018; Jaiganesh and Burtscher, HPDC 2018.
 */
#include "algorithms/components/components.h"
#include "algorithms/components/members.cuh"
#include "formats/matrix/facts/union_find.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

#define DOING "connected components"

/* Vertices in the sample by which the giant component is guessed. (A wrong guess costs time alone.) */
#define GIANT_SAMPLES 256
/* Arcs that a thread joins by itself; of longer lists a warp joins the rest; of still longer ones, the whole grid. */
#define LANE_ARCS 16
/* After so many it looks whether its vertex is in the giant component by now: most that are outside are in small ones,
 * of which all arcs are joined. */
#define LANE_LOOKS 4
#define WARP_ARCS 4096

/* Arrays in device memory. */
typedef struct forest {
    tropic_index n;
    tropic_index *parent, *next; /* of each vertex */
    tropic_index *giant;         /* a vertex of the giant component: its root when it was guessed */
    unsigned *long_lists;        /* how many there are in */
    tropic_index *list;
} forest;

/* Every vertex below its first neighbour, if that is smaller; next[v] = its second one, or the first if that is larger,
 * or itself. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    plant(const __grid_constant__ tp_arcs out, const __grid_constant__ forest f)
{
    if (tp_thread() == 0) *f.long_lists = 0;
    TP_FOR_EACH(v, out.lists)
    {
        const tropic_offset begin = __ldg(out.offsets + v), end = __ldg(out.offsets + v + 1);
        const tropic_index first = begin < end ? __ldg(out.ids + begin) : (tropic_index)v;
        f.parent[v] = first < v ? first : (tropic_index)v;
        f.next[v] = first > v || begin + 1 >= end ? first : __ldg(out.ids + begin + 1);
    }
}

/* Every vertex directly below its root. (Loads past the L1 cache would see others' steps, but take 3 times as long.) */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) flatten(const __grid_constant__ forest f)
{
    TP_FOR_EACH(v, f.n)
    {
        const tropic_index above = f.parent[v];
        tropic_index root = above, next;
        while (root != (next = f.parent[root])) root = next;
        if (root != above) f.parent[v] = root;
    }
}

/* The larger root below the smaller, unless it is already below one that is as small. (To look first takes a fifth of
 * the time: the roots of large trees are hooked by very many.) */
static __device__ void hook(tropic_index *parent, tropic_index a, tropic_index b)
{
    const tropic_index high = max(parent[a], parent[b]), low = min(parent[a], parent[b]);
    if (parent[high] > low) atomicMin(parent + high, low);
}

/* Along the arc to next[v], of flat trees. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) hook_next(const __grid_constant__ forest f)
{
    TP_FOR_EACH(v, f.n) hook(f.parent, (tropic_index)v, f.next[v]);
}

/* Along the last arc of vertices outside of the giant component. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    hook_last(const __grid_constant__ tp_arcs out, const __grid_constant__ forest f)
{
    const tropic_index giant = *f.giant;
    TP_FOR_EACH(v, f.n)
    {
        if (f.parent[v] == giant) continue;
        const tropic_offset end = __ldg(out.offsets + v + 1);
        if (__ldg(out.offsets + v) < end) hook(f.parent, (tropic_index)v, __ldg(out.ids + end - 1));
    }
}

/* One block: the root that most of a sample is below. */
static __global__ void __launch_bounds__(GIANT_SAMPLES) guess_giant(const __grid_constant__ forest f)
{
    __shared__ tropic_index sample[GIANT_SAMPLES];
    __shared__ int most;
    const tropic_index root = f.parent[(int64_t)f.n * threadIdx.x / GIANT_SAMPLES];
    int equal = 0;
    sample[threadIdx.x] = root;
    if (threadIdx.x == 0) most = 0;
    __syncthreads();
    for (int k = 0; k < GIANT_SAMPLES; k++) equal += sample[k] == root;
    atomicMax(&most, equal);
    __syncthreads();
    if (equal == most) *f.giant = root; /* one of those, if there are several */
}

static __device__ bool is_in_giant(tropic_index *parent, tropic_index v, tropic_index giant)
{
    return tp_find_root(parent, v) == tp_find_root(parent, giant);
}

/* The arcs ids[begin .. end - 1] of v, by all lanes, until v is in the giant component. */
static __device__ void join_by_warp(const tropic_index *ids, tropic_index *parent, tropic_index v, tropic_offset begin,
                                    tropic_offset end, tropic_index giant)
{
    for (tropic_offset k = begin + tp_lane(); __any_sync(TP_EVERY_LANE, k < end); k += TP_WARP) {
        if (k < end) tp_join_trees(parent, v, __ldg(ids + k));
        if (__any_sync(TP_EVERY_LANE, is_in_giant(parent, v, giant))) return;
    }
}

/* The arcs of vertices outside of the giant component, of each until it is in that. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    join_outside(const __grid_constant__ tp_arcs arcs, const __grid_constant__ forest f)
{
    const tropic_index giant = *f.giant;
    tropic_index *const parent = f.parent;
    for (int64_t first = tp_warp() * TP_WARP; first < f.n; first += tp_threads()) {
        const tropic_index v = (tropic_index)(first + tp_lane());
        bool left = first + tp_lane() < f.n && parent[v] != giant && !is_in_giant(parent, v, giant);
        tropic_offset k = 0, end = 0;
        if (left) {
            k = __ldg(arcs.offsets + v);
            end = __ldg(arcs.offsets + v + 1);
        }
        for (int joined = 1; left && k < end && joined <= LANE_ARCS; joined++, k++) {
            tp_join_trees(parent, v, __ldg(arcs.ids + k));
            if (joined % LANE_LOOKS == 0) left = !is_in_giant(parent, v, giant);
        }
        left = left && k < end;
        if (left && end - k > WARP_ARCS) {
            f.list[atomicAdd(f.long_lists, 1u)] = v;
            left = false;
        }
        for (unsigned todo = __ballot_sync(TP_EVERY_LANE, left); todo; todo &= todo - 1) {
            const int of = __ffs((int)todo) - 1;
            join_by_warp(arcs.ids, parent, tp_shuffle_from(v, of), tp_shuffle_from(k, of), tp_shuffle_from(end, of),
                         giant);
        }
    }
}

/* The same of lists that join_outside put off. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    join_long(const __grid_constant__ tp_arcs arcs, const __grid_constant__ forest f)
{
    for (unsigned l = 0; l < *f.long_lists; l++) {
        const tropic_index v = f.list[l];
        const tropic_offset end = __ldg(arcs.offsets + v + 1);
        for (tropic_offset k = __ldg(arcs.offsets + v) + tp_thread(); k < end; k += tp_threads()) {
            if (is_in_giant(f.parent, v, *f.giant)) break;
            tp_join_trees(f.parent, v, __ldg(arcs.ids + k));
        }
    }
}

static __global__ void forget_long(const __grid_constant__ forest f)
{
    *f.long_lists = 0;
}

/* What is left of one orientation. */
static tropic_status join_rest(tropic_context *context, const tp_arcs *arcs, const forest *f)
{
    TP_TRY(tp_pass(context, DOING, f->n, join_outside, *arcs, *f));
    if (arcs->longest <= WARP_ARCS) return TROPIC_OK;
    return tp_cuda_launch(context, DOING, {tp_cuda_of(context)->processors, TP_PASS_BLOCK}, join_long, *arcs, *f);
}

tropic_status tp_cuda_components_weak(tropic_context *context, const tp_arcs *out, const tp_arcs *in,
                                      tropic_index *component)
{
    const int64_t long_lists = out->count / WARP_ARCS, words = 2 + long_lists + out->lists;
    tp_device_buffer *memory = &tp_cuda_of(context)->scratch.items;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_need(context, memory, (size_t)words * sizeof(tropic_index), DOING, false));
    tropic_index *const scratch = (tropic_index *)memory->memory;
    const forest f = {out->lists, component, scratch + 2 + long_lists, scratch, (unsigned *)scratch + 1, scratch + 2};
    TP_TRY(tp_pass(context, DOING, f.n, plant, *out, f));
    TP_TRY(tp_pass(context, DOING, f.n, flatten, f));
    TP_TRY(tp_pass(context, DOING, f.n, hook_next, f));
    TP_TRY(tp_pass(context, DOING, f.n, flatten, f));
    TP_TRY(tp_cuda_launch(context, DOING, {1, GIANT_SAMPLES}, guess_giant, f));
    TP_TRY(tp_pass(context, DOING, f.n, hook_last, *out, f));
    TP_TRY(join_rest(context, out, &f));
    if (in) {
        TP_TRY(tp_cuda_launch(context, DOING, {1, 1}, forget_long, f));
        TP_TRY(join_rest(context, in, &f));
    }
    return tp_pass(context, DOING, f.n, flatten, f);
}

/* ---- sizes ---- */

/* In scratch memory: a survey, whose largest is a size and, in the lower half, what a smaller vertex has more of. */
typedef struct device_survey {
    unsigned long long components, isolated, largest;
} device_survey;

/* The sizes of other vertices, and the survey. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    spread_sizes(tropic_index n, const tropic_index *component, tropic_index *size, device_survey *survey)
{
    unsigned long long components = 0, isolated = 0, largest = 0;
    TP_FOR_EACH(v, n)
    {
        const tropic_index c = component[v], members = size[c];
        if (c != v) {
            size[v] = members;
            continue;
        }
        const unsigned long long key = (unsigned long long)members << 32 | (unsigned)(INT32_MAX - c);
        components++;
        isolated += members == 1;
        if (key > largest) largest = key;
    }
    components = tp_warp_sum(components);
    isolated = tp_warp_sum(isolated);
    largest = ~tp_warp_min(~largest);
    if (tp_lane() > 0 || components == 0) return;
    atomicAdd(&survey->components, components);
    atomicAdd(&survey->isolated, isolated);
    atomicMax(&survey->largest, largest);
}

tropic_status tp_cuda_components_sizes(tropic_context *context, const tropic_index *component, tropic_index n,
                                       tropic_index *size, tp_components_survey *survey)
{
    const tropic_index none = 0;
    tp_device_buffer *memory = &tp_cuda_of(context)->scratch.sums;
    device_survey found;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_need(context, memory, sizeof found, DOING, false));
    device_survey *const here = (device_survey *)memory->memory;
    const int64_t words = sizeof found / sizeof none;
    TP_TRY(tp_cuda_fill(context, here, TROPIC_INT32, &none, words));
    TP_TRY(tp_cuda_fill(context, size, TROPIC_INT32, &none, n));
    TP_TRY(tp_pass(context, DOING, tp_quotient_up(n, TP_COUNT_RUN), tp_count_members, n, component, size));
    TP_TRY(tp_pass(context, DOING, n, spread_sizes, n, component, size, here));
    TP_TRY(tp_cuda_download(context, &found, here, sizeof found));
    *survey = {(int64_t)found.components, (int64_t)found.isolated, INT32_MAX - (tropic_index)(unsigned)found.largest,
               (tropic_index)(found.largest >> 32)};
    return TROPIC_OK;
}

const tp_components_calls tp_cuda_components_calls = {TP_COMPONENTS_CALLS(TP_CALL_ROW, tp_cuda_components_)};
