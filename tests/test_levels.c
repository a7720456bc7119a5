/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches by levels, with frontiers of few and of many vertices; and counts that a GPU tells later than the call.
 */
#include <stdlib.h>

#include "tests/fixtures.h"

enum { COLUMNS = 40, PLACES = 40000, DUE = 100 };

static const tropic_descriptor there = {.size = sizeof there, .structure = true};
static const tropic_descriptor fresh = {.size = sizeof fresh, .complement = true, .structure = true, .replace = true};

/* A grid: vertex r * COLUMNS + c has arcs to the one above it, below it, and on each side. */
static tropic_matrix *grid(tropic_context *context, tropic_index rows)
{
    const tropic_build_options both = {.size = sizeof both, .direction = TROPIC_DIRECTION_UNDIRECTED};
    const tropic_index n = rows * COLUMNS;
    OWNED_MEMORY tropic_index *from = test_room(2 * n, sizeof *from), *to = test_room(2 * n, sizeof *to);
    tropic_index count = 0;
    tropic_matrix *A = NULL;
    for (tropic_index v = 0; v < n; v++) {
        if (v % COLUMNS < COLUMNS - 1) {
            from[count] = v;
            to[count++] = v + 1;
        }
        if (v + COLUMNS < n) {
            from[count] = v;
            to[count++] = v + COLUMNS;
        }
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, n, n, count, from, to, TROPIC_BOOL, NULL, &both));
    return A;
}

/* The frontier begins as the first column, and is each other column in turn. */
static void search(tropic_context *context, tropic_index rows, const tropic_semiring *semiring)
{
    const tropic_index n = rows * COLUMNS;
    const tropic_type type = tropic_semiring_type(semiring);
    const int32_t first = 1; /* of any integral type */
    OWNED(tropic_matrix) *A = grid(context, rows);
    OWNED(tropic_vector) *frontier = NULL, *level = NULL;
    OWNED_MEMORY int32_t *levels = test_room(n, sizeof *levels);
    assert_ok(context, tropic_vector_create(&frontier, context, type, n));
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, n));
    for (tropic_index r = 0; r < rows; r++) assert_ok(context, tropic_vector_set(frontier, r * COLUMNS, &first));
    for (int32_t k = 0; k < COLUMNS; k++) {
        assert_int_equal(tropic_vector_count(frontier), rows);
        assert_ok(context, tropic_assign_scalar(level, frontier, NULL, &k, NULL, n, &there));
        if (k % 7 == 0) assert_int_equal(tropic_vector_count(level), (k + 1) * rows);
        assert_ok(context, tropic_vxm(frontier, level, NULL, semiring, frontier, A, &fresh));
    }
    assert_int_equal(tropic_vector_count(frontier), 0);
    assert_int_equal(tropic_vector_count(level), n);
    assert_ok(context, tropic_vector_get_dense(level, levels, NULL));
    for (tropic_index v = 0; v < n; v++) assert_int_equal(levels[v], v % COLUMNS);
}

static void test_searches(void **unused)
{
    const tropic_index rows[] = {1, 4, 60, 250, 700, 1500, 2500};
    OWNED(tropic_context) *context = test_context();
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        search(context, rows[k], tropic_semiring_builtin(TROPIC_MIN_FIRST, TROPIC_INT32));
        search(context, rows[k], tropic_semiring_builtin(TROPIC_ANY_PAIR, TROPIC_INT32));
    }
}

/* Every `step`-th place has an entry, its number. */
static tropic_vector *every(tropic_context *context, tropic_index step)
{
    const tropic_index count = (PLACES + step - 1) / step;
    OWNED_MEMORY tropic_index *ids = test_room(count, sizeof *ids);
    tropic_vector *v = NULL;
    for (tropic_index k = 0; k < count; k++) ids[k] = k * step;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, PLACES));
    assert_ok(context, tropic_vector_put_entries(v, count, ids, ids));
    return v;
}

