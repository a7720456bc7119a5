/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances between all pairs, or from chosen sources: the arguments, the choice of a method, and what is told.
 */
#include "algorithms/distances/distances.h"
#include "algorithms/graph_work.h"
#include "algorithms/tuning.h"
#include "algorithms/wrong_weight.h"
#include "formats/matrix/facts/facts.h"
#include "spmv/cpu_backend.h"

static bool is_minus_infinity(double weight)
{
    return weight == -HUGE_VAL;
}

/* What is known of the lengths: those that are finite. */
static tropic_status look_at_lengths(const tp_run *run, tp_distances *d)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    bool any = false;
    TP_TRY(tropic_matrix_csr(run->A, run->context, &offsets, &ids, &values));
    d->whole = true;
    for (tropic_offset k = 0; k < run->A->count; k++) {
        const double length = tp_value_as_double(values, run->A->type, k);
        if (isnan(length)) return tp_wrong_weight(run, tp_weight_is_no_number, "not a number");
        if (is_minus_infinity(length)) return tp_wrong_weight(run, is_minus_infinity, "minus infinity");
        if (!(length < HUGE_VAL)) continue;
        if (!any || length < d->least) d->least = length;
        if (!any || length > d->greatest) d->greatest = length;
        d->whole = d->whole && length == floor(length);
        any = true;
    }
    return TROPIC_OK;
}

static tropic_status take_sources(tp_run *run, const tropic_distances_options *options, tp_distances *d)
{
    d->count = run->n;
    if (!options->sources) return TROPIC_OK;
    d->sources = options->sources;
    d->count = options->source_count;
    return tp_run_check_sources(run, d->sources, d->count);
}

/* Is there memory for a matrix of all pairs, beside the result? */
static bool has_memory(const tp_distances *d)
{
    const double bytes = (double)d->n * d->n * (double)tropic_type_size(d->type);
    return !d->sources || bytes < TP_DISTANCES_MEMORY_PART * (double)tp_available_memory();
}

/* By the time of one thread. Where methods round differently, neither threads nor memory may decide. */
static tropic_distances_method choose(const tp_distances *d, double arcs)
{
    const double n = d->n, each = d->type == TROPIC_FP32 ? TP_DISTANCES_SUM_FP32 : TP_DISTANCES_SUM_FP64;
    double searches;
    if (d->weighted)
        searches = TP_DISTANCES_SEARCH * d->count * tp_work_of_search(TP_WORK_SSSP, n, arcs, 1);
    else
        searches = TP_DISTANCES_PLACE * d->count * n + ceil((double)d->count / TROPIC_BFS_BATCH) * TP_BATCH_SEARCHES *
                                                           tp_work_of_search(TP_WORK_BFS, n, arcs, 1);
    if (!tp_distances_fit(d) || (!tp_distances_exact(d) && (d->parent || d->sources))) return TROPIC_DISTANCES_SEARCHES;
    if (d->weighted && d->least < 0) searches *= TP_DISTANCES_NEGATIVE;
    return n * n * n * each < searches && has_memory(d) ? TROPIC_DISTANCES_TILES : TROPIC_DISTANCES_SEARCHES;
}

static void tell(const tp_distances *d, tropic_distances_report *report)
{
    for (int64_t k = 0; k < (int64_t)d->count * d->n; k++) {
        const double distance = tp_distances_get(d->type, d->distance, k);
        if (!(distance < HUGE_VAL)) continue;
        if (report->reached++ == 0 || distance > report->greatest) report->greatest = distance;
    }
}

static tropic_status begin(tp_run *run, tp_distances *d, const tropic_matrix *A, const tropic_distances_options *given,
                           tropic_distances_options *options)
{
    tropic_context *context = run->context;
    TP_TRY(tp_options_copy(context, options, sizeof *options, given, "options of distances"));
    if (options->report) TP_TRY(tp_options_check_size(context, options->report->size, "report of distances"));
    if ((size_t)options->method >= TROPIC_DISTANCES_METHODS)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no method of distances %d", (int)options->method);
    if (options->type == TROPIC_BOOL) options->type = TROPIC_FP64;
    if (!tp_type_floating(options->type))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "distances are of type fp32 or fp64, not %d",
                       (int)options->type);
    if (A && options->weighted && tp_type_struct(A->type))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "weights of type %s are not numbers", tropic_type_name(A->type));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, options->weighted));
    d->n = run->n;
    d->type = options->type;
    d->weighted = options->weighted;
    TP_TRY(take_sources(run, options, d));
    if (!d->distance && d->count > 0 && d->n > 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "distance is NULL");
    return d->weighted ? look_at_lengths(run, d) : TROPIC_OK;
}

static tropic_status distances(tp_run *run, tp_distances *d, const tropic_matrix *A,
                               const tropic_distances_options *given)
{
    tropic_distances_options options;
    tropic_distances_report report = {.size = sizeof report};
    TP_TRY(begin(run, d, A, given, &options));
    report.method = options.method == TROPIC_DISTANCES_AUTO ? choose(d, (double)A->count) : options.method;
    if (report.method == TROPIC_DISTANCES_TILES && d->parent && !tp_distances_exact(d))
        return tp_fail(run->context, TROPIC_NOT_SUPPORTED,
                       "the method tiles finds parents only if all lengths are whole and above 0, and their sums are "
                       "exact in type %s",
                       tropic_type_name(d->type));
    if (d->n > 0 && report.method == TROPIC_DISTANCES_TILES) TP_TRY(tp_distances_by_tiles(run, d));
    if (d->n > 0 && report.method == TROPIC_DISTANCES_SEARCHES) TP_TRY(tp_distances_by_searches(run, d));
    if (d->parent && tp_distances_exact(d)) TP_TRY(tp_distances_hang(run, d));
    run->report.levels = run->report.reached = run->report.settled = 0;
    run->report.reached_arcs = A->count * d->count;
    TP_TRY(tp_progress(run->context, 1));
    TP_TRY(tp_run_stop(run));
    tell(d, &report);
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_distances(void *distance, tropic_index *parent, tropic_context *context, const tropic_matrix *A,
                               const tropic_distances_options *options, tropic_run_report *report)
{
    tp_distances d = {.distance = distance, .parent = parent, .least = 1, .greatest = 1};
    tp_run run;
    TP_CALL(context);
    TP_WORK_OF_GRAPH(context, TP_WORK_HOST, A, 1);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, distances(&run, &d, A, options));
}
