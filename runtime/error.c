/* SPDX-License-Identifier: Apache-2.0
 *
 * The last error, and the clock.
 */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Of calls without a context to keep it in. */
static _Thread_local tp_error nowhere;
static uint64_t failures;

tropic_status tp_fail(tropic_context *context, tropic_status status, const char *format, ...)
{
    tp_error *error = tp_error_of(context);
    char text[sizeof error->text]; /* (The arguments may contain the former one.) */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    memcpy(error->text, text, strlen(text) + 1);
    error->call = error->entered;
    error->number = __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
    return status;
}

tp_error *tp_error_nowhere(void)
{
    return &nowhere;
}

void tp_error_forget(void)
{
    nowhere.call = NULL;
    nowhere.number = 0;
    nowhere.text[0] = '\0';
}

/* Where the context was NULL, the caller looks in the one that he meant. */
static const tp_error *last(const tropic_context *context)
{
    return context && context->error.number >= nowhere.number ? &context->error : &nowhere;
}

uint64_t tp_failure(const tropic_context *context)
{
    return last(context)->number;
}

const char *tropic_context_error(const tropic_context *context)
{
    return last(context)->text;
}

const char *tropic_context_call(const tropic_context *context)
{
    const char *call = last(context)->call;
    return call ? call : "";
}

tropic_status tp_out_of_memory(tropic_context *context, const char *what)
{
    return tp_fail(context, TROPIC_OUT_OF_MEMORY, "out of memory for %s", what);
}

double tp_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

tropic_status tp_fail_range(tropic_context *context, const char *name, tropic_index value, tropic_index n)
{
    if (n == 0)
        return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "%s %d is out of range: there are none", name, value);
    return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "%s %d is out of range 0 .. %d", name, value, n - 1);
}
