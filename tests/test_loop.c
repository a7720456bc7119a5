/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops of the user's own: called on the CPU, recorded on the GPU, with the library's own algorithms and plain
 * loops as oracles.
 */
#include <tropic_define.h>

#include "tests/fixtures.h"
#include "tests/jit.h"

/* clang-format off */
TROPIC_SEMIRING_STOP(next_level, int32_t, int32_t, bool, a, x + 1, 0, true);
TROPIC_MONOID(min, int64_t, a < b ? a : b, INT64_MAX);
TROPIC_OPERATOR(differs, bool, int64_t, int64_t, x != y);
TROPIC_OPERATOR(damped, double, double, double, 0.85 * x + y);
/* clang-format on */

/* One graph, and the vectors of a body. */
typedef struct world {
    tropic_context *context;
    tropic_matrix *A;
    tropic_index n;
    tropic_vector *f, *level, *d, *before, *changed;
    tropic_semiring *semiring;
    const tropic_semiring *known;
    tropic_operator *op, *op2;
    tropic_strategy strategy;
    double base;
    int calls;
} world;

static void open(world *w, test_graph graph, tropic_type weights)
{
    *w = (world){.context = test_context(), .n = graph.rows};
    test_deduplicate(&graph);
    if (!graph.weight) test_weigh(&graph, 3, 1, 9, 1);
    w->A = test_matrix_of(w->context, &graph, weights, NULL);
    test_graph_free(&graph);
}

static void world_free(world *w)
{
    tropic_vector_free(&w->f);
    tropic_vector_free(&w->level);
    tropic_vector_free(&w->d);
    tropic_vector_free(&w->before);
    tropic_vector_free(&w->changed);
    tropic_semiring_free(&w->semiring);
    tropic_operator_free(&w->op);
    tropic_operator_free(&w->op2);
    tropic_matrix_free(&w->A);
    tropic_context_free(&w->context);
}

/* -- breadth-first search: f<!level> = f any.(x + 1) A;  level<f> = f ---------------------------- */

static tropic_status search(void *user)
{
    world *w = user;
    const tropic_descriptor unvisited = {
        .size = sizeof unvisited, .complement = true, .structure = true, .replace = true, .strategy = w->strategy};
    const tropic_descriptor there = {.size = sizeof there, .structure = true};
    tropic_status s = tropic_vxm(w->f, w->level, NULL, w->semiring, w->f, w->A, &unvisited);
    w->calls++;
    if (s == TROPIC_OK) s = tropic_assign(w->level, w->f, NULL, w->f, NULL, w->n, &there);
    return s;
}

static void check_search(test_graph graph, tropic_strategy strategy)
{
    OWNED(world) w;
    tropic_run_report report = {.size = sizeof report};
    int64_t done = -1;
    const int32_t zero = 0;
    open(&w, graph, TROPIC_INT32);
    OWNED_MEMORY int32_t *found = test_room(w.n, sizeof *found), *expected = NULL;
    OWNED_MEMORY bool *has = test_room(w.n, sizeof *has);
    w.strategy = strategy;
    assert_ok(w.context, tropic_semiring_create(&w.semiring, w.context, &next_level));
    w.f = test_vector_of(w.context, TROPIC_INT32, w.n, NULL);
    w.level = test_vector_of(w.context, TROPIC_INT32, w.n, NULL);
    w.d = test_vector_of(w.context, TROPIC_INT32, w.n, NULL);
    assert_ok(w.context, tropic_vector_set(w.f, 0, &zero));
    assert_ok(w.context, tropic_vector_set(w.level, 0, &zero));
    assert_ok(w.context, tropic_loop(w.context, search, &w, w.f, 1000000, &done));
    assert_ok(w.context, tropic_bfs(w.d, NULL, w.A, 0, NULL, &report));
    assert_ok(w.context, tropic_vector_get_dense(w.level, found, has));
    expected = test_values_of(w.context, w.d);
    for (int32_t v = 0; v < w.n; v++)
        if (has[v] != (expected[v] >= 0) || (has[v] && found[v] != expected[v]))
            fail_msg("vertex %d: level %d (%d), not %d", v, found[v], has[v], expected[v]);
    assert_int_equal(done, report.levels);
    assert_int_equal(tropic_vector_count(w.f), 0);
    assert_int_equal(tropic_vector_count(w.level), report.reached);
    if (tropic_context_device(w.context) == TROPIC_DEVICE_CPU) assert_int_equal(w.calls, done);
}

