/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a push on the CPU: the arcs of sources that have very many are shared by all threads.
 */

#if !OP_VISITS_ONCE
static inline void OP(push_end)(const OP_STATE *s, tp_emitter *out)
{
    (void)s;
    tp_emit_end(out);
}
#endif

/* The arcs of the source at hand, by all. */
static void OP(push_heavy)(tp_worker *worker, void *of)
{
    tp_shared_step *shared = of;
    const OP_STATE s = OP(state)(shared->step, shared->loop);
    const tp_arcs arcs = shared->step->scatter;
    const tropic_index i = shared->heavy[shared->heavy_count];
    int64_t begin, end;
    tp_emitter out;
    tp_emit_start(&out, shared->sink, worker);
    while (tp_take(worker, &shared->left, &begin, &end))
        OP(push_arcs)(&s, &arcs, i, arcs.offsets[i] + begin, arcs.offsets[i] + end, &out);
    OP(push_end)(&s, &out);
}
