/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by real lengths: which ways tie. Against lengths added up as whole numbers or as fractions.
 */
#include "tests/bc_edges.h"

#include "reference/oracle_exact.h"

enum { SMALL_N = 30, SEEDS = 12 };

/* The run's input, and the oracle's in its place. */
typedef struct tie_case {
    const char *name;
    test_graph graph; /* with the lengths of the run */
    double *exact;    /* those of the oracle; NULL: the same */
    tropic_type type;
    double tie;        /* of the options */
    double oracle_tie; /* of the oracle; a default has half of the least length as its limit, too */
    double scale;      /* that the report is to have; 0: none */
    bool sure;         /* it is right whatever rounding does */
} tie_case;

static double *copy_of(const double *x, int64_t count)
{
    double *copy = test_room(count, sizeof *copy);
    memcpy(copy, x, (size_t)count * sizeof *copy);
    return copy;
}

static run_fixture open_case(tie_case *c)
{
    OWNED(test_graph) other = test_copy(&c->graph);
    run_fixture f = run_open(c->name, &c->graph, c->type);
    if (c->exact) {
        memcpy(other.weight, c->exact, (size_t)other.count * sizeof *other.weight);
        oracle_graph_free(&f.oracle);
        assert_true(oracle_graph_from_entries(&f.oracle, other.rows, other.cols, other.count, other.row, other.col,
                                              other.weight));
    }
    return f;
}

/* From all sources, of vertices and of arcs. Frees the case. False: it is in doubt, and was not compared. */
static bool check_case(tie_case *c)
{
    tropic_bc_options options = {.size = sizeof options, .weighted = true, .tie = c->tie};
    tropic_bc_report report = {.size = sizeof report};
    int64_t doubtful = 0;
    double least = HUGE_VAL;
    for (int64_t e = 0; e < c->graph.count; e++) least = fmin(least, c->graph.weight[e]);
    OWNED(run_fixture) f = open_case(c);
    const size_t entries = edges_arcs(&f);
    long double *vertices = test_room(f.n, sizeof *vertices), *arcs = test_room((int64_t)entries, sizeof *arcs);
    OWNED_MEMORY double *expected = test_room(f.n, sizeof *expected),
                        *carried = test_room((int64_t)entries, sizeof *carried);
    f.oracle.tie = c->oracle_tie;
    f.oracle.tie_most = c->tie == 0 ? least / 2 : HUGE_VAL;
    f.oracle.precision = c->type == TROPIC_FP32 ? ORACLE_SINGLE : ORACLE_DOUBLE;
    assert_true(oracle_brandes_ties(&f.oracle, vertices, arcs, &doubtful));
    for (tropic_index v = 0; v < f.n; v++) expected[v] = (double)vertices[v];
    for (size_t k = 0; k < entries; k++) carried[k] = (double)arcs[k];
    if (c->sure) doubtful = 0;
    if (doubtful == 0) {
        OWNED(tropic_matrix) *C = NULL;
        double *got = run_centralities(&f, test_reporting(&options, &report), NULL);
        test_centralities_near(c->name, got, expected, f.n, 1e-11, 1e-12);
        free(got);
        assert_true(report.scale == c->scale);
        assert_true(c->sure || (report.tie > 0) == (c->oracle_tie > 0));
        got = edges_matrix(&f, &options, &C, NULL);
        assert_edges_near(&f, c->name, got, carried, 1e-11);
        free(got);
    }
    free(vertices);
    free(arcs);
    free(c->exact);
    return doubtful == 0;
}

static test_graph small_graph(int64_t seed)
{
    test_graph g = seed % 2 ? test_random_undirected((uint64_t)seed, SMALL_N, 3 * SMALL_N)
                            : test_random_graph((uint64_t)seed, SMALL_N, SMALL_N, 5 * SMALL_N);
    weighted_weigh(&g, (uint64_t)seed, 1, 1);
    test_deduplicate(&g);
    return g;
}

