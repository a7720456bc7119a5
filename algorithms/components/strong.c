/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components: a giant one by two searches (Fleischer, Hendrickson, Pinar: On Identifying Strongly
 * Connected Components in Parallel, 2000), the rest by the backend's own way.
 */
#include "algorithms/components/strong.h"
#include "algorithms/bfs/bfs.h"
#include "algorithms/tuning.h"

/* level[v] = the number of arcs from the pivot to v, or with `back` from v to the pivot; -1: there is no way. *whole:
 * there are not too many levels. */
static tropic_status search(tp_run *run, tropic_index pivot, bool back, int32_t *level, bool *whole)
{
    static const int32_t none = -1, zero = 0;
    tp_bfs_level_state state = {.level = level};
    tp_traversal traversal = {
        .op = &tp_op_bfs_level,
        .strategy = TROPIC_STRATEGY_AUTO,
        .pull = back ? run->pull_out : run->pull,
        .state = &state,
        .gather = back ? run->out : run->in,
        .scatter = back ? run->in : run->out,
        .source = pivot,
        .depth_limit = TP_STRONG_LEVELS_MAX,
    };
    tropic_status status;
    TP_TRY(run->backend->fill(run->context, level, TROPIC_INT32, &none, run->n));
    TP_TRY(tp_run_put(run, level, TROPIC_INT32, pivot, &zero));
    status = tp_run_traverse(run, 0, "search", &traversal);
    tp_release(&run->context->work, traversal.starts);
    *whole = traversal.levels <= TP_STRONG_LEVELS_MAX;
    return status;
}

/* The component of the pivot: what it reaches, and what reaches it. */
static tropic_status find_giant(tp_run *run, tp_strong *s)
{
    int32_t *behind;
    bool whole;
    TP_TRY(TP_BACKEND_PART(run->context, strong)->pivot(run, s, &s->pivot));
    if (s->pivot < 0) return TROPIC_OK;
    TP_TRY(tp_run_array(run, &behind, run->n, sizeof *behind, "levels"));
    TP_TRY(search(run, s->pivot, false, s->component, &whole));
    if (whole) TP_TRY(search(run, s->pivot, true, behind, &whole));
    if (whole)
        TP_TRY(TP_BACKEND_PART(run->context, strong)->meet(run, s, s->component, behind));
    else
        s->pivot = -1;
    tp_run_release(run, behind);
    return TROPIC_OK;
}

tropic_status tp_components_strong(tp_run *run, int32_t *component)
{
    tp_strong s = {.n = run->n, .out = run->out, .in = run->in, .component = component, .pivot = -1};
    if (run->n == 0) return TROPIC_OK;
    TP_TRY(tp_progress(run->context, 0));
    if ((double)s.out.count >= TP_STRONG_DEGREE * (double)s.n) TP_TRY(find_giant(run, &s));
    TP_TRY(tp_progress(run->context, 0));
    return TP_BACKEND_PART(run->context, strong)->rest(run, &s);
}
