/* SPDX-License-Identifier: Apache-2.0
 *
 * One product on the CPU: which kernel, on how many threads.
 */
#include "runtime/tuning.h"
#include "semiring/composed.h"
#include "spmv/cpu_backend.h"
#include "spmv/tuning.h"

/* The threads of a push from a list. */
static tp_team push_team(tropic_context *context, const tp_sink *sink, int64_t work)
{
    if (!sink->into) return tp_team_for(context, work / TP_PUSHED_ARCS);
    return tp_team_for(context, work < TP_OWN_THREADS * TP_OWN_WORK ? 0 : work * (TP_PARALLEL_WORK / TP_OWN_WORK));
}

void tp_cpu_run(tropic_context *context, const tp_step *step, tp_sink *sink, int64_t work)
{
    const tp_kernels *kernels = step->op->cpu;
    tp_kernel *kernel = step->columns > 1 ? kernels->columns : kernels->run[step->strategy];
    const bool listed = step->sources && step->strategy == TROPIC_STRATEGY_CSR_PUSH;
    tp_team team = listed ? push_team(context, sink, work) : tp_team_for(context, TP_ARC_WORK * work);
    if (sink->threads > 0) team = tp_team_of(team, sink->threads);
    if (step->semiring && tp_semiring_alone(step->semiring)) team = tp_team_of(team, 1);
    kernel(step, sink, team);
    if (sink->shares) tp_sink_sum(sink);
}

/* Entries that a step can touch: those of the lists it is given, or all. Of many lists, the first tell
 * how long they are. */
static int64_t step_work(const tp_step *step)
{
    const bool push = step->strategy == TROPIC_STRATEGY_CSR_PUSH;
    const tp_arcs *arcs = push ? &step->scatter : &step->gather;
    const tropic_index *list = push ? step->sources : step->targets;
    const tropic_index count = push ? step->source_count : step->target_count;
    tropic_index c = 0;
    int64_t work = 0;
    if (step->columns > 1) return (arcs->lists + arcs->count) * step->columns;
    if (!list || step->strategy == TROPIC_STRATEGY_COOC_SCALAR) return arcs->lists + arcs->count;
    for (; c < count && work < TP_PARALLEL_WORK; c++) work += 1 + arcs->offsets[list[c] + 1] - arcs->offsets[list[c]];
    return c < count ? work / c * count : work;
}

tropic_status tp_cpu_step(tropic_context *context, const tp_step *step)
{
    tp_sink sink = {.next = step->emitted, .offsets = step->emitted ? step->scatter.offsets : NULL};
    tp_step specialised = *step;
    if (step->semiring && step->semiring->user)
        TP_TRY(tp_cpu_specialise(context, step->semiring, step->vxm, step->state, &specialised.op));
    tp_cpu_run(context, &specialised, &sink, step_work(step));
    if (step->emitted) *step->emitted_count += sink.count;
    return TROPIC_OK;
}
