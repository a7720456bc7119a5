/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps on the CPU: a thread to a group of sources, which lie in the lanes of vectors. The state of a vertex
 * is a row, a double for each source. Sources are near each other, so that a vertex is on few different levels of
 * theirs: the searches have one queue, whose entries are a vertex and the set of lanes in which it is on the level at
 * hand, and an entry looks at the vertex's arcs once for all of its lanes.
 *
 * A sum takes whole rows, of all neighbours, in all lanes: rows of counts are zero in lanes that have not come to the
 * vertex, and a neighbour on a level before the one wanted does not exist; going back, g is zero where it is not known,
 * which is everywhere but on the levels behind. That holds because a level's rows are written when all of its sums are
 * made. So sums have the terms and the order that those with queues have, and, but for zeros, nothing else: results are
 * the same, bit by bit (algorithms/betweenness/cpu/brandes_queue.h).
 *
 * Source: several searches over one queue: Then et al., VLDB 8 (2014); their dependencies: Sariyuce et al., J. Parallel
 * Distrib. Comput. 76 (2015).
 */
#include "algorithms/betweenness/cpu/brandes_queue.h"
#include "runtime/instruction_set.h"

#include <string.h>

enum { SETS = 1 << TP_BRANDES_GROUP };

/* The bytes of a level that no level follows. */
#define UNREACHED 0x80

/* A double, or the bits of one, for each lane: a line of memory. */
typedef union tp_group_row {
    double of[TP_BRANDES_GROUP];
    uint64_t bits[TP_BRANDES_GROUP];
} __attribute__((aligned(TP_LINE))) tp_group_row;

/* The sweeps of a group. Its memory is that of its sources in tp_brandes. */
typedef struct tp_lanes {
    const tp_arcs *in, *out;
    bool both;
    const tp_brandes_multiplicity *classes;
    double ends;
    const tp_group_row *table; /* for each set of lanes: bits are set where lanes are of the set */
    tp_group_row *delta;       /* sigma; where the backward sweep has been, delta */
    tp_group_row *g, *sums;    /* sums: of a level, in the order of the queue */
    tropic_index *order;       /* the queue: vertices, */
    uint8_t *mask;             /* and the lanes that have each on the level */
    uint16_t *state;           /* of each vertex: lanes that have reached it; above these, on the next level */
    tropic_index *starts;      /* where each level begins in the queue */
    bool arcs;                 /* sources are to add to arcs: sums are levels in the end */
} tp_lanes;

/* State of each vertex after a group's sweeps, from which its sources' dependencies of arcs are computed. */
typedef struct tp_lanes_left {
    const tp_group_row *delta, *g; /* g of a source is 1 */
    const tp_group_row *level;     /* UNREACHED */
    tp_group_row factor;           /* 0 where there is no source */
} tp_lanes_left;

/* Appends w, a successor of a vertex on the level at hand of the lanes m, if that is new; the queue's new end. (It is
 * written at once, and kept if it is new.) */
TP_FN int64_t tp_group_discover(const tp_lanes *l, tropic_index w, int m, int64_t end)
{
    const int state = l->state[w], fresh = m & ~state;
    l->order[end] = w;
    l->state[w] = (uint16_t)(state | fresh | fresh << TP_BRANDES_GROUP);
    return end + ((fresh != 0) & (state >> TP_BRANDES_GROUP == 0));
}

/* The next level is complete. */
TP_FN void tp_group_close(const tp_lanes *l, int64_t begin, int64_t end)
{
    for (int64_t k = begin; k < end; k++) {
        uint16_t *state = &l->state[l->order[k]];
        l->mask[k] = (uint8_t)(*state >> TP_BRANDES_GROUP);
        *state &= SETS - 1;
    }
}

#define LANES_BYTES 16
#define LANES_TARGET
#define LANES(x) TP_VERSION_OF(x, 16)
#include "algorithms/betweenness/cpu/brandes_groups_sweeps.h"
#ifdef TP_TARGET_V3
#define LANES_BYTES 32
#define LANES_TARGET TP_TARGET_V3
#define LANES(x) TP_VERSION_OF(x, 32)
#include "algorithms/betweenness/cpu/brandes_groups_sweeps.h"
#define LANES_BYTES 64
#define LANES_TARGET TP_TARGET_V4
#define LANES(x) TP_VERSION_OF(x, 64)
#include "algorithms/betweenness/cpu/brandes_groups_sweeps.h"
#endif

