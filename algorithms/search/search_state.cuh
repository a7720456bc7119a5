/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of a search on the GPU (algorithms/search/search.cu), as the host prepares and reads it.
 */
#ifndef TP_SEARCH_STATE_CUH
#define TP_SEARCH_STATE_CUH

#include "spmv/device/cluster.cuh"
#include "spmv/device/kernel.cuh"

/* Threads of a block. The cluster kernel is one cluster, the grid kernel a block on each multiprocessor. (Of the grid
 * kernel 512 threads, each with twice as much on its way, take 1.3 times as long: H200, Kronecker and random graphs.)
 * */
#define TP_SEARCH_BLOCK 1024
#define TP_SEARCH_WARPS (TP_SEARCH_BLOCK / TP_WARP)
/* Places of each of a block's two queues in a cluster kernel: 64 KiB; fewer where shared memory is less. */
#define TP_QUEUE 4096
/* A cluster kernel of TP_CLUSTER_MAX blocks takes frontiers up to so many vertices and arcs: with more, a grid kernel
 * is as fast. Of fewer blocks, so much less. */
#define TP_SEARCH_VERTICES 16384
#define TP_SEARCH_ARCS 65536
/* Of an op with buckets, half of a block's queue is for vertices whose turn has not come. And those that found no room
 * are looked for where no more wait, of no more words of vertices: a grid kernel looks at a million that wait in
 * 13 us, one of a cluster took 100 and had no room for them (H200). */
#define TP_CLUSTER_FAR 8192
#define TP_CLUSTER_WORDS 1048576
/* Small frontiers in a row before a grid kernel hands over: it costs as much as about two such levels. */
#define TP_SEARCH_SMALL 2
/* Frontiers so short are kept with their lists, which saves a load that must wait for the vertices. */
#define TP_SEARCH_LISTED 65536
/* A level's long lists are cut into chunks, of so many entries at least and so many for each warp at most. (The
 * first is some microseconds of work. With 4 for each, lists that were left whole made the heaviest level of
 * shortest paths on mycielskian17 take 1.9 ms instead of 0.6: H200.) */
#define TP_CHUNK_MIN 256
#define TP_CHUNKS_EACH 32
/* Levels that launches take before the host looks, at most. */
#define TP_SEARCH_LEVELS 65536

/* On the host, too. */
#define TP_KEY_FN static __host__ __device__ __forceinline__
/* Bits of values, in the order of the values; and the value again. Of reals those with a sign are turned round. */
TP_KEY_FN unsigned long long tp_key_bits_int64(int64_t v)
{
    return (unsigned long long)v ^ 1ull << 63;
}
TP_KEY_FN int64_t tp_key_of_bits_int64(unsigned long long bits)
{
    return (int64_t)(bits ^ 1ull << 63);
}
TP_KEY_FN unsigned long long tp_key_bits_fp32(float v)
{
    unsigned bits;
    memcpy(&bits, &v, sizeof bits);
    return bits ^ (bits >> 31 ? ~0u : 1u << 31);
}
TP_KEY_FN float tp_key_of_bits_fp32(unsigned long long bits)
{
    const unsigned own = (unsigned)bits ^ (bits >> 31 & 1 ? 1u << 31 : ~0u);
    float v;
    memcpy(&v, &own, sizeof v);
    return v;
}
TP_KEY_FN unsigned long long tp_key_bits_fp64(double v)
{
    unsigned long long bits;
    memcpy(&bits, &v, sizeof bits);
    return bits ^ (bits >> 63 ? ~0ull : 1ull << 63);
}
TP_KEY_FN double tp_key_of_bits_fp64(unsigned long long bits)
{
    const unsigned long long own = bits ^ (bits >> 63 ? 1ull << 63 : ~0ull);
    double v;
    memcpy(&v, &own, sizeof v);
    return v;
}

/* Counters of a frontier while it grows. */
typedef struct tp_frontier_counters {
    unsigned count;
    unsigned longest; /* entries of the longest list */
    unsigned chunks;  /* of the long lists of the level that is taken */
    unsigned settled; /* targets */
    unsigned long long arcs;
    /* SSSP: vertices whose distance was infinite before, and their entries. In a BFS that is every vertex of the
     * frontier, so `count` and `arcs` serve. */
    unsigned long long first, first_arcs;
    /* SSSP: vertices put on the far pile in this level; one may be counted several times. While the next bucket is
     * chosen: vertices that remain on it. */
    unsigned far;
    /* SSSP, while the next bucket is chosen: may the distance of a target still fall? And the least value on the far
     * pile, as tp_key_bits_TYPE has it. */
    bool unsettled;
    unsigned long long min_key;
} tp_frontier_counters;

/* By level: the one that is taken, that grows, that is cleared. */
#define TP_COUNTER_SETS 3

TP_FN tp_frontier_counters tp_frontier_counters_none(void)
{
    tp_frontier_counters none = {};
    none.min_key = ~0ull;
    return none;
}

/* In device memory. */
typedef struct tp_search_state {
    unsigned barrier;
    bool done;     /* nothing is left to take */
    bool bits;     /* the frontier is bits, not a list */
    bool refused;  /* by the cluster kernel: for the grid kernel, however small */
    bool dirty[2]; /* bits that are not all zero */
    int missing;   /* targets; less than 0: there were none */
    unsigned count, longest;
    unsigned long long arcs;
    int64_t level;
    int64_t begin; /* of the frontier in order[] */
    unsigned long long reached, reached_arcs;
    /* SSSP: the current bucket has the values from low up to, not including, high. */
    tp_value low, high;
    double width;
    unsigned long long bucket_arcs, last_arcs; /* taken in it, and in the one before */
    unsigned long long bucket_reached;         /* reached_arcs when it was opened */
    unsigned bucket_levels;                    /* levels in it */
    unsigned far;                              /* vertices on the far pile, at most: one may be counted twice */
    int64_t advances;                          /* levels that took no frontier, but opened a bucket */
    int64_t steps[TROPIC_STRATEGIES];
    tp_frontier_counters counters[TP_COUNTER_SETS];
} tp_search_state;

/* Parameters of a launch. */
typedef struct tp_search_launch {
    tp_arcs gather, scatter;
    tropic_strategy strategy;
    bool mixed;          /* do cluster and grid kernels take turns? */
    int64_t limit;       /* levels to take */
    int64_t kept;        /* level whose start the host has; starts[d - kept] is level d's */
    tropic_index *order; /* frontiers one after another; NULL: lists[] in turn, `capacity` places each */
    tropic_index *lists[2];
    int64_t capacity;
    tp_vertex_row *listed[2]; /* the same for the first TP_SEARCH_LISTED */
    tp_hub_chunk *chunks;
    int64_t chunk_capacity;
    uint32_t *seen, *bits[2], *wanted; /* wanted: the targets, or NULL */
    /* SSSP: the far pile as a bitmap, and the targets. */
    uint32_t *far;
    const tropic_index *targets;
    tropic_index target_count;
    double width;                            /* of a bucket, at least */
    double near_width;                       /* of values that a cluster kernel takes at once */
    tropic_queue collect;                    /* how a push collects vertices */
    unsigned cluster_vertices, cluster_arcs; /* of frontiers that a cluster kernel takes */
    int64_t cluster_far;                     /* so many wait at most, where it opens a bucket; -1: it never does */
    int queue, deferred;                     /* places of a block's queue, and of those that it holds back */
    tp_search_state *search;
    tropic_index *starts;
} tp_search_launch;

#endif
