/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality (Brandes): what is asked for, and the way to it.
 */
#include "algorithms/bc.h"

static const double ZERO = 0;

/* A search of more levels than so many times log2(n) is deep: level by level over the whole device it would wait more
 * than work. The rule, and the factor, of McLaughlin and Bader, SC14. */
#define DEEP 4
/* Sources to look at: one may lie in a small part of the graph. */
#define SAMPLES 8

static double scaling(const tropic_bc_options *options, tropic_index n, tropic_index count)
{
    double factor = 1;
    if (options->normalize == TROPIC_NORMALIZE_PAIRS) factor = 0.5;
    if (options->normalize == TROPIC_NORMALIZE_FULL && n > 2)
        factor = 1 / (((double)n - 1) * ((double)n - 2));
    if (options->sources && options->extrapolate) factor *= (double)n / count;
    return factor;
}

static tropic_status check_sources(tp_run *run, const tropic_bc_options *options)
{
    if ((size_t)options->normalize > TROPIC_NORMALIZE_FULL)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "no normalisation %d",
                       (int)options->normalize);
    if (!options->sources) return TROPIC_OK;
    if (options->source_count < 0 || (options->source_count == 0 && options->extrapolate))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "%d sources", options->source_count);
    for (tropic_index k = 0; k < options->source_count; k++)
        TP_TRY(tp_run_check_source(run, options->sources[k]));
    return TROPIC_OK;
}

/* The most levels that are not deep. */
static tropic_index most_levels(tropic_index n)
{
    tropic_index most = 1;
    for (; n > 1; n /= 2) most += DEEP;
    return most;
}

/* Is a search from any of some sources deep? */
static tropic_status sample(tp_run *run, const tp_bc *bc, bool *deep)
{
    const tropic_index samples = bc->count < SAMPLES ? bc->count : SAMPLES;
    const tropic_run_report before = run->report;
    const int arrays = run->arrays;
    int32_t *level;
    TP_TRY(tp_run_array(run, &level, run->n, sizeof *level, "levels"));
    *deep = false;
    run->limits.depth = most_levels(run->n);
    for (tropic_index k = 0; k < samples && !*deep; k++) {
        const tropic_index source = bc->sources[(int64_t)k * bc->count / samples];
        tp_traversal search;
        TP_TRY(tp_bfs_levels(run, source, level, NULL, NULL, &search));
        *deep = search.levels > run->limits.depth;
    }
    run->limits.depth = 0;
    run->report = before;
    tp_run_release_since(run, arrays);
    return TROPIC_OK;
}

static tropic_status take(tp_run *run, const tp_bc *bc, tropic_bc_method method)
{
    switch (method) {
    case TROPIC_BC_WORK_EFFICIENT: return tp_bc_queues(run, bc);
    case TROPIC_BC_BATCHED: return tp_bc_batched(run, bc);
    default: return tp_bc_products(run, bc);
    }
}

/* As first searches tell; where there is one source, by its own, which is not taken twice unless it is deep. */
static tropic_status take_auto(tp_run *run, const tp_bc *bc)
{
    const tropic_bc_method shallow = run->backend->shallow;
    bool deep = false;
    if (run->strategy != TROPIC_STRATEGY_AUTO) return tp_bc_products(run, bc);
    if (bc->count > 1) {
        TP_TRY(sample(run, bc, &deep));
        return take(run, bc, deep ? TROPIC_BC_WORK_EFFICIENT : shallow);
    }
    if (bc->count == 1)
        TP_TRY((shallow == TROPIC_BC_PRODUCTS ? tp_bc_one_product
                                              : tp_bc_alone)(run, bc, most_levels(run->n), &deep));
    return deep ? tp_bc_queues(run, bc) : TROPIC_OK;
}

