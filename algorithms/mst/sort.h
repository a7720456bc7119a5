/* SPDX-License-Identifier: Apache-2.0
 *
 * A stable sort of pairs of words, on the threads of a team.
 */
#ifndef TP_MST_SORT_H
#define TP_MST_SORT_H

#include "algorithms/mst/mst.h"
#include "runtime/threads.h"

/* Parts that the pairs are dealt out in, at most one a thread, and bits that one pass sorts by. */
#define TP_MST_PARTS 16
#define TP_MST_DIGIT 11

/* Pairs that follow one another. */
typedef struct tp_mst_run {
    int64_t begin, count;
} tp_mst_run;

typedef struct tp_mst_sorting {
    tp_mst_pair *pairs, *spare; /* each with room for all */
    const tp_mst_run *runs;     /* the order in which the pairs stand in `pairs` */
    int64_t run_count;
    int64_t (*places)[1 << TP_MST_DIGIT]; /* TP_MST_PARTS of these, working memory */
} tp_mst_sorting;

/* The pairs in order of their keys, of equal keys as they stood: in `spare`, or in `pairs`. */
tp_mst_pair *tp_mst_sort(tropic_context *context, const tp_mst_sorting *sorting);

#endif
