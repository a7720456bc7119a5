/* SPDX-License-Identifier: Apache-2.0
 *
 * Layouts by their inputs: places, fixed vertices, seeds, contexts; and refused inputs.
 */
#include "tests/layouts.h"

/* Vertices that all start at one place part; those that are fixed stay, to the bit. */
static void test_given(void **state)
{
    test_graph grid = test_grid(5, 5);
    double at[75] = {0};
    bool held[25] = {false}, some[25] = {false};
    tropic_vector *v[3] = {NULL};
    tropic_layout_options options = {.size = sizeof options};
    picture p;
    OWNED(run_fixture) f = run_open("grid", &grid, TROPIC_BOOL);
    OWNED(tropic_vector) *fixed = NULL;
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
    fixed = test_vector_of(f.context, TROPIC_BOOL, 25, held);
    options.fixed = fixed;
    p = laid_out(&f, 2, &options);
    for (int u = 0; u < 25; u++)
        for (int c = 0; c < 2 && held[u]; c++) assert_true(p.at[3 * u + c] == at[3 * u + c]);
    /* The middle is in the middle. */
    assert_true(hypot(p.at[36] - 50.1, p.at[37] - 16777267.3) <= 10);
    free(p.at);
    free_places(v);
}

/* The same seed, the same bits; and, in a reproducible context, the CPU's. */
static void test_same(void **state)
{
    test_graph kronecker = test_kronecker(5, test_sized(11, 8), 6);
    OWNED(run_fixture) f = run_open("kronecker", &kronecker, TROPIC_BOOL);
    for (int method = TROPIC_LAYOUT_EXACT; method <= TROPIC_LAYOUT_BARNES_HUT; method++) {
        const tropic_layout_options options = {
            .size = sizeof options, .method = (tropic_layout_method)method, .iterations = 12, .seed = 3};
        const tropic_layout_options other = {
            .size = sizeof options, .method = (tropic_layout_method)method, .iterations = 12, .seed = 4};
        picture a = laid_out(&f, 2, &options), b = laid_out(&f, 2, &options), c = laid_out(&f, 2, &other);
        assert_int_equal(a.report.method, method);
        assert_memory_equal(a.at, b.at, 3 * (size_t)f.n * sizeof *a.at);
        assert_memory_not_equal(a.at, c.at, 3 * (size_t)f.n * sizeof *a.at);
        free(a.at), free(b.at), free(c.at);
    }
}

/* On any device, with any number of threads. */
static void test_reproducible(void **state)
{
    static const int threads[] = {0, 1, 3};
    picture first = {0};
    for (int k = 0; k < 3; k++) {
        const tropic_context_options wanted = {.size = sizeof wanted,
                                               .device = k == 0 ? test_device() : TROPIC_DEVICE_CPU,
                                               .threads = threads[k],
                                               .reproducible = true};
        const tropic_layout_options options = {
            .size = sizeof options, .method = TROPIC_LAYOUT_BARNES_HUT, .iterations = 4};
        test_graph kronecker = test_kronecker(5, test_sized(14, 8), 6);
        picture p;
        OWNED(run_fixture) f = run_open("kronecker", &kronecker, TROPIC_BOOL);
        change_context(&f, &wanted);
        p = laid_out(&f, 2 + k % 2, &options);
        free(p.at);
        p = laid_out(&f, 2, &options);
        if (k > 0) assert_memory_equal(p.at, first.at, 3 * (size_t)f.n * sizeof *p.at);
        if (k > 0)
            free(p.at);
        else
            first = p;
    }
    free(first.at);
}

/* Renumbered vertices: another start, but the same shape, to its stress. */
static void test_permuted(void **state)
{
    test_graph grid = test_grid(20, 20);
    OWNED_MEMORY int32_t *by = test_permutation_of(9, 400);
    const tropic_layout_options options = {.size = sizeof options};
    double stress;
    picture p;
    if (test_sized(0, 1)) test_skip("a sanitizer takes too long");
    assert_non_null(by);
    test_permute(&grid, by);
    OWNED(run_fixture) f = run_open("permuted grid", &grid, TROPIC_BOOL);
    p = laid_out(&f, 2, &options);
    assert_true(oracle_stress(&f.oracle, p.at, &stress));
    assert_true(stress <= 0.02);
    free(p.at);
}

