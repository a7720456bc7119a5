/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix of short integers as algorithms take its values: with 32 bits.
 */
#include "formats/matrix/lists.h"
#include "semiring/operators.h"

typedef struct widening {
    const void *from;
    void *to;
} widening;

#define WIDEN(type, wide)                                                                                              \
    static void widen_##type(const void *of, int64_t begin, int64_t end)                                               \
    {                                                                                                                  \
        const widening *w = of;                                                                                        \
        const TP_C(type) *from = w->from;                                                                              \
        TP_C(wide) *to = w->to;                                                                                        \
        for (int64_t k = begin; k < end; k++) to[k] = from[k];                                                         \
    }
WIDEN(int8, int32)
WIDEN(int16, int32)
WIDEN(uint8, uint32)
WIDEN(uint16, uint32)

/* NULL where values stay as they are. */
static tp_loop_body *body_of(tropic_type type)
{
#define CASE(type, widen)                                                                                              \
    case TP_TYPE_##type: return widen##type;
    switch (type) {
        TP_TYPES_SHORT(CASE, widen_)
    default: return NULL;
    }
}

/* The lock is held. */
static tropic_status make(tropic_context *context, tropic_matrix *A, tp_loop_body *body)
{
    const tp_orientation o = tp_matrix_here(A);
    tp_entries shape = {.rows = A->rows,
                        .cols = A->cols,
                        .count = A->count,
                        .type = tp_type_unsigned(A->type) ? TROPIC_UINT32 : TROPIC_INT32,
                        .label_base = A->label_base,
                        .bipartite = A->bipartite};
    tropic_matrix *made;
    widening w;
    TP_TRY(tp_matrix_need(context, A, o));
    w.from = A->host[o].values;
    w.to = tp_allocate(&A->memory, A->count, sizeof(int32_t));
    made = w.to ? tp_matrix_new_in(&A->memory, &shape) : NULL;
    if (!made) {
        tp_release(&A->memory, w.to);
        return tp_out_of_memory(context, "the weights of a matrix");
    }
    tp_for(tp_team_for(context, A->count), A->count, TP_CHUNK_ANY, body, &w);
    made->pattern = false;
    made->symmetric = A->symmetric;
    made->labels = A->labels;
    made->host[o] = (tp_side){.present = true,
                              .borrowed = TP_BORROWED_OFFSETS | TP_BORROWED_IDS,
                              .offsets = A->host[o].offsets,
                              .ids = A->host[o].ids,
                              .values = w.to};
    A->weights = made;
    return TROPIC_OK;
}

tropic_status tp_matrix_weights(tropic_context *context, const tropic_matrix *matrix, const tropic_matrix **weights)
{
    tropic_matrix *A = (tropic_matrix *)matrix; /* what is made on demand is no change */
    tp_loop_body *body = A->pattern ? NULL : body_of(A->type);
    tropic_status status = TROPIC_OK;
    *weights = A;
    if (!body) return TROPIC_OK;
    TP_TRY(tp_matrix_lock(context, A));
    if (!A->weights) status = make(context, A, body);
    if (status == TROPIC_OK) *weights = A->weights;
    tp_matrix_unlock(A);
    return status;
}
