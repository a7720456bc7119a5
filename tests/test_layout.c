/* SPDX-License-Identifier: Apache-2.0
 *
 * Force-directed layouts: one iteration against sums of forces pair by pair, what holds of all, and what is refused.
 */
#include "tests/runs.h"

#include <float.h>

/* A layout, and where it put the vertices: at[3 v + c]. */
typedef struct picture {
    int dimensions;
    double *at;
    tropic_layout_report report;
} picture;

static tropic_status lay_out(const run_fixture *f, int dimensions,
                             const tropic_layout_options *options, picture *p)
{
    tropic_vector *v[3] = {NULL};
    double *values = calloc((size_t)f->n + 1, sizeof *values);
    tropic_status status;
    *p = (picture){
        dimensions, calloc(3 * (size_t)f->n + 1, sizeof *p->at), {.size = sizeof p->report}};
    assert_non_null(p->at);
    assert_non_null(values);
    for (int c = 0; c < dimensions; c++)
        assert_ok(f->context, tropic_vector_create(&v[c], f->context, TROPIC_FP64, f->n));
    status = tropic_layout(v[0], v[1], v[2], f->A, options, &p->report);
    for (int c = 0; c < dimensions && status == TROPIC_OK; c++) {
        assert_int_equal(tropic_vector_count(v[c]), f->n);
        assert_ok(f->context, tropic_vector_get_dense(v[c], values, NULL));
        for (tropic_index i = 0; i < f->n; i++) {
            assert_true(isfinite(values[i]));
            p->at[3 * i + c] = values[i];
        }
    }
    for (int c = 0; c < dimensions; c++) {
        if (status != TROPIC_OK) assert_int_equal(tropic_vector_count(v[c]), 0);
        tropic_vector_free(&v[c]);
    }
    free(values);
    return status;
}

static picture laid_out(const run_fixture *f, int dimensions, const tropic_layout_options *options)
{
    picture p;
    assert_ok(f->context, lay_out(f, dimensions, options, &p));
    return p;
}

/* at[3 v + c] as vectors of the context's. */
static void place(tropic_context *context, const double *at, tropic_index n, int dimensions,
                  tropic_vector **v)
{
    double *values = calloc((size_t)n + 1, sizeof *values);
    assert_non_null(values);
    for (int c = 0; c < dimensions; c++) {
        for (tropic_index i = 0; i < n; i++) values[i] = at[3 * i + c];
        assert_ok(context, tropic_vector_create(&v[c], context, TROPIC_FP64, n));
        assert_ok(context, tropic_vector_put_dense(v[c], values, NULL));
    }
    free(values);
}
static void free_places(tropic_vector **v)
{
    for (int c = 0; c < 3; c++) tropic_vector_free(&v[c]);
}

static double *random_places(tropic_index n, int dimensions, double size, uint64_t seed)
{
    double *at = calloc(3 * (size_t)n + 1, sizeof *at);
    assert_non_null(at);
    for (tropic_index v = 0; v < n; v++)
        for (int c = 0; c < dimensions; c++)
            at[3 * v + c] = size * (double)(test_below(&seed, 1000001) - 500000) / 500000;
    return at;
}

/* Another context for the same graph. */
static void change_context(run_fixture *f, const tropic_context_options *wanted)
{
    tropic_context_free(&f->context);
    assert_int_equal(tropic_context_create(&f->context, wanted), TROPIC_OK);
}

static double apart(const picture *p, tropic_index u, tropic_index v)
{
    double square = 0;
    for (int c = 0; c < 3; c++) square += pow(p->at[3 * u + c] - p->at[3 * v + c], 2);
    return sqrt(square);
}

/* ---- one iteration ---- */

/* Vertices move along the sum of forces on them, all by the same step. */
static void check_iteration(const run_fixture *f, int dimensions, bool weighted, double gravity,
                            tropic_layout_method method, double theta, double tolerance)
{
    const double k = 2.5;
    double *at = random_places(f->n, dimensions, 8, 11),
           *force = calloc(3 * (size_t)f->n, sizeof *force);
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
        if (!(fabs(sqrt(moved) - step) <= 1e-4 * step) ||
            !(along >= (1 - tolerance) * sqrt(length) * sqrt(moved)))
            fail_msg("%s: vertex %d moved by %g, others by %g, at a cosine of %.9g to the force",
                     f->name, i, sqrt(moved), step, along / sqrt(length * moved));
    }
    assert_true(step > 0);
    free(p.at);
    free(at);
    free(force);
    free_places(v);
}

