/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_scalar on the CPU: a thread per destination that the mask lets through. Sums in list order.
 * Moves, per entry, its id and the source's state; stops early where the monoid may.
 */

/* *t = the sum of list j's products; whether there was any. */
static inline bool OP(sum_in_order)(const OP_STATE *s, const tp_arcs *in, tropic_index j,
                                    OP(value) * t)
{
    OP(value) sum = OP(identity)();
    bool hit = false;
    for (tropic_offset k = in->offsets[j]; k < in->offsets[j + 1]; k++) {
        const tropic_index i = in->ids[k];
        OP(value) product;
        if (!OP(source)(s, i, j)) continue;
        product = OP(multiply)(s, in->values, k, i, j);
        sum = hit ? OP(add)(sum, product) : product;
        hit = true;
        if (OP(terminal)(sum)) break;
    }
    *t = sum;
    return hit;
}

static void OP(csc_scalar)(const tp_step *step, tp_sink *sink, int threads)
{
    const OP_STATE s = *(const OP_STATE *)step->state;
    const tp_arcs in = step->gather;
    const tropic_index *targets = step->targets;
    const tropic_index count = targets ? step->target_count : in.lists;

#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        tp_emitter out;
        tp_emit_start(&out, sink);
#pragma omp for schedule(dynamic, TP_CHUNK) nowait
        for (tropic_index c = 0; c < count; c++) {
            const tropic_index j = targets ? targets[c] : c;
            OP(value) t;
            bool hit;
            if (!OP(want)(&s, j)) continue;
            hit = OP(sum_in_order)(&s, &in, j, &t);
            tp_emit(&out, j, OP(update)(&s, j, t, hit));
        }
        tp_emit_end(&out);
    }
}