static void test_search(void **state)
{
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        if (s == TROPIC_STRATEGY_COOC_SCALAR) continue;
        check_search(test_path(test_sized(300, 20)), (tropic_strategy)s);
        check_search(test_grid(test_sized(20, 5), 31), (tropic_strategy)s);
        check_search(test_kronecker(1, test_sized(10, 7), 8), (tropic_strategy)s);
    }
    check_search(test_star(5000), TROPIC_STRATEGY_CSR_PUSH);
    check_search(test_star(5000), TROPIC_STRATEGY_CSC_VECTOR);
    check_search(test_path(test_sized(20000, 50)), TROPIC_STRATEGY_AUTO);
    check_search(test_disconnected(3, 9), TROPIC_STRATEGY_AUTO);
    check_search(test_empty(5, 5), TROPIC_STRATEGY_AUTO);
}

/* A path whose vertices lie all over many places: a GPU looks at the few ranges where something is. */
static test_graph spread_path(int32_t n, int32_t hops)
{
    const int64_t stride = 1000003;
    test_graph g = test_path(hops + 1);
    g.rows = g.cols = n;
    for (int64_t k = 0; k < g.count; k++) {
        g.row[k] = (int32_t)(g.row[k] * stride % n);
        g.col[k] = (int32_t)(g.col[k] * stride % n);
    }
    return g;
}

/* `ways` of `length` vertices each, an odd number of them, from one vertex to another; from there a way of `tail`; and
 * all that once more: the work of an iteration grows and shrinks. (A walk that returns to those two.) */
static test_graph split_path(int32_t n, int32_t ways, int32_t length, int32_t tail)
{
    const int64_t stride = 1000003;
    const int32_t hop = length + 1, round = ways * hop + tail;
    test_graph g = test_path(2 * round + 1);
    OWNED_MEMORY int32_t *name = test_room(2 * round + 1, sizeof *name);
    for (int32_t p = 0; p <= 2 * round; p++) {
        const int32_t r = p % round;
        name[p] = r <= ways * hop && r % hop == 0 ? p - r + r / hop % 2 * hop : p;
        name[p] = (int32_t)(name[p] * stride % n);
    }
    g.rows = g.cols = n;
    for (int64_t k = 0; k < g.count; k++) {
        g.row[k] = name[g.row[k]];
        g.col[k] = name[g.col[k]];
    }
    return g;
}

/* A GPU leaves small iterations to one block, and the rest to all. */
static void test_changing_work(void **state)
{
    check_search(split_path(test_sized(3000000, 20000), test_sized(1999, 199), 40, test_sized(400, 40)),
                 TROPIC_STRATEGY_AUTO);
    check_search(split_path(20000, 9, 40, test_sized(2000, 40)), TROPIC_STRATEGY_AUTO);
    check_search(test_star(test_sized(200000, 20000)), TROPIC_STRATEGY_AUTO);
}

static void test_many_places(void **state)
{
    check_search(spread_path(test_sized(5000000, 3000000), test_sized(3000, 10)), TROPIC_STRATEGY_AUTO);
    check_search(test_grid(test_sized(1700, 20), 1500), TROPIC_STRATEGY_AUTO);
}

/* -- shortest paths: before = d;  d min= d min.plus A;  changed = (d != before) --------------------- */

static tropic_status relax(void *user)
{
    world *w = user;
    const tropic_descriptor how = {.size = sizeof how, .strategy = w->strategy};
    tropic_status s = tropic_assign(w->before, NULL, NULL, w->d, NULL, w->n, NULL);
    if (s == TROPIC_OK) s = tropic_vxm(w->d, NULL, w->op, w->known, w->d, w->A, &how);
    if (s == TROPIC_OK) s = tropic_ewise_multiply(w->changed, NULL, NULL, w->op2, w->d, w->before, NULL);
    return s;
}

