/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities by a search from each vertex, which may be broken off and go on.
 */
#include "algorithms/bfs/many_searches.h"
#include "algorithms/bfs/near.h"
#include "algorithms/eccentricity/eccentricity.h"
#include "algorithms/long_run.h"
#include "algorithms/tuning.h"

typedef struct searching {
    tp_eccentricities *of;
    tp_many_searches searches;
    tp_search_found *found; /* of a step */
    tropic_index step;
} searching;

static tropic_status begin(void *of, tropic_index *step)
{
    searching *s = of;
    tp_run *run = s->of->run;
    const tropic_index count = s->of->active_count;
    *step = s->step = 1;
    if (s->of->options->weighted) return TROPIC_OK;
    s->searches = (tp_many_searches){.sources = s->of->active, .count = count, .part = 1};
    TP_TRY(tp_many_searches_begin(run, &s->searches, step));
    /* (Enough for the device to be busy.) */
    s->step = *step > count / TP_BOUNDS_CHUNKS ? *step : count / TP_BOUNDS_CHUNKS;
    s->found = tp_arena_array(&run->arena, s->step, sizeof *s->found);
    return tp_arena_check(&run->arena, "the searches");
}

static tropic_status take(void *of, tropic_index first, tropic_index count)
{
    searching *s = of;
    const double all = s->of->active_count;
    for (tropic_index done = first, some; done < first + count; done += some) {
        tp_eccentricity_outcome *to = &s->of->outcomes[done];
        some = first + count - done < s->step ? first + count - done : s->step;
        if (s->of->options->weighted) {
            TP_TRY(tp_eccentricity_search(s->of, s->of->active[done], done / all, 1 / all, &to->value, &to->reached));
            continue;
        }
        TP_TRY(tp_many_searches_take(s->of->run, &s->searches, done, some, s->found));
        for (tropic_index k = 0; k < some; k++)
            to[k] = (tp_eccentricity_outcome){{.whole = s->found[k].levels - 1}, s->found[k].reached};
    }
    return TROPIC_OK;
}

/* The outcomes are there. */
static tropic_status fetch(void *of)
{
    (void)of;
    return TROPIC_OK;
}

/* Near vertices side by side. (A checkpoint is for any device.) */
static tropic_status make_list(tp_eccentricities *e)
{
    const bool sorts = e->options->checkpoint || TP_BACKEND_PART(e->run->context, searches)->near;
    for (tropic_index k = 0; k < e->rest_count; k++) e->active[e->active_count++] = e->rest[k];
    e->rest_count = 0;
    if (e->options->weighted || !sorts || e->active_count < TP_SEARCHES_SORTED_FROM * TROPIC_BFS_BATCH)
        return TROPIC_OK;
    return tp_near_sort(e->run, e->active, e->active_count, TROPIC_BFS_BATCH);
}

/* All at once, or in chunks if the run may be broken off; *done: how many. */
static tropic_status search_all(searching *s, tropic_index *done)
{
    const tropic_eccentricity_options *o = s->of->options;
    const tropic_index count = s->of->active_count;
    tp_long_run all = {.context = s->of->run->context,
                       .progress = s->of->progress,
                       .checkpoint = o->checkpoint,
                       .checkpoint_seconds = o->checkpoint_seconds,
                       .checkpoint_failed = o->checkpoint_failed,
                       .checkpoint_user = o->checkpoint_user,
                       .opened = true,
                       .partial = o->partial,
                       .most = count,
                       .of = s,
                       .begin = begin,
                       .take = take,
                       .fetch = fetch};
    tropic_index step;
    tropic_status status;
    if (!o->checkpoint && !o->partial) {
        TP_TRY(begin(s, &step));
        TP_TRY(take(s, 0, count));
        *done = count;
        return TROPIC_OK;
    }
    status = tp_long_run_do(&all);
    *done = all.progress.done;
    return status;
}

tropic_status tp_eccentricity_by_searches(tp_eccentricities *e)
{
    const tropic_index earlier = e->progress.done;
    searching s = {.of = e};
    tropic_index done = 0;
    tropic_status status;
    TP_TRY(make_list(e));
    if (e->active_count == 0) return TROPIC_OK;
    if (earlier > e->active_count)
        return tp_fail(e->run->context, TROPIC_FORMAT_ERROR, "%s: the checkpoint is damaged: its bounds",
                       e->options->checkpoint);
    if (!e->outcomes) e->outcomes = tp_arena_zeros(&e->run->arena, e->active_count, sizeof *e->outcomes);
    TP_TRY(tp_arena_check(&e->run->arena, "the eccentricities"));
    status = search_all(&s, &done);
    tp_many_searches_end(e->run, &s.searches);
    for (tropic_index k = 0; k < done; k++)
        tp_eccentricity_meet(e, e->active[k], e->outcomes[k].value, e->outcomes[k].reached);
    /* Those of an earlier run are not this one's. */
    e->searches -= earlier;
    e->report.resumed = (double)earlier / e->active_count;
    return status;
}
