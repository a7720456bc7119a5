/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole searches on the CPU: a thread takes 64 sources, a bit of a word each, from level to level.
 *
 *     next<!seen> = A' (bor.first) front;  seen |= next      until next is empty
 *
 * A frontier is a list; where it has many arcs, the vertices that not all searches have reached look for it instead.
 * If searches have little in common, so that a vertex is in many frontiers of a group, the thread takes its further
 * sources one by one, with a queue.
 */
#include "algorithms/bfs/bit_counts.h"
#include "algorithms/bfs/searches.h"
#include "algorithms/tuning.h"
#include "runtime/threads.h"
#include "spmv/cpu_backend.h"

#include <string.h>

/* Places of a frontier ahead of the one at hand: whose offsets, list and neighbours are prefetched. */
#define OFFSETS_AHEAD 24
#define LISTS_AHEAD 16
#define GROUP_AHEAD 6
/* A part, 1 in so many, of the vertices, from which all are cleared at once. */
#define SEEN_MANY 8
/* Neighbours of each. */
#define NEIGHBOURS 4

/* What the searches of a group know of a vertex: bit c is search c's. */
typedef struct place {
    uint64_t seen, next;
} place;

/* A group, with the memory of its thread. */
typedef struct group {
    const tp_searches *s;
    tropic_index n, width;
    place *places;              /* n */
    uint64_t *front;            /* n: words of the frontier; elsewhere 0 */
    tropic_index *list, *fresh; /* the frontier; its successor. n + 1 places each */
    tropic_index *seen;         /* n: the vertices that a search has seen, each once */
    int64_t seen_count;
    int64_t listed, fresh_count;
    int64_t arcs;  /* out of the frontier */
    uint64_t live; /* searches that have a vertex in it, and that have not reached all */
    bool prefetches;
    int64_t visits; /* the sizes of all frontiers, added up */
    tp_search_found *found;
} group;

static group group_in(const tp_searches *s, char *memory)
{
    const int64_t n = s->out.lists;
    group g = {.s = s, .n = s->out.lists, .places = (place *)(void *)memory};
    g.front = (uint64_t *)(void *)(g.places + n);
    g.list = (tropic_index *)(void *)(g.front + n);
    g.fresh = g.list + n + 1;
    g.seen = g.fresh + n + 1;
    g.prefetches = n + s->out.count > TP_SEARCHES_PREFETCH_FROM;
    return g;
}

/* The fresh vertices become the frontier, on level d. */
static void commit(group *g, int64_t d)
{
    const tropic_offset *offsets = g->s->out.offsets;
    tropic_index *const list = g->list;
    uint64_t live = 0;
    int64_t arcs = 0, all_arcs = 0, counts[TROPIC_BFS_BATCH] = {0};
    for (int64_t c = 0; c < g->listed; c++) g->front[list[c]] = 0;
    for (int64_t begin = 0; begin < g->fresh_count; begin += TP_BIT_COUNTS_MAX) {
        const int64_t end = begin + TP_BIT_COUNTS_MAX < g->fresh_count ? begin + TP_BIT_COUNTS_MAX : g->fresh_count;
        tp_bit_counts bits = {{0}};
        for (int64_t c = begin; c < end; c++) {
            const tropic_index v = g->fresh[c];
            const uint64_t word = g->places[v].next;
            const int64_t entries = offsets[v + 1] - offsets[v];
            g->places[v].next = 0;
            if (g->places[v].seen == 0) g->seen[g->seen_count++] = v;
            g->places[v].seen |= word;
            g->front[v] = word;
            live |= word;
            arcs += entries;
            all_arcs += entries * __builtin_popcountll(word);
            tp_bit_counts_add(&bits, word);
        }
        for (int c = 0; c < g->width; c++) counts[c] += tp_bit_count(&bits, c);
    }
    g->list = g->fresh;
    g->fresh = list;
    g->listed = g->fresh_count;
    g->visits += g->listed;
    g->fresh_count = 0;
    g->arcs = arcs;
    g->found[0].arcs += all_arcs;
    for (int c = 0; c < g->width; c++) {
        if (d == 0) g->found[c].reached = g->found[c].levels = 1;
        if (d > 0 && counts[c] > 0) tp_search_found_add(&g->found[c], d, counts[c]);
        if (g->found[c].reached == g->n) live &= ~((uint64_t)1 << c);
    }
    g->live = live;
}

