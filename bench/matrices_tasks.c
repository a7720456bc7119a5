/* SPDX-License-Identifier: Apache-2.0
 *
 * The tasks of tropic-bench --matrices, by the library.
 */
#include "bench/matrices.h"

#include <math.h>

static const tropic_descriptor structure = {.size = sizeof structure, .structure = true};
static const tropic_descriptor kept = {.size = sizeof kept, .structure = true, .keep_symbolic = true};
static const tropic_descriptor second = {.size = sizeof second, .structure = true, .transpose_second = true};
static const tropic_descriptor turned = {.size = sizeof turned, .transpose = true};

/* C<L> = W plus.pair W'; pairs of a pattern are counted in INT32. */
static tropic_status count_triangles(bench_matrices *b, const tropic_matrix *L, const tropic_matrix *W)
{
    const tropic_type type = b->type == TROPIC_BOOL ? TROPIC_INT32 : b->type;
    return tropic_mxm(&b->C, b->context, L, NULL, tropic_semiring_builtin(TROPIC_PLUS_PAIR, type), W, W, &second);
}

/* Of A, renumbered by degree. */
static tropic_status count_all_triangles(bench_matrices *b)
{
    tropic_matrix *S = NULL;
    tropic_status status = bench_matrices_sort(b, &S);
    if (status == TROPIC_OK) status = count_triangles(b, S, S);
    tropic_matrix_free(&S);
    return status;
}

static tropic_status multiply(bench_matrices *b, bench_matrix_task task)
{
    const bool pattern = b->type == TROPIC_BOOL;
    const tropic_matrix *mask = task <= BENCH_MXM_USER ? NULL : task == BENCH_MXM_AGAIN ? b->C : b->A;
    if (task == BENCH_MXM_USER) return tropic_mxm(&b->C, b->context, NULL, NULL, b->user, b->A, b->A, NULL);
    if (task == BENCH_TRIANGLES) return count_triangles(b, b->L, b->L);
    if (task == BENCH_TRIANGLES_APART) return count_triangles(b, b->S, b->W);
    if (task == BENCH_TRIANGLES_OF_ALL) return count_all_triangles(b);
    return tropic_mxm(&b->C, b->context, mask, NULL,
                      tropic_semiring_builtin(pattern ? TROPIC_OR_AND : TROPIC_PLUS_TIMES, b->type), b->A, b->A,
                      task == BENCH_MXM_AGAIN ? &kept : &structure);
}

static tropic_status combine(bench_matrices *b, bench_matrix_task task)
{
    const bool adds = task < BENCH_MULTIPLY;
    const tropic_operator *op = tropic_operator_builtin(adds ? TROPIC_PLUS : TROPIC_TIMES, b->type);
    const tropic_operator *accum = task == BENCH_ADD_ACCUM ? op : NULL;
    const bool masked = task == BENCH_ADD_MASKED || task == BENCH_ADD_KEPT || task == BENCH_MULTIPLY_MASKED;
    if (adds)
        return tropic_matrix_ewise_add(&b->C, b->context, masked ? b->M : NULL, accum, op, b->A, b->B, &structure);
    return tropic_matrix_ewise_multiply(&b->C, b->context, masked ? b->M : NULL, NULL, op, b->A, b->B, &structure);
}

/* A value of b->type. */
static const void *value_of(const bench_matrices *b, int value)
{
    static union {
        bool truth;
        int64_t any; /* the widest */
    } v;
    v.truth = value != 0;
    bench_matrix_put(&v, b->type, 0, value);
    return &v;
}

