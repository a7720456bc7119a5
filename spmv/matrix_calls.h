/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls that operations on matrices add to a backend: tables of their own (runtime/backend.h, TP_BACKEND_PART).
 */
#ifndef TP_MATRIX_CALLS_H
#define TP_MATRIX_CALLS_H

#include "spmv/operands/indices.h"
#include "spmv/operands/matrix_line.h"
#include "spmv/ops/state.h"
#include "spmv/write/matrix_output.h"

TP_BEGIN_C

/* The operands of a product and their orientations. */
typedef struct tp_product_operands {
    const tropic_semiring *semiring;
    const tropic_matrix *A, *B;
    tp_orientation a, b;         /* whose lists are rows of A and rows of B, as they are multiplied */
    bool keeps_symbolic;         /* C keeps the terms of its sums, where the backend does such a thing */
    tp_product_hyperlists names; /* that a user's multiply sees, in host memory */
} tp_product_operands;

static inline tp_orientation tp_product_other(tp_orientation o)
{
    return o == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
}

/* An operator of each entry of A, or A', and one value. */
typedef struct tp_apply_operands {
    const tropic_operator *op;
    const tropic_matrix *A;
    bool transposed;
    const void *value; /* in host memory */
    bool value_first;  /* op(value, a) */
} tp_apply_operands;

/* A and B, or their transposes as the output's descriptor says, entry by entry; as tp_merge has it. */
typedef struct tp_combination {
    tp_merge_kind kind;
    const tropic_operator *op;
    const tropic_matrix *A, *B;
    const void *alpha, *beta; /* in host memory */
} tp_combination;

/* A grid of tiles, row by row, and where each of its rows and columns begins: one more than there are. */
typedef struct tp_concatenation {
    const tropic_matrix *const *tiles; /* of one type, or patterns */
    tropic_index rows, cols;
    tropic_index *row_begin, *col_begin;
} tp_concatenation;

static inline const tropic_matrix *tp_concatenated(const tp_concatenation *g, int64_t r, int64_t c)
{
    return g->tiles[r * g->cols + c];
}

/* C<mask> (accum)= T, whose operands and output are checked.
 *   mxm               T = A (add.mul) B
 *   ewise             T(i,j) = op(A(i,j), B(i,j))
 *   apply             T(i,j) = op(A(i,j), value)
 *   select            T has the entries of A for which op is true
 *   kronecker         T(i,j) = op(A(i / m, j / n), B(i % m, j % n)), where B is m x n; the kind is not looked at
 *   transpose_matrix  T = the lists of A of this orientation, as rows
 *
 * T alone, as rows in memory of the backend, which go to write_lists or free_lists.
 *   extract       rows and columns of A, or A' (spmv/operands/indices.h)
 *   region        an entry, without a value, at each place of those rows and columns
 *   concat        tiles side by side, in `rows` rows; the type is that of tiles with values; pattern: none has any
 *   line_lists    a vector's entries, on a line of a matrix of so many rows. v->ids NULL: entry k is at place k
 *   diagonal      one list: the entries of A at the n places of diagonal k
 *   fill_lists    gives each entry this value, in host memory; there were none
 *   write_lists   tp_matrix_write */
#define TP_MATRIX_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, mxm, (const tp_product_operands *in, tp_matrix_output *o))                                \
    X(tropic_status, prefix, ewise, (const tp_combination *c, tp_matrix_output *o))                                    \
    X(tropic_status, prefix, apply, (const tp_apply_operands *in, tp_matrix_output *o))                                \
    X(tropic_status, prefix, select, (const tp_apply_operands *in, tp_matrix_output *o))                               \
    X(tropic_status, prefix, kronecker, (const tp_combination *c, tp_matrix_output *o))                                \
    X(tropic_status, prefix, transpose_matrix, (const tropic_matrix *A, tp_orientation by, tp_matrix_output *o))       \
    X(tropic_status, prefix, extract,                                                                                  \
      (tropic_context * context, const tropic_matrix *A, bool transposed, const tp_extraction *t, tp_lists *T))        \
    X(tropic_status, prefix, region,                                                                                   \
      (tropic_context * context, const tp_indices *rows, const tp_indices *cols, tp_lists *T))                         \
    X(tropic_status, prefix, concat,                                                                                   \
      (tropic_context * context, const tp_concatenation *g, tropic_index rows, tropic_type type, bool pattern,         \
       tp_lists *T))                                                                                                   \
    X(tropic_status, prefix, line_lists,                                                                               \
      (tropic_context * context, const tp_entry_list *v, size_t size, tp_matrix_line line, tropic_index rows,          \
       tp_lists *T))                                                                                                   \
    X(tropic_status, prefix, diagonal,                                                                                 \
      (tropic_context * context, const tropic_matrix *A, int64_t k, tropic_index n, tp_lists *T))                      \
    X(tropic_status, prefix, fill_lists,                                                                               \
      (tropic_context * context, tp_lists * T, tropic_type type, const void *value))                                   \
    X(tropic_status, prefix, write_lists, (tp_matrix_output * o, tp_lists * T))                                        \
    X(void, prefix, free_lists, (tropic_context * context, tp_lists * T))

typedef struct tp_matrix_calls {
    TP_MATRIX_CALLS(TP_CALL_POINTER, )
    bool by_ids; /* regions of rows and columns: as they ascend, by ids or as a range; else by flags */
} tp_matrix_calls;

TP_MATRIX_CALLS(TP_CALL_PROTOTYPE, tp_cpu_)
TP_MATRIX_CALLS(TP_CALL_PROTOTYPE, tp_cuda_)
extern const tp_matrix_calls tp_cpu_matrix_calls, tp_cuda_matrix_calls;

/* The calls of the context's backend; those of the host for an operator that looks at names of places, which only the
 * host has. */
static inline const tp_matrix_calls *tp_matrix_calls_for(const tp_matrix_output *o, const tropic_operator *op)
{
    return tp_matrix_output_names(o, op) ? &tp_cpu_matrix_calls : TP_BACKEND_PART(o->context, matrix);
}

TP_END_C

#endif
