/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole searches from many sources, in the way that suits the graph and the device.
 */
#include "algorithms/bfs/many_searches.h"

#include "algorithms/bfs/bfs.h"
#include "algorithms/bfs/near.h"
#include "algorithms/tuning.h"

#include <string.h>

/* Sources that are taken before the host looks round: at first as many as are taken at once, then as many as take so
 * many seconds, to so many. */
#define LOOK_SECONDS 0.25
#define LOOK_MAX (1 << 16)

static const tp_searches_calls *calls_of(const tp_run *run)
{
    return TP_BACKEND_PART(run->context, searches);
}

static size_t renumbered_bytes(const tp_run *run)
{
    const size_t lists = tp_run_symmetric(run) ? 1 : 2;
    return (size_t)run->n * (2 * sizeof(tropic_index) + lists * sizeof(tropic_offset)) +
           lists * (size_t)run->A->count * sizeof(tropic_index);
}

/* Vertices near each other get numbers near each other, so that searches look at less memory at a time. (The arrays are
 * on the host, as the arcs are.) */
static tropic_status renumber(tp_run *run, tp_many_searches *m)
{
    tp_searches *s = &m->searches;
    tropic_index *order;
    TP_TRY(tp_run_need_bytes(run, renumbered_bytes(run)));
    order = tp_arena_array(&run->arena, run->n, sizeof *order);
    m->rank = tp_arena_array(&run->arena, run->n, sizeof *m->rank);
    TP_TRY(tp_arena_check(&run->arena, "an order of the vertices"));
    TP_TRY(tp_near_order(run->context, &run->out, order, m->rank));
    TP_TRY(tp_near_renumber(run, &run->out, order, m->rank, &s->out));
    s->in = s->out;
    return tp_run_symmetric(run) ? TROPIC_OK : tp_near_renumber(run, &run->in, order, m->rank, &s->in);
}

/* Groups or blocks apart, for as many as there is memory. */
static tropic_status make_apart(tp_run *run, tp_many_searches *m)
{
    const tp_searches_calls *calls = calls_of(run);
    tp_searches *s = &m->searches;
    const int64_t bytes = tp_searches_bytes(calls, run->n),
                  groups = ((int64_t)m->count + calls->group - 1) / calls->group;
    s->in = run->in;
    s->out = run->out;
    if (calls->near && groups >= TP_SEARCHES_RENUMBERED_FROM) TP_TRY(renumber(run, m));
    s->at_once = (tropic_index)groups;
    TP_TRY(calls->room(run->context, &s->at_once));
    TP_TRY(tp_run_fit(run, &s->at_once, (size_t)(bytes / run->n + 1), "a search"));
    m->room = m->count < LOOK_MAX ? m->count : LOOK_MAX;
    TP_TRY(tp_run_need_bytes(run,
                             (size_t)(s->at_once * bytes) + (size_t)m->room * (sizeof *s->sources + sizeof *s->found)));
    TP_TRY(tp_run_array(run, &s->memory, s->at_once * bytes, 1, "the frontiers"));
    TP_TRY(tp_run_array(run, &m->uploaded, m->room, sizeof *s->sources, "the sources"));
    TP_TRY(tp_run_array(run, &s->found, m->room, sizeof *s->found, "counts"));
    s->sources = m->uploaded;
    return tp_run_array(run, &s->taken, 1, sizeof *s->taken, "counts");
}

tropic_status tp_many_searches_begin(tp_run *run, tp_many_searches *m, tropic_index *step)
{
    const tp_searches_calls *calls = calls_of(run);
    const int64_t size = run->n + run->out.count, groups = ((int64_t)m->count + calls->group - 1) / calls->group;
    bool deep = false;
    /* A thread that takes 64 sources leaves nothing to others where there are no more. */
    m->apart = size < calls->arcs_max && groups >= (calls->group > 1 ? run->context->threads : 1);
    tp_run_part(run, m->from, 0);
    if (!m->apart && size < calls->deep_max) {
        TP_TRY(tp_bfs_is_deep(run, m->sources, m->count, &deep));
        m->apart = deep;
    }
    if (m->apart) {
        TP_TRY(make_apart(run, m));
        if (step) *step = m->searches.at_once * calls->group;
        return TROPIC_OK;
    }
    if (step) *step = TROPIC_BFS_BATCH;
    m->batch.sources = m->sources;
    m->batch.count = m->count;
    return tp_batch_begin(run, &m->batch);
}

static void report(tp_run *run, const tp_search_found *last)
{
    run->report.levels = last->levels;
    run->report.reached = run->report.settled = last->reached;
}

static tropic_status put_sources(tp_run *run, const tp_many_searches *m, const tropic_index *sources,
                                 tropic_index count)
{
    tropic_index *numbers = m->uploaded;
    if (!m->rank) return run->backend->upload(run->context, m->uploaded, sources, (size_t)count * sizeof *sources);
    for (tropic_index k = 0; k < count; k++) numbers[k] = m->rank[sources[k]];
    return TROPIC_OK;
}

static tropic_status take_apart(tp_run *run, tp_many_searches *m, tropic_index first, tropic_index count,
                                tp_search_found *found)
{
    const tp_searches_calls *calls = calls_of(run);
    const int64_t zero = 0;
    int64_t chunk = (int64_t)m->searches.at_once * calls->group;
    tropic_index done = 0;
    while (done < count) {
        const double start = tp_now();
        double seconds;
        if (chunk > count - done) chunk = count - done;
        if (chunk > m->room) chunk = m->room;
        m->searches.count = (tropic_index)chunk;
        TP_TRY(tp_progress(run->context, (double)done / count));
        TP_TRY(run->backend->fill(run->context, m->searches.taken, TROPIC_INT64, &zero, 1));
        TP_TRY(put_sources(run, m, m->sources + first + done, (tropic_index)chunk));
        TP_TRY(calls->run(run->context, &m->searches));
        TP_TRY(run->backend->download(run->context, found + done, m->searches.found, (size_t)chunk * sizeof *found));
        for (int64_t k = 0; k < chunk; k++) run->report.reached_arcs += found[done + k].arcs;
        done += (tropic_index)chunk;
        seconds = tp_now() - start;
        if (2 * seconds < LOOK_SECONDS) chunk *= 2;
    }
    if (count > 0) report(run, &found[count - 1]);
    return TROPIC_OK;
}

static tropic_status take_together(tp_run *run, tp_many_searches *m, tropic_index first, tropic_index count,
                                   tp_search_found *found)
{
    tp_batch *b = &m->batch;
    memset(found, 0, (size_t)count * sizeof *found);
    for (tropic_index done = 0; done < count; done += b->width) {
        b->first = first + done;
        b->width = count - done < TROPIC_BFS_BATCH ? count - done : TROPIC_BFS_BATCH;
        b->all_found = found + done;
        tp_run_part(run, m->from + m->part * b->first / m->count, m->part * b->width / m->count);
        TP_TRY(tp_batch_search(run, b));
    }
    if (count > 0) report(run, &found[count - 1]);
    return TROPIC_OK;
}

tropic_status tp_many_searches_take(tp_run *run, tp_many_searches *m, tropic_index first, tropic_index count,
                                    tp_search_found *found)
{
    run->report.phase[0].name = "search"; /* also where no step is needed */
    if (!m->apart) return take_together(run, m, first, count, found);
    tp_run_part(run, m->from + m->part * first / m->count, m->part * count / m->count);
    return take_apart(run, m, first, count, found);
}

void tp_many_searches_end(tp_run *run, tp_many_searches *m)
{
    tp_batch_end(run, &m->batch);
}
