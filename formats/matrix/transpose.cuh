/* SPDX-License-Identifier: Apache-2.0
 *
 * The other orientation of a matrix on a GPU: by digits where it goes, else by a sort.
 */
#ifndef TP_TRANSPOSE_CUH
#define TP_TRANSPOSE_CUH

#include "formats/matrix/device.cuh"

/* The arrays that are filled: values have `size` bytes; 0: there are none. */
typedef struct tp_transposed {
    tropic_index lists;
    size_t size;
    tropic_offset *offsets;
    tropic_index *ids;
    void *values;
} tp_transposed;

/* *done: the arrays are filled; if not, ids or values are too wide, there are no
 * entries, or a block has too little shared memory. */
tropic_status tp_cuda_transpose_digits(tropic_context *context, const tp_arcs *from, const tp_transposed *to,
                                       bool *done);

#endif
