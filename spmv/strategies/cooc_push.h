/* SPDX-License-Identifier: Apache-2.0
 *
 * cooc_scalar on the CPU: every stored entry, in equal shares; products merge atomically. Moves two
 * ids per entry whatever the mask lets through.
 */
static void OP(push_entries)(tp_worker *worker, void *of)
{
    tp_shared_step *shared = of;
    const OP_STATE s = OP(state)(shared->step, shared->loop);
    const tp_arcs in = shared->step->gather;
    int64_t begin, end;
    tp_emitter out;
    tp_emit_start(&out, shared->sink, worker);
    while (tp_take(worker, &shared->left, &begin, &end))
        for (tropic_offset k = begin; k < end; k++) {
            const tropic_index j = in.row_of[k], i = in.ids[k];
            OP(value) t;
            if (!OP(want)(&s, j) || !OP(source)(&s, i, j)) continue;
            t = OP(multiply)(&s, in.values, k, i, j);
            OP(emit)(&out, &s, j, t, OP(push)(&s, j, t));
        }
    tp_emit_end(&out);
}

static void OP(cooc_scalar)(const tp_step *step, tp_sink *sink, tp_team team)
{
    tp_shared_step shared;
    tp_shared_step_begin(&shared, step, sink, team, step->gather.count, TP_CHUNK_ANY);
    OP(prepare_all)(step, team);
    tp_parallel(shared.loop, OP(push_entries), &shared);
    OP(finish_all)(step, team);
}
