/* SPDX-License-Identifier: Apache-2.0
 *
 * The k-th allocation of most calls fails, for k = 0, 1, 2, ... until there is none. Each time a call reports that
 * memory ran out, and its outputs are as they were. A second try gives the result of enough memory. In the end all
 * memory has gone back. (Of matrices that are kept as rows, some rows may have changed.)
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_FAILING_CALLS_H
#define TROPIC_TESTS_GRAPHBLAS_FAILING_CALLS_H

#include "tests/graphblas/common.h"

/* Memory that ends, and GrB_init or the like with failing_allocate for it. */
typedef struct failing_memory {
    void *(*allocate)(size_t bytes);
    void (*release)(void *pointer);
    GrB_Info (*init)(GrB_Mode mode);
} failing_memory;

/* The library calls these, which call those of the run at hand. */
void *failing_allocate(size_t bytes);
void failing_release(void *pointer);

/* Each call, and `init` itself. They return how many allocations failed. */
long failing_calls_run(const failing_memory *memory);
long failing_init_run(const failing_memory *memory);

#endif
