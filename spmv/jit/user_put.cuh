/* SPDX-License-Identifier: Apache-2.0
 *
 * How a result takes its place where the value's type or the accumulator is the user's. Read after the type
 * tp_user_value and, where there are such, the macros
 *
 *     USER_PUT               tp_put_<type>, where the value is of a built-in type
 *     USER_ACCUM(w, t, i)    the user's own accumulator, which the code TP_ACCUM_ADD then stands for
 */
#ifndef USER_ACCUM
#define USER_ACCUM(w, t, i) (t)
#endif

/* Place i, which w has at k and the mask lets through, of w (accum)= t; see tp_put_<type>. Without an accumulator,
 * flags are not read: they may not have been written yet. */
TP_FN void tp_put_user(tp_user_value *w, uint8_t *w_has, int accum, int64_t k, int64_t i, tp_user_value t, bool hit)
{
    const bool adds = accum == TP_ACCUM_ADD;
#ifdef USER_PUT
    if (!adds) {
        USER_PUT(w, w_has, accum, k, i, t, hit);
        return;
    }
#endif
    if (hit) w[k] = adds && (!w_has || w_has[k]) ? USER_ACCUM(w[k], t, (tropic_index)i) : t;
    if (w_has && (hit || !adds)) w_has[k] = hit;
}
