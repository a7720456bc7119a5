/* SPDX-License-Identifier: Apache-2.0
 *
 * Communities by one of the methods, and the modularity of a partition.
 */
#include "algorithms/communities/communities.h"
#include "algorithms/graph_work.h"

#include <math.h>

/* ---- arguments ---- */

static tropic_status check_options(tropic_context *context, tropic_communities_options *o)
{
    if (o->report) TP_TRY(tp_options_check_size(context, o->report->size, "report of communities"));
    if (o->method < TROPIC_COMMUNITIES_LEIDEN || o->method > TROPIC_COMMUNITIES_LABELS)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no method %d", (int)o->method);
    if (o->resolution == 0) o->resolution = 1;
    if (!(o->resolution > 0) || isinf(o->resolution))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "resolution %g is not a number above 0", o->resolution);
    if (o->levels < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d levels", (int)o->levels);
    if (o->rounds < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d rounds", (int)o->rounds);
    if (o->levels == 0) o->levels = INT32_MAX;
    if (o->rounds == 0) o->rounds = TROPIC_COMMUNITIES_ROUNDS;
    return TROPIC_OK;
}

static tropic_status begin(tp_run *run, const tropic_matrix *A, const tropic_vector *community,
                           const tropic_vector *size, const tropic_communities_options *given,
                           tropic_communities_options *options)
{
    tropic_context *context = run->context;
    TP_TRY(tp_options_copy(context, options, sizeof *options, given, "options of communities"));
    TP_TRY(check_options(context, options));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    TP_TRY(tp_vector_check_typed(context, community, "community", run->n, TROPIC_INT32));
    if (size) TP_TRY(tp_vector_check_typed(context, size, "size", run->n, TROPIC_INT32));
    if (size == community) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "community and size are one vector");
    if (options->weighted && tp_type_struct(A->type))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "weights of type %s are not numbers", tropic_type_name(A->type));
    return TROPIC_OK;
}

/* ---- results ---- */

static tropic_status finish(tp_run *run, tp_community_graph *g, tp_communities *c, tropic_vector *community,
                            tropic_vector *size)
{
    const tropic_communities_options *options = c->options;
    const tp_communities_calls *calls = TP_BACKEND_PART(run->context, communities);
    tropic_communities_report report = {.size = sizeof report, .largest = -1};
    tropic_index *sizes = NULL;
    run->report.levels = c->levels;
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = run->A->count;
    TP_TRY(tp_progress(run->context, 1));
    TP_TRY(tp_run_stop(run));
    report.levels = c->levels;
    report.settled = c->settled;
    report.directed = g->directed;
    if (size || options->report) {
        TP_TRY(tp_run_array(run, &sizes, run->n, sizeof *sizes, "sizes of communities"));
        TP_TRY(calls->sizes(run, c->community, sizes, &report));
    }
    if (options->report) {
        TP_TRY(calls->sum(run, options, g));
        TP_TRY(calls->modularity(run, g, c->community, options->resolution, &report.modularity));
    }
    if (community)
        TP_TRY(tp_run_results(run, community, c->community, size, sizes));
    else if (size)
        TP_TRY(tp_run_results(run, size, sizes, NULL, NULL));
    if (options->report) tp_report_copy(options->report, &report, sizeof report);
    return TROPIC_OK;
}

/* ---- the calls ---- */

static tropic_status find(tp_run *run, tp_community_graph *g, tropic_vector *community, tropic_vector *size,
                          const tropic_communities_options *options)
{
    const tp_communities_calls *calls = TP_BACKEND_PART(run->context, communities);
    const bool labels = options->method == TROPIC_COMMUNITIES_LABELS;
    tp_communities c = {.options = options};
    TP_TRY(calls->open(run, options, TP_FINDS_COMMUNITIES | (size ? TP_FINDS_SIZES : 0), g));
    TP_TRY(tp_run_array(run, &c.community, run->n, sizeof *c.community, "communities"));
    if (!labels) TP_TRY(calls->sum(run, options, g));
    TP_TRY(labels ? calls->labels(run, g, &c) : tp_communities_levels(run, g, &c));
    return finish(run, g, &c, community, size);
}

/* *array = a partition that the caller gives, in memory of the backend. */
static tropic_status given_partition(tp_run *run, const tropic_vector *community, tropic_index **array)
{
    bool *present = tp_arena_array(&run->arena, run->n, sizeof *present);
    tropic_index *given = tp_arena_array(&run->arena, run->n, sizeof *given);
    TP_TRY(tp_arena_check(&run->arena, "communities"));
    TP_TRY(tropic_vector_get_dense(community, given, present));
    for (tropic_index v = 0; v < run->n; v++) {
        if (!present[v])
            return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "vertex %lld has no community",
                           (long long)tropic_matrix_label(run->A, v));
        if (given[v] < 0 || given[v] >= run->n)
            return tp_fail(run->context, TROPIC_INDEX_OUT_OF_RANGE,
                           "the community %d of vertex %lld is not from 0 to %d", given[v],
                           (long long)tropic_matrix_label(run->A, v), run->n - 1);
    }
    TP_TRY(tp_run_array(run, array, run->n, sizeof **array, "communities"));
    return run->backend->upload(run->context, *array, given, (size_t)run->n * sizeof *given);
}

static tropic_status measure(tp_run *run, tp_community_graph *g, const tropic_vector *community, tropic_vector *size,
                             const tropic_communities_options *options)
{
    tp_communities c = {.options = options};
    TP_TRY(TP_BACKEND_PART(run->context, communities)->open(run, options, size ? TP_FINDS_SIZES : 0, g));
    TP_TRY(given_partition(run, community, &c.community));
    return finish(run, g, &c, NULL, size);
}

tropic_status tropic_communities(tropic_vector *community, tropic_vector *size, const tropic_matrix *A,
                                 const tropic_communities_options *given, tropic_run_report *report)
{
    tropic_communities_options options;
    tp_community_graph g = {.n = 0};
    tropic_status status;
    tp_run run;
    TP_CALL(community ? community->context : NULL);
    TP_WORK_OF_GRAPH(community ? community->context : NULL, TP_WORK_COMMUNITIES, A,
                     given && given->method == TROPIC_COMMUNITIES_LABELS ? 1 : TP_WORK_LEVELS);
    if (!community) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "community is NULL");
    run = tp_run_in(community->context, report);
    status = begin(&run, A, community, size, given, &options);
    if (status == TROPIC_OK) status = tp_run_start(&run);
    if (status == TROPIC_OK) status = find(&run, &g, community, size, &options);
    tp_community_graph_close(&g);
    return tp_run_end(&run, status);
}

tropic_status tropic_modularity(const tropic_vector *community, tropic_vector *size, const tropic_matrix *A,
                                const tropic_communities_options *given, tropic_run_report *report)
{
    tropic_communities_options options;
    tp_community_graph g = {.n = 0};
    tropic_status status;
    tp_run run;
    TP_CALL(community ? community->context : NULL);
    TP_WORK_OF_GRAPH(community ? community->context : NULL, TP_WORK_PRODUCT, A, 1);
    if (!community) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "community is NULL");
    run = tp_run_in(community->context, report);
    status = begin(&run, A, community, size, given, &options);
    if (status == TROPIC_OK) status = tp_run_start(&run);
    if (status == TROPIC_OK) status = measure(&run, &g, community, size, &options);
    tp_community_graph_close(&g);
    return tp_run_end(&run, status);
}
