/* SPDX-License-Identifier: Apache-2.0
 *
 * The oracles themselves, on matrices small enough to check by hand and on closed forms.
 */
#include "tests/common.h"

#include "reference/oracle.h"
#include "tests/graphs.h"

enum { N = 5, ARCS = 7 };

/*      0   1   2   3   4
 *  0   .   2   7   .   .
 *  1   .   .   3   8   .
 *  2   .   .   .   1   .
 *  3   4   .   .   .   .
 *  4   .   .   .   .   5
 */
static const int32_t rows[ARCS] = {3, 0, 0, 1, 1, 2, 4};
static const int32_t cols[ARCS] = {0, 1, 2, 2, 3, 3, 4};
static const double weights[ARCS] = {4, 2, 7, 3, 8, 1, 5};

static oracle_graph example(void)
{
    oracle_graph G;
    assert_true(oracle_graph_from_entries(&G, N, N, ARCS, rows, cols, weights));
    return G;
}

static oracle_graph from(test_graph *T)
{
    oracle_graph G;
    assert_true(oracle_graph_from_entries(&G, T->rows, T->cols, T->count, T->row, T->col, T->weight));
    test_graph_free(T);
    return G;
}

static void assert_values(const long double *got, const double *expected, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (!test_close((double)got[i], expected[i], 1e-15))
            fail_msg("place %d: expected %g, got %Lg", (int)i, expected[i], got[i]);
}

static void test_entries_combine(void **unused)
{
    const int32_t row[] = {2, 0, 2, 0}, col[] = {1, 1, 1, 0};
    const double weight[] = {1, 2, 4, 8};
    oracle_graph G;
    assert_true(oracle_graph_from_entries(&G, 3, 2, 4, row, col, weight));
    const int64_t offset[] = {0, 2, 2, 3};
    assert_memory_equal(G.offset, offset, sizeof offset);
    assert_int_equal(G.target[0], 0);
    assert_int_equal(G.target[1], 1);
    assert_int_equal(G.target[2], 1);
    assert_true(G.weight[0] == 8 && G.weight[1] == 2 && G.weight[2] == 5);
    oracle_graph_free(&G);
    assert_true(oracle_graph_from_entries(&G, 3, 2, 4, row, col, NULL));
    assert_true(G.offset[3] == 3 && G.weight[2] == 1);
    oracle_graph_free(&G);
}

static void test_bfs(void **unused)
{
    OWNED(oracle_graph) G = example();
    int64_t level[N];
    const int64_t from_0[N] = {0, 1, 1, 2, -1}, from_2[N] = {2, 3, 0, 1, -1};
    const int64_t from_4[N] = {-1, -1, -1, -1, 0};
    assert_true(oracle_bfs(&G, 0, level));
    assert_memory_equal(level, from_0, sizeof level);
    assert_true(oracle_bfs(&G, 2, level));
    assert_memory_equal(level, from_2, sizeof level);
    assert_true(oracle_bfs(&G, 4, level));
    assert_memory_equal(level, from_4, sizeof level);
}

static void test_distances(void **unused)
{
    OWNED(oracle_graph) G = example();
    long double distance[N];
    bool cycle;
    const double inf = HUGE_VAL;
    const double from_0[N] = {0, 2, 5, 6, inf}, from_2[N] = {5, 7, 0, 1, inf};
    assert_true(oracle_dijkstra(&G, 0, distance));
    assert_values(distance, from_0, N);
    assert_true(oracle_dijkstra(&G, 2, distance));
    assert_values(distance, from_2, N);
    assert_true(oracle_bellman_ford(&G, 0, distance, &cycle));
    assert_false(cycle);
    assert_values(distance, from_0, N);

    /* 2 -> 3 becomes -9, so that 0 -> 1 -> 2 -> 3 -> 0 adds up to nothing. */
    const double with_zero_cycle[N] = {0, 2, 5, -4, inf};
    G.weight[G.offset[2]] = -9;
    assert_true(oracle_bellman_ford(&G, 0, distance, &cycle));
    assert_false(cycle);
    assert_values(distance, with_zero_cycle, N);

    /* Now to -1, which vertex 4 does not see. */
    G.weight[G.offset[3]] = 3;
    assert_true(oracle_bellman_ford(&G, 0, distance, &cycle));
    assert_true(cycle);
    assert_true(oracle_bellman_ford(&G, 4, distance, &cycle));
    assert_false(cycle);

    /* A negative loop. */
    G.weight[G.offset[4]] = -1;
    assert_true(oracle_bellman_ford(&G, 4, distance, &cycle));
    assert_true(cycle);
}

