/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "bench/cusparse.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef BENCH_CUSPARSE

#include <dlfcn.h>

#define FUNCTIONS(X)                                                                                                   \
    X(Create)                                                                                                          \
    X(Destroy)                                                                                                         \
    X(SetStream)                                                                                                       \
    X(CreateCsr)                                                                                                       \
    X(CreateDnVec)                                                                                                     \
    X(DestroySpMat)                                                                                                    \
    X(DestroyDnVec)                                                                                                    \
    X(SpMV_bufferSize)                                                                                                 \
    X(SpMV_preprocess)                                                                                                 \
    X(SpMV)
BENCH_CUSPARSE_DECLARE(FUNCTIONS)

const char *bench_cusparse_find(const bench_cusparse_function *wanted, size_t count)
{
    static char missing[64];
    static void *library;
    if (!library) library = dlopen("libcusparse.so.12", RTLD_NOW);
    if (!library) library = dlopen("libcusparse.so", RTLD_NOW);
    if (!library) return "no libcusparse";
    for (size_t k = 0; k < count; k++) {
        *wanted[k].pointer = dlsym(library, wanted[k].name);
        if (*wanted[k].pointer) continue;
        snprintf(missing, sizeof missing, "libcusparse has no %s", wanted[k].name);
        return missing;
    }
    return NULL;
}

typedef struct product {
    cusparseHandle_t handle;
    cusparseSpMatDescr_t A;
    cusparseDnVecDescr_t x, y;
    void *offsets, *ids, *values, *x_values, *y_values, *buffer;
    cudaStream_t stream;
    cudaDataType type;
    cusparseSpMVAlg_t algorithm;
} product;

void *bench_cusparse_offsets(const bench_csr *A)
{
    int32_t *narrow = malloc(((size_t)A->rows + 1) * sizeof *narrow);
    void *to;
    for (tropic_index i = 0; narrow && i <= A->rows; i++) narrow[i] = (int32_t)A->offsets[i];
    to = narrow ? bench_to_device(narrow, ((size_t)A->rows + 1) * sizeof *narrow) : NULL;
    free(narrow);
    return to;
}

static bool multiply(void *data)
{
    product *p = data;
    const double one = 1, zero = 0;
    const float one_f = 1, zero_f = 0;
    const bool wide = p->type == CUDA_R_64F;
    const void *alpha = wide ? (const void *)&one : &one_f, *beta = wide ? (const void *)&zero : &zero_f;
    size_t bytes = 0;
    if (!p->buffer) {
        if (SpMV_bufferSize(p->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, p->A, p->x, beta, p->y, p->type,
                            p->algorithm, &bytes) != CUSPARSE_STATUS_SUCCESS)
            return false;
        p->buffer = bench_to_device(NULL, bytes);
        if (SpMV_preprocess(p->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, p->A, p->x, beta, p->y, p->type,
                            p->algorithm, p->buffer) != CUSPARSE_STATUS_SUCCESS)
            return false;
    }
    return SpMV(p->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, p->A, p->x, beta, p->y, p->type, p->algorithm,
                p->buffer) == CUSPARSE_STATUS_SUCCESS;
}

const char *bench_cusparse(const bench_csr *A, int algorithm, bench_gpu_times *t, void *y)
{
    const cudaDataType type = A->type == TROPIC_FP64 ? CUDA_R_64F : CUDA_R_32F;
    const size_t size = tropic_type_size(A->type);
    product p = {.type = type, .algorithm = algorithm == 1 ? CUSPARSE_SPMV_CSR_ALG1 : CUSPARSE_SPMV_CSR_ALG2};
    const char *failed = bench_cusparse_find(functions, sizeof functions / sizeof *functions);
    if (failed) return failed;
    if (A->count > INT32_MAX) return "more entries than cuSPARSE's 32-bit offsets count";
    p.offsets = bench_cusparse_offsets(A);
    p.ids = bench_to_device(A->ids, (size_t)A->count * sizeof *A->ids);
    p.values = bench_to_device(A->values, (size_t)A->count * size);
    p.x_values = bench_to_device(A->x, (size_t)A->cols * size);
    p.y_values = bench_to_device(NULL, (size_t)A->rows * size);
    cudaStreamCreate(&p.stream);
    if (Create(&p.handle) != CUSPARSE_STATUS_SUCCESS || SetStream(p.handle, p.stream) != CUSPARSE_STATUS_SUCCESS ||
        CreateCsr(&p.A, A->rows, A->cols, A->count, p.offsets, p.ids, p.values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                  CUSPARSE_INDEX_BASE_ZERO, type) != CUSPARSE_STATUS_SUCCESS ||
        CreateDnVec(&p.x, A->cols, p.x_values, type) != CUSPARSE_STATUS_SUCCESS ||
        CreateDnVec(&p.y, A->rows, p.y_values, type) != CUSPARSE_STATUS_SUCCESS)
        failed = "cuSPARSE failed";
    if (!failed) *t = bench_gpu_time(p.stream, multiply, &p);
    if (!failed && t->seconds < 0) failed = "cuSPARSE failed";
    if (!failed) cudaMemcpy(y, p.y_values, (size_t)A->rows * size, cudaMemcpyDeviceToHost);
    if (p.A) DestroySpMat(p.A);
    if (p.x) DestroyDnVec(p.x);
    if (p.y) DestroyDnVec(p.y);
    if (p.handle) Destroy(p.handle);
    if (p.stream) cudaStreamDestroy(p.stream);
    cudaFree(p.offsets);
    cudaFree(p.ids);
    cudaFree(p.values);
    cudaFree(p.x_values);
    cudaFree(p.y_values);
    cudaFree(p.buffer);
    cudaGetLastError();
    return failed;
}

#else

const char *bench_cusparse(const bench_csr *A, int algorithm, bench_gpu_times *t, void *y)
{
    (void)A, (void)algorithm, (void)t, (void)y;
    return "built without cuSPARSE's header";
}

#endif
