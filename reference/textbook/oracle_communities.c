/* SPDX-License-Identifier: Apache-2.0
 *
 * Modularity by its definition, the move of a vertex by which it grows most, label propagation by sorting, and whether
 * sets of vertices are connected.
 */
#include "reference/oracle.h"

#include <stdlib.h>

bool oracle_reverse(const oracle_graph *G, oracle_graph *B)
{
    const size_t places = (size_t)G->offset[G->rows] + 1;
    *B = (oracle_graph){.rows = G->rows, .cols = G->rows};
    B->offset = calloc((size_t)G->rows + 3, sizeof *B->offset);
    B->target = malloc(places * sizeof *B->target);
    B->weight = malloc(places * sizeof *B->weight);
    if (!B->offset || !B->target || !B->weight) return false;
    for (int64_t a = 0; a < G->offset[G->rows]; a++) B->offset[G->target[a] + 2]++;
    for (int64_t v = 0; v < G->rows; v++) B->offset[v + 2] += B->offset[v + 1];
    for (int64_t u = 0; u < G->rows; u++)
        for (int64_t a = G->offset[u]; a < G->offset[u + 1]; a++) {
            const int64_t at = B->offset[G->target[a] + 1]++;
            B->target[at] = u;
            B->weight[at] = G->weight[a];
        }
    return true;
}

bool oracle_same_arcs(const oracle_graph *G, const oracle_graph *B)
{
    for (int64_t v = 0; v <= G->rows; v++)
        if (G->offset[v] != B->offset[v]) return false;
    for (int64_t a = 0; a < G->offset[G->rows]; a++)
        if (G->target[a] != B->target[a] || G->weight[a] != B->weight[a]) return false;
    return true;
}

/* ---- modularity ---- */

/* Sums of weights: out of each vertex and into it, of each set, and of all. */
typedef struct sums {
    long double *out, *in, *set_out, *set_in, *to; /* to: of one vertex's arcs, by set */
    long double all, within;
} sums;

static bool make_sums(const oracle_graph *G, bool directed, const int64_t *community, sums *s)
{
    long double **const all[] = {&s->out, &s->in, &s->set_out, &s->set_in, &s->to};
    *s = (sums){.all = 0};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) *all[k] = calloc((size_t)G->rows + 1, sizeof **all[k]);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (!*all[k]) return false;
    for (int64_t u = 0; u < G->rows; u++)
        for (int64_t a = G->offset[u]; a < G->offset[u + 1]; a++) {
            const int64_t v = G->target[a];
            const long double weight = u == v && !directed ? 2 * G->weight[a] : G->weight[a];
            s->out[u] += weight;
            s->in[v] += weight;
            s->set_out[community[u]] += weight;
            s->set_in[community[v]] += weight;
            s->all += weight;
            if (community[u] == community[v]) s->within += weight;
        }
    return true;
}

static void free_sums(sums *s)
{
    free(s->out);
    free(s->in);
    free(s->set_out);
    free(s->set_in);
    free(s->to);
}

/* What v adds to modularity as a member of a set that it is not in; or, in its own, `own`. */
static long double share(const sums *s, int64_t v, int64_t set, bool own, long double resolution)
{
    const long double set_out = s->set_out[set] - (own ? s->out[v] : 0), set_in = s->set_in[set] - (own ? s->in[v] : 0);
    return s->to[set] / s->all - resolution * (s->out[v] * set_in + s->in[v] * set_out) / s->all / s->all;
}

static void add_arcs(const oracle_graph *G, int64_t v, const int64_t *community, long double factor, sums *s)
{
    for (int64_t a = G->offset[v]; a < G->offset[v + 1]; a++)
        if (G->target[a] != v) s->to[community[G->target[a]]] += factor * G->weight[a];
}

static void try_moves(const oracle_graph *G, int64_t v, const int64_t *community, long double resolution, sums *s,
                      long double *growth, int64_t *vertex)
{
    for (int64_t a = G->offset[v]; a < G->offset[v + 1]; a++) {
        const int64_t set = community[G->target[a]];
        const long double more =
            set == community[v] || s->to[set] == 0
                ? 0
                : share(s, v, set, false, resolution) - share(s, v, community[v], true, resolution);
        if (!(more > *growth)) continue;
        *growth = more;
        *vertex = v;
    }
}

