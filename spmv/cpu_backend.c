/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU backend: its memory is host memory, its threads are the context's.
 */
#include "spmv/cpu_backend.h"

#include "formats/generate/generator.h"
#include "semiring/semiring.h"

#include <stdio.h>
#include <string.h>

tropic_status tp_cpu_open(tropic_context *context, int index, void *stream)
{
    (void)index;
    if (stream) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "context options: a stream needs a CUDA device");
    snprintf(context->device_name, sizeof context->device_name, "CPU, %d thread%s", context->threads,
             context->threads == 1 ? "" : "s");
    return TROPIC_OK;
}

void tp_cpu_close(tropic_context *context)
{
    (void)context;
}

tropic_status tp_cpu_allocate(tropic_context *context, void **pointer, size_t bytes, const char *what)
{
    void *array = bytes <= (size_t)INT64_MAX ? tp_allocate(&context->work, (int64_t)bytes, 1) : NULL;
    if (!array) return tp_fail(context, TROPIC_OUT_OF_MEMORY, "out of memory for %s (%zu bytes)", what, bytes);
    *pointer = array;
    return TROPIC_OK;
}

void tp_cpu_release(tropic_context *context, void *pointer)
{
    tp_release(&context->work, pointer);
}

tropic_status tp_cpu_hand_over(tropic_context *context, tropic_context *to, void *const *arrays, int count)
{
    for (int k = 0; k < count; k++) {
        if (!arrays[k] || !context->work.counts) continue;
        tp_working_remove(context, tp_working_bytes(arrays[k]));
        tp_working_add(to, tp_working_bytes(arrays[k]));
    }
    return TROPIC_OK;
}

tropic_status tp_cpu_available(tropic_context *context, size_t *bytes)
{
    *bytes = context->memory.allocate ? SIZE_MAX : tp_available_memory();
    return TROPIC_OK;
}

tropic_status tp_cpu_copy(tropic_context *context, void *to, const void *from, size_t bytes)
{
    (void)context;
    if (bytes > 0) memcpy(to, from, bytes);
    return TROPIC_OK;
}

tropic_status tp_cpu_upload(tropic_context *context, void *to, const void *from, size_t bytes)
{
    return tp_cpu_copy(context, to, from, bytes);
}

tropic_status tp_cpu_download(tropic_context *context, void *to, const void *from, size_t bytes)
{
    return tp_cpu_copy(context, to, from, bytes);
}

tropic_status tp_cpu_wait(tropic_context *context)
{
    (void)context;
    return TROPIC_OK;
}

tropic_status tp_cpu_timer_start(tropic_context *context)
{
    context->timer = tp_now();
    return TROPIC_OK;
}

tropic_status tp_cpu_timer_stop(tropic_context *context, double *seconds)
{
    *seconds = tp_now() - context->timer;
    return TROPIC_OK;
}

const tp_backend tp_cpu_backend = {.device = TROPIC_DEVICE_CPU,
                                   .location = TROPIC_HOST,
                                   .choose = tp_choose_host_product,
                                   TP_BACKEND_CALLS(TP_CALL_ROW, tp_cpu_)};
