/* SPDX-License-Identifier: Apache-2.0
 *
 * CUDA C++ texts to machine code by NVRTC, side by side: each takes it a tenth of a second to a second, and none waits
 * for another. The calling thread tells progress meanwhile.
 */
#include "runtime/jit/jit_compile.h"
#include "runtime/jit/jit_sources.h"
#include "runtime/locks.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Of nvrtcResult. */
enum {
    NOT_BEGUN = -1,
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_OUT_OF_MEMORY = 1,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6
};

/* As the kernels of the library are compiled. The public header declares functions of the host, which
 * are then taken for the device's, and never called. */
#define OPTIONS(X)                                                                                                     \
    X("--std=c++17")                                                                                                   \
    X("--fmad=false")                                                                                                  \
    X("--device-as-default-execution-space")                                                                           \
    X("-w")
#define AS_WORD(option) option,
#define AS_TEXT(option) option " "
const char tp_nvrtc_options[] = OPTIONS(AS_TEXT);

/* Threads at once; the system's usual stack, which may be less where it is unlimited. */
#define COMPILERS_MAX 64
#define COMPILER_STACK ((size_t)8 << 20)
/* Progress is told from so many seconds on, after each wait of so many nanoseconds. */
#define TOLD_FROM 1.0
#define COMPILER_WAIT_NS 50000000

typedef struct batch {
    const tp_nvrtc *nvrtc;
    char target[32];
    tp_nvrtc_program *programs;
    int *errors;
    int count, next; /* which is taken next */
    bool cancelled;
    int working; /* threads */
    pthread_mutex_t lock;
    pthread_cond_t left;
} batch;

/* NVRTC asks it now and then. */
static int is_cancelled(void *of, void *reserved)
{
    (void)reserved;
    return __atomic_load_n(&((batch *)of)->cancelled, __ATOMIC_RELAXED);
}

static void compile_each(batch *b)
{
    const char *const options[] = {b->target, OPTIONS(AS_WORD)};
    for (;;) {
        const int k = __atomic_fetch_add(&b->next, 1, __ATOMIC_RELAXED);
        if (k >= b->count || is_cancelled(b, NULL)) return;
        tp_jit_count();
        b->errors[k] = b->nvrtc->compile(b->programs[k], sizeof options / sizeof *options, options);
    }
}

static void *work(void *of)
{
    batch *b = of;
    compile_each(b);
    pthread_mutex_lock(&b->lock);
    b->working--;
    pthread_cond_signal(&b->left);
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

static tropic_status make_programs(tropic_context *context, batch *b, tp_jit_text *const *texts)
{
    const char **headers = tp_allocate(&context->memory, 2 * (int64_t)tp_source_count, sizeof *headers);
    int error = NVRTC_SUCCESS;
    if (!headers) return tp_out_of_memory(context, "a text to compile");
    for (int k = 0; k < tp_source_count; k++) {
        headers[k] = (const char *)tp_sources[k].text;
        headers[tp_source_count + k] = tp_sources[k].name;
    }
    for (int k = 0; k < b->count && error == NVRTC_SUCCESS; k++) {
        error = b->nvrtc->create(&b->programs[k], texts[k]->text, texts[k]->name, tp_source_count, headers,
                                 headers + tp_source_count);
        if (error == NVRTC_SUCCESS && b->nvrtc->flow) b->nvrtc->flow(b->programs[k], is_cancelled, b);
    }
    tp_release(&context->memory, headers);
    if (error == NVRTC_SUCCESS) return TROPIC_OK;
    if (error == NVRTC_ERROR_OUT_OF_MEMORY) return tp_out_of_memory(context, "a text to compile");
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "NVRTC failed: %s", b->nvrtc->message(error));
}

tropic_status tp_jit_wait(tropic_context *context, double since)
{
    return tp_now() - since < TOLD_FROM ? TROPIC_OK : tp_progress(context, 0);
}

/* Waits until all threads have left. A cancelled text ends when NVRTC asks, or when it is compiled. */
static tropic_status await(tropic_context *context, batch *b, double since)
{
    const unsigned forks = tp_forks();
    tropic_status status = TROPIC_OK;
    struct timespec until;
    pthread_mutex_lock(&b->lock);
    while (b->working > 0) {
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += COMPILER_WAIT_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&b->left, &b->lock, &until);
        if (status != TROPIC_OK || b->working == 0) continue;
        pthread_mutex_unlock(&b->lock);
        status = tp_jit_wait(context, since);
        /* (A callback may fork, and the child has no other thread.) */
        if (tp_forks() != forks) return tp_fail(context, TROPIC_NOT_SUPPORTED, "forked while a text was compiled");
        pthread_mutex_lock(&b->lock);
        if (status != TROPIC_OK) __atomic_store_n(&b->cancelled, true, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&b->lock);
    return status;
}

