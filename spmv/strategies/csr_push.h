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

#include "spmv/step.h"
#include "spmv/strategies/csr_push_heavy.h"

/* Without ids: of the sources first .. first + count - 1, those that have an entry. */
static inline void OP(push_piece)(const OP_STATE *s, tp_shared_step *shared, tp_piece piece, tropic_index first,
                                  tp_emitter *out)
{
    const tp_arcs arcs = shared->step->scatter;
    const tropic_index *ids = piece.ids;
    for (int64_t c = 0; c < piece.count; c++) {
        const tropic_index i = ids ? ids[c] : first + (tropic_index)c;
        const tropic_offset from = arcs.offsets[i], to = arcs.offsets[i + 1];
        if (ids && c + TP_AHEAD_LISTS < piece.there) __builtin_prefetch(&arcs.offsets[ids[c + TP_AHEAD_LISTS]]);
        if (ids && c + TP_AHEAD < piece.there) __builtin_prefetch(&arcs.ids[arcs.offsets[ids[c + TP_AHEAD]]]);
        if (!ids && !OP(source)(s, i, i)) continue;
        if (tp_shared_step_puts_aside(shared, i, to - from)) continue;
        OP(push_arcs)(s, &arcs, i, from, to, out);
    }
}

static void OP(push_sources)(tp_worker *worker, void *of)
{
    tp_shared_step *shared = of;
    const OP_STATE s = OP(state)(shared->step, shared->loop);
    int64_t begin, end;
    tp_emitter out;
    tp_emit_start(&out, shared->sink, worker);
#if OP_VISITS_ONCE
    const bool by_value = OP(by_value)(&s, &out);
#endif
    while (tp_take(worker, &shared->left, &begin, &end))
        while (begin < end) {
            const tp_piece piece = tp_shared_step_piece(shared, begin, end);
#if OP_VISITS_ONCE
            if (by_value)
                OP(claim_piece)(&s, shared, &piece, &out);
            else
#endif
                OP(push_piece)(&s, shared, piece, (tropic_index)begin, &out);
            begin += piece.count;
        }
#if OP_VISITS_ONCE
    if (by_value) OP(claim_candidates)(&s, &out);
#endif
    OP(push_end)(&s, &out);
}

static void OP(csr_push)(const tp_step *step, tp_sink *sink, tp_team team)
{
    const int64_t count = step->sources ? step->source_count : step->scatter.lists;
    tp_shared_step shared;
    tp_shared_step_begin(&shared, step, sink, team, count, TP_PUSH_CHUNK);
#if OP_VISITS_ONCE
    if (sink->into && shared.loop.threads > 1) ((OP_STATE *)step->state)->bits.behind = true;
#endif
    OP(prepare_all)(step, team);
    tp_parallel(shared.loop, OP(push_sources), &shared);
    tp_shared_step_heavy(&shared, OP(push_heavy));
    OP(finish_all)(step, team);
}
