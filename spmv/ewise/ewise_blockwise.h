/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations on the CPU whose operators are functions over a list of values.
 */
#ifndef TP_EWISE_BLOCKWISE_H
#define TP_EWISE_BLOCKWISE_H

#include "spmv/cpu_backend.h"

struct tropic_host_operator;

/* e, with these functions for its op and its accum; NULL: there is none, or it is built in. They are called on
 * entries alone. */
tropic_status tp_cpu_elementwise_blockwise(tropic_context *context, const tp_elementwise *e,
                                           const struct tropic_host_operator *op,
                                           const struct tropic_host_operator *accum);

#endif
