/* SPDX-License-Identifier: Apache-2.0
 *
 * The reduced graph of a directed one for betweenness: searched plainly it gives the oracle's results for the whole, by
 * any of the reductions, with end points and without.
 */
#include "tests/reducible_graphs.h"
#include "tests/failing.h"
#include "tests/generated.h"
#include "tests/reduced_search.h"
#include "tests/algorithm_checks.h"

#include "algorithms/betweenness/reduce/bc_reduce.h"

/* Sorted, without loops, each vertex that is left once; twins have no arcs to them. */
static void check_graph(const tp_bc_reduced *r, unsigned which)
{
    OWNED_MEMORY bool *seen = test_room(r->original, sizeof *seen), *entered = test_room(r->n, sizeof *entered);
    tropic_index left = 0, searches = 0;
    assert_int_equal(r->offsets[0], 0);
    assert_int_equal(r->offsets[r->n], r->nnz);
    assert_int_equal(r->starts[0], 0);
    assert_int_equal(r->starts[r->blocks], r->n);
    assert_true(r->directed && !r->endpoints && r->blocks == (r->n > 0));
    for (tropic_index x = 0; x < r->n; x++)
        for (tropic_offset k = r->offsets[x]; k < r->offsets[x + 1]; k++) {
            assert_in_range(r->ids[k], 0, r->n - 1);
            assert_true(r->ids[k] != x && (k == r->offsets[x] || r->ids[k - 1] < r->ids[k]));
            entered[r->ids[k]] = true;
        }
    for (tropic_index x = 0; x < r->n; x++) {
        const tropic_index members = (tropic_index)(r->member_offsets[x + 1] - r->member_offsets[x]);
        assert_true(r->copies[x] == members && r->ends[x] == members && members >= 1);
        assert_true(members == 1 || (which & TROPIC_BC_TWINS && !entered[x]));
        for (tropic_offset k = r->member_offsets[x]; k < r->member_offsets[x + 1]; k++) {
            assert_false(seen[r->members[k]]);
            seen[r->members[k]] = true;
        }
        left += members;
        searches += r->factor[x] > 0;
        assert_true(r->factor[x] == 0 || r->offsets[x + 1] > r->offsets[x]);
        /* Others were folded or dropped. */
        if (which & TROPIC_BC_FOLD && !entered[x])
            assert_true(r->factor[x] > 0 && r->offsets[x + 1] - r->offsets[x] > 1);
    }
    assert_int_equal(searches, r->searches);
    assert_int_equal(left + r->folded, r->original);
    assert_int_equal(left - r->merged, r->n);
}

/* wanted += the pairs that each vertex is an end of. */
static void add_ends(const run_fixture *f, const tropic_index *times, long double *wanted)
{
    OWNED_MEMORY int64_t *level = test_room(f->n, sizeof *level);
    for (tropic_index s = 0; s < f->n; s++) {
        const tropic_index often = times ? times[s] : 1;
        assert_true(oracle_bfs(&f->oracle, s, level));
        for (tropic_index v = 0; v < f->n; v++)
            if (v != s && level[v] >= 0) {
                wanted[v] += often;
                wanted[s] += often;
            }
    }
}

static void check_reduction(const run_fixture *f, const tropic_index *times, unsigned which, bool endpoints,
                            const long double *wanted)
{
    const generated a = generated_fetch(f->A, f->context);
    const tp_bc_graph graph = {a.n, a.offsets, a.ids};
    OWNED_MEMORY double *found = test_room(f->n, sizeof *found), *others = test_room(f->n, sizeof *others),
                        *results = NULL;
    tp_bc_reduced r;
    assert_ok(f->context, tp_bc_reduce_directed(&r, f->context, &graph, times, which, endpoints));
    assert_int_equal(r.original, f->n);
    check_graph(&r, which);
    results = test_reduced_search(&r, endpoints, others);
    tp_bc_expand(&r, results, others, found);
    for (tropic_index v = 0; v < f->n; v++)
        if (!(fabsl((long double)found[v] - wanted[v]) <= 1e-12L * wanted[v]))
            fail_msg("%s, reductions %u, end points %d: vertex %d has %.17g, not %.17Lg", f->name, which, endpoints, v,
                     found[v], wanted[v]);
    tp_bc_reduced_free(&r);
    assert_null(r.reach_factor);
}

