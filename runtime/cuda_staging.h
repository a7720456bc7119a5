/* SPDX-License-Identifier: Apache-2.0
 *
 * Large arrays of the host on their way to a device, for the CUDA sources of the library.
 */
#ifndef TP_CUDA_STAGING_H
#define TP_CUDA_STAGING_H

#include "runtime/cuda.h"

/* As tp_cuda_upload; but the context's threads copy what is large to pinned memory, from where the device fetches it at
 * several times the speed. `from` may change when it returns. */
tropic_status tp_cuda_upload_large(tropic_context *context, void *to, const void *from, size_t bytes);
/* The same of ids, of which a quarter of the bytes goes there if they are many, and ascend in steps of up to 255. */
tropic_status tp_cuda_upload_ids(tropic_context *context, tropic_index *to, const tropic_index *ids, int64_t count);
/* Gives the pinned memory back: of the device's number (below TP_MAX_DEVICES), which is current, or `lost` with all it
 * had. (A context that is opened meanwhile makes it again.) */
void tp_cuda_release_staging(int device, bool lost);

#endif
