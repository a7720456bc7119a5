/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the CPU along a list into dense sums with flags, by one thread: Gustavson's row by row product, of one
 * row. Without a mask no branch depends on which sums are there: a sum begins with the identity. (With a branch on each
 * flag, Kronecker 16 squared took 1.6 times as long.)
 */
TP_FN void OP(push_flags_by)(const tp_listed_product *p, OP(value) *sums, uint8_t *flags, bool masked)
{
    const OP_STATE s = *(const OP_STATE *)p->state;
    const tropic_index *ids = p->arcs.ids;
    const ENTRY *values = p->arcs.values;
    for (tropic_index c = 0; c < p->count; c++) {
        const tropic_index i = p->lists[c];
        const tropic_offset to = tp_pushed_to(p, c);
        const SOURCE u = OP(take_source)(&s, c);
        for (tropic_offset k = tp_pushed_from(p, c); k < to; k++) {
            const tropic_index j = ids[k];
            OP(value) t;
            if (masked && !OP(want)(&s, j)) continue;
            t = OP(times)(&s, values ? values[k] : ONE_ENTRY, u, i, j);
#if OP_TERMINAL
            sums[j] = flags[j] ? OP(add)(sums[j], t) : t; /* (any has no identity) */
#else
            sums[j] = OP(add)(sums[j], t);
#endif
            flags[j] = 1;
        }
    }
}

static void OP(push_flags)(const tp_listed_product *p, void *sums, uint8_t *flags)
{
    const OP_STATE *s = p->state;
    if (s->mask.has)
        OP(push_flags_by)(p, sums, flags, true);
    else
        OP(push_flags_by)(p, sums, flags, false);
}