static void test_dijkstra_agrees(void **unused)
{
    enum { VERTICES = 200 };
    for (uint64_t seed = 0; seed < 20; seed++) {
        test_graph T = test_random_graph(seed, VERTICES, VERTICES, 5 * VERTICES);
        test_weigh(&T, seed, 0, 20, 4);
        OWNED(oracle_graph) G = from(&T);
        long double heap[VERTICES], rounds[VERTICES];
        bool cycle;
        assert_true(oracle_dijkstra(&G, 0, heap));
        assert_true(oracle_bellman_ford(&G, 0, rounds, &cycle));
        assert_false(cycle);
        for (int v = 0; v < VERTICES; v++) assert_true(heap[v] == rounds[v]);
    }
}

static void test_brandes(void **unused)
{
    OWNED(oracle_graph) G = example();
    long double bc[N];
    const int64_t zero = 0;
    /* From 0, vertex 3 is reached through 1 and through 2. */
    const double from_0[N] = {0, 0.5, 0.5, 0, 0}, from_all[N] = {3, 0.5, 0.5, 3, 0};
    assert_true(oracle_brandes(&G, &zero, 1, bc));
    assert_values(bc, from_0, N);
    assert_true(oracle_brandes(&G, NULL, 0, bc));
    assert_values(bc, from_all, N);
}

/* From 0 to 1, 2, and 3 by either; and by lengths 0 -> 1 -> 2 -> 3 alone, 3 -> 0 leading back. */
static void test_brandes_arcs(void **unused)
{
    OWNED(oracle_graph) G = example();
    long double bc[N], arcs[ARCS];
    const int64_t zero = 0;
    /* 0 -> 1, 0 -> 2, 1 -> 2, 1 -> 3, 2 -> 3, 3 -> 0, 4 -> 4 */
    const double from_0[ARCS] = {1.5, 1.5, 0, .5, .5, 0, 0}, from_all[ARCS] = {3.5, 2.5, 1, 2.5, 3.5, 6, 0};
    const double by_length[ARCS] = {6, 0, 6, 0, 6, 6, 0};
    assert_true(oracle_brandes_arcs(&G, &zero, 1, bc, arcs));
    assert_values(arcs, from_0, ARCS);
    assert_true(oracle_brandes_arcs(&G, NULL, 0, bc, arcs));
    assert_values(arcs, from_all, ARCS);
    assert_true(oracle_brandes_weighted_arcs(&G, NULL, 0, bc, arcs));
    assert_values(arcs, by_length, ARCS);
}

static void test_brandes_closed_forms(void **unused)
{
    enum { SIZE = 12 };
    long double bc[SIZE + 1];
    test_graph T = test_star(SIZE);
    oracle_graph G = from(&T);
    assert_true(oracle_brandes(&G, NULL, 0, bc));
    assert_true(bc[0] == SIZE * (SIZE - 1));
    for (int v = 1; v <= SIZE; v++) assert_true(bc[v] == 0);
    oracle_graph_free(&G);

    T = test_path(SIZE);
    G = from(&T);
    assert_true(oracle_brandes(&G, NULL, 0, bc));
    for (int v = 0; v < SIZE; v++) assert_true(bc[v] == 2 * v * (SIZE - 1 - v));
    oracle_graph_free(&G);

    T = test_complete(SIZE);
    G = from(&T);
    assert_true(oracle_brandes(&G, NULL, 0, bc));
    for (int v = 0; v < SIZE; v++) assert_true(bc[v] == 0);
    oracle_graph_free(&G);

    /* 2^6 paths, each vertex of a layer on half of them to the last vertex. */
    T = test_layers(2, 6);
    G = from(&T);
    long double *layered = calloc((size_t)G.rows, sizeof *layered);
    const int64_t source = 0;
    assert_true(oracle_brandes(&G, &source, 1, layered));
    for (int layer = 0; layer < 6; layer++) /* half of all beyond */
        assert_true(layered[1 + 2 * layer] == (2 * (5 - layer) + 1) / 2.0L);
    free(layered);
    oracle_graph_free(&G);
}

