/* SPDX-License-Identifier: Apache-2.0
 *
 * The run of betweenness centrality over its sources: which method takes them, and where the run stops on the way.
 */
#include "algorithms/betweenness/bc_checkpoint.h"
#include "algorithms/betweenness/bc_error.h"
#include "algorithms/long_run.h"
#include "algorithms/tuning.h"

static const double ZERO = 0;

static tropic_status take(tp_run *run, const tp_bc *bc, tropic_bc_method method)
{
    const int arrays = run->arena.count;
    const tropic_status status = (bc->weighted                                                        ? tp_bc_weighted
                                  : tp_bc_suits_groups(run, bc) && method == TROPIC_BC_WORK_EFFICIENT ? tp_bc_near
                                  : method == TROPIC_BC_WORK_EFFICIENT ? tp_bc_queue_batches
                                  : method == TROPIC_BC_BATCHED        ? tp_bc_batched
                                                                       : tp_bc_products)(run, bc);
    tp_arena_release_since(&run->arena, arrays);
    return status;
}

static bool suits_queues(const tp_run *run)
{
    const int64_t n = run->n, arcs = run->out.count;
    return tp_run_symmetric(run) && n + arcs < TP_BACKEND_PART(run->context, brandes)->queue_max &&
           arcs < TP_BC_SPARSE * n;
}

/* Chooses the method by searches from a few sources, if options leave it open. */
static tropic_status choose(tp_run *run, const tp_bc *bc, tropic_bc_method *method)
{
    bool queues = suits_queues(run) || tp_bc_suits_groups(run, bc);
    if (*method != TROPIC_BC_AUTO || bc->weighted) return TROPIC_OK;
    if (run->strategy != TROPIC_STRATEGY_AUTO) {
        *method = TROPIC_BC_PRODUCTS;
        return TROPIC_OK;
    }
    if (!queues) {
        tp_run_part(run, bc->from, 0);
        TP_TRY(tp_bfs_is_deep(run, bc->sources, bc->count, &queues));
    }
    *method = TP_BACKEND_PART(run->context, brandes)->shallow;
    /* Products have neither multiplicities nor arcs. */
    if (queues)
        *method = TROPIC_BC_WORK_EFFICIENT;
    else if ((bc->classes || bc->total.arcs) && *method == TROPIC_BC_PRODUCTS)
        *method = TROPIC_BC_BATCHED;
    return TROPIC_OK;
}

/* A run in chunks. */
typedef struct driver {
    tp_run *run;
    const tp_bc *bc;
    const tropic_bc_options *options;
    tropic_bc_method method;
    double *sums, *squares; /* host: at the end of the last chunk. squares NULL: not requested */
    tp_bc_estimate estimate;
} driver;

/* The maximum of sources that are drawn. */
static tropic_index max_drawn(const driver *d)
{
    const tropic_index samples = d->options->samples;
    return d->options->error > 0 && samples > 0 && samples < d->bc->count ? samples : d->bc->count;
}

static tropic_status check_error(tp_run *run, driver *d)
{
    const double error = d->options->error, confidence = d->estimate.confidence;
    tp_bc_estimate *e = &d->estimate;
    double error_min;
    if (error == 0 && d->options->confidence == 0) return TROPIC_OK;
    if (error == 0) return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "a confidence goes with an error");
    if (!(error > 0 && error < 1))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "error %g is not between 0 and 1", error);
    if (!(confidence > 0 && confidence < 1))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "confidence %g is not between 0 and 1", confidence);
    if (d->bc->total.ends != 0)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "there is no bound for an error where end points count");
    e->drawn = max_drawn(d);
    e->look = 1;
    error_min = tp_bc_min_error(e);
    if (error_min > error && error_min < 1)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT,
                       "error %g cannot be met by %d of %d sources: by so many, %.3g can", error, max_drawn(d), run->n,
                       error_min);
    if (error_min > error)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT,
                       "error %g cannot be met: %d of %d sources are too few for any bound, draw more", error,
                       max_drawn(d), run->n);
    return TROPIC_OK;
}

/* Uploads the sums. */
static tropic_status put_back(void *of)
{
    const driver *d = of;
    tp_run *run = d->run;
    const size_t bytes = (size_t)run->n * sizeof *d->sums;
    TP_TRY(run->backend->upload(run->context, d->bc->total.centrality, d->sums, bytes));
    if (!d->squares) return TROPIC_OK;
    return run->backend->upload(run->context, d->bc->total.squares, d->squares, bytes);
}

/* Downloads the sums. */
static tropic_status fetch(void *of)
{
    driver *d = of;
    tp_run *run = d->run;
    const size_t bytes = (size_t)run->n * sizeof *d->sums;
    TP_TRY(run->backend->download(run->context, d->sums, d->bc->total.centrality, bytes));
    if (!d->squares) return TROPIC_OK;
    return run->backend->download(run->context, d->squares, d->bc->total.squares, bytes);
}

