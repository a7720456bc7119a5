/* SPDX-License-Identifier: Apache-2.0
 *
 * The contract between ops and strategies.
 *
 * An op is a header NAME_op.h, read once per instance with OP_NAME and OP_STATE defined (and the
 * parameters it names). OP_STATE is the struct of its state, which begins with int32_t depth (as in spmv/ops/state.h).
 * The header defines
 *
 *     OP(value)                                    the type that products have and are summed in
 *     bool  OP(want)(s, j)                         the mask: is destination j to be computed?
 *     bool  OP(source)(s, i, j)                    does source i have an entry, for destination j?
 *     value OP(multiply)(s, values, k, i, j)       the product of entry k = A(i,j) and source i
 *     value OP(add)(a, b), OP(identity)()          the monoid
 *     bool  OP(terminal)(t)                        may the sum stop at t?
 *     int   OP(update)(s, j, t, hit)               pulled: store the sum t (hit: any product at all?)
 *     int   OP(push)(s, j, t)                      pushed: merge one product, atomically
 *     void  OP(prepare)(s, j)                      pushed: called once per destination before the
 *                                                  first push, where OP_PREPARE is 1
 *     void  OP(finish)(s, j)                       pushed: called once per wanted destination after
 *                                                  the last push, where OP_FINISH is 1
 *
 * and these flags, each 0 or 1:
 *
 *     OP_PULL_ONLY       it has no push
 *     OP_PREPARE         prepare() is called
 *     OP_FINISH          finish() is called
 *     OP_TERMINAL        terminal() may be true
 *     OP_VISITS_ONCE     a search drives it, and it emits a vertex once: its state has tp_bits, which the search keeps
 *                        and which tell want() and source() what they ask
 *     OP_BUCKETS         its values are taken about in the order of their keys, which on a GPU may be negative where it
 *                        also defines OP_SIGNED_KEYS as 1
 *     OP_PULLS_ENTRIES   cooc_scalar pulls: it sums lists in a fixed order, and does not push
 *
 * and these, defined or not:
 *
 *     OP_IS_BITWISE_OR   add() is a bitwise or: a warp joins the sums of its lanes before it asks terminal()
 *     OP_SOURCES_CHANGE  other steps of a recorded loop write the values of sources while the kernel runs, so that
 *                        these are not read as constants. The loop's text defines it
 *
 * An op with OP_PULLS_ENTRIES also defines
 *
 *     OP(entry), OP(one)()                         the type of entries; one that there is no value of
 *     OP(taken), OP(take_source)(s, i)             the type of sources' values; source i's
 *     value OP(times)(s, a, u, i, j)               the product of such values at hand
 *     value OP(product)(s, a, i, j)                the same, of source i
 *     OP_STATE OP(simple)(s, dense)                s; where tp_step.dense, as the compiler can tell
 *     OP_PLACED                                    0 or 1: product looks at j (source must not)
 *     value OP(value_or_none)(is, t)               CPU, where OP_SHORT_LISTS is defined: t, or else a value that add()
 *                                                  changes nothing by, without a branch
 *     OP_LOOKS_AT_ENTRIES                          0 if times does not look at a; 1: where tp_step.dense, entries have
 *                                                  values; 2: they may lack these (a multiply by its number)
 *
 * An op that emits once also defines
 *
 *     bool OP(settled)(s, j)                       is j's value final?
 *     void OP(prefetch)(s, values, k, j)           CPU: has memory fetched for entry k and for j
 *     void OP(prefetch_write)(s, j)                CPU: the same for j alone, to write
 *     bool OP(claim)(s, j, t)                      CPU: gives j its value, atomically, unless it has one; did it?
 *
 * Its update may be called for one vertex by several threads at once, with products of any of its sources, of
 * which any may win; its multiply is given no entry. csr_push on the CPU does not call push: it asks want, takes j's
 * bit of tp_bits.seen, and if that was not set emits j and calls update, whose answer it does not look at.
 *
 * An op with buckets, whose add is a minimum of keys, also defines
 *
 *     value OP(current)(s, i)                         i's value now
 *     value OP(relax)(s, d, values, k, i, j)      the product of entry k and a source's value d
 *     value OP(atomic_min)(s, j, t)                     j's value = min(it, t), atomically; the value before
 *     bool   OP(lowers)(s, j, t)                   CPU: is t less than j's value?
 *     double OP(key)(t)                            CPU: the key of a value; of no product less than of its source's
 *     void  OP(prefetch)(s, values, k, j)          CPU: as of an op that emits once
 *     void  OP(prefetch_write)(s, j)               CPU: has memory of j's value fetched to write
 *     value OP(load_volatile)(s, i)                       GPU: as any thread has written it
 *     value OP(end)(low, width)                    GPU: the end of the bucket that begins at low
 *
 * Of such an op want, source, multiply, terminal, update and push are the CPU's alone.
 *
 * Where OP_COLUMNS is defined, there is a kernel for blocks of columns, too (spmv/strategies/csc_columns.h), which does
 * without source() and multiply(); where OP_COLUMNS_BASELINE is, too, it has one version for all instruction sets.
 * update and push return a sum of these, which the products of a GPU do not look at:
 *     TP_EMIT    j belongs to the next frontier
 *     TP_REACH   j was reached for the first time
 * State pointers are memory of the backend. Where another thread may write a value that a function reads meanwhile,
 * functions read through tp_load and write through tp_store; relaxed order is enough.
 */
#ifndef TP_OP_H
#define TP_OP_H

#include "semiring/operators.h"
#include "spmv/device/atomics.h"

#define TP_EMIT 1
#define TP_REACH 2

#define OP(part) TP_JOIN2(OP_NAME, part)

#endif
