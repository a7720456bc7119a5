/* SPDX-License-Identifier: Apache-2.0
 *
 * Minimum spanning forests by Prim's algorithm with a heap of edges.
 */
#include "reference/oracle.h"

#include <stdlib.h>

/* An edge to a vertex that is not in a tree yet. */
typedef struct edge {
    long double weight;
    int64_t from, to, place;
} edge;

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Edges of equal weight: by the lesser end, then by the other one. */
static bool before(const edge *a, const edge *b)
{
    const int64_t first = least(a->from, a->to), second = least(b->from, b->to);
    if (a->weight != b->weight) return a->weight < b->weight;
    if (first != second) return first < second;
    return a->from + a->to < b->from + b->to;
}

static void rise(edge *heap, int64_t at)
{
    const edge moved = heap[at];
    while (at > 0 && before(&moved, &heap[(at - 1) / 2])) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = moved;
}

static edge take_first(edge *heap, int64_t *size)
{
    const edge first = heap[0], moved = heap[--*size];
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < *size; at = child) {
        if (child + 1 < *size && before(&heap[child + 1], &heap[child])) child++;
        if (!before(&heap[child], &moved)) break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
    return first;
}

bool oracle_spanning(const oracle_graph *G, bool maximum, bool *chosen)
{
    const int64_t n = G->rows;
    edge *heap = calloc((size_t)G->offset[n] + 1, sizeof *heap);
    bool *within = calloc((size_t)n + 1, sizeof *within);
    for (int64_t k = 0; k < G->offset[n]; k++) chosen[k] = false;
    for (int64_t start = 0; heap && within && start < n; start++) {
        int64_t size = 0, v = start;
        if (within[start]) continue;
        for (;;) {
            within[v] = true;
            for (int64_t k = G->offset[v]; k < G->offset[v + 1]; k++) {
                if (within[G->target[k]]) continue;
                heap[size] = (edge){maximum ? -G->weight[k] : G->weight[k], v, G->target[k], k};
                rise(heap, size++);
            }
            edge next = {0};
            bool found = false;
            while (!found && size > 0) {
                next = take_first(heap, &size);
                found = !within[next.to];
            }
            if (!found) break;
            chosen[next.place] = true;
            v = next.to;
        }
    }
    const bool there = heap && within;
    free(heap);
    free(within);
    return there;
}
