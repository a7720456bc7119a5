/* SPDX-License-Identifier: Apache-2.0
 *
 * A context: its device, threads and memory, and the last error.
 */
#define _GNU_SOURCE
#include "runtime/backend.h"
#include "runtime/choice.h"
#include "runtime/device_word.h"
#include "runtime/environment.h"
#include "runtime/evict.h"
#include "runtime/instruction_set.h"
#include "runtime/threads.h"

#include <tropic_host.h>

#include <omp.h>
#include <stdio.h>
#include <string.h>

tropic_status tp_progress(tropic_context *context, double done)
{
    const double at = context->progress_from + done * context->progress_part;
    bool reporting, goes_on;
    if (!context->progress) return TROPIC_OK;
    /* Rounding may not make it fall, or pass 1. */
    if (at > context->progress_reported) context->progress_reported = at < 1 ? at : 1;
    reporting = context->reporting;
    context->reporting = true;
    goes_on = context->progress(context->progress_reported, context->progress_user);
    context->reporting = reporting;
    if (goes_on) return TROPIC_OK;
    return tp_fail(context, TROPIC_CANCELLED, "cancelled by the caller");
}

/* No struct of options will ever be so large: a larger size was never set. */
#define MAX_OPTIONS 4096

tropic_status tp_options_check_size(tropic_context *context, size_t size, const char *name)
{
    if (size >= sizeof size && size <= MAX_OPTIONS) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: its size member is %zu: set it to sizeof", name, size);
}

tropic_status tp_options_copy(tropic_context *context, void *ours, size_t size, const void *theirs, const char *name)
{
    size_t given;
    memset(ours, 0, size);
    if (!theirs) return TROPIC_OK;
    memcpy(&given, theirs, sizeof given);
    TP_TRY(tp_options_check_size(context, given, name));
    /* A newer caller's members that we do not know must be at their defaults. */
    for (size_t k = size; k < given; k++)
        if (((const char *)theirs)[k])
            return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: set an option that this version (%s) does not know",
                           name, tropic_version());
    memcpy(ours, theirs, given < size ? given : size);
    return TROPIC_OK;
}

void tp_report_copy(void *theirs, const void *ours, size_t size)
{
    size_t given;
    memcpy(&given, theirs, sizeof given);
    memset(theirs, 0, given); /* a newer caller has members that we do not know */
    memcpy(theirs, ours, given < size ? given : size);
    memcpy(theirs, &given, sizeof given);
}

/* No machine has more threads. */
#define MAX_THREADS 4096

static tropic_status check_threads(tropic_context *context, int threads)
{
    if (threads >= 0 && threads <= MAX_THREADS) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "context options: %d threads, not 0 (as OpenMP chooses) to %d",
                   threads, MAX_THREADS);
}

static tropic_status check_options(tropic_context *context, const tropic_context_options *options)
{
    if (!options->allocate != !options->release)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "context options: allocate and release go together");
    if (!options->device_allocate != !options->device_release)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "context options: device_allocate and device_release go together");
    if (options->shared && (options->device != TROPIC_DEVICE_CPU || options->progress))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "context options: a shared context is for TROPIC_DEVICE_CPU, and has no progress");
    return check_threads(context, options->threads);
}

/* 0: as many as a parallel region of OpenMP would have. */
static int threads_of(int given)
{
    const int max = omp_get_max_threads(), limit = omp_get_thread_limit();
    const int threads = given > 0 ? given : max < limit ? max : limit;
    return threads < MAX_THREADS ? threads : MAX_THREADS;
}

/* Asks the environment, where the caller leaves the device to it. */
static tropic_status ask_environment(tropic_context *context, tropic_context_options *options)
{
    const char *word = tp_environment(TP_DEVICE_VARIABLE);
    if (options->device != TROPIC_DEVICE_AUTO || !word || !*word ||
        tp_device_of_word(word, &options->device, &options->device_index))
        return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                   TP_DEVICE_VARIABLE " in the environment is '%.40s', and must be " TP_DEVICE_WORDS, word);
}

static tropic_status open_on(tropic_context *context, const tp_backend *backend, const tropic_context_options *options)
{
    context->backend = backend;
    context->device_index = backend->device == TROPIC_DEVICE_CUDA ? options->device_index : 0;
    return backend->open(context, options->device_index, options->stream);
}

/* The CPU at first, where there is a choice. The caller who gives a stream has a GPU at work. */
static tropic_status open_auto(tropic_context *context, const tropic_context_options *options, const tp_backend *cpu,
                               const tp_backend *cuda)
{
    if (cuda && options->stream) {
        const tropic_status status = open_on(context, cuda, options);
        if (status != TROPIC_NO_DEVICE || tropic_device_count() > 0) return status;
        context->error = (tp_error){.entered = context->error.entered};
    }
    TP_TRY(open_on(context, cpu, options));
    context->choice.gpu = cuda;
    context->choice.device_index = options->device_index;
    return TROPIC_OK;
}

