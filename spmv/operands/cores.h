/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations on hypersparse matrices, done on their cores: each dimension of the operation (an axis) has the names of
 * all matrices in it, the matrices are expressed in these, and the ordinary operation makes the result's core. So the
 * cost does not depend on how many rows and columns there are:
 *
 *     TP_TRY(checks)
 *     return tp_cores_run(&o, operands, 2, run, &in);       run(&in, &o) makes C, from whatever in has then
 *
 * A matrix that is not hypersparse, but short, takes part as one that has all names. If there is another, or no
 * hypersparse one at all, run is called on the matrices as they are.
 */
#ifndef TP_CORES_H
#define TP_CORES_H

#include "formats/matrix/forms/hypersparse.h"
#include "spmv/write/matrix_output.h"

TP_BEGIN_C

/* The dimensions of an operation: C's rows, its columns, the index summed over, and a caller's lists of C's rows and
 * columns. */
typedef enum tp_axis {
    TP_AXIS_ROWS,
    TP_AXIS_COLS,
    TP_AXIS_INNER,
    TP_AXIS_LISTED_ROWS,
    TP_AXIS_LISTED_COLS,
    TP_AXES
} tp_axis;

/* An operand, which *matrix holds its core while the operation runs. */
typedef struct tp_core_operand {
    const tropic_matrix **matrix;
    tp_axis rows, cols;
} tp_core_operand;

/* An operand that lies as C does, or `transposed`. */
static inline tp_core_operand tp_core_like(const tropic_matrix **matrix, bool transposed)
{
    return (tp_core_operand){matrix, transposed ? TP_AXIS_COLS : TP_AXIS_ROWS,
                             transposed ? TP_AXIS_ROWS : TP_AXIS_COLS};
}

#define TP_CORE_OPERANDS 2

/* Makes C<mask> (accum)= T, of operands in `of`. */
typedef tropic_status tp_core_run(void *of, tp_matrix_output *o);

tropic_status tp_cores_run(tp_matrix_output *o, const tp_core_operand *operands, int count, tp_core_run *run, void *of);
/* The same, whose axes have further names, by tp_axis: those that are not zero. Operands may point to NULL. */
tropic_status tp_cores_run_with(tp_matrix_output *o, const tp_core_operand *operands, int count,
                                const tp_hyperlist *names, tp_core_run *run, void *of);
/* Would it run on cores? */
tropic_status tp_cores_apply(const tp_matrix_output *o, const tp_core_operand *operands, int count, bool *apply);
/* Is A in such a form, or short? *form: NULL where it has none. */
tropic_status tp_core_of(tropic_context *context, const tropic_matrix *A, const tp_hypersparse **form, bool *named);
/* C<mask> (accum)= T, whose entries are those of a core with names for o's rows and columns, and of o->made. Takes over
 * the core and the names' ids, whatever comes. */
tropic_status tp_cores_write(tp_matrix_output *o, tropic_matrix *core, tp_hyperlist *rows, tp_hyperlist *cols);

/* The same of a T of o's shape, which is taken over, too. */
tropic_status tp_cores_write_matrix(tp_matrix_output *o, tropic_matrix *T);

TP_END_C

#endif
