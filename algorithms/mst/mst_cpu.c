/* SPDX-License-Identifier: Apache-2.0
 *
 * Spanning forests on the CPU. Each vertex is joined to its lightest neighbour, all side by side (the first round of
 * Boruvka). Edges between the trees are then listed, sorted, and joined in order (Kruskal): of dense graphs the
 * lightest first, after which few of the others still lie between two trees. What is sorted alone has an order, so
 * that the forest is the same for any number of threads.
 */
#include "algorithms/mst/sort.h"
#include "algorithms/tuning.h"
#include "formats/matrix/facts/union_find.h"

#include <stdlib.h>

#define DOING "a spanning forest"

/* Entries of the graph that a thread looks through at a time, to list edges. */
#define CHUNK 2048
/* Vertices that it takes at a time. */
#define VERTICES 1024
/* Entries, or edges, ahead, for which memory is prefetched. */
#define AHEAD 16

/* Edges that stand in runs, one for each chunk of entries. */
typedef struct list {
    tp_mst_pair *pairs; /* key: the weight's word; value: the ends */
    int64_t room, filled;
    tp_mst_run *runs;
    int64_t chunks;
} list;

typedef struct forest {
    const tp_mst_graph *g;
    tropic_index *parent;
    tropic_offset *lightest; /* of each vertex, the place of its lightest arc; -1: it has none */
    tp_mst_pair *pairs;      /* of the forest: ends and word */
    int64_t *edges;          /* how many there are */
    /* The edges to be listed: those behind `low`, up to `high`, by word and lesser vertex. */
    tp_mst_pair low, high;
    list *list;
} forest;

/* ---- the first round ---- */

/* Of equal weights a vertex's first arc is that of the first edge: neighbours ascend. */
static void find_lightest(const void *of, int64_t begin, int64_t end)
{
    const forest *f = of;
    const tp_arcs *arcs = &f->g->arcs;
    for (int64_t v = begin; v < end; v++) {
        uint64_t least = 0;
        f->lightest[v] = -1;
        for (tropic_offset k = arcs->offsets[v]; k < arcs->offsets[v + 1]; k++) {
            uint64_t word;
            if (arcs->ids[k] == v) continue;
            word = tp_mst_word(f->g, k);
            if (f->lightest[v] >= 0 && word >= least) continue;
            least = word;
            f->lightest[v] = k;
        }
    }
}

/* Pairs of one thread's chunk go to the forest, where others' do. */
static void append(const forest *f, const tp_mst_pair *pairs, int64_t count)
{
    const int64_t at = __atomic_fetch_add(f->edges, count, __ATOMIC_RELAXED);
    if (count > 0) memcpy(f->pairs + at, pairs, (size_t)count * sizeof *pairs);
}

/* Each vertex below the end of its lightest arc; of two that have chosen the same edge the lesser is a root. */
static void plant(const void *of, int64_t begin, int64_t end)
{
    const forest *f = of;
    const tropic_index *ids = f->g->arcs.ids;
    for (int64_t first = begin; first < end; first += VERTICES) {
        tp_mst_pair made[VERTICES];
        int64_t count = 0;
        for (int64_t v = first; v < end && v < first + VERTICES; v++) {
            const tropic_offset k = f->lightest[v];
            const tropic_index other = k < 0 ? (tropic_index)v : ids[k];
            const bool root = other == v || (v < other && ids[f->lightest[other]] == v);
            f->parent[v] = root ? (tropic_index)v : other;
            if (!root) made[count++] = (tp_mst_pair){tp_mst_ends((tropic_index)v, other), tp_mst_word(f->g, k)};
        }
        append(f, made, count);
    }
}

/* Shortens the way from each vertex to its root, and others' on it: a tree may be a path of all vertices. A thread may
 * write last what it has read first, so that trees are not flat yet. */
static void shorten(const void *of, int64_t begin, int64_t end)
{
    tropic_index *parent = ((const forest *)of)->parent;
    for (int64_t v = begin; v < end; v++) {
        const tropic_index above = tp_parent(parent, v);
        if (v + AHEAD < end) __builtin_prefetch(&parent[tp_parent(parent, v + AHEAD)]);
        if (tp_parent(parent, above) != above) tp_parent_set(parent, v, tp_find_root(parent, above));
    }
}

/* Every vertex directly below its root, since each thread writes its own alone. */
static void flatten(const void *of, int64_t begin, int64_t end)
{
    tropic_index *parent = ((const forest *)of)->parent;
    for (int64_t v = begin; v < end; v++) {
        const tropic_index above = tp_parent(parent, v);
        tropic_index root = above, next;
        if (v + AHEAD < end) __builtin_prefetch(&parent[tp_parent(parent, v + AHEAD)]);
        while (root != (next = tp_parent(parent, root))) root = next;
        if (root != above) __atomic_store_n(&parent[v], root, __ATOMIC_RELAXED);
    }
}

