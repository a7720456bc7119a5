/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by all parts of the benchmark: the clock, rounds and their figures, lists of words, and how it fails.
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
/* Flushes stdout; ends the program if a write fails. */
void bench_flush(void);
/* malloc() of that many bytes, or of one; ends the program where there are none. */
void *bench_reserve(size_t bytes);

/* Seconds on a steady clock. */
double bench_now(void);

/* Seconds of some rounds; low and high: a quarter is below and above. All but count are NaN if nothing was timed. */
typedef struct bench_times {
    int count;
    double median, min, max, low, high;
} bench_times;
/* Sorts the seconds; count > 0. */
bench_times bench_times_of(double *seconds, int count);
/* Half of the distance between the quartiles, and that of the extremes, as a part of the median. */
double bench_spread(const bench_times *t);
double bench_range(const bench_times *t);

/* Something that is timed. run returns the seconds of one round: of the part that counts. NaN: there is no such. */
typedef struct bench_side {
    double (*run)(void *data);
    void *data;
} bench_side;
/* Rounds of one side, or of two in turn: as many as `most`; fewer once both have worked for so many seconds, but
 * `least` of them. */
typedef struct bench_rounds {
    int least, most;
    double seconds;
} bench_rounds;
#define BENCH_ROUNDS_MAX 256
void bench_time(const bench_rounds *rounds, const bench_side *sides, int count, bench_times *times);

/* Times of others by ours. */
typedef struct bench_ratios {
    double log_sum, least;
    int count;
} bench_ratios;
/* One that is NaN does not count. */
void bench_ratios_add(bench_ratios *r, double ratio);
double bench_ratios_mean(const bench_ratios *r);

/* A figure in so many columns of a table, or a dash if it is not known. */
void bench_put(int width, int digits, double figure);

tropic_vector *bench_vector(tropic_context *context, tropic_type type, tropic_index n);

/* Is it one of a comma-separated list? */
bool bench_has_word(const char *list, const char *word);
/* Copies the next word of the list to `word`, and moves *list behind it; false at the end. A longer word is cut. */
bool bench_next_word(const char **list, char *word, size_t size);

#endif