/* -- the product ------------------------------------------------------------------------------- */

static const bool u_has[N] = {true, false, true, true, false};
static const double u_value[N] = {1, 0, 2, 3, 0};

static oracle_vector make(int64_t n, const bool *has, const double *value)
{
    oracle_vector v;
    assert_true(oracle_vector_new(&v, n));
    for (int64_t i = 0; i < n; i++) {
        v.has[i] = has[i];
        v.value[i] = (long double)value[i];
    }
    return v;
}

typedef struct product {
    oracle_add add;
    oracle_mul mul;
    double expected[N]; /* of A u; place 4 has no entry */
} product;

static void test_products(void **unused)
{
    static const product products[] = {
        {ORACLE_ADD_plus, ORACLE_MUL_times, {14, 30, 3, 4, 0}}, {ORACLE_ADD_plus, ORACLE_MUL_first, {7, 11, 1, 4, 0}},
        {ORACLE_ADD_plus, ORACLE_MUL_second, {2, 5, 3, 1, 0}},  {ORACLE_ADD_plus, ORACLE_MUL_pair, {1, 2, 1, 1, 0}},
        {ORACLE_ADD_any, ORACLE_MUL_pair, {1, 1, 1, 1, 0}},     {ORACLE_ADD_min, ORACLE_MUL_plus, {9, 5, 4, 5, 0}},
        {ORACLE_ADD_max, ORACLE_MUL_plus, {9, 11, 4, 5, 0}},    {ORACLE_ADD_min, ORACLE_MUL_first, {7, 3, 1, 4, 0}},
        {ORACLE_ADD_min, ORACLE_MUL_second, {2, 2, 3, 1, 0}},   {ORACLE_ADD_max, ORACLE_MUL_min, {2, 3, 1, 1, 0}},
        {ORACLE_ADD_min, ORACLE_MUL_max, {7, 3, 3, 4, 0}},      {ORACLE_ADD_max, ORACLE_MUL_times, {14, 24, 3, 4, 0}},
        {ORACLE_ADD_min, ORACLE_MUL_secondi, {2, 2, 3, 0, 0}},
    };
    OWNED(oracle_graph) A = example();
    OWNED(oracle_vector) u = make(N, u_has, u_value);
    OWNED(oracle_vector) t;
    assert_true(oracle_vector_new(&t, N));
    for (size_t k = 0; k < sizeof products / sizeof *products; k++)
        for (oracle_type type = ORACLE_INT8; type <= ORACLE_FP64; type++) {
            oracle_semiring s = {products[k].add, products[k].mul, type, 0};
            assert_true(oracle_product(&t, NULL, &s, &A, &u, false, false));
            assert_values(t.value, products[k].expected, N);
            for (int i = 0; i < N; i++) assert_int_equal(t.has[i], i < 4);
        }

    /* u' A = A' u, with the operands of mul exchanged. */
    const double transposed[N] = {12, 2, 7, 2, 0}, first[N] = {3, 1, 1, 2, 0};
    const double scaled[N] = {14, 30, 3, 4, 0};
    long double scale[N];
    oracle_semiring plus_times = {ORACLE_ADD_plus, ORACLE_MUL_times, ORACLE_FP64, 0};
    oracle_semiring plus_first = {ORACLE_ADD_plus, ORACLE_MUL_first, ORACLE_FP64, 0};
    assert_true(oracle_product(&t, NULL, &plus_times, &A, &u, false, true));
    assert_values(t.value, transposed, N);
    assert_true(oracle_product(&t, NULL, &plus_times, &A, &u, true, false));
    assert_values(t.value, transposed, N);
    assert_true(oracle_product(&t, NULL, &plus_first, &A, &u, false, true));
    assert_values(t.value, first, N);
    assert_true(oracle_product(&t, scale, &plus_times, &A, &u, true, true));
    assert_values(t.value, scaled, N);
    assert_values(scale, scaled, N);

    /* Row 1 has the terms k = 2 and k = 3, from which `any` may choose. */
    oracle_semiring any = {ORACLE_ADD_any, ORACLE_MUL_secondi, ORACLE_INT32, 0};
    assert_true(oracle_product(&t, NULL, &any, &A, &u, false, false));
    assert_true(t.value[1] == 2);
    any.choice = 3;
    assert_true(oracle_product(&t, NULL, &any, &A, &u, false, false));
    assert_true(t.value[1] == 3 && t.value[0] == 2);
}

