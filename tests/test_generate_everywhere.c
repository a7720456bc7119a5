/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs made by rule are the same on a GPU and on the CPU, there with any number of threads. Some readers take them
 * from where they lie. Some arguments are refused.
 */
#include "tests/generated.h"

#include <sys/resource.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static tropic_context *context, *twin;

/* The twin: of the CPU; with another number of threads. */
static int set_up(void **unused)
{
    const tropic_context_options other = {.size = sizeof other, .device = TROPIC_DEVICE_CPU, .threads = 3};
    context = test_context();
    return tropic_context_create(&twin, &other) == TROPIC_OK ? 0 : -1;
}

static int tear_down(void **unused)
{
    tropic_context_free(&context);
    tropic_context_free(&twin);
    return 0;
}

static tropic_matrix *make(const tropic_generator_options *options)
{
    tropic_matrix *A = NULL;
    assert_ok(context, tropic_matrix_generate(&A, context, options));
    return A;
}

static void the_same_everywhere(void **unused)
{
    for (int k = 0; k < TROPIC_GENERATORS; k++)
        for (int way = 0; way < 8; way++) {
            tropic_generator_options options = generated_sample(k, (way == 4 || way == 7) && test_sized(1, 0));
            OWNED(tropic_matrix) *A = NULL, *B = NULL;
            options.directed = way & 2;
            options.weights = way & 4 ? INT32_MAX : 0;
            options.seed = (uint64_t)way << 61;
            A = make(&options);
            assert_ok(twin, tropic_matrix_generate(&B, twin, &options));
            test_matrices_same(context, A, twin, B);
        }
}

/* The results of the algorithms and a product on a graph. */
typedef struct results {
    tropic_index n;
    int64_t *distance;
    int32_t *level, *sum;
    double *centrality;
} results;

static results results_of(tropic_context *of, const tropic_generator_options *options, tropic_strategy strategy)
{
    const tropic_run_options run = {.size = sizeof run, .strategy = strategy};
    const tropic_bc_options bc = {
        .size = sizeof bc, .strategy = strategy, .sources = (const tropic_index[]){1}, .source_count = 1};
    const tropic_descriptor pull = {.size = sizeof pull, .strategy = strategy};
    const tropic_semiring *sums = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
    const int32_t one = 1;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *d = NULL, *l = NULL, *s = NULL, *ones = NULL;
    results r;
    assert_ok(of, tropic_matrix_generate(&A, of, options));
    r.n = tropic_matrix_rows(A);
    d = test_vector_of(of, TROPIC_INT64, r.n, NULL);
    l = test_vector_of(of, TROPIC_INT32, r.n, NULL);
    s = test_vector_of(of, TROPIC_INT32, r.n, NULL);
    ones = test_vector_of(of, TROPIC_INT32, r.n, NULL);
    assert_ok(of, tropic_vector_fill(ones, &one));
    assert_ok(of, tropic_sssp(d, NULL, A, 1, &run, NULL));
    assert_ok(of, tropic_bfs(l, NULL, A, 1, &run, NULL));
    r.centrality = test_centralities(of, A, TROPIC_FP64, &bc, TROPIC_OK, NULL);
    assert_ok(of, tropic_mxv(s, NULL, NULL, sums, A, ones, &pull));
    r.distance = test_values_of(of, d);
    r.level = test_values_of(of, l);
    r.sum = test_values_of(of, s);
    return r;
}

static void results_free(results *r)
{
    free(r->distance);
    free(r->level);
    free(r->sum);
    free(r->centrality);
}

/* Whatever is known of the graph, the algorithms and products take it from where it lies: nothing has been
 * on the host before. */
