/* SPDX-License-Identifier: Apache-2.0
 *
 * Which list a position lies in, and where an id is in a list. One text, compiled as C and as CUDA.
 */
#ifndef TP_LIST_AT_H
#define TP_LIST_AT_H

#include "semiring/language.h"

#define TP_LIST_AT(name, T)                                                                                            \
    TP_FN int64_t name(const T *offsets, int64_t lists, int64_t position)                                              \
    {                                                                                                                  \
        int64_t low = 0, high = lists; /* offsets[low] <= position < offsets[high] */                                  \
        while (high - low > 1) {                                                                                       \
            const int64_t middle = low + (high - low) / 2;                                                             \
            if (offsets[middle] <= position)                                                                           \
                low = middle;                                                                                          \
            else                                                                                                       \
                high = middle;                                                                                         \
        }                                                                                                              \
        return low;                                                                                                    \
    }

/* The last list that begins at the position or before: the one that it lies in. */
TP_LIST_AT(tp_list_at, tropic_offset)
TP_LIST_AT(tp_list_at_int32, tropic_index)

/* The first position from .. to whose id, in ascending ids, is `id` or more. */
#ifdef __CUDACC__
__host__ /* too: for formats/matrix/lists.h */
#endif
    TP_FN tropic_offset
    tp_find_id(const tropic_index *ids, tropic_offset from, tropic_offset to, int64_t id)
{
    while (from < to) {
        const tropic_offset middle = from + (to - from) / 2;
        if (ids[middle] < id)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Where the id stands among ascending ids; -1: nowhere. */
TP_FN tropic_index tp_position(const tropic_index *ids, int64_t count, tropic_index id)
{
    const int64_t at = tp_find_id(ids, 0, count, id);
    return at < count && ids[at] == id ? (tropic_index)at : -1;
}

#endif
