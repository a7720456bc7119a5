/* SPDX-License-Identifier: Apache-2.0
 *
 * Similarities: scores of given pairs against their definitions, and all pairs and the best of each vertex against the
 * given ones, whose bits they have.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"
#include "tests/similarity.h"

#include "reference/reference.h"

#include <math.h>

/* ---- by definition ---- */

/* Neighbours as a dense table: there[u n + v]. */
static bool *table_of(const test_graph *G)
{
    bool *there = test_room((int64_t)G->rows * G->rows, sizeof *there);
    for (int64_t k = 0; k < G->count; k++)
        if (G->row[k] != G->col[k]) there[(int64_t)G->row[k] * G->rows + G->col[k]] = true;
    return there;
}

static long double define(const bool *there, int32_t n, tropic_similarity_measure measure, int32_t u, int32_t v,
                          int32_t *common)
{
    int32_t a = 0, b = 0;
    long double sum = 0;
    *common = 0;
    for (int32_t w = 0; w < n; w++) {
        int32_t into = 0;
        a += there[u * n + w];
        b += there[v * n + w];
        if (!there[u * n + w] || !there[v * n + w]) continue;
        ++*common;
        for (int32_t x = 0; x < n; x++) into += there[x * n + w];
        sum += measure == TROPIC_SIMILARITY_ADAMIC_ADAR ? 1 / logl(into) : 1 / (long double)into;
    }
    switch (measure) {
    case TROPIC_SIMILARITY_JACCARD: return *common ? *common / (long double)(a + b - *common) : 0;
    case TROPIC_SIMILARITY_OVERLAP: return *common ? *common / (long double)(a < b ? a : b) : 0;
    case TROPIC_SIMILARITY_COSINE: return *common ? *common / sqrtl((long double)a * b) : 0;
    case TROPIC_SIMILARITY_COMMON: return *common;
    case TROPIC_SIMILARITY_ATTACHMENT: return (long double)a * b;
    default: return sum;
    }
}

/* ---- all against given pairs ---- */

typedef struct scored {
    int32_t v;
    double score;
} scored;

static int by_score(const void *left, const void *right)
{
    const scored *a = left, *b = right;
    if (a->score != b->score) return a->score > b->score ? -1 : 1;
    return (a->v > b->v) - (a->v < b->v);
}

/* score[u n + v] of all pairs, checked; common[u n + v]. */
static void score_pairs(tropic_context *c, const tropic_matrix *A, const bool *there, int32_t n,
                        const tropic_similarity_options *options, double *score, int32_t *common)
{
    const int64_t all = (int64_t)n * n;
    OWNED_MEMORY tropic_index *from = test_room(all, sizeof *from), *to = test_room(all, sizeof *to);
    OWNED_MEMORY double *got = test_room(all, sizeof *got);
    int64_t count = 0;
    for (int32_t u = 0; u < n; u++)
        for (int32_t v = 0; v < n; v++)
            if (u != v) from[count] = u, to[count++] = v;
    assert_ok(c, tropic_similarity_pairs(got, c, A, from, to, count, options, NULL));
    for (int64_t k = 0; k < count; k++) {
        int32_t *shared = &common[from[k] * n + to[k]];
        const long double expected = define(there, n, options->measure, from[k], to[k], shared);
        if (!(fabsl(got[k] - expected) <= 1e-13L * (expected > 1 ? expected : 1)))
            fail_msg("pair %d %d: %.17g, not %.17Lg", from[k], to[k], got[k], expected);
        score[from[k] * n + to[k]] = got[k];
    }
}

