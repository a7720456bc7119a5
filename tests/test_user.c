/* SPDX-License-Identifier: Apache-2.0
 *
 * Semirings of the user's own: as macros and as strings, by every strategy, against the built-in ones of the
 * same algebra and against plain loops.
 */
#include <tropic_define.h>

#include "tests/fixtures.h"
#include "tests/jit.h"

/* clang-format off */
TROPIC_SEMIRING(user_plus_times, double, double, double, a + b, x * y, 0);
TROPIC_SEMIRING(user_plus_times_fp32, float, float, float, a + b, x * y, 0);
TROPIC_SEMIRING(user_min_plus, int64_t, int64_t, int64_t, a < b ? a : b,
                x == INT64_MAX || y == INT64_MAX ? INT64_MAX : x + y, INT64_MAX);
TROPIC_SEMIRING_STOP(user_or_and, bool, bool, bool, a || b, x && y, false, a);
TROPIC_SEMIRING(user_plus_first, int32_t, int32_t, int32_t, a + b, x, 0);
TROPIC_SEMIRING_STOP(user_any_secondi, int32_t, int32_t, int32_t, a, i, 0, true);
TROPIC_SEMIRING(user_any, int32_t, int32_t, bool, a, i + 1, -7);
TROPIC_SEMIRING(user_plus_times_int8, int8_t, int8_t, int8_t, (int8_t)(a + b), (int8_t)(x * y), 0);
TROPIC_SEMIRING(user_min_second_uint16, uint16_t, uint16_t, uint16_t, a < b ? a : b, y, UINT16_MAX);
TROPIC_SEMIRING(user_max_times, uint32_t, uint32_t, uint32_t, a > b ? a : b, x * y, 0);

/* A type that no atomic instruction takes: a distance, the vertex before, and the number of arcs. */
TROPIC_STRUCT(way, double length; int32_t parent, arcs;);
TROPIC_SEMIRING(shortest, way, way, float,
                (a.length < b.length || (a.length == b.length && a.parent < b.parent) ? a : b),
                ((way){x.length + y, i, x.arcs + 1}), ((way){INFINITY, INT32_MAX, 0}));
/* One of an odd size, and exact in any order. */
TROPIC_STRUCT(tally, uint8_t c[5];);
TROPIC_SEMIRING(tallies, tally, tally, int32_t,
                ((tally){{(uint8_t)(a.c[0] + b.c[0]), (uint8_t)(a.c[1] ^ b.c[1]), (uint8_t)(a.c[2] | b.c[2]),
                          (uint8_t)(a.c[3] > b.c[3] ? a.c[3] : b.c[3]), 7}}),
                ((tally){{(uint8_t)(x.c[0] + y), x.c[1], (uint8_t)(i & 255), (uint8_t)(j & 255), 7}}),
                ((tally){{0, 0, 0, 0, 7}}));
/* Three types, both indices, and the old result. */
TROPIC_SEMIRING(spring, double, float, int32_t, a + b, x * (y - w) + i - 2 * j, 0);
/* clang-format on */

/* A random square matrix in a type, with heavy lists, and a vector with entries at two of three places. */
typedef struct fixture {
    tropic_context *context;
    tropic_matrix *A;
    tropic_vector *u, *mask;
    test_graph graph;
    double u_value[400];
    bool u_has[400], allowed[400];
    tropic_index n;
} fixture;

enum { N = 400, ARCS = 3000 };