static void test_iteration(void **state)
{
    run_fixture f;
    test_graph grid = test_grid(9, 11);
    (void)state;
    run_open(&f, "grid", &grid, TROPIC_BOOL);
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        check_iteration(&f, dimensions, false, 0, TROPIC_LAYOUT_EXACT, 0, 1e-6);
        check_iteration(&f, dimensions, false, 0, TROPIC_LAYOUT_BARNES_HUT, 1e-30, 1e-6);
        check_iteration(&f, dimensions, false, 0, TROPIC_LAYOUT_BARNES_HUT, 0.5, 1e-3);
        check_iteration(&f, dimensions, false, 0.7, TROPIC_LAYOUT_AUTO, 0, 1e-6);
    }
    run_close(&f);
}

/* Values as strengths: of each arc its own where both are there and equal; a strong spring decides where to. */
static void test_weights(void **state)
{
    enum { N = 40 };
    run_fixture f;
    test_graph cycle = test_cycle(N);
    (void)state;
    cycle.weight = calloc((size_t)cycle.count, sizeof *cycle.weight);
    assert_non_null(cycle.weight);
    for (int64_t e = 0; e < cycle.count; e++)
        cycle.weight[e] = 1 + (cycle.row[e] + cycle.col[e]) % 7 * 1000;
    run_open(&f, "weighted cycle", &cycle, TROPIC_FP64);
    check_iteration(&f, 2, true, 0, TROPIC_LAYOUT_EXACT, 0, 1e-6);
    check_iteration(&f, 3, true, 0.5, TROPIC_LAYOUT_BARNES_HUT, 1e-30, 1e-6);
    run_close(&f);
}

/* ---- what is known of results ---- */

/* d^2 / k = k^2 / d */
static void test_pair(void **state)
{
    const tropic_layout_options options = {.size = sizeof options, .k = 7, .tolerance = 1e-6};
    run_fixture f;
    test_graph pair = test_path(2);
    (void)state;
    run_open(&f, "two", &pair, TROPIC_BOOL);
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        picture p = laid_out(&f, dimensions, &options);
        assert_true(fabs(apart(&p, 0, 1) - 7) <= 7e-3);
        free(p.at);
    }
    run_close(&f);
}

/* The energy falls, and at rest is least. */
static void test_energy(void **state)
{
    const int32_t iterations[] = {1, 8, test_sized(64, 12), test_sized(512, 16)};
    run_fixture f;
    test_graph grid = test_grid(12, 12);
    double *at = random_places(144, 2, 20, 5), before;
    tropic_vector *v[3] = {NULL};
    (void)state;
    run_open(&f, "grid", &grid, TROPIC_BOOL);
    before = oracle_energy(&f.oracle, at);
    place(f.context, at, f.n, 2, v);
    for (size_t k = 0; k < sizeof iterations / sizeof *iterations; k++) {
        const tropic_layout_options options = {.size = sizeof options,
                                               .iterations = iterations[k],
                                               .x = v[0],
                                               .y = v[1],
                                               .tolerance = 1e-9};
        picture p = laid_out(&f, 2, &options);
        const double energy = oracle_energy(&f.oracle, p.at);
        if (!(energy < before))
            fail_msg("after %d iterations %g, before %g", iterations[k], energy, before);
        before = energy;
        free(p.at);
    }
    free(at);
    free_places(v);
    run_close(&f);
}

/* Coarser graphs unfold what one alone leaves tangled; stress is what the pairs say. */
static void test_unfolds(void **state)
{
    run_fixture f;
    test_graph grid = test_grid(24, 24);
    const tropic_layout_options flat = {.size = sizeof flat, .levels = 1};
    tropic_layout_quality q = {.size = sizeof q};
    tropic_vector *v[3] = {NULL};
    double stress, tangled;
    picture p;
    (void)state;
    if (test_sized(0, 1)) test_skip("a sanitizer takes too long");
    run_open(&f, "grid", &grid, TROPIC_BOOL);
    for (uint64_t seed = 0; seed < 3; seed++) {
        const tropic_layout_options options = {.size = sizeof options, .seed = seed};
        p = laid_out(&f, 2, &options);
        assert_true(p.report.levels > 1);
        assert_true(oracle_stress(&f.oracle, p.at, &stress));
        assert_true(stress <= 0.02);
        free(p.at);
    }
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
    run_close(&f);
}

