/* SPDX-License-Identifier: Apache-2.0
 *
 * What makes and looks at a matrix's arrays on a GPU: arrays of its memory.
 */
#ifndef TP_FORMATS_DEVICE_CUH
#define TP_FORMATS_DEVICE_CUH

#include "formats/matrix/matrix.h"
#include "runtime/cuda_launch.cuh"

/* Entries that one thread takes, where it must look for the list that the first is in. */
#define TP_DEVICE_PART 32

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
        /* The caller's functions know nothing of our stream. */
        cudaStreamSynchronize(tp_cuda_of(context)->stream);
        tp_cuda_mirror_release(&context->memory, context->device_index, data);
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

#endif
