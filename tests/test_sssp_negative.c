/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths with arcs of negative length: on shapes where Bellman-Ford alone takes long, on long chains of
 * negative arcs, and behind many of them a negative cycle; and on random graphs. More of these, beside the reference:
 * tests/test_algorithms.c.
 */
#include "tests/context.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

enum { ARCS_MAX = 100000, N_MAX = 8401 };

/* Arcs between the vertices 0, 1, ..., whose ids are in a random order. */
typedef struct arcs {
    tropic_index n;
    tropic_offset count;
    tropic_index from[ARCS_MAX], to[ARCS_MAX];
    int64_t length[ARCS_MAX]; /* of matrices of reals a seventh, if `sevenths` */
    bool sevenths;
    int64_t distance[N_MAX]; /* from vertex 0 */
    int32_t *id;
} arcs;

static arcs g;

static void begin(tropic_index n)
{
    assert_true(n <= N_MAX);
    g.n = n;
    g.count = 0;
    g.sevenths = false;
    g.id = test_permutation_of(7, n);
}

static void end(void)
{
    free(g.id);
    g.id = NULL;
}

static void add(tropic_index from, tropic_index to, int64_t length)
{
    assert_true(g.count < ARCS_MAX);
    g.from[g.count] = from;
    g.to[g.count] = to;
    g.length[g.count++] = length;
}

/* The textbook's rounds over all arcs, until nothing changes. */
static void solve(void)
{
    bool changed = true;
    for (tropic_index v = 0; v < g.n; v++) g.distance[v] = v == 0 ? 0 : INT64_MAX;
    while (changed) {
        changed = false;
        for (tropic_offset k = 0; k < g.count; k++) {
            const int64_t d = g.distance[g.from[k]];
            if (d == INT64_MAX || d + g.length[k] >= g.distance[g.to[k]]) continue;
            g.distance[g.to[k]] = d + g.length[k];
            changed = true;
        }
    }
}

static tropic_matrix *matrix_of(tropic_type type)
{
    OWNED_MEMORY tropic_index *row = malloc(sizeof *row * ARCS_MAX), *col = malloc(sizeof *col * ARCS_MAX);
    OWNED_MEMORY double *value = malloc(sizeof *value * ARCS_MAX); /* of any type: none is larger */
    const double divisor = g.sevenths ? 7 : 1;
    const tropic_build_options shortest = {.size = sizeof shortest, .duplicates = TROPIC_DUPLICATES_MIN};
    tropic_matrix *A = NULL;
    assert_true(row && col && value);
    for (tropic_offset k = 0; k < g.count; k++) {
        row[k] = g.id[g.from[k]];
        col[k] = g.id[g.to[k]];
        switch (type) {
        case TROPIC_INT32: ((int32_t *)value)[k] = (int32_t)g.length[k]; break;
        case TROPIC_FP32: ((float *)value)[k] = (float)((double)g.length[k] / divisor); break;
        case TROPIC_FP64: value[k] = (double)g.length[k] / divisor; break;
        default: ((int64_t *)value)[k] = g.length[k];
        }
    }
    assert_ok(context, tropic_matrix_from_coo(&A, context, g.n, g.n, g.count, row, col, type, value, &shortest));
    return A;
}

static const tropic_type types[] = {TROPIC_INT32, TROPIC_INT64, TROPIC_FP32, TROPIC_FP64};
enum { TYPES = 4 };

static tropic_type type_of_distances(tropic_type type)
{
    return type == TROPIC_INT32 ? TROPIC_INT64 : type;
}

static double distance_at(const void *distance, tropic_type type, tropic_index v)
{
    if (type == TROPIC_FP32) return ((const float *)distance)[v];
    if (type == TROPIC_FP64) return ((const double *)distance)[v];
    return ((const int64_t *)distance)[v] == INT64_MAX ? HUGE_VAL : (double)((const int64_t *)distance)[v];
}

