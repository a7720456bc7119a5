/* SPDX-License-Identifier: Apache-2.0
 *
 * An arena reports an array that failed once, hands out none after it, and releases all that it has.
 */
#include "algorithms/arena.h"
#include "tests/common.h"

/* Allocations that are out, and how many more are granted. */
typedef struct ledger {
    int out, granted;
} ledger;

static void *ledger_allocate(size_t bytes, void *user)
{
    ledger *l = user;
    if (l->granted == 0) return NULL;
    l->granted--;
    l->out++;
    return malloc(bytes);
}

static void ledger_release(void *pointer, void *user)
{
    ((ledger *)user)->out--;
    free(pointer);
}

static tropic_context *context_on(ledger *l)
{
    const tropic_context_options options = {.size = sizeof options,
                                            .device = TROPIC_DEVICE_CPU,
                                            .allocate = ledger_allocate,
                                            .release = ledger_release,
                                            .memory_user = l};
    tropic_context *context = NULL;
    l->granted = INT32_MAX;
    assert_int_equal(tropic_context_create(&context, &options), TROPIC_OK);
    return context;
}

static void a_failed_array_is_reported_once(void **state)
{
    ledger l = {0};
    tropic_context *context = context_on(&l);
    tp_arena arena = {.context = context};
    const int before = l.out;
    l.granted = 2;
    assert_non_null(tp_arena_array(&arena, 4, 8));
    assert_non_null(tp_arena_zeros(&arena, 4, 8));
    assert_null(tp_arena_zeros(&arena, 4, 8));
    l.granted = INT32_MAX;
    assert_null(tp_arena_array(&arena, 4, 8)); /* not before the failure is known */
    assert_status(context, TROPIC_OUT_OF_MEMORY, tp_arena_check(&arena, "four arrays"));
    assert_non_null(strstr(tropic_context_error(context), "four arrays"));
    assert_ok(context, tp_arena_check(&arena, "four arrays"));
    assert_non_null(tp_arena_array(&arena, 4, 8));
    assert_int_equal(l.out, before + 3);
    tp_arena_release_since(&arena, 1);
    assert_int_equal(l.out, before + 1);
    tp_arena_release(&arena);
    tp_arena_release(&arena);
    assert_int_equal(l.out, before);
    tropic_context_free(&context);
    assert_int_equal(l.out, 0);
}

static void sizes_that_overflow_are_refused(void **state)
{
    ledger l = {0};
    OWNED(tropic_context) *context = context_on(&l);
    tp_arena arena = {.context = context};
    assert_null(tp_arena_zeros(&arena, INT64_MAX, 8));
    assert_status(context, TROPIC_OUT_OF_MEMORY, tp_arena_check(&arena, "an array"));
    assert_null(tp_arena_array(&arena, -1, 8));
    assert_status(context, TROPIC_OUT_OF_MEMORY, tp_arena_check(&arena, "an array"));
    assert_int_equal(arena.count, 0);
}

static void one_too_many_is_refused(void **state)
{
    ledger l = {0};
    OWNED(tropic_context) *context = context_on(&l);
    tp_arena arena = {.context = context}, none = {0};
    const int before = l.out;
    void *array = NULL;
    for (int k = 0; k < TP_ARENA_ARRAYS; k++)
        if (k % 2 == 0)
            assert_non_null(tp_arena_zeros(&arena, k, 1));
        else
            assert_ok(context, tp_arena_device_array(&arena, &array, k, 1, "an array"));
    assert_null(tp_arena_array(&arena, 1, 1));
    assert_status(context, TROPIC_NOT_SUPPORTED, tp_arena_check(&arena, "one more"));
    array = NULL;
    assert_status(context, TROPIC_NOT_SUPPORTED, tp_arena_device_array(&arena, &array, 1, 1, "one more"));
    assert_null(array);
    assert_int_equal(arena.count, TP_ARENA_ARRAYS);
    /* A forgotten array is the caller's, and makes place for another. */
    array = arena.array[0];
    tp_arena_forget(&arena, array);
    assert_non_null(tp_arena_array(&arena, 1, 1));
    tp_release(&context->work, array);
    tp_arena_release(&arena);
    tp_arena_release(&none);
    assert_int_equal(l.out, before);
    assert_int_equal(context->working, 0);
}

/* A list is made from its first array on; those that are not wanted stay as they were. */
static void lists_are_made(void **state)
{
    ledger l = {0};
    tropic_context *context = context_on(&l);
    tp_arena arena = {.context = context};
    int64_t *wide = NULL, *none = NULL;
    int32_t *narrow = NULL;
    const int before = l.out;
    const tp_arena_item items[] = {TP_ARENA_ITEM(wide, 3), TP_ARENA_ITEM(none, TP_NO_ARRAY), TP_ARENA_ITEM(narrow, 5)};
    assert_int_equal(tp_arena_bytes(items, 3), 3 * sizeof *wide + 5 * sizeof *narrow);
    l.granted = 1;
    assert_status(context, TROPIC_OUT_OF_MEMORY, tp_arena_device_arrays(&arena, items, 3, "a list"));
    assert_non_null(strstr(tropic_context_error(context), "a list"));
    tp_arena_release(&arena);
    assert_int_equal(l.out, before);
    l.granted = INT32_MAX;
    assert_ok(context, tp_arena_device_arrays(&arena, items, 3, "a list"));
    assert_non_null(wide);
    assert_null(none);
    assert_non_null(narrow);
    assert_int_equal(context->working, tp_arena_bytes(items, 3));
    tp_arena_release(&arena);
    tropic_context_free(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_array_is_reported_once),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(lists_are_made),
        cmocka_unit_test(one_too_many_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
