/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices from entries in device memory, which the device sorts and combines. They equal, byte by byte, those that the
 * host makes from the same entries in its memory; errors too.
 */
#include "formats/matrix/matrix.h"
#include "tests/failing.h"

#include <cuda_runtime_api.h>
#include <tropic_define.h>

#define assert_cuda(call) assert_int_equal(call, cudaSuccess)

TROPIC_STRUCT(pair, int32_t a, b, c;);
TROPIC_OPERATOR(placed, int64_t, int64_t, int64_t, 2 * x - y + 1000 * i + 10 * j);
TROPIC_OPERATOR(join, pair, pair, pair, ((pair){x.a + 2 * y.a, y.b, x.c}));

typedef enum layout { COO, CSR, CSC, LAYOUTS } layout;
typedef enum order { ANY_ORDER, BY_ROWS, BY_COLUMNS, SORTED_BY_ROWS, SORTED_BY_COLUMNS, ORDERS } order;

/* Entries on the host, by whichever layout. */
typedef struct tuples {
    tropic_index rows, cols;
    int64_t count;
    tropic_index *row, *col;
    tropic_offset *offsets;
    tropic_type type;
    size_t size;
    void *values; /* NULL: a pattern */
} tuples;

static void *device_copy(const void *from, size_t bytes)
{
    void *to = NULL;
    assert_cuda(cudaMalloc(&to, bytes + 1));
    assert_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
    return to;
}

static void *get(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    assert_non_null(memory);
    return memory;
}

static tuples tuples_new(tropic_index rows, tropic_index cols, int64_t count, tropic_type type)
{
    const size_t n = (size_t)count, size = tropic_type_size(type);
    return (tuples){.rows = rows,
                    .cols = cols,
                    .count = count,
                    .row = get(n, sizeof(tropic_index)),
                    .col = get(n, sizeof(tropic_index)),
                    .type = type,
                    .size = size,
                    .values = get(n, size)};
}

static void tuples_free(tuples *t)
{
    free(t->row);
    free(t->col);
    free(t->offsets);
    free(t->values);
}

/* ---- random ---- */

static double real(uint64_t *random, bool odd)
{
    static const double special[] = {0.0, -0.0, NAN, INFINITY, -INFINITY};
    if (odd && test_below(random, 4) == 0) return special[test_below(random, 5)];
    return (test_below(random, 2001) - 1000) / 8.0 * (test_below(random, 3) == 0 ? 1e-3 : 1);
}

/* `odd`: NaN, infinities, negative zeros, and integers whose sums are beyond the type. */
static void draw_values(tuples *t, bool odd, uint64_t *random)
{
    for (int64_t k = 0; k < t->count; k++) {
        const int small = test_below(random, 5);
        switch (t->type) {
        case TROPIC_BOOL: ((bool *)t->values)[k] = small > 2; break;
        case TROPIC_FP32: ((float *)t->values)[k] = (float)real(random, odd); break;
        case TROPIC_FP64: ((double *)t->values)[k] = real(random, odd); break;
        default:
            for (size_t b = 0; b < t->size; b++)
                ((uint8_t *)t->values)[(size_t)k * t->size + b] = (uint8_t)(odd      ? test_below(random, 256)
                                                                            : b == 0 ? small
                                                                                     : 0);
        }
    }
}

typedef struct entry {
    tropic_index row, col;
} entry;

static int by_row(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row) : (x->col > y->col) - (x->col < y->col);
}

static int by_col(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    const entry s = {x->col, x->row}, t = {y->col, y->row};
    return by_row(&s, &t);
}

