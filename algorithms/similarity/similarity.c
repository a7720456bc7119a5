/* SPDX-License-Identifier: Apache-2.0
 *
 * Similarity of vertices: the arguments.
 */
#include "algorithms/similarity/similarity.h"
#include "algorithms/graph_work.h"
#include "algorithms/opposites.h"

#define ADVICE TP_EDGES_OF_ARCS ", or compares the heads of arcs by --outgoing"

static tropic_status begin(tp_run *run, tp_similarity *s, const tropic_matrix *A,
                           const tropic_similarity_options *given, tropic_similarity_options *options)
{
    tropic_context *context = run->context;
    TP_TRY(tp_options_copy(context, options, sizeof *options, given, "options of similarities"));
    if (options->report) TP_TRY(tp_options_check_size(context, options->report->size, "report of similarities"));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    if ((size_t)options->measure >= TROPIC_SIMILARITY_MEASURES)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no measure of similarity %d", (int)options->measure);
    if (options->best < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "best %d is negative", options->best);
    if (!(options->threshold >= 0))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "threshold %g is not 0 or more", options->threshold);
    if (!options->outgoing) TP_TRY(tp_check_opposites(run, false, ADVICE));
    *s = (tp_similarity){.measure = options->measure, .n = run->n};
    TP_TRY(TP_BACKEND_PART(context, similarity)->prepare(run, s, options->outgoing));
    return tp_run_start(run);
}

static tropic_status end(tp_run *run, const tropic_similarity_options *options, const tropic_similarity_report *report)
{
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = run->A->count;
    TP_TRY(tp_progress(run->context, 1));
    TP_TRY(tp_run_stop(run));
    if (options->report) tp_report_copy(options->report, report, sizeof *report);
    return TROPIC_OK;
}

static tropic_status all_pairs(tp_run *run, tropic_similarity_take *take, void *user, const tropic_matrix *A,
                               const tropic_similarity_options *given)
{
    tropic_similarity_options options;
    tropic_similarity_report report = {.size = sizeof report};
    tp_similarity_wanted wanted;
    tp_similarity s;
    TP_TRY(begin(run, &s, A, given, &options));
    wanted = (tp_similarity_wanted){options.best, options.threshold, options.unlinked};
    TP_TRY(tp_similarity_blocks(run, &s, &wanted, take, user, &report));
    return end(run, &options, &report);
}

static tropic_status check_pairs(const tp_run *run, const tropic_index *from, const tropic_index *to, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        if (from[k] < 0 || from[k] >= run->n) return tp_fail_range(run->context, "from", from[k], run->n);
        if (to[k] < 0 || to[k] >= run->n) return tp_fail_range(run->context, "to", to[k], run->n);
        if (from[k] == to[k])
            return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "pair %lld is of vertex %lld and itself",
                           (long long)k, (long long)tropic_matrix_label(run->A, from[k]));
    }
    return TROPIC_OK;
}

static tropic_status given_pairs(tp_run *run, double *score, const tropic_matrix *A, const tropic_index *from,
                                 const tropic_index *to, int64_t count, const tropic_similarity_options *given)
{
    tropic_context *context = run->context;
    tropic_similarity_options options;
    tropic_similarity_report report = {.size = sizeof report, .pairs = count};
    tp_similarity s;
    if (count < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%lld pairs", (long long)count);
    if (count > 0 && (!score || !from || !to))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", !score ? "score" : !from ? "from" : "to");
    TP_TRY(begin(run, &s, A, given, &options));
    if (options.best > 0 || options.threshold > 0 || options.unlinked)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "best, threshold and unlinked choose among all pairs, not "
                       "among given ones");
    TP_TRY(check_pairs(run, from, to, count));
    TP_TRY(TP_BACKEND_PART(context, similarity)->pairs(run, &s, from, to, count, score));
    return end(run, &options, &report);
}

tropic_status tropic_similarity(tropic_similarity_take *take, void *user, tropic_context *context,
                                const tropic_matrix *A, const tropic_similarity_options *options,
                                tropic_run_report *report)
{
    tp_run run;
    TP_CALL(context);
    TP_WORK_OF_GRAPH(context, TP_WORK_SIMILARITY, A, 1);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!take) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "take is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, all_pairs(&run, take, user, A, options));
}

tropic_status tropic_similarity_pairs(double *score, tropic_context *context, const tropic_matrix *A,
                                      const tropic_index *from, const tropic_index *to, int64_t count,
                                      const tropic_similarity_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(context);
    TP_WORK_OF_GRAPH(context, TP_WORK_SIMILARITY, A,
                     A && A->rows > 0 ? TP_WORK_PAIR_ROWS * (double)count / A->rows : 0);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, given_pairs(&run, score, A, from, to, count, options));
}
