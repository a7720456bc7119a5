/* SPDX-License-Identifier: Apache-2.0
 *
 * T = A (add.mul) B on the host, row by row: how it is shared out among threads, the working memory of a thread, and
 * the ways to make it.
 *
 *     Gustavson   row i of T sums the rows of B that row i of A names: in flags and sums by column, where the row has
 *                 many products for the columns that they lie in, else in a hash table. The rows' lengths are counted
 *                 first, so that nothing is allocated but the result; but short rows are made at once, in room for all
 *                 their products, and moved
 *     masked      the same at the mask's places alone, in room for the mask's entries, and moved
 *     dots        so, too: row i of A by column j of B, whose entries are gone through; or the row's ids are looked up
 *                 there, if it is much shorter
 *     full        by the kernel of blocks of columns, if B is full
 */
#ifndef TP_MXM_CPU_MXM_H
#define TP_MXM_CPU_MXM_H

#include "formats/matrix/lists.h"
#include "semiring/semiring.h"
#include "spmv/matrix_calls.h"
#include "spmv/ops/kernel.h"
#include "spmv/strategies/table.h"
#include "spmv/tuning.h"
#include "spmv/write/mask_accum.h"

typedef enum tp_product_way { TP_PRODUCT_ROWS, TP_PRODUCT_MASKED, TP_PRODUCT_DOTS } tp_product_way;

/* Rows begin .. end - 1; of a heavy row, which threads share, columns first .. last - 1 alone. */
typedef struct tp_product_item {
    tropic_index begin, end;
    bool part;
    tropic_index first, last;
    /* Its entries are made at once, from place `from` of those staged; else they are counted before. */
    bool staged;
    tropic_offset from;
    tropic_offset count, at; /* its entries (of those staged, so far), and where in T they begin */
} tp_product_item;

typedef struct tp_product {
    tropic_context *context;
    const tropic_semiring *semiring;
    const tp_op *op;
    tp_mxv_state state; /* of rows, but for their values */
    tp_product_hyperlists names;
    tropic_index rows, cols, inner;
    size_t size;           /* of a value of T */
    tp_lists a, b;         /* rows of A; rows of B, of dots its columns */
    void *cast_a, *cast_b; /* their values, where these were cast; else NULL */
    void *zero;            /* changes no term: sums by column begin with it */
    /* The mask's rows; offsets NULL: there is none. `allows` is of its positions, and not complemented. */
    tp_lists m;
    tp_mask allows;
    bool complement;
    tp_product_way way;
    bool named; /* t.offsets[i + 1], if the mask has a row i: entries of A's row i and its products, or more */
    /* How rows are shared out. */
    tp_team team;
    tp_product_item *items;
    tropic_index item_count;
    bool by_column;        /* arrays by column, of all of them, are no longer than the operands */
    tropic_index span;     /* the most columns of a row in flags */
    tropic_offset hashed;  /* the most sums of a row in a table */
    tropic_index longest;  /* entries of A in the longest row that is in parts */
    tropic_offset met_max; /* dots: entries of the longest row whose ids may be looked up; 0: there is none */
    /* The entries of T that memory has room for; INT64_MAX: for all products. Those that were counted, and of how many
     * rows, which threads add to. */
    tropic_offset room_max, found;
    int64_t rows_found;
    struct tp_product_space *spaces; /* by thread */
    tropic_offset room;              /* for the entries that are staged */
    tropic_index *ids;
    void *sums;
    uint8_t *has; /* dots: by position in m, as those staged are */
    tp_lists t;
} tp_product;

/* The columns of a row's products, and how many products there are at most. */
typedef struct tp_product_extent {
    tropic_offset bound;
    tropic_index first, last; /* columns first .. last - 1 */
    bool flags;               /* by flags; else by table */
} tp_product_extent;

#define TP_PRODUCT_BLOCK 64

/* Working memory of a thread. */
typedef struct tp_product_space {
    tp_listed_product row; /* as kernels are given it, with its own state */
    tp_mxv_state state;
    uint8_t *allow;  /* by column: whether the mask has an entry that counts */
    uint8_t *flags;  /* by column from the row's first: whether there is a sum */
    uint8_t *blocks; /* by TP_PRODUCT_BLOCK columns: whether there may be one */
    char *sums;      /* likewise */
    tp_table table;
    tropic_offset *bounds; /* of a part, as tp_listed_product.bounds */
    tropic_offset found;   /* entries, and rows, that the product has not been told of */
    int64_t rows_found;
    uint8_t *has; /* dots, by index summed over: whether A's row has an entry; and its value */
    char *values;
    tropic_index *met; /* ids that B's column and A's row share, where they are looked up; and B's values */
    char *met_values;
} tp_product_space;