static void prefetch(const group *g, int64_t c)
{
    const tp_arcs *out = &g->s->out;
    if (c + OFFSETS_AHEAD < g->listed) {
        __builtin_prefetch(&out->offsets[g->list[c + OFFSETS_AHEAD]]);
        __builtin_prefetch(&g->front[g->list[c + OFFSETS_AHEAD]]);
    }
    if (c + LISTS_AHEAD < g->listed) __builtin_prefetch(&out->ids[out->offsets[g->list[c + LISTS_AHEAD]]]);
    if (c + GROUP_AHEAD < g->listed) {
        const tropic_index v = g->list[c + GROUP_AHEAD];
        const tropic_offset begin = out->offsets[v], end = out->offsets[v + 1];
        for (tropic_offset k = begin; k < end && k < begin + NEIGHBOURS; k++)
            __builtin_prefetch(&g->places[out->ids[k]], 1);
    }
}

static void push(group *g)
{
    const tp_arcs *out = &g->s->out;
    const uint64_t live = g->live;
    tropic_index *const fresh = g->fresh;
    int64_t count = 0;
    for (int64_t c = 0; c < g->listed; c++) {
        const tropic_index v = g->list[c];
        const uint64_t word = g->front[v] & live;
        const tropic_offset end = out->offsets[v + 1];
        if (g->prefetches) prefetch(g, c);
        for (tropic_offset k = out->offsets[v]; k < end; k++) {
            const tropic_index w = out->ids[k];
            place *p = &g->places[w];
            const uint64_t before = p->next, found = word & ~p->seen;
            /* Written at once, and kept if w is new: the list has a place more than there are vertices. */
            fresh[count] = w;
            count += before == 0 && found != 0;
            p->next = before | found;
        }
    }
    g->fresh_count = count;
}

static void pull(group *g)
{
    const tp_arcs *in = &g->s->in;
    const uint64_t over = ~g->live;
    int64_t count = 0;
    for (tropic_index j = 0; j < g->n; j++) {
        const uint64_t known = g->places[j].seen | over;
        const tropic_offset end = in->offsets[j + 1];
        uint64_t all = known;
        if (known == UINT64_MAX) continue;
        for (tropic_offset k = in->offsets[j]; k < end && all != UINT64_MAX; k++) all |= g->front[in->ids[k]];
        g->places[j].next = all & ~known;
        g->fresh[count] = j;
        count += (all & ~known) != 0;
    }
    g->fresh_count = count;
}

/* Words of vertices are 0 before a search, and after it: of few vertices one by one. */
static void clear(group *g)
{
    for (int64_t c = 0; c < g->listed; c++) g->front[g->list[c]] = 0;
    if (g->seen_count >= g->n / SEEN_MANY) memset(g->places, 0, (size_t)g->n * sizeof *g->places);
    for (int64_t c = 0; g->seen_count < g->n / SEEN_MANY && c < g->seen_count; c++)
        g->places[g->seen[c]] = (place){0, 0};
    g->seen_count = 0;
}

/* Have the searches so little in common that they would better be one by one? */
static bool is_apart(const group *g)
{
    return g->visits / (TROPIC_BFS_BATCH / TP_SEARCHES_COMMON) > g->seen_count;
}

/* The searches from sources first .. first + width - 1. False: they were given up. */
static bool search(group *g, tropic_index first, tropic_index width)
{
    bool apart = false;
    g->width = width;
    g->found = g->s->found + first;
    g->visits = 0;
    g->listed = 0;
    g->fresh_count = 0;
    for (tropic_index c = 0; c < width; c++) {
        const tropic_index v = g->s->sources[first + c];
        if (g->places[v].next == 0) g->fresh[g->fresh_count++] = v;
        g->places[v].next |= (uint64_t)1 << c;
        g->found[c] = (tp_search_found){0};
    }
    commit(g, 0);
    for (int64_t d = 1; g->live && g->listed > 0 && !apart; d++) {
        if (g->arcs + g->listed > g->s->out.count / TP_SEARCHES_PULL)
            pull(g);
        else
            push(g);
        commit(g, d);
        apart = is_apart(g);
    }
    clear(g);
    return !apart;
}