/* Where no thread is to be had, the calling one compiles. */
static tropic_status compile_all(tropic_context *context, batch *b, double since)
{
    const int most = context->threads < COMPILERS_MAX ? context->threads : COMPILERS_MAX;
    pthread_t threads[COMPILERS_MAX];
    pthread_condattr_t steady;
    pthread_attr_t attributes;
    sigset_t all, before;
    tropic_status status;
    int started = 0;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->left, &steady);
    pthread_condattr_destroy(&steady);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, COMPILER_STACK);
    sigfillset(&all); /* signals are the caller's threads' */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_mutex_lock(&b->lock);
    while (started < most && started < b->count && pthread_create(&threads[started], &attributes, work, b) == 0)
        started++;
    b->working = started;
    pthread_mutex_unlock(&b->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (started == 0) compile_each(b);
    const unsigned forks = tp_forks();
    status = await(context, b, since);
    if (tp_forks() != forks) return status;
    for (int k = 0; k < started; k++) pthread_join(threads[k], NULL);
    pthread_cond_destroy(&b->left);
    pthread_mutex_destroy(&b->lock);
    return status;
}

static tropic_status refuse(tropic_context *context, const tp_nvrtc *nvrtc, tp_nvrtc_program program)
{
    tropic_status status;
    char *log = NULL;
    size_t bytes = 0;
    if (nvrtc->log_size(program, &bytes) != NVRTC_SUCCESS || bytes == 0) return tp_jit_refuse(context, "");
    log = tp_allocate(&context->memory, (int64_t)bytes, 1);
    if (!log) return tp_out_of_memory(context, "what a compiler wrote");
    status = tp_jit_refuse(context, nvrtc->log(program, log) == NVRTC_SUCCESS ? log : "");
    tp_release(&context->memory, log);
    return status;
}

static tropic_status take_image(tropic_context *context, const batch *b, int k, tp_jit_text *text)
{
    const tp_nvrtc *nvrtc = b->nvrtc;
    int error = b->errors[k];
    if (error == NVRTC_ERROR_COMPILATION) return refuse(context, nvrtc, b->programs[k]);
    if (error == NVRTC_ERROR_INVALID_OPTION)
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "this NVRTC does not compile for %s: install a newer CUDA toolkit", strrchr(b->target, '=') + 1);
    if (error == NVRTC_SUCCESS) error = nvrtc->cubin_size(b->programs[k], &text->bytes);
    if (error == NVRTC_SUCCESS) {
        text->image = tp_allocate(&context->memory, (int64_t)text->bytes, 1);
        if (!text->image) return tp_out_of_memory(context, "a compiled text");
        error = nvrtc->cubin(b->programs[k], text->image);
    }
    if (error == NVRTC_SUCCESS) return TROPIC_OK;
    if (error == NVRTC_ERROR_OUT_OF_MEMORY) return tp_out_of_memory(context, "a text to compile");
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "NVRTC failed: %s", nvrtc->message(error));
}

tropic_status tp_jit_compile(tropic_context *context, int architecture, tp_jit_text *const *texts, int count,
                             double since)
{
    batch b = {.count = count};
    const unsigned forks = tp_forks();
    tropic_status status;
    TP_TRY(tp_nvrtc_load(context, &b.nvrtc));
    snprintf(b.target, sizeof b.target, "--gpu-architecture=sm_%d", architecture);
    b.programs = tp_allocate_zero(&context->memory, count, sizeof *b.programs);
    b.errors = tp_allocate_zero(&context->memory, count, sizeof *b.errors);
    for (int k = 0; b.errors && k < count; k++) b.errors[k] = NOT_BEGUN;
    status = b.programs && b.errors ? make_programs(context, &b, texts) : tp_out_of_memory(context, "texts to compile");
    if (status == TROPIC_OK) status = compile_all(context, &b, since);
    if (tp_forks() != forks) return status; /* memory of other threads stays theirs */
    /* An image that is whole when the call is cancelled is kept: the next attempt finds it. */
    for (int k = 0; k < count && status == TROPIC_CANCELLED; k++)
        if (b.errors[k] == NVRTC_SUCCESS) (void)take_image(context, &b, k, texts[k]);
    for (int k = 0; k < count && status == TROPIC_OK; k++) status = take_image(context, &b, k, texts[k]);
    for (int k = 0; b.programs && k < count; k++)
        if (b.programs[k]) b.nvrtc->destroy(&b.programs[k]);
    tp_release(&context->memory, b.errors);
    tp_release(&context->memory, b.programs);
    return status;
}
