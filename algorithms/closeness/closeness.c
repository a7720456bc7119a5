/* SPDX-License-Identifier: Apache-2.0
 *
 * Closeness and harmonic centrality: options, sources and results.
 */
#include "algorithms/closeness/closeness.h"

#include "algorithms/bfs/near.h"
#include "algorithms/graph_work.h"
#include "algorithms/tuning.h"

#include <math.h>
#include <string.h>

#define CONFIDENCE 0.95
/* Bytes of a vertex: its distance, also on the host, and its places in buckets. */
#define LENGTHS_BYTES (2 * sizeof(double) + TP_BUCKETS_BYTES)

static tropic_status check_kind(tropic_context *context, const tropic_closeness_options *o)
{
    const bool harmonic = o->kind == TROPIC_CLOSENESS_HARMONIC;
    if ((size_t)o->kind > TROPIC_CLOSENESS_HARMONIC)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no kind of closeness %d", (int)o->kind);
    if (o->normalize && !harmonic) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "closeness is normalised already");
    if (!(o->checkpoint_seconds >= 0))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a checkpoint every %g seconds", o->checkpoint_seconds);
    if (o->error == 0 && o->confidence != 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a confidence goes with an error");
    if (o->error == 0) return TROPIC_OK;
    if (!(o->error > 0 && o->error < 1))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "error %g is not between 0 and 1", o->error);
    if (o->confidence != 0 && !(o->confidence > 0 && o->confidence < 1))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "confidence %g is not between 0 and 1", o->confidence);
    return TROPIC_OK;
}

static tropic_status check_lists(tp_run *run, const tropic_closeness_options *o)
{
    tropic_context *context = run->context;
    if (o->samples < 0 || o->samples > run->n)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d samples of %d vertices", o->samples, run->n);
    if (o->sources && (o->samples > 0 || o->error != 0))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "sources and samples exclude each other");
    if (o->vertices && (o->sources || o->samples > 0 || o->error != 0 || o->partial))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       "vertices whose value is wanted exclude sources, samples, an error and partial results");
    if (o->sources && o->source_count < 1)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d sources", o->source_count);
    if (o->vertices && o->vertex_count < 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d vertices", o->vertex_count);
    if (o->sources) TP_TRY(tp_run_check_list(run, "source", o->sources, o->source_count));
    return o->vertices ? tp_run_check_list(run, "vertex", o->vertices, o->vertex_count) : TROPIC_OK;
}

/* At most: the list and the values; sums; and searches side by side, or distances by lengths. */
static size_t bytes_of(const tp_closeness *c)
{
    const size_t n = (size_t)c->run->n, count = (size_t)c->count;
    size_t bytes = count * sizeof *c->list + n * sizeof *c->value;
    if (c->by_sources)
        bytes += 2 * n * sizeof(tp_closeness_sums);
    else
        bytes += count * sizeof(tp_closeness_sums);
    if (c->options->error > 0) bytes += (2 * n + count) * sizeof(double); /* squares, and who is farthest */
    return bytes + (c->options->weighted ? n * LENGTHS_BYTES : tp_batch_bytes(c->run, c->count));
}

/* The vertices, or the sources, in the order in which they are taken. */
static tropic_status make_list(tp_closeness *c)
{
    const tropic_closeness_options *o = c->options;
    tp_run *run = c->run;
    const tropic_index *given = o->vertices ? o->vertices : o->sources;
    c->by_sources = !c->exact && (o->sources || o->samples > 0 || o->error > 0 || o->partial);
    c->drawn = c->by_sources && !o->sources;
    c->count = o->vertices                       ? o->vertex_count
               : o->sources                      ? o->source_count
               : o->samples > 0 && o->error == 0 ? o->samples
                                                 : run->n;
    TP_TRY(tp_run_need_bytes(run, bytes_of(c)));
    c->list = tp_arena_array(&run->arena, c->count, sizeof *c->list);
    TP_TRY(tp_arena_check(&run->arena, "the sources"));
    if (c->drawn || o->partial) {
        TP_TRY(tropic_sample(c->list, run->context, given ? c->count : run->n, c->count, o->seed));
        for (tropic_index k = 0; given && k < c->count; k++) c->list[k] = given[c->list[k]];
    } else {
        for (tropic_index k = 0; k < c->count; k++) c->list[k] = given ? given[k] : k;
        /* (A checkpoint is for any device.) */
        if (!c->by_sources && !o->weighted && c->count >= TP_SEARCHES_SORTED_FROM * TROPIC_BFS_BATCH &&
            (o->checkpoint || TP_BACKEND_PART(run->context, searches)->near))
            TP_TRY(tp_near_sort(run, c->list, c->count, TROPIC_BFS_BATCH));
    }
    return TROPIC_OK;
}

