/* SPDX-License-Identifier: Apache-2.0
 *
 * Contexts, statuses and names.
 */
#define _GNU_SOURCE
#include "tests/common.h"
#include "tests/files.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static void statuses_have_names_and_messages(void **state)
{
    assert_string_equal(tropic_status_name(TROPIC_OK), "OK");
    assert_string_equal(tropic_status_name(TROPIC_NEGATIVE_CYCLE), "NEGATIVE_CYCLE");
    for (int s = TROPIC_OK; s <= TROPIC_LAW_BROKEN; s++) {
        assert_true(strlen(tropic_status_name((tropic_status)s)) > 1);
        assert_true(strlen(tropic_status_message((tropic_status)s)) > 3);
    }
    assert_non_null(tropic_status_name((tropic_status)999));
    assert_non_null(tropic_status_message((tropic_status)-1));
}

static void types_strategies_and_queues_have_names(void **state)
{
    const size_t sizes[TROPIC_TYPES] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8};
    for (int t = 0; t < TROPIC_TYPES; t++) {
        assert_non_null(tropic_type_name((tropic_type)t));
        assert_int_equal(tropic_type_size((tropic_type)t), sizes[t]);
    }
    assert_null(tropic_type_name((tropic_type)TROPIC_TYPES));
    assert_int_equal(tropic_type_size((tropic_type)-1), 0);
    assert_string_equal(tropic_strategy_name(TROPIC_STRATEGY_CSR_PUSH), "csr-push");
    assert_null(tropic_strategy_name((tropic_strategy)TROPIC_STRATEGIES));
    assert_string_equal(tropic_queue_name(TROPIC_QUEUE_AUTO), "auto");
    assert_string_equal(tropic_queue_name(TROPIC_QUEUE_GLOBAL), "global");
    assert_string_equal(tropic_queue_name(TROPIC_QUEUE_BLOCK), "block");
    assert_string_equal(tropic_queue_name(TROPIC_QUEUE_HIERARCHICAL), "hierarchical");
    assert_null(tropic_queue_name((tropic_queue)TROPIC_QUEUES));
}

static void version_is_that_of_the_header(void **state)
{
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", TROPIC_VERSION_MAJOR, TROPIC_VERSION_MINOR, TROPIC_VERSION_PATCH);
    assert_string_equal(tropic_version(), text);
}

static void a_context_says_its_device(void **state)
{
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 3};
    tropic_context *context = NULL;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    assert_int_equal(tropic_context_device(context), TROPIC_DEVICE_CPU);
    assert_string_equal(tropic_context_device_name(context), "CPU, 3 threads");
    assert_string_equal(tropic_context_error(context), "");
    tropic_context_free(&context);
    assert_null(context);
    tropic_context_free(&context);
    tropic_context_free(NULL);
}

/* Each of these is refused, and the reason can be read without a context. */
static void refuse(tropic_status expected, tropic_context_options options, const char *reason)
{
    tropic_context *context = NULL;
    options.size = options.size ? options.size : sizeof options;
    assert_int_equal(tropic_context_create(&context, &options), expected);
    assert_null(context);
    if (!strstr(tropic_context_error(NULL), reason))
        fail_msg("'%s' does not say '%s'", tropic_context_error(NULL), reason);
}

static void *allocate_nothing(size_t bytes, void *user)
{
    return NULL;
}

static void release_nothing(void *pointer, void *user) {}

static bool go_on(double done, void *user)
{
    return true;
}

static void bad_options_are_refused(void **state)
{
    refuse(TROPIC_INVALID_ARGUMENT, (tropic_context_options){.threads = -1}, "threads");
    refuse(TROPIC_INVALID_ARGUMENT, (tropic_context_options){.threads = 4097}, "4096");
    refuse(TROPIC_INVALID_ARGUMENT, (tropic_context_options){.threads = 100000000}, "4096");
    refuse(TROPIC_INVALID_ARGUMENT, (tropic_context_options){.device = (tropic_device)9}, "device");
    refuse(TROPIC_INVALID_ARGUMENT, (tropic_context_options){.allocate = allocate_nothing}, "release");
    refuse(TROPIC_INVALID_ARGUMENT, (tropic_context_options){.size = 3}, "size");
    refuse(TROPIC_INVALID_ARGUMENT, (tropic_context_options){.device = TROPIC_DEVICE_CPU, .stream = (void *)16},
           "stream");
    refuse(TROPIC_NO_DEVICE, (tropic_context_options){.device = TROPIC_DEVICE_CUDA, .device_index = 1000}, "CUDA");
    refuse(TROPIC_OUT_OF_MEMORY, (tropic_context_options){.allocate = allocate_nothing, .release = release_nothing},
           "memory");
    refuse(TROPIC_INVALID_ARGUMENT, (tropic_context_options){.shared = true}, "shared");
    refuse(TROPIC_INVALID_ARGUMENT, (tropic_context_options){.shared = true, .device = TROPIC_DEVICE_CUDA}, "shared");
    refuse(TROPIC_INVALID_ARGUMENT,
           (tropic_context_options){.shared = true, .device = TROPIC_DEVICE_CPU, .progress = go_on}, "progress");
    assert_int_equal(tropic_context_create(NULL, NULL), TROPIC_INVALID_ARGUMENT);
}

