/* SPDX-License-Identifier: Apache-2.0
 *
 * A pushed product as a step of a recorded loop. Read once per product, after its op and spmv/strategies/csr_push.cuh.
 */

/* Pushes from the sources whose flags are set; hubs are listed. */
TP_FN void OP(loop_push)(const OP_STATE *s, const tp_arcs *arcs, const tp_hub_queue *hubs, unsigned *work)
{
    tp_each_place(
        false, arcs->lists, work, [&](int64_t group) { return tp_any_flag(group, arcs->lists, s->u_has); },
        [&](int64_t i) {
            tropic_offset begin = 0, entries = 0;
            if (i >= 0 && OP(source)(s, (tropic_index)i, 0)) {
                begin = __ldg(arcs->offsets + i);
                entries = __ldg(arcs->offsets + i + 1) - begin;
            }
            *work += tp_warp_total(entries < TP_WORK_MAX ? (unsigned)entries : TP_WORK_MAX) / TP_WARP;
            OP(push_tile)(s, arcs, (tropic_index)i, begin, entries, hubs);
        });
}

TP_FN void OP(loop_push_hubs)(const OP_STATE *s, const tp_arcs *arcs, const tp_hub_queue *hubs)
{
    OP(push_items)(s, arcs, hubs->items, *(volatile unsigned *)hubs->count);
}
