/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies that repel one another: all pairs against sums in double precision, the tree against all pairs, and every
 * device against the CPU, bit by bit.
 */
#include "runtime/backend.h"
#include "algorithms/layout/nbody.h"
#include "tests/common.h"

#define WORLDS 4
/* Enough for levels of nodes that more than one block makes, and for more than one thread; enough for the first. */
enum { MOST = 9000, FEWER = 2000 };

/* n points and masses. */
typedef struct world {
    tropic_index n;
    int dimensions;
    float *at, *mass;
    tropic_index *range; /* NULL: one component */
} world;

static double uniform(uint64_t *seed)
{
    return (double)(test_random(seed) >> 11) / 9007199254740992.0;
}

/* Kind 0: a square of them; 1: clusters of very different sizes; 2: on a line; 3: many at the same place. */
static world make_world(int kind, tropic_index n, int dimensions, uint64_t seed)
{
    world w = {n, dimensions, malloc(sizeof(float) * (size_t)n * 3), malloc(sizeof(float) * (size_t)n), NULL};
    assert_non_null(w.at);
    assert_non_null(w.mass);
    for (tropic_index v = 0; v < n; v++) {
        const double size = kind == 1 ? pow(10, -test_below(&seed, 4)) : 1;
        w.mass[v] = kind == 1 ? (float)(1 + test_below(&seed, 100)) : 1;
        for (int c = 0; c < dimensions; c++) {
            double x = 100 * size * uniform(&seed);
            if (kind == 2 && c > 0) x = 3;
            if (kind == 3) x = test_below(&seed, 3);
            w.at[v * dimensions + c] = (float)x;
        }
    }
    return w;
}

static void world_free(world *w)
{
    free(w->at);
    free(w->mass);
    free(w->range);
}

static void *bring(tropic_context *context, const void *from, size_t bytes)
{
    void *made = NULL;
    assert_ok(context, context->backend->allocate(context, &made, bytes, "a test"));
    if (from) assert_ok(context, context->backend->upload(context, made, from, bytes));
    assert_ok(context, context->backend->wait(context));
    return made;
}

/* Forces in new host memory; theta < 0: all pairs. */
static float *forces(tropic_context *context, const world *w, float theta)
{
    const tp_backend *backend = context->backend;
    const size_t n = (size_t)w->n, size = n * (size_t)w->dimensions * sizeof(float);
    const tp_nbody_shape shape = tp_nbody_shape_of(w->n);
    const size_t nodes = (size_t)shape.nodes;
    float *result = malloc(size);
    tp_nbody b = {.dimensions = w->dimensions, .n = w->n, .theta = theta};
    assert_non_null(result);
    b.position = bring(context, w->at, size);
    b.mass = bring(context, w->mass, n * sizeof(float));
    b.force = bring(context, NULL, size);
    if (w->range) b.range = bring(context, w->range, 2 * n * sizeof *w->range);
    b.tree.order = bring(context, NULL, n * sizeof *b.tree.order);
    b.tree.other = bring(context, NULL, n * sizeof *b.tree.other);
    b.tree.keys = bring(context, NULL, 2 * n * sizeof *b.tree.keys);
    b.tree.body = bring(context, NULL, (size_t)TP_NBODY_FILLED(w->n) * sizeof *b.tree.body);
    b.tree.node = bring(context, NULL, nodes * sizeof *b.tree.node);
    b.tree.radius = bring(context, NULL, nodes * sizeof *b.tree.radius);
    assert_ok(context, TP_BACKEND_PART(context, nbody)->room(context, w->dimensions, w->n, theta >= 0, &b.room_bytes));
    b.room = bring(context, NULL, b.room_bytes);
    if (theta < 0) {
        assert_ok(context, TP_BACKEND_PART(context, nbody)->exact(context, &b));
    } else {
        assert_ok(context, TP_BACKEND_PART(context, nbody)->order(context, &b));
        assert_ok(context, TP_BACKEND_PART(context, nbody)->tree(context, &b));
    }
    assert_ok(context, backend->download(context, result, b.force, size));
    void *const made[] = {(void *)b.position, (void *)b.mass, b.force,     (void *)b.range, b.tree.order, b.tree.other,
                          b.tree.keys,        b.tree.body,    b.tree.node, b.tree.radius,   b.room};
    for (size_t k = 0; k < sizeof made / sizeof *made; k++) backend->release(context, made[k]);
    return result;
}

/* In double precision; *scale: the root mean square of the forces' lengths. */
static double *oracle(const world *w, double *scale)
{
    const int D = w->dimensions;
    double *f = calloc((size_t)w->n * 3, sizeof *f), squares = 0;
    assert_non_null(f);
    for (tropic_index v = 0; v < w->n; v++) {
        const tropic_index from = w->range ? w->range[2 * v] : 0;
        const tropic_index to = w->range ? w->range[2 * v + 1] : w->n;
        for (tropic_index u = from; u < to; u++) {
            double d[3] = {0}, square = 0;
            for (int c = 0; c < D; c++) {
                d[c] = (double)w->at[v * D + c] - (double)w->at[u * D + c];
                square += d[c] * d[c];
            }
            for (int c = 0; c < D && square > 0; c++) f[v * D + c] += (double)w->mass[u] * d[c] / square;
        }
        for (int c = 0; c < D; c++) squares += f[v * D + c] * f[v * D + c];
    }
    *scale = sqrt(squares / w->n);
    return f;
}

