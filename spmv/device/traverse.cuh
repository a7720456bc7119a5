/* SPDX-License-Identifier: Apache-2.0
 *
 * A traversal's levels on the GPU, by any strategy.
 */
TP_KERNEL void __launch_bounds__(TP_LEVELS_BLOCK, TP_LEVELS_EACH)
    OP(levels)(const OP_STATE state, const __grid_constant__ tp_levels t)
{
    __shared__ tropic_index buffers[TP_LEVELS_BLOCK / TP_WARP][TP_EMIT_BUFFER];
    __shared__ tp_cursor at;
    __shared__ tp_sink sink;
    const tropic_index n = t.gather.lists;
    OP_STATE s = state;
    tp_emitter out = {&sink, buffers[threadIdx.x / TP_WARP]};

    tp_levels_enter(&t, &at);
    while (tp_levels_next(&t, &at, &sink)) {
        tp_slot *now = tp_levels_slot(&t, at.level);
        tp_hub_chunk *items = tp_levels_items(&t, at.level);
        const tropic_index *list = t.order + at.begin;
        const tropic_index count = (tropic_index)at.count;
        const tp_row_range *spans = count <= TP_NARROW_VERTICES ? tp_levels_spans(&t, at.level) : NULL;
        s.depth = t.depth + 1 + (int32_t)at.level;

        switch (at.strategy) {
        case TROPIC_STRATEGY_COOC_SCALAR: OP(push_entries)(&s, &t.gather, &out); break;
        case TROPIC_STRATEGY_CSC_SCALAR: OP(pull_scalar)(&s, &t.gather, NULL, n, &out); break;
        case TROPIC_STRATEGY_CSC_VECTOR: {
            const tp_hub_queue hubs = {items, &now->hubs, NULL};
            OP(pull_vector)(&s, &t.gather, NULL, n, &hubs, &out);
            tp_levels_barrier(&t);
            OP(pull_hubs)(&s, &t.gather, items, *(volatile unsigned *)&now->hubs, &out);
            break;
        }
        default:
            if (at.every) {
                /* Nobody listed the hubs of everything. */
                const tp_hub_queue hubs = {items, &now->items, NULL};
                OP(push_sources)(&s, &t.scatter, NULL, t.scatter.lists, NULL, &hubs, &out);
                tp_levels_barrier(&t);
                OP(push_items)(&s, &t.scatter, items, *(volatile unsigned *)&now->items, &out);
            } else {
                OP(push_sources)(&s, &t.scatter, list, count, spans, NULL, &out);
                OP(push_items)(&s, &t.scatter, items, at.items, &out);
            }
        }
        tp_emit_end(&out);
        tp_levels_step(&t, &at);
    }
    tp_levels_leave(&t, &at, &out);
}
