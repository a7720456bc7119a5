/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that the elementwise operations share: w<mask> (accum)= t, where a place of t depends on one place of each
 * input.
 */
#ifndef TP_EWISE_DRIVER_H
#define TP_EWISE_DRIVER_H

#include "spmv/operands/operand.h"

#include <string.h>

/* Arrays that an operation takes while it goes along a list of places. */
typedef enum tp_listed_array {
    TP_LISTED_PLACES, /* the places to go along, where they are in no other vector */
    TP_LISTED_X,      /* where a caller's ids stood before they were sorted */
    TP_LISTED_ALL,    /* w's new list: ids and values */
    TP_LISTED_VALUES,
    TP_LISTED_OLD, /* w's values at the places */
    TP_LISTED
} tp_listed_array;

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
    tp_large large;
    const tropic_index *ids; /* host memory: u(k) is given to place ids[k] of w; NULL: to place k */
    tropic_index count;      /* of ids */
    bool defers;             /* nobody waits for w, where the backend need not */
    /* on the way */
    tropic_descriptor descriptor;
    bool masked;
    bool keep;        /* w keeps some of its old entries */
    bool removes;     /* replace: w loses the entries that the mask does not let through */
    tp_places places; /* to go along */
    tp_operand x, y, m;
    tp_output out;
    void *listed[TP_LISTED];
} tp_operation;

/* The value at every place, which stays the caller's. */
static inline void tp_operation_value(tp_operation *o, const void *value, tropic_type type)
{
    const size_t size = tropic_type_size(type);
    if (size > sizeof o->value)
        o->large = (tp_large){value, size};
    else
        memcpy(o->value.byte, value, size);
}
/* INVALID_ARGUMENT where op is NULL. */
tropic_status tp_op_check(tropic_context *context, const tropic_operator *op);
/* INVALID_ARGUMENT, DIMENSION_MISMATCH or TYPE_MISMATCH unless v has n places of values that can be cast to `type`; of
 * any type where op does not look at them. */
tropic_status tp_input_check(tropic_context *context, const tropic_vector *v, const char *name, tropic_index n,
                             bool used, tropic_type type);
/* Checks that the ids, in host memory, are places of v, which has n; `distinct`: no place twice. *ids NULL: all places;
 * but where count is 0 it becomes a list of none. */
tropic_status tp_ids_check(tropic_context *context, const tropic_index **ids, tropic_index count, const char *v,
                           tropic_index n, bool distinct);
/* Checks w, the mask, the accumulator and the descriptor, t being of `type`; does the operation, and releases its
 * working memory. The rest has been checked. (ewise_cast.c) */
tropic_status tp_operation_run(tp_operation *o, tropic_type type, const tropic_descriptor *descriptor);

/* The same where the types are those that the kernels take. */
tropic_status tp_operation_run_typed(tp_operation *o, tropic_type type, const tropic_descriptor *descriptor);

/* ewise_listed.c: asks how many entries u has, if only the device knows it so far. Too many: there is no u, and
 * the operation ends without doing anything. */
tropic_status tp_operation_count(const tp_operation *o);
static inline bool tp_operation_lacks(const tp_operation *o)
{
    return o->u && tp_count_is_too_many(&o->u->count);
}

/* ewise_listed.c: the same along a list of places, where there is one that is short enough; *done: it was.
 * `full`: w will have an entry at every place. */
tropic_status tp_operation_run_listed(tp_operation *o, tp_elementwise *e, bool full, bool *done);

#endif
