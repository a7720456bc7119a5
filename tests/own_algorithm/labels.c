/* SPDX-License-Identifier: Apache-2.0
 *
 * The algorithm, on the host.
 */
#include "tests/own_algorithm/labels.h"

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

static tropic_status components(tp_run *run, tropic_vector *label, int64_t *count)
{
    tp_labels_state state = {0};
    const tp_step step = {
        .op = &tp_op_labels,
        .strategy = run->strategy == TROPIC_STRATEGY_AUTO ? run->pull : run->strategy,
        .state = &state,
        .gather = run->in,
        .scatter = run->out,
    };
    int32_t changed = run->n > 0;
    TP_TRY(start(run, &state));
    while (changed) {
        const int32_t none = 0;
        TP_TRY(run->backend->fill(run->context, state.changed, TROPIC_INT32, &none, 1));
        /* label<label > t> = t,  t = A' (min.first) label */
        TP_TRY(tp_run_step(run, 0, "labels", &step));
        TP_TRY(run->backend->download(run->context, &changed, state.changed, sizeof changed));
    }
    TP_TRY(TP_BACKEND_PART(run->context, labels)->roots(run->context, state.label, run->n, count));
    return tp_run_results(run, label, state.label, NULL, NULL);
}

tropic_status labels_components(tropic_vector *label, const tropic_matrix *A, tropic_strategy strategy, int64_t *count)
{
    tp_run run = tp_run_in(label->context, NULL);
    tropic_status status = tp_run_begin(&run, A, strategy, false);
    if (status == TROPIC_OK) status = components(&run, label, count);
    return tp_run_end(&run, status);
}
