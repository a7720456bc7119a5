/* SPDX-License-Identifier: Apache-2.0
 *
 * A greedy matching by proposals, after Manne and Halappanavar. Each vertex proposes to the neighbour with which it has
 * the first edge, in the order of all edges, among those to whom nobody proposed an edge before that. Whose proposal is
 * replaced, by an edge before it, proposes again. In the end proposals are mutual, and are the edges that a greedy
 * choice takes: the order alone decides, whoever came first.
 *
 *     proposal(u) = the first edge (v, u) of all v that were or are at u
 *
 * A proposal is a word, the edge's key above and who made it below, so that it is read and replaced at once. A vertex
 * looks through its list anew for each proposal; one with a long list does so a few times, and then keeps what is left
 * of it as a heap.
 */
#include "algorithms/sets/weights.h"
#include "algorithms/tuning.h"

#define DOING "a matching"
/* Vertices that a thread takes at a time. */
#define SUITOR_CHUNK 256
/* Arcs between two calls of tp_progress: some milliseconds. */
#define SUITOR_PROGRESS ((tropic_offset)1 << 23)

/* key << 32 | vertex + 1; 0: no proposal. */
typedef uint64_t word;

typedef struct proposals {
    const tp_set_graph *g;
    tp_weights weights;
    word *proposal; /* to each vertex */
    uint32_t *heap; /* of each arc's list: arcs, counted from its first one; NULL: no list is long */
    int32_t *left;  /* of each vertex with a long list: how many in its heap; less than 0: looks before there is one */
    tropic_index begin;
    tp_chunks_left chunks;
    int64_t looks;
} proposals;

/* An edge that a vertex has, in the order of edges: by weight, the hash of the lesser end, and both ends. */
typedef struct edge {
    tropic_offset arc; /* -1: none */
    uint32_t key;
    tropic_index lesser, greater;
    uint64_t hash;
} edge;

static const edge no_edge = {.arc = -1};

static edge edge_between(const proposals *c, tropic_index v, tropic_index u)
{
    edge e = {.arc = -1, .lesser = u < v ? u : v, .greater = u < v ? v : u};
    e.hash = tp_set_hash_in_block(c->g, e.lesser);
    return e;
}

/* Edge k of v. key 0: never taken. */
static edge edge_at(const proposals *c, tropic_index v, tropic_offset k)
{
    edge e = edge_between(c, v, c->g->ids[k]);
    e.arc = k;
    e.key = e.lesser == e.greater ? 0 : c->weights.keys ? c->weights.keys[k] : (uint32_t)(e.hash >> 32) | 1;
    return e;
}

static bool is_before(const proposals *c, const edge *a, const edge *b)
{
    if (a->key != b->key) return a->key > b->key;
    if (!c->weights.exact) {
        const int order = tp_matching_compare(c->g, a->arc, b->arc);
        if (order != 0) return order > 0;
    }
    if (a->hash != b->hash) return a->hash > b->hash;
    return a->lesser != b->lesser ? a->lesser < b->lesser : a->greater < b->greater;
}

/* Is v's edge before the one that was proposed to its other end? */
static bool wins(const proposals *c, const edge *e, word proposed)
{
    const tropic_index u = c->g->ids[e->arc];
    edge other;
    if (e->key != proposed >> 32) return e->key > proposed >> 32;
    other = edge_between(c, u, (tropic_index)((uint32_t)proposed - 1));
    other.key = e->key;
    if (!c->weights.exact) other.arc = tp_matching_arc(c->g, u, (tropic_index)((uint32_t)proposed - 1));
    return is_before(c, e, &other);
}

static word load(const proposals *c, tropic_offset arc)
{
    return __atomic_load_n(&c->proposal[c->g->ids[arc]], __ATOMIC_RELAXED);
}

/* Where edges weigh the same. Those to greater vertices have v's hash, and are in the order of the list: one that wins
 * ends it. */
static edge look_by_hash(const proposals *c, tropic_index v)
{
    const tropic_offset end = c->g->offsets[v + 1];
    const uint64_t own = tp_set_hash_in_block(c->g, v);
    edge best = no_edge;
    for (tropic_offset k = c->g->offsets[v]; k < end; k++) {
        const tropic_index u = c->g->ids[k];
        edge e;
        if (best.arc >= 0 && u > v && best.hash >= own) break;
        if (best.arc >= 0 && u < v && tp_set_hash_in_block(c->g, u) < best.hash) continue;
        e = edge_at(c, v, k);
        if (e.key == 0 || (best.arc >= 0 && !is_before(c, &e, &best))) continue;
        if (wins(c, &e, load(c, k))) best = e;
    }
    return best;
}

static edge look(const proposals *c, tropic_index v)
{
    const tropic_offset end = c->g->offsets[v + 1];
    const uint32_t *keys = c->weights.keys;
    edge best = no_edge;
    if (!keys) return look_by_hash(c, v);
    for (tropic_offset k = c->g->offsets[v]; k < end; k++) {
        edge e;
        if (keys[k] < best.key) continue;
        e = edge_at(c, v, k);
        if (e.key == 0 || (best.arc >= 0 && !is_before(c, &e, &best))) continue;
        if (wins(c, &e, load(c, k))) best = e;
    }
    return best;
}

/* ---- long lists ---- */

static bool heap_is_before(const proposals *c, tropic_index v, uint32_t a, uint32_t b)
{
    const tropic_offset begin = c->g->offsets[v];
    const edge x = edge_at(c, v, begin + a), y = edge_at(c, v, begin + b);
    return is_before(c, &x, &y);
}