static tuples draw(tropic_type type, order o, uint64_t *random)
{
    const tropic_index longest = test_below(random, 4) == 0 ? 3 : test_below(random, 2) == 0 ? 40 : 5000;
    const tropic_index rows = 1 + test_below(random, longest);
    const tropic_index cols = test_below(random, 2) ? rows : 1 + test_below(random, longest);
    tuples t = tuples_new(rows, cols, 1 + test_below(random, test_below(random, 3) == 0 ? 10 : 3000), type);
    OWNED_MEMORY entry *e = get((size_t)t.count, sizeof *e);
    int64_t kept = 0;
    for (int64_t k = 0; k < t.count; k++) e[k] = (entry){test_below(random, rows), test_below(random, cols)};
    if (o != ANY_ORDER) qsort(e, (size_t)t.count, sizeof *e, o == BY_ROWS || o == SORTED_BY_ROWS ? by_row : by_col);
    for (int64_t k = 0; k < t.count; k++)
        if (k == 0 || o < SORTED_BY_ROWS || by_row(&e[k], &e[k - 1]) != 0) e[kept++] = e[k];
    t.count = kept;
    for (int64_t k = 0; k < kept; k++) {
        /* (Not even by rows, or by columns, within a list.) */
        const entry *from = o == BY_ROWS || o == BY_COLUMNS ? &e[kept - 1 - k] : &e[k];
        t.row[k] = o == BY_ROWS ? rows - 1 - from->row : from->row;
        t.col[k] = o == BY_COLUMNS ? cols - 1 - from->col : from->col;
    }
    return t;
}

/* Offsets of t's rows, or columns. */
static void make_offsets(tuples *t, bool of_rows)
{
    const tropic_index lists = of_rows ? t->rows : t->cols, *list = of_rows ? t->row : t->col;
    t->offsets = get((size_t)lists + 1, sizeof *t->offsets);
    for (int64_t k = 0; k < t->count; k++) t->offsets[list[k] + 1]++;
    for (tropic_index l = 0; l < lists; l++) t->offsets[l + 1] += t->offsets[l];
}

/* ---- both ways ---- */

static tropic_status make(tropic_matrix **A, tropic_context *context, const tuples *t, layout how,
                          const tropic_build_options *options)
{
    const void *values = t->values;
    switch (how) {
    case CSR: return tropic_matrix_from_csr(A, context, t->rows, t->cols, t->offsets, t->col, t->type, values, options);
    case CSC: return tropic_matrix_from_csc(A, context, t->rows, t->cols, t->offsets, t->row, t->type, values, options);
    default:
        return tropic_matrix_from_coo(A, context, t->rows, t->cols, t->count, t->row, t->col, t->type, values, options);
    }
}

static tropic_status make_on_device(tropic_matrix **A, tropic_context *context, const tuples *t, layout how,
                                    const tropic_build_options *given)
{
    const size_t n = (size_t)t->count, lists = (size_t)(how == CSR ? t->rows : t->cols);
    tropic_build_options options = *given;
    tuples d = *t;
    tropic_status status;
    options.location = TROPIC_DEVICE;
    d.row = device_copy(t->row, n * sizeof *t->row);
    d.col = device_copy(t->col, n * sizeof *t->col);
    if (t->offsets) d.offsets = device_copy(t->offsets, (lists + 1) * sizeof *t->offsets);
    if (t->values) d.values = device_copy(t->values, n * t->size);
    status = make(A, context, &d, how, &options);
    void *const copies[] = {d.row, d.col, d.offsets, d.values};
    for (int k = 0; k < 4; k++) assert_cuda(cudaFree(copies[k]));
    return status;
}

static void check_same(tropic_context *context, const tropic_matrix *A, const tropic_matrix *B, bool by_column)
{
    const tropic_offset *a_offsets, *b_offsets;
    const tropic_index *a_ids, *b_ids;
    const void *a_values, *b_values;
    const size_t lists = (size_t)(by_column ? tropic_matrix_cols(A) : tropic_matrix_rows(A)) + 1;
    const size_t count = (size_t)tropic_matrix_count(A);
    assert_int_equal(tropic_matrix_count(A), tropic_matrix_count(B));
    assert_int_equal(tropic_matrix_is_pattern(A), tropic_matrix_is_pattern(B));
    assert_ok(context, (by_column ? tropic_matrix_csc : tropic_matrix_csr)(A, context, &a_offsets, &a_ids, &a_values));
    assert_ok(context, (by_column ? tropic_matrix_csc : tropic_matrix_csr)(B, context, &b_offsets, &b_ids, &b_values));
    assert_memory_equal(a_offsets, b_offsets, lists * sizeof *a_offsets);
    if (count == 0) return;
    assert_memory_equal(a_ids, b_ids, count * sizeof *a_ids);
    if (a_values) assert_memory_equal(a_values, b_values, count * tropic_type_size(tropic_matrix_type(A)));
}

