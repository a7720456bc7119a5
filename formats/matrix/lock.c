/* SPDX-License-Identifier: Apache-2.0
 *
 * The lock of a matrix, and work that is done under it.
 */
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/pending.h"

void tp_matrix_lock(const tropic_matrix *A)
{
    tp_mutex_lock(&((tropic_matrix *)A)->lock);
}

void tp_matrix_unlock(const tropic_matrix *A)
{
    tp_mutex_unlock(&((tropic_matrix *)A)->lock);
}

/* Has A released a form, so that work that failed so may be tried again? The lock is not held: under it nobody asks for
 * A's forms. */
static bool make_room(tropic_context *context, tropic_matrix *A, tropic_status status)
{
    switch (status) {
    case TROPIC_OUT_OF_DEVICE_MEMORY: return tp_evict_of(&A->cache, &context->memory, context->device_index);
    case TROPIC_OUT_OF_MEMORY: return tp_evict_of(&A->cache, &A->memory, TP_ON_HOST);
    default: return false;
    }
}

tropic_status tp_matrix_with_pending(tropic_context *context, const tropic_matrix *matrix, tp_matrix_work *work,
                                     void *of)
{
    tropic_matrix *A = (tropic_matrix *)matrix; /* a form made on demand is no change */
    const tp_backend *before = tp_recording_suspend(context);
    tropic_status status;
    do {
        tp_matrix_lock(A);
        status = work(context, A, of);
        tp_matrix_unlock(A);
    } while (make_room(context, A, status));
    tp_recording_resume(context, before);
    return status;
}

typedef struct finished_work {
    tp_matrix_work *work;
    void *of;
} finished_work;

static tropic_status finish_first(tropic_context *context, tropic_matrix *A, void *of)
{
    const finished_work *f = of;
    if (A->pending) TP_TRY(tp_matrix_finish(context, A));
    return f->work(context, A, f->of);
}

tropic_status tp_matrix_with(tropic_context *context, const tropic_matrix *A, tp_matrix_work *work, void *of)
{
    finished_work f = {work, of};
    return tp_matrix_with_pending(context, A, finish_first, &f);
}
