/* SPDX-License-Identifier: Apache-2.0
 *
 * Arguments of every operation of level 3: operands and masks by place, accumulators.
 */
#ifndef TP_OPERAND_H
#define TP_OPERAND_H

#include "formats/vector/vector.h"
#include "semiring/semiring.h"

TP_BEGIN_C

/* An input vector, or a mask, by place: in its own arrays, or in copies. */
typedef struct tp_operand {
    tropic_context *context;
    const void *values;
    const uint8_t *has; /* NULL: full */
    tp_mask mask;       /* of a mask, the same as the kernels see it */
    void *new_values;
    uint8_t *new_has;
} tp_operand;

/* `copy`: in arrays of its own whatever v's form. */
tropic_status tp_operand_open(tp_operand *o, const tropic_vector *v, bool copy);
/* A mask, which may be NULL: then n places. */
tropic_status tp_mask_open(tp_operand *o, tropic_context *context, const tropic_vector *mask,
                           const tropic_descriptor *descriptor, tropic_index n, bool copy);
/* A mask by its own arrays, as the kernels see it: by place, or by position in its list. */
tp_mask tp_mask_of(const tropic_vector *mask, const tropic_descriptor *descriptor);
/* Of one that was never opened: nothing. */
void tp_operand_close(tp_operand *o);

/* INVALID_ARGUMENT, DIMENSION_MISMATCH, or TYPE_MISMATCH (the values of a struct type). Whoever reads the count of a
 * mask that is no list finishes it first. */
tropic_status tp_mask_check(tropic_context *context, const tropic_vector *mask, const tropic_descriptor *descriptor,
                            tropic_index n);
/* The last of these alone, of a mask whose values are of `type`. */
tropic_status tp_mask_check_type(tropic_context *context, tropic_type type, const tropic_descriptor *descriptor);
/* TYPE_MISMATCH unless accum (NULL: fine) maps two values of `type` to one. */
tropic_status tp_accum_check(tropic_context *context, const tropic_operator *accum, tropic_type type);
/* TYPE_MISMATCH unless C's values (of type C) and T's can be cast to accum's types (NULL: fine), and its result to C's.
 * (Of structs all types are one.) */
tropic_status tp_accum_check_casts(tropic_context *context, const tropic_operator *accum, tropic_type C, tropic_type T);
/* INVALID_ARGUMENT: NULL, or without an identity. */
tropic_status tp_monoid_check(tropic_context *context, const tropic_operator *monoid);
/* As the kernels see it: a tropic_builtin_operator. TP_ACCUM_NONE also for a user's operator, unless it is the add of
 * this semiring (may be NULL). */
int tp_accum_code(const tropic_operator *accum, const tropic_semiring *semiring);

/* Sets the members of e that follow from its op and accum: codes for the kernels. */
void tp_elementwise_codes(tp_elementwise *e);
/* e, but for these. */
tropic_status tp_elementwise_run(tropic_context *context, const tp_elementwise *e);
/* w<mask> (accum)= t, with any accumulator; t_has NULL: full. */
tropic_status tp_assign_product(tp_output *w, const tp_mask *mask, const tropic_operator *accum, bool replace,
                                const void *t, const uint8_t *t_has);

TP_END_C

#endif
