/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_scalar on the GPU: a thread per destination that the mask lets through. Sums in list order,
 * as the CPU does. Moves, per entry, its id and the source's state; stops early where the monoid
 * may.
 */
TP_FN void OP(pull_scalar)(const OP_STATE *s, const tp_arcs *in, const tropic_index *targets, tropic_index count)
{
    for (int64_t c = tp_thread(); c < count; c += tp_threads()) {
        const tropic_index j = targets ? __ldg(targets + c) : (tropic_index)c;
        if (OP(want)(s, j)) {
            OP(value) t;
            const bool hit = OP(sum_alone)(s, in, j, &t);
            OP(update)(s, j, t, hit);
        }
    }
}

#if TP_MAKES(TP_VARIANT_SCALAR)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(csc_scalar)(TP_STEP_PARAMETERS)
{
    const tropic_index known = hubs.counted ? (tropic_index)*hubs.counted : count;
    OP(pull_scalar)(&state, &arcs, list, known);
}
#endif

#if OP_PULLS_ENTRIES && TP_MAKES(TP_VARIANT_SCALAR_DENSE)
/* Where tp_step.dense, and no mask, or a list of the places that it lets through: one list per thread. */
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK, TP_BLOCKS(TP_DENSE_EACH(OP(value), OP(entry))))
    OP(csc_scalar_dense)(TP_STEP_PARAMETERS)
{
    const OP_STATE s = OP(simple)(&state, true);
    const int64_t c = tp_thread();
    OP(value) t;
    tropic_index j;
    bool hit;
    if (OP_LOOKS_AT_ENTRIES == 1 && !arcs.values) __builtin_unreachable();
    if (c >= (hubs.counted ? (tropic_index)*hubs.counted : count)) return;
    j = list ? __ldg(list + c) : (tropic_index)c;
    hit = OP(sum_alone)(&s, &arcs, j, &t);
    OP(update)(&s, j, t, hit);
}
#endif
