/* SPDX-License-Identifier: Apache-2.0
 *
 * The reduced graph for betweenness: searched plainly it gives the oracle's results for the whole, by any of the
 * reductions.
 */
#include "tests/reducible_graphs.h"
#include "tests/failing.h"
#include "tests/generated.h"
#include "tests/reduced_search.h"
#include "tests/algorithm_checks.h"

#include "algorithms/betweenness/reduce/bc_reduce.h"

/* -- properties of reduced graphs -------------------------------------------------------------- */

static bool is_neighbour(const tp_bc_reduced *r, tropic_index x, tropic_index y)
{
    tropic_offset low = r->offsets[x], high = r->offsets[x + 1];
    while (low < high) {
        const tropic_offset middle = low + (high - low) / 2;
        if (r->ids[middle] < y)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->offsets[x + 1] && r->ids[low] == y;
}

/* Symmetric, sorted, without loops, each block by itself. */
static void check_graph(const tp_bc_reduced *r)
{
    assert_int_equal(r->offsets[0], 0);
    assert_int_equal(r->offsets[r->n], r->nnz);
    assert_int_equal(r->starts[0], 0);
    assert_int_equal(r->starts[r->blocks], r->n);
    for (tropic_index b = 0; b < r->blocks; b++) {
        /* Of three that all are neighbours none is between. */
        assert_true(r->starts[b + 1] - r->starts[b] >= 3);
        for (tropic_index x = r->starts[b]; x < r->starts[b + 1]; x++) {
            assert_true(r->offsets[x + 1] > r->offsets[x]);
            for (tropic_offset k = r->offsets[x]; k < r->offsets[x + 1]; k++) {
                const tropic_index y = r->ids[k];
                assert_in_range(y, r->starts[b], r->starts[b + 1] - 1);
                assert_true(x != y && (k == r->offsets[x] || r->ids[k - 1] < y));
                assert_true(is_neighbour(r, y, x));
            }
        }
    }
}

static tropic_index degree_of(const generated *a, tropic_index v)
{
    const bool loop = generated_find(a, v, v) >= 0;
    return (tropic_index)(a->offsets[v + 1] - a->offsets[v]) - loop;
}

/* Members, and the vertices they stand for: in each block, all of the component. */
static void check_members(const tp_bc_reduced *r, const generated *a, unsigned which, const double *reached,
                          const double *listed)
{
    OWNED_MEMORY tropic_index *seen = test_room(a->n, sizeof *seen);
    tropic_index searches = 0, core = 0;
    for (tropic_index b = 0; b < r->blocks; b++) {
        double ends = 0, factor = 0;
        const tropic_index any = r->members[r->member_offsets[r->starts[b]]];
        for (tropic_index x = r->starts[b]; x < r->starts[b + 1]; x++) {
            ends += r->ends[x];
            factor += r->factor[x];
            searches += r->factor[x] > 0;
            assert_true(r->ends[x] >= r->copies[x] && r->factor[x] >= 0);
            assert_true(r->copies[x] == (double)(r->member_offsets[x + 1] - r->member_offsets[x]));
            if (!(which & TROPIC_BC_TWINS)) assert_true(r->copies[x] == 1);
            for (tropic_offset k = r->member_offsets[x]; k < r->member_offsets[x + 1]; k++) seen[r->members[k]]++;
        }
        /* Without FOLD and SPLIT a component's vertices are all there; else others stand for them. */
        assert_true(ends == reached[any]);
        assert_true(factor == listed[any]);
    }
    assert_int_equal(searches, r->searches);
    for (tropic_index v = 0; v < a->n; v++) {
        assert_true(seen[v] <= 1 || which & TROPIC_BC_SPLIT);
        if (which & TROPIC_BC_FOLD) assert_true(seen[v] == 0 || degree_of(a, v) >= 2);
        core += seen[v] > 0;
    }
    assert_true(core + r->folded <= a->n);
    assert_true(r->n <= (which & TROPIC_BC_SPLIT ? a->n + a->n / 2 : a->n));
    assert_true(r->nnz <= a->count);
}

/* -- one graph, all reductions ----------------------------------------------------------------- */

/* The vertices that each one reaches, itself too, and how many of them are sources; the pairs it is an end of. */
static void find_ends(const run_fixture *f, const tropic_index *times, double *reached, double *listed)
{
    OWNED_MEMORY int64_t *level = calloc((size_t)f->n + 1, sizeof *level);
    OWNED_MEMORY bool *done = calloc((size_t)f->n + 1, sizeof *done);
    assert_true(level && done);
    for (tropic_index v = 0; v < f->n; v++) {
        double vertices = 0, sources = 0;
        if (done[v]) continue;
        assert_true(oracle_bfs(&f->oracle, v, level));
        for (tropic_index t = 0; t < f->n; t++) {
            vertices += level[t] >= 0;
            if (level[t] >= 0) sources += times ? times[t] : 1;
        }
        for (tropic_index t = 0; t < f->n; t++) {
            if (level[t] < 0) continue;
            done[t] = true;
            reached[t] = vertices;
            listed[t] = sources;
        }
    }
}

static void compare(const run_fixture *f, unsigned which, const double *found, const long double *wanted)
{
    /* Nothing cancels, so zeros are exact, and small values no worse than large ones. */
    for (tropic_index v = 0; v < f->n; v++)
        if (!(fabsl((long double)found[v] - wanted[v]) <= 1e-12L * wanted[v]))
            fail_msg("%s, reductions %u: vertex %d has %.17g, not %.17Lg", f->name, which, v, found[v], wanted[v]);
}

/* `count` sources drawn, some of them twice; 0: each vertex once, as NULL. */
static void check(const char *name, test_graph g, tropic_index count)
{
    OWNED(run_fixture) f = run_open(name, &g, TROPIC_BOOL);
    const generated a = generated_fetch(f.A, f.context);
    const tp_bc_graph graph = {a.n, a.offsets, a.ids};
    const size_t n = (size_t)f.n + 1;
    uint64_t state = (uint64_t)f.n + (uint64_t)count;
    tropic_index *times = calloc(n, sizeof *times), *listed_times = count > 0 ? times : NULL;
    OWNED_MEMORY int64_t *sources = calloc((size_t)count + 1, sizeof *sources);
    long double *wanted = calloc(n, sizeof *wanted);
    OWNED_MEMORY double *found = calloc(n, sizeof *found), *reached = calloc(n, sizeof *reached),
                        *listed = calloc(n, sizeof *listed);
    assert_true(times && sources && wanted && found && reached && listed);
    for (tropic_index k = 0; k < count; k++) {
        sources[k] = k % 3 == 2 ? sources[k - 1] : test_below(&state, f.n);
        times[sources[k]]++;
    }
    assert_true(oracle_brandes(&f.oracle, count > 0 ? sources : NULL, count, wanted));
    find_ends(&f, listed_times, reached, listed);
    for (unsigned which = 0; which <= TP_BC_ALL; which++) {
        tp_bc_reduced r;
        double *results;
        assert_ok(f.context, tp_bc_reduce(&r, f.context, &graph, listed_times, which, which % 2 == 1));
        assert_int_equal(r.original, f.n);
        check_graph(&r);
        check_members(&r, &a, which, reached, listed);
        results = test_reduced_search(&r, 0, NULL);
        tp_bc_expand(&r, results, NULL, found);
        compare(&f, which, found, wanted);
        assert_true(!r.endpoints == (which % 2 == 0));
        for (tropic_index v = 0; v < f.n && r.endpoints; v++) {
            const double own = count > 0 ? times[v] : 1;
            assert_true(r.endpoints[v] == own * (reached[v] - 1) + (listed[v] - own));
        }
        free(results);
        tp_bc_reduced_free(&r);
        assert_null(r.closed_form);
    }
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
    check_twice("a star", test_star(30), 7);
    check_twice("a path", test_path(2), 3);
    check_twice("a path", test_path(37), 5);
    check_twice("a triangle", test_cycle(3), 2);
    check_twice("a square", test_cycle(4), 2);
    check_twice("a cycle", test_cycle(23), 9);
    check_twice("a clique", test_complete(12), 9);
    check_twice("a tree", test_tree(100), 30);
    check_twice("cycles and single vertices", test_disconnected(4, 5), 11);
    check_twice("a grid", test_grid(9, 7), 20);
    check_twice("two sides", test_bipartite(1, 5, 9, 0), 6);
    check_twice("two sides, and some within", test_bipartite(2, 7, 9, 6), 6);
}

static void drawn(void **unused)
{
    for (uint64_t seed = 1; seed <= (uint64_t)test_sized(10, 2); seed++) {
        check_twice("a cactus", test_block_graph(seed, 14, 6, 20, false), 30);
        check_twice("cliques in a tree", test_block_graph(seed, 12, 6, 20, true), 30);
        check_twice("beads without leaves", test_block_graph(seed, 20, 4, 0, true), 5);
        check_twice("sparse", test_random_undirected(seed, 80, 50), 20);
        check_twice("denser", test_random_undirected(seed, 80, 90), 20);
        check_twice("dense", test_random_undirected(seed, 40, 200), 20);
        check_twice("small", test_random_undirected(seed, 6, 6), 3);
        check_twice("smaller", test_random_undirected(seed, 5, 5), 3);
        check_twice("twins", test_blown_up(seed, 9, 3), 10);
        check_twice("more twins", test_blown_up(seed, 16, 4), 10);
        check_twice("a lattice", test_gaps(seed, 11, 30), 25);
    }
    check_twice("a large lattice", test_gaps(1, test_sized(22, 12), 25), 50);
    check_twice("kron", test_kronecker(3, test_sized(8, 6), 4), 60);
}

/* Every graph of five vertices. */
static void every(void **unused)
{
    const int32_t n = test_sized(5, 4), places = n * (n - 1) / 2;
    for (int32_t edges = 0; edges < 1 << places; edges++) {
        test_graph g = test_empty(n, n);
        int32_t place = 0;
        for (int32_t a = 0; a < n; a++)
            for (int32_t b = 0; b < a; b++)
                if (edges >> place++ & 1) test_link(&g, a, b);
        check("one of every graph", g, edges % 3);
    }
}

/* As deep, and as wide, as graphs are. */
static void large(void **unused)
{
    const int32_t n = test_sized(100000, 2000);
    test_graph ring = test_cycle(n);
    check("a long path", test_path(n), 3);
    check("a large star", test_star(n), 3);
    test_link(&ring, 0, n / 2);
    check("a long cycle", ring, 2);
}

/* 0 - 1 - 2 - 3 with 4 at 1: by hand, of ordered pairs. */
static void by_hand(void **unused)
{
    static const struct {
        const char *name;
        int count;
        int32_t edge[7][2];
        tropic_index times[5]; /* all zero: NULL */
        double closed[5];      /* with all reductions nothing is left to search */
        double endpoints[5];
    } cases[] = {
        {"a tree", 4, {{0, 1}, {1, 2}, {2, 3}, {1, 4}}, {0}, {0, 10, 6, 0, 0}, {8, 8, 8, 8, 8}},
        {"from 0, twice", 4, {{0, 1}, {1, 2}, {2, 3}, {1, 4}}, {2}, {0, 6, 2, 0, 0}, {8, 2, 2, 2, 2}},
        {"a square with a tail",
         5,
         {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}},
         {0},
         /* 4 reaches 1 and 3 through 0, and 2 too, half by 1; so does 0; 1 and 3 see each other by 0 and 2. */
         {7, 2, 1, 2, 0},
         {8, 8, 8, 8, 8}},
        {"two triangles", 6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}}, {0}, {0, 0, 8, 0, 0}, {8, 8, 8, 8, 8}},
        {"two parts", 4, {{0, 1}, {1, 2}, {3, 4}, {4, 4}}, {1, 0, 1, 3, 0}, {0, 2, 0, 0, 0}, {3, 2, 3, 3, 3}},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        test_graph g = test_empty(5, 5);
        bool listed = false;
        for (int k = 0; k < cases[c].count; k++) test_link(&g, cases[c].edge[k][0], cases[c].edge[k][1]);
        for (int v = 0; v < 5; v++) listed = listed || cases[c].times[v] > 0;
        OWNED(run_fixture) f = run_open(cases[c].name, &g, TROPIC_BOOL);
        OWNED(tp_bc_reduced) r;
        const generated a = generated_fetch(f.A, f.context);
        assert_ok(f.context, tp_bc_reduce(&r, f.context, &(tp_bc_graph){a.n, a.offsets, a.ids},
                                          listed ? cases[c].times : NULL, TP_BC_ALL, true));
        assert_int_equal(r.n, 0);
        for (int v = 0; v < 5; v++) {
            if (!(r.closed_form[v] == cases[c].closed[v]))
                fail_msg("%s: %d has %g", cases[c].name, v, r.closed_form[v]);
            if (!(r.endpoints[v] == cases[c].endpoints[v]))
                fail_msg("%s: %d is an end of %g", cases[c].name, v, r.endpoints[v]);
        }
    }
}