/* ---- refused inputs ---- */

static void test_refused_numbers(void **state)
{
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
    test_graph path = test_path(3);
    picture p;
    OWNED(run_fixture) f = run_open("path", &path, TROPIC_BOOL);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        assert_status(f.context, TROPIC_INVALID_ARGUMENT, lay_out(&f, 2, &wrong[k], &p));
        free(p.at);
    }
}

static void assert_refused(const run_fixture *f, tropic_status status, int dimensions,
                           const tropic_layout_options *options)
{
    picture p;
    assert_status(f->context, status, lay_out(f, dimensions, options, &p));
    free(p.at);
}

/* Places that a layout begins with. */
static void test_refused_places(void **state)
{
    const double good[] = {0, 0, 0, 1, 0, 0, 2, 0, 0}, bad[] = {0, (double)NAN, 1};
    const bool yes[] = {true, true, true}, one[] = {true, false, false};
    tropic_layout_options options = {.size = sizeof options};
    tropic_layout_quality q = {.size = sizeof q};
    test_graph path = test_path(3);
    tropic_vector *v[3] = {NULL};
    OWNED(run_fixture) f = run_open("path", &path, TROPIC_BOOL);
    OWNED(tropic_vector) *fixed = NULL, *ids = NULL;
    place(f.context, good, 3, 3, v);
    fixed = test_vector_of(f.context, TROPIC_BOOL, 3, yes);
    ids = test_vector_of(f.context, TROPIC_INT32, 3, NULL);
    options.fixed = fixed; /* without places */
    assert_refused(&f, TROPIC_INVALID_ARGUMENT, 2, &options);
    options.x = v[0]; /* x alone */
    assert_refused(&f, TROPIC_INVALID_ARGUMENT, 2, &options);
    options.y = v[1], options.z = v[2]; /* z of two dimensions */
    assert_refused(&f, TROPIC_INVALID_ARGUMENT, 2, &options);
    options.z = NULL; /* none of three */
    assert_refused(&f, TROPIC_INVALID_ARGUMENT, 3, &options);
    assert_ok(f.context, tropic_vector_put_dense(v[0], bad, NULL)); /* one is not finite */
    assert_refused(&f, TROPIC_INVALID_ARGUMENT, 2, &options);
    assert_non_null(strstr(tropic_context_error(f.context), "vertex 1"));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT, tropic_layout_measure(&q, f.A, v[0], v[2], NULL, 1, 1));
    assert_ok(f.context, tropic_vector_put_dense(v[0], bad, one)); /* y has more entries */
    assert_refused(&f, TROPIC_INVALID_ARGUMENT, 2, &options);
    assert_status(f.context, TROPIC_INVALID_ARGUMENT, tropic_layout_measure(&q, f.A, v[0], v[2], NULL, 1, 1));
    options.x = ids;
    assert_refused(&f, TROPIC_TYPE_MISMATCH, 2, &options);
    options = (tropic_layout_options){.size = sizeof options, .fixed = ids, .x = v[1], .y = v[1]};
    assert_refused(&f, TROPIC_TYPE_MISMATCH, 2, &options);
    free_places(v);
}