/* `count` sources drawn, some of them twice; 0: each vertex once, as NULL. */
static void check(const char *name, test_graph g, tropic_index count)
{
    uint64_t state = (uint64_t)g.rows + (uint64_t)count;
    tropic_index *times = test_room(g.rows, sizeof *times), *listed_times = count > 0 ? times : NULL;
    OWNED_MEMORY int64_t *sources = test_room(count, sizeof *sources);
    long double *wanted = test_room(g.rows, sizeof *wanted);
    OWNED(run_fixture) f = run_open(name, &g, TROPIC_BOOL);
    for (tropic_index k = 0; k < count; k++) {
        sources[k] = k % 3 == 2 ? sources[k - 1] : test_below(&state, f.n);
        times[sources[k]]++;
    }
    assert_true(oracle_brandes(&f.oracle, count > 0 ? sources : NULL, count, wanted));
    /* SPLIT does nothing. */
    for (unsigned which = 0; which <= TP_BC_ALL; which++) check_reduction(&f, listed_times, which, false, wanted);
    add_ends(&f, listed_times, wanted);
    for (unsigned which = 0; which <= TP_BC_ALL; which++) check_reduction(&f, listed_times, which, true, wanted);
    free(times);
    free(wanted);
}

static void check_twice(const char *name, test_graph g, tropic_index count)
{
    test_graph again = test_copy(&g);
    check(name, g, 0);
    check(name, again, count);
}

/* -- tests ------------------------------------------------------------------------------------- */

static void plain(void **unused)
{
    check("none", test_empty(0, 0), 0);
    check("one", test_empty(1, 1), 2);
    check_twice("no arcs", test_empty(9, 9), 4);
    check_twice("a path", test_directed_path(30), 7);
    check_twice("layers", test_layers(4, 3), 9);
    check_twice("a symmetric cycle", test_cycle(7), 3);
    check_twice("a symmetric star", test_star(7), 3);
}

static void drawn(void **unused)
{
    for (uint64_t seed = 1; seed <= (uint64_t)test_sized(10, 2); seed++) {
        test_graph acyclic = test_random_graph(seed, 60, 60, 100);
        test_make_acyclic(&acyclic);
        check_twice("without cycles", acyclic, 20);
        check_twice("sparse", test_random_graph(seed, 80, 80, 90), 20);
        check_twice("denser", test_random_graph(seed, 80, 80, 200), 20);
        check_twice("small", test_random_graph(seed, 6, 6, 8), 3);
        check_twice("many sources", test_directed_sources(seed, 15, 60, 60), 30);
        check_twice("more sources", test_directed_sources(seed, 10, 25, 90), 70);
    }
}

/* Every graph of three vertices, with and without loops. */
static void every(void **unused)
{
    for (int32_t arcs = 0; arcs < 1 << 9; arcs++) {
        test_graph g = test_empty(3, 3);
        for (int32_t place = 0; place < 9; place++)
            if (arcs >> place & 1) test_arc(&g, place / 3, place % 3);
        check("one of every graph", g, arcs % 3);
    }
}

/* As deep, and as wide, as graphs are. */
static void large(void **unused)
{
    const int32_t n = test_sized(100000, 2000);
    OWNED(tropic_context) *context = test_context();
    for (int wide = 0; wide < 2; wide++) {
        OWNED_MEMORY tropic_index *ids = test_room(n, sizeof *ids);
        OWNED_MEMORY tropic_offset *offsets = test_room((int64_t)n + 1, sizeof *offsets);
        OWNED(tp_bc_reduced) r;
        OWNED_MEMORY double *found = test_room(n, sizeof *found);
        for (tropic_index v = 0; v + 1 < n; v++) {
            ids[v] = wide ? n - 1 : v + 1;
            offsets[v + 1] = v + 1;
        }
        offsets[n] = n - 1;
        assert_ok(context, tp_bc_reduce_directed(&r, context, &(tp_bc_graph){n, offsets, ids}, NULL, TP_BC_ALL, false));
        assert_int_equal(r.n, 0);
        tp_bc_expand(&r, NULL, NULL, found);
        for (tropic_index v = 0; v < n; v++) assert_true(found[v] == (wide ? 0 : (double)v * (n - 1 - v)));
    }
}