static void check_relax(test_graph graph, tropic_strategy strategy)
{
    OWNED(world) w;
    const int64_t zero = 0, far = INT64_MAX;
    int64_t done = -1;
    open(&w, graph, TROPIC_INT64);
    w.strategy = strategy;
    w.known = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT64);
    assert_ok(w.context, tropic_operator_create(&w.op, w.context, &min));
    assert_ok(w.context, tropic_operator_create(&w.op2, w.context, &differs));
    w.d = test_vector_of(w.context, TROPIC_INT64, w.n, NULL);
    w.before = test_vector_of(w.context, TROPIC_INT64, w.n, NULL);
    w.level = test_vector_of(w.context, TROPIC_INT64, w.n, NULL);
    w.changed = test_vector_of(w.context, TROPIC_BOOL, w.n, NULL);
    assert_ok(w.context, tropic_vector_fill(w.d, &far));
    assert_ok(w.context, tropic_vector_set(w.d, 0, &zero));
    assert_ok(w.context, tropic_loop(w.context, relax, &w, w.changed, 1000000, &done));
    assert_ok(w.context, tropic_sssp(w.level, NULL, w.A, 0, NULL, NULL));
    OWNED_MEMORY int64_t *found = test_values_of(w.context, w.d), *expected = test_values_of(w.context, w.level);
    for (int32_t v = 0; v < w.n; v++) assert_int_equal(found[v], expected[v]);
    assert_true(done >= 1);
}

static void test_relax(void **state)
{
    for (int s = 0; s < TROPIC_STRATEGIES; s++) {
        if (s == TROPIC_STRATEGY_COOC_SCALAR) continue;
        check_relax(test_grid(9, test_sized(14, 3)), (tropic_strategy)s);
        check_relax(test_kronecker(2, test_sized(9, 6), 6), (tropic_strategy)s);
    }
}

/* -- a given number of iterations: d = 0.85 * (A d) + base, without a test ---------------------------- */

enum { CYCLE = 10 };

static tropic_status iterate(void *user)
{
    world *w = user;
    tropic_status s = tropic_mxv(w->before, NULL, NULL, w->known, w->A, w->d, NULL);
    if (s == TROPIC_OK) s = tropic_apply(w->d, NULL, NULL, w->op, w->before, &w->base, NULL);
    return s;
}

/* d = these values, on a cycle. */
static void open_iteration(world *w, const double values[CYCLE])
{
    open(w, test_cycle(CYCLE), TROPIC_INT32);
    w->known = tropic_semiring_builtin(TROPIC_PLUS_SECOND, TROPIC_FP64);
    assert_ok(w->context, tropic_operator_create(&w->op, w->context, &damped));
    w->d = test_vector_of(w->context, TROPIC_FP64, CYCLE, values);
    w->before = test_vector_of(w->context, TROPIC_FP64, CYCLE, NULL);
}

static void test_without_a_test(void **state)
{
    OWNED(world) w;
    double values[CYCLE], expected[CYCLE];
    int64_t done = 0;
    for (int v = 0; v < CYCLE; v++) expected[v] = values[v] = v;
    open_iteration(&w, values);
    w.base = 0.125;
    assert_ok(w.context, tropic_loop(w.context, iterate, &w, NULL, 7, &done));
    assert_int_equal(done, 7);
    for (int round = 0; round < 7; round++) {
        double next[CYCLE];
        for (int v = 0; v < CYCLE; v++)
            next[v] = 0.85 * (expected[(v + 1) % CYCLE] + expected[(v + CYCLE - 1) % CYCLE]) + w.base;
        memcpy(expected, next, sizeof next);
    }
    assert_ok(w.context, tropic_vector_get_dense(w.d, values, NULL));
    for (int v = 0; v < CYCLE; v++) assert_true(fabs(values[v] - expected[v]) < 1e-12);
}

/* -- errors ---------------------------------------------------------------------------------------- */

static tropic_status peek(void *user)
{
    world *w = user;
    double value;
    tropic_status s = iterate(user);
    if (s == TROPIC_OK) s = tropic_vector_get(w->d, 0, &value, NULL);
    return s;
}

