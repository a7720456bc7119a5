/* SPDX-License-Identifier: Apache-2.0
 *
 * Some of the entries, for others to be left out.
 */
#ifndef TP_FILTER_H
#define TP_FILTER_H

#include "formats/matrix/lists.h"

#include <string.h>

/* Keeps the entries of which keep(e, k, state) is true, in their order. */
static inline void tp_entries_filter(tp_entries *e,
                                     bool (*keep)(const tp_entries *e, tropic_offset k, const void *state),
                                     const void *state)
{
    const size_t size = tp_entries_size(e);
    tropic_offset count = 0;
    for (tropic_offset k = 0; k < e->count; k++) {
        if (!keep(e, k, state)) continue;
        if (count < k) {
            e->row_ids[count] = e->row_ids[k];
            e->col_ids[count] = e->col_ids[k];
            if (size > 0) memcpy(tp_value_at(e->values, size, count), tp_value_at(e->values, size, k), size);
        }
        count++;
    }
    e->count = count;
}

#endif
