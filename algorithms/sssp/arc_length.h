/* SPDX-License-Identifier: Apache-2.0
 *
 * w'(i,j) = w(i,j) - (pi(i) - pi(j)),  the length of entry k = A(i,j) in DISTANCE's type, reweighed by a
 * potential pi (Johnson 1977) where there is one. On a path the potentials between its ends cancel. Read
 * once by each op of shortest paths, with WEIGHT and DISTANCE defined. No include guard, by intention.
 */
TP_FN TP_C(DISTANCE)
    OP(length)(const void *potential, const void *values, tropic_offset k, tropic_index i, tropic_index j)
{
    const TP_C(DISTANCE) w = values ? (TP_C(DISTANCE))((const TP_C(WEIGHT) *)values)[k] : 1;
    const TP_C(DISTANCE) *pi = (const TP_C(DISTANCE) *)potential;
    return pi ? w - (pi[i] - pi[j]) : w;
}