/* Whole numbers of 1 .. most, the same both ways; one is 1. Then times `factor` or over `divisor`. */
static tie_case whole_case(const char *name, int64_t seed, int32_t most, double factor, double divisor)
{
    tie_case c = {.name = name, .graph = small_graph(seed)};
    test_graph_free(&c.graph);
    c.graph = seed % 2 ? test_random_undirected((uint64_t)seed, SMALL_N, 3 * SMALL_N)
                       : test_random_graph((uint64_t)seed, SMALL_N, SMALL_N, 5 * SMALL_N);
    test_deduplicate(&c.graph);
    weighted_weigh(&c.graph, (uint64_t)seed, most, 1);
    for (int64_t k = 0; k < c.graph.count; k++)
        if ((c.graph.row[k] == c.graph.row[0] && c.graph.col[k] == c.graph.col[0]) ||
            (c.graph.row[k] == c.graph.col[0] && c.graph.col[k] == c.graph.row[0]))
            c.graph.weight[k] = 1;
    c.exact = copy_of(c.graph.weight, c.graph.count);
    for (int64_t k = 0; k < c.graph.count; k++) c.graph.weight[k] = c.graph.weight[k] * factor / divisor;
    return c;
}

/* One to three digits behind the point: as whole numbers. */
static void decimals(void **unused)
{
    static const double powers[] = {1, 10, 100, 1000};
    for (int64_t seed = 0; seed < test_sized(SEEDS, 2); seed++)
        for (int digits = 1; digits <= 3; digits++)
            for (int t = 0; t < 2; t++)
                for (int exact = 0; exact < 2; exact++) {
                    tie_case c = whole_case("decimals", seed, digits == 1 ? 9 : 30, 1, powers[digits]);
                    c.type = t ? TROPIC_FP32 : TROPIC_FP64;
                    c.tie = exact ? TROPIC_BC_TIE_EXACT : 0;
                    c.scale = powers[digits];
                    assert_true(check_case(&c));
                }
}

/* Of up to 15 digits, whose sums leave those of doubles. */
static void long_decimals(void **unused)
{
    for (int64_t seed = 0; seed < test_sized(SEEDS, 2); seed++) {
        tie_case c = whole_case("long decimals", seed, 9, 100000000000001, 1);
        for (int64_t k = 0; k < c.graph.count; k++) {
            c.exact[k] = c.graph.weight[k];
            c.graph.weight[k] /= 1e9;
        }
        c.type = TROPIC_FP64;
        c.scale = 1e9;
        assert_true(check_case(&c));
    }
}

/* Whatever the unit: 0.1, 1000, a third, a seventh of it and the root of two are no better or worse than 1. */
static void units(void **unused)
{
    static const double factors[] = {0.1, 1000, 1, 1, 0x1.6a09e667f3bcdp0, 0x1.6a09e667f3bcdp-60};
    static const double divisors[] = {1, 1, 3, 7, 1, 1}, scales[] = {0, 0, 0, 0, 0, 0};
    for (int64_t seed = 0; seed < test_sized(SEEDS, 2); seed++)
        for (int k = 0; k < 6; k++)
            for (int t = 0; t < 2; t++) {
                tie_case c = whole_case("units", seed, 9, factors[k], divisors[k]);
                c.type = t ? TROPIC_FP32 : TROPIC_FP64;
                c.scale = scales[k];
                c.oracle_tie = k >= 2 ? (t ? TROPIC_BC_TIE_FP32 : TROPIC_BC_TIE_FP64) : 0;
                if (k == 0)
                    for (int64_t e = 0; e < c.graph.count; e++) /* (as the file has it, not as rounding does) */
                        c.graph.weight[e] = c.exact[e] / 10;
                if (k == 0) c.scale = 10;
                assert_true(check_case(&c));
            }
}

