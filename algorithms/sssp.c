/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths: min-plus products from a frontier of changed vertices until nothing changes, then a
 * tree of tight arcs. Negative weights go to bellman_ford.c.
 */
#include "algorithms/sssp.h"

#include <float.h>
#include <math.h>

static const int32_t NONE = -1, ZERO32 = 0;

/* A bucket is this many times the typical weight over the mean degree wide: wide enough that a bucket
 * has work for a whole device, narrow enough that few distances in it are improved twice. (Tried
 * 1/2 to 64 on an H200 and 1 to 32 on two CPU cores: on Kronecker graphs 1 and 2 are best, and 16 takes
 * 1.4 and 2.2 times as long as 2; on random graphs 2 and 4; on a lattice, whose width BUCKET_SCAN finds,
 * all are alike on the H200, and 2 to 8 best on the CPU.) */
#define BUCKET_FACTOR 2
/* The same where the backend keeps buckets, to which a narrow one costs next to nothing. (Two CPU cores, Kronecker
 * 20: arcs are relaxed 1.15 times at 1/2, 1.3 at 1, 1.9 at 2, 2.3 at 4, and time follows. On a lattice and on the
 * roads of New York all from 1/2 to 8 are alike.) */
#define KEPT_FACTOR 0.5
/* A bucket whose relaxed arcs were fewer than n over this was too narrow to be worth the pass over all
 * vertices that found it: the next is twice as wide. */
#define BUCKET_SCAN 32
/* Of the time, where parents are asked for too. */
#define DISTANCES_PART 0.75

static tp_value infinity_of(tropic_type type)
{
    tp_value v = {.int64 = INT64_MAX};
    if (type == TROPIC_FP32) v.fp32 = HUGE_VALF;
    if (type == TROPIC_FP64) v.fp64 = HUGE_VAL;
    return v;
}

/* low + width, more than low; infinity where that leaves the type, or rounding swallows it. */
static tp_value bucket_end(tropic_type type, tp_value low, double width)
{
    tp_value high = infinity_of(type);
    switch (type) {
    case TROPIC_FP32:
        if (low.fp32 + (float)width > low.fp32) high.fp32 = low.fp32 + (float)width;
        break;
    case TROPIC_FP64:
        if (low.fp64 + width > low.fp64) high.fp64 = low.fp64 + width;
        break;
    default:
        if (width >= 1 && width < (double)(INT64_MAX - low.int64))
            high.int64 = low.int64 + (int64_t)width;
    }
    return high;
}

static bool is_infinity(tropic_type type, tp_value v)
{
    if (type == TROPIC_FP32) return v.fp32 == HUGE_VALF;
    if (type == TROPIC_FP64) return v.fp64 == HUGE_VAL;
    return v.int64 == INT64_MAX;
}

/* distance = min(distance, A' (min.plus) distance)  until nothing changes, bucket by bucket. `part` of
 * the call's work. */
static tropic_status distances(tp_run *run, const tp_sssp_arrays *a, tropic_index source,
                               double width, double part)
{
    const bool keeps = run->backend->keeps_frontiers;
    const tp_value zero = {.int64 = 0}, infinity = infinity_of(a->type);
    tp_sssp_state state = {.round = a->round, .distance = a->distance};
    tp_traversal relax = {
        .op = (tp_op)(TP_OP_SSSP + (int)run->A->type),
        .strategy = run->strategy,
        .pull = run->pull,
        .start = TROPIC_STRATEGY_CSR_PUSH,
        .state = &state,
        .gather = run->in,
        .scatter = run->out,
        .order = a->order,
        .first = 1,
        .source = source,
        .width = width,
    };
    /* distance = infinity;  distance(source) = 0;  frontier = {source} */
    TP_TRY(run->backend->fill(run->context, a->distance, a->type, &infinity, run->n));
    TP_TRY(tp_run_put(run, a->distance, a->type, source, &zero));
    if (!keeps) {
        TP_TRY(run->backend->fill(run->context, a->round, TROPIC_INT32, &NONE, run->n));
        TP_TRY(tp_run_put(run, a->order, TROPIC_INT32, 0, &source));
    }
    while (!is_infinity(a->type, state.low)) {
        /* the bucket [low, high):  relax until nothing in it changes */
        state.high = bucket_end(a->type, state.low, width);
        state.first = relax.depth + 1;
        tp_run_part(run, part * (double)run->report.reached / run->n, part);
        TP_TRY(tp_run_traverse(run, 0, "relax", &relax));
        run->report.levels += relax.levels;
        run->report.reached += relax.reached;
        run->report.reached_arcs += relax.reached_arcs;
        if (keeps) break; /* all buckets are done */
        if (relax.arcs * BUCKET_SCAN < run->n) width *= 2;
        relax.first = TP_EVERY;
        /* low = the least distance that still waits */
        TP_TRY(run->backend->least_from(run->context, &state.low, a->type, a->distance, &state.high,
                                        run->n));
    }
    return TROPIC_OK;
}

/* parent<parent < 0> = A' (min.secondi) distance,  over tight arcs: first those along which distance
 * grows, then level by level over any, from where there is a parent already. */