static tropic_status check(tp_run *run, const tropic_vector *centrality,
                           const tropic_bc_options *options)
{
    tropic_context *context = run->context;
    TP_TRY(check_sources(run, options));
    TP_TRY(tp_vector_check(context, centrality, "centrality", run->n));
    if (centrality->type != TROPIC_FP32)
        TP_TRY(tp_vector_check_type(context, centrality, "centrality", TROPIC_FP64));
    if ((size_t)options->method >= TROPIC_BC_METHODS)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no method %d", (int)options->method);
    if (options->batch < 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "batch %d is negative", options->batch);
    if (options->method == TROPIC_BC_BATCHED && options->batch > TROPIC_BFS_BATCH)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "a batch has at most %d sources side by side, not %d", TROPIC_BFS_BATCH,
                       options->batch);
    if (options->method > TROPIC_BC_PRODUCTS && options->strategy != TROPIC_STRATEGY_AUTO)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "strategy %s is for products, not for %s",
                       tropic_strategy_name(options->strategy),
                       tropic_bc_method_name(options->method));
    return tp_bc_products_check(run);
}

/* The sources that are asked for, but those from which no arc leaves, which add nothing; of these only the last, for
 * the report. A few are not asked. */
static tropic_status list_sources(tp_run *run, const tropic_bc_options *options, tropic_index *list,
                                  tropic_index *count)
{
    const tropic_index all = options->sources ? options->source_count : run->n;
    tropic_offset *offsets = NULL;
    tropic_status status = TROPIC_OK;
    *count = 0;
    if (all > TROPIC_BFS_BATCH) {
        const int64_t lists = (int64_t)run->n + 1;
        offsets = tp_allocate(&run->context->memory, lists, sizeof *offsets);
        if (!offsets) return tp_out_of_memory(run->context, "the sources");
        status = run->backend->download(run->context, offsets, run->out.offsets,
                                        (size_t)lists * sizeof *offsets);
    }
    for (tropic_index k = 0; k < all && status == TROPIC_OK; k++) {
        const tropic_index source = options->sources ? options->sources[k] : k;
        if (!offsets || offsets[source + 1] > offsets[source] || k + 1 == all)
            list[(*count)++] = source;
    }
    tp_release(&run->context->memory, offsets);
    return status;
}

static tropic_status bc(tp_run *run, tropic_vector *centrality, const tropic_matrix *A,
                        const tropic_bc_options *given)
{
    tropic_context *context = centrality->context;
    const tp_memory *memory = &context->memory;
    tropic_bc_options options;
    tropic_index all, *list;
    tropic_status status;
    tp_bc bc = {0};
    void *result;

    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "bc options"));
    TP_TRY(tp_run_begin(run, A, options.strategy, false));
    TP_TRY(check(run, centrality, &options));
    TP_TRY(tp_run_array(run, &bc.centrality, run->n, sizeof *bc.centrality, "centralities"));
    all = options.sources ? options.source_count : run->n;
    list = tp_allocate(memory, all, sizeof *list);
    if (!list) return tp_out_of_memory(context, "the sources");
    bc.sources = list;
    bc.single = centrality->type == TROPIC_FP32 && !context->reproducible;
    bc.batch = options.batch;
    status = list_sources(run, &options, list, &bc.count);
    if (status == TROPIC_OK) status = tp_run_start(run);
    if (status == TROPIC_OK)
        status = run->backend->fill(context, bc.centrality, TROPIC_FP64, &ZERO, run->n);
    if (status == TROPIC_OK)
        status =
            options.method == TROPIC_BC_AUTO ? take_auto(run, &bc) : take(run, &bc, options.method);
    tp_release(memory, list);
    TP_TRY(status);
    /* What sources took is given back before there are two results. */
    tp_run_release_since(run, 1);
    result = bc.centrality;
    if (centrality->type != TROPIC_FP64)
        TP_TRY(tp_run_array(run, &result, run->n, sizeof(float), "the result"));
    TP_TRY(run->backend->scale(context, result, centrality->type, bc.centrality,
                               scaling(&options, run->n, all), run->n));
    TP_TRY(tp_run_stop(run));
    return tp_run_results(run, centrality, result, NULL, NULL);
}

tropic_status tropic_bc(tropic_vector *centrality, const tropic_matrix *A,
                        const tropic_bc_options *options, tropic_run_report *report)
{
    tp_run run;
    if (!centrality) return TROPIC_INVALID_ARGUMENT;
    run = tp_run_on(centrality, report);
    return tp_run_end(&run, bc(&run, centrality, A, options));
}
