/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of a cluster that tell each other a few words: a barrier that carries data. Every block writes its
 * words into every other's shared memory, by stores that report to a barrier there (st.async), and waits for
 * all of them. Measured (H200, 16 blocks of 1024 threads): 0.28 us; the cluster's own barrier takes 0.3,
 * and 0.5 to 0.7 more where global stores are on their way, which it waits for. This one does not: other blocks may see
 * a block's writes to global memory late, except atomics. Without clusters: one block.
 */
#ifndef TP_CLUSTER_CUH
#define TP_CLUSTER_CUH

#include "spmv/device/kernel.cuh"

/* A vertex with its list. */
typedef struct tp_vertex_row {
    tropic_offset begin;
    tropic_index entries, vertex;
} tp_vertex_row;

/* The most blocks of a cluster. */
#define TP_CLUSTER_MAX 16

/* Words that a block sends at once: one quad, or two. */
typedef struct tp_words {
    uint4 quad[2];
} tp_words;

/* In shared memory, 16 bytes aligned. Two of each, in turn: a block may be one exchange ahead. */
typedef struct tp_exchange {
    tp_words words[2][TP_CLUSTER_MAX];
    unsigned long long barrier[2];
} tp_exchange;

TP_FN unsigned tp_shared(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

TP_FN int tp_cluster_rank(void)
{
    unsigned rank = 0;
#if __CUDA_ARCH__ >= 900
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
#endif
    return (int)rank;
}
TP_FN int tp_cluster_blocks(void)
{
    unsigned blocks = 1;
#if __CUDA_ARCH__ >= 900
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
#endif
    return (int)blocks;
}

/* All threads of all blocks, which then see all that was written. */
TP_FN void tp_cluster_barrier(void)
{
#if __CUDA_ARCH__ >= 900
    __syncthreads(); /* racecheck reported hazards across the other alone */
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
#else
    __syncthreads();
#endif
}

/* The same place in another block's shared memory. */
TP_FN unsigned tp_cluster_place(const void *p, int rank)
{
    unsigned there = tp_shared(p);
#if __CUDA_ARCH__ >= 900
    asm("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(there) : "r"(rank));
#else
    (void)rank;
#endif
    return there;
}

TP_FN void tp_cluster_store(unsigned *p, int rank, unsigned value)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(tp_cluster_place(p, rank)), "r"(value) : "memory");
#else
    (void)rank;
    *p = value;
#endif
}

/* A place of another block's queue. */
TP_FN tp_vertex_row tp_cluster_load(const tp_vertex_row *p, int rank)
{
    tp_vertex_row v;
#if __CUDA_ARCH__ >= 900
    asm volatile("ld.shared::cluster.v2.u64 {%0, %1}, [%2];"
                 : "=l"(*(unsigned long long *)&v.begin), "=l"(*(unsigned long long *)&v.entries)
                 : "r"(tp_cluster_place(p, rank))
                 : "memory");
#else
    (void)rank;
    v = *p;
#endif
    return v;
}

/* The same of a value of 4 or 8 bytes. */
template <class T> TP_FN T tp_cluster_value(const T *p, int rank)
{
#if __CUDA_ARCH__ >= 900
    union {
        unsigned word;
        unsigned long long words;
        T value;
    } read;
    if (sizeof(T) == sizeof read.word)
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(read.word) : "r"(tp_cluster_place(p, rank)) : "memory");
    else
        asm volatile("ld.shared::cluster.u64 %0, [%1];" : "=l"(read.words) : "r"(tp_cluster_place(p, rank)) : "memory");
    return read.value;
#else
    (void)rank;
    return *p;
#endif
}

/* Once, by every thread. */
TP_FN void tp_exchange_begin(tp_exchange *x)
{
#if __CUDA_ARCH__ >= 900
    if (threadIdx.x == 0) {
        for (int k = 0; k < 2; k++)
            asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(tp_shared(&x->barrier[k])) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
#endif
    tp_cluster_barrier();
}

/* Exchange number `turn`, by the first warp: each lane gets the QUADS that the block of its number tells, or zeros. */
template <int QUADS> TP_FN tp_words tp_cluster_allgather(tp_exchange *x, unsigned turn, const tp_words *mine)
{
    const int lane = tp_lane(), blocks = tp_cluster_blocks(), rank = tp_cluster_rank();
    const unsigned side = turn & 1;
    tp_words theirs = *mine;
#if __CUDA_ARCH__ >= 900
    const unsigned here = tp_shared(&x->barrier[side]);
    unsigned ready = blocks == 1;
    if (lane == 0 && !ready)
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(here),
                     "r"(blocks * QUADS * (int)sizeof(uint4))
                     : "memory");
    __syncwarp();
    for (int q = 0; q < QUADS && lane < blocks && !ready; q++)
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], "
                     "{%1, %2, %3, %4}, [%5];" ::"r"(tp_cluster_place(&x->words[side][rank].quad[q], lane)),
                     "r"(mine->quad[q].x), "r"(mine->quad[q].y), "r"(mine->quad[q].z), "r"(mine->quad[q].w),
                     "r"(tp_cluster_place(&x->barrier[side], lane))
                     : "memory");
    /* Acquired for the block alone: for the cluster, the first cache would forget all that was asked for. The words
     * that others wrote, and that this block reads next, are in shared memory. It is not cached, in fact if not by
     * PTX's model. Of global memory that is written meanwhile, blocks read through atomics and volatile loads alone. */
    while (!ready)
        asm volatile("{ .reg .pred p;\n"
                     "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(ready)
                     : "r"(here), "r"(turn >> 1 & 1)
                     : "memory");
#endif
    (void)rank, (void)side;
    if (blocks > 1 && lane < blocks)
        for (int q = 0; q < QUADS; q++) {
            const volatile uint4 *told = &x->words[side][lane].quad[q];
            theirs.quad[q] = {told->x, told->y, told->z, told->w};
        }
    if (lane >= blocks) theirs = {};
    return theirs;
}

#endif