/* Permuted vertices: found as the oracle's, of the same permutation. */
static void permuted(void **unused)
{
    for (int64_t seed = 0; seed < test_sized(SEEDS, 2); seed++)
        for (int k = 0; k < 2; k++) {
            tie_case c = whole_case("permuted", seed, 5, 1, k ? 3 : 10);
            int32_t *by = test_permutation_of((uint64_t)seed, c.graph.rows);
            test_permute(&c.graph, by);
            c.type = TROPIC_FP64;
            c.scale = k ? 0 : 10;
            c.oracle_tie = k ? TROPIC_BC_TIE_FP64 : 0;
            free(by);
            assert_true(check_case(&c));
        }
}

/* Lengths over so many decades, the same both ways. */
static void spread_lengths(test_graph *g, int64_t seed, int count)
{
    for (int64_t e = 0; e < g->count; e++) {
        const int32_t low = g->row[e] < g->col[e] ? g->row[e] : g->col[e];
        uint64_t state = (uint64_t)(seed + 1000 * low) + (uint64_t)(g->row[e] + g->col[e]) * 77777;
        g->weight[e] = pow(10, test_below(&state, 1000000) * (count * 1e-6) - count / 2.);
    }
}

/* Lengths over 15 decades, with tolerances; few are in doubt. */
static void decades(void **unused)
{
    static const double ties[] = {0, TROPIC_BC_TIE_EXACT, 1e-3, 1e-6};
    int compared = 0;
    for (int64_t seed = 1; seed <= test_sized(40, 4); seed++)
        for (int k = 0; k < 4; k++) {
            tie_case c = {.name = "decades", .graph = small_graph(seed), .type = TROPIC_FP64, .tie = ties[k]};
            spread_lengths(&c.graph, seed, 15);
            c.oracle_tie = ties[k] > 0 ? ties[k] : ties[k] < 0 ? 0 : TROPIC_BC_TIE_FP64;
            compared += check_case(&c);
        }
    assert_true(compared >= test_sized(40, 4)); /* of four times as many */
}

/* Lengths that are no decimals, of which many are shorter than the default tolerance: no path ties with a detour over
 * them, whichever end it is searched from. */
static void short_detours(void **unused)
{
    for (int64_t seed = 1; seed <= test_sized(40, 4); seed++) {
        tie_case c = {.name = "short detours", .graph = small_graph(seed), .type = TROPIC_FP64, .sure = true};
        spread_lengths(&c.graph, seed, 12);
        assert_true(check_case(&c));
    }
}

/* Differences that a tolerance takes for noise, and others. */
static void noise(void **unused)
{
    static const double sizes[] = {1e-12, 1e-6, 1e-6}, ties[] = {0, 1e-4, 0};
    for (int64_t seed = 0; seed < test_sized(SEEDS, 2); seed++)
        for (int k = 0; k < 3; k++) {
            tie_case c = whole_case("noise", seed, 4, 1, 3);
            uint64_t state = (uint64_t)seed + 99;
            for (int64_t e = 0; e < c.graph.count; e++)
                c.graph.weight[e] *= 1 + sizes[k] * (test_below(&state, 1000) + 1) / 1000;
            c.type = TROPIC_FP64;
            c.tie = ties[k];
            c.oracle_tie = ties[k] > 0 ? ties[k] : TROPIC_BC_TIE_FP64;
            if (k == 2) {
                free(c.exact);
                c.exact = NULL;
            }
            assert_true(check_case(&c) || k == 2);
        }
}

/* 0 - 1 and 0 - 2 of 100, and 1 - 2 far shorter than the tolerance: the way over 0 - 1 ties with 0 - 2, but 2 is not on
 * the way to 1 where both come from 0. */
static void short_arcs(void **unused)
{
    static const double lengths[] = {1e-9, 1.2345678901234567e-9, 1e-12, 0.01};
    for (int k = 0; k < 4; k++)
        for (int third = 0; third < 2; third++) {
            tie_case c = {.name = "short arcs", .graph = test_cycle(3), .type = TROPIC_FP64};
            weighted_weigh(&c.graph, 1, 1, 1);
            for (int64_t e = 0; e < c.graph.count; e++)
                c.graph.weight[e] = c.graph.row[e] + c.graph.col[e] == 3 ? lengths[k] : third ? 100 / 3. : 100;
            c.tie = third ? 0 : 1e-5;
            c.oracle_tie = third ? TROPIC_BC_TIE_FP64 : 1e-5;
            c.sure = true;
            assert_true(check_case(&c));
        }
}

