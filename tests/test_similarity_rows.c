/* SPDX-License-Identifier: Apache-2.0
 *
 * Similarities on a device have the bits of those of a CPU, whichever way a row is found.
 */
#include "tests/context.h"
#include "tests/graphs.h"
#include "tests/similarity.h"

static tropic_context *host_context(void)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 2};
    tropic_context *c = NULL;
    assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
    return c;
}

static void check_host(tropic_context *host, const test_graph *G, const tropic_similarity_options *options)
{
    __attribute__((cleanup(similarity_free))) similarity_found f = {0}, expected = {0};
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, TROPIC_BOOL, NULL);
    OWNED(tropic_matrix) *B = test_matrix_of(host, G, TROPIC_BOOL, NULL);
    tropic_similarity_report told = {.size = sizeof told}, host_told = {.size = sizeof host_told};
    tropic_similarity_options wanted = *options;
    wanted.report = &told;
    assert_ok(context, tropic_similarity(similarity_keep, &f, context, A, &wanted, NULL));
    wanted.report = &host_told;
    assert_ok(host, tropic_similarity(similarity_keep, &expected, host, B, &wanted, NULL));
    similarity_check_equal(&f, &expected);
    assert_int_equal(told.pairs, host_told.pairs);
    assert_int_equal(told.steps, host_told.steps);
}

static void connect(test_graph *G, const int32_t *by, int32_t u, int32_t v)
{
    G->row[G->count] = G->col[G->count + 1] = by[u];
    G->col[G->count] = G->row[G->count + 1] = by[v];
    G->count += 2;
}

/* Trees of two levels, whose roots reach some hundred, some thousand, and many vertices, and edges at random: rows of
 * all sizes, on a GPU of each class (algorithms/similarity/similarity_device.cuh). */
static test_graph rows_of_all_sizes(void)
{
    static const int32_t numbers[2][2][5] = {{{12, 300}, {12, 21}}, {{12, 50, 100, 160}, {12, 50, 100, 130}}};
    const int32_t n = test_sized(60000, 7000), extra = n / 10;
    const int32_t *children = numbers[test_sized(1, 0)][0], *leaves = numbers[test_sized(1, 0)][1];
    OWNED_MEMORY int32_t *by = test_permutation_of(9, n);
    test_graph G = test_random_undirected(1, n, 2 * n);
    uint64_t seed = 11;
    int32_t at = 0;
    G.count = 0;
    for (int t = 0; children[t] > 0; t++) {
        const int32_t root = at++;
        for (int32_t c = 0; c < children[t]; c++) {
            const int32_t child = at++;
            connect(&G, by, root, child);
            for (int32_t l = 0; l < leaves[t]; l++) connect(&G, by, child, at++);
        }
    }
    assert_in_range(at, 1, n);
    for (int32_t k = 0; k < extra; k++) connect(&G, by, test_below(&seed, n), test_below(&seed, n));
    return G;
}

static void equal_the_host(void **unused)
{
    OWNED(tropic_context) *host = host_context();
    OWNED(test_graph) trees = rows_of_all_sizes();
    OWNED(test_graph) skewed = test_kronecker(5, test_sized(13, 7), 16);
    /* (In a small size all of one that counts, and the best of one that weighs.) */
    for (int measure = 0; measure < TROPIC_SIMILARITY_MEASURES; measure += test_sized(1, TROPIC_SIMILARITY_ADAMIC_ADAR))
        for (int way = test_sized(0, measure > 0); way < 6; way += test_sized(1, 6)) {
            const tropic_similarity_options options = {.size = sizeof options,
                                                       .measure = (tropic_similarity_measure)measure,
                                                       .best = (const tropic_index[]){0, 7, 32, 33, 1, 200}[way],
                                                       .threshold = way == 5 ? 0.05 : 0,
                                                       .unlinked = way % 2 == 1};
            check_host(host, &trees, &options);
        }
    for (int way = 0; way < test_sized(4, 0); way++) {
        const tropic_similarity_options options = {.size = sizeof options,
                                                   .measure = way % 2 ? TROPIC_SIMILARITY_ADAMIC_ADAR
                                                                      : TROPIC_SIMILARITY_JACCARD,
                                                   .best = (const tropic_index[]){0, 10, 10, 40}[way],
                                                   .threshold = way == 0 ? 0.3 : 0,
                                                   .outgoing = true};
        check_host(host, &skewed, &options);
    }
}

/* Of a directed graph, and pairs of hubs. */
static void pairs_equal_the_host(void **unused)
{
    enum { PAIRS = 20000 };
    OWNED(tropic_context) *host = host_context();
    const int32_t n = test_sized(20000, 500);
    OWNED(test_graph) directed = test_random_graph(3, n, n, 30 * (int64_t)n);
    OWNED(test_graph) skewed = test_kronecker(8, test_sized(13, 9), 16);
    const test_graph *G[] = {&directed, &skewed};
    static tropic_index from[PAIRS], to[PAIRS];
    static double score[PAIRS], expected[PAIRS];
    for (int g = 0; g < 2; g++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, G[g], TROPIC_BOOL, NULL);
        OWNED(tropic_matrix) *B = test_matrix_of(host, G[g], TROPIC_BOOL, NULL);
        uint64_t seed = 3;
        for (int k = 0; k < PAIRS; k++) { /* half of them of the first few, the hubs of the second graph */
            from[k] = test_below(&seed, k % 2 ? 40 : G[g]->rows);
            to[k] = (from[k] + 1 + test_below(&seed, k % 4 == 1 ? 40 : G[g]->rows - 1)) % G[g]->rows;
        }
        for (int measure = 0; measure < TROPIC_SIMILARITY_MEASURES; measure++) {
            const tropic_similarity_options options = {
                .size = sizeof options, .measure = (tropic_similarity_measure)measure, .outgoing = true};
            assert_ok(context, tropic_similarity_pairs(score, context, A, from, to, PAIRS, &options, NULL));
            assert_ok(host, tropic_similarity_pairs(expected, host, B, from, to, PAIRS, &options, NULL));
            assert_memory_equal(score, expected, sizeof score);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_host),
        cmocka_unit_test(pairs_equal_the_host),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
