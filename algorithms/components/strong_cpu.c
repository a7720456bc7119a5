/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components on the CPU. What two searches leave is walked over in depth: Pearce, A Space-Efficient
 * Algorithm for Finding Strongly Connected Components, 2016, with a stack in place of the recursion.
 */
#include "algorithms/components/strong.h"
#include "algorithms/tuning.h"
#include "spmv/cpu_backend.h"

/* Vertices that the walk enters between two calls of tp_progress: some milliseconds. */
#define WALK_PROGRESS (1 << 18)
/* The k-th vertex of a sample gives the arc at k mod 7 sevenths of its list. (Ids ascend in it, so those of one place
 * may be near where others are not.) */
#define SAMPLE_PLACES 7
/* Ids are not near that are further apart than the vertices by this: else many of a small graph would be. */
#define REACH_PARTS 128

/* ---- the pivot, and what the searches from it say ---- */

typedef struct pivot_search {
    const tp_strong *s;
    int64_t *best; /* least of -min(degrees) 2^32 + vertex */
} pivot_search;

static void find_pivot(const void *of, int64_t begin, int64_t end)
{
    const pivot_search *p = of;
    const tropic_offset *out = p->s->out.offsets, *in = p->s->in.offsets;
    int64_t best = 0;
    for (int64_t v = begin; v < end; v++) {
        const tropic_offset ahead = out[v + 1] - out[v], behind = in[v + 1] - in[v];
        const tropic_offset degree = ahead < behind ? ahead : behind;
        const int64_t key = -degree * (INT64_C(1) << 32) + v;
        if (degree > 0 && key < best) best = key;
    }
    if (best < 0) tp_atomic_min(p->best, best);
}

/* Do arcs of a sample lead to vertices near their own? A walk then finds most of what it reads in a cache. */
static bool is_local(const tp_strong *s)
{
    const tropic_index n = s->n, part = n / REACH_PARTS;
    const tropic_index reach = part < TP_STRONG_LOCAL_REACH ? part : TP_STRONG_LOCAL_REACH;
    int sampled = 0, near = 0;
    for (int64_t k = 0; k < TP_STRONG_LOCAL_SAMPLE; k++) {
        const tropic_index v = (tropic_index)(n * k / TP_STRONG_LOCAL_SAMPLE);
        const tropic_offset begin = s->out.offsets[v], degree = s->out.offsets[v + 1] - begin;
        if (degree == 0) continue;
        const tropic_index u = s->out.ids[begin + degree * (k % SAMPLE_PLACES) / SAMPLE_PLACES];
        sampled++;
        near += u - v <= reach && v - u <= reach;
    }
    return near > TP_STRONG_LOCAL_PART * sampled;
}

tropic_status tp_cpu_strong_pivot(tp_run *run, const tp_strong *s, tropic_index *pivot)
{
    int64_t best = 0;
    const pivot_search search = {s, &best};
    *pivot = -1;
    if (run->context->threads < TP_STRONG_LOCAL_THREADS && is_local(s)) return TROPIC_OK;
    tp_for(tp_team_for(run->context, s->n), s->n, TP_CHUNK_ANY, find_pivot, &search);
    if (best < 0) *pivot = (tropic_index)(best & INT32_MAX);
    return TROPIC_OK;
}

typedef struct meeting {
    const tp_strong *s;
    const int32_t *ahead, *behind;
    int32_t least;
} meeting;

/* A vertex that no arc leaves, or none enters, is a component. (Half of the vertices of a sparse lattice are.) */
static int32_t alone_or_new(const tp_strong *s, int64_t v)
{
    const bool alone = s->out.offsets[v] == s->out.offsets[v + 1] || s->in.offsets[v] == s->in.offsets[v + 1];
    return alone ? (int32_t)v : TP_STRONG_NEW;
}

static void meet(const void *of, int64_t begin, int64_t end)
{
    const meeting *m = of;
    for (int64_t v = begin; v < end; v++)
        m->s->component[v] = m->ahead[v] >= 0 && m->behind[v] >= 0 ? m->least : alone_or_new(m->s, v);
}

