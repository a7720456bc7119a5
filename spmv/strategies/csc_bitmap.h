/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_scalar and csc_vector on the CPU, of an op that emits a vertex once: a thread per word of destinations
 * that are not seen yet. Moves a bit for a vertex that is; for others, per entry, its id and the source's
 * bit; stops early where the monoid may. Words have one writer, so there are no atomics.
 */

/* Of the vertices `left` of a word, those that have values. */
static __attribute__((noinline)) uint32_t OP(settled_of)(const OP_STATE *s, tropic_index base, uint32_t left)
{
    uint32_t settled = 0;
    for (; left; left &= left - 1)
        if (OP(settled)(s, base + __builtin_ctz(left))) settled |= left & -left;
    return settled;
}

/* Words `from` up to `end`. */
static inline void OP(pull_words)(const OP_STATE *given, const tp_arcs *arcs, tropic_index from, tropic_index end,
                                  tp_emitter *out)
{
    /* Copies, of which the compiler sees that no store changes them. */
    const OP_STATE s = *given;
    const tp_arcs in = *arcs;
    const tropic_offset *offsets = out->sink->offsets;
    for (tropic_index w = from; w < end; w++) {
        const tropic_index base = w * TP_WORD, more = in.lists - base;
        uint32_t left = ~s.bits.seen[w], emitted = 0, empty = 0;
        if (more < TP_WORD) left &= ((uint32_t)1 << more) - 1;
        if (s.bits.behind) left &= ~(empty = OP(settled_of)(&s, base, left));
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

static void OP(pull_all_words)(tp_worker *worker, void *of)
{
    tp_shared_step *shared = of;
    const OP_STATE s = OP(state)(shared->step, shared->loop);
    int64_t begin, end;
    tp_emitter out;
    tp_emit_start(&out, shared->sink, worker);
    while (tp_take(worker, &shared->left, &begin, &end))
        OP(pull_words)(&s, &shared->step->gather, (tropic_index)begin, (tropic_index)end, &out);
    tp_emit_end(&out);
}

static void OP(csc_scalar)(const tp_step *step, tp_sink *sink, tp_team team)
{
    tp_shared_step shared;
    tp_shared_step_begin(&shared, step, sink, team, TP_WORDS(step->gather.lists), TP_CHUNK / TP_WORD);
    tp_parallel(shared.loop, OP(pull_all_words), &shared);
    ((OP_STATE *)step->state)->bits.behind = false; /* all words were looked at */
}
