/* SPDX-License-Identifier: Apache-2.0
 *
 * Masks and accumulators: the same text for CPU and GPU.
 */
#ifndef TP_MASK_ACCUM_H
#define TP_MASK_ACCUM_H

#include "semiring/coded.h"
#include "spmv/step.h"

/* Does the mask let all places through? */
TP_FN bool tp_mask_is_open(const tp_mask *mask)
{
    return mask->structure && !mask->has && !mask->complement;
}

/* Does the mask let place i through? */
TP_FN bool tp_mask_allows(const tp_mask *mask, int64_t i)
{
    bool allows = !mask->has || mask->has[i];
    if (allows && !mask->structure) switch (mask->type) {
        case TROPIC_BOOL: allows = ((const bool *)mask->values)[i]; break;
        case TROPIC_INT8:
        case TROPIC_UINT8: allows = ((const int8_t *)mask->values)[i] != 0; break;
        case TROPIC_INT16:
        case TROPIC_UINT16: allows = ((const int16_t *)mask->values)[i] != 0; break;
        case TROPIC_INT32:
        case TROPIC_UINT32: allows = ((const int32_t *)mask->values)[i] != 0; break;
        case TROPIC_INT64:
        case TROPIC_UINT64: allows = ((const int64_t *)mask->values)[i] != 0; break;
        case TROPIC_FP32: allows = ((const float *)mask->values)[i] != 0; break;
        case TROPIC_FP64: allows = ((const double *)mask->values)[i] != 0; break;
        }
    return allows != mask->complement;
}

/* Place i, which the mask lets through: w(i) (accum)= t, or (where there is no t) loses its entry. w has it at k, which
 * is i unless w is a list. */
#define TP_PUT(type)                                                                                                   \
    TP_FN void tp_put_##type(TP_C(type) * w, uint8_t * w_has, int accum, int64_t k, int64_t i, TP_C(type) t, bool hit) \
    {                                                                                                                  \
        if (accum == TP_ACCUM_NONE) {                                                                                  \
            if (hit) w[k] = t;                                                                                         \
            if (w_has) w_has[k] = hit;                                                                                 \
        } else if (hit) {                                                                                              \
            const bool had = !w_has || w_has[k];                                                                       \
            w[k] = had ? tp_operate_##type((tropic_builtin_operator)accum, w[k], t, (tropic_index)i) : t;              \
            if (!had) w_has[k] = 1;                                                                                    \
        }                                                                                                              \
    }
TP_EACH_TYPE(TP_PUT)

#endif
