/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations entry by entry on a GPU give the CPU's results. Tiles of a merge path begin and end at every place: sizes
 * are around a tile's, rows have many tiles, stretches of empty rows are long, operands are equal or disjoint. Masks
 * are of all kinds.
 */
#include "tests/host_and_device.h"
#include "tests/matrix_outcome.h"

/* Positions of a tile (spmv/write/merge_path.cuh). */
#define TILE 2048

/* One operation on operands of one graph: A, its lower and upper triangle, and those of its entries that are large. */
typedef struct operands {
    const tropic_matrix *A, *lower, *upper, *large;
} operands;

static const tropic_operator *of(tropic_builtin_operator name, tropic_type type)
{
    return tropic_operator_builtin(name, type);
}

enum { CALLS = 10 };

/* C<mask> (accum)= one of the operations. */
static tropic_status call(int which, tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                          const tropic_operator *accum, const operands *in, const tropic_descriptor *d)
{
    static const int64_t diagonal = 0;
    static const int32_t two = 2, large = 50;
    const tropic_operator *minus = of(TROPIC_MINUS, TROPIC_INT32);
    switch (which) {
    case 0: return tropic_matrix_select(C, context, mask, accum, of(TROPIC_TRIL, TROPIC_INT64), in->A, &diagonal, d);
    case 1: return tropic_matrix_select(C, context, mask, accum, of(TROPIC_GT, TROPIC_INT32), in->A, &large, d);
    case 2: return tropic_matrix_apply(C, context, mask, accum, of(TROPIC_TIMES, TROPIC_INT32), in->A, &two, d);
    case 3: return tropic_matrix_apply(C, context, mask, accum, of(TROPIC_COL_INDEX, TROPIC_INT32), in->A, &two, d);
    case 4: return tropic_matrix_apply_first(C, context, mask, accum, minus, &two, in->upper, d);
    case 5: return tropic_matrix_ewise_add(C, context, mask, accum, minus, in->lower, in->upper, d);
    case 6: return tropic_matrix_ewise_add(C, context, mask, accum, minus, in->A, in->A, d);
    case 7: return tropic_matrix_ewise_add(C, context, mask, accum, minus, in->large, in->A, d);
    case 8: return tropic_matrix_ewise_multiply(C, context, mask, accum, minus, in->A, in->large, d);
    default: return tropic_matrix_ewise_union(C, context, mask, accum, minus, in->lower, &two, in->large, &large, d);
    }
}

/* C is `old` before, if there is one. */
static matrix_outcome outcome(tropic_context *context, int which, const tropic_matrix *old, const tropic_matrix *mask,
                              const tropic_operator *accum, const operands *in, const tropic_descriptor *d)
{
    matrix_outcome found = {.context = context};
    tropic_matrix *C = NULL;
    if (old) assert_ok(context, tropic_matrix_duplicate(&C, context, old));
    assert_ok(context, call(which, &C, context, mask, accum, in, d));
    note_made(&found, C);
    return found;
}

static void compare(int which, const tropic_matrix *old, const tropic_matrix *mask, const tropic_operator *accum,
                    const operands *in, const tropic_descriptor *d)
{
    const matrix_outcome due = outcome(on_host, which, old, mask, accum, in, d);
    const matrix_outcome found = outcome(on_device, which, old, mask, accum, in, d);
    if (due.count != found.count || memcmp(due.bytes, found.bytes, due.count) != 0)
        fail_msg("call %d of %d x %d with %lld entries differs: structure %d, complement %d, replace %d, accum %d",
                 which, tropic_matrix_rows(in->A), tropic_matrix_cols(in->A), (long long)tropic_matrix_count(in->A),
                 d->structure, d->complement, d->replace, accum != NULL);
    free(due.bytes);
    free(found.bytes);
}

static tropic_matrix *selected(tropic_builtin_operator name, tropic_type type, const tropic_matrix *A, const void *y)
{
    tropic_matrix *made = NULL;
    assert_ok(on_host, tropic_matrix_select(&made, on_host, NULL, NULL, of(name, type), A, y, NULL));
    return made;
}

