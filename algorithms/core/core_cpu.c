/* SPDX-License-Identifier: Apache-2.0
 *
 * Core numbers on the CPU, layer by layer. All vertices stand in one list in the order in which they are taken, so that
 * a layer is a part of it, to which the next one is appended.
 *
 * Vertices that are left are looked at not for each k, but for each WINDOW of them: those of smaller degree than its
 * end become candidates, and so does a vertex whose degree falls there. For each k the candidates are looked at.
 */
#include "algorithms/core/core.h"
#include "algorithms/tuning.h"
#include "formats/matrix/facts/facts.h"
#include "spmv/cpu_backend.h"
#include "formats/matrix/list_at.h"

#include <string.h>

/* Core numbers between two looks at all vertices. Of a dense graph, whose vertices go late, a look for each number
 * would cost as much as the arcs. (Mycielskian 12, one thread, ms: 0.63; 0.89 with 1, 0.72 with 4, 0.67 with 64. Sparse
 * graphs take as long with 1 to 64.) */
#define WINDOW 16
/* Arcs of a layer, about, that a thread takes at a time. */
#define CHUNK_ARCS 2048
/* Vertices that a thread keeps before it appends them to the lists of all. */
#define KEPT 512
/* So far ahead in the list is the vertex whose arcs are prefetched, and twice as far the one whose offsets are: these
 * lie anywhere. (A processor reads ahead by itself, but not beyond an end of a loop that it does not foresee.) */
#define AHEAD 16
/* Arcs between two calls of tp_progress: some milliseconds. */
#define PROGRESS_ARCS (1 << 21)

/* Vertices in an array with room for all, and one more. */
typedef struct list {
    tropic_index *ids;
    int64_t count;
} list;

typedef struct peeling {
    const tp_core *c;
    bool loops;       /* there are some, which do not count */
    uint32_t *degree; /* arcs to vertices that are left */
    list taken;       /* in their order; its last part is yet to be peeled */
    list candidates;  /* degrees below `end` */
    list others;
    uint32_t k, end; /* of the window */
    int32_t layer;
} peeling;

/* ---- degrees ---- */

static uint32_t degree_in(const tp_arcs *arcs, tropic_index v, bool loops)
{
    const tropic_offset begin = arcs->offsets[v], length = arcs->offsets[v + 1] - begin;
    return (uint32_t)(length - (loops && tp_position(arcs->ids + begin, length, v) >= 0));
}

static void find_degrees(const void *of, int64_t begin, int64_t end)
{
    const peeling *p = of;
    for (int64_t v = begin; v < end; v++) {
        p->degree[v] = degree_in(&p->c->out, (tropic_index)v, p->loops);
        if (p->c->both) p->degree[v] += degree_in(&p->c->in, (tropic_index)v, p->loops);
        p->others.ids[v] = (tropic_index)v;
    }
}

/* ---- arcs ---- */

/* Those of the vertices that come AHEAD and later in the list of taken ones, which has `count`. (TP_FN makes it inline:
 * GCC takes a function that only prefetches for one without effect, and removes calls of it.) */
TP_FN void prefetch_arcs(const tp_arcs *arcs, const tropic_index *taken, int64_t i, int64_t count)
{
    if (i + 2 * AHEAD < count) __builtin_prefetch(&arcs->offsets[taken[i + 2 * AHEAD]]);
    if (i + AHEAD >= count) return;
    const tropic_index *ids = arcs->ids + arcs->offsets[taken[i + AHEAD]];
    __builtin_prefetch(ids);
    __builtin_prefetch(ids + TP_LINE / sizeof *ids);
}

TP_FN void prefetch(const peeling *p, int64_t i, int64_t count)
{
    prefetch_arcs(&p->c->out, p->taken.ids, i, count);
    if (p->c->both) prefetch_arcs(&p->c->in, p->taken.ids, i, count);
}

/* Of the vertices begin .. end - 1 of the list; and one a vertex. */
static int64_t count_arcs(const peeling *p, int64_t begin, int64_t end)
{
    int64_t arcs = 0;
    for (int64_t i = begin; i < end; i++) {
        const tropic_index v = p->taken.ids[i];
        arcs += 1 + p->c->out.offsets[v + 1] - p->c->out.offsets[v];
        if (p->c->both) arcs += p->c->in.offsets[v + 1] - p->c->in.offsets[v];
    }
    return arcs;
}

/* ---- one thread ---- */

