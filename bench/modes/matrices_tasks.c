/* SPDX-License-Identifier: Apache-2.0
 *
 * The tasks of tropic-bench --matrices, by the library.
 */
#include "bench/modes/matrices.h"

#include <math.h>

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

/* Of A, renumbered by degree. */
static tropic_status count_all_triangles(bench_matrices *b, const tropic_semiring *pair, const tropic_descriptor *d)
{
    tropic_matrix *S = NULL;
    tropic_status status = bench_matrices_sort(b, &S);
    if (status == TROPIC_OK) status = tropic_mxm(&b->m[OF_C], b->context, S, NULL, pair, S, S, d);
    tropic_matrix_free(&S);
    return status;
}

/* The rows of the result exist, even if other work is put off. On a GPU a whole transpose swaps the orientations,
 * so that the other orientation is made when asked for: COLUMNS does. */
static tropic_status transpose(bench_matrices *b, const tropic_matrix *mask, const tropic_matrix *A,
                               const tropic_descriptor *d)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    const tropic_status status = tropic_transpose(&b->m[OF_C], b->context, mask, NULL, A, d);
    return status == TROPIC_OK && !b->cuda ? tropic_matrix_csr(b->m[OF_C], b->context, &offsets, &ids, &values)
                                           : status;
}

static tropic_status build(bench_matrices *b)
{
    const tropic_build_options options = {.size = sizeof options, .location = b->cuda ? TROPIC_DEVICE : TROPIC_HOST};
    return tropic_matrix_from_coo(&b->m[OF_C], b->context, b->n, b->n, b->count, b->cuda ? b->given[0] : b->rows,
                                  b->cuda ? b->given[1] : b->cols, b->type, b->cuda ? b->given[2] : b->values,
                                  &options);
}

static const tropic_semiring *semiring(const bench_matrices *b, const bench_task *t)
{
    if (t->verb == MXM_USER) return b->user;
    if (bench_task_counts(t)) return tropic_semiring_builtin(TROPIC_PLUS_PAIR, bench_task_type(b, t));
    return tropic_semiring_builtin(b->type == TROPIC_BOOL ? TROPIC_OR_AND : TROPIC_PLUS_TIMES, b->type);
}

tropic_status bench_task_run(bench_matrices *b, const bench_task *t)
{
    static const int32_t zero = 0;
    const tropic_matrix *mask = b->m[t->mask], *A = b->m[t->first], *B = b->m[t->second];
    const tropic_descriptor d = {.size = sizeof d,
                                 .structure = true,
                                 .transpose = t->verb == COLUMNS || t->columns,
                                 .transpose_second = t->verb == PAIRS || t->verb == TRIANGLES,
                                 .keep_symbolic = t->before == PRODUCT};
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, b->type), *accum = t->accum ? plus : NULL;
    const tropic_indices *rows = t->rows == IDS_ALL ? NULL : &b->ids[t->rows];
    const tropic_indices *cols = t->cols == IDS_ALL ? NULL : &b->ids[t->cols];
    tropic_context *context = b->context;
    tropic_matrix **C = &b->m[OF_C];
    int64_t sum = 0;
    switch (t->verb) {
    case MXM:
    case MXM_USER:
    case PAIRS: return tropic_mxm(C, context, mask, NULL, semiring(b, t), A, B, &d);
    case TRIANGLES: return count_all_triangles(b, semiring(b, t), &d);
    case ADD: return tropic_matrix_ewise_add(C, context, mask, accum, plus, A, B, &d);
    case MULTIPLY:
        return tropic_matrix_ewise_multiply(C, context, mask, accum, tropic_operator_builtin(TROPIC_TIMES, b->type), A,
                                            B, &d);
    case APPLY: return tropic_matrix_apply(C, context, mask, accum, plus, A, value_of(b, 1), &d);
    case TRIL:
        return tropic_matrix_select(C, context, mask, accum, tropic_operator_builtin(TROPIC_TRIL, TROPIC_INT32), A,
                                    &zero, &d);
    case SELECT:
        return tropic_matrix_select(C, context, mask, accum,
                                    tropic_operator_builtin(b->type == TROPIC_BOOL ? TROPIC_GE : TROPIC_GT, b->type), A,
                                    value_of(b, 2), &d);
    case EXTRACT:
    case COLUMNS: return tropic_matrix_extract(C, context, mask, accum, A, rows, cols, &d);
    case ASSIGN: return tropic_matrix_assign(C, context, mask, accum, A, rows, cols, &d);
    case ASSIGN_SCALAR: return tropic_matrix_assign_scalar(C, context, mask, accum, value_of(b, 3), rows, cols, &d);
    case TRANSPOSE: return transpose(b, mask, A, &d);
    case REDUCE: return tropic_matrix_reduce(&sum, context, plus, A);
    case SUMS: return tropic_reduce_matrix(b->w, NULL, NULL, plus, A, &d);
    case BUILD: return build(b);
    }
    return TROPIC_INVALID_ARGUMENT;
}

