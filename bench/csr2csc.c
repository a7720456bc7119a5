/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "bench/csr2csc.h"

#include "bench/common.h"

#include <math.h>
#include <stdlib.h>

#ifdef BENCH_CUSPARSE

#define FUNCTIONS(X)                                                                                                   \
    X(Create)                                                                                                          \
    X(Destroy)                                                                                                         \
    X(Csr2cscEx2_bufferSize)                                                                                           \
    X(Csr2cscEx2)
BENCH_CUSPARSE_DECLARE(FUNCTIONS)

struct bench_csr2csc {
    cusparseHandle_t handle;
    tropic_index rows, cols;
    tropic_offset count;
    size_t size; /* of a value */
    cudaDataType type;
    void *offsets, *ids, *values; /* of A */
};

bench_csr2csc *bench_csr2csc_open(const bench_csr *A, const char **failed)
{
    bench_csr2csc *t = NULL;
    *failed = bench_cusparse_find(functions, sizeof functions / sizeof *functions);
    if (!*failed && A->count > INT32_MAX) *failed = "more entries than cuSPARSE's 32-bit offsets count";
    if (*failed) return NULL;
    t = bench_reserve(sizeof *t);
    *t = (bench_csr2csc){.rows = A->rows, .cols = A->cols, .count = A->count, .size = tropic_type_size(A->type)};
    t->type = A->type == TROPIC_FP64 ? CUDA_R_64F : CUDA_R_32F;
    t->offsets = bench_cusparse_offsets(A);
    t->ids = bench_to_device(A->ids, (size_t)A->count * sizeof *A->ids);
    t->values = bench_to_device(A->values, (size_t)A->count * t->size);
    if (t->offsets && t->ids && t->values && Create(&t->handle) == CUSPARSE_STATUS_SUCCESS) return t;
    *failed = "cuSPARSE failed";
    bench_csr2csc_close(t);
    return NULL;
}

void bench_csr2csc_close(bench_csr2csc *t)
{
    if (!t) return;
    if (t->handle) Destroy(t->handle);
    bench_from_device(t->offsets);
    bench_from_device(t->ids);
    bench_from_device(t->values);
    free(t);
}

/* What is made: offsets, ids, values, and working memory. */
enum { OFFSETS, IDS, VALUES, BUFFER, ARRAYS };

#define ARGUMENTS                                                                                                      \
    t->handle, t->rows, t->cols, (int)t->count, t->values, t->offsets, t->ids, made[VALUES], made[OFFSETS], made[IDS], \
        t->type, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT

double bench_csr2csc_run(bench_csr2csc *t)
{
    double seconds = -bench_now();
    void *made[ARRAYS] = {NULL};
    size_t bytes = 0;
    bool done = cudaMalloc(&made[OFFSETS], ((size_t)t->cols + 1) * sizeof(int32_t)) == cudaSuccess &&
                cudaMalloc(&made[IDS], (size_t)t->count * sizeof(int32_t) + 1) == cudaSuccess &&
                cudaMalloc(&made[VALUES], (size_t)t->count * t->size + 1) == cudaSuccess;
    done = done && Csr2cscEx2_bufferSize(ARGUMENTS, &bytes) == CUSPARSE_STATUS_SUCCESS &&
           cudaMalloc(&made[BUFFER], bytes + 1) == cudaSuccess;
    done = done && Csr2cscEx2(ARGUMENTS, made[BUFFER]) == CUSPARSE_STATUS_SUCCESS &&
           cudaDeviceSynchronize() == cudaSuccess;
    for (int k = 0; k < ARRAYS; k++) cudaFree(made[k]);
    cudaGetLastError();
    seconds += bench_now();
    return done ? seconds : NAN;
}

#else

bench_csr2csc *bench_csr2csc_open(const bench_csr *A, const char **failed)
{
    (void)A;
    *failed = "built without cuSPARSE's header";
    return NULL;
}

void bench_csr2csc_close(bench_csr2csc *t)
{
    (void)t;
}

double bench_csr2csc_run(bench_csr2csc *t)
{
    (void)t;
    return NAN;
}

#endif
