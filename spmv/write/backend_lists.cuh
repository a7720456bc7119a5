/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows in device memory as tp_lists, which host code hands on.
 */
#ifndef TP_BACKEND_LISTS_CUH
#define TP_BACKEND_LISTS_CUH

#include "formats/matrix/lists.h"
#include "spmv/write/device_lists.cuh"

/* The arrays become T's; values have `size` bytes. */
void tp_cuda_hand_over(tp_device_lists *made, tropic_index lists, size_t size, tp_lists *T);
/* The arrays that a transpose made as `side` become `made`. */
void tp_cuda_adopt_side(tropic_context *context, tp_side *side, tropic_offset count, tp_device_lists *made);
/* T = a copy of lists in host memory. */
tropic_status tp_cuda_upload_lists(tropic_context *context, const tp_lists *from, tp_lists *T);
/* A copy of lists in device memory, with values of `size` bytes, if they have any. */
tropic_status tp_cuda_copy_lists(tropic_context *context, const tp_arcs *from, size_t size, tp_device_lists *made);

#endif
