/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of a search on the GPU (spmv/search.cu), as the host prepares and reads it.
 */
#ifndef TP_SEARCH_STATE_CUH
#define TP_SEARCH_STATE_CUH

#include "spmv/kernel.cuh"

/* Threads of a block. A narrow launch is one cluster, a wide one a block on each multiprocessor. (Of a wide one 512
 * threads, each with twice as much on its way, take 1.3 times as long: H200, Kronecker and random graphs.) */
#define TP_SEARCH_BLOCK 1024
#define TP_SEARCH_WARPS (TP_SEARCH_BLOCK / TP_WARP)
/* The most blocks of a cluster. */
#define TP_CLUSTER_MOST 16
/* Places of each of a block's two queues in a narrow launch: 64 KiB; fewer where shared memory is less. */
#define TP_QUEUE 4096
/* A narrow launch of TP_CLUSTER_MOST blocks takes frontiers up to so many vertices and arcs: with more, a wide one is
 * as fast. Of fewer blocks, so much less. */
#define TP_SEARCH_VERTICES 16384
#define TP_SEARCH_ARCS 65536
/* Small frontiers in a row before a wide launch hands over: it costs as much as about two such levels. */
#define TP_SEARCH_SMALL 2
/* Frontiers so short are kept with their lists, which saves a load that must wait for the vertices. */
#define TP_SEARCH_LISTED 65536
/* A level's long lists are cut into chunks, of so many entries at least and so many for each warp at most. (The
 * first is some microseconds of work; neither is tuned.) */
#define TP_CHUNK_LEAST 256
#define TP_CHUNKS_EACH 4
/* Levels that launches take before the host looks, at most. */
#define TP_SEARCH_LEVELS 65536
/* A vertex with its list. */
typedef struct tp_listed {
    tropic_offset begin;
    tropic_index entries, vertex;
} tp_listed;

/* A frontier while it grows. */
typedef struct tp_growth {
    unsigned count;
    unsigned most;    /* entries of the longest list */
    unsigned chunks;  /* of the long lists of the level that is taken */
    unsigned settled; /* targets */
    unsigned long long arcs;
} tp_growth;

/* In device memory. */
typedef struct tp_search_state {
    unsigned barrier;
    bool done;
    bool bits;     /* the frontier is bits, not a list */
    bool refused;  /* by the narrow launch: for the wide one, however small */
    bool dirty[2]; /* bits that are not all zero */
    int missing;   /* targets; less than 0: there were none */
    unsigned count, most;
    unsigned long long arcs;
    int64_t level;
    int64_t begin; /* of the frontier in order[] */
    unsigned long long reached, reached_arcs;
    int64_t steps[TROPIC_STRATEGIES];
    tp_growth growth[3]; /* by level: the one that is taken, that grows, that is cleared */
} tp_search_state;

/* What a launch is given. */
typedef struct tp_search_launch {
    tp_arcs gather, scatter;
    tropic_strategy strategy;
    int64_t gain;
    int32_t depth; /* of frontier 0 */
    int64_t limit; /* levels to take */
    int64_t kept;  /* level whose start the host has; starts[d - kept] is level d's */
    tropic_index
        *order; /* frontiers one after another; NULL: lists[] in turn, `room` places each */
    tropic_index *lists[2];
    int64_t room;
    tp_listed *listed[2]; /* the same for the first TP_SEARCH_LISTED */
    tp_item *chunks;
    int64_t chunk_room;
    uint32_t *seen, *bits[2], *wanted;     /* wanted: the targets, or NULL */
    unsigned narrow_vertices, narrow_arcs; /* of frontiers that a narrow launch takes */
    int queue;                             /* places of a block's queue */
    tp_search_state *search;
    tropic_index *starts;
} tp_search_launch;

#endif
