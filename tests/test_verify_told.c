/* SPDX-License-Identifier: Apache-2.0
 *
 * Verification of what a report tells: right figures pass, and each wrong one is found.
 */
#include "tests/fixtures.h"
#include "tests/verify_context.h"

#include "reference/verify_power.h"

#include <math.h>

/* A triangle 0, 1, 2 with a path 2, 3, 4; both arcs of each edge. */
enum { N = 5, ARCS = 10 };
static const int32_t rows[ARCS] = {0, 1, 0, 2, 1, 2, 2, 3, 3, 4}, cols[ARCS] = {1, 0, 2, 0, 2, 1, 3, 2, 4, 3};
static const double weights[ARCS] = {2, 2, 1, 1, 3, 3, 5, 5, 4, 4};

static int set_up(void **state)
{
    return verify_open(state, N, ARCS, rows, cols, weights);
}

static tropic_vector *empty(tropic_type type)
{
    tropic_vector *v;
    assert_ok(context, tropic_vector_create(&v, context, type, N));
    return v;
}

static void expect(const reference_row *row, const reference_result *r, reference_verdict verdict)
{
    assert_int_equal(row->check(r, message, sizeof message), verdict);
}

/* Of a figure that is right now: it is found right, and wrong once there is 1 more. */
#define CHECK_FIGURE(row, r, figure)                                                                                   \
    do {                                                                                                               \
        expect(row, r, REFERENCE_MATCH);                                                                               \
        (figure) += 1;                                                                                                 \
        expect(row, r, REFERENCE_MISMATCH);                                                                            \
        assert_non_null(strstr(message, "told"));                                                                      \
        (figure) -= 1;                                                                                                 \
    } while (0)

static void sets(void **unused)
{
    OWNED(tropic_vector) *v = empty(TROPIC_INT32);
    tropic_independent_set_report set = {.size = sizeof set};
    tropic_coloring_report coloring = {.size = sizeof coloring};
    tropic_matching_report matching = {.size = sizeof matching};
    const tropic_independent_set_options of_set = {.size = sizeof of_set, .report = &set};
    const tropic_coloring_options of_coloring = {.size = sizeof of_coloring, .report = &coloring};
    const tropic_matching_options of_matching = {.size = sizeof of_matching, .weighted = true, .report = &matching};
    reference_result r = {.values = {v}, .A = A, .context = context, .options = &of_set};
    assert_ok(context, tropic_independent_set(v, A, &of_set, NULL));
    CHECK_FIGURE(&reference_independent_set, &r, set.members);
    assert_ok(context, tropic_coloring(v, A, &of_coloring, NULL));
    r.options = &of_coloring;
    CHECK_FIGURE(&reference_coloring, &r, coloring.colors);
    assert_ok(context, tropic_matching(v, A, &of_matching, NULL));
    r.options = &of_matching;
    CHECK_FIGURE(&reference_matching, &r, matching.edges);
    CHECK_FIGURE(&reference_matching, &r, matching.weight);
}

static void forests(void **unused)
{
    OWNED(tropic_matrix) *F = NULL;
    tropic_mst_report told = {.size = sizeof told};
    const tropic_mst_options options = {.size = sizeof options, .report = &told};
    reference_result r = {.A = A, .context = context, .options = &options};
    assert_ok(context, tropic_mst(&F, context, A, &options, NULL));
    r.arcs = F;
    CHECK_FIGURE(&reference_mst, &r, told.edges);
    CHECK_FIGURE(&reference_mst, &r, told.trees);
    CHECK_FIGURE(&reference_mst, &r, told.weight);
}