/* The members of a report. */
static void counts(void **unused)
{
    test_graph g = test_cycle(5); /* a cycle, with a tree of three at 0, and a square at 2 */
    static const int32_t more[][2] = {{0, 5}, {5, 6}, {5, 7}, {2, 8}, {8, 9}, {9, 10}, {10, 2}};
    tp_bc_reduced r;
    g.rows = g.cols = 11;
    for (size_t k = 0; k < sizeof more / sizeof *more; k++) test_link(&g, more[k][0], more[k][1]);
    OWNED(run_fixture) f = run_open("a cycle, a tree and a square", &g, TROPIC_BOOL);
    const generated a = generated_fetch(f.A, f.context);
    const tp_bc_graph graph = {a.n, a.offsets, a.ids};
    assert_ok(f.context, tp_bc_reduce(&r, f.context, &graph, NULL, TP_BC_ALL, false));
    assert_int_equal(r.folded, 3);
    assert_int_equal(r.blocks_found, 2);
    assert_int_equal(r.merged, 2); /* of the square, in pairs: then it needs no search */
    assert_int_equal(r.blocks, 1);
    assert_int_equal(r.n, 5);
    assert_int_equal(r.nnz, 10);
    assert_int_equal(r.searches, 5);
    assert_true(r.ends[0] == 4 && r.ends[1] == 1 && r.ends[2] == 4 && r.factor[2] == 4);
    tp_bc_reduced_free(&r);
    assert_ok(f.context, tp_bc_reduce(&r, f.context, &graph, NULL, TROPIC_BC_SPLIT, false));
    assert_int_equal(r.folded, 0);
    assert_int_equal(r.blocks_found, 5);
    assert_int_equal(r.blocks, 2);
    assert_int_equal(r.n, 9);
    assert_int_equal(r.nnz, 18);
    tp_bc_reduced_free(&r);
    assert_ok(f.context, tp_bc_reduce(&r, f.context, &graph, NULL, 0, false));
    assert_int_equal(r.blocks_found, 1);
    assert_int_equal(r.n, 11);
    tp_bc_reduced_free(&r);
}