/* u of a struct type is made by the caller. */
static void open(fixture *f, tropic_type matrix_type, tropic_type u_type)
{
    uint64_t random = 7;
    double values[N];
    *f = (fixture){.n = N};
    f->context = test_context();
    f->graph = test_random_graph(3, N, N, ARCS);
    for (int64_t k = 0; k < ARCS; k++) { /* row 1 and column 2 are heavy */
        if (k % 8 == 0) f->graph.row[k] = 1;
        if (k % 8 == 1) f->graph.col[k] = 2;
    }
    test_deduplicate(&f->graph);
    test_weigh(&f->graph, 5, test_is_unsigned(matrix_type) ? 0 : -3, 4, 1);
    f->A = test_matrix_of(f->context, &f->graph, matrix_type, NULL);
    for (int v = 0; v < N; v++) {
        f->u_value[v] = test_below(&random, 9) - (test_is_unsigned(u_type) ? 0 : 3);
        f->u_has[v] = test_below(&random, 3) > 0;
        f->allowed[v] = test_below(&random, 2) > 0;
        if (!tropic_type_name(u_type) || u_type < TROPIC_TYPES)
            test_value_store(u_type, values, v, (long double)f->u_value[v]);
    }
    assert_ok(f->context, tropic_vector_create(&f->u, f->context, u_type, N));
    if (u_type < TROPIC_TYPES) assert_ok(f->context, tropic_vector_put_dense(f->u, values, f->u_has));
    f->mask = test_vector_of(f->context, TROPIC_BOOL, N, f->allowed);
}

static void fixture_free(fixture *f)
{
    tropic_vector_free(&f->u);
    tropic_vector_free(&f->mask);
    tropic_matrix_free(&f->A);
    test_graph_free(&f->graph);
    tropic_context_free(&f->context);
}

/* Bit 0: vxm, 1: transposed, 2: masked, 3: complement, 4: replace, 5: u is a list. */
enum { WAYS = 64 };

static void multiply(fixture *f, tropic_vector *w, const tropic_operator *accum, const tropic_semiring *semiring,
                     int strategy, int way)
{
    const tropic_descriptor d = {.size = sizeof d,
                                 .transpose = way & 2,
                                 .complement = way & 8,
                                 .replace = way & 16,
                                 .strategy = (tropic_strategy)strategy};
    const tropic_vector *mask = way & 4 ? f->mask : NULL;
    assert_ok(f->context, tropic_vector_set_form(f->u, way & 32 ? TROPIC_SPARSE : TROPIC_BITMAP));
    assert_ok(f->context, way & 1 ? tropic_vxm(w, mask, accum, semiring, f->u, f->A, &d)
                                  : tropic_mxv(w, mask, accum, semiring, f->A, f->u, &d));
}

static void expect_equal(fixture *f, const tropic_vector *got, const tropic_vector *expected, const char *name,
                         int strategy, int way)
{
    double values[2][N * TROPIC_TYPE_DEVICE_MAX / sizeof(double)];
    bool has[2][N];
    assert_ok(f->context, tropic_vector_get_dense(got, values[0], has[0]));
    assert_ok(f->context, tropic_vector_get_dense(expected, values[1], has[1]));
    /* A sum that begins with the identity has no -0. */
    for (int side = 0; side < 2; side++)
        for (int v = 0; v < N; v++) {
            if (tropic_vector_type(got) == TROPIC_FP64) values[side][v] += 0.0;
            if (tropic_vector_type(got) == TROPIC_FP32) ((float *)values[side])[v] += 0.0f;
        }
    if (memcmp(has[0], has[1], sizeof has[0]) != 0 ||
        memcmp(values[0], values[1], N * tropic_type_size(tropic_vector_type(got))) != 0)
        fail_msg("%s by %s, way %d", name, tropic_strategy_name((tropic_strategy)strategy), way);
}

/* w with entries at half the places. */
static tropic_vector *begin(fixture *f, tropic_type type)
{
    char values[N * TROPIC_TYPE_DEVICE_MAX] = {0};
    bool has[N];
    tropic_vector *w = NULL;
    for (int v = 0; v < N; v++) {
        has[v] = v % 2 == 0;
        if (type < TROPIC_TYPES) test_value_store(type, values, v, v % 5);
    }
    assert_ok(f->context, tropic_vector_create(&w, f->context, type, N));
    assert_ok(f->context, tropic_vector_put_dense(w, values, has));
    return w;
}

