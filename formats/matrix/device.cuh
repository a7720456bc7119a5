/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes over a matrix's entries on a GPU, and arrays in its memory.
 */
#ifndef TP_FORMATS_DEVICE_CUH
#define TP_FORMATS_DEVICE_CUH

#include "formats/matrix/list_at.h"
#include "formats/matrix/matrix.h"
#include "runtime/cuda/cuda_launch.cuh"

/* Entries that one thread takes, where it must look for the list that the first is in. */
#define TP_DEVICE_PART 32

/* Entries that one warp takes, where it must look for the list that the first is in. */
#define TP_DEVICE_WARP_PART 1024

/* each(k, list) for the entries of a part, by a warp whose lanes take entries side by side. The ends of as many lists
 * as it has lanes are read at once. */
template <typename EACH>
static __device__ __forceinline__ void tp_each_with_list(const tp_arcs *arcs, int64_t part, const EACH &each)
{
    const int lane = (int)(threadIdx.x % TP_WARP);
    const tropic_offset first = part * TP_DEVICE_WARP_PART;
    const tropic_offset end = first + TP_DEVICE_WARP_PART < arcs->count ? first + TP_DEVICE_WARP_PART : arcs->count;
    int64_t list = tp_list_at(arcs->offsets, arcs->lists, first);
    for (tropic_offset k = first; k < end;) {
        const tropic_offset ends = list + lane < arcs->lists ? arcs->offsets[list + lane + 1] : arcs->count;
        const tropic_offset last = __shfl_sync(TP_EVERY_LANE, ends, TP_WARP - 1), mine = k + lane;
        int owner = 0; /* the first lane whose list ends behind the entry */
#pragma unroll
        for (int step = TP_WARP / 2; step > 0; step /= 2)
            if (__shfl_sync(TP_EVERY_LANE, ends, owner + step - 1) <= mine) owner += step;
        if (mine < end && mine < last) each(mine, list + owner);
        if (last <= k) {
            list = tp_list_at(arcs->offsets, arcs->lists, k); /* beyond many empty lists */
            continue;
        }
        k = k + TP_WARP < last ? k + TP_WARP : last;
        list += k < last ? __ffs((int)__ballot_sync(TP_EVERY_LANE, ends > k)) - 1 : TP_WARP;
    }
}

/* kernel(arguments...) with a warp for each part of the entries. */
template <typename... T>
static tropic_status tp_pass_with_lists(tropic_context *context, const char *doing, const tp_arcs *arcs,
                                        void (*kernel)(T...), typename tp_same<T>::type... arguments)
{
    return tp_pass(context, doing, tp_quotient_up(arcs->count, TP_DEVICE_WARP_PART) * TP_WARP, kernel, arguments...);
}
#define TP_FOR_EACH_PART(part, arcs)                                                                                   \
    for (int64_t part = ((int64_t)blockIdx.x * blockDim.x + threadIdx.x) / TP_WARP;                                    \
         part * TP_DEVICE_WARP_PART < (arcs).count; part += (int64_t)gridDim.x * blockDim.x / TP_WARP)

/* Bits of a key 0 .. n - 1: at least one. */
static inline int tp_bits_of(int64_t n)
{
    int bits = 1;
    while (((int64_t)1 << bits) < n) bits++;
    return bits;
}

/* The first c of 0 .. count - 1 where get(c), which ascends, is not below `key`; `count`: it is nowhere. */
template <typename KEY, typename GET> static __device__ int64_t tp_first_at(int64_t count, KEY key, const GET &get)
{
    int64_t low = 0, high = count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (get(middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* An array in memory that a matrix may take over; else it goes back at once at the end of the scope. The
 * context's pool would keep it. */
template <typename T> class tp_device_array {
  public:
    tp_device_array() = default;
    ~tp_device_array()
    {
        drop();
    }
    tp_device_array(const tp_device_array &) = delete;
    tp_device_array &operator=(const tp_device_array &) = delete;

    tropic_status make(tropic_context *of, int64_t count, const char *what)
    {
        const size_t bytes = (size_t)count * sizeof(T);
        void *made = nullptr;
        drop();
        context = of;
        TP_TRY(tp_cuda_mirror_allocate(context, &context->memory, &made, bytes > 0 ? bytes : 1, what));
        data = (T *)made;
        return TROPIC_OK;
    }
    void drop()
    {
        if (!data) return;
        /* The caller's functions know nothing of our stream; and we wait for less long than one stream for another. */
        if (!tp_cuda_is_captured(context)) cudaStreamSynchronize(tp_cuda_of(context)->stream);
        void *const array = data;
        tp_cuda_mirror_release(&context->memory, context->device_index, &array, 1);
        data = nullptr;
    }
    /* Takes over an array that another one's `make` made, or none. */
    void adopt(tropic_context *of, T *made)
    {
        drop();
        context = of;
        data = made;
    }
    T *take()
    {
        T *taken = data;
        data = nullptr;
        return taken;
    }
    void swap(tp_device_array &other)
    {
        T *const before = data;
        tropic_context *const of = context;
        data = other.data;
        context = other.context;
        other.data = before;
        other.context = of;
    }
    T *data = nullptr;

  private:
    tropic_context *context = nullptr;
};

/* Arrays of a matrix as a side of the context's device, which takes them over. */
template <typename T>
static tp_side tp_cuda_side_of(const tropic_context *context, tp_device_array<tropic_offset> *offsets,
                               tp_device_array<tropic_index> *ids, tp_device_array<T> *values)
{
    tp_side side = {};
    side.memory = context->memory;
    side.owner = tp_backend_of(context);
    side.offsets = offsets->take();
    side.ids = ids->take();
    side.values = values->take();
    side.present = true;
    return side;
}

#endif
