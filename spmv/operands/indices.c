/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of rows and columns, checked and inverted.
 */
#include "spmv/operands/indices.h"

#include "formats/matrix/id_list.h"

#include <string.h>

static tropic_status check_range(tropic_context *context, tp_indices *list, const tropic_indices *given,
                                 const char *name)
{
    const int64_t stride = given->stride != 0 ? given->stride : 1;
    const int64_t last = given->first + stride * (given->count - 1);
    if (given->count > 0 && (given->first < 0 || given->first >= list->n || last < 0 || last >= list->n))
        return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "%s go from %d to %lld, but there are %d", name,
                       given->first, (long long)last, list->n);
    list->range = true;
    list->first = given->first;
    list->stride = (tropic_index)stride;
    list->ascending = stride > 0 || given->count <= 1;
    return TROPIC_OK;
}

static tropic_index id_at(const tp_indices *list, tropic_index k)
{
    return list->ids ? list->ids[k] : (tropic_index)(list->first + (int64_t)list->stride * k);
}

tropic_status tp_indices_list(tropic_context *context, tp_indices *list, const char *name)
{
    if (!list->range) return TROPIC_OK;
    list->made = tp_allocate(list->memory, list->count, sizeof *list->made);
    if (!list->made) return tp_out_of_memory(context, name);
    for (tropic_index k = 0; k < list->count; k++) list->made[k] = id_at(list, k);
    list->ids = list->made;
    list->range = false;
    return TROPIC_OK;
}

tropic_status tp_indices_check(tropic_context *context, tp_indices *list)
{
    tp_id_list found;
    if (!list->unchecked) return TROPIC_OK;
    found = tp_ids_look(context, list->ids, list->count, list->n);
    list->ascending = found.ascends;
    list->unchecked = false;
    if (found.outside == list->count) return TROPIC_OK;
    return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "%s[%d] is %d, but there are %d", list->name, found.outside,
                   list->ids[found.outside], list->n);
}

static tropic_status twice(tropic_context *context, const char *name, tropic_index id, tropic_index first,
                           tropic_index second)
{
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s has %d twice, at %d and %d", name, id, first, second);
}

/* in and place_of; a second occurrence is found on the way. */
static tropic_status invert(tropic_context *context, tp_indices *list, const char *name)
{
    const size_t bytes = (size_t)list->n * (sizeof *list->in + sizeof *list->place_of);
    TP_TRY(tp_need_memory(context, list->memory, bytes, "%s of %d", name, list->n));
    list->in = tp_allocate_zero(list->memory, list->n, sizeof *list->in);
    list->place_of = tp_allocate(list->memory, list->n, sizeof *list->place_of);
    if (!list->in || !list->place_of) return tp_out_of_memory(context, name);
    for (tropic_index i = 0; i < list->n; i++) list->place_of[i] = -1;
    for (tropic_index k = 0; k < list->count; k++) {
        const tropic_index id = list->ids[k];
        if (list->in[id]) return twice(context, name, id, list->place_of[id], k);
        list->in[id] = true;
        list->place_of[id] = k;
    }
    return TROPIC_OK;
}

