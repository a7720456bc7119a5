/* SPDX-License-Identifier: Apache-2.0
 *
 * The elementwise passes around a product, on the CPU.
 */
#include "spmv/accum.h"
#include "spmv/cpu.h"

#include <string.h>

#define PRAGMA(text) _Pragma(#text)
#define FOR_EACH(context, n)                                                                       \
    PRAGMA(omp parallel for num_threads(tp_threads(context, n)) schedule(static))              \
    for (int64_t i = 0; i < (n); i++)

/* One case per type, where T is its C type. */
#define SWITCH_TYPE(type, CASE)                                                                    \
    switch (type) {                                                                                \
    case TROPIC_BOOL: CASE(bool8); break;                                                          \
    case TROPIC_INT32: CASE(int32); break;                                                         \
    case TROPIC_INT64: CASE(int64); break;                                                         \
    case TROPIC_FP32: CASE(fp32); break;                                                           \
    case TROPIC_FP64: CASE(fp64); break;                                                           \
    }

tropic_status tp_cpu_fill(tropic_context *context, void *to, tropic_type type, const void *value,
                          int64_t n)
{
#define FILL(type)                                                                                 \
    {                                                                                              \
        TP_C(type) v;                                                                              \
        memcpy(&v, value, sizeof v);                                                               \
        FOR_EACH(context, n)((TP_C(type) *)to)[i] = v;                                             \
    }
    SWITCH_TYPE(type, FILL)
    return TROPIC_OK;
}

tropic_status tp_cpu_mask(tropic_context *context, uint8_t *allow, const tp_mask *mask, int64_t n)
{
    FOR_EACH(context, n) allow[i] = tp_mask_allows(mask, i);
    return TROPIC_OK;
}

tropic_status tp_cpu_assign(tropic_context *context, const tp_assign *assign, int64_t n,
                            int64_t *count)
{
    const tp_assign a = *assign;
    const int threads = tp_threads(context, n);
    int64_t entries = 0;
#define ASSIGN(type)                                                                               \
    {                                                                                              \
        PRAGMA(omp parallel for num_threads(threads) schedule(static) reduction(+ : entries))      \
        for (int64_t i = 0; i < n; i++) entries += tp_assign_##type(&a, i);                        \
    }
    SWITCH_TYPE(a.type, ASSIGN)
    *count = entries;
    return TROPIC_OK;
}

tropic_status tp_cpu_compact(tropic_context *context, tropic_index *ids, const uint8_t *has,
                             int64_t n, int64_t *count)
{
    int64_t found = 0;
    (void)context;
    for (int64_t i = 0; i < n; i++)
        if (has[i]) ids[found++] = (tropic_index)i;
    *count = found;
    return TROPIC_OK;
}

tropic_status tp_cpu_scatter(tropic_context *context, void *dense, uint8_t *has, tropic_type type,
                             const tropic_index *ids, const void *values, int64_t count)
{
#define SCATTER(type)                                                                              \
    FOR_EACH(context, count)                                                                       \
    {                                                                                              \
        ((TP_C(type) *)dense)[ids[i]] = ((const TP_C(type) *)values)[i];                           \
        has[ids[i]] = 1;                                                                           \
    }
    SWITCH_TYPE(type, SCATTER)
    return TROPIC_OK;
}

tropic_status tp_cpu_gather(tropic_context *context, void *values, tropic_type type,
                            const tropic_index *ids, const void *dense, int64_t count)
{
#define GATHER(type)                                                                               \
    FOR_EACH(context, count)((TP_C(type) *)values)[i] = ((const TP_C(type) *)dense)[ids[i]];
    SWITCH_TYPE(type, GATHER)
    return TROPIC_OK;
}

tropic_status tp_cpu_scale(tropic_context *context, void *to, tropic_type type, const double *from,
                           double factor, int64_t n)
{
    if (type == TROPIC_FP32) {
        FOR_EACH(context, n)((float *)to)[i] = (float)(factor * from[i]);
    } else {
        FOR_EACH(context, n)((double *)to)[i] = factor * from[i];
    }
    return TROPIC_OK;
}

tropic_status tp_cpu_least_from(tropic_context *context, tp_value *least, tropic_type type,
                                const void *x, const tp_value *from, int64_t n)
{
    const int threads = tp_threads(context, n);
#define LEAST(type)                                                                                \
    {                                                                                              \
        const TP_C(type) *values = x, bound = from->type;                                          \
        TP_C(type) smallest = TP_MAX_##type;                                                       \
        PRAGMA(omp parallel for num_threads(threads) schedule(static) reduction(min : smallest))   \
        for (int64_t i = 0; i < n; i++)                                                            \
            if (values[i] >= bound && values[i] < smallest) smallest = values[i];                  \
        least->type = smallest;                                                                    \
    }
    if (type == TROPIC_FP32)
        LEAST(fp32)
    else if (type == TROPIC_FP64)
        LEAST(fp64)
    else
        LEAST(int64)
    return TROPIC_OK;
}

tropic_status tp_cpu_any_above(tropic_context *context, const double *x, double bound, int64_t n,
                               bool *found)
{
    const int threads = tp_threads(context, n);
    bool above = false;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(|| : above)
    for (int64_t i = 0; i < n; i++)
        if (!(x[i] <= bound)) above = true;
    *found = above;
    return TROPIC_OK;
}
