/* SPDX-License-Identifier: Apache-2.0
 *
 * A maximal independent set on a GPU. A vertex that waits (algorithms/sets/wait.cuh) remembers for which neighbour:
 * what stands in its list before that is after the vertex, or OUT, and needs no second look.
 *
 * Source: Burtscher, Devale, Azimi, Jaiganesh and Powers, ACM Transactions on Parallel Computing 5 (2018), for words
 * that are read and written without locks.
 */
#include "algorithms/sets/independent_set.h"
#include "algorithms/sets/wait.cuh"
#include "spmv/device/block.cuh"

#define DOING "an independent set"
/* Neighbours that a thread looks at by itself, as many as a sector of memory has; of longer lists a warp does the rest.
 */
#define LANE_ARCS 8
/* Blocks of a multiprocessor, whose registers are enough; where no list is longer than that: */
#define BLOCKS_EACH 5
#define SHORT_BLOCKS_EACH 6

/* A vertex that waits for its neighbour ids[at]; v -1: none. */
struct alignas(16) waiting {
    tropic_offset at;
    tropic_index v, other;
};

typedef struct choice {
    tp_set_graph g;
    uint16_t *state; /* of each vertex */
    int32_t *set;
} choice;

/* What a look at neighbours tells: nothing, or that the vertex waits, or is OUT. */
enum { FREE, WAITS, OUT };

static __device__ uint16_t load(const choice &c, tropic_index v)
{
    return *(const volatile uint16_t *)(c.state + v);
}

/* FRESH: it may be an old one, from the L1 cache, where those of hubs are. (Each multiprocessor else asks for them as
 * often as they have neighbours.) */
template <bool FRESH> static __device__ uint16_t load_any(const choice &c, tropic_index v)
{
    return FRESH ? __ldca(c.state + v) : load(c, v);
}

static __device__ void store(const choice &c, tropic_index v, uint16_t value)
{
    *(volatile uint16_t *)(c.state + v) = value;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) place(const __grid_constant__ choice c)
{
    TP_FOR_EACH(v, c.g.n) c.state[v] = tp_set_place(&c.g, (tropic_index)v);
}

/* v, whose word is `own`, beside u. */
static __device__ int compare(const choice &c, tropic_index v, uint16_t own, tropic_index u, uint16_t other)
{
    if (other == TP_SET_IN) return OUT;
    if (other != own) return other > own ? WAITS : FREE;
    return u != v && tp_set_is_first(&c.g, u, v) ? WAITS : FREE;
}

/* Looks at w->v's neighbours from `begin` to `end`, by this thread; w->other: for whom it waits. */
template <bool FRESH>
static __device__ int look(const choice &c, waiting *w, uint16_t own, tropic_offset begin, tropic_offset end)
{
    int found = FREE;
    for (tropic_offset k = begin; k < end && found == FREE; k += TP_FLIGHT) {
        tropic_index u[TP_FLIGHT];
        uint16_t other[TP_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) u[f] = k + f < end ? __ldg(c.g.ids + k + f) : w->v;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) other[f] = k + f < end ? load_any<FRESH>(c, u[f]) : TP_SET_OUT;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) {
            if (found != FREE) continue;
            found = compare(c, w->v, own, u[f], other[f]);
            w->at = k + f;
            w->other = u[f];
        }
    }
    return found;
}

/* The same by a warp, all of whose lanes have the same arguments. */
template <bool FRESH>
static __device__ int look_together(const choice &c, waiting *w, uint16_t own, tropic_offset begin, tropic_offset end)
{
    for (tropic_offset first = begin; first < end; first += TP_FLIGHT * TP_WARP) {
        tropic_index u[TP_FLIGHT];
        uint16_t other[TP_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) {
            const tropic_offset k = first + f * TP_WARP + tp_lane();
            u[f] = k < end ? __ldg(c.g.ids + k) : -1;
        }
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) other[f] = u[f] >= 0 ? load_any<FRESH>(c, u[f]) : TP_SET_OUT;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) {
            const int found = u[f] >= 0 ? compare(c, w->v, own, u[f], other[f]) : FREE;
            const unsigned wait = __ballot_sync(TP_EVERY_LANE, found == WAITS);
            if (__any_sync(TP_EVERY_LANE, found == OUT)) return OUT;
            if (wait == 0) continue;
            const int lane = __ffs((int)wait) - 1;
            w->at = first + f * TP_WARP + lane;
            w->other = __shfl_sync(TP_EVERY_LANE, u[f], lane);
            return WAITS;
        }
    }
    return FREE;
}

