/* SPDX-License-Identifier: Apache-2.0
 *
 * The dense form of a matrix on the host, written: entries come and go in it.
 */
#include "formats/matrix/forms/dense.h"

#include <string.h>

void tp_dense_alone(tropic_matrix *A)
{
    tp_matrix_drop_forms(A, &A->host.dense, NULL);
    tp_symbolic_free(&A->symbolic);
    A->degrees_known[TP_BY_ROW] = A->degrees_known[TP_BY_COLUMN] = false;
    A->symmetric = A->facts_known = A->components_known = false;
    A->pattern_number = 0;
}

/* Bits of all places of A. */
static tropic_status make_bits(tropic_context *context, const tropic_matrix *A, uint64_t **bits)
{
    const int64_t words = tp_dense_words(A->cols);
    *bits = tp_allocate(&A->memory, A->rows * words, sizeof **bits);
    if (!*bits) return tp_out_of_memory(context, "a bitmap");
    for (int64_t k = 0; k < A->rows * words; k++) (*bits)[k] = tp_dense_full_word(A->cols, k % words);
    return TROPIC_OK;
}

tropic_status tp_dense_open(tropic_context *context, tropic_matrix *A)
{
    tp_side *dense = &A->host.dense, *rows = &A->host.sides[TP_BY_ROW];
    TP_TRY(tp_matrix_need_dense(context, A));
    if (dense->borrowed && (!rows->present || rows->values != dense->values || (rows->borrowed & TP_BORROWED_VALUES)))
        return TROPIC_OK;
    if (!dense->bits) TP_TRY(make_bits(context, A, &dense->bits));
    if (dense->borrowed) rows->borrowed |= TP_BORROWED_VALUES;
    dense->borrowed = 0;
    tp_dense_alone(A);
    return TROPIC_OK;
}

void tp_dense_put(tropic_matrix *A, tropic_index i, tropic_index j, const void *value, bool removed)
{
    const size_t size = tp_matrix_value_size(A);
    const uint64_t bit = UINT64_C(1) << j % TP_DENSE_WORD;
    uint64_t *word = A->host.dense.bits + i * tp_dense_words(A->cols) + j / TP_DENSE_WORD;
    void *at = tp_value_at(A->host.dense.values, size, (tropic_offset)i * A->cols + j);
    *word = removed ? *word & ~bit : *word | bit;
    if (size > 0 && removed) memset(at, 0, size);
    if (size > 0 && !removed) tp_copy_value(at, value, size);
}

tropic_offset tp_dense_clear_row(tropic_matrix *A, tropic_index i)
{
    const size_t size = tp_matrix_value_size(A);
    const int64_t words = tp_dense_words(A->cols);
    uint64_t *row = A->host.dense.bits + i * words;
    tropic_offset count = 0;
    for (int64_t w = 0; w < words; w++) count += __builtin_popcountll(row[w]);
    memset(row, 0, (size_t)words * sizeof *row);
    if (size > 0)
        memset(tp_value_at(A->host.dense.values, size, (tropic_offset)i * A->cols), 0, (size_t)A->cols * size);
    return count;
}
