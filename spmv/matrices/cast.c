/* SPDX-License-Identifier: Apache-2.0
 *
 * Casts of all values of a matrix.
 */
#include "spmv/matrices/cast.h"

typedef struct casting {
    tp_cast *cast;
    const char *from;
    char *to;
    size_t from_size, to_size;
} casting;

static void cast_range(const void *of, int64_t begin, int64_t end)
{
    const casting *c = of;
    c->cast(c->to + (size_t)begin * c->to_size, c->from + (size_t)begin * c->from_size, end - begin);
}

tropic_status tp_cast_values(tropic_context *context, tropic_type to, tropic_type from, const void *values,
                             tropic_offset count, void **made)
{
    casting c = {.cast = tp_cast_of(to, from),
                 .from = values,
                 .from_size = tropic_type_size(from),
                 .to_size = tropic_type_size(to)};
    *made = NULL;
    if (!c.cast) return TROPIC_OK;
    *made = c.to = tp_allocate(&context->memory, count, c.to_size);
    if (!c.to) return tp_out_of_memory(context, "the values of a matrix");
    tp_for(tp_team_for(context, count), count, TP_CHUNK_ANY, cast_range, &c);
    return TROPIC_OK;
}

tropic_status tp_matrix_open_cast(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                  tropic_type type, tp_lists *lists, void **made)
{
    *made = NULL;
    TP_TRY(tp_matrix_open_lists(context, A, orientation, lists));
    if (lists->size == 0) return TROPIC_OK;
    TP_TRY(tp_cast_values(context, type, A->type, lists->values, lists->count, made));
    if (!*made) return TROPIC_OK;
    lists->values = *made;
    lists->size = tropic_type_size(type);
    return TROPIC_OK;
}
