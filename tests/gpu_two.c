/* SPDX-License-Identifier: Apache-2.0
 *
 * Several devices: contexts of the others, and of the CPU, read a matrix that one alone has. With one GPU, that of the
 * CPU, and the other way round.
 */
#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/hypersparse.h"
#include "tests/fixtures.h"
#include "tests/matrix_calls.h"
#include "tests/other_device.h"
#include "tests/vector_picture.h"

#include <cuda_runtime_api.h>

/* The CPU, and up to two GPUs. */
enum { DEVICES_MAX = 3, N = 64 };

static int devices(void)
{
    const int gpus = tropic_device_count();
    return 1 + (gpus < DEVICES_MAX - 1 ? gpus : DEVICES_MAX - 1);
}

/* A context of device d: 0 is the CPU. */
static tropic_context *open_device(int d)
{
    const tropic_context_options options = {.size = sizeof options,
                                            .device = d == 0 ? TROPIC_DEVICE_CPU : TROPIC_DEVICE_CUDA,
                                            .device_index = d == 0 ? 0 : d - 1,
                                            .threads = 2,
                                            .reproducible = true};
    tropic_context *context = NULL;
    assert_ok(NULL, tropic_context_create(&context, &options));
    return context;
}

/* -- forms that one device alone has ------------------------------------------------------------ */

static void make_arcs(tropic_context *maker, const tropic_matrix *A, tp_orientation o)
{
    tp_arcs arcs;
    assert_ok(maker, tp_matrix_arcs(maker, A, o, o == TP_BY_COLUMN, &arcs));
}

static void give(void *of, tropic_matrix *A, other_form form)
{
    tropic_context *maker = of;
    const tropic_matrix *forms = A;
    tp_dense dense;
    if (form == OTHER_NAMED) {
        assert_ok(maker, tropic_matrix_set_form(A, maker, TROPIC_MATRIX_HYPERSPARSE));
        forms = A->hypersparse->core;
    }
    if (form != OTHER_COLUMNS) make_arcs(maker, forms, TP_BY_ROW);
    if (form == OTHER_COLUMNS || form == OTHER_BOTH) make_arcs(maker, forms, TP_BY_COLUMN);
    if (form == OTHER_DENSE) assert_ok(maker, tp_matrix_open_dense(maker, A, &dense));
    if (form == OTHER_PRIMED) matrix_calls_prime(maker, A);
    other_forget_host(A);
}

static void every_call_reads_another_devices_matrix(void **state)
{
    for (int made_by = 1; made_by < devices(); made_by++)
        for (int read_by = 0; read_by < devices(); read_by++) {
            OWNED(tropic_context) *maker = open_device(made_by), *reader = open_device(read_by);
            if (read_by != made_by && (read_by > 0 || made_by == 1)) other_check_calls(reader, give, maker);
        }
}

static void two_devices_read_one_at_once(void **state)
{
    for (int made_by = 1; made_by < devices(); made_by++)
        for (int read_by = 0; read_by < devices(); read_by++) {
            OWNED(tropic_context) *maker = open_device(made_by);
            tropic_context *readers[2] = {open_device(read_by), open_device(made_by)};
            other_check_threads(readers, give, maker);
            for (int k = 0; k < 2; k++) tropic_context_free(&readers[k]);
        }
}

/* -- products ----------------------------------------------------------------------------------- */

static tropic_matrix *ring(tropic_context *context)
{
    tropic_index rows[2 * N], cols[2 * N];
    int64_t values[2 * N];
    tropic_matrix *A = NULL;
    for (int k = 0; k < 2 * N; k++) {
        rows[k] = k % N;
        cols[k] = (k % N + 1 + 2 * (k / N)) % N;
        values[k] = 1 + k % 5;
    }
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, N, N, 2 * (tropic_offset)N, rows, cols, TROPIC_INT64, values, NULL));
    return A;
}

static const tropic_semiring *plus_times(void)
{
    return tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT64);
}

/* y = A x in plain C, of entries from the host. */
static void multiply(int64_t A[N][N], const int64_t x[N], int64_t y[N])
{
    for (int i = 0; i < N; i++) {
        y[i] = 0;
        for (int j = 0; j < N; j++) y[i] += A[i][j] * x[j];
    }
}

