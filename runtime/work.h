/* SPDX-License-Identifier: Apache-2.0
 *
 * About how long a CPU works: guesses by sizes alone, by which `auto` chooses a device. For the tool and GraphBLAS,
 * too.
 */
#ifndef TP_WORK_H
#define TP_WORK_H

#include "runtime/tuning.h"

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
