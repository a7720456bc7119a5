/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by every test program. The device comes from the environment, so that one program serves
 * both: TROPIC_TEST_DEVICE=cuda runs it on the GPU, and exits with 77 (skipped) where there is none.
 */
#ifndef TROPIC_TESTS_COMMON_H
#define TROPIC_TESTS_COMMON_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <tropic.h>

#include "tests/basics.h"

static inline tropic_device test_device(void)
{
    const char *name = getenv("TROPIC_TEST_DEVICE");
    return name && strcmp(name, "cuda") == 0 ? TROPIC_DEVICE_CUDA : TROPIC_DEVICE_CPU;
}

/* Ends the program as skipped where the device asked for is missing; else only tests whose names match
 * TROPIC_TEST_ONLY run, if there is such. Call it first in main(). */
static inline void test_need_device(void)
{
    const char *only = getenv("TROPIC_TEST_ONLY");
    if (test_device() == TROPIC_DEVICE_CUDA && tropic_device_count() == 0) {
        printf("skipped: no CUDA device, or built without CUDA\n");
        exit(TEST_SKIPPED);
    }
    if (only) cmocka_set_test_filter(only);
}

/* Leaves a test out, for a reason that scripts/test lists. */
#define test_skip(reason)                                                                                              \
    do {                                                                                                               \
        printf("skipped: %s\n", reason);                                                                               \
        skip();                                                                                                        \
    } while (0)

/* Does an emulator run the test (cmake/aarch64-linux-gnu.cmake)? QEMU enforces no memory limit, and may crash in a
 * child of a program with threads. */
static inline bool test_emulated(void)
{
    return getenv("TROPIC_TEST_EMULATED") != NULL;
}

/* Clang has features where GCC has macros. */
#ifdef __has_feature
#define TEST_HAS_FEATURE(name) __has_feature(name)
#else
#define TEST_HAS_FEATURE(name) 0
#endif

/* Does ThreadSanitizer watch? It ends a child that starts threads. */
static inline bool test_threads_sanitized(void)
{
#ifdef __SANITIZE_THREAD__
    return true;
#else
    return TEST_HAS_FEATURE(thread_sanitizer);
#endif
}

/* Does AddressSanitizer watch? Its shadow is larger than limits of memory, and a child that is forked while another
 * thread is in its allocator waits for ever (GCC 12). */
static inline bool test_addresses_sanitized(void)
{
#ifdef __SANITIZE_ADDRESS__
    return true;
#else
    return TEST_HAS_FEATURE(address_sanitizer);
#endif
}

/* `full`; but `small` in a run under a sanitizer, which makes each access and launch slow. */
static inline int32_t test_sized(int32_t full, int32_t small)
{
    return getenv("TROPIC_TEST_SMALL") ? small : full;
}

/* The strategies that a case tries: all; in such a run `auto`, and the one whose turn it is. `turn` says something of
 * the case alone, so that a case covers the same whatever ran before it. */
static inline bool test_tries(int strategy, int64_t turn)
{
    const int chosen = 1 + (int)(turn % (TROPIC_STRATEGIES - 1));
    return strategy == TROPIC_STRATEGY_AUTO || test_sized(strategy, chosen) == strategy;
}

static inline tropic_context *test_context(void)
{
    tropic_context_options options = {.size = sizeof options, .device = test_device()};
    tropic_context *context = NULL;
    tropic_status status = tropic_context_create(&context, &options);
    if (status != TROPIC_OK) fail_msg("%s", tropic_context_error(NULL));
    return context;
}

/* On the CPU, with so many threads. */
static inline tropic_context *test_context_of(int threads)
{
    tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads};
    tropic_context *context = NULL;
    if (tropic_context_create(&context, &options) != TROPIC_OK) fail_msg("%s", tropic_context_error(NULL));
    return context;
}

/* The call succeeds; else its error text fails the test. */
#define assert_ok(context, call)                                                                                       \
    do {                                                                                                               \
        tropic_status test_status = (call);                                                                            \
        if (test_status != TROPIC_OK)                                                                                  \
            fail_msg("%s:%d: %s: %s", __FILE__, __LINE__, tropic_status_name(test_status),                             \
                     tropic_context_error(context));                                                                   \
    } while (0)

/* The call fails with this status and leaves an error text. */
#define assert_status(context, expected, call)                                                                         \
    do {                                                                                                               \
        tropic_status test_status = (call);                                                                            \
        if (test_status != (expected))                                                                                 \
            fail_msg("%s:%d: expected %s, got %s: %s", __FILE__, __LINE__, tropic_status_name(expected),               \
                     tropic_status_name(test_status), tropic_context_error(context));                                  \
        assert_true(tropic_context_error(context)[0] != '\0');                                                         \
    } while (0)

/* |a - b| <= tolerance * max(1, |b|), and equal where either is infinite; NaN fails. */
static inline bool test_close(double a, double b, double tolerance)
{
    double scale = fabs(b) > 1 ? fabs(b) : 1;
    if (isinf(a) || isinf(b)) return a == b;
    return !!(fabs(a - b) <= tolerance * scale);
}

#endif
