/* SPDX-License-Identifier: Apache-2.0
 *
 * A's columns by cuSPARSE, timed beside the library's, if the machine has it. Nothing links it.
 */
#ifndef BENCH_CSR2CSC_H
#define BENCH_CSR2CSC_H

#include "bench/cusparse.h"

typedef struct bench_csr2csc bench_csr2csc;

/* A copies its arrays (FP32 or FP64) to the GPU. NULL, if the machine has no cuSPARSE, or *failed says why. */
bench_csr2csc *bench_csr2csc_open(const bench_csr *A, const char **failed);
void bench_csr2csc_close(bench_csr2csc *t);
/* Seconds of cusparseCsr2cscEx2 with all its allocations and releases. NaN: it failed. */
double bench_csr2csc_run(bench_csr2csc *t);

#endif
