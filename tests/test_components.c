/* SPDX-License-Identifier: Apache-2.0
 *
 * Weak and strong components, and their sizes, against depth-first searches, on graphs of every kind.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

/* Components of G, checked; free() them. */
static int32_t *components_of(tropic_context *c, const test_graph *G, bool strong, tropic_components_report *told)
{
    char message[REFERENCE_MESSAGE];
    const tropic_components_options options = {.size = sizeof options, .strong = strong, .report = told};
    tropic_run_report report = {.size = sizeof report};
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *component = NULL, *size = NULL;
    int32_t *found = test_room(G->rows, sizeof *found);
    reference_result r = {.A = A, .context = c, .options = &options};
    *told = (tropic_components_report){.size = sizeof *told};
    assert_ok(c, tropic_vector_create(&component, c, TROPIC_INT32, G->rows));
    assert_ok(c, tropic_vector_create(&size, c, TROPIC_INT32, G->rows));
    assert_ok(c, tropic_components(component, size, A, &options, &report));
    assert_ok(c, tropic_vector_get_dense(component, found, NULL));
    assert_int_equal(report.reached, G->rows);
    r.values[0] = component;
    r.values[1] = size;
    if (reference_table.find("components")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    return found;
}

/* What the report says of these components. */
static void check_report(const tropic_components_report *told, const int32_t *component, int64_t n)
{
    OWNED_MEMORY int32_t *size = test_room(n, sizeof *size);
    int32_t components = 0, isolated = 0, largest = -1;
    for (int64_t v = 0; v < n; v++) size[v] = 0;
    for (int64_t v = 0; v < n; v++) size[component[v]]++;
    for (int32_t v = 0; v < n; v++) {
        components += size[v] > 0;
        isolated += size[v] == 1;
        if (size[v] > (largest < 0 ? 0 : size[largest])) largest = v;
    }
    assert_int_equal(told->components, components);
    assert_int_equal(told->isolated, isolated);
    assert_int_equal(told->largest, largest);
    assert_int_equal(told->largest_size, largest < 0 ? 0 : size[largest]);
}

static void equal_the_searches(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_empty(5, 5),
                      test_star(test_sized(20000, 5000)), /* with a list that a GPU's whole grid joins */
                      test_path(test_sized(3000, 500)),
                      test_directed_path(70),
                      test_complete(9),
                      test_disconnected(7, 5),
                      test_random_graph(1, 50, 50, 40), /* with loops and duplicates */
                      test_random_graph(2, 400, 400, 500),
                      test_random_graph(3, 400, 400, 3000),
                      test_random_undirected(4, test_sized(20000, 500), test_sized(16000, 400)),
                      test_kronecker(5, test_sized(13, 8), 4)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        for (int strong = 0; strong < 2; strong++) {
            tropic_components_report told;
            OWNED_MEMORY int32_t *found = components_of(context, &G[k], strong, &told);
            check_report(&told, found, G[k].rows);
        }
        test_graph_free(&G[k]);
    }
}

/* A triangle 0 -> 1 -> 2 -> 0, an arc from it to the pair 3 <-> 4. */
static void by_hand(void **unused)
{
    tropic_index row[] = {0, 1, 2, 1, 3, 4}, col[] = {1, 2, 0, 3, 4, 3};
    const test_graph G = {.rows = 5, .cols = 5, .count = 6, .row = row, .col = col};
    const int32_t weak[] = {0, 0, 0, 0, 0}, strong[] = {0, 0, 0, 3, 3};
    tropic_components_report told;
    OWNED_MEMORY int32_t *w = components_of(context, &G, false, &told);
    OWNED_MEMORY int32_t *s = components_of(context, &G, true, &told);
    assert_memory_equal(w, weak, sizeof weak);
    assert_memory_equal(s, strong, sizeof strong);
    assert_int_equal(told.components, 2);
    assert_int_equal(told.isolated, 0);
    assert_int_equal(told.largest, 0);
    assert_int_equal(told.largest_size, 3);
}

/* The second of two components, with hubs, is not the one that a sample finds. */
static void two_large_components(void **unused)
{
    const int32_t half = test_sized(30000, 6000);
    OWNED(test_graph) G = test_star(half - 1), H = test_star(half - 1);
    OWNED(test_graph) both = test_empty(2 * half, 2 * half);
    tropic_components_report told;
    OWNED_MEMORY int32_t *found = NULL;
    free(both.row), free(both.col);
    both.count = G.count + H.count;
    both.row = test_room(both.count, sizeof *both.row);
    both.col = test_room(both.count, sizeof *both.col);
    for (int64_t k = 0; k < G.count; k++) {
        both.row[k] = G.row[k], both.col[k] = G.col[k];
        /* Its hub is its last vertex. */
        both.row[G.count + k] = 2 * half - 1 - H.row[k], both.col[G.count + k] = 2 * half - 1 - H.col[k];
    }
    found = components_of(context, &both, false, &told);
    assert_int_equal(told.components, 2);
    assert_int_equal(told.largest_size, half);
}