typedef struct group_calls {
    int64_t (*sweeps)(const tp_lanes *l, int sources, tp_brandes_found *found, int *live);
    void (*arcs)(const tp_lanes_left *l, const tp_arcs *out, int64_t begin, int64_t end, double *arcs);
} group_calls;
static const group_calls versions[] = {{sweeps_16, arcs_16},
#ifdef TP_TARGET_V3
                                       {sweeps_32, arcs_32},
                                       {sweeps_64, arcs_64}
#endif
};

typedef struct groups {
    const tp_brandes *brandes;
    group_calls calls;
    tp_sweep_source *alone;
    tp_group_row table[SETS];
    tp_chunks_left left;
    bool overflowed; /* a source has counts that are no doubles, and is to add to arcs */
} groups;

/* The first line of memory, with room for one more than it has to hold. */
static char *line_of(void *memory)
{
    return (char *)(((uintptr_t)memory + TP_LINE - 1) / TP_LINE * TP_LINE);
}

/* The rows of delta of the group whose first source is the k-th. */
static tp_group_row *group_delta(const tp_brandes *b, int64_t k)
{
    return (tp_group_row *)line_of(b->delta) + k / TP_BRANDES_GROUP * b->out.lists;
}

/* Two rows for each vertex, in the memory of source k and those behind it. */
static tp_group_row *group_rows(const tp_brandes *b, int64_t k)
{
    return (tp_group_row *)(line_of(b->places) + (size_t)(k * b->out.lists) * sizeof *b->places);
}

/* The group of source k, with the memory of source `memory` and those behind it, cleared. */
static tp_lanes begin(const groups *s, int64_t k, int64_t memory)
{
    const tp_brandes *b = s->brandes;
    const int64_t n = b->out.lists;
    tp_lanes l = {.in = &b->in,
                  .out = &b->out,
                  .both = tp_brandes_both(b),
                  .classes = b->classes,
                  .ends = b->total.ends,
                  .table = s->table,
                  .delta = group_delta(b, k),
                  .g = group_rows(b, memory),
                  .order = b->order + memory * (n + 1),
                  .starts = b->starts + memory * (n + 1)};
    l.sums = l.g + n;
    l.arcs = b->total.arcs != NULL;
    l.state = (uint16_t *)(l.starts + n + 1);
    l.mask = (uint8_t *)(l.state + n);
    memset(l.delta, 0, (size_t)n * sizeof *l.delta);
    memset(l.g, 0, (size_t)n * sizeof *l.g);
    memset(l.state, 0, (size_t)n * sizeof *l.state);
    return l;
}

/* Takes source c by itself, whose counts are no doubles. Rows of g and sums are not needed any more. */
static void take_alone(const groups *s, const tp_lanes *l, int c, tropic_index source, tp_brandes_found *found)
{
    const tropic_index n = s->brandes->out.lists;
    const tp_sweep sweep = {.in = l->in,
                            .out = l->out,
                            .both = l->both,
                            .classes = l->classes,
                            .ends = l->ends,
                            .places = (tp_brandes_state *)l->g,
                            .order = l->order};
    double *delta = (double *)l->sums;
    memset(delta, 0, (size_t)n * sizeof *delta);
    *found = s->alone(s->brandes, &sweep, source, delta);
    for (tropic_index v = 0; v < n; v++) l->delta[v].of[c] = delta[v];
}

