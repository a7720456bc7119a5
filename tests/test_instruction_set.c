/* SPDX-License-Identifier: Apache-2.0
 *
 * Instruction sets: code with versions gives the same bits with each of them, and TROPIC_INSTRUCTION_SET chooses.
 */
#define _GNU_SOURCE
#include "tests/jit.h"
#include "tests/layouts.h"
#include "tests/generated.h"

#define VARIABLE "TROPIC_INSTRUCTION_SET"

static const char *const sets[] = {"x86-64", "x86-64-v3", "x86-64-v4"};
enum { SETS = sizeof sets / sizeof *sets };

static tropic_context *context_with(const char *set)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 2};
    tropic_context *context = NULL;
    tropic_status status;
    if (set) setenv(VARIABLE, set, 1);
    status = tropic_context_create(&context, &options);
    unsetenv(VARIABLE);
    if (status == TROPIC_OK) return context;
    assert_true(status == TROPIC_NOT_SUPPORTED || strncmp(tropic_context_instruction_set(NULL), *sets, 3) != 0);
    return NULL;
}

/* The same work with the oldest set, and with each that this processor has. Room for `bytes` of results. */
static void compare(void (*work)(tropic_context *context, int turn, char *out), int turns, size_t bytes)
{
    char *expected = test_room((int64_t)bytes, 1), *found = test_room((int64_t)bytes, 1);
    int compared = 0;
    for (int turn = 0; turn < turns; turn++)
        for (int k = 0; k < SETS; k++) {
            OWNED(tropic_context) *context = context_with(sets[k]);
            if (!context) continue;
            assert_string_equal(tropic_context_instruction_set(context), sets[k]);
            memset(found, 0, bytes);
            work(context, turn, found);
            if (k == 0) memcpy(expected, found, bytes);
            compared += k > 0;
            if (memcmp(expected, found, bytes) != 0) fail_msg("turn %d: %s differs from %s", turn, sets[k], sets[0]);
        }
    free(expected);
    free(found);
    if (compared == 0) test_skip("this processor has one instruction set of those that are compiled");
}

enum { N = 200, ENTRIES = 1500, COLUMNS = 70 }; /* more than are summed at once */

/* Fractions whose sums round, in any order to other bits; now and then an infinity. */
static double draw(uint64_t *random, tropic_type type)
{
    const int32_t k = test_below(random, 2000) - 1000;
    if (type == TROPIC_BOOL) return k & 1;
    if (type == TROPIC_INT8 || type == TROPIC_UINT8) return test_value_as(type, k % 128);
    if (!test_is_floating(type)) return test_value_as(type, k);
    return k == 0 ? INFINITY : k / 7.;
}

static void *draw_values(uint64_t *random, tropic_type type, int64_t count)
{
    char *values = test_room(count, tropic_type_size(type));
    for (int64_t k = 0; k < count; k++) test_value_store(type, values, k, draw(random, type));
    return values;
}

/* turn: a semiring, a type, and whether the block is full. */
static void multiply(tropic_context *context, int turn, char *out)
{
    const tropic_build_options directed = {.size = sizeof directed,
                                           .duplicates = TROPIC_DUPLICATES_MIN,
                                           .loops = TROPIC_LOOPS_KEEP,
                                           .direction = TROPIC_DIRECTION_DIRECTED};
    const tropic_type type = (tropic_type)(turn / 2 % TROPIC_TYPES);
    const tropic_semiring *semiring =
        tropic_semiring_builtin((tropic_builtin)(TROPIC_BUILTINS_FIRST + turn / 2 / TROPIC_TYPES), type);
    uint64_t random = (uint64_t)turn + 1;
    tropic_index row[ENTRIES], column[ENTRIES];
    OWNED(tropic_vector) *U = NULL, *W = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY void *entries = NULL, *values = NULL;
    OWNED_MEMORY bool *has = NULL;
    if (!semiring) return;
    entries = draw_values(&random, type, ENTRIES);
    values = draw_values(&random, type, N * COLUMNS);
    has = test_room(N * COLUMNS, sizeof *has);
    for (int k = 0; k < ENTRIES; k++) {
        row[k] = test_below(&random, N);
        column[k] = test_below(&random, N);
    }
    for (int k = 0; k < N * COLUMNS; k++) has[k] = test_below(&random, 4) > 0;
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, ENTRIES, row, column, type, entries, &directed));
    assert_ok(context, tropic_vector_create_block(&U, context, type, N, COLUMNS));
    assert_ok(context, tropic_vector_create_block(&W, context, tropic_semiring_type(semiring), N, COLUMNS));
    assert_ok(context, tropic_vector_put_dense(U, values, turn % 2 ? has : NULL));
    assert_ok(context, tropic_mxv_block(W, NULL, NULL, semiring, A, U, NULL));
    assert_ok(context, tropic_vector_get_dense(W, out, has));
    memcpy(out + (size_t)N * COLUMNS * sizeof(double), has, (size_t)N * COLUMNS);
}

