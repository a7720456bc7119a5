/* SPDX-License-Identifier: Apache-2.0
 *
 * The pulling kernel CSC_NAME on the CPU: a thread per destination, whose list CSC_SUM sums.
 */
static void OP(CSC_NAME)(const tp_step *step, tp_sink *sink, int threads)
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
            hit = OP(CSC_SUM)(&s, &in, j, &t);
            tp_emit(&out, j, OP(update)(&s, j, t, hit));
        }
        tp_emit_end(&out);
    }
}

#undef CSC_NAME
#undef CSC_SUM