static tropic_status by_value(bench_matrices *b, bench_matrix_task task)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, b->type);
    const tropic_operator *gt = tropic_operator_builtin(b->type == TROPIC_BOOL ? TROPIC_GE : TROPIC_GT, b->type);
    static const int32_t zero = 0;
    const tropic_matrix *mask = task == BENCH_APPLY_MASKED || task == BENCH_SELECT_MASKED ? b->M : NULL;
    if (task == BENCH_TRIL)
        return tropic_matrix_select(&b->C, b->context, NULL, NULL, tropic_operator_builtin(TROPIC_TRIL, TROPIC_INT32),
                                    b->A, &zero, NULL);
    if (task == BENCH_SELECT || task == BENCH_SELECT_MASKED)
        return tropic_matrix_select(&b->C, b->context, mask, NULL, gt, b->A, value_of(b, 2), &structure);
    return tropic_matrix_apply(&b->C, b->context, mask, NULL, plus, b->A, value_of(b, 1), &structure);
}

static tropic_status extract(bench_matrices *b, bench_matrix_task task)
{
    const tropic_indices half = {.ids = b->half, .count = b->halves}, range = {.count = b->quarter, .first = 1};
    const tropic_indices all = {.ids = b->p, .count = b->n};
    const tropic_indices *rows = task == BENCH_PERMUTE ? &all : task == BENCH_EXTRACT_BLOCK ? &range : &half;
    return tropic_matrix_extract(&b->C, b->context, NULL, NULL, b->A, rows, task == BENCH_EXTRACT_ROWS ? NULL : rows,
                                 NULL);
}

static tropic_status assign(bench_matrices *b, bench_matrix_task task)
{
    const tropic_indices range = {.count = b->quarter, .first = 1}, spread = {.ids = b->spread, .count = b->quarter};
    const tropic_indices *rows = task == BENCH_ASSIGN_SPREAD ? &spread : &range;
    const tropic_operator *accum = task == BENCH_ASSIGN_ACCUM ? tropic_operator_builtin(TROPIC_PLUS, b->type) : NULL;
    if (task == BENCH_ASSIGN_MASKED)
        return tropic_matrix_assign(&b->C, b->context, b->M, NULL, b->A, NULL, NULL, &structure);
    if (task == BENCH_ASSIGN_SCALAR)
        return tropic_matrix_assign_scalar(&b->C, b->context, b->M, NULL, value_of(b, 3), NULL, NULL, &structure);
    return tropic_matrix_assign(&b->C, b->context, NULL, accum, b->P, rows, rows, NULL);
}

/* Rows of the result are there, whatever is put off. On a GPU a transpose that is all changes names, so that entries of
 * other lists are made by whoever asks: COLUMNS does. */
static tropic_status transpose(bench_matrices *b, bench_matrix_task task)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    if (task == BENCH_COLUMNS)
        return tropic_matrix_extract(&b->C, b->context, NULL, NULL, b->fresh, NULL, NULL, &turned);
    const tropic_status status =
        tropic_transpose(&b->C, b->context, task == BENCH_TRANSPOSE ? NULL : b->M, NULL, b->fresh, &structure);
    return status == TROPIC_OK && !b->cuda ? tropic_matrix_csr(b->C, b->context, &offsets, &ids, &values) : status;
}

static tropic_status reduce(bench_matrices *b, bench_matrix_task task)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, b->type);
    int64_t sum = 0;
    if (task == BENCH_REDUCE) return tropic_matrix_reduce(&sum, b->context, plus, b->A);
    return tropic_reduce_matrix(b->w, NULL, NULL, plus, b->fresh, task == BENCH_REDUCE_COLUMNS ? &turned : NULL);
}

static tropic_status build(bench_matrices *b)
{
    const tropic_build_options options = {.size = sizeof options, .location = b->cuda ? TROPIC_DEVICE : TROPIC_HOST};
    return tropic_matrix_from_coo(&b->C, b->context, b->n, b->n, b->count, b->cuda ? b->given[0] : b->rows,
                                  b->cuda ? b->given[1] : b->cols, b->type, b->cuda ? b->given[2] : b->values,
                                  &options);
}

/* -- bytes ------------------------------------------------------------------------------------- */

/* Of rows with so many entries; size: of a value that is looked at. */
static double bytes_of(double rows, double entries, size_t size)
{
    return (rows + 1) * sizeof(tropic_offset) + entries * (double)(sizeof(tropic_index) + size);
}

