/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices on a GPU whose terms are kept for the next one: symbolic_device.h.
 */
#ifndef TP_SYMBOLIC_CUH
#define TP_SYMBOLIC_CUH

#include "spmv/mxm/cuda/symbolic_device.h"
#include "spmv/write/device_lists.cuh"

/* *made = the terms of the entries of t that rows of a and b make; made->before NULL where these do not fit in memory,
 * a slice has too many runs, or an operand has 2^31 - 1 entries or more. Its operands are the caller's to name. */
tropic_status tp_cuda_symbolic(tropic_context *context, const tp_arcs *a, const tp_arcs *b, const tp_device_lists *t,
                               tp_symbolic **made);
/* values[...] = the sums of so many entries. */
tropic_status tp_cuda_numeric(tropic_context *context, const tropic_semiring *semiring, const tp_symbolic *symbolic,
                              const tp_arcs *a, const tp_arcs *b, tropic_offset count, void *values);

#endif
