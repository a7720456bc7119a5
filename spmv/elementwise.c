/* SPDX-License-Identifier: Apache-2.0
 *
 * The elementwise passes around a product, on the CPU.
 */
#include "spmv/assign.h"
#include "spmv/cpu.h"

#include <string.h>

#define PRAGMA(text) _Pragma(#text)
#define FOR_EACH(context, n)                                                                       \
    PRAGMA(omp parallel for num_threads(tp_threads(context, n)) schedule(static))                  \
    for (int64_t i = 0; i < (n); i++)

/* One case per size of a type's values, where T is an unsigned type of that size; OTHER for the rest. */
#define SWITCH_SIZE(type, CASE, OTHER)                                                             \
    switch (tropic_type_size(type)) {                                                              \
    case sizeof(uint8_t): CASE(uint8_t); break;                                                    \
    case sizeof(uint32_t): CASE(uint32_t); break;                                                  \
    case sizeof(uint64_t): CASE(uint64_t); break;                                                  \
    default: OTHER; break;                                                                         \
    }

tropic_status tp_cpu_fill(tropic_context *context, void *to, tropic_type type, const void *value,
                          int64_t n)
{
    const size_t size = tropic_type_size(type);
#define FILL(T)                                                                                    \
    {                                                                                              \
        T v;                                                                                       \
        memcpy(&v, value, sizeof v);                                                               \
        FOR_EACH(context, n)((T *)to)[i] = v;                                                      \
    }
#define FILL_BYTES FOR_EACH(context, n) memcpy((char *)to + (size_t)i * size, value, size)
    SWITCH_SIZE(type, FILL, FILL_BYTES)
    return TROPIC_OK;
}

tropic_status tp_cpu_restrict(tropic_context *context, uint8_t *has, const tp_mask *mask, int64_t n)
{
    const tp_mask m = *mask;
    FOR_EACH(context, n) has[i] = has[i] && tp_mask_allows(&m, i);
    return TROPIC_OK;
}

tropic_status tp_cpu_any(tropic_context *context, const tp_mask *mask, int64_t n, bool *found)
{
    (void)context;
    *found = false;
    for (int64_t i = 0; i < n && !*found; i++) *found = tp_mask_allows(mask, i);
    return TROPIC_OK;
}

tropic_status tp_cpu_count(tropic_context *context, const uint8_t *has, int64_t n, int64_t *count)
{
    const int threads = tp_threads(context, n);
    int64_t entries = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : entries)
    for (int64_t i = 0; i < n; i++) entries += has[i] != 0;
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
    const size_t size = tropic_type_size(type);
#define SCATTER(T) FOR_EACH(context, count)((T *)dense)[ids[i]] = ((const T *)values)[i]
#define SCATTER_BYTES                                                                              \
    FOR_EACH(context, count)                                                                       \
    memcpy((char *)dense + (size_t)ids[i] * size, (const char *)values + (size_t)i * size, size)
    SWITCH_SIZE(type, SCATTER, SCATTER_BYTES)
    FOR_EACH(context, count) has[ids[i]] = 1;
    return TROPIC_OK;
}

tropic_status tp_cpu_gather(tropic_context *context, void *values, tropic_type type,
                            const tropic_index *ids, const void *dense, int64_t count)
{
    const size_t size = tropic_type_size(type);
#define GATHER(T) FOR_EACH(context, count)((T *)values)[i] = ((const T *)dense)[ids[i]]
#define GATHER_BYTES                                                                               \
    FOR_EACH(context, count)                                                                       \
    memcpy((char *)values + (size_t)i * size, (const char *)dense + (size_t)ids[i] * size, size)
    SWITCH_SIZE(type, GATHER, GATHER_BYTES)
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
