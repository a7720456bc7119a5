/* SPDX-License-Identifier: Apache-2.0
 *
 * Fails the k-th allocation of a call, for k = 0, 1, 2, ... until the call succeeds. Each time the
 * call must report that memory ran out, leave its vectors as they were, succeed when tried again,
 * and in the end everything allocated must have been released.
 */
#ifndef TROPIC_TESTS_FAILING_H
#define TROPIC_TESTS_FAILING_H

#include "tests/common.h"

/* Which memory runs out. The device's comes from `allocate`, which a test with CUDA gives. */
typedef struct test_failing_memory {
    void *(*allocate)(size_t bytes);
    void (*release)(void *pointer);
    tropic_status expected; /* OUT_OF_MEMORY or OUT_OF_DEVICE_MEMORY */
    bool device;
} test_failing_memory;

extern const test_failing_memory test_failing_host;

/* What a case works on; the harness frees it. Vectors have at most TEST_FAILING_PLACES places. */
#define TEST_FAILING_VECTORS 4
#define TEST_FAILING_PLACES 64
typedef struct test_failing_objects {
    tropic_matrix *A, *made; /* `made` is what the attempt makes, and NULL while it has failed */
    tropic_vector *v[TEST_FAILING_VECTORS], *made_vector;
    tropic_strategy strategy;
} test_failing_objects;

typedef struct test_failing_case {
    const char *name;
    /* With memory enough; may be NULL. */
    void (*prepare)(tropic_context *context, test_failing_objects *objects);
    tropic_status (*attempt)(tropic_context *context, test_failing_objects *objects);
    tropic_strategy strategy; /* handed to both */
} test_failing_case;

/* Returns how many allocations the attempt made. */
long test_failing_run(const test_failing_memory *memory, const test_failing_case *what);
/* The same for making a context. */
void test_failing_context(const test_failing_memory *memory);

/* The cases that need nothing but memory: matrices, vectors, products and algorithms. */
extern const test_failing_case test_failing_cases[];
extern const size_t test_failing_case_count;

#endif
