/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality: Brandes' two sweeps per source, as products.
 *
 * The forward sweep is a search, then one product per level that counts paths; with the levels known
 * it needs no atomics and its sums have a fixed order, so results are bitwise reproducible. (Counting
 * while searching would save one pass over the arcs and cost the search its early stop.)
 */
#include "algorithms/bfs.h"

#include "spmv/wide.h"

/* How paths are counted: the type's size, and the ops of such counts. */
typedef struct bc_counting {
    size_t size;
    tp_op count, gather;
} bc_counting;

static const bc_counting in_doubles = {sizeof(double), TP_OP_BC_COUNT, TP_OP_BC_GATHER};
static const bc_counting in_wide = {sizeof(tp_wide), TP_OP_BC_COUNT_WIDE, TP_OP_BC_GATHER_WIDE};

/* sigma and g have 2n places: n for the even levels, n for the odd, zero off their level (the ops say
 * why). They are doubles until some source has more paths than these count, and from then on wide: where
 * both are right, both give the same bits. */
typedef struct bc_arrays {
    int32_t *level;
    tropic_index *order;
    const bc_counting *counting;
    void *sigma, *g;
    double *delta, *centrality;
} bc_arrays;

static const double ZERO = 0, ONE = 1;

static tropic_status count_in(tp_run *run, bc_arrays *a, const bc_counting *counting)
{
    const int64_t places = 2 * (int64_t)run->n;
    a->counting = counting;
    TP_TRY(tp_run_array(run, &a->sigma, places, counting->size, "path counts"));
    return tp_run_array(run, &a->g, places, counting->size, "dependencies");
}

/* One level's product: pulled by the level's vertices, or pushed by those of the level `from` beside
 * it. Counting goes down the levels, gathering comes back. Wide counts are always pulled. */
static tropic_status level_step(tp_run *run, tp_step *step, int phase, const char *name,
                                const bc_arrays *a, const tp_traversal *search, int64_t level,
                                int64_t from)
{
    const tropic_index *starts = search->starts;
    const double depth = (double)level / (double)search->levels / 2;
    TP_TRY(tp_progress(run->context, from < level ? depth : 1 - depth));
    step->strategy = run->strategy != TROPIC_STRATEGY_AUTO && a->counting == &in_doubles
                         ? run->strategy
                     : from < level ? run->pull
                                    : run->pull_out;
    step->targets = a->order + starts[level];
    step->target_count = starts[level + 1] - starts[level];
    step->sources = a->order + starts[from];
    step->source_count = starts[from + 1] - starts[from];
    return tp_run_step(run, phase, name, step);
}

/* The half of an array of 2n counts that level d lives in. */
static void *half(const tp_run *run, const bc_arrays *a, void *array, int64_t d)
{
    return (char *)array + (size_t)(d % 2) * (size_t)run->n * a->counting->size;
}

static tropic_status clear(tp_run *run, const bc_arrays *a, void *array)
{
    const int64_t words = (int64_t)(a->counting->size / sizeof ZERO);
    return run->backend->fill(run->context, array, TROPIC_FP64, &ZERO, 2 * (int64_t)run->n * words);
}

/* *beyond: some vertex has more paths than doubles count. */
static tropic_status count_paths(tp_run *run, const bc_arrays *a, const tp_traversal *search,
                                 tropic_index source, bool *beyond)
{
    tp_bc_count_state state = {.level = a->level};
    tp_step step = {
        .op = a->counting->count, .state = &state, .gather = run->in, .scatter = run->out};

    /* sigma = 0;  sigma(source) = 1;  g = 0 */
    TP_TRY(clear(run, a, a->sigma));
    TP_TRY(clear(run, a, a->g));
    TP_TRY(tp_run_put(run, (char *)a->sigma + (size_t)source * a->counting->size, TROPIC_FP64, 0,
                      &ONE));
    for (int64_t d = 1; d < search->levels; d++) {
        /* sigma<level == d> = A' (plus.first) sigma<level == d - 1>
         * on the deepest level  g = 1 / sigma */
        state.depth = (int32_t)d;
        state.from = half(run, a, a->sigma, d - 1);
        state.to = half(run, a, a->sigma, d);
        state.g = d == search->levels - 1 ? half(run, a, a->g, d) : NULL;
        TP_TRY(level_step(run, &step, 1, "count", a, search, d, d - 1));
    }
    *beyond = false;
    if (a->counting == &in_wide) return TROPIC_OK;
    return run->backend->any_above(run->context, a->sigma, TP_DOUBLE_COUNT_MOST,
                                   2 * (int64_t)run->n, beyond);
}

