/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the CPU, of an op with buckets: the out-arcs of the ids in a chain of bins, whose keys lie
 * in the bucket at hand; products that are less than their destinations' values merge atomically. A thread then goes on
 * with the ids that it has put into that bucket itself, while they are few: a bucket that is done after many small
 * steps needs no barriers between them. A source with very many arcs is shared by all threads.
 */
/* A product that was less than its destination's value. */
typedef struct OP(candidate) {
    OP(value) t;
    tropic_index j;
} OP(candidate);

/* Other threads may have the destinations in their caches: they are asked for side by side. */
static void OP(merge)(const OP_STATE *s, const OP(candidate) *candidates, int count, tp_emitter *out)
{
    for (int c = 0; c < count && !s->bits.single_threaded; c++) OP(prefetch_write)(s, candidates[c].j);
    for (int c = 0; c < count; c++)
        OP(emit)(out, s, candidates[c].j, candidates[c].t, OP(push)(s, candidates[c].j, candidates[c].t));
}

/* Of a long list few products are less, so a branch for each costs less than to keep it. */
static inline void OP(push_arcs)(const OP_STATE *s, const tp_arcs *out_arcs, tropic_index i, tropic_offset from,
                                 tropic_offset to, tp_emitter *out)
{
    const OP(value) d = OP(current)(s, i);
    OP(candidate) candidates[TP_CANDIDATES];
    int count = 0;
    out->pushed += to - from;
    for (tropic_offset k = from; k < to; k++) {
        const tropic_index j = out_arcs->ids[k];
        if (k + TP_AHEAD_ARCS < to)
            OP(prefetch)(s, out_arcs->values, k + TP_AHEAD_ARCS, out_arcs->ids[k + TP_AHEAD_ARCS]);
        const OP(value) t = OP(relax)(s, d, out_arcs->values, k, i, j);
        if (!OP(lowers)(s, j, t)) continue;
        if (s->bits.single_threaded) {
            OP(emit)(out, s, j, t, OP(push)(s, j, t));
            continue;
        }
        candidates[count++] = (OP(candidate)){t, j};
        if (count < TP_CANDIDATES) continue;
        OP(merge)(s, candidates, count, out);
        count = 0;
    }
    OP(merge)(s, candidates, count, out);
}

#include "spmv/step.h"
#include "spmv/strategies/csr_push_heavy.h"

/* Leaves ids in the bin whose keys lie in the bucket at hand; the others are stale. At least half of the ids
 * are, so their lists are not prefetched. */
static void OP(drop_stale)(const OP_STATE *s, const tp_arcs *arcs, tp_bin *bin)
{
    int32_t kept = 0;
    for (int32_t c = 0; c < bin->count; c++) {
        __builtin_prefetch(&arcs->offsets[bin->id[c]]);
        OP(prefetch)(s, NULL, 0, bin->id[c]);
    }
    for (int32_t c = 0; c < bin->count; c++) {
        const tropic_index i = bin->id[c];
        bin->id[kept] = i;
        kept += OP(bucket)(s, OP(current)(s, i)) == s->bucket;
    }
    bin->count = kept;
}

/* Asks memory for where the list of bin->id[c] begins. */
static inline void OP(ask_list)(const OP_STATE *s, const tp_arcs *arcs, const tp_bin *bin, int32_t c)
{
    tropic_offset from;
    if (c >= bin->count) return;
    from = arcs->offsets[bin->id[c]];
    __builtin_prefetch(&arcs->ids[from]);
    OP(prefetch)(s, arcs->values, from, bin->id[c]);
}

/* And for the destinations' values of its first arcs. */
static inline void OP(ask_arcs)(const OP_STATE *s, const tp_arcs *arcs, const tp_bin *bin, int32_t c)
{
    tropic_offset from, to;
    if (c >= bin->count) return;
    from = arcs->offsets[bin->id[c]];
    to = arcs->offsets[bin->id[c] + 1];
    if (to > from + TP_AHEAD_ARCS) to = from + TP_AHEAD_ARCS;
    for (tropic_offset k = from; k < to; k++) OP(prefetch)(s, arcs->values, k, arcs->ids[k]);
}