/* u is OUT, unless it is v. */
static __device__ void reject(const choice &c, tropic_index v, tropic_index u)
{
    if (u != v && __ldca(c.state + u) != TP_SET_OUT) store(c, u, TP_SET_OUT);
}

/* The neighbours of each lane's vertex that is IN. */
static __device__ void reject_neighbours(const choice &c, tropic_index v, bool in)
{
    tropic_offset begin = 0, end = 0;
    if (in) {
        begin = __ldg(c.g.offsets + v);
        end = __ldg(c.g.offsets + v + 1);
    }
    const bool is_long = end - begin > LANE_ARCS;
    for (tropic_offset k = begin; k < end && !is_long; k++) reject(c, v, __ldg(c.g.ids + k));
    for (unsigned todo = __ballot_sync(TP_EVERY_LANE, is_long); todo; todo &= todo - 1) {
        const int of = __ffs((int)todo) - 1;
        const tropic_index center = tp_shuffle_from(v, of);
        const tropic_offset last = tp_shuffle_from(end, of);
        for (tropic_offset k = tp_shuffle_from(begin, of) + tp_lane(); k < last; k += TP_WARP)
            reject(c, center, __ldg(c.g.ids + k));
    }
}

/* The rest of each lane's list, from k on. */
template <bool FRESH>
static __device__ void look_at_rest(const choice &c, waiting *w, uint16_t own, tropic_offset k, tropic_offset end,
                                    int *found)
{
    for (unsigned todo = __ballot_sync(TP_EVERY_LANE, *found == FREE && k < end); todo; todo &= todo - 1) {
        const int of = __ffs((int)todo) - 1;
        waiting whose = {0, tp_shuffle_from(w->v, of), -1};
        const uint16_t word = (uint16_t)__shfl_sync(TP_EVERY_LANE, (unsigned)own, of);
        const int seen = look_together<FRESH>(c, &whose, word, tp_shuffle_from(k, of), tp_shuffle_from(end, of));
        if (tp_lane() != of) continue;
        *w = whose;
        *found = seen;
    }
}

/* Decides about the vertex of each lane, if that is possible: then w->v = -1. FRESH: none has been looked at; else each
 * waits. Returns whether this lane's is IN, now. */
template <bool FRESH> static __device__ bool decide(const choice &c, waiting *w)
{
    tropic_offset k = 0, end = 0;
    uint16_t own = TP_SET_OUT;
    int found = OUT;
    if (w->v >= 0) {
        own = load(c, w->v);
        const uint16_t other = FRESH ? TP_SET_OUT : load(c, w->other);
        if (FRESH) k = __ldg(c.g.offsets + w->v);
        if (own != TP_SET_OUT && own != TP_SET_IN)
            found = other == TP_SET_IN ? OUT : other == TP_SET_OUT ? FREE : WAITS;
    }
    if (found == FREE) {
        if (!FRESH) k = w->at + 1;
        end = __ldg(c.g.offsets + w->v + 1);
        const tropic_offset part = end - k > LANE_ARCS ? k + LANE_ARCS : end;
        found = look<FRESH>(c, w, own, k, part);
        k = part;
    }
    look_at_rest<FRESH>(c, w, own, k, end, &found);
    const bool chosen = w->v >= 0 && found == FREE, in = chosen || own == TP_SET_IN;
    if (chosen) store(c, w->v, TP_SET_IN);
    if (found == OUT && own != TP_SET_OUT && !in) store(c, w->v, TP_SET_OUT);
    reject_neighbours(c, w->v, chosen);
    if (w->v < 0 || found == WAITS) return false;
    c.set[w->v] = in;
    w->v = -1;
    return in;
}

/* *result = the vertices that are IN, and above 32 bits those that are left undecided. */
TP_WAIT_KERNEL(BLOCKS_EACH)
decide_all(const __grid_constant__ choice c, const tp_wait_lists<waiting> lists, tp_block_sum *sum, int64_t *result)
{
    unsigned long long members = 0;
    const int64_t left = tp_wait_all(
        lists, c.g.n, [&](waiting *w) { members += decide<true>(c, w); },
        [&](waiting *w) { members += decide<false>(c, w); });
    if (tp_lane() == 0) members += (unsigned long long)left << 32;
    tp_block_tell_all(sum, members, result);
}

/* ---- short lists ---- */

/* v is undecided: a list is looked through anew each time. */
struct undecided {
    tropic_index v;
};

/* The neighbours of v, which is IN, if there are more than a thread looks at at a time. */
static __device__ void reject_list(const choice &c, tropic_index v, tropic_offset begin, int length)
{
    for (int k = 0; k < length; k++) reject(c, v, __ldg(c.g.ids + begin + k));
}