tropic_status tp_cpu_strong_meet(tp_run *run, const tp_strong *s, const int32_t *ahead, const int32_t *behind)
{
    meeting m = {.s = s, .ahead = ahead, .behind = behind};
    while (ahead[m.least] < 0 || behind[m.least] < 0) m.least++; /* the pivot has both */
    tp_for(tp_team_for(run->context, s->n), s->n, TP_CHUNK_ANY, meet, &m);
    return TROPIC_OK;
}

/* ---- the walk ---- */

/* A vertex whose list is not read to its end, `next` entries of which are read. */
typedef struct frame {
    tropic_index vertex, next;
    int32_t own;
} frame;

/* component[v] is TP_STRONG_NEW; or while v's component is not known, less than 0: the least number that v is known to
 * reach, where vertices are numbered from INT32_MIN on as they are entered; or the component. */
typedef struct walk {
    tropic_context *context;
    const tropic_offset *offsets;
    const tropic_index *ids;
    int32_t *component;
    frame *frames;         /* from the root to the vertex at hand */
    tropic_index *members; /* vertices that are left, whose component is not known */
    tropic_index count;    /* of members */
    int32_t clock;
} walk;

/* Vertex v, number `own`, reaches none before it: it is a component with the members from there on. */
static void close_component(walk *w, tropic_index v, int32_t own)
{
    tropic_index first = w->count, least = v;
    while (first > 0 && w->component[w->members[first - 1]] >= own) {
        first--;
        if (w->members[first] < least) least = w->members[first];
    }
    for (tropic_index m = first; m < w->count; m++) w->component[w->members[m]] = least;
    w->component[v] = least;
    w->count = first;
}

static tropic_status walk_from(walk *w, tropic_index root)
{
    const tropic_offset *offsets = w->offsets;
    int32_t *component = w->component;
    tropic_index v = root;
    tropic_offset k = offsets[v], end = offsets[v + 1];
    int32_t own = w->clock++, low = own;
    int64_t height = 0;
    component[v] = own;
    for (;;) {
        while (k < end) {
            const tropic_index u = w->ids[k++];
            const int32_t number = component[u];
            if (number < low) low = number;
            if (number != TP_STRONG_NEW) continue;
            component[v] = low;
            w->frames[height++] = (frame){v, (tropic_index)(k - offsets[v]), own};
            v = u;
            k = offsets[v];
            end = offsets[v + 1];
            component[v] = own = low = w->clock++;
            if ((w->clock & (WALK_PROGRESS - 1)) == 0) TP_TRY(tp_progress(w->context, 0));
        }
        if (low == own) {
            close_component(w, v, own);
        } else {
            component[v] = low;
            w->members[w->count++] = v;
        }
        if (height == 0) return TROPIC_OK;
        const frame *back = &w->frames[--height];
        v = back->vertex;
        own = back->own;
        k = offsets[v] + back->next;
        end = offsets[v + 1];
        if (component[v] < low) low = component[v];
    }
}

tropic_status tp_strong_walk(tropic_context *context, tropic_index n, const tropic_offset *offsets,
                             const tropic_index *ids, int32_t *component)
{
    walk w = {.context = context, .offsets = offsets, .ids = ids, .component = component, .clock = INT32_MIN};
    tropic_status status = TROPIC_OK;
    w.frames = tp_allocate(&context->work, n, sizeof *w.frames);
    w.members = tp_allocate(&context->work, n, sizeof *w.members);
    if (!w.frames || !w.members) status = tp_out_of_memory(context, "a walk over strong components");
    for (tropic_index v = 0; v < n && status == TROPIC_OK; v++)
        if (component[v] == TP_STRONG_NEW) status = walk_from(&w, v);
    tp_release(&context->work, w.frames);
    tp_release(&context->work, w.members);
    return status;
}

static void mark_new(const void *of, int64_t begin, int64_t end)
{
    const tp_strong *s = of;
    for (int64_t v = begin; v < end; v++) s->component[v] = alone_or_new(s, v);
}

tropic_status tp_cpu_strong_rest(tp_run *run, const tp_strong *s)
{
    if (s->pivot < 0) tp_for(tp_team_for(run->context, s->n), s->n, TP_CHUNK_ANY, mark_new, s);
    return tp_strong_walk(run->context, s->n, s->out.offsets, s->out.ids, s->component);
}

const tp_strong_calls tp_cpu_strong_calls = {TP_STRONG_CALLS(TP_CALL_ROW, tp_cpu_strong_)};