/* A bitmap of every second place, whose count is due: every ninth has an entry, too. */
static tropic_vector *due(tropic_context *context, const tropic_vector *ninths)
{
    const int32_t one = 1;
    tropic_vector *v = every(context, 2);
    assert_ok(context, tropic_vector_set_form(v, TROPIC_BITMAP));
    assert_ok(context, tropic_assign_scalar(v, ninths, NULL, &one, NULL, PLACES, &there));
    return v;
}

/* Whatever is done to a vector next, its count is right. */
static void test_due_counts(void **unused)
{
    const tropic_index halves = PLACES / 2, all = halves + (PLACES + 8) / 18;
    const int32_t seven = 7;
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *ninths = every(context, 9), *fifths = every(context, 50), *v = due(context, ninths),
                         *w = NULL;
    tropic_vector *many[DUE];
    bool present;
    int32_t value;
    assert_int_equal(tropic_vector_count(v), all);
    assert_ok(context,
              tropic_assign(v, NULL, tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32), fifths, NULL, PLACES, NULL));
    assert_ok(context, tropic_vector_get(v, 100, &value, &present));
    assert_true(present && value == 200);
    assert_int_equal(tropic_vector_count(v), all);
    assert_ok(context, tropic_assign_scalar(v, ninths, NULL, &seven, NULL, PLACES, &there));
    assert_ok(context, tropic_vector_set(v, 1, &seven));
    assert_ok(context, tropic_vector_remove(v, 9));
    assert_ok(context, tropic_vector_remove(v, 27));
    assert_int_equal(tropic_vector_count(v), all - 1);
    tropic_vector_free(&v);
    v = due(context, ninths);
    assert_ok(context, tropic_vector_duplicate(&w, v));
    assert_int_equal(tropic_vector_count(w), all);
    assert_ok(context, tropic_vector_clear(v));
    assert_int_equal(tropic_vector_count(v), 0);
    tropic_vector_free(&v);
    v = due(context, ninths);
    assert_ok(context, tropic_vector_swap(v, fifths));
    assert_int_equal(tropic_vector_count(v), PLACES / 50);
    assert_int_equal(tropic_vector_count(fifths), all);
    tropic_vector_free(&v);
    v = due(context, ninths);
    assert_ok(context, tropic_vector_resize(v, PLACES / 2));
    assert_int_equal(tropic_vector_count(v), halves / 2 + (halves + 8) / 18);
    for (int k = 0; k < DUE; k++) many[k] = due(context, ninths);
    for (int k = 0; k < DUE; k += 2) tropic_vector_free(&many[k]);
    for (int k = 1; k < DUE; k += 2) {
        assert_int_equal(tropic_vector_count(many[k]), all);
        tropic_vector_free(&many[k]);
    }
}

/* A list whose count is due: of every fiftieth place those behind the middle. */
static tropic_vector *due_list(tropic_context *context, const tropic_vector *fiftieths)
{
    const int32_t middle = PLACES / 2;
    tropic_vector *v = NULL;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, PLACES));
    assert_ok(context,
              tropic_select(v, NULL, NULL, tropic_operator_builtin(TROPIC_GT, TROPIC_INT32), fiftieths, &middle, NULL));
    return v;
}

