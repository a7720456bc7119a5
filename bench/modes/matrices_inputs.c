/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs of the tasks of tropic-bench --matrices.
 */
#include <tropic_define.h>

#include "bench/modes/matrices.h"

#include "bench/gpu.h"

#include <stdlib.h>

static uint64_t hash(uint64_t x, uint64_t y)
{
    uint64_t z = (x << 32 ^ y) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return z ^ z >> 31;
}

void bench_matrix_put(void *values, tropic_type type, tropic_offset k, int value)
{
#define PUT(NAME, C)                                                                                                   \
    case TROPIC_##NAME: ((C *)values)[k] = (C)value; break;
    switch ((int)type) {
        BENCH_MATRIX_TYPES(PUT)
    }
#undef PUT
}

/* Of the entries that are listed, in `width` columns. */
static tropic_matrix *matrix_of(const bench_matrices *b, tropic_index width, tropic_offset count,
                                const tropic_index *rows, const tropic_index *cols)
{
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_FIRST};
    void *values = b->type == TROPIC_BOOL ? NULL : bench_reserve((size_t)count * tropic_type_size(b->type));
    tropic_matrix *made = NULL;
    for (tropic_offset k = 0; k < count; k++)
        bench_matrix_put(values, b->type, k,
                         1 + (int)(hash((uint64_t)rows[k], (uint64_t)cols[k]) % BENCH_MATRIX_VALUES));
    bench_check(tropic_matrix_from_coo(&made, b->context, b->n, width, count, rows, cols, b->type, values, &options),
                b->context, "a matrix");
    free(values);
    return made;
}

/* A's entries in order, as rows and columns. */
static void open_tuples(bench_matrices *b, const tropic_matrix *A)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    bench_check(tropic_matrix_csr(A, b->context, &offsets, &ids, NULL), b->context, "the graph");
    b->n = tropic_matrix_rows(A);
    b->count = tropic_matrix_count(A);
    b->rows = bench_reserve((size_t)b->count * sizeof *b->rows);
    b->cols = bench_reserve((size_t)b->count * sizeof *b->cols);
    for (tropic_index i = 0; i < b->n; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) b->rows[k] = i, b->cols[k] = ids[k];
}

/* B: a third of A's entries a column further on; M: half of A's. */
static void open_others(bench_matrices *b)
{
    tropic_index *rows = bench_reserve((size_t)b->count * sizeof *rows);
    tropic_index *cols = bench_reserve((size_t)b->count * sizeof *cols);
    tropic_offset half = 0;
    for (tropic_offset k = 0; k < b->count; k++) {
        rows[k] = b->rows[k];
        cols[k] = hash((uint64_t)k, 1) % 3 == 0 ? (b->cols[k] + 1) % b->n : b->cols[k];
    }
    b->m[OF_B] = matrix_of(b, b->n, b->count, rows, cols);
    for (tropic_offset k = 0; k < b->count; k++) {
        rows[half] = b->rows[k];
        cols[half] = b->cols[k];
        half += hash((uint64_t)k, 2) % 2 == 0;
    }
    b->m[OF_M] = matrix_of(b, b->n, half, rows, cols);
    free(rows);
    free(cols);
}

/* A random order of 0 .. n - 1. */
static tropic_index *permutation(tropic_index n)
{
    tropic_index *p = bench_reserve((size_t)n * sizeof *p);
    for (tropic_index i = 0; i < n; i++) p[i] = i;
    for (tropic_index i = n - 1; i > 0; i--) {
        const tropic_index j = (tropic_index)(hash((uint64_t)i, 3) % ((uint64_t)i + 1)), was = p[i];
        p[i] = p[j];
        p[j] = was;
    }
    return p;
}

