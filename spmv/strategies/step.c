/* SPDX-License-Identifier: Apache-2.0
 *
 * One product on the CPU: which kernel, on how many threads.
 */
#include "semiring/semiring.h"
#include "spmv/cpu_backend.h"

/* Cost of an arc, in entries that lie side by side, where a step pulls or looks at all sources: its other end lies
 * anywhere. */
#define ARC_WORK 4
/* Arcs that count as one entry where a step pushes from a list. Such steps are small, and a second thread fetches lines
 * that the first has just written. (Two threads of an Intel Xeon, with 1 and with 4: a batch of 16 searches on a
 * lattice of 400 x 400 takes 137 and 90 ms, as on one thread; one search on the roads of Florida 14.3 and 12.7. On a
 * lattice of 1200 x 1200 both take 0.95 s.) */
#define PUSHED_ARCS 4
/* But where threads have lists of their own, so many entries are worth one thread more. (Lattice 1200, ms: one thread
 * 29; at 1024, 512 and 256 four 26, 24, 22; eight 24, 18, 18; sixteen 25, 17, 16. Roads of Florida at 256: eight 13,
 * sixteen 13 to 21.) */
#define OWN_WORK 384

/* The threads of a push from a list. */
static tp_team push_team(tropic_context *context, const tp_sink *sink, int64_t work)
{
    if (!sink->into) return tp_team_for(context, work / PUSHED_ARCS);
    return tp_team_for(context, work < TP_OWN_THREADS * OWN_WORK ? 0 : work * (TP_PARALLEL_WORK / OWN_WORK));
}

void tp_cpu_run(tropic_context *context, const tp_step *step, tp_sink *sink, int64_t work)
{
    const tp_kernels *kernels = step->op->cpu;
    tp_kernel *kernel = step->columns > 1 ? kernels->columns : kernels->run[step->strategy];
    const bool listed = step->sources && step->strategy == TROPIC_STRATEGY_CSR_PUSH;
    tp_team team = listed ? push_team(context, sink, work) : tp_team_for(context, ARC_WORK * work);
    if (sink->threads > 0) team = tp_team_of(team, sink->threads);
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
