/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the CPU, of an op that emits once: arcs whose ends are not seen are candidates, which are taken some at a
 * time. About half of all arcs lead to vertices that are seen, in no order that a processor could guess, so nothing
 * branches on that, nor, for the first arcs, on the length of a list. Memory for candidates is fetched meanwhile. (One
 * thread, ms, with a branch for each arc and without: lattice 1200 35 and 27, roads of Florida 24 and 16, of New York
 * 5.6 and 3.0.)
 */

/* Takes the candidates: updates and emits those that neither another thread nor an earlier candidate has taken. */
static inline void OP(take_candidates)(const OP_STATE *s, tp_emitter *out)
{
    const bool behind = s->bits.behind;
    int taken = 0;
    for (int c = 0; c < out->held; c++) {
        const tropic_index j = out->buffer[c];
        __builtin_prefetch(&out->sink->offsets[j]);
        out->buffer[taken] = j;
        out->source[taken] = out->source[c];
        taken += tp_bit_take(s->bits.seen, j, s->bits.single_threaded) && !(behind && OP(settled)(s, j));
    }
    for (int c = 0; c < taken; c++) {
        const tropic_index j = out->buffer[c];
        OP(update)(s, j, OP(multiply)(s, NULL, 0, out->source[c], j), true);
    }
    out->held = taken;
    tp_emit_flush(out);
}

/* Arc k is a candidate if its end is not seen, and if it `is` one of the list. */
static inline void OP(try_arc)(const OP_STATE *s, const tp_arcs *out_arcs, tropic_index i, tropic_offset k, bool is,
                               tp_emitter *out)
{
    const tropic_index j = out_arcs->ids[k];
    OP(prefetch)(s, out_arcs->values, k, j);
    out->buffer[out->held] = j;
    out->source[out->held] = i;
    out->held += is & OP(want)(s, j);
}

static inline void OP(push_arcs)(const OP_STATE *s, const tp_arcs *out_arcs, tropic_index i, tropic_offset from,
                                 tropic_offset to, tp_emitter *out)
{
    if (from == to) return;
    if (out->held > TP_EMIT_BUFFER - TP_ARCS_AT_ONCE) OP(take_candidates)(s, out);
    for (int t = 0; t < TP_ARCS_AT_ONCE; t++)
        OP(try_arc)(s, out_arcs, i, from + t < to ? from + t : to - 1, from + t < to, out);
    for (tropic_offset k = from + TP_ARCS_AT_ONCE; k < to; k++) {
        if (out->held == TP_EMIT_BUFFER) OP(take_candidates)(s, out);
        OP(try_arc)(s, out_arcs, i, k, true, out);
    }
}

static inline void OP(push_end)(const OP_STATE *s, tp_emitter *out)
{
    OP(take_candidates)(s, out);
    tp_emit_end(out);
}

/* ---- narrow frontiers, shared by several threads ---- */

/* They do without the bits of seen vertices: of a line of 512 vertices each thread would have some, and take it from
 * the others. Of values 16 are in a line. */
static inline bool OP(by_value)(const OP_STATE *s, const tp_emitter *out)
{
    return out->own && !s->bits.single_threaded;
}

/* Candidates that have no value yet are asked for, side by side, then claimed. */
static void OP(claim_candidates)(const OP_STATE *s, tp_emitter *out)
{
    int left = 0, taken = 0;
    for (int c = 0; c < out->held; c++) {
        const tropic_index j = out->buffer[c];
        out->buffer[left] = j;
        out->source[left] = out->source[c];
        left += !OP(settled)(s, j);
    }
    for (int c = 0; c < left; c++) OP(prefetch_write)(s, out->buffer[c]);
    for (int c = 0; c < left; c++) {
        const tropic_index j = out->buffer[c];
        __builtin_prefetch(&out->sink->offsets[j]);
        out->buffer[taken] = j;
        taken += OP(claim)(s, j, OP(multiply)(s, NULL, 0, out->source[c], j));
    }
    out->held = taken;
    tp_emit_flush(out);
}

static __attribute__((noinline)) void OP(claim_piece)(const OP_STATE *s, tp_shared_step *shared, const tp_piece *piece,
                                                      tp_emitter *out)
{
    const tp_arcs arcs = shared->step->scatter;
    for (int64_t c = 0; c < piece->count; c++) {
        const tropic_index i = piece->ids[c];
        const tropic_offset to = arcs.offsets[i + 1];
        if (c + TP_AHEAD < piece->there) __builtin_prefetch(&arcs.ids[arcs.offsets[piece->ids[c + TP_AHEAD]]]);
        if (tp_shared_step_puts_aside(shared, i, to - arcs.offsets[i])) continue;
        for (tropic_offset k = arcs.offsets[i]; k < to; k++) {
            const tropic_index j = arcs.ids[k];
            if (out->held == TP_EMIT_BUFFER) OP(claim_candidates)(s, out);
            OP(prefetch)(s, arcs.values, k, j);
            out->buffer[out->held] = j;
            out->source[out->held++] = i;
        }
    }
}
