/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_scalar on the CPU of a list of destinations, whose sums become a list too: t[c], has[c] for destination
 * lists[c]. Costs nothing but their lists.
 */
static void OP(pull_listed)(const void *of, int64_t begin, int64_t end)
{
    const tp_listed_product *p = of;
    const OP_STATE s = *(const OP_STATE *)p->state;
    for (int64_t c = begin; c < end; c++) {
        const tropic_index j = p->lists[c];
        p->has[c] =
            OP(sum_in_order)(&s, &p->arcs, j, p->arcs.offsets[j], p->arcs.offsets[j + 1], (OP(value) *)p->t + c);
    }
}