/* Fills the error of the report. */
static bool look(void *of, tropic_index done, int32_t number)
{
    driver *d = of;
    tp_bc_estimate *e = &d->estimate;
    e->drawn = done;
    e->look = number;
    d->bc->report->error = tp_bc_error(e, d->sums, d->squares);
    return d->bc->report->error <= d->options->error;
}

static tropic_status begin(void *of, tropic_index *step)
{
    driver *d = of;
    TP_TRY(choose(d->run, d->bc, &d->method));
    *step = d->method == TROPIC_BC_PRODUCTS ? 1 : TROPIC_BFS_BATCH;
    if (d->method != TROPIC_BC_WORK_EFFICIENT && !d->bc->weighted) return TROPIC_OK;
    *step = d->bc->count;
    return TP_BACKEND_PART(d->run->context, brandes)->room(d->run->context, d->run->n, d->bc->total.arcs != NULL, step);
}

static tropic_status take_some(void *of, tropic_index first, tropic_index count)
{
    const driver *d = of;
    const tp_bc some = tp_bc_some(d->bc, first, count);
    return take(d->run, &some, d->method);
}

static tropic_status in_chunks(tp_run *run, driver *d, tropic_index *done)
{
    const tropic_bc_options *o = d->options;
    const tp_bc *bc = d->bc;
    tp_long_run all = {.context = run->context,
                       .checkpoint = o->checkpoint,
                       .checkpoint_seconds = o->checkpoint_seconds,
                       .checkpoint_failed = o->checkpoint_failed,
                       .checkpoint_user = o->checkpoint_user,
                       .partial = o->partial,
                       .most = max_drawn(d),
                       .looks = o->error > 0,
                       .of = d,
                       .begin = begin,
                       .take = take_some,
                       .fetch = fetch,
                       .put_back = put_back,
                       .look = look};
    tropic_status status;
    *done = 0;
    d->sums = tp_arena_zeros(&run->arena, run->n, sizeof *d->sums);
    if (bc->total.squares) d->squares = tp_arena_zeros(&run->arena, run->n, sizeof *d->squares);
    TP_TRY(tp_arena_check(&run->arena, "the sums so far"));
    d->estimate = (tp_bc_estimate){
        .n = run->n, .population = bc->count, .confidence = o->confidence != 0 ? o->confidence : TROPIC_BC_CONFIDENCE};
    TP_TRY(check_error(run, d));
    all.progress = (tp_checkpoint){.magic = "TROPICBC",
                                   .n = run->n,
                                   .count = bc->count,
                                   .part = {{d->sums, run->n, sizeof *d->sums, false},
                                            {d->squares, run->n, sizeof *d->squares, false},
                                            {bc->reached, 0, sizeof *bc->reached, true}}};
    if (o->checkpoint) all.progress.identity = tp_bc_identity_of(bc, o, max_drawn(d));
    status = tp_long_run_do(&all);
    bc->report->resumed = all.resumed;
    *done = all.progress.done;
    return status;
}

static tropic_status all_sources(tp_run *run, const tp_bc *given, const tropic_bc_options *options, tropic_index *done)
{
    tp_bc all = *given;
    const tp_bc *bc = &all;
    driver d = {.run = run, .bc = bc, .options = options, .method = options->method};
    bool free_choice;
    *done = bc->count;
    if (options->error != 0) {
        TP_TRY(tp_run_array(run, &all.total.squares, run->n, sizeof(double), "squares"));
        TP_TRY(run->backend->fill(run->context, all.total.squares, TROPIC_FP64, &ZERO, run->n));
    }
    TP_TRY(run->backend->fill(run->context, all.total.centrality, TROPIC_FP64, &ZERO, run->n));
    if (options->error != 0 || options->confidence != 0 || options->checkpoint || options->partial) {
        /* Whether floats are exact enough depends on how many sources a chunk has, and that depends on time. Results
         * must not, so sums are doubles. */
        all.floats = false;
        return in_chunks(run, &d, done);
    }
    if (bc->count == 0) return TROPIC_OK;
    all.any_order = true;
    free_choice =
        d.method == TROPIC_BC_AUTO && run->strategy == TROPIC_STRATEGY_AUTO && !bc->weighted && tp_bc_plain(bc);
    /* A single source is judged by its own search, which is made again only if it is deep. */
    if (bc->count > 1 || !free_choice) TP_TRY(choose(run, bc, &d.method));
    if (free_choice && bc->count <= TP_BACKEND_PART(run->context, brandes)->single_source_max &&
        d.method != TROPIC_BC_WORK_EFFICIENT)
        return tp_bc_single_source(run, bc, tp_bfs_shallow_levels(run->n));
    return take(run, bc, d.method);
}

tropic_status tp_bc_run(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, tropic_index *done)
{
    const int arrays = run->arena.count;
    const tropic_status status = all_sources(run, bc, options, done);
    /* Working arrays are released before there are two results. */
    tp_arena_release_since(&run->arena, arrays);
    run->partial = status == TROPIC_CANCELLED && options->partial && *done > 0;
    return run->partial ? TROPIC_OK : status;
}
