/* SPDX-License-Identifier: Apache-2.0
 *
 * The sources of betweenness centrality: as they are listed, all, or drawn.
 */
#include "algorithms/betweenness/bc_sources.h"

/* None is no vertex, none is listed twice. */
static tropic_status check(tp_run *run, const tropic_index *sources, tropic_index count)
{
    const tp_memory *memory = &run->context->memory;
    tropic_status status = TROPIC_OK;
    bool *listed = tp_allocate_zero(memory, run->n, sizeof *listed);
    if (!listed) return tp_out_of_memory(run->context, "the sources");
    for (tropic_index k = 0; k < count && status == TROPIC_OK; k++) {
        status = tp_run_check_source(run, sources[k]);
        if (status != TROPIC_OK) break;
        if (listed[sources[k]])
            status = tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "source %d is listed twice", sources[k]);
        listed[sources[k]] = true;
    }
    tp_release(memory, listed);
    return status;
}

static tropic_status check_samples(tp_run *run, const tropic_bc_options *options)
{
    tropic_context *context = run->context;
    if (options->samples < 0 || options->samples > run->n)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d samples of %d vertices", options->samples, run->n);
    if (options->sources && (options->samples > 0 || options->error != 0))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "sources are listed, and are to be drawn as well");
    return TROPIC_OK;
}

tropic_status tp_bc_sources_order(tp_run *run, const tropic_bc_options *options, tropic_index *list, tropic_index count)
{
    const tp_memory *memory = &run->context->memory;
    tropic_index *order;
    tropic_status status;
    if (options->error == 0 && !options->checkpoint && !options->partial) return TROPIC_OK;
    order = tp_allocate(memory, count, sizeof *order);
    status = order ? tropic_sample(order, run->context, count, count, options->seed)
                   : tp_out_of_memory(run->context, "the sources");
    for (tropic_index k = 0; k < count && status == TROPIC_OK; k++) order[k] = list[order[k]];
    for (tropic_index k = 0; k < count && status == TROPIC_OK; k++) list[k] = order[k];
    tp_release(memory, order);
    return status;
}

/* Without those that no arc leaves, which add nothing; of these only the last, for the report. A few are not asked. */
static tropic_status leave_out(tp_run *run, tp_bc_sources *s)
{
    const tp_memory *memory = &run->context->memory;
    const int64_t lists = (int64_t)run->n + 1;
    const tropic_index all = s->count;
    tropic_offset *offsets;
    tropic_status status;
    if (all <= TROPIC_BFS_BATCH) return TROPIC_OK;
    offsets = tp_allocate(memory, lists, sizeof *offsets);
    if (!offsets) return tp_out_of_memory(run->context, "the sources");
    status = run->backend->download(run->context, offsets, run->out.offsets, (size_t)lists * sizeof *offsets);
    s->count = 0;
    for (tropic_index k = 0; k < all && status == TROPIC_OK; k++) {
        const tropic_index v = s->list[k];
        if (offsets[v + 1] > offsets[v] || k + 1 == all) s->list[s->count++] = v;
    }
    tp_release(memory, offsets);
    return status;
}

tropic_status tp_bc_sources_list(tp_run *run, const tropic_bc_options *options, tp_bc_sources *s)
{
    const bool drawn = !options->sources && options->samples > 0 && options->error == 0;
    TP_TRY(check_samples(run, options));
    if (options->sources) {
        if (options->source_count < 0 || (options->source_count == 0 && options->extrapolate))
            return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "%d sources", options->source_count);
        TP_TRY(check(run, options->sources, options->source_count));
    }
    s->asked = options->sources ? options->source_count : drawn ? options->samples : run->n;
    s->count = s->asked;
    s->list = tp_allocate(&run->context->memory, s->count, sizeof *s->list);
    if (!s->list) return tp_out_of_memory(run->context, "the sources");
    if (drawn) {
        TP_TRY(tropic_sample(s->list, run->context, run->n, s->count, options->seed));
        return leave_out(run, s);
    }
    for (tropic_index k = 0; k < s->count; k++) s->list[k] = options->sources ? options->sources[k] : k;
    TP_TRY(leave_out(run, s));
    return tp_bc_sources_order(run, options, s->list, s->count);
}

double tp_bc_scaling(const tropic_bc_options *options, tropic_index n, const tp_bc_sources *s, bool ends)
{
    const bool drawn = options->samples > 0 && options->error == 0;
    const double others = ends ? n : n - 2;
    double factor = 1;
    if (options->normalize == TROPIC_NORMALIZE_PAIRS) factor = 0.5;
    if (options->normalize == TROPIC_NORMALIZE_FULL && n > 1 && others > 0) factor = 1 / (others * ((double)n - 1));
    if (drawn || (options->sources && options->extrapolate)) factor *= (double)n / s->asked;
    return factor;
}
