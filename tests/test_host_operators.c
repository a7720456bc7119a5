/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators by functions of the program's own, which carry data; and semirings made of them, of operators by
 * expressions, and of built-in ones.
 */
#include <tropic_define.h>

#include "tests/context.h"

enum { N = 400, ENTRIES = 3000 };

/* clang-format off */
TROPIC_OPERATOR(weigh, int64_t, int64_t, int32_t, x * 2 + y + i * 3 - j);
TROPIC_OPERATOR(product, double, double, double, x * y);
TROPIC_MONOID(most, int64_t, a > b ? a : b, INT64_MIN);
/* clang-format on */

/* Sums and products modulo a number, and how many values they made. */
typedef struct modular {
    tropic_host_operator host;
    int64_t modulus;
    int64_t *values;
} modular;

static const modular *modular_of(const tropic_host_operator *self)
{
    return (const modular *)(const void *)self;
}

/* Never negative, so that the order of terms does not matter. */
static int64_t plus_of_modulus(int64_t a, int64_t b, int64_t modulus)
{
    return ((a + b) % modulus + modulus) % modulus;
}

static void times(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                  const tropic_index *j, int64_t count)
{
    const modular *m = modular_of(self);
    __atomic_add_fetch(m->values, count, __ATOMIC_RELAXED);
    for (int64_t k = 0; k < count; k++)
        ((int64_t *)z)[k] = ((const int64_t *)x)[k] * ((const int64_t *)y)[k] % m->modulus;
}

static void plus(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                 const tropic_index *j, int64_t count)
{
    const modular *m = modular_of(self);
    __atomic_add_fetch(m->values, count, __ATOMIC_RELAXED);
    for (int64_t k = 0; k < count; k++)
        ((int64_t *)z)[k] = plus_of_modulus(((const int64_t *)x)[k], ((const int64_t *)y)[k], m->modulus);
}

static void zero(const tropic_host_operator *self, void *z)
{
    *(int64_t *)z = 0;
}

static int64_t products, sums;
static const modular times_7 = {{sizeof(tropic_host_operator), times, NULL, NULL}, 7, &products};
static const modular plus_7 = {{sizeof(tropic_host_operator), plus, zero, NULL}, 7, &sums};

/* The matrix's entries, and a vector's values. */
static tropic_index row[ENTRIES], col[ENTRIES];
static int64_t value[ENTRIES], u_value[N];
static double real_value[ENTRIES], u_real[N];

static int set_up(void **unused)
{
    uint64_t random = 1;
    context = test_context();
    for (int k = 0; k < ENTRIES; k++) {
        /* Some rows have none; row 8 has many, some of them twice: the first counts. */
        const int place = k * 53 % (N * N);
        row[k] = k % 6 == 0 ? 8 : place / N / 3 * 3;
        col[k] = k % 6 == 0 ? k / 6 % N : place % N;
        value[k] = test_below(&random, 100);
        real_value[k] = (double)test_below(&random, 1000) / 7;
    }
    for (int i = 0; i < N; i++) {
        u_value[i] = test_below(&random, 100);
        u_real[i] = (double)test_below(&random, 1000) / 3;
    }
    return test_cache_begin(NULL);
}

static tropic_operator *functions(const char *name, const modular *m)
{
    const tropic_operator_source source = {
        .size = sizeof source, .name = name, .z = "int64_t", .x = "int64_t", .y = "int64_t", .host = &m->host};
    tropic_operator *op = NULL;
    assert_ok(context, tropic_operator_create(&op, context, &source));
    assert_string_equal(tropic_operator_name(op), name);
    return op;
}

static tropic_matrix *matrix_of(tropic_context *c, tropic_type type, const void *values)
{
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates_op = tropic_operator_builtin(TROPIC_FIRST, type)};
    tropic_matrix *M = NULL;
    assert_ok(c, tropic_matrix_from_coo(&M, c, N, N, ENTRIES, row, col, type, values, &options));
    return M;
}

static tropic_vector *vector_of(tropic_context *c, tropic_type type, const void *values)
{
    tropic_vector *v = NULL;
    assert_ok(c, tropic_vector_create(&v, c, type, N));
    if (values) assert_ok(c, tropic_vector_put_dense(v, values, NULL));
    return v;
}

