/* SPDX-License-Identifier: Apache-2.0
 *
 * w'(i,j) = w(i,j) - (pi(i) - pi(j)),  the length of entry k = A(i,j) in DISTANCE's type, reweighed by a
 * potential pi (Johnson 1977) where there is one. On a path the potentials between its ends cancel. Read
 * once by each op of shortest paths, with WEIGHT and DISTANCE defined, after OP_STATE's struct, which has distance and
 * potential. No include guard, by intention.
 */
TP_FN TP_C(DISTANCE)
    OP(length)(const void *potential, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    const TP_C(DISTANCE) w = values ? (TP_C(DISTANCE))((const TP_C(WEIGHT) *)values)[k] : 1;
    const TP_C(DISTANCE) *pi = (const TP_C(DISTANCE) *)potential;
    return pi ? w - (pi[i] - pi[j]) : w;
}

TP_FN bool OP(is_reached)(const OP_STATE *s, tropic_index v)
{
    return ((const TP_C(DISTANCE) *)s->distance)[v] != TP_JOIN2(TP_MAX, DISTANCE);
}
/* Does entry k = A(i,j) lie on a shortest path to j?  d(i) + w(i,j) == d(j) < infinity.  While distances may still
 * fall, does it at least lead to no more?  d(i) + w(i,j) <= d(j) */
TP_FN bool OP(is_tight)(const OP_STATE *s, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    const TP_C(DISTANCE) *d = (const TP_C(DISTANCE) *)s->distance;
    const TP_C(DISTANCE) w = OP(length)(s->potential, values, k, i, j);
    const TP_C(DISTANCE) sum = TP_JOIN2(tp_mul_plus, DISTANCE)(d[i], w, i, TP_JOIN2(TP_MAX, DISTANCE));
    return sum <= d[j] && OP(is_reached)(s, j);
}