static void products_are_the_same(void **state)
{
    compare(multiply, (TROPIC_BUILTINS - TROPIC_BUILTINS_FIRST) * TROPIC_TYPES * 2,
            (size_t)N * COLUMNS * (sizeof(double) + 1));
}

enum { SIDE = 28, ITERATIONS = 5 };

static void lay_out_mesh(tropic_context *context, int turn, char *out)
{
    const tropic_layout_options options = {.size = sizeof options,
                                           .method = turn % 2 ? TROPIC_LAYOUT_EXACT : TROPIC_LAYOUT_BARNES_HUT,
                                           .iterations = ITERATIONS,
                                           .levels = 1};
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_LATTICE, SIDE, 0.62);
    const tropic_index n = tropic_matrix_rows(A);
    tropic_vector *v[3] = {NULL};
    const int dimensions = turn < 2 ? 2 : 3;
    for (int c = 0; c < dimensions; c++) assert_ok(context, tropic_vector_create(&v[c], context, TROPIC_FP64, n));
    assert_ok(context, tropic_layout(v[0], v[1], v[2], A, &options, NULL));
    for (int c = 0; c < dimensions; c++)
        assert_ok(context, tropic_vector_get_dense(v[c], out + (size_t)c * (size_t)n * sizeof(double), NULL));
    for (int c = 0; c < dimensions; c++) tropic_vector_free(&v[c]);
}

static void layouts_are_the_same(void **state)
{
    compare(lay_out_mesh, 4, (size_t)3 * SIDE * SIDE * sizeof(double));
}

enum { RANKED = 50 }; /* of a side: more vertices than a group, and no whole number of rows of lanes */

/* turn: the type of ranks, and whether there are distributions. */
static void rank_lattice(tropic_context *context, int turn, char *out)
{
    tropic_pagerank_report report = {.size = sizeof report};
    tropic_pagerank_options options = {.size = sizeof options, .iterations = ITERATIONS, .report = &report};
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_LATTICE, RANKED, 0.62);
    const tropic_index n = tropic_matrix_rows(A);
    OWNED(tropic_vector) *rank = test_vector_of(context, turn % 2 ? TROPIC_FP64 : TROPIC_FP32, n, NULL), *p = NULL;
    OWNED_MEMORY double *values = test_room(n, sizeof *values), *ranks = NULL;
    for (tropic_index v = 0; v < n; v++) values[v] = v % 7;
    p = test_vector_of(context, TROPIC_FP64, n, values);
    if (turn / 2 == 1) options.dangling = p;
    if (turn / 2 == 2) options.personalization = p;
    assert_ok(context, tropic_pagerank(rank, A, &options, NULL));
    ranks = test_numbers_of(context, rank);
    memcpy(out, ranks, (size_t)n * sizeof *ranks);
    memcpy(out + (size_t)n * sizeof *ranks, &report.residual, sizeof report.residual);
}

static void ranks_are_the_same(void **state)
{
    compare(rank_lattice, 6, (size_t)(RANKED * RANKED + 1) * sizeof(double));
}

static void a_context_has_the_newest(void **state)
{
    OWNED(tropic_context) *context = context_with(NULL);
    assert_string_equal(tropic_context_instruction_set(context), tropic_context_instruction_set(NULL));
    tropic_context_free(&context);
    context = context_with("");
    assert_string_equal(tropic_context_instruction_set(context), tropic_context_instruction_set(NULL));
    tropic_context_free(&context);
    context = context_with(tropic_context_instruction_set(NULL));
    assert_non_null(context);
    assert_string_equal(tropic_context_instruction_set(context), tropic_context_instruction_set(NULL));
}

static void no_other_is_taken(void **state)
{
    const char *const wrong[] = {"x86", "x86-64-v5", "X86-64", " x86-64"};
    tropic_context *context = NULL;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        setenv(VARIABLE, wrong[k], 1);
        assert_int_equal(tropic_context_create(&context, NULL), TROPIC_INVALID_ARGUMENT);
        unsetenv(VARIABLE);
        assert_null(context);
        assert_non_null(strstr(tropic_context_error(NULL), VARIABLE));
        assert_non_null(strstr(tropic_context_error(NULL), wrong[k]));
        assert_non_null(strstr(tropic_context_error(NULL), tropic_context_instruction_set(NULL)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_are_the_same), cmocka_unit_test(layouts_are_the_same),
        cmocka_unit_test(ranks_are_the_same),    cmocka_unit_test(a_context_has_the_newest),
        cmocka_unit_test(no_other_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
