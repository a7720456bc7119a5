/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs made by rule: counts that are known, and properties that each kind has.
 */
#include "tests/context.h"
#include "tests/generated.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static tropic_matrix *make(const tropic_generator_options *options)
{
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_generate(&A, context, options));
    return A;
}

static tropic_matrix *simple(tropic_generator kind, double first, double second)
{
    const tropic_generator_options options = generated_wanted(kind, first, second);
    return make(&options);
}

static void names(void **unused)
{
    assert_string_equal(tropic_generator_name(TROPIC_GENERATE_KRON), "kron");
    assert_string_equal(tropic_generator_name(TROPIC_GENERATE_COMPLETE), "complete");
    assert_string_equal(tropic_generator_parameter(TROPIC_GENERATE_LAYERS, 1), "D");
    assert_null(tropic_generator_parameter(TROPIC_GENERATE_STAR, 1));
    assert_null(tropic_generator_parameter(TROPIC_GENERATE_STAR, 2));
    assert_null(tropic_generator_parameter(TROPIC_GENERATE_STAR, -1));
    assert_non_null(tropic_generator_summary(TROPIC_GENERATE_RGG));
    assert_null(tropic_generator_name((tropic_generator)TROPIC_GENERATORS));
    assert_null(tropic_generator_summary((tropic_generator)-1));
}

/* Vertices, stored entries, the least and the greatest degree, components. */
static void assert_counts(tropic_generator kind, double first, double second, int64_t n, int64_t entries, int64_t min,
                          int64_t max)
{
    OWNED(tropic_matrix) *A = simple(kind, first, second);
    tropic_matrix_facts facts = {.size = sizeof facts};
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_int_equal(facts.rows, n);
    assert_int_equal(facts.count, entries);
    assert_int_equal(facts.min_out, min);
    assert_int_equal(facts.max_in, max);
    assert_int_equal(facts.loops, 0);
    assert_true(facts.symmetric);
    assert_int_equal(facts.components, 1);
    assert_true(tropic_matrix_is_pattern(A));
}

static void known_counts(void **unused)
{
    int64_t n = 2, edges = 1;
    for (int64_t s = 1; s <= 70; s += 3) {
        const double x = (double)s;
        assert_counts(TROPIC_GENERATE_STAR, x, 0, s, 2 * (s - 1), s > 1, s - 1);
        assert_counts(TROPIC_GENERATE_PATH, x, 0, s, 2 * (s - 1), s > 1, s > 2 ? 2 : s - 1);
        assert_counts(TROPIC_GENERATE_COMPLETE, x, 0, s, s * (s - 1), s - 1, s - 1);
        assert_counts(TROPIC_GENERATE_LAYERS, x, 4, 4 * s, 6 * s * s, s, 2 * s);
        assert_counts(TROPIC_GENERATE_LATTICE, x, 1, s * s, 4 * s * (s - 1), s > 1 ? 2 : 0, s > 2 ? 4 : s > 1 ? 2 : 0);
        assert_counts(TROPIC_GENERATE_MESH, x, 0, s * s, 2 * (s - 1) * (3 * s - 1), s > 1 ? 2 : 0, s > 2 ? 6 : 0);
    }
    assert_counts(TROPIC_GENERATE_LAYERS, 1, 9, 9, 16, 1, 2);
    assert_counts(TROPIC_GENERATE_BAND, 9, 3, 9, 16, 1, 2);
    assert_counts(TROPIC_GENERATE_BAND, 9, 6, 9, 42, 3, 6);
    assert_counts(TROPIC_GENERATE_BAND, 9, 99, 9, 72, 8, 8);
    for (int k = 2; k < 12; k++) {
        const int64_t before = (n - 1) / 2;
        assert_counts(TROPIC_GENERATE_MYCIELSKIAN, k, 0, n, 2 * edges, k > 2 ? k - 1 : 1, k > 3 ? before : k - 1);
        edges = 3 * edges + n;
        n = 2 * n + 1;
    }
}

static void mycielskian_is_the_collections(void **unused)
{
    OWNED(tropic_matrix) *A = NULL, *B = simple(TROPIC_GENERATE_MYCIELSKIAN, 4, 0);
    assert_ok(context, tropic_matrix_load(&A, context, "matrices/mycielskian4.mtx", NULL));
    test_matrices_same(context, A, context, B);
}

/* M(k) has no triangle. */
static void mycielskian_without_triangles(void **unused)
{
    OWNED(tropic_matrix) *A = simple(TROPIC_GENERATE_MYCIELSKIAN, 8, 0);
    const generated a = generated_fetch(A, context);
    for (tropic_index i = 0; i < a.n; i++)
        for (tropic_offset k = a.offsets[i]; k < a.offsets[i + 1]; k++)
            for (tropic_offset l = a.offsets[i]; l < k; l++) assert_true(generated_find(&a, a.ids[k], a.ids[l]) < 0);
}

