/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_diagonal and tropic_matrix_extract_diagonal.
 */
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"
#include "spmv/work.h"

/* The same with names for u's entries alone. */
static tropic_status make_core(tp_matrix_output *o, const tropic_vector *u, const tp_matrix_line *line)
{
    tropic_context *context = o->context;
    const tropic_index count = tropic_vector_count(u);
    const tp_matrix_line diagonal = {.down = true, .right = true};
    tp_hyperlist rows = {.n = o->rows, .count = count}, cols = {.n = o->cols, .count = count};
    tropic_matrix *core = NULL;
    tp_matrix_output made;
    tropic_vector *packed = NULL;
    tp_lists T;
    void *values = tp_allocate(&context->memory, count, tropic_type_size(u->type));
    tropic_status status = TROPIC_OK;
    rows.ids = tp_allocate(&context->memory, count, sizeof *rows.ids);
    cols.ids = tp_allocate(&context->memory, count, sizeof *cols.ids);
    if (!values || !rows.ids || !cols.ids) status = tp_out_of_memory(context, "a diagonal");
    if (status == TROPIC_OK) status = tropic_vector_get_entries(u, rows.ids, values);
    if (status == TROPIC_OK) status = tropic_vector_create(&packed, context, u->type, count);
    if (status == TROPIC_OK) status = tropic_vector_put_dense(packed, values, NULL);
    if (status == TROPIC_OK) status = tp_matrix_output_open(&made, &core, context, NULL, NULL, NULL);
    if (status == TROPIC_OK) status = tp_matrix_output_check(&made, count, count, u->type, false);
    if (status == TROPIC_OK) status = tp_matrix_line_lists(context, packed, diagonal, count, &T);
    if (status == TROPIC_OK) status = TP_BACKEND_PART(context, matrix)->write_lists(&made, &T);
    tp_release(&context->memory, values);
    tropic_vector_free(&packed);
    for (tropic_index k = 0; status == TROPIC_OK && k < count; k++) {
        cols.ids[k] = rows.ids[k] + line->col;
        rows.ids[k] += line->row;
    }
    if (status == TROPIC_OK) return tp_cores_write(o, core, &rows, &cols);
    tp_hyperlist_free(&context->memory, &rows);
    tp_hyperlist_free(&context->memory, &cols);
    return status;
}

tropic_status tropic_matrix_diagonal(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                     const tropic_operator *accum, const tropic_vector *u, tropic_index k,
                                     const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    tp_matrix_line line = {.down = true, .right = true};
    int64_t n;
    tp_lists T;
    TP_CALL(context);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    TP_TRY(tp_vector_check(context, u, "u", u ? u->n : 0)); /* of any length */
    n = u->n + (k < 0 ? -(int64_t)k : k);
    if (n > TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the result would have %lld rows, of at most %d", (long long)n,
                       TROPIC_INDEX_MAX);
    if (o.descriptor.transpose) k = -k;
    line.row = k < 0 ? -k : 0;
    line.col = k < 0 ? 0 : k;
    TP_TRY(tp_matrix_output_check(&o, (tropic_index)n, (tropic_index)n, u->type, false));
    if (tp_hypersparse_pays(o.rows, o.cols, tropic_vector_count(u))) return make_core(&o, u, &line);
    TP_TRY(tp_matrix_line_lists(context, u, line, o.rows, &T));
    return TP_BACKEND_PART(context, matrix)->write_lists(&o, &T);
}

/* Number of places of diagonal k. */
static tropic_index places(tropic_index rows, tropic_index cols, int64_t k)
{
    const int64_t down = k < 0 ? rows + k : rows, right = k < 0 ? cols : cols - k, n = down < right ? down : right;
    return n < 0 ? 0 : (tropic_index)n;
}

/* The entries of diagonal k of a hypersparse matrix, as one list by place. */
static tropic_status find_named(tropic_context *context, const tp_hypersparse *form, tropic_index n, int64_t k,
                                tp_lists *T)
{
    const int64_t row = k < 0 ? -k : 0;
    tropic_offset count = 0;
    tp_lists rows;
    TP_TRY(tp_matrix_open_lists(context, form->core, TP_BY_ROW, &rows));
    TP_TRY(tp_lists_allocate(context, &context->memory, T, 1, rows.lists, rows.size));
    for (tropic_index r = 0; r < rows.lists; r++) {
        const int64_t i = tp_hyperlist_at(&form->rows, r), place = i - row, col = i + k;
        tropic_index c;
        tropic_offset at;
        if (place < 0 || place >= n) continue;
        c = tp_hyperlist_find(&form->cols, (tropic_index)col);
        at = c < 0 ? -1 : tp_list_position(&rows, r, c);
        if (at < 0) continue;
        T->ids[count] = (tropic_index)place;
        if (T->size > 0)
            tp_copy_value(tp_value_at(T->values, T->size, count), tp_value_at(rows.values, T->size, at), T->size);
        count++;
    }
    T->count = count;
    return TROPIC_OK;
}

tropic_status tropic_matrix_extract_diagonal(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                             const tropic_matrix *A, tropic_index k,
                                             const tropic_descriptor *descriptor)
{
    const tp_hypersparse *form;
    tropic_context *context;
    tropic_descriptor d;
    tropic_index n;
    tp_lists T;
    int64_t diagonal;
    TP_CALL(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, w->n, mask, descriptor);
    if (!w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    context = w->context;
    TP_TRY(tp_matrix_check_call(context, "extract from matrices"));
    TP_TRY(tp_options_copy(context, &d, sizeof d, descriptor, "descriptor"));
    TP_TRY(tp_matrix_check_input(context, A, "A", true, w->type));
    diagonal = d.transpose ? -(int64_t)k : k;
    n = places(A->rows, A->cols, diagonal);
    TP_TRY(tp_vector_check(context, w, "w", n));
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    if (form) {
        TP_TRY(find_named(context, form, n, diagonal, &T));
        return tp_matrix_line_write_host(w, mask, accum, &T, A->type, descriptor);
    }
    TP_TRY(TP_BACKEND_PART(context, matrix)->diagonal(context, A, diagonal, n, &T));
    return tp_matrix_line_write(w, mask, accum, &T, A->type, NULL, n, descriptor);
}
