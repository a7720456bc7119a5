/* SPDX-License-Identifier: Apache-2.0
 *
 * cuSPARSE, timed beside the library, where the machine has it. Nothing links it.
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

/* The functions that are called, by their names there without the prefix. */
/* clang-format off */
#define BENCH_CUSPARSE_CALLS(X)                                                                                        \
    X(Create) X(Destroy) X(SetStream) X(CreateCsr) X(CreateDnVec) X(DestroySpMat) X(DestroyDnVec) X(SpMatGetSize)      \
    X(CsrSetPointers) X(SpMV_bufferSize) X(SpMV_preprocess) X(SpMV) X(SpGEMM_createDescr) X(SpGEMM_destroyDescr)       \
    X(SpGEMM_workEstimation) X(SpGEMM_estimateMemory) X(SpGEMM_compute) X(SpGEMM_copy) X(SpGEMMreuse_workEstimation)   \
    X(SpGEMMreuse_nnz) X(SpGEMMreuse_copy) X(SpGEMMreuse_compute) X(Csr2cscEx2_bufferSize) X(Csr2cscEx2)
/* clang-format on */
extern struct bench_cusparse_calls {
#define BENCH_CUSPARSE_POINTER(name) __typeof__(cusparse##name) *name;
    BENCH_CUSPARSE_CALLS(BENCH_CUSPARSE_POINTER)
#undef BENCH_CUSPARSE_POINTER
} bench_sparse;

/* A in device memory, its offsets in 32 bits: cuSPARSE takes 64-bit offsets for no better, or refuses them. */
typedef struct bench_cusparse_matrix {
    cusparseHandle_t handle;
    cusparseSpMatDescr_t A;
    tropic_index rows, cols;
    tropic_offset count;
    size_t size; /* of a value */
    cudaDataType type;
    void *offsets, *ids, *values;
} bench_cusparse_matrix;
/* NULL, or why there is none; close it in either case. */
const char *bench_cusparse_open(bench_cusparse_matrix *m, const bench_csr *A);
void bench_cusparse_close(bench_cusparse_matrix *m);
#endif
#endif

#endif