/* Returns how many arcs there are. */
static int64_t peel_list(peeling *p, const tp_arcs *arcs, tropic_index v)
{
    const tropic_offset first = arcs->offsets[v], last = arcs->offsets[v + 1];
    const uint32_t k = p->k, end = p->end;
    uint32_t *degree = p->degree;
    tropic_index *taken = p->taken.ids, *candidates = p->candidates.ids;
    int64_t count = p->taken.count, waiting = p->candidates.count;
    for (tropic_offset i = first; i < last; i++) {
        const tropic_index u = arcs->ids[i];
        const uint32_t before = degree[u];
        degree[u] = before - (before > k);
        taken[count] = u;
        count += before == k + 1;
        candidates[waiting] = u;
        waiting += before == end;
    }
    p->taken.count = count;
    p->candidates.count = waiting;
    return last - first;
}

/* As count_arcs does. */
static int64_t peel_alone(peeling *p, int64_t begin, int64_t end)
{
    const tp_core *c = p->c;
    int64_t arcs = end - begin;
    for (int64_t i = begin; i < end; i++) {
        const tropic_index v = p->taken.ids[i];
        c->core[v] = (int32_t)p->k * c->each;
        if (c->layer) c->layer[v] = p->layer;
        if (p->taken.count == c->n) continue; /* no vertex is left, whose degree could fall */
        prefetch(p, i, p->taken.count);
        arcs += peel_list(p, &c->out, v);
        if (c->both) arcs += peel_list(p, &c->in, v);
    }
    return arcs;
}

/* ---- several ---- */

typedef struct kept {
    tropic_index ids[KEPT];
    int count;
} kept;

typedef struct shared_peeling {
    peeling *p;
    int64_t begin;
    tp_chunks_left left;
} shared_peeling;

static void append(list *to, kept *from)
{
    const int64_t at = __atomic_fetch_add(&to->count, from->count, __ATOMIC_RELAXED);
    for (int i = 0; i < from->count; i++) to->ids[at + i] = from->ids[i];
    from->count = 0;
}

static void keep(list *to, kept *in, tropic_index v)
{
    if (in->count == KEPT) append(to, in);
    in->ids[in->count++] = v;
}

static void peel_list_shared(peeling *p, const tp_arcs *arcs, tropic_index v, kept *taken, kept *waiting)
{
    for (tropic_offset i = arcs->offsets[v], last = arcs->offsets[v + 1]; i < last; i++) {
        const tropic_index u = arcs->ids[i];
        uint32_t before = __atomic_load_n(&p->degree[u], __ATOMIC_RELAXED);
        if (before <= p->k) continue;
        before = __atomic_fetch_sub(&p->degree[u], 1, __ATOMIC_RELAXED);
        if (before == p->k + 1) keep(&p->taken, taken, u);
        if (before == p->end) keep(&p->candidates, waiting, u);
    }
}

static void peel_region(tp_worker *worker, void *of)
{
    shared_peeling *s = of;
    peeling *p = s->p;
    kept taken = {.count = 0}, waiting = {.count = 0};
    int64_t begin, end;
    while (tp_take(worker, &s->left, &begin, &end))
        for (int64_t i = s->begin + begin; i < s->begin + end; i++) {
            const tropic_index v = p->taken.ids[i];
            p->c->core[v] = (int32_t)p->k * p->c->each;
            if (p->c->layer) p->c->layer[v] = p->layer;
            prefetch(p, i, s->begin + end);
            peel_list_shared(p, &p->c->out, v, &taken, &waiting);
            if (p->c->both) peel_list_shared(p, &p->c->in, v, &taken, &waiting);
        }
    append(&p->taken, &taken);
    append(&p->candidates, &waiting);
}

/* ---- the loop ---- */

/* Takes the candidates of degree k. Returns the least degree of the others; UINT32_MAX: there are none. */
static uint32_t take_candidates(peeling *p)
{
    const uint32_t k = p->k;
    uint32_t least = UINT32_MAX;
    int64_t left = 0;
    for (int64_t i = 0; i < p->candidates.count; i++) {
        const tropic_index v = p->candidates.ids[i];
        const uint32_t degree = p->degree[v];
        p->taken.ids[p->taken.count] = v;
        p->taken.count += degree == k;
        p->candidates.ids[left] = v;
        left += degree > k;
        if (degree > k && degree < least) least = degree;
    }
    p->candidates.count = left;
    return least;
}

/* A new window, of which k is the begin: candidates are those of degrees in it. Vertices of less are taken. Returns the
 * least degree that is left; UINT32_MAX: there are none. */