tropic_status tp_indices_open_unchecked(tropic_context *context, tp_indices *list, const tropic_indices *given,
                                        const char *name, tropic_index n)
{
    *list = (tp_indices){.memory = &context->memory, .name = name, .n = n, .count = n, .ascending = true};
    if (!given) return TROPIC_OK;
    if (given->count < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s: %d ids", name, given->count);
    list->count = given->count;
    list->ids = given->ids;
    list->unchecked = given->ids;
    list->ascending = !given->ids;
    return given->ids ? TROPIC_OK : check_range(context, list, given, name);
}

tropic_status tp_indices_open(tropic_context *context, tp_indices *list, const tropic_indices *given, const char *name,
                              tropic_index n, bool distinct)
{
    tropic_status status;
    TP_TRY(tp_indices_open_unchecked(context, list, given, name, n));
    if (!given) return TROPIC_OK;
    status = tp_indices_check(context, list);
    if (status == TROPIC_OK && distinct) status = tp_indices_list(context, list, name);
    if (status == TROPIC_OK && distinct) status = invert(context, list, name);
    if (status != TROPIC_OK) tp_indices_close(list);
    return status;
}

tropic_status tp_indices_open_named(tropic_context *context, tp_indices *list, const char *name, tropic_index n,
                                    const tropic_index *ids, bool ascending)
{
    const tp_hyperlist names = {.n = n, .count = n, .ids = (tropic_index *)ids};
    const tp_indices given = *list;
    const bool listed = tp_indices_listed(&given);
    tropic_index *made = NULL;
    tropic_status status = TROPIC_OK;
    *list = (tp_indices){.memory = &context->memory, .n = n, .count = n, .ascending = true};
    if (!listed) return TROPIC_OK;
    list->count = given.count;
    list->ids = given.ids;
    if (ascending && !ids && given.ascending) {
        list->range = given.range;
        list->first = given.first;
        list->stride = given.stride > 0 ? given.stride : 1; /* (of one id or none) */
        return TROPIC_OK;
    }
    if (ids || !given.ids) {
        made = tp_allocate(list->memory, given.count, sizeof *made);
        if (!made) return tp_out_of_memory(context, name);
        for (tropic_index k = 0; k < given.count; k++) made[k] = tp_hyperlist_find(&names, id_at(&given, k));
        list->ids = list->made = made;
    }
    list->ascending = given.ascending;
    status = invert(context, list, name);
    if (status != TROPIC_OK) tp_indices_close(list);
    return status;
}

tropic_status tp_indices_hyperlist(tropic_context *context, const tp_indices *list, const char *name,
                                   tp_hyperlist *names)
{
    const tp_memory *memory = &context->memory;
    tropic_index *ids = tp_allocate(memory, list->count, sizeof *ids), *first = NULL;
    tropic_status status = ids ? TROPIC_OK : tp_out_of_memory(context, name);
    for (tropic_index k = 0; k < list->count && ids; k++) ids[k] = id_at(list, k);
    if (status == TROPIC_OK) status = tp_hyperlist_of(context, list->n, ids, NULL, list->count, names);
    if (status == TROPIC_OK && names->count < list->count) {
        first = tp_allocate(memory, names->count, sizeof *first);
        if (!first) status = tp_out_of_memory(context, name);
        for (tropic_index k = 0; k < names->count && first; k++) first[k] = -1;
        for (tropic_index k = 0; k < list->count && status == TROPIC_OK; k++) {
            tropic_index *at = &first[tp_hyperlist_find(names, ids[k])];
            if (*at >= 0) status = twice(context, name, ids[k], *at, k);
            *at = k;
        }
    }
    tp_release(memory, first);
    tp_release(memory, ids);
    return status;
}

tropic_status tp_indices_open_one(tropic_context *context, tp_indices *list, tropic_index id, const char *name,
                                  tropic_index n, bool distinct)
{
    const tropic_indices one = {.first = id, .count = 1};
    if (id < 0 || id >= n)
        return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "%s is %d, but there are %d", name, id, n);
    return tp_indices_open(context, list, &one, name, n, distinct);
}

tp_extraction tp_placing(const tp_indices *rows, const tp_indices *cols)
{
    return (tp_extraction){.rows = rows->n,
                           .cols = cols->n,
                           .row = rows->place_of,
                           .to_rows = tp_indices_ascending(rows),
                           .row_step = 1,
                           .col = cols->place_of,
                           .to_cols = tp_indices_ascending(cols),
                           .to = cols->ids,
                           .ascending = cols->ascending};
}

void tp_indices_close(tp_indices *list)
{
    if (!list->memory) return;
    tp_release(list->memory, list->made);
    tp_release(list->memory, list->in);
    tp_release(list->memory, list->place_of);
    *list = (tp_indices){0};
}
