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

/* It is made when first needed, and stays for as long as the program runs: two pieces. */
typedef struct staging {
    char *memory;
    cudaEvent_t fetched[BUFFERS];
} staging;

/* By tropic_context.device_index. */
#define DEVICES 16
static staging of_devices[DEVICES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct copying {
    char *to;
    const char *from;
} copying;

static void copy_some(const void *of, int64_t begin, int64_t end)
{
    const copying *c = (const copying *)of;
    memcpy(c->to + begin, c->from + begin, (size_t)(end - begin));
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

/* Piece k. */
static tropic_status fetch(tropic_context *context, const staging *s, int64_t k, char *to, const char *from,
                           size_t bytes)
{
    static const char doing[] = "a copy to the device";
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    const copying c = {s->memory + k % BUFFERS * PIECE, from};
    TP_TRY(tp_cuda_check(context, cudaEventSynchronize(s->fetched[k % BUFFERS]), doing));
    tp_for(tp_team_for(context, (int64_t)(bytes / sizeof(tropic_index))), (int64_t)bytes, SHARE, copy_some, &c);
    TP_TRY(tp_cuda_check(context, cudaMemcpyAsync(to, c.to, bytes, cudaMemcpyHostToDevice, stream), doing));
    return tp_cuda_check(context, cudaEventRecord(s->fetched[k % BUFFERS], stream), doing);
}

tropic_status tp_cuda_upload_large(tropic_context *context, void *to, const void *from, size_t bytes)
{
    staging *s = &of_devices[context->device_index < DEVICES ? context->device_index : 0];
    tropic_status status = TROPIC_OK;
    bool staged;
    tp_cuda_use use(context);
    if (bytes < PIECE || context->device_index >= DEVICES) return tp_cuda_upload(context, to, from, bytes);
    TP_TRY(tp_cuda_refuse_capture(context));
    pthread_mutex_lock(&lock);
    staged = open(s);
    for (int64_t k = 0; staged && status == TROPIC_OK && (size_t)k * PIECE < bytes; k++) {
        const size_t begin = (size_t)k * PIECE, rest = bytes - begin;
        status = fetch(context, s, k, (char *)to + begin, (const char *)from + begin, rest < PIECE ? rest : PIECE);
    }
    pthread_mutex_unlock(&lock);
    return staged ? status : tp_cuda_upload(context, to, from, bytes);
}
