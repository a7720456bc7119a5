/* SPDX-License-Identifier: Apache-2.0
 *
 * The course of betweenness centrality over its sources: which method takes them, and where the run stops on the way.
 */
#include "algorithms/betweenness/bc_run.h"

#include "algorithms/betweenness/bc_checkpoint.h"
#include "algorithms/betweenness/bc_error.h"

/* A search of more levels than so many times log2(n) is deep: level by level over the whole device it would wait more
 * than work. The rule, and the factor, of McLaughlin and Bader, SC14. */
#define DEEP 4
/* Sources to look at: one may lie in a small part of the graph. */
#define SAMPLES 8
/* Seconds that a share of the sources is to take: so much is lost at most when a run is ended. */
#define SHARE_SECONDS 1.0
#define CHECKPOINT_SECONDS 60.0

static const double ZERO = 0;

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
    const int arrays = run->arena.count;
    tropic_status status = TROPIC_OK;
    int32_t *level;
    TP_TRY(tp_run_array(run, &level, run->n, sizeof *level, "levels"));
    *deep = false;
    tp_run_part(run, bc->from, 0);
    run->limits.depth = most_levels(run->n);
    for (tropic_index k = 0; k < samples && !*deep && status == TROPIC_OK; k++) {
        const tropic_index source = bc->sources[(int64_t)k * bc->count / samples];
        tp_traversal search = {0};
        status = tp_bfs_levels(run, source, level, NULL, NULL, &search);
        *deep = search.levels > run->limits.depth;
    }
    run->limits.depth = 0;
    run->report = before;
    tp_arena_release_since(&run->arena, arrays);
    return status;
}

static tropic_status take(tp_run *run, const tp_bc *bc, tropic_bc_method method)
{
    const int arrays = run->arena.count;
    const tropic_status status = (bc->weighted                         ? tp_bc_weighted
                                  : method == TROPIC_BC_WORK_EFFICIENT ? tp_bc_queues
                                  : method == TROPIC_BC_BATCHED        ? tp_bc_batched
                                                                       : tp_bc_products)(run, bc);
    tp_arena_release_since(&run->arena, arrays);
    return status;
}

/* By first searches, where the options leave it open. */
static tropic_status choose(tp_run *run, const tp_bc *bc, tropic_bc_method *method)
{
    bool deep;
    if (*method != TROPIC_BC_AUTO || bc->weighted) return TROPIC_OK;
    if (run->strategy != TROPIC_STRATEGY_AUTO) {
        *method = TROPIC_BC_PRODUCTS;
        return TROPIC_OK;
    }
    TP_TRY(sample(run, bc, &deep));
    *method = run->backend->shallow;
    /* (Products know no classes, and add to no arcs.) */
    if (deep)
        *method = TROPIC_BC_WORK_EFFICIENT;
    else if ((bc->classes || bc->total.arcs) && *method == TROPIC_BC_PRODUCTS)
        *method = TROPIC_BC_BATCHED;
    return TROPIC_OK;
}

/* A run in shares. */
typedef struct driver {
    const tp_bc *bc;
    const tropic_bc_options *options;
    tropic_bc_method method;
    tp_bc_progress progress; /* at the last share's end */
    tp_bc_identity identity;
    tp_bc_estimate estimate;
    double saved; /* when the checkpoint was written */
    bool unsaved; /* something was done since */
} driver;

/* The most sources that are drawn. */
static tropic_index most_drawn(const driver *c)
{
    const tropic_index samples = c->options->samples;
    return c->options->error > 0 && samples > 0 && samples < c->bc->count ? samples : c->bc->count;
}

static tropic_status check_error(tp_run *run, driver *c)
{
    const double error = c->options->error, confidence = c->estimate.confidence;
    tp_bc_estimate *e = &c->estimate;
    double least;
    if (error == 0 && c->options->confidence == 0) return TROPIC_OK;
    if (error == 0) return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "a confidence goes with an error");
    if (!(error > 0 && error < 1))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "error %g is not between 0 and 1", error);
    if (!(confidence > 0 && confidence < 1))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "confidence %g is not between 0 and 1", confidence);
    if (c->bc->total.ends != 0)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "there is no bound for an error where end points count");
    e->drawn = most_drawn(c);
    e->look = 1;
    least = tp_bc_least_error(e);
    if (least > error && least < 1)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT,
                       "error %g cannot be met by %d of %d sources: by so many, %.3g can", error, most_drawn(c), run->n,
                       least);
    if (least > error)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT,
                       "error %g cannot be met by %d of %d sources, nor any other below 1", error, most_drawn(c),
                       run->n);
    return TROPIC_OK;
}

