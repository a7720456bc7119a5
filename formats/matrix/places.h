/* SPDX-License-Identifier: Apache-2.0
 *
 * Places of a matrix whose lists lie on a device alone: looked up there, and lists merged there with updates. The
 * lists have pointers into the device's memory; all else is in the host's.
 */
#ifndef TP_PLACES_H
#define TP_PLACES_H

#include "formats/matrix/given_lines.h"
#include "formats/matrix/lists.h"

TP_BEGIN_C

/* Updates of lists, by list, then id. Nothing is at one place twice. */
typedef struct tp_sorted_updates {
    int64_t count;
    const tropic_index *list, *id;
    const tropic_offset *at; /* among the stored entries: of the one that it replaces; ~ of the one that it precedes */
    const tropic_offset *shift; /* how many more entries there are in front of each, for those before it; count + 1 */
    const uint8_t *removed;
    const void *values; /* of lists->size bytes; those of removed ones are anything */
} tp_sorted_updates;

/* Lines that become others, by line. */
typedef struct tp_given_sorted {
    int64_t count;
    const tropic_index *line;
    const tp_given_line *given;
    const tropic_offset *shift; /* likewise; count + 1 */
    const tropic_index *ids;    /* on the device, as the values */
    const void *values;
} tp_given_sorted;

/*   find    at[k] = where the entry of list[k] with id[k] is; ~: where it would be. Where it is, values[k] = its value
 *           (NULL: not asked for), or (NULL: stays) it becomes put[k]: of at most 8 bytes. Without a context, or with
 *           another device's, nothing is put, and what the device was given before is not waited for
 *   merge   *made = lists of `count` entries, with the updates, in memory as of mirror_allocate
 *   replace the same with other lines, after all that the device was given before */
#define TP_PLACES_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, find,                                                                                     \
      (tropic_context * context, int device, const tp_lists *lists, const tropic_index *list, const tropic_index *id,  \
       int64_t count, tropic_offset *at, void *values, const void *put))                                               \
    X(tropic_status, prefix, merge,                                                                                    \
      (tropic_context * context, const tp_lists *lists, const tp_sorted_updates *updates, tropic_offset count,         \
       tp_side *made))                                                                                                 \
    X(tropic_status, prefix, replace,                                                                                  \
      (tropic_context * context, const tp_lists *lists, const tp_given_sorted *lines, tropic_offset count,             \
       tp_side *made))

typedef struct tp_places_calls {
    TP_PLACES_CALLS(TP_CALL_POINTER, )
} tp_places_calls;
TP_PLACES_CALLS(TP_CALL_PROTOTYPE, tp_cuda_places_)
extern const tp_places_calls tp_cuda_places_calls;

/* Bytes of a value that `find` can put, and get. */
#define TP_PLACES_PUT 8
#define TP_PLACES_VALUE 4096

/* Of the device that owns a side. */
static inline const tp_places_calls *tp_places_of(const tp_side *side)
{
    (void)side;
#if TP_CUDA
    return &tp_cuda_places_calls;
#else
    return NULL;
#endif
}

TP_END_C

#endif
