/* SPDX-License-Identifier: Apache-2.0
 *
 * The dense form of a matrix on a GPU, made of rows. Moves the entries, and 1/8 byte and a value for each place.
 */
#include "formats/matrix/device.cuh"
#include "formats/matrix/forms/dense.h"

#define DOING "a bitmap"
/* Bits are set 32 at a time: atomics of that size are the fastest. */
#define HALF_WORD (TP_DENSE_WORD / 2)

typedef struct packing {
    tp_arcs rows;
    int64_t cols, half_words; /* of a row */
    unsigned *bits;
    void *values;
    size_t size;
} packing;

static __device__ __forceinline__ int64_t mark(const packing &p, tropic_offset k, int64_t i)
{
    const tropic_index j = p.rows.ids[k];
    atomicOr(p.bits + i * p.half_words + j / HALF_WORD, 1u << j % HALF_WORD);
    return i * p.cols + j;
}

template <typename T>
static __global__ void __launch_bounds__(TP_PASS_BLOCK) pack_kernel(const __grid_constant__ packing p)
{
    TP_FOR_EACH_PART(part, p.rows)
    tp_each_with_list(&p.rows, part, [&p](tropic_offset k, int64_t i) {
        ((T *)p.values)[mark(p, k, i)] = ((const T *)p.rows.values)[k];
    });
}

/* Values of no such size, or none. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) pack_bytes_kernel(const __grid_constant__ packing p)
{
    TP_FOR_EACH_PART(part, p.rows)
    tp_each_with_list(&p.rows, part, [&p](tropic_offset k, int64_t i) {
        const size_t at = (size_t)mark(p, k, i) * p.size;
        for (size_t b = 0; b < p.size; b++)
            ((char *)p.values)[at + b] = ((const char *)p.rows.values)[(size_t)k * p.size + b];
    });
}

static void (*kernel_of(size_t size))(packing)
{
    switch (size) {
    case 1: return pack_kernel<uint8_t>;
    case 2: return pack_kernel<uint16_t>;
    case 4: return pack_kernel<uint32_t>;
    case 8: return pack_kernel<uint64_t>;
    default: return pack_bytes_kernel;
    }
}

tropic_status tp_cuda_pack_dense(tropic_context *context, const tp_arcs *rows, tropic_index cols, size_t size,
                                 tp_side *made)
{
    const int64_t words = rows->lists * tp_dense_words(cols), bytes = (int64_t)rows->lists * cols * (int64_t)size;
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    tp_device_array<uint64_t> bits;
    tp_device_array<char> values;
    tp_cuda_use use(context);
    TP_TRY(bits.make(context, words, DOING));
    if (size > 0) TP_TRY(values.make(context, bytes, DOING));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(bits.data, 0, (size_t)words * sizeof *bits.data, stream), DOING));
    if (size > 0) TP_TRY(tp_cuda_check(context, cudaMemsetAsync(values.data, 0, (size_t)bytes, stream), DOING));
    const packing p = {*rows, cols, 2 * tp_dense_words(cols), (unsigned *)bits.data, values.data, size};
    TP_TRY(tp_pass_with_lists(context, DOING, rows, kernel_of(size), p));
    TP_TRY(tp_cuda_wait(context));
    *made = {};
    made->present = true;
    made->memory = context->memory;
    made->owner = tp_backend_of(context);
    made->bits = bits.take();
    made->values = values.take();
    return TROPIC_OK;
}