static tropic_status parents(tp_run *run, const tp_sssp_arrays *a, tropic_index source)
{
    tp_sssp_parent_state state = {.round = a->round, .distance = a->distance, .parent = a->parent};
    const tp_op op = (tp_op)(TP_OP_SSSP_PARENT + (int)run->A->type);
    const tp_step growing = {
        .op = op, .strategy = run->pull, .state = &state, .gather = run->in, .scatter = run->out};
    tp_traversal others = {
        .op = op,
        .strategy = run->strategy,
        .pull = run->pull,
        .start = run->pull,
        .state = &state,
        .gather = run->in,
        .scatter = run->out,
        .order = a->order,
        .first = TP_EVERY,
        .keep_order = run->backend->keeps_frontiers, /* n places: each has its parent once */
    };
    TP_TRY(run->backend->fill(run->context, a->parent, TROPIC_INT32, &NONE, run->n));
    TP_TRY(run->backend->fill(run->context, a->round, TROPIC_INT32, &NONE, run->n));
    TP_TRY(tp_run_put(run, a->parent, TROPIC_INT32, source, &source));
    TP_TRY(tp_run_put(run, a->round, TROPIC_INT32, source, &ZERO32));
    tp_run_part(run, DISTANCES_PART, 1 - DISTANCES_PART);
    TP_TRY(tp_run_step(run, 1, "parents", &growing));
    TP_TRY(tp_run_traverse(run, 1, "parents", &others));
    tp_release(&run->context->memory, others.starts);
    return TROPIC_OK;
}

/* What frontiers need. */
static tropic_status add_frontiers(tp_run *run, tp_sssp_arrays *a)
{
    const int64_t places = (run->backend->keeps_frontiers ? 1 : 2) * (int64_t)run->n;
    TP_TRY(tp_run_array(run, &a->round, run->n, sizeof *a->round, "rounds"));
    return tp_run_array(run, &a->order, places, sizeof *a->order, "the frontiers");
}

/* Buckets are released before parents are looked for: the two never lie in memory at once. */
static tropic_status relax_and_hang(tp_run *run, tp_sssp_arrays *a, tropic_index source,
                                    double width, bool parent)
{
    const bool keeps = run->backend->keeps_frontiers;
    if (!keeps) TP_TRY(add_frontiers(run, a));
    TP_TRY(distances(run, a, source, width, parent ? DISTANCES_PART : 1));
    if (!parent) return TROPIC_OK;
    if (keeps) TP_TRY(add_frontiers(run, a));
    TP_TRY(tp_run_array(run, &a->parent, run->n, sizeof *a->parent, "parents"));
    return parents(run, a, source);
}

/* The largest distance where weights have this type. */
static double largest_of(tropic_type type)
{
    return type == TROPIC_FP32   ? (double)FLT_MAX
           : type == TROPIC_FP64 ? DBL_MAX
                                 : (double)INT64_MAX;
}

/* Found out before the run: whether weights are negative, whether a path could be too long for the type,
 * and how wide a bucket should be. */
static tropic_status inspect(tp_run *run, bool *negative, bool *long_paths, double *width)
{
    const tropic_matrix_facts *facts;
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    if (isnan(facts->min_value) || isnan(facts->max_value))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "a weight is not a number");
    if (facts->min_value == -HUGE_VAL)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "a weight is minus infinity");
    TP_TRY(tp_sssp_check_weights(run, facts->max_value));
    *negative = facts->min_value < 0;
    *long_paths = facts->max_value * run->n >= largest_of(run->A->type);
    *width =
        (run->A->typical > 0 ? run->A->typical : facts->mean_value) / fmax(facts->mean_degree, 1);
    *width *= run->backend->keeps_frontiers ? KEPT_FACTOR : BUCKET_FACTOR;
    /* Whole lengths: a bucket of each is the narrowest. */
    if (*width > 0 && *width < 1 && !tp_type_floating(run->A->type)) *width = 1;
    return TROPIC_OK;
}

static tropic_status sssp(tp_run *run, tropic_vector *distance, tropic_vector *parent,
                          const tropic_matrix *A, tropic_index source,
                          const tropic_run_options *given)
{
    tropic_context *context = distance->context;
    tropic_run_options options;
    tp_sssp_arrays a = {0};
    bool negative = false, long_paths = false;
    double width = 0;

    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "run options"));
    TP_TRY(tp_run_begin(run, A, options.strategy, true));
    TP_TRY(tp_run_check_source(run, source));
    if (tp_type_struct(A->type))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "weights of type %s are no numbers",
                       tropic_type_name(A->type));
    a.type = tp_type_floating(A->type) ? A->type : TROPIC_INT64;
    TP_TRY(tp_vector_check(context, distance, "distance", run->n));
    TP_TRY(tp_vector_check_type(context, distance, "distance", a.type));
    if (parent) {
        TP_TRY(tp_vector_check(context, parent, "parent", run->n));
        TP_TRY(tp_vector_check_type(context, parent, "parent", TROPIC_INT32));
    }
    TP_TRY(inspect(run, &negative, &long_paths, &width));

    TP_TRY(tp_run_array(run, &a.distance, run->n, tropic_type_size(a.type), "distances"));
    if (negative) {
        if (parent) TP_TRY(tp_run_array(run, &a.parent, run->n, sizeof *a.parent, "parents"));
        TP_TRY(tp_bellman_ford(run, &a, source));
    } else {
        TP_TRY(relax_and_hang(run, &a, source, width, parent != NULL));
    }
    if (long_paths) TP_TRY(tp_sssp_check_overflow(run, &a));
    TP_TRY(tp_run_stop(run));
    return tp_run_results(run, distance, a.distance, parent, a.parent);
}

tropic_status tropic_sssp(tropic_vector *distance, tropic_vector *parent, const tropic_matrix *A,
                          tropic_index source, const tropic_run_options *options,
                          tropic_run_report *report)
{
    tp_run run;
    if (!distance) return TROPIC_INVALID_ARGUMENT;
    run = tp_run_on(distance, report);
    return tp_run_end(&run, sssp(&run, distance, parent, A, source, options));
}
