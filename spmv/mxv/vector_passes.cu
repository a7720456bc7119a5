/* SPDX-License-Identifier: Apache-2.0
 *
 * The elementwise passes around a product, on the GPU. Those with a result for the host are in
 * vector_counts.cu.
 */
#include "formats/matrix/list_at.h"
#include "semiring/cast.h"
#include "spmv/cuda_backend.h"
#include "spmv/ewise/ewise_builtin.h"

#include <string.h>

template <typename T> static __global__ void fill_kernel(T *to, T value, int64_t n)
{
    TP_FOR_EACH(i, n) to[i] = value;
}

static __global__ void restrict_kernel(uint8_t *has, const tp_mask mask, int64_t n)
{
    TP_FOR_EACH(i, n) has[i] = has[i] && tp_mask_allows(&mask, i);
}

/* Values of a struct type, byte by byte: neighbours meet in the same cache lines. */
static __device__ void copy_value(void *to, int64_t i, const void *from, int64_t k, int size)
{
    for (int b = 0; b < size; b++) ((char *)to)[i * size + b] = ((const char *)from)[k * size + b];
}
struct struct_value {
    char byte[TROPIC_TYPE_DEVICE_MAX];
};
static __global__ void fill_bytes(void *to, struct_value value, int size, int64_t n)
{
    TP_FOR_EACH(i, n) copy_value(to, i, value.byte, 0, size);
}
static __global__ void scatter_bytes(void *dense, uint8_t *has, const tropic_index *ids, const void *values, int size,
                                     int64_t n)
{
    TP_FOR_EACH(i, n)
    {
        copy_value(dense, ids[i], values, i, size);
        has[ids[i]] = 1;
    }
}
static __global__ void gather_bytes(void *values, const tropic_index *ids, const void *dense, int size, int64_t n)
{
    TP_FOR_EACH(i, n) copy_value(values, i, dense, ids[i], size);
}

template <typename T>
static __global__ void scatter_kernel(T *dense, uint8_t *has, const tropic_index *ids, const T *values, int64_t n)
{
    TP_FOR_EACH(i, n)
    {
        dense[ids[i]] = values[i];
        has[ids[i]] = 1;
    }
}

template <typename T>
static __global__ void gather_kernel(T *values, const tropic_index *ids, const T *dense, int64_t n)
{
    TP_FOR_EACH(i, n) values[i] = dense[ids[i]];
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    look_up_kernel(tropic_index *at, const tropic_index *ids, int64_t n, const tropic_index *list, int64_t count)
{
    TP_FOR_EACH(c, n) at[c] = tp_position(list, count, ids[c]);
}

#define CAST_KERNEL(to_)                                                                                               \
    static __global__ void cast_kernel_##to_(TP_C(to_) * to, const void *from, tropic_type type, const uint8_t *has,   \
                                             int64_t n)                                                                \
    {                                                                                                                  \
        TP_FOR_EACH(i, n)                                                                                              \
        {                                                                                                              \
            if (!has || has[i]) to[i] = tp_value_as_##to_(from, type, i);                                              \
        }                                                                                                              \
    }
TP_EACH_TYPE(CAST_KERNEL)

template <typename T> static __global__ void scale_kernel(T *to, const double *from, double factor, int64_t n)
{
    TP_FOR_EACH(i, n) to[i] = (T)(factor * from[i]);
}

/* All bytes of the value are alike. */
static bool is_one_byte(const void *value, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)value;
    for (size_t k = 1; k < size; k++)
        if (bytes[k] != bytes[0]) return false;
    return true;
}

/* One case, which returns, per size of a built-in type's values, where T is an unsigned type of that size. */
#define TP_SWITCH_SIZE(type, CASE)                                                                                     \
    switch (tropic_type_size(type)) {                                                                                  \
    case sizeof(uint8_t): CASE(uint8_t);                                                                               \
    case sizeof(uint16_t): CASE(uint16_t);                                                                             \
    case sizeof(uint32_t): CASE(uint32_t);                                                                             \
    case sizeof(uint64_t): CASE(uint64_t);                                                                             \
    }

