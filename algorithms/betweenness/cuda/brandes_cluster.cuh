/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts shared by the kernels that have a source to a block, or to the blocks of a cluster (CLUSTER): their sizes,
 * their barrier, and how their threads append to the source's queue.
 */
#ifndef TP_BRANDES_CLUSTER_CUH
#define TP_BRANDES_CLUSTER_CUH

#include "algorithms/betweenness/brandes.h"
#include "spmv/device/cluster.cuh"
#include "spmv/device/kernel.cuh"

/* Threads of a block, and blocks that a multiprocessor must have registers for. Measured (H200): exact centralities of
 * a lattice of 250 x 250 in 0.61 s; with 512 threads and 2 blocks 0.81, 192 and 5 0.66, 1024 and 1 1.35. Of larger
 * lattices all are alike: they wait for memory. */
#define SWEEP_BLOCK 256
#define SWEEP_EACH 4
#define CLUSTER_BLOCK 512
/* Some lanes share a list, but a warp one that has more entries, which would keep the other lanes waiting. */
#define LONG_LIST 64
/* Counters of the vertices that a level appends: one that is added to, one that may still be read, one that is
 * cleared. */
#define TAILS 3

static __device__ tp_brandes_state load_place(const tp_brandes_state *p)
{
    union {
        uint4 quad;
        tp_brandes_state place;
    } read;
    read.quad = *(const uint4 *)p;
    return read.place;
}
static __device__ void store_place(tp_brandes_state *p, tp_brandes_state place)
{
    union {
        uint4 quad;
        tp_brandes_state place;
    } written;
    written.place = place;
    *(uint4 *)p = written.quad;
}

template <int WIDTH> static __device__ tp_wide sum_over(tp_wide t)
{
#pragma unroll
    for (int other = WIDTH / 2; other > 0; other /= 2) {
        tp_wide theirs;
        theirs.part = __shfl_xor_sync(TP_EVERY_LANE, t.part, other);
        theirs.scale = __shfl_xor_sync(TP_EVERY_LANE, t.scale, other);
        t = tp_wide_add(t, theirs);
    }
    return t;
}

/* A barrier of all threads of a source, who then see the others' writes: in two parts, between which each does work
 * that needs none of these. */
template <bool CLUSTER> static __device__ void arrive(void)
{
    __syncthreads();
#if __CUDA_ARCH__ >= 900
    if (CLUSTER) asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
#endif
}
template <bool CLUSTER> static __device__ void await(void)
{
    __syncwarp();
#if __CUDA_ARCH__ >= 900
    if (CLUSTER) asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
}
template <bool CLUSTER> static __device__ void meet(void)
{
    arrive<CLUSTER>();
    await<CLUSTER>();
}

/* Takes `count` places of the queue. */
template <bool CLUSTER> static __device__ unsigned take_places(unsigned *tail, unsigned count)
{
    unsigned at = 0;
    if (!CLUSTER) return atomicAdd(tail, count);
#if __CUDA_ARCH__ >= 900
    asm volatile("atom.relaxed.cluster.shared::cluster.add.u32 %0, [%1], %2;"
                 : "=r"(at)
                 : "r"(tp_cluster_place(tail, 0)), "r"(count)
                 : "memory");
#endif
    return at;
}

/* Lanes that have `claimed` a vertex get its place, each its own, in order. The whole warp calls it. */
template <bool CLUSTER> static __device__ unsigned place_of(unsigned *tail, bool claimed)
{
    const unsigned mask = __ballot_sync(TP_EVERY_LANE, claimed);
    const int lane = tp_lane();
    unsigned at = 0;
    if (mask == 0) return 0;
    if (lane == 0) at = take_places<CLUSTER>(tail, (unsigned)__popc(mask));
    at = __shfl_sync(TP_EVERY_LANE, at, 0);
    return at + (unsigned)__popc(mask & ((1u << lane) - 1));
}

/* A list. */
typedef struct row_range {
    tropic_offset begin, entries;
} row_range;

static __device__ row_range span_of(const tp_arcs *arcs, tropic_index v)
{
    const tropic_offset begin = __ldg(arcs->offsets + v);
    return {begin, __ldg(arcs->offsets + v + 1) - begin};
}

static __device__ tropic_index id_at(const tropic_index *ids, tropic_offset k, tropic_offset end)
{
    return k < end ? __ldg(ids + k) : 0;
}

#endif
