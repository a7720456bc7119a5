/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of tropic_host.h that are compiled into the functions that tropic_define.h makes. They stand apart, so that
 * parsers of declarations (Python's cffi) can read the other headers.
 */
#ifndef TROPIC_HOST_FUNCTIONS_H
#define TROPIC_HOST_FUNCTIONS_H

#include <tropic_host.h>

#define TROPIC_HOST_FN static inline __attribute__((unused))
/* For functions that are compiled again for each set of constants in a call. */
#define TROPIC_HOST_FORM static inline __attribute__((unused, always_inline))

/* Waits for the flag of a place, takes it, and returns its former value. */
TROPIC_HOST_FN uint8_t tropic_host_lock(uint8_t *flag)
{
    uint8_t was;
    while ((was = __atomic_exchange_n(flag, (uint8_t)2, __ATOMIC_ACQUIRE)) == 2) {
    }
    return was;
}

/* The slot of place j, or the free one that it may take. */
TROPIC_HOST_FN uint32_t tropic_host_slot(const tropic_host_table *table, tropic_index j)
{
    uint32_t slot = ((uint32_t)j * table->multiplier) >> table->shift;
    while (table->places[slot] != j && table->places[slot] != TROPIC_HOST_FREE) slot = (slot + 1) & table->last;
    return slot;
}

TROPIC_HOST_FORM tropic_index tropic_host_name(const tropic_index *names, tropic_index at)
{
    return names ? names[at] : at;
}

TROPIC_HOST_FORM tropic_offset tropic_host_at(tropic_host_by by, tropic_offset entry, tropic_index place)
{
    return by == TROPIC_HOST_ENTRY ? entry : by == TROPIC_HOST_PLACE ? place : 0;
}

#endif
