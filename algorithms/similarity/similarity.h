/* SPDX-License-Identifier: Apache-2.0
 *
 * Similarity of vertices: what the calls have in common. All of it lies in host memory, and is the CPU's work for all
 * devices. A kernel for rows would take the place of tp_similarity_rows.
 */
#ifndef TP_SIMILARITY_H
#define TP_SIMILARITY_H

#include "algorithms/run.h"
#include "runtime/threads.h"
#include "formats/matrix/list_at.h"

#include <math.h>
#include <tropic_similarity.h>

/* A pattern without loops, and what a common neighbour adds. */
typedef struct tp_similarity {
    tropic_similarity_measure measure;
    tropic_index n;
    tp_arcs out, in;      /* of undirected graphs they are the same */
    const double *weight; /* of each vertex as a common neighbour, above 0 where it is one; NULL: 1 */
} tp_similarity;

/* Rows first .. first + rows - 1 of the result. Those of row first + r begin at place[r] of `to` and `score`, which has
 * room for all that there may be, and there are count[r]. */
typedef struct tp_similarity_block {
    tropic_index first, rows;
    int64_t *place, *count;
    tropic_index *to;
    double *score;
} tp_similarity_block;

/* What one thread adds up: by vertex, the common neighbours, or their weights (0: it was not reached), and which
 * vertices were reached; then which of them are in the result, one bit each, in levels (a bit of the next one tells
 * whether a word has one). */
#define TP_SIMILARITY_LEVELS 3
typedef struct tp_similarity_lane {
    int32_t *common;
    double *sum; /* NULL: `common` has all */
    tropic_index *reached;
    uint64_t *bits[TP_SIMILARITY_LEVELS];
} tp_similarity_lane;

/* The pairs that are wanted. */
typedef struct tp_similarity_wanted {
    tropic_index best; /* 0: all */
    double threshold;
    bool unlinked;
} tp_similarity_wanted;

static inline tropic_offset tp_similarity_degree(const tp_similarity *s, tropic_index v)
{
    return s->out.offsets[v + 1] - s->out.offsets[v];
}

/* The score of a pair whose common neighbours weigh so much. */
static inline double tp_similarity_score(const tp_similarity *s, tropic_index u, tropic_index v, double common)
{
    const double a = (double)tp_similarity_degree(s, u), b = (double)tp_similarity_degree(s, v);
    double by = 1;
    switch (s->measure) {
    case TROPIC_SIMILARITY_JACCARD: by = a + b - common; break;
    case TROPIC_SIMILARITY_OVERLAP: by = a < b ? a : b; break;
    case TROPIC_SIMILARITY_COSINE: by = sqrt(a * b); break;
    case TROPIC_SIMILARITY_ATTACHMENT: return a * b;
    default: break;
    }
    return common > 0 ? common / by : 0;
}

/* Scores of given pairs (similarity_pairs.c). */
tropic_status tp_similarity_pairs(tp_run *run, const tp_similarity *s, const tropic_index *from, const tropic_index *to,
                                  int64_t count, double *score);
/* Finds the rows of a block, on the team's threads, each with its lane (similarity_rows.c). */
void tp_similarity_rows(tp_team team, const tp_similarity *s, const tp_similarity_wanted *wanted,
                        tp_similarity_lane *lanes, const tp_similarity_block *block);
/* All of a result, block by block; adds to the report (similarity_blocks.c). */
tropic_status tp_similarity_blocks(tp_run *run, const tp_similarity *s, const tp_similarity_wanted *wanted,
                                   tropic_similarity_take *take, void *user, tropic_similarity_report *report);

#endif
