/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines of matrices as lists, on the host: of vectors, and diagonals as lists.
 */
#include "spmv/matrix_calls.h"

tropic_status tp_cpu_line_lists(tropic_context *context, const tp_entry_list *v, size_t size, tp_matrix_line line,
                                tropic_index rows, tp_lists *T)
{
    const tropic_index *ids = v->ids;
    TP_TRY(tp_lists_allocate(context, &context->memory, T, rows, v->count.entries, size));
    for (tropic_index k = 0; k < v->count.entries; k++) T->ids[k] = ids ? ids[k] : k;
    if (v->count.entries > 0) memcpy(T->values, v->values, (size_t)v->count.entries * size);
    for (tropic_index i = 0, k = 0; i <= rows; i++) {
        /* Places of the vector that are in earlier rows. */
        const tropic_index places = i <= line.row ? 0 : line.down ? i - line.row : TROPIC_INDEX_MAX;
        while (k < v->count.entries && T->ids[k] < places) k++;
        T->offsets[i] = k;
    }
    for (tropic_index k = 0; k < v->count.entries; k++) T->ids[k] = line.col + (line.right ? T->ids[k] : 0);
    return TROPIC_OK;
}

tropic_status tp_cpu_diagonal(tropic_context *context, const tropic_matrix *A, int64_t k, tropic_index n, tp_lists *T)
{
    const int64_t row = k < 0 ? -k : 0, col = k < 0 ? 0 : k;
    tropic_offset count = 0;
    tp_lists rows;
    TP_TRY(tp_matrix_open_lists(context, A, TP_BY_ROW, &rows));
    TP_TRY(tp_lists_allocate(context, &context->memory, T, 1, n, rows.size));
    for (tropic_index i = 0; i < n; i++) {
        const tropic_index r = (tropic_index)(row + i);
        const tropic_offset at = tp_list_position(&rows, r, (tropic_index)(col + i));
        if (at < 0) continue;
        T->ids[count] = i;
        if (T->size > 0)
            tp_copy_value(tp_value_at(T->values, T->size, count), tp_value_at(rows.values, T->size, at), T->size);
        count++;
    }
    T->offsets[0] = 0;
    T->offsets[1] = T->count = count;
    return TROPIC_OK;
}
