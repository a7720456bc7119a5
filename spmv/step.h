/* SPDX-License-Identifier: Apache-2.0
 *
 * A step: one masked product fused with its update, on either backend.
 *
 * The computation is an op (spmv/ops/op.h): a state and a few inline functions, the same text for CPU and GPU. How the
 * matrix is walked is a strategy. Every op exists with every strategy, except that an op marked pull-only replaces
 * cooc_scalar and csr_push by csc_scalar.
 */
#ifndef TP_STEP_H
#define TP_STEP_H

#include "runtime/count.h"
#include "runtime/ewise.h"

/* An op's kernels on each backend (spmv/ops/op_kernels.h makes the pair); cuda is NULL in a build without CUDA. */
typedef struct tp_op {
    const struct tp_kernels *cpu;
    const struct tp_cuda_kernels *cuda;
} tp_op;

/* Does a strategy merge products atomically, in no fixed order? By cooc_scalar, products over a semiring pull, and ops
 * of algorithms push. */
static inline bool tp_strategy_merges(tropic_strategy strategy, bool over_semiring)
{
    return strategy == TROPIC_STRATEGY_CSR_PUSH || (strategy == TROPIC_STRATEGY_COOC_SCALAR && !over_semiring);
}

typedef struct tp_step {
    const tp_op *op;                 /* NULL: of a user's semiring. A GPU's kernels are made for any semiring */
    const tropic_semiring *semiring; /* of tropic_mxv; else NULL */
    bool vxm;                        /* the vector's entry is its mul's first operand */
    tropic_strategy strategy;        /* never AUTO */
    tropic_index columns; /* more than 1: of tropic_mxv_block, which has one way to pull. The vectors are blocks */
    void *state;          /* the op's state struct, in host memory; its pointers: backend's */
    tp_arcs gather;       /* by destination: csc_scalar, csc_vector, cooc_scalar */
    tp_arcs scatter;      /* by source: csr_push */
    /* Pulling: the destinations to visit. NULL: all of them, or those of `mask`, which the op's state has too
     * and the backend need not look at. */
    const tropic_index *targets;
    tropic_index target_count;
    /* The mask, if it lets so few places through that it pays to list them first; else NULL. The op tests it all the
     * same. */
    const tp_mask *mask;
    tropic_index listed; /* places that the mask lets through; 0: not known */
    bool masked;         /* is there a mask? */
    /* Every source has an entry, every entry of the matrix a value, or nobody looks at these (of a user's semiring not
     * on the CPU); sums replace the old values, or, on the CPU, are added to them by the semiring's add; and adding the
     * identity changes nothing. So a product need not keep track of entries. */
    bool dense;
    /* Pushing: the sources that have an entry. NULL: all, tested one by one. */
    const tropic_index *sources;
    tropic_index source_count;
    /* Pushing on the CPU: the list that the op's emissions are appended to, and its length, which grows. Threads do so
     * some hundred at a time. (One at a time, a batch of searches on a lattice took three times as long on 16 threads
     * as on one.) NULL: emissions are not kept. */
    tropic_index *emitted;
    int64_t *emitted_count;
} tp_step;

/* A product along a list, whose result is a list, too: nothing but the arcs of the list is touched.
 *   pushed   from the sources in `lists`, which have an entry each, at its position in u's arrays
 *   pulled   to the destinations in `lists`; u's arrays are by place. On the CPU alone
 * A row of a product of two matrices is one: its entries in A push along rows of B, or columns of B are pulled. */
typedef struct tp_listed_product {
    const tp_op *op; /* NULL: of a user's semiring */
    const tropic_semiring *semiring;
    bool vxm; /* as in tp_step */
    bool push;
    void *state;        /* tp_mxv_state: u, u_has, mask, old and old_has are looked at */
    tp_arcs arcs;       /* by source where it pushes, else by destination */
    tropic_offset work; /* entries of the lists; on a GPU 0, or at most so many, which are sorted */
    const tropic_index *lists;
    tropic_index count;
    /* A push takes entries bounds[2 c] .. bounds[2 c + 1] - 1 for lists[c]. NULL: all of its list. */
    const tropic_offset *bounds;
    tp_look_up mask;     /* of push_into: state->mask is looked up in this list; not `used`: by place */
    tropic_index row;    /* multiply sees it as r */
    tropic_index places; /* of the result */
    void *t;             /* on the way: the pulled sums by position */
    uint8_t *has;
} tp_listed_product;

/* Entries by ascending place, in memory of the backend. If the count is on the device, or due, the arrays stay the
 * backend's, until its next product along a list. */
typedef struct tp_entry_list {
    void *ids, *values;
    tp_count count;
} tp_entry_list;

/* The sum that the blocks of a launch have added up, and the number that have ended: both 0 between launches. */
typedef struct tp_block_sum {
    unsigned long long sum; /* modulo 2^64: of signed numbers, too */
    unsigned ended;
} tp_block_sum;

/* The sum of the entries of values[0 .. n-1]; has NULL: all are entries. */
typedef struct tp_reduction {
    const tropic_operator *monoid;
    const void *values;
    const uint8_t *has;
    int64_t n;
} tp_reduction;

/* Place j of w, where the mask lets it through, (accum)= the sum of list j's values, where it has an entry. */
typedef struct tp_list_reduction {
    const tropic_operator *monoid;
    tp_arcs arcs;
    bool across;         /* list j is of the entries whose id is j; by the CPU and built-in monoids alone */
    tropic_index places; /* of w */
    tp_mask mask;
    int accum; /* as in tp_elementwise */
    void *w;
    uint8_t *w_has; /* NULL: full, and stays so */
} tp_list_reduction;

#endif
