/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 199309L
#include "bench/common.h"

#include "cli/terminal/text.h"

#include <errno.h>
#include <math.h>
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

/* Of sorted seconds: where part q of them lies below, between neighbours in proportion. */
static double quantile(const double *sorted, int count, double q)
{
    const double at = q * (count - 1);
    const int below = (int)at, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

bench_times bench_times_of(double *seconds, int count)
{
    qsort(seconds, (size_t)count, sizeof *seconds, ascending);
    return (bench_times){.count = count,
                         .median = quantile(seconds, count, 0.5),
                         .min = seconds[0],
                         .max = seconds[count - 1],
                         .low = quantile(seconds, count, 0.25),
                         .high = quantile(seconds, count, 0.75)};
}

double bench_spread(const bench_times *t)
{
    return (t->high - t->low) / 2 / t->median;
}

double bench_range(const bench_times *t)
{
    return (t->max - t->min) / t->median;
}

void bench_time(const bench_rounds *rounds, const bench_side *sides, int count, bench_times *times)
{
    double seconds[2][BENCH_ROUNDS_MAX], spent = 0;
    int done = 0;
    for (; done < rounds->most && (done < rounds->least || spent < rounds->seconds); done++)
        for (int s = 0; s < count; s++) {
            seconds[s][done] = sides[s].run(sides[s].data);
            if (isfinite(seconds[s][done])) spent += seconds[s][done];
        }
    for (int s = 0; s < count; s++)
        times[s] = isnan(seconds[s][0]) ? (bench_times){0, NAN, NAN, NAN, NAN, NAN} : bench_times_of(seconds[s], done);
}

void bench_ratios_add(bench_ratios *r, double ratio)
{
    if (!isfinite(ratio)) return;
    r->log_sum += log(ratio);
    if (r->count++ == 0 || ratio < r->least) r->least = ratio;
}

double bench_ratios_mean(const bench_ratios *r)
{
    return exp(r->log_sum / r->count);
}

void bench_put(int width, int digits, double figure)
{
    if (isfinite(figure))
        printf(" %*.*f", width, digits, figure);
    else
        printf(" %*s", width, "-");
}

tropic_vector *bench_vector(tropic_context *context, tropic_type type, tropic_index n)
{
    tropic_vector *v = NULL;
    bench_check(tropic_vector_create(&v, context, type, n), context, "a vector");
    return v;
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
