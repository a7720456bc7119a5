/* SPDX-License-Identifier: Apache-2.0
 *
 * The pulling kernel CSC_NAME on the CPU: a thread per destination, whose list is summed in order; where
 * CSC_PARTIAL_SUMS, a long one by partial sums.
 */

#define CSC_PART OP(TP_JOIN2(CSC_NAME, part))
#define CSC_BLOCKS OP(TP_JOIN2(CSC_NAME, blocks))

/* Destinations `from` up to `end`, of the targets where there are any. `dense`, a constant: tp_step.dense, and no
 * mask. */
TP_FN void CSC_PART(const OP_STATE *given, const tp_arcs *arcs, const tropic_index *targets, tropic_index from,
                    tropic_index end, bool dense, tp_emitter *out)
{
    /* Copies, of which the compiler sees that no store changes them. */
    const OP_STATE s = OP(simple)(given, dense);
    const tp_arcs in = *arcs;
    tropic_index c = from;
    if (dense && OP_LOOKS_AT_ENTRIES && !in.values) __builtin_unreachable();
    while (c < end) {
        /* Calls nothing, so that all it needs stays in registers. */
        for (; c < end; c++) {
            const tropic_index j = targets ? targets[c] : c;
            OP(value) t;
            bool hit;
            if (!OP(want)(&s, j)) continue;
            if (CSC_PARTIAL_SUMS && in.offsets[j + 1] - in.offsets[j] >= TP_PARTIAL_SUMS_MIN) break;
            hit = OP(sum_list)(&s, &in, j, dense, &t);
            OP(emit)(out, &s, j, t, OP(update)(&s, j, t, hit));
        }
#if CSC_PARTIAL_SUMS
        if (c < end) {
            const tropic_index j = targets ? targets[c] : c;
            OP(value) t;
            const bool hit = OP(sum_in_lanes)(given, arcs, j, dense, &t);
            OP(emit)(out, &s, j, t, OP(update)(&s, j, t, hit));
            c++;
        }
#endif
    }
}

static void CSC_BLOCKS(tp_worker *worker, void *of)
{
    tp_shared_step *shared = of;
    const tp_step *step = shared->step;
    const OP_STATE *s = step->state;
    const tp_blocks blocks = tp_blocks_of(step, OP_TERMINAL);
    const bool dense = OP_PULLS_ENTRIES && step->dense && !step->masked;
    int64_t begin, end;
    tp_emitter out;
    tp_emit_start(&out, shared->sink, worker);
    while (tp_take(worker, &shared->left, &begin, &end)) {
        const tropic_index first = tp_block_at(&blocks, (tropic_index)begin);
        const tropic_index last = tp_block_at(&blocks, (tropic_index)end);
        if (dense)
            CSC_PART(s, &step->gather, NULL, first, last, true, &out);
        else
            CSC_PART(s, &step->gather, step->targets, first, last, false, &out);
    }
    tp_emit_end(&out);
}

static void OP(CSC_NAME)(const tp_step *step, tp_sink *sink, tp_team team)
{
    tp_shared_step shared;
    tp_shared_step_begin(&shared, step, sink, team, tp_blocks_of(step, OP_TERMINAL).count, 1);
    tp_parallel(shared.loop, CSC_BLOCKS, &shared);
}

#undef CSC_PART
#undef CSC_BLOCKS
#undef CSC_NAME
#undef CSC_PARTIAL_SUMS
