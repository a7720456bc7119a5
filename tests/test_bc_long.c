/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness from some of the sources: drawn, until an error is met, until it is cancelled, and on from a checkpoint.
 */
#include "tests/files.h"
#include "tests/fixtures.h"
#include "tests/generated.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* -- samples ----------------------------------------------------------------------------------- */

static void draws(void **unused)
{
    enum { N = 50, TRIES = 4000 };
    OWNED(tropic_context) *context = test_context();
    tropic_index sample[N], fewer[N];
    int first[N] = {0}, taken[N] = {0};
    for (int seed = 0; seed < TRIES; seed++) {
        bool drawn[N] = {false};
        assert_ok(context, tropic_sample(sample, context, N, 10, (uint64_t)seed));
        assert_ok(context, tropic_sample(fewer, context, N, 4, (uint64_t)seed));
        assert_memory_equal(sample, fewer, 4 * sizeof *sample);
        for (int k = 0; k < 10; k++) {
            assert_in_range(sample[k], 0, N - 1);
            assert_false(drawn[sample[k]]);
            drawn[sample[k]] = true;
            taken[sample[k]]++;
        }
        first[sample[0]]++;
    }
    /* Each within five standard deviations of the expected number: TRIES / N, and TRIES / 5. */
    for (int v = 0; v < N; v++) {
        assert_true(abs(first[v] - TRIES / N) < 5 * 9);
        assert_true(abs(taken[v] - TRIES / 5) < 5 * 26);
    }
    assert_ok(context, tropic_sample(sample, context, N, N, 7));
    assert_ok(context, tropic_sample(NULL, context, 0, 0, 7));
    assert_int_equal(tropic_sample(sample, context, 3, 4, 7), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_sample(sample, context, 3, -1, 7), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_sample(NULL, context, 3, 1, 7), TROPIC_INVALID_ARGUMENT);
}

/* Drawn by the call or by the caller, the same bits. */
static void by_seed(void **unused)
{
    enum { K = 70 };
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_KRON, 8, 4);
    const tropic_index n = tropic_matrix_rows(A);
    tropic_index sources[K];
    const tropic_bc_options drawn = {.size = sizeof drawn, .samples = K, .seed = 5, .endpoints = true};
    const tropic_bc_options listed = {
        .size = sizeof listed, .sources = sources, .source_count = K, .extrapolate = true, .endpoints = true};
    tropic_bc_report report = {.size = sizeof report};
    double *values[2];
    assert_ok(context, tropic_sample(sources, context, n, K, 5));
    values[0] = test_centralities(context, A, TROPIC_FP64, test_reporting(&drawn, &report), TROPIC_OK, NULL);
    assert_int_equal(report.sources, K);
    values[1] = test_centralities(context, A, TROPIC_FP64, test_reporting(&listed, &report), TROPIC_OK, NULL);
    assert_int_equal(report.sources, K);
    assert_memory_equal(values[0], values[1], (size_t)n * sizeof(double));
    free(values[0]);
    free(values[1]);
}

/* -- errors ------------------------------------------------------------------------------------ */

/* With each seed the error holds; some estimates are of fewer sources than there are. */
static void errors(void **unused)
{
    const double asked[] = {.4, .2, 1e-6};
    OWNED(tropic_context) *context = test_context();
    for (int deep = 0; deep < 2; deep++) {
        OWNED(tropic_matrix) *A = deep ? generated_matrix(context, TROPIC_GENERATE_MESH, 16, 0)
                                       : generated_matrix(context, TROPIC_GENERATE_KRON, 10, 4);
        const tropic_index n = tropic_matrix_rows(A);
        tropic_bc_options options = {.size = sizeof options, .normalize = TROPIC_NORMALIZE_FULL};
        OWNED_MEMORY double *exact = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL);
        bool fewer = false;
        for (int k = 0; k < 3; k++)
            for (uint64_t seed = 0; seed < (uint64_t)test_sized(k == 2 ? 1 : 3, 1); seed++) {
                tropic_bc_report report = {.size = sizeof report};
                OWNED_MEMORY double *values = NULL;
                options.error = asked[k];
                options.seed = seed;
                values = test_centralities(context, A, TROPIC_FP64, test_reporting(&options, &report), TROPIC_OK, NULL);
                assert_true(report.error <= asked[k]);
                assert_true(report.sources < n || report.error == 0);
                test_centralities_near("estimate", values, exact, n, report.error == 0 ? 1e-11 : 0, report.error);
                fewer = fewer || report.sources < n;
            }
        assert_true(fewer);
    }
}

