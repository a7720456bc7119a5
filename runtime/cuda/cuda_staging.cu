/* SPDX-License-Identifier: Apache-2.0
 *
 * Large arrays of the host on their way to a device: in shares, which the context's threads put into pinned memory, and
 * the device fetches from there while they fill the next. And on their way back: the device puts pieces into pinned
 * memory, which the threads copy while it puts the next.
 */
#include "runtime/cuda/cuda_staging.h"

#include "runtime/cuda/cuda_launch.cuh"
#include "runtime/cuda/cuda_pool.h"

extern "C" {
#include "runtime/locks.h"
#include "runtime/threads.h"
}

#include <string.h>

#define DOING "a copy to the device"
#define BRINGING "a copy from the device"

/* Smaller arrays cost less by CUDA's own copy. */
#define LARGE ((size_t)1 << 20)
/* Shares of a buffer, at most. */
#define SHARES 128
#define BUFFERS 2

/* Ids of a group, of which the first goes as it is and the others as steps; groups of a share. */
#define GROUP 256
#define GROUPS 32

/* Ids on their way: a quarter of their bytes. */
typedef struct step_share {
    uint32_t first[GROUPS];
    uint8_t step[GROUPS][GROUP];
} step_share;

#define BUFFER (SHARES * sizeof(step_share))

/* On the way back, the same memory has pieces: large enough that to have the device put one takes less than the piece
 * itself, so many that one is on its way while others are copied. A thread copies a part of one at a time, which takes
 * some microseconds. */
#define PIECES 4
#define PIECE ((int64_t)1 << 19)
#define PART ((int64_t)1 << 15)
static_assert(PIECES * PIECE <= (int64_t)(BUFFERS * BUFFER), "pieces lie in the buffers");
/* The array they are copied to is touched before, a byte of each small page: a thread takes the pages of a huge one. */
#define PAGE ((int64_t)1 << 12)
#define HUGE_PAGE ((int64_t)1 << 21)

/* It is made when first needed, and stays until the device's last context is closed: its buffers. */
typedef struct staging {
    char *memory;
    cudaEvent_t fetched[BUFFERS], put[PIECES];
} staging;

/* By tropic_context.device_index. */
static staging of_devices[TP_MAX_DEVICES];
static tp_mutex lock = {PTHREAD_MUTEX_INITIALIZER, 0};

/* How items go: bytes, or ids. */
typedef struct way {
    size_t item;     /* bytes of one, where it comes from and goes to */
    int64_t items;   /* of a share, which takes some microseconds to fill */
    size_t share;    /* bytes of one in a buffer */
    int64_t at_once; /* shares that the device is told of at a time, at least: to tell takes some microseconds, too */
    /* Fills a share; false: something does not fit. */
    bool (*fill)(void *share, const void *from, int64_t count);
    /* Has the device fetch shares that follow one another. */
    tropic_status (*fetch)(tropic_context *context, void *to, const void *shares, int64_t count);
} way;

/* ---- bytes ---- */

static bool copy_share(void *share, const void *from, int64_t count)
{
    memcpy(share, from, (size_t)count);
    return true;
}

static tropic_status fetch_copies(tropic_context *context, void *to, const void *shares, int64_t count)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    return tp_cuda_check(context, cudaMemcpyAsync(to, shares, (size_t)count, cudaMemcpyHostToDevice, stream), DOING);
}

static const way by_copies = {1, 1 << 15, 1 << 15, 4, copy_share, fetch_copies};

/* ---- ids that ascend in short steps ---- */

static bool step_share_of(void *share, const void *from, int64_t count)
{
    step_share *const to = (step_share *)share;
    const tropic_index *ids = (const tropic_index *)from;
    unsigned all = 0;
    for (int64_t g = 0; g * GROUP < count; g++, ids += GROUP) {
        const int64_t rest = count - g * GROUP, length = rest < GROUP ? rest : GROUP;
        uint8_t *step = to->step[g];
        to->first[g] = (uint32_t)ids[0];
        step[0] = 0;
        for (int64_t k = 1; k < length; k++) {
            const unsigned by = (unsigned)ids[k] - (unsigned)ids[k - 1];
            all |= by;
            step[k] = (uint8_t)by;
        }
    }
    return all <= UINT8_MAX;
}

/* Steps of a lane, where a warp takes a group: two words of four. */
#define LANE_STEPS (GROUP / TP_WARP)
#define WORD_STEPS (LANE_STEPS / 2)

