/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops of tropic_mxv over built-in semirings.
 */
#ifndef TP_MXV_OPS_H
#define TP_MXV_OPS_H

#include "runtime/runtime.h"
#include "runtime/step.h"

TP_BEGIN_C

/* NULL if the semiring lacks the type. */
const tp_op *tp_mxv_op(tropic_builtin semiring, tropic_type type);
/* On the CPU, of a semiring of two operators: the kernels that there are for these, NULL for most. */
const tp_op *tp_mxv_op_composed(const tropic_semiring *semiring);

TP_END_C
#endif
