/* SPDX-License-Identifier: Apache-2.0
 *
 * Adds to the count of a vertex, to which other threads add too.
 */
#ifndef TP_ADD_COUNT_CUH
#define TP_ADD_COUNT_CUH

#include "runtime/types.h"
#include "semiring/language.h"

TP_FN void tp_add_count(int64_t *of_vertex, tropic_index v, unsigned long long n)
{
    if (n > 0) atomicAdd((unsigned long long *)of_vertex + v, n);
}

#endif