static void check_found(tropic_context *c, const tropic_matrix *A, const bool *there, int32_t n,
                        const tropic_similarity_options *options, const double *score, const int32_t *common)
{
    __attribute__((cleanup(similarity_free))) similarity_found f = {0};
    tropic_similarity_report told = {.size = sizeof told};
    tropic_similarity_options wanted = *options;
    OWNED_MEMORY scored *row = test_room(n, sizeof *row);
    char message[REFERENCE_MESSAGE];
    int64_t at = 0;
    wanted.report = &told;
    assert_ok(c, tropic_similarity(similarity_keep, &f, c, A, &wanted, NULL));
    assert_int_equal(told.pairs, f.count);
    for (int32_t u = 0; u < n; u++) {
        int32_t count = 0;
        for (int32_t v = wanted.best > 0 ? 0 : u + 1; v < n; v++) {
            const int64_t p = (int64_t)u * n + v;
            if (v == u || common[p] == 0 || score[p] < wanted.threshold) continue;
            if (wanted.unlinked && (there[p] || there[(int64_t)v * n + u])) continue;
            row[count++] = (scored){v, score[p]};
        }
        if (wanted.best > 0) qsort(row, (size_t)count, sizeof *row, by_score);
        if (wanted.best > 0 && count > wanted.best) count = wanted.best;
        for (int32_t k = 0; k < count; k++, at++) {
            if (at == f.count) fail_msg("vertex %d lacks %d", u, row[k].v);
            if (f.from[at] != u || f.to[at] != row[k].v || f.score[at] != row[k].score)
                fail_msg("pair %d %d of %.17g, not %d %d of %.17g", f.from[at], f.to[at], f.score[at], u, row[k].v,
                         row[k].score);
        }
    }
    assert_int_equal(at, f.count);
    const reference_pairs pairs = {f.from, f.to, f.score, f.count, false, 0};
    const reference_result r = {.other = &pairs, .A = A, .context = c, .options = &wanted};
    if (reference_table.find("similarity")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
}

static void check(tropic_context *c, const test_graph *G, bool outgoing)
{
    const int32_t n = G->rows;
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    OWNED_MEMORY bool *there = table_of(G);
    OWNED_MEMORY double *score = test_room((int64_t)n * n, sizeof *score);
    OWNED_MEMORY int32_t *common = test_room((int64_t)n * n, sizeof *common);
    for (int measure = 0; measure < TROPIC_SIMILARITY_MEASURES; measure++) {
        tropic_similarity_options options = {
            .size = sizeof options, .measure = (tropic_similarity_measure)measure, .outgoing = outgoing};
        score_pairs(c, A, there, n, &options, score, common);
        for (int way = 0; way < 8; way++) {
            options.best = way & 1 ? 3 : 0;
            options.threshold = way & 2 ? 0.25 : 0;
            options.unlinked = way & 4;
            check_found(c, A, there, n, &options, score, common);
        }
    }
}

static void equal_the_definition(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_empty(5, 5),
                      test_star(60),
                      test_path(40),
                      test_cycle(4),
                      test_complete(9),
                      test_grid(6, 7),
                      test_disconnected(7, 5),
                      test_random_undirected(4, 70, 300),
                      test_kronecker(6, 6, 8)}; /* with loops and duplicates */
    test_graph D[] = {test_directed_path(20), test_layers(4, 5), test_random_graph(1, 50, 50, 40),
                      test_random_graph(2, 60, 60, 500)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        check(context, &G[k], k % 2 == 0);
        test_graph_free(&G[k]);
    }
    for (size_t k = 0; k < sizeof D / sizeof *D; k++) {
        check(context, &D[k], true);
        test_graph_free(&D[k]);
    }
}

typedef struct ranked {
    double score;
    tropic_index u, v;
} ranked;

static int by_rank(const void *left, const void *right)
{
    const ranked *a = left, *b = right;
    if (a->score != b->score) return a->score > b->score ? -1 : 1;
    return a->u != b->u ? (a->u > b->u) - (a->u < b->u) : (a->v > b->v) - (a->v < b->v);
}

static bool are_best(tropic_context *c, const tropic_matrix *A, const ranked *all, int64_t count, int64_t top)
{
    OWNED_MEMORY tropic_index *from = test_room(count, sizeof *from), *to = test_room(count, sizeof *to);
    OWNED_MEMORY double *score = test_room(count, sizeof *score);
    const reference_pairs pairs = {from, to, score, count, false, top};
    const reference_result r = {.other = &pairs, .A = A, .context = c};
    char message[REFERENCE_MESSAGE];
    for (int64_t k = 0; k < count; k++) from[k] = all[k].u, to[k] = all[k].v, score[k] = all[k].score;
    return reference_table.find("similarity")->check(&r, message, sizeof message) == REFERENCE_MATCH;
}

