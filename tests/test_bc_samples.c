/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness from K drawn sources: by the law that the mean over all samples is the sum over all sources, and from the
 * dependencies of an oracle, source by source.
 */
#include "reference/oracle.h"
#include "tests/fixtures.h"

enum { N_MAX = 7, SEEDS = 40000, CASES = 12 };

typedef struct sampled {
    tropic_context *context;
    test_graph graph;
    tropic_matrix *A;
    long double dependency[N_MAX][N_MAX]; /* of source s, at vertex v */
    tropic_index n;
} sampled;

static void open_case(sampled *c, tropic_context *context, uint64_t seed, bool undirected)
{
    OWNED(oracle_graph) G;
    *c = (sampled){.context = context, .n = 3 + (tropic_index)test_below(&seed, N_MAX - 2)};
    c->graph =
        undirected ? test_random_undirected(seed, c->n, 2 * c->n) : test_random_graph(seed, c->n, c->n, 3 * c->n);
    const tropic_build_options options = {
        .size = sizeof options, .loops = TROPIC_LOOPS_DROP, .duplicates = TROPIC_DUPLICATES_MIN};
    c->A = test_matrix_of(context, &c->graph, TROPIC_BOOL, &options);
    assert_true(oracle_graph_from_entries(&G, c->n, c->n, c->graph.count, c->graph.row, c->graph.col, NULL));
    for (int64_t s = 0; s < c->n; s++) assert_true(oracle_brandes(&G, &s, 1, c->dependency[s]));
}

static void close_case(sampled *c)
{
    tropic_matrix_free(&c->A);
    test_graph_free(&c->graph);
}

static long double scaling(const sampled *c, tropic_normalize normalize)
{
    const long double n = c->n;
    return normalize == TROPIC_NORMALIZE_PAIRS ? .5L : normalize == TROPIC_NORMALIZE_FULL ? 1 / ((n - 1) * (n - 2)) : 1;
}

static unsigned mask_of(const tropic_index *drawn, tropic_index count)
{
    unsigned mask = 0;
    for (tropic_index k = 0; k < count; k++) mask |= 1U << drawn[k];
    return mask;
}

/* The result of a run from these sources: each vertex has the others of them alone. */
static long double expected(const sampled *c, unsigned mask, tropic_index v, tropic_normalize normalize)
{
    long double sum = 0, others = 0;
    for (tropic_index s = 0; s < c->n; s++) {
        if (!(mask >> s & 1) || s == v) continue;
        sum += c->dependency[s][v];
        others++;
    }
    return others > 0 ? sum * (c->n - 1) / others * scaling(c, normalize) : 0;
}

static void check_run(const sampled *c, const tropic_bc_options *options, unsigned mask, long double *mean)
{
    OWNED_MEMORY double *got = test_centralities(c->context, c->A, TROPIC_FP64, options, TROPIC_OK, NULL);
    for (tropic_index v = 0; v < c->n; v++) {
        const long double wanted = expected(c, mask, v, options->normalize);
        assert_true(fabsl(got[v] - wanted) <= 1e-12L * wanted);
        if (options->normalize == TROPIC_NORMALIZE_FULL) assert_true(got[v] <= 1);
        mean[v] += got[v];
    }
}

static int64_t choices(int64_t n, int64_t K)
{
    int64_t count = 1;
    for (int64_t k = 0; k < K; k++) count = count * (n - k) / (k + 1);
    return count;
}

/* Every set of K sources once, by whatever seed draws it. */
static void check_all_samples(const sampled *c, tropic_index K, tropic_normalize normalize)
{
    static const tropic_bc_method methods[] = {TROPIC_BC_AUTO, TROPIC_BC_PRODUCTS, TROPIC_BC_WORK_EFFICIENT,
                                               TROPIC_BC_BATCHED};
    bool met[1 << N_MAX] = {false};
    long double mean[N_MAX] = {0};
    int64_t count = 0;
    const int64_t all = choices(c->n, K);
    for (uint64_t seed = 0; seed < SEEDS && count < all; seed++) {
        tropic_index drawn[N_MAX];
        assert_ok(c->context, tropic_sample(drawn, c->context, c->n, K, seed));
        const unsigned mask = mask_of(drawn, K);
        if (met[mask]) continue;
        met[mask] = true;
        const tropic_bc_options options = {.size = sizeof options,
                                           .samples = K,
                                           .seed = seed,
                                           .normalize = normalize,
                                           .method = methods[count % 4],
                                           .reductions = count % 3 == 0 && count % 4 != 1 ? TROPIC_BC_FOLD : 0};
        check_run(c, &options, mask, mean);
        count++;
    }
    assert_int_equal(count, all);
    for (tropic_index v = 0; v < c->n && K > 1; v++) {
        const long double exact = expected(c, (1U << c->n) - 1, v, normalize);
        assert_true(fabsl(mean[v] / (long double)all - exact) <= 1e-11L * exact);
    }
}