/* Arguments, of a layout and of its measure. */
static void test_refused_arguments(void **state)
{
    const double good[] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    tropic_layout_quality q = {.size = sizeof q};
    test_graph path = test_path(3);
    tropic_vector *v[3] = {NULL};
    OWNED(run_fixture) f = run_open("path", &path, TROPIC_BOOL);
    OWNED(tropic_vector) *ids = NULL, *longer = NULL;
    place(f.context, good, 3, 3, v);
    ids = test_vector_of(f.context, TROPIC_INT32, 3, NULL);
    longer = test_vector_of(f.context, TROPIC_FP64, 4, NULL);
    assert_status(f.context, TROPIC_TYPE_MISMATCH, tropic_layout(ids, v[1], NULL, f.A, NULL, NULL));
    assert_status(f.context, TROPIC_DIMENSION_MISMATCH, tropic_layout(longer, v[1], NULL, f.A, NULL, NULL));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT, tropic_layout(v[1], NULL, NULL, f.A, NULL, NULL));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT, tropic_layout(v[1], v[2], NULL, NULL, NULL, NULL));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT, tropic_layout_measure(NULL, f.A, v[1], v[2], NULL, 1, 1));
    assert_status(f.context, TROPIC_INVALID_ARGUMENT, tropic_layout_measure(&q, f.A, v[1], v[2], NULL, -1, 1));
    free_places(v);
}

/* Far from the origin a shape is as good as near it. */
static void test_far(void **state)
{
    enum { N = 60 };
    test_graph path = test_path(N);
    double at[3 * N] = {0}, stress;
    tropic_vector *v[3] = {NULL};
    tropic_layout_options options = {.size = sizeof options, .tolerance = test_sized(0, 1)};
    picture p;
    for (int u = 0; u < N; u++) at[3 * u] = 1e12, at[3 * u + 1] = -1e12;
    OWNED(run_fixture) f = run_open("path", &path, TROPIC_BOOL);
    place(f.context, at, f.n, 2, v);
    options.x = v[0], options.y = v[1];
    p = laid_out(&f, 2, &options);
    for (int u = 0; u < N; u++) p.at[3 * u] -= 1e12, p.at[3 * u + 1] += 1e12;
    assert_true(oracle_stress(&f.oracle, p.at, &stress));
    assert_true(stress <= test_sized(3, 10) * 0.1);
    free(p.at);
    free_places(v);
}

/* FP32 places in and out are those of FP64 that are the same numbers; x may be options.x. */
static void test_single(void **state)
{
    test_graph grid = test_grid(6, 7);
    OWNED_MEMORY double *at = random_places(42, 2, 4, 8);
    float start[42], got[42];
    tropic_vector *v[3] = {NULL}, *w[2] = {NULL};
    tropic_layout_options options = {.size = sizeof options, .iterations = 20};
    tropic_layout_quality q = {.size = sizeof q}, single = {.size = sizeof single};
    picture p;
    for (int i = 0; i < 126; i++) at[i] = (double)(float)at[i];
    OWNED(run_fixture) f = run_open("grid", &grid, TROPIC_BOOL);
    place(f.context, at, f.n, 2, v);
    options.x = v[0], options.y = v[1];
    p = laid_out(&f, 2, &options);
    for (int c = 0; c < 2; c++) {
        for (int i = 0; i < 42; i++) start[i] = (float)at[3 * i + c];
        w[c] = test_vector_of(f.context, TROPIC_FP32, 42, start);
    }
    options.x = w[0], options.y = w[1];
    assert_ok(f.context, tropic_layout(w[0], w[1], NULL, f.A, &options, NULL));
    for (int c = 0; c < 2; c++) {
        assert_ok(f.context, tropic_vector_get_dense(w[c], got, NULL));
        for (int i = 0; i < 42; i++) assert_true(got[i] == (float)p.at[3 * i + c]);
    }
    free_places(v);
    place(f.context, p.at, f.n, 2, v);
    assert_ok(f.context, tropic_layout_measure(&q, f.A, v[0], v[1], NULL, 42, 1));
    assert_ok(f.context, tropic_layout_measure(&single, f.A, w[0], w[1], NULL, 42, 1));
    assert_true(test_close(single.stress, q.stress, 1e-6));
    tropic_vector_free(&w[0]);
    tropic_vector_free(&w[1]);
    free(p.at);
    free_places(v);
}

