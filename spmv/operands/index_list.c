/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of places that callers give.
 */
#include "formats/matrix/build/compact.h"
#include "formats/matrix/id_list.h"
#include "spmv/ewise/ewise_driver.h"
#include "spmv/tuning.h"

static tropic_status twice(tropic_context *context, int64_t id)
{
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "ids has place %d more than once", (int)id);
}

static tropic_status tick_off(tropic_context *context, const tropic_index *ids, tropic_index count, tropic_index n)
{
    tropic_status status = TROPIC_OK;
    bool *seen = tp_allocate_zero(&context->memory, n, sizeof *seen);
    if (!seen) return tp_out_of_memory(context, "the places of ids");
    for (tropic_index k = 0; k < count && status == TROPIC_OK; k++) {
        if (seen[ids[k]]) status = twice(context, ids[k]);
        seen[ids[k]] = true;
    }
    tp_release(&context->memory, seen);
    return status;
}

static tropic_status compare_sorted(tropic_context *context, const tropic_index *ids, tropic_index count,
                                    tropic_index n)
{
    tropic_status status = TROPIC_OK;
    int64_t *keys = tp_allocate(&context->memory, count, sizeof *keys);
    int64_t *spare = tp_allocate(&context->memory, count, sizeof *spare);
    if (keys && spare) {
        const int64_t *sorted;
        for (tropic_index k = 0; k < count; k++) keys[k] = ids[k];
        sorted = tp_sort_keys(keys, spare, count, 0, 0, n);
        for (tropic_index k = 1; k < count && status == TROPIC_OK; k++)
            if (sorted[k - 1] == sorted[k]) status = twice(context, sorted[k]);
    } else {
        status = tp_out_of_memory(context, "the places of ids");
    }
    tp_release(&context->memory, keys);
    tp_release(&context->memory, spare);
    return status;
}

static tropic_status check_distinct(tropic_context *context, const tropic_index *ids, tropic_index count,
                                    tropic_index n)
{
    return count > n / TP_TICKED_PART ? tick_off(context, ids, count, n) : compare_sorted(context, ids, count, n);
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
    const tp_id_list found = tp_ids_look(context, *ids, count, n);
    if (found.outside < count)
        return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "ids[%d] is %d, but %s has %d places", found.outside,
                       (*ids)[found.outside], v, n);
    /* Ascending ids are distinct. */
    return distinct && !found.ascends ? check_distinct(context, *ids, count, n) : TROPIC_OK;
}
