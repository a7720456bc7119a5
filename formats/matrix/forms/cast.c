/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix whose values are cast to another type: for those who read its arrays, on the host or on a device.
 */
#include "formats/matrix/forms/decimals.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/lists.h"
#include "semiring/cast.h"

/* A without arrays; the lock is held. */
static tropic_status add(tropic_context *context, tropic_matrix *A, tropic_type type, int decimals,
                         tropic_matrix **cast)
{
    tp_entries shape = {.rows = A->rows,
                        .cols = A->cols,
                        .count = A->count,
                        .type = type,
                        .label_base = A->label_base,
                        .bipartite = A->bipartite};
    tropic_matrix *made = tp_matrix_new_in(&A->memory, &shape);
    if (!made) return tp_out_of_memory(context, "the values of a matrix");
    made->pattern = false;
    made->decimals = decimals;
    made->symmetric = A->symmetric;
    made->labels = A->labels;
    made->loops = A->loops;
    made->next_cast = A->casts;
    *cast = A->casts = made;
    return TROPIC_OK;
}

/* A side with the ids of `from` and no values yet. */
static tp_side borrow(const tp_side *from)
{
    return (tp_side){.borrowed = TP_BORROWED_OFFSETS | TP_BORROWED_IDS,
                     .memory = from->memory,
                     .owner = from->owner,
                     .offsets = from->offsets,
                     .ids = from->ids};
}

/* A's values of one orientation on the host. */
static void cast_on_host(tropic_context *context, const tropic_matrix *A, tp_orientation o, const tropic_matrix *cast,
                         void *values)
{
    int64_t *whole = values;
    if (cast->decimals == 0)
        tp_cast_all(context, values, cast->type, A->host.sides[o].values, A->type, A->count);
    else
        for (tropic_offset k = 0; k < A->count; k++)
            whole[k] = tp_decimal_whole(A->host.sides[o].values, A->type, k, cast->decimals);
}

static tropic_status fill_on_host(tropic_context *context, tropic_matrix *A, tropic_matrix *cast)
{
    tp_orientation o;
    tp_side made;
    TP_TRY(tp_matrix_need(context, A, tp_matrix_here(A)));
    o = tp_matrix_here(A);
    made = borrow(&A->host.sides[o]);
    made.values = tp_allocate(&A->memory, A->count, tropic_type_size(cast->type));
    if (!made.values) return tp_out_of_memory(context, "the values of a matrix");
    cast_on_host(context, A, o, cast, made.values);
    made.present = true;
    cast->host.sides[o] = made;
    return TROPIC_OK;
}

/* Of an orientation that the device has. Decimals are made on the host. */
static tropic_status cast_on_device(tropic_context *context, tropic_matrix *A, tp_orientation o,
                                    const tropic_matrix *cast, void *values)
{
    const size_t size = tropic_type_size(cast->type);
    tropic_status status;
    void *made;
    if (cast->decimals == 0)
        return context->backend->cast(context, values, cast->type, tp_matrix_forms(context, A)->sides[o].values,
                                      A->type, NULL, A->count);
    TP_TRY(tp_matrix_need(context, A, o));
    made = tp_allocate(&A->memory, A->count, size);
    if (!made) return tp_out_of_memory(context, "the values of a matrix");
    cast_on_host(context, A, tp_matrix_stored(A, o), cast, made);
    status = context->backend->upload(context, values, made, (size_t)A->count * size);
    if (status == TROPIC_OK) status = context->backend->wait(context);
    tp_release(&A->memory, made);
    return status;
}

