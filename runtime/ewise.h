/* SPDX-License-Identifier: Apache-2.0
 *
 * An elementwise pass: w<mask> (accum)= t, as backends are asked for it.
 */
#ifndef TP_EWISE_H
#define TP_EWISE_H

#include "runtime/arcs.h"
#include "runtime/count.h"

/* In place of a tropic_builtin_operator: no accumulator; the add of the semiring at hand. */
#define TP_ACCUM_NONE (-1)
#define TP_ACCUM_ADD TROPIC_OPERATORS

/* The value of t(i), from entries x and y. */
typedef enum tp_kind {
    TP_COPY,        /* x */
    TP_SELECT,      /* x, where op(x, y) is true */
    TP_UNION,       /* op(x, y) where both have an entry; else the one that there is */
    TP_INTERSECTION /* op(x, y) where both have an entry */
} tp_kind;

/* values NULL: tp_elementwise.value at every place. has NULL: full. `listed`: both lie by position, not
 * by place. */
typedef struct tp_input {
    const void *values;
    const uint8_t *has;
    bool listed;
    const tropic_index *at; /* position c has its value and flag at at[c], and no entry if that is -1; NULL: as above */
} tp_input;

/* w<mask> (accum)= t, elementwise, at `n` positions. Position c is place places[c], no place twice; NULL: place
 * c. Other places stay as they are. */
typedef struct tp_elementwise {
    tp_kind kind;
    const tropic_operator *op, *accum; /* in host memory; NULL: none */
    tropic_builtin_operator op_code;   /* the same by number, where they are built in */
    int accum_code;                    /* TP_ACCUM_NONE: none */
    bool user;                         /* one of them is a user's */
    tropic_type type, result;          /* of op's operands, and of w; equal where op is NULL */
    int64_t n;
    const tropic_index *places;
    const tropic_index *cols; /* of entries of a matrix, on a GPU: j of a user's operator; NULL: 0 */
    tp_mask mask;
    const tropic_index *mask_at; /* as tp_input.at, of the mask; NULL: by place */
    tp_input x, y;
    tp_any value;
    tp_large large; /* in place of `value` */
    void *w;
    uint8_t *w_has;           /* NULL: full, and stays so */
    const tropic_index *w_at; /* as tp_input.at, never -1 */
    bool w_listed;
} tp_elementwise;

/* A list that places are looked up in; not `used`: the values and flags looked up lie by place, or by position. */
typedef struct tp_look_up {
    bool used;
    tp_places list;
} tp_look_up;

/* An elementwise operation along a list of places, in one pass: w is written in place, or made as a list. */
typedef struct tp_listed {
    tp_elementwise e;       /* without n and `at`, which the backend finds; but x.at of ids that do not ascend */
    tp_places places, more; /* the places: those of both lists. Alone in place they need not ascend */
    tp_count x_count;       /* where x is a list; else 0. Too many: nothing is done, and w changes by too many */
    tp_look_up x, y, mask;
    bool in_place;
    /* Of w as a list: */
    tp_places old; /* its entries, which it keeps */
    const void *old_values;
    bool everywhere;   /* its entries at other places than `places` are written, too */
    bool removes;      /* replace */
    tropic_index *ids; /* the new list; room for old, places and more */
    void *values;
    /* On the way, on a GPU: */
    struct tp_block_sum *sum; /* of several blocks that write in place */
    int share;                /* ids that each of several blocks takes; the backend's */
    unsigned long long *line; /* of several blocks of a new list (tp_block_base) */
    int64_t *cuts; /* where the blocks' parts begin, of each list, and where the last ends; NULL: not known */
    void *spare;   /* its values, if they are too large for a block's memory */
} tp_listed;
/* Places that are gone along at a time, all together: on a GPU one block has so many at most. */
#define TP_LISTED_MAX 1024

#endif
