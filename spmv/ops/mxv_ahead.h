/* SPDX-License-Identifier: Apache-2.0
 *
 * The built-in semirings whose kernels for a GPU are compiled with the library: those that most programs use. Others
 * are compiled when first asked for (spmv/jit). cmake/TropicInstances.cmake reads the rows, which are those of
 * TROPIC_SEMIRING_TABLE with one type. None may be another semiring when its operands change sides. (Each takes 7 s of
 * a core to compile and some 200 kB of the library, for each architecture.)
 */
#ifndef TP_MXV_AHEAD_H
#define TP_MXV_AHEAD_H

#define TP_MXV_AHEAD(X)                                                                                                \
    X(PLUS_TIMES, plus_times, plus, times, fp32)                                                                       \
    X(PLUS_TIMES, plus_times, plus, times, fp64)                                                                       \
    X(PLUS_TIMES, plus_times, plus, times, int32)                                                                      \
    X(PLUS_TIMES, plus_times, plus, times, int64)                                                                      \
    X(MIN_PLUS, min_plus, min, plus, fp32)                                                                             \
    X(MIN_PLUS, min_plus, min, plus, fp64)                                                                             \
    X(MIN_PLUS, min_plus, min, plus, int32)                                                                            \
    X(MIN_PLUS, min_plus, min, plus, int64)                                                                            \
    X(ANY_PAIR, any_pair, any, pair, bool8)                                                                            \
    X(PLUS_PAIR, plus_pair, plus, pair, int64)

#endif
