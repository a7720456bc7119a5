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

/* A thread's part of the arcs of sources that were put aside. */
static void OP(push_heavy)(tp_worker *worker, void *of)
{
    tp_shared_step *shared = of;
    const OP_STATE s = OP(state)(shared->step, shared->loop);
    const tp_arcs arcs = shared->step->scatter;
    int64_t begin, end;
    tp_emitter out;
    tp_emit_start(&out, shared->sink, worker);
    while (tp_take(worker, &shared->left, &begin, &end))
        for (int64_t c = begin; c < end; c++) {
            const tp_heavy_chunk chunk = tp_heavy_chunk_of(shared, c);
            OP(push_arcs)(&s, &arcs, chunk.source, chunk.from, chunk.to, &out);
        }
    OP(push_end)(&s, &out);
}