/* Fills a context that has its memory; says why not in its error text. */
static tropic_status context_open(tropic_context *context, tropic_context_options *options, const tp_backend *cpu,
                                  const tp_backend *cuda)
{
    context->threads = threads_of(options->threads);
    context->reproducible = options->reproducible;
    context->shared = options->shared;
    context->progress = options->progress;
    context->progress_user = options->progress_user;
    context->progress_part = 1;
    TP_TRY(tp_instruction_set_choose(context));
    TP_TRY(tp_threads_open(context));
    TP_TRY(ask_environment(context, options));

    switch (options->device) {
    case TROPIC_DEVICE_AUTO: return open_auto(context, options, cpu, cuda);
    case TROPIC_DEVICE_CPU: return open_on(context, cpu, options);
    case TROPIC_DEVICE_CUDA:
        if (!cuda) return tp_fail(context, TROPIC_NO_DEVICE, "this build of Tropic has no CUDA support");
        return open_on(context, cuda, options);
    }
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "context options: no device kind %d", (int)options->device);
}

tropic_status tp_context_create(tropic_context **context, const tropic_context_options *given, const tp_backend *cpu,
                                const tp_backend *cuda)
{
    tropic_context scratch = {0};
    tropic_context *made;
    tropic_context_options options;
    tropic_status status;

    tp_error_forget();
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    status = tp_options_copy(&scratch, &options, sizeof options, given, "context options");
    if (status == TROPIC_OK) status = check_options(&scratch, &options);
    if (status != TROPIC_OK) return tp_fail(NULL, status, "%s", scratch.error.text);
    scratch.memory = (tp_memory){options.allocate,       options.release,     options.device_allocate,
                                 options.device_release, options.memory_user, NULL};
    made = tp_allocate(&scratch.memory, 1, sizeof *made);
    if (!made) return tp_out_of_memory(NULL, "a context");
    *made = scratch;
    made->work = made->memory;
    made->work.counts = options.shared ? NULL : made;
    status = context_open(made, &options, cpu, cuda);
    if (status != TROPIC_OK) {
        if (!made->shared) (void)tp_fail(NULL, status, "%s", made->error.text);
        tp_threads_close(made);
        tp_release(&scratch.memory, made);
        return status;
    }
    made->references = 1;
    tp_calls_add(made);
    *context = made;
    return TROPIC_OK;
}

void tp_context_enter(tropic_context *context)
{
    __atomic_add_fetch(&context->references, 1, __ATOMIC_RELAXED);
}

void tp_context_leave(tropic_context *context)
{
    const tp_memory memory = context->memory;
    if (__atomic_sub_fetch(&context->references, 1, __ATOMIC_ACQ_REL) > 0) return;
    context->backend->close(context);
    tp_release(&memory, context);
    tp_memory_trim();
}

void tropic_context_free(tropic_context **context)
{
    tropic_context *freed;
    if (!context || !*context) return;
    freed = *context;
    *context = NULL;
    tp_calls_remove(freed);
    tp_threads_close(freed);
    freed->freed = true;
    freed->choice.gpu = NULL; /* it has no calls any more */
    if (freed->references > 1 && freed->backend->detach) freed->backend->detach(freed);
    tp_context_leave(freed);
}

tropic_device tropic_context_device(const tropic_context *context)
{
    tp_choose_for_question(context);
    return context ? context->backend->device : TROPIC_DEVICE_AUTO;
}

const char *tropic_context_device_name(const tropic_context *context)
{
    tp_choose_for_question(context);
    return context ? context->device_name : NULL;
}

const char *tropic_context_device_reason(const tropic_context *context)
{
    tp_choose_for_question(context);
    return context ? context->device_reason : "";
}

tropic_status tropic_host_set_threads(tropic_context *context, int threads)
{
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "change threads"));
    TP_TRY(check_threads(context, threads));
    const int before = context->threads;
    struct tp_pool *const pool = context->pool;
    context->threads = threads_of(threads);
    if (context->threads == before) return TROPIC_OK;
    context->pool = NULL;
    const tropic_status status = tp_threads_open(context);
    struct tp_pool *const made = context->pool;
    context->pool = pool;
    if (status != TROPIC_OK) {
        context->threads = before;
        return status;
    }
    tp_threads_close(context);
    context->pool = made;
    /* (The name of a CPU has them.) */
    return context->backend->device == TROPIC_DEVICE_CPU ? context->backend->open(context, 0, NULL) : TROPIC_OK;
}

int tropic_host_threads(const tropic_context *context)
{
    return context ? context->threads : 0;
}
