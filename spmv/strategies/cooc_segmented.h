/* SPDX-License-Identifier: Apache-2.0
 *
 * cooc_scalar on the CPU where sums are pulled: equal shares of the stored entries, whatever lists they lie
 * in, in list order. A list that ends in another share than it begins in is put together afterwards, in
 * the order of its shares, whose number depends on the entries alone; so sums have a fixed order.
 */

/* What a share has of the list that began before it, and of the one that goes on after it. */
typedef struct OP(share) {
    OP(value) carry_in, carry_out;
    bool carry_in_hit, carry_out_hit;
} OP(share);

/* `dense`, a constant: tp_step.dense, and no mask. */
TP_FN void OP(pull_share)(const OP_STATE *given, const tp_arcs *arcs, tropic_offset base, tropic_offset end, bool dense,
                          OP(share) *share)
{
    /* Copies, of which the compiler sees that no store changes them. */
    const OP_STATE s = OP(simple)(given, dense);
    const tp_arcs in = *arcs;
    const tropic_index own = tp_first_list(&in, base, 0);
    const tropic_index next = end == in.count ? in.lists : tp_first_list(&in, end, 0);
    const tropic_offset begun = in.offsets[own] < end ? in.offsets[own] : end;
    if (dense && !in.values) __builtin_unreachable();
    share->carry_in_hit = share->carry_out_hit = false;
    if (begun > base && OP(want)(&s, own - 1))
        share->carry_in_hit = OP(sum_in_order)(&s, &in, own - 1, base, begun, &share->carry_in);
    for (tropic_index j = own; j < next; j++) {
        const tropic_offset from = in.offsets[j], to = in.offsets[j + 1];
        OP(value) t;
        bool hit;
        if (!OP(want)(&s, j)) continue;
        if (to > end) {
            share->carry_out_hit = OP(sum_in_order)(&s, &in, j, from, end, &share->carry_out);
        } else {
            hit = OP(sum_in_order)(&s, &in, j, from, to, &t);
            OP(update)(&s, j, t, hit);
        }
    }
}

typedef struct OP(sharing) {
    const tp_step *step;
    int64_t shares;
    OP(share) *share;
} OP(sharing);

#define SHARE_AT(b) (in.count / shares * (b) + in.count % shares * (b) / shares)
static void OP(pull_shares)(const void *of, int64_t begin, int64_t end)
{
    const OP(sharing) *sharing = of;
    const tp_step *step = sharing->step;
    const OP_STATE s = *(const OP_STATE *)step->state;
    const tp_arcs in = step->gather;
    const int64_t shares = sharing->shares;
    const bool dense = step->dense && !step->masked;
    for (int64_t b = begin; b < end; b++)
        if (dense)
            OP(pull_share)(&s, &in, SHARE_AT(b), SHARE_AT(b + 1), true, &sharing->share[b]);
        else
            OP(pull_share)(&s, &in, SHARE_AT(b), SHARE_AT(b + 1), false, &sharing->share[b]);
}

static void OP(cooc_tiles)(const tp_step *step, tp_sink *sink, tp_team team)
{
    const OP_STATE s = *(const OP_STATE *)step->state;
    const tp_arcs in = step->gather;
    const int64_t shares = in.count / TP_SHARE < TP_SHARES ? in.count / TP_SHARE + 1 : TP_SHARES;
    OP(share) share[TP_SHARES];
    const OP(sharing) sharing = {step, shares, share};
    (void)sink;
    tp_for(team, shares, 1, OP(pull_shares), &sharing);
    for (int64_t b = 0; b + 1 < shares; b++) {
        const tropic_offset seam = SHARE_AT(b + 1);
        const tropic_index j = tp_first_list(&in, seam, 0) - 1;
        OP(value) t = share[b].carry_out;
        bool hit = share[b].carry_out_hit;
        /* Only the share in which it begins. */
        if (j < 0 || in.offsets[j] < SHARE_AT(b) || in.offsets[j + 1] <= seam || !OP(want)(&s, j)) continue;
        for (int64_t c = b + 1; c < shares && SHARE_AT(c) < in.offsets[j + 1]; c++)
            if (share[c].carry_in_hit) {
                t = hit ? OP(add)(t, share[c].carry_in) : share[c].carry_in;
                hit = true;
            }
        OP(update)(&s, j, t, hit);
    }
#undef SHARE_AT
}
