/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_vector on the CPU: TP_LANES partial sums per destination, so that as many gathers are in
 * flight; the lanes are added at the end, in a fixed order. A terminal value is looked for once per
 * TP_LANES entries.
 */
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
            OP(value) lane[TP_LANES], t = OP(identity)();
            bool lane_hit[TP_LANES] = {false}, hit = false, stop = false;
            if (!OP(want)(&s, j)) continue;
            for (tropic_offset k = in.offsets[j]; k < in.offsets[j + 1] && !stop; k += TP_LANES) {
                const tropic_offset left = in.offsets[j + 1] - k;
                const int width = left < TP_LANES ? (int)left : TP_LANES;
                for (int l = 0; l < width; l++) {
                    const tropic_index i = in.ids[k + l];
                    OP(value) product;
                    if (!OP(source)(&s, i, j)) continue;
                    product = OP(multiply)(&s, in.values, k + l, i, j);
                    lane[l] = lane_hit[l] ? OP(add)(lane[l], product) : product;
                    lane_hit[l] = true;
                    if (OP(terminal)(lane[l])) stop = true;
                }
            }
            for (int l = 0; l < TP_LANES; l++) {
                if (!lane_hit[l]) continue;
                t = hit ? OP(add)(t, lane[l]) : lane[l];
                hit = true;
            }
            tp_emit(&out, j, OP(update)(&s, j, t, hit));
        }
        tp_emit_end(&out);
    }
}
