/* SPDX-License-Identifier: Apache-2.0
 *
 * Force-directed layouts: one iteration against sums of forces pair by pair, and properties of all.
 */
#include "tests/layouts.h"

/* ---- one iteration ---- */

/* Vertices move along the sum of forces on them, all by the same step. */
static void check_iteration(const run_fixture *f, int dimensions, bool weighted, double gravity,
                            tropic_layout_method method, double theta, double tolerance)
{
    const double k = 2.5;
    OWNED_MEMORY double *at = random_places(f->n, dimensions, 8, 11), *force = calloc(3 * (size_t)f->n, sizeof *force);
    double step = 0;
    tropic_vector *v[3] = {NULL};
    tropic_layout_options options = {.size = sizeof options,
                                     .method = method,
                                     .theta = theta,
                                     .k = k,
                                     .gravity = gravity,
                                     .weighted = weighted,
                                     .iterations = 1};
    picture p;
    assert_non_null(force);
    /* (Gravity is towards the middle.) */
    for (int c = 0; c < 3; c++) {
        double middle = 0;
        for (tropic_index i = 0; i < f->n; i++) middle += at[3 * i + c] / f->n;
        for (tropic_index i = 0; i < f->n; i++) at[3 * i + c] -= middle;
    }
    oracle_forces(&f->oracle, at, gravity, force);
    for (tropic_index i = 0; i < 3 * f->n; i++) at[i] *= k;
    place(f->context, at, f->n, dimensions, v);
    options.x = v[0], options.y = v[1], options.z = v[2];
    p = laid_out(f, dimensions, &options);
    assert_int_equal(p.report.iterations, 1);
    assert_int_equal(p.report.levels, 1);
    for (tropic_index i = 0; i < f->n; i++) {
        double length = 0, moved = 0, along = 0;
        for (int c = 0; c < 3; c++) {
            const double d = p.at[3 * i + c] - at[3 * i + c];
            length += pow(force[3 * i + c], 2);
            moved += d * d;
            along += d * force[3 * i + c];
        }
        if (step == 0) step = sqrt(moved);
        if (!(fabs(sqrt(moved) - step) <= 1e-4 * step) || !(along >= (1 - tolerance) * sqrt(length) * sqrt(moved)))
            fail_msg("%s: vertex %d moved by %g, others by %g, at a cosine of %.9g to the force", f->name, i,
                     sqrt(moved), step, along / sqrt(length * moved));
    }
    assert_true(step > 0);
    free(p.at);
    free_places(v);
}

static void test_iteration(void **state)
{
    test_graph grid = test_grid(9, 11);
    OWNED(run_fixture) f = run_open("grid", &grid, TROPIC_BOOL);
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        check_iteration(&f, dimensions, false, 0, TROPIC_LAYOUT_EXACT, 0, 1e-6);
        check_iteration(&f, dimensions, false, 0, TROPIC_LAYOUT_BARNES_HUT, 1e-30, 1e-6);
        check_iteration(&f, dimensions, false, 0, TROPIC_LAYOUT_BARNES_HUT, 0.5, 1e-3);
        check_iteration(&f, dimensions, false, 0.7, TROPIC_LAYOUT_AUTO, 0, 1e-6);
    }
}

/* Values as strengths: of each arc its own where both are there and equal; a strong spring decides where to. */
static void test_weights(void **state)
{
    enum { N = 40 };
    test_graph cycle = test_cycle(N);
    cycle.weight = calloc((size_t)cycle.count, sizeof *cycle.weight);
    assert_non_null(cycle.weight);
    for (int64_t e = 0; e < cycle.count; e++) cycle.weight[e] = 1 + (cycle.row[e] + cycle.col[e]) % 7 * 1000;
    OWNED(run_fixture) f = run_open("weighted cycle", &cycle, TROPIC_FP64);
    check_iteration(&f, 2, true, 0, TROPIC_LAYOUT_EXACT, 0, 1e-6);
    check_iteration(&f, 3, true, 0.5, TROPIC_LAYOUT_BARNES_HUT, 1e-30, 1e-6);
}

/* ---- properties of results ---- */