/* Clusters of short edges, `unit` times 1 .. 4, joined to a tree by edges of 1 .. 9 thirds: each is entered at one
 * vertex, whatever the source. In some, one vertex more hangs on edges that are shorter still. */
static test_graph clusters(int64_t seed, int32_t size, int32_t count, double unit, bool deeper)
{
    const int32_t n = size * count + (deeper ? count : 0);
    test_graph g = test_empty(n, n);
    uint64_t state = (uint64_t)seed + 7;
    g.row = realloc(g.row, (size_t)(8 * n) * sizeof *g.row);
    g.col = realloc(g.col, (size_t)(8 * n) * sizeof *g.col);
    g.weight = realloc(g.weight, (size_t)(8 * n) * sizeof *g.weight);
    assert_true(g.row && g.col && g.weight);
    for (int32_t c = 0; c < count; c++) {
        for (int32_t e = 0; e < 2 * size + (c > 0) + deeper; e++) {
            const bool tree = e == 2 * size && c > 0, deep = e > 2 * size - (c == 0);
            int32_t i = c * size + (e < size ? e : test_below(&state, size)), j = c * size + test_below(&state, size);
            double length = unit * (1 + test_below(&state, 4));
            if (e > 0 && e < size) j = c * size + test_below(&state, e);
            if (tree) {
                j = test_below(&state, c) * size + test_below(&state, size);
                length = (1 + test_below(&state, 9)) / 3.;
            } else if (deep) {
                j = size * count + c;
                length = unit * unit;
            }
            if (i == j) continue;
            for (int turned = 0; turned < 2; turned++, g.count++) {
                g.row[g.count] = turned ? j : i;
                g.col[g.count] = turned ? i : j;
                g.weight[g.count] = length;
            }
        }
    }
    return g;
}

/* No place twice: of edges at one place the first counts. */
static void first_of_each(test_graph *g)
{
    int64_t kept = 0;
    for (int64_t e = 0; e < g->count; e++) {
        bool there = false;
        for (int64_t k = 0; k < kept; k++) there |= g->row[k] == g->row[e] && g->col[k] == g->col[e];
        if (there) continue;
        g->row[kept] = g->row[e];
        g->col[kept] = g->col[e];
        g->weight[kept++] = g->weight[e];
    }
    g->count = kept;
}

static void absorbed(void **unused)
{
    for (int64_t seed = 0; seed < test_sized(2 * SEEDS, 3); seed++)
        for (int t = 0; t < 2; t++) {
            tie_case c = {.name = "absorbed", .type = t ? TROPIC_FP32 : TROPIC_FP64};
            c.graph = clusters(seed, 2 + (int32_t)(seed % 5), 5, t ? 0x1p-40 : 0x1p-80, seed % 3 == 0);
            first_of_each(&c.graph);
            /* (The run has a tolerance; between lengths of one order it decides nothing.) */
            c.sure = true;
            c.tie = seed % 2 ? TROPIC_BC_TIE_EXACT : 0;
            assert_true(check_case(&c));
        }
}

