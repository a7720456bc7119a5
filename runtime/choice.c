/* SPDX-License-Identifier: Apache-2.0
 *
 * The choice of a context of `auto`.
 */
#include "runtime/choice.h"

#include "runtime/backend.h"
#include "runtime/jit/jit_parts.h"
#include "runtime/tuning.h"

#include <stdio.h>
#include <string.h>

/* The reason that the caller of a small context gets, in the tool's words. */
#define SMALL "the work is small: a CPU ends it before a GPU starts"

void tp_choose_cpu(tropic_context *context, const char *reason)
{
    context->choice.gpu = NULL;
    snprintf(context->device_reason, sizeof context->device_reason, "%s", reason);
}

/* On the GPU with all that the context has; or as it was, and its error says why. */
static tropic_status open_gpu(tropic_context *context, const tp_choice *choice)
{
    const tp_backend *cpu = context->backend;
    char name[sizeof context->device_name];
    tropic_status status;
    memcpy(name, context->device_name, sizeof name);
    context->backend = choice->gpu;
    context->device_index = choice->device_index;
    status = choice->gpu->open(context, choice->device_index, NULL);
    if (status == TROPIC_OK && choice->follow) {
        status = choice->follow(context, choice->vectors, cpu);
        if (status != TROPIC_OK) choice->gpu->close(context);
    }
    if (status == TROPIC_OK) return TROPIC_OK;
    context->backend = cpu;
    context->device_index = 0;
    context->device = NULL;
    memcpy(context->device_name, name, sizeof name);
    return status;
}

void tp_choose_gpu(tropic_context *context, bool outermost)
{
    const tp_error before = context->error;
    const tp_choice choice = context->choice;
    tropic_status status;
    if (!outermost) {
        tp_choose_cpu(context, SMALL);
        return;
    }
    context->choice.gpu = NULL; /* (Vectors stay in their list, which nobody reads any more.) */
    status = open_gpu(context, &choice);
    if (status != TROPIC_OK && (status != TROPIC_NO_DEVICE || tropic_device_count() > 0))
        snprintf(context->device_reason, sizeof context->device_reason, "%s", context->error.text);
    context->error = before;
}

void tp_choose_by_work(tropic_context *context, bool outermost, double seconds)
{
    tp_choice *choice = &context->choice;
    if (!outermost && !context->looping) return; /* the outermost has told its work */
    choice->worked = true;
    if (seconds < TP_LEAST_SECONDS) return;
    choice->seconds += seconds;
    if (outermost && choice->seconds > TP_GPU_START_SECONDS) tp_choose_gpu(context, true);
}

void tp_choose_after_body(tropic_context *context)
{
    if (tp_undecided(context) && context->choice.seconds > TP_GPU_START_SECONDS) tp_choose_gpu(context, true);
}

void tp_choose_for_text(tropic_context *context)
{
    const tp_error before = context->error;
    tp_cc cc;
    if (!tp_undecided(context)) return;
    if (tp_cc_find(context, &cc) != TROPIC_OK) {
        context->error = before;
        tp_choose_gpu(context, true);
    }
}

void tp_choose_for_question(const tropic_context *asked)
{
    /* A context is its caller's, and none is made const. */
    tropic_context *context = (tropic_context *)asked;
    if (!tp_undecided(context)) return;
    if (context->choice.worked && context->choice.seconds <= TP_GPU_START_SECONDS)
        tp_choose_cpu(context, SMALL);
    else
        tp_choose_gpu(context, !context->error.entered);
}
