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

#endif
