/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_scalar and csc_vector on the CPU, of an op that emits a vertex once: a thread per word of destinations
 * that are not seen yet. Moves a bit for a vertex that is; for others, per entry, its id and the source's
 * bit; stops early where the monoid may. Words have one writer, so there are no atomics.
 */

/* Words `from` up to `end`. */
static inline void OP(pull_words)(const OP_STATE *given, const tp_arcs *arcs, tropic_index from,
                                  tropic_index end, tp_emitter *out)
{
    /* Copies, of which the compiler sees that no store changes them. */
    const OP_STATE s = *given;
    const tp_arcs in = *arcs;
    const tropic_offset *offsets = out->sink->offsets;
    for (tropic_index w = from; w < end; w++) {
        const tropic_index base = w * TP_WORD, more = in.lists - base;
        uint32_t left = ~s.bits.seen[w], emitted = 0, empty = 0;
        if (more < TP_WORD) left &= ((uint32_t)1 << more) - 1;
        for (; left; left &= left - 1) {
            const uint32_t bit = left & -left;
            const tropic_index j = base + __builtin_ctz(left);
            const tropic_offset first = in.offsets[j], last = in.offsets[j + 1];
            OP(value) t;
            if (first == last) empty |= bit; /* out of reach */
            if (!OP(sum_in_order)(&s, &in, j, first, last, &t)) continue;
            OP(update)(&s, j, t, true);
            emitted |= bit;
            out->arcs += offsets[j + 1] - offsets[j];
            out->count++;
        }
        s.bits.next[w] = emitted;
        s.bits.seen[w] |= emitted | empty;
    }
}

static void OP(csc_scalar)(const tp_step *step, tp_sink *sink, int threads)
{
    const OP_STATE s = OP(state)(step, threads);
    const tropic_index words = (tropic_index)TP_WORDS(step->gather.lists);
    const tropic_index each = TP_CHUNK / TP_WORD;
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        tp_emitter out;
        tp_emit_start(&out, sink);
#pragma omp for schedule(dynamic) nowait
        for (tropic_index w = 0; w < words; w += each)
            OP(pull_words)(&s, &step->gather, w, w + each < words ? w + each : words, &out);
        tp_emit_end(&out);
    }
}