/* The check of the best pairs finds what is wrong with them. */
static void best_pairs_are_checked(void **unused)
{
    test_graph G = test_random_undirected(4, 40, 150);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    __attribute__((cleanup(similarity_free))) similarity_found f = {0};
    assert_ok(context, tropic_similarity(similarity_keep, &f, context, A, NULL, NULL));
    OWNED_MEMORY ranked *all = test_room(f.count, sizeof *all);
    for (int64_t k = 0; k < f.count; k++) all[k] = (ranked){f.score[k], f.from[k], f.to[k]};
    qsort(all, (size_t)f.count, sizeof *all, by_rank);
    assert_true(f.count > 60 && all[19].score > all[59].score);
    for (int64_t top = 1; top <= f.count; top += 13) assert_true(are_best(context, A, all, top, top));
    assert_true(are_best(context, A, all, f.count, f.count + 3));
    assert_false(are_best(context, A, all, f.count - 1, f.count)); /* one is missing */
    assert_false(are_best(context, A, all + 1, 20, 20));           /* the best one is */
    all[0].score += 1e-9;
    assert_false(are_best(context, A, all, 20, 20));
    all[0].score -= 1e-9;
    const ranked last = all[19];
    all[19] = all[59];
    assert_false(are_best(context, A, all, 20, 20)); /* a worse one in place of the last */
    all[19] = last;
    all[20] = last;
    assert_false(are_best(context, A, all, 21, 21)); /* one twice */
    test_graph_free(&G);
}

/* Cliques 0 1 2 3 and 4 5 6 7 with the bridge 3 4, and a loop. */
static void by_hand(void **unused)
{
    tropic_index row[28] = {0, 0, 0, 1, 1, 2, 4, 4, 4, 5, 5, 6, 3, 3};
    tropic_index col[28] = {1, 2, 3, 2, 3, 3, 5, 6, 7, 6, 7, 7, 4, 3};
    const test_graph G = {.rows = 8, .cols = 8, .count = 28, .row = row, .col = col};
    const tropic_index from[] = {0, 3, 3, 0, 0, 2}, to[] = {1, 4, 0, 4, 5, 5};
    const double jaccard[] = {0.5, 0, 0.4, 1 / 6., 0, 0};
    double score[6];
    OWNED(tropic_matrix) *A = NULL;
    for (int k = 0; k < 14; k++) row[14 + k] = col[k], col[14 + k] = row[k];
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    assert_ok(context, tropic_similarity_pairs(score, context, A, from, to, 6, NULL, NULL));
    for (int k = 0; k < 6; k++) assert_true(score[k] == jaccard[k]);
}

/* Numbering vertices anew changes no more than the order in which terms are added up. */
static void numbers_do_not_matter(void **unused)
{
    enum { N = 300, PAIRS = 2000 };
    OWNED(test_graph) G = test_random_undirected(7, N, 3000);
    OWNED(test_graph) H = test_copy(&G);
    OWNED_MEMORY int32_t *by = test_permutation_of(3, N);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    static tropic_index from[PAIRS], to[PAIRS], other_from[PAIRS], other_to[PAIRS];
    static double score[PAIRS], other[PAIRS];
    uint64_t seed = 5;
    test_permute(&H, by);
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    B = test_matrix_of(context, &H, TROPIC_BOOL, NULL);
    for (int k = 0; k < PAIRS; k++) {
        from[k] = test_below(&seed, N);
        to[k] = (from[k] + 1 + test_below(&seed, N - 1)) % N;
        other_from[k] = by[to[k]]; /* the other way round, too */
        other_to[k] = by[from[k]];
    }
    for (int measure = 0; measure < TROPIC_SIMILARITY_MEASURES; measure++) {
        const tropic_similarity_options options = {.size = sizeof options,
                                                   .measure = (tropic_similarity_measure)measure};
        const bool sums = measure == TROPIC_SIMILARITY_ADAMIC_ADAR || measure == TROPIC_SIMILARITY_ALLOCATION;
        assert_ok(context, tropic_similarity_pairs(score, context, A, from, to, PAIRS, &options, NULL));
        assert_ok(context, tropic_similarity_pairs(other, context, B, other_from, other_to, PAIRS, &options, NULL));
        for (int k = 0; k < PAIRS; k++) assert_true(fabs(score[k] - other[k]) <= (sums ? 1e-12 : 0));
    }
}

