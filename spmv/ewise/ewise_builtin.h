/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations with the built-in operators, position by position, for CPU and GPU. Includes no header of the
 * CUDA toolkit.
 */
#ifndef TP_EWISE_BUILTIN_H
#define TP_EWISE_BUILTIN_H

#include "spmv/ewise/ewise_rule.h"

/* The built-in operators: from T to T, with select, as tp_elementwise_<type>; comparisons, from T to BOOL, as
 * tp_elementwise_to_bool_<type>. */
#define TP_ELEMENTWISE_SAME(type, TEST)                                                                                \
    TP_ELEMENTWISE(type, TP_C(type), TP_C(type), TP_C(type), tp_operate_##type, TEST, tp_put_##type)
#define TP_ELEMENTWISE_NUMERIC(type)                                                                                   \
    TP_ELEMENTWISE_SAME(type, tp_compare_##type)                                                                       \
    TP_ELEMENTWISE(to_bool_##type, TP_C(type), TP_C(type), bool, tp_compare_##type, tp_compare_##type, tp_put_bool8)
TP_ELEMENTWISE_SAME(bool8, tp_operate_bool8)
TP_EACH_NUMERIC(TP_ELEMENTWISE_NUMERIC)

#endif