/* At most so many samples: the report tells the error that they gave. */
static void errors_by_few(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_STAR, 3000, 0);
    tropic_bc_options options = {.size = sizeof options, .error = .2, .samples = 640};
    tropic_bc_report report = {.size = sizeof report};
    /* (Of a star's centre all sources but one give the most that there is.) */
    free(test_centralities(context, A, TROPIC_FP64, test_reporting(&options, &report), TROPIC_OK, NULL));
    assert_true(report.error > 0 && report.error <= .2 && report.sources <= 640);
    options.error = .1;
    options.samples = 64;
    free(test_centralities(context, A, TROPIC_FP64, test_reporting(&options, &report), TROPIC_INVALID_ARGUMENT, NULL));
    assert_non_null(strstr(tropic_context_error(context), "error 0.1 cannot be met by 64 of"));
}

/* Where an error takes all sources, values are those without an error, to the bit. */
static void errors_of_small_graphs(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_KRON, 8, 4);
    tropic_bc_options options = {.size = sizeof options};
    tropic_bc_report report = {.size = sizeof report};
    const size_t bytes = (size_t)tropic_matrix_rows(A) * sizeof(double);
    OWNED_MEMORY double *exact = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL), *values = NULL;
    options.error = .1;
    values = test_centralities(context, A, TROPIC_FP64, test_reporting(&options, &report), TROPIC_OK, NULL);
    assert_true(report.error == 0 && report.sources == tropic_matrix_rows(A));
    assert_memory_equal(values, exact, bytes);
    options.reductions = TROPIC_BC_FOLD; /* is refused as ever */
    free(test_centralities(context, A, TROPIC_FP64, &options, TROPIC_INVALID_ARGUMENT, NULL));
}

static void refused(void **unused)
{
    static const tropic_index sources[] = {1};
    const tropic_bc_options bad[] = {
        {.samples = -1},
        {.samples = 6},
        {.samples = 1, .sources = sources, .source_count = 1},
        {.error = .1, .sources = sources, .source_count = 1},
        {.error = -1},
        {.error = 1},
        {.error = NAN},
        {.confidence = .9},
        {.error = .1, .confidence = 1},
        {.error = .1, .confidence = -1},
        {.error = .1, .confidence = NAN},
        {.error = .1, .endpoints = true},
        {.checkpoint = "x", .checkpoint_seconds = -1},
        {.checkpoint = "x", .checkpoint_seconds = NAN},
    };
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_PATH, 5, 0);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        tropic_bc_options options = bad[k];
        options.size = sizeof options;
        free(test_centralities(context, A, TROPIC_FP64, &options, TROPIC_INVALID_ARGUMENT, NULL));
    }
}

/* -- long runs --------------------------------------------------------------------------------- */

/* Cancelled, wherever it is, a run has the estimate of a sample of as many sources as it tells of. */
static void partial(void **unused)
{
    int left = -1, some = 0;
    OWNED(tropic_context) *context = test_stoppable(&left);
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_MESH, 12, 0);
    const tropic_index n = tropic_matrix_rows(A);
    for (int m = TROPIC_BC_PRODUCTS; m < TROPIC_BC_METHODS; m++)
        for (int stop = 0; stop < 400; stop += test_sized(19, 57)) {
            tropic_bc_options options = {.size = sizeof options,
                                         .method = (tropic_bc_method)m,
                                         .endpoints = (m + stop) % 2 != 0,
                                         .seed = 3,
                                         .reductions = TROPIC_BC_UNREDUCED,
                                         .partial = true};
            tropic_bc_report report = {.size = sizeof report};
            tropic_vector *centrality = NULL;
            OWNED_MEMORY double *values = test_room(n, sizeof *values);
            double *expected;
            tropic_status status;
            assert_ok(context, tropic_vector_create(&centrality, context, TROPIC_FP64, n));
            left = stop;
            status = tropic_bc(centrality, A, test_reporting(&options, &report), NULL);
            left = -1;
            assert_true(status == TROPIC_OK || status == TROPIC_CANCELLED);
            assert_ok(context, tropic_vector_get_dense(centrality, values, NULL));
            tropic_vector_free(&centrality);
            if (status == TROPIC_CANCELLED && report.sources > 0) {
                assert_true(report.sources < n);
                options.partial = false;
                options.samples = (tropic_index)report.sources;
                expected = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL);
                test_centralities_near("cancelled", values, expected, n, 1e-12, 0);
                free(expected);
                some++;
            }
        }
    assert_true(some > 0);
}