/* Parents lead to the source, along arcs of A that make up the distances. */
static void check_tree(const int32_t *parent)
{
    OWNED_MEMORY int64_t *best = malloc(sizeof *best * N_MAX); /* the arc from v's parent; INT64_MAX: there is none */
    OWNED_MEMORY tropic_index *vertex = malloc(sizeof *vertex * N_MAX);
    assert_true(best && vertex);
    for (tropic_index v = 0; v < g.n; v++) vertex[g.id[v]] = v, best[v] = INT64_MAX;
    for (tropic_offset k = 0; k < g.count; k++)
        if (parent[g.id[g.to[k]]] == g.id[g.from[k]] && g.length[k] < best[g.to[k]]) best[g.to[k]] = g.length[k];
    for (tropic_index v = 1; v < g.n; v++) {
        tropic_index at = v, steps = 0;
        if (g.distance[v] == INT64_MAX) {
            assert_int_equal(parent[g.id[v]], -1);
            continue;
        }
        assert_true(best[v] < INT64_MAX && g.distance[vertex[parent[g.id[v]]]] + best[v] == g.distance[v]);
        for (; at != 0 && v % 97 == 0; at = vertex[parent[g.id[at]]]) assert_true(steps++ < g.n);
    }
    assert_int_equal(parent[g.id[0]], g.id[0]);
}

static void check(tropic_type type, bool tree, const tropic_run_options *options)
{
    OWNED_MEMORY double *found = malloc(sizeof *found * N_MAX);
    OWNED_MEMORY int32_t *parents = malloc(sizeof *parents * N_MAX);
    assert_true(found && parents);
    const tropic_type own = type_of_distances(type);
    OWNED(tropic_matrix) *A = matrix_of(type);
    OWNED(tropic_vector) *distance = NULL, *parent = NULL;
    tropic_run_report report = {.size = sizeof report};
    tropic_index reached = 0;
    assert_ok(context, tropic_vector_create(&distance, context, own, g.n));
    if (tree) assert_ok(context, tropic_vector_create(&parent, context, TROPIC_INT32, g.n));
    assert_ok(context, tropic_sssp(distance, parent, A, g.id[0], options, &report));
    assert_ok(context, tropic_vector_get_dense(distance, found, NULL));
    for (tropic_index v = 0; v < g.n; v++) {
        const double wanted = g.distance[v] == INT64_MAX ? HUGE_VAL : (double)g.distance[v];
        assert_true(distance_at(found, own, g.id[v]) == wanted);
        reached += g.distance[v] < INT64_MAX;
    }
    assert_int_equal(report.reached, reached);
    if (tree) assert_ok(context, tropic_vector_get_dense(parent, parents, NULL));
    if (tree) check_tree(parents);
}

static void check_all(void)
{
    for (int t = 0; t < 2 * TYPES; t++) check(types[t / 2], t % 2 == 0, NULL);
}

/* A long grid with some arcs of length -1, none of whose edges is one both ways. */
static void grids(void **unused)
{
    enum { ROWS = 4, SIDES = 2 };
    const tropic_index COLUMNS = test_sized(400, 40);
    for (int negative = 1; negative <= test_sized(64, 4); negative *= 4) {
        uint64_t random = (uint64_t)negative;
        begin(ROWS * COLUMNS);
        for (tropic_index v = 0; v < g.n; v++)
            for (int side = 0; side < SIDES; side++) {
                const tropic_index u = side == 0 ? v + 1 : v + COLUMNS;
                if (side == 0 ? u % COLUMNS == 0 : u >= g.n) continue;
                add(v, u, 2 + test_below(&random, 250));
                add(u, v, 2 + test_below(&random, 250));
            }
        for (int k = 0; k < negative; k++) g.length[test_below(&random, (int32_t)(g.count / 2)) * 2] = -1;
        solve();
        check_all();
        end();
    }
}

/* +3, -2, +3, ...: as many searches as arcs, were there no other way; or -1, -1, ...; each with detours. */
static void chains(void **unused)
{
    enum { CHAIN = 4001 };
    for (int alternating = 0; alternating < 2; alternating++) {
        begin(test_sized(CHAIN, alternating ? 35 : 19));
        for (tropic_index v = 0; v + 1 < g.n; v++) {
            add(v, v + 1, !alternating ? -1 : v % 2 == 0 ? 3 : -2);
            if (v % 5 == 0 && v + 4 < g.n) add(v, v + 4, 9);
        }
        for (tropic_index v = 0; v < g.n; v++) g.distance[v] = !alternating ? -v : v / 2 + 3 * (v % 2);
        for (int t = 0; t < TYPES; t += test_sized(1, 3)) check(types[t], t % 2 == 0, NULL);
        end();
    }
}

