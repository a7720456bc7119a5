/* SPDX-License-Identifier: Apache-2.0
 *
 * Dijkstra's algorithm with a binary heap that knows where each vertex lies.
 */
#include "reference/oracle.h"

#include <math.h>
#include <stdlib.h>

typedef struct heap {
    int64_t size;
    int64_t *vertex; /* vertex[0] has the smallest key; children of p are 2p + 1 and 2p + 2 */
    int64_t *place;  /* where a vertex lies in `vertex`; -1: not there */
    const long double *key;
} heap;

static void put(heap *h, int64_t place, int64_t vertex)
{
    h->vertex[place] = vertex;
    h->place[vertex] = place;
}

static void rise(heap *h, int64_t vertex)
{
    int64_t place = h->place[vertex];
    while (place > 0) {
        int64_t above = (place - 1) / 2;
        if (h->key[h->vertex[above]] <= h->key[vertex]) break;
        put(h, place, h->vertex[above]);
        place = above;
    }
    put(h, place, vertex);
}

static int64_t take_smallest(heap *h)
{
    int64_t smallest = h->vertex[0], last = h->vertex[--h->size], place = 0;
    for (;;) {
        int64_t child = 2 * place + 1;
        if (child >= h->size) break;
        if (child + 1 < h->size && h->key[h->vertex[child + 1]] < h->key[h->vertex[child]]) child++;
        if (h->key[last] <= h->key[h->vertex[child]]) break;
        put(h, place, h->vertex[child]);
        place = child;
    }
    put(h, place, last);
    h->place[smallest] = -1;
    return smallest;
}

bool oracle_dijkstra(const oracle_graph *G, int64_t source, long double *distance)
{
    size_t bytes = (size_t)G->rows * sizeof(int64_t);
    heap h = {.vertex = malloc(bytes), .place = malloc(bytes), .key = distance};
    if (!h.vertex || !h.place) {
        free(h.vertex);
        free(h.place);
        return false;
    }

    for (int64_t v = 0; v < G->rows; v++) {
        distance[v] = (long double)INFINITY;
        h.place[v] = -1;
    }
    distance[source] = 0;
    h.size = 1;
    put(&h, 0, source);
    while (h.size > 0) {
        int64_t u = take_smallest(&h);
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            int64_t v = G->target[k];
            const long double sum = oracle_sum(G, distance[u], G->weight[k]);
            if (!(sum < distance[v])) continue;
            distance[v] = sum;
            if (h.place[v] < 0) put(&h, h.size++, v);
            rise(&h, v);
        }
    }
    free(h.vertex);
    free(h.place);
    return true;
}
