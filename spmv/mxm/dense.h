/* SPDX-License-Identifier: Apache-2.0
 *
 * Which products of matrices make all of T, because operands are dense.
 */
#ifndef TP_MXM_DENSE_H
#define TP_MXM_DENSE_H

#include "spmv/matrix_calls.h"

TP_BEGIN_C

/* Is B full, of several columns, and may T be? Then B's values are a block of columns, whose kernels number places by
 * 32 bits. */
bool tp_product_has_block(const tp_product_operands *in, const tp_matrix_output *o);
/* Does it pay that a GPU makes T as the product of A with that block? */
bool tp_product_by_block(const tp_product_operands *in, const tp_matrix_output *o);
/* Does it pay that a GPU makes T in tiles, of dense forms of both operands, whose values have at most so many bytes? */
bool tp_product_by_gemm(const tp_product_operands *in, const tp_matrix_output *o, size_t size_max);

TP_END_C

#endif
