/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops of tropic_mxv: one for each row of TROPIC_SEMIRING_TABLE (include/tropic_algebra.h) and each of its types.
 * The build generates their CPU kernels (cmake/TropicInstances.cmake); a GPU's are compiled on first use (spmv/jit).
 */
#include "spmv/ops/mxv_ops.h"
#include "semiring/operators.h"
#include "semiring/semiring.h"

#define DECLARE(type, name) extern const struct tp_kernels tp_cpu_##name##_##type;
#define DECLARE_ROW(NAME, name, add, mul, types) TP_TYPES_##types(DECLARE, mxv_##name)

TROPIC_SEMIRING_TABLE(DECLARE_ROW)

#define OP_OF(type, name) [TP_TYPE_##type] = {.cpu = &tp_cpu_##name##_##type},
#define ROW(NAME, name, add, mul, types) [TP_SEMIRING_AT(TROPIC_##NAME)] = {TP_TYPES_##types(OP_OF, mxv_##name)},

static const tp_op ops[TP_SEMIRINGS][TROPIC_TYPES] = {TROPIC_SEMIRING_TABLE(ROW)};

const tp_op *tp_mxv_op(tropic_builtin semiring, tropic_type type)
{
    const tp_op *op;
    if (TP_SEMIRING_AT(semiring) >= TP_SEMIRINGS || (size_t)type >= TROPIC_TYPES) return NULL;
    op = &ops[TP_SEMIRING_AT(semiring)][type];
    return op->cpu ? op : NULL;
}
