/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of the caller's arrays, and copies of them on the host.
 */
#include "formats/matrix/build/arrays.h"

typedef struct look {
    const tropic_index *ids;
    tropic_index n;
    tropic_offset *bad; /* the first position that is wrong */
} look;

static void check_some_ids(const void *of, int64_t begin, int64_t end)
{
    const look *in = of;
    const tropic_index *ids = in->ids, n = in->n;
    tropic_offset bad = INT64_MAX;
    for (tropic_offset k = begin; k < end; k++)
        if ((ids[k] < 0 || ids[k] >= n) && k < bad) bad = k;
    tp_atomic_min(in->bad, bad);
}

tropic_status tp_check_ids(tropic_context *context, const char *name, const tropic_index *ids, tropic_offset count,
                           tropic_index n, const char *what)
{
    tropic_offset bad = count;
    const look of = {ids, n, &bad};
    tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, check_some_ids, &of);
    if (bad == count) return TROPIC_OK;
    return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "%s[%lld] is %d, but there are %d %s", name, (long long)bad,
                   ids[bad], n, what);
}

typedef struct fall {
    const tropic_offset *offsets;
    tropic_offset *bad; /* the first list that ends before it begins */
} fall;

static void check_some_offsets(const void *of, int64_t begin, int64_t end)
{
    const fall *in = of;
    tropic_offset bad = INT64_MAX;
    for (int64_t l = begin; l < end; l++)
        if (in->offsets[l + 1] < in->offsets[l] && l < bad) bad = l;
    tp_atomic_min(in->bad, bad);
}

tropic_status tp_check_offsets(tropic_context *context, const tropic_offset *offsets, tropic_index lists)
{
    tropic_offset bad = lists;
    const fall of = {offsets, &bad};
    if (offsets[0] != 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "offsets[0] is %lld, not 0", (long long)offsets[0]);
    tp_for(tp_team_for(context, lists), lists, TP_CHUNK_ANY, check_some_offsets, &of);
    if (bad == lists) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "offsets[%lld] is %lld, below %lld", (long long)bad + 1,
                   (long long)offsets[bad + 1], (long long)offsets[bad]);
}

tropic_status tp_arrays_fetch(tropic_context *context, const tp_arrays *arrays, void *to, const void *from,
                              size_t bytes)
{
    if (bytes == 0) return TROPIC_OK;
    if (arrays->options.location == TROPIC_DEVICE) return context->backend->download(context, to, from, bytes);
    tp_copy(context, to, from, bytes);
    return TROPIC_OK;
}