/* Whatever is done to a list next, its count is right. */
static void test_due_lists(void **unused)
{
    const tropic_index all = PLACES / 100 - 1, last = PLACES - 50;
    const int32_t seven = 7;
    const tropic_context_options cpu = {.size = sizeof cpu, .device = TROPIC_DEVICE_CPU};
    OWNED(tropic_context) *context = test_context(), *host = NULL;
    tropic_vector *fiftieths = every(context, 50), *v = due_list(context, fiftieths), *w = NULL, *many[DUE];
    OWNED_MEMORY int32_t *dense = test_room(PLACES, sizeof *dense);
    int32_t value = 0;
    bool present = false;
    assert_int_equal(tropic_context_create(&host, &cpu), TROPIC_OK);
    assert_int_equal(tropic_vector_count(v), all);
    tropic_vector_free(&v);
    v = due_list(context, fiftieths);
    assert_ok(context, tropic_vector_get(v, last, &value, &present));
    assert_true(present && value == last);
    assert_ok(context, tropic_vector_get(v, 50, &value, &present));
    assert_false(present);
    tropic_vector_free(&v);
    v = due_list(context, fiftieths);
    assert_ok(context, tropic_vector_set(v, 1, &seven));
    assert_ok(context, tropic_vector_remove(v, last));
    assert_ok(context, tropic_vector_remove(v, last - 50));
    assert_int_equal(tropic_vector_count(v), all - 1);
    tropic_vector_free(&v);
    v = due_list(context, fiftieths);
    assert_ok(context, tropic_vector_duplicate(&w, v));
    assert_int_equal(tropic_vector_count(w), all);
    assert_ok(context, tropic_vector_clear(v));
    assert_int_equal(tropic_vector_count(v), 0);
    tropic_vector_free(&v);
    v = due_list(context, fiftieths);
    assert_ok(context, tropic_vector_swap(v, w));
    assert_int_equal(tropic_vector_count(v), all);
    assert_ok(context, tropic_vector_resize(w, PLACES / 2 + 101));
    assert_int_equal(tropic_vector_count(w), 2);
    tropic_vector_free(&v);
    v = due_list(context, fiftieths);
    assert_ok(host, tropic_vector_move(v, host));
    assert_int_equal(tropic_vector_count(v), all);
    assert_ok(context, tropic_vector_move(v, context));
    assert_ok(context, tropic_vector_get_dense(v, dense, NULL));
    for (tropic_index i = 0; i < PLACES; i++) assert_int_equal(dense[i], i > PLACES / 2 && i % 50 == 0 ? i : 0);
    for (int k = 0; k < DUE; k++) many[k] = due_list(context, fiftieths);
    for (int k = 0; k < DUE; k += 2) tropic_vector_free(&many[k]);
    for (int k = 1; k < DUE; k += 2) {
        assert_ok(context, tropic_vector_wait(many[k]));
        assert_int_equal(tropic_vector_count(many[k]), all);
        tropic_vector_free(&many[k]);
    }
    tropic_vector_free(&v);
    tropic_vector_free(&w);
    tropic_vector_free(&fiftieths);
}

typedef struct growth {
    tropic_vector *v;
    const tropic_vector *by;
} growth;

static tropic_status grow(void *of)
{
    const growth *g = of;
    const int32_t one = 1;
    return tropic_assign_scalar(g->v, g->by, NULL, &one, NULL, PLACES, &there);
}

/* The mask of a line, and the vectors a loop tests, with counts due. */
static void test_due_operands(void **unused)
{
    const tropic_index all = PLACES / 2 + (PLACES + 8) / 18;
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_vector) *ninths = every(context, 9), *mask = due(context, ninths), *u = every(context, 1),
                         *empty = NULL;
    OWNED(tropic_matrix) *C = NULL;
    int64_t iterations = 0;
    assert_ok(context, tropic_matrix_create(&C, context, TROPIC_INT32, 2, PLACES));
    assert_ok(context, tropic_matrix_assign_row(&C, context, mask, NULL, u, 1, NULL, &there));
    assert_int_equal(tropic_matrix_count(C), all);
    assert_ok(context, tropic_vector_create(&empty, context, TROPIC_INT32, PLACES));
    assert_ok(context, tropic_vector_set_form(empty, TROPIC_BITMAP));
    assert_ok(context, tropic_loop(context, grow, &(growth){empty, ninths}, empty, 3, &iterations));
    assert_int_equal(iterations, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_searches), cmocka_unit_test(test_due_counts),
                                       cmocka_unit_test(test_due_lists), cmocka_unit_test(test_due_operands)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
