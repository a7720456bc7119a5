/* SPDX-License-Identifier: Apache-2.0
 *
 * Function multiversioning: some functions are compiled for several instruction sets, of which a context chooses one
 * when it is made. Results are the same, bit by bit: nothing is fused or added up in another order. (The attribute
 * target_clones does the same, but its choice cannot be forced, and it needs a C library with indirect functions.)
 *
 * A loop over entries that lie anywhere gains nothing by it; vectors of neighbours do (bench/README.md):
 *
 *     TP_FN void scale(float *x, int64_t n) { for (int64_t i = 0; i < n; i++) x[i] *= 2; }
 *     TP_VERSIONS_V3(scale, (float *x, int64_t n), (x, n));
 *
 *     TP_VERSION(context, scale)(x, n);
 */
#ifndef TP_INSTRUCTION_SET_H
#define TP_INSTRUCTION_SET_H

#include "runtime/runtime.h"

/* Instruction sets: the one that the whole library is compiled for, and those that some functions are compiled for
 * besides; oldest first. */
typedef enum tp_instruction_set { TP_BASELINE, TP_X86_64_V3, TP_X86_64_V4, TP_INSTRUCTION_SETS } tp_instruction_set;

/* The versions of an always-inline function without a result: TP_VERSIONS_V3, where V4 takes V3's, TP_VERSIONS_V4,
 * where one of its own was measured to gain, or TP_VERSIONS_BASELINE, of which all sets take the one, to compile
 * less. */
#define TP_VERSIONS_BASELINE(name, parameters, arguments)                                                              \
    TP_MAKE_VERSION(, name, baseline, parameters, arguments)                                                           \
    static void(*const TP_VERSION_OF(name, versions)[TP_INSTRUCTION_SETS])                                             \
        parameters = {TP_VERSION_OF(name, baseline), TP_VERSION_OF(name, baseline), TP_VERSION_OF(name, baseline)}
#if defined(__x86_64__) && defined(__GNUC__)
/* The instructions of these levels that such functions use. (V4's can fuse products with sums: -ffp-contract=off
 * forbids it.) */
#define TP_TARGET_V3 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define TP_TARGET_V4 __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")))
#define TP_VERSIONS_V3(name, parameters, arguments)                                                                    \
    TP_MAKE_VERSION(, name, baseline, parameters, arguments)                                                           \
    TP_MAKE_VERSION(TP_TARGET_V3, name, v3, parameters, arguments)                                                     \
    TP_LIST_VERSIONS(name, parameters, v3)
#define TP_VERSIONS_V4(name, parameters, arguments)                                                                    \
    TP_MAKE_VERSION(, name, baseline, parameters, arguments)                                                           \
    TP_MAKE_VERSION(TP_TARGET_V3, name, v3, parameters, arguments)                                                     \
    TP_MAKE_VERSION(TP_TARGET_V4, name, v4, parameters, arguments)                                                     \
    TP_LIST_VERSIONS(name, parameters, v4)
#define TP_LIST_VERSIONS(name, parameters, last)                                                                       \
    static void(*const TP_VERSION_OF(name, versions)[TP_INSTRUCTION_SETS])                                             \
        parameters = {TP_VERSION_OF(name, baseline), TP_VERSION_OF(name, v3), TP_VERSION_OF(name, last)}
#else
#define TP_VERSIONS_V3(name, parameters, arguments)                                                                    \
    TP_MAKE_VERSION(, name, baseline, parameters, arguments)                                                           \
    static void(*const TP_VERSION_OF(name, versions)[]) parameters = {TP_VERSION_OF(name, baseline)}
#define TP_VERSIONS_V4 TP_VERSIONS_V3
#endif
#define TP_VERSION(context, name) (TP_VERSION_OF(name, versions)[(context)->instruction_set])
#define TP_MAKE_VERSION(target, name, set, parameters, arguments)                                                      \
    target static void TP_VERSION_OF(name, set) parameters                                                             \
    {                                                                                                                  \
        name arguments;                                                                                                \
    }
#define TP_VERSION_OF(name, set) TP_VERSION_PASTE(name, set)
#define TP_VERSION_PASTE(name, set) name##_##set

/* Chooses the context's: the processor's newest, or the one that TROPIC_INSTRUCTION_SET names. Status: INVALID_ARGUMENT
 * (no such set), NOT_SUPPORTED (the processor lacks it). */
tropic_status tp_instruction_set_choose(tropic_context *context);

#endif