tropic_status tp_cuda_fill(tropic_context *context, void *to, tropic_type type, const void *value, int64_t n)
{
    const size_t size = tropic_type_size(type);
    struct_value bytes;
    tp_cuda_use use(context);
    if (n == 0) return TROPIC_OK;
    if (is_one_byte(value, size))
        return tp_cuda_check(
            context, cudaMemsetAsync(to, *(const unsigned char *)value, (size_t)n * size, tp_cuda_of(context)->stream),
            "filling memory");
#define FILL(T)                                                                                                        \
    {                                                                                                                  \
        T one;                                                                                                         \
        memcpy(&one, value, sizeof one);                                                                               \
        return tp_pass(context, "filling memory", n, fill_kernel<T>, (T *)to, one, n);                                 \
    }
    TP_SWITCH_SIZE(type, FILL)
    memcpy(&bytes, value, size);
    return tp_pass(context, "filling memory", n, fill_bytes, to, bytes, (int)size, n);
}

tropic_status tp_cuda_restrict_to(tropic_context *context, uint8_t *has, const tp_mask *mask, int64_t n)
{
    tp_cuda_use use(context);
    return tp_pass(context, "applying a mask", n, restrict_kernel, has, *mask, n);
}

tropic_status tp_cuda_scatter(tropic_context *context, void *dense, uint8_t *has, tropic_type type,
                              const tropic_index *ids, const void *values, int64_t count)
{
    tp_cuda_use use(context);
#define SCATTER(T)                                                                                                     \
    return tp_pass(context, "scattering a vector", count, scatter_kernel<T>, (T *)dense, has, ids, (const T *)values,  \
                   count)
    TP_SWITCH_SIZE(type, SCATTER)
    return tp_pass(context, "scattering a vector", count, scatter_bytes, dense, has, ids, values,
                   (int)tropic_type_size(type), count);
}

tropic_status tp_cuda_gather(tropic_context *context, void *values, tropic_type type, const tropic_index *ids,
                             const void *dense, int64_t count)
{
    tp_cuda_use use(context);
#define GATHER(T)                                                                                                      \
    return tp_pass(context, "gathering a vector", count, gather_kernel<T>, (T *)values, ids, (const T *)dense, count)
    TP_SWITCH_SIZE(type, GATHER)
    return tp_pass(context, "gathering a vector", count, gather_bytes, values, ids, dense, (int)tropic_type_size(type),
                   count);
}

tropic_status tp_cuda_look_up(tropic_context *context, tropic_index *at, const tropic_index *ids, int64_t n,
                              const tropic_index *list, int64_t count)
{
    tp_cuda_use use(context);
    return tp_pass(context, "looking ids up", n, look_up_kernel, at, ids, n, list, count);
}

tropic_status tp_cuda_cast(tropic_context *context, void *to, tropic_type to_type, const void *from,
                           tropic_type from_type, const uint8_t *has, int64_t n)
{
    tp_cuda_use use(context);
#define CAST(to_)                                                                                                      \
    case TP_TYPE_##to_:                                                                                                \
        return tp_pass(context, "casting a vector", n, cast_kernel_##to_, (TP_C(to_) *)to, from, from_type, has, n);
    switch (to_type) {
        TP_EACH_TYPE(CAST)
    }
    return TROPIC_OK;
}

tropic_status tp_cuda_scale(tropic_context *context, void *to, tropic_type type, const double *from, double factor,
                            int64_t n)
{
    tp_cuda_use use(context);
    if (type == TROPIC_FP32)
        return tp_pass(context, "scaling a vector", n, scale_kernel<float>, (float *)to, from, factor, n);
    return tp_pass(context, "scaling a vector", n, scale_kernel<double>, (double *)to, from, factor, n);
}