static tropic_status make(tp_run *run, driver *c)
{
    const tp_memory *memory = &run->context->memory;
    const tp_bc *bc = c->bc;
    tp_bc_progress *p = &c->progress;
    *p = (tp_bc_progress){.n = run->n, .count = bc->count, .reached = bc->reached};
    p->sums = tp_allocate_zero(memory, p->n, sizeof *p->sums);
    if (bc->total.squares) p->squares = tp_allocate_zero(memory, p->n, sizeof *p->squares);
    if (!p->sums || (bc->total.squares && !p->squares)) return tp_out_of_memory(run->context, "the sums so far");
    c->saved = tp_now();
    c->estimate =
        (tp_bc_estimate){.n = run->n,
                         .population = bc->count,
                         .confidence = c->options->confidence != 0 ? c->options->confidence : TROPIC_BC_CONFIDENCE};
    TP_TRY(check_error(run, c));
    if (!c->options->checkpoint) return TROPIC_OK;
    c->identity = tp_bc_identity_of(bc, c->options, most_drawn(c));
    return tp_bc_load(run->context, c->options->checkpoint, &c->identity, p);
}

/* The sums to the device, */
static tropic_status put_back(tp_run *run, const driver *c)
{
    const tp_bc_progress *p = &c->progress;
    const size_t bytes = (size_t)p->n * sizeof *p->sums;
    TP_TRY(run->backend->upload(run->context, c->bc->total.centrality, p->sums, bytes));
    if (!p->squares) return TROPIC_OK;
    return run->backend->upload(run->context, c->bc->total.squares, p->squares, bytes);
}
/* and from it. */
static tropic_status fetch(tp_run *run, driver *c, tropic_index done)
{
    tp_bc_progress *p = &c->progress;
    const size_t bytes = (size_t)p->n * sizeof *p->sums;
    c->unsaved = false; /* until all of it is there, it is of no moment */
    TP_TRY(run->backend->download(run->context, p->sums, c->bc->total.centrality, bytes));
    if (p->squares) TP_TRY(run->backend->download(run->context, p->squares, c->bc->total.squares, bytes));
    p->done = done;
    c->unsaved = true;
    return TROPIC_OK;
}

static tropic_status save(tp_run *run, driver *c)
{
    if (!c->options->checkpoint || !c->unsaved) return TROPIC_OK;
    TP_TRY(tp_bc_save(run->context, c->options->checkpoint, &c->identity, &c->progress));
    c->saved = tp_now();
    c->unsaved = false;
    return TROPIC_OK;
}

/* What is done is worth more than the file: where it cannot be written, the run goes on until it is due again. */
static void save_or_tell(tp_run *run, driver *c)
{
    if (save(run, c) == TROPIC_OK) return;
    c->saved = tp_now();
    if (c->options->checkpoint_failed)
        c->options->checkpoint_failed(tropic_context_error(run->context), c->options->checkpoint_user);
}

/* A file that cannot be written is to be known before hours of work. */
static tropic_status try_checkpoint(tp_run *run, driver *c)
{
    c->unsaved = true;
    return save(run, c);
}

/* The next moment at which the error is looked at: fixed, so that it does not depend on how fast sources are. */
static tropic_index next_look(tropic_index done)
{
    int64_t next = TROPIC_BFS_BATCH;
    while (next <= done) next += (next / 3 + TROPIC_BFS_BATCH) / TROPIC_BFS_BATCH * TROPIC_BFS_BATCH;
    return next < INT32_MAX ? (tropic_index)next : INT32_MAX;
}

/* Is the error met? It is told in the report. */
static bool look(tp_run *run, driver *c)
{
    tp_bc_estimate *e = &c->estimate;
    const tp_bc_progress *p = &c->progress;
    if (c->options->error == 0) return false;
    e->drawn = p->done;
    e->look = ++c->progress.looks;
    run->report.error = tp_bc_error(e, p->sums, p->squares);
    return run->report.error <= c->options->error;
}

/* Sources of the next share, of which a wave or batch takes `step` at once. `last` took `seconds`. */
static tropic_index next_share(tropic_index last, double seconds, tropic_index step)
{
    const double factor = seconds * 2 < SHARE_SECONDS ? 2 : SHARE_SECONDS / seconds;
    const double share = factor * last;
    if (last == 0 || share < step) return step;
    return share < INT32_MAX / 2 ? (tropic_index)(share / step) * step : INT32_MAX / 2;
}

