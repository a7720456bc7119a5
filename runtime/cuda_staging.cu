/* SPDX-License-Identifier: Apache-2.0
 *
 * Large arrays of the host on their way to a device: in pieces, through two pinned buffers in turn.
 */
#include "runtime/cuda_staging.h"

extern "C" {
#include "runtime/threads.h"
}

#include <pthread.h>
#include <string.h>

/* A piece; what is smaller than one costs less by CUDA's own copy. */
#define PIECE ((size_t)1 << 20)
/* Bytes that a thread copies at a time. */
#define SHARE ((int64_t)1 << 16)
#define BUFFERS 2

/* It is made when first needed, and stays until the device's last context is closed: two pieces. */
typedef struct staging {
    char *memory;
    cudaEvent_t fetched[BUFFERS];
} staging;

/* By tropic_context.device_index. */
static staging of_devices[TP_MAX_DEVICES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* What is put into a piece: bytes, or one for each id. */
typedef struct filling {
    char *to;
    const void *from;
    int64_t first; /* of the piece's bytes, among all */
    bool *fits;
} filling;

static void copy_some(const void *of, int64_t begin, int64_t end)
{
    const filling *f = (const filling *)of;
    memcpy(f->to + begin, (const char *)f->from + f->first + begin, (size_t)(end - begin));
}

/* By how much each id is more than the one before. */
static void step_some(const void *of, int64_t begin, int64_t end)
{
    const filling *f = (const filling *)of;
    const tropic_index *ids = (const tropic_index *)f->from + f->first;
    uint8_t *to = (uint8_t *)f->to;
    unsigned beyond = 0;
    if (f->first + begin == 0) {
        beyond = (unsigned)ids[0] > UINT8_MAX;
        to[begin++] = (uint8_t)ids[0];
    }
    for (int64_t k = begin; k < end; k++) {
        const unsigned step = (unsigned)ids[k] - (unsigned)ids[k - 1];
        beyond |= step > UINT8_MAX;
        to[k] = (uint8_t)step;
    }
    if (beyond) __atomic_store_n(f->fits, false, __ATOMIC_RELAXED);
}

/* Is there such memory? If not, that is no failure. */
static bool open(staging *s)
{
    void *memory = NULL;
    bool made = true;
    if (s->memory) return true;
    for (int k = 0; k < BUFFERS; k++)
        if (!s->fetched[k])
            made = made && cudaEventCreateWithFlags(&s->fetched[k], cudaEventDisableTiming) == cudaSuccess;
    made = made && cudaHostAlloc(&memory, BUFFERS * PIECE, cudaHostAllocPortable) == cudaSuccess;
    if (made)
        s->memory = (char *)memory;
    else
        cudaGetLastError();
    return made;
}

void tp_cuda_release_staging(int device)
{
    staging *s = &of_devices[device];
    pthread_mutex_lock(&lock);
    for (int k = 0; k < BUFFERS; k++) {
        if (!s->fetched[k]) continue;
        cudaEventSynchronize(s->fetched[k]);
        cudaEventDestroy(s->fetched[k]);
        s->fetched[k] = NULL;
    }
    cudaFreeHost(s->memory);
    s->memory = NULL;
    pthread_mutex_unlock(&lock);
    cudaGetLastError();
}

/* Piece k. Where it does not fit, it does not go. */
static tropic_status fetch(tropic_context *context, const staging *s, int64_t k, char *to, size_t bytes,
                           void (*fill)(const void *, int64_t, int64_t), filling *f)
{
    static const char doing[] = "a copy to the device";
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    f->to = s->memory + k % BUFFERS * PIECE;
    f->first = k * (int64_t)PIECE;
    TP_TRY(tp_cuda_check(context, cudaEventSynchronize(s->fetched[k % BUFFERS]), doing));
    tp_for(tp_team_for(context, (int64_t)(bytes / sizeof(tropic_index))), (int64_t)bytes, SHARE, fill, f);
    if (!*f->fits) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaMemcpyAsync(to, f->to, bytes, cudaMemcpyHostToDevice, stream), doing));
    return tp_cuda_check(context, cudaEventRecord(s->fetched[k % BUFFERS], stream), doing);
}

/* In pieces; *staged: there are buffers. */
static tropic_status send(tropic_context *context, void *to, const void *from, size_t bytes,
                          void (*fill)(const void *, int64_t, int64_t), bool *fits, bool *staged)
{
    staging *s = &of_devices[context->device_index < TP_MAX_DEVICES ? context->device_index : 0];
    filling f = {NULL, from, 0, fits};
    tropic_status status = TROPIC_OK;
    TP_TRY(tp_cuda_refuse_capture(context));
    pthread_mutex_lock(&lock);
    *staged = open(s);
    for (int64_t k = 0; *staged && status == TROPIC_OK && *fits && (size_t)k * PIECE < bytes; k++) {
        const size_t begin = (size_t)k * PIECE, rest = bytes - begin;
        status = fetch(context, s, k, (char *)to + begin, rest < PIECE ? rest : PIECE, fill, &f);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

tropic_status tp_cuda_upload_large(tropic_context *context, void *to, const void *from, size_t bytes)
{
    bool staged = false, fits = true;
    tp_cuda_use use(context);
    if (bytes >= PIECE && context->device_index < TP_MAX_DEVICES)
        TP_TRY(send(context, to, from, bytes, copy_some, &fits, &staged));
    return staged ? TROPIC_OK : tp_cuda_upload(context, to, from, bytes);
}

tropic_status tp_cuda_upload_steps(tropic_context *context, uint8_t *to, const tropic_index *ids, int64_t count,
                                   bool *done)
{
    bool staged = false, fits = true;
    tp_cuda_use use(context);
    *done = false;
    if ((size_t)count * sizeof *ids < PIECE || context->device_index >= TP_MAX_DEVICES) return TROPIC_OK;
    TP_TRY(send(context, to, ids, (size_t)count, step_some, &fits, &staged));
    *done = staged && fits;
    return TROPIC_OK;
}
