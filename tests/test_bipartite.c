/* SPDX-License-Identifier: Apache-2.0
 *
 * Two colours. (tests/test_cycle.c has more graphs.)
 */
#include "tests/context.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

static tropic_status colors_of(tropic_context *c, const test_graph *G, int32_t *colors)
{
    char message[REFERENCE_MESSAGE];
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *color = NULL;
    assert_ok(c, tropic_vector_create(&color, c, TROPIC_INT32, G->rows));
    const tropic_status status = tropic_bipartite(color, A, NULL);
    if (status != TROPIC_OK) return status;
    assert_ok(c, tropic_vector_get_dense(color, colors, NULL));
    const reference_result r = {.values = {color}, .A = A, .context = c};
    if (reference_table.find("bipartite")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    return status;
}

/* 2 -> 0, 0 -> 4, 4 -> 3, and 1 apart. */
static void by_hand(void **unused)
{
    tropic_index row[] = {2, 0, 4}, col[] = {0, 4, 3};
    const test_graph G = {.rows = 5, .cols = 5, .count = 3, .row = row, .col = col};
    const int32_t expected[] = {0, 0, 1, 0, 1};
    int32_t colors[5];
    assert_int_equal(colors_of(context, &G, colors), TROPIC_OK);
    assert_memory_equal(colors, expected, sizeof expected);
}

/* A message has the odd cycle, and of a long one its first vertices. */
static void odd_cycles_are_named(void **unused)
{
    OWNED(test_graph) G = test_cycle(11);
    int32_t colors[11];
    assert_int_equal(colors_of(context, &G, colors), TROPIC_INVALID_ARGUMENT);
    assert_string_equal(tropic_context_error(context),
                        "the graph is not bipartite: it has the odd cycle 0 - 1 - 2 - 3 - 4 - 5 - 6 - 7 - ... - 0, of "
                        "11 vertices");
}

/* A square gets a diagonal, and loses it; then a loop. */
static void updates_are_seen(void **unused)
{
    OWNED(test_graph) G = test_cycle(4);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *color = NULL;
    assert_ok(context, tropic_vector_create(&color, context, TROPIC_INT32, 4));
    assert_ok(context, tropic_bipartite(color, A, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 3, 1, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_bipartite(color, A, NULL));
    assert_ok(context, tropic_matrix_remove(A, context, 3, 1));
    assert_ok(context, tropic_bipartite(color, A, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 2, 2, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_bipartite(color, A, NULL));
}

static void bad_arguments_are_refused(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *v = NULL, *narrow = NULL, *real = NULL;
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_create(&narrow, context, TROPIC_INT32, 4));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 5));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_bipartite(v, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_bipartite(v, wide, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_bipartite(narrow, A, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_bipartite(real, A, NULL));
    assert_int_equal(tropic_bipartite(NULL, A, NULL), TROPIC_INVALID_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(odd_cycles_are_named),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
