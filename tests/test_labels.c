/* SPDX-License-Identifier: Apache-2.0
 *
 * Label propagation by hand, and on vertices of all degrees, which a GPU treats in five ways.
 */
#include "algorithms/communities/label_batch.h"
#include "tests/communities.h"

/* A path of three and an edge: labels of two rounds, and of a pair that changes places for ever. */
static void labels_by_hand(void **unused)
{
    const tropic_index row[] = {0, 1, 1, 2, 3, 4}, col[] = {1, 0, 2, 1, 4, 3};
    const test_graph G = {.rows = 6, .cols = 6, .count = 6, .row = (int32_t *)row, .col = (int32_t *)col};
    const int32_t first[] = {1, 0, 1, 4, 3, 5}, second[] = {0, 1, 0, 3, 4, 5};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    tropic_communities_report told;
    tropic_communities_options options = options_of(TROPIC_COMMUNITIES_LABELS, &told);
    for (int rounds = 1; rounds <= 4; rounds++) {
        OWNED_MEMORY int32_t *found = NULL;
        options.rounds = rounds;
        found = communities_of(context, A, &options);
        assert_memory_equal(found, rounds % 2 == 1 ? first : second, sizeof first);
        assert_int_equal(told.levels, rounds);
        assert_false(told.settled);
    }
}

/* Two arcs to 1 outweigh one to 0; a pair of opposite arcs counts twice; an arc of weight 0 is none. */
static void labels_by_weight_and_direction(void **unused)
{
    tropic_index row[] = {3, 2, 1, 0}, col[] = {2, 3, 3, 3};
    double weight[] = {1, 1, 4, 0};
    const test_graph G = {.rows = 4, .cols = 4, .count = 4, .row = row, .col = col, .weight = weight};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_FP64, NULL);
    tropic_communities_report told;
    tropic_communities_options options = options_of(TROPIC_COMMUNITIES_LABELS, &told);
    OWNED_MEMORY int32_t *plain = NULL, *weighted = NULL;
    options.rounds = 1;
    plain = communities_of(context, A, &options);
    assert_int_equal(plain[3], 2);
    assert_int_equal(plain[0], 3);
    assert_true(told.directed);
    options.weighted = true;
    weighted = communities_of(context, A, &options);
    assert_int_equal(weighted[3], 1);
    assert_int_equal(weighted[0], 0);
}

/* Vertices of all degrees: hubs that see more labels than there are slots, and many whose arcs are a hundred or a
 * thousand; directed and weighted, too. */
static void labels_of_all_degrees(void **unused)
{
    test_graph G[] = {hub_of_cliques(300),
                      hub_of_cliques(3500),
                      hub_of_cliques(test_sized(45000, 5000)),
                      test_kronecker(7, test_sized(13, 11), 24),
                      test_random_graph(8, 1500, 1500, 200000),
                      test_random_undirected(9, test_sized(10000, 5000), test_sized(300000, 100000))};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        for (int way = 0; way < 4; way++) {
            tropic_communities_report told;
            tropic_communities_options options = options_of(TROPIC_COMMUNITIES_LABELS, &told);
            OWNED(tropic_matrix) *A = NULL;
            OWNED_MEMORY int32_t *found = NULL;
            options.weighted = way >= 2;
            options.directed = way % 2;
            if (way == 2) test_weigh(&G[k], 10, 0, 3, 1);
            A = test_matrix_of(context, &G[k], way >= 2 ? TROPIC_INT32 : TROPIC_BOOL, NULL);
            found = communities_of(context, A, &options);
            check_report(&told, found, G[k].rows, true);
        }
        test_graph_free(&G[k]);
    }
}

/* More labels than a GPU counts in shared memory in a few turns, and more such vertices than it has tables for. */
static void labels_of_huge_hubs(void **unused)
{
    enum { LEAVES = 66000 };
    OWNED(test_graph) G = hubs_and_leaves(test_sized(3, 2), LEAVES);
    test_weigh(&G, 4, 1, 3, 1);
    for (int way = 0; way < 4; way++) {
        tropic_communities_report told;
        tropic_communities_options options = options_of(TROPIC_COMMUNITIES_LABELS, &told);
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G, way >= 2 ? TROPIC_INT32 : TROPIC_BOOL, NULL);
        OWNED_MEMORY int32_t *found = NULL;
        options.weighted = way >= 2;
        options.directed = way % 2;
        options.rounds = 1 + way;
        found = communities_of(context, A, &options);
        check_report(&told, found, G.rows, true);
    }
}

