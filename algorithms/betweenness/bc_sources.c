/* SPDX-License-Identifier: Apache-2.0
 *
 * The sources of betweenness centrality: all vertices, the listed ones, or random ones.
 */
#include "algorithms/betweenness/bc_sources.h"
#include "algorithms/graph_work.h"

double tp_bc_work(tropic_context *context, const tropic_matrix *A, const tropic_bc_options *given)
{
    tropic_bc_options options = {0};
    const tropic_bc_options *o = &options;
    double sources = A ? A->rows : 0;
    if (given) memcpy(&options, given, given->size < sizeof options ? given->size : sizeof options);
    if (o->sources && o->source_count < sources) sources = o->source_count;
    if (o->samples > 0 && o->samples < sources) sources = o->samples;
    return tp_work_of_graph(context, o->weighted ? TP_WORK_BC_LENGTHS : TP_WORK_BC, A,
                            tp_work_sources(sources, o->error));
}

static tropic_status check_samples(tp_run *run, const tropic_bc_options *options)
{
    tropic_context *context = run->context;
    if (options->samples < 0 || options->samples > run->n)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d samples of %d vertices", options->samples, run->n);
    if (options->sources && (options->samples > 0 || options->error != 0))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "sources and samples exclude each other");
    return TROPIC_OK;
}

tropic_status tp_bc_sources_order(tp_run *run, const tropic_bc_options *options, tropic_index *list, tropic_index count)
{
    const int arrays = run->arena.count;
    tropic_index *order;
    if (options->error == 0 && !options->checkpoint && !options->partial) return TROPIC_OK;
    order = tp_arena_array(&run->arena, count, sizeof *order);
    TP_TRY(tp_arena_check(&run->arena, "the sources"));
    TP_TRY(tropic_sample(order, run->context, count, count, options->seed));
    for (tropic_index k = 0; k < count; k++) order[k] = list[order[k]];
    for (tropic_index k = 0; k < count; k++) list[k] = order[k];
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

/* Leaves out sources that no arc leaves, because they add nothing. The last source stays, for the report. A short list
 * is not looked through. */
static tropic_status leave_out(tp_run *run, tp_bc_sources *s)
{
    const int arrays = run->arena.count;
    const int64_t lists = (int64_t)run->n + 1;
    const tropic_index all = s->count;
    tropic_offset *offsets;
    if (all <= TROPIC_BFS_BATCH) return TROPIC_OK;
    offsets = tp_arena_array(&run->arena, lists, sizeof *offsets);
    TP_TRY(tp_arena_check(&run->arena, "the sources"));
    TP_TRY(run->backend->download(run->context, offsets, run->out.offsets, (size_t)lists * sizeof *offsets));
    s->count = 0;
    for (tropic_index k = 0; k < all; k++) {
        const tropic_index v = s->list[k];
        if (offsets[v + 1] > offsets[v] || k + 1 == all) s->list[s->count++] = v;
    }
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

tropic_status tp_bc_sources_list(tp_run *run, const tropic_bc_options *options, tp_bc_sources *s)
{
    s->drawn = !options->sources && options->samples > 0 && options->error == 0;
    TP_TRY(check_samples(run, options));
    if (options->sources) {
        if (options->source_count < 0 || (options->source_count == 0 && options->extrapolate))
            return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "%d sources", options->source_count);
        TP_TRY(tp_run_check_list(run, "source", options->sources, options->source_count));
    }
    s->requested = options->sources ? options->source_count : s->drawn ? options->samples : run->n;
    s->count = s->requested;
    s->list = tp_arena_array(&run->arena, s->count, sizeof *s->list);
    TP_TRY(tp_arena_check(&run->arena, "the sources"));
    if (s->drawn) {
        TP_TRY(tropic_sample(s->list, run->context, run->n, s->count, options->seed));
        return leave_out(run, s);
    }
    for (tropic_index k = 0; k < s->count; k++) s->list[k] = options->sources ? options->sources[k] : k;
    TP_TRY(leave_out(run, s));
    return tp_bc_sources_order(run, options, s->list, s->count);
}

double tp_bc_scaling(const tropic_bc_options *options, tropic_index n, const tp_bc_sources *s, bool ends)
{
    const double others = ends ? n : n - 2;
    double factor = 1;
    if (options->normalize == TROPIC_NORMALIZE_PAIRS) factor = 0.5;
    if (options->normalize == TROPIC_NORMALIZE_FULL && n > 1 && others > 0) factor = 1 / (others * ((double)n - 1));
    if ((s->drawn && ends) || (options->sources && options->extrapolate)) factor *= (double)n / s->requested;
    return factor;
}
