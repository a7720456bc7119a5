/* SPDX-License-Identifier: Apache-2.0
 *
 * The benchmark's checks of answers: right ones pass, and a change of any one value is found. And its graphs and
 * sources.
 */
#include "tests/fixtures.h"

#include "bench/input.h"
#include "bench/verify.h"

#define SEED 1

static tropic_context *context, *cpu;
static char sentence[BENCH_SENTENCE];

/* A generated graph, with the right answers from vertex 0. */
typedef struct fixture {
    tropic_matrix *A;
    bench_arcs arcs;
    int32_t *level, *parent;
    void *distance; /* INT64 or FP32 */
    tropic_type type;
    double *centrality;
    int64_t reached;
} fixture;

static void *answer(tropic_vector **v)
{
    void *values = test_values_of(context, *v);
    tropic_vector_free(v);
    return values;
}

static void open_arcs(fixture *f, tropic_matrix *A)
{
    const tropic_index source = 0, n = tropic_matrix_rows(A);
    const tropic_bc_options one = {.size = sizeof one, .sources = &source, .source_count = 1};
    tropic_run_report report = {.size = sizeof report};
    tropic_vector *a, *b;
    *f = (fixture){.A = A};
    f->type = tropic_matrix_type(A) == TROPIC_FP32 ? TROPIC_FP32 : TROPIC_INT64;
    bench_arcs_of(&f->arcs, A, context);
    a = test_vector_of(context, TROPIC_INT32, n, NULL), b = test_vector_of(context, TROPIC_INT32, n, NULL);
    assert_ok(context, tropic_bfs(a, b, A, source, NULL, &report));
    f->reached = report.reached;
    f->level = answer(&a), f->parent = answer(&b);
    a = test_vector_of(context, f->type, n, NULL);
    assert_ok(context, tropic_sssp(a, NULL, A, source, NULL, NULL));
    f->distance = answer(&a);
    f->centrality = test_centralities(context, A, TROPIC_FP64, &one, TROPIC_OK, NULL);
}

static void open_made(fixture *f, const char *text, tropic_type weights)
{
    bench_input in;
    double seconds;
    bench_input_open(&in, context, text, SEED);
    open_arcs(f, bench_input_matrix(&in, context, weights, &seconds));
    assert_true(seconds > 0);
    bench_input_close(&in);
}

static void fixture_free(fixture *f)
{
    tropic_matrix_free(&f->A);
    free(f->level);
    free(f->parent);
    free(f->distance);
    free(f->centrality);
}

/* A right answer leaves no sentence, a wrong one leaves one. */
static bool said(bool right)
{
    assert_int_equal(right, *sentence == '\0');
    return right;
}

static bool levels(const fixture *f)
{
    bench_arcs arcs = f->arcs;
    arcs.type = TROPIC_BOOL;
    return said(bench_verify_search(&arcs, 0, TROPIC_INT32, f->level, f->parent, f->reached, sentence));
}

static bool distances(const fixture *f)
{
    return said(bench_verify_search(&f->arcs, 0, f->type, f->distance, NULL, -1, sentence));
}

static bool centralities(const fixture *f)
{
    bool beyond;
    const bool right = bench_verify_centrality(&f->arcs, 0, f->centrality, 1e-9, &beyond, sentence);
    assert_false(beyond);
    return said(right);
}

/* Any vertex one level nearer, from which an arc comes. */
static bool is_parent(const fixture *f, int32_t p, tropic_index v)
{
    if (v == 0 || p < 0 || p >= f->arcs.n || f->level[p] < 0 || f->level[p] + 1 != f->level[v]) return false;
    for (tropic_offset k = f->arcs.offsets[p]; k < f->arcs.offsets[p + 1]; k++)
        if (f->arcs.ids[k] == v) return true;
    return false;
}

static void tamper_levels(fixture *f, tropic_index v)
{
    const int32_t level = f->level[v], parent = f->parent[v], wrong[] = {level + 1, level - 1, -7};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        f->level[v] = wrong[k];
        assert_false(levels(f));
    }
    f->level[v] = level;
    for (int32_t p = -2; p <= f->arcs.n && p < 20; p++) {
        f->parent[v] = p;
        assert_int_equal(levels(f), p == parent || is_parent(f, p, v));
    }
    f->parent[v] = parent;
}

