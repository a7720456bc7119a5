/* SPDX-License-Identifier: Apache-2.0
 *
 * Casts in operations on vectors. Kernels know one type for each operand, so an operand or a result of another type is
 * cast before or after them, in arrays of its own, with the vector's places. Where nothing is cast, nothing is copied.
 */
#ifndef TP_VECTOR_CAST_H
#define TP_VECTOR_CAST_H

#include "spmv/operands/operand.h"

/* A vector with values of some type: itself, or another with its places. */
typedef struct tp_cast_vector {
    const tropic_vector *v;
    tropic_vector made; /* without a context: not made */
} tp_cast_vector;

/* NULL stays NULL. */
tropic_status tp_cast_vector_open(tp_cast_vector *c, const tropic_vector *v, tropic_type type);
/* Of one that is zero, and was never opened: nothing. */
void tp_cast_vector_close(tp_cast_vector *c);

/* TYPE_MISMATCH unless v's values can be cast to the type. */
tropic_status tp_vector_check_castable(tropic_context *context, const tropic_vector *v, const char *name,
                                       tropic_type type);
/* NOT_SUPPORTED in a loop's body. */
tropic_status tp_casts_allowed(tropic_context *context);
/* Does w<mask> (accum)= t cast, t being of `type`? */
bool tp_output_casts(const tropic_vector *w, const tropic_operator *accum, tropic_type type);
/* TYPE_MISMATCH unless t's values, of `type`, can be cast to accum's types and w's. */
tropic_status tp_output_check_casts(tropic_context *context, const tropic_vector *w, const tropic_operator *accum,
                                    tropic_type type);

#endif
