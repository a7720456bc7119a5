/* SPDX-License-Identifier: Apache-2.0
 *
 * C<mask> (accum)= T, where C and T are matrices: the beginning and the end of every operation with a matrix as its
 * result.
 *
 *     tp_matrix_output o;
 *     TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
 *     (check the inputs)
 *     TP_TRY(tp_matrix_output_check(&o, rows, cols, type, pattern));
 *     (make T: rows of entries of o.type, or of a pattern)
 *     return tp_matrix_write(&o, &T);
 *
 * Nothing has to be released in between. C is unchanged until tp_matrix_write succeeds, so that inputs may be C.
 */
#ifndef TP_MATRIX_OUTPUT_H
#define TP_MATRIX_OUTPUT_H

#include "runtime/types.h"
#include "spmv/operands/indices.h"
#include "spmv/operands/operand.h"
#include "spmv/write/mask_accum.h"
#include "spmv/write/merge.h"

TP_BEGIN_C

/* The places of C that an operation writes, as flags, or, on a device, as ids; other places keep their entries. */
typedef struct tp_matrix_region {
    const bool *in_rows, *in_cols; /* NULL: all */
    tp_ascending rows, cols;
    /* The mask and replace do not reach beyond those rows, or columns. (If they do, replace removes entries outside of
     * the region that the mask does not let through.) */
    bool bounded_rows, bounded_cols;
} tp_matrix_region;

typedef struct tp_matrix_output {
    tropic_context *context;
    tropic_matrix **handle;
    const tropic_matrix *C; /* the old matrix; NULL: it has no entry */
    const tropic_matrix *mask;
    const tropic_operator *accum;
    tropic_descriptor descriptor;
    tropic_index rows, cols;
    tropic_type type;               /* of C's values */
    tropic_type made;               /* of T's, which are cast to it */
    const tropic_matrix *labels;    /* a matrix whose labels C takes, where it has as many; NULL: the old C */
    const tropic_indices *labelled; /* of these vertices, in ascending order, which C has; NULL: of all */
    bool bipartite;                 /* C's rows and columns are two sets, even if as many */
    tp_matrix_region region;        /* all zero: every place */
    /* Names by which operators know C's rows and columns, and the index summed over; NULL: the ids themselves
     * (spmv/operands/cores.h). */
    const tropic_index *row_names, *col_names, *inner_names;
} tp_matrix_output;

/* NOT_SUPPORTED in a loop's body, and while the caller captures the context's stream. */
tropic_status tp_matrix_check_call(tropic_context *context, const char *what);
/* INVALID_ARGUMENT (a NULL, the descriptor), or as tp_matrix_check_call. */
tropic_status tp_matrix_output_open(tp_matrix_output *o, tropic_matrix **C, tropic_context *context,
                                    const tropic_matrix *mask, const tropic_operator *accum,
                                    const tropic_descriptor *descriptor);
/* Checks that C and the mask have this shape, and that T's values can be cast to accum's types and C's:
 * DIMENSION_MISMATCH, TYPE_MISMATCH. `pattern`: T has no values, but ones of C's type or accum's. C has the type that
 * it had; a new one, or a pattern, that of accum's result, or T's. Sets o->rows, cols, type and made. */
tropic_status tp_matrix_output_check(tp_matrix_output *o, tropic_index rows, tropic_index cols, tropic_type type,
                                     bool pattern);
/* DIMENSION_MISMATCH, unless A (NULL: fine) has this shape. */
tropic_status tp_matrix_check_shape(tropic_context *context, const tropic_matrix *A, const char *name,
                                    tropic_index rows, tropic_index cols);
/* The shape of A, or of A'. */
static inline tropic_index tp_transposed(tropic_index rows, tropic_index cols, bool transposed)
{
    return transposed ? cols : rows;
}
static inline tropic_index tp_input_rows(const tropic_matrix *A, bool transposed)
{
    return tp_transposed(A->rows, A->cols, transposed);
}
static inline tropic_index tp_input_cols(const tropic_matrix *A, bool transposed)
{
    return tp_transposed(A->cols, A->rows, transposed);
}
static inline tp_orientation tp_input_by(bool transposed)
{
    return transposed ? TP_BY_COLUMN : TP_BY_ROW;
}

/* INVALID_ARGUMENT (NULL), or TYPE_MISMATCH where the operation reads values (`used`), and these cannot be cast to
 * `type`. The one place where types of inputs are checked. */
tropic_status tp_matrix_check_input(tropic_context *context, const tropic_matrix *A, const char *name, bool used,
                                    tropic_type type);
/* INVALID_ARGUMENT: op is NULL, or it reads a value that is NULL. */
tropic_status tp_matrix_check_op(tropic_context *context, const tropic_operator *op);
tropic_status tp_matrix_check_value(tropic_context *context, const tropic_operator *op, const char *name, bool used,
                                    const void *value);
/* T lies within the mask: forgets mask and accumulator where nothing then depends on them, unless there is a region. */
void tp_matrix_output_within(tp_matrix_output *o);
/* Has m look at the mask, so that T lies within it. The output has no region. */
tropic_status tp_matrix_output_mask(tp_matrix_output *o, tp_merge *m);
/* Opens op for places of C. */
tropic_status tp_matrix_output_evaluator(const tp_matrix_output *o, tp_evaluator *f, const tropic_operator *op);
/* Does op, or the accumulator, look at places that have other names? */
bool tp_matrix_output_names(const tp_matrix_output *o, const tropic_operator *op);
/* Is there neither a mask, an accumulator nor a region, and T has values if C has? Then T becomes C as it is, but for a
 * cast. */
bool tp_matrix_output_plain(const tp_matrix_output *o, bool pattern);
/* C<mask> (accum)= T. Takes over T, whatever comes: rows with ascending ids, whose values are of o->made; size 0: a
 * pattern. Without mask and accumulator, T's arrays become those of C. */
tropic_status tp_matrix_write(tp_matrix_output *o, tp_lists *T);

/* The same with a T that stays the caller's, such as the rows of an input: copied where it would become C as it is. */
tropic_status tp_matrix_write_copy(tp_matrix_output *o, const tp_lists *T);

/* A matrix of the output's shape and type, with labels, and without arrays yet. */
tropic_status tp_matrix_output_new(const tp_matrix_output *o, tropic_offset count, bool pattern, tropic_matrix **made);
/* The same, with places for forms in the context's memory. */
tropic_status tp_matrix_output_new_on(const tp_matrix_output *o, tropic_offset count, bool pattern,
                                      tropic_matrix **made, tp_forms **forms);
/* Frees the old C; `made` is the new one. */
void tp_matrix_output_replace(tp_matrix_output *o, tropic_matrix *made);
/* Gives `made` copies of A's arrays, exchanged or `as_it_is`, on its backend. A's lock is held. */
typedef tropic_status tp_copy_sides(tropic_context *context, tropic_matrix *A, bool as_it_is, tropic_matrix *made);
/* C becomes A, or (not `as_it_is`) its transpose. */
tropic_status tp_matrix_output_copy(tp_matrix_output *o, const tropic_matrix *A, bool as_it_is, tp_copy_sides *copy);

TP_END_C

#endif
