/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/failing.h"

#include <limits.h>

/* More failures than any call here has allocations: it never succeeds. */
#define MAX_FAILURES 10000

typedef struct ledger {
    const test_failing_memory *memory;
    long calls, fail_at; /* the call of that number fails; -1: none */
    long live;
} ledger;

const test_failing_memory test_failing_host = {malloc, free, TROPIC_OUT_OF_MEMORY, false};

static void *ledger_allocate(size_t bytes, void *user)
{
    ledger *l = user;
    void *pointer;
    if (l->calls++ == l->fail_at) return NULL;
    pointer = l->memory->allocate(bytes);
    l->live += pointer != NULL;
    return pointer;
}

static void ledger_release(void *pointer, void *user)
{
    ledger *l = user;
    assert_non_null(pointer);
    l->live--;
    l->memory->release(pointer);
}

static tropic_context_options options_of(ledger *l)
{
    tropic_context_options options = {.size = sizeof options, .device = test_device(), .threads = 2, .memory_user = l};
    if (l->memory->device) {
        options.device_allocate = ledger_allocate;
        options.device_release = ledger_release;
    } else {
        options.allocate = ledger_allocate;
        options.release = ledger_release;
    }
    return options;
}

void test_failing_context(const test_failing_memory *memory)
{
    tropic_status status = memory->expected;
    for (long k = 0; status != TROPIC_OK; k++) {
        ledger l = {.memory = memory, .fail_at = k};
        const tropic_context_options options = options_of(&l);
        tropic_context *context = NULL;
        status = tropic_context_create(&context, &options);
        assert_true((status == TROPIC_OK) == (l.calls <= k));
        if (status != TROPIC_OK) {
            assert_int_equal(status, memory->expected);
            assert_null(context);
            assert_true(tropic_context_error(NULL)[0] != '\0');
        }
        tropic_context_free(&context);
        assert_int_equal(l.live, 0);
        assert_in_range(k, 0, MAX_FAILURES);
    }
}

/* The contents of the vectors, and the matrix that was made. */
typedef struct picture {
    int64_t values[TEST_FAILING_VECTORS][TEST_FAILING_PLACES];
    bool present[TEST_FAILING_VECTORS][TEST_FAILING_PLACES];
    tropic_index count[TEST_FAILING_VECTORS];
    tropic_offset entries;
    uint64_t sum; /* of the entries' bytes */
} picture;

/* (FNV-1a.) */
static uint64_t sum_bytes(uint64_t sum, const void *of, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++) sum = (sum ^ ((const unsigned char *)of)[k]) * UINT64_C(0x100000001b3);
    return sum;
}

static void sum_matrix(tropic_context *context, const tropic_matrix *A, picture *p)
{
    const size_t count = (size_t)tropic_matrix_count(A), size = tropic_type_size(tropic_matrix_type(A));
    OWNED_MEMORY tropic_index *rows = calloc(count + 1, sizeof *rows), *cols = calloc(count + 1, sizeof *cols);
    OWNED_MEMORY char *values = calloc(count + 1, size);
    assert_ok(context, tropic_matrix_get_entries(A, context, rows, cols, values));
    p->entries = (tropic_offset)count;
    p->sum = sum_bytes(sum_bytes(sum_bytes(0, rows, count * sizeof *rows), cols, count * sizeof *cols), values,
                       count * size);
}

static void take_picture(tropic_context *context, const test_failing_objects *objects, picture *p)
{
    memset(p, 0, sizeof *p);
    for (int k = 0; k < TEST_FAILING_VECTORS; k++) {
        const tropic_vector *v = objects->v[k];
        if (!v) continue;
        assert_in_range(tropic_vector_size(v), 0, TEST_FAILING_PLACES);
        p->count[k] = tropic_vector_count(v);
        assert_ok(context, tropic_vector_get_dense(v, p->values[k], p->present[k]));
    }
    if (objects->made) sum_matrix(context, objects->made, p);
}

/* How many forms the case's matrix has lost, so that there was memory for the call. */
static int32_t count_dropped(tropic_context *context, const test_failing_objects *objects)
{
    tropic_matrix_forms f = {.size = sizeof f};
    if (objects->A) assert_ok(context, tropic_matrix_report(objects->A, context, &f));
    return f.dropped;
}

static void objects_free(test_failing_objects *objects)
{
    for (int k = 0; k < TEST_FAILING_VECTORS; k++) tropic_vector_free(&objects->v[k]);
    tropic_vector_free(&objects->made_vector);
    tropic_matrix_free(&objects->made);
    tropic_matrix_free(&objects->A);
}

/* Are the matrices of cases hypersparse, whatever their shape? */
static bool hypersparse;

/* The state after the attempt, with memory enough. */
static picture wanted;