/* One entry each: a.x in this semiring. */
static long double one_product(oracle_add add, oracle_mul mul, oracle_type type, double a, double x)
{
    const int32_t zero = 0;
    const bool yes = true;
    OWNED(oracle_graph) A;
    OWNED(oracle_vector) u = make(1, &yes, &x);
    OWNED(oracle_vector) t;
    oracle_semiring s = {add, mul, type, 0};
    assert_true(oracle_graph_from_entries(&A, 1, 1, 1, &zero, &zero, &a));
    assert_true(oracle_vector_new(&t, 1));
    assert_true(oracle_product(&t, NULL, &s, &A, &u, false, false));
    long double result = t.value[0];
    return result;
}

static void test_limits(void **unused)
{
    const oracle_add plus = ORACLE_ADD_plus, min = ORACLE_ADD_min, max = ORACLE_ADD_max;
    /* 65536 * 32768 = 2^31 wraps to -2^31. */
    assert_true(one_product(plus, ORACLE_MUL_times, ORACLE_INT32, 65536, 32768) == INT32_MIN);
    assert_true(one_product(plus, ORACLE_MUL_times, ORACLE_INT64, 65536, 32768) == 2147483648.0L);
    /* The identity of the add absorbs; other sums saturate. */
    assert_true(one_product(plus, ORACLE_MUL_times, ORACLE_INT8, 16, 8) == INT8_MIN);
    assert_true(one_product(plus, ORACLE_MUL_times, ORACLE_UINT16, 256, 256) == 0);
    assert_true(one_product(min, ORACLE_MUL_plus, ORACLE_INT16, INT16_MAX - 1, 5) == INT16_MAX);
    assert_true(one_product(max, ORACLE_MUL_plus, ORACLE_UINT8, 250, 10) == UINT8_MAX);
    assert_true(one_product(min, ORACLE_MUL_plus, ORACLE_INT32, INT32_MAX, -5) == INT32_MAX);
    assert_true(one_product(min, ORACLE_MUL_plus, ORACLE_INT32, INT32_MAX - 1, 5) == INT32_MAX);
    assert_true(one_product(min, ORACLE_MUL_plus, ORACLE_INT32, INT32_MIN, -5) == INT32_MIN);
    assert_true(one_product(max, ORACLE_MUL_plus, ORACLE_INT32, INT32_MIN, 5) == INT32_MIN);
    assert_true(one_product(max, ORACLE_MUL_plus, ORACLE_INT32, INT32_MAX, 5) == INT32_MAX);
    assert_true(one_product(min, ORACLE_MUL_plus, ORACLE_INT64, 1 - 0x1p63, -0x1p62) == INT64_MIN);
    /* Unsigned: 65536^2 = 2^32 wraps to 0; the identity of max is 0, which adds nothing. */
    assert_true(one_product(plus, ORACLE_MUL_times, ORACLE_UINT32, 65536, 65536) == 0);
    assert_true(one_product(plus, ORACLE_MUL_times, ORACLE_UINT64, 0x1p32, 0x1p31) == 0x1p63L);
    assert_true(one_product(min, ORACLE_MUL_plus, ORACLE_UINT32, UINT32_MAX - 1, 5) == UINT32_MAX);
    assert_true(one_product(min, ORACLE_MUL_plus, ORACLE_UINT64, 0x1p63, 0x1p63) == UINT64_MAX);
    assert_true(one_product(max, ORACLE_MUL_plus, ORACLE_UINT32, 0, 5) == 5);
    assert_true(isinf(one_product(min, ORACLE_MUL_plus, ORACLE_FP64, HUGE_VAL, 5)));
}

