/* SPDX-License-Identifier: Apache-2.0
 *
 * A GPU traversal's state, as the host prepares and reads it.
 */
#ifndef TP_LEVELS_STATE_CUH
#define TP_LEVELS_STATE_CUH

#include "spmv/device/kernel.cuh"

/* Of three levels in a row: the one that is taken, the one that grows, the one that is cleared. */
#define TP_SLOTS 3
/* Levels that launches take before the host reads where they start. */
#define TP_LEVELS_ROOM 65536

/* In device memory, followed by starts[]. */
typedef struct tp_search {
    unsigned barrier;
    bool every, done;
    tropic_index begin;
    int64_t level;
    unsigned long long arcs; /* of all frontiers that were taken */
    unsigned long long reached, reached_arcs;
    int64_t steps[TROPIC_STRATEGIES];
    tp_slot slot[TP_SLOTS];
} tp_search;

/* What a launch is given. */
typedef struct tp_levels {
    tp_arcs gather, scatter;
    tropic_index *order;
    tropic_index fold; /* 0: frontiers lie one after another; else at 0 and `fold` in turn */
    tropic_strategy strategy, pull, start;
    int64_t alpha;
    bool terminal; /* a pull stops early, and what is reached is not wanted any more */
    bool wide;
    int32_t depth; /* of frontier 0 */
    int64_t kept;  /* level whose start the host has; starts[d - kept] is level d's */
    int64_t capacity;
    tp_search *search;
    tropic_index *starts;
    tp_hub_chunk *items; /* two halves */
    int64_t item_room;
    tp_row_range *spans; /* two halves of TP_NARROW_VERTICES */
} tp_levels;

#endif
