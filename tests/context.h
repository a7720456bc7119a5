/* SPDX-License-Identifier: Apache-2.0
 *
 * A context that the tests of a program share: cmocka_run_group_tests(tests, context_open, context_close).
 */
#ifndef TROPIC_TESTS_CONTEXT_H
#define TROPIC_TESTS_CONTEXT_H

#include "tests/jit.h"

static tropic_context *context;

static inline int context_open(void **state)
{
    context = test_context();
    return 0;
}
static inline int context_close(void **state)
{
    tropic_context_free(&context);
    return 0;
}

/* With a cache of compiled code of its own. */
static inline int context_open_cached(void **state)
{
    return context_open(state) + test_cache_begin(state);
}
static inline int context_close_cached(void **state)
{
    return context_close(state) + test_cache_end(state);
}

#endif
