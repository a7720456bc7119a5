/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated matrices stay in the GPU's memory, whose peak is bounded; and a Kronecker graph of scale 27, with more
 * than 2^32 stored entries. (That they are the CPU's, bit by bit: gpu/test_generate_everywhere.)
 */
#include "tests/common.h"

#include <cuda_runtime_api.h>

/* Bytes that are out, and their maximum. */
typedef struct meter {
    size_t now, peak;
} meter;

typedef struct meters {
    meter host, device;
} meters;

#define BLOCKS 256

static struct {
    void *pointer;
    size_t bytes;
} blocks[BLOCKS];

static void more(meter *m, size_t bytes)
{
    m->now += bytes;
    if (m->now > m->peak) m->peak = m->now;
}

static void *host_allocate(size_t bytes, void *user)
{
    size_t *block = malloc(64 + bytes);
    if (!block) return NULL;
    *block = bytes;
    more(&((meters *)user)->host, bytes);
    return (char *)block + 64;
}

static void host_release(void *pointer, void *user)
{
    size_t *block = (size_t *)((char *)pointer - 64);
    ((meters *)user)->host.now -= *block;
    free(block);
}

static void *device_allocate(size_t bytes, void *user)
{
    int b = 0;
    while (b < BLOCKS && blocks[b].pointer) b++;
    if (b == BLOCKS || cudaMalloc(&blocks[b].pointer, bytes) != cudaSuccess) {
        cudaGetLastError();
        if (b < BLOCKS) blocks[b].pointer = NULL;
        return NULL;
    }
    blocks[b].bytes = bytes;
    more(&((meters *)user)->device, bytes);
    return blocks[b].pointer;
}

static void device_release(void *pointer, void *user)
{
    for (int b = 0; b < BLOCKS; b++)
        if (blocks[b].pointer == pointer) {
            ((meters *)user)->device.now -= blocks[b].bytes;
            blocks[b].pointer = NULL;
        }
    assert_int_equal(cudaFree(pointer), cudaSuccess);
}

static tropic_context *metered_context(meters *m)
{
    const tropic_context_options options = {.size = sizeof options,
                                            .device = TROPIC_DEVICE_CUDA,
                                            .allocate = host_allocate,
                                            .release = host_release,
                                            .device_allocate = device_allocate,
                                            .device_release = device_release,
                                            .memory_user = m};
    tropic_context *context = NULL;
    assert_ok(NULL, tropic_context_create(&context, &options));
    return context;
}

/* At most so many times the matrix, if that has a million entries or more. */
static const double MOST = 2.5;
static const tropic_offset MANY = 1000000;

static tropic_matrix *generate(tropic_context *context, meters *m, const tropic_generator_options *options)
{
    const size_t before = m->device.now;
    tropic_matrix *A = NULL;
    m->device.peak = before;
    assert_ok(context, tropic_matrix_generate(&A, context, options));
    printf("%s %g: %lld entries, %.3g GB, peak %.2f times that\n", tropic_generator_name(options->kind),
           options->parameter[0], (long long)tropic_matrix_count(A), (double)(m->device.now - before) / 1e9,
           (double)(m->device.peak - before) / (double)(m->device.now - before));
    if (tropic_matrix_count(A) >= MANY)
        assert_true((double)(m->device.peak - before) <= MOST * (double)(m->device.now - before));
    return A;
}

static void peaks(void **unused)
{
    static const double parameter[TROPIC_GENERATORS][2] = {{20, 16},  {20, 16},  {2000, 0.7}, {2000},
                                                           {1000000}, {15},      {4000000},   {900, 9},
                                                           {3000000}, {3000000}, {2000},      {300000, 16}};
    meters m = {{0, 0}, {0, 0}};
    tropic_context *context = metered_context(&m);
    for (int k = 0; k < TROPIC_GENERATORS; k++)
        for (int way = 0; way < 4; way++) {
            const tropic_generator_options options = {.size = sizeof options,
                                                      .kind = (tropic_generator)k,
                                                      .parameter = {parameter[k][0], parameter[k][1]},
                                                      .directed = way & 1,
                                                      .weights = way & 2 ? 9 : 0};
            const size_t before = m.device.now;
            tropic_matrix *A = generate(context, &m, &options);
            tropic_matrix_free(&A);
            assert_int_equal(m.device.now, before);
        }
    tropic_context_free(&context);
    assert_int_equal(m.host.now + m.device.now, 0);
}

/* Searches, shortest paths and products of it: nothing of the matrix comes to the host. */
static void use(tropic_context *context, meters *m, const tropic_matrix *A, bool weighted, int64_t *reached)
{
    const tropic_descriptor shares = {.size = sizeof shares, .strategy = TROPIC_STRATEGY_COOC_SCALAR};
    const tropic_index source = 0;
    const tropic_bc_options by_entries = {
        .size = sizeof by_entries, .strategy = TROPIC_STRATEGY_COOC_SCALAR, .sources = &source, .source_count = 1};
    const size_t a_little = 1 << 20;
    tropic_run_report report = {.size = sizeof report};
    const tropic_index n = tropic_matrix_rows(A);
    OWNED(tropic_vector) *level = NULL, *distance = NULL, *u = NULL, *w = NULL, *sum = NULL;
    const int32_t one = 1;
    int64_t entries = 0;
    m->host.peak = m->host.now;
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, n));
    assert_ok(context, tropic_vector_create(&distance, context, TROPIC_INT64, n));
    *reached = 0;
    for (tropic_index from = 0; *reached < n / 4 && from < 64; from++) {
        assert_ok(context, tropic_bfs(level, NULL, A, from, NULL, &report));
        *reached = report.reached;
        entries = report.reached_arcs;
    }
    printf("search: %lld levels, %lld reached, %lld arcs, %.3g ms\n", (long long)report.levels,
           (long long)report.reached, (long long)entries, 1e3 * report.run_seconds);
    if (weighted) {
        assert_ok(context, tropic_sssp(distance, NULL, A, 0, NULL, &report));
        assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, n));
        assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, n));
        assert_ok(context, tropic_vector_fill(u, &one));
        assert_ok(context,
                  tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT32), A, u, &shares));
        assert_ok(context, tropic_vector_create(&sum, context, TROPIC_FP64, n));
        assert_ok(context, tropic_bc(sum, A, &by_entries, NULL));
    }
    assert_true(m->host.peak - m->host.now < (size_t)tropic_matrix_count(A) + a_little);
}

