/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of every algorithm around its loop.
 */
#include "algorithms/run.h"
#include "runtime/tuning.h"

#include <string.h>

/* tp_run_fit(): a run takes at most this part of the available memory. */
#define MEMORY_PART 0.8

tp_run tp_run_in(tropic_context *context, tropic_run_report *report)
{
    const size_t peak = context->working_peak;
    context->working_peak = context->needed = context->working;
    return (tp_run){.context = context,
                    .backend = context->backend,
                    .arena = {.context = context},
                    .caller_report = report,
                    .started = tp_now(),
                    .before = context->working,
                    .peak = peak};
}

static tropic_status check(tp_run *run, const tropic_matrix *A)
{
    tropic_context *context = run->context;
    TP_TRY(tp_outside_loops(context, "call an algorithm"));
    if (run->caller_report) TP_TRY(tp_options_check_size(context, run->caller_report->size, "run report"));
    return tp_matrix_check_graph(context, A);
}

tropic_status tp_run_begin(tp_run *run, const tropic_matrix *A, tropic_strategy strategy, bool values)
{
    tropic_context *context = run->context;
    tp_degrees in, out;
    TP_TRY(check(run, A));
    if ((size_t)strategy >= TROPIC_STRATEGIES)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no strategy %d", (int)strategy);
    if (values) TP_TRY(tp_matrix_weights(context, A, &A));
    run->A = A;
    run->n = A->rows;
    run->strategy = strategy;
    TP_TRY(tp_matrix_degrees(context, A, TP_BY_COLUMN, &in));
    run->pull = tp_choose_pull(&in);
    TP_TRY(tp_matrix_degrees(context, A, TP_BY_ROW, &out));
    run->pull_out = tp_choose_pull(&out);
    if (strategy == TROPIC_STRATEGY_CSC_SCALAR || strategy == TROPIC_STRATEGY_CSC_VECTOR)
        run->pull = run->pull_out = strategy;
    TP_TRY(tp_matrix_arcs(context, A, TP_BY_COLUMN, strategy == TROPIC_STRATEGY_COOC_SCALAR, &run->in));
    TP_TRY(tp_matrix_arcs(context, A, TP_BY_ROW, false, &run->out));
    run->in.longest = in.longest;
    run->out.longest = out.longest;
    if (!values) run->in.values = run->out.values = NULL;
    return run->backend->timer_start(context);
}

tropic_status tp_run_begin_host(tp_run *run, const tropic_matrix *A, size_t bytes)
{
    TP_TRY(check(run, A));
    run->A = A;
    run->n = A->rows;
    TP_TRY(tp_need_memory(run->context, &run->context->work, (size_t)run->n * bytes, "a run on %d vertices", run->n));
    return run->backend->timer_start(run->context);
}

tropic_status tp_run_host_arcs(tp_run *run, bool by_row, tp_arcs *arcs)
{
    *arcs = (tp_arcs){.lists = run->n, .count = run->A->count};
    return by_row ? tropic_matrix_csr(run->A, run->context, &arcs->offsets, &arcs->ids, NULL)
                  : tropic_matrix_csc(run->A, run->context, &arcs->offsets, &arcs->ids, NULL);
}

tropic_status tp_run_replace(tp_run *run, const tropic_matrix *A)
{
    const tropic_index longest_in = run->in.longest, longest_out = run->out.longest;
    const bool lists = run->strategy == TROPIC_STRATEGY_COOC_SCALAR;
    TP_TRY(tp_matrix_arcs(run->context, A, TP_BY_COLUMN, lists, &run->in));
    TP_TRY(tp_matrix_arcs(run->context, A, TP_BY_ROW, false, &run->out));
    run->A = A;
    run->in.longest = longest_in;
    run->out.longest = longest_out;
    return TROPIC_OK;
}

void tp_run_reverse(tp_run *run)
{
    const tp_arcs in = run->in;
    const tropic_strategy pull = run->pull;
    run->in = run->out;
    run->out = in;
    run->pull = run->pull_out;
    run->pull_out = pull;
}

tropic_status tp_run_start(tp_run *run)
{
    return run->backend->timer_start(run->context);
}

tropic_status tp_run_stop(tp_run *run)
{
    TP_TRY(run->backend->wait(run->context));
    TP_TRY(run->backend->timer_stop(run->context, &run->report.run_seconds));
    run->report.run_seconds += run->earlier;
    return TROPIC_OK;
}

tropic_status tp_run_end(tp_run *run, tropic_status status)
{
    tp_run_part(run, 0, 1);
    run->context->progress_reported = 0;
    run->report.memory = run->context->working_peak - run->before;
    tp_arena_release(&run->arena);
    if (run->peak > run->context->working_peak) run->context->working_peak = run->peak;
    run->report.seconds = tp_now() - run->started;
    if ((status == TROPIC_OK || run->partial) && run->caller_report)
        tp_report_copy(run->caller_report, &run->report, sizeof run->report);
    return status;
}

void tp_run_part(tp_run *run, double from, double part)
{
    run->context->progress_from = from;
    run->context->progress_part = part;
}

tropic_status tp_run_need_bytes(tp_run *run, size_t bytes)
{
    if (run->backend->location != TROPIC_HOST) return TROPIC_OK;
    return tp_need_memory(run->context, &run->context->work, bytes, "a run on %d vertices", run->n);
}

tropic_status tp_run_need_memory(tp_run *run, size_t bytes)
{
    return tp_run_need_bytes(run, (size_t)run->n * bytes);
}

