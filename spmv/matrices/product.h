/* SPDX-License-Identifier: Apache-2.0
 *
 * T = A (add.mul) B on the host, row by row: how it is shared out among threads, what a thread needs for a row, and
 * the ways to make it.
 *
 *     Gustavson   row i of T sums the rows of B that row i of A names: in flags and sums by column, where the row has
 *                 many products for the columns that they lie in, else in a hash table. The rows' lengths are counted
 *                 first, so that nothing is allocated but the result
 *     masked      the same at the mask's places alone: a sum for each entry of the mask, then those that there are
 *     dots        a sum for each entry of the mask, too: row i of A by column j of B
 */
#ifndef TP_PRODUCT_H
#define TP_PRODUCT_H

#include "formats/matrix/lists.h"
#include "semiring/semiring.h"
#include "spmv/ops/kernel.h"
#include "spmv/strategies/table.h"
#include "spmv/vectors/mask_accum.h"

typedef enum tp_product_way { TP_PRODUCT_ROWS, TP_PRODUCT_MASKED, TP_PRODUCT_DOTS } tp_product_way;

/* Rows begin .. end - 1; of a heavy row, which threads share, columns first .. last - 1 alone. */
typedef struct tp_product_item {
    tropic_index begin, end;
    bool part;
    tropic_index first, last;
    tropic_offset count, at; /* of a part: its entries, and where in T they begin */
} tp_product_item;

typedef struct tp_product {
    tropic_context *context;
    const tropic_semiring *semiring;
    const tp_op *op;
    tp_mxv_state state; /* of rows, but for their values */
    tropic_index rows, cols, inner;
    size_t size;           /* of a value of T */
    tp_lists a, b;         /* rows of A; rows of B, of dots its columns */
    void *cast_a, *cast_b; /* their values, where these were cast; else NULL */
    const void *zero;      /* the add's identity, with which sums by column begin; NULL: of a user's, whose do not */
    tp_any identity;
    /* The mask's rows; offsets NULL: there is none. `allows` is of its positions, and not complemented. */
    tp_lists m;
    tp_mask allows;
    bool complement;
    tp_product_way way;
    /* How rows are shared out. */
    tp_team team;
    tp_product_item *items;
    tropic_index item_count;
    tropic_index span;               /* the most columns of a row in flags */
    tropic_offset hashed;            /* the most sums of a row in a table */
    tropic_index longest;            /* entries of A in the longest row that is in parts */
    struct tp_product_space *spaces; /* by thread */
    /* Masked: by position in m. */
    void *sums;
    uint8_t *has;
    tp_lists t;
} tp_product;

/* The columns of a row's products, and how many products there are at most. */
typedef struct tp_product_extent {
    tropic_offset bound;
    tropic_index first, last; /* columns first .. last - 1 */
    bool flags;               /* by flags; else by table */
} tp_product_extent;

#define TP_PRODUCT_BLOCK 64

/* What a thread needs. */
typedef struct tp_product_space {
    tp_listed_product row; /* as kernels are given it, with its own state */
    tp_mxv_state state;
    uint8_t *allow;  /* by column: whether the mask has an entry that counts */
    uint8_t *flags;  /* by column from the row's first: whether there is a sum */
    uint8_t *blocks; /* by TP_PRODUCT_BLOCK columns: whether there may be one */
    char *sums;      /* likewise */
    tp_table table;
    tropic_offset *bounds; /* of a part, as tp_listed_product.bounds */
    uint8_t *has;          /* dots, by index summed over: whether A's row has an entry; and its value */
    char *values;
} tp_product_space;

/* The operands and their orientations. */
typedef struct tp_product_operands {
    const tropic_matrix *A, *B;
    tp_orientation a, b; /* whose lists are rows of A and rows of B, as they are multiplied */
} tp_product_operands;

static inline tp_orientation tp_product_other(tp_orientation o)
{
    return o == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
}

/* ---- product_choose.c ---- */

/* Sets the way, and of dots what row i reads as t.offsets[i + 1]. */
tropic_status tp_product_choose(tp_product *p, const tp_product_operands *in);

/* ---- product_plan.c ---- */

/* Sets items and the most of everything. The orientations are there, and t.offsets as room for costs. */
tropic_status tp_product_plan(tp_product *p);
tp_product_extent tp_product_extent_of(const tp_product *p, tropic_index i);
/* Calls `row` for every row, or part of one, by all threads. */
typedef void tp_product_row(tp_product *p, tp_product_space *space, tropic_index i, tp_product_item *part);
void tp_product_each(tp_product *p, tp_product_row *row);

/* ---- product_space.c ---- */

tropic_status tp_product_spaces_open(tp_product *p);
void tp_product_spaces_close(tp_product *p);
/* The kernels' row i, or the columns of a part. */
void tp_product_open_row(const tp_product *p, tp_product_space *space, tropic_index i, const tp_product_item *part);
/* The first position from .. to whose id is `id` or more. */
tropic_offset tp_product_find(const tropic_index *ids, tropic_offset from, tropic_offset to, tropic_index id);
/* Positions of the mask's row i, or of a part's columns. */
void tp_product_mask_row(const tp_product *p, tropic_index i, const tp_product_item *part, tropic_offset *from,
                         tropic_offset *to);
/* Sets allow for the mask's entries from .. to - 1 that count; and clears it. */
void tp_product_allow(const tp_product *p, tp_product_space *space, tropic_offset from, tropic_offset to);
void tp_product_forbid(const tp_product *p, tp_product_space *space, tropic_offset from, tropic_offset to);

/* An array of values of `size` bytes that begins at index `first`, as if it began at 0. */
static inline void *tp_product_from(void *array, tropic_index first, size_t size)
{
    return (void *)((uintptr_t)array - (uintptr_t)first * size);
}

/* ---- product_flags.c ---- */

/* The length of the row that is open; the mask's entries forbid columns. */
tropic_offset tp_product_count_flags(tp_product_space *space, tp_product_extent e, const tropic_index *masked,
                                     const tropic_index *masked_end);
/* Its entries. */
void tp_product_fill_flags(const tp_product *p, tp_product_space *space, tp_product_extent e, tropic_index *ids,
                           char *values);

/* ---- the ways: p->t = T; on failure the caller frees what there is ---- */

tropic_status tp_product_by_rows(tp_product *p);
/* Masked and dots. */
tropic_status tp_product_by_mask(tp_product *p);
/* Allocates T's entries, whose rows' lengths are t.offsets[i + 1]. */
tropic_status tp_product_allocate(tp_product *p);

#endif
