/* SPDX-License-Identifier: Apache-2.0
 *
 * The modularity of given partitions: by hand, with loops, weights and directions, and whatever the names.
 */
#include "tests/context.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include <math.h>

static double modularity_of(const tropic_matrix *A, const int32_t *number, bool directed, double resolution)
{
    const tropic_index n = tropic_matrix_rows(A);
    tropic_communities_report told = {.size = sizeof told};
    tropic_communities_options options = {.size = sizeof options, .report = &told};
    OWNED(tropic_vector) *community = test_vector_of(context, TROPIC_INT32, n, number), *size = NULL;
    options.weighted = true;
    options.directed = directed;
    options.resolution = resolution;
    assert_ok(context, tropic_vector_create(&size, context, TROPIC_INT32, n));
    assert_ok(context, tropic_modularity(community, size, A, &options, NULL));
    return told.modularity;
}

/* A triangle 0 1 2 with a loop of weight 3 at 0, a tail 3: figures by hand, which are NetworkX's. */
static void given_ones_are_measured(void **unused)
{
    tropic_index row[] = {0, 0, 1, 1, 2, 2, 2, 3, 0}, col[] = {1, 2, 0, 2, 0, 1, 3, 2, 0};
    double weight[] = {1, 1, 1, 1, 1, 1, 2, 2, 3};
    const test_graph G = {.rows = 4, .cols = 4, .count = 9, .row = row, .col = col, .weight = weight};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_FP64, NULL);
    const int32_t one[] = {2, 2, 2, 2}, two[] = {3, 3, 0, 0}, none[] = {0, 1, 2, 3}, wrong[] = {0, 1, 4, 0};
    tropic_communities_report told = {.size = sizeof told};
    const tropic_communities_options options = {.size = sizeof options, .report = &told};
    OWNED(tropic_vector) *bad = test_vector_of(context, TROPIC_INT32, 4, wrong), *few = NULL;
    assert_true(fabs(modularity_of(A, one, false, 1)) < 1e-15);
    assert_true(fabs(modularity_of(A, one, false, 2) + 1) < 1e-15);
    /* Degrees 8 2 4 2, 16 in all: within {0, 1} 6 + 2, within {2, 3} 4. */
    assert_true(fabs(modularity_of(A, two, false, 1) - (12 / 16.0 - (100 + 36) / 256.0)) < 1e-15);
    assert_true(fabs(modularity_of(A, none, false, 1) - (6 / 16.0 - (64 + 4 + 16 + 4) / 256.0)) < 1e-15);
    /* As a directed graph: out and in 5 2 4 2, 13 in all. */
    assert_true(fabs(modularity_of(A, two, true, 1) - (9 / 13.0 - (49 + 36) / 169.0)) < 1e-15);
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_modularity(bad, NULL, A, &options, NULL));
    assert_ok(context, tropic_vector_create(&few, context, TROPIC_INT32, 4));
    assert_ok(context, tropic_vector_set(few, 1, one));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_modularity(few, NULL, A, &options, NULL));
}

/* Other numbers of vertices, and of sets, change nothing. */
static void names_do_not_matter(void **unused)
{
    enum { N = 300 };
    OWNED(test_graph) G = test_random_graph(8, N, N, 2000);
    OWNED(test_graph) P = test_random_graph(8, N, N, 2000);
    OWNED_MEMORY int32_t *id = test_permutation_of(9, N);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    int32_t before[N], after[N];
    test_permute(&P, id);
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    B = test_matrix_of(context, &P, TROPIC_BOOL, NULL);
    for (int v = 0; v < N; v++) {
        before[v] = v * 7 % 10;
        after[id[v]] = N - 1 - before[v];
    }
    assert_true(modularity_of(A, before, false, 1) == modularity_of(B, after, false, 1));
}

/* Entries of A, and of the partition, that are set and removed before the call: a path falls into two. */
static void updates_are_seen(void **unused)
{
    const int32_t one = 1;
    OWNED(tropic_matrix) *A = test_path_matrix(context, 4);
    OWNED(tropic_vector) *community = test_vector_of(context, TROPIC_INT32, 4, (int32_t[]){0, 0, 0, 1});
    tropic_communities_report told = {.size = sizeof told};
    const tropic_communities_options options = {.size = sizeof options, .report = &told};
    assert_ok(context, tropic_vector_remove(community, 2));
    assert_ok(context, tropic_vector_set(community, 2, &one));
    assert_ok(context, tropic_matrix_remove(A, context, 1, 2));
    assert_ok(context, tropic_matrix_remove(A, context, 2, 1));
    assert_ok(context, tropic_modularity(community, NULL, A, &options, NULL));
    assert_true(told.modularity == 0.5);
    assert_int_equal(told.communities, 2);
    assert_false(told.directed);
    assert_ok(context, tropic_matrix_set(A, context, 1, 2, NULL));
    assert_ok(context, tropic_modularity(community, NULL, A, &options, NULL));
    assert_true(told.directed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_ones_are_measured),
        cmocka_unit_test(names_do_not_matter),
        cmocka_unit_test(updates_are_seen),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