static void tamper_distances(fixture *f, tropic_index v)
{
    if (f->type == TROPIC_FP32) {
        float *d = f->distance, right = d[v];
        const float wrong[] = {nextafterf(right, -1), NAN, -INFINITY, isinf(right) ? 1 : nextafterf(right, INFINITY),
                               isinf(right) ? 0 : INFINITY};
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            d[v] = wrong[k];
            assert_false(distances(f));
        }
        d[v] = right;
    } else {
        int64_t *d = f->distance, right = d[v];
        const int64_t wrong[] = {right - 1, right == INT64_MAX ? 0 : right + 1, -1, right == INT64_MAX ? 1 : INT64_MAX};
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            d[v] = wrong[k];
            assert_false(distances(f));
        }
        d[v] = right;
    }
}

static void tamper_centralities(fixture *f, tropic_index v)
{
    const double right = f->centrality[v];
    const double wrong[] = {right * (1 + 1e-6) + 1e-6, right - 1, NAN, INFINITY, -INFINITY};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        f->centrality[v] = wrong[k];
        assert_false(centralities(f));
    }
    f->centrality[v] = right;
}

/* Vertices that are tampered with, evenly spaced. */
#define TRIES 40

static void test_every_change(void **unused)
{
    const char *const graphs[] = {"lattice:12:0.62", "kron:6:16", "path:30", "star:30",
                                  "mycielskian:5",   "path:1",    "path:2"};
    const tropic_type types[] = {TROPIC_INT32, TROPIC_FP32};
    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            OWNED(fixture) f;
            open_made(&f, graphs[g], types[t]);
            assert_true(levels(&f) && distances(&f) && centralities(&f));
            for (tropic_index v = 0; v < f.arcs.n; v += 1 + f.arcs.n / TRIES) {
                tamper_levels(&f, v);
                tamper_distances(&f, v);
                tamper_centralities(&f, v);
            }
            assert_true(levels(&f) && distances(&f) && centralities(&f));
            f.reached++;
            assert_false(levels(&f));
        }
}

/* Arcs one way, a loop, a vertex that is not reached, and one from which there is no arc. */
static void test_by_hand(void **unused)
{
    /* 0 -> 1 (2)   0 -> 2 (7)   1 -> 1 (1)   1 -> 2 (3)   2 -> 3 (1)   4 -> 0 (1) */
    const tropic_index from[] = {0, 0, 1, 1, 2, 4}, to[] = {1, 2, 1, 2, 3, 0};
    const int32_t weights[] = {2, 7, 1, 3, 1, 1};
    const int32_t level[] = {0, 1, 1, 2, -1}, parent[] = {0, 0, 0, 2, -1};
    const int64_t distance[] = {0, 2, 5, 6, INT64_MAX};
    const double centrality[] = {0, 0, 1, 0, 0};
    tropic_matrix *A = NULL;
    OWNED(fixture) f;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 5, 5, 6, from, to, TROPIC_INT32, weights, NULL));
    open_arcs(&f, A);
    assert_memory_equal(f.level, level, sizeof level);
    assert_memory_equal(f.parent, parent, sizeof parent);
    assert_memory_equal(f.distance, distance, sizeof distance);
    for (int v = 0; v < 5; v++) assert_true(f.centrality[v] == centrality[v]);
    assert_true(levels(&f) && distances(&f) && centralities(&f));
    for (tropic_index v = 0; v < 5; v++) {
        tamper_levels(&f, v);
        tamper_distances(&f, v);
        tamper_centralities(&f, v);
    }
    /* Right but for one vertex and all behind it: each follows from the one before. */
    ((int64_t *)f.distance)[2] = 7, ((int64_t *)f.distance)[3] = 8;
    assert_false(distances(&f));
    assert_non_null(strstr(sentence, "vertex 2 has distance 7"));
}

/* Unreached vertices count for nothing; each of the two figures has to be right. */
static void test_sums(void **unused)
{
    const int32_t level[] = {0, 1, 1, 2, -1};
    assert_true(said(bench_verify_sums(level, 5, 4, 4, sentence)));
    assert_true(said(bench_verify_sums(level, 1, 1, 0, sentence)));
    for (int wrong = -1; wrong <= 1; wrong += 2) {
        assert_false(said(bench_verify_sums(level, 5, 4 + wrong, 4, sentence)));
        assert_false(said(bench_verify_sums(level, 5, 4, 4 + wrong, sentence)));
    }
    assert_non_null(strstr(sentence, "the sum of levels is 5, not 4"));
}

