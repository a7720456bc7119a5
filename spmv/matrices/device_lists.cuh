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

#endif