static uint32_t open_window(peeling *p)
{
    uint32_t least = UINT32_MAX;
    int64_t left = 0, waiting = 0;
    for (int64_t i = 0; i < p->others.count; i++) {
        const tropic_index v = p->others.ids[i];
        const uint32_t degree = p->degree[v];
        p->candidates.ids[waiting] = v;
        waiting += degree >= p->k && degree < p->end;
        p->others.ids[left] = v;
        left += degree >= p->end;
        if (degree >= p->k && degree < least) least = degree;
    }
    p->others.count = left;
    p->candidates.count = waiting;
    return least;
}

/* The threads that are worth their while for a layer, the vertices begin .. end - 1 of the list. */
static tp_team team_of(tropic_context *context, const peeling *p, int64_t begin, int64_t end, int64_t *arcs)
{
    const int threads_min = (double)end < TP_CORE_LATE * (double)p->c->n ? TP_CORE_TEAM : 2;
    tp_team team = tp_team_for(context, 0);
    if (context->threads < threads_min || end == p->c->n) return team;
    *arcs = count_arcs(p, begin, end);
    if (*arcs >= TP_CORE_SHARED) team = tp_team_for(context, *arcs * TP_CORE_WORK);
    return team.threads >= threads_min ? team : tp_team_of(team, 1);
}

/* Peels what is taken, from `begin` on, layer by layer. */
static tropic_status peel_level(tp_run *run, peeling *p, int64_t begin, int64_t *arcs_done)
{
    while (begin < p->taken.count) {
        const int64_t end = p->taken.count;
        int64_t arcs = 0;
        tp_team team = team_of(run->context, p, begin, end, &arcs);
        shared_peeling s = {.p = p, .begin = begin};
        p->layer++;
        if (team.threads > 1) team = tp_chunks_begin(&s.left, team, end - begin, 1 + (end - begin) * CHUNK_ARCS / arcs);
        if (team.threads > 1)
            tp_parallel(team, peel_region, &s);
        else
            arcs = peel_alone(p, begin, end);
        begin = end;
        *arcs_done += arcs;
        if (*arcs_done < PROGRESS_ARCS) continue;
        *arcs_done = 0;
        TP_TRY(tp_progress(run->context, (double)begin / (double)p->c->n));
    }
    return TROPIC_OK;
}

static tropic_status peel_all(tp_run *run, peeling *p, tp_core_found *found)
{
    int64_t arcs_done = PROGRESS_ARCS; /* cancel before the first */
    p->end = 0;
    while (p->taken.count < p->c->n) {
        const int64_t before = p->taken.count;
        if (p->k >= p->end) {
            p->end = p->k + WINDOW;
            p->k = open_window(p);
            if (p->k >= p->end) continue; /* to the window of the least degree */
        }
        const uint32_t least = take_candidates(p);
        if (p->taken.count == before) {
            p->k = least < p->end ? least : p->end;
            continue;
        }
        TP_TRY(peel_level(run, p, before, &arcs_done));
        found->levels++;
        found->core = (int32_t)p->k;
        found->members = (tropic_index)(p->taken.count - before);
        p->k = p->candidates.count > 0 ? p->k + 1 : p->end; /* degrees may have fallen to that */
    }
    found->layers = p->c->layer ? p->layer : 0;
    return TROPIC_OK;
}

tropic_status tp_cpu_core_compare(tp_run *run, bool *equal)
{
    const tp_arcs *out = &run->out, *in = &run->in;
    *equal = memcmp(out->offsets, in->offsets, ((size_t)run->n + 1) * sizeof *out->offsets) == 0 &&
             memcmp(out->ids, in->ids, (size_t)out->count * sizeof *out->ids) == 0;
    return TROPIC_OK;
}

tropic_status tp_cpu_core_peel(tp_run *run, const tp_core *c, tp_core_found *found)
{
    const int64_t n = c->n;
    const tropic_matrix_facts *facts;
    peeling p = {.c = c};
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    p.loops = facts->loops > 0;
    TP_TRY(tp_run_array(run, &p.degree, n, sizeof *p.degree, "degrees"));
    TP_TRY(tp_run_array(run, &p.taken.ids, n + 1, sizeof *p.taken.ids, "vertices that are taken"));
    TP_TRY(tp_run_array(run, &p.candidates.ids, n + 1, sizeof *p.candidates.ids, "vertices that are left"));
    TP_TRY(tp_run_array(run, &p.others.ids, n + 1, sizeof *p.others.ids, "vertices that are left"));
    p.others.count = n;
    tp_for(tp_team_for(run->context, n), n, TP_CHUNK_ANY, find_degrees, &p);
    return peel_all(run, &p, found);
}

const tp_core_calls tp_cpu_core_calls = {TP_CORE_CALLS(TP_CALL_ROW, tp_cpu_core_)};
