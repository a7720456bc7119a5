/* SPDX-License-Identifier: Apache-2.0
 *
 * Verification of what a report tells: right figures pass, and each wrong one is found.
 */
#include "tests/fixtures.h"
#include "tests/verify_context.h"

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
    const struct CMUnitTest tests[] = {cmocka_unit_test(sets), cmocka_unit_test(forests), cmocka_unit_test(iterations),
                                       cmocka_unit_test(eccentricities)};
    return cmocka_run_group_tests(tests, set_up, verify_close);
}