/* The root mean square of differences, in those of the forces. */
static double error(const world *w, const float *got, const double *expected, double scale)
{
    double squares = 0;
    for (tropic_index k = 0; k < w->n * w->dimensions; k++) squares += pow((double)got[k] - expected[k], 2);
    return scale > 0 ? sqrt(squares / w->n) / scale : squares;
}

static void check(tropic_context *context, tropic_context *cpu, const world *w)
{
    /* The tolerances of all pairs, of the tree opened down to them, of a tree at 0.5, and at 1. */
    static const float thetas[] = {-1, 0, 0.5f, 1};
    const double rounding = 1e-5 + 1e-8 * w->n, max[] = {rounding, rounding, 0.01, 0.1};
    double scale, *expected = oracle(w, &scale);
    for (int k = 0; k < (w->range ? 1 : 4); k++) {
        OWNED_MEMORY float *got = forces(context, w, thetas[k]), *there = forces(cpu, w, thetas[k]);
        const double e = error(w, got, expected, scale);
        if (!(e <= max[k]))
            fail_msg("n %d, %d dimensions, theta %g: error %g", w->n, w->dimensions, (double)thetas[k], e);
        assert_memory_equal(got, there, (size_t)w->n * (size_t)w->dimensions * sizeof *got);
    }
    free(expected);
}

static tropic_context *on_cpu(void)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 2};
    tropic_context *context = NULL;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    return context;
}

static void test_forces(void **state)
{
    static const tropic_index sizes[] = {1, 2, 7, 8, 9, 31, 32, 33, 100, 257, 1000};
    OWNED(tropic_context) *context = test_context(), *cpu = on_cpu();
    for (int kind = 0; kind < WORLDS; kind++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (int dimensions = 2; dimensions <= 3; dimensions++) {
                OWNED(world) w = make_world(kind, sizes[k], dimensions, 7 * k + 1);
                check(context, cpu, &w);
            }
}

static void test_many(void **state)
{
    OWNED(tropic_context) *context = test_context(), *cpu = on_cpu();
    /* The oracle takes the time, so that half of the worlds are large, one of each number of dimensions. */
    for (int kind = 0; kind < WORLDS; kind++)
        for (int dimensions = 2; dimensions <= 3; dimensions++) {
            OWNED(world) w = make_world(kind, test_sized(kind == dimensions - 2 ? MOST : FEWER, 700), dimensions, 5);
            check(context, cpu, &w);
        }
}

/* Components of 1, 2, 3, ... bodies: each body is repelled by its own alone. */
static void test_components(void **state)
{
    OWNED(tropic_context) *context = test_context(), *cpu = on_cpu();
    OWNED(world) w = make_world(0, 900, 2, 3);
    tropic_index from = 0;
    w.range = malloc(sizeof *w.range * 2 * (size_t)w.n);
    assert_non_null(w.range);
    for (tropic_index size = 1; from < w.n; from += size++)
        for (tropic_index v = from; v < from + size && v < w.n; v++) {
            w.range[2 * v] = from;
            w.range[2 * v + 1] = from + size < w.n ? from + size : w.n;
        }
    check(context, cpu, &w);
}

/* Every body is in the order once, and the curve leads from each to one near it. */
static void test_order(void **state)
{
    enum { SIDE = 64, N = SIDE * SIDE };
    OWNED(tropic_context) *context = test_context();
    const tp_backend *backend = context->backend;
    OWNED_MEMORY float *at = malloc(sizeof(float) * 2 * N);
    OWNED_MEMORY tropic_index *order = malloc(sizeof *order * N);
    bool met[N] = {false};
    double length = 0;
    tp_nbody b = {.dimensions = 2, .n = N};
    assert_non_null(at);
    assert_non_null(order);
    for (int v = 0; v < N; v++) {
        at[2 * v] = (float)(v % SIDE);
        at[2 * v + 1] = (float)(v / SIDE);
    }
    b.position = bring(context, at, sizeof(float) * 2 * N);
    b.tree.order = bring(context, NULL, sizeof *order * N);
    b.tree.other = bring(context, NULL, sizeof *order * N);
    b.tree.keys = bring(context, NULL, 2 * sizeof *b.tree.keys * N);
    assert_ok(context, TP_BACKEND_PART(context, nbody)->room(context, 2, N, true, &b.room_bytes));
    b.room = bring(context, NULL, b.room_bytes);
    assert_ok(context, TP_BACKEND_PART(context, nbody)->order(context, &b));
    assert_ok(context, backend->download(context, order, b.tree.order, sizeof *order * N));
    for (int k = 0; k < N; k++) {
        assert_in_range(order[k], 0, N - 1);
        assert_false(met[order[k]]);
        met[order[k]] = true;
        if (k > 0)
            length += hypot((double)(at[2 * order[k]] - at[2 * order[k - 1]]),
                            (double)(at[2 * order[k] + 1] - at[2 * order[k - 1] + 1]));
    }
    /* Hilbert's curve takes steps of one; rounding to its cells may cost some more. */
    assert_true(length <= 1.2 * (N - 1));
    void *const made[] = {(void *)b.position, b.tree.order, b.tree.other, b.tree.keys, b.room};
    for (size_t k = 0; k < sizeof made / sizeof *made; k++) backend->release(context, made[k]);
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forces),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_components),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
