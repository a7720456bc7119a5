/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that take a semiring's multiply by its number: they compute the bits of the semiring's own, and give
 * way to these once that pays.
 */
#include "tests/common.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"
#include "tests/jit.h"

#include "runtime/jit/jit.h"

/* By number where that serves, or compiled. */
static void set_numbered(bool by_number)
{
    if (by_number)
        unsetenv("TROPIC_CUDA_NUMBERED");
    else
        setenv("TROPIC_CUDA_NUMBERED", "off", 1);
}

/* Has lists of all lengths, and hubs. */
static test_graph graph_of(double divisor)
{
    enum { SCALE = 10, FACTOR = 8, WEIGHT = 9 };
    test_graph g = test_kronecker(3, SCALE, FACTOR);
    test_deduplicate(&g);
    test_weigh(&g, 4, 1, WEIGHT, divisor);
    return g;
}

/* How a vector is given, and where the result may be written. */
typedef enum form { FULL, HOLES, LISTED, MASKED, FORMS } form;

static tropic_vector *vector_of(tropic_context *context, tropic_type type, tropic_index n, double divisor, form form)
{
    enum { VALUES = 7, HOLES_EACH = 3, LISTED_EACH = 31 };
    tropic_vector *v = NULL;
    OWNED_MEMORY void *values = test_room(n, tropic_type_size(type));
    OWNED_MEMORY bool *has = test_room(n, sizeof *has);
    for (tropic_index i = 0; i < n; i++) {
        const double whole = i % VALUES;
        has[i] = form == HOLES ? i % HOLES_EACH > 0 : form == LISTED ? i % LISTED_EACH == 0 : true;
        test_value_store(type, values, i, test_is_floating(type) ? whole / divisor : test_value_as(type, whole));
    }
    assert_ok(context, tropic_vector_create(&v, context, type, n));
    assert_ok(context, tropic_vector_put_dense(v, values, has));
    if (form == LISTED) assert_ok(context, tropic_vector_set_form(v, TROPIC_SPARSE));
    return v;
}

typedef struct product {
    const tropic_semiring *semiring;
    tropic_strategy strategy;
    form form;
    double divisor;
} product;

/* The values of A (add.mul) u and its transpose, 0 where there are none; free() them. */
static char *multiply(tropic_context *context, const tropic_matrix *A, const product *p)
{
    const tropic_type type = tropic_semiring_type(p->semiring);
    const tropic_index n = tropic_matrix_rows(A);
    const size_t bytes = (size_t)n * tropic_type_size(type);
    const tropic_descriptor d = {.size = sizeof d, .strategy = p->strategy, .structure = true};
    OWNED(tropic_vector) *u = vector_of(context, type, n, p->divisor, p->form);
    OWNED(tropic_vector) *mask = p->form == MASKED ? vector_of(context, TROPIC_BOOL, n, 1, HOLES) : NULL;
    char *both = test_room((int64_t)bytes, 2);
    for (int k = 0; k < 2; k++) {
        OWNED(tropic_vector) *w = NULL;
        OWNED_MEMORY void *values = NULL;
        assert_ok(context, tropic_vector_create(&w, context, type, n));
        if (k == 0)
            assert_ok(context, tropic_mxv(w, mask, NULL, p->semiring, A, u, &d));
        else
            assert_ok(context, tropic_vxm(w, mask, NULL, p->semiring, u, A, &d));
        values = test_values_of(context, w);
        memcpy(both + (size_t)k * bytes, values, bytes);
    }
    return both;
}

static void same(const product *p, const tropic_matrix *A, const char *got, const char *expected)
{
    const tropic_type type = tropic_semiring_type(p->semiring);
    if (memcmp(got, expected, 2 * (size_t)tropic_matrix_rows(A) * tropic_type_size(type)) != 0)
        fail_msg("%s over %s by %s, form %d", tropic_semiring_name(p->semiring), tropic_type_name(type),
                 tropic_strategy_name(p->strategy), p->form);
}

/* Over every built-in semiring, by every strategy, as on the CPU: sums of quarters are the same in any order. Nothing
 * is compiled. */
static void equal_the_cpus(void **unused)
{
    enum { QUARTERS = 4 };
    OWNED(test_graph) g = graph_of(QUARTERS);
    OWNED(tropic_context) *context = test_context(), *cpu = test_context_of(1);
    const long compiled = tp_jit_compilations();
    set_numbered(true);
    for (int type = 0; type < TROPIC_TYPES; type++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &g, (tropic_type)type, NULL);
        OWNED(tropic_matrix) *B = test_matrix_of(cpu, &g, (tropic_type)type, NULL);
        for (int builtin = TROPIC_BUILTINS_FIRST; builtin < TROPIC_BUILTINS; builtin++)
            for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++)
                for (int form = 0; form < FORMS; form++) {
                    product p = {tropic_semiring_builtin((tropic_builtin)builtin, (tropic_type)type),
                                 (tropic_strategy)strategy, (enum form)form, QUARTERS};
                    OWNED_MEMORY char *got = NULL, *expected = NULL;
                    if (!p.semiring || builtin == TROPIC_ANY_SECONDI) continue; /* (whose terms differ) */
                    if (!test_tries(strategy, builtin + form) || test_sized(0, (builtin + type) % 4) > 0) continue;
                    got = multiply(context, A, &p);
                    p.strategy = TROPIC_STRATEGY_CSC_SCALAR;
                    expected = multiply(cpu, B, &p);
                    p.strategy = (tropic_strategy)strategy;
                    same(&p, A, got, expected);
                }
    }
    assert_int_equal(tp_jit_compilations(), compiled);
}