/* Ascending ids, no loops, no duplicates; weights in range and the same both ways, or one way up. */
static void assert_well_formed(const tropic_generator_options *options, const generated *a)
{
    const bool listed = options->kind != TROPIC_GENERATE_KRON && options->kind != TROPIC_GENERATE_URAND &&
                        options->kind != TROPIC_GENERATE_KMER;
    for (tropic_index i = 0; i < a->n; i++)
        for (tropic_offset k = a->offsets[i]; k < a->offsets[i + 1]; k++) {
            const tropic_index j = a->ids[k];
            assert_true(j >= 0 && j < a->n && j != i);
            assert_true(k == a->offsets[i] || a->ids[k - 1] < j);
            if (options->directed && listed) assert_true(i < j);
            if (a->values) assert_true(a->values[k] >= 1 && a->values[k] <= options->weights);
            if (!options->directed) {
                const tropic_offset back = generated_find(a, j, i);
                assert_true(back >= 0);
                if (a->values) assert_int_equal(a->values[back], a->values[k]);
            }
        }
}

static void well_formed(void **unused)
{
    for (int k = 0; k < TROPIC_GENERATORS; k++)
        for (int way = 0; way < 4; way++) {
            tropic_generator_options options = generated_sample(k, false);
            OWNED(tropic_matrix) *A = NULL, *B = NULL;
            generated a, b;
            options.directed = way & 1;
            options.weights = way & 2 ? 9 : 0;
            A = make(&options);
            a = generated_fetch(A, context);
            assert_int_equal(tropic_matrix_type(A), way & 2 ? TROPIC_INT32 : TROPIC_BOOL);
            assert_true(tropic_matrix_is_pattern(A) == !(way & 2));
            assert_well_formed(&options, &a);
            /* An edge of the undirected graph is an arc of the directed one, one way at least. */
            options.directed = false;
            B = make(&options);
            b = generated_fetch(B, context);
            for (tropic_index i = 0; i < b.n; i++)
                for (tropic_offset l = b.offsets[i]; l < b.offsets[i + 1]; l++)
                    assert_true(generated_find(&a, i, b.ids[l]) >= 0 || generated_find(&a, b.ids[l], i) >= 0);
            assert_true(b.count <= 2 * a.count);
        }
}

/* The smallest of each kind: n = 1 where there is such. */
static void smallest(void **unused)
{
    static const double min[TROPIC_GENERATORS][2] = {{1, 1}, {1, 1}, {1, 0}, {1}, {1}, {2},
                                                     {1},    {1, 1}, {1},    {1}, {1}, {1, 2}};
    for (int k = 0; k < TROPIC_GENERATORS; k++)
        for (int directed = 0; directed < 2; directed++) {
            tropic_generator_options options = generated_wanted((tropic_generator)k, min[k][0], min[k][1]);
            tropic_matrix_facts facts = {.size = sizeof facts};
            OWNED(tropic_matrix) *A = NULL;
            generated a;
            options.directed = directed;
            options.weights = 5;
            A = make(&options);
            assert_ok(context, tropic_matrix_describe(A, context, &facts));
            a = generated_fetch(A, context);
            assert_int_equal(a.n, k < 2 || k == TROPIC_GENERATE_MYCIELSKIAN ? 2 : 1);
            assert_well_formed(&options, &a);
        }
}

static void seeds(void **unused)
{
    for (int k = 0; k < TROPIC_GENERATORS; k++) {
        tropic_generator_options options = generated_sample(k, false);
        OWNED(tropic_matrix) *A = make(&options), *B = NULL;
        generated a = generated_fetch(A, context), b;
        int64_t common = 0;
        options.seed = 2;
        B = make(&options);
        b = generated_fetch(B, context);
        for (tropic_index i = 0; i < a.n; i++)
            for (tropic_offset l = a.offsets[i]; l < a.offsets[i + 1]; l++)
                common += generated_find(&b, i, a.ids[l]) >= 0;
        switch (options.kind) {
        case TROPIC_GENERATE_KRON:
        case TROPIC_GENERATE_URAND:
        case TROPIC_GENERATE_RGG:
        case TROPIC_GENERATE_KMER: assert_true(2 * common < a.count); break;
        case TROPIC_GENERATE_LATTICE: assert_true(common < a.count); break;
        default: test_matrices_same(context, A, context, B);
        }
    }
}

/* Every 64th row and column of the lattice is whole, others keep their share. */
static void lattice_lines(void **unused)
{
    enum { SIDE = 300, LINE = 64 };
    static const double kept[] = {0, 0.25, 0.6, 1};
    for (size_t p = 0; p < COUNT(kept); p++) {
        OWNED(tropic_matrix) *A = simple(TROPIC_GENERATE_LATTICE, SIDE, kept[p]);
        const generated a = generated_fetch(A, context);
        int64_t there = 0, possible = 0;
        for (tropic_index r = 0; r < SIDE; r++)
            for (tropic_index c = 0; c < SIDE; c++) {
                const tropic_index v = r * SIDE + c;
                const bool across = c + 1 < SIDE && generated_find(&a, v, v + 1) >= 0;
                const bool down = r + 1 < SIDE && generated_find(&a, v, v + SIDE) >= 0;
                if (r % LINE == 0 && c + 1 < SIDE) assert_true(across);
                if (c % LINE == 0 && r + 1 < SIDE) assert_true(down);
                if (r % LINE == 0 || c % LINE == 0 || r + 1 == SIDE || c + 1 == SIDE) continue;
                there += across + down;
                possible += 2;
            }
        assert_true(test_close((double)there / (double)possible, kept[p], 0.01));
    }
}