/* By hand: a path of three, bent: d = 1, 1 and sqrt 2 for 2. */
static void test_measure(void **state)
{
    const double at[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    run_fixture f;
    test_graph path = test_path(3);
    tropic_layout_quality q = {.size = sizeof q};
    tropic_vector *v[3] = {NULL};
    double huge[9];
    const double r = sqrt(2) / 2, s = (2 + r) / (2 + r * r);
    (void)state;
    run_open(&f, "path", &path, TROPIC_BOOL);
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
    run_close(&f);
}

/* Components stand apart: boxes of any two do not meet. Loops and directions change nothing. */
static void test_components(void **state)
{
    enum { PARTS = 5, SIZE = 6, N = PARTS * SIZE + PARTS };
    run_fixture f;
    test_graph graph = test_disconnected(PARTS, SIZE);
    double low[2 * PARTS][2], high[2 * PARTS][2];
    const tropic_layout_options options = {.size = sizeof options};
    picture p;
    (void)state;
    run_open(&f, "components", &graph, TROPIC_BOOL);
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
            assert_true(low[a][0] > high[b][0] || low[b][0] > high[a][0] ||
                        low[a][1] > high[b][1] || low[b][1] > high[a][1]);
    free(p.at);
    run_close(&f);
}

static void check_any(test_graph *graph, const char *name, int dimensions)
{
    run_fixture f;
    const tropic_layout_options options = {.size = sizeof options, .iterations = test_sized(60, 4)};
    picture p;
    run_open(&f, name, graph, TROPIC_BOOL);
    p = laid_out(&f, dimensions, &options);
    for (tropic_index u = 1; u < f.n && f.n <= 1000; u++)
        for (tropic_index v = 0; v < u; v++)
            if (!(apart(&p, u, v) > 0)) fail_msg("%s: %d and %d are at one place", name, u, v);
    free(p.at);
    run_close(&f);
}

static void test_odd_graphs(void **state)
{
    (void)state;
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        test_graph none = test_empty(0, 0), one = test_empty(1, 1), many = test_empty(300, 300);
        test_graph loops = test_random_graph(1, 50, 50, 400),
                   star = test_star(test_sized(20000, 900));
        test_graph path = test_path(test_sized(20000, 900)), complete = test_complete(50);
        test_graph kronecker = test_kronecker(2, test_sized(12, 8), 4),
                   arcs = test_directed_path(99);
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

/* Vertices that all start at one place part; those that are fixed stay, to the bit. */
static void test_given(void **state)
{
    run_fixture f;
    test_graph grid = test_grid(5, 5);
    double at[75] = {0};
    bool held[25] = {false}, some[25] = {false};
    tropic_vector *v[3] = {NULL}, *fixed = NULL;
    tropic_layout_options options = {.size = sizeof options};
    picture p;
    (void)state;
    run_open(&f, "grid", &grid, TROPIC_BOOL);
    place(f.context, at, f.n, 2, v);
    options.x = v[0], options.y = v[1];
    p = laid_out(&f, 2, &options);
    for (int u = 0; u < 25; u++)
        for (int w = 0; w < u; w++) assert_true(apart(&p, u, w) > 0);
    free(p.at);
    /* Corners of a frame; others have no places. */
    for (int u = 0; u < 25; u++) {
        held[u] = some[u] = u == 0 || u == 4 || u == 20 || u == 24;
        /* (No float has these.) */
        at[3 * u] = u % 5 * 25 + 0.1;
        at[3 * u + 1] = u / 5 * 25 + 16777217.3;
    }
    for (int c = 0; c < 2; c++) {
        double values[25];
        for (int u = 0; u < 25; u++) values[u] = at[3 * u + c];
        assert_ok(f.context, tropic_vector_put_dense(v[c], values, some));
    }
    assert_ok(f.context, tropic_vector_create(&fixed, f.context, TROPIC_BOOL, 25));
    assert_ok(f.context, tropic_vector_put_dense(fixed, held, NULL));
    options.fixed = fixed;
    p = laid_out(&f, 2, &options);
    for (int u = 0; u < 25; u++)
        for (int c = 0; c < 2 && held[u]; c++) assert_true(p.at[3 * u + c] == at[3 * u + c]);
    /* The middle is in the middle. */
    assert_true(hypot(p.at[36] - 50.1, p.at[37] - 16777267.3) <= 10);
    free(p.at);
    tropic_vector_free(&fixed);
    free_places(v);
    run_close(&f);
}

/* The same seed, the same bits; and, in a reproducible context, the CPU's. */
static void test_same(void **state)
{
    run_fixture f;
    test_graph kronecker = test_kronecker(5, test_sized(13, 8), 6);
    (void)state;
    run_open(&f, "kronecker", &kronecker, TROPIC_BOOL);
    for (int method = TROPIC_LAYOUT_EXACT; method <= TROPIC_LAYOUT_BARNES_HUT; method++) {
        const tropic_layout_options options = {.size = sizeof options,
                                               .method = (tropic_layout_method)method,
                                               .iterations = 30,
                                               .seed = 3};
        const tropic_layout_options other = {.size = sizeof options,
                                             .method = (tropic_layout_method)method,
                                             .iterations = 30,
                                             .seed = 4};
        picture a = laid_out(&f, 2, &options), b = laid_out(&f, 2, &options),
                c = laid_out(&f, 2, &other);
        assert_int_equal(a.report.method, method);
        assert_memory_equal(a.at, b.at, 3 * (size_t)f.n * sizeof *a.at);
        assert_memory_not_equal(a.at, c.at, 3 * (size_t)f.n * sizeof *a.at);
        free(a.at), free(b.at), free(c.at);
    }
    run_close(&f);
}

/* On any device, with any number of threads. */
static void test_reproducible(void **state)
{
    static const int threads[] = {0, 1, 3};
    picture first = {0};
    (void)state;
    for (int k = 0; k < 3; k++) {
        const tropic_context_options wanted = {.size = sizeof wanted,
                                               .device = k == 0 ? test_device() : TROPIC_DEVICE_CPU,
                                               .threads = threads[k],
                                               .reproducible = true};
        const tropic_layout_options options = {.size = sizeof options,
                                               .method = TROPIC_LAYOUT_BARNES_HUT,
                                               .iterations = test_sized(0, 4)};
        test_graph kronecker = test_kronecker(5, test_sized(12, 8), 6);
        run_fixture f;
        picture p;
        run_open(&f, "kronecker", &kronecker, TROPIC_BOOL);
        change_context(&f, &wanted);
        p = laid_out(&f, 2 + k % 2, &options);
        free(p.at);
        p = laid_out(&f, 2, &options);
        if (k > 0) assert_memory_equal(p.at, first.at, 3 * (size_t)f.n * sizeof *p.at);
        if (k > 0)
            free(p.at);
        else
            first = p;
        run_close(&f);
    }
    free(first.at);
}

/* Renumbered vertices: another start, but the same shape, to its stress. */
static void test_permuted(void **state)
{
    run_fixture f;
    test_graph grid = test_grid(20, 20);
    int32_t *by = test_permutation_of(9, 400);
    const tropic_layout_options options = {.size = sizeof options};
    double stress;
    picture p;
    (void)state;
    if (test_sized(0, 1)) test_skip("a sanitizer takes too long");
    assert_non_null(by);
    test_permute(&grid, by);
    run_open(&f, "permuted grid", &grid, TROPIC_BOOL);
    p = laid_out(&f, 2, &options);
    assert_true(oracle_stress(&f.oracle, p.at, &stress));
    assert_true(stress <= 0.02);
    free(p.at);
    free(by);
    run_close(&f);
}

/* ---- what is refused ---- */

static void test_refused(void **state)
{
    run_fixture f;
    test_graph path = test_path(3);
    tropic_vector *v[3] = {NULL}, *ids = NULL, *x = NULL, *fixed = NULL;
    const double good[] = {0, 0, 0, 1, 0, 0, 2, 0, 0}, bad[] = {0, (double)NAN, 1};
    const bool yes[] = {true, true, true}, one[] = {true, false, false};
    const tropic_layout_options wrong[] = {
        {.size = sizeof *wrong, .theta = -0.1},
        {.size = sizeof *wrong, .theta = 1.5},
        {.size = sizeof *wrong, .theta = NAN},
        {.size = sizeof *wrong, .k = -1},
        {.size = sizeof *wrong, .k = INFINITY},
        {.size = sizeof *wrong, .gravity = -1},
        {.size = sizeof *wrong, .tolerance = -1},
        {.size = sizeof *wrong, .iterations = -1},
        {.size = sizeof *wrong, .levels = -1},
        {.size = sizeof *wrong, .method = (tropic_layout_method)9},
        {.size = 0},
    };
    tropic_layout_options options = {.size = sizeof options};
    tropic_layout_quality q = {.size = sizeof q};
    picture p;
    (void)state;
    run_open(&f, "path", &path, TROPIC_BOOL);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_status(f.context, TROPIC_INVALID_ARGUMENT, lay_out(&f, 2, &wrong[k], &p));
        free(p.at);
    }
    place(f.context, good, 3, 3, v);
    assert_ok(f.context, tropic_vector_create(&fixed, f.context, TROPIC_BOOL, 3));
    assert_ok(f.context, tropic_vector_put_dense(fixed, yes, NULL));
#define REFUSED(status, dimensions)                                                                \
    assert_status(f.context, status, lay_out(&f, dimensions, &options, &p));                       \
    free(p.at)
    options.fixed = fixed; /* without places */
    REFUSED(TROPIC_INVALID_ARGUMENT, 2);
    options.x = v[0]; /* x alone */
    REFUSED(TROPIC_INVALID_ARGUMENT, 2);
    options.y = v[1], options.z = v[2]; /* z of two dimensions */
    REFUSED(TROPIC_INVALID_ARGUMENT, 2);
    options.z = NULL; /* none of three */
    REFUSED(TROPIC_INVALID_ARGUMENT, 3);
    assert_ok(f.context, tropic_vector_put_dense(v[0], bad, NULL));
    REFUSED(TROPIC_INVALID_ARGUMENT, 2);
    assert_non_null(strstr(tropic_context_error(f.context), "vertex 1"));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT,
                  tropic_layout_measure(&q, f.A, v[0], v[2], NULL, 1, 1)); /* one is not finite */
    assert_ok(f.context, tropic_vector_put_dense(v[0], bad, one));         /* y has more entries */
    REFUSED(TROPIC_INVALID_ARGUMENT, 2);
    assert_ok(f.context, tropic_vector_create(&ids, f.context, TROPIC_INT32, 3));
    options.x = ids;
    REFUSED(TROPIC_TYPE_MISMATCH, 2);
    options = (tropic_layout_options){.size = sizeof options, .fixed = ids, .x = v[1], .y = v[1]};
    REFUSED(TROPIC_TYPE_MISMATCH, 2);
    assert_status(f.context, TROPIC_TYPE_MISMATCH, tropic_layout(ids, v[1], NULL, f.A, NULL, NULL));
    assert_ok(f.context, tropic_vector_create(&x, f.context, TROPIC_FP64, 4));
    assert_status(f.context, TROPIC_DIMENSION_MISMATCH,
                  tropic_layout(x, v[1], NULL, f.A, NULL, NULL));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT,
                  tropic_layout(v[1], NULL, NULL, f.A, NULL, NULL));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT,
                  tropic_layout(v[1], v[2], NULL, NULL, NULL, NULL));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT,
                  tropic_layout_measure(NULL, f.A, v[1], v[2], NULL, 1, 1));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT,
                  tropic_layout_measure(&q, f.A, v[1], v[2], NULL, -1, 1));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT,
                  tropic_layout_measure(&q, f.A, v[0], v[2], NULL, 1, 1)); /* not all places */
    tropic_vector_free(&x);
    tropic_vector_free(&ids);
    tropic_vector_free(&fixed);
    free_places(v);
    run_close(&f);
}

