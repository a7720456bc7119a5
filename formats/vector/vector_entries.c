/* SPDX-License-Identifier: Apache-2.0
 *
 * All entries of a vector at once, in and out of host memory.
 */
#include "formats/matrix/build/compact.h"
#include "formats/matrix/id_list.h"
#include "formats/vector/vector.h"
#include "runtime/threads.h"
#include "semiring/evaluate.h"

#include <string.h>

/* A key to sort by is an id, above the bits of its position. */
#define POSITION_BITS 32

/* A copy in memory of the backend. */
static tropic_status bring(tropic_context *context, void **to, const void *from, size_t bytes)
{
    tropic_status status;
    *to = NULL;
    TP_TRY(context->backend->allocate(context, to, bytes, "a vector"));
    status = bytes > 0 ? context->backend->upload(context, *to, from, bytes) : TROPIC_OK;
    if (status != TROPIC_OK) {
        context->backend->release(context, *to);
        *to = NULL;
    }
    return status;
}

/* v = `count` values and beside them their flags (a bitmap) or ids (a sparse vector), copied. */
static tropic_status put_pair(tropic_vector *v, tropic_vector_form form, tropic_index count, const void *values,
                              const void *second, size_t second_bytes)
{
    tropic_context *context = v->context;
    const tropic_index stored = form == TROPIC_SPARSE ? count : v->n;
    void *brought = NULL, *other = NULL;
    tropic_status status;
    if (v->view) return tp_fail(context, TROPIC_NOT_SUPPORTED, "a view stays full: %d of %d entries", count, v->n);
    status = bring(context, &other, second, (size_t)stored * second_bytes);
    if (status == TROPIC_OK) status = bring(context, &brought, values, (size_t)stored * tropic_type_size(v->type));
    if (status != TROPIC_OK) {
        context->backend->release(context, other);
        return status;
    }
    tp_vector_replace(v, form, count, brought, form == TROPIC_BITMAP ? other : NULL,
                      form == TROPIC_SPARSE ? other : NULL);
    return context->backend->wait(context);
}

/* Values for every place: in place where v is full. */
static tropic_status put_full(tropic_vector *v, const void *values)
{
    tropic_context *context = v->context;
    const size_t bytes = (size_t)v->n * tropic_type_size(v->type);
    void *brought = v->values;
    if (v->form != TROPIC_FULL)
        TP_TRY(bring(context, &brought, values, bytes));
    else if (bytes > 0)
        TP_TRY(context->backend->upload(context, v->values, values, bytes));
    tp_vector_replace(v, TROPIC_FULL, v->n, brought, NULL, NULL);
    return context->backend->wait(context);
}

tropic_status tropic_vector_put_dense(tropic_vector *v, const void *values, const bool *present)
{
    tropic_context *context;
    tropic_index count = 0;
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "set entries"));
    context = v->context;
    if (!values && v->n > 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "values is NULL");
    for (tropic_index i = 0; present && i < v->n; i++) count += present[i];
    if (!present || count == v->n) return put_full(v, values);
    return put_pair(v, TROPIC_BITMAP, count, values, present, sizeof *present);
}

/* Host arrays, ascending: the caller's own, or sorted copies, which are in memory[]. */
typedef struct entries {
    const tropic_index *ids;
    const void *values;
    void *memory[2];
} entries;

static tropic_status sort_entries(tropic_context *context, tropic_index count, size_t size, entries *e)
{
    const tp_memory *memory = &context->memory;
    tropic_index *ids = e->memory[0] = tp_allocate(memory, count, sizeof *ids);
    char *values = e->memory[1] = tp_allocate(memory, count, size);
    int64_t *keys = tp_allocate(memory, count, sizeof *keys), *spare = tp_allocate(memory, count, sizeof *spare);
    tropic_status status = TROPIC_OK;
    if (ids && values && keys && spare) {
        const int64_t *sorted;
        for (tropic_index k = 0; k < count; k++) keys[k] = (int64_t)e->ids[k] << POSITION_BITS | k;
        sorted = tp_sort_keys(keys, spare, count, POSITION_BITS, 0, INT64_MAX);
        for (tropic_index k = 0; k < count; k++) {
            const size_t from = (size_t)(tropic_index)sorted[k];
            ids[k] = (tropic_index)(sorted[k] >> POSITION_BITS);
            memcpy(values + (size_t)k * size, (const char *)e->values + from * size, size);
        }
        e->ids = ids;
        e->values = values;
    } else {
        status = tp_out_of_memory(context, "sorting a vector's entries");
    }
    tp_release(memory, keys);
    tp_release(memory, spare);
    return status;
}