tropic_status tp_run_array(tp_run *run, void *pointer, int64_t count, size_t size, const char *what)
{
    return tp_arena_device_array(&run->arena, pointer, count, size, what);
}

bool tp_run_symmetric(const tp_run *run)
{
    return run->in.offsets == run->out.offsets && run->in.ids == run->out.ids;
}

tropic_status tp_run_fit(tp_run *run, tropic_index *count, size_t each, const char *what)
{
    const bool host = run->backend->location == TROPIC_HOST;
    const double bytes = (double)each * run->n;
    size_t available = 0;
    double max = 0;
    bool more = true;
    if (host && bytes * *count < (double)TP_ASKED_FROM) {
        tp_working_checked(run->context, (size_t)(bytes * *count));
        return TROPIC_OK;
    }
    while (more) {
        TP_TRY(run->backend->available(run->context, &available));
        max = MEMORY_PART * (double)available;
        more = bytes > max &&
               tp_evict(&run->context->work, host ? TP_ON_HOST : run->context->device_index, (size_t)(bytes - max));
        if (more) tp_memory_trim();
    }
    if (bytes > max)
        return tp_fail(run->context, host ? TROPIC_OUT_OF_MEMORY : TROPIC_OUT_OF_DEVICE_MEMORY,
                       "%s on %d vertices needs %.0f bytes; %zu are available", what, run->n, bytes, available);
    if (bytes * *count > max) *count = (tropic_index)(max / bytes);
    if (host) tp_working_checked(run->context, (size_t)(bytes * *count));
    return TROPIC_OK;
}

void tp_run_release(tp_run *run, void *array)
{
    tp_arena_forget(&run->arena, array);
    run->backend->release(run->context, array);
}

static tropic_status result(tp_run *run, tropic_vector *v, void *array)
{
    void *values = array;
    TP_TRY(tp_vector_adopt(v, &values));
    if (!values) tp_arena_forget(&run->arena, array); /* it is v's now */
    return TROPIC_OK;
}

tropic_status tp_run_results(tp_run *run, tropic_vector *v, void *array, tropic_vector *other, void *other_array)
{
    /* A view first: it may fail, and then the other is to stay untouched. */
    const bool last = other && other->view;
    if (last) TP_TRY(result(run, other, other_array));
    TP_TRY(result(run, v, array));
    return other && !last ? result(run, other, other_array) : TROPIC_OK;
}

tropic_status tp_run_step(tp_run *run, int phase, const char *name, const tp_step *step)
{
    run->report.phase[phase].name = name;
    run->report.phase[phase].steps[step->strategy]++;
    return run->backend->step(run->context, step);
}

tropic_status tp_run_traverse(tp_run *run, int phase, const char *name, tp_traversal *traversal)
{
    TP_TRY(tp_progress(run->context, 0));
    TP_TRY(TP_BACKEND_PART(run->context, search)->traverse(run->context, traversal));
    run->report.phase[phase].name = name;
    for (int s = 0; s < TROPIC_STRATEGIES; s++) run->report.phase[phase].steps[s] += traversal->steps[s];
    return TROPIC_OK;
}

tropic_status tp_run_put(tp_run *run, void *array, tropic_type type, tropic_index i, const void *value)
{
    char *place = (char *)array + (size_t)i * tropic_type_size(type);
    return run->backend->fill(run->context, place, type, value, 1);
}

tropic_status tp_run_check_source(tp_run *run, tropic_index source)
{
    if (source >= 0 && source < run->n) return TROPIC_OK;
    return tp_fail_range(run->context, "source", source, run->n);
}

tropic_status tp_run_check_sources(tp_run *run, const tropic_index *sources, tropic_index count)
{
    if (!sources) return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "sources is NULL");
    if (count < 1) return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "%d sources", count);
    for (tropic_index c = 0; c < count; c++) TP_TRY(tp_run_check_source(run, sources[c]));
    return TROPIC_OK;
}

tropic_status tp_run_check_list(tp_run *run, const char *what, const tropic_index *list, tropic_index count)
{
    const int arrays = run->arena.count;
    bool *listed = tp_arena_zeros(&run->arena, run->n, sizeof *listed);
    TP_TRY(tp_arena_check(&run->arena, "a list of vertices"));
    for (tropic_index k = 0; k < count; k++) {
        if (list[k] < 0 || list[k] >= run->n) return tp_fail_range(run->context, what, list[k], run->n);
        if (listed[list[k]])
            return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "%s %d is listed twice", what, list[k]);
        listed[list[k]] = true;
    }
    tp_arena_release_since(&run->arena, arrays);
    return TROPIC_OK;
}

tropic_status tp_run_limit(tp_run *run, const tropic_run_options *options)
{
    tropic_context *context = run->context;
    const tropic_index *targets = options->targets;
    if ((size_t)options->queue >= TROPIC_QUEUES)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no queue %d", (int)options->queue);
    if (options->depth < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "depth %d is negative", options->depth);
    if (options->target_count < 0 || (options->target_count > 0 && !targets))
        return tp_fail(context, TROPIC_INVALID_ARGUMENT,
                       targets ? "%d targets" : "targets is NULL, and there are to be %d", options->target_count);
    for (tropic_index k = 0; targets && k < options->target_count; k++)
        if (targets[k] < 0 || targets[k] >= run->n) return tp_fail_range(context, "target", targets[k], run->n);
    run->limits = *options;
    if (!targets) run->limits.target_count = 0;
    return TROPIC_OK;
}
