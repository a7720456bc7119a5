/* SPDX-License-Identifier: Apache-2.0
 *
 * The device that a context of TROPIC_DEVICE_AUTO gets if it is asked at once: by the environment, or the GPU, or the
 * CPU where that cannot be opened. The GPU is made up: it opens, or fails, as a test says.
 */
#define _GNU_SOURCE
#include "spmv/cpu_backend.h"
#include "tests/common.h"

static tropic_status answer;
static int asked, asked_index;

static tropic_status made_up_open(tropic_context *context, int index, void *stream)
{
    asked++;
    asked_index = index;
    snprintf(context->device_name, sizeof context->device_name, "made up");
    return answer == TROPIC_OK ? answer : tp_fail(context, answer, "its memory is taken");
}

static void made_up_close(tropic_context *context) {}

static const tp_backend made_up = {
    .device = TROPIC_DEVICE_CUDA, .location = TROPIC_DEVICE, .open = made_up_open, .close = made_up_close};

/* TROPIC_DEVICE is the word, if there is one; the GPU answers so. */
static tropic_status create(tropic_context **context, const char *word, tropic_status gpu,
                            tropic_context_options options)
{
    tropic_status status;
    options.size = sizeof options;
    options.threads = 2;
    *context = NULL;
    answer = gpu;
    asked = asked_index = 0;
    if (word) setenv("TROPIC_DEVICE", word, 1);
    status = tp_context_create(context, &options, &tp_cpu_backend, &made_up);
    unsetenv("TROPIC_DEVICE");
    return status;
}

static void assert_device(const char *word, tropic_status gpu, tropic_context_options options, tropic_device device,
                          const char *reason)
{
    OWNED(tropic_context) *context = NULL;
    assert_ok(NULL, create(&context, word, gpu, options));
    assert_int_equal(tropic_context_device(context), device);
    assert_string_equal(tropic_context_device_name(context),
                        device == TROPIC_DEVICE_CUDA ? "made up" : "CPU, 2 threads");
    assert_string_equal(tropic_context_device_reason(context), reason);
    assert_string_equal(tropic_context_error(context), "");
}

static void refuse(const char *word, tropic_status gpu, tropic_context_options options, tropic_status expected,
                   const char *text)
{
    tropic_context *context;
    assert_status(NULL, expected, create(&context, word, gpu, options));
    assert_null(context);
    if (!strstr(tropic_context_error(NULL), text)) fail_msg("'%s' does not say '%s'", tropic_context_error(NULL), text);
}

static void auto_takes_the_cpu_where_a_gpu_fails(void **state)
{
    const tropic_status failures[] = {TROPIC_OUT_OF_DEVICE_MEMORY, TROPIC_DEVICE_ERROR, TROPIC_OUT_OF_MEMORY};
    const tropic_context_options none = {0};
    assert_device(NULL, TROPIC_OK, none, TROPIC_DEVICE_CUDA, "");
    for (size_t k = 0; k < sizeof failures / sizeof *failures; k++)
        assert_device(NULL, failures[k], none, TROPIC_DEVICE_CPU, "its memory is taken");
    /* Where there is none, nothing has to be told. */
    if (tropic_device_count() == 0) assert_device(NULL, TROPIC_NO_DEVICE, none, TROPIC_DEVICE_CPU, "");
    assert_string_equal(tropic_context_device_reason(NULL), "");
}

static void a_device_that_is_asked_for_is_that_or_an_error(void **state)
{
    const tropic_context_options cuda = {.device = TROPIC_DEVICE_CUDA, .device_index = 2};
    const tropic_context_options cpu = {.device = TROPIC_DEVICE_CPU};
    assert_device(NULL, TROPIC_OK, cuda, TROPIC_DEVICE_CUDA, "");
    assert_int_equal(asked_index, 2);
    refuse(NULL, TROPIC_OUT_OF_DEVICE_MEMORY, cuda, TROPIC_OUT_OF_DEVICE_MEMORY, "its memory is taken");
    /* Whatever the environment says. */
    assert_device("cpu", TROPIC_OK, cuda, TROPIC_DEVICE_CUDA, "");
    assert_device("nonsense", TROPIC_OK, cpu, TROPIC_DEVICE_CPU, "");
    assert_device("cuda", TROPIC_OK, cpu, TROPIC_DEVICE_CPU, "");
    assert_int_equal(asked, 0);
}

