/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_vector on the CPU: TP_LANES partial sums per destination, so that as many gathers and additions
 * are in flight; the lanes are added at the end, in a fixed order. A monoid that may stop early has
 * nothing to gain from lanes, which would read on past the entry that decides: it sums in order.
 */
static inline bool OP(sum_in_lanes)(const OP_STATE *s, const tp_arcs *in, tropic_index j,
                                    OP(value) * t)
{
#if OP_TERMINAL
    return OP(sum_in_order)(s, in, j, t);
#else
    const tropic_offset end = in->offsets[j + 1];
    tropic_offset k = in->offsets[j];
    OP(value) lane[TP_LANES], sum = OP(identity)();
    bool hit = false;
    for (int l = 0; l < TP_LANES; l++) lane[l] = OP(identity)();
    for (; k + TP_LANES <= end; k += TP_LANES)
        for (int l = 0; l < TP_LANES; l++) {
            const tropic_index i = in->ids[k + l];
            if (!OP(source)(s, i, j)) continue;
            lane[l] = OP(add)(lane[l], OP(multiply)(s, in->values, k + l, i, j));
            hit = true;
        }
    for (; k < end; k++) {
        const tropic_index i = in->ids[k];
        if (!OP(source)(s, i, j)) continue;
        sum = OP(add)(sum, OP(multiply)(s, in->values, k, i, j));
        hit = true;
    }
    for (int l = 0; l < TP_LANES; l++) sum = OP(add)(sum, lane[l]);
    *t = sum;
    return hit;
#endif
}

static void OP(csc_vector)(const tp_step *step, tp_sink *sink, int threads)
{
    const OP_STATE s = *(const OP_STATE *)step->state;
    const tp_arcs in = step->gather;
    const tropic_index *targets = step->targets;
    const tropic_index count = targets ? step->target_count : in.lists;

#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        tp_emitter out;
        tp_emit_start(&out, sink);
#pragma omp for schedule(dynamic, TP_CHUNK) nowait
        for (tropic_index c = 0; c < count; c++) {
            const tropic_index j = targets ? targets[c] : c;
            OP(value) t;
            bool hit;
            if (!OP(want)(&s, j)) continue;
            hit = OP(sum_in_lanes)(&s, &in, j, &t);
            tp_emit(&out, j, OP(update)(&s, j, t, hit));
        }
        tp_emit_end(&out);
    }
}