/* Hubs and blocks: a star, of which a block has a part, and a path of many rows. */
static void large_graphs(void **unused)
{
    enum { LEAVES = 3000, LENGTH = 100000 };
    OWNED(test_graph) star = test_star(LEAVES), path = test_path(LENGTH);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &star, TROPIC_BOOL, NULL);
    OWNED(tropic_matrix) *B = test_matrix_of(context, &path, TROPIC_BOOL, NULL);
    __attribute__((cleanup(similarity_free))) similarity_found f = {0}, g = {0};
    assert_ok(context, tropic_similarity(similarity_keep, &f, context, A, NULL, NULL));
    assert_int_equal(f.count, (int64_t)LEAVES * (LEAVES - 1) / 2);
    for (int64_t k = 0; k < f.count; k++) assert_true(f.score[k] == 1 && f.from[k] >= 1 && f.from[k] < f.to[k]);
    assert_ok(context, tropic_similarity(similarity_keep, &g, context, B, NULL, NULL));
    assert_int_equal(g.count, LENGTH - 2);
    for (int32_t k = 0; k < LENGTH - 2; k++) {
        assert_true(g.from[k] == k && g.to[k] == k + 2);
        assert_true(g.score[k] == (k == 0 || k == LENGTH - 3 ? 0.5 : 1 / 3.));
    }
}

static void threads_change_nothing(void **unused)
{
    static const int threads[] = {1, 2, 7};
    OWNED(test_graph) G = test_kronecker(5, test_sized(11, 8), 16);
    for (tropic_index best = 0; best <= 5; best += 5) {
        __attribute__((cleanup(similarity_free))) similarity_found first = {0};
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            const tropic_context_options options = {
                .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads[t]};
            const tropic_similarity_options wanted = {
                .size = sizeof wanted, .measure = TROPIC_SIMILARITY_ADAMIC_ADAR, .best = best};
            OWNED(tropic_context) *c = NULL;
            OWNED(tropic_matrix) *A = NULL;
            assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
            A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
            for (int run = 0; run < 2; run++) {
                __attribute__((cleanup(similarity_free))) similarity_found f = {0};
                assert_ok(c,
                          tropic_similarity(similarity_keep, t + (size_t)run == 0 ? &first : &f, c, A, &wanted, NULL));
                if (t + (size_t)run == 0) continue;
                similarity_check_equal(&f, &first);
            }
        }
    }
}

/* A path of four becomes a square. */
static void updates_are_seen(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 4);
    const tropic_index from[] = {0, 0}, to[] = {2, 3};
    double score[2];
    assert_ok(context, tropic_similarity_pairs(score, context, A, from, to, 2, NULL, NULL));
    assert_true(score[0] == 0.5 && score[1] == 0);
    assert_ok(context, tropic_matrix_set(A, context, 0, 3, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 3, 0, NULL));
    assert_ok(context, tropic_similarity_pairs(score, context, A, from, to, 2, NULL, NULL));
    assert_true(score[0] == 1 && score[1] == 0);
}