/* Cancelled again and again, and gone on with, it ends with the bits of a run without a break. */
static void resumed(void **unused)
{
    int left = -1;
    OWNED_MEMORY char *path = test_file_name("broken"), *whole_path = test_file_name("whole");
    OWNED(tropic_context) *context = test_stoppable(&left);
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_KRON, 8, 6);
    const tropic_index n = tropic_matrix_rows(A);
    for (int error = 0; error < 2; error++)
        for (int m = TROPIC_BC_AUTO; m < TROPIC_BC_METHODS; m += test_sized(1, 2)) {
            tropic_bc_options options = {.size = sizeof options,
                                         .method = (tropic_bc_method)m,
                                         .endpoints = !error,
                                         .error = error ? .15 : 0,
                                         .checkpoint = whole_path};
            tropic_bc_report whole = {.size = sizeof whole}, report = {.size = sizeof report};
            OWNED_MEMORY double *expected = NULL, *values = NULL;
            unlink(path);
            unlink(whole_path);
            expected = test_centralities(context, A, TROPIC_FP64, test_reporting(&options, &whole), TROPIC_OK, NULL);
            options.checkpoint = path;
            assert_true(test_resume_bc(A, test_reporting(&options, &report), context, &left) > 0);
            /* And once more, from the complete file. */
            values = test_centralities(context, A, TROPIC_FP64, test_reporting(&options, &report), TROPIC_OK, NULL);
            assert_memory_equal(values, expected, (size_t)n * sizeof(double));
            assert_int_equal(report.sources, whole.sources);
            assert_true(report.error == whole.error);
        }
    unlink(path);
    unlink(whole_path);
}

static void assert_file(const char *path, const char *bytes, size_t length)
{
    size_t now;
    OWNED_MEMORY char *there = test_read(path, &now);
    assert_non_null(there);
    assert_int_equal(now, length);
    assert_memory_equal(there, bytes, length);
}

/* Bytes of its head, some of which identify the run. */
enum { HEAD = 64 };

/* A checkpoint of another graph or of other options is told, and stays as it is. */
static void checkpoints_of_other_runs(void **unused)
{
    OWNED_MEMORY char *path = test_file_name("checkpoint");
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_MESH, 5, 0);
    OWNED(tropic_matrix) *other = generated_matrix(context, TROPIC_GENERATE_LATTICE, 5, 1);
    OWNED(tropic_matrix) *star = generated_matrix(context, TROPIC_GENERATE_STAR, 300, 0);
    const tropic_index sources[] = {3, 4};
    tropic_bc_options options = {.size = sizeof options, .checkpoint = path};
    tropic_bc_options changed[] = {options, options, options};
    size_t length;
    char *bytes;
    changed[0].endpoints = true;
    changed[1].sources = sources;
    changed[1].source_count = 2;
    changed[2].seed = 1;
    free(test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL));
    bytes = test_read(path, &length);
    free(test_centralities(context, other, TROPIC_FP64, &options, TROPIC_INVALID_ARGUMENT, NULL));
    assert_non_null(strstr(tropic_context_error(context), "another graph"));
    assert_non_null(strstr(tropic_context_error(context), path));
    for (int k = 0; k < 3; k++)
        free(test_centralities(context, A, TROPIC_FP64, &changed[k], TROPIC_INVALID_ARGUMENT, NULL));
    assert_file(path, bytes, length);
    free(bytes);
    unlink(path);
    /* Another number of sources at most is another run. */
    options.error = .5;
    options.samples = 290;
    free(test_centralities(context, star, TROPIC_FP64, &options, TROPIC_OK, NULL));
    options.samples = 280;
    free(test_centralities(context, star, TROPIC_FP64, &options, TROPIC_INVALID_ARGUMENT, NULL));
    unlink(path);
}

