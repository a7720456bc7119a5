/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_scalar on the GPU: a thread per destination that the mask lets through. Sums in list order,
 * as the CPU does. Moves, per entry, its id and the source's state; stops early where the monoid
 * may.
 */
TP_FN void OP(pull_scalar)(const OP_STATE *s, const tp_arcs *in, const tropic_index *targets,
                           tropic_index count, tp_emitter *out)
{
    for (int64_t first = tp_warp() * TP_WARP; first < count; first += tp_threads()) {
        const int64_t c = first + tp_lane();
        const bool here = c < count;
        const tropic_index j = !here ? 0 : targets ? __ldg(targets + c) : (tropic_index)c;
        int answer = 0;
        if (here && OP(want)(s, j)) {
            const tropic_offset end = __ldg(in->offsets + j + 1);
            OP(value) t = OP(identity)();
            bool hit = false;
            for (tropic_offset k = __ldg(in->offsets + j); k < end; k += TP_FLIGHT) {
                hit = OP(take)<TP_FLIGHT>(s, in, j, k, end, 1, &t, hit);
                if (hit && OP(terminal)(t)) break;
            }
            answer = OP(update)(s, j, t, hit);
        }
        tp_emit(out, j, answer);
    }
}

TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(csc_scalar)(const OP_STATE s, const __grid_constant__ tp_arcs in,
                   const tropic_index *targets, tropic_index count, const tp_hubs hubs)
{
    tp_emitter nowhere = {};
    (void)hubs;
    OP(pull_scalar)(&s, &in, targets, count, &nowhere);
}
