/* SPDX-License-Identifier: Apache-2.0
 *
 * C = A A by cuSPARSE, timed beside the library's product of matrices, if the machine has it. Nothing links it.
 */
#ifndef BENCH_SPGEMM_H
#define BENCH_SPGEMM_H

#include "bench/cusparse.h"
#include "bench/matrices.h"

typedef struct bench_spgemm bench_spgemm;

/* A copies its arrays (FP64) to the GPU. NULL, if the machine has no cuSPARSE, or *failed says why. */
bench_spgemm *bench_spgemm_open(const bench_csr *A, const char **failed);
void bench_spgemm_close(bench_spgemm *s);
/* Seconds of one product with all its allocations and releases, by the fastest algorithm; or, `again`, of the numbers
 * alone, for the pattern of the first time. NaN: it failed. figures: of the result; NULL: not asked for. */
double bench_spgemm_run(bench_spgemm *s, bool again, bench_matrix_figures *figures);

#endif