/* A call that needs an operator by functions: on a GPU it is refused, and says why. */
static bool works(tropic_status status)
{
    if (test_device() == TROPIC_DEVICE_CPU) {
        assert_ok(context, status);
        return true;
    }
    assert_int_equal(status, TROPIC_NOT_SUPPORTED);
    assert_non_null(strstr(tropic_context_error(context), "functions for the CPU alone"));
    return false;
}

static void test_functions(void **unused)
{
    OWNED(tropic_operator) *multiply = functions("times_7", &times_7), *add = functions("plus_7", &plus_7);
    OWNED(tropic_vector) *u = vector_of(context, TROPIC_INT64, u_value), *w = vector_of(context, TROPIC_INT64, u_value);
    OWNED(tropic_matrix) *A = matrix_of(context, TROPIC_INT64, value), *C = NULL;
    int64_t found[N], total = -1, expected = 0;
    products = sums = 0;
    for (int i = 0; i < N; i++) expected += u_value[i];
    if (works(tropic_reduce(&total, add, u))) assert_int_equal(total, expected % 7);
    if (works(tropic_ewise_multiply(w, NULL, NULL, multiply, u, u, NULL))) assert_int_equal(products, N);
    assert_ok(context, tropic_vector_get_dense(w, found, NULL));
    for (int i = 0; i < N; i++)
        assert_int_equal(found[i], test_device() == TROPIC_DEVICE_CPU ? u_value[i] * u_value[i] % 7 : u_value[i]);
    if (works(tropic_ewise_add(w, NULL, add, add, u, u, NULL))) {
        assert_true(sums >= 2 * N);
        assert_ok(context, tropic_vector_get_dense(w, found, NULL));
        for (int i = 0; i < N; i++) assert_int_equal(found[i], (u_value[i] * u_value[i] + 2 * u_value[i]) % 7);
    }
    if (works(tropic_matrix_ewise_multiply(&C, context, NULL, NULL, multiply, A, A, NULL))) {
        tropic_entries a, c;
        assert_int_equal(tropic_matrix_count(C), tropic_matrix_count(A));
        assert_ok(context, tropic_matrix_entries(&a, A, context));
        assert_ok(context, tropic_matrix_entries(&c, C, context));
        while (tropic_entries_next(&a) && tropic_entries_next(&c)) {
            const int64_t x = *(const int64_t *)a.value;
            assert_int_equal(*(const int64_t *)c.value, x * x % 7);
        }
    }
    if (works(tropic_reduce_matrix(w, NULL, NULL, add, A, NULL))) {
        int64_t due[N] = {0};
        tropic_entries a;
        assert_ok(context, tropic_matrix_entries(&a, A, context));
        while (tropic_entries_next(&a)) due[a.row] += *(const int64_t *)a.value;
        assert_ok(context, tropic_vector_get_dense(w, found, NULL));
        for (int i = 0; i < N; i++) assert_int_equal(found[i] % 7, due[i] % 7); /* (One entry is its own sum.) */
    }
}

static int64_t weighed(int64_t x, int64_t y, int64_t i, int64_t j)
{
    return x * 2 + y + i * 3 - j;
}

typedef int64_t multiply_function(int64_t x, int64_t y, int64_t i, int64_t j);
typedef int64_t add_function(int64_t a, int64_t b);