bool oracle_modularity(const oracle_graph *G, const oracle_graph *back, const int64_t *community,
                       long double resolution, long double *modularity, long double *growth, int64_t *vertex)
{
    sums s;
    const bool there = make_sums(G, back, community, &s);
    const oracle_graph *const other = back ? back : G;
    *modularity = *growth = 0;
    *vertex = -1;
    if (there && s.all > 0) {
        *modularity = s.within / s.all;
        for (int64_t c = 0; c < G->rows; c++) *modularity -= resolution * s.set_out[c] / s.all * (s.set_in[c] / s.all);
    }
    for (int64_t v = 0; there && s.all > 0 && v < G->rows; v++) {
        add_arcs(G, v, community, 1, &s);
        add_arcs(other, v, community, 1, &s);
        try_moves(G, v, community, resolution, &s, growth, vertex);
        if (back) try_moves(back, v, community, resolution, &s, growth, vertex);
        for (int64_t a = G->offset[v]; a < G->offset[v + 1]; a++) s.to[community[G->target[a]]] = 0;
        for (int64_t a = other->offset[v]; a < other->offset[v + 1]; a++) s.to[community[other->target[a]]] = 0;
    }
    free_sums(&s);
    return there;
}

/* ---- label propagation ---- */

typedef struct vote {
    int64_t label;
    long double weight;
} vote;

static int by_label(const void *a, const void *b)
{
    const vote *x = a, *y = b;
    return (x->label > y->label) - (x->label < y->label);
}

static int64_t add_votes(const oracle_graph *G, int64_t v, const int64_t *label, vote *votes, int64_t count)
{
    for (int64_t a = G->offset[v]; a < G->offset[v + 1]; a++)
        if (G->target[a] != v) votes[count++] = (vote){label[G->target[a]], G->weight[a]};
    return count;
}

/* The label of the greatest sum, of several the least; `own` where no sum is above 0. */
static int64_t elect(vote *votes, int64_t count, int64_t own)
{
    long double most = 0;
    qsort(votes, (size_t)count, sizeof *votes, by_label);
    for (int64_t k = 0, next; k < count; k = next) {
        long double sum = 0;
        for (next = k; next < count && votes[next].label == votes[k].label; next++) sum += votes[next].weight;
        if (sum > most) most = sum, own = votes[k].label;
    }
    return own;
}

bool oracle_labels(const oracle_graph *G, const oracle_graph *back, int64_t rounds, int64_t *label)
{
    const int64_t n = G->rows;
    vote *votes = malloc((2 * (size_t)G->offset[n] + 1) * sizeof *votes);
    int64_t *next = malloc(((size_t)n + 1) * sizeof *next), changed = 1;
    const bool there = votes && next;
    for (int64_t v = 0; v < n; v++) label[v] = v;
    for (; there && rounds > 0 && changed > 0; rounds--) {
        changed = 0;
        for (int64_t v = 0; v < n; v++) {
            int64_t count = add_votes(G, v, label, votes, 0);
            if (back) count = add_votes(back, v, label, votes, count);
            next[v] = elect(votes, count, label[v]);
            changed += next[v] != label[v];
        }
        for (int64_t v = 0; v < n; v++) label[v] = next[v];
    }
    free(votes);
    free(next);
    return there;
}

/* ---- connected sets ---- */

static int64_t reach(const oracle_graph *G, int64_t v, const int64_t *community, bool *reached, int64_t *stack,
                     int64_t count)
{
    for (int64_t a = G->offset[v]; a < G->offset[v + 1]; a++) {
        const int64_t u = G->target[a];
        if (reached[u] || community[u] != community[v] || !(G->weight[a] > 0)) continue;
        reached[u] = true;
        stack[count++] = u;
    }
    return count;
}

bool oracle_connected(const oracle_graph *G, const oracle_graph *back, const int64_t *community, int64_t *apart)
{
    const int64_t n = G->rows;
    bool *reached = calloc((size_t)n + 1, sizeof *reached), *begun = calloc((size_t)n + 1, sizeof *begun);
    int64_t *stack = malloc(((size_t)n + 1) * sizeof *stack);
    const bool there = reached && begun && stack;
    *apart = -1;
    for (int64_t v = 0; there && v < n; v++) {
        int64_t count = 1;
        if (reached[v]) continue;
        if (begun[community[v]] && *apart < 0) *apart = v;
        begun[community[v]] = reached[v] = true;
        stack[0] = v;
        while (count > 0) {
            const int64_t u = stack[--count];
            count = reach(G, u, community, reached, stack, count);
            if (back) count = reach(back, u, community, reached, stack, count);
        }
    }
    free(reached);
    free(begun);
    free(stack);
    return there;
}
