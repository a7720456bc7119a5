/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops' states, as algorithms fill them. Pointers are memory of the backend, n places each.
 */
#ifndef TP_STATE_H
#define TP_STATE_H

#include "runtime/step.h"

/* Sets of vertices as bits (tp_bit), kept by the backend's traversal. n / 8 bytes stay in a cache where
 * n levels do not. */
typedef struct tp_bits {
    uint32_t *seen;        /* emitted before or in this step, or known to be out of reach */
    const uint32_t *front; /* the frontier */
    uint32_t *next;        /* what a pull emits */
    bool alone;            /* one thread takes this step: no atomics are needed */
} tp_bits;

/* How the state of an op begins that emits each vertex once (OP_VISITS_ONCE). */
typedef struct tp_once_state {
    int32_t depth;
    tp_bits bits;
} tp_once_state;

typedef struct tp_bfs_level_state {
    int32_t depth;
    tp_bits bits;
    int32_t *level;       /* -1: not visited */
    tropic_index *parent; /* NULL: not asked for */
} tp_bfs_level_state;

typedef struct tp_bfs_parent_state {
    int32_t depth; /* not looked at */
    const int32_t *level;
    tropic_index *parent;
} tp_bfs_parent_state;

/* Words, of which bit c belongs to search c. */
typedef struct tp_bfs_batch_state {
    int32_t depth; /* not looked at */
    const uint64_t *seen, *front;
    uint64_t *next; /* zero before the step */
    uint64_t over;  /* bit c: search c has all that it wants, and its column is passed over */
    /* Pushing on a GPU: the vertices that get a first bit in `next` are listed, and counted. (On the CPU they are
     * emitted: see tp_step.emitted.) */
    tropic_index *list;
    int64_t *listed;
} tp_bfs_batch_state;

typedef struct tp_bc_count_state {
    int32_t depth; /* the level to fill */
    const int32_t *level;
    /* Of the op's type of counts, as below: */
    const void *from; /* path counts of the levels with depth - 1's parity, else zero */
    void *to;         /* and with depth's */
    void *g;          /* on the deepest level; else NULL */
} tp_bc_count_state;

typedef struct tp_bc_gather_state {
    int32_t depth; /* the level to fill; it takes from depth + 1 */
    const int32_t *level;
    const void *sigma; /* path counts of the levels with depth's parity */
    const void *below; /* (1 + delta) / sigma of those with depth + 1's parity, else zero */
    void *g;           /* and with depth's */
    double *delta;     /* pushing alone; else NULL */
    double *centrality;
} tp_bc_gather_state;

/* How the state of an op with buckets begins. A key is in bucket (key - base) * per_width, rounded down. */
typedef struct tp_bucket_state {
    int32_t depth;
    tp_bits bits; /* `front` alone: what a pull takes from */
    double base, per_width;
    int32_t bucket; /* the one at hand: those below it are done */
} tp_bucket_state;

typedef struct tp_sssp_state {
    int32_t depth;
    /* As tp_bucket_state, of the CPU: */
    tp_bits bits;
    double base, per_width;
    int32_t bucket;
    tp_value high; /* of a GPU: the end of the bucket at hand */
    void *distance;
    const void *potential; /* of the distances' type; NULL: 0 everywhere */
} tp_sssp_state;

typedef struct tp_sssp_parent_state {
    int32_t depth;
    int32_t *round; /* the step that gave the parent; -1: none yet */
    const void *distance;
    const void *potential; /* with which the distances were found, or NULL */
    tropic_index *parent;
} tp_sssp_parent_state;

/* w<mask> (accum)= A (add.mul) u. Pulled sums go straight to w; pushed ones are merged in t, whose
 * flags are zero before (t the identity), and assigned by a pass of their own. */
typedef struct tp_mxv_state {
    int32_t depth;        /* not looked at */
    const void *u;        /* NULL: not looked at */
    const uint8_t *u_has; /* NULL: full */
    tp_mask mask;
    int accum; /* as in tp_elementwise, or TP_ACCUM_ADD */
    void *w;
    uint8_t *w_has;         /* NULL: full, and stays so */
    const void *old;        /* what a user's multiply sees as w: w's values before; NULL: it does not look */
    const uint8_t *old_has; /* NULL: full */
    /* Of a semiring of the user's own, on the CPU: its functions, and its types. */
    const struct tropic_host_semiring *host;
    bool vxm; /* the vector's value is multiply's first operand */
    bool any; /* its add takes either term, so that it has no identity to begin lanes with */
    tropic_type type;
    size_t size;
    const void *one_entry, *one_place; /* in place of values that there are none of */
} tp_mxv_state;

#endif