static int64_t times_of(int64_t x, int64_t y, int64_t i, int64_t j)
{
    return x * y % 7;
}
static int64_t minus_of(int64_t x, int64_t y, int64_t i, int64_t j)
{
    return x - y;
}
static int64_t plus_of(int64_t a, int64_t b)
{
    return a + b;
}
static int64_t plus_7_of(int64_t a, int64_t b)
{
    return plus_of_modulus(a, b, 7);
}
static int64_t most_of(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* w = A u by the definition, in the order of A's entries. */
static void check_product(const tropic_semiring *semiring, const tropic_matrix *A, const tropic_vector *u,
                          add_function *add, multiply_function *multiply, tropic_strategy strategy)
{
    const tropic_descriptor d = {.size = sizeof d, .strategy = strategy};
    OWNED(tropic_vector) *w = vector_of(context, TROPIC_INT64, NULL);
    int64_t found[N], expected[N];
    bool has[N], hit[N] = {false};
    tropic_entries e;
    assert_ok(context, tropic_mxv(w, NULL, NULL, semiring, A, u, &d));
    assert_ok(context, tropic_vector_get_dense(w, found, has));
    assert_ok(context, tropic_matrix_entries(&e, A, context));
    while (tropic_entries_next(&e)) {
        const int64_t z = multiply(*(const int64_t *)e.value, u_value[e.col], e.col, e.row);
        expected[e.row] = hit[e.row] ? add(expected[e.row], z) : z;
        hit[e.row] = true;
    }
    for (int j = 0; j < N; j++) {
        assert_int_equal(has[j], hit[j]);
        if (hit[j]) assert_int_equal(found[j], expected[j]);
    }
}

/* Each of several monoids with each of several operators, which are freed before the semiring is used. */
static void test_semirings(void **unused)
{
    static add_function *const adds[] = {plus_of, most_of, most_of, plus_7_of};
    static multiply_function *const multiplies[] = {minus_of, weighed, weighed, times_of};
    enum { BUILT_IN, USER, STRINGS, FUNCTIONS, KINDS };
    tropic_operator_source most_text = most, weigh_text = weigh;
    most_text.host = weigh_text.host = NULL;
    for (int way = 0; way < KINDS * KINDS; way++) {
        const int a = way / KINDS, m = way % KINDS;
        OWNED(tropic_matrix) *A = matrix_of(context, TROPIC_INT64, value);
        int32_t narrow_u[N];
        OWNED(tropic_vector) *u = NULL;
        tropic_operator *add = NULL, *multiply = NULL;
        const tropic_operator *plus_op = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT64);
        const tropic_operator *minus = tropic_operator_builtin(TROPIC_MINUS, TROPIC_INT64);
        OWNED(tropic_semiring) *semiring = NULL;
        for (int i = 0; i < N; i++) narrow_u[i] = (int32_t)u_value[i];
        u = m == USER || m == STRINGS ? vector_of(context, TROPIC_INT32, narrow_u)
                                      : vector_of(context, TROPIC_INT64, u_value);
        if (a == FUNCTIONS) add = functions("plus_7", &plus_7);
        if (a == USER || a == STRINGS)
            assert_ok(context, tropic_operator_create(&add, context, a == USER ? &most : &most_text));
        if (m == FUNCTIONS) multiply = functions("times_7", &times_7);
        if (m == USER || m == STRINGS)
            assert_ok(context, tropic_operator_create(&multiply, context, m == USER ? &weigh : &weigh_text));
        assert_ok(context,
                  tropic_semiring_from_operators(&semiring, context, add ? add : plus_op, multiply ? multiply : minus));
        tropic_operator_free(&add);
        tropic_operator_free(&multiply);
        if (test_device() == TROPIC_DEVICE_CUDA && (a == FUNCTIONS || m == FUNCTIONS)) {
            OWNED(tropic_vector) *w = vector_of(context, TROPIC_INT64, NULL);
            tropic_matrix *C = NULL;
            (void)works(tropic_mxv(w, NULL, NULL, semiring, A, u, NULL));
            (void)works(tropic_mxm(&C, context, NULL, NULL, semiring, A, A, NULL));
        } else {
            for (int s = 0; s < TROPIC_STRATEGIES; s++)
                if (test_tries(s, way)) check_product(semiring, A, u, adds[a], multiplies[m], (tropic_strategy)s);
        }
    }
}

/* A semiring's add is a monoid of another, which outlives it. */
static void test_sums_of_semirings(void **unused)
{
    const tropic_operator *minus = tropic_operator_builtin(TROPIC_MINUS, TROPIC_INT64);
    OWNED(tropic_matrix) *A = matrix_of(context, TROPIC_INT64, value);
    OWNED(tropic_vector) *u = vector_of(context, TROPIC_INT64, u_value);
    tropic_operator *monoid = NULL;
    OWNED(tropic_semiring) *second = NULL;
    tropic_semiring *first = NULL;
    assert_ok(context, tropic_operator_create(&monoid, context, &most));
    assert_ok(context, tropic_semiring_from_operators(&first, context, monoid, minus));
    tropic_operator_free(&monoid);
    assert_string_equal(tropic_semiring_name(first), "most_minus");
    assert_string_equal(tropic_operator_name(tropic_semiring_add(first)), "most");
    assert_ok(context, tropic_semiring_from_operators(&second, context, tropic_semiring_add(first), minus));
    tropic_semiring_free(&first);
    check_product(second, A, u, most_of, minus_of, TROPIC_STRATEGY_AUTO);
    /* As an accumulator, too. */
    assert_ok(context, tropic_mxv(u, NULL, tropic_semiring_add(second), second, A, u, NULL));
    assert_ok(context, tropic_semiring_check(second, context, NULL, 0, 1, NULL));
}