/* Cost of looking up the ids of a row in a column: a binary search for each. */
static inline tropic_offset tp_product_search_cost(tropic_offset row, tropic_offset column)
{
    const int steps = column > 0 ? 64 - __builtin_clzll((unsigned long long)column) : 0;
    return row * steps * TP_SEARCH_COST + TP_SEARCHED_COST;
}

/* ---- choose.c ---- */

/* Sets the way, met_max, and the costs of rows: t.offsets[i + 1] is the number of entries that row i's dot products
 * read (not TP_PRODUCT_DOTS: its products, where `named` says so). */
tropic_status tp_product_choose(tp_product *p, const tp_product_operands *in);

/* ---- plan.c ---- */

/* Sets items and the most of everything. The orientations are there, and t.offsets as room for costs. */
tropic_status tp_product_plan(tp_product *p);
tp_product_extent tp_product_extent_of(const tp_product *p, tropic_index i);
/* The same from the row's cost in the plan, until the row's length takes its place. */
tp_product_extent tp_product_extent_planned(const tp_product *p, tropic_index i);
/* Calls `row` for every row, or part of one, by all threads; none any more where tp_product_is_beyond. */
typedef void tp_product_row(tp_product *p, tp_product_space *space, tropic_index i, tp_product_item *item);
void tp_product_each(tp_product *p, tp_product_row *row);
/* The row, or its part, has so many entries. */
void tp_product_tell(tp_product *p, tp_product_space *space, const tp_product_item *item, tropic_offset count);
/* OUT_OF_MEMORY where counting stopped. */
tropic_status tp_product_check_room(const tp_product *p);
/* Room for the entries that are staged, from item->from on. */
tropic_status tp_product_stage(tp_product *p);
/* Does T have more entries than memory has room for, so that counting stops? */
static inline bool tp_product_is_beyond(const tp_product *p)
{
    return __atomic_load_n(&p->found, __ATOMIC_RELAXED) > p->room_max;
}
/* Row i of the item, or its part of it, has so many entries; those of a staged one lie behind the item's others. */
static inline void tp_product_put_count(tp_product *p, tropic_index i, tp_product_item *item, tropic_offset count)
{
    if (item->staged || item->part) item->count += count;
    if (!item->part) p->t.offsets[i + 1] = count;
}
/* Allocates T, whose rows are as long as was told, and moves the staged entries there. */
tropic_status tp_product_gather(tp_product *p);

/* ---- workspace.c ---- */

tropic_status tp_product_spaces_open(tp_product *p);
void tp_product_spaces_close(tp_product *p);
/* The kernels' row i, or, of an item that is a part, its columns. */
void tp_product_open_row(const tp_product *p, tp_product_space *space, tropic_index i, const tp_product_item *item);
/* Positions of the mask's row i, or of a part's columns. */
void tp_product_mask_row(const tp_product *p, tropic_index i, const tp_product_item *item, tropic_offset *from,
                         tropic_offset *to);
/* Sets allow for the mask's entries from .. to - 1 that count; and clears it. */
void tp_product_allow(const tp_product *p, tp_product_space *space, tropic_offset from, tropic_offset to);
void tp_product_forbid(const tp_product *p, tp_product_space *space, tropic_offset from, tropic_offset to);

/* An array of values of `size` bytes that begins at index `first`, as if it began at 0. */
static inline void *tp_product_from(void *array, tropic_index first, size_t size)
{
    return (void *)((uintptr_t)array - (uintptr_t)first * size);
}

/* ---- spa.c ---- */

/* The length of the row that is open; the mask's entries forbid columns. */
tropic_offset tp_product_count_flags(tp_product_space *space, tp_product_extent e, const tropic_index *masked,
                                     const tropic_index *masked_end);
/* Its entries; returns how many. */
tropic_offset tp_product_fill_flags(const tp_product *p, tp_product_space *space, tp_product_extent e,
                                    tropic_index *ids, char *values);

/* ---- the ways: p->t = T; on failure the caller frees p ---- */

tropic_status tp_product_by_rows(tp_product *p);
/* Masked and dots. */
tropic_status tp_product_by_mask(tp_product *p);
/* If B is full (tp_product_has_block), and no mask is looked at. */
tropic_status tp_product_full(tp_product *p);
/* Allocates T's entries, whose rows' lengths are t.offsets[i + 1]. */
tropic_status tp_product_allocate(tp_product *p);

#endif