/* One attempt with its k-th allocation failing; true when there was no k-th. */
static bool try_once(const test_failing_memory *memory, const test_failing_case *what, long k, long *calls)
{
    ledger l = {.memory = memory, .fail_at = -1};
    const tropic_context_options options = options_of(&l);
    test_failing_objects objects = {.strategy = what->strategy};
    tropic_context *context = NULL;
    tropic_status status;
    static picture before, after;
    int32_t dropped;
    bool enough;

    if (tropic_context_create(&context, &options) != TROPIC_OK)
        fail_msg("%s: %s", what->name, tropic_context_error(NULL));
    if (what->prepare) what->prepare(context, &objects);
    if (hypersparse && objects.A)
        assert_ok(context, tropic_matrix_set_form(objects.A, context, TROPIC_MATRIX_HYPERSPARSE));
    take_picture(context, &objects, &before);

    dropped = count_dropped(context, &objects);
    l.calls = 0;
    l.fail_at = k;
    status = what->attempt(context, &objects);
    *calls = l.calls;
    enough = l.calls <= k;
    l.fail_at = -1;
    if (enough && status != TROPIC_OK) fail_msg("%s: %s", what->name, tropic_context_error(context));
    if (enough) take_picture(context, &objects, &wanted);
    if (status == TROPIC_OK && objects.recovers) {
        take_picture(context, &objects, &before);
        tropic_matrix_free(&objects.made);
        assert_ok(context, what->attempt(context, &objects));
        take_picture(context, &objects, &after);
        if (memcmp(&before, &after, sizeof before) != 0)
            fail_msg("%s: without allocation %ld a vector differs", what->name, k);
    } else if (!enough && status == TROPIC_OK && count_dropped(context, &objects) > dropped) {
        take_picture(context, &objects, &after);
        if (memcmp(&wanted, &after, sizeof after) != 0)
            fail_msg("%s: without allocation %ld, and what it released, the result differs", what->name, k);
    } else if (!enough) {
        if (status != memory->expected)
            fail_msg("%s: allocation %ld failed, and the call returned %s (%s)", what->name, k,
                     tropic_status_name(status), tropic_context_error(context));
        assert_true(tropic_context_error(context)[0] != '\0');
        assert_null(objects.made);
        assert_null(objects.made_vector);
        take_picture(context, &objects, &after);
        if (memcmp(&before, &after, sizeof before) != 0)
            fail_msg("%s: allocation %ld failed, and a vector has changed", what->name, k);
        status = what->attempt(context, &objects);
        if (status != TROPIC_OK)
            fail_msg("%s: after allocation %ld failed, the next try returned %s (%s)", what->name, k,
                     tropic_status_name(status), tropic_context_error(context));
    }
    objects_free(&objects);
    tropic_context_free(&context);
    if (l.live != 0) fail_msg("%s: allocation %ld: %ld blocks leak", what->name, k, l.live);
    return enough;
}

long test_failing_run(const test_failing_memory *memory, const test_failing_case *what)
{
    const long step = test_sized(1, 7);
    long k = 0, calls = 0;
    assert_true(try_once(memory, what, LONG_MAX, &calls));
    while (!try_once(memory, what, k, &calls)) assert_in_range(k += step, 0, MAX_FAILURES);
    return calls;
}

void test_failing_run_all(const test_failing_memory *memory)
{
    const test_failing_case *const lists[] = {test_failing_matrices, test_failing_outputs, test_failing_operations,
                                              test_failing_algorithms};
    const int step = test_sized(1, 8);
    int number = 0;
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (const test_failing_case *what = lists[l]; what->name; what++) {
            if (number++ % step > 0) continue;
            test_failing_run(memory, what);
            hypersparse = lists[l] != test_failing_algorithms;
            if (hypersparse) test_failing_run(memory, what);
            hypersparse = false;
        }
}

static bool stop(double done, void *user)
{
    int *left = user;
    assert_true(done == 0);
    return --*left != 0;
}

int test_failing_cancel(const test_failing_case *what)
{
    enum { ENOUGH = 1000 };
    int left = 0, calls;
    const tropic_context_options options = {.size = sizeof options, .progress = stop, .progress_user = &left};
    OWNED(tropic_context) *context = NULL;
    test_failing_objects o = {.strategy = what->strategy};
    assert_ok(NULL, tropic_context_create(&context, &options));
    what->prepare(context, &o);
    left = ENOUGH;
    assert_ok(context, what->attempt(context, &o));
    calls = ENOUGH - left;
    for (int k = 1; k <= calls; k++) {
        left = k;
        assert_status(context, TROPIC_CANCELLED, what->attempt(context, &o));
    }
    tropic_matrix_free(&o.A);
    return calls;
}
