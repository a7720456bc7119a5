/* SPDX-License-Identifier: Apache-2.0
 *
 * w<mask> (accum)= t, where kernels compute t place by place and look at the mask: straight into w where they
 * can, else apart, which takes a pass more.
 */
#ifndef TP_VECTOR_OUTPUT_H
#define TP_VECTOR_OUTPUT_H

#include "spmv/operands/operand.h"

typedef struct tp_result {
    tropic_context *context;
    const tropic_operator *accum;
    bool replace;
    bool renews; /* w becomes the entries of t that the mask lets through, whatever it had */
    tp_operand mask;
    tp_output w;
    bool apart;
    void *t;
    uint8_t *t_has;
    /* Where kernels put t, and how. */
    void *values;
    uint8_t *has; /* NULL: full, and stays so. Apart: cleared */
    int code;     /* of the accumulator; apart: none */
} tp_result;

/* How kernels make t. */
typedef struct tp_output_plan {
    bool dense;          /* t has an entry at every place */
    bool reads_old;      /* the kernels read the old values of w */
    bool private_buffer; /* the kernels write to memory of their own, not to w */
    bool pre_cleared;    /* the kernels clear the flags of that memory themselves */
    bool visits_allowed; /* the kernels visit only places that the mask lets through, and need not test it */
} tp_output_plan;

/* Opens w and the mask, which have been checked, as accum has; `code`: accum as the kernels see it, TP_ACCUM_NONE
 * where they do not know it. */
tropic_status tp_result_open(tp_result *r, tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                             int code, const tropic_descriptor *descriptor, tp_output_plan t);
/* The rest of the operation, once t has been computed. */
tropic_status tp_result_close(tp_result *r);
/* Releases its memory; after close, or instead. Of one that is not open: nothing. */
void tp_result_drop(tp_result *r);

#endif
