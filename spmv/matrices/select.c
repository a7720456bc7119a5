/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_select: entries are tested, then those of each row that stay are counted and copied.
 */
#include "spmv/matrices/bound.h"

typedef struct selection {
    const tp_lists *a;
    const bool *keep;
    tp_lists *out;
} selection;

static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const selection *s = of;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset length = 0;
        for (tropic_offset k = s->a->offsets[i]; k < s->a->offsets[i + 1]; k++) length += s->keep[k];
        s->out->offsets[i + 1] = length;
    }
}

/* Row i, without a branch that depends on what is kept: what is not, the next entry overwrites. */
static inline __attribute__((always_inline)) void fill_row(const selection *s, int64_t i, size_t size)
{
    const tropic_index *ids = s->a->ids;
    const char *from = s->a->values;
    tropic_index *to_ids = s->out->ids;
    char *to = s->out->values;
    const tropic_offset end = s->out->offsets[i + 1];
    for (tropic_offset at = s->out->offsets[i], k = s->a->offsets[i]; at < end; k++) {
        to_ids[at] = ids[k];
        if (size > 0) tp_copy_value(to + (size_t)at * size, from + (size_t)k * size, size);
        at += s->keep[k];
    }
}

static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const selection *s = of;
#define FILL(size)                                                                                                     \
    for (int64_t i = begin; i < end; i++) fill_row(s, i, size)
    TP_BY_SIZE(s->out->size, FILL)
#undef FILL
}

static tropic_status keep_some(tropic_context *context, const tp_lists *a, const bool *keep, tp_lists *out)
{
    const selection s = {a, keep, out};
    *out = (tp_lists){.lists = a->lists, .size = a->size};
    out->offsets = tp_allocate(&context->memory, (int64_t)a->lists + 1, sizeof *out->offsets);
    if (!out->offsets) return tp_out_of_memory(context, "a matrix");
    tp_each_row(context, a->lists, a->count, count_rows, &s);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, out));
    tp_each_row(context, a->lists, a->count, fill_rows, &s);
    return TROPIC_OK;
}

tropic_status tropic_matrix_select(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                   const tropic_operator *accum, const tropic_operator *op, const tropic_matrix *A,
                                   const void *y, const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    tropic_status status;
    bool transposed, *keep;
    tp_bound b;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    TP_TRY(tp_matrix_check_op(context, op));
    if (op->z != TROPIC_BOOL)
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "op %s has a result of %s, not bool", op->name,
                       tropic_type_name(op->z));
    TP_TRY(tp_matrix_check_input(context, A, "A", op->uses_x, op->x));
    TP_TRY(tp_matrix_check_value(context, op, "y", op->uses_y, y));
    transposed = o.descriptor.transpose;
    o.labels = A;
    TP_TRY(tp_matrix_output_check(&o, tp_input_rows(A, transposed), tp_input_cols(A, transposed), A->type, A->pattern));
    TP_TRY(tp_bound_open(&b, context, op, A, transposed, y, false));
    keep = tp_allocate(&context->memory, b.a.count, sizeof *keep);
    if (!keep) return tp_out_of_memory(context, "the entries to select");
    tp_bound_evaluate(&b, keep);
    status = keep_some(context, &b.a, keep, &T);
    tp_release(&context->memory, keep);
    return status == TROPIC_OK ? tp_matrix_write(&o, &T) : status;
}
