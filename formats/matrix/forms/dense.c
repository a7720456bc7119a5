/* SPDX-License-Identifier: Apache-2.0
 *
 * The dense form of a matrix on the host: made of rows, and back.
 */
#include "formats/matrix/forms/dense.h"

#include <string.h>

/* Of rows, and of the form that has the others. */
typedef struct packing {
    tropic_index cols;
    int64_t words; /* of a row */
    tp_lists rows;
    uint64_t *bits;
    char *values;
} packing;

/* -- made of rows ------------------------------------------------------------------------------ */

static inline void pack(const packing *p, int64_t begin, int64_t end, size_t size)
{
    for (int64_t i = begin; i < end; i++)
        for (tropic_offset k = p->rows.offsets[i]; k < p->rows.offsets[i + 1]; k++) {
            const tropic_index j = p->rows.ids[k];
            p->bits[i * p->words + j / TP_DENSE_WORD] |= UINT64_C(1) << j % TP_DENSE_WORD;
            if (size > 0)
                memcpy(p->values + (size_t)(i * p->cols + j) * size, (char *)p->rows.values + (size_t)k * size, size);
        }
}

static void pack_some(const void *of, int64_t begin, int64_t end)
{
    const packing *p = of;
    TP_WITH_SIZE(p->rows.size, pack, p, begin, end)
}

tropic_status tp_dense_pack(tropic_context *context, const tp_memory *memory, const tp_lists *rows, tropic_index cols,
                            tp_side *made)
{
    const int64_t places = (int64_t)rows->lists * cols, words = rows->lists * tp_dense_words(cols);
    packing p = {.cols = cols, .words = tp_dense_words(cols), .rows = *rows};
    if (tp_dense_is_full(rows->lists, cols, rows->count)) {
        *made = (tp_side){.present = true, .borrowed = TP_BORROWED_VALUES, .values = rows->values};
        return TROPIC_OK;
    }
    TP_TRY(tp_need_memory(context, memory, (size_t)words * sizeof *p.bits + (size_t)places * rows->size,
                          "a bitmap of %lld places", (long long)places));
    p.bits = tp_allocate_zero(memory, words, sizeof *p.bits);
    if (rows->size > 0) p.values = tp_allocate_zero(memory, places, rows->size);
    if (!p.bits || (rows->size > 0 && !p.values)) {
        tp_release(memory, p.bits);
        tp_release(memory, p.values);
        return tp_fail(context, TROPIC_OUT_OF_MEMORY, "out of memory for a bitmap of %lld places", (long long)places);
    }
    tp_for(tp_team_for(context, rows->count), rows->lists, TP_CHUNK_ANY, pack_some, &p);
    *made = (tp_side){.present = true, .bits = p.bits, .values = p.values};
    return TROPIC_OK;
}

/* -- rows made of it --------------------------------------------------------------------------- */

/* Bits of word w of a row that has all places. */
static uint64_t full_word(tropic_index cols, int64_t w)
{
    const int64_t left = cols - w * TP_DENSE_WORD;
    return left >= TP_DENSE_WORD ? ~UINT64_C(0) : (UINT64_C(1) << left) - 1;
}

static uint64_t word_at(const packing *p, int64_t i, int64_t w)
{
    return p->bits ? p->bits[i * p->words + w] : full_word(p->cols, w);
}

static void count_some(const void *of, int64_t begin, int64_t end)
{
    const packing *p = of;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset count = 0;
        for (int64_t w = 0; w < p->words; w++) count += __builtin_popcountll(word_at(p, i, w));
        p->rows.offsets[i + 1] = count;
    }
}

static inline void unpack(const packing *p, int64_t begin, int64_t end, size_t size)
{
    for (int64_t i = begin; i < end; i++) {
        tropic_offset k = p->rows.offsets[i];
        for (int64_t w = 0; w < p->words; w++)
            for (uint64_t left = word_at(p, i, w); left; left &= left - 1, k++) {
                const int64_t j = w * TP_DENSE_WORD + __builtin_ctzll(left);
                p->rows.ids[k] = (tropic_index)j;
                if (size > 0)
                    memcpy((char *)p->rows.values + (size_t)k * size, p->values + (size_t)(i * p->cols + j) * size,
                           size);
            }
    }
}

static void unpack_some(const void *of, int64_t begin, int64_t end)
{
    const packing *p = of;
    TP_WITH_SIZE(p->rows.size, unpack, p, begin, end)
}

tropic_status tp_dense_unpack(tropic_context *context, tropic_matrix *A)
{
    tp_side *form = &A->host.dense, *made = &A->host.sides[TP_BY_ROW];
    const bool full = !form->bits;
    const tp_team team = tp_team_for(context, (int64_t)A->rows * A->cols);
    packing p = {.cols = A->cols, .words = tp_dense_words(A->cols), .bits = form->bits, .values = form->values};
    TP_TRY(tp_lists_allocate_offsets(context, &A->memory, &p.rows, A->rows, full ? 0 : tp_matrix_value_size(A)));
    tp_for(team, A->rows, TP_CHUNK_ANY, count_some, &p);
    TP_TRY(tp_lists_allocate_entries(context, &A->memory, &p.rows));
    tp_for(team, A->rows, TP_CHUNK_ANY, unpack_some, &p);
    *made = tp_side_of(&p.rows);
    if (!full) return TROPIC_OK;
    made->values = form->values;
    made->borrowed = form->borrowed;
    form->borrowed = TP_BORROWED_VALUES;
    return TROPIC_OK;
}

/* -- written ------------------------------------------------------------------------------------ */

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
    for (int64_t k = 0; k < A->rows * words; k++) (*bits)[k] = full_word(A->cols, k % words);
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