/* Of two at one place the one that is not fixed moves, whichever it is; and memory is the layout's own. */
static void test_pair_fixed(void **state)
{
    test_graph pair = test_path(2);
    const double at[] = {5, 5, 0, 5, 5, 0};
    tropic_vector *v[3] = {NULL}, *fixed = NULL;
    OWNED(run_fixture) f = run_open("two", &pair, TROPIC_BOOL);
    OWNED(tropic_vector) *other = NULL;
    place(f.context, at, f.n, 2, v);
    assert_ok(f.context, tropic_vector_create(&other, f.context, TROPIC_FP64, 1 << 20));
    assert_ok(f.context, tropic_vector_fill(other, &(double){1}));
    for (int held = 0; held < 2; held++) {
        const bool which[] = {held == 0, held == 1};
        tropic_layout_options options = {.size = sizeof options, .x = v[0], .y = v[1]};
        picture p;
        fixed = test_vector_of(f.context, TROPIC_BOOL, 2, which);
        options.fixed = fixed;
        p = laid_out(&f, 2, &options);
        assert_true(p.at[3 * held] == 5 && p.at[3 * held + 1] == 5);
        assert_true(fabs(apart(&p, 0, 1) - 1) <= 0.05);
        assert_true(p.report.memory < 1 << 20);
        assert_int_equal(p.report.finest, p.report.iterations);
        free(p.at);
        tropic_vector_free(&fixed);
    }
    free_places(v);
}

/* A result beyond the range of numbers is reported, and nothing written. */
static void test_overflow(void **state)
{
    const double far[] = {0, 0, 0, 1e6, 0, 0, 0, 1e6, 0};
    test_graph path = test_path(3);
    tropic_vector *v[3] = {NULL};
    const tropic_layout_options large = {.size = sizeof large, .k = 1e300};
    tropic_layout_options strong = {.size = sizeof strong, .weighted = true};
    tropic_layout_options heavy = {.size = sizeof heavy, .gravity = 1e39};
    picture p;
    path.weight = calloc((size_t)path.count, sizeof *path.weight);
    assert_non_null(path.weight);
    for (int64_t e = 0; e < path.count; e++) path.weight[e] = 1e30;
    OWNED(run_fixture) f = run_open("path", &path, TROPIC_FP64);
    OWNED(tropic_vector) *x = NULL, *y = NULL;
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
    free_places(v);
}

static void test_bad_strengths(void **state)
{
    static const double bad[] = {-1, (double)NAN, (double)INFINITY, 1e300};
    const tropic_layout_options options = {.size = sizeof options, .weighted = true};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const tropic_index row[] = {0, 1}, col[] = {1, 2};
        const double value[] = {1, bad[k]};
        OWNED(tropic_context) *context = test_context();
        run_fixture f = {.context = context, .n = 3};
        picture p;
        assert_ok(context, tropic_matrix_from_coo(&f.A, context, 3, 3, 2, row, col, TROPIC_FP64, value, NULL));
        assert_status(context, TROPIC_INVALID_ARGUMENT, lay_out(&f, 2, &options, &p));
        assert_non_null(strstr(tropic_context_error(context), "from vertex 1 to 2"));
        free(p.at);
        tropic_matrix_free(&f.A);
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
    test_graph parts = test_disconnected(3, 700);
    picture p;
    OWNED(run_fixture) f = run_open("components", &parts, TROPIC_BOOL);
    change_context(&f, &wanted);
    assert_status(f.context, TROPIC_CANCELLED, lay_out(&f, 2, &options, &p));
    free(p.at);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_given),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_reproducible),
        cmocka_unit_test(test_permuted),
        cmocka_unit_test(test_refused_numbers),
        cmocka_unit_test(test_refused_places),
        cmocka_unit_test(test_refused_arguments),
        cmocka_unit_test(test_far),
        cmocka_unit_test(test_single),
        cmocka_unit_test(test_pair_fixed),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_bad_strengths),
        cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