/* Of the rows that are taken, half of all. */
static double bytes_of_half(const bench_matrices *b, size_t size)
{
    const tropic_offset *offsets;
    double entries = 0;
    if (tropic_matrix_csr(b->A, b->context, &offsets, NULL, NULL) != TROPIC_OK) return 0;
    for (tropic_index k = 0; k < b->halves; k++) entries += (double)(offsets[b->half[k] + 1] - offsets[b->half[k]]);
    return bytes_of(b->halves, entries, size);
}

/* Of what is read beside C, which the task makes. */
static double bytes_read(const bench_matrices *b, bench_matrix_task task, size_t size)
{
    const double n = b->n, count = (double)b->count, A = bytes_of(n, count, size);
    const double M = bytes_of(n, (double)tropic_matrix_count(b->M), 0), C = (double)tropic_matrix_count(b->C);
    const double P = bytes_of(b->quarter, (double)tropic_matrix_count(b->P), size);
    switch (task) {
    case BENCH_ADD:
    case BENCH_ADD_ACCUM:
    case BENCH_MULTIPLY: return 2 * A;
    case BENCH_ADD_MASKED:
    case BENCH_ADD_KEPT:
    case BENCH_MULTIPLY_MASKED: return 2 * A + M;
    case BENCH_APPLY_MASKED:
    case BENCH_SELECT_MASKED:
    case BENCH_ASSIGN_MASKED:
    case BENCH_TRANSPOSE_MASKED: return A + M;
    case BENCH_EXTRACT_HALF:
    case BENCH_EXTRACT_ROWS: return bytes_of_half(b, size);
    case BENCH_EXTRACT_BLOCK: return bytes_of(b->quarter, C, size);
    case BENCH_ASSIGN_BLOCK:
    case BENCH_ASSIGN_SPREAD:
    case BENCH_ASSIGN_ACCUM: return P;
    case BENCH_ASSIGN_SCALAR: return M;
    case BENCH_BUILD: return count * (double)(2 * sizeof(tropic_index) + size);
    default: return A;
    }
}

double bench_matrix_bytes(const bench_matrices *b, bench_matrix_task task, tropic_offset before)
{
    const size_t size = b->type == TROPIC_BOOL ? 0 : tropic_type_size(b->type);
    const double w = (double)b->n * (double)tropic_type_size(b->type);
    if (task <= BENCH_TRIANGLES_OF_ALL) return NAN;
    if (task == BENCH_REDUCE) return (double)b->count * (double)size;
    if (task == BENCH_REDUCE_ROWS) return bytes_of(b->n, 0, 0) + (double)b->count * (double)size + w;
    if (task == BENCH_REDUCE_COLUMNS) return bytes_of(b->n, (double)b->count, size) + w;
    return bytes_read(b, task, size) + (before > 0 ? bytes_of(b->n, (double)before, size) : 0) +
           bytes_of(tropic_matrix_rows(b->C), (double)tropic_matrix_count(b->C),
                    tropic_matrix_is_pattern(b->C) ? 0 : tropic_type_size(tropic_matrix_type(b->C)));
}

/* -- all tasks --------------------------------------------------------------------------------- */

tropic_status bench_matrix_run(bench_matrices *b, bench_matrix_task task)
{
    if (task <= BENCH_TRIANGLES_OF_ALL) return multiply(b, task);
    if (task <= BENCH_MULTIPLY_MASKED) return combine(b, task);
    if (task <= BENCH_SELECT_MASKED) return by_value(b, task);
    if (task <= BENCH_PERMUTE) return extract(b, task);
    if (task <= BENCH_ASSIGN_SCALAR) return assign(b, task);
    if (task <= BENCH_TRANSPOSE_MASKED) return transpose(b, task);
    if (task <= BENCH_REDUCE_COLUMNS) return reduce(b, task);
    return build(b);
}
