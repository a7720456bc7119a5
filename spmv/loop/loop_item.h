/* SPDX-License-Identifier: Apache-2.0
 *
 * A recorded loop: the calls of one iteration, as the host keeps them and a GPU kernel is given them.
 */
#ifndef TP_LOOP_ITEM_H
#define TP_LOOP_ITEM_H

#include "spmv/ops/state.h"

#include <assert.h>

typedef enum tp_item_kind {
    TP_ITEM_PUSH, /* products merged in `state` by csr_push */
    TP_ITEM_PULL_SCALAR,
    TP_ITEM_PULL_VECTOR,
    TP_ITEM_ELEMENTWISE,
    TP_ITEM_RESTRICT, /* has[i] = has[i] and the mask lets place i through, for n places */
    TP_ITEM_FILL,     /* to[i] = value, for n values of `size` bytes */
    TP_ITEM_COPY      /* n bytes */
} tp_item_kind;

typedef struct tp_loop_item {
    tp_item_kind kind;
    tp_mxv_state state;
    tp_arcs arcs; /* that a product walks */
    tp_elementwise e;
    tp_mask mask;
    uint8_t *has;
    void *to;
    const void *from;
    tp_any value;
    int size;
    int64_t n; /* places */
    /* Of a product, in host memory. */
    const tropic_semiring *semiring;
    bool vxm;
} tp_loop_item;

/* As many as fit in a kernel's parameters, which may have 32764 bytes. */
#define TP_LOOP_ITEMS 40

/* In device memory. */
#define TP_LOOP_SLOTS 3
typedef struct tp_loop_state {
    unsigned barrier;
    unsigned go[TP_LOOP_SLOTS];   /* of three iterations in a row: shall it go on? */
    unsigned hubs[TP_LOOP_ITEMS]; /* how many each product has listed */
    unsigned work;                /* that all warps had in an iteration that weighs it */
    int64_t done;
    bool going; /* the test has not failed */
} tp_loop_state;

/* For how many more iterations each range of places is looked at. Range r is the (r / warps)-th of warp r % warps, so
 * that ranges side by side are those of different warps, and a warp finds its own side by side. */
typedef struct tp_ranges {
    uint8_t *left;    /* each * warps; NULL: all are looked at */
    uint32_t warps;   /* that share them */
    uint32_t each;    /* ranges of a warp, up to a multiple of TP_FLAGS */
    uint64_t inverse; /* 2^TP_INVERSE_BITS / warps, rounded up */
} tp_ranges;
/* r * inverse >> TP_INVERSE_BITS = r / warps, for r below 2^22 and up to 2^16 warps. */
#define TP_INVERSE_BITS 40

/* Parameters of the kernel. */
typedef struct tp_loop_program {
    tp_loop_state *state;
    void *hubs;      /* tp_hub_chunk: room for those of the longest matrix */
    bool cluster;    /* the blocks are one cluster */
    bool narrow;     /* one block does the little work that there is */
    bool fresh;      /* nothing is prepared yet */
    tp_ranges wide;  /* as the whole grid shares them */
    tp_ranges alone; /* as one block does */
    int64_t ranges;
    /* Iterations that the whole grid does, if there are ranges, before it may leave the rest to a block. */
    int64_t least;
    int64_t limit;
    tp_mask go_on;
    int64_t go_on_places; /* 0: `limit` times */
    tp_loop_item item[TP_LOOP_ITEMS];
} tp_loop_program;
static_assert(sizeof(tp_loop_program) <= 32764, "parameters of a kernel");

#endif
