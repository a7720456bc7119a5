/* SPDX-License-Identifier: Apache-2.0
 *
 * The algorithm, on the host.
 */
#include "tests/own_algorithm/labels.h"

#include "algorithms/graph_work.h"
#include "spmv/ops/op_kernels.h"

TP_DEFINE_OP(labels);

static tropic_status start(tp_run *run, tp_labels_state *s)
{
    tropic_status status;
    int64_t *own = tp_allocate(&run->context->memory, run->n, sizeof *own);
    if (!own) return tp_out_of_memory(run->context, "labels");
    for (tropic_index v = 0; v < run->n; v++) own[v] = v;
    status = tp_run_array(run, &s->label, run->n, sizeof *s->label, "labels");
    if (status == TROPIC_OK) status = tp_run_array(run, &s->changed, 1, sizeof *s->changed, "a flag");
    if (status == TROPIC_OK) status = run->backend->upload(run->context, s->label, own, (size_t)run->n * sizeof *own);
    if (status == TROPIC_OK) status = run->backend->wait(run->context);
    tp_release(&run->context->memory, own);
    return status;
}

static tropic_status components_of(tp_run *run, tropic_vector *label, int64_t *components, const tropic_matrix *A,
                                   const tropic_run_options *given)
{
    tropic_run_options options;
    tp_labels_state state = {0};
    tp_step step;
    int32_t changed;
    int64_t count;
    TP_TRY(tp_options_copy(run->context, &options, sizeof options, given, "run options"));
    TP_TRY(tp_run_begin(run, A, options.strategy, false));
    TP_TRY(tp_vector_check_typed(run->context, label, "label", run->n, TROPIC_INT64));
    TP_TRY(start(run, &state));
    step = (tp_step){.op = &tp_op_labels,
                     .strategy = run->strategy == TROPIC_STRATEGY_AUTO ? run->pull : run->strategy,
                     .state = &state,
                     .gather = run->in,
                     .scatter = run->out};
    TP_TRY(tp_run_start(run));
    changed = run->n > 0;
    while (changed) {
        const int32_t none = 0;
        TP_TRY(run->backend->fill(run->context, state.changed, TROPIC_INT32, &none, 1));
        /* label<label > t> = t,  t = A' (min.first) label */
        TP_TRY(tp_run_step(run, 0, "labels", &step));
        TP_TRY(run->backend->download(run->context, &changed, state.changed, sizeof changed));
        TP_TRY(tp_progress(run->context, 0));
        run->report.levels++;
    }
    TP_TRY(TP_BACKEND_PART(run->context, labels)->roots(run->context, state.label, run->n, &count));
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = A->count * run->report.levels;
    TP_TRY(tp_run_stop(run));
    TP_TRY(tp_run_results(run, label, state.label, NULL, NULL));
    if (components) *components = count;
    return TROPIC_OK;
}

tropic_status tropic_labels(tropic_vector *label, int64_t *components, const tropic_matrix *A,
                            const tropic_run_options *options, tropic_run_report *report)
{
    enum { ROUNDS = 10 }; /* in most graphs about as many as the longest of the shortest paths, which nobody knows */
    tp_run run;
    TP_CALL(label ? label->context : NULL);
    TP_WORK_OF_GRAPH(label ? label->context : NULL, TP_WORK_PRODUCT, A, ROUNDS);
    if (!label) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "label is NULL");
    run = tp_run_in(label->context, report);
    return tp_run_end(&run, components_of(&run, label, components, A, options));
}
