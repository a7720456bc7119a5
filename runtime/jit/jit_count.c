/* SPDX-License-Identifier: Apache-2.0
 *
 * How often a compiler was called: tests ask whether the cache served.
 */
#include "runtime/jit/jit.h"
#include "runtime/jit/jit_parts.h"

static long compilations;

void tp_jit_count(void)
{
    __atomic_add_fetch(&compilations, 1, __ATOMIC_RELAXED);
}

long tp_jit_compilations(void)
{
    return __atomic_load_n(&compilations, __ATOMIC_RELAXED);
}