/* Ids within range and sorted; *repeats: a place is there more than once. */
static tropic_status check_entries(tropic_vector *v, tropic_index count, entries *e, bool *repeats)
{
    const tp_id_list found = tp_ids_look(v->context, e->ids, count, v->n);
    *repeats = false;
    if (found.outside < count)
        return tp_fail(v->context, TROPIC_INDEX_OUT_OF_RANGE, "ids[%d] is %d, but v has %d places", found.outside,
                       e->ids[found.outside], v->n);
    if (found.ascends) return TROPIC_OK;
    TP_TRY(sort_entries(v->context, count, tropic_type_size(v->type), e));
    for (tropic_index k = 1; k < count && !*repeats; k++) *repeats = e->ids[k - 1] == e->ids[k];
    return TROPIC_OK;
}

/* Entries at one place, which were sorted into e->memory, become one by op; or, where that is NULL, are refused. */
static tropic_status combine_entries(tropic_context *context, const tropic_operator *op, tropic_index *count,
                                     entries *e)
{
    tropic_index *ids = e->memory[0], last = 0;
    char *values = e->memory[1];
    tp_evaluator f;
    size_t size;
    for (tropic_index k = 1; k < *count && !op; k++)
        if (ids[k - 1] == ids[k])
            return tp_fail(context, TROPIC_INVALID_ARGUMENT, "place %d is there more than once", ids[k]);
    TP_TRY(tp_evaluator_open(context, &f, op));
    size = tropic_type_size(op->z);
    for (tropic_index k = 1; k < *count; k++) {
        char *to = values + (size_t)last * size;
        const char *from = values + (size_t)k * size;
        const tropic_index column = 0;
        if (ids[k] == ids[last]) {
            tp_evaluate(&f, to, to, from, &ids[last], &column, 1);
            continue;
        }
        ids[++last] = ids[k];
        memmove(to + size, from, size);
    }
    *count = last + 1;
    return TROPIC_OK;
}

/* v = `count` entries; those at one place combine by op, or are refused. */
static tropic_status put_entries(tropic_vector *v, tropic_index count, const tropic_index *ids, const void *values,
                                 const tropic_operator *op)
{
    entries e = {.ids = ids, .values = values};
    bool repeats = false;
    tropic_status status;
    if (count < 0) return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "%d entries", count);
    if (count > v->n && (!op || v->n == 0)) /* before one is read */
        return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "%d entries, but v has %d places", count, v->n);
    if (count > 0 && (!ids || !values))
        return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "%s is NULL", ids ? "values" : "ids");
    status = check_entries(v, count, &e, &repeats);
    if (status == TROPIC_OK && repeats) status = combine_entries(v->context, op, &count, &e);
    /* Ascending and complete: the values lie by place. */
    if (status == TROPIC_OK)
        status =
            count == v->n ? put_full(v, e.values) : put_pair(v, TROPIC_SPARSE, count, e.values, e.ids, sizeof *e.ids);
    tp_release(&v->context->memory, e.memory[0]);
    tp_release(&v->context->memory, e.memory[1]);
    return status;
}

tropic_status tropic_vector_put_entries(tropic_vector *v, tropic_index count, const tropic_index *ids,
                                        const void *values)
{
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "set entries"));
    return put_entries(v, count, ids, values, NULL);
}

tropic_status tropic_vector_build(tropic_vector *v, tropic_index count, const tropic_index *ids, const void *values,
                                  const tropic_operator *op)
{
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "set entries"));
    if (!op) return tp_operator_null(v->context, "op");
    TP_TRY(tp_operator_check(v->context, "op", op, v->type));
    return put_entries(v, count, ids, values, op);
}