/* d^2 / k = k^2 / d */
static void test_pair(void **state)
{
    const tropic_layout_options options = {.size = sizeof options, .k = 7, .tolerance = 1e-6};
    test_graph pair = test_path(2);
    OWNED(run_fixture) f = run_open("two", &pair, TROPIC_BOOL);
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        picture p = laid_out(&f, dimensions, &options);
        assert_true(fabs(apart(&p, 0, 1) - 7) <= 7e-3);
        free(p.at);
    }
}

/* The energy falls, and at rest is least. */
static void test_energy(void **state)
{
    const int32_t iterations[] = {1, 8, test_sized(64, 12), test_sized(512, 16)};
    test_graph grid = test_grid(12, 12);
    OWNED_MEMORY double *at = random_places(144, 2, 20, 5);
    double before;
    tropic_vector *v[3] = {NULL};
    OWNED(run_fixture) f = run_open("grid", &grid, TROPIC_BOOL);
    before = oracle_energy(&f.oracle, at);
    place(f.context, at, f.n, 2, v);
    for (size_t k = 0; k < sizeof iterations / sizeof *iterations; k++) {
        const tropic_layout_options options = {
            .size = sizeof options, .iterations = iterations[k], .x = v[0], .y = v[1], .tolerance = 1e-9};
        picture p = laid_out(&f, 2, &options);
        const double energy = oracle_energy(&f.oracle, p.at);
        if (!(energy < before)) fail_msg("after %d iterations %g, before %g", iterations[k], energy, before);
        before = energy;
        free(p.at);
    }
    free_places(v);
}

/* Coarser graphs unfold tangles that one graph alone leaves; stress is the sum over pairs. */
static void test_unfolds(void **state)
{
    test_graph grid = test_grid(24, 24);
    const tropic_layout_options options = {.size = sizeof options};
    /* (Longer changes little.) */
    const tropic_layout_options flat = {.size = sizeof flat, .levels = 1, .iterations = 100};
    tropic_layout_quality q = {.size = sizeof q};
    tropic_vector *v[3] = {NULL};
    double stress, tangled;
    picture p;
    if (test_sized(0, 1)) test_skip("a sanitizer takes too long");
    OWNED(run_fixture) f = run_open("grid", &grid, TROPIC_BOOL);
    p = laid_out(&f, 2, &options);
    assert_true(p.report.levels > 1);
    assert_true(oracle_stress(&f.oracle, p.at, &stress));
    assert_true(stress <= 0.02);
    free(p.at);
    p = laid_out(&f, 2, &flat);
    assert_int_equal(p.report.levels, 1);
    assert_true(oracle_stress(&f.oracle, p.at, &tangled));
    assert_true(tangled > 2 * stress);
    place(f.context, p.at, f.n, 2, v);
    assert_ok(f.context, tropic_layout_measure(&q, f.A, v[0], v[1], NULL, f.n, 1));
    assert_int_equal(q.pairs, (int64_t)f.n * (f.n - 1));
    assert_true(test_close(q.stress, tangled, 1e-9));
    /* Of a sample, about. */
    assert_ok(f.context, tropic_layout_measure(&q, f.A, v[0], v[1], NULL, 100, 1));
    assert_int_equal(q.pairs, (int64_t)100 * (f.n - 1));
    assert_true(fabs(q.stress - tangled) <= 0.2 * tangled);
    free(p.at);
    free_places(v);
}