/* Where a length is the least, 1 / d is the greatest. */
static tropic_status set_range(tp_closeness *c)
{
    const tropic_matrix_facts *facts;
    c->range = 1;
    if (!c->options->weighted || c->options->error == 0) return TROPIC_OK;
    TP_TRY(tp_matrix_facts(c->run->context, c->run->A, &facts));
    if (facts->min_value > 0) c->range = 1 / facts->min_value;
    return TROPIC_OK;
}

/* With an error: where all vertices are done sooner, they are. (`partial` wants estimates.) */
static tropic_status choose(tp_closeness *c)
{
    const tropic_closeness_options *o = c->options;
    if (o->error == 0 || o->partial || o->samples > 0) return TROPIC_OK;
    TP_TRY(tp_closeness_choose_exact(c, &c->exact));
    return c->exact ? make_list(c) : TROPIC_OK;
}

/* The values become the result's entries. */
static tropic_status give(const tp_closeness *c, tropic_vector *closeness)
{
    const tropic_index *only = c->options->vertices;
    const bool single = closeness->type == TROPIC_FP32;
    const tropic_index count = only ? c->count : c->run->n;
    double *values = c->value;
    if (only) {
        values = tp_arena_array(&c->run->arena, count, sizeof *values);
        TP_TRY(tp_arena_check(&c->run->arena, "the result"));
        for (tropic_index k = 0; k < count; k++) values[k] = c->value[c->list[k]];
    }
    /* (In place: a float lies where its double has been read.) */
    for (tropic_index k = 0; single && k < count; k++) {
        const float value = (float)values[k];
        memcpy((char *)values + (size_t)k * sizeof value, &value, sizeof value);
    }
    return only ? tropic_vector_put_entries(closeness, count, c->list, values)
                : tropic_vector_put_dense(closeness, values, NULL);
}

static tropic_status closeness(tp_run *run, tropic_vector *result, const tropic_matrix *A,
                               const tropic_closeness_options *given)
{
    tropic_context *context = run->context;
    tropic_closeness_options o;
    tp_closeness c = {.run = run, .options = &o, .report = {.size = sizeof c.report}};
    tropic_status status;
    TP_TRY(tp_options_copy(context, &o, sizeof o, given, "closeness options"));
    TP_TRY(check_kind(context, &o));
    if (o.confidence == 0) o.confidence = CONFIDENCE;
    if (o.report) TP_TRY(tp_options_check_size(context, o.report->size, "closeness report"));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, o.weighted));
    TP_TRY(tp_vector_check(context, result, "closeness", run->n));
    if (result->type != TROPIC_FP32) TP_TRY(tp_vector_check_type(context, result, "closeness", TROPIC_FP64));
    TP_TRY(check_lists(run, &o));
    TP_TRY(make_list(&c));
    TP_TRY(set_range(&c));
    c.value = tp_arena_zeros(&run->arena, run->n, sizeof *c.value);
    TP_TRY(tp_arena_check(&run->arena, "the result"));
    TP_TRY(tp_run_start(run));
    TP_TRY(choose(&c));
    if (o.checkpoint) TP_TRY(tp_identify(run, o.weighted, c.list, c.count, &c.identity));
    status = c.by_sources ? tp_closeness_by_sources(&c) : tp_closeness_by_vertices(&c);
    run->partial = status == TROPIC_CANCELLED && o.partial && c.done > 0;
    if (status != TROPIC_OK && !run->partial) return status;
    TP_TRY(tp_run_stop(run));
    TP_TRY(give(&c, result));
    c.report.sources = c.done;
    if (o.report) tp_report_copy(o.report, &c.report, sizeof c.report);
    if (!run->partial) return TROPIC_OK;
    return tp_fail(context, TROPIC_CANCELLED, "cancelled after %d of %d sources", c.done, c.count);
}

/* Seconds of a CPU for a call, about; A and the options as they are given, unchecked. */
static double work_of(tropic_context *context, const tropic_matrix *A, const tropic_closeness_options *given)
{
    tropic_closeness_options o = {0};
    double sources = A ? A->rows : 0;
    if (given) memcpy(&o, given, given->size < sizeof o ? given->size : sizeof o);
    if (o.vertices && o.vertex_count < sources) sources = o.vertex_count;
    if (o.sources && o.source_count < sources) sources = o.source_count;
    if (o.samples > 0 && o.samples < sources) sources = o.samples;
    sources = tp_work_sources(sources, o.error);
    if (o.weighted) return tp_work_of_graph(context, TP_WORK_SSSP, A, sources);
    return tp_work_of_graph(context, TP_WORK_BFS, A, ceil(sources / TROPIC_BFS_BATCH) * TP_BATCH_SEARCHES);
}

tropic_status tropic_closeness(tropic_vector *result, const tropic_matrix *A, const tropic_closeness_options *options,
                               tropic_run_report *report)
{
    tp_run run;
    TP_CALL(result ? result->context : NULL);
    TP_WORK(result ? result->context : NULL, work_of(result->context, A, options));
    if (!result) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "closeness is NULL");
    run = tp_run_in(result->context, report);
    return tp_run_end(&run, closeness(&run, result, A, options));
}
