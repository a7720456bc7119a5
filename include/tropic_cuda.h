/* SPDX-License-Identifier: Apache-2.0
 *
 * The calls of Tropic that name CUDA types. Everything else, GPU runs included, needs tropic.h alone.
 */
#ifndef TROPIC_CUDA_H
#define TROPIC_CUDA_H

#include <cuda_runtime_api.h>
#include <tropic.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The stream that the context works on; NULL for a CPU context. */
TROPIC_API cudaStream_t tropic_cuda_stream(const tropic_context *context);

/* A full vector's values in device memory, for kernels of the caller's own to read and write in place.
 *   values  out  n values of v's type, valid until the next call that is given v
 * Work on tropic_cuda_stream(), or synchronise with it. Status: usual, and NO_DEVICE (a CPU context),
 * INVALID_ARGUMENT (v is not full). */
TROPIC_API tropic_status tropic_cuda_vector_values(tropic_vector *v, void **values);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_CUDA_H */
