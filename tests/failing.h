/* SPDX-License-Identifier: Apache-2.0
 *
 * Fails the k-th allocation of a call, for k = 0, 1, 2, ... until the call succeeds. Each time the
 * call must report that memory ran out, leave its vectors as they were, succeed when tried again,
 * and in the end everything allocated must have been released. (Or find a way that does without, to the same vectors;
 * or have dropped forms of the case's matrix, to the same result.)
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

/* The operands of a case; the harness frees them. Vectors have at most TEST_FAILING_PLACES places: enough for
 * components that have bounds of eccentricities. */
#define TEST_FAILING_VECTORS 4
#define TEST_FAILING_PLACES 80
typedef struct test_failing_objects {
    tropic_matrix *A, *made; /* `made`: the attempt's matrix, NULL while it has failed */
    tropic_vector *v[TEST_FAILING_VECTORS], *made_vector;
    tropic_strategy strategy;
    bool recovers; /* the attempt may find a way that needs less */
} test_failing_objects;

typedef struct test_failing_case {
    const char *name;
    /* With memory enough; may be NULL. */
    void (*prepare)(tropic_context *context, test_failing_objects *objects);
    tropic_status (*attempt)(tropic_context *context, test_failing_objects *objects);
    tropic_strategy strategy; /* handed to both */
} test_failing_case;

/* A case for each strategy. */
#define TEST_FAILING_EACH_STRATEGY(name, prepare, attempt)                                                             \
    {name ", auto", prepare, attempt, TROPIC_STRATEGY_AUTO},                                                           \
        {name ", cooc-scalar", prepare, attempt, TROPIC_STRATEGY_COOC_SCALAR},                                         \
        {name ", csc-scalar", prepare, attempt, TROPIC_STRATEGY_CSC_SCALAR},                                           \
        {name ", csc-vector", prepare, attempt, TROPIC_STRATEGY_CSC_VECTOR},                                           \
    {                                                                                                                  \
        name ", csr-push", prepare, attempt, TROPIC_STRATEGY_CSR_PUSH                                                  \
    }

/* Returns how many allocations the attempt made. (In the small size each seventh fails.) */
long test_failing_run(const test_failing_memory *memory, const test_failing_case *what);
/* Cancels the attempt the first, second, ... time that it asks; how often it does. Its matrix is A alone, and its
 * progress 0 throughout. */
int test_failing_cancel(const test_failing_case *what);
/* The same as test_failing_run for making a context. */
void test_failing_context(const test_failing_memory *memory);
/* All cases of the lists below; in the small size, each eighth. */
void test_failing_run_all(const test_failing_memory *memory);

/* The cases that need nothing but memory; the last of a list has no name. */
extern const test_failing_case test_failing_matrices[], test_failing_outputs[], test_failing_operations[],
    test_failing_algorithms[];

/* Of failing_matrices.c: A is a small connected graph of so many vertices, with INT32 weights. */
#define TEST_FAILING_N 8
void test_failing_make_matrix(tropic_context *context, test_failing_objects *objects);

#endif