/* Permuting vertices permutes components, and threads change nothing. */
static void permuted_vertices_permute_components(void **unused)
{
    const int32_t N = test_sized(3000, 300), ARCS = test_sized(3500, 350);
    OWNED(test_graph) G = test_random_graph(8, N, N, ARCS);
    OWNED_MEMORY tropic_index *id = test_permutation_of(9, N);
    tropic_components_report told, other;
    for (int strong = 0; strong < 2; strong++) {
        OWNED_MEMORY int32_t *before = components_of(context, &G, strong, &told), *after = NULL;
        OWNED(test_graph) P = test_random_graph(8, N, N, ARCS);
        for (int64_t k = 0; k < P.count; k++) P.row[k] = id[P.row[k]], P.col[k] = id[P.col[k]];
        after = components_of(context, &P, strong, &other);
        assert_int_equal(told.components, other.components);
        assert_int_equal(told.isolated, other.isolated);
        assert_int_equal(told.largest_size, other.largest_size);
        for (int v = 0; v < N; v++) assert_int_equal(after[id[v]], after[id[before[v]]]);
    }
}

static void threads_change_nothing(void **unused)
{
    static const int threads[] = {1, 2, 7};
    OWNED(test_graph) G = test_kronecker(5, test_sized(15, 10), 2);
    tropic_components_report told;
    for (int strong = 0; strong < 2; strong++) {
        OWNED_MEMORY int32_t *first = components_of(context, &G, strong, &told);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            const tropic_context_options options = {
                .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads[t]};
            OWNED(tropic_context) *c = NULL;
            assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
            for (int run = 0; run < test_sized(5, 2); run++) {
                OWNED_MEMORY int32_t *again = components_of(c, &G, strong, &told);
                assert_memory_equal(again, first, (size_t)G.rows * sizeof *first);
            }
        }
    }
}

/* Long ways to roots, which several threads shorten at once: runs without a wrong label. */
static void long_ways_are_shortened_by_all(void **unused)
{
    const int RUNS = test_sized(40, 3);
    const int32_t side = test_sized(500, 60);
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 7};
    OWNED(test_graph) G = test_grid(side, side);
    OWNED(tropic_context) *c = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *component = NULL;
    OWNED_MEMORY int32_t *found = test_room(G.rows, sizeof *found);
    assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
    A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
    assert_ok(c, tropic_vector_create(&component, c, TROPIC_INT32, G.rows));
    for (int run = 0; run < RUNS; run++) {
        assert_ok(c, tropic_components(component, NULL, A, NULL, NULL));
        assert_ok(c, tropic_vector_get_dense(component, found, NULL));
        for (int64_t v = 0; v < G.rows; v++) assert_int_equal(found[v], 0);
    }
}

/* Entries of A, and of the result, that are set and removed before the call. */
static void updates_are_seen(void **unused)
{
    enum { N = 5 };
    OWNED(tropic_matrix) *A = test_path_matrix(context, N);
    OWNED(tropic_vector) *component = NULL;
    int32_t found[N];
    const int32_t old = 9, cut[N] = {0, 0, 0, 3, 3};
    assert_ok(context, tropic_vector_create(&component, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_set(component, 2, &old));
    assert_ok(context, tropic_matrix_remove(A, context, 2, 3));
    assert_ok(context, tropic_matrix_remove(A, context, 3, 2));
    assert_ok(context, tropic_components(component, NULL, A, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(component, found, NULL));
    assert_memory_equal(found, cut, sizeof cut);
    assert_ok(context, tropic_matrix_set(A, context, 0, 4, NULL));
    assert_ok(context, tropic_components(component, NULL, A, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(component, found, NULL));
    for (int v = 0; v < N; v++) assert_int_equal(found[v], 0);
}

static void bad_arguments_are_refused(void **unused)
{
    tropic_components_report told = {.size = 3};
    const tropic_components_options unsized = {.size = sizeof unsized, .report = &told};
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *component = NULL, *real = NULL, *longer = NULL;
    const int32_t kept[5] = {9, 8, 7, 6, 5};
    int32_t found[5];
    assert_ok(context, tropic_vector_create(&component, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_put_dense(component, kept, NULL));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 5));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_INT32, 6));
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_components(NULL, NULL, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_components(component, NULL, NULL, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_components(component, component, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_components(component, NULL, A, &unsized, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_components(real, NULL, A, NULL, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_components(component, real, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_components(longer, NULL, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_components(component, longer, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_components(component, NULL, wide, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(component, found, NULL));
    assert_memory_equal(found, kept, sizeof kept);
}

static void make_vectors(tropic_context *c, test_failing_objects *o)
{
    test_failing_make_matrix(c, o);
    for (int k = 0; k < 2; k++) assert_ok(c, tropic_vector_create(&o->v[k], c, TROPIC_INT32, TEST_FAILING_N));
}

static tropic_status weak_once(tropic_context *c, test_failing_objects *o)
{
    return tropic_components(o->v[0], o->v[1], o->A, NULL, NULL);
}

static tropic_status strong_once(tropic_context *c, test_failing_objects *o)
{
    const tropic_components_options options = {.size = sizeof options, .strong = true};
    return tropic_components(o->v[0], NULL, o->A, &options, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case weak = {"components", make_vectors, weak_once, TROPIC_STRATEGY_AUTO};
    static const test_failing_case strong = {"strong components", make_vectors, strong_once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &weak) > 2);
    assert_true(test_failing_run(&test_failing_host, &strong) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_searches),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(two_large_components),
        cmocka_unit_test(permuted_vertices_permute_components),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(long_ways_are_shortened_by_all),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