static void sink(const proposals *c, tropic_index v, int64_t at)
{
    uint32_t *heap = c->heap + c->g->offsets[v];
    const int64_t count = c->left[v];
    for (int64_t below; (below = 2 * at + 1) < count; at = below) {
        const uint32_t arc = heap[at];
        if (below + 1 < count && heap_is_before(c, v, heap[below + 1], heap[below])) below++;
        if (!heap_is_before(c, v, heap[below], arc)) return;
        heap[at] = heap[below];
        heap[below] = arc;
    }
}

/* Edges that would win now: others never will. */
static void make_heap(const proposals *c, tropic_index v)
{
    const tropic_offset begin = c->g->offsets[v], end = c->g->offsets[v + 1];
    int32_t count = 0;
    for (tropic_offset k = begin; k < end; k++) {
        const edge e = edge_at(c, v, k);
        if (e.key > 0 && wins(c, &e, load(c, k))) c->heap[begin + count++] = (uint32_t)(k - begin);
    }
    c->left[v] = count;
    for (int64_t at = count / 2; at-- > 0;) sink(c, v, at);
}

static edge look_in_heap(const proposals *c, tropic_index v)
{
    uint32_t *heap = c->heap + c->g->offsets[v];
    while (c->left[v] > 0) {
        const edge e = edge_at(c, v, c->g->offsets[v] + heap[0]);
        if (wins(c, &e, load(c, e.arc))) return e;
        heap[0] = heap[--c->left[v]];
        sink(c, v, 0);
    }
    return no_edge;
}

static edge next_edge(const proposals *c, tropic_index v)
{
    if (c->g->offsets[v + 1] - c->g->offsets[v] <= TP_SUITOR_HEAP_FROM) return look(c, v);
    if (c->left[v] < -1) {
        c->left[v]++;
        return look(c, v);
    }
    if (c->left[v] < 0) make_heap(c, v);
    return look_in_heap(c, v);
}

/* ---- proposals ---- */

/* v proposes, and each whose proposal is thereby replaced proposes again. Only this thread has the vertex in hand: what
 * it has written of it is there for the one who takes its place. Returns how often an edge was looked for. */
static int64_t propose_from(const proposals *c, tropic_index v)
{
    for (int64_t looks = 1;; looks++) {
        const edge e = next_edge(c, v);
        word before;
        if (e.arc < 0) return looks;
        before = load(c, e.arc);
        while (wins(c, &e, before)) {
            const word made = (word)e.key << 32 | (word)(v + 1);
            if (!__atomic_compare_exchange_n(&c->proposal[c->g->ids[e.arc]], &before, made, true, __ATOMIC_ACQ_REL,
                                             __ATOMIC_RELAXED))
                continue;
            if (before == 0) return looks;
            v = (tropic_index)((uint32_t)before - 1);
            break;
        }
    }
}

static void propose_region(tp_worker *worker, void *of)
{
    proposals *c = of;
    int64_t begin, end, looks = 0;
    while (tp_take(worker, &c->chunks, &begin, &end))
        for (int64_t v = begin; v < end; v++) looks += propose_from(c, c->begin + (tropic_index)v);
    __atomic_fetch_add(&c->looks, looks, __ATOMIC_RELAXED);
}

/* The first vertex from which on there are so many arcs before it, or more. */
static tropic_index vertex_at(const tp_set_graph *g, tropic_index low, tropic_offset arcs)
{
    tropic_index high = g->n;
    while (low < high) {
        const tropic_index middle = low + (high - low) / 2;
        if (g->offsets[middle] < arcs)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void begin_proposals(const void *of, int64_t begin, int64_t end)
{
    const proposals *c = of;
    for (int64_t v = begin; v < end; v++) {
        c->proposal[v] = 0;
        if (c->left) c->left[v] = -1 - TP_SUITOR_LOOKS;
    }
}

tropic_status tp_cpu_matching_find(tp_run *run, const tp_set_graph *graph, int32_t *mate, int64_t *looks)
{
    proposals c = {.g = graph};
    TP_TRY(tp_matching_weights(run, graph, &c.weights));
    TP_TRY(tp_set_array(run, &c.proposal, graph->n, sizeof *c.proposal, DOING));
    if (graph->longest > TP_SUITOR_HEAP_FROM) {
        TP_TRY(tp_set_array(run, &c.heap, graph->count, sizeof *c.heap, DOING));
        TP_TRY(tp_set_array(run, &c.left, graph->n, sizeof *c.left, DOING));
    }
    tp_for(tp_team_for(run->context, graph->n), graph->n, TP_CHUNK_ANY, begin_proposals, &c);
    for (tropic_index end; c.begin < graph->n; c.begin = end) {
        const tropic_offset arcs = graph->offsets[c.begin];
        tp_team team;
        TP_TRY(tp_progress(run->context, (double)arcs / (double)(graph->count + 1)));
        end = vertex_at(graph, c.begin + 1, arcs + SUITOR_PROGRESS);
        team = tp_team_for(run->context, end - c.begin + 2 * (graph->offsets[end] - arcs));
        tp_parallel(tp_chunks_begin(&c.chunks, team, end - c.begin, SUITOR_CHUNK), propose_region, &c);
    }
    for (tropic_index v = 0; v < graph->n; v++) mate[v] = (int32_t)((uint32_t)c.proposal[v] - 1);
    *looks = (c.looks + graph->n - 1) / graph->n;
    return TROPIC_OK;
}