static void make_graph(tropic_context *context, test_failing_objects *o)
{
    static const tropic_index rows[] = {0, 1, 2, 3, 3, 4, 5, 6, 0}, cols[] = {1, 2, 3, 0, 4, 5, 6, 3, 7};
    const tropic_build_options undirected = {.size = sizeof undirected, .direction = TROPIC_DIRECTION_UNDIRECTED};
    assert_ok(context, tropic_matrix_from_coo(&o->A, context, 8, 8, 9, rows, cols, TROPIC_BOOL, NULL, &undirected));
}

static tropic_status reduce(tropic_context *context, test_failing_objects *o)
{
    tp_bc_graph graph = {.n = tropic_matrix_rows(o->A)};
    const void *values;
    tp_bc_reduced r;
    TP_TRY(tropic_matrix_csr(o->A, context, &graph.offsets, &graph.ids, &values));
    TP_TRY(tp_bc_reduce(&r, context, &graph, NULL, TP_BC_ALL, true));
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
        cmocka_unit_test(by_hand),       cmocka_unit_test(every),     cmocka_unit_test(plain),
        cmocka_unit_test(drawn),         cmocka_unit_test(large),     cmocka_unit_test(counts),
        cmocka_unit_test(out_of_memory), cmocka_unit_test(cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