/* Returns whether the device built it. */
static bool check(tropic_context *context, const tuples *t, layout how, const tropic_build_options *options)
{
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    char text[512];
    const tropic_status expected = make(&A, context, t, how, options);
    tropic_status status;
    bool on_device = false;
    snprintf(text, sizeof text, "%s", tropic_context_error(context));
    status = make_on_device(&B, context, t, how, options);
    if (status != expected) fail_msg("%d, not %d: %s %s", status, expected, tropic_context_error(context), text);
    if (status == TROPIC_OK) {
        on_device = !B->host.sides[TP_BY_ROW].present && !B->host.sides[TP_BY_COLUMN].present;
        check_same(context, A, B, false);
        check_same(context, A, B, true);
        assert_int_equal(A->loops.count, B->loops.count);
        assert_int_equal(A->loops.negatives, B->loops.negatives);
        for (int k = 0; k < A->loops.negatives; k++) assert_int_equal(A->loops.negative[k], B->loops.negative[k]);
    } else if (options->loops == TROPIC_LOOPS_KEEP) { /* (else the host finds another of several wrong places) */
        assert_string_equal(tropic_context_error(context), text);
    }
    return on_device;
}

static void random_entries(void **state)
{
    OWNED(tropic_context) *context = test_context();
    uint64_t random = 1;
    int on_device = 0, rounds = test_sized(400, 40);
    for (int round = 0; round < rounds; round++) {
        const tropic_type type = (tropic_type)test_below(&random, TROPIC_TYPES);
        tropic_build_options options = {.size = sizeof options};
        const order o = (order)test_below(&random, ORDERS);
        const bool in_rows = o == BY_ROWS || o == SORTED_BY_ROWS, odd = test_below(&random, 2);
        OWNED(tuples) t = draw(type, o, &random);
        layout how = o == ANY_ORDER || test_below(&random, 2) ? COO : in_rows ? CSR : CSC;
        options.duplicates = (tropic_duplicates)test_below(&random, TROPIC_DUPLICATES_REFUSE + 1);
        options.loops = test_below(&random, 3) == 0 ? TROPIC_LOOPS_DROP : TROPIC_LOOPS_KEEP;
        if (t.rows == t.cols && test_below(&random, 2)) options.direction = TROPIC_DIRECTION_UNDIRECTED;
        /* (Which NaN a sum becomes is not told.) */
        draw_values(
            &t, odd && !((type == TROPIC_FP32 || type == TROPIC_FP64) && options.duplicates <= TROPIC_DUPLICATES_SUM),
            &random);
        if (how != COO) make_offsets(&t, in_rows);
        if (type == TROPIC_BOOL && test_below(&random, 2)) {
            free(t.values);
            t.values = NULL;
        }
        on_device += check(context, &t, how, &options);
    }
    assert_in_range(on_device, rounds / 2, rounds);
}