/* By hand: a path of three, bent: d = 1, 1 and sqrt 2 for 2. */
static void test_measure(void **state)
{
    const double at[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    test_graph path = test_path(3);
    tropic_layout_quality q = {.size = sizeof q};
    tropic_vector *v[3] = {NULL};
    double huge[9];
    const double r = sqrt(2) / 2, s = (2 + r) / (2 + r * r);
    OWNED(run_fixture) f = run_open("path", &path, TROPIC_BOOL);
    place(f.context, at, 3, 3, v);
    assert_ok(f.context, tropic_layout_measure(&q, f.A, v[0], v[1], v[2], 3, 0));
    assert_int_equal(q.pairs, 6);
    assert_true(test_close(q.stress, (2 * pow(s - 1, 2) + pow(s * r - 1, 2)) / 3, 1e-12));
    assert_true(test_close(q.edge_length, 1, 1e-12));
    assert_true(test_close(q.edge_deviation, 0, 1e-7));
    assert_ok(f.context, tropic_layout_measure(&q, f.A, v[0], v[1], v[2], 0, 0));
    assert_int_equal(q.pairs, 0);
    free_places(v);
    for (int k = 0; k < 9; k++) huge[k] = 1e300 * at[k];
    place(f.context, huge, 3, 3, v);
    assert_ok(f.context, tropic_layout_measure(&q, f.A, v[0], v[1], v[2], 3, 0));
    assert_true(test_close(q.stress, (2 * pow(s - 1, 2) + pow(s * r - 1, 2)) / 3, 1e-12));
    assert_true(test_close(q.edge_length, 1e300, 1e-12));
    free_places(v);
}

/* Components stand apart: boxes of any two do not meet. Loops and directions change nothing. */
static void test_components(void **state)
{
    enum { PARTS = 5, SIZE = 6, N = PARTS * SIZE + PARTS };
    test_graph graph = test_disconnected(PARTS, SIZE);
    double low[2 * PARTS][2], high[2 * PARTS][2];
    const tropic_layout_options options = {.size = sizeof options};
    picture p;
    OWNED(run_fixture) f = run_open("components", &graph, TROPIC_BOOL);
    assert_int_equal(f.n, N);
    p = laid_out(&f, 2, &options);
    assert_int_equal(p.report.components, 2 * PARTS);
    for (tropic_index i = 0; i < N; i++) {
        const tropic_index part = i < PARTS * SIZE ? i / SIZE : PARTS + i - PARTS * SIZE;
        const bool first = i >= PARTS * SIZE || i % SIZE == 0;
        for (int c = 0; c < 2; c++) {
            const double x = p.at[3 * i + c];
            low[part][c] = first ? x : fmin(low[part][c], x);
            high[part][c] = first ? x : fmax(high[part][c], x);
        }
    }
    for (int a = 0; a < 2 * PARTS; a++)
        for (int b = 0; b < a; b++)
            assert_true(low[a][0] > high[b][0] || low[b][0] > high[a][0] || low[a][1] > high[b][1] ||
                        low[b][1] > high[a][1]);
    free(p.at);
}

static void check_any(test_graph *graph, const char *name, int dimensions)
{
    const tropic_layout_options options = {.size = sizeof options, .iterations = test_sized(12, 4)};
    picture p;
    OWNED(run_fixture) f = run_open(name, graph, TROPIC_BOOL);
    p = laid_out(&f, dimensions, &options);
    for (tropic_index u = 1; u < f.n && f.n <= 1000; u++)
        for (tropic_index v = 0; v < u; v++)
            if (!(apart(&p, u, v) > 0)) fail_msg("%s: %d and %d are at one place", name, u, v);
    free(p.at);
}

static void test_odd_graphs(void **state)
{
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        test_graph none = test_empty(0, 0), one = test_empty(1, 1), many = test_empty(300, 300);
        test_graph loops = test_random_graph(1, 50, 50, 400), star = test_star(test_sized(9000, 900));
        test_graph path = test_path(test_sized(9000, 900)), complete = test_complete(50);
        test_graph kronecker = test_kronecker(2, test_sized(12, 8), 4), arcs = test_directed_path(99);
        check_any(&none, "no vertices", dimensions);
        check_any(&one, "one vertex", dimensions);
        check_any(&many, "no edges", dimensions);
        check_any(&loops, "loops and duplicates", dimensions);
        check_any(&star, "star", dimensions);
        check_any(&path, "path", dimensions);
        check_any(&complete, "complete", dimensions);
        check_any(&kronecker, "kronecker", dimensions);
        check_any(&arcs, "directed path", dimensions);
    }
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_iteration),  cmocka_unit_test(test_weights),    cmocka_unit_test(test_pair),
        cmocka_unit_test(test_energy),     cmocka_unit_test(test_unfolds),    cmocka_unit_test(test_measure),
        cmocka_unit_test(test_components), cmocka_unit_test(test_odd_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