/* More searches than a GPU makes. */
static void long_chain(void **unused)
{
    begin(test_sized(N_MAX, 35));
    for (tropic_index v = 0; v + 1 < g.n; v++) {
        add(v, v + 1, v % 2 == 0 ? 3 : -2);
        g.distance[v] = v / 2 + 3 * (v % 2);
    }
    g.distance[g.n - 1] = (g.n - 1) / 2 + 3 * ((g.n - 1) % 2);
    check(TROPIC_INT64, true, NULL);
    end();
}

/* Random arcs of positive length, reweighed by potentials, so that about half are negative and none of their cycles
 * is; distances are far below and above zero. */
static void random_arcs(uint64_t seed, tropic_index n, tropic_index degree)
{
    enum { LENGTHS = 30, POTENTIALS = 4000 };
    OWNED_MEMORY int64_t *potential = malloc(sizeof *potential * N_MAX);
    assert_non_null(potential);
    begin(n);
    for (tropic_index v = 0; v < n; v++) potential[v] = test_below(&seed, POTENTIALS);
    for (tropic_index k = 0; k < n * degree; k++) {
        const tropic_index u = test_below(&seed, n), v = test_below(&seed, n);
        if (u != v) add(u, v, 1 + test_below(&seed, LENGTHS) + potential[u] - potential[v]);
    }
}

static void potentials(void **unused)
{
    for (int seed = 1; seed <= test_sized(6, 1); seed++) {
        random_arcs((uint64_t)seed, test_sized(1000, 100), 1 + seed);
        solve();
        check_all();
        end();
    }
}

static void strategies(void **unused)
{
    random_arcs(11, 300, 4);
    solve();
    for (int t = 0; t < TYPES; t++) {
        for (int k = 0; k < TROPIC_STRATEGIES; k++)
            check(types[t], false,
                  &(tropic_run_options){.size = sizeof(tropic_run_options), .strategy = (tropic_strategy)k});
        for (int k = 0; k < TROPIC_QUEUES; k++)
            check(types[t], false, &(tropic_run_options){.size = sizeof(tropic_run_options), .queue = (tropic_queue)k});
    }
    end();
}

/* Sums that round are the CPU's bit by bit, and so are parents. */
static void reals(void **unused)
{
    OWNED(tropic_context) *cpu = NULL;
    const tropic_context_options on_cpu = {.size = sizeof on_cpu, .device = TROPIC_DEVICE_CPU};
    assert_ok(NULL, tropic_context_create(&cpu, &on_cpu));
    random_arcs(5, test_sized(2000, 100), 5);
    g.sevenths = true;
    for (int t = 2; t < TYPES; t++) {
        OWNED(tropic_matrix) *A = matrix_of(types[t]);
        tropic_context *of[2] = {context, cpu};
        double *found[2];
        int32_t *parents[2];
        for (int c = 0; c < 2; c++) {
            OWNED(tropic_vector) *distance = NULL, *parent = NULL;
            found[c] = calloc((size_t)g.n, sizeof **found);
            parents[c] = calloc((size_t)g.n, sizeof **parents);
            assert_true(found[c] && parents[c]);
            assert_ok(of[c], tropic_vector_create(&distance, of[c], types[t], g.n));
            assert_ok(of[c], tropic_vector_create(&parent, of[c], TROPIC_INT32, g.n));
            assert_ok(of[c], tropic_sssp(distance, parent, A, g.id[0], NULL, NULL));
            assert_ok(of[c], tropic_vector_get_dense(distance, found[c], NULL));
            assert_ok(of[c], tropic_vector_get_dense(parent, parents[c], NULL));
        }
        assert_memory_equal(found[0], found[1], (size_t)g.n * tropic_type_size(types[t]));
        assert_memory_equal(parents[0], parents[1], (size_t)g.n * sizeof **parents);
        for (int c = 0; c < 2; c++) {
            free(found[c]);
            free(parents[c]);
        }
    }
    end();
}

