/* SPDX-License-Identifier: Apache-2.0
 *
 * The pulling kernel CSC_NAME on the CPU: a thread per destination, whose list is summed in order; where
 * CSC_LANES, a long one in lanes.
 */

#define CSC_PART OP(TP_JOIN2(CSC_NAME, part))

/* Destinations `from` up to `end`, of the targets where there are any. `plain`, a constant: tp_step.plain, and no
 * mask. */
TP_FN void CSC_PART(const OP_STATE *given, const tp_arcs *arcs, const tropic_index *targets,
                    tropic_index from, tropic_index end, bool plain, tp_emitter *out)
{
    /* Copies, of which the compiler sees that no store changes them. */
    const OP_STATE s = OP(simple)(given, plain);
    const tp_arcs in = *arcs;
    tropic_index c = from;
    if (plain && !in.values) __builtin_unreachable();
    while (c < end) {
        /* Calls nothing, so that all it needs stays in registers. */
        for (; c < end; c++) {
            const tropic_index j = targets ? targets[c] : c;
            const tropic_offset first = in.offsets[j], last = in.offsets[j + 1];
            OP(value) t;
            bool hit;
            if (!OP(want)(&s, j)) continue;
            if (CSC_LANES && last - first >= TP_LANES_LEAST) break;
            hit = OP(sum_in_order)(&s, &in, j, first, last, &t);
            OP(emit)(out, &s, j, t, OP(update)(&s, j, t, hit));
        }
#if CSC_LANES
        if (c < end) {
            const tropic_index j = targets ? targets[c] : c;
            OP(value) t;
            const bool hit = OP(sum_in_lanes)(given, arcs, j, plain, &t);
            OP(emit)(out, &s, j, t, OP(update)(&s, j, t, hit));
            c++;
        }
#endif
    }
}

static void OP(CSC_NAME)(const tp_step *step, tp_sink *sink, int threads)
{
    const OP_STATE *s = step->state;
    const tp_arcs *in = &step->gather;
    const tp_blocks blocks = tp_blocks_of(step, OP_TERMINAL);
    const bool plain = OP_PULLS_ENTRIES && step->plain && !step->masked;

#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        tp_emitter out;
        tp_emit_start(&out, sink);
#pragma omp for schedule(dynamic) nowait
        for (tropic_index b = 0; b < blocks.count; b++) {
            const tropic_index from = tp_block_at(&blocks, b), end = tp_block_at(&blocks, b + 1);
            if (plain)
                CSC_PART(s, in, NULL, from, end, true, &out);
            else
                CSC_PART(s, in, step->targets, from, end, false, &out);
        }
        tp_emit_end(&out);
    }
}

#undef CSC_PART
#undef CSC_NAME
#undef CSC_LANES
