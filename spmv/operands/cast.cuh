/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of matrices as those of another type, in device memory.
 */
#ifndef TP_MATRIX_CAST_CUH
#define TP_MATRIX_CAST_CUH

#include "spmv/device/working.cuh"
#include "spmv/write/matrix_output.cuh"

/* *values, of type `from`, become a copy of type `to`, in working memory. They stay as they are where there are none,
 * or the types are one. */
tropic_status tp_cuda_cast_values(tropic_context *context, tp_working *w, tropic_type to, tropic_type from,
                                  int64_t count, const void **values);
/* T's values, of o->made, become those of the output's type. Where the accumulator casts, T becomes the new content of
 * C at T's places: the sum where both have an entry; and the accumulator takes the new. *size: bytes of a value of T;
 * 0: a pattern. */
tropic_status tp_cuda_cast_output(tp_matrix_output *o, tp_device_lists *t, size_t *size);

#endif
