/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality (Brandes): options, end points and results.
 */
#include "algorithms/betweenness/bc_checkpoint.h"
#include "algorithms/betweenness/bc_error.h"
#include "algorithms/betweenness/bc_sample.h"
#include "algorithms/betweenness/bc_sources.h"
#include "runtime/choice.h"

/* There is one way for weighted graphs, so none can be chosen. */
static tropic_status check_weighted(tp_run *run, const tropic_bc_options *options)
{
    if (options->method != TROPIC_BC_AUTO || options->strategy != TROPIC_STRATEGY_AUTO)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT,
                       "method %s, strategy %s: weighted betweenness takes auto alone",
                       tropic_bc_method_name(options->method), tropic_strategy_name(options->strategy));
    return tp_bc_weighted_check(run);
}

tropic_status tp_bc_check(tp_run *run, const tropic_bc_options *options)
{
    tropic_context *context = run->context;
    if ((size_t)options->normalize > TROPIC_NORMALIZE_FULL)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no normalisation %d", (int)options->normalize);
    if ((size_t)options->method >= TROPIC_BC_METHODS)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no method %d", (int)options->method);
    if (options->batch < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "batch %d is negative", options->batch);
    if (options->method == TROPIC_BC_BATCHED && options->batch > TROPIC_BFS_BATCH)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a batch has at most %d sources side by side, not %d",
                       TROPIC_BFS_BATCH, options->batch);
    if (options->method > TROPIC_BC_PRODUCTS && options->strategy != TROPIC_STRATEGY_AUTO)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "strategy %s is for products, not for %s",
                       tropic_strategy_name(options->strategy), tropic_bc_method_name(options->method));
    if (!(options->checkpoint_seconds >= 0))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a checkpoint every %g seconds", options->checkpoint_seconds);
    if (options->report) TP_TRY(tp_options_check_size(context, options->report->size, "bc report"));
    return options->weighted ? check_weighted(run, options) : tp_bc_products_check(run);
}

/* centrality(source) += reached(source) - 1: a source is an end of a path to each vertex that it reaches. */
static tropic_status add_ends(tp_run *run, const tp_bc *bc, tropic_index done)
{
    const int arrays = run->arena.count;
    double *ends = tp_arena_zeros(&run->arena, run->n, sizeof *ends);
    tp_brandes add = {.out = run->out, .count = 1, .total = {.centrality = bc->total.centrality}};
    TP_TRY(tp_arena_check(&run->arena, "end points"));
    TP_TRY(tp_run_array(run, &add.delta, run->n, sizeof *ends, "end points"));
    for (tropic_index k = 0; k < done; k++) ends[bc->sources[k]] = (double)(bc->reached[k] - 1);
    TP_TRY(run->backend->upload(run->context, add.delta, ends, (size_t)run->n * sizeof *ends));
    TP_TRY(TP_BACKEND_PART(run->context, brandes)->add(run->context, &add));
    TP_TRY(run->backend->wait(run->context));
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

/* The sum over the sources, of the unreduced graph, as an estimate if some are not done. *part: how much of the sources
 * it has. */
static tropic_status run_unreduced(tp_run *run, tp_bc *bc, const tropic_bc_options *options, double *part)
{
    tp_bc_sample sample;
    tropic_index done = 0;
    if (options->endpoints) {
        bc->total.ends = 1;
        bc->reached = tp_arena_zeros(&run->arena, bc->count, sizeof *bc->reached);
        TP_TRY(tp_arena_check(&run->arena, "counts"));
    }
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_bc_run(run, bc, options, &done));
    *part = done < bc->count ? (double)done / bc->count : 1;
    if (bc->reached) TP_TRY(add_ends(run, bc, done));
    if (done == bc->count) return TROPIC_OK;
    sample = tp_bc_sample_of(options, bc->sources, done, bc->count);
    return tp_bc_scale_sample(run, bc->total.centrality, &sample);
}