static tropic_status fill_on_device(tropic_context *context, tropic_matrix *A, tropic_matrix *cast)
{
    const tp_backend *backend = context->backend;
    const tp_side *sides = tp_matrix_forms(context, A)->sides;
    const tp_orientation o = sides[TP_BY_ROW].present ? TP_BY_ROW : TP_BY_COLUMN;
    const size_t bytes = (size_t)A->count * tropic_type_size(cast->type);
    tp_side made = borrow(&sides[o]);
    tropic_status status;
    tp_forms *forms;
    TP_TRY(tp_matrix_make_forms(context, cast, &forms));
    made.memory = context->memory;
    TP_TRY(backend->mirror_allocate(context, &made.memory, &made.values, bytes > 0 ? bytes : 1, "the matrix"));
    status = cast_on_device(context, A, o, cast, made.values);
    if (status == TROPIC_OK) status = backend->wait(context);
    made.present = status == TROPIC_OK;
    if (made.present)
        forms->sides[o] = made;
    else
        backend->mirror_release(&made.memory, context->device_index, &made.values, 1);
    return status;
}

static bool has_any(const tp_side *sides)
{
    return sides[TP_BY_ROW].present || sides[TP_BY_COLUMN].present;
}

/* Whoever is given the cast has it with its values. */
static void hold(tropic_context *context, tropic_matrix *cast, tp_side *sides)
{
    for (int o = TP_BY_ROW; o <= TP_BY_COLUMN; o++)
        if (sides[o].present) tp_matrix_hold(context, cast, &sides[o]);
}

typedef struct wanted_cast {
    tropic_type type;
    int decimals;
    tropic_matrix *A;           /* whose lock is held */
    const tropic_matrix **cast; /* found */
} wanted_cast;

/* Values, where the context works if A has arrays there, else on the host. (Others may be reading the cast.) */
static tropic_status fill(tropic_context *context, tropic_matrix *cast, void *of)
{
    const wanted_cast *w = of;
    tropic_matrix *A = w->A;
    const bool on_host = context->backend->location == TROPIC_HOST || !has_any(tp_matrix_forms(context, A)->sides);
    tp_forms *forms = &cast->host;
    if (!on_host) TP_TRY(tp_matrix_make_forms(context, cast, &forms));
    if (!has_any(forms->sides)) TP_TRY((on_host ? fill_on_host : fill_on_device)(context, A, cast));
    hold(context, cast, forms->sides);
    return TROPIC_OK;
}

static tropic_status find_cast(tropic_context *context, tropic_matrix *A, void *of)
{
    wanted_cast *w = of;
    tropic_matrix *cast = A->casts;
    while (cast && (cast->type != w->type || cast->decimals != w->decimals)) cast = cast->next_cast;
    if (!cast) TP_TRY(add(context, A, w->type, w->decimals, &cast));
    w->A = A;
    TP_TRY(tp_matrix_with(context, cast, fill, w));
    tp_matrix_enter_cache(A);
    *w->cast = cast;
    return TROPIC_OK;
}

static tropic_status cast_to(tropic_context *context, const tropic_matrix *A, tropic_type type, int decimals,
                             const tropic_matrix **cast)
{
    return tp_matrix_with(context, A, find_cast, &(wanted_cast){type, decimals, NULL, cast});
}

tropic_status tp_matrix_cast(tropic_context *context, const tropic_matrix *A, tropic_type type,
                             const tropic_matrix **cast)
{
    *cast = A;
    return A->pattern || A->type == type ? TROPIC_OK : cast_to(context, A, type, 0, cast);
}

tropic_status tp_matrix_scaled(tropic_context *context, const tropic_matrix *A, int decimals,
                               const tropic_matrix **scaled)
{
    return cast_to(context, A, TROPIC_INT64, decimals, scaled);
}

tropic_status tp_matrix_weights(tropic_context *context, const tropic_matrix *A, const tropic_matrix **weights)
{
    switch (A->type) {
    case TROPIC_INT8:
    case TROPIC_INT16: return tp_matrix_cast(context, A, TROPIC_INT32, weights);
    case TROPIC_UINT8:
    case TROPIC_UINT16: return tp_matrix_cast(context, A, TROPIC_UINT32, weights);
    default: return tp_matrix_cast(context, A, A->type, weights);
    }
}
