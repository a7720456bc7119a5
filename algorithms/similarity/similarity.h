/* SPDX-License-Identifier: Apache-2.0
 *
 * Similarity of vertices: what the calls have in common, and what the two devices do for them.
 */
#ifndef TP_SIMILARITY_H
#define TP_SIMILARITY_H

#include "algorithms/run.h"

#include <math.h>
#include <tropic_similarity.h>

TP_BEGIN_C

#define TP_SIMILARITY_DOING "similarities"

/* A pattern in memory of the backend, and what a common neighbour adds. */
typedef struct tp_similarity {
    tropic_similarity_measure measure;
    tropic_index n;
    tp_arcs out, in;      /* of undirected graphs they are the same. On the CPU without loops */
    const double *weight; /* of a common neighbour: on the CPU by its number, on a GPU by its degree; NULL: 1 */
    /* On a GPU, of each vertex: arcs out of it and into it, without loops; and its steps, after a survey. */
    const tropic_index *degree, *into;
    const int64_t *steps;
} tp_similarity;

/* The pairs that are wanted. */
typedef struct tp_similarity_wanted {
    tropic_index best; /* 0: all */
    double threshold;
    bool unlinked;
} tp_similarity_wanted;

/* Rows first .. first + rows - 1 of the result: `count` pairs in host memory, in order. */
typedef struct tp_similarity_block {
    tropic_index first, rows, *from, *to;
    double *score;
    int64_t count;
} tp_similarity_block;
/* Of host memory for a pair of a block. */
#define TP_SIMILARITY_PAIR_BYTES (2 * sizeof(tropic_index) + sizeof(double))

/* Of a block: pairs that it has room for (or more, if one row may have more), its rows, and its steps of two, after
 * which progress is told. A row of the best that reaches more than `reached` vertices needs room for so many lists of
 * them; `unsorted`: one of the best needs room for all that it reaches. */
typedef struct tp_similarity_limits {
    int64_t pairs, steps, reached, lists;
    tropic_index rows;
    bool unsorted;
} tp_similarity_limits;

/* What a device keeps from block to block. */
typedef struct tp_similarity_space tp_similarity_space;

/* Room for pairs that row u of so many steps needs. */
static inline int64_t tp_similarity_room(tropic_index n, const tp_similarity_wanted *wanted,
                                         const tp_similarity_limits *limits, tropic_index u, int64_t steps)
{
    const int64_t others = wanted->best > 0 ? (int64_t)n - 1 : (int64_t)n - 1 - u;
    const int64_t most = steps < others ? steps : others;
    if (wanted->best == 0 || limits->unsorted) return most;
    if (most > limits->reached) return wanted->best * limits->lists;
    return wanted->best < most ? wanted->best : most;
}

/* The weight of a common neighbour, of which so many vertices are a neighbour. */
static inline double tp_similarity_weight(tropic_similarity_measure measure, double degree)
{
    /* A common neighbour has two. */
    return degree < 2 ? 1 : 1 / (measure == TROPIC_SIMILARITY_ADAMIC_ADAR ? log(degree) : degree);
}

static inline bool tp_similarity_weighted(tropic_similarity_measure measure)
{
    return measure == TROPIC_SIMILARITY_ADAMIC_ADAR || measure == TROPIC_SIMILARITY_ALLOCATION;
}

/* The score of a pair of so many neighbours each, whose common ones weigh so much. */
TP_FN double tp_similarity_score(tropic_similarity_measure measure, double a, double b, double common)
{
    double by = 1;
    switch (measure) {
    case TROPIC_SIMILARITY_JACCARD: by = a + b - common; break;
    case TROPIC_SIMILARITY_OVERLAP: by = a < b ? a : b; break;
    case TROPIC_SIMILARITY_COSINE: by = sqrt(a * b); break;
    case TROPIC_SIMILARITY_ATTACHMENT: return a * b;
    default: return common;
    }
    return common > 0 ? common / by : 0;
}

/*   prepare  the pattern and weights; s->measure and s->n are there
 *   pairs    scores of given pairs, all in host memory; tells its progress
 *   survey   steps[u], in host memory: ways of two steps from u; and limits of blocks
 *   open     what blocks of so many pairs need: *space; checks also for memory for these pairs on the host
 *   launch   begins a block
 *   collect  ends it: fills block->from, to and score, and block->count
 *
 * Terms of a sum are added up in order of common neighbours. */
#define TP_SIMILARITY_CALLS(X, prefix)                                                                                 \
    X(tropic_status, prefix, prepare, (tp_run * run, tp_similarity * s, bool outgoing))                                \
    X(tropic_status, prefix, pairs,                                                                                    \
      (tp_run * run, const tp_similarity *s, const tropic_index *from, const tropic_index *to, int64_t count,          \
       double *score))                                                                                                 \
    X(tropic_status, prefix, survey,                                                                                   \
      (tp_run * run, tp_similarity * s, const tp_similarity_wanted *wanted, int64_t *steps,                            \
       tp_similarity_limits *limits))                                                                                  \
    X(tropic_status, prefix, open,                                                                                     \
      (tp_run * run, const tp_similarity *s, const tp_similarity_wanted *wanted, const tp_similarity_limits *limits,   \
       int64_t pairs, const int64_t *steps, tp_similarity_space **space))                                              \
    X(tropic_status, prefix, launch, (tp_run * run, tp_similarity_space * space, const tp_similarity_block *block))    \
    X(tropic_status, prefix, collect, (tp_run * run, tp_similarity_space * space, tp_similarity_block * block))

typedef struct tp_similarity_calls {
    TP_SIMILARITY_CALLS(TP_CALL_POINTER, )
} tp_similarity_calls;

TP_SIMILARITY_CALLS(TP_CALL_PROTOTYPE, tp_cpu_similarity_)
TP_SIMILARITY_CALLS(TP_CALL_PROTOTYPE, tp_cuda_similarity_)
extern const tp_similarity_calls tp_cpu_similarity_calls, tp_cuda_similarity_calls;

/* All of a result, block by block; adds to the report (similarity_blocks.c). */
tropic_status tp_similarity_blocks(tp_run *run, tp_similarity *s, const tp_similarity_wanted *wanted,
                                   tropic_similarity_take *take, void *user, tropic_similarity_report *report);

TP_END_C
#endif