/* If `shared` is given, heavy sources that it has room for are left to all threads. */
static void OP(push_bin)(const OP_STATE *s, const tp_arcs *arcs, tp_bin *bin, tp_emitter *out, tp_shared_step *shared)
{
    OP(candidate) candidates[TP_CANDIDATES];
    int count = 0;
    OP(drop_stale)(s, arcs, bin);
    for (int32_t c = 0; c < TP_AHEAD; c++) OP(ask_list)(s, arcs, bin, c);
    for (int32_t c = 0; c < TP_AHEAD_NEAR; c++) OP(ask_arcs)(s, arcs, bin, c);
    for (int32_t c = 0; c < bin->count; c++) {
        const tropic_index i = bin->id[c];
        const tropic_offset from = arcs->offsets[i], to = arcs->offsets[i + 1];
        const OP(value) d = OP(current)(s, i);
        OP(ask_list)(s, arcs, bin, c + TP_AHEAD);
        OP(ask_arcs)(s, arcs, bin, c + TP_AHEAD_NEAR);
        if (shared && tp_shared_step_puts_aside(shared, i, to - from)) continue;
        if (to - from > TP_AHEAD_ARCS) { /* it asks for the rest as it goes */
            OP(push_arcs)(s, arcs, i, from, to, out);
            continue;
        }
        if (count + (to - from) > TP_CANDIDATES) {
            OP(merge)(s, candidates, count, out);
            count = 0;
        }
        out->pushed += to - from;
        for (tropic_offset k = from; k < to; k++) {
            const tropic_index j = arcs->ids[k];
            candidates[count].t = OP(relax)(s, d, arcs->values, k, i, j);
            candidates[count].j = j;
            count += OP(lowers)(s, j, candidates[count].t);
        }
    }
    OP(merge)(s, candidates, count, out);
}

/* Pushes the ids that the thread has put into the bucket at hand itself. */
static void OP(push_own)(const OP_STATE *s, const tp_arcs *arcs, tp_emitter *out)
{
    const int64_t *held = &out->bins->count[s->bucket];
    while (*held > 0 && *held < TP_FUSED && out->pushed < TP_FUSED_ARCS) {
        tp_bin *own = tp_bins_empty(out->bins, s->bucket), *bin;
        while ((bin = own)) {
            own = bin->next;
            OP(push_bin)(s, arcs, bin, out, NULL);
            tp_bins_give(out->bins, out->sink->pool, bin);
        }
    }
}

static void OP(push_bins)(tp_worker *worker, void *of)
{
    tp_shared_step *shared = of;
    const OP_STATE s = OP(state)(shared->step, shared->loop);
    const tp_arcs arcs = shared->step->scatter;
    tp_bin *bin;
    tp_emitter out;
    tp_emit_start(&out, shared->sink, worker);
    while (!tp_pauses(worker) && (bin = tp_bin_next(worker, shared->sink->bins, shared->sink->threads))) {
        OP(push_bin)(&s, &arcs, bin, &out, shared);
        tp_bins_give(out.bins, shared->sink->pool, bin);
    }
    if (!worker->paused) OP(push_own)(&s, &arcs, &out);
    tp_emit_end(&out);
}

static void OP(csr_push)(const tp_step *step, tp_sink *sink, tp_team team)
{
    tp_shared_step shared;
    tp_shared_step_begin(&shared, step, sink, team, 0, TP_CHUNK_ANY);
    shared.loop = team; /* a chain of bins is no loop */
    tp_parallel(team, OP(push_bins), &shared);
    tp_shared_step_heavy(&shared, OP(push_heavy));
}