static void long_runs(void **state)
{
    const int64_t lengths[] = {1, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025, 2, test_sized(70000, 3000)};
    enum { RUNS = sizeof lengths / sizeof *lengths };
    OWNED(tropic_context) *context = test_context();
    uint64_t random = 2;
    int64_t count = 0;
    for (int r = 0; r < RUNS; r++) count += lengths[r];
    for (int type = 0; type < TROPIC_TYPES; type++) {
        OWNED(tuples) t = tuples_new(RUNS, 7, count, (tropic_type)type);
        for (int64_t r = 0, k = 0; r < RUNS; r++)
            for (int64_t end = k + lengths[r]; k < end; k++) t.row[k] = (tropic_index)r, t.col[k] = (tropic_index)r % 7;
        /* Mixed: the order within a run stays. */
        for (int64_t k = count - 1; k > 0; k--) {
            const int64_t other = test_below(&random, (int32_t)k + 1);
            const tropic_index row = t.row[k], col = t.col[k];
            t.row[k] = t.row[other], t.col[k] = t.col[other];
            t.row[other] = row, t.col[other] = col;
        }
        for (int rule = TROPIC_DUPLICATES_SUM; rule < TROPIC_DUPLICATES_REFUSE; rule++) {
            const tropic_build_options options = {.size = sizeof options, .duplicates = (tropic_duplicates)rule};
            const bool reals = type == TROPIC_FP32 || type == TROPIC_FP64;
            draw_values(&t, rule != TROPIC_DUPLICATES_SUM, &random);
            const bool on_device = check(context, &t, COO, &options);
            /* (Sums of bytes are too large.) */
            assert_true(on_device || (rule == TROPIC_DUPLICATES_SUM && !reals));
        }
    }
}

/* A value that becomes infinite by itself is an overflow. */
static void sums_of_reals(void **state)
{
    static const double cases[][3] = {
        {1e308, 1e308, -1e308}, {INFINITY, 1, 2}, {1e308, -1e308, 1e308}, {-0.0, -0.0, -0.0}};
    OWNED(tropic_context) *context = test_context();
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        OWNED(tuples) t = tuples_new(2, 2, 3, TROPIC_FP64);
        const tropic_build_options options = {.size = sizeof options};
        memcpy(t.values, cases[c], sizeof cases[c]);
        t.row[0] = t.row[1] = t.row[2] = 1;
        assert_int_equal(check(context, &t, COO, &options), c > 0);
    }
}

/* ---- operators and structs ---- */

static void operators(void **state)
{
    static const tropic_builtin_operator builtin[] = {TROPIC_PLUS, TROPIC_MINUS, TROPIC_SECOND, TROPIC_ROW_INDEX,
                                                      TROPIC_COL_INDEX};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_operator) *own = NULL, *joins = NULL;
    tropic_type pairs;
    uint64_t random = 3;
    int on_device = 0, rounds = test_sized(120, 12);
    assert_ok(context, tropic_operator_create(&own, context, &placed));
    assert_ok(context, tropic_type_define(&pairs, context, &pair_type));
    assert_ok(context, tropic_operator_create(&joins, context, &join));
    for (int round = 0; round < rounds; round++) {
        const bool structs = round % 3 == 0;
        tropic_build_options options = {.size = sizeof options};
        OWNED(tuples) t = draw(structs ? pairs : TROPIC_INT64, (order)test_below(&random, ORDERS), &random);
        draw_values(&t, true, &random);
        if (structs) {
            if (round % 2 == 0)
                options.duplicates_op = joins;
            else
                options.duplicates = (tropic_duplicates)(1 + test_below(&random, TROPIC_DUPLICATES_REFUSE));
        } else {
            options.duplicates_op =
                test_below(&random, 2) ? own : tropic_operator_builtin(builtin[test_below(&random, 5)], TROPIC_INT64);
        }
        if (t.rows == t.cols && test_below(&random, 2)) options.direction = TROPIC_DIRECTION_UNDIRECTED;
        on_device += check(context, &t, COO, &options);
    }
    assert_in_range(on_device, rounds / 3, rounds);
}

/* Keys of almost 64 bits; and rows without an entry. */
static void wide_shapes(void **state)
{
    enum { COUNT = 1000 };
    const tropic_index shapes[][2] = {{5, TROPIC_INDEX_MAX}, {3000000, 2}, {1, 1}, {1, TROPIC_INDEX_MAX}};
    OWNED(tropic_context) *context = test_context();
    uint64_t random = 4;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_LAST};
        OWNED(tuples) t = tuples_new(shapes[s][0], shapes[s][1], COUNT, TROPIC_INT16);
        OWNED(tropic_matrix) *A = NULL, *B = NULL;
        for (int k = 0; k < COUNT; k++) {
            t.row[k] = test_below(&random, t.rows);
            t.col[k] = k % 2 ? t.cols - 1 - test_below(&random, 1 + t.cols / 9) : test_below(&random, t.cols);
        }
        draw_values(&t, true, &random);
        assert_ok(context, make(&A, context, &t, COO, &options));
        assert_ok(context, make_on_device(&B, context, &t, COO, &options));
        check_same(context, A, B, false);
    }
}