static void all_samples(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    for (uint64_t seed = 0; seed < CASES; seed++) {
        sampled c;
        open_case(&c, context, seed, seed % 2 == 0);
        for (tropic_index K = 1; K <= c.n; K++) check_all_samples(&c, K, (tropic_normalize)(((int)seed + K) % 3));
        close_case(&c);
    }
}

/* From all sources, drawn, the result is that without a sample, to the bit. */
static void whole_sample(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(test_graph) g = test_random_undirected(5, 150, 400);
    const tropic_build_options build = {
        .size = sizeof build, .loops = TROPIC_LOOPS_DROP, .duplicates = TROPIC_DUPLICATES_MIN};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &g, TROPIC_BOOL, &build);
    for (int normalize = TROPIC_NORMALIZE_NONE; normalize <= TROPIC_NORMALIZE_FULL; normalize++) {
        tropic_bc_options options = {.size = sizeof options, .normalize = (tropic_normalize)normalize, .samples = 150};
        OWNED_MEMORY double *drawn = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL);
        options.samples = 0;
        OWNED_MEMORY double *exact = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL);
        test_centralities_near("all drawn", drawn, exact, 150, 1e-13, 0);
    }
}

/* Estimates of a run that its error ends: within the error, and at most 1; also of a star's middle, which all sources
 * but itself give all that there is. */
static void errors(void **unused)
{
    enum { LEAVES = 2500, RUNS = 6 };
    OWNED(tropic_context) *context = test_context();
    OWNED(test_graph) g = test_star(LEAVES);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &g, TROPIC_BOOL, NULL);
    bool met = false;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        const tropic_bc_options options = {
            .size = sizeof options, .normalize = TROPIC_NORMALIZE_FULL, .error = .25, .seed = seed};
        tropic_bc_report report = {.size = sizeof report};
        OWNED_MEMORY double *got =
            test_centralities(context, A, TROPIC_FP64, test_reporting(&options, &report), TROPIC_OK, NULL);
        met = met || report.sources < LEAVES + 1;
        assert_true(report.error <= .25);
        assert_true(fabs(got[0] - 1) <= 1e-12 && got[0] <= 1 + 1e-15);
        for (tropic_index v = 1; v <= LEAVES; v++) assert_true(got[v] == 0);
    }
    assert_true(met);
}

/* A run that is cancelled: each source but a star's middle itself gives the middle all that there is. */
static void cancelled(void **unused)
{
    enum { LEAVES = 200 };
    int left = -1, some = 0;
    OWNED(tropic_context) *context = test_stoppable(&left);
    OWNED(test_graph) g = test_star(LEAVES);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &g, TROPIC_BOOL, NULL);
    for (int stop = 0; stop < 600; stop += test_sized(7, 57)) {
        const tropic_bc_options options = {.size = sizeof options,
                                           .normalize = TROPIC_NORMALIZE_FULL,
                                           .seed = (uint64_t)stop,
                                           .method = stop % 2 ? TROPIC_BC_BATCHED : TROPIC_BC_PRODUCTS,
                                           .reductions = TROPIC_BC_UNREDUCED,
                                           .partial = true};
        tropic_bc_report report = {.size = sizeof report};
        OWNED(tropic_vector) *centrality = test_vector_of(context, TROPIC_FP64, LEAVES + 1, NULL);
        left = stop;
        const tropic_status status = tropic_bc(centrality, A, test_reporting(&options, &report), NULL);
        left = -1;
        if (status == TROPIC_CANCELLED && report.sources > 1) {
            double *got = test_numbers_of(context, centrality);
            assert_true(fabs(got[0] - 1) <= 1e-12);
            for (tropic_index v = 1; v <= LEAVES; v++) assert_true(got[v] == 0);
            free(got);
            some++;
        }
    }
    assert_true(some > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_samples), cmocka_unit_test(whole_sample),
                                       cmocka_unit_test(errors), cmocka_unit_test(cancelled)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
