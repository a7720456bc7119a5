/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities, the diameter and the radius.
 */
#include "algorithms/eccentricity/eccentricity.h"
#include "algorithms/graph_work.h"
#include "algorithms/opposites.h"
#include "algorithms/tuning.h"
#include "algorithms/wrong_weight.h"

#include <math.h>

static void count_ends(tp_eccentricities *e)
{
    tropic_eccentricity_report *r = &e->report;
    const tropic_index n = e->run->n;
    tropic_index least = e->end;
    r->diameter = fmax(0, tp_eccentricity_most(e));
    r->bound = e->run->partial ? fmax(r->diameter, e->bound) : r->diameter;
    r->searches = e->searches;
    r->end = e->end;
    r->radius = r->center = r->periphery = e->options->diameter || e->run->partial ? -1 : 0;
    /* (Where arcs go both ways, one search tells.) */
    r->connected = n <= 1 || (e->reaches && !e->falls_short);
    for (tropic_index v = 0; v < n; v++) r->known += e->known[v];
    if (r->radius < 0 || n == 0) return;
    for (tropic_index v = 0; v < n; v++)
        if (tp_farthest_less(e, e->value[v], e->value[least])) least = v;
    r->radius = tp_farthest_as_double(e, e->value[least]);
    for (tropic_index v = 0; v < n; v++) {
        r->center += !tp_farthest_less(e, e->value[least], e->value[v]);
        r->periphery += !tp_farthest_less(e, e->value[v], e->value[e->end]);
    }
}

/* *values = those in the result's type. */
static tropic_status narrow(tp_eccentricities *e, void **values)
{
    void *to = e->value;
    *values = to;
    if (tropic_type_size(e->type) == sizeof *e->value) return TROPIC_OK;
    *values = to = tp_arena_array(&e->run->arena, e->run->n, tropic_type_size(e->type));
    TP_TRY(tp_arena_check(&e->run->arena, "eccentricities"));
    for (tropic_index v = 0; v < e->run->n; v++) {
        if (e->type == TROPIC_INT32)
            ((int32_t *)to)[v] = (int32_t)e->value[v].whole;
        else
            ((float *)to)[v] = (float)e->value[v].real;
    }
    return TROPIC_OK;
}

static tropic_status give(tp_eccentricities *e, tropic_vector *result)
{
    const tropic_index end = e->end, count = end >= 0;
    void *values;
    TP_TRY(narrow(e, &values));
    if (!e->options->diameter) return tropic_vector_put_dense(result, values, e->run->partial ? e->known : NULL);
    return tropic_vector_put_entries(result, count, &end,
                                     (char *)values + (count ? (size_t)end : 0) * tropic_type_size(e->type));
}

static tropic_status check(tp_eccentricities *e, const tropic_matrix *A, const tropic_vector *result)
{
    const tropic_eccentricity_options *o = e->options;
    tp_run *run = e->run;
    if (o->report) TP_TRY(tp_options_check_size(run->context, o->report->size, "eccentricity report"));
    if (!(o->checkpoint_seconds >= 0))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "a checkpoint every %g seconds", o->checkpoint_seconds);
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, o->weighted));
    e->type = TROPIC_INT32;
    if (o->weighted) TP_TRY(tp_sssp_type(run->context, run->A, &e->type));
    e->real = e->type == TROPIC_FP32 || e->type == TROPIC_FP64;
    TP_TRY(tp_vector_check_typed(run->context, result, "eccentricity", run->n, e->type));
    return o->weighted ? tp_check_lengths(run) : TROPIC_OK;
}

/* Bytes of a vertex: by lengths, its distance twice, places in buckets, two bounds of its eccentricity, its component,
 * and a queue; else its level, component twice, the component's size, and bounds, with a copy of these three. Levels of
 * several searches at once need more, and are checked for when these begin. */
#define LENGTHS_BYTES (4 * sizeof(double) + 2 * sizeof(int32_t) + TP_BUCKETS_BYTES)
#define BOUNDS_BYTES (9 * sizeof(int32_t) + TP_SEARCH_BYTES)