static void make_flat(tp_team team, const forest *f)
{
    tp_for(team, f->g->n, VERTICES, shorten, f);
    tp_for(team, f->g->n, VERTICES, flatten, f);
}

/* ---- lists ---- */

/* Is an edge, by word and lesser vertex, behind a bound? */
static bool behind(uint64_t word, int64_t vertex, tp_mst_pair bound)
{
    return word > bound.key || (word == bound.key && vertex > (int64_t)bound.value);
}

/* The first place in begin .. end with an id above this one: ids ascend. */
static tropic_offset first_above(const tropic_index *ids, tropic_offset begin, tropic_offset end, tropic_index id)
{
    while (begin < end) {
        const tropic_offset middle = begin + (end - begin) / 2;
        if (ids[middle] <= id)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* The edges between two trees, of the entries begin .. end - 1; trees are flat. Returns how many. */
static int64_t collect(const forest *f, tropic_offset begin, tropic_offset end, tp_mst_pair *made)
{
    const tp_arcs *arcs = &f->g->arcs;
    const tropic_index *ids = arcs->ids, *parent = f->parent;
    const tp_mst_pair low = f->low, high = f->high;
    const bool all = low.key == 0 && (int64_t)low.value < 0 && high.key == UINT64_MAX;
    tropic_index row = 0, rows = arcs->lists;
    int64_t count = 0;
    while (row + 1 < rows) { /* row: the last one that begins at `begin` or before */
        const tropic_index middle = row + (rows - row) / 2;
        if (arcs->offsets[middle] <= begin)
            row = middle;
        else
            rows = middle;
    }
    for (tropic_offset k = begin; k < end; row++) {
        const tropic_offset last = arcs->offsets[row + 1] < end ? arcs->offsets[row + 1] : end;
        const tropic_index root = parent[row];
        for (k = first_above(ids, k, last, row); k < last; k++) {
            const uint64_t word = tp_mst_word(f->g, k);
            if (!all && (!behind(word, row, low) || behind(word, row, high))) continue;
            if (k + AHEAD < last) __builtin_prefetch(&parent[ids[k + AHEAD]]);
            if (parent[ids[k]] == root) continue;
            made[count++] = (tp_mst_pair){word, tp_mst_ends(row, ids[k])};
        }
    }
    return count;
}

static void list_some(const void *of, int64_t begin, int64_t end)
{
    const forest *f = of;
    list *l = f->list;
    for (int64_t chunk = begin; chunk < end; chunk++) {
        tp_mst_pair made[CHUNK];
        const tropic_offset from = chunk * CHUNK, to = from + CHUNK;
        const int64_t count = collect(f, from, to < f->g->arcs.count ? to : f->g->arcs.count, made);
        const int64_t at = __atomic_fetch_add(&l->filled, count, __ATOMIC_RELAXED);
        l->runs[chunk] = (tp_mst_run){at, count};
        if (count > 0 && at + count <= l->room) memcpy(l->pairs + at, made, (size_t)count * sizeof *made);
    }
}

/* Joins the edges of the list in their order; those that join two trees are the forest's. */
static void join_sorted(const forest *f, const tp_mst_pair *sorted, int64_t count)
{
    tropic_index *parent = f->parent;
    int64_t edges = *f->edges;
    for (int64_t k = 0; k < count; k++) {
        tropic_index u, v;
        if (k + AHEAD < count) {
            __builtin_prefetch(&parent[tp_mst_lesser(sorted[k + AHEAD].value)]);
            __builtin_prefetch(&parent[tp_mst_greater(sorted[k + AHEAD].value)]);
        }
        u = tp_find_root(parent, tp_mst_lesser(sorted[k].value));
        v = tp_find_root(parent, tp_mst_greater(sorted[k].value));
        if (u == v) continue;
        parent[u > v ? u : v] = u > v ? v : u;
        f->pairs[edges++] = (tp_mst_pair){sorted[k].value, sorted[k].key};
    }
    *f->edges = edges;
}

/* One phase: the edges between the bounds that lie between two trees are listed, sorted and joined. */
static tropic_status join_between(tp_run *run, forest *f, int64_t room)
{
    tropic_context *context = run->context;
    const int64_t work = f->g->n + f->g->arcs.count;
    const int before = run->arena.count;
    list l = {.chunks = (f->g->arcs.count + CHUNK - 1) / CHUNK, .room = room};
    tp_mst_sorting s = {.run_count = l.chunks};
    f->list = &l;
    TP_TRY(tp_run_array(run, &l.runs, l.chunks, sizeof *l.runs, DOING));
    TP_TRY(tp_run_array(run, &s.places, TP_MST_PARTS, sizeof *s.places, DOING));
    s.runs = l.runs;
    for (bool fits = false; !fits;) { /* at most twice */
        const int lists = run->arena.count;
        TP_TRY(tp_need_memory(context, &context->work, (size_t)l.room * 2 * sizeof *l.pairs,
                              "%lld edges of a spanning forest", (long long)l.room));
        TP_TRY(tp_run_array(run, &l.pairs, l.room, sizeof *l.pairs, DOING));
        TP_TRY(tp_run_array(run, &s.spare, l.room, sizeof *s.spare, DOING));
        s.pairs = l.pairs;
        l.filled = 0;
        tp_for(tp_team_for(context, work), l.chunks, 1, list_some, f);
        fits = l.filled <= l.room;
        if (!fits) tp_arena_release_since(&run->arena, lists);
        if (!fits) l.room = l.filled;
    }
    TP_TRY(tp_progress(context, (double)*f->edges / f->g->n));
    join_sorted(f, tp_mst_sort(context, &s), l.filled);
    tp_arena_release_since(&run->arena, before);
    return TROPIC_OK;
}

/* ---- the lightest edges first ---- */

static int by_pair(const void *left, const void *right)
{
    const tp_mst_pair *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

/* A bound that about `part` of all edges are within. */
static tropic_status choose_bound(tp_run *run, const tp_mst_graph *g, double part, tp_mst_pair *bound)
{
    const int before = run->arena.count;
    tp_mst_pair *sample = tp_arena_array(&run->arena, TP_MST_SAMPLE, sizeof *sample);
    int64_t count = 0;
    TP_TRY(tp_arena_check(&run->arena, DOING));
    for (int s = 0; s < TP_MST_SAMPLE; s++) {
        const tropic_offset k = (tropic_offset)((double)g->arcs.count * s / TP_MST_SAMPLE);
        tropic_index row = 0, rows = g->n;
        while (row + 1 < rows) {
            const tropic_index middle = row + (rows - row) / 2;
            if (g->arcs.offsets[middle] <= k)
                row = middle;
            else
                rows = middle;
        }
        if (g->arcs.ids[k] > row) sample[count++] = (tp_mst_pair){tp_mst_word(g, k), (uint64_t)row};
    }
    qsort(sample, (size_t)count, sizeof *sample, by_pair);
    if (count > 0) *bound = sample[(int64_t)(part * (double)count)];
    tp_arena_release_since(&run->arena, before);
    return TROPIC_OK;
}

/* ---- the calls ---- */

tropic_status tp_cpu_mst_find(tp_run *run, const tp_mst_graph *g, tp_mst_found *found)
{
    const tp_mst_pair first = {0, (uint64_t)-1}, last = {UINT64_MAX, INT64_MAX};
    const double all = (double)g->arcs.count / 2, light = TP_MST_LIGHT * (double)g->n;
    const tp_team team = tp_team_for(run->context, g->n + g->arcs.count);
    int64_t edges = 0, room = g->arcs.count / 2 + 1;
    forest f = {.g = g, .edges = &edges, .low = first, .high = last};
    /* (The forest's edges are sorted, which takes as many again.) */
    TP_TRY(tp_run_need_bytes(run, (size_t)g->n * (sizeof *f.parent + 2 * sizeof *f.pairs + sizeof *f.lightest) +
                                      TP_MST_PARTS * sizeof *((tp_mst_sorting *)NULL)->places));
    TP_TRY(tp_run_array(run, &f.parent, g->n, sizeof *f.parent, DOING));
    TP_TRY(tp_run_array(run, &f.pairs, g->n, sizeof *f.pairs, DOING));
    TP_TRY(tp_run_array(run, &f.lightest, g->n, sizeof *f.lightest, DOING));
    TP_TRY(tp_run_start(run));
    tp_for(team, g->n, VERTICES, find_lightest, &f);
    tp_for(team, g->n, VERTICES, plant, &f);
    make_flat(team, &f);
    TP_TRY(tp_progress(run->context, (double)edges / g->n));
    if (all > TP_MST_DENSE * (double)g->n) {
        room = TP_MST_ROOM * (int64_t)g->n;
        TP_TRY(choose_bound(run, g, light / all, &f.high));
        TP_TRY(join_between(run, &f, room));
        make_flat(team, &f);
        f.low = f.high;
        f.high = last;
    }
    if (edges < g->n - 1) TP_TRY(join_between(run, &f, room));
    found->pairs = f.pairs;
    found->edges = (tropic_index)edges;
    found->rounds = 1;
    return TROPIC_OK;
}

tropic_status tp_cpu_mst_list(tp_run *run, const tp_mst_graph *g, tp_mst_found *found, tp_mst_pair **edges)
{
    const tp_mst_run whole[] = {{0, found->edges}};
    tp_mst_sorting s = {.pairs = found->pairs, .runs = whole, .run_count = 1};
    (void)g;
    TP_TRY(tp_run_array(run, &s.spare, (int64_t)found->edges + 1, sizeof *s.spare, DOING));
    TP_TRY(tp_run_array(run, &s.places, TP_MST_PARTS, sizeof *s.places, DOING));
    *edges = tp_mst_sort(run->context, &s);
    return TROPIC_OK;
}

const tp_mst_calls tp_cpu_mst_calls = {TP_MST_CALLS(TP_CALL_ROW, tp_cpu_mst_)};