static void nothing_comes_to_the_host(void **unused)
{
    const tropic_generator_options options = {
        .size = sizeof options, .kind = TROPIC_GENERATE_KRON, .parameter = {test_sized(20, 12), 16}, .weights = 255};
    meters m = {{0, 0}, {0, 0}};
    tropic_context *context = metered_context(&m);
    tropic_matrix *A = generate(context, &m, &options);
    int64_t reached;
    use(context, &m, A, true, &reached);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    assert_int_equal(m.host.now + m.device.now, 0);
}

static void scale_27(void **unused)
{
    const tropic_generator_options options = {
        .size = sizeof options, .kind = TROPIC_GENERATE_KRON, .parameter = {27, 16}, .seed = 1};
    const size_t needed = (size_t)48 << 30;
    const int64_t more_than_32_bits = (int64_t)1 << 32;
    meters m = {{0, 0}, {0, 0}};
    size_t left = 0, all = 0;
    tropic_context *context;
    tropic_matrix *A;
    int64_t reached;
    if (getenv("TROPIC_TEST_SMALL") || cudaMemGetInfo(&left, &all) != cudaSuccess || left < needed)
        test_skip("a GPU with 48 GiB free is needed");
    context = metered_context(&m);
    /* Of 2^32 arcs that are drawn, some are loops or there already. */
    A = generate(context, &m, &options);
    assert_true(tropic_matrix_count(A) > more_than_32_bits / 20 * 19 && tropic_matrix_count(A) < more_than_32_bits);
    use(context, &m, A, false, &reached);
    assert_true(reached > tropic_matrix_rows(A) / 3);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
    assert_int_equal(m.host.now + m.device.now, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peaks),
        cmocka_unit_test(nothing_comes_to_the_host),
        cmocka_unit_test(scale_27),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
