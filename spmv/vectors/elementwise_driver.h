/* SPDX-License-Identifier: Apache-2.0
 *
 * What the elementwise operations share: w<mask> (accum)= t, where a place of t depends on one place of
 * each input.
 */
#ifndef TP_ELEMENTWISE_DRIVER_H
#define TP_ELEMENTWISE_DRIVER_H

#include "spmv/vectors/operand.h"

/* Memory of a result that is made as a list. */
typedef enum tp_index_list_kind {
    TP_LISTED_T,    /* for each entry of the list that is followed, t */
    TP_LISTED_HAS,  /* and whether there is one */
    TP_LISTED_KEPT, /* the positions where there is */
    TP_LISTED_IDS,  /* w's new arrays */
    TP_LISTED_VALUES,
    TP_LISTED
} tp_index_list_kind;

/* The operation as asked for, and the memory that it takes on the way. */
typedef struct tp_operation {
    tropic_context *context; /* w's */
    tropic_vector *w;
    const tropic_vector *mask;
    const tropic_operator *accum;
    tp_kind kind;
    const tropic_operator *op;  /* NULL: TP_COPY */
    const tropic_vector *u, *v; /* NULL: `value` at every place */
    tp_any value;
    const tropic_index *ids; /* host memory: u(k) is given to place ids[k] of w; NULL: to place k */
    tropic_index count;      /* of ids */
    /* on the way */
    tropic_descriptor descriptor;
    bool masked;
    const tropic_vector *list; /* u or v: the entries along which to go; NULL: go by place */
    tp_operand x, y, m;
    tp_output out;
    void *places;
    void *listed[TP_LISTED];
} tp_operation;

/* INVALID_ARGUMENT where op is NULL. */
tropic_status tp_op_check(tropic_context *context, const tropic_operator *op);
/* INVALID_ARGUMENT, DIMENSION_MISMATCH or TYPE_MISMATCH unless v has n places of `type`; of any type where op
 * does not look at them. */
tropic_status tp_input_check(tropic_context *context, const tropic_vector *v, const char *name, tropic_index n,
                             bool used, tropic_type type);
/* Checks that the ids, in host memory, are places of v, which has n; `distinct`: no place twice. *ids NULL: all places;
 * but where count is 0 it becomes a list of none. */
tropic_status tp_ids_check(tropic_context *context, const tropic_index **ids, tropic_index count, const char *v,
                           tropic_index n, bool distinct);
/* Checks w, the mask, the accumulator and the descriptor, t being of `type`; does the operation, and releases
 * what that took. The rest has been checked. */
tropic_status tp_operation_run(tp_operation *o, tropic_type type, const tropic_descriptor *descriptor);

#endif
