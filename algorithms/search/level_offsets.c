/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a traversal's levels begin, in an array that grows with them.
 */
#include "algorithms/search/search.h"

#include <string.h>

/* More levels than most searches have. */
#define LEVELS_ROOM 256

tropic_status tp_starts_reserve(tropic_context *context, tp_traversal *t, int64_t *capacity, int64_t kept,
                                int64_t wanted)
{
    int64_t more = *capacity > 0 ? *capacity : LEVELS_ROOM;
    tropic_index *grown;
    if (wanted <= *capacity) return TROPIC_OK;
    while (more < wanted) more *= 2;
    grown = tp_allocate(&context->work, more, sizeof *grown);
    if (!grown) return tp_out_of_memory(context, "the levels' starts");
    if (t->starts) memcpy(grown, t->starts, (size_t)kept * sizeof *grown);
    tp_release(&context->work, t->starts);
    t->starts = grown;
    *capacity = more;
    return TROPIC_OK;
}