/* A caller built against a newer header: fine while it sets nothing that this library lacks. */
static void newer_options_are_taken_while_unused(void **state)
{
    struct {
        tropic_context_options known;
        int newer;
    } options = {.known = {.size = sizeof options, .device = TROPIC_DEVICE_CPU}};
    tropic_context *context = NULL;
    assert_int_equal(tropic_context_create(&context, &options.known), TROPIC_OK);
    tropic_context_free(&context);
    options.newer = 1;
    assert_int_equal(tropic_context_create(&context, &options.known), TROPIC_INVALID_ARGUMENT);
    assert_null(context);
}

/* An older caller, whose struct ends early. */
static void older_options_are_taken(void **state)
{
    struct {
        size_t size;
        tropic_device device;
    } options = {sizeof options, TROPIC_DEVICE_CPU};
    OWNED(tropic_context) *context = NULL;
    assert_int_equal(tropic_context_create(&context, (const tropic_context_options *)&options), TROPIC_OK);
    assert_int_equal(tropic_context_device(context), TROPIC_DEVICE_CPU);
}

static void assert_failed(const tropic_context *context, const char *call, const char *text)
{
    assert_string_equal(tropic_context_call(context), call);
    assert_string_equal(tropic_context_error(context), text);
}

static void errors_have_the_name_of_the_call(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const tropic_index ids[] = {0, 1, 2, 7};
    const int32_t weights[] = {1, 1, 1};
    const tropic_semiring *sum = tropic_semiring_builtin(TROPIC_PLUS_TIMES, TROPIC_INT32);
    const tropic_bc_options many = {.size = sizeof many, .samples = 9};
    OWNED(tropic_matrix) *A = NULL;
    tropic_matrix *B = NULL;
    OWNED(tropic_vector) *u = NULL, *w = NULL, *c = NULL;
    int32_t value;
    assert_failed(context, "", "");
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE,
                  tropic_matrix_from_coo(&A, context, 3, 3, 3, ids, ids + 1, TROPIC_INT32, weights, NULL));
    assert_string_equal(tropic_context_call(context), "tropic_matrix_from_coo");
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 2, ids, ids + 1, TROPIC_INT32, weights, NULL));
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, 3));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_create(&c, context, TROPIC_FP64, 3));

    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_mxv(w, NULL, NULL, sum, A, u, NULL));
    assert_failed(context, "tropic_mxv", "w has 5 places, not 3");
    /* A call that succeeds changes nothing. */
    assert_ok(context, tropic_vector_fill(u, weights));
    assert_failed(context, "tropic_mxv", "w has 5 places, not 3");
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_vxm(w, NULL, NULL, sum, u, A, NULL));
    assert_string_equal(tropic_context_call(context), "tropic_vxm");
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_vector_get(u, 3, &value, NULL));
    assert_string_equal(tropic_context_call(context), "tropic_vector_get");
    assert_status(context, TROPIC_INDEX_OUT_OF_RANGE, tropic_matrix_get(A, context, 3, 0, &value, NULL));
    assert_string_equal(tropic_context_call(context), "tropic_matrix_get");
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_csr(NULL, context, NULL, NULL, NULL));
    assert_failed(context, "tropic_matrix_csr", "A is NULL");
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_mxm(&B, context, NULL, NULL, sum, NULL, A, NULL));
    assert_failed(context, "tropic_mxm", "A is NULL");
    /* These call others, which find the error. */
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_bc(c, A, &many, NULL));
    assert_string_equal(tropic_context_call(context), "tropic_bc");
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_duplicate(&B, context, NULL));
    assert_failed(context, "tropic_matrix_duplicate", "A is NULL");
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_without(&B, context, NULL, true, true));
    assert_failed(context, "tropic_matrix_without", "A is NULL");
}

