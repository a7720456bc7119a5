/* SPDX-License-Identifier: Apache-2.0
 *
 * Squares on the CPU. Of each square the first vertex v, by descending degree, finds it: w is reached from v by two
 * edges, over later neighbours u of v, in c ways, so that there are c (c - 1) / 2 squares of v and w, of which each u
 * is a corner of c - 1. That takes sum over edges of the lesser degree of its ends.
 */
#include "algorithms/triangles/clustering.h"
#include "algorithms/triangles/number.h"
#include "runtime/threads.h"

/* Vertices that a thread takes at a time. */
#define SQUARES_CHUNK 16
/* Edges of a part of the work, after which the progress is told. */
#define SQUARES_PART (1 << 20)

typedef struct counting {
    tp_numbered lists;
    int64_t *squares; /* by number */
    int32_t **ways;   /* of each thread, by vertex: c; 0 between two v */
    int64_t part, parts;
    tp_chunks_left left;
} counting;

static void add(int64_t *to, int64_t n)
{
    if (n > 0) __atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

/* Some ids, side by side. */
typedef struct ids {
    const tropic_index *begin, *end;
} ids;

/* The neighbours of u, one of v's later ones, that are behind v: the last of its earlier ones, and its later ones. */
static void find_behind(const tp_numbered *lists, tropic_index u, tropic_index v, ids behind[2])
{
    const tropic_index *earlier = lists->earlier.ids, *later = lists->later.ids;
    const tropic_offset begin = lists->earlier.offsets[u], end = lists->earlier.offsets[u + 1];
    behind[0] = (ids){earlier + tp_find_id(earlier, begin, end, (int64_t)v + 1), earlier + end};
    behind[1] = (ids){later + lists->later.offsets[u], later + lists->later.offsets[u + 1]};
}

static void count_ways(ids some, int32_t *ways)
{
    for (const tropic_index *w = some.begin; w < some.end; w++) ways[*w]++;
}

/* The sum of c - 1. */
static int64_t other_ways(ids some, const int32_t *ways)
{
    int64_t others = 0;
    for (const tropic_index *w = some.begin; w < some.end; w++) others += ways[*w] - 1;
    return others;
}

/* Gives each w its squares, once, and returns their sum. */
static int64_t take_ways(ids some, int32_t *ways, int64_t *squares)
{
    int64_t sum = 0;
    for (const tropic_index *w = some.begin; w < some.end; w++) {
        const int64_t pairs = (int64_t)ways[*w] * (ways[*w] - 1) / 2;
        ways[*w] = 0;
        add(&squares[*w], pairs);
        sum += pairs;
    }
    return sum;
}

static void count_at(const counting *c, tropic_index v, int32_t *ways)
{
    const tp_lists *later = &c->lists.later;
    const tropic_offset begin = later->offsets[v], end = later->offsets[v + 1];
    ids behind[2];
    int64_t sum = 0;
    if (end - begin < 2) return;
    for (tropic_offset k = begin; k < end; k++) {
        find_behind(&c->lists, later->ids[k], v, behind);
        count_ways(behind[0], ways);
        count_ways(behind[1], ways);
    }
    for (tropic_offset k = begin; k < end; k++) {
        find_behind(&c->lists, later->ids[k], v, behind);
        add(&c->squares[later->ids[k]], other_ways(behind[0], ways) + other_ways(behind[1], ways));
    }
    for (tropic_offset k = begin; k < end; k++) {
        find_behind(&c->lists, later->ids[k], v, behind);
        sum += take_ways(behind[0], ways, c->squares) + take_ways(behind[1], ways, c->squares);
    }
    add(&c->squares[v], sum);
}

static void count_some(tp_worker *worker, void *of)
{
    counting *c = of;
    int64_t begin, end;
    while (tp_take(worker, &c->left, &begin, &end))
        for (int64_t chunk = begin; chunk < end; chunk++) {
            const int64_t first = (chunk * c->parts + c->part) * SQUARES_CHUNK;
            for (int64_t v = first; v < first + SQUARES_CHUNK && v < c->lists.n; v++)
                count_at(c, (tropic_index)v, c->ways[worker->number]);
        }
}

static tropic_status count_all(tropic_context *context, counting *c, tp_team team)
{
    const int64_t chunks = ((int64_t)c->lists.n + SQUARES_CHUNK - 1) / SQUARES_CHUNK;
    for (c->part = 0; c->part < c->parts; c->part++) {
        const int64_t mine = (chunks - c->part + c->parts - 1) / c->parts;
        TP_TRY(tp_progress(context, (double)c->part / (double)c->parts));
        tp_parallel(tp_chunks_begin(&c->left, team, mine, 1), count_some, c);
    }
    return TROPIC_OK;
}

static tropic_status make_ways(tropic_context *context, counting *c, int threads)
{
    bool there;
    c->squares = tp_allocate_zero(&context->work, c->lists.n, sizeof *c->squares);
    c->ways = tp_allocate_zero(&context->work, threads, sizeof *c->ways);
    there = c->squares && c->ways;
    for (int t = 0; there && t < threads; t++) {
        c->ways[t] = tp_allocate_zero(&context->work, c->lists.n, sizeof **c->ways);
        there = c->ways[t] != NULL;
    }
    return there ? TROPIC_OK : tp_out_of_memory(context, "counts of squares");
}

tropic_status tp_cpu_clustering_squares(tropic_context *context, const tp_edges *edges, int64_t *squares)
{
    const tp_arcs arcs = {.lists = edges->n, .count = edges->count, .offsets = edges->offsets, .ids = edges->ids};
    const tp_team team = tp_team_for(context, edges->count);
    counting c = {.parts = edges->count / SQUARES_PART + 1};
    tropic_status status = tp_number_by_degree(context, &arcs, &c.lists);
    if (status == TROPIC_OK) status = make_ways(context, &c, team.threads);
    if (status == TROPIC_OK) status = count_all(context, &c, team);
    if (status == TROPIC_OK)
        for (tropic_index i = 0; i < edges->n; i++) squares[c.lists.vertex[i]] = c.squares[i];
    for (int t = 0; c.ways && t < team.threads; t++) tp_release(&context->work, c.ways[t]);
    tp_release(&context->work, c.ways);
    tp_release(&context->work, c.squares);
    tp_numbered_free(context, &c.lists);
    return status;
}
