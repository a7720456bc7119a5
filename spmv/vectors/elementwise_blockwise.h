/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the CPU whose operators are functions over a list of values.
 */
#ifndef TP_ELEMENTWISE_BLOCKWISE_H
#define TP_ELEMENTWISE_BLOCKWISE_H

#include "spmv/cpu_backend.h"

/* z[k] = f(x[k], y[k]) at row i[k] and column j[k] (NULL: 0), for k < count; all in packed arrays of the operator's
 * types. */
typedef void tp_map(void *z, const void *x, const void *y, const tropic_index *i, const tropic_index *j, int64_t count);

/* e, with these functions for its op and its accum; NULL: there is none, or it is built in. They are called on
 * entries alone. */
tropic_status tp_cpu_elementwise_blockwise(tropic_context *context, const tp_elementwise *e, tp_map *op, tp_map *accum);

#endif
