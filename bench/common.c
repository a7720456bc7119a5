/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 199309L
#include "bench/common.h"

#include "cli/terminal/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void bench_stop(bench_exit code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cli_text_say("bench", "", format, arguments);
    va_end(arguments);
    exit((int)code);
}

void bench_check(tropic_status status, const tropic_context *context, const char *what)
{
    bench_exit code = BENCH_FAILED;
    const char *text;
    if (status == TROPIC_OK) return;
    text = tropic_context_error(context);
    if (status == TROPIC_NO_DEVICE) code = BENCH_MISSING;
    if (status == TROPIC_IO_ERROR || status == TROPIC_FORMAT_ERROR) code = BENCH_UNREADABLE;
    bench_stop(code, "%s: %s", what, *text ? text : tropic_status_message(status));
}

void bench_flush(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        bench_stop(BENCH_FAILED, "cannot write standard output: %s", strerror(errno));
}

void *bench_reserve(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p) bench_stop(BENCH_FAILED, "out of memory for %zu bytes", bytes);
    return p;
}

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_quantile(const double *sorted, int count, double q)
{
    const double at = q * (count - 1);
    const int below = (int)at, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

double bench_median(double *seconds, int count)
{
    qsort(seconds, (size_t)count, sizeof *seconds, ascending);
    return bench_quantile(seconds, count, 0.5);
}

bool bench_has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0')) return true;
    return false;
}

bool bench_next_word(const char **list, char *word, size_t size)
{
    const size_t length = strcspn(*list, ",");
    if (**list == '\0') return false;
    snprintf(word, size, "%.*s", (int)length, *list);
    *list += length + ((*list)[length] == ',');
    return true;
}