static tropic_status gather_dependencies(tp_run *run, const bc_arrays *a,
                                         const tp_traversal *search)
{
    tp_bc_gather_state state = {.level = a->level, .delta = a->delta, .centrality = a->centrality};
    /* The product is with A itself: a destination is an arc's tail. */
    tp_step step = {
        .op = a->counting->gather, .state = &state, .gather = run->out, .scatter = run->in};

    if (a->delta) TP_TRY(run->backend->fill(run->context, a->delta, TROPIC_FP64, &ZERO, run->n));
    /* The deepest level has delta = 0, and its g already. */
    for (int64_t d = search->levels - 2; d > 0; d--) {
        /* delta<level == d> = sigma * (A (plus.second) (1 + delta) / sigma <level == d + 1>)
         * centrality += delta */
        state.depth = (int32_t)d;
        state.sigma = half(run, a, a->sigma, d);
        state.below = half(run, a, a->g, d + 1);
        state.g = half(run, a, a->g, d);
        TP_TRY(level_step(run, &step, 2, "gather", a, search, d, d + 1));
    }
    return TROPIC_OK;
}

static tropic_status widen(tp_run *run, bc_arrays *a)
{
    tp_run_release(run, a->sigma);
    tp_run_release(run, a->g);
    return count_in(run, a, &in_wide);
}

/* centrality += delta of one source: `part` of the call's work, of which `from` is done. */
static tropic_status one_source(tp_run *run, bc_arrays *a, tropic_index source, double from,
                                double part)
{
    tp_traversal search;
    tropic_status status;
    bool beyond;
    tp_run_part(run, from, part / 3);
    TP_TRY(tp_bfs_levels(run, source, a->level, NULL, a->order, &search));
    tp_run_part(run, from + part / 3, part * 2 / 3);
    status = count_paths(run, a, &search, source, &beyond);
    if (status == TROPIC_OK && beyond) {
        status = widen(run, a);
        if (status == TROPIC_OK) status = count_paths(run, a, &search, source, &beyond);
    }
    if (status == TROPIC_OK) status = gather_dependencies(run, a, &search);
    tp_release(&run->context->memory, search.starts);
    return status;
}

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

static tropic_status bc(tp_run *run, tropic_vector *centrality, const tropic_matrix *A,
                        const tropic_bc_options *given)
{
    tropic_context *context = centrality->context;
    tropic_bc_options options;
    bc_arrays a = {0};
    tropic_index count;
    void *result;
    bool pushes;

    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "bc options"));
    TP_TRY(tp_run_begin(run, A, options.strategy, false));
    TP_TRY(check_sources(run, &options));
    TP_TRY(tp_vector_check(context, centrality, "centrality", run->n));
    if (centrality->type != TROPIC_FP32)
        TP_TRY(tp_vector_check_type(context, centrality, "centrality", TROPIC_FP64));
    pushes = tp_strategy_merges(TP_OP_BC_COUNT, run->strategy);
    if (pushes && context->reproducible)
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "%s adds path counts in no fixed order, and the context is reproducible",
                       tropic_strategy_name(run->strategy));
    /* The backward sweep by entries needs the rows' heads. */
    if (run->strategy == TROPIC_STRATEGY_COOC_SCALAR) {
        TP_TRY(tp_matrix_arcs(context, A, TP_BY_ROW, true, &run->out));
        run->out.values = NULL;
    }

    TP_TRY(tp_run_array(run, &a.level, run->n, sizeof *a.level, "levels"));
    TP_TRY(tp_run_array(run, &a.order, run->n, sizeof *a.order, "the frontiers"));
    TP_TRY(count_in(run, &a, &in_doubles));
    if (pushes) TP_TRY(tp_run_array(run, &a.delta, run->n, sizeof *a.delta, "dependencies"));
    TP_TRY(tp_run_array(run, &a.centrality, run->n, sizeof *a.centrality, "centralities"));
    result = a.centrality;
    if (centrality->type != TROPIC_FP64)
        TP_TRY(tp_run_array(run, &result, run->n, sizeof(float), "the result"));

    TP_TRY(run->backend->fill(context, a.centrality, TROPIC_FP64, &ZERO, run->n));
    count = options.sources ? options.source_count : run->n;
    for (tropic_index k = 0; k < count; k++) {
        TP_TRY(one_source(run, &a, options.sources ? options.sources[k] : k, (double)k / count,
                          1.0 / count));
    }
    TP_TRY(run->backend->scale(context, result, centrality->type, a.centrality,
                               scaling(&options, run->n, count), run->n));
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
