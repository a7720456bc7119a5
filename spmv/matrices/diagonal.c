/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_diagonal and tropic_matrix_extract_diagonal.
 */
#include "spmv/matrices/line.h"
#include "spmv/matrices/matrix_output.h"

tropic_status tropic_matrix_diagonal(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                     const tropic_operator *accum, const tropic_vector *u, tropic_index k,
                                     const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    tp_line line = {.down = true, .right = true};
    int64_t n;
    tp_lists T;
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
    TP_TRY(tp_line_lists(context, u, line, o.rows, &T));
    return tp_matrix_write(&o, &T);
}

/* Number of places of diagonal k. */
static tropic_index places(tropic_index rows, tropic_index cols, int64_t k)
{
    const int64_t down = k < 0 ? rows + k : rows, right = k < 0 ? cols : cols - k, n = down < right ? down : right;
    return n < 0 ? 0 : (tropic_index)n;
}

/* Its entries, as one list by place. */
static tropic_status find_entries(tropic_context *context, const tp_lists *rows, tropic_index n, int64_t k, tp_lists *T)
{
    const int64_t row = k < 0 ? -k : 0, col = k < 0 ? 0 : k;
    tropic_offset count = 0;
    TP_TRY(tp_lists_allocate(context, &context->memory, T, 1, n, rows->size));
    for (tropic_index i = 0; i < n; i++) {
        const tropic_index r = (tropic_index)(row + i);
        const tropic_offset at = tp_list_position(rows, r, (tropic_index)(col + i));
        if (at < 0) continue;
        T->ids[count] = i;
        if (T->size > 0)
            tp_copy_value(tp_value_at(T->values, T->size, count), tp_value_at(rows->values, T->size, at), T->size);
        count++;
    }
    T->count = count;
    return TROPIC_OK;
}

tropic_status tropic_matrix_extract_diagonal(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                             const tropic_matrix *A, tropic_index k,
                                             const tropic_descriptor *descriptor)
{
    tropic_context *context;
    tropic_descriptor d;
    tropic_index n;
    tp_lists rows, T;
    int64_t diagonal;
    if (!w) return TROPIC_INVALID_ARGUMENT;
    context = w->context;
    TP_TRY(tp_outside_loops(context, "extract from matrices"));
    TP_TRY(tp_options_copy(context, &d, sizeof d, descriptor, "descriptor"));
    TP_TRY(tp_matrix_check_input(context, A, "A", true, w->type));
    diagonal = d.transpose ? -(int64_t)k : k;
    n = places(A->rows, A->cols, diagonal);
    TP_TRY(tp_vector_check(context, w, "w", n));
    TP_TRY(tp_matrix_open_lists(context, A, TP_BY_ROW, &rows));
    TP_TRY(find_entries(context, &rows, n, diagonal, &T));
    return tp_line_write(w, mask, accum, &T, A->type, descriptor);
}