/* Sources are of the largest component, each once, with an arc that leaves them; all where there are fewer. */
static void test_sources(void **unused)
{
    bench_input in;
    bool seen[34] = {false};
    bench_input_open(&in, cpu, "matrices/karate.mtx", SEED);
    bench_input_sources(&in, context, 50);
    assert_false(in.directed);
    assert_int_equal(in.component, 34);
    assert_int_equal(in.source_count, 34);
    for (int k = 0; k < 34; k++) {
        assert_false(seen[in.sources[k]]);
        seen[in.sources[k]] = true;
    }
    bench_input_close(&in);
    bench_input_open(&in, cpu, "file:matrices/west0067.mtx", SEED);
    bench_input_sources(&in, context, 3);
    assert_true(in.directed);
    assert_int_equal(in.source_count, 3);
    bench_input_close(&in);
    bench_input_open(&in, cpu, "path:1", SEED);
    bench_input_sources(&in, context, 3); /* none leaves */
    assert_int_equal(in.source_count, 1);
    assert_int_equal(in.sources[0], 0);
    bench_input_close(&in);
}

/* Of graphs of many components: sources of the largest, which the host finds another way, and the same on every
 * device. */
static void test_largest_component(void **unused)
{
    const char *const graphs[] = {"kron:9:4", "kmer:3000", "lattice:40:0.4", "band:50:4"};
    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
        tropic_matrix_facts facts = {.size = sizeof facts};
        tropic_matrix *A;
        bench_input in, again;
        bench_input_open(&in, cpu, graphs[g], SEED);
        bench_input_sources(&in, context, 9);
        bench_input_open(&again, cpu, graphs[g], SEED);
        bench_input_sources(&again, cpu, 9);
        A = bench_input_undirected(&in, context);
        assert_ok(context, tropic_matrix_describe(A, context, &facts));
        assert_int_equal(in.n, facts.rows);
        assert_int_equal(in.component, facts.largest_component);
        assert_int_equal(in.source_count, 9);
        assert_memory_equal(in.sources, again.sources, 9 * sizeof *in.sources);
        tropic_matrix_free(&A);
        bench_input_close(&in);
        bench_input_close(&again);
    }
}

/* From 1 to 255, the same both ways, of files as of graphs by rule; FP32: those by 255; another seed, others. */
static void test_weights(void **unused)
{
    const char *const graphs[] = {"kron:7:8", "matrices/karate.mtx", "matrices/west0067.mtx"};
    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
        const tropic_type types[] = {TROPIC_INT32, TROPIC_FP32, TROPIC_INT32};
        tropic_matrix *A[3];
        const void *values[3];
        const int32_t *weights, *others;
        tropic_offset differ = 0, count;
        bench_input in;
        for (int k = 0; k < 3; k++) {
            tropic_matrix_facts facts = {.size = sizeof facts};
            double seconds;
            /* The same graph, but for the last one's seed; a graph by rule is another one by that. */
            bench_input_open(&in, cpu, graphs[g], k == 2 ? SEED + 1 : SEED);
            A[k] = bench_input_matrix(&in, context, types[k], &seconds);
            assert_true(seconds > 0);
            assert_ok(context, tropic_matrix_csr(A[k], context, NULL, NULL, &values[k]));
            assert_ok(context, tropic_matrix_describe(A[k], context, &facts));
            assert_true(in.directed ? !facts.symmetric : facts.symmetric);
            assert_int_equal(tropic_matrix_type(A[k]), types[k]);
            bench_input_close(&in);
        }
        weights = values[0], others = values[2];
        count = tropic_matrix_count(A[0]);
        assert_int_equal(tropic_matrix_count(A[1]), count);
        for (tropic_offset k = 0; k < count; k++) {
            assert_true(weights[k] >= 1 && weights[k] <= 255);
            assert_true(((const float *)values[1])[k] == (float)weights[k] / 255.0f);
            differ += k >= tropic_matrix_count(A[2]) || others[k] != weights[k];
        }
        assert_true(differ > count / 2);
        for (int k = 0; k < 3; k++) tropic_matrix_free(&A[k]);
    }
}

/* More paths than a double counts: nothing is said, neither that it is right. */
static void test_beyond(void **unused)
{
    OWNED(fixture) f;
    bool beyond = false;
    open_made(&f, "layers:10:400", TROPIC_BOOL);
    bench_verify_centrality(&f.arcs, 0, f.centrality, 1e-9, &beyond, sentence);
    assert_true(beyond);
}

int main(void)
{
    int failed;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_beyond),  cmocka_unit_test(test_every_change),
                                       cmocka_unit_test(test_by_hand), cmocka_unit_test(test_sums),
                                       cmocka_unit_test(test_sources), cmocka_unit_test(test_largest_component),
                                       cmocka_unit_test(test_weights)};
    const tropic_context_options host = {.size = sizeof host, .device = TROPIC_DEVICE_CPU};
    test_need_device();
    context = test_context();
    assert_ok(NULL, tropic_context_create(&cpu, &host));
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    tropic_context_free(&cpu);
    tropic_context_free(&context);
    return failed;
}
