/* SPDX-License-Identifier: Apache-2.0
 *
 * Accumulators: z = accum(w, t), the same text for CPU and GPU. Integer plus and times wrap; for BOOL
 * plus and max are or, times and min are and.
 *
 *     T tp_accum_<type>(tropic_accum accum, T w, T t)
 */
#ifndef TP_ACCUM_H
#define TP_ACCUM_H

#include "spmv/op.h"
#include "runtime/step.h"

TP_FN bool tp_accum_bool8(tropic_accum accum, bool w, bool t)
{
    switch (accum) {
    case TROPIC_ACCUM_PLUS:
    case TROPIC_ACCUM_MAX: return w || t;
    case TROPIC_ACCUM_TIMES:
    case TROPIC_ACCUM_MIN: return w && t;
    case TROPIC_ACCUM_FIRST: return w;
    default: return t;
    }
}

#define TP_ACCUM(type)                                                                             \
    TP_FN TP_C(type) tp_accum_##type(tropic_accum accum, TP_C(type) w, TP_C(type) t)               \
    {                                                                                              \
        switch (accum) {                                                                           \
        case TROPIC_ACCUM_PLUS: return tp_add_plus_##type(w, t);                                   \
        case TROPIC_ACCUM_TIMES: return tp_mul_times_##type(w, t, 0, 0);                           \
        case TROPIC_ACCUM_MIN: return tp_add_min_##type(w, t);                                     \
        case TROPIC_ACCUM_MAX: return tp_add_max_##type(w, t);                                     \
        case TROPIC_ACCUM_FIRST: return w;                                                         \
        default: return t;                                                                         \
        }                                                                                          \
    }
TP_ACCUM(int32)
TP_ACCUM(int64)
TP_ACCUM(fp32)
TP_ACCUM(fp64)

/* Place i of w<allow> (accum)= t, see tropic_mxv. Evaluates to whether w has an entry afterwards. */
#define TP_ASSIGN(type)                                                                            \
    TP_FN bool tp_assign_##type(const tp_assign *a, int64_t i)                                     \
    {                                                                                              \
        TP_C(type) *w = (TP_C(type) *)a->w;                                                        \
        const TP_C(type) *t = (const TP_C(type) *)a->t;                                            \
        bool has = a->w_has[i] != 0;                                                               \
        if (a->allow && !a->allow[i]) {                                                            \
            if (a->replace) has = false;                                                           \
        } else if (a->t_has[i]) {                                                                  \
            w[i] = has && a->accum != TROPIC_ACCUM_NONE ? tp_accum_##type(a->accum, w[i], t[i])    \
                                                        : t[i];                                    \
            has = true;                                                                            \
        } else if (a->accum == TROPIC_ACCUM_NONE) {                                                \
            has = false;                                                                           \
        }                                                                                          \
        a->w_has[i] = has;                                                                         \
        return has;                                                                                \
    }
TP_ASSIGN(bool8)
TP_ASSIGN(int32)
TP_ASSIGN(int64)
TP_ASSIGN(fp32)
TP_ASSIGN(fp64)

/* Does the mask let place i through? */
TP_FN bool tp_mask_allows(const tp_mask *mask, int64_t i)
{
    bool allows = !mask->has || mask->has[i];
    if (allows && !mask->structure) switch (mask->type) {
        case TROPIC_BOOL: allows = ((const bool *)mask->values)[i]; break;
        case TROPIC_INT32: allows = ((const int32_t *)mask->values)[i] != 0; break;
        case TROPIC_INT64: allows = ((const int64_t *)mask->values)[i] != 0; break;
        case TROPIC_FP32: allows = ((const float *)mask->values)[i] != 0; break;
        case TROPIC_FP64: allows = ((const double *)mask->values)[i] != 0; break;
        }
    return allows != mask->complement;
}

#endif
