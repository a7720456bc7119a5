/* SPDX-License-Identifier: Apache-2.0
 *
 * Decimals of few digits among reals. Let m < 10^DBL_DIG be whole. The double next to m / 10^d is off by at most half a
 * unit in its last place, and so is its product with 10^d: together by less than a half, so that rounding gives m back.
 * And m and 10^d are doubles, so that their quotient is that double again.
 */
#include "formats/matrix/forms/decimals.h"

#include "formats/matrix/facts/facts.h"

#include <float.h>
#include <math.h>

static const double POWERS[TP_DECIMALS_MAX + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

int64_t tp_decimal_whole(const void *values, tropic_type type, tropic_offset k, int decimals)
{
    const bool single = type == TROPIC_FP32;
    const double x = tp_value_as_double(values, type, k), most = POWERS[single ? FLT_DIG : DBL_DIG];
    int d = decimals;
    double whole, back;
    int64_t scaled;
    if (!(x >= 0 && x < most)) return -1;
    /* With d decimals, so that there are no more digits than the type keeps; the others are zeros. */
    while (x * POWERS[d] >= most) d--;
    whole = rint(x * POWERS[d]);
    back = whole / POWERS[d];
    if ((single ? (double)(float)back : back) != x) return -1;
    for (scaled = (int64_t)whole; d < decimals; d++) {
        if (scaled > TP_WHOLE_MAX / 10) return -1;
        scaled *= 10;
    }
    return scaled;
}

tropic_status tp_matrix_decimals(tropic_context *context, const tropic_matrix *A, double max, tropic_index terms,
                                 int *decimals)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    int d = 0;
    *decimals = -1;
    TP_TRY(tropic_matrix_csr(A, context, &offsets, &ids, &values));
    for (tropic_offset k = 0; k < offsets[A->rows]; k++)
        while (tp_decimal_whole(values, A->type, k, d) < 0)
            if (++d > TP_DECIMALS_MAX) return TROPIC_OK;
    if (max * POWERS[d] * terms < (double)TP_WHOLE_MAX) *decimals = d;
    return TROPIC_OK;
}