/* -- bytes ------------------------------------------------------------------------------------- */

/* Of rows with so many entries; size: of a value that is looked at. */
static double bytes_of(double rows, double entries, size_t size)
{
    return (rows + 1) * sizeof(tropic_offset) + entries * (double)(sizeof(tropic_index) + size);
}

/* Of an operand (B's entries are counted as A's). */
static double bytes_of_operand(const bench_matrices *b, bench_operand operand, size_t size)
{
    const tropic_matrix *m = b->m[operand];
    if (operand == NO_OPERAND) return 0;
    return bytes_of(tropic_matrix_rows(m), (double)(operand == OF_B ? b->count : tropic_matrix_count(m)), size);
}

/* Of the rows that are taken. */
static double bytes_of_rows(const bench_matrices *b, const tropic_indices *rows, size_t size)
{
    const tropic_offset *offsets;
    double entries = 0;
    if (tropic_matrix_csr(b->m[OF_A], b->context, &offsets, NULL, NULL) != TROPIC_OK) return 0;
    for (tropic_index k = 0; k < rows->count; k++)
        entries += (double)(offsets[rows->ids[k] + 1] - offsets[rows->ids[k]]);
    return bytes_of(rows->count, entries, size);
}

double bench_task_bytes(const bench_matrices *b, const bench_task *t, tropic_offset before)
{
    const size_t size = b->type == TROPIC_BOOL ? 0 : tropic_type_size(b->type);
    const double w = (double)b->n * (double)tropic_type_size(b->type), values = (double)b->count * (double)size;
    const tropic_matrix *C = b->m[OF_C];
    double bytes =
        bytes_of_operand(b, t->first, size) + bytes_of_operand(b, t->second, size) + bytes_of_operand(b, t->mask, 0);
    if (bench_task_multiplies(t)) return NAN;
    if (t->verb == REDUCE) return values;
    if (t->verb == SUMS) return w + (t->columns ? bytes : bytes_of(b->n, 0, 0) + values);
    if (t->verb == BUILD) bytes = (double)b->count * (double)(2 * sizeof(tropic_index) + size);
    if (t->verb == EXTRACT && t->rows == IDS_HALF) bytes = bytes_of_rows(b, &b->ids[IDS_HALF], size);
    if (t->verb == EXTRACT && t->rows == IDS_RANGE)
        bytes = bytes_of(b->ids[IDS_RANGE].count, (double)tropic_matrix_count(C), size);
    if (before > 0) bytes += bytes_of(b->n, (double)before, size);
    return bytes + bytes_of(tropic_matrix_rows(C), (double)tropic_matrix_count(C),
                            tropic_matrix_is_pattern(C) ? 0 : tropic_type_size(tropic_matrix_type(C)));
}
