/* SPDX-License-Identifier: Apache-2.0
 *
 * C<mask> (accum)= T for matrices, in device memory.
 */
#ifndef TP_MATRIX_OUTPUT_CUH
#define TP_MATRIX_OUTPUT_CUH

#include "spmv/write/device_lists.cuh"
#include "spmv/write/matrix_output.h"
#include "spmv/write/merge.cuh"

/* The mask's rows, and which of their entries let a place through, but for a complement. */
tropic_status tp_cuda_matrix_open_mask(const tp_matrix_output *o, tp_arcs *places, tp_mask *allows);
/* Has m look at the output's mask. */
tropic_status tp_cuda_matrix_mask(const tp_matrix_output *o, tp_device_merge *m);
/* As tp_matrix_write. `size`: bytes of a value of T; 0: a pattern. */
tropic_status tp_cuda_matrix_write(tp_matrix_output *o, tp_device_lists *t, size_t size);

#endif
