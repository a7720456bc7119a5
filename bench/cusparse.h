/* SPDX-License-Identifier: Apache-2.0
 *
 * cuSPARSE's SpMV, timed beside the library's, where the machine has it. Nothing links it.
 */
#ifndef BENCH_CUSPARSE_H
#define BENCH_CUSPARSE_H

#include "bench/gpu.h"

#include <tropic.h>

/* y = A x on the GPU; A in CSR, arrays of the host. */
typedef struct bench_csr {
    tropic_index rows, cols;
    tropic_offset count;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values, *x;
    tropic_type type; /* FP32 or FP64 */
} bench_csr;

/* Seconds of GPU time of one product, preprocessing apart; y is the result. NULL, or why there is none. */
const char *bench_cusparse(const bench_csr *A, int algorithm, bench_gpu_times *t, void *y);

#if defined(BENCH_CUDA) && defined(__has_include)
#if __has_include(<cusparse.h>)
#define BENCH_CUSPARSE 1
#define DISABLE_CUSPARSE_DEPRECATED
#include <cuda_runtime_api.h>
#include <cusparse.h>

/* A function of cuSPARSE, by its name there without the prefix, and the pointer to be set. */
typedef struct bench_cusparse_function {
    const char *name;
    void **pointer;
} bench_cusparse_function;
#define BENCH_CUSPARSE_POINTER(name) static __typeof__(cusparse##name) *name;
#define BENCH_CUSPARSE_MEMBER(name) {"cusparse" #name, (void **)&name},
/* Pointers by those names, and `functions`, all of them; FUNCTIONS is a list X(name) ... */
#define BENCH_CUSPARSE_DECLARE(FUNCTIONS)                                                                              \
    FUNCTIONS(BENCH_CUSPARSE_POINTER)                                                                                  \
    static const bench_cusparse_function functions[] = {FUNCTIONS(BENCH_CUSPARSE_MEMBER)};
/* Sets the pointers. NULL, or why the machine has not got them. */
const char *bench_cusparse_find(const bench_cusparse_function *functions, size_t count);
/* A's offsets in device memory, in 32 bits: cuSPARSE takes 64-bit offsets for no better, or refuses them. */
void *bench_cusparse_offsets(const bench_csr *A);
#endif
#endif

#endif
