/* SPDX-License-Identifier: Apache-2.0
 *
 * Where memory of a device comes from, for the CUDA sources of the runtime.
 */
#ifndef TP_CUDA_POOL_H
#define TP_CUDA_POOL_H

#include "runtime/cuda/cuda.h"

/* The caller's function, if `memory` has one; else the pool, in the order of the stream; or (NULL) CUDA. */
typedef struct tp_cuda_source {
    const tp_memory *memory;
    cudaMemPool_t pool;
    cudaStream_t stream;
} tp_cuda_source;

/* Before it fails, it asks again after pools have given back the memory that they keep, and then after forms that can
 * be made again were given up (runtime/evict.h). */
cudaError_t tp_cuda_take(const tropic_context *context, const tp_cuda_source *from, void **made, size_t bytes);

/* Where matrices of the context's device get their arrays: pool and stream are NULL if not from a pool. */
tropic_status tp_cuda_source_of_matrices(tropic_context *context, const tp_memory *memory, tp_cuda_source *from);

/* The caller knows the context's stream from now on, and may capture it: not while another thread marks it. */
void tp_cuda_know_stream(const tropic_context *context);
/* Gives back memory that pools keep for later calls, those of other contexts too: it is worth less than the memory
 * asked for now. Waits. False: nothing may wait, for a stream is captured. */
bool tp_cuda_trim_all(const tropic_context *context);
/* DEVICE_ERROR, or OUT_OF_DEVICE_MEMORY, whose text names `what` and the bytes; cleared, so that the next call does not
 * see it. */
tropic_status tp_cuda_no_memory(tropic_context *context, cudaError_t error, size_t bytes, const char *what);
/* CUDA's number of the device under which matrices keep arrays by that index; -1: it was reset since. */
int tp_cuda_ordinal_of(int device);
/* Has the device of that number open contexts, and is no stream of theirs captured? */
bool tp_cuda_is_at_work(int device);
/* Waits for all that the device of that number (tropic_context.device_index), which is current, was given; for nothing
 * while a stream is captured there. */
cudaError_t tp_cuda_await_device(int device);

#endif
