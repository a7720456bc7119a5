/* SPDX-License-Identifier: Apache-2.0
 *
 * What all parts of the benchmark share: the clock, quantiles, lists of words, and how it fails.
 */
#ifndef BENCH_COMMON_H
#define BENCH_COMMON_H

#include <tropic.h>

/* Exit codes, those of the tool. */
typedef enum bench_exit {
    BENCH_FINE,
    BENCH_FAILED, /* or an answer is wrong */
    BENCH_USAGE,
    BENCH_UNREADABLE,
    BENCH_MISSING, /* no such device */
    BENCH_CANCELLED
} bench_exit;

/* From here on signals that end the program give BENCH_CANCELLED (bench/signals.c). */
void bench_signals(void);
/* "tropic bench: ..." on stderr, and ends the program. */
_Noreturn void bench_stop(bench_exit code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Ends it unless the status is OK. context NULL: of the last context that could not be made. */
void bench_check(tropic_status status, const tropic_context *context, const char *what);
/* Writes what stdout still holds; ends the program where something did not get there. */
void bench_flush(void);
/* malloc() of that many bytes, or of one; ends the program where there are none. */
void *bench_reserve(size_t bytes);

/* Seconds on a steady clock. */
double bench_now(void);
/* Sorts the seconds. */
double bench_median(double *seconds, int count);
/* Of sorted seconds, count > 0: where part q of them lies below, between neighbours in proportion. */
double bench_quantile(const double *sorted, int count, double q);

/* Is it one of a comma-separated list? */
bool bench_has_word(const char *list, const char *word);
/* Copies the next word of the list to `word`, and moves *list behind it; false at the end. A longer word is cut. */
bool bench_next_word(const char **list, char *word, size_t size);

#endif
