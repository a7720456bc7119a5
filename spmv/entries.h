/* SPDX-License-Identifier: Apache-2.0
 *
 * cooc_scalar on the CPU where sums are pulled: equal shares of the stored entries, whatever lists they lie
 * in, in list order. A list that ends in another share than it begins in is put together afterwards, in
 * the order of its shares, whose number depends on the entries alone; so sums have a fixed order.
 */

/* What a share has of the list that began before it, and of the one that goes on after it. */
typedef struct OP(share) {
    OP(value) carry, tail;
    bool carry_hit, tail_hit;
} OP(share);

/* Adds the products of entries `from` up to `end` of list j to *t; `hit`: does it hold any yet? */
static inline bool OP(sum_part)(const OP_STATE *s, const tp_arcs *in, tropic_index j,
                                tropic_offset from, tropic_offset end, OP(value) * t)
{
    OP(value) sum = OP(identity)();
    bool hit = false;
    for (tropic_offset k = from; k < end; k++) {
        const tropic_index i = in->ids[k];
        OP(value) product;
        if (!OP(source)(s, i, j)) continue;
        product = OP(multiply)(s, in->values, k, i, j);
        sum = hit ? OP(add)(sum, product) : product;
        hit = true;
    }
    *t = sum;
    return hit;
}

/* The first list that begins at entry k or later. */
static inline tropic_index OP(first_list)(const tp_arcs *in, tropic_offset k)
{
    tropic_index least = 0, most = in->lists;
    while (least < most) {
        const tropic_index middle = least + (most - least) / 2;
        if (in->offsets[middle] < k)
            least = middle + 1;
        else
            most = middle;
    }
    return least;
}

static inline void OP(pull_share)(const OP_STATE *s, const tp_arcs *in, tropic_offset base,
                                  tropic_offset end, OP(share) * share)
{
    const bool last = end == in->count;
    const tropic_index own = OP(first_list)(in, base);
    const tropic_index next = last ? in->lists : OP(first_list)(in, end);
    const tropic_offset begun = in->offsets[own] < end ? in->offsets[own] : end;
    share->carry_hit = share->tail_hit = false;
    if (begun > base && OP(want)(s, own - 1))
        share->carry_hit = OP(sum_part)(s, in, own - 1, base, begun, &share->carry);
    for (tropic_index j = own; j < next; j++) {
        OP(value) t;
        bool hit;
        if (!OP(want)(s, j)) continue;
        if (in->offsets[j + 1] > end) {
            share->tail_hit = OP(sum_part)(s, in, j, in->offsets[j], end, &share->tail);
        } else {
            hit = OP(sum_part)(s, in, j, in->offsets[j], in->offsets[j + 1], &t);
            OP(update)(s, j, t, hit);
        }
    }
}

static void OP(cooc_shares)(const tp_step *step, tp_sink *sink, int threads)
{
    const OP_STATE s = *(const OP_STATE *)step->state;
    const tp_arcs in = step->gather;
    const int shares = in.count / TP_SHARE < TP_SHARES ? (int)(in.count / TP_SHARE) + 1 : TP_SHARES;
    OP(share) share[TP_SHARES];
    (void)sink;
#define SHARE_AT(b) (in.count / shares * (b) + in.count % shares * (b) / shares)
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(dynamic)
    for (int b = 0; b < shares; b++)
        OP(pull_share)(&s, &in, SHARE_AT(b), SHARE_AT(b + 1), &share[b]);
    for (int b = 0; b + 1 < shares; b++) {
        const tropic_offset seam = SHARE_AT(b + 1);
        const tropic_index j = OP(first_list)(&in, seam) - 1;
        OP(value) t = share[b].tail;
        bool hit = share[b].tail_hit;
        /* Only the share in which it begins. */
        if (j < 0 || in.offsets[j] < SHARE_AT(b) || in.offsets[j + 1] <= seam || !OP(want)(&s, j))
            continue;
        for (int c = b + 1; c < shares && SHARE_AT(c) < in.offsets[j + 1]; c++)
            if (share[c].carry_hit) {
                t = hit ? OP(add)(t, share[c].carry) : share[c].carry;
                hit = true;
            }
        OP(update)(&s, j, t, hit);
    }
#undef SHARE_AT
}