static void iterations(void **unused)
{
    OWNED(tropic_vector) *v = empty(TROPIC_FP64), *w = empty(TROPIC_FP64);
    tropic_spectral_report told = {.size = sizeof told};
    tropic_run_report run = {.size = sizeof run};
    tropic_katz_options katz = {.size = sizeof katz, .report = &told};
    tropic_eigenvector_options eigenvector = {.size = sizeof eigenvector, .report = &told};
    tropic_hits_options hits = {.size = sizeof hits, .report = &told};
    reference_result r = {.values = {v, w}, .A = A, .context = context, .options = &katz};
    assert_ok(context, tropic_katz(v, A, &katz, &run));
    katz.iterations = (int32_t)run.levels;
    CHECK_FIGURE(&reference_katz, &r, told.residual);
    assert_ok(context, tropic_eigenvector(v, A, &eigenvector, &run));
    eigenvector.iterations = (int32_t)run.levels;
    r.options = &eigenvector;
    CHECK_FIGURE(&reference_eigenvector, &r, told.residual);
    CHECK_FIGURE(&reference_eigenvector, &r, told.lambda);
    assert_ok(context, tropic_hits(v, w, A, &hits, &run));
    hits.iterations = (int32_t)run.levels;
    r.options = &hits;
    CHECK_FIGURE(&reference_hits, &r, told.residual);
    CHECK_FIGURE(&reference_hits, &r, told.lambda);
}

/* A run that stopped too soon, too late, or says wrongly that it has converged. run: that of r, whose tolerance and
 * maximum of iterations are these; the last iteration is the first below the tolerance. */
static void check_stop(const reference_row *row, const reference_result *r, tropic_run_report *run, double *tolerance,
                       int32_t *iterations, bool *converged)
{
    const double usual = *tolerance;
    const int32_t most = *iterations;
    assert_true(*converged && run->levels > 2);
    expect(row, r, REFERENCE_MATCH);
    *converged = false;
    expect(row, r, REFERENCE_MISMATCH);
    assert_non_null(strstr(message, "not converged is told"));
    *tolerance = usual / 1e4;
    expect(row, r, REFERENCE_MISMATCH);
    assert_non_null(strstr(message, "it stopped after"));
    *iterations = (int32_t)run->levels;
    expect(row, r, REFERENCE_MATCH);
    *converged = true;
    expect(row, r, REFERENCE_MISMATCH);
    *tolerance = 1;
    expect(row, r, REFERENCE_MISMATCH);
    assert_non_null(strstr(message, "but the one before had"));
    *tolerance = usual;
    *iterations = (int32_t)run->levels - 1;
    expect(row, r, REFERENCE_MISMATCH);
    assert_non_null(strstr(message, "at most"));
    *iterations = most;
}

static void stops(void **unused)
{
    OWNED(tropic_vector) *v = empty(TROPIC_FP64), *w = empty(TROPIC_FP64);
    tropic_spectral_report told = {.size = sizeof told};
    tropic_pagerank_report of_ranks = {.size = sizeof of_ranks};
    tropic_run_report run = {.size = sizeof run};
    tropic_pagerank_options pagerank = {.size = sizeof pagerank, .tolerance = 1e-6, .report = &of_ranks};
    tropic_katz_options katz = {.size = sizeof katz, .tolerance = 1e-6, .report = &told};
    tropic_eigenvector_options eigenvector = {.size = sizeof eigenvector, .tolerance = 1e-6, .report = &told};
    tropic_hits_options hits = {.size = sizeof hits, .tolerance = 1e-6, .report = &told};
    reference_result r = {.values = {v, w}, .A = A, .context = context, .options = &pagerank, .run = &run};
    assert_ok(context, tropic_pagerank(v, A, &pagerank, &run));
    check_stop(&reference_pagerank, &r, &run, &pagerank.tolerance, &pagerank.iterations, &of_ranks.converged);
    CHECK_FIGURE(&reference_pagerank, &r, of_ranks.residual);
    r.options = &katz;
    assert_ok(context, tropic_katz(v, A, &katz, &run));
    check_stop(&reference_katz, &r, &run, &katz.tolerance, &katz.iterations, &told.converged);
    r.options = &eigenvector;
    assert_ok(context, tropic_eigenvector(v, A, &eigenvector, &run));
    check_stop(&reference_eigenvector, &r, &run, &eigenvector.tolerance, &eigenvector.iterations, &told.converged);
    r.options = &hits;
    assert_ok(context, tropic_hits(v, w, A, &hits, &run));
    check_stop(&reference_hits, &r, &run, &hits.tolerance, &hits.iterations, &told.converged);
}

