/* SPDX-License-Identifier: Apache-2.0
 *
 * A tree of shortest paths, from the distances. An arc is tight if it lies on a shortest path. Each vertex hangs below
 * the smallest id of those with a tight arc to it and a smaller distance. If arcs have no length, some vertices have no
 * such arc; they then hang below the smallest id among those that are one tight arc nearer to the source. Distance, and
 * next the number of arcs, falls towards the source, so that this is a tree. Where arcs may be negative, those without
 * such an arc hang below the smallest id with a tight negative one; if that is no tree, all hang by the number of arcs.
 */
#include "algorithms/bfs/bfs.h"
#include "algorithms/sssp/sssp.h"

static const int32_t NONE = -1, ZERO = 0;

tropic_status tp_sssp_levels(tp_run *run, const tp_sssp_arrays *a, tropic_index source, int32_t *level, int64_t reached,
                             bool *all)
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
    *all = search.reached == reached;
    return TROPIC_OK;
}

tropic_status tp_sssp_unlevelled(tp_run *run, const tp_sssp_arrays *a, const int32_t *level)
{
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

/* parent(source) = source, and none has another yet. */
static tropic_status begin_tree(tp_run *run, tropic_index *parent, tropic_index source)
{
    TP_TRY(run->backend->fill(run->context, parent, TROPIC_INT32, &NONE, run->n));
    return tp_run_put(run, parent, TROPIC_INT32, source, &source);
}

/* Along arcs by which distance grows, or `level`. orphaned: as in the state. */
static tropic_status hang(tp_run *run, const tp_sssp_arrays *a, const int32_t *level, tropic_index *parent,
                          int32_t *orphaned)
{
    tp_sssp_parent_state state = {
        .distance = a->distance, .potential = a->potential, .level = level, .parent = parent, .orphaned = orphaned};
    const tp_step step = {.op = &tp_op_sssp_parent[run->A->type],
                          .strategy = run->pull,
                          .state = &state,
                          .gather = run->in,
                          .scatter = run->out};
    return tp_run_step(run, 1, "parents", &step);
}

tropic_status tp_sssp_hang(tp_run *run, const tp_sssp_arrays *a, tropic_index source, tropic_index *parent,
                           int32_t *orphaned)
{
    TP_TRY(begin_tree(run, parent, source));
    TP_TRY(tp_run_put(run, orphaned, TROPIC_INT32, 0, &ZERO));
    return hang(run, a, NULL, parent, orphaned);
}

tropic_status tp_sssp_hang_by_levels(tp_run *run, const tp_sssp_arrays *a, tropic_index source)
{
    TP_TRY(begin_tree(run, a->parent, source));
    return hang(run, a, a->scratch, a->parent, a->scratch); /* none is orphaned */
}

tropic_status tp_sssp_parents(tp_run *run, const tp_sssp_arrays *a, tropic_index source)
{
    /* Until levels are counted, level[0] tells whether a vertex was left without a parent. */
    int32_t *level = a->scratch, orphaned;
    bool all;
    TP_TRY(tp_sssp_hang(run, a, source, a->parent, level));
    TP_TRY(run->backend->download(run->context, &orphaned, level, sizeof orphaned));
    if (!orphaned) return TROPIC_OK;
    TP_TRY(tp_sssp_levels(run, a, source, level, run->report.reached, &all));
    return hang(run, a, level, a->parent, level);
}
