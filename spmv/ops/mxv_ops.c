/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops of tropic_mxv: one for each row of TROPIC_SEMIRING_TABLE (include/tropic_algebra.h) and each of its types.
 * The build generates kernels for the CPU (cmake/TropicInstances.cmake), of all or of those that are hot, and some for
 * a GPU; the GPU's others are compiled on first use (spmv/jit).
 */
#include "spmv/ops/mxv_ops.h"
#include "semiring/composed.h"
#include "semiring/operators.h"
#include "spmv/ops/mxv_ahead.h"
#include "spmv/ops/mxv_hot.h"

#ifdef TP_ALL_INSTANCES
#define INSTANCES TROPIC_SEMIRING_TABLE
#else
#define INSTANCES TP_MXV_HOT
#endif

#define DECLARE(type, name) extern const struct tp_kernels tp_cpu_##name##_##type;
#define DECLARE_ROW(NAME, name, add, mul, types) TP_TYPES_##types(DECLARE, mxv_##name)

INSTANCES(DECLARE_ROW)

#define OP_OF(type, name) [TP_TYPE_##type] = {.cpu = &tp_cpu_##name##_##type},
#define ROW(NAME, name, add, mul, types) [TP_SEMIRING_AT(TROPIC_##NAME)] = {TP_TYPES_##types(OP_OF, mxv_##name)},

#ifdef TP_CUDA
#define DECLARE_AHEAD(NAME, name, add, mul, type) extern const struct tp_cuda_kernels tp_cuda_mxv_##name##_##type;
#define AHEAD(NAME, name, add, mul, type)                                                                              \
    [TP_SEMIRING_AT(TROPIC_##NAME)][TP_TYPE_##type].cuda = &tp_cuda_mxv_##name##_##type,
TP_MXV_AHEAD(DECLARE_AHEAD)
#else
#define AHEAD(NAME, name, add, mul, type)
#endif

static const tp_op ops[TP_SEMIRINGS][TROPIC_TYPES] = {INSTANCES(ROW) TP_MXV_AHEAD(AHEAD)};

#ifdef TP_CUDA
#define DECLARE_NUMBERED(type, add) extern const struct tp_cuda_kernels tp_cuda_mxv_numbered_##add##_##type;
TP_TYPES_BOOL(DECLARE_NUMBERED, lor)
TP_TYPES_ALL(DECLARE_NUMBERED, any)
TP_TYPES_NUMERIC(DECLARE_NUMBERED, plus)
TP_TYPES_NUMERIC(DECLARE_NUMBERED, min)
TP_TYPES_NUMERIC(DECLARE_NUMBERED, max)
#endif

const struct tp_cuda_kernels *tp_mxv_numbered(tropic_builtin_operator add, tropic_type type)
{
#ifdef TP_CUDA
#define NUMBERED(type, add) [TP_TYPE_##type] = &tp_cuda_mxv_numbered_##add##_##type,
    static const struct tp_cuda_kernels *const lor[TROPIC_TYPES] = {TP_TYPES_BOOL(NUMBERED, lor)};
    static const struct tp_cuda_kernels *const any[TROPIC_TYPES] = {TP_TYPES_ALL(NUMBERED, any)};
    static const struct tp_cuda_kernels *const plus[TROPIC_TYPES] = {TP_TYPES_NUMERIC(NUMBERED, plus)};
    static const struct tp_cuda_kernels *const min[TROPIC_TYPES] = {TP_TYPES_NUMERIC(NUMBERED, min)};
    static const struct tp_cuda_kernels *const max[TROPIC_TYPES] = {TP_TYPES_NUMERIC(NUMBERED, max)};
    if ((size_t)type >= TROPIC_TYPES) return NULL;
    switch (add) {
    case TROPIC_LOR: return lor[type];
    case TROPIC_ANY: return any[type];
    case TROPIC_PLUS: return plus[type];
    case TROPIC_MIN: return min[type];
    case TROPIC_MAX: return max[type];
    default: return NULL;
    }
#else
    (void)add, (void)type;
    return NULL;
#endif
}

const tp_op *tp_mxv_op(tropic_builtin semiring, tropic_type type)
{
    return &ops[TP_SEMIRING_AT(semiring)][type];
}

tropic_status tp_mxv_cpu_semiring(tropic_context *context, const tropic_semiring **semiring)
{
    const tropic_semiring *s = *semiring;
    if (s->user || tp_mxv_op(s->builtin, s->type)->cpu) return TROPIC_OK;
    *semiring = tp_semiring_composed(s);
    return *semiring ? TROPIC_OK : tp_out_of_memory(context, "a semiring");
}

/* Kernels of semirings of two operators, X(monoid, multiply, kernels, types), which is why they take a third to a tenth
 * of the time that others do: shortest paths over integers that wrap. */
#define COMPOSED(X) X(MIN, PLUS, mxv_min_wrap, LONG)
#define DECLARE_COMPOSED(MONOID, MULTIPLY, name, types) TP_TYPES_##types(DECLARE, name)
COMPOSED(DECLARE_COMPOSED)

const tp_op *tp_mxv_op_composed(const tropic_semiring *semiring)
{
#define COMPOSED_ROW(MONOID, MULTIPLY, name, types)                                                                    \
    {TROPIC_##MONOID, TROPIC_##MULTIPLY, {TP_TYPES_##types(OP_OF, name)}},
    static const struct {
        tropic_builtin_operator monoid, multiply;
        tp_op ops[TROPIC_TYPES];
    } rows[] = {COMPOSED(COMPOSED_ROW)};
    const tropic_operator *multiply = semiring->composed ? &semiring->composed->multiply : NULL;
    if (!multiply || multiply->user || semiring->sum.user || (size_t)semiring->type >= TROPIC_TYPES) return NULL;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (rows[k].monoid == semiring->sum.builtin && rows[k].multiply == multiply->builtin &&
            multiply->x == semiring->type && rows[k].ops[semiring->type].cpu)
            return &rows[k].ops[semiring->type];
    return NULL;
}
