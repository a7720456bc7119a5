/* SPDX-License-Identifier: Apache-2.0
 *
 * An operator of each entry of a matrix and one value, which is bound to its other operand.
 */
#ifndef TP_BOUND_H
#define TP_BOUND_H

#include "semiring/evaluate.h"
#include "spmv/write/matrix_output.h"

typedef struct tp_bound {
    tropic_context *context;
    tp_evaluator f;
    tp_lists a;                  /* the matrix's rows, which stay its own */
    bool value_first;            /* op(value, a) */
    bool reads;                  /* op looks at the entry's value, and there is one */
    int packed;                  /* entries that are evaluated at a time */
    tp_cast *cast;               /* the entry's value, to op's type; NULL: it is of that */
    tp_packed_room value, entry; /* the value, and a 1 for entries without, as packed lists */
} tp_bound;

/* Opens A, which has been checked, as op and the value have. */
tropic_status tp_bound_open(tp_bound *b, const tp_matrix_output *o, const tropic_operator *op, const tropic_matrix *A,
                            bool transposed, const void *value, bool value_first);
/* z[k] = op for each entry, in the order of the rows; z has room for all. */
void tp_bound_evaluate(const tp_bound *b, void *z);

/* The same for `count` entries from the k-th, at most b->packed, to z. *row: a row at or before that of the first, then
 * that of the last. */
void tp_bound_block(const tp_bound *b, int64_t k, int64_t count, tropic_index *row, void *z);

#endif
