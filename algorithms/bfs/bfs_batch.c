/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first searches from several sources: levels, or who reaches whom.
 */
#include "algorithms/bfs/batch_search.h"
#include "algorithms/graph_work.h"
#include "algorithms/tuning.h"

#include <math.h>
#include <string.h>

static tropic_status search_all(tp_run *run, tp_batch *b)
{
    const tropic_index count = b->count;
    const int32_t none = -1;
    run->report.phase[0].name = "search"; /* also where no step is needed */
    if (b->level) TP_TRY(run->backend->fill(run->context, b->level, TROPIC_INT32, &none, (int64_t)run->n * count));
    for (int64_t first = 0; first < count; first += TROPIC_BFS_BATCH) {
        b->first = (tropic_index)first;
        b->width = count - b->first < TROPIC_BFS_BATCH ? count - b->first : TROPIC_BFS_BATCH;
        tp_run_part(run, (double)b->first / count, (double)b->width / count);
        TP_TRY(tp_batch_search(run, b));
    }
    run->report.reached = run->report.settled = b->reached[count - 1];
    return TROPIC_OK;
}

static tropic_status check(tp_run *run, const tp_batch *b, const tropic_vector *level, const tropic_vector *reached)
{
    tropic_context *context = run->context;
    TP_TRY(tp_run_check_sources(run, b->sources, b->count));
    if (level) {
        TP_TRY(tp_vector_check_typed(context, level, "level", (int64_t)run->n * b->count, TROPIC_INT32));
        if (level->columns != b->count)
            return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "level has %d columns, for %d sources", level->columns,
                           b->count);
    }
    if (!reached) return TROPIC_OK;
    TP_TRY(tp_vector_check_typed(context, reached, "reached", run->n, TROPIC_UINT64));
    if (b->count > TROPIC_BFS_BATCH)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "reached has a bit for each of up to %d sources, not for %d",
                       TROPIC_BFS_BATCH, b->count);
    return TROPIC_OK;
}

/* The caller calls tp_batch_end. */
static tropic_status run_batch(tp_run *run, tp_batch *b, tropic_vector *level, tropic_vector *reached,
                               const tropic_matrix *A, const tropic_run_options *given)
{
    tropic_context *context = run->context;
    tropic_run_options options;

    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "run options"));
    TP_TRY(tp_run_begin(run, A, options.strategy, false));
    TP_TRY(tp_run_limit(run, &options));
    if (options.potential)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "a potential is for shortest paths: arcs have no lengths here");
    TP_TRY(check(run, b, level, reached));
    if (level)
        TP_TRY(tp_run_need_bytes(run,
                                 tp_batch_bytes(run, b->count) + (size_t)run->n * (size_t)b->count * sizeof *b->level));
    TP_TRY(tp_batch_begin(run, b));
    if (level) TP_TRY(tp_run_array(run, &b->level, (int64_t)run->n * b->count, sizeof *b->level, "levels"));

    TP_TRY(tp_run_start(run));
    TP_TRY(search_all(run, b));
    TP_TRY(tp_run_stop(run));
    if (level) return tp_run_results(run, level, b->level, reached, b->seen);
    return reached ? tp_run_results(run, reached, b->seen, NULL, NULL) : TROPIC_OK;
}

tropic_status tropic_bfs_batch(tropic_vector *level, tropic_vector *reached, int64_t *counts, int64_t *sums,
                               tropic_context *context, const tropic_matrix *A, const tropic_index *sources,
                               tropic_index count, const tropic_run_options *options, tropic_run_report *report)
{
    tp_batch b = {.sources = sources, .count = count};
    tropic_status status;
    tp_run run;
    TP_CALL(context);
    TP_WORK_OF_GRAPH(context, TP_WORK_BFS, A, ceil((double)count / TROPIC_BFS_BATCH) * TP_BATCH_SEARCHES);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!level && !reached && !counts && !sums)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "level, reached, counts and sums are all NULL");
    run = tp_run_in(context, report);
    status = run_batch(&run, &b, level, reached, A, options);
    if (status == TROPIC_OK) {
        const size_t bytes = (size_t)count * sizeof *counts;
        if (counts) memcpy(counts, b.reached, bytes);
        if (sums) memcpy(sums, b.sums, bytes);
    }
    tp_batch_end(&run, &b);
    return tp_run_end(&run, status);
}
