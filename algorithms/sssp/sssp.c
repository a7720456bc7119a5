/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths: distances by sssp_buckets.c, then a tree (sssp_parents.c). Where weights are negative, and no
 * potential leaves none so, distances are found by sssp_negative.c.
 */
#include "algorithms/graph_work.h"
#include "algorithms/sssp/sssp.h"
#include "algorithms/tuning.h"
#include "algorithms/wrong_weight.h"

/* The largest distance where weights have this type. */
static double largest_of(tropic_type type)
{
    return type == TROPIC_FP32 ? (double)FLT_MAX : type == TROPIC_FP64 ? DBL_MAX : (double)INT64_MAX;
}

tropic_status tp_sssp_inspect(tp_run *run, tp_sssp_arrays *a)
{
    const double largest = largest_of(run->A->type);
    const tropic_matrix_facts *facts;
    double longest, bound;
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    TP_TRY(tp_check_weights(run, facts, -DBL_MAX, INFINITY));
    TP_TRY(tp_sssp_check_weights(run, facts->max_value));
    if (run->A->type == TROPIC_INT64 && facts->min_value < 0 && facts->max_value >= largest)
        return tp_fail(run->context, TROPIC_OVERFLOW, "a weight of about 2^63 is too large beside negative ones");
    longest = facts->max_value * run->n;
    a->negative = facts->min_value < 0;
    a->long_paths = longest >= largest;
    a->width = tp_sssp_width(run, run->A->trimmed_mean > 0 ? run->A->trimmed_mean : facts->mean_value);
    a->narrow =
        run->backend->location == TROPIC_HOST && !tp_type_floating(a->type) && facts->max_value <= TP_SSSP_NARROW;
    if (!run->limits.potential) return TROPIC_OK;
    /* d', and every sum on the way, is at most a path and two potentials. Real sums that do not fit become infinite and
     * are found afterwards; infinite weights are no arcs. */
    bound = tp_type_floating(a->type) ? largest / 4 : (largest - longest) / 2;
    if (tp_type_floating(a->type)) a->long_paths = longest >= largest - 2 * bound;
    TP_TRY(tp_sssp_take_potential(run, a, bound));
    a->narrow = a->negative = false; /* the potential leaves no arc negative */
    return TROPIC_OK;
}

tropic_status tp_sssp_limit(tp_run *run, const tropic_run_options *options)
{
    if (options->depth != 0)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "depth is %d, but must be 0 for shortest paths",
                       options->depth);
    return tp_run_limit(run, options);
}

tropic_status tp_sssp_type(tropic_context *context, const tropic_matrix *A, tropic_type *type)
{
    if (tp_type_struct(A->type))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "weights of type %s are not numbers", tropic_type_name(A->type));
    *type = tp_type_floating(A->type) ? A->type : TROPIC_INT64;
    return TROPIC_OK;
}

tropic_status tp_sssp_prepare(tp_run *run, tp_sssp_arrays *a)
{
    TP_TRY(tp_sssp_inspect(run, a));
    if (run->A->loops.negatives > 0) run->limits.target_count = 0;
    return tp_run_array(run, &a->distance, run->n, tropic_type_size(a->type), "distances");
}

/* Distances, then parents, by weights that are not negative. *ended: the run ended early, at its targets, and vertices
 * that were not settled have infinite distances. */
static tropic_status relax_and_hang(tp_run *run, tp_sssp_arrays *a, tropic_index source, bool *ended)
{
    tp_value low;
    /* Buckets are released before other arrays are made: the two never lie in memory at once. */
    TP_TRY(tp_sssp_buckets(run, a, source, a->tree ? TP_SSSP_DISTANCES_PART : 1, &low));
    *ended = tp_sssp_less(a->type, low, tp_sssp_infinity(a->type));
    if (*ended || a->tree || a->potential) TP_TRY(tp_sssp_add_arrays(run, a));
    if (*ended) TP_TRY(tp_sssp_forget(run, a, low));
    tp_sssp_part(run, a, TP_SSSP_DISTANCES_PART, 1 - TP_SSSP_DISTANCES_PART);
    if (a->tree) TP_TRY(tp_sssp_parents(run, a, source));
    return a->potential ? tp_sssp_restore(run, a, source) : TROPIC_OK;
}

/* A GPU that lacks the memory for it leaves it to the CPU, too. */
static tropic_status search_negative(tp_run *run, tp_sssp_arrays *a, tropic_index source, bool *left)
{
    const tp_error before = run->context->error;
    const tropic_status status = tp_sssp_negative(run, a, source, left);
    if (status != TROPIC_OUT_OF_DEVICE_MEMORY) return status;
    run->context->error = before;
    *left = true;
    return TROPIC_OK;
}

tropic_status tp_sssp_solve(tp_run *run, tp_sssp_arrays *a, tropic_index source)
{
    bool ended = false, left = false;
    run->report.levels = run->report.reached = 0;
    if (a->negative)
        TP_TRY(search_negative(run, a, source, &left));
    else
        TP_TRY(relax_and_hang(run, a, source, &ended));
    if (left) TP_TRY(tp_sssp_on_host(run, a, source));
    /* After an early end, vertices that were not settled would look like distances that do not fit. */
    return a->long_paths && !ended ? tp_sssp_check_overflow(run, a) : TROPIC_OK;
}

static tropic_status sssp(tp_run *run, tropic_vector *distance, tropic_vector *parent, const tropic_matrix *A,
                          tropic_index source, const tropic_run_options *given)
{
    tropic_context *context = distance->context;
    tropic_run_options options;
    tp_sssp_arrays a = {.tree = parent != NULL, .part = 1};

    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "run options"));
    TP_TRY(tp_run_begin(run, A, options.strategy, true));
    TP_TRY(tp_run_check_source(run, source));
    TP_TRY(tp_sssp_limit(run, &options));
    TP_TRY(tp_sssp_type(context, A, &a.type));
    TP_TRY(tp_vector_check_typed(context, distance, "distance", run->n, a.type));
    if (parent) TP_TRY(tp_vector_check_typed(context, parent, "parent", run->n, TROPIC_INT32));
    TP_TRY(tp_run_need_memory(run, tropic_type_size(a.type) + TP_BUCKETS_BYTES + (parent ? sizeof *a.parent : 0)));
    TP_TRY(tp_sssp_prepare(run, &a));
    TP_TRY(tp_sssp_solve(run, &a, source));
    TP_TRY(tp_sssp_check_loops(run, &a));
    TP_TRY(tp_run_stop(run));
    return tp_run_results(run, distance, a.distance, parent, a.parent);
}

tropic_status tropic_sssp(tropic_vector *distance, tropic_vector *parent, const tropic_matrix *A, tropic_index source,
                          const tropic_run_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(distance ? distance->context : NULL);
    TP_WORK_OF_GRAPH(distance ? distance->context : NULL, TP_WORK_SSSP, A, 1);
    if (!distance) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "distance is NULL");
    run = tp_run_in(distance->context, report);
    return tp_run_end(&run, sssp(&run, distance, parent, A, source, options));
}
