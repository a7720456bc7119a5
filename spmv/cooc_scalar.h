/* SPDX-License-Identifier: Apache-2.0
 *
 * cooc_scalar on the CPU: every stored entry, in equal shares; products merge atomically. Moves two
 * ids per entry whatever the mask lets through.
 */
static void OP(cooc_scalar)(const tp_step *step, tp_sink *sink, int threads)
{
    const OP_STATE s = OP(state)(step, threads);
    const tp_arcs in = step->gather;

    OP(prepare_all)(step, threads);
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        tp_emitter out;
        tp_emit_start(&out, sink);
#pragma omp for schedule(static) nowait
        for (tropic_offset k = 0; k < in.count; k++) {
            const tropic_index j = in.heads[k], i = in.ids[k];
            OP(value) t;
            if (!OP(want)(&s, j) || !OP(source)(&s, i, j)) continue;
            t = OP(multiply)(&s, in.values, k, i, j);
            OP(emit)(&out, &s, j, t, OP(push)(&s, j, t));
        }
        tp_emit_end(&out);
    }
    OP(finish_all)(step, threads);
}
