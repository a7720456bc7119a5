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

static uint64_t word_at(const packing *p, int64_t i, int64_t w)
{
    return p->bits ? p->bits[i * p->words + w] : tp_dense_full_word(p->cols, w);
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
