/* SPDX-License-Identifier: Apache-2.0
 *
 * Device memory that a product of matrices under a mask takes beside its result, which a CPU makes, too.
 */
#include "tests/failing.h"

#include <cuda_runtime_api.h>

/* Memory that a context has taken, and the most that it had. */
enum { BLOCKS = 256 };
static struct {
    void *pointer;
    size_t bytes;
} blocks[BLOCKS];
static size_t now, peak;

static void *take(size_t bytes, void *user)
{
    void *pointer = NULL;
    int at = 0;
    while (at < BLOCKS && blocks[at].pointer) at++;
    assert_true(at < BLOCKS);
    if (cudaMalloc(&pointer, bytes) != cudaSuccess) return NULL;
    blocks[at].pointer = pointer;
    blocks[at].bytes = bytes;
    now += bytes;
    if (now > peak) peak = now;
    return pointer;
}

static void give(void *pointer, void *user)
{
    int at = 0;
    while (at < BLOCKS && blocks[at].pointer != pointer) at++;
    assert_true(at < BLOCKS);
    now -= blocks[at].bytes;
    blocks[at].pointer = NULL;
    assert_int_equal(cudaFree(pointer), cudaSuccess);
}

/* C<mask> = A A, or A plus.pair A', of one generated graph. */
typedef struct masked {
    const char *name;
    tropic_generator kind;
    int full, small; /* the first parameter, by size of the test */
    double second;
    bool triangles; /* of the graph's lower triangle */
} masked;

static tropic_status multiply(tropic_matrix **C, tropic_context *context, const masked *m, const tropic_matrix *A)
{
    const tropic_descriptor d = {.size = sizeof d, .structure = true, .transpose_second = m->triangles};
    const tropic_builtin name = m->triangles ? TROPIC_PLUS_PAIR : TROPIC_PLUS_TIMES;
    return tropic_mxm(C, context, A, NULL, tropic_semiring_builtin(name, TROPIC_FP64), A, A, &d);
}

/* Entries and values, byte by byte. */
static void check_same(tropic_context *context, const tropic_matrix *A, tropic_context *cpu, const tropic_matrix *B)
{
    const tropic_offset *offsets[2], count = tropic_matrix_count(A);
    const tropic_index *ids[2];
    const void *values[2];
    assert_int_equal(count, tropic_matrix_count(B));
    assert_ok(context, tropic_matrix_csr(A, context, &offsets[0], &ids[0], &values[0]));
    assert_ok(cpu, tropic_matrix_csr(B, cpu, &offsets[1], &ids[1], &values[1]));
    assert_memory_equal(offsets[0], offsets[1], ((size_t)tropic_matrix_rows(A) + 1) * sizeof *offsets[0]);
    if (count == 0) return;
    assert_memory_equal(ids[0], ids[1], (size_t)count * sizeof *ids[0]);
    assert_memory_equal(values[0], values[1], (size_t)count * sizeof(double));
}

static void check(tropic_context *context, tropic_context *cpu, const masked *m)
{
    enum { SHARE = 3, FIXED = 64 << 10 }; /* at most a third of the result, plus that of a small one */
    const tropic_generator_options g = {
        .size = sizeof g, .kind = m->kind, .parameter = {test_sized(m->full, m->small), m->second}, .seed = 1};
    const double one = 1;
    const int64_t below = m->triangles ? -1 : INT32_MAX;
    OWNED(tropic_matrix) *A = NULL, *B = NULL, *C = NULL;
    size_t before = 0, result = 0;
    assert_ok(context, tropic_matrix_generate(&B, context, &g));
    assert_ok(context, tropic_matrix_apply(&A, context, NULL, NULL, tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64),
                                           B, &one, NULL));
    tropic_matrix_free(&B);
    assert_ok(context, tropic_matrix_select(&B, context, NULL, NULL, tropic_operator_builtin(TROPIC_TRIL, TROPIC_INT64),
                                            A, &below, NULL));
    tropic_matrix_free(&A);
    for (int round = 0; round < 2; round++) { /* the first makes the forms that B and the context keep */
        tropic_matrix_free(&C);
        before = peak = now;
        assert_ok(context, multiply(&C, context, m, B));
        result = now - before;
    }
    if (peak - now > result / SHARE + FIXED)
        fail_msg("%s: %zu bytes beside a result of %zu", m->name, peak - now, result);
    assert_ok(context, tropic_matrix_csr(B, context, NULL, NULL, NULL));
    assert_ok(cpu, multiply(&A, cpu, m, B));
    check_same(context, C, cpu, A);
}

static void masked_products_need_little_memory(void **state)
{
    static const masked all[] = {
        {"urand, C<A> = A A", TROPIC_GENERATE_URAND, 16, 11, 8, false}, /* next to nothing is left */
        {"urand, C<A> = A A, dense", TROPIC_GENERATE_URAND, 16, 11, 24, false},
        {"urand, C<L> = L L'", TROPIC_GENERATE_URAND, 16, 11, 8, true},
        {"kron, C<A> = A A", TROPIC_GENERATE_KRON, 14, 11, 8, false}, /* rows of every kind */
        {"kron, C<L> = L L'", TROPIC_GENERATE_KRON, 14, 11, 8, true},
        {"mesh, C<A> = A A", TROPIC_GENERATE_MESH, 256, 40, 0, false},
        {"mesh, C<L> = L L'", TROPIC_GENERATE_MESH, 256, 40, 0, true},
        {"band, C<A> = A A", TROPIC_GENERATE_BAND, 20000, 2000, 16, false}, /* rows of few columns */
        {"band, C<L> = L L'", TROPIC_GENERATE_BAND, 20000, 2000, 64, true},
    };
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CUDA, .device_allocate = take, .device_release = give};
    const tropic_context_options host = {.size = sizeof host, .device = TROPIC_DEVICE_CPU};
    tropic_context *context = NULL, *cpu = NULL;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    assert_int_equal(tropic_context_create(&cpu, &host), TROPIC_OK);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) check(context, cpu, &all[k]);
    tropic_context_free(&cpu);
    tropic_context_free(&context);
    assert_int_equal(now, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(masked_products_need_little_memory)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
