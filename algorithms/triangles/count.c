/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles on the CPU, by marks of a byte a vertex: a look at a mark has no branch, and the marks of the first
 * vertices, at which most looks are, stay in the first caches.
 */
#include "algorithms/triangles/number.h"
#include "algorithms/triangles/triangles.h"
#include "algorithms/tuning.h"
#include "runtime/threads.h"

/* Vertices that a thread takes at a time. */
#define COUNT_CHUNK 64
/* Later neighbours whose lists are asked for ahead, first where these begin. */
#define COUNT_AHEAD_OFFSETS 16
#define COUNT_AHEAD 8
/* Ids that are asked for ahead of a vertex whose list is merged: a processor does not keep up with short lists by
 * itself. (One thread, lattice 1200: 18.5 ms without, 14.6 with; GAP's 16.3.) */
#define COUNT_AHEAD_IDS 512
/* Entries of a part of the work, after which the progress is told. */
#define COUNT_PART (1 << 20)

/* A thread's own memory. */
typedef struct marks {
    uint8_t *mark;
    int64_t *near; /* NULL: no counts by vertex, or lists are merged */
    int64_t total;
} marks;

typedef struct counting {
    tp_numbered lists;
    bool merges;        /* short lists, as given: no marks */
    int64_t *of_vertex; /* by number */
    marks *own;         /* of each thread */
    int64_t part, parts;
    tp_chunks_left left; /* chunks of vertices: the part-th and every parts-th behind it */
} counting;

