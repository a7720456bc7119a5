/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths where arcs are negative and a GPU cannot find them, by the CPU, in a context of its own; then copied.
 * So a negative cycle gets its name, and a distance that does not fit its type; and very long chains of negative arcs
 * are taken.
 */
#include "algorithms/sssp/sssp.h"

#include "runtime/evict.h"

/* The caller's progress, as of his own context. */
static bool tell(double done, void *of)
{
    tropic_context *context = of;
    const bool before = context->reporting;
    bool goes_on;
    context->reporting = true;
    goes_on = context->progress(done, context->progress_user);
    context->reporting = before;
    return goes_on;
}

static tropic_status open_host(tropic_context *context, tropic_context **host)
{
    const tp_memory *memory = &context->work;
    const tropic_context_options options = {.size = sizeof options,
                                            .device = TROPIC_DEVICE_CPU,
                                            .threads = context->threads,
                                            .reproducible = context->reproducible,
                                            .allocate = memory->allocate,
                                            .release = memory->release,
                                            .memory_user = memory->user,
                                            .progress = context->progress ? tell : NULL,
                                            .progress_user = context};
    TP_TRY(tropic_context_create(host, &options));
    (*host)->progress_reported = context->progress_reported;
    (*host)->work.counts = context->work.counts; /* the run is the caller's */
    return TROPIC_OK;
}

static tropic_status solve(tp_run *run, const tp_run *caller, tp_sssp_arrays *a, tropic_index source)
{
    bool left;
    TP_HOLDING(run->context);
    TP_TRY(tp_run_begin(run, caller->A, TROPIC_STRATEGY_AUTO, true));
    TP_TRY(tp_run_array(run, &a->distance, run->n, tropic_type_size(a->type), "distances"));
    return tp_sssp_negative(run, a, source, &left);
}

static tropic_status copy(tp_run *run, const tp_sssp_arrays *to, const tp_sssp_arrays *from)
{
    const size_t n = (size_t)run->n;
    TP_TRY(run->backend->upload(run->context, to->distance, from->distance, n * tropic_type_size(to->type)));
    if (to->parent) TP_TRY(run->backend->upload(run->context, to->parent, from->parent, n * sizeof *to->parent));
    /* The copies have been made before the arrays that they read are released. */
    return run->backend->wait(run->context);
}

tropic_status tp_sssp_on_host(tp_run *run, tp_sssp_arrays *a, tropic_index source)
{
    tp_sssp_arrays found = {.type = a->type, .tree = a->tree, .from = a->from, .part = a->part};
    tropic_context *host = NULL;
    tropic_status status = open_host(run->context, &host);
    tp_run its;
    if (status != TROPIC_OK) return tp_fail(run->context, status, "%s", tropic_context_error(NULL));
    its = tp_run_in(host, NULL);
    its.report = run->report; /* to which it adds */
    status = solve(&its, run, &found, source);
    if (status != TROPIC_OK) (void)tp_fail(run->context, status, "%s", host->error.text);
    run->report = its.report;
    run->context->progress_reported = host->progress_reported;
    if (status == TROPIC_OK && a->tree && !a->parent)
        status = tp_run_array(run, &a->parent, run->n, sizeof *a->parent, "parents");
    if (status == TROPIC_OK) status = copy(run, a, &found);
    (void)tp_run_end(&its, status);
    tropic_context_free(&host);
    return status;
}