/* (Reads pinned memory of the host.) */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    add_steps_kernel(const step_share *shares, int64_t count, tropic_index *ids)
{
    TP_FOR_EACH(k, (count + GROUP - 1) / GROUP * TP_WARP)
    {
        const int64_t group = k / TP_WARP;
        const int lane = (int)(k % TP_WARP), in_share = (int)(group % GROUPS);
        const step_share *share = shares + group / GROUPS;
        const uint2 steps = ((const uint2 *)share->step[in_share])[lane];
        const int64_t begin = group * GROUP + lane * LANE_STEPS;
        unsigned more[LANE_STEPS], sum = 0, before, id = share->first[in_share];
#pragma unroll
        for (int l = 0; l < LANE_STEPS; l++)
            more[l] = sum += (l < WORD_STEPS ? steps.x : steps.y) >> l % WORD_STEPS * 8 & UINT8_MAX;
        before = sum;
        for (int step = 1; step < TP_WARP; step *= 2) {
            const unsigned other = __shfl_up_sync(TP_EVERY_LANE, before, step);
            before += lane >= step ? other : 0;
        }
        id += before - sum;
#pragma unroll
        for (int l = 0; l < LANE_STEPS; l++)
            if (begin + l < count) ids[begin + l] = (tropic_index)(id + more[l]);
    }
}

static tropic_status fetch_steps(tropic_context *context, void *to, const void *shares, int64_t count)
{
    return tp_pass(context, DOING, tp_quotient_up(count, GROUP) * TP_WARP, add_steps_kernel, (const step_share *)shares,
                   count, (tropic_index *)to);
}

static const way by_steps = {sizeof(tropic_index), GROUPS *GROUP, sizeof(step_share), 8, step_share_of, fetch_steps};

/* ---- both ---- */

static bool make_event(cudaEvent_t *event)
{
    return *event || cudaEventCreateWithFlags(event, cudaEventDisableTiming) == cudaSuccess;
}

/* Is there such memory? If not, that is no failure. */
static bool open(staging *s)
{
    void *memory = NULL;
    bool made = true;
    if (s->memory) return true;
    for (int k = 0; k < BUFFERS; k++) made = made && make_event(&s->fetched[k]);
    for (int k = 0; k < PIECES; k++) made = made && make_event(&s->put[k]);
    made = made && cudaHostAlloc(&memory, BUFFERS * BUFFER, cudaHostAllocPortable) == cudaSuccess;
    if (made)
        s->memory = (char *)memory;
    else
        cudaGetLastError();
    return made;
}

static void end_event(cudaEvent_t event)
{
    if (!event) return;
    cudaEventSynchronize(event);
    cudaEventDestroy(event);
}

void tp_cuda_release_staging(int device, bool lost)
{
    staging *s = &of_devices[device];
    tp_mutex_lock(&lock);
    if (lost) { /* its memory is gone */
        *s = staging{};
        tp_mutex_unlock(&lock);
        return;
    }
    for (int k = 0; k < BUFFERS; k++) end_event(s->fetched[k]);
    for (int k = 0; k < PIECES; k++) end_event(s->put[k]);
    cudaFreeHost(s->memory);
    *s = staging{};
    tp_mutex_unlock(&lock);
    cudaGetLastError();
}

/* A buffer's items on their way. */
typedef struct sending {
    tropic_context *context;
    const way *by;
    char *buffer, *to;
    const char *from;
    int64_t count, shares;
    int64_t next, filled, told; /* shares: begun; filled, and all before them; told of */
    bool done[SHARES], fits;
    tropic_status status;
} sending;

/* Tells the device of the shares that are filled. */
static void tell(sending *s)
{
    const way *by = s->by;
    const int64_t begin = s->told * by->items;
    int64_t end = s->count;
    while (s->filled < s->shares && __atomic_load_n(&s->done[s->filled], __ATOMIC_ACQUIRE)) s->filled++;
    if (s->filled < s->shares) end = s->filled * by->items;
    if (s->status != TROPIC_OK || s->filled == s->told) return;
    if (s->filled < s->shares && s->filled < s->told + by->at_once) return;
    s->status =
        by->fetch(s->context, s->to + (size_t)begin * by->item, s->buffer + (size_t)s->told * by->share, end - begin);
    s->told = s->filled;
}

