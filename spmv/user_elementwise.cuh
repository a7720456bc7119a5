/* SPDX-License-Identifier: Apache-2.0
 *
 * An elementwise operation with operators of the user's own on the GPU. Read after the user's functions
 * (spmv/user_script.c writes them) and the macros USER_X, USER_Y, USER_Z (types), USER_OPERATE(code, x, y, i)
 * and USER_TEST(code, x, y, i); USER_ACCUM(w, t, i) where the accumulator is a user's, else USER_PUT where
 * the type is built in.
 */
#include "spmv/elementwise.h"
#include "spmv/places.cuh"

/* Place i, which the mask lets through, of w (accum)= t. */
TP_FN void tp_put_user(USER_Z *w, uint8_t *w_has, int accum, int64_t i, USER_Z t, bool hit)
{
#ifdef USER_PUT
    USER_PUT(w, w_has, accum, i, t, hit);
#else
    const bool had = !w_has || w_has[i];
    (void)accum;
#ifdef USER_ACCUM
    if (!hit) return;
    w[i] = had ? USER_ACCUM(w[i], t, (tropic_index)i) : t;
    if (!had) w_has[i] = 1;
#else
    if (hit) w[i] = t;
    if (w_has && had != hit) w_has[i] = hit;
#endif
#endif
}

TP_ELEMENTWISE(user, USER_X, USER_Y, USER_Z, USER_OPERATE, USER_TEST, tp_put_user)

TP_KERNEL void __launch_bounds__(TP_PASS_BLOCK)
    elementwise_user(const __grid_constant__ tp_elementwise e)
{
    TP_FOR_EACH(c, e.n) tp_elementwise_user(&e, c);
}
