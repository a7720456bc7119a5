/* SPDX-License-Identifier: Apache-2.0
 *
 * The monoid of ops that choose the smallest id: (min, TROPIC_INDEX_MAX). Read within an op's header; no include guard,
 * by intention.
 */
typedef tropic_index OP(value);

TP_FN tropic_index OP(identity)(void)
{
    return TROPIC_INDEX_MAX;
}
TP_FN tropic_index OP(add)(tropic_index a, tropic_index b)
{
    return a < b ? a : b;
}
