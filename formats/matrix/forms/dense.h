/* SPDX-License-Identifier: Apache-2.0
 *
 * The dense form of a matrix: the values of all places, row by row, and, where places are missing, a bit for each place
 * (bitmap). A full matrix has no bits, and its values are those of its rows. The value at a missing place is a zero.
 */
#ifndef TP_DENSE_H
#define TP_DENSE_H

#include "formats/matrix/lists.h"
#include "formats/tuning.h"

TP_BEGIN_C

/* A row's bits begin with a word. */
#define TP_DENSE_WORD 64

typedef struct tp_dense {
    tropic_index rows, cols;
    const void *values;   /* NULL: a pattern */
    const uint64_t *bits; /* of row i from word i * tp_dense_words(cols) on; NULL: full */
} tp_dense;

static inline int64_t tp_dense_words(tropic_index cols)
{
    return ((int64_t)cols + TP_DENSE_WORD - 1) / TP_DENSE_WORD;
}

/* Can places be numbered by 32 bits? Others have no such form. */
static inline bool tp_dense_fits(tropic_index rows, tropic_index cols)
{
    return (int64_t)rows * cols <= TROPIC_INDEX_MAX;
}

/* Bits of word w of a row that has all places. */
static inline uint64_t tp_dense_full_word(tropic_index cols, int64_t w)
{
    const int64_t left = cols - w * TP_DENSE_WORD;
    return left >= TP_DENSE_WORD ? ~UINT64_C(0) : (UINT64_C(1) << left) - 1;
}

/* Do the entries fill all places? */
static inline bool tp_dense_is_full(tropic_index rows, tropic_index cols, tropic_offset count)
{
    return count == (tropic_offset)rows * cols;
}

static inline bool tp_dense_pays(tropic_index rows, tropic_index cols, tropic_offset count)
{
    return tp_dense_fits(rows, cols) && count >= (tropic_offset)rows * cols / TP_DENSE_SPARSEST;
}

/* ---- dense.c: on the host ---- */

/* *made = the form of rows, which has their values if it is full (TP_BORROWED_VALUES). */
tropic_status tp_dense_pack(tropic_context *context, const tp_memory *memory, const tp_lists *rows, tropic_index cols,
                            tp_side *made);
/* The other way round: A's rows, of which the host has none, made of its form there. If that is full, they have its
 * values. A's lock is held. */
tropic_status tp_dense_unpack(tropic_context *context, tropic_matrix *A);
/* Has A an entry there? Of its form on the host. */
static inline bool tp_dense_has(const tropic_matrix *A, tropic_index i, tropic_index j)
{
    const uint64_t *row = A->host.dense.bits ? A->host.dense.bits + i * tp_dense_words(A->cols) : NULL;
    return !row || row[j / TP_DENSE_WORD] >> j % TP_DENSE_WORD & 1;
}

/* ---- dense_written.c ---- */

/* May entries come and go in it? */
static inline bool tp_dense_is_open(const tropic_matrix *A)
{
    return A->host.dense.bits && !A->host.dense.borrowed;
}
/* Makes it, as A's only form, so that they may; nothing is pending. (Where a caller's values are in it, they may not.)
 * A's lock is held. */
tropic_status tp_dense_open(tropic_context *context, tropic_matrix *A);
/* Drops all that is made of it. */
void tp_dense_alone(tropic_matrix *A);
/* The place gets an entry with this value (NULL: of a pattern), or loses it. A->count is the caller's to keep. */
void tp_dense_put(tropic_matrix *A, tropic_index i, tropic_index j, const void *value, bool removed);
/* The row loses its entries; returns their number. */
tropic_offset tp_dense_clear_row(tropic_matrix *A, tropic_index i);

/* ---- orientations.c ---- */

/* Makes A's form on the host, of a shape that fits, unless it is there. The caller has the lock. */
tropic_status tp_matrix_need_dense(tropic_context *context, tropic_matrix *A);

/* ---- mirrors.c ---- */

/* A's form in memory of the context's device, made on first use, of a shape that fits. Thread-safe. */
tropic_status tp_matrix_open_dense(tropic_context *context, const tropic_matrix *A, tp_dense *form);

TP_END_C

#endif