static tropic_status shares(tp_run *run, driver *c)
{
    const tropic_index most = most_drawn(c);
    const tp_bc_progress *p = &c->progress;
    const double every = c->options->checkpoint_seconds > 0 ? c->options->checkpoint_seconds : CHECKPOINT_SECONDS;
    tropic_index step = c->method == TROPIC_BC_PRODUCTS ? 1 : TROPIC_BFS_BATCH;
    tropic_index last = 0;
    double seconds = 0;
    if (c->method == TROPIC_BC_WORK_EFFICIENT || c->bc->weighted) {
        step = c->bc->count;
        TP_TRY(run->backend->brandes_room(run->context, run->n, &step));
    }
    if (p->done > 0) {
        TP_TRY(put_back(run, c));
        /* Where the checkpoint is of such a moment, it may have been the end. */
        if (p->looks > 0 && (p->done == most || next_look(p->done - 1) == p->done)) {
            c->progress.looks--;
            if (look(run, c)) return TROPIC_OK;
        }
    }
    while (p->done < most) {
        const tropic_index stop = c->options->error > 0 ? next_look(p->done) : most;
        const tropic_index end = stop < most ? stop : most;
        const double start = tp_now();
        tropic_index share = next_share(last, seconds, step);
        tp_bc some;
        if (share > end - p->done) share = end - p->done;
        some = tp_bc_some(c->bc, p->done, share);
        TP_TRY(take(run, &some, c->method));
        TP_TRY(fetch(run, c, p->done + share));
        last = share;
        seconds = tp_now() - start;
        if (p->done == end && look(run, c)) break;
        if (tp_now() - c->saved >= every) save_or_tell(run, c);
    }
    return TROPIC_OK;
}

static tropic_status in_shares(tp_run *run, driver *c, tropic_index *done)
{
    tropic_status status = TROPIC_OK, saved;
    *done = 0;
    TP_TRY(make(run, c));
    run->report.resumed = c->bc->count > 0 ? (double)c->progress.done / c->bc->count : 0;
    TP_TRY(try_checkpoint(run, c));
    if (c->progress.done < most_drawn(c)) status = choose(run, c->bc, &c->method);
    if (status == TROPIC_OK) status = shares(run, c);
    *done = c->progress.done;
    if (status == TROPIC_OK) {
        save_or_tell(run, c);
        return TROPIC_OK;
    }
    if (c->options->partial && *done > 0) {
        save_or_tell(run, c);
        look(run, c);
        /* What a share had added before it ended is undone. */
        saved = put_back(run, c);
    } else {
        saved = save(run, c);
    }
    return saved == TROPIC_OK ? status : saved;
}

static tropic_status all_sources(tp_run *run, const tp_bc *given, const tropic_bc_options *options, tropic_index *done)
{
    const tp_memory *memory = &run->context->memory;
    tp_bc all = *given;
    const tp_bc *bc = &all;
    driver c = {.bc = bc, .options = options, .method = options->method};
    tropic_status status;
    bool free_choice;
    *done = bc->count;
    if (options->error != 0) {
        TP_TRY(tp_run_array(run, &all.total.squares, run->n, sizeof(double), "squares"));
        TP_TRY(run->backend->fill(run->context, all.total.squares, TROPIC_FP64, &ZERO, run->n));
    }
    TP_TRY(run->backend->fill(run->context, all.total.centrality, TROPIC_FP64, &ZERO, run->n));
    if (options->error != 0 || options->confidence != 0 || options->checkpoint || options->partial) {
        /* Whether floats are exact enough depends on how many sources a share has, and that depends on time. The result
         * must not, so sums are doubles. */
        all.single = false;
        status = in_shares(run, &c, done);
        tp_release(memory, c.progress.sums);
        tp_release(memory, c.progress.squares);
        return status;
    }
    if (bc->count == 0) return TROPIC_OK;
    free_choice =
        c.method == TROPIC_BC_AUTO && run->strategy == TROPIC_STRATEGY_AUTO && !bc->weighted && tp_bc_plain(bc);
    /* (Of one source its own search tells, which is not made twice unless it is deep.) */
    if (bc->count > 1 || !free_choice) TP_TRY(choose(run, bc, &c.method));
    if (free_choice && bc->count <= run->backend->alone && c.method != TROPIC_BC_WORK_EFFICIENT)
        return tp_bc_single_source(run, bc, most_levels(run->n));
    return take(run, bc, c.method);
}

tropic_status tp_bc_run(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, tropic_index *done)
{
    const int arrays = run->arena.count;
    const tropic_status status = all_sources(run, bc, options, done);
    /* What sources took is given back before there are two results. */
    tp_arena_release_since(&run->arena, arrays);
    run->partial = status == TROPIC_CANCELLED && options->partial && *done > 0;
    return run->partial ? TROPIC_OK : status;
}
