/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the CPU: the out-arcs of the sources that have an entry; products merge atomically.
 * Work-efficient: touches nothing but those arcs. A source with very many is shared by all threads.
 */
static inline void OP(push_arcs)(const OP_STATE *s, const tp_arcs *out_arcs, tropic_index i,
                                 tropic_offset from, tropic_offset to, tp_emitter *out)
{
    for (tropic_offset k = from; k < to; k++) {
        const tropic_index j = out_arcs->ids[k];
        tp_emit(out, j, OP(push)(s, j, OP(multiply)(s, out_arcs->values, k, i, j)));
    }
}

static void OP(csr_push)(const tp_step *step, tp_sink *sink, int threads)
{
    const OP_STATE s = OP(state)(step, threads);
    const tp_arcs arcs = step->scatter;
    const tropic_index *sources = step->sources;
    const tropic_index count = sources ? step->source_count : arcs.lists;
    tropic_index heavy[TP_HEAVY_SOURCES];
    int heavy_count = 0;

    OP(prepare_all)(step, threads);
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        tp_emitter out;
        tp_emit_start(&out, sink);
#pragma omp for schedule(dynamic, TP_PUSH_CHUNK)
        for (tropic_index c = 0; c < count; c++) {
            const tropic_index i = sources ? sources[c] : c;
            const tropic_offset from = arcs.offsets[i], to = arcs.offsets[i + 1];
            if (sources && c + TP_AHEAD < count)
                __builtin_prefetch(&arcs.ids[arcs.offsets[sources[c + TP_AHEAD]]]);
            if (!sources && !OP(source)(&s, i, i)) continue;
            if (threads > 1 && to - from > TP_HEAVY_ARCS) {
                int at = __atomic_fetch_add(&heavy_count, 1, __ATOMIC_RELAXED);
                if (at < TP_HEAVY_SOURCES) {
                    heavy[at] = i;
                    continue;
                }
            }
            OP(push_arcs)(&s, &arcs, i, from, to, &out);
        }
        for (int h = 0; h < heavy_count && h < TP_HEAVY_SOURCES; h++) {
            const tropic_index i = heavy[h];
            const tropic_offset from = arcs.offsets[i], to = arcs.offsets[i + 1];
#pragma omp for schedule(static) nowait
            for (tropic_offset k = from; k < to; k++) OP(push_arcs)(&s, &arcs, i, k, k + 1, &out);
        }
        tp_emit_end(&out);
    }
    OP(finish_all)(step, threads);
}