/* All vertices by descending degree, those of one degree by number. */
static tropic_index *order_by_degree(const bench_matrices *b)
{
    tropic_index *order = bench_reserve((size_t)b->n * sizeof *order);
    tropic_index *begins = bench_reserve(((size_t)b->n + 1) * sizeof *begins);
    const tropic_offset *offsets;
    tropic_index placed = 0;
    bench_check(tropic_matrix_csr(b->m[OF_A], b->context, &offsets, NULL, NULL), b->context, "A");
    for (tropic_index d = 0; d <= b->n; d++) begins[d] = 0;
    for (tropic_index i = 0; i < b->n; i++) begins[offsets[i + 1] - offsets[i]]++;
    for (tropic_index d = b->n; d >= 0; d--) {
        const tropic_index count = begins[d];
        begins[d] = placed;
        placed += count;
    }
    for (tropic_index i = 0; i < b->n; i++) order[begins[offsets[i + 1] - offsets[i]]++] = i;
    free(begins);
    return order;
}

static void open_lists(bench_matrices *b)
{
    const tropic_index n = b->n, quarter = n / 4;
    tropic_index *half = bench_reserve((size_t)n * sizeof *half), *spread = bench_reserve((size_t)n * sizeof *spread);
    tropic_index halves = 0;
    for (tropic_index i = 0; i < n; i++)
        if (hash((uint64_t)i, 4) % 2 == 0) half[halves++] = i;
    for (tropic_index i = 0; i < quarter; i++) spread[i] = 4 * i + (tropic_index)(hash((uint64_t)i, 5) % 4);
    b->ids[IDS_HALF] = (tropic_indices){.ids = half, .count = halves};
    b->ids[IDS_SPREAD] = (tropic_indices){.ids = spread, .count = quarter};
    b->ids[IDS_RANGE] = (tropic_indices){.count = quarter, .first = 1};
    b->ids[IDS_SHUFFLED] = (tropic_indices){.ids = permutation(n), .count = n};
    b->ids[IDS_BY_DEGREE] = (tropic_indices){.ids = order_by_degree(b), .count = n};
}

static void shuffle_tuples(bench_matrices *b)
{
    for (tropic_offset k = b->count - 1; k > 0; k--) {
        const tropic_offset l = (tropic_offset)(hash((uint64_t)k, 6) % ((uint64_t)k + 1));
        const tropic_index row = b->rows[k], col = b->cols[k];
        b->rows[k] = b->rows[l], b->cols[k] = b->cols[l];
        b->rows[l] = row, b->cols[l] = col;
    }
    if (b->type == TROPIC_BOOL) return;
    b->values = bench_reserve((size_t)b->count * tropic_type_size(b->type));
    for (tropic_offset k = 0; k < b->count; k++)
        bench_matrix_put(b->values, b->type, k,
                         1 + (int)(hash((uint64_t)b->rows[k], (uint64_t)b->cols[k]) % BENCH_MATRIX_VALUES));
}

/* clang-format off */
TROPIC_SEMIRING(bench_matrices_fp64, double, double, double, a + b, x * y, 0);
TROPIC_SEMIRING(bench_matrices_int32, int32_t, int32_t, int32_t, a + b, x * y, 0);
/* clang-format on */

/* The user's semiring and the result of reductions, of b->context. */
static void open_results(bench_matrices *b)
{
    const tropic_semiring_source *source = b->type == TROPIC_FP64    ? &bench_matrices_fp64
                                           : b->type == TROPIC_INT32 ? &bench_matrices_int32
                                                                     : NULL;
    b->user = NULL;
    if (source) bench_check(tropic_semiring_create(&b->user, b->context, source), b->context, "a semiring");
    b->w = bench_vector(b->context, b->type, b->n);
}

bench_matrices bench_matrices_beside(const bench_matrices *b, tropic_context *context)
{
    bench_matrices other = *b;
    other.context = context;
    other.cuda = tropic_context_device(context) == TROPIC_DEVICE_CUDA;
    other.m[OF_C] = other.m[OF_FRESH] = NULL;
    open_results(&other);
    return other;
}

void bench_matrices_close_beside(bench_matrices *b)
{
    tropic_matrix_free(&b->m[OF_C]);
    tropic_matrix_free(&b->m[OF_FRESH]);
    tropic_semiring_free(&b->user);
    tropic_vector_free(&b->w);
}

