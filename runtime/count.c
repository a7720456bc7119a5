/* SPDX-License-Identifier: Apache-2.0
 *
 * Asks for a count. runtime/count.h lists the callers.
 */
#include "runtime/count.h"

#include "runtime/backend.h"

/* The slot is given back, whether or not there was a number in it. */
static tropic_status get_pinned(tropic_context *context, tp_count *count)
{
    int64_t change = 0;
    const tp_backend *recorder = tp_recording_suspend(context);
    const tropic_status status = context->backend->take_slot(context, count->slot, &change);
    tp_recording_resume(context, recorder);
    *count = tp_count_known(count->entries + (status == TROPIC_OK ? change : 0));
    return status;
}

static tropic_status get_word(tropic_context *context, tp_count *count)
{
    int64_t entries = 0;
    if (count->state == TP_COUNT_DUE) TP_TRY(context->backend->make_due(context, count));
    TP_TRY(context->backend->download(context, &entries, count->word, sizeof entries));
    *count = tp_count_known(entries < 0 ? TP_TOO_MANY : entries);
    return TROPIC_OK;
}

tropic_status tp_count_get(tropic_context *context, tp_count *count)
{
    switch (count->state) {
    case TP_COUNT_PINNED: return get_pinned(context, count);
    case TP_COUNT_ON_DEVICE:
    case TP_COUNT_DUE: return get_word(context, count);
    default: return TROPIC_OK;
    }
}