static void add(int64_t *to, int64_t n)
{
    __atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

/* How many of u's earlier neighbours before v are marked. (v is one of them, so the list does not end before it.) */
TP_FN int64_t count_wedges(const tropic_index *earlier, tropic_index v, const uint8_t *mark)
{
    int64_t found = 0;
    for (; *earlier < v; earlier++) found += mark[*earlier];
    return found;
}

/* The same, and adds them to the counts of these neighbours. */
TP_FN int64_t count_each(const tropic_index *earlier, tropic_index v, const marks *own, int64_t *of_vertex)
{
    int64_t found = 0;
    for (; *earlier < v && *earlier < TP_COUNT_NEAR; earlier++) {
        own->near[*earlier] += own->mark[*earlier];
        found += own->mark[*earlier];
    }
    for (; *earlier < v; earlier++) {
        if (!own->mark[*earlier]) continue;
        add(&of_vertex[*earlier], 1);
        found++;
    }
    return found;
}

static void count_at(const counting *c, tropic_index v, marks *own)
{
    const tp_lists *earlier = &c->lists.earlier, *later = &c->lists.later;
    const tropic_index *const begin = earlier->ids + earlier->offsets[v];
    const tropic_index *const end = earlier->ids + earlier->offsets[v + 1], *behind = begin;
    const tropic_offset last = later->offsets[v + 1];
    tropic_offset k = later->offsets[v];
    int64_t found = 0;
    if (begin == end || *begin >= v || k == last || later->ids[last - 1] <= v) return;
    for (; behind < end && *behind < v; behind++) own->mark[*behind] = 1;
    while (later->ids[k] <= v) k++;
    for (; k < last; k++) {
        const tropic_index u = later->ids[k];
        const tropic_index *of_u = earlier->ids + earlier->offsets[u];
        int64_t wedges;
        if (k + COUNT_AHEAD_OFFSETS < last) __builtin_prefetch(&earlier->offsets[later->ids[k + COUNT_AHEAD_OFFSETS]]);
        if (k + COUNT_AHEAD < last) __builtin_prefetch(earlier->ids + earlier->offsets[later->ids[k + COUNT_AHEAD]]);
        wedges = own->near ? count_each(of_u, v, own, c->of_vertex) : count_wedges(of_u, v, own->mark);
        if (own->near && wedges > 0) add(&c->of_vertex[u], wedges);
        found += wedges;
    }
    if (own->near && found > 0) add(&c->of_vertex[v], found);
    own->total += found;
    while (behind > begin) own->mark[*--behind] = 0;
}

/* Triangles of which u is the last vertex: those of its earlier neighbours v that have one before them, w, are merged
 * with v's list as far as v, behind which is u. Where u has one earlier neighbour, or none, its own list shows it. */
static void merge_at(const counting *c, tropic_index u, marks *own)
{
    const tp_lists *lists = &c->lists.earlier;
    const tropic_index *const ids = lists->ids + lists->offsets[u], *const end = lists->ids + lists->offsets[u + 1];
    int64_t found = 0;
    if (end - ids < 2 || ids[1] >= u) return;
    for (const tropic_index *v = ids + 1; v < end && *v < u; v++) {
        const tropic_index *w = ids, *of_v = lists->ids + lists->offsets[*v];
        int64_t wedges = 0;
        while (w < v && *of_v < *v) {
            const tropic_index left = *w, right = *of_v;
            if (left == right && c->of_vertex) add(&c->of_vertex[left], 1);
            wedges += left == right;
            w += left <= right;
            of_v += right <= left;
        }
        if (c->of_vertex && wedges > 0) add(&c->of_vertex[*v], wedges);
        found += wedges;
    }
    if (c->of_vertex && found > 0) add(&c->of_vertex[u], found);
    own->total += found;
}

static void count_some(tp_worker *worker, void *of)
{
    counting *c = of;
    marks *own = &c->own[worker->number];
    int64_t begin, end;
    while (tp_take(worker, &c->left, &begin, &end))
        for (int64_t chunk = begin; chunk < end; chunk++) {
            const int64_t first = (chunk * c->parts + c->part) * COUNT_CHUNK;
            const int64_t last = first + COUNT_CHUNK < c->lists.n ? first + COUNT_CHUNK : c->lists.n;
            if (c->merges)
                for (int64_t v = first; v < last; v++) {
                    __builtin_prefetch(c->lists.earlier.ids + c->lists.earlier.offsets[v] + COUNT_AHEAD_IDS);
                    merge_at(c, (tropic_index)v, own);
                }
            else
                for (int64_t v = first; v < last; v++) count_at(c, (tropic_index)v, own);
        }
}

static tropic_status count_all(tropic_context *context, counting *c, tp_team team)
{
    const int64_t chunks = ((int64_t)c->lists.n + COUNT_CHUNK - 1) / COUNT_CHUNK;
    for (c->part = 0; c->part < c->parts; c->part++) {
        const int64_t mine = (chunks - c->part + c->parts - 1) / c->parts;
        TP_TRY(tp_progress(context, (double)c->part / (double)c->parts));
        tp_parallel(tp_chunks_begin(&c->left, team, mine, 1), count_some, c);
    }
    return TROPIC_OK;
}

/* The counts by vertex, numbered as they are in the graph. */
static void gather_counts(const counting *c, int threads, int64_t *of_vertex)
{
    const tropic_index near = c->lists.n < TP_COUNT_NEAR ? c->lists.n : TP_COUNT_NEAR;
    for (int t = 0; !c->merges && t < threads; t++)
        for (tropic_index v = 0; v < near; v++) c->of_vertex[v] += c->own[t].near[v];
    if (!c->lists.vertex) return;
    for (tropic_index i = 0; i < c->lists.n; i++) of_vertex[c->lists.vertex[i]] = c->of_vertex[i];
}

static tropic_status make_marks(tropic_context *context, counting *c, int threads)
{
    const tropic_index near = c->lists.n < TP_COUNT_NEAR ? c->lists.n : TP_COUNT_NEAR;
    const bool has_near = c->of_vertex && !c->merges;
    bool there;
    c->own = tp_allocate_zero(&context->work, threads, sizeof *c->own);
    there = c->own != NULL;
    for (int t = 0; there && t < threads; t++) {
        c->own[t].mark = tp_allocate_zero(&context->work, c->merges ? 0 : c->lists.n, sizeof *c->own->mark);
        if (has_near) c->own[t].near = tp_allocate_zero(&context->work, near, sizeof *c->own->near);
        there = c->own[t].mark && (!has_near || c->own[t].near);
    }
    return there ? TROPIC_OK : tp_out_of_memory(context, "marks of triangles");
}

static tropic_status count_numbered(tropic_context *context, counting *c, tp_counting *result)
{
    const tp_team team = tp_team_for(context, result->arcs.count);
    tropic_status status = make_marks(context, c, team.threads);
    if (status == TROPIC_OK) status = count_all(context, c, team);
    for (int t = 0; status == TROPIC_OK && t < team.threads; t++) result->total += c->own[t].total;
    if (status == TROPIC_OK && c->of_vertex) gather_counts(c, team.threads, result->of_vertex);
    for (int t = 0; c->own && t < team.threads; t++) {
        tp_release(&context->work, c->own[t].mark);
        tp_release(&context->work, c->own[t].near);
    }
    tp_release(&context->work, c->own);
    return status;
}

tropic_status tp_cpu_triangles_count(tropic_context *context, tp_counting *result)
{
    counting c = {.parts = result->arcs.count / COUNT_PART + 1};
    tropic_status status = TROPIC_OK;
    result->total = 0;
    if (result->by_degree)
        status = tp_number_by_degree(context, &result->arcs, &c.lists);
    else
        c.lists = tp_number_as_given(&result->arcs);
    c.merges = !result->by_degree && result->arcs.longest <= TP_TRIANGLES_MERGED_LONGEST &&
               result->arcs.count <= (int64_t)result->arcs.lists * TP_TRIANGLES_MERGED_DEGREE;
    if (result->of_vertex) {
        c.of_vertex = result->by_degree ? tp_allocate_zero(&context->work, c.lists.n, sizeof *c.of_vertex)
                                        : memset(result->of_vertex, 0, (size_t)c.lists.n * sizeof *c.of_vertex);
        if (status == TROPIC_OK && !c.of_vertex) status = tp_out_of_memory(context, "counts of triangles");
    }
    if (status == TROPIC_OK) status = count_numbered(context, &c, result);
    if (result->by_degree) tp_release(&context->work, c.of_vertex);
    tp_numbered_free(context, &c.lists);
    return status;
}
