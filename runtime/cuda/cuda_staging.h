/* SPDX-License-Identifier: Apache-2.0
 *
 * Large arrays of the host on their way to a device and back, for the CUDA sources of the library.
 */
#ifndef TP_CUDA_STAGING_H
#define TP_CUDA_STAGING_H

#include "runtime/cuda/cuda.h"

/* Copies of tp_cuda_upload and tp_cuda_download, of large arrays in memory that CUDA does not know: the context's
 * threads copy them to or from pinned memory, which the device reaches at several times the speed. *done false: the
 * array is to be copied as others are. `from` may change when the first returns; the second waits. It may have a
 * context of another device, or of the CPU: `device` is the number of the current one. */
tropic_status tp_cuda_stage_upload(tropic_context *context, void *to, const void *from, size_t bytes, bool *done);
tropic_status tp_cuda_stage_download(tropic_context *context, int device, cudaStream_t stream, void *to,
                                     const void *from, size_t bytes, bool *done);
/* The first of ids: a quarter of the bytes goes there if they are many, and ascend in steps of up to 255. */
tropic_status tp_cuda_stage_ids(tropic_context *context, tropic_index *to, const tropic_index *ids, int64_t count,
                                bool *done);
/* As tp_cuda_upload, of ids (runtime/cuda/cuda_memory.cu). */
tropic_status tp_cuda_upload_ids(tropic_context *context, tropic_index *to, const tropic_index *ids, int64_t count);
/* Gives the pinned memory back: of the device's number (below TP_MAX_DEVICES), which is current, or `lost` with all it
 * had. (A context that is opened meanwhile makes it again.) */
void tp_cuda_release_staging(int device, bool lost);

#endif
