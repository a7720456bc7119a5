/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first search: levels by a traversal, parents by one more product.
 */
#include "algorithms/bfs/bfs.h"
#include "algorithms/graph_work.h"

static const int32_t NONE = -1;

/* parent = -1;  parent(source) = source */
static tropic_status start_parents(tp_run *run, tropic_index source, tropic_index *parent)
{
    TP_TRY(run->backend->fill(run->context, parent, TROPIC_INT32, &NONE, run->n));
    return tp_run_put(run, parent, TROPIC_INT32, source, &source);
}

tropic_status tp_bfs_levels(tp_run *run, tropic_index source, int32_t *level, tropic_index *parent, tropic_index *order,
                            tp_traversal *search)
{
    tp_bfs_level_state state = {.level = level, .parent = parent};
    const int32_t zero = 0;
    tropic_status status;

    *search = (tp_traversal){
        .op = &tp_op_bfs_level,
        .strategy = run->strategy,
        .pull = run->pull,
        .state = &state,
        .gather = run->in,
        .scatter = run->out,
        .order = order,
        .source = source,
        .last = order == NULL,
        .targets = run->limits.targets,
        .target_count = run->limits.target_count,
        .depth_limit = run->limits.depth,
        .queue = run->limits.queue,
    };
    /* level = -1;  level(source) = 0;  frontier = {source} */
    TP_TRY(run->backend->fill(run->context, level, TROPIC_INT32, &NONE, run->n));
    TP_TRY(tp_run_put(run, level, TROPIC_INT32, source, &zero));
    if (parent) TP_TRY(start_parents(run, source, parent));

    /* while frontier:  level<level < 0> = depth  where  parent = A' (any.secondi) frontier */
    status = tp_run_traverse(run, 0, "search", search);
    if (status != TROPIC_OK) return status;
    run->report.levels = search->levels;
    run->report.reached = run->report.settled = search->reached;
    run->report.reached_arcs += search->reached_arcs;
    return TROPIC_OK;
}

/* The smallest parent of each vertex, by one more product. */
static tropic_status parents(tp_run *run, tropic_index source, const int32_t *level, tropic_index *parent)
{
    tp_bfs_parent_state state = {.level = level, .parent = parent};
    const tp_step step = {
        .op = &tp_op_bfs_parent,
        .strategy = run->pull,
        .state = &state,
        .gather = run->in,
        .scatter = run->out,
    };
    TP_TRY(start_parents(run, source, parent));
    /* parent<level > 0> = A' (min.secondi) level,  over the arcs that climb one level */
    return tp_run_step(run, 1, "parents", &step);
}

static tropic_status bfs(tp_run *run, tropic_vector *level, tropic_vector *parent, const tropic_matrix *A,
                         tropic_index source, const tropic_run_options *given)
{
    tropic_context *context = level->context;
    tropic_run_options options;
    int32_t *levels;
    tropic_index *parents_found = NULL;
    const bool smallest = parent && context->reproducible;
    tp_traversal search;

    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "run options"));
    TP_TRY(tp_run_begin(run, A, options.strategy, false));
    TP_TRY(tp_run_check_source(run, source));
    TP_TRY(tp_run_limit(run, &options));
    if (options.potential)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "a potential is for shortest paths: arcs have no lengths here");
    TP_TRY(tp_vector_check_typed(context, level, "level", run->n, TROPIC_INT32));
    if (parent) {
        TP_TRY(tp_vector_check_typed(context, parent, "parent", run->n, TROPIC_INT32));
        if (parent == level) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "level and parent are one vector");
    }
    TP_TRY(tp_run_need_memory(run, sizeof *levels + TP_SEARCH_BYTES + (parent ? sizeof *parents_found : 0)));
    TP_TRY(tp_run_array(run, &levels, run->n, sizeof *levels, "levels"));
    if (parent) TP_TRY(tp_run_array(run, &parents_found, run->n, sizeof *parents_found, "parents"));

    TP_TRY(tp_run_start(run));
    TP_TRY(tp_bfs_levels(run, source, levels, smallest ? NULL : parents_found, NULL, &search));
    tp_release(&context->work, search.starts);
    if (smallest) TP_TRY(parents(run, source, levels, parents_found));

    TP_TRY(tp_run_stop(run));
    return tp_run_results(run, level, levels, parent, parents_found);
}

tropic_status tropic_bfs(tropic_vector *level, tropic_vector *parent, const tropic_matrix *A, tropic_index source,
                         const tropic_run_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(level ? level->context : NULL);
    TP_WORK_OF_GRAPH(level ? level->context : NULL, TP_WORK_BFS, A, 1);
    if (!level) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "level is NULL");
    run = tp_run_in(level->context, report);
    return tp_run_end(&run, bfs(&run, level, parent, A, source, options));
}