static void put_to_use(void **unused)
{
    static const tropic_generator kinds[] = {TROPIC_GENERATE_KRON, TROPIC_GENERATE_MESH, TROPIC_GENERATE_RGG};
    for (size_t k = 0; k < COUNT(kinds); k++)
        for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
            tropic_generator_options options = generated_sample((int)kinds[k], false);
            OWNED(results) a, b;
            options.weights = 100;
            a = results_of(context, &options, (tropic_strategy)strategy);
            b = results_of(twin, &options, (tropic_strategy)strategy);
            assert_int_equal(a.n, b.n);
            assert_memory_equal(a.distance, b.distance, (size_t)a.n * sizeof *a.distance);
            assert_memory_equal(a.level, b.level, (size_t)a.n * sizeof *a.level);
            assert_memory_equal(a.sum, b.sum, (size_t)a.n * sizeof *a.sum);
            test_centralities_near("generated", a.centrality, b.centrality, a.n, 1e-9, 1e-9);
        }
}

/* Facts of a matrix do not depend on where they were found. */
static void facts_agree(void **unused)
{
    for (int k = 0; k < TROPIC_GENERATORS; k++)
        for (int directed = 0; directed < 2; directed++) {
            tropic_generator_options options = generated_sample(k, false);
            tropic_matrix_facts a = {.size = sizeof a}, b = a;
            OWNED(tropic_matrix) *A = NULL, *B = NULL;
            options.weights = 1000;
            options.directed = directed;
            A = make(&options);
            assert_ok(twin, tropic_matrix_generate(&B, twin, &options));
            assert_ok(context, tropic_matrix_describe(A, context, &a));
            assert_ok(twin, tropic_matrix_describe(B, twin, &b));
            assert_true(test_close(a.deviation_out, b.deviation_out, 1e-12));
            assert_true(test_close(a.deviation_in, b.deviation_in, 1e-12));
            assert_true(test_close(a.mean_value, b.mean_value, 1e-12));
            a.deviation_out = b.deviation_out;
            a.deviation_in = b.deviation_in;
            a.mean_value = b.mean_value;
            assert_true(a.isolated == b.isolated && a.min_out == b.min_out && a.max_out == b.max_out &&
                        a.min_in == b.min_in && a.max_in == b.max_in);
            assert_true(a.min_value == b.min_value && a.max_value == b.max_value);
            assert_true(a.symmetric == b.symmetric && a.loops == b.loops && a.pull == b.pull);
            assert_true(a.components == b.components && a.largest_component == b.largest_component);
            assert_true(a.mean_degree == b.mean_degree && a.count == b.count);
        }
}

static void refused(void **unused)
{
    static const struct {
        tropic_generator kind;
        double first, second;
        const char *says;
    } bad[] = {
        {TROPIC_GENERATE_KRON, 0, 16, "SCALE is 0, not a whole number from 1 to 30"},
        {TROPIC_GENERATE_KRON, 32, 16, "SCALE is 32"},
        {TROPIC_GENERATE_KRON, 10, 0, "EF is 0"},
        {TROPIC_GENERATE_URAND, 10.5, 16, "SCALE is 10.5"},
        {TROPIC_GENERATE_URAND, NAN, 16, "SCALE is"},
        {TROPIC_GENERATE_URAND, 5, INFINITY, "EF is inf"},
        {TROPIC_GENERATE_LATTICE, 10, -0.1, "P is -0.1, not a number from 0 to 1"},
        {TROPIC_GENERATE_LATTICE, 10, 1.1, "P is 1.1"},
        {TROPIC_GENERATE_LATTICE, 10, NAN, "P is"},
        {TROPIC_GENERATE_LATTICE, 46341, 0.5, "SIDE is 46341"},
        {TROPIC_GENERATE_MESH, -1, 0, "SIDE is -1"},
        {TROPIC_GENERATE_MESH, 5, 1, "mesh has 1 parameter"},
        {TROPIC_GENERATE_RGG, 2147483648.0, 0, "N is 2147483648"},
        {TROPIC_GENERATE_KMER, 0, 0, "N is 0"},
        {TROPIC_GENERATE_MYCIELSKIAN, 1, 0, "K is 1"},
        {TROPIC_GENERATE_MYCIELSKIAN, 32, 0, "K is 32"},
        {TROPIC_GENERATE_LAYERS, 65536, 32768, "W times D is 2147483648"},
        {TROPIC_GENERATE_LAYERS, 5, 0, "D is 0"},
        {TROPIC_GENERATE_BAND, 9, 1, "WIDTH is 1"},
        {TROPIC_GENERATE_STAR, 1, NAN, "star has 1 parameter"},
        {(tropic_generator)TROPIC_GENERATORS, 5, 5, "no generator 12"},
        {(tropic_generator)-1, 5, 5, "no generator -1"},
    };
    tropic_generator_options options = generated_wanted(TROPIC_GENERATE_PATH, 5, 0);
    tropic_matrix *A = NULL;
    assert_int_equal(tropic_matrix_generate(&A, NULL, &options), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_generate(NULL, context, &options));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_generate(&A, context, NULL));
    options.weights = -1;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_generate(&A, context, &options));
    options.size = 0;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_generate(&A, context, &options));
    for (size_t k = 0; k < COUNT(bad); k++) {
        options = generated_wanted(bad[k].kind, bad[k].first, bad[k].second);
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_generate(&A, context, &options));
        if (!strstr(tropic_context_error(context), bad[k].says))
            fail_msg("'%s' does not say '%s'", tropic_context_error(context), bad[k].says);
        assert_null(A);
    }
}

