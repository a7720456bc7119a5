/* SPDX-License-Identifier: Apache-2.0
 *
 * The backends that this build has, one of which a context is given.
 */
#include "spmv/cpu_backend.h"

#if TP_CUDA
extern const tp_backend tp_cuda_backend;
#define CUDA_BACKEND &tp_cuda_backend
#else
#define CUDA_BACKEND NULL
#endif

tropic_status tropic_context_create(tropic_context **context, const tropic_context_options *options)
{
    TP_ENTER(NULL);
    return tp_context_create(context, options, &tp_cpu_backend, CUDA_BACKEND);
}
