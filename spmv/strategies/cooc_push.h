/* SPDX-License-Identifier: Apache-2.0
 *
 * cooc_scalar on the CPU: every stored entry, in equal shares; products merge atomically. Moves two
 * ids per entry whatever the mask lets through.
 */
static void OP(push_entries)(tp_worker *worker, void *of)
{
    tp_shared_step *walk = of;
    const OP_STATE s = OP(state)(walk->step, walk->loop);
    const tp_arcs in = walk->step->gather;
    int64_t begin, end;
    tp_emitter out;
    tp_emit_start(&out, walk->sink, worker);
    while (tp_take(worker, &walk->left, &begin, &end))
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
    tp_shared_step walk;
    tp_shared_step_begin(&walk, step, sink, team, step->gather.count, TP_CHUNK_ANY);
    OP(prepare_all)(step, team);
    tp_parallel(walk.loop, OP(push_entries), &walk);
    OP(finish_all)(step, team);
}
