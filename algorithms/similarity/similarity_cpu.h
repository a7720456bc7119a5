/* SPDX-License-Identifier: Apache-2.0
 *
 * Similarity of vertices on the CPU.
 */
#ifndef TP_SIMILARITY_CPU_H
#define TP_SIMILARITY_CPU_H

#include "algorithms/similarity/similarity.h"
#include "formats/matrix/list_at.h"
#include "runtime/threads.h"

/* Rows first .. first + rows - 1 of the result. Those of row first + r begin at place[r] of `to` and `score`, which has
 * room for all that there may be, and there are count[r]. */
typedef struct tp_similarity_places {
    tropic_index first, rows;
    int64_t *place, *count;
    tropic_index *to;
    double *score;
} tp_similarity_places;

/* A thread's sparse accumulator: by vertex, the common neighbours, or their weights (0: it was not reached), and which
 * vertices were reached; then which of them are in the result, one bit each, in levels (a bit of the next one tells
 * whether a word has one). */
#define TP_SIMILARITY_LEVELS 3
typedef struct tp_similarity_spa {
    int32_t *common;
    double *sum; /* NULL: `common` has all */
    tropic_index *reached;
    uint64_t *bits[TP_SIMILARITY_LEVELS];
} tp_similarity_spa;

static inline tropic_offset tp_similarity_degree(const tp_similarity *s, tropic_index v)
{
    return s->out.offsets[v + 1] - s->out.offsets[v];
}

/* The score of a pair whose common neighbours weigh so much. */
static inline double tp_similarity_score_of(const tp_similarity *s, tropic_index u, tropic_index v, double common)
{
    return tp_similarity_score(s->measure, (double)tp_similarity_degree(s, u), (double)tp_similarity_degree(s, v),
                               common);
}

/* Finds the rows, on the team's threads, each with its accumulator (similarity_rows.c). */
void tp_similarity_rows(tp_team team, const tp_similarity *s, const tp_similarity_wanted *wanted,
                        tp_similarity_spa *spas, const tp_similarity_places *places);

#endif
