/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the CPU, of an op with buckets: the out-arcs of the ids in a chain of bins, whose keys lie
 * in the bucket at hand; products merge atomically. A thread then goes on with what it has put into that
 * bucket itself, while that is little: a bucket that is done after many small steps needs no barriers
 * between them. A source with very many arcs is shared by all threads.
 */
static inline void OP(push_arcs)(const OP_STATE *s, const tp_arcs *out_arcs, tropic_index i,
                                 tropic_offset from, tropic_offset to, tp_emitter *out)
{
    out->pushed += to - from;
    for (tropic_offset k = from; k < to; k++) {
        const tropic_index j = out_arcs->ids[k];
        if (k + TP_AHEAD_ARCS < to)
            OP(ask)(s, out_arcs->values, k + TP_AHEAD_ARCS, out_arcs->ids[k + TP_AHEAD_ARCS]);
        const OP(value) t = OP(multiply)(s, out_arcs->values, k, i, j);
        OP(emit)(out, s, j, t, OP(push)(s, j, t));
    }
}

/* Asks memory for what the arcs of bin->id[c] need: the lists of a frontier lie anywhere, and their heads too. */
static inline void OP(ask_ahead)(const OP_STATE *s, const tp_arcs *arcs, const tp_bin *bin,
                                 int32_t c)
{
    if (c + 2 * TP_AHEAD < bin->count)
        __builtin_prefetch(&arcs->offsets[bin->id[c + 2 * TP_AHEAD]]);
    if (c + TP_AHEAD < bin->count) {
        const tropic_index i = bin->id[c + TP_AHEAD];
        __builtin_prefetch(&arcs->ids[arcs->offsets[i]]);
        OP(ask)(s, arcs->values, arcs->offsets[i], i);
    }
    if (c + TP_AHEAD_NEAR < bin->count) {
        const tropic_index i = bin->id[c + TP_AHEAD_NEAR];
        const tropic_offset from = arcs->offsets[i], to = arcs->offsets[i + 1];
        for (tropic_offset k = from; k < to && k < from + TP_AHEAD_ARCS; k++)
            OP(ask)(s, arcs->values, k, arcs->ids[k]);
    }
}

/* Heavy sources that there is room for are left to all threads. */
static void OP(push_bin)(const OP_STATE *s, const tp_arcs *arcs, const tp_bin *bin, tp_emitter *out,
                         tropic_index *heavy, int *heavy_count)
{
    for (int32_t c = 0; c < bin->count; c++) {
        const tropic_index i = bin->id[c];
        const tropic_offset from = arcs->offsets[i], to = arcs->offsets[i + 1];
        OP(ask_ahead)(s, arcs, bin, c);
        if (OP(bucket)(s, OP(held)(s, i)) != s->bucket) continue; /* stale */
        if (heavy && to - from > TP_HEAVY_ARCS) {
            int at = __atomic_fetch_add(heavy_count, 1, __ATOMIC_RELAXED);
            if (at < TP_HEAVY_SOURCES) {
                heavy[at] = i;
                continue;
            }
        }
        OP(push_arcs)(s, arcs, i, from, to, out);
    }
}

static void OP(csr_push)(const tp_step *step, tp_sink *sink, int threads)
{
    const OP_STATE s = OP(state)(step, threads);
    const tp_arcs arcs = step->scatter;
    tropic_index heavy[TP_HEAVY_SOURCES];
    int heavy_count = 0;

#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        tp_emitter out;
        tp_bin *bin;
        tp_emit_start(&out, sink);
        while ((bin = tp_bin_next(&sink->work))) {
            OP(push_bin)(&s, &arcs, bin, &out, threads > 1 ? heavy : NULL, &heavy_count);
            tp_bin_give(sink->pool, bin);
        }
#pragma omp barrier
        for (int h = 0; h < heavy_count && h < TP_HEAVY_SOURCES; h++) {
            const tropic_index i = heavy[h];
            const tropic_offset from = arcs.offsets[i], to = arcs.offsets[i + 1];
#pragma omp for schedule(static) nowait
            for (tropic_offset k = from; k < to; k++) OP(push_arcs)(&s, &arcs, i, k, k + 1, &out);
        }
        while (out.bins->count[s.bucket] > 0 && out.bins->count[s.bucket] < TP_FUSED &&
               out.pushed < TP_FUSED_ARCS) {
            tp_bin *own = tp_bins_empty(out.bins, s.bucket, NULL);
            while ((bin = own)) {
                own = bin->next;
                OP(push_bin)(&s, &arcs, bin, &out, NULL, NULL);
                tp_bin_give(sink->pool, bin);
            }
        }
        tp_emit_end(&out);
    }
}
