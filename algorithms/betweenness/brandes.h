/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' two sweeps of whole sources, side by side: each source has its own state, in a queue of its own, and looks
 * at the arcs of vertices that it reaches alone. For graphs whose levels are many and narrow, where a product a level
 * over the whole device would wait more than work.
 *
 *     forward   sigma<level == d> = A' (plus.first) sigma<level == d - 1>
 *     backward  delta<level == d> = sigma * (A (plus.second) g<level == d + 1>);  g = (1 + delta) / sigma
 *
 * Both sums are pulled, in an order that depends on a list's length alone, and sources are added up in their order: so
 * results do not depend on how many are side by side, nor on timing. Path counts have a scale of their own beside a
 * double (algorithms/betweenness/wide_count.h), which costs no memory here: the level lies in the same 16 bytes.
 *
 * Source: Brandes, J. Math. Sociology 25 (2001); one source to each block of a GPU, and its queue: McLaughlin and
 * Bader, SC14.
 */
#ifndef TP_BRANDES_H
#define TP_BRANDES_H

#include "spmv/step.h"
#include "algorithms/betweenness/wide_count.h"

/* State of a vertex in a source's sweeps. */
typedef struct tp_brandes_state {
    double part;   /* of sigma; where the backward sweep has been, of g */
    int32_t scale; /* tp_wide's */
    int32_t level; /* -1: not reached */
} tp_brandes_state;

/* Multiplicity of a vertex of a reduced graph (algorithms/betweenness/reduce/bc_reduce.h). */
typedef struct tp_brandes_multiplicity {
    double ends;   /* ends of paths in all its copies, itself and the trees on it */
    double copies; /* vertices with the same neighbours */
} tp_brandes_multiplicity;

/* Totals that dependencies are added to, in the order of the sources. Memory of the backend. */
typedef struct tp_brandes_total {
    double *centrality;   /* n: += factor * dependency */
    double *squares;      /* n: += dependency^2; NULL: not asked for */
    double *arcs;         /* of each place of `out`: += sigma g of its ends; NULL: not asked for */
    const double *factor; /* of each source; NULL: all 1 */
    /* Beside the dependency of each vertex but the source that is reached: 1 where ends of paths count, else 0. */
    double ends;
} tp_brandes_total;

/* Adds x, of one source: times its factor to *sum, and squared to *squares. */
TP_FN void tp_brandes_add(const tp_brandes_total *t, int64_t source, double x, double *sum, double *squares)
{
    *sum += t->factor ? t->factor[source] * x : x;
    *squares += x * x;
}

typedef struct tp_brandes_found {
    int64_t levels, reached;
    int64_t arcs; /* that leave reached vertices */
} tp_brandes_found;

/* The sweeps of `count` sources, and the totals that they add to. Pointers are memory of the backend. */
typedef struct tp_brandes {
    tp_arcs in, out; /* by destination, by source */
    const tropic_index *sources;
    tropic_index count;
    const tp_brandes_multiplicity *classes; /* NULL: each vertex is one */
    tp_brandes_total total;
    /* For each source: n places, but order and starts n + 1, and one more behind all starts. */
    tp_brandes_state *places;
    tropic_index *order;  /* reached vertices, level by level */
    tropic_index *starts; /* where each level begins in it; the CPU fills it only where count is 1 */
    /* Of brandes_add: of the one source, whose dependencies are without their ends; NULL. */
    const int32_t *level;
    /* NULL where count is 1, without squares, arcs or factor: added to centrality at once. */
    double *delta;
    tp_brandes_found *found;
    /* NULL; or, on the CPU alone, sources are taken in groups of TP_BRANDES_GROUP, near each other, with the same
     * results, and *entries grows by the entries of the groups' queues. There is memory for whole groups, and in places
     * and delta a line (TP_LINE) more. */
    int64_t *entries;
    /* CPU: sweeps set it if they have added to total.arcs themselves; then there is no pass over the arcs. */
    bool *arcs_added;
} tp_brandes;

