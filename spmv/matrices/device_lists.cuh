/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a matrix in device memory, while it is made.
 */
#ifndef TP_DEVICE_LISTS_CUH
#define TP_DEVICE_LISTS_CUH

#include "formats/matrix/device.cuh"

/* As tp_lists: row l is ids[offsets[l]] up to ids[offsets[l + 1] - 1]. */
typedef struct tp_device_lists {
    tropic_offset count = 0;
    tp_device_array<tropic_offset> offsets;
    tp_device_array<tropic_index> ids;
    tp_device_array<char> values; /* none: a pattern */
} tp_device_lists;

/* *t = the entries of a with keep[k], whose values are of `type`, or none: `pattern`. */
tropic_status tp_cuda_keep_entries(tropic_context *context, const tp_arcs *a, const uint8_t *keep, tropic_type type,
                                   bool pattern, tp_device_lists *t);

#endif
