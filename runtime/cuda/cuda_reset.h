/* SPDX-License-Identifier: Apache-2.0
 *
 * Devices that the caller resets (cudaDeviceReset) while the library has something there. All of it is gone then, and
 * its handles must not be given to CUDA any more. A reset begins a new epoch of the device. Handles and memory of an
 * old one are forgotten when they are freed, and calls that need them end in DEVICE_ERROR.
 *
 * Matrices keep arrays by tropic_context.device_index. A context of a new epoch gets another index, while arrays of an
 * old one are left under the device's own: to matrices it is another device.
 */
#ifndef TP_CUDA_RESET_H
#define TP_CUDA_RESET_H

#include "runtime/cuda/cuda.h"

/* The number of the device's epoch, never the same twice. 0: it cannot be told (an old driver, a context that the
 * caller made by the driver's API), and nothing is ever lost. The device is current, and was used. */
uint64_t tp_cuda_epoch(int ordinal);
/* Is that epoch over? */
bool tp_cuda_is_over(int ordinal, uint64_t epoch);
/* Is the context's memory gone? Looks, and remembers. The second looks outside of calls alone, where objects are freed:
 * within one it was looked before. */
bool tp_cuda_is_lost(tp_cuda *cuda);
bool tp_cuda_is_gone(const tropic_context *context);

#endif