/* The tuples in a GPU's memory. */
static void give_tuples(bench_matrices *b)
{
    const void *const from[] = {b->rows, b->cols, b->values};
    const size_t sizes[] = {sizeof *b->rows, sizeof *b->cols, tropic_type_size(b->type)};
    for (int k = 0; k < 3; k++)
        if (from[k]) b->given[k] = bench_to_device(from[k], (size_t)b->count * sizes[k]);
}

/* tril(of, k) */
static tropic_matrix *lower(const bench_matrices *b, const tropic_matrix *of, int64_t k)
{
    const tropic_operator *tril = tropic_operator_builtin(TROPIC_TRIL, TROPIC_INT64);
    tropic_matrix *made = NULL;
    bench_check(tropic_matrix_select(&made, b->context, NULL, NULL, tril, of, &k, NULL), b->context, "a copy");
    return made;
}

tropic_matrix *bench_matrices_copy(const bench_matrices *b, const tropic_matrix *of)
{
    return lower(b, of, b->n);
}

tropic_status bench_matrices_sort(const bench_matrices *b, tropic_matrix **S)
{
    const tropic_indices *order = &b->ids[IDS_BY_DEGREE];
    const tropic_operator *tril = tropic_operator_builtin(TROPIC_TRIL, TROPIC_INT64);
    const int64_t below = -1;
    tropic_status status = tropic_matrix_extract(S, b->context, NULL, NULL, b->m[OF_A], order, order, NULL);
    if (status == TROPIC_OK) status = tropic_matrix_select(S, b->context, NULL, NULL, tril, *S, &below, NULL);
    return status;
}

/* W(i, 2^s j) = S(i,j), with the largest s whose ids fit. */
static void spread_apart(bench_matrices *b)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    tropic_index *rows, *cols;
    int shift = 0;
    bench_check(bench_matrices_sort(b, &b->m[OF_S]), b->context, "S");
    bench_check(tropic_matrix_csr(b->m[OF_S], b->context, &offsets, &ids, NULL), b->context, "S");
    rows = bench_reserve((size_t)offsets[b->n] * sizeof *rows);
    cols = bench_reserve((size_t)offsets[b->n] * sizeof *cols);
    while (b->n <= INT32_MAX >> (shift + 1)) shift++;
    for (tropic_index i = 0; i < b->n; i++)
        for (tropic_offset k = offsets[i]; k < offsets[i + 1]; k++) rows[k] = i, cols[k] = ids[k] << shift;
    b->m[OF_W] = matrix_of(b, b->n << shift, offsets[b->n], rows, cols);
    free(rows);
    free(cols);
}

void bench_matrices_open(bench_matrices *b, tropic_context *cpu, const tropic_matrix *graph)
{
    tropic_context *const context = b->context;
    tropic_indices range;
    b->context = cpu;
    open_tuples(b, graph);
    b->m[OF_A] = matrix_of(b, b->n, b->count, b->rows, b->cols);
    open_others(b);
    open_lists(b);
    spread_apart(b);
    shuffle_tuples(b);
    range = (tropic_indices){.count = b->ids[IDS_RANGE].count};
    b->m[OF_L] = lower(b, b->m[OF_A], -1);
    bench_check(tropic_matrix_extract(&b->m[OF_P], cpu, NULL, NULL, b->m[OF_A], &range, &range, NULL), cpu, "P");
    b->context = context;
    if (b->cuda) give_tuples(b);
    open_results(b);
}

void bench_matrices_close(bench_matrices *b)
{
    for (int k = 0; k < BENCH_OPERANDS; k++) tropic_matrix_free(&b->m[k]);
    for (int k = 0; k < BENCH_IDS; k++) free((void *)b->ids[k].ids);
    for (int k = 0; k < 3; k++) bench_from_device(b->given[k]);
    free(b->rows);
    free(b->cols);
    free(b->values);
    bench_matrices_close_beside(b);
}