/* Five vertices each, by hand. */
static const struct {
    const char *name;
    int count;
    int32_t arc[7][2];
    tropic_index times[5]; /* all zero: NULL */
    tropic_index n, folded, merged;
    double centrality[5], endpoints[5];
} cases[] = {
    {"a chain into a cycle",
     5,
     {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 2}},
     {0},
     3,
     2,
     0,
     /* 1 between 0 and three; 2 between two and two, and 4 and 3; 3 between three and 4; 4 between 3 and 2. */
     {0, 3, 5, 3, 1},
     {4, 4, 6, 6, 6}},
    {"from 1 and twice 3",
     5,
     {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 2}},
     {0, 1, 0, 2, 0},
     3,
     2,
     0,
     {0, 0, 2, 1, 2},
     {0, 3, 3, 5, 3}},
    {"twins", 6, {{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}, {0}, 4, 0, 1, {0, 0, 1, 1, 0}, {3, 3, 3, 3, 4}},
    {"one of them listed",
     6,
     {{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 4}, {3, 4}},
     {0, 1, 0, 0, 0},
     4,
     1,
     0,
     {0, 0, .5, .5, 0},
     {0, 3, 1, 1, 1}},
    {"a path", 4, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, {0}, 0, 5, 0, {0, 3, 4, 3, 0}, {4, 4, 4, 4, 4}},
    {"loops, and 3 alone", 5, {{0, 0}, {0, 1}, {4, 1}, {1, 2}, {2, 2}}, {0}, 0, 5, 0, {0, 2, 0, 0, 0}, {2, 3, 3, 0, 2}},
    {"two with a source", 5, {{0, 1}, {1, 2}, {2, 1}, {3, 0}, {4, 4}}, {0}, 2, 3, 0, {2, 2, 0, 0, 0}, {3, 4, 4, 3, 0}},
};

static void by_hand(void **unused)
{
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int ends = 0; ends < 2; ends++) {
            test_graph g = test_empty(5, 5);
            bool listed = false;
            OWNED_MEMORY double *results = NULL;
            double found[5], others[5];
            for (int k = 0; k < cases[c].count; k++) test_arc(&g, cases[c].arc[k][0], cases[c].arc[k][1]);
            for (int v = 0; v < 5; v++) listed = listed || cases[c].times[v] > 0;
            OWNED(run_fixture) f = run_open(cases[c].name, &g, TROPIC_BOOL);
            OWNED(tp_bc_reduced) r;
            const generated a = generated_fetch(f.A, f.context);
            assert_ok(f.context, tp_bc_reduce_directed(&r, f.context, &(tp_bc_graph){a.n, a.offsets, a.ids},
                                                       listed ? cases[c].times : NULL, TP_BC_ALL, ends));
            assert_int_equal(r.n, cases[c].n);
            assert_int_equal(r.folded, cases[c].folded);
            assert_int_equal(r.merged, cases[c].merged);
            results = test_reduced_search(&r, ends, others);
            tp_bc_expand(&r, results, others, found);
            for (int v = 0; v < 5; v++) {
                const double wanted = cases[c].centrality[v] + (ends ? cases[c].endpoints[v] : 0);
                if (!(found[v] == wanted)) fail_msg("%s: %d has %g, not %g", cases[c].name, v, found[v], wanted);
            }
        }
}

static void make_graph(tropic_context *context, test_failing_objects *o)
{
    static const tropic_index rows[] = {0, 1, 2, 3, 4, 4, 5, 5, 6}, cols[] = {1, 2, 3, 1, 2, 3, 2, 3, 0};
    assert_ok(context, tropic_matrix_from_coo(&o->A, context, 8, 8, 9, rows, cols, TROPIC_BOOL, NULL, NULL));
}

static tropic_status reduce(tropic_context *context, test_failing_objects *o)
{
    tp_bc_graph graph = {.n = tropic_matrix_rows(o->A)};
    tp_bc_reduced r;
    TP_TRY(tropic_matrix_csr(o->A, context, &graph.offsets, &graph.ids, NULL));
    TP_TRY(tp_bc_reduce_directed(&r, context, &graph, NULL, TP_BC_ALL, true));
    tp_bc_reduced_free(&r);
    return TROPIC_OK;
}

static const test_failing_case reducing = {"reduce", make_graph, reduce, TROPIC_STRATEGY_AUTO};

static void out_of_memory(void **unused)
{
    assert_true(test_failing_run(&test_failing_host, &reducing) > 20);
}

static void cancelled(void **unused)
{
    assert_true(test_failing_cancel(&reducing) >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),   cmocka_unit_test(every), cmocka_unit_test(plain),
        cmocka_unit_test(drawn),     cmocka_unit_test(large), cmocka_unit_test(out_of_memory),
        cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