static tropic_status make_arrays(tp_eccentricities *e)
{
    tp_run *run = e->run;
    tp_arena *arena = &run->arena;
    TP_TRY(tp_run_need_memory(run, sizeof *e->value + sizeof *e->known + 2 * sizeof *e->active +
                                       (e->options->weighted ? LENGTHS_BYTES : BOUNDS_BYTES)));
    e->value = tp_arena_zeros(arena, run->n, sizeof *e->value);
    e->known = tp_arena_zeros(arena, run->n, sizeof *e->known);
    e->active = tp_arena_array(arena, run->n, sizeof *e->active);
    e->rest = tp_arena_array(arena, run->n, sizeof *e->rest);
    TP_TRY(tp_arena_check(arena, "eccentricities"));
    if (!e->options->weighted) return TROPIC_OK;
    e->lengths.type = e->type;
    TP_TRY(tp_sssp_prepare(run, &e->lengths));
    e->distance = tp_arena_array(arena, run->n, tropic_type_size(e->type));
    return tp_arena_check(arena, "distances");
}

/* Bounds by lengths hold if all distances are the same both ways. */
static tropic_status find_all(tp_eccentricities *e)
{
    const tropic_eccentricity_options *o = e->options;
    tp_run *run = e->run;
    TP_TRY(tp_run_undirected(run, o->weighted, &e->symmetric));
    TP_TRY(tp_eccentricity_open(e));
    if (run->n > 0 && !o->weighted) {
        TP_TRY(tp_eccentricity_by_bounds(e));
        if (o->diameter && e->symmetric) return TROPIC_OK;
    } else if (run->n > 0 && e->symmetric && (!e->real || o->diameter)) {
        TP_TRY(tp_eccentricity_by_lengths(e));
    } else {
        for (tropic_index v = 0; v < run->n; v++) e->active[e->active_count++] = v;
    }
    return tp_eccentricity_by_searches(e);
}

static tropic_status compute(tp_eccentricities *e, tropic_vector *result, const tropic_matrix *A)
{
    const tropic_eccentricity_options *o = e->options;
    tp_run *run = e->run;
    tropic_status status;
    TP_TRY(check(e, A, result));
    TP_TRY(make_arrays(e));
    e->bound = o->weighted ? HUGE_VAL : run->n - 1;
    TP_TRY(tp_run_start(run));
    status = find_all(e);
    run->partial = status == TROPIC_CANCELLED && o->partial && e->end >= 0;
    if (status != TROPIC_OK && !run->partial) return status;
    TP_TRY(tp_run_stop(run));
    count_ends(e);
    TP_TRY(give(e, result));
    if (o->report) tp_report_copy(o->report, &e->report, sizeof e->report);
    if (!run->partial) return TROPIC_OK;
    return tp_fail(run->context, TROPIC_CANCELLED,
                   "cancelled after %lld searches, by which %d of %d eccentricities are known", (long long)e->searches,
                   e->report.known, run->n);
}

/* Seconds of a CPU for a call, about; A and the options as they are given, unchecked. */
static double work_of(tropic_context *context, const tropic_matrix *A, const tropic_eccentricity_options *options)
{
    const bool weighted = options && options->weighted;
    tp_matrix_use use;
    bool directed;
    if (!A || tp_matrix_use_open(context, A, &use) != TROPIC_OK) return 0;
    directed = !use.symmetric && A->file_direction != TROPIC_FILE_UNDIRECTED;
    return tp_work_of_graph(context, weighted ? TP_WORK_SSSP : TP_WORK_BFS, A,
                            tp_work_of_eccentricities(A->rows, directed, weighted ? 1 : TROPIC_BFS_BATCH));
}

tropic_status tropic_eccentricity(tropic_vector *eccentricity, const tropic_matrix *A,
                                  const tropic_eccentricity_options *options, tropic_run_report *report)
{
    tropic_eccentricity_options o = {0};
    tropic_status status;
    tp_run run;
    TP_CALL(eccentricity ? eccentricity->context : NULL);
    TP_WORK(eccentricity ? eccentricity->context : NULL, work_of(eccentricity->context, A, options));
    if (!eccentricity) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "eccentricity is NULL");
    run = tp_run_in(eccentricity->context, report);
    tp_eccentricities e = {.run = &run, .options = &o, .end = -1, .report = {.size = sizeof e.report}};
    status = tp_options_copy(run.context, &o, sizeof o, options, "eccentricity options");
    if (status == TROPIC_OK) status = compute(&e, eccentricity, A);
    return tp_run_end(&run, status);
}
