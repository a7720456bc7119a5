/* SPDX-License-Identifier: Apache-2.0
 *
 * Cycles and colours by depth-first searches.
 */
#include "reference/oracle.h"

#include <stdlib.h>

enum { NEW, OPEN, DONE };

/* The path of a search: vertices, and the place of the next arc of each. */
typedef struct path {
    int64_t *vertex, *place, depth;
} path;

static bool make_path(path *p, int64_t n)
{
    *p = (path){malloc(((size_t)n + 1) * sizeof *p->vertex), malloc(((size_t)n + 1) * sizeof *p->place), 0};
    return p->vertex && p->place;
}

static void free_path(path *p)
{
    free(p->vertex);
    free(p->place);
}

static void push(path *p, const oracle_graph *G, int64_t v)
{
    p->vertex[p->depth] = v;
    p->place[p->depth++] = G->offset[v];
}

bool oracle_acyclic(const oracle_graph *G, bool *acyclic)
{
    path p;
    unsigned char *state = calloc((size_t)G->rows + 1, 1);
    const bool there = make_path(&p, G->rows) && state;
    *acyclic = true;
    for (int64_t root = 0; there && *acyclic && root < G->rows; root++) {
        if (state[root] != NEW) continue;
        state[root] = OPEN;
        push(&p, G, root);
        while (p.depth > 0 && *acyclic) {
            const int64_t u = p.vertex[p.depth - 1];
            if (p.place[p.depth - 1] == G->offset[u + 1]) {
                state[u] = DONE;
                p.depth--;
                continue;
            }
            const int64_t v = G->target[p.place[p.depth - 1]++];
            if (state[v] == OPEN) *acyclic = false;
            if (state[v] != NEW) continue;
            state[v] = OPEN;
            push(&p, G, v);
        }
    }
    free_path(&p);
    free(state);
    return there;
}

bool oracle_colors(const oracle_graph *E, int64_t *color, bool *bipartite)
{
    path p;
    const bool there = make_path(&p, E->rows);
    *bipartite = true;
    for (int64_t v = 0; v < E->rows; v++) color[v] = -1;
    for (int64_t root = 0; there && root < E->rows; root++) {
        if (color[root] >= 0) continue;
        color[root] = 0;
        push(&p, E, root);
        while (p.depth > 0) {
            const int64_t u = p.vertex[p.depth - 1];
            if (p.place[p.depth - 1] == E->offset[u + 1]) {
                p.depth--;
                continue;
            }
            const int64_t v = E->target[p.place[p.depth - 1]++];
            if (color[v] == color[u]) *bipartite = false;
            if (color[v] >= 0) continue;
            color[v] = 1 - color[u];
            push(&p, E, v);
        }
    }
    free_path(&p);
    return there;
}
