/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the CPU into a hash table, in place of a dense vector: Gustavson's row by row product, of one row. Costs
 * nothing but the arcs of the sources, in the order in which they lie. One thread.
 */
static void OP(push_table)(const tp_listed_product *p, tropic_host_table *table)
{
    const OP_STATE s = *(const OP_STATE *)p->state;
    const tp_arcs *arcs = &p->arcs;
    OP(value) *sums = table->sums;
    for (tropic_index c = 0; c < p->count; c++) {
        const tropic_index i = p->lists[c];
        const tropic_offset from = tp_pushed_from(p, c), to = tp_pushed_to(p, c);
        const SOURCE u = OP(take_source)(&s, c);
        if (c + TP_AHEAD_LISTS < p->count) __builtin_prefetch(&arcs->offsets[p->lists[c + TP_AHEAD_LISTS]]);
        if (c + TP_AHEAD < p->count) __builtin_prefetch(&arcs->ids[arcs->offsets[p->lists[c + TP_AHEAD]]]);
        for (tropic_offset k = from; k < to; k++) {
            const tropic_index j = arcs->ids[k];
            uint32_t slot;
            OP(value) t;
            if (!OP(want)(&s, j)) continue;
            slot = tropic_host_slot(table, j);
            t = OP(times)(&s, arcs->values ? ((const ENTRY *)arcs->values)[k] : ONE_ENTRY, u, i, j);
            if (table->places[slot] == j) {
                sums[slot] = OP(add)(sums[slot], t);
            } else {
                table->places[slot] = j;
                table->slots[table->count++] = (tropic_index)slot;
                sums[slot] = t;
            }
        }
    }
}