static void square(int64_t A[N][N])
{
    static int64_t product[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            product[i][j] = 0;
            for (int k = 0; k < N; k++) product[i][j] += A[i][k] * A[k][j];
        }
    memcpy(A, product, sizeof product);
}

static void check_product(tropic_context *context, const tropic_matrix *A, int64_t expected[N][N])
{
    int64_t x[N], y[N], found[N];
    OWNED(tropic_vector) *u = NULL, *w = NULL;
    for (int i = 0; i < N; i++) x[i] = 1 + i % 7;
    multiply(expected, x, y);
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT64, N));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT64, N));
    assert_ok(context, tropic_vector_put_dense(u, x, NULL));
    assert_ok(context, tropic_mxv(w, NULL, NULL, plus_times(), A, u, NULL));
    assert_ok(context, tropic_vector_get_dense(w, found, NULL));
    assert_memory_equal(found, y, sizeof y);
}

/* Each square is made by another device, of a matrix that the one before made, whose context is gone; entries are set
 * by each. */
static void products_go_from_device_to_device(void **state)
{
    static int64_t expected[N][N];
    const int64_t one = 1;
    for (int first = 0; first < devices(); first++) {
        tropic_context *host = open_device(0);
        OWNED(tropic_matrix) *A = ring(host);
        memset(expected, 0, sizeof expected);
        for (int k = 0; k < 2 * N; k++) expected[k % N][(k % N + 1 + 2 * (k / N)) % N] = 1 + k % 5;
        tropic_context_free(&host);
        for (int round = 0; round < 2 * devices(); round++) {
            tropic_context *maker = open_device((first + round) % devices());
            tropic_matrix *C = NULL;
            if (round % devices() < 2) {
                assert_ok(maker, tropic_mxm(&C, maker, NULL, NULL, plus_times(), A, A, NULL));
                square(expected);
            } else {
                assert_ok(maker, tropic_matrix_duplicate(&C, maker, A));
            }
            tropic_context_free(&maker);
            for (int d = devices() - 1; d >= 0; d--) {
                OWNED(tropic_context) *reader = open_device(d);
                check_product(reader, C, expected);
                assert_ok(reader, tropic_matrix_set(C, reader, d, round, &one));
                expected[d][round] = one;
                check_product(reader, C, expected);
            }
            tropic_matrix_free(&A);
            A = C;
        }
    }
}

