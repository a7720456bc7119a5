/* SPDX-License-Identifier: Apache-2.0
 *
 * The best of many pairs, in a heap: those with the highest scores, of equal ones those of lesser vertices.
 */
#ifndef TP_CLI_BEST_PAIRS_H
#define TP_CLI_BEST_PAIRS_H

#include <tropic.h>

typedef struct best_pair {
    double score;
    tropic_index from, to;
} best_pair;

/* The first is the last of all in order; each other is before the one at half its place. */
typedef struct best_pairs {
    best_pair *pair;
    int64_t count, room, most;
} best_pairs;

/* Keeps the best `most` of those that came before and of these. False: out of memory. */
bool best_pairs_add(best_pairs *best, const tropic_index *from, const tropic_index *to, const double *score,
                    int64_t count);
/* Puts them in order, the best first; nothing can be added then. */
void best_pairs_sort(best_pairs *best);
void best_pairs_free(best_pairs *best);

#endif
