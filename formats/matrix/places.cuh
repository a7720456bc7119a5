/* SPDX-License-Identifier: Apache-2.0
 *
 * What merges of updates on a GPU share.
 */
#ifndef TP_PLACES_CUH
#define TP_PLACES_CUH

#include "formats/matrix/device.cuh"
#include "formats/matrix/places.h"

#include <string.h>

#define TP_MERGING "merging updates into a matrix"

/* to[k] = from[j] */
static __device__ __forceinline__ void tp_copy_place(void *to, int64_t k, const void *from, int64_t j, size_t size)
{
    switch (size) {
    case 0: return;
    case 1: ((uint8_t *)to)[k] = ((const uint8_t *)from)[j]; return;
    case 2: ((uint16_t *)to)[k] = ((const uint16_t *)from)[j]; return;
    case 4: ((uint32_t *)to)[k] = ((const uint32_t *)from)[j]; return;
    case 8: ((uint64_t *)to)[k] = ((const uint64_t *)from)[j]; return;
    default:
        for (size_t b = 0; b < size; b++)
            ((char *)to)[(size_t)k * size + b] = ((const char *)from)[(size_t)j * size + b];
    }
}

/* One more array in an array of the host that ends there, and its address in a copy of that on the device. */
static inline void tp_lay(char *host, const char *device, size_t *end, const void *from, size_t bytes, const char **at)
{
    *at = device + *end;
    if (host && bytes > 0) memcpy(host + *end, from, bytes);
    *end += (bytes + 7) / 8 * 8;
}

/* Several small arrays of the host as one, and its copy on the device, until the end of the scope. */
class tp_laid {
  public:
    explicit tp_laid(tropic_context *of) : context(of) {}
    ~tp_laid()
    {
        tp_release(&context->memory, host);
        tp_cuda_release(context, device);
    }
    tp_laid(const tp_laid &) = delete;
    tp_laid &operator=(const tp_laid &) = delete;

    tropic_status open(size_t size)
    {
        void *made = nullptr;
        bytes = size;
        host = (char *)tp_allocate(&context->memory, (int64_t)size, 1);
        if (!host) return tp_out_of_memory(context, TP_MERGING);
        TP_TRY(tp_cuda_allocate(context, &made, size, TP_MERGING));
        device = (char *)made;
        return TROPIC_OK;
    }
    tropic_status bring()
    {
        return tp_cuda_upload(context, device, host, bytes);
    }
    char *host = nullptr, *device = nullptr;

  private:
    tropic_context *context;
    size_t bytes = 0;
};

/* *made = arrays for other lists of that kind, of `count` entries. */
static inline tropic_status tp_new_lists(tropic_context *context, const tp_lists *lists, tropic_offset count,
                                         tp_side *made)
{
    const size_t ids = (size_t)count * sizeof *made->ids, values = (size_t)count * lists->size;
    *made = {};
    const tp_cuda_array arrays[] = {{(void **)&made->offsets, ((size_t)lists->lists + 1) * sizeof *made->offsets},
                                    {(void **)&made->ids, ids > 0 ? ids : 1},
                                    {&made->values, values > 0 ? values : 1}};
    TP_TRY(tp_cuda_refuse_waiting(context));
    TP_TRY(tp_cuda_mirror_allocate_all(context, &context->memory, arrays, lists->size > 0 ? 3 : 2, TP_MERGING));
    made->present = true;
    made->memory = context->memory;
    made->owner = tp_backend_of(context);
    return TROPIC_OK;
}

#endif
