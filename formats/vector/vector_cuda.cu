/* SPDX-License-Identifier: Apache-2.0
 *
 * A vector's values for kernels of the caller's own.
 */
#include "formats/vector/vector.h"
#include "runtime/choice.h"
#include "runtime/cuda/cuda.h"

#include <tropic_cuda.h>

tropic_status tropic_cuda_vector_values(tropic_vector *v, void **values)
{
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    if (!values) return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "values is NULL");
    TP_NEEDS_GPU(v->context);
    if (v->context->backend->device != TROPIC_DEVICE_CUDA)
        return tp_fail(v->context, TROPIC_NO_DEVICE, "the vector is in host memory");
    TP_TRY(tp_check_context(v->context));
    TP_TRY(tp_vector_finish(v));
    if (v->form != TROPIC_FULL && v->count.entries == v->n) TP_TRY(tp_vector_densify(v));
    if (v->form != TROPIC_FULL)
        return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "the vector is not full: %d of %d entries",
                       v->count.entries, v->n);
    *values = v->values;
    /* (Of a stream that the caller knows, which he may capture, no count is pinned: runtime/cuda/cuda_results.cu.) */
    return tp_cuda_of(v->context)->known_stream ? TROPIC_OK : v->context->backend->wait(v->context);
}
