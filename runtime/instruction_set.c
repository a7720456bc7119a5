/* SPDX-License-Identifier: Apache-2.0
 *
 * Which instruction set a context uses.
 */
#define _GNU_SOURCE
#include "runtime/instruction_set.h"

#include "runtime/environment.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
static const char *const names[] = {"x86-64", "x86-64-v3", "x86-64-v4"};

static int newest(void)
{
    __builtin_cpu_init();
    if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
          __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt")))
        return TP_BASELINE;
    if (!(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
          __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
          __builtin_cpu_supports("avx512vl")))
        return TP_X86_64_V3;
    return TP_X86_64_V4;
}
#else
#ifdef __aarch64__
static const char *const names[] = {"aarch64"};
#else
static const char *const names[] = {"baseline"};
#endif

static int newest(void)
{
    return TP_BASELINE;
}
#endif

enum { NAMES = sizeof names / sizeof *names };

tropic_status tp_instruction_set_choose(tropic_context *context)
{
    const char *chosen = tp_environment("TROPIC_INSTRUCTION_SET");
    const int max = newest();
    char all[64] = "";
    context->instruction_set = max;
    if (!chosen || !*chosen) return TROPIC_OK;
    for (int k = 0; k < NAMES; k++) {
        if (strcmp(chosen, names[k]) != 0) continue;
        context->instruction_set = k;
        if (k <= max) return TROPIC_OK;
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "TROPIC_INSTRUCTION_SET is \"%s\": this processor has %s", chosen,
                       names[max]);
    }
    for (int k = 0; k < NAMES; k++) {
        if (k > 0) strcat(all, k + 1 < NAMES ? ", " : " or ");
        strcat(all, names[k]);
    }
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "TROPIC_INSTRUCTION_SET is \"%.200s\", not %s", chosen, all);
}

const char *tropic_context_instruction_set(const tropic_context *context)
{
    return names[context ? context->instruction_set : newest()];
}