/* A call that a recording cannot hold, by number. */
enum { CALLS = 30 };
static tropic_status call_one(void *user)
{
    static const tropic_index ids[] = {1, 0};
    static const double some[CYCLE];
    world *w = user;
    tropic_context *c = w->context;
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const tropic_operator *sum = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_offset *offsets = NULL;
    tropic_vector *v = NULL;
    tropic_matrix *A = NULL;
    double values[CYCLE];
    bool has[CYCLE];
    tropic_index found[CYCLE];
    switch (w->calls) {
    case 0: return tropic_vector_get(w->d, 0, values, NULL);
    case 1: return tropic_vector_set(w->d, 0, some);
    case 2: return tropic_vector_get_dense(w->d, values, has);
    case 3: return tropic_vector_get_entries(w->d, found, values);
    case 4: return tropic_vector_put_dense(w->d, some, NULL);
    case 5: return tropic_vector_put_entries(w->d, 2, ids, some);
    case 6: return tropic_vector_fill(w->d, some);
    case 7: return tropic_vector_clear(w->d);
    case 8: return tropic_vector_set_form(w->d, TROPIC_BITMAP);
    case 9: return tropic_vector_create(&v, c, TROPIC_FP64, 3);
    case 10: return tropic_vector_create_block(&v, c, TROPIC_FP64, 3, 2);
    case 11: return tropic_vector_load(&v, c, "matrices/none.mtx");
    case 12: return tropic_vector_save(w->d, "/dev/null");
    case 13: return tropic_matrix_load(&A, c, "matrices/karate.mtx", NULL);
    case 14: return tropic_matrix_from_coo(&A, c, 2, 2, 2, ids, ids, TROPIC_BOOL, NULL, NULL);
    case 15: return tropic_matrix_from_csr(&A, c, 0, 0, offsets, ids, TROPIC_BOOL, NULL, NULL);
    case 16: return tropic_matrix_from_csc(&A, c, 0, 0, offsets, ids, TROPIC_BOOL, NULL, NULL);
    case 17: return tropic_transpose(&A, c, NULL, NULL, w->A, NULL);
    case 18: return tropic_extract(w->changed, NULL, NULL, w->d, ids, 2, NULL);
    case 19: return tropic_reduce(values, plus, w->d);
    case 20: return tropic_reduce_matrix(w->level, NULL, NULL, sum, w->A, NULL);
    case 21: return tropic_mxv_block(w->f, NULL, NULL, w->known, w->A, w->f, NULL);
    case 22: return tropic_bfs(w->level, NULL, w->A, 0, NULL, NULL);
    case 23: return tropic_sssp(w->level, NULL, w->A, 0, NULL, NULL);
    case 24: return tropic_bc(w->d, w->A, NULL, NULL);
    case 25: return tropic_semiring_check(w->known, c, NULL, 0, 1, NULL);
    case 26: return tropic_vector_duplicate(&v, w->d);
    case 27: return tropic_vector_swap(w->d, w->before);
    case 28: return tropic_assign(w->level, NULL, NULL, w->d, NULL, CYCLE, NULL);
    default: return tropic_loop(c, iterate, w, NULL, 1, NULL);
    }
}

/* The same answer from both devices, and by the same words; the vectors keep their entries. */
static void test_refused_calls(void **state)
{
    OWNED(world) w;
    double values[CYCLE] = {1, 2}, after[CYCLE];
    int64_t done = -1;
    open_iteration(&w, values);
    w.changed = test_vector_of(w.context, TROPIC_FP64, 2, NULL);
    w.level = test_vector_of(w.context, TROPIC_INT32, CYCLE, NULL);
    assert_ok(w.context, tropic_vector_create_block(&w.f, w.context, TROPIC_FP64, CYCLE, 3));
    for (w.calls = 0; w.calls < CALLS; w.calls++) {
        assert_status(w.context, TROPIC_NOT_SUPPORTED, tropic_loop(w.context, call_one, &w, NULL, 3, &done));
        if (!strstr(tropic_context_error(w.context), "a loop's body may not "))
            fail_msg("call %d: %s", w.calls, tropic_context_error(w.context));
    }
    /* Afterwards all of them are calls like any other. */
    assert_ok(w.context, tropic_vector_get_dense(w.d, after, NULL));
    assert_memory_equal(values, after, sizeof after);
    assert_ok(w.context, tropic_loop(w.context, iterate, &w, NULL, 3, &done));
    assert_int_equal(done, 3);
    assert_ok(w.context, tropic_vector_set_form(w.d, TROPIC_BITMAP));
}

