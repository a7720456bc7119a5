/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of places that callers give.
 */
#include "spmv/vectors/elementwise_driver.h"

/* Ascending ids are distinct; others are ticked off. */
static tropic_status check_distinct(tropic_context *context, const tropic_index *ids, tropic_index count,
                                    tropic_index n)
{
    tropic_status status = TROPIC_OK;
    tropic_index k = 1;
    bool *seen;
    while (k < count && ids[k - 1] < ids[k]) k++;
    if (k >= count) return TROPIC_OK;
    seen = tp_allocate_zero(&context->memory, n, sizeof *seen);
    if (!seen) return tp_out_of_memory(context, "the places of ids");
    for (k = 0; k < count && status == TROPIC_OK; k++) {
        if (seen[ids[k]]) status = tp_fail(context, TROPIC_INVALID_ARGUMENT, "ids has place %d more than once", ids[k]);
        seen[ids[k]] = true;
    }
    tp_release(&context->memory, seen);
    return status;
}

tropic_status tp_ids_check(tropic_context *context, const tropic_index **ids, tropic_index count, const char *v,
                           tropic_index n, bool distinct)
{
    static const tropic_index none = 0;
    if (count < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d ids", count);
    if (!*ids && count == 0 && n > 0) *ids = &none;
    if (!*ids) {
        if (count == n) return TROPIC_OK;
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "count is %d, but %s has %d places", count, v, n);
    }
    if (distinct && count > n) /* before one is read */
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d ids, but %s has %d places", count, v, n);
    for (tropic_index k = 0; k < count; k++)
        if ((*ids)[k] < 0 || (*ids)[k] >= n)
            return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "ids[%d] is %d, but %s has %d places", k, (*ids)[k], v,
                           n);
    return distinct ? check_distinct(context, *ids, count, n) : TROPIC_OK;
}
