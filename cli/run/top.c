/* SPDX-License-Identifier: Apache-2.0
 *
 * The vertices with the greatest values: a heap of those found so far, the least on top.
 */
#include "cli/run/run.h"

#include <math.h>
#include <stdlib.h>

static double value_of(const cli_column *column, tropic_index i)
{
    const double value = (double)cli_value_at(column->values, column->type, i);
    return isnan(value) ? -(double)INFINITY : value;
}

/* Does a come behind b in the list? */
static bool is_less(const cli_column *column, tropic_index a, tropic_index b)
{
    const double x = value_of(column, a), y = value_of(column, b);
    return x < y || (x == y && a > b);
}

/* The vertex at `at` sinks in the heap of `count` vertices until none below it is less. */
static void sink(const cli_column *column, tropic_index *heap, int64_t count, int64_t at)
{
    for (int64_t below; (below = 2 * at + 1) < count; at = below) {
        const tropic_index v = heap[at];
        if (below + 1 < count && is_less(column, heap[below + 1], heap[below])) below++;
        if (!is_less(column, heap[below], v)) return;
        heap[at] = heap[below];
        heap[below] = v;
    }
}

tropic_index *cli_top(const cli_column *column, tropic_index n, tropic_index *count)
{
    tropic_index *heap, kept;
    if (*count > n) *count = n;
    kept = *count;
    heap = malloc(((size_t)kept + 1) * sizeof *heap);
    if (!heap) return NULL;
    for (tropic_index i = 0; i < kept; i++) heap[i] = i;
    for (int64_t at = kept / 2; at-- > 0;) sink(column, heap, kept, at);
    for (tropic_index i = kept; i < n; i++) {
        if (kept == 0 || !is_less(column, heap[0], i)) continue;
        heap[0] = i;
        sink(column, heap, kept, 0);
    }
    /* The least goes behind the others, one after another. */
    for (int64_t left = kept; left-- > 1;) {
        const tropic_index least = heap[0];
        heap[0] = heap[left];
        heap[left] = least;
        sink(column, heap, left, 0);
    }
    return heap;
}