/* Copies a sparse vector's entries to the host and spreads them. */
static tropic_status get_dense_sparse(const tropic_vector *v, void *values, bool *present)
{
    tropic_context *context = v->context;
    const tp_memory *memory = &context->memory;
    const size_t size = tropic_type_size(v->type), count = (size_t)v->count.entries;
    tropic_index *ids = tp_allocate(memory, v->count.entries, sizeof *ids);
    char *listed = tp_allocate(memory, v->count.entries, size);
    tropic_status status = ids && listed ? TROPIC_OK : tp_out_of_memory(context, "a vector");
    if (status == TROPIC_OK) status = tropic_vector_get_entries(v, ids, listed);
    if (status == TROPIC_OK) {
        memset(values, 0, (size_t)v->n * size);
        if (present) memset(present, 0, (size_t)v->n * sizeof *present);
        for (size_t k = 0; k < count; k++) {
            memcpy((char *)values + (size_t)ids[k] * size, listed + k * size, size);
            if (present) present[ids[k]] = true;
        }
    }
    tp_release(memory, ids);
    tp_release(memory, listed);
    return status;
}

static tropic_status get_dense_bitmap(const tropic_vector *v, void *values, bool *present)
{
    tropic_context *context = v->context;
    const size_t size = tropic_type_size(v->type);
    uint8_t *has = tp_allocate(&context->memory, v->n, 1);
    tropic_status status = has ? TROPIC_OK : tp_out_of_memory(context, "a vector");
    if (status == TROPIC_OK) status = context->backend->download(context, has, v->has, (size_t)v->n);
    if (status == TROPIC_OK) status = context->backend->download(context, values, v->values, (size_t)v->n * size);
    if (status == TROPIC_OK)
        for (tropic_index i = 0; i < v->n; i++) {
            if (!has[i]) memset((char *)values + (size_t)i * size, 0, size);
            if (present) present[i] = has[i] != 0;
        }
    tp_release(&context->memory, has);
    return status;
}

tropic_status tropic_vector_get_dense(const tropic_vector *v, void *values, bool *present)
{
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "get entries"));
    if (v->n == 0) return TROPIC_OK;
    if (!values) return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "values is NULL");
    TP_TRY(tp_vector_finish(v));
    if (v->form == TROPIC_SPARSE) return get_dense_sparse(v, values, present);
    if (v->form == TROPIC_BITMAP) return get_dense_bitmap(v, values, present);
    TP_TRY(v->context->backend->download(v->context, values, v->values, (size_t)v->n * tropic_type_size(v->type)));
    for (tropic_index i = 0; present && i < v->n; i++) present[i] = true;
    return TROPIC_OK;
}

static void count_up(const void *of, int64_t begin, int64_t end)
{
    tropic_index *ids = (tropic_index *)of;
    for (int64_t k = begin; k < end; k++) ids[k] = (tropic_index)k;
}

tropic_status tropic_vector_get_entries(const tropic_vector *v, tropic_index *ids, void *values)
{
    tropic_context *context;
    const tp_backend *backend;
    void *listed_ids, *listed;
    tropic_status status = TROPIC_OK;
    size_t id_bytes, bytes;
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    context = v->context;
    TP_TRY(tp_outside_loops(context, "get entries"));
    TP_TRY(tp_vector_finish(v));
    if (v->count.entries == 0) return TROPIC_OK;
    backend = context->backend;
    id_bytes = (size_t)v->count.entries * sizeof *ids;
    bytes = (size_t)v->count.entries * tropic_type_size(v->type);
    listed_ids = v->ids;
    listed = v->values;
    if (v->form == TROPIC_FULL) {
        if (values) TP_TRY(backend->download(context, values, v->values, bytes));
        if (ids) tp_for(tp_team_for(context, v->n), v->n, TP_CHUNK_ANY, count_up, ids);
        return TROPIC_OK;
    }
    if (v->form == TROPIC_BITMAP) TP_TRY(tp_vector_list(v, &listed_ids, &listed));
    if (ids) status = backend->download(context, ids, listed_ids, id_bytes);
    if (status == TROPIC_OK && values) status = backend->download(context, values, listed, bytes);
    if (v->form == TROPIC_BITMAP) {
        backend->release(context, listed_ids);
        backend->release(context, listed);
    }
    return status;
}
