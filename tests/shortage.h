/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory with a limit, of the host or a device: the library makes room by forms that can be made again.
 */
#ifndef TROPIC_TESTS_SHORTAGE_H
#define TROPIC_TESTS_SHORTAGE_H

#include "tests/common.h"

#include <pthread.h>

/* The memory that has the limit. */
typedef struct test_shortage {
    void *(*allocate)(size_t bytes);
    void (*release)(void *pointer);
    tropic_status status; /* OUT_OF_MEMORY or OUT_OF_DEVICE_MEMORY */
    bool device;
} test_shortage;

/* Memory in use, and the limit; guarded by the lock while there are threads. */
typedef struct test_ledger {
    const test_shortage *memory;
    pthread_mutex_t lock;
    size_t live, peak, limit;
} test_ledger;
extern test_ledger test_limited;
/* A context with that memory; the same, for threads to share; and one of the tests' device with that memory, of the
 * host. */
tropic_context *test_limited_context(void);
tropic_context *test_limited_shared_context(void);
tropic_context *test_counted_context(void);

/* All tests, one after the other. */
void test_shortage_run(const test_shortage *memory);

#endif
