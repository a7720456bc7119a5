/* SPDX-License-Identifier: Apache-2.0
 *
 * The best of many pairs, in a heap. The order is total, so that the result does not depend on that of the pairs.
 */
#include "cli/run/best_pairs.h"

#include <stdlib.h>

/* Pairs that there is room for at first. */
#define FIRST_ROOM 1024

static bool is_before(const best_pair *a, const best_pair *b)
{
    if (a->score != b->score) return a->score > b->score;
    return a->from != b->from ? a->from < b->from : a->to < b->to;
}

static int in_order(const void *a, const void *b)
{
    return is_before(b, a) - is_before(a, b);
}

/* Puts a pair at the end of the heap. */
static bool push(best_pairs *best, best_pair added)
{
    int64_t k = best->count;
    if (k == best->room) {
        const int64_t twice = best->room ? 2 * best->room : FIRST_ROOM, room = twice < best->most ? twice : best->most;
        best_pair *more = realloc(best->pair, (size_t)room * sizeof *more);
        if (!more) return false;
        best->pair = more;
        best->room = room;
    }
    best->count++;
    for (; k > 0 && is_before(&best->pair[(k - 1) / 2], &added); k = (k - 1) / 2)
        best->pair[k] = best->pair[(k - 1) / 2];
    best->pair[k] = added;
    return true;
}

/* Puts a pair in the place of the last in order. */
static void replace(best_pairs *best, best_pair added)
{
    int64_t k = 0;
    for (int64_t child = 1; child < best->count; child = 2 * k + 1) {
        if (child + 1 < best->count && is_before(&best->pair[child], &best->pair[child + 1])) child++;
        if (!is_before(&added, &best->pair[child])) break;
        best->pair[k] = best->pair[child];
        k = child;
    }
    best->pair[k] = added;
}

bool best_pairs_add(best_pairs *best, const tropic_index *from, const tropic_index *to, const double *score,
                    int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        const best_pair added = {score[k], from[k], to[k]};
        if (best->count < best->most) {
            if (!push(best, added)) return false;
        } else if (is_before(&added, &best->pair[0])) {
            replace(best, added);
        }
    }
    return true;
}

void best_pairs_sort(best_pairs *best)
{
    if (best->count > 0) qsort(best->pair, (size_t)best->count, sizeof *best->pair, in_order);
}

void best_pairs_free(best_pairs *best)
{
    free(best->pair);
    *best = (best_pairs){0};
}