static void wrong_input(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const tropic_build_options options = {.size = sizeof options},
                               refuse = {.size = sizeof refuse, .duplicates = TROPIC_DUPLICATES_REFUSE};
    OWNED(tuples) t = tuples_new(3, 3, 4, TROPIC_INT32);
    t.offsets = get(4, sizeof *t.offsets);
    memcpy(t.row, (tropic_index[]){0, 1, 2, 1}, 4 * sizeof *t.row);
    memcpy(t.col, (tropic_index[]){2, 1, 0, 1}, 4 * sizeof *t.col);
    memcpy(t.values, (int32_t[]){1, INT32_MAX, 3, 1}, 4 * t.size);
    assert_false(check(context, &t, COO, &options)); /* a sum is too large */
    assert_false(check(context, &t, COO, &refuse));
    t.row[3] = 3;
    assert_false(check(context, &t, COO, &options));
    t.row[3] = 0;
    t.col[2] = -1;
    assert_false(check(context, &t, COO, &options));
    memcpy(t.offsets, (tropic_offset[]){0, 2, 1, 4}, 4 * sizeof *t.offsets);
    assert_false(check(context, &t, CSR, &options));
    memcpy(t.offsets, (tropic_offset[]){1, 2, 3, 4}, 4 * sizeof *t.offsets);
    assert_false(check(context, &t, CSC, &options));
    memcpy(t.offsets, (tropic_offset[]){0, 1, 9, 4}, 4 * sizeof *t.offsets);
    assert_false(check(context, &t, CSC, &options));
}

/* ---- memory that runs out ---- */

static void *device_allocate(size_t bytes)
{
    void *pointer = NULL;
    return cudaMalloc(&pointer, bytes) == cudaSuccess ? pointer : NULL;
}

static void device_release(void *pointer)
{
    assert_cuda(cudaFree(pointer));
}

static tropic_status attempt(tropic_context *context, test_failing_objects *o)
{
    static const tropic_index rows[] = {1, 0, 1, 2, 2}, cols[] = {1, 2, 1, 2, 0};
    static const int32_t values[] = {1, 2, 3, 4, 5};
    const bool combines = o->strategy == TROPIC_STRATEGY_CSC_SCALAR;
    const tropic_build_options options = {.size = sizeof options,
                                          .direction = combines ? TROPIC_DIRECTION_AUTO : TROPIC_DIRECTION_UNDIRECTED,
                                          .duplicates_op =
                                              combines ? tropic_operator_builtin(TROPIC_MINUS, TROPIC_INT32) : NULL};
    tuples t = {.rows = 3,
                .cols = 3,
                .count = 5,
                .row = (tropic_index *)rows,
                .col = (tropic_index *)cols,
                .type = TROPIC_INT32,
                .size = sizeof *values,
                .values = (void *)values};
    o->recovers = true;
    return make_on_device(&o->made, context, &t, COO, &options);
}

static void memory_runs_out(void **state)
{
    static const test_failing_memory device = {device_allocate, device_release, TROPIC_OUT_OF_DEVICE_MEMORY, true};
    const test_failing_case cases[] = {{"undirected", NULL, attempt, TROPIC_STRATEGY_AUTO},
                                       {"by an operator", NULL, attempt, TROPIC_STRATEGY_CSC_SCALAR}};
    for (int c = 0; c < 2; c++) {
        test_failing_run(&device, &cases[c]);
        test_failing_run(&test_failing_host, &cases[c]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_entries), cmocka_unit_test(long_runs),
                                       cmocka_unit_test(sums_of_reals),  cmocka_unit_test(operators),
                                       cmocka_unit_test(wide_shapes),    cmocka_unit_test(wrong_input),
                                       cmocka_unit_test(memory_runs_out)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
