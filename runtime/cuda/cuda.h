/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of a context on a CUDA device, for the CUDA sources of the library.
 */
#ifndef TP_CUDA_H
#define TP_CUDA_H

#include "runtime/backend.h"

#include <cuda_runtime_api.h>

/* Device memory that the context has given out. */
typedef struct tp_cuda_block {
    void *pointer;
    size_t bytes;
} tp_cuda_block;

/* Bytes of pinned memory, through which small results come to the host. Kernels may write there. */
#define TP_CUDA_PINNED 8192

/* Counts that are pinned (runtime/count.h), so many at a time. */
#define TP_CUDA_SLOTS 64

/* Memory that grows. */
typedef struct tp_device_buffer {
    void *memory;
    size_t bytes;
} tp_device_buffer;

/* Working memory that steps use, made when first needed and then kept. */
typedef struct tp_cuda_scratch {
    unsigned *counts; /* tp_hub_queue.count and ended: 0 between steps */
    void *result;     /* of a reduction */
    /* Of products: hubs, as tp_hub_chunk; sums of parts of lists, whether they have any, how many of a list's are done;
     * the places that a mask lets through, with their counts; a list that a push made; tp_block_sum. */
    tp_device_buffer items, sums, hits, done, targets, counted, pushed, sum;
} tp_cuda_scratch;

/* State that a part of the backend keeps from call to call for one stream: a struct of the part's own that begins with
 * this. It is freed with the context, and `memory` of the device with it. */
typedef struct tp_cuda_kept {
    struct tp_cuda_kept *next;
    const void *owner;
    void *memory;
} tp_cuda_kept;

/* State of one stream. */
typedef struct tp_cuda_stream {
    cudaStream_t stream;
    char *pinned;
    tp_cuda_scratch scratch;
    tp_cuda_kept *kept; /* a list */
} tp_cuda_stream;

/* Who asks for kernels: what, and the ids of the algebra; spmv/jit/jit_kernels.h. */
typedef struct tp_cuda_key {
    uint64_t what, first, second, third;
} tp_cuda_key;

/* Of semirings with one and the same text, so many are told apart without comparing texts. */
#define TP_CUDA_ASKERS 4

/* The kernel compiled from one text, for cudaLaunchKernel. */
typedef struct tp_cuda_specialised {
    tp_cuda_key keys[TP_CUDA_ASKERS]; /* who asked last; a new one takes the oldest's place */
    int next;                         /* which that is */
    char *text;
    const void *kernel;
    void *library;
} tp_cuda_specialised;

/* context->device, and the stream that work goes to. */
typedef struct tp_cuda : tp_cuda_stream {
    int ordinal;    /* CUDA's number of the device */
    uint64_t epoch; /* as tp_cuda_epoch said when it was opened */
    bool lost;      /* the caller has reset the device since: the context's memory there is gone */
    int processors;
    bool clusters; /* can launch them */
    tp_cuda_stream other;
    cudaEvent_t passed;                       /* one stream waits for it on the other; NULL: none has waited yet */
    int stream_index;                         /* 0 or 1 */
    bool own_stream;                          /* of stream 0 */
    bool known_stream;                        /* to the caller, who gave it or asked for it, and may capture it */
    cudaStream_t first_stream, second_stream; /* stream 1 is NULL until it is used; other threads read it */
    struct tp_cuda *next;                     /* of the open contexts of this device */
    cudaMemPool_t pool;
    cudaEvent_t start, stop;
    cudaEvent_t mark;
    int64_t *slots;      /* of counts that are pinned, TP_CUDA_SLOTS of them, and one that nobody looks at; NULL: none
                            has been taken */
    uint64_t slots_used; /* bit k: slot k is out */
    bool stopped;        /* `stop` lies behind all that the clock is to count */
    tp_cuda_block *blocks;
    int64_t block_count, block_room;
    tp_cuda_specialised *specialised;
    int64_t specialised_count, specialised_room;
} tp_cuda;

static inline tp_cuda *tp_cuda_of(const tropic_context *context)
{
    return (tp_cuda *)context->device;
}

/* OK; OUT_OF_DEVICE_MEMORY or DEVICE_ERROR, with the cause, and that it came while `doing`. Clears CUDA's last
 * error. */
tropic_status tp_cuda_check(tropic_context *context, cudaError_t error, const char *doing);

/* *kept = the owner's struct of `size` bytes for the stream at hand, zero when it is first asked for. owner: an address
 * that is the part's alone. */
