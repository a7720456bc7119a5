/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components by Kosaraju and Sharir's two searches in depth, with a stack: the second one follows
 * arcs backwards, from vertices in the opposite order of that in which the first one left them.
 */
#include "reference/oracle.h"

#include <stdlib.h>

/* Lists of arcs, and where in each a search stands. */
typedef struct lists {
    int64_t n;
    int64_t *offset, *target, *at;
} lists;

static bool lists_new(lists *l, int64_t n, int64_t arcs)
{
    *l = (lists){.n = n};
    l->offset = calloc((size_t)n + 1, sizeof *l->offset);
    l->target = calloc((size_t)arcs + 1, sizeof *l->target);
    l->at = calloc((size_t)n + 1, sizeof *l->at);
    return l->offset && l->target && l->at;
}

static void lists_free(lists *l)
{
    free(l->offset);
    free(l->target);
    free(l->at);
}

/* The arcs of G, or the opposite ones. */
static void lists_fill(lists *l, const oracle_graph *G, bool opposite)
{
    for (int64_t u = 0; u < G->rows; u++)
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) l->offset[(opposite ? G->target[k] : u) + 1]++;
    for (int64_t u = 0; u < l->n; u++) l->offset[u + 1] += l->offset[u];
    for (int64_t u = 0; u < l->n; u++) l->at[u] = l->offset[u];
    for (int64_t u = 0; u < G->rows; u++)
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            const int64_t from = opposite ? G->target[k] : u;
            l->target[l->at[from]++] = opposite ? u : G->target[k];
        }
    for (int64_t u = 0; u < l->n; u++) l->at[u] = l->offset[u];
}

/* From `root`, to vertices whose mark is -1 and becomes `mark`; appends them to left[] as the search leaves them.
 * Returns how many left[] has then. */
static int64_t search(lists *l, int64_t root, int64_t mark, int64_t *marks, int64_t *stack, int64_t *left,
                      int64_t count)
{
    int64_t height = 0;
    marks[root] = mark;
    stack[height++] = root;
    while (height > 0) {
        const int64_t u = stack[height - 1];
        if (l->at[u] < l->offset[u + 1]) {
            const int64_t v = l->target[l->at[u]++];
            if (marks[v] >= 0) continue;
            marks[v] = mark;
            stack[height++] = v;
        } else {
            left[count++] = u;
            height--;
        }
    }
    return count;
}

bool oracle_strong(const oracle_graph *G, int64_t *component)
{
    const int64_t n = G->rows;
    int64_t *stack = calloc((size_t)n + 1, sizeof *stack), *left = calloc((size_t)n + 1, sizeof *left);
    int64_t *again = calloc((size_t)n + 1, sizeof *again), count = 0;
    lists ahead = {0}, back = {0};
    const bool there =
        stack && left && again && lists_new(&ahead, n, G->offset[n]) && lists_new(&back, n, G->offset[n]);
    if (there) {
        lists_fill(&ahead, G, false);
        lists_fill(&back, G, true);
        for (int64_t v = 0; v < n; v++) component[v] = -1;
        for (int64_t v = 0; v < n; v++)
            if (component[v] < 0) count = search(&ahead, v, 0, component, stack, left, count);
        for (int64_t v = 0; v < n; v++) component[v] = -1;
        for (int64_t k = n - 1; k >= 0; k--) {
            int64_t least = left[k], members;
            if (component[left[k]] >= 0) continue;
            members = search(&back, left[k], n, component, stack, again, 0);
            for (int64_t c = 0; c < members; c++) least = again[c] < least ? again[c] : least;
            for (int64_t c = 0; c < members; c++) component[again[c]] = least;
        }
    }
    free(stack);
    free(left);
    free(again);
    lists_free(&ahead);
    lists_free(&back);
    return there;
}