static tropic_status cast_in_body(void *user)
{
    world *w = user;
    return tropic_vxm(w->before, NULL, NULL, w->known, w->d, w->A, NULL);
}

/* Whatever form the matrix has. */
static void test_casts_are_refused(void **state)
{
    const tropic_matrix_form forms[] = {TROPIC_MATRIX_HYPERSPARSE, TROPIC_MATRIX_BY_ROWS};
    const int32_t one = 1;
    for (int k = 0; k < 2; k++) {
        OWNED(world) w;
        open(&w, spread_path(100000, 3), TROPIC_INT32);
        w.known = tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_INT32);
        w.d = test_vector_of(w.context, TROPIC_INT32, w.n, NULL);
        w.before = test_vector_of(w.context, TROPIC_FP64, w.n, NULL);
        assert_ok(w.context, tropic_vector_set(w.d, 0, &one));
        assert_ok(w.context, tropic_matrix_set_form(w.A, w.context, forms[k]));
        assert_status(w.context, TROPIC_NOT_SUPPORTED, tropic_loop(w.context, cast_in_body, &w, NULL, 2, NULL));
        assert_int_equal(tropic_vector_count(w.before), 0);
        assert_ok(w.context, cast_in_body(&w));
        assert_int_equal(tropic_vector_count(w.before), 1);
    }
}

static tropic_status refuse(void *user)
{
    world *w = user;
    return ++w->calls == 2 ? TROPIC_OVERFLOW : iterate(user);
}

/* Other vectors each time. */
static tropic_status turn(void *user)
{
    world *w = user;
    tropic_vector *d = w->d;
    tropic_status s = tropic_mxv(w->before, NULL, NULL, w->known, w->A, w->d, NULL);
    w->d = w->before;
    w->before = d;
    return s;
}

static void test_bad_loops(void **state)
{
    OWNED(world) w;
    double values[CYCLE] = {1, 2};
    int64_t done = -1;
    open_iteration(&w, values);
    assert_int_equal(tropic_loop(NULL, iterate, &w, NULL, 7, &done), TROPIC_INVALID_ARGUMENT);
    assert_status(w.context, TROPIC_INVALID_ARGUMENT, tropic_loop(w.context, NULL, &w, NULL, 7, &done));
    assert_status(w.context, TROPIC_INVALID_ARGUMENT, tropic_loop(w.context, iterate, &w, NULL, 0, &done));
    assert_int_equal(done, -1);
    assert_status(w.context, TROPIC_NOT_SUPPORTED, tropic_loop(w.context, peek, &w, NULL, 3, &done));
    if (tropic_context_device(w.context) == TROPIC_DEVICE_CPU)
        assert_ok(w.context, tropic_loop(w.context, turn, &w, NULL, 3, &done));
    else
        assert_status(w.context, TROPIC_NOT_SUPPORTED, tropic_loop(w.context, turn, &w, NULL, 3, &done));
    assert_int_equal(tropic_loop(w.context, refuse, &w, NULL, 7, &done), TROPIC_OVERFLOW);
    assert_string_equal(tropic_context_error(w.context), "the loop's body returned OVERFLOW");
    assert_int_equal(done, 1);
    /* The context is none the worse. */
    assert_ok(w.context, tropic_loop(w.context, iterate, &w, NULL, 3, &done));
    assert_int_equal(done, 3);
    assert_ok(w.context, tropic_vector_get_dense(w.d, values, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search),         cmocka_unit_test(test_many_places),
        cmocka_unit_test(test_changing_work),  cmocka_unit_test(test_relax),
        cmocka_unit_test(test_without_a_test), cmocka_unit_test(test_refused_calls),
        cmocka_unit_test(test_bad_loops),      cmocka_unit_test(test_casts_are_refused),
    };
    test_need_device();
    if (test_cache_begin(NULL) != 0) return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}
