/* SPDX-License-Identifier: Apache-2.0
 *
 * Is there enough memory on a device for all that is to come?
 */
#ifndef TP_CUDA_NEED_H
#define TP_CUDA_NEED_H

#include "runtime/backend.h"

TP_BEGIN_C

/* Before work begins: OUT_OF_DEVICE_MEMORY, with `what` and n, if so many bytes are not available, though pools have
 * given back what they keep, and matrices what can be made again. Few bytes, and those of a caller's own functions, are
 * not asked for: as tp_need_memory does on the host. */
tropic_status tp_cuda_need_memory(tropic_context *context, size_t bytes, const char *what, tropic_index n);

TP_END_C

#endif