/* Whatever is wrong with a checkpoint is told, and the file stays as it is. */
static void damaged_checkpoints(void **unused)
{
    OWNED_MEMORY char *path = test_file_name("checkpoint");
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_MESH, 5, 0);
    const tropic_bc_options options = {.size = sizeof options, .checkpoint = path};
    OWNED(tropic_vector) *centrality = test_vector_of(context, TROPIC_FP64, tropic_matrix_rows(A), NULL);
    size_t length;
    OWNED_MEMORY char *bytes = NULL;
    free(test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL));
    bytes = test_read(path, &length);
    for (size_t at = 0; at < length; at += at < HEAD ? 1 : 7) {
        tropic_status status;
        bytes[at] = (char)(bytes[at] ^ 4);
        test_write(path, bytes, length);
        status = tropic_bc(centrality, A, &options, NULL);
        if (status == TROPIC_OK) fail_msg("byte %zu", at);
        assert_true(status == TROPIC_FORMAT_ERROR || (status == TROPIC_INVALID_ARGUMENT && at < HEAD));
        assert_non_null(strstr(tropic_context_error(context), path));
        assert_file(path, bytes, length);
        bytes[at] = (char)(bytes[at] ^ 4);
    }
    for (size_t cut = 0; cut < length; cut += 5) {
        test_write(path, bytes, cut);
        free(test_centralities(context, A, TROPIC_FP64, &options, TROPIC_FORMAT_ERROR, NULL));
    }
    unlink(path);
}

/* Names that no checkpoint can have. */
static void checkpoints_that_are_no_files(void **unused)
{
    OWNED_MEMORY char *path = test_file_name("checkpoint");
    const char *const names[] = {path, "/no/such/folder/x", "/"};
    OWNED(tropic_context) *context = test_context();
    OWNED(tropic_matrix) *A = generated_matrix(context, TROPIC_GENERATE_MESH, 5, 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    for (int k = 0; k < 3; k++) {
        const tropic_bc_options options = {.size = sizeof options, .checkpoint = names[k]};
        free(test_centralities(context, A, TROPIC_FP64, &options, TROPIC_IO_ERROR, NULL));
        if (k == 0) assert_non_null(strstr(tropic_context_error(context), "no regular file"));
    }
    unlink(path);
}

/* Without a vertex, and with few. */
static void small(void **unused)
{
    OWNED(tropic_context) *context = test_context();
    for (tropic_index n = 0; n < 4; n++) {
        OWNED_MEMORY char *path = test_file_name("checkpoint");
        OWNED(tropic_matrix) *A = NULL;
        tropic_bc_options options = {.size = sizeof options, .partial = true, .checkpoint = path, .error = .5};
        const tropic_index row[] = {0, 1}, col[] = {1, 2};
        unlink(path);
        assert_ok(context,
                  tropic_matrix_from_coo(&A, context, n, n, n < 2 ? 0 : n - 1, row, col, TROPIC_BOOL, NULL, NULL));
        for (int again = 0; again < 2; again++) {
            OWNED_MEMORY double *values = test_centralities(context, A, TROPIC_FP64, &options, TROPIC_OK, NULL);
            for (tropic_index v = 0; v < n; v++) assert_true(values[v] == (n == 3 && v == 1));
        }
        unlink(path);
    }
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws),
        cmocka_unit_test(by_seed),
        cmocka_unit_test(errors),
        cmocka_unit_test(errors_by_few),
        cmocka_unit_test(errors_of_small_graphs),
        cmocka_unit_test(refused),
        cmocka_unit_test(partial),
        cmocka_unit_test(resumed),
        cmocka_unit_test(checkpoints_of_other_runs),
        cmocka_unit_test(damaged_checkpoints),
        cmocka_unit_test(checkpoints_that_are_no_files),
        cmocka_unit_test(small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