/* Sources of a group, which an instruction takes at once. (With 4, airfoil1 took 1.5 times as long, with 16 2.7.) */
#define TP_BRANDES_GROUP 8

/* Bytes for each vertex and each source side by side. */
#define TP_BRANDES_EACH (sizeof(tp_brandes_state) + 2 * sizeof(tropic_index) + sizeof(double))

TP_FN tp_wide tp_brandes_count(tp_brandes_state p)
{
    const tp_wide w = {p.part, p.scale, 0};
    return w;
}
TP_FN tp_brandes_state tp_brandes_stored(tp_wide w, int32_t level)
{
    const tp_brandes_state p = {w.part, w.scale, level};
    return p;
}
TP_FN tp_brandes_multiplicity tp_brandes_multiplicity_of(const tp_brandes_multiplicity *classes, tropic_index v)
{
    const tp_brandes_multiplicity one = {1, 1};
    return classes ? classes[v] : one;
}
/* The state of a vertex with sigma paths to each of its copies: it keeps the paths to all of them. */
TP_FN tp_brandes_state tp_brandes_forward(tp_wide sigma, int32_t level, double copies)
{
    sigma.part *= copies;
    return tp_brandes_stored(tp_wide_stored(sigma), level);
}
/* The state on the way back, from the sum of g on the level behind; *delta: the dependency on each copy. */
TP_FN tp_brandes_state tp_brandes_backward(tp_brandes_state p, tp_wide sum, tp_brandes_multiplicity of, double *delta)
{
    tp_wide sigma = tp_brandes_count(p);
    sigma.part /= of.copies;
    *delta = tp_wide_times(sigma, sum);
    return tp_brandes_stored(tp_wide_over(of.ends + of.copies * *delta, sigma), p.level);
}

/* The k-th source's share of v's centrality. */
TP_FN double tp_brandes_share(const tp_brandes *b, int64_t k, int64_t v)
{
    const double delta = b->delta[k * b->out.lists + v];
    return b->level && b->level[v] > 0 ? delta + b->total.ends : delta;
}

/* The dependency of the k-th source on an arc i -> j that its paths may take. The place of the source itself still has
 * sigma, 1. (The parts of places may be any doubles.) */
TP_FN double tp_brandes_on_arc(const tp_brandes *b, int64_t k, tropic_index i, tropic_index j)
{
    const int64_t n = b->out.lists;
    tp_wide sigma = tp_wide_stored(tp_brandes_count(b->places[k * n + i]));
    if (i != b->sources[k]) sigma = tp_wide_over(1 + b->delta[k * n + i], sigma);
    return tp_wide_times(sigma, tp_wide_stored(tp_brandes_count(b->places[k * n + j])));
}
TP_FN bool tp_brandes_grows(const tp_brandes *b, int64_t k, tropic_index i, tropic_index j)
{
    const int64_t n = b->out.lists;
    const int32_t level = b->places[k * n + i].level;
    return level >= 0 && b->places[k * n + j].level == level + 1;
}

/* Do arcs into a vertex lie where those out of it do, as a symmetric matrix's? */
TP_FN bool tp_brandes_both(const tp_brandes *b)
{
    return b->in.offsets == b->out.offsets && b->in.ids == b->out.ids;
}

/* -- levels as products ------------------------------------------------------------------------ */

/* Levels that a batch (brandes_columns.h) or a single source (brandes_single.h) has at most. Where there are more,
 * queues are faster, and take less memory. */
#define TP_BRANDES_LEVELS 64

/* The work on a level. */
typedef enum tp_brandes_phase {
    TP_BRANDES_FORWARD,
    TP_BRANDES_FORWARD_AND_LEAVES, /* forward, and back for vertices without a neighbour on the next level */
    TP_BRANDES_BACKWARD,           /* back for those with one, where that is known */
    /* Of a batch: */
    TP_BRANDES_FORWARD_PUSH,   /* forward: adds to counts<level>, which are 0 */
    TP_BRANDES_MARK_SUCCESSORS /* has_successor<level> |= columns of adjacent neighbours */
} tp_brandes_phase;

#endif