/* -- the assignment ---------------------------------------------------------------------------- */

/* Places: 0 in w and t, 1 in w, 2 in t, 3 in neither; then the same outside the mask. */
enum { PLACES = 8 };
static const bool w_has[PLACES] = {1, 1, 0, 0, 1, 1, 0, 0};
static const bool t_has[PLACES] = {1, 0, 1, 0, 1, 0, 1, 0};
static const bool mask_has[PLACES] = {1, 1, 1, 1, 1, 0, 1, 0};
static const double w_value[PLACES] = {10, 10, 0, 0, 10, 10, 0, 0};
static const double t_value[PLACES] = {3, 0, 3, 0, 3, 0, 3, 0};
static const double mask_value[PLACES] = {1, -1, 0.5, 2, 0, 9, 0, 9};

static void check_assign(oracle_accum accum, oracle_mask how, const char *expected)
{
    OWNED(oracle_vector) w = make(PLACES, w_has, w_value), t = make(PLACES, t_has, t_value);
    OWNED(oracle_vector) mask = make(PLACES, mask_has, mask_value);
    how.mask = &mask;
    oracle_assign(&w, &how, accum, ORACLE_FP64, &t);
    char got[PLACES + 1] = "";
    /* One letter a place: w's 10, t's 3, both added, or nothing. */
    for (int i = 0; i < PLACES; i++) got[i] = !w.has[i] ? '.' : w.value[i] == 10 ? 'w' : w.value[i] == 3 ? 't' : '+';
    assert_string_equal(got, expected);
}

static void test_assign(void **unused)
{
    const oracle_mask value = {0}, structure = {.structure = true};
    const oracle_mask complement = {.complement = true}, replace = {.replace = true};
    const oracle_mask all = {.complement = true, .structure = true, .replace = true};
    check_assign(ORACLE_ACCUM_NONE, value, "t.t.ww..");
    check_assign(ORACLE_ACCUM_PLUS, value, "+wt.ww..");
    check_assign(ORACLE_ACCUM_NONE, structure, "t.t.twt.");
    check_assign(ORACLE_ACCUM_PLUS, structure, "+wt.+wt.");
    check_assign(ORACLE_ACCUM_NONE, complement, "ww..t.t.");
    check_assign(ORACLE_ACCUM_NONE, replace, "t.t.....");
    check_assign(ORACLE_ACCUM_PLUS, replace, "+wt.....");
    check_assign(ORACLE_ACCUM_NONE, all, "........");
    check_assign(ORACLE_ACCUM_PLUS, all, ".....w..");
    check_assign(ORACLE_ACCUM_MIN, value, "twt.ww..");
    check_assign(ORACLE_ACCUM_MAX, value, "wwt.ww..");
    check_assign(ORACLE_ACCUM_FIRST, value, "wwt.ww..");
    check_assign(ORACLE_ACCUM_SECOND, value, "twt.ww..");
    check_assign(ORACLE_ACCUM_TIMES, value, "+wt.ww..");
}

/* w(0) after w (accum)= t, both full. */
static long double one_assign(oracle_accum accum, oracle_type type, double w_is, double t_is)
{
    const bool yes = true;
    const oracle_mask everything = {0};
    OWNED(oracle_vector) w = make(1, &yes, &w_is), t = make(1, &yes, &t_is);
    oracle_assign(&w, &everything, accum, type, &t);
    long double result = w.value[0];
    return result;
}