/* Few vertices have most of the edges, and which they are says nothing of their number. */
static void kron_is_skewed(void **unused)
{
    OWNED(tropic_matrix) *A = simple(TROPIC_GENERATE_KRON, 14, 16);
    tropic_matrix_facts facts = {.size = sizeof facts};
    const generated a = generated_fetch(A, context);
    int64_t low = 0;
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_true(facts.max_out > 40 * facts.mean_degree);
    assert_true(facts.deviation_out > 2 * facts.mean_degree);
    assert_true(facts.isolated > a.n / 10);
    assert_true(a.count > 20 * (int64_t)a.n && a.count < 32 * (int64_t)a.n);
    low = a.offsets[a.n / 2];
    assert_true(test_close((double)low / (double)a.count, 0.5, 0.1));
    tropic_matrix_free(&A);
    A = simple(TROPIC_GENERATE_URAND, 14, 16);
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_true(test_close(facts.deviation_out, sqrt(facts.mean_degree), 0.05));
    assert_true(facts.max_out < 3 * facts.mean_degree);
}

static void kmer_has_chains(void **unused)
{
    OWNED(tropic_matrix) *A = simple(TROPIC_GENERATE_KMER, 200000, 0);
    tropic_matrix_facts facts = {.size = sizeof facts};
    const generated a = generated_fetch(A, context);
    int64_t chained = 0, near = 0;
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_true(facts.mean_degree > 2.03 && facts.mean_degree < 2.07);
    assert_true(facts.max_out < 12);
    assert_true(facts.components > 50);
    assert_true(facts.largest_component > 9 * (a.n / 10));
    for (tropic_index i = 0; i < a.n; i++) {
        chained += a.offsets[i + 1] - a.offsets[i] == 2;
        for (tropic_offset k = a.offsets[i]; k < a.offsets[i + 1]; k++) near += abs(a.ids[k] - i) < 1000;
    }
    assert_true(chained > 8 * (int64_t)(a.n / 10));
    assert_true(near < a.count / 20); /* numbered at random */
}

/* Of points in a plane, pi n r^2 are near one, but for the border; and of two that are near it, a share of
 * 1 - 3 sqrt(3) / (4 pi) are near each other. */
static void rgg_is_geometric(void **unused)
{
    enum { N = 20000 };
    const double pi = acos(-1), expected = pi * 0.55 * 0.55 * log(N);
    OWNED(tropic_matrix) *A = simple(TROPIC_GENERATE_RGG, N, 0);
    const generated a = generated_fetch(A, context);
    int64_t pairs = 0, linked = 0;
    for (tropic_index i = 0; i < a.n; i++)
        for (tropic_offset k = a.offsets[i]; k < a.offsets[i + 1]; k++)
            for (tropic_offset l = a.offsets[i]; l < k; l++) {
                pairs++;
                linked += generated_find(&a, a.ids[k], a.ids[l]) >= 0;
            }
    assert_true((double)a.count / N > 0.95 * expected && (double)a.count / N < expected);
    assert_true(test_close((double)linked / (double)pairs, 1 - 3 * sqrt(3) / (4 * pi), 0.02));
}

static void weights_are_uniform(void **unused)
{
    enum { MOST = 10 };
    tropic_generator_options options = generated_wanted(TROPIC_GENERATE_COMPLETE, 500, 0);
    tropic_matrix_facts facts = {.size = sizeof facts};
    int64_t times[MOST + 1] = {0};
    OWNED(tropic_matrix) *A = NULL;
    generated a;
    options.weights = MOST;
    A = make(&options);
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_true(facts.symmetric && facts.min_value == 1 && facts.max_value == MOST);
    assert_true(test_close(facts.mean_value, (MOST + 1) / 2.0, 0.01));
    a = generated_fetch(A, context);
    for (tropic_offset k = 0; k < a.count; k++) times[a.values[k]]++;
    for (int w = 1; w <= MOST; w++) assert_true(test_close((double)times[w] * MOST / (double)a.count, 1, 0.05));
    tropic_matrix_free(&A);
    options.weights = 1;
    A = make(&options);
    assert_ok(context, tropic_matrix_describe(A, context, &facts));
    assert_true(facts.min_value == 1 && facts.max_value == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(known_counts),
        cmocka_unit_test(mycielskian_is_the_collections),
        cmocka_unit_test(mycielskian_without_triangles),
        cmocka_unit_test(well_formed),
        cmocka_unit_test(smallest),
        cmocka_unit_test(seeds),
        cmocka_unit_test(lattice_lines),
        cmocka_unit_test(kron_is_skewed),
        cmocka_unit_test(kmer_has_chains),
        cmocka_unit_test(rgg_is_geometric),
        cmocka_unit_test(weights_are_uniform),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