/* The user's semiring agrees with the built-in one, however it is asked. */
static void check_pair(const tropic_semiring_source *source, tropic_builtin name, tropic_type type)
{
    const tropic_semiring *known = tropic_semiring_builtin(name, type);
    const tropic_operator *accums[3] = {NULL, tropic_operator_builtin(TROPIC_MAX, type), NULL};
    tropic_semiring *semiring = NULL;
    OWNED(fixture) f;
    open(&f, type, type);
    assert_ok(f.context, tropic_semiring_create(&semiring, f.context, source));
    assert_string_equal(tropic_semiring_name(semiring), source->name);
    assert_int_equal(tropic_semiring_type(semiring), type);
    accums[2] = tropic_semiring_add(semiring);
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++)
        for (int way = 0; way < WAYS; way++) {
            const int a = way % 3;
            OWNED(tropic_vector) *got = begin(&f, type), *expected = begin(&f, type);
            const bool any = name == TROPIC_ANY_SECONDI;
            if (test_tries(strategy, way)) {
                multiply(&f, got, any ? NULL : accums[a], semiring, strategy, way);
                multiply(&f, expected,
                         any      ? NULL
                         : a == 2 ? tropic_semiring_add(known)
                                  : accums[a],
                         known, any ? TROPIC_STRATEGY_CSC_SCALAR : strategy, way);
                if (!any || strategy == TROPIC_STRATEGY_CSC_SCALAR)
                    expect_equal(&f, got, expected, source->name, strategy, way);
                else
                    assert_int_equal(tropic_vector_count(got), tropic_vector_count(expected));
            }
        }
    tropic_semiring_free(&semiring);
    assert_null(semiring);
}

static void test_same_as_builtin(void **state)
{
    check_pair(&user_plus_times, TROPIC_PLUS_TIMES, TROPIC_FP64);
    check_pair(&user_plus_times_fp32, TROPIC_PLUS_TIMES, TROPIC_FP32);
    check_pair(&user_min_plus, TROPIC_MIN_PLUS, TROPIC_INT64);
    check_pair(&user_or_and, TROPIC_OR_AND, TROPIC_BOOL);
    check_pair(&user_plus_first, TROPIC_PLUS_FIRST, TROPIC_INT32);
    check_pair(&user_plus_times_int8, TROPIC_PLUS_TIMES, TROPIC_INT8);
    check_pair(&user_min_second_uint16, TROPIC_MIN_SECOND, TROPIC_UINT16);
    check_pair(&user_max_times, TROPIC_MAX_TIMES, TROPIC_UINT32);
    check_pair(&user_any_secondi, TROPIC_ANY_SECONDI, TROPIC_INT32);
}

/* The same from strings: the macro's, without its functions. */
static void test_strings(void **state)
{
    tropic_semiring_source text[] = {user_plus_times, user_or_and, user_plus_first};
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) text[k].host = NULL;
    check_pair(&text[0], TROPIC_PLUS_TIMES, TROPIC_FP64);
    check_pair(&text[1], TROPIC_OR_AND, TROPIC_BOOL);
    check_pair(&text[2], TROPIC_PLUS_FIRST, TROPIC_INT32);
}

/* For every place of the result, calls `term` with the entries that meet there. */
typedef struct term {
    tropic_index i, j;
    double entry;
} term;

static int terms_of(const fixture *f, tropic_index j, int way, term *out)
{
    int count = 0;
    for (int64_t k = 0; k < f->graph.count; k++) {
        const bool by_row = !(way & 1) == !(way & 2);
        const tropic_index to = by_row ? f->graph.row[k] : f->graph.col[k];
        const tropic_index from = by_row ? f->graph.col[k] : f->graph.row[k];
        if (to == j && f->u_has[from]) out[count++] = (term){from, j, f->graph.weight[k]};
    }
    return count;
}