/* Decides about this lane's vertex, if that is possible. Returns whether it is IN, now. */
static __device__ bool decide_short(const choice &c, undecided *w)
{
    const tropic_index v = w->v;
    if (v < 0) return false;
    const tropic_offset begin = __ldg(c.g.offsets + v);
    const int length = (int)(__ldg(c.g.offsets + v + 1) - begin);
    const uint16_t own = load(c, v);
    const bool is_known = own == TP_SET_OUT || own == TP_SET_IN;
    int found = FREE;
    tropic_index u[TP_FLIGHT];
    uint16_t other[TP_FLIGHT];
#pragma unroll
    for (int f = 0; f < TP_FLIGHT; f++) other[f] = TP_SET_OUT;
    for (int k = 0; k < length && found == FREE && !is_known; k += TP_FLIGHT) {
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) u[f] = k + f < length ? __ldg(c.g.ids + begin + k + f) : v;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) other[f] = u[f] != v ? load(c, u[f]) : TP_SET_OUT;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) found = max(found, compare(c, v, own, u[f], other[f]));
    }
    if (found == WAITS) return false;
    const bool chosen = !is_known && found == FREE;
    if (!is_known) store(c, v, chosen ? TP_SET_IN : TP_SET_OUT);
    if (chosen && length > TP_FLIGHT) reject_list(c, v, begin, length);
#pragma unroll
    for (int f = 0; f < TP_FLIGHT; f++)
        if (chosen && length <= TP_FLIGHT && other[f] != TP_SET_OUT) store(c, u[f], TP_SET_OUT);
    c.set[v] = chosen || own == TP_SET_IN;
    w->v = -1;
    return chosen || own == TP_SET_IN;
}

TP_WAIT_KERNEL(SHORT_BLOCKS_EACH)
decide_all_short(const __grid_constant__ choice c, const tp_wait_lists<undecided> lists, tp_block_sum *sum,
                 int64_t *result)
{
    unsigned long long members = 0;
    const auto look = [&](undecided *w) { members += decide_short(c, w); };
    const int64_t left = tp_wait_all(lists, c.g.n, look, look);
    if (tp_lane() == 0) members += (unsigned long long)left << 32;
    tp_block_tell_all(sum, members, result);
}

/* ---- the call ---- */

/* Launches the kernel until none is left. (The first vertex that is undecided is decided by a launch.) */
template <typename WAITING>
static tropic_status run_kernel(tp_run *run, const choice *c, tp_independent_set_found *found,
                                void (*kernel)(choice, tp_wait_lists<WAITING>, tp_block_sum *, int64_t *))
{
    tropic_context *context = run->context;
    tp_cuda *cuda = tp_cuda_of(context);
    int64_t left = c->g.n, *result, told;
    tp_wait_lists<WAITING> lists = {};
    tp_cuda_grid grid;
    tp_block_sum *sum;
    TP_TRY(tp_wait_make(run, (const void *)kernel, &grid, &lists));
    TP_TRY(tp_cuda_need_sum(context, &sum));
    TP_TRY(tp_progress(context, 0));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_pass(context, DOING, c->g.n, place, *c));
    while (left > 0) {
        TP_TRY(tp_cuda_result(context, &result));
        TP_TRY(tp_cuda_launch(context, DOING, grid, kernel, *c, lists, sum, result));
        TP_TRY(tp_cuda_check(context, cudaEventRecord(cuda->stop, cuda->stream), "a timer"));
        TP_TRY(tp_cuda_await_result(context, result, &told));
        if (found->passes > 0 && told >> 32 >= left)
            return tp_fail(context, TROPIC_DEVICE_ERROR, "an independent set did not end");
        left = told >> 32;
        found->members = (tropic_index)(told & UINT32_MAX);
        found->passes++;
        TP_TRY(tp_progress(context, 1 - (double)left / c->g.n));
    }
    cuda->stopped = true;
    return TROPIC_OK;
}

tropic_status tp_cuda_independent_set_choose(tp_run *run, const tp_set_graph *graph, int32_t *set,
                                             tp_independent_set_found *found)
{
    choice c = {};
    tp_cuda_use use(run->context);
    c.g = *graph;
    c.set = set;
    TP_TRY(tp_run_array(run, &c.state, graph->n, sizeof *c.state, DOING));
    if (graph->longest <= LANE_ARCS) return run_kernel(run, &c, found, decide_all_short);
    return run_kernel(run, &c, found, decide_all);
}

const tp_independent_set_calls tp_cuda_independent_set_calls = {
    TP_INDEPENDENT_SET_CALLS(TP_CALL_ROW, tp_cuda_independent_set_)};
