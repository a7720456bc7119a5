/* SPDX-License-Identifier: Apache-2.0
 *
 * Common neighbours, by all ways of two steps, sorted; and those of one pair, by marks.
 */
#include "reference/oracle.h"

#include <math.h>
#include <stdlib.h>

bool oracle_links_make(oracle_links *L, const oracle_graph *G)
{
    const int64_t n = G->rows, arcs = G->offset[n];
    int64_t at = 0, *next = calloc((size_t)n + 1, sizeof *next);
    *L = (oracle_links){.n = n};
    L->out = calloc((size_t)n + 1, sizeof *L->out);
    L->in = calloc((size_t)n + 1, sizeof *L->in);
    L->leaves = calloc((size_t)n + 2, sizeof *L->leaves);
    L->enters = calloc((size_t)n + 2, sizeof *L->enters);
    L->head = malloc(((size_t)arcs + 1) * sizeof *L->head);
    L->tail = malloc(((size_t)arcs + 1) * sizeof *L->tail);
    if (next && L->out && L->in && L->leaves && L->enters && L->head && L->tail) {
        for (int64_t u = 0; u < n; u++) {
            L->leaves[u] = at;
            for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
                if (G->target[k] == u) continue;
                L->head[at++] = G->target[k];
                L->out[u]++;
                L->in[G->target[k]]++;
            }
        }
        L->leaves[n] = at;
        for (int64_t v = 0; v < n; v++) next[v] = L->enters[v], L->enters[v + 1] = L->enters[v] + L->in[v];
        for (int64_t u = 0; u < n; u++)
            for (int64_t k = L->leaves[u]; k < L->leaves[u + 1]; k++) L->tail[next[L->head[k]]++] = u;
        free(next);
        return true;
    }
    free(next);
    return false;
}

void oracle_links_free(oracle_links *L)
{
    free(L->out);
    free(L->in);
    free(L->leaves);
    free(L->enters);
    free(L->head);
    free(L->tail);
    *L = (oracle_links){0};
}

static bool has_arc(const oracle_links *L, int64_t u, int64_t v)
{
    int64_t low = L->leaves[u], high = L->leaves[u + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (L->head[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low < L->leaves[u + 1] && L->head[low] == v;
}

static void add(oracle_common *c, const oracle_links *L, int64_t w)
{
    c->count++;
    c->logarithms += 1 / logl((long double)L->in[w]);
    c->parts += 1 / (long double)L->in[w];
}

static oracle_common begin(const oracle_links *L, int64_t u, int64_t v)
{
    return (oracle_common){.vertex = v, .linked = has_arc(L, u, v) || has_arc(L, v, u)};
}

/* A way u - w - v. */
typedef struct way {
    int64_t v, w;
} way;

static int by_end(const void *left, const void *right)
{
    const way *a = left, *b = right;
    if (a->v != b->v) return a->v < b->v ? -1 : 1;
    return (a->w > b->w) - (a->w < b->w);
}

bool oracle_common_of(const oracle_links *L, int64_t u, oracle_common **found, int64_t *count)
{
    int64_t ways = 0, at = 0;
    way *all;
    for (int64_t k = L->leaves[u]; k < L->leaves[u + 1]; k++) ways += L->in[L->head[k]];
    all = malloc(((size_t)ways + 1) * sizeof *all);
    *found = malloc(((size_t)ways + 1) * sizeof **found);
    *count = 0;
    if (all && *found) {
        for (int64_t k = L->leaves[u]; k < L->leaves[u + 1]; k++) {
            const int64_t w = L->head[k];
            for (int64_t j = L->enters[w]; j < L->enters[w + 1]; j++)
                if (L->tail[j] != u) all[at++] = (way){L->tail[j], w};
        }
        qsort(all, (size_t)at, sizeof *all, by_end);
        for (int64_t k = 0; k < at; k++) {
            if (k == 0 || all[k].v != all[k - 1].v) (*found)[(*count)++] = begin(L, u, all[k].v);
            add(&(*found)[*count - 1], L, all[k].w);
        }
        free(all);
        return true;
    }
    free(all);
    free(*found);
    *found = NULL;
    return false;
}

oracle_common oracle_common_with(const oracle_links *L, int64_t u, int64_t v, bool *mark)
{
    oracle_common c = begin(L, u, v);
    for (int64_t k = L->leaves[u]; k < L->leaves[u + 1]; k++) mark[L->head[k]] = true;
    for (int64_t k = L->leaves[v]; k < L->leaves[v + 1]; k++)
        if (mark[L->head[k]]) add(&c, L, L->head[k]);
    for (int64_t k = L->leaves[u]; k < L->leaves[u + 1]; k++) mark[L->head[k]] = false;
    return c;
}
