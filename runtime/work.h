/* SPDX-License-Identifier: Apache-2.0
 *
 * About how long a CPU works: guesses by sizes alone, by which `auto` chooses a device. For the tool and GraphBLAS,
 * too.
 */
#ifndef TP_WORK_H
#define TP_WORK_H

/* Seconds until a GPU takes its first kernel: the driver and its context (H200, driver 580: 0.22 to 0.26, some hosts
 * 0.33). */
#define TP_GPU_START_SECONDS 0.25
/* A CPU ends a call of less about as soon as a GPU, whose every call has launches and often a wait. */
#define TP_LEAST_SECONDS 2e-4

/* Of large vectors and graphs the caches do not hold the places: so many. */
#define TP_WORK_LARGE ((double)(1 << 19))

/* Of one thread, for each entry of a matrix; the same where a vector, which may be a large one, is multiplied; for each
 * product of two entries of matrices; and each place or entry of a vector. Measured on an EPYC with 16 cores: products
 * of kron 14 to 20 (3 to 7 ns), and lattices of side 300 and 1200. */
#define TP_ENTRY_SECONDS 2.5e-9
#define TP_ARC_SECONDS 6e-9
#define TP_FAR_ARC_SECONDS 9e-9
#define TP_TERM_SECONDS 5e-9
#define TP_PLACE_SECONDS 5e-10
/* For each entry that is made by rule (1.5e-8 to 1.4e-7). */
#define TP_MAKE_SECONDS 1e-7
/* The maximum of threads that are of use, for lack of bandwidth, and the work of one that pays (runtime/threads.h has
 * less, for work that is already divided). */
#define TP_USEFUL_THREADS 16
#define TP_THREAD_SECONDS 1.6e-4

/* Time on some threads of work that takes one thread so many seconds. */
static inline double tp_work_shared(double seconds, int threads)
{
    const double most = threads < TP_USEFUL_THREADS ? threads : TP_USEFUL_THREADS, pay = seconds / TP_THREAD_SECONDS;
    const double used = pay < most ? pay : most;
    return used > 1 ? seconds / used : seconds;
}

/* The part of a matrix's entries that meet the `count` entries of a vector, which has so many places. All, if it has
 * half of them: its missing places are then often those of empty lists. */
static inline double tp_work_met(double count, double places)
{
    return 2 * count < places ? count / places : 1;
}

/* A product of so many entries with a vector of so many places. */
static inline double tp_work_of_arcs(double entries, double places, int threads)
{
    return tp_work_shared(entries * (places < TP_WORK_LARGE ? TP_ARC_SECONDS : TP_FAR_ARC_SECONDS), threads);
}

static inline double tp_work_to_make(double entries, int threads)
{
    return entries * TP_MAKE_SECONDS / threads;
}

#endif