/* The caller's copy on device d, made current. */
static void *copy_to(int d, const void *from, size_t bytes)
{
    void *to = NULL;
    assert_int_equal(cudaSetDevice(d - 1), cudaSuccess);
    assert_int_equal(cudaMalloc(&to, bytes), cudaSuccess);
    assert_int_equal(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    return to;
}

/* Of the caller's memory on one GPU. */
static void views_are_read_by_all(void **state)
{
    const tropic_build_options options = {.size = sizeof options, .location = TROPIC_DEVICE, .view = true};
    static int64_t expected[N][N];
    tropic_offset offsets[N + 1] = {0};
    tropic_index ids[N];
    int64_t values[N];
    for (int i = 0; i < N; i++) {
        offsets[i + 1] = i + 1;
        ids[i] = (3 * i + 1) % N;
        values[i] = 1 + i % 9;
        expected[i][ids[i]] = values[i];
    }
    for (int k = 0; k < 2 * (devices() - 1) * devices(); k++) {
        const int made_by = 1 + k / 2 % (devices() - 1);
        tropic_context *maker = open_device(made_by), *reader = open_device(k / 2 / (devices() - 1));
        void *on_device[] = {copy_to(made_by, offsets, sizeof offsets), copy_to(made_by, ids, sizeof ids),
                             copy_to(made_by, values, sizeof values)};
        tropic_matrix *A = NULL, *turned = NULL;
        assert_ok(maker, (k % 2 ? tropic_matrix_from_csc : tropic_matrix_from_csr)(
                             &A, maker, N, N, on_device[0], on_device[1], TROPIC_INT64, on_device[2], &options));
        tropic_context_free(&maker);
        if (k % 2) assert_ok(reader, tropic_transpose(&turned, reader, NULL, NULL, A, NULL));
        check_product(reader, k % 2 ? turned : A, expected);
        tropic_matrix_free(&A);
        tropic_matrix_free(&turned);
        tropic_context_free(&reader);
        for (int m = 0; m < 3; m++) assert_int_equal(cudaFree(on_device[m]), cudaSuccess);
    }
}

/* -- vectors ------------------------------------------------------------------------------------ */

static void vectors_move_between_devices(void **state)
{
    tropic_type types[PICTURE_TYPES];
    tropic_context *contexts[DEVICES_MAX];
    for (int d = 0; d < devices(); d++) contexts[d] = open_device(d);
    picture_types(contexts[0], types);
    for (int k = 0; k < devices() * devices() * PICTURE_TYPES * 3; k++) {
        tropic_context *from = contexts[k % devices()], *to = contexts[k / devices() % devices()];
        const int rest = k / devices() / devices();
        const tropic_type type = types[rest / 3];
        OWNED(tropic_vector) *v = picture_make(from, type, (tropic_vector_form)(rest % 3));
        const picture before = picture_look(from, v);
        picture after;
        assert_ok(to, tropic_vector_move(v, to));
        after = picture_look(to, v);
        picture_same(&after, &before);
        assert_ok(from, tropic_vector_move(v, from));
        after = picture_look(from, v);
        picture_same(&after, &before);
    }
    for (int d = 0; d < devices(); d++) tropic_context_free(&contexts[d]);
}

/* Nobody has asked a GPU yet how many entries there are, or entries are pending. */
static void vectors_move_as_they_are_written(void **state)
{
    tropic_context *contexts[DEVICES_MAX];
    const int64_t seven = 7;
    for (int d = 0; d < devices(); d++) contexts[d] = open_device(d);
    for (int k = 0; k < devices() * devices() * 2; k++) {
        tropic_context *from = contexts[k % devices()], *to = contexts[k / devices() % devices()];
        OWNED(tropic_matrix) *A = ring(from);
        OWNED(tropic_vector) *u = NULL, *w = NULL;
        int64_t found[N];
        bool has[N];
        assert_ok(from, tropic_vector_create(&u, from, TROPIC_INT64, N));
        assert_ok(from, tropic_vector_create(&w, from, TROPIC_INT64, N));
        assert_ok(from, tropic_vector_set(u, 5, &seven));
        if (k / devices() / devices()) assert_ok(from, tropic_vector_set_form(w, TROPIC_BITMAP));
        assert_ok(from, tropic_vxm(w, NULL, NULL, plus_times(), u, A, NULL));
        assert_ok(to, tropic_vector_move(w, to));
        assert_ok(to, tropic_vector_set(w, 0, &seven));
        assert_ok(to, tropic_vector_get_dense(w, found, has));
        for (int i = 0; i < N; i++) {
            const int64_t wanted = i == 0 ? seven : i == 6 || i == 8 ? seven * (1 + (i == 6 ? 5 : 5 + N) % 5) : 0;
            assert_int_equal(found[i], wanted);
            assert_int_equal(has[i], wanted != 0);
        }
        assert_int_equal(tropic_vector_count(w), 3);
    }
    for (int d = 0; d < devices(); d++) tropic_context_free(&contexts[d]);
}

/* A call is given vectors of its own context alone. */
static void vectors_of_two_contexts_are_refused(void **state)
{
    for (int k = 0; k < devices() * devices(); k++) {
        OWNED(tropic_context) *a = open_device(k % devices()), *b = open_device(k / devices());
        OWNED(tropic_matrix) *A = ring(a);
        OWNED(tropic_vector) *w = NULL, *u = NULL;
        assert_ok(a, tropic_vector_create(&w, a, TROPIC_INT64, N));
        assert_ok(b, tropic_vector_create(&u, b, TROPIC_INT64, N));
        assert_status(a, TROPIC_INVALID_ARGUMENT, tropic_mxv(w, NULL, NULL, plus_times(), A, u, NULL));
        assert_status(a, TROPIC_INVALID_ARGUMENT, tropic_vector_swap(w, u));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_reads_another_devices_matrix),
        cmocka_unit_test(two_devices_read_one_at_once),
        cmocka_unit_test(products_go_from_device_to_device),
        cmocka_unit_test(views_are_read_by_all),
        cmocka_unit_test(vectors_move_between_devices),
        cmocka_unit_test(vectors_move_as_they_are_written),
        cmocka_unit_test(vectors_of_two_contexts_are_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