/* The equation holds, and does not with a value that is a little more, or is not a number. */
static void check_equation(verify_equation *e, bool (*equation)(verify_equation *e), double *values)
{
    const verify_report report = verify_begin(A, message, sizeof message);
    for (int v = 0; v < N; v++) {
        const double right = values[v], wrong[] = {right + 1e-4, right - 1e-4, NAN};
        assert_true(equation(e));
        if (verify_solves(&report, e, 1e-12, 1e-9) != REFERENCE_MATCH) fail_msg("%s", message);
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            values[v] = wrong[k];
            assert_true(equation(e));
            assert_int_equal(verify_solves(&report, e, 1e-12, 1e-9), REFERENCE_MISMATCH);
        }
        values[v] = right;
    }
}

static void equations(void **unused)
{
    const long double even[N] = {0.2L, 0.2L, 0.2L, 0.2L, 0.2L}, one[N] = {1, 1, 1, 1, 1};
    const tropic_pagerank_options pagerank = {
        .size = sizeof pagerank, .weighted = true, .tolerance = 1e-14, .iterations = 1000};
    const tropic_katz_options katz = {
        .size = sizeof katz, .weighted = true, .raw = true, .tolerance = 1e-13, .iterations = 1000};
    const tropic_eigenvector_options eigenvector = {
        .size = sizeof eigenvector, .weighted = true, .tolerance = 1e-14, .iterations = 1000};
    const tropic_hits_options hits = {.size = sizeof hits, .weighted = true, .tolerance = 1e-14, .iterations = 1000};
    OWNED(tropic_vector) *v = empty(TROPIC_FP64), *w = empty(TROPIC_FP64);
    double values[N], hubs[N];
    oracle_graph G;
    verify_equation e = {.G = &G,
                         .weighted = true,
                         .values = values,
                         .damping = 0.85,
                         .jump = even,
                         .dangling = even,
                         .alpha = 0.1,
                         .norm = 1,
                         .beta = one,
                         .hubs = hubs};
    assert_true(oracle_graph_from_matrix(&G, A, context));
    assert_ok(context, tropic_pagerank(v, A, &pagerank, NULL));
    assert_ok(context, tropic_vector_get_dense(v, values, NULL));
    check_equation(&e, verify_pagerank_equation, values);
    assert_ok(context, tropic_katz(v, A, &katz, NULL));
    assert_ok(context, tropic_vector_get_dense(v, values, NULL));
    check_equation(&e, verify_katz_equation, values);
    assert_ok(context, tropic_eigenvector(v, A, &eigenvector, NULL));
    assert_ok(context, tropic_vector_get_dense(v, values, NULL));
    check_equation(&e, verify_eigenvector_equation, values);
    assert_ok(context, tropic_hits(w, v, A, &hits, NULL));
    assert_ok(context, tropic_vector_get_dense(v, values, NULL));
    assert_ok(context, tropic_vector_get_dense(w, hubs, NULL));
    check_equation(&e, verify_hits_equation, values);
    check_equation(&e, verify_hits_equation, hubs);
    oracle_graph_free(&G);
}