static void bad_arguments_are_refused(void **unused)
{
    tropic_similarity_report told = {.size = 3};
    tropic_similarity_options options = {.size = sizeof options};
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL, *D = NULL;
    OWNED(test_graph) one_way = test_directed_path(5);
    __attribute__((cleanup(similarity_free))) similarity_found f = {0};
    const tropic_index from[] = {0, 1}, to[] = {2, 1}, far[] = {2, 5};
    double score[2];
    D = test_matrix_of(context, &one_way, TROPIC_BOOL, NULL);
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
#define ALL(A, options) tropic_similarity(similarity_keep, &f, context, A, options, NULL)
#define PAIRS(score, to, count, options) tropic_similarity_pairs(score, context, A, from, to, count, options, NULL)
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_similarity(NULL, NULL, context, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, ALL(NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, ALL(wide, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, ALL(D, NULL));
    assert_non_null(strstr(tropic_context_error(context), "the arc from vertex 0 to 1 has no opposite"));
    options.report = &told;
    assert_status(context, TROPIC_INVALID_ARGUMENT, ALL(A, &options));
    options = (tropic_similarity_options){.size = sizeof options, .best = -1};
    assert_status(context, TROPIC_INVALID_ARGUMENT, ALL(A, &options));
    options = (tropic_similarity_options){.size = sizeof options, .threshold = NAN};
    assert_status(context, TROPIC_INVALID_ARGUMENT, ALL(A, &options));
    options = (tropic_similarity_options){.size = sizeof options, .measure = TROPIC_SIMILARITY_MEASURES};
    assert_status(context, TROPIC_INVALID_ARGUMENT, ALL(A, &options));
    assert_int_equal(f.count, 0);
    options = (tropic_similarity_options){.size = sizeof options, .best = 1};
    assert_status(context, TROPIC_INVALID_ARGUMENT, PAIRS(score, to, 1, &options));
    assert_status(context, TROPIC_INVALID_ARGUMENT, PAIRS(score, to, 2, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, PAIRS(NULL, to, 1, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, PAIRS(score, to, -1, NULL));
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, PAIRS(score, far, 2, NULL));
    assert_ok(context, tropic_similarity_pairs(NULL, context, A, NULL, NULL, 0, NULL, NULL));
}

static void callers_may_have_enough(void **unused)
{
    OWNED(test_graph) G = test_star(3000);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    __attribute__((cleanup(similarity_free))) similarity_found f = {.most = 1};
    assert_status(context, TROPIC_CANCELLED, tropic_similarity(similarity_keep, &f, context, A, NULL, NULL));
    assert_in_range(f.count, 1, (int64_t)3000 * 2999 / 2);
}

static tropic_status once(tropic_context *c, test_failing_objects *o)
{
    static tropic_index from[] = {0, 1, 2}, to[] = {1, 2, 0};
    static const tropic_similarity_options options = {
        .size = sizeof options, .measure = TROPIC_SIMILARITY_ADAMIC_ADAR, .outgoing = true};
    __attribute__((cleanup(similarity_free))) similarity_found f = {0};
    double score[3];
    const tropic_status status = tropic_similarity(similarity_keep, &f, c, o->A, &options, NULL);
    return status == TROPIC_OK ? tropic_similarity_pairs(score, c, o->A, from, to, 3, &options, NULL) : status;
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case similarity = {"similarity", test_failing_make_matrix, once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &similarity) > 5);
}

/* Whenever it asks, until it has ended. */
static void can_be_cancelled(void **unused)
{
    OWNED(test_graph) G = test_star(2000);
    tropic_status status = TROPIC_CANCELLED;
    int times = 0;
    for (; status == TROPIC_CANCELLED; times++) {
        __attribute__((cleanup(similarity_free))) similarity_found f = {0};
        int left = -1;
        OWNED(tropic_context) *c = test_stoppable(&left);
        OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
        left = times;
        status = tropic_similarity(similarity_keep, &f, c, A, NULL, NULL);
    }
    assert_int_equal(status, TROPIC_OK);
    assert_true(times > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_definition),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(best_pairs_are_checked),
        cmocka_unit_test(numbers_do_not_matter),
        cmocka_unit_test(large_graphs),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(callers_may_have_enough),
        cmocka_unit_test(can_be_cancelled),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
