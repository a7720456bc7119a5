/* SPDX-License-Identifier: Apache-2.0
 *
 * A program's own loops by the threads of a context, and its arrays from where the context has its memory.
 */
#include "tests/common.h"

#include <tropic_host.h>

/* Several chunks for each of many threads, the last a short one. */
#define N (3 * (1 << 20) + 17)

typedef struct counts {
    uint8_t *times; /* of each index */
    int *wrong;     /* chunks that are empty, or not of the loop */
} counts;

static void count_some(const void *of, int64_t begin, int64_t end)
{
    const counts *c = of;
    if (begin < 0 || begin >= end || end > N) __atomic_fetch_add(c->wrong, 1, __ATOMIC_RELAXED);
    for (int64_t i = begin; i < end; i++) c->times[i]++;
}

static void each_index_once(void **state)
{
    static const int64_t lengths[] = {0, 1, 1000, 100003, N};
    for (int threads = 1; threads <= 8; threads++) {
        OWNED(tropic_context) *context = test_context_of(threads);
        void *times = NULL;
        assert_ok(context, tropic_host_allocate(context, &times, N));
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            int wrong = 0;
            const counts c = {times, &wrong};
            memset(times, 0, N);
            assert_ok(context, tropic_host_loop(context, lengths[k], count_some, &c));
            assert_int_equal(wrong, 0);
            for (int64_t i = 0; i < N; i++) assert_int_equal(c.times[i], i < lengths[k]);
        }
        tropic_host_release(context, times);
    }
}

/* What belongs to the context stays, and its loops have the threads that it has now. */
static void other_threads(void **state)
{
    static const int numbers[] = {3, 1, 5, 5, 0, 2};
    OWNED(tropic_context) *context = test_context_of(2);
    OWNED(tropic_context) *usual = test_context_of(0);
    OWNED(tropic_vector) *v = NULL;
    void *times = NULL;
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, 10));
    assert_ok(context, tropic_vector_set(v, 7, &(int32_t){42}));
    assert_ok(context, tropic_host_allocate(context, &times, N));
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        int wrong = 0, named = 0;
        int32_t value = 0;
        const counts c = {times, &wrong};
        assert_ok(context, tropic_host_set_threads(context, numbers[k]));
        assert_int_equal(tropic_host_threads(context), numbers[k] > 0 ? numbers[k] : tropic_host_threads(usual));
        assert_int_equal(sscanf(tropic_context_device_name(context), "CPU, %d", &named), 1);
        assert_int_equal(named, tropic_host_threads(context));
        memset(times, 0, N);
        assert_ok(context, tropic_host_loop(context, N, count_some, &c));
        assert_int_equal(wrong, 0);
        for (int64_t i = 0; i < N; i++) assert_int_equal(c.times[i], 1);
        assert_ok(context, tropic_vector_get(v, 7, &value, NULL));
        assert_int_equal(value, 42);
    }
    assert_int_equal(tropic_host_set_threads(NULL, 1), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_host_set_threads(context, -1), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_host_set_threads(context, 4097), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_host_threads(context), 2);
    assert_int_equal(tropic_host_threads(NULL), 0);
    tropic_host_release(context, times);
}

static void bad_input(void **state)
{
    OWNED(tropic_context) *context = test_context_of(2);
    void *memory = NULL;
    assert_int_equal(tropic_host_loop(NULL, 1, count_some, NULL), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_host_loop(context, 1, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_host_loop(context, -1, count_some, NULL), TROPIC_INVALID_ARGUMENT);
    assert_string_equal(tropic_context_call(context), "tropic_host_loop");
    assert_int_equal(tropic_host_allocate(NULL, &memory, 1), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_host_allocate(context, NULL, 1), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_host_allocate(context, &memory, SIZE_MAX), TROPIC_OUT_OF_MEMORY);
    assert_null(memory);
    tropic_host_release(context, NULL);
    tropic_host_release(NULL, NULL);
    assert_ok(context, tropic_host_allocate(context, &memory, 0));
    assert_non_null(memory);
    tropic_host_release(context, memory);
}

static size_t asked;
static int held;

static void *count_allocate(size_t bytes, void *user)
{
    asked = bytes;
    held++;
    return malloc(bytes);
}

static void count_release(void *pointer, void *user)
{
    held--;
    free(pointer);
}

static void memory_is_the_context_s(void **state)
{
    const tropic_context_options options = {
        .size = sizeof options, .device = TROPIC_DEVICE_CPU, .allocate = count_allocate, .release = count_release};
    tropic_context *context = NULL;
    void *memory = NULL;
    assert_ok(context, tropic_context_create(&context, &options));
    const int before = held;
    assert_ok(context, tropic_host_allocate(context, &memory, 12345));
    assert_int_equal(asked, 12345);
    assert_int_equal(held, before + 1);
    tropic_host_release(context, memory);
    assert_int_equal(held, before);
    tropic_context_free(&context);
    assert_int_equal(held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_index_once),
        cmocka_unit_test(other_threads),
        cmocka_unit_test(bad_input),
        cmocka_unit_test(memory_is_the_context_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