/* The same in several rounds, of which each has as many labels: nothing is left of the round before, which had the same
 * number of another label. */
static void labels_of_changing_hubs(void **unused)
{
    enum { CLIQUES = 66000, FIRST = 4 * CLIQUES, SECOND = FIRST + 3, HUB = FIRST + 6 };
    OWNED(test_graph) G = hub_of_cliques(CLIQUES);
    test_weigh(&G, 1, 2, 2, 1);
    for (int way = 0; way < 8; way++) {
        tropic_communities_report told;
        tropic_communities_options options = options_of(TROPIC_COMMUNITIES_LABELS, &told);
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G, way % 4 >= 2 ? TROPIC_INT32 : TROPIC_BOOL, NULL);
        OWNED_MEMORY int32_t *found = NULL;
        options.weighted = way % 4 >= 2;
        options.directed = way % 2;
        options.rounds = way < 4 ? 3 : 4;
        found = communities_of(context, A, &options);
        assert_int_equal(found[HUB], way < 4 ? SECOND : FIRST);
        assert_true(told.communities >= CLIQUES);
    }
}

/* Rounds that take as long as their arcs let expect, or up to a hundred times as long; but the first one, and FEW in
 * the middle, take a FEWth of that. So the mean of the first batch's rounds, if these are two or more, is more than
 * half of what a round takes, and no other batch takes twice the limit. */
static void batches_are_short(void **unused)
{
    enum { ROUNDS = 60, FEW = 20 };
    const double arcs = (double)TP_LABELS_BATCH_ARCS, limit = TP_LABELS_BATCH_SECONDS;
    for (double each = 1e-5; each < 1; each *= 1.7)
        for (double expected = each; expected > each / 100; expected /= 3) {
            int rounds = tp_label_batch_first((int64_t)(expected * arcs / limit));
            for (int round = 0; round < ROUNDS;) {
                const bool first = round == 0;
                double seconds = 0;
                assert_in_range(rounds, 1, TP_LABEL_AHEAD);
                if (each * TP_LABEL_AHEAD < limit) assert_int_equal(rounds, TP_LABEL_AHEAD);
                for (int k = 0; k < rounds; k++, round++) seconds += round == 0 || round / FEW == 1 ? each / FEW : each;
                assert_true(first || rounds == 1 || seconds < 2 * limit);
                rounds = tp_label_batch_next(rounds, seconds);
            }
        }
    /* Ten rounds of Kronecker 21 do not wait for the host. */
    assert_int_equal(tp_label_batch_first(INT64_C(1) << 26), TP_LABEL_AHEAD);
    assert_int_equal(tp_label_batch_first(0), TP_LABEL_AHEAD);
    assert_int_equal(tp_label_batch_first(INT64_MAX), 1);
    assert_int_equal(tp_label_batch_next(TP_LABEL_AHEAD, 0), TP_LABEL_AHEAD);
    assert_int_equal(tp_label_batch_next(1, 5), 1);
    /* Earlier work, which is waited for, does not make all batches of a large graph short. */
    assert_true(tp_label_batch_is_timed(1, 2));
    assert_true(tp_label_batch_is_timed(TP_LABEL_AHEAD - 1, TP_LABEL_AHEAD));
    assert_false(tp_label_batch_is_timed(3, 3));
    assert_false(tp_label_batch_is_timed(TP_LABEL_AHEAD, INT32_MAX));
}

/* More rounds than a GPU launches at a time: labels of a path still change. */
static void labels_of_many_rounds(void **unused)
{
    OWNED(test_graph) G = test_grid(70, 3);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    for (int rounds = 14; rounds <= 60; rounds += 3) {
        tropic_communities_report told;
        tropic_communities_options options = options_of(TROPIC_COMMUNITIES_LABELS, &told);
        OWNED_MEMORY int32_t *found = NULL;
        options.rounds = rounds;
        found = communities_of(context, A, &options);
        assert_true(told.levels == rounds || told.settled);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_by_hand),          cmocka_unit_test(labels_by_weight_and_direction),
        cmocka_unit_test(labels_of_all_degrees),   cmocka_unit_test(labels_of_huge_hubs),
        cmocka_unit_test(labels_of_changing_hubs), cmocka_unit_test(labels_of_many_rounds),
        cmocka_unit_test(batches_are_short),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