tropic_status tp_cuda_keep(tropic_context *context, const void *owner, size_t size, tp_cuda_kept **kept);

/* Makes a device current, and the one before again at the end of the scope. */
class tp_cuda_use {
  public:
    explicit tp_cuda_use(int ordinal)
    {
        cudaGetDevice(&before);
        if (before != ordinal) cudaSetDevice(ordinal);
        changed = before != ordinal;
    }
    explicit tp_cuda_use(const tropic_context *context) : tp_cuda_use(tp_cuda_of(context)->ordinal) {}
    ~tp_cuda_use()
    {
        if (changed) cudaSetDevice(before);
    }
    tp_cuda_use(const tp_cuda_use &) = delete;
    tp_cuda_use &operator=(const tp_cuda_use &) = delete;

  private:
    int before = 0;
    bool changed = false;
};

extern "C" {
TP_BACKEND_CALLS(TP_CALL_PROTOTYPE, tp_cuda_)
TP_DEVICE_CALLS(TP_CALL_PROTOTYPE, tp_cuda_)
}

/* Marks a place in the stream; waits for the work that the stream was given before the mark, and for none since. */
tropic_status tp_cuda_mark(tropic_context *context);
tropic_status tp_cuda_await_mark(tropic_context *context);

/* runtime/cuda/cuda_results.cu: a result in pinned memory, which a kernel writes, and the host looks at until it is
 * there. (All else that the kernel does is ordered by the stream.) There is one for each stream, which is awaited at
 * once. */
tropic_status tp_cuda_result(tropic_context *context, int64_t **at);
tropic_status tp_cuda_await_result(tropic_context *context, const volatile int64_t *at, int64_t *result);
/* Before and after the launch of a kernel that writes a count to `at`. *wait becomes TP_WAIT_NOW where kernels have to
 * be waited for. `status`: of the launch. *count: TP_WAIT_NOW: known; TP_WAIT_LATER: pinned; else as it was. */
tropic_status tp_cuda_count_begin(tropic_context *context, tp_wait *wait, int64_t **at);
tropic_status tp_cuda_count_end(tropic_context *context, tropic_status status, tp_wait wait, int64_t *at,
                                tp_count *count);

/* NOT_SUPPORTED while the caller captures the stream: asked before memory is made that is kept, for a graph's memory is
 * there in its launches alone. (Asking for each allocation, those that a graph may make too, added 14 us to a product
 * that pushes: H100.) */
tropic_status tp_cuda_refuse_capture(tropic_context *context);
/* The same, before a result that the host is to look at is computed: a wait for it would break the capture, and each
 * launch of the graph would compute it again. */
tropic_status tp_cuda_refuse_waiting(tropic_context *context);

/* A pool of the device that keeps all that it gets back. */
tropic_status tp_cuda_make_pool(tropic_context *context, int ordinal, cudaMemPool_t *pool);
/* The context, whose streams are there, is open from now on, or is no longer. The first may give it another
 * device_index (runtime/cuda/cuda_reset.h). True: its device has none that is open now, and its pool was trimmed. */
tropic_status tp_cuda_add_context(tropic_context *context);
bool tp_cuda_remove_context(const tropic_context *context);

/* *left of *all bytes are free. If `needed` are more, pools give back the memory that they keep, and then forms that
 * can be made again are given up (runtime/evict.h), as far as that helps. */
tropic_status tp_cuda_find_room(tropic_context *context, size_t needed, size_t *left, size_t *all);

/* An array of a matrix that is to be made. */
typedef struct tp_cuda_array {
    void **pointer; /* NULL, if it could not be made */
    size_t bytes;   /* at least 1 */
} tp_cuda_array;

/* As mirror_allocate, with one wait for all; on failure none is there. */
tropic_status tp_cuda_mirror_allocate_all(tropic_context *context, const tp_memory *memory, const tp_cuda_array *arrays,
                                          int count, const char *what);

/* Why it may be that a device cannot be opened, to follow the sentence that says so: "; 120 of 143771 MB of its memory
 * are free, ...". "" where nothing is known. */
#define TP_CUDA_LACK_LENGTH 256
void tp_cuda_describe_lack(int ordinal, char text[TP_CUDA_LACK_LENGTH]);

/* CUDA's number of the index-th device that this build can use; -1 where there are not so many. */
int tp_cuda_ordinal(int index);

#endif
