/* SPDX-License-Identifier: Apache-2.0
 *
 * A context's error text, and the clock.
 */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <stdio.h>
#include <time.h>

tropic_status tp_fail(tropic_context *context, tropic_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context->error, sizeof context->error, format, arguments);
    va_end(arguments);
    return status;
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
