/* SPDX-License-Identifier: Apache-2.0
 *
 * How the states of ops begin, and tropic_mxv's. Pointers are memory of the backend, n places each.
 */
#ifndef TP_STATE_H
#define TP_STATE_H

#include "semiring/language.h"
#include "spmv/step.h"

/* Sets of vertices as bits (tp_bit), kept by the backend's traversal. n / 8 bytes stay in a cache where
 * n levels do not. */
typedef struct tp_bits {
    uint32_t *seen;        /* emitted before or in this step, or known to be out of reach */
    const uint32_t *front; /* the frontier */
    uint32_t *next;        /* emissions of a pull */
    bool single_threaded;  /* one thread takes this step: no atomics are needed */
    bool behind;           /* there are vertices that have their values, but not yet their bits in `seen` */
} tp_bits;

/* How the state of an op begins that emits each vertex once (OP_VISITS_ONCE). */
typedef struct tp_once_state {
    int32_t depth;
    tp_bits bits;
} tp_once_state;

/* How the state of an op with buckets begins. A key is in bucket (key - base) * per_width, rounded down. */
typedef struct tp_bucket_state {
    int32_t depth;
    tp_bits bits; /* `front` alone: the sources of a pull */
    double base, per_width;
    int32_t bucket; /* the one at hand: those below it are done */
} tp_bucket_state;

/* Names by which a user's multiply knows rows, the index summed over and columns of cores of hypersparse matrices;
 * NULL: the ids themselves.
 */
typedef struct tp_product_hyperlists {
    const tropic_index *r, *i, *j;
} tp_product_hyperlists;

TP_FN tropic_index tp_named(const tropic_index *names, tropic_index at)
{
    return names ? names[at] : at;
}

/* w<mask> (accum)= A (add.mul) u. Pulled sums go straight to w; pushed ones are merged in t, whose
 * flags are zero before (t the identity), and assigned by a pass of their own. */
typedef struct tp_mxv_state {
    int32_t depth;        /* not looked at */
    const void *u;        /* NULL: not looked at */
    const uint8_t *u_has; /* NULL: full */
    tp_mask mask;
    int accum;    /* as in tp_elementwise, or TP_ACCUM_ADD */
    int multiply; /* of a built-in semiring, for kernels that take it by its number (semiring/numbered.h) */
    void *w;
    uint8_t *w_has;              /* NULL: full, and stays so */
    const void *old;             /* w's values before, which a user's multiply sees as w; NULL: it does not look */
    const uint8_t *old_has;      /* NULL: full */
    tropic_index row;            /* on a GPU, of a product of matrices: a user's multiply sees it as r; else 0 */
    tp_product_hyperlists names; /* of a product of matrices */
    /* Of a semiring of the user's own, on the CPU: its functions, and its types. */
    const struct tropic_host_semiring *host;
    bool vxm; /* the vector's value is multiply's first operand */
    bool any; /* its add takes either term, so that it has no identity to begin lanes with */
    tropic_type type;
    size_t size;
    const void *one_entry, *one_place; /* in place of values that there are none of */
} tp_mxv_state;

#endif