static void test_struct_of_a_way(void **state)
{
    tropic_type type = TROPIC_BOOL, again = TROPIC_BOOL;
    tropic_context *context = test_context();
    way before[N], values[N], found[N];
    bool has[N];
    OWNED(fixture) f;
    OWNED(tropic_semiring) *semiring = NULL;
    assert_ok(context, tropic_type_define(&type, context, &way_type));
    assert_ok(context, tropic_type_define(&again, context, &way_type));
    assert_int_equal(type, again);
    assert_int_equal(tropic_type_size(type), sizeof(way));
    tropic_context_free(&context);
    open(&f, TROPIC_FP32, type);
    assert_ok(f.context, tropic_semiring_create(&semiring, f.context, &shortest));
    for (int v = 0; v < N; v++) values[v] = (way){f.u_value[v], v, v % 7};
    assert_ok(f.context, tropic_vector_put_dense(f.u, values, f.u_has));
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++)
        for (int w = 0; w < 4; w++) {
            const int how = 1 | (w & 1 ? 2 : 0) | (w & 2 ? 4 : 0) | 32 * (w & 1);
            OWNED(tropic_vector) *got = begin(&f, type);
            assert_ok(f.context, tropic_vector_get_dense(got, before, NULL));
            multiply(&f, got, w == 3 ? tropic_semiring_add(semiring) : NULL, semiring, strategy, how);
            assert_ok(f.context, tropic_vector_get_dense(got, found, has));
            for (tropic_index j = 0; j < N; j++) {
                term terms[ARCS];
                const int count = terms_of(&f, j, how, terms);
                const bool wanted = !(how & 4) || f.allowed[j], had = j % 2 == 0;
                way best = {INFINITY, INT32_MAX, 0};
                bool some = count > 0;
                for (int t = 0; t < count; t++) {
                    const way x = values[terms[t].i];
                    const way z = {x.length + (float)terms[t].entry, terms[t].i, x.arcs + 1};
                    if (z.length < best.length || (z.length == best.length && z.parent < best.parent)) best = z;
                }
                if (!wanted || (w == 3 && had)) {
                    if (!wanted || !some || before[j].length < best.length ||
                        (before[j].length == best.length && before[j].parent < best.parent))
                        best = before[j];
                    some = wanted ? some || had : had;
                }
                assert_int_equal(has[j], some);
                if (some &&
                    (!(found[j].length == best.length) || found[j].parent != best.parent || found[j].arcs != best.arcs))
                    fail_msg("strategy %d, way %d, place %d: %g %d %d, not %g %d %d", strategy, w, j, found[j].length,
                             found[j].parent, found[j].arcs, best.length, best.parent, best.arcs);
            }
        }
}

static void test_struct_of_an_odd_size(void **state)
{
    tropic_type type = TROPIC_BOOL;
    tropic_context *context = test_context();
    tally values[N], found[N];
    bool has[N];
    OWNED(fixture) f;
    OWNED(tropic_semiring) *semiring = NULL;
    assert_ok(context, tropic_type_define(&type, context, &tally_type));
    tropic_context_free(&context);
    open(&f, TROPIC_INT32, type);
    assert_ok(f.context, tropic_semiring_create(&semiring, f.context, &tallies));
    for (int v = 0; v < N; v++) values[v] = (tally){{(uint8_t)v, (uint8_t)(3 * v), 0, 0, 7}};
    assert_ok(f.context, tropic_vector_put_dense(f.u, values, f.u_has));
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        OWNED(tropic_vector) *got = begin(&f, type);
        multiply(&f, got, NULL, semiring, strategy, 1);
        assert_ok(f.context, tropic_vector_get_dense(got, found, has));
        for (tropic_index j = 0; j < N; j++) {
            term terms[ARCS];
            const int count = terms_of(&f, j, 1, terms);
            tally t = {{0, 0, 0, 0, 7}};
            for (int k = 0; k < count; k++) {
                t.c[0] = (uint8_t)(t.c[0] + values[terms[k].i].c[0] + (int)terms[k].entry);
                t.c[1] ^= values[terms[k].i].c[1];
                t.c[2] |= (uint8_t)(terms[k].i & 255);
                t.c[3] = (uint8_t)(j & 255);
            }
            assert_int_equal(has[j], count > 0);
            if (count > 0) assert_memory_equal(&found[j], &t, sizeof t);
        }
    }
}

