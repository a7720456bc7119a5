/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a short question is put to a device: a stream, and TP_CUDA_PINNED bytes of pinned memory for the answer. With a
 * context of the device these are its own. Without one they are the device's, for one thread at a time.
 */
#ifndef TP_CUDA_DESK_H
#define TP_CUDA_DESK_H

#include "runtime/cuda/cuda_launch.cuh"
#include "runtime/cuda/cuda_pool.h"

typedef struct tp_cuda_desk {
    cudaStream_t stream;
    char *pinned;
    bool shared; /* without a context */
} tp_cuda_desk;

/* The device of that number (tropic_context.device_index) is current. The context may be NULL, or another device's, or
 * the CPU's. Status: NOT_SUPPORTED while the context's stream is captured; OUT_OF_MEMORY; DEVICE_ERROR. */
tropic_status tp_cuda_desk_open(tropic_context *context, int device, tp_cuda_desk *desk);
void tp_cuda_desk_close(const tp_cuda_desk *desk);
/* One block of the kernel, after all that the stream was given before; waits. */
tropic_status tp_cuda_desk_run(tropic_context *context, const tp_cuda_desk *desk, const char *doing, int threads,
                               const void *kernel, void **arguments);

/* Gives the device's own back, as tp_cuda_release_staging does. */
void tp_cuda_release_desk(int device, bool lost);

#endif
