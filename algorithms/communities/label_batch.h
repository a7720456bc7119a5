/* SPDX-License-Identifier: Apache-2.0
 *
 * How many rounds of label propagation a GPU is given at a time. The host hears of a cancel between two batches alone,
 * so a batch is to be short; but small graphs are not to wait for the host.
 */
#ifndef TP_LABEL_BATCH_H
#define TP_LABEL_BATCH_H

#include "algorithms/tuning.h"

#include <stdbool.h>
#include <stdint.h>

/* Rounds of a batch, at most. */
#define TP_LABEL_AHEAD 16

/* Of the first, of a graph with so many arcs. */
static inline int tp_label_batch_first(int64_t arcs)
{
    const int64_t rounds = arcs > 0 ? TP_LABELS_BATCH_ARCS / arcs : TP_LABEL_AHEAD;
    return rounds < 1 ? 1 : rounds > TP_LABEL_AHEAD ? TP_LABEL_AHEAD : (int)rounds;
}

/* Is the first's time to be of its rounds alone, so that the host waits for earlier work before it? Not where there is
 * no next one, nor where the first is as large as any: then the graph is small, and so is that work. */
static inline bool tp_label_batch_is_timed(int first, int32_t all)
{
    return first < TP_LABEL_AHEAD && first < all;
}

/* Of the next, after one of so many rounds took so long: never more, for in some rounds few vertices are looked at. */
static inline int tp_label_batch_next(int rounds, double seconds)
{
    const double most = TP_LABELS_BATCH_SECONDS * rounds / seconds;
    return !(most < rounds) ? rounds : most < 1 ? 1 : (int)most;
}

#endif
