/* SPDX-License-Identifier: Apache-2.0
 *
 * Working memory of an operation on matrices on a GPU.
 */
#ifndef TP_WORKING_CUH
#define TP_WORKING_CUH

#include "runtime/cuda/cuda_launch.cuh"
#include "runtime/cuda/cuda_staging.h"

/* Arrays that go back at the end of the scope. */
class tp_working {
  public:
    tp_working(tropic_context *of, const char *doing) : context(of), what(doing) {}
    ~tp_working()
    {
        for (int k = 0; k < used; k++) tp_cuda_release(context, made[k]);
    }
    tp_working(const tp_working &) = delete;
    tp_working &operator=(const tp_working &) = delete;
    template <typename T> tropic_status make(T **array, int64_t count)
    {
        const size_t bytes = (size_t)count * sizeof(T);
        void *memory = NULL;
        if (used == MAX) return tp_fail(context, TROPIC_OUT_OF_MEMORY, "out of memory for %s: %d arrays", what, used);
        TP_TRY(tp_cuda_allocate(context, &memory, bytes > 0 ? bytes : 1, what));
        made[used++] = memory;
        *array = (T *)memory;
        return TROPIC_OK;
    }
    /* An array of these that goes back before the others. */
    void release(const void *array)
    {
        for (int k = 0; k < used; k++) {
            if (made[k] != array) continue;
            tp_cuda_release(context, made[k]);
            made[k] = made[--used];
            return;
        }
    }
    /* *array = a copy of host memory. */
    template <typename T> tropic_status upload(const T **array, const T *from, int64_t count)
    {
        T *to = NULL;
        TP_TRY(make(&to, count));
        *array = to;
        return tp_cuda_upload(context, to, from, (size_t)count * sizeof(T));
    }
    /* The same of ids, fewer bytes of which go there if they ascend in short steps. */
    tropic_status upload_ids(const tropic_index **array, const tropic_index *from, int64_t count)
    {
        tropic_index *to = NULL;
        TP_TRY(make(&to, count));
        *array = to;
        return tp_cuda_upload_ids(context, to, from, count);
    }
    /* (*before)[k] = the sum of counts[0 .. k - 1], for k = 0 .. n. */
    tropic_status sum_before(const tropic_offset *counts, int64_t n, tropic_offset **before);

  private:
    static const int MAX = 24; /* more than an operation makes */
    tropic_context *context;
    const char *what;
    void *made[MAX];
    int used = 0;
};

#endif