/* The calling thread tells, and fills all other shares that it can. */
static void fill_shares(tp_worker *worker, void *of)
{
    sending *s = (sending *)of;
    const way *by = s->by;
    while (__atomic_load_n(&s->fits, __ATOMIC_RELAXED) && !tp_pauses(worker)) {
        const int64_t k = __atomic_fetch_add(&s->next, 1, __ATOMIC_RELAXED), begin = k * by->items;
        if (k >= s->shares) return;
        const int64_t rest = s->count - begin, count = rest < by->items ? rest : by->items;
        if (!by->fill(s->buffer + (size_t)k * by->share, s->from + (size_t)begin * by->item, count))
            __atomic_store_n(&s->fits, false, __ATOMIC_RELAXED);
        __atomic_store_n(&s->done[k], true, __ATOMIC_RELEASE);
        if (worker->number == 0) tell(s);
    }
}

static tropic_status send_buffer(sending *s, cudaEvent_t fetched)
{
    TP_TRY(tp_cuda_check(s->context, cudaEventSynchronize(fetched), DOING));
    s->shares = tp_quotient_up(s->count, s->by->items);
    s->next = s->filled = s->told = 0;
    memset(s->done, 0, sizeof s->done);
    tp_parallel(tp_team_of(tp_team_for(s->context, s->count), s->shares), fill_shares, s);
    tell(s);
    TP_TRY(s->status);
    return tp_cuda_check(s->context, cudaEventRecord(fetched, tp_cuda_of(s->context)->stream), DOING);
}

/* *done: it is on its way; if not, it is short, there are no buffers, or something does not fit. */
static tropic_status send(tropic_context *context, const way *by, void *to, const void *from, int64_t count, bool *done)
{
    const int64_t most = (int64_t)(BUFFER / by->share) * by->items;
    staging *of;
    sending s = {};
    tropic_status status = TROPIC_OK;
    *done = false;
    if ((size_t)count * by->item < LARGE || context->device_index >= TP_MAX_DEVICES) return TROPIC_OK;
    TP_TRY(tp_cuda_refuse_capture(context));
    of = &of_devices[context->device_index];
    s.context = context;
    s.by = by;
    tp_mutex_lock(&lock);
    s.fits = open(of);
    for (int64_t begin = 0, k = 0; status == TROPIC_OK && s.fits && begin < count; begin += s.count, k++) {
        s.buffer = of->memory + k % BUFFERS * BUFFER;
        s.to = (char *)to + (size_t)begin * by->item;
        s.from = (const char *)from + (size_t)begin * by->item;
        s.count = count - begin < most ? count - begin : most;
        status = send_buffer(&s, of->fetched[k % BUFFERS]);
    }
    /* Nothing is fetched any more from buffers that the next sender takes. */
    if (status != TROPIC_OK) cudaStreamSynchronize(tp_cuda_of(context)->stream);
    tp_mutex_unlock(&lock);
    *done = s.fits;
    return status;
}

/* Is this large, and no memory that the device reaches by itself? (One thread gains nothing. The buffers are those of a
 * device with contexts, and cannot be made while one's stream is captured.) */
static bool is_worth_it(const tropic_context *context, int device, const void *host, size_t bytes)
{
    cudaPointerAttributes attributes;
    if (bytes < LARGE || tp_threads_alone(context) || !tp_cuda_is_at_work(device)) return false;
    if (cudaPointerGetAttributes(&attributes, host) == cudaSuccess)
        return attributes.type == cudaMemoryTypeUnregistered;
    cudaGetLastError();
    return false;
}

/* Earlier work of the stream may take long, or wait for another thread of the caller's: not while others wait for the
 * buffers. */
static tropic_status await_before(tropic_context *context, cudaStream_t stream, const char *what)
{
    return tp_cuda_check(context, cudaStreamSynchronize(stream), what);
}

tropic_status tp_cuda_stage_upload(tropic_context *context, void *to, const void *from, size_t bytes, bool *done)
{
    *done = false;
    if (!is_worth_it(context, context->device_index, from, bytes)) return TROPIC_OK;
    TP_TRY(await_before(context, tp_cuda_of(context)->stream, DOING));
    return send(context, &by_copies, to, from, (int64_t)bytes, done);
}

tropic_status tp_cuda_stage_ids(tropic_context *context, tropic_index *to, const tropic_index *ids, int64_t count,
                                bool *done)
{
    return send(context, &by_steps, to, ids, count, done);
}

/* ---- back from the device ---- */

typedef struct receiving {
    tropic_context *context;
    staging *by;
    cudaStream_t stream;
    char *to;
    const char *from;
    int64_t bytes, parts, pieces;
    int64_t asked, there;  /* pieces: that the device was told of, and that it has put */
    int64_t ready, next;   /* parts: to be copied, and taken by a thread */
    int64_t taken[PIECES]; /* parts of the piece in each place that are copied */
    cudaError_t error;
} receiving;