/* Far from the origin a shape is as good as near it. */
static void test_far(void **state)
{
    enum { N = 60 };
    run_fixture f;
    test_graph path = test_path(N);
    double at[3 * N] = {0}, stress;
    tropic_vector *v[3] = {NULL};
    tropic_layout_options options = {.size = sizeof options, .tolerance = test_sized(0, 1)};
    picture p;
    (void)state;
    for (int u = 0; u < N; u++) at[3 * u] = 1e12, at[3 * u + 1] = -1e12;
    run_open(&f, "path", &path, TROPIC_BOOL);
    place(f.context, at, f.n, 2, v);
    options.x = v[0], options.y = v[1];
    p = laid_out(&f, 2, &options);
    for (int u = 0; u < N; u++) p.at[3 * u] -= 1e12, p.at[3 * u + 1] += 1e12;
    assert_true(oracle_stress(&f.oracle, p.at, &stress));
    assert_true(stress <= test_sized(3, 10) * 0.1);
    free(p.at);
    free_places(v);
    run_close(&f);
}

/* What leaves the range of numbers is said so, and nothing written. */
static void test_overflow(void **state)
{
    const double far[] = {0, 0, 0, 1e6, 0, 0, 0, 1e6, 0};
    run_fixture f;
    test_graph path = test_path(3);
    tropic_vector *v[3] = {NULL}, *x = NULL, *y = NULL;
    const tropic_layout_options large = {.size = sizeof large, .k = 1e300};
    tropic_layout_options strong = {.size = sizeof strong, .weighted = true};
    tropic_layout_options heavy = {.size = sizeof heavy, .gravity = 1e39};
    picture p;
    (void)state;
    path.weight = calloc((size_t)path.count, sizeof *path.weight);
    assert_non_null(path.weight);
    for (int64_t e = 0; e < path.count; e++) path.weight[e] = 1e30;
    run_open(&f, "path", &path, TROPIC_FP64);
    place(f.context, far, 3, 2, v);
    strong.x = heavy.x = v[0], strong.y = heavy.y = v[1];
    assert_status(f.context, TROPIC_OVERFLOW, lay_out(&f, 2, &strong, &p));
    free(p.at);
    assert_status(f.context, TROPIC_OVERFLOW, lay_out(&f, 2, &heavy, &p));
    free(p.at);
    assert_ok(f.context, tropic_vector_create(&x, f.context, TROPIC_FP32, 3));
    assert_ok(f.context, tropic_vector_create(&y, f.context, TROPIC_FP32, 3));
    assert_status(f.context, TROPIC_OVERFLOW, tropic_layout(x, y, NULL, f.A, &large, NULL));
    assert_int_equal(tropic_vector_count(x), 0);
    assert_status(f.context, TROPIC_INVALID_ARGUMENT, tropic_layout(x, x, NULL, f.A, NULL, NULL));
    tropic_vector_free(&x);
    tropic_vector_free(&y);
    free_places(v);
    run_close(&f);
}