/* Plus of a user's product, in the order of lists, is the table's plus_times to the last bit. */
static void test_same_bits(void **unused)
{
    const tropic_descriptor d = {.size = sizeof d, .strategy = TROPIC_STRATEGY_CSC_SCALAR};
    OWNED(tropic_context) *cpu = test_context_of(1);
    OWNED(tropic_matrix) *A = matrix_of(cpu, TROPIC_FP64, real_value);
    OWNED(tropic_vector) *u = vector_of(cpu, TROPIC_FP64, u_real), *v = vector_of(cpu, TROPIC_FP64, NULL);
    OWNED(tropic_vector) *w = vector_of(cpu, TROPIC_FP64, NULL);
    OWNED(tropic_operator) *multiply = NULL;
    OWNED(tropic_semiring) *semiring = NULL;
    double ours[N], theirs[N];
    assert_ok(cpu, tropic_operator_create(&multiply, cpu, &product));
    assert_ok(cpu, tropic_semiring_from_operators(&semiring, cpu, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64),
                                                  multiply));
    assert_ok(cpu, tropic_mxv(v, NULL, NULL, semiring, A, u, &d));
    assert_ok(cpu, tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_FP64), A, u, &d));
    assert_ok(cpu, tropic_vector_get_dense(v, ours, NULL));
    assert_ok(cpu, tropic_vector_get_dense(w, theirs, NULL));
    assert_memory_equal(ours, theirs, sizeof ours);
}

/* In a loop: u = max(u, A' max.first u), five times, against five calls. */
typedef struct search {
    tropic_vector *u;
    tropic_matrix *A;
    tropic_semiring *semiring;
} search;

static tropic_status step(void *user)
{
    const search *s = user;
    return tropic_vxm(s->u, NULL, tropic_semiring_add(s->semiring), s->semiring, s->u, s->A, NULL);
}

static void test_loops(void **unused)
{
    enum { STEPS = 5 };
    search s = {vector_of(context, TROPIC_INT64, u_value), matrix_of(context, TROPIC_INT64, value), NULL};
    int64_t found[N], u[N], t[N];
    tropic_entries e;
    assert_ok(context,
              tropic_semiring_from_operators(&s.semiring, context, tropic_operator_builtin(TROPIC_MAX, TROPIC_INT64),
                                             tropic_operator_builtin(TROPIC_FIRST, TROPIC_INT64)));
    assert_ok(context, tropic_loop(context, step, &s, NULL, STEPS, NULL));
    assert_ok(context, tropic_vector_get_dense(s.u, found, NULL));
    memcpy(u, u_value, sizeof u);
    for (int k = 0; k < STEPS; k++) {
        memcpy(t, u, sizeof t);
        assert_ok(context, tropic_matrix_entries(&e, s.A, context));
        while (tropic_entries_next(&e)) t[e.col] = most_of(t[e.col], u[e.row]);
        memcpy(u, t, sizeof u);
    }
    for (int i = 0; i < N; i++) assert_int_equal(found[i], u[i]);
    tropic_semiring_free(&s.semiring);
    tropic_vector_free(&s.u);
    tropic_matrix_free(&s.A);
}

static void test_refused(void **unused)
{
    tropic_operator_source source = {
        .size = sizeof source, .name = "odd", .z = "int64_t", .x = "int64_t", .y = "int64_t", .identity = "0"};
    tropic_operator *op = NULL;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_operator_create(&op, context, &source));
    source.host = &plus_7.host;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_operator_create(&op, context, &source));
    source.identity = NULL;
    source.terminal = "true";
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_operator_create(&op, context, &source));
    source.terminal = NULL;
    for (int k = 0; k < 3; k++) {
        tropic_host_operator wrong = plus_7.host;
        tropic_operator_source told = most;
        told.host = &wrong;
        if (k == 0) wrong.size = 0;
        if (k == 1) wrong.map = NULL;
        if (k == 2) wrong.identity = NULL;
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_operator_create(&op, context, &told));
    }
    source.x = "int32_t";
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_operator_create(&op, context, &source));
    assert_null(op);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions), cmocka_unit_test(test_semirings), cmocka_unit_test(test_sums_of_semirings),
        cmocka_unit_test(test_same_bits), cmocka_unit_test(test_loops),     cmocka_unit_test(test_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, set_up, context_close_cached);
}