/* x * (y - w) + i - 2 * j, of three types. */
static void test_all_that_multiply_sees(void **state)
{
    OWNED(fixture) f;
    OWNED(tropic_semiring) *semiring = NULL;
    double before[N], found[N];
    bool has[N];
    open(&f, TROPIC_FP32, TROPIC_INT32);
    assert_ok(f.context, tropic_semiring_create(&semiring, f.context, &spring));
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++)
        for (int way = 0; way < 8; way += 2) {
            OWNED(tropic_vector) *got = begin(&f, TROPIC_FP64);
            assert_ok(f.context, tropic_vector_get_dense(got, before, NULL));
            multiply(&f, got, NULL, semiring, strategy, way);
            assert_ok(f.context, tropic_vector_get_dense(got, found, has));
            for (tropic_index j = 0; j < N; j++) {
                term terms[ARCS];
                const int count = terms_of(&f, j, way, terms);
                const bool wanted = !(way & 4) || f.allowed[j];
                double sum = 0;
                for (int t = 0; t < count; t++)
                    sum += terms[t].entry * (f.u_value[terms[t].i] - before[j]) + terms[t].i - 2 * j;
                assert_int_equal(has[j], wanted ? count > 0 : j % 2 == 0);
                if (has[j] && !(found[j] == (wanted ? sum : before[j])))
                    fail_msg("strategy %d, way %d, place %d: %g, not %g", strategy, way, j, found[j], sum);
            }
        }
}

/* An add that takes either term takes one of them, never the identity. */
static void test_any_takes_a_term(void **state)
{
    int32_t found[N];
    bool has[N];
    OWNED(fixture) f;
    OWNED(tropic_semiring) *semiring = NULL;
    open(&f, TROPIC_INT32, TROPIC_INT32);
    assert_ok(f.context, tropic_semiring_create(&semiring, f.context, &user_any));
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        OWNED(tropic_vector) *got = begin(&f, TROPIC_INT32);
        multiply(&f, got, NULL, semiring, strategy, 1);
        assert_ok(f.context, tropic_vector_get_dense(got, found, has));
        for (tropic_index j = 0; j < N; j++) {
            term terms[ARCS];
            const int count = terms_of(&f, j, 1, terms);
            bool among = count == 0;
            for (int t = 0; t < count; t++) among = among || found[j] == terms[t].i + 1;
            assert_int_equal(has[j], count > 0);
            assert_true(among);
        }
    }
}

/* The message has the user's own line; w is as it was. */
static void test_compile_error(void **state)
{
    tropic_semiring_source source = user_plus_times;
    tropic_status status;
    OWNED(fixture) f;
    OWNED(tropic_semiring) *semiring = NULL;
    OWNED(tropic_vector) *w = NULL, *as_it_was = NULL;
    source.host = NULL;
    source.multiply = "x * why";
    source.file = "mine.c";
    source.line = 4711;
    open(&f, TROPIC_FP64, TROPIC_FP64);
    w = begin(&f, TROPIC_FP64);
    as_it_was = begin(&f, TROPIC_FP64);
    assert_ok(f.context, tropic_semiring_create(&semiring, f.context, &source));
    for (int round = 0; round < 2; round++) {
        status = tropic_mxv(w, NULL, NULL, semiring, f.A, f.u, NULL);
        if (status == TROPIC_NOT_SUPPORTED) test_skip("no compiler");
        assert_int_equal(status, TROPIC_COMPILE_ERROR);
        if (!strstr(tropic_context_error(f.context), "mine.c") || !strstr(tropic_context_error(f.context), "4711") ||
            !strstr(tropic_context_error(f.context), "why"))
            fail_msg("%s", tropic_context_error(f.context));
    }
    expect_equal(&f, w, as_it_was, "nothing", 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_builtin),        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_struct_of_a_way),        cmocka_unit_test(test_struct_of_an_odd_size),
        cmocka_unit_test(test_all_that_multiply_sees), cmocka_unit_test(test_any_takes_a_term),
        cmocka_unit_test(test_compile_error),
    };
    test_need_device();
    if (test_cache_begin(NULL) != 0) return 1;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return test_cache_end(NULL) != 0 ? 1 : failed;
}
