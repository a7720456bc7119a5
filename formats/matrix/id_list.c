/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of ids that callers give, looked at.
 */
#include "formats/matrix/id_list.h"

#include "runtime/threads.h"

typedef struct looking {
    const tropic_index *ids;
    unsigned n;
    bool *outside, *falls; /* found by some thread */
} looking;

/* No branch in the loop, for lists of millions. */
static void look_at_some(const void *of, int64_t begin, int64_t end)
{
    const looking *l = of;
    const tropic_index *ids = l->ids;
    const unsigned n = l->n;
    unsigned outside = 0, falls = 0;
    if (begin == 0) outside = begin < end && (unsigned)ids[begin++] >= n;
    for (int64_t k = begin; k < end; k++) {
        outside |= (unsigned)ids[k] >= n;
        falls |= ids[k - 1] >= ids[k];
    }
    if (outside) __atomic_store_n(l->outside, true, __ATOMIC_RELAXED);
    if (falls) __atomic_store_n(l->falls, true, __ATOMIC_RELAXED);
}

tp_id_list tp_ids_look(tropic_context *context, const tropic_index *ids, tropic_index count, tropic_index n)
{
    bool outside = false, falls = false;
    tropic_index k = 0;
    tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, look_at_some,
           &(looking){ids, (unsigned)n, &outside, &falls});
    while (outside && ids[k] >= 0 && ids[k] < n) k++;
    return (tp_id_list){outside ? k : count, !falls};
}