/* Far beyond any memory: refused at once. */
static void too_large(void **unused)
{
    static const double parameter[][3] = {{TROPIC_GENERATE_KRON, 30, 65536},
                                          {TROPIC_GENERATE_MYCIELSKIAN, 31, 0},
                                          {TROPIC_GENERATE_COMPLETE, 2147483647, 0},
                                          {TROPIC_GENERATE_COMPLETE, 1518500250, 0}, /* bytes wrap */
                                          {TROPIC_GENERATE_LAYERS, 1073741823, 2}};
    const tropic_status expected =
        tropic_context_device(context) == TROPIC_DEVICE_CUDA ? TROPIC_OUT_OF_DEVICE_MEMORY : TROPIC_OUT_OF_MEMORY;
    tropic_matrix *A = NULL;
    for (size_t k = 0; k < COUNT(parameter); k++) {
        tropic_generator_options options =
            generated_wanted((tropic_generator)parameter[k][0], parameter[k][1], parameter[k][2]);
        options.weights = 5;
        assert_status(context, expected, tropic_matrix_generate(&A, context, &options));
        assert_non_null(strstr(tropic_context_error(context), "needs"));
    }
}

/* The memory limit of the process counts, not that of the machine. */
static void limited(void **unused)
{
    const tropic_generator_options options = generated_wanted(TROPIC_GENERATE_KRON, 24, 16);
    struct rlimit limit, small;
    tropic_matrix *A = NULL;
    tropic_status status;
    if (tropic_context_device(context) != TROPIC_DEVICE_CPU) test_skip("memory of the GPU has no such limit");
    if (test_addresses_sanitized()) test_skip("the shadow of AddressSanitizer is larger than any limit");
    if (test_emulated()) test_skip("the emulator keeps no limit of memory");
    assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
    small = limit;
    small.rlim_cur = (rlim_t)4 << 30; /* counted are 2.5 times 2.3 GB */
    assert_int_equal(setrlimit(RLIMIT_AS, &small), 0);
    status = tropic_matrix_generate(&A, context, &options);
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
    assert_status(context, TROPIC_OUT_OF_MEMORY, status);
    assert_non_null(strstr(tropic_context_error(context), "are available"));
    assert_null(A);
}

static bool never(double done, void *user)
{
    return false;
}

static void cancelled(void **unused)
{
    const tropic_context_options options = {.size = sizeof options, .device = test_device(), .progress = never};
    const tropic_generator_options graph = generated_wanted(TROPIC_GENERATE_KRON, 6, 4);
    OWNED(tropic_context) *impatient = NULL;
    tropic_matrix *A = NULL;
    assert_ok(NULL, tropic_context_create(&impatient, &options));
    assert_status(impatient, TROPIC_CANCELLED, tropic_matrix_generate(&A, impatient, &graph));
    assert_null(A);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_everywhere), cmocka_unit_test(put_to_use),
        cmocka_unit_test(facts_agree),         cmocka_unit_test(refused),
        cmocka_unit_test(too_large),           cmocka_unit_test(limited),
        cmocka_unit_test(cancelled),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
