/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_scalar on the CPU: a thread per destination that the mask lets through. Sums in list order.
 * Moves, per entry, its id and the source's state; stops early where the monoid may.
 */

/* *t = the sum of the products of entries `from` up to `end` of list j; whether there was any. */
TP_FN bool OP(sum_in_order)(const OP_STATE *s, const tp_arcs *in, tropic_index j, tropic_offset from, tropic_offset end,
                            OP(value) *t)
{
    tropic_offset k = from;
    OP(value) sum = OP(identity)();
    while (k < end && !OP(source)(s, in->ids[k], j)) k++;
    if (k < end) {
        sum = OP(multiply)(s, in->values, k, in->ids[k], j);
        while (++k < end && !OP(terminal)(sum)) {
            const tropic_index i = in->ids[k];
            TP_NO_VECTORS;
            if (OP(source)(s, i, j)) sum = OP(add)(sum, OP(multiply)(s, in->values, k, i, j));
        }
        *t = sum;
        return true;
    }
    *t = sum;
    return false;
}

/* The same of all of list j. Where every source has a value (`dense`, a constant), a list of a few entries is added up
 * without a branch for its length, which a processor cannot predict for the lists of a lattice: the entries
 * behind it count as the value that changes no sum. */
TP_FN bool OP(sum_list)(const OP_STATE *s, const tp_arcs *in, tropic_index j, bool dense, OP(value) *t)
{
    const tropic_offset from = in->offsets[j], end = in->offsets[j + 1];
#ifdef OP_SHORT_LISTS
    const tropic_offset length = end - from;
    if (dense && length > 0 && length <= TP_SHORT_LIST && from + TP_SHORT_LIST <= in->count) {
        OP(value) sum = OP(multiply)(s, in->values, from, in->ids[from], j);
        for (int k = 1; k < TP_SHORT_LIST; k++) {
            const OP(value) product = OP(multiply)(s, in->values, from + k, in->ids[from + k], j);
            sum = OP(add)(sum, OP(value_or_none)(k < length, product));
        }
        *t = sum;
        return true;
    }
#else
    (void)dense;
#endif
    return OP(sum_in_order)(s, in, j, from, end, t);
}

#if OP_VISITS_ONCE
#include "spmv/strategies/csc_bitmap.h"
#else
#define CSC_NAME csc_scalar
#define CSC_PARTIAL_SUMS 0
#include "spmv/strategies/pull_list.h"
#endif
