/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the CPU: the out-arcs of the sources that have an entry; products merge atomically.
 * Work-efficient: touches nothing but those arcs. A source with very many is shared by all threads.
 */
#if OP_VISITS_ONCE
#include "spmv/strategies/csr_push_once.h"
#else
static inline void OP(push_arcs)(const OP_STATE *s, const tp_arcs *out_arcs, tropic_index i, tropic_offset from,
                                 tropic_offset to, tp_emitter *out)
{
    for (tropic_offset k = from; k < to; k++) {
        const tropic_index j = out_arcs->ids[k];
        tp_emit(out, j, OP(push)(s, j, OP(multiply)(s, out_arcs->values, k, i, j)));
    }
}
#endif

#include "spmv/strategies/csr_push_heavy.h"

static void OP(push_sources)(tp_worker *worker, void *of)
{
    tp_shared_step *shared = of;
    const tp_step *step = shared->step;
    const OP_STATE s = OP(state)(step, shared->loop);
    const tp_arcs arcs = step->scatter;
    const tropic_index *sources = step->sources;
    const int64_t count = shared->left.count;
    int64_t begin, end;
    tp_emitter out;
    tp_emit_start(&out, shared->sink, worker);
    while (tp_take(worker, &shared->left, &begin, &end))
        for (tropic_index c = (tropic_index)begin; c < end; c++) {
            const tropic_index i = sources ? sources[c] : c;
            const tropic_offset from = arcs.offsets[i], to = arcs.offsets[i + 1];
            if (sources && c + TP_AHEAD_LISTS < count) __builtin_prefetch(&arcs.offsets[sources[c + TP_AHEAD_LISTS]]);
            if (sources && c + TP_AHEAD < count) __builtin_prefetch(&arcs.ids[arcs.offsets[sources[c + TP_AHEAD]]]);
            if (!sources && !OP(source)(&s, i, i)) continue;
            if (tp_shared_step_puts_aside(shared, i, to - from)) continue;
            OP(push_arcs)(&s, &arcs, i, from, to, &out);
        }
    OP(push_end)(&s, &out);
}

static void OP(csr_push)(const tp_step *step, tp_sink *sink, tp_team team)
{
    const int64_t count = step->sources ? step->source_count : step->scatter.lists;
    tp_shared_step shared;
    tp_shared_step_begin(&shared, step, sink, team, count, TP_PUSH_CHUNK);
    OP(prepare_all)(step, team);
    tp_parallel(shared.loop, OP(push_sources), &shared);
    tp_shared_step_heavy(&shared, OP(push_heavy));
    OP(finish_all)(step, team);
}