/* The sum over the sources, of a reduced graph if that is chosen. *factor: the sum is to be multiplied by it. */
static tropic_status run_either(tp_run *run, tp_bc *bc, const tp_bc_sources *sources, const tropic_bc_options *options,
                                double *factor)
{
    unsigned which;
    double part = 0;
    *factor = tp_bc_scaling(options, run->n, sources, options->endpoints);
    TP_TRY(tp_bc_choose_reductions(run, bc, options, &which));
    if (options->checkpoint) TP_TRY(tp_identify(run, bc->weighted, bc->sources, bc->count, &bc->identity));
    if (which) TP_TRY(tp_bc_reduced_run(run, bc, options, which, &part));
    if (part == 0) TP_TRY(run_unreduced(run, bc, options, &part));
    if (sources->drawn && !options->endpoints)
        TP_TRY(tp_bc_scale_sample(run, bc->total.centrality,
                                  &(tp_bc_sample){.list = sources->list,
                                                  .listed = sources->count,
                                                  .drawn = sources->requested,
                                                  .population = run->n,
                                                  .all = true}));
    /* A reduced graph has other sources: the report has the same part of the requested ones, at least 1. */
    bc->report->sources = part < 1 ? (int64_t)(part * bc->count + 0.5) : sources->requested;
    if (part < 1 && bc->report->sources < 1) bc->report->sources = 1;
    return TROPIC_OK;
}

static tropic_status bc(tp_run *run, tropic_vector *centrality, const tropic_matrix *A, const tropic_bc_options *given)
{
    tropic_bc_options options;
    tp_bc_sources sources;
    tropic_bc_report report = {.size = sizeof report};
    tp_bc bc = {.report = &report, .part = 1};
    double factor;
    void *result;

    TP_TRY(tp_options_copy(run->context, &options, sizeof options, given, "bc options"));
    TP_TRY(tp_run_begin(run, A, options.strategy, options.weighted));
    TP_TRY(tp_vector_check(run->context, centrality, "centrality", run->n));
    if (centrality->type != TROPIC_FP32)
        TP_TRY(tp_vector_check_type(run->context, centrality, "centrality", TROPIC_FP64));
    TP_TRY(tp_bc_check(run, &options));
    bc.floats = centrality->type == TROPIC_FP32 && !run->context->reproducible;
    bc.batch = options.weighted ? 0 : options.batch;
    TP_TRY(tp_bc_lengths(run, &options, &bc));
    /* All sources are done as if no error were asked for: sooner, by a reduced graph. */
    if (tp_bc_error_takes_all(&options, run->n)) options.error = options.confidence = 0;
    TP_TRY(tp_bc_sources_list(run, &options, &sources));
    TP_TRY(tp_run_array(run, &bc.total.centrality, run->n, sizeof(double), "centralities"));
    bc.sources = sources.list;
    bc.count = sources.count;
    TP_TRY(run_either(run, &bc, &sources, &options, &factor));
    result = bc.total.centrality;
    if (centrality->type != TROPIC_FP64) TP_TRY(tp_run_array(run, &result, run->n, sizeof(float), "the result"));
    TP_TRY(run->backend->scale(run->context, result, centrality->type, bc.total.centrality, factor, run->n));
    TP_TRY(tp_run_stop(run));
    TP_TRY(tp_run_results(run, centrality, result, NULL, NULL));
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    if (!run->partial) return TROPIC_OK;
    return tp_fail(run->context, TROPIC_CANCELLED, "cancelled after %lld of %d sources", (long long)report.sources,
                   sources.count);
}

tropic_status tropic_bc(tropic_vector *centrality, const tropic_matrix *A, const tropic_bc_options *options,
                        tropic_run_report *report)
{
    tp_run run;
    TP_CALL(centrality ? centrality->context : NULL);
    TP_WORK(centrality ? centrality->context : NULL, tp_bc_work(centrality->context, A, options));
    if (!centrality) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "centrality is NULL");
    run = tp_run_in(centrality->context, report);
    return tp_run_end(&run, bc(&run, centrality, A, options));
}
