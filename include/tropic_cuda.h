/* SPDX-License-Identifier: Apache-2.0
 *
 * The calls of Tropic that name CUDA types. Everything else, including runs on a GPU, needs only tropic.h.
 *
 * cudaDeviceReset ends everything on the GPU. Contexts that were open there can only be freed, as can their vectors:
 * every other call ends in DEVICE_ERROR. A context that is made afterwards works, also with matrices of before, except
 * for those that the GPU alone had (results of operations on it). A caller's own device_release is called for memory of
 * before, too, when that is freed: it must know what the reset has freed already.
 */
#ifndef TROPIC_CUDA_H
#define TROPIC_CUDA_H

#include <cuda_runtime_api.h>
#include <tropic.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the stream that the context works on; NULL for a CPU context. The first call waits for operations that have
 * returned before their results were written. Work that the caller puts into the stream comes after that of earlier
 * calls. Products may be captured in a graph (cudaStreamBeginCapture) that is launched any number of times. The same
 * call must have been made once before on this context: else it may return NOT_SUPPORTED. So do calls that wait for the
 * device: those whose result is a matrix, a value, or a vector whose number of entries the host does not know. A call
 * that is refused leaves the capture as it was. Matrices may be freed meanwhile, by any thread: their memory on this
 * device is given back after the capture; but a caller's own (device_release) at once, so that the caller sees to it
 * that earlier work has ended. Vectors may not. */
TROPIC_API cudaStream_t tropic_cuda_stream(const tropic_context *context);

/* Returns the values of a full vector in device memory, for the caller's kernels to read and write in place. These must
 * run on tropic_cuda_stream(), or be synchronised with it. Waits until they are written, unless the context was
 * given its stream or has told it.
 *   values  out  n values of v's type, valid until v is passed to another call
 * Status: usual, and NO_DEVICE (a CPU context), INVALID_ARGUMENT (v is not full). */
TROPIC_API tropic_status tropic_cuda_vector_values(tropic_vector *v, void **values);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_CUDA_H */