/* The neighbours of v that are not seen, which are then, are appended to the queue; its new end. */
static inline int64_t append(const tp_arcs *out, tropic_index v, uint8_t *seen, tropic_index *queue, int64_t end)
{
    const tropic_offset last = out->offsets[v + 1];
    for (tropic_offset k = out->offsets[v]; k < last; k++) {
        const tropic_index w = out->ids[k];
        queue[end] = w; /* (it has a place more than there are vertices) */
        end += !seen[w];
        seen[w] = 1;
    }
    return end;
}

/* The search from one source, with a queue, in the memory of a group. */
static void search_one(const group *g, tropic_index source, tp_search_found *found)
{
    const tp_arcs *out = &g->s->out;
    tropic_index *queue = g->list;
    uint8_t *seen = (uint8_t *)g->places;
    int64_t begin = 0, stop = 1, end = 1, arcs = 0;
    queue[0] = source;
    seen[source] = 1;
    *found = (tp_search_found){.reached = 1, .levels = 1};
    for (int64_t d = 1; begin < stop && stop < g->n; d++) {
        for (; begin < stop; begin++) {
            const tropic_index v = queue[begin];
            if (g->prefetches && begin + LISTS_AHEAD < end)
                __builtin_prefetch(&out->ids[out->offsets[queue[begin + LISTS_AHEAD]]]);
            if (g->prefetches && begin + OFFSETS_AHEAD < end)
                __builtin_prefetch(&out->offsets[queue[begin + OFFSETS_AHEAD]]);
            arcs += out->offsets[v + 1] - out->offsets[v];
            end = append(out, v, seen, queue, end);
        }
        if (end > stop) tp_search_found_add(found, d, end - stop);
        stop = end;
    }
    for (; begin < stop; begin++) arcs += out->offsets[queue[begin] + 1] - out->offsets[queue[begin]];
    found->arcs = arcs;
    if (end >= g->n / SEEN_MANY) memset(seen, 0, (size_t)g->n);
    for (int64_t c = 0; end < g->n / SEEN_MANY && c < end; c++) seen[queue[c]] = 0;
}

typedef struct work {
    const tp_searches *s;
    int64_t bytes;       /* of a group's memory */
    tp_chunks_left left; /* groups */
} work;

static void take_groups(tp_worker *worker, void *of)
{
    work *w = of;
    const tp_searches *s = w->s;
    group g = group_in(s, s->memory + worker->number * w->bytes);
    bool apart = false, clean = false;
    int64_t begin, end;
    while (tp_take(worker, &w->left, &begin, &end))
        for (int64_t k = begin; k < end; k++) {
            if (!clean) memset(g.places, 0, (size_t)g.n * (sizeof *g.places + sizeof *g.front));
            clean = true;
            const tropic_index first = (tropic_index)(k * TROPIC_BFS_BATCH), left = s->count - first;
            const tropic_index width = left < TROPIC_BFS_BATCH ? left : TROPIC_BFS_BATCH;
            if (!apart) apart = !search(&g, first, width);
            for (tropic_index c = first; apart && c < first + width; c++) search_one(&g, s->sources[c], &s->found[c]);
        }
}

tropic_status tp_cpu_searches_run(tropic_context *context, const tp_searches *s)
{
    const int64_t groups = ((int64_t)s->count + TROPIC_BFS_BATCH - 1) / TROPIC_BFS_BATCH;
    const tp_team team = tp_team_of(tp_team_for(context, groups * (s->out.lists + s->out.count)), s->at_once);
    work w = {.s = s, .bytes = tp_searches_bytes(&tp_cpu_searches_calls, s->out.lists)};
    tp_parallel(tp_chunks_begin(&w.left, team, groups, 1), take_groups, &w);
    return TROPIC_OK;
}

tropic_status tp_cpu_searches_room(tropic_context *context, tropic_index *at_once)
{
    if (*at_once > context->threads) *at_once = context->threads;
    return TROPIC_OK;
}

const tp_searches_calls tp_cpu_searches_calls = {
    TP_SEARCHES_CALLS(TP_CALL_ROW, tp_cpu_searches_).near = true,
    .group = TROPIC_BFS_BATCH,
    .eighths = 8 * (sizeof(place) + sizeof(uint64_t) + 3 * sizeof(tropic_index)),
    .more = 2 * sizeof(tropic_index),
    .arcs_max = TP_SEARCHES_CPU_MAX,
    .deep_max = TP_SEARCHES_CPU_DEEP_MAX,
};
