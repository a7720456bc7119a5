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

#include <string.h>

/* What is known of the lengths: those that are finite. */
static tropic_status look_at_lengths(const tp_run *run, tp_distances *d)
{
    const tropic_matrix_facts *facts;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    bool any = false;
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    TP_TRY(tp_check_weights(run, facts, -DBL_MAX, INFINITY));
    TP_TRY(tropic_matrix_csr(run->A, run->context, &offsets, &ids, &values));
    d->whole = true;
    for (tropic_offset k = 0; k < run->A->count; k++) {
        const double length = tp_value_as_double(values, run->A->type, k);
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

static tropic_distances_method choose(const tp_run *run, const tp_distances *d)
{
    const tp_distances_calls *calls = TP_BACKEND_PART(run->context, distances);
    if (!tp_distances_fit(d)) return TROPIC_DISTANCES_SEARCHES;
    if (!tp_distances_exact(d)) {
        /* Methods round differently: so neither the device nor memory may decide. */
        if (d->parent || d->sources) return TROPIC_DISTANCES_SEARCHES;
        calls = &tp_cpu_distances_calls;
    }
    return calls->tiles_seconds(run, d) < calls->searches_seconds(run, d) ? TROPIC_DISTANCES_TILES
                                                                          : TROPIC_DISTANCES_SEARCHES;
}

/* Of tiles: what the type cannot hold, and trees that they do not find. */
static tropic_status check_lengths(tp_run *run, const tp_distances *d)
{
    if (d->parent && !tp_distances_exact(d))
        return tp_fail(run->context, TROPIC_NOT_SUPPORTED,
                       "the method tiles finds parents only if all lengths are whole and above 0, and their sums are "
                       "exact in type %s",
                       tropic_type_name(d->type));
    if (d->weighted && run->A->loops.negatives > 0)
        return tp_fail(run->context, TROPIC_NEGATIVE_CYCLE, "a negative cycle is a loop of vertex %lld",
                       (long long)tropic_matrix_label(run->A, run->A->loops.negative[0]));
    if (tp_distances_fit(d)) return TROPIC_OK;
    return tp_fail(run->context, TROPIC_OVERFLOW, "a path of %d arcs of length %g would be too long for the type %s",
                   d->n, fmax(fabs(d->least), fabs(d->greatest)), tropic_type_name(d->type));
}

/* Of each row. */
typedef struct told {
    const tp_distances *d;
    int64_t *reached;
    double *greatest;
} told;

static void tell_rows(const void *of, int64_t begin, int64_t end)
{
    const told *t = of;
    for (int64_t row = begin; row < end; row++) {
        int64_t reached = 0;
        double greatest = -HUGE_VAL;
        for (int64_t k = row * t->d->n; k < (row + 1) * t->d->n; k++) {
            const double distance = tp_distances_get(t->d->type, t->d->distance, k);
            if (!(distance < HUGE_VAL)) continue;
            reached++;
            if (distance > greatest) greatest = distance;
        }
        t->reached[row] = reached;
        t->greatest[row] = greatest;
    }
}

static tropic_status tell(tp_run *run, const tp_distances *d, tropic_distances_report *report)
{
    const told t = {d, tp_arena_array(&run->arena, d->count, sizeof *t.reached),
                    tp_arena_array(&run->arena, d->count, sizeof *t.greatest)};
    TP_TRY(tp_arena_check(&run->arena, "a report of distances"));
    tp_for(tp_team_for(run->context, (int64_t)d->count * d->n), d->count, 1, tell_rows, &t);
    for (tropic_index row = 0; row < d->count; row++) {
        const bool first = report->reached == 0;
        report->reached += t.reached[row];
        if (t.reached[row] > 0 && (first || t.greatest[row] > report->greatest)) report->greatest = t.greatest[row];
    }
    return TROPIC_OK;
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
    report.method = options.method == TROPIC_DISTANCES_AUTO ? choose(run, d) : options.method;
    if (report.method == TROPIC_DISTANCES_TILES) TP_TRY(check_lengths(run, d));
    if (d->n > 0 && report.method == TROPIC_DISTANCES_TILES)
        TP_TRY(TP_BACKEND_PART(run->context, distances)->tiles(run, d));
    if (d->n > 0 && report.method == TROPIC_DISTANCES_SEARCHES) TP_TRY(tp_distances_by_searches(run, d));
    run->report.levels = run->report.reached = run->report.settled = 0;
    run->report.reached_arcs = A->count * d->count;
    TP_TRY(tp_progress(run->context, 1));
    TP_TRY(tp_run_stop(run));
    if (!options.report) return TROPIC_OK;
    TP_TRY(tell(run, d, &report));
    tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

/* Seconds of a CPU for a call, about; A and the options as they are given, unchecked. */
static double work_of(tropic_context *context, const tropic_matrix *A, const tropic_distances_options *given)
{
    tropic_distances_options o = {0};
    const double n = A ? A->rows : 0;
    double tiles, searches;
    if (given) memcpy(&o, given, given->size < sizeof o ? given->size : sizeof o);
    tiles = n * n * n * (o.type == TROPIC_FP32 ? TP_DISTANCES_SUM_FP32 : TP_DISTANCES_SUM_FP64);
    searches = tp_work_of_graph(context, o.weighted ? TP_WORK_SSSP : TP_WORK_BFS, A, o.sources ? o.source_count : n);
    if (o.method == TROPIC_DISTANCES_SEARCHES) return searches;
    tiles = tp_work_shared(tiles, context->threads);
    return o.method == TROPIC_DISTANCES_TILES || tiles < searches ? tiles : searches;
}

tropic_status tropic_distances(void *distance, tropic_index *parent, tropic_context *context, const tropic_matrix *A,
                               const tropic_distances_options *options, tropic_run_report *report)
{
    tp_distances d = {.distance = distance, .parent = parent, .least = 1, .greatest = 1};
    tp_run run;
    TP_CALL(context);
    TP_WORK(context, work_of(context, A, options));
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, distances(&run, &d, A, options));
}