/* 1 - 2 - 3 - 4 - 5: the middle edges are absorbed, one in the length of the other. And beside a square. */
static void chains(void **unused)
{
    static const double lengths[][4] = {
        {2, 1e-22, 2, 2}, {2, 1e-22, 1e-42, 2}, {1e-22, 2, 1e-30, 1e30}, {1e-40, 1e-20, 1, 1e20}};
    for (int k = 0; k < 4; k++)
        for (int tie = 0; tie < 2; tie++) {
            tropic_bc_options options = {.size = sizeof options, .weighted = true, .endpoints = tie > 0};
            test_graph g = test_path(5);
            weighted_weigh(&g, 1, 1, 1);
            for (int64_t e = 0; e < g.count; e++) g.weight[e] = lengths[k][g.row[e] < g.col[e] ? g.row[e] : g.col[e]];
            OWNED(run_fixture) f = run_open("chains", &g, TROPIC_FP64);
            OWNED_MEMORY double *got = run_centralities(&f, &options, NULL);
            for (int v = 0; v < 5; v++) assert_true(got[v] == 2. * v * (4 - v) + (tie ? 8 : 0));
        }
}

/* Two that were reached independently, at one distance as rounded, joined by absorbed lengths: refused, whatever else
 * there is; not if nothing joins them. */
static void independent(void **unused)
{
    static const double tiny[] = {1e-22, 3e-30, 0};
    for (int k = 0; k < 3; k++)
        for (int edges = 0; edges < 2; edges++) {
            const double third = 1 / 3.;
            tropic_bc_options options = {.size = sizeof options, .weighted = true};
            test_graph g = test_cycle(4); /* 0 - 1 - 2 - 3: 0 -> 1 and 0 -> 3 are a third; 1 - 2 is tiny, and 2 - 3 */
            weighted_weigh(&g, 1, 1, 1);
            for (int64_t e = 0; e < g.count; e++)
                g.weight[e] = g.row[e] == 0 || g.col[e] == 0 || tiny[k] == 0 ? third : tiny[k];
            OWNED(run_fixture) f = run_open("independent", &g, TROPIC_FP64);
            OWNED(tropic_vector) *centrality = NULL;
            OWNED(tropic_matrix) *C = NULL;
            assert_ok(f.context, tropic_vector_create(&centrality, f.context, TROPIC_FP64, 4));
            const tropic_status status = edges ? tropic_bc_edges(&C, f.context, f.A, &options, NULL)
                                               : tropic_bc(centrality, f.A, &options, NULL);
            assert_int_equal(status, tiny[k] == 0 ? TROPIC_OK : TROPIC_OVERFLOW);
            if (tiny[k] > 0) assert_non_null(strstr(tropic_context_error(f.context), "rounding absorbs the weight"));
        }
}

/* Larger than the caches, where the CPU goes another way. */
static void large(void **unused)
{
    const int32_t side = test_sized(240, 12);
    const tropic_index sources[] = {0, side, side * side / 2};
    const int64_t list[] = {0, side, side * side / 2};
    for (int k = 0; k < 2; k++) {
        tropic_bc_options options = weighted_from(sources, 3);
        tie_case c = {.name = "large", .graph = test_grid(side, side), .type = TROPIC_FP64};
        weighted_weigh(&c.graph, 3, 4, 1);
        c.exact = copy_of(c.graph.weight, c.graph.count);
        for (int64_t e = 0; e < c.graph.count; e++) c.graph.weight[e] /= k ? 3 : 10;
        OWNED(run_fixture) f = open_case(&c);
        long double *exact = test_room(f.n, sizeof *exact);
        OWNED_MEMORY double *expected = test_room(f.n, sizeof *expected);
        assert_true(oracle_brandes_weighted(&f.oracle, list, 3, exact));
        for (tropic_index v = 0; v < f.n; v++) expected[v] = (double)exact[v];
        OWNED_MEMORY double *got = run_centralities(&f, &options, NULL);
        test_centralities_near("large", got, expected, f.n, 1e-10, 0);
        free(exact);
        free(c.exact);
    }
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimals), cmocka_unit_test(long_decimals), cmocka_unit_test(units),
        cmocka_unit_test(permuted), cmocka_unit_test(decades),       cmocka_unit_test(short_detours),
        cmocka_unit_test(noise),    cmocka_unit_test(short_arcs),    cmocka_unit_test(absorbed),
        cmocka_unit_test(chains),   cmocka_unit_test(independent),   cmocka_unit_test(large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