static void test_accumulators(void **unused)
{
    const oracle_accum minus = ORACLE_ACCUM_MINUS, divide = ORACLE_ACCUM_DIVIDE;
    assert_true(one_assign(minus, ORACLE_UINT32, 2, 3) == UINT32_MAX);
    assert_true(one_assign(minus, ORACLE_UINT64, 2, 3) == UINT64_MAX);
    assert_true(one_assign(minus, ORACLE_INT32, INT32_MIN, 1) == INT32_MAX);
    assert_true(one_assign(minus, ORACLE_INT8, INT8_MIN, 1) == INT8_MAX);
    assert_true(one_assign(minus, ORACLE_UINT16, 2, 3) == UINT16_MAX);
    assert_true(one_assign(divide, ORACLE_INT16, INT16_MIN, -1) == INT16_MIN);
    assert_true(one_assign(divide, ORACLE_UINT8, 5, 0) == UINT8_MAX);
    assert_true(one_assign(minus, ORACLE_BOOL, 1, 1) == 0);
    assert_true(one_assign(minus, ORACLE_FP64, 2.5, 3) == -0.5L);
    assert_true(one_assign(divide, ORACLE_INT32, -7, 2) == -3);
    assert_true(one_assign(divide, ORACLE_INT32, INT32_MIN, -1) == INT32_MIN);
    assert_true(one_assign(divide, ORACLE_INT64, 5, 0) == INT64_MAX);
    assert_true(one_assign(divide, ORACLE_INT64, -5, 0) == INT64_MIN);
    assert_true(one_assign(divide, ORACLE_UINT64, 5, 0) == UINT64_MAX);
    assert_true(one_assign(divide, ORACLE_UINT32, 0, 0) == 0);
    assert_true(one_assign(divide, ORACLE_FP64, 1, 4) == 0.25L);
    assert_true(one_assign(ORACLE_ACCUM_PAIR, ORACLE_INT32, 7, 9) == 1);
    assert_true(one_assign(ORACLE_ACCUM_INDEX, ORACLE_INT32, 7, 9) == 0);
    assert_true(one_assign(ORACLE_ACCUM_LXOR, ORACLE_BOOL, 1, 0) == 1);
    assert_true(one_assign(ORACLE_ACCUM_LXNOR, ORACLE_BOOL, 0, 0) == 1);
    assert_true(one_assign(ORACLE_ACCUM_BOR, ORACLE_INT8, 5, -4) == -3);
    assert_true(one_assign(ORACLE_ACCUM_BAND, ORACLE_INT64, 5, -4) == 4);
    assert_true(one_assign(ORACLE_ACCUM_BXOR, ORACLE_UINT16, 5, 6) == 3);
    assert_true(one_assign(ORACLE_ACCUM_BXNOR, ORACLE_UINT8, 5, 6) == UINT8_MAX - 3);
    assert_true(one_assign(ORACLE_ACCUM_LT, ORACLE_BOOL, 0, 1) == 1);
}

/* A clique of 4, a triangle at its last vertex, and an edge apart. */
static void test_truss(void **unused)
{
    const int32_t row[] = {0, 0, 0, 1, 1, 2, 3, 3, 4, 6}, col[] = {1, 2, 3, 2, 3, 3, 4, 5, 5, 7};
    const int64_t expected[] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 2, 2}; /* of both arcs */
    OWNED(oracle_graph) G, E;
    int64_t truss[20];
    assert_true(oracle_graph_from_entries(&G, 8, 8, 10, row, col, NULL));
    assert_true(oracle_graph_edges(&E, &G, NULL));
    assert_int_equal(E.offset[8], 20);
    assert_true(oracle_truss(&E, truss));
    assert_memory_equal(truss, expected, sizeof expected);
}

/* The example has a loop at 4 and the cycle 0 1 2 3. */
static void test_cycles(void **unused)
{
    OWNED(oracle_graph) G = example(), path = from(&(test_graph[]){test_directed_path(9)}[0]);
    OWNED(oracle_graph) even = from(&(test_graph[]){test_cycle(8)}[0]), odd = from(&(test_graph[]){test_cycle(9)}[0]);
    int64_t color[9];
    bool answer;
    assert_true(oracle_acyclic(&G, &answer) && !answer);
    assert_true(oracle_acyclic(&path, &answer) && answer);
    assert_true(oracle_acyclic(&even, &answer) && !answer); /* arcs both ways */
    assert_true(oracle_colors(&odd, color, &answer) && !answer);
    assert_true(oracle_colors(&even, color, &answer) && answer);
    for (int v = 0; v < 8; v++) assert_int_equal(color[v], v % 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_combine),
        cmocka_unit_test(test_bfs),
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_dijkstra_agrees),
        cmocka_unit_test(test_brandes),
        cmocka_unit_test(test_brandes_arcs),
        cmocka_unit_test(test_brandes_closed_forms),
        cmocka_unit_test(test_truss),
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_assign),
        cmocka_unit_test(test_accumulators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