/* Without a context in the call, no older error is told in the place of its own. */
static void errors_without_a_context_are_told(void **state)
{
    OWNED(tropic_context) *context = test_context();
    tropic_context *other = test_context();
    OWNED(tropic_vector) *v = NULL;
    tropic_vector *copy = NULL;
    int32_t value = 0;
    assert_failed(NULL, "", "");
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_create(&v, context, TROPIC_INT32, -1));
    assert_failed(context, "tropic_vector_create", "a vector of -1 places");

    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_bfs(NULL, NULL, NULL, 0, NULL, NULL));
    assert_failed(context, "tropic_bfs", "level is NULL");
    assert_failed(NULL, "tropic_bfs", "level is NULL");
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_mxv(NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    assert_failed(context, "tropic_mxv", "w is NULL");
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_vector_set(NULL, 0, &value));
    assert_failed(context, "tropic_vector_set", "v is NULL");
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_matrix_get(NULL, NULL, 0, 0, &value, NULL));
    assert_failed(context, "tropic_matrix_get", "context is NULL");
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_cast(NULL, TROPIC_INT32, &value, TROPIC_INT8, 1));
    assert_string_equal(tropic_context_call(context), "tropic_cast");

    /* The next of the context's own is told there, and there alone. */
    assert_status(other, TROPIC_INVALID_ARGUMENT, tropic_vector_create(NULL, other, TROPIC_INT32, 1));
    assert_failed(other, "tropic_vector_create", "v is NULL");
    assert_string_equal(tropic_context_call(NULL), "tropic_cast");
    tropic_context_free(&other);

    /* A new context has none. */
    other = test_context();
    assert_failed(other, "", "");
    assert_failed(NULL, "", "");
    assert_failed(context, "tropic_vector_create", "a vector of -1 places");
    assert_int_equal(tropic_context_create(NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_failed(NULL, "tropic_context_create", "context is NULL");

    /* Nor has a vector whose context was freed. */
    assert_ok(other, tropic_vector_create(&v, other, TROPIC_INT32, 1));
    tropic_context_free(&other);
    assert_int_equal(tropic_vector_fill(v, &value), TROPIC_INVALID_ARGUMENT);
    assert_string_equal(tropic_context_call(context), "tropic_vector_fill");
    assert_int_equal(tropic_vector_duplicate(&copy, v), TROPIC_INVALID_ARGUMENT);
    assert_string_equal(tropic_context_call(context), "tropic_vector_duplicate");
}

/* Microseconds between signals that interrupt (no SA_RESTART). */
#define INTERRUPT_EVERY 20000
/* Microseconds after which a writer goes on. */
#define PAUSE 200000

static void on_alarm(int number) {}

static void interrupt_every(long microseconds)
{
    const struct itimerval every = {{0, microseconds}, {0, microseconds}};
    const struct sigaction action = {.sa_handler = on_alarm};
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &every, NULL), 0);
}

/* Seconds after which a writer without a reader ends. */
#define GIVE_UP 20

/* Another process, which opens the pipe late and stops in the middle. */
static pid_t write_slowly(const char *path)
{
    const pid_t child = fork();
    FILE *out;
    if (child != 0) return child;
    alarm(GIVE_UP);
    usleep(PAUSE);
    out = fopen(path, "w");
    if (!out || fputs("0 1\n1 ", out) < 0 || fflush(out) != 0) _exit(1);
    usleep(PAUSE);
    _exit(fputs("2\n", out) < 0 || fclose(out) != 0);
}

static bool stop_at_once(double done, void *calls)
{
    assert_true(done == 0);
    ++*(int *)calls;
    return false;
}

/* Waiting for a pipe goes on after a signal, unless the callback says that it was meant to end. */
static void a_signal_is_no_error_of_reading(void **state)
{
    int calls = 0, code = -1;
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU};
    OWNED_MEMORY char *path = test_file_name("pipe.txt");
    OWNED(tropic_context) *patient = NULL, *watched = NULL;
    tropic_matrix *A = NULL;
    pid_t child;
    assert_int_equal(tropic_context_create(&patient, &options), TROPIC_OK);
    options.progress = stop_at_once;
    options.progress_user = &calls;
    assert_int_equal(tropic_context_create(&watched, &options), TROPIC_OK);
    assert_int_equal(mkfifo(path, 0600), 0);
    child = write_slowly(path);
    assert_true(child > 0);

    interrupt_every(INTERRUPT_EVERY);
    assert_ok(patient, tropic_matrix_load(&A, patient, path, NULL));
    while (waitpid(child, &code, 0) < 0) assert_int_equal(errno, EINTR);
    assert_int_equal(code, 0);
    assert_int_equal(tropic_matrix_rows(A), 3);
    tropic_matrix_free(&A);

    assert_status(watched, TROPIC_CANCELLED, tropic_matrix_load(&A, watched, path, NULL));
    assert_int_equal(calls, 1);
    assert_null(A);
    interrupt_every(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statuses_have_names_and_messages),  cmocka_unit_test(types_strategies_and_queues_have_names),
        cmocka_unit_test(version_is_that_of_the_header),     cmocka_unit_test(a_context_says_its_device),
        cmocka_unit_test(bad_options_are_refused),           cmocka_unit_test(newer_options_are_taken_while_unused),
        cmocka_unit_test(older_options_are_taken),           cmocka_unit_test(errors_have_the_name_of_the_call),
        cmocka_unit_test(errors_without_a_context_are_told), cmocka_unit_test(a_signal_is_no_error_of_reading),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