static void take_group(groups *s, tropic_index k, int64_t memory)
{
    const tp_brandes *b = s->brandes;
    const tropic_index n = b->out.lists, *sources = b->sources + k;
    const int count = b->count - k < TP_BRANDES_GROUP ? (int)(b->count - k) : TP_BRANDES_GROUP;
    const tp_lanes l = begin(s, k, memory);
    tp_brandes_found found[TP_BRANDES_GROUP] = {{0}};
    int64_t entries;
    int live;
    for (int c = 0; c < count; c++) {
        l.delta[sources[c]].of[c] = 1;
        l.state[sources[c]] |= (uint16_t)(1 << c);
        l.order[c] = sources[c];
        l.mask[c] = (uint8_t)(1 << c);
    }
    entries = s->calls.sweeps(&l, count, found, &live);
    __atomic_fetch_add(b->entries, entries, __ATOMIC_RELAXED);
    for (int c = 0; c < count; c++) l.delta[sources[c]].of[c] = 0, l.g[sources[c]].of[c] = 1;
    if (l.arcs && live != (1 << count) - 1) __atomic_store_n(&s->overflowed, true, __ATOMIC_RELAXED);
    for (tropic_index v = 0; v < n; v++) {
        const int64_t arcs = b->out.offsets[v + 1] - b->out.offsets[v];
        for (int c = 0; c < TP_BRANDES_GROUP; c++) {
            const int64_t is = l.state[v] >> c & 1;
            found[c].reached += is;
            found[c].arcs += arcs & -is;
        }
    }
    for (int c = 0; c < count; c++) {
        if (!(live >> c & 1) && !l.arcs) take_alone(s, &l, c, sources[c], &found[c]);
        b->found[k + c] = found[c];
    }
}

static void take_groups(tp_worker *worker, void *of)
{
    groups *s = of;
    int64_t from, to;
    while (tp_take(worker, &s->left, &from, &to))
        for (int64_t k = from; k < to; k++)
            take_group(s, (tropic_index)(k * TP_BRANDES_GROUP),
                       (s->brandes->total.arcs ? k : worker->number) * TP_BRANDES_GROUP);
}

/* Adds the sources in their order. */
static void add_rows(const void *of, int64_t from, int64_t to)
{
    const tp_brandes *b = of;
    for (tropic_index k = 0; k < b->count; k += TP_BRANDES_GROUP) {
        const tp_group_row *delta = group_delta(b, k);
        const int count = b->count - k < TP_BRANDES_GROUP ? (int)(b->count - k) : TP_BRANDES_GROUP;
        for (int64_t v = from; v < to; v++) {
            double sum = b->total.centrality[v], squares = b->total.squares ? b->total.squares[v] : 0;
            for (int c = 0; c < count; c++) tp_brandes_add(&b->total, k + c, delta[v].of[c], &sum, &squares);
            b->total.centrality[v] = sum;
            if (b->total.squares) b->total.squares[v] = squares;
        }
    }
}

/* The same for arcs. */
static void add_arcs(const void *of, int64_t from, int64_t to)
{
    const groups *s = of;
    const tp_brandes *b = s->brandes;
    for (tropic_index k = 0; k < b->count; k += TP_BRANDES_GROUP) {
        tp_lanes_left l = {.delta = group_delta(b, k), .g = group_rows(b, k)};
        l.level = l.g + b->out.lists;
        for (tropic_index c = 0; c < TP_BRANDES_GROUP && k + c < b->count; c++)
            l.factor.of[c] = b->total.factor ? b->total.factor[k + c] : 1;
        s->calls.arcs(&l, &b->out, from, to, b->total.arcs);
    }
}

bool tp_cpu_brandes_groups(tropic_context *context, const tp_brandes *b, tp_sweep_source *alone)
{
    const int64_t n = b->out.lists, count = (b->count + TP_BRANDES_GROUP - 1) / TP_BRANDES_GROUP;
    const tp_team team = tp_team_for(context, b->count * (n + b->out.count));
    groups s = {.brandes = b, .calls = versions[context->instruction_set], .alone = alone};
    for (int set = 0; set < SETS; set++)
        for (int c = 0; c < TP_BRANDES_GROUP; c++) s.table[set].bits[c] = -(uint64_t)(set >> c & 1);
    tp_parallel(tp_chunks_begin(&s.left, tp_team_of(team, count), count, 1), take_groups, &s);
    if (s.overflowed) return false;
    tp_for(tp_team_for(context, n * count), n, TP_CHUNK_ANY, add_rows, b);
    if (b->total.arcs) tp_for(tp_team_for(context, b->out.count * count), n, TP_CHUNK_ANY, add_arcs, &s);
    return true;
}
