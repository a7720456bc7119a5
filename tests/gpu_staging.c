/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays of several megabytes on their way to a GPU and back: they go through pinned buffers that they, the next call
 * and the calls of other threads use again. Rows taken by a list are those that it names; values come back as they
 * went, to the context that sent them, and a matrix to one of the CPU.
 */
#include "tests/fixtures.h"

#include <pthread.h>

/* A list of N ids takes ten buffers, of 2^18 ids each, or three, if it ascends in short steps; N is a multiple of
 * neither. */
enum { N = 2600001, THREADS = 2, CALLS = 4, ASCENDS = 1, SPARE = 5 };

typedef struct worker {
    int number;
    tropic_offset wrong;
} worker;

/* (i, i) has the value i. */
static tropic_matrix *make_diagonal(tropic_context *context)
{
    OWNED_MEMORY tropic_offset *offsets = test_room(N + 1, sizeof *offsets);
    OWNED_MEMORY tropic_index *ids = test_room(N, sizeof *ids);
    OWNED_MEMORY int32_t *values = test_room(N, sizeof *values);
    tropic_matrix *A = NULL;
    for (tropic_index i = 0; i <= N; i++) offsets[i] = i;
    for (tropic_index i = 0; i < N; i++) values[i] = ids[i] = i;
    assert_ok(context, tropic_matrix_from_csr(&A, context, N, N, offsets, ids, TROPIC_INT32, values, NULL));
    return A;
}

/* Row k of those that a thread takes: in one call they ascend, each twice; in others they are in any order. */
static tropic_index row_of(const worker *w, int call, tropic_index k)
{
    const tropic_index step = 7 * (SPARE * w->number + call) + 1;
    return call == ASCENDS ? k / 2 : (tropic_index)((int64_t)(N - 1 - k) * step % N);
}

/* Rows by lists that differ from call to call and from thread to thread. The list is overwritten as soon as a call is
 * back. */
static void *take_rows(void *of)
{
    worker *w = of;
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = make_diagonal(context), *C = NULL;
    OWNED_MEMORY tropic_index *list = test_room(N, sizeof *list), *cols = test_room(N, sizeof *cols);
    OWNED_MEMORY int32_t *values = test_room(N, sizeof *values);
    const tropic_indices rows = {.ids = list, .count = N};
    for (int call = 0; call < CALLS; call++) {
        for (tropic_index k = 0; k < N; k++) list[k] = row_of(w, call, k);
        assert_ok(context, tropic_matrix_extract(&C, context, NULL, NULL, A, &rows, NULL, NULL));
        memset(list, 0, N * sizeof *list);
        assert_int_equal(tropic_matrix_count(C), N);
        assert_ok(context, tropic_matrix_get_entries(C, context, NULL, cols, values));
        for (tropic_index k = 0; k < N; k++) {
            const tropic_index due = row_of(w, call, k);
            w->wrong += cols[k] != due || values[k] != due;
        }
    }
    return NULL;
}

/* Bytes about the least that goes so, and about those of a piece on the way back. */
static const tropic_index sizes[] = {
    (1 << 20) - 1, 1 << 20, (1 << 20) + 1, (1 << 21) - 1, (1 << 21) + 1, 5 << 19, (5 << 19) + (3 << 15) + 5, 30000001};

/* Values of each size there, and back to memory that is new, and to memory that is not. */
static void *send_and_receive(void *of)
{
    worker *w = of;
    OWNED(tropic_context) *context = test_context();
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const tropic_index n = sizes[s];
        OWNED_MEMORY uint8_t *values = test_room(n, 1), *back = test_room(n, 1);
        OWNED(tropic_vector) *v = NULL;
        for (tropic_index k = 0; k < n; k++) values[k] = (uint8_t)((uint32_t)(k + w->number + 1) * 2654435761u >> 24);
        assert_ok(context, tropic_vector_create(&v, context, TROPIC_UINT8, n));
        for (int call = 0; call < 2; call++) {
            assert_ok(context, tropic_vector_put_dense(v, values, NULL));
            for (tropic_index k = 0; k < n; k += 4096) values[k]++; /* the next call sends other values */
            assert_ok(context, tropic_vector_get_dense(v, back, NULL));
            for (tropic_index k = 0; k < n; k++) w->wrong += back[k] != (uint8_t)(values[k] - (k % 4096 == 0));
        }
    }
    return NULL;
}

/* Rows that a GPU has made are the CPU's to read. */
static void *take_to_host(void *of)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU};
    worker *w = of;
    OWNED(tropic_context) *context = test_context(), *host = NULL;
    OWNED(tropic_matrix) *A = make_diagonal(context), *C = NULL;
    OWNED_MEMORY tropic_index *list = test_room(N, sizeof *list);
    const tropic_indices rows = {.ids = list, .count = N};
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    for (tropic_index k = 0; k < N; k++) list[k] = row_of(w, 0, k);
    assert_ok(host, tropic_context_create(&host, &options));
    assert_ok(context, tropic_matrix_extract(&C, context, NULL, NULL, A, &rows, NULL, NULL));
    assert_ok(host, tropic_matrix_csr(C, host, &offsets, &ids, &values));
    for (tropic_index k = 0; k < N; k++)
        w->wrong += offsets[k + 1] != k + 1 || ids[k] != list[k] || ((const int32_t *)values)[k] != list[k];
    return NULL;
}

static void by_threads(void *(*work)(void *))
{
    pthread_t threads[THREADS];
    worker workers[THREADS];
    for (int k = 0; k < THREADS; k++) {
        workers[k] = (worker){.number = k};
        assert_int_equal(pthread_create(&threads[k], NULL, work, &workers[k]), 0);
    }
    for (int k = 0; k < THREADS; k++) {
        assert_int_equal(pthread_join(threads[k], NULL), 0);
        assert_int_equal(workers[k].wrong, 0);
    }
}

static void large_lists(void **state)
{
    by_threads(take_rows);
}

static void values_there_and_back(void **state)
{
    by_threads(send_and_receive);
}

static void matrices_to_the_host(void **state)
{
    by_threads(take_to_host);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_lists),
        cmocka_unit_test(values_there_and_back),
        cmocka_unit_test(matrices_to_the_host),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