/* Sums of thirds depend on their order, and of `any` the term: by each strategy that fixes it, it is that of the
 * semiring's own kernels. */
static void equal_the_compiled(void **unused)
{
    enum { THIRDS = 3 };
    static const struct {
        tropic_builtin name;
        tropic_type type;
    } semirings[] = {{TROPIC_PLUS_SECOND, TROPIC_FP32},
                     {TROPIC_PLUS_FIRST, TROPIC_FP64},
                     {TROPIC_ANY_SECONDI, TROPIC_INT32},
                     {TROPIC_MAX_PLUS, TROPIC_FP64}};
    OWNED(test_graph) g = graph_of(THIRDS);
    OWNED(tropic_context) *context = test_context();
    for (size_t k = 0; k < sizeof semirings / sizeof *semirings; k++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &g, semirings[k].type, NULL);
        for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++)
            for (int form = 0; form < FORMS; form++) {
                const product p = {tropic_semiring_builtin(semirings[k].name, semirings[k].type),
                                   (tropic_strategy)strategy, (enum form)form, THIRDS};
                long compiled = tp_jit_compilations();
                OWNED_MEMORY char *got = NULL, *expected = NULL;
                if (strategy == TROPIC_STRATEGY_AUTO || strategy == TROPIC_STRATEGY_CSR_PUSH || form == LISTED)
                    continue;
                if (test_sized(strategy, 1 + (int)k) != strategy) continue;
                test_cache_clear();
                tropic_context_free(&context);
                context = test_context();
                set_numbered(true);
                got = multiply(context, A, &p);
                assert_int_equal(tp_jit_compilations(), compiled);
                set_numbered(false);
                expected = multiply(context, A, &p);
                same(&p, A, got, expected);
            }
    }
    set_numbered(true);
}

/* C = A A over semirings of the usual types, as on the CPU. Nothing is compiled. */
static void products_of_matrices_equal_the_cpus(void **unused)
{
    enum { QUARTERS = 4 };
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_INT64, TROPIC_FP32, TROPIC_FP64};
    OWNED(test_graph) g = graph_of(QUARTERS);
    OWNED(tropic_context) *context = test_context(), *cpu = test_context_of(1);
    const long compiled = tp_jit_compilations();
    set_numbered(true);
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &g, types[k], NULL),
                             *B = test_matrix_of(cpu, &g, types[k], NULL);
        for (int builtin = TROPIC_BUILTINS_FIRST; builtin < TROPIC_BUILTINS; builtin++) {
            const tropic_semiring *semiring = tropic_semiring_builtin((tropic_builtin)builtin, types[k]);
            OWNED(tropic_matrix) *C = NULL, *D = NULL;
            if (!semiring || builtin == TROPIC_ANY_PAIR || builtin == TROPIC_ANY_SECONDI) continue;
            assert_ok(context, tropic_mxm(&C, context, NULL, NULL, semiring, A, A, NULL));
            assert_ok(cpu, tropic_mxm(&D, cpu, NULL, NULL, semiring, B, B, NULL));
            test_matrices_same(context, C, cpu, D);
        }
    }
    assert_int_equal(tp_jit_compilations(), compiled);
}

/* A product that is made again and again is compiled in the end, and stays the same. */
static void give_way(void **unused)
{
    enum { VERTICES = 4096, THIRDS = 3, MOST = 50000 };
    const product p = {tropic_semiring_builtin(TROPIC_PLUS_SECOND, TROPIC_FP64), TROPIC_STRATEGY_CSC_VECTOR, FULL,
                       THIRDS};
    const long compiled = tp_jit_compilations();
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    OWNED(test_graph) g;
    OWNED_MEMORY char *first = NULL, *last = NULL;
    int64_t products = 0;
    if (!test_sized(true, false)) test_skip("takes thousands of products");
    set_numbered(true);
    g = test_complete(VERTICES);
    context = test_context();
    A = test_matrix_of(context, &g, TROPIC_FP64, NULL);
    u = vector_of(context, TROPIC_FP64, VERTICES, THIRDS, FULL);
    first = multiply(context, A, &p);
    assert_int_equal(tp_jit_compilations(), compiled);
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_FP64, VERTICES));
    while (products++ < MOST && tp_jit_compilations() == compiled)
        assert_ok(context, tropic_mxv(w, NULL, NULL, p.semiring, A, u, NULL));
    assert_true(tp_jit_compilations() > compiled);
    last = multiply(context, A, &p);
    same(&p, A, last, first);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, test_cache_begin, test_cache_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(equal_the_cpus),
        TEST(equal_the_compiled),
        TEST(products_of_matrices_equal_the_cpus),
        TEST(give_way),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