static void test_bad_strengths(void **state)
{
    static const double bad[] = {-1, (double)NAN, (double)INFINITY, 1e300};
    const tropic_layout_options options = {.size = sizeof options, .weighted = true};
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const tropic_index row[] = {0, 1}, col[] = {1, 2};
        const double value[] = {1, bad[k]};
        tropic_context *context = test_context();
        run_fixture f = {.context = context, .n = 3};
        picture p;
        assert_ok(context, tropic_matrix_from_coo(&f.A, context, 3, 3, 2, row, col, TROPIC_FP64,
                                                  value, NULL));
        assert_status(context, TROPIC_INVALID_ARGUMENT, lay_out(&f, 2, &options, &p));
        assert_non_null(strstr(tropic_context_error(context), "from vertex 1 to 2"));
        free(p.at);
        tropic_matrix_free(&f.A);
        tropic_context_free(&context);
    }
}

static bool stop(double done, void *user)
{
    double *last = user;
    assert_true(done >= *last && done <= 1);
    *last = done;
    return done < 0.3;
}

/* Progress never falls, and cancels. */
static void test_cancelled(void **state)
{
    double last = 0;
    const tropic_context_options wanted = {
        .size = sizeof wanted, .device = test_device(), .progress = stop, .progress_user = &last};
    const tropic_layout_options options = {.size = sizeof options};
    run_fixture f;
    test_graph grid = test_grid(40, 40);
    picture p;
    (void)state;
    run_open(&f, "grid", &grid, TROPIC_BOOL);
    change_context(&f, &wanted);
    assert_status(f.context, TROPIC_CANCELLED, lay_out(&f, 2, &options, &p));
    free(p.at);
    run_close(&f);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_iteration),    cmocka_unit_test(test_weights),
        cmocka_unit_test(test_pair),         cmocka_unit_test(test_energy),
        cmocka_unit_test(test_unfolds),      cmocka_unit_test(test_measure),
        cmocka_unit_test(test_components),   cmocka_unit_test(test_odd_graphs),
        cmocka_unit_test(test_given),        cmocka_unit_test(test_same),
        cmocka_unit_test(test_reproducible), cmocka_unit_test(test_permuted),
        cmocka_unit_test(test_far),          cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_bad_strengths),
        cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
