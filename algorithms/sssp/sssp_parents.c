/* SPDX-License-Identifier: Apache-2.0
 *
 * A tree of shortest paths, from the distances. An arc is tight if it lies on a shortest path. Each vertex hangs below
 * the smallest id of those with a tight arc to it and a smaller distance. If arcs have no length, some vertices have no
 * such arc; they then hang below the smallest id among those that are one tight arc nearer to the source. Distance, and
 * next the number of arcs, falls towards the source, so that this is a tree. Where arcs may be negative, all hang so.
 */
#include "algorithms/bfs/bfs.h"
#include "algorithms/sssp/sssp.h"

static const int32_t NONE = -1, ZERO = 0;

/* level(v) = the number of arcs of a shortest path to v, the fewest; -1 if v is unreached. */
static tropic_status count_arcs(tp_run *run, const tp_sssp_arrays *a, tropic_index source, int32_t *level)
{
    tp_bfs_level_state levels = {.level = level};
    tp_sssp_tight_state tight = {.distance = a->distance, .potential = a->potential};
    const tp_step find_tight = {.op = &tp_op_sssp_tight[run->A->type],
                                .strategy = run->pull_out,
                                .state = &tight,
                                .gather = run->out,
                                .scatter = run->in};
    tp_traversal search = {.op = &tp_op_bfs_level,
                           .strategy = TROPIC_STRATEGY_CSR_PUSH, /* there are no lists of arcs into a vertex */
                           .state = &levels,
                           .gather = run->in,
                           .scatter = run->out,
                           .source = source};
    TP_TRY(run->backend->fill(run->context, level, TROPIC_INT32, &NONE, run->n));
    TP_TRY(tp_run_put(run, level, TROPIC_INT32, source, &ZERO));
    TP_TRY(tp_run_array(run, &tight.heads, run->out.count, sizeof *tight.heads, "the arcs on shortest paths"));
    TP_TRY(tp_run_step(run, 1, "parents", &find_tight));
    search.scatter.ids = tight.heads;
    TP_TRY(tp_run_traverse(run, 1, "parents", &search));
    tp_run_release(run, tight.heads);
    return TROPIC_OK;
}

tropic_status tp_sssp_levels(tp_run *run, const tp_sssp_arrays *a, tropic_index source)
{
    const int32_t *level = a->scratch;
    TP_TRY(count_arcs(run, a, source, a->scratch));
    for (tropic_index v = 0; v < run->n; v++)
        if (level[v] < 0 && tp_sssp_is_reached(a->type, a->distance, v))
            return tp_fail(run->context, TROPIC_NEGATIVE_CYCLE,
                           "a negative cycle, as far as rounding tells, leads to vertex %lld",
                           (long long)tropic_matrix_label(run->A, v));
    return TROPIC_OK;
}

tropic_status tp_sssp_add_arrays(tp_run *run, tp_sssp_arrays *a)
{
    const int64_t n = run->n;
    if (a->scratch) return TROPIC_OK;
    TP_TRY(tp_run_array(run, &a->scratch, n, sizeof *a->scratch, "what comes after distances"));
    return a->tree ? tp_run_array(run, &a->parent, n, sizeof *a->parent, "parents") : TROPIC_OK;
}

tropic_status tp_sssp_parents(tp_run *run, const tp_sssp_arrays *a, tropic_index source)
{
    /* Until levels are counted, as they have been where arcs are negative, level[0] tells whether a vertex was left
     * without a parent. */
    int32_t *level = a->scratch, orphaned = a->negative;
    tp_sssp_parent_state state = {
        .distance = a->distance, .potential = a->potential, .parent = a->parent, .orphaned = level};
    const tp_step hang = {.op = &tp_op_sssp_parent[run->A->type],
                          .strategy = run->pull,
                          .state = &state,
                          .gather = run->in,
                          .scatter = run->out};
    TP_TRY(run->backend->fill(run->context, a->parent, TROPIC_INT32, &NONE, run->n));
    TP_TRY(tp_run_put(run, a->parent, TROPIC_INT32, source, &source));
    if (!orphaned) {
        TP_TRY(tp_run_put(run, state.orphaned, TROPIC_INT32, 0, &ZERO));
        TP_TRY(tp_run_step(run, 1, "parents", &hang));
        TP_TRY(run->backend->download(run->context, &orphaned, state.orphaned, sizeof orphaned));
    }
    if (!orphaned) return TROPIC_OK;
    if (!a->negative) TP_TRY(count_arcs(run, a, source, level));
    state.level = level;
    return tp_run_step(run, 1, "parents", &hang);
}