/* All operations on A, without a mask and under those of every kind. */
static void try_all(const tropic_matrix *A)
{
    static const int64_t below = -1, diagonal = 0;
    static const int32_t large = 50;
    OWNED(tropic_matrix) *lower = selected(TROPIC_TRIL, TROPIC_INT64, A, &below);
    OWNED(tropic_matrix) *upper = selected(TROPIC_TRIU, TROPIC_INT64, A, &diagonal);
    OWNED(tropic_matrix) *big = selected(TROPIC_GT, TROPIC_INT32, A, &large);
    const operands in = {A, lower, upper, big};
    const tropic_descriptor plain = {.size = sizeof plain}, turned = {.size = sizeof turned, .transpose = true};
    for (int c = 0; c < CALLS; c++) {
        compare(c, NULL, NULL, NULL, &in, &plain);
        compare(c, big, NULL, of(TROPIC_MINUS, TROPIC_INT32), &in, &plain);
        for (int kind = 0; kind < 8; kind++) {
            const tropic_descriptor d = {
                .size = sizeof d, .structure = kind & 1, .complement = kind & 2, .replace = kind & 4};
            const tropic_operator *accum = (c + kind) % 3 == 0 ? of(TROPIC_MINUS, TROPIC_INT32) : NULL;
            compare(c, (c + kind) % 2 == 0 ? upper : NULL, (c + kind) % 5 < 3 ? big : A, accum, &in, &d);
        }
    }
    if (tropic_matrix_rows(A) == tropic_matrix_cols(A)) compare(2, NULL, NULL, NULL, &in, &turned);
}

static void try_entries(tropic_index rows, tropic_index cols, int64_t count, test_placing *row, test_placing *col)
{
    OWNED(tropic_matrix) *A = test_matrix_placed(rows, cols, count, row, col, TROPIC_INT32);
    try_all(A);
}

static int64_t pairs(int64_t k, int64_t n)
{
    return k / 2 % n;
}
static int64_t beside(int64_t k, int64_t n)
{
    return (k / 2 + k % 2) % n;
}
static int64_t hub(int64_t k, int64_t n)
{
    return k % 3 == 0 ? n / 2 : test_scattered(k, n);
}
static int64_t ends(int64_t k, int64_t n)
{
    return k % 2 == 0 ? 0 : n - 1;
}

static void tiles_begin_at_every_place(void **state)
{
    static const tropic_index sizes[] = {1,        2,    TILE / 2 - 1, TILE / 2,     TILE / 2 + 1, TILE - 2,
                                         TILE - 1, TILE, TILE + 1,     2 * TILE - 1, 2 * TILE,     2 * TILE + 1};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const tropic_index n = sizes[k];
        if (n > TILE && test_sized(0, 1)) continue;
        try_entries(1, n, n, test_at_first, test_at_each);
        try_entries(n, 1, n, test_at_each, test_at_first);
        try_entries(n, n, n, pairs, beside);
        try_entries(n, 2 * n, n, test_scattered, test_scattered);
    }
    try_entries(1, 1, 0, test_at_first, test_at_first);
    try_entries(3 * TILE, 5, 0, test_at_first, test_at_first);
}

static void rows_are_long_or_empty(void **state)
{
    const tropic_index n = test_sized(300000, 3 * TILE);
    try_entries(n, n, n, hub, test_scattered);
    try_entries(n, n, n / 1000 + 1, test_scattered, test_scattered);
    try_entries(n, n, n, ends, test_at_each);
    try_entries(n, 5, n, test_at_each, test_at_each);
}

static void graphs_of_many_shapes(void **state)
{
    for (int kind = 0; kind < 2; kind++) {
        const tropic_generator_options options = {.size = sizeof options,
                                                  .kind = kind == 0 ? TROPIC_GENERATE_KRON : TROPIC_GENERATE_URAND,
                                                  .parameter = {test_sized(13, 7), 16},
                                                  .seed = 1,
                                                  .weights = 100};
        OWNED(tropic_matrix) *A = NULL;
        assert_ok(on_host, tropic_matrix_generate(&A, on_host, &options));
        try_all(A);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_begin_at_every_place),
        cmocka_unit_test(rows_are_long_or_empty),
        cmocka_unit_test(graphs_of_many_shapes),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, test_open_both, test_close_both);
}