static void the_environment_chooses_for_auto(void **state)
{
    const tropic_context_options none = {0}, second = {.device_index = 1};
    const tropic_status gone = TROPIC_OUT_OF_DEVICE_MEMORY;
    assert_device("cpu", TROPIC_OK, none, TROPIC_DEVICE_CPU, "");
    assert_int_equal(asked, 0);
    assert_device("auto", TROPIC_OK, none, TROPIC_DEVICE_CUDA, "");
    assert_device("auto", gone, none, TROPIC_DEVICE_CPU, "its memory is taken");
    assert_device("", gone, none, TROPIC_DEVICE_CPU, "its memory is taken");
    assert_device("cuda", TROPIC_OK, second, TROPIC_DEVICE_CUDA, "");
    assert_int_equal(asked_index, 1);
    assert_device("cuda:3", TROPIC_OK, second, TROPIC_DEVICE_CUDA, "");
    assert_int_equal(asked_index, 3);
    refuse("cuda", gone, none, gone, "its memory is taken");
    refuse("cuda:0", TROPIC_NO_DEVICE, none, TROPIC_NO_DEVICE, "its memory is taken");
}

static void what_names_no_device_is_refused(void **state)
{
    static const char *const words[] = {"gpu",
                                        "CPU",
                                        "cuda:",
                                        "cuda:x",
                                        "cuda:-1",
                                        "cuda:+1",
                                        "cuda:1 ",
                                        "cuda:2147483648",
                                        "cuda:99999999999999999999",
                                        "auto "};
    const tropic_context_options none = {0};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        refuse(words[k], TROPIC_OK, none, TROPIC_INVALID_ARGUMENT, words[k]);
        refuse(words[k], TROPIC_OK, none, TROPIC_INVALID_ARGUMENT, "TROPIC_DEVICE");
        refuse(words[k], TROPIC_OK, none, TROPIC_INVALID_ARGUMENT, "auto, cpu, cuda or cuda:K");
    }
    assert_device("cuda:2147483647", TROPIC_OK, none, TROPIC_DEVICE_CUDA, "");
    assert_int_equal(asked_index, 2147483647);
}

/* He has a GPU at work: no other device will do. */
static void a_caller_with_a_stream_gets_the_failure(void **state)
{
    const tropic_context_options options = {.stream = (void *)16};
    refuse(NULL, TROPIC_DEVICE_ERROR, options, TROPIC_DEVICE_ERROR, "its memory is taken");
    if (tropic_device_count() == 0) refuse(NULL, TROPIC_NO_DEVICE, options, TROPIC_INVALID_ARGUMENT, "stream");
}

/* A context that fell back computes. */
static void a_context_that_fell_back_works(void **state)
{
    const tropic_index rows[] = {0, 1}, cols[] = {1, 2};
    const tropic_context_options none = {0};
    OWNED(tropic_context) *context = NULL;
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *level = NULL;
    int32_t found[3];
    assert_ok(NULL, create(&context, NULL, TROPIC_OUT_OF_DEVICE_MEMORY, none));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 2, rows, cols, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, 3));
    assert_ok(context, tropic_bfs(level, NULL, A, 0, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(level, found, NULL));
    assert_int_equal(found[2], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(auto_takes_the_cpu_where_a_gpu_fails),
                                       cmocka_unit_test(a_device_that_is_asked_for_is_that_or_an_error),
                                       cmocka_unit_test(the_environment_chooses_for_auto),
                                       cmocka_unit_test(what_names_no_device_is_refused),
                                       cmocka_unit_test(a_caller_with_a_stream_gets_the_failure),
                                       cmocka_unit_test(a_context_that_fell_back_works)};
    unsetenv("TROPIC_DEVICE");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