static int64_t parts_of(const receiving *r, int64_t piece)
{
    const int64_t each = PIECE / PART, rest = r->parts - piece * each;
    return rest < each ? rest : each;
}

/* Tells the device of as many pieces as there is room for. */
static void ask(receiving *r)
{
    for (; r->asked < r->pieces && r->error == cudaSuccess; r->asked++) {
        const int place = (int)(r->asked % PIECES);
        const int64_t begin = r->asked * PIECE, size = r->bytes - begin < PIECE ? r->bytes - begin : PIECE;
        if (r->asked >= PIECES && __atomic_load_n(&r->taken[place], __ATOMIC_ACQUIRE) < parts_of(r, r->asked - PIECES))
            return;
        r->taken[place] = 0;
        r->error = cudaMemcpyAsync(r->by->memory + place * PIECE, r->from + begin, (size_t)size, cudaMemcpyDeviceToHost,
                                   r->stream);
        if (r->error == cudaSuccess) r->error = cudaEventRecord(r->by->put[place], r->stream);
    }
}

/* Looks which pieces have come. */
static void look(receiving *r)
{
    while (r->there < r->asked && r->error == cudaSuccess) {
        const cudaError_t state = cudaEventQuery(r->by->put[r->there % PIECES]);
        if (state == cudaErrorNotReady) return;
        r->error = state;
        r->there++;
        const int64_t ready = r->there * (PIECE / PART);
        __atomic_store_n(&r->ready, ready < r->parts ? ready : r->parts, __ATOMIC_RELEASE);
    }
}

/* The calling thread speaks with the device, and copies all other parts that it can. */
static void take_parts(tp_worker *worker, void *of)
{
    receiving *r = (receiving *)of;
    while (!tp_pauses(worker)) {
        int64_t k = __atomic_load_n(&r->next, __ATOMIC_RELAXED);
        if (worker->number == 0) {
            ask(r);
            look(r);
            /* (No more comes: helpers are to leave.) */
            if (r->error != cudaSuccess) __atomic_store_n(&r->next, r->parts, __ATOMIC_RELAXED);
        }
        if (k >= r->parts) return;
        if (k >= __atomic_load_n(&r->ready, __ATOMIC_ACQUIRE)) continue;
        if (!__atomic_compare_exchange_n(&r->next, &k, k + 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) continue;
        const int64_t begin = k * PART, size = r->bytes - begin < PART ? r->bytes - begin : PART;
        const int64_t place = begin / PIECE % PIECES;
        memcpy(r->to + begin, r->by->memory + place * PIECE + begin % PIECE, (size_t)size);
        __atomic_fetch_add(&r->taken[place], 1, __ATOMIC_RELEASE);
    }
}

/* New pages of the array are made by all threads: one takes longer for them than for the copy. */
static void touch(const void *of, int64_t begin, int64_t end)
{
    const receiving *r = (const receiving *)of;
    for (int64_t page = begin; page < end; page++) *(volatile char *)(r->to + page * PAGE) = 0;
}

static cudaError_t receive(receiving *r)
{
    const tp_team team = tp_team_for(r->context, r->bytes);
    r->pieces = tp_quotient_up(r->bytes, PIECE);
    r->parts = tp_quotient_up(r->bytes, PART);
    for (int k = 0; k < BUFFERS && r->error == cudaSuccess; k++) r->error = cudaEventSynchronize(r->by->fetched[k]);
    ask(r);
    tp_for(team, tp_quotient_up(r->bytes, PAGE), HUGE_PAGE / PAGE, touch, r);
    /* (Helpers come when there is something for them.) */
    if (r->error == cudaSuccess) r->error = cudaEventSynchronize(r->by->put[0]);
    if (r->error == cudaSuccess) tp_parallel(tp_team_of(team, r->parts), take_parts, r);
    if (r->error != cudaSuccess) cudaStreamSynchronize(r->stream); /* nothing is put any more */
    return r->error;
}

tropic_status tp_cuda_stage_download(tropic_context *context, int device, cudaStream_t stream, void *to,
                                     const void *from, size_t bytes, bool *done)
{
    receiving r = {};
    *done = false;
    if (!is_worth_it(context, device, to, bytes)) return TROPIC_OK;
    TP_TRY(await_before(context, stream, BRINGING));
    r.context = context;
    r.by = &of_devices[device];
    r.stream = stream;
    r.to = (char *)to;
    r.from = (const char *)from;
    r.bytes = (int64_t)bytes;
    tp_mutex_lock(&lock);
    *done = open(r.by);
    if (*done) receive(&r);
    tp_mutex_unlock(&lock);
    return tp_cuda_check(context, r.error, BRINGING);
}