/* Coefficients of degrees 0, 1 and 2; of 2 there is none, as one vertex alone has more. */
static void rich_clubs(void **unused)
{
    OWNED(tropic_vector) *v = empty(TROPIC_FP64), *club = empty(TROPIC_FP64);
    tropic_degree_report told = {.size = sizeof told};
    const tropic_degree_options options = {.size = sizeof options, .report = &told};
    const reference_result r = {.values = {v, club}, .A = A, .context = context, .options = &options};
    assert_ok(context, tropic_degree(v, A, &options, NULL));
    assert_ok(context, tropic_rich_club(club, A, NULL));
    expect(&reference_degree, &r, REFERENCE_MATCH);
    assert_string_equal(message, "5 degrees and 2 rich-club coefficients are equal");
    for (int k = 0; k < 2; k++) {
        double right;
        bool has;
        assert_ok(context, tropic_vector_get(club, k, &right, &has));
        assert_true(has);
        assert_ok(context, tropic_vector_set(club, k, &(double){right + 1e-9}));
        expect(&reference_degree, &r, REFERENCE_MISMATCH);
        assert_ok(context, tropic_vector_set(club, k, &(double){NAN}));
        expect(&reference_degree, &r, REFERENCE_MISMATCH);
        assert_ok(context, tropic_vector_remove(club, k));
        expect(&reference_degree, &r, REFERENCE_MISMATCH);
        assert_non_null(strstr(message, "has no coefficient of degree"));
        assert_ok(context, tropic_vector_set(club, k, &right));
    }
    assert_ok(context, tropic_vector_set(club, 2, &(double){0}));
    expect(&reference_degree, &r, REFERENCE_MISMATCH);
    assert_non_null(strstr(message, "has a coefficient of degree 2, with 1 vertices"));
}

static void likenesses(void **unused)
{
    static const int32_t sets[][N] = {
        {0, 0, 0, 3, 3}, {4, 4, 4, 4, 4}, {0, 1, 2, 3, 4}, {1, 1, 2, 2, 3}, {3, 3, 0, 0, 0}};
    OWNED(tropic_vector) *v = empty(TROPIC_INT32), *size = empty(TROPIC_INT32);
    tropic_communities_report told = {.size = sizeof told};
    tropic_partition_report likeness = {.size = sizeof likeness};
    const tropic_communities_options options = {.size = sizeof options, .report = &told};
    assert_ok(context, tropic_communities(v, size, A, &options, NULL));
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        OWNED(tropic_vector) *other = test_vector_of(context, TROPIC_INT32, N, sets[k]);
        const reference_partition compared = {other, &likeness};
        const reference_result r = {
            .values = {v, size}, .other = &compared, .A = A, .context = context, .options = &options};
        assert_ok(context, tropic_partition_compare(v, other, &likeness));
        CHECK_FIGURE(&reference_communities, &r, likeness.mutual_information);
        CHECK_FIGURE(&reference_communities, &r, likeness.rand);
        CHECK_FIGURE(&reference_communities, &r, likeness.sets_a);
        CHECK_FIGURE(&reference_communities, &r, likeness.sets_b);
        likeness.rand = NAN;
        expect(&reference_communities, &r, REFERENCE_MISMATCH);
    }
}

static void eccentricities(void **unused)
{
    OWNED(tropic_vector) *v = empty(TROPIC_INT32);
    tropic_eccentricity_report told = {.size = sizeof told};
    const tropic_eccentricity_options options = {.size = sizeof options, .report = &told};
    const reference_result r = {.values = {v}, .A = A, .context = context, .options = &options};
    assert_ok(context, tropic_eccentricity(v, A, &options, NULL));
    CHECK_FIGURE(&reference_eccentricity, &r, told.diameter);
    CHECK_FIGURE(&reference_eccentricity, &r, told.radius);
    CHECK_FIGURE(&reference_eccentricity, &r, told.center);
    CHECK_FIGURE(&reference_eccentricity, &r, told.periphery);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sets),       cmocka_unit_test(forests),
                                       cmocka_unit_test(iterations), cmocka_unit_test(stops),
                                       cmocka_unit_test(equations),  cmocka_unit_test(rich_clubs),
                                       cmocka_unit_test(likenesses), cmocka_unit_test(eccentricities)};
    return cmocka_run_group_tests(tests, set_up, verify_close);
}
