/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops of tropic_mxv: one for each row of TROPIC_SEMIRING_TABLE (include/tropic_algebra.h) and each of its types.
 * The build generates their CPU kernels (cmake/TropicInstances.cmake); a GPU's are compiled on first use (spmv/jit).
 */
#include "spmv/ops/mxv_ops.h"

#define DECLARE(name) extern const struct tp_kernels tp_cpu_##name
#define OP_OF(name)                                                                                                    \
    {                                                                                                                  \
        .cpu = &tp_cpu_##name                                                                                          \
    }

#define DECLARE_BOOL(name) DECLARE(name##_bool8);
#define DECLARE_INTEGER(name)                                                                                          \
    DECLARE(name##_int32);                                                                                             \
    DECLARE(name##_int64);                                                                                             \
    DECLARE(name##_uint32);                                                                                            \
    DECLARE(name##_uint64);
#define DECLARE_NUMERIC(name)                                                                                          \
    DECLARE_INTEGER(name)                                                                                              \
    DECLARE(name##_fp32);                                                                                              \
    DECLARE(name##_fp64);
#define DECLARE_ALL(name) DECLARE_BOOL(name) DECLARE_NUMERIC(name)
#define DECLARE_ROW(NAME, name, add, mul, types) DECLARE_##types(mxv_##name)

TROPIC_SEMIRING_TABLE(DECLARE_ROW)

#define TYPES_BOOL(name) [TROPIC_BOOL] = OP_OF(name##_bool8)
#define TYPES_INTEGER(name)                                                                                            \
    [TROPIC_INT32] = OP_OF(name##_int32), [TROPIC_INT64] = OP_OF(name##_int64),                                        \
    [TROPIC_UINT32] = OP_OF(name##_uint32), [TROPIC_UINT64] = OP_OF(name##_uint64)
#define TYPES_NUMERIC(name) TYPES_INTEGER(name), [TROPIC_FP32] = OP_OF(name##_fp32), [TROPIC_FP64] = OP_OF(name##_fp64)
#define TYPES_ALL(name) TYPES_BOOL(name), TYPES_NUMERIC(name)
#define ROW(NAME, name, add, mul, types) [TROPIC_##NAME] = {TYPES_##types(mxv_##name)},

static const tp_op ops[TROPIC_BUILTINS][TROPIC_TYPES] = {TROPIC_SEMIRING_TABLE(ROW)};

const tp_op *tp_mxv_op(tropic_builtin semiring, tropic_type type)
{
    const tp_op *op;
    if ((size_t)semiring >= TROPIC_BUILTINS || (size_t)type >= TROPIC_TYPES) return NULL;
    op = &ops[semiring][type];
    return op->cpu ? op : NULL;
}
