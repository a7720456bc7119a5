/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors by the names of a hypersparse matrix.
 */
#include "spmv/operands/core_vectors.h"

#include "semiring/evaluate.h"
#include "spmv/ewise/ewise_driver.h"

/* Entries on the host. */
typedef struct entries {
    tropic_context *context;
    tropic_index count, *ids;
    void *values;
} entries;

static tropic_status entries_open(entries *e, tropic_context *context, tropic_index most, size_t size)
{
    *e = (entries){.context = context};
    e->ids = tp_allocate(&context->memory, most, sizeof *e->ids);
    e->values = tp_allocate(&context->memory, most, size);
    return e->ids && e->values ? TROPIC_OK : tp_out_of_memory(context, "entries of a vector");
}

static void entries_close(entries *e)
{
    tp_release(&e->context->memory, e->ids);
    tp_release(&e->context->memory, e->values);
}

/* Of places that the host reads. */
static void take_places(entries *e, const tropic_vector *u, const tp_hyperlist *names, size_t size)
{
    for (tropic_index k = 0; k < names->count; k++) {
        const size_t at = (size_t)tp_hyperlist_at(names, k);
        if (u->has && !u->has[at]) continue;
        e->ids[e->count] = k;
        tp_copy_value((char *)e->values + (size_t)e->count * size, (const char *)u->values + at * size, size);
        e->count++;
    }
}

static tropic_status take_list(entries *e, const tropic_vector *u, const tp_hyperlist *names, size_t size)
{
    TP_TRY(tropic_vector_get_entries(u, e->ids, e->values));
    for (tropic_index k = 0; k < u->count.entries; k++) {
        const tropic_index at = tp_hyperlist_find(names, e->ids[k]);
        if (at < 0) continue;
        e->ids[e->count] = at;
        tp_copy_value((char *)e->values + (size_t)e->count * size, (char *)e->values + (size_t)k * size, size);
        e->count++;
    }
    return TROPIC_OK;
}

static tropic_status put(tropic_vector **made, const entries *e, tropic_type type, tropic_index n)
{
    tropic_status status = tropic_vector_create(made, e->context, type, n);
    if (status == TROPIC_OK) status = tropic_vector_put_entries(*made, e->count, e->ids, e->values);
    if (status != TROPIC_OK) tropic_vector_free(made);
    return status;
}

/* The names of the entries as values. */
static tropic_status put_names(tropic_vector **made, const entries *e, tropic_type type, const tp_hyperlist *names)
{
    entries named = *e;
    tropic_status status;
    named.values = tp_allocate(&e->context->memory, e->count, tropic_type_size(type));
    if (!named.values) return tp_out_of_memory(e->context, "entries of a vector");
    tp_hyperlist_as_values(e->context, names, e->ids, e->count, type, named.values);
    status = put(made, &named, type, names->count);
    tp_release(&e->context->memory, named.values);
    return status;
}

tropic_status tp_vector_of_core(tropic_vector **made, const tropic_vector *u, const tp_hyperlist *names,
                                const tropic_type *type)
{
    const bool places = u->form != TROPIC_SPARSE && u->context->backend->location == TROPIC_HOST;
    const size_t size = tropic_type_size(u->type);
    entries e;
    tropic_status status = entries_open(&e, u->context, places ? names->count : u->count.entries, size);
    *made = NULL;
    if (status == TROPIC_OK && places) take_places(&e, u, names, size);
    if (status == TROPIC_OK && !places) status = take_list(&e, u, names, size);
    if (status == TROPIC_OK) status = type ? put_names(made, &e, *type, names) : put(made, &e, u->type, names->count);
    entries_close(&e);
    return status;
}

tropic_status tp_vector_write_of_core(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                      const tropic_vector *t, const tp_hyperlist *names,
                                      const tropic_descriptor *descriptor)
{
    tropic_context *context = w->context;
    tp_operation o = {.context = context, .w = w, .mask = mask, .accum = accum, .kind = TP_COPY, .u = t};
    tropic_descriptor d = *descriptor;
    tropic_vector *named = NULL;
    tropic_status status = TROPIC_OK;
    entries e;
    d.size = sizeof d;
    TP_TRY(tp_vector_finish(t));
    if (!names->ids) return tp_operation_run(&o, t->type, &d);
    status = entries_open(&e, context, t->count.entries, tropic_type_size(t->type));
    e.count = t->count.entries;
    if (status == TROPIC_OK) status = tropic_vector_get_entries(t, e.ids, e.values);
    if (status == TROPIC_OK) tp_hyperlist_translate(context, names, e.ids, e.count, e.ids);
    if (status == TROPIC_OK) status = put(&named, &e, t->type, names->n);
    entries_close(&e);
    o.u = named;
    if (status == TROPIC_OK) status = tp_operation_run(&o, named->type, &d);
    tropic_vector_free(&named);
    return status;
}
