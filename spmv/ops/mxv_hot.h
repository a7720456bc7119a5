/* SPDX-License-Identifier: Apache-2.0
 *
 * The built-in semirings whose kernels for the CPU every build has: those that the algorithms, LAGraph and most
 * programs use. The option TROPIC_ALL_INSTANCES adds all others of TROPIC_SEMIRING_TABLE. Without it, their products go
 * by lists of operands (semiring/composed.h). Each instance takes about a second of a core to compile.
 * cmake/TropicInstances.cmake reads the rows, which are those of TROPIC_SEMIRING_TABLE with fewer types.
 *
 * A product from the other side goes by the semiring whose multiply has its operands exchanged: it has a row, too. All
 * sums of reals under plus are here, for their order differs from that of composed semirings.
 */
#ifndef TP_MXV_HOT_H
#define TP_MXV_HOT_H

#define TP_TYPES_INDEX(X, ...) X(int32, __VA_ARGS__) X(int64, __VA_ARGS__)
#define TP_TYPES_COMMON(X, ...) TP_TYPES_INDEX(X, __VA_ARGS__) X(fp32, __VA_ARGS__) X(fp64, __VA_ARGS__)
#define TP_TYPES_WIDE(X, ...) TP_TYPES_LONG(X, __VA_ARGS__) TP_TYPES_FLOATING(X, __VA_ARGS__)

#define TP_MXV_HOT(X)                                                                                                  \
    X(OR_AND, or_and, lor, land, BOOL)                                                                                 \
    X(ANY_PAIR, any_pair, any, pair, BOOL)                                                                             \
    X(ANY_SECONDI, any_secondi, any, secondi, INDEX)                                                                   \
    X(MIN_SECONDI, min_secondi, min, secondi, INDEX)                                                                   \
    X(PLUS_TIMES, plus_times, plus, times, COMMON)                                                                     \
    X(PLUS_FIRST, plus_first, plus, first, COMMON)                                                                     \
    X(PLUS_SECOND, plus_second, plus, second, COMMON)                                                                  \
    X(PLUS_PAIR, plus_pair, plus, pair, WIDE)                                                                          \
    X(MIN_PLUS, min_plus, min, plus, COMMON)                                                                           \
    X(MIN_FIRST, min_first, min, first, LONG)                                                                          \
    X(MIN_SECOND, min_second, min, second, LONG)

#endif
