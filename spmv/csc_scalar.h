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

#define CSC_NAME csc_scalar
#define CSC_SUM sum_in_order
#include "spmv/csc.h"