/* Each of many negative arcs is needed, and shortens the paths found without it. */
static void shortcuts(void **unused)
{
    for (tropic_index many = 1; many <= test_sized(200, 10); many *= 3) {
        begin(2 * many + 2);
        for (tropic_index k = 0; k < many; k++) {
            add(2 * k, 2 * k + 1, 5);
            add(2 * k + 1, 2 * k + 2, -4);
            add(2 * k, 2 * k + 2, 3);
            add(2 * k + 2, 2 * k, 1);
        }
        add(2 * many, 2 * many + 1, 7);
        solve();
        assert_int_equal(g.distance[2 * many + 1], many + 7);
        check_all();
        end();
    }
}

/* Of length -1, behind as many negative arcs; once the last arc of the cycle is longer by 1, there is none. */
static void cycles(void **unused)
{
    for (tropic_index before = 0; before <= test_sized(64, 8); before = 2 * before + 1)
        for (int rest = 0; rest < 2; rest++) {
            begin(before + 4);
            for (tropic_index v = 0; v < before; v++) add(v, v + 1, v % 3 == 0 ? -2 : 1);
            add(before, before + 1, 4);
            add(before + 1, before + 2, -9);
            add(before + 2, before, 4 + rest);
            add(before + 1, before + 3, 2);
            if (rest > 0) {
                solve();
                check_all();
            }
            for (int t = 0; t < TYPES && rest == 0; t++) {
                OWNED(tropic_matrix) *A = matrix_of(types[t]);
                OWNED(tropic_vector) *distance = NULL;
                assert_ok(context, tropic_vector_create(&distance, context, type_of_distances(types[t]), g.n));
                assert_status(context, TROPIC_NEGATIVE_CYCLE, tropic_sssp(distance, NULL, A, g.id[0], NULL, NULL));
            }
            end();
        }
}

/* The greatest length is no arc, and so none beside negative ones. */
static void greatest_length(void **unused)
{
    tropic_vector *distance = NULL;
    tropic_matrix *A;
    begin(3);
    add(0, 1, -5);
    add(1, 2, INT64_MAX);
    A = matrix_of(TROPIC_INT64);
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, 3));
    assert_status(context, TROPIC_OVERFLOW, tropic_sssp(distance, NULL, A, g.id[0], NULL, NULL));
    tropic_vector_free(&distance);
    tropic_matrix_free(&A);
    end();
}

/* Sources before, on and behind a negative arc. */
static void batches(void **unused)
{
    enum { COUNT = 3, LENGTH = 50 };
    int64_t found[LENGTH * COUNT];
    tropic_index sources[COUNT];
    tropic_vector *block = NULL;
    tropic_matrix *A;
    begin(LENGTH);
    for (tropic_index v = 0; v + 1 < LENGTH; v++) add(v, v + 1, v == 20 ? -7 : 2);
    for (int c = 0; c < COUNT; c++) sources[c] = g.id[10 + 11 * c];
    A = matrix_of(TROPIC_INT64);
    assert_ok(context, tropic_vector_create_block(&block, context, TROPIC_INT64, LENGTH, COUNT));
    assert_ok(context, tropic_sssp_batch(block, A, sources, COUNT, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(block, found, NULL));
    for (tropic_index v = 0; v < LENGTH; v++)
        for (int c = 0; c < COUNT; c++) {
            const tropic_index from = 10 + 11 * c;
            const int64_t wanted = v < from ? INT64_MAX : 2 * (v - from) - (from <= 20 && v > 20 ? 9 : 0);
            assert_true(found[g.id[v] * COUNT + c] == wanted);
        }
    tropic_vector_free(&block);
    tropic_matrix_free(&A);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids),      cmocka_unit_test(chains),     cmocka_unit_test(long_chain),
        cmocka_unit_test(potentials), cmocka_unit_test(strategies), cmocka_unit_test(reals),
        cmocka_unit_test(shortcuts),  cmocka_unit_test(cycles),     cmocka_unit_test(greatest_length),
        cmocka_unit_test(batches),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}
