/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "bench/cusparse.h"

#include <stdlib.h>
#include <string.h>

#if defined(BENCH_CUDA) && defined(__has_include)
#if __has_include(<cusparse.h>)
#define BENCH_CUSPARSE 1
#endif
#endif

#ifdef BENCH_CUSPARSE

#define DISABLE_CUSPARSE_DEPRECATED
#include <cuda_runtime_api.h>
#include <cusparse.h>
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
#define DECLARE(name) static __typeof__(cusparse##name) *name;
FUNCTIONS(DECLARE)

static const char *open_library(void)
{
    static void *library;
    if (library) return NULL;
    library = dlopen("libcusparse.so.12", RTLD_NOW);
    if (!library) library = dlopen("libcusparse.so", RTLD_NOW);
    if (!library) return "no libcusparse";
#define FIND(name) *(void **)&name = dlsym(library, "cusparse" #name);
    FUNCTIONS(FIND)
#define MISSING(name)                                                                                                  \
    if (!name) return "libcusparse has no cusparse" #name;
    FUNCTIONS(MISSING)
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

static void *to_device(const void *from, size_t bytes)
{
    void *to = NULL;
    if (cudaMalloc(&to, bytes + 1) == cudaSuccess && from) cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
    return to;
}

/* It takes 64-bit offsets for no better than 32-bit ones, or refuses them. */
static void *narrow_offsets(const bench_csr *A)
{
    int32_t *narrow = malloc(((size_t)A->rows + 1) * sizeof *narrow);
    void *to;
    for (tropic_index i = 0; narrow && i <= A->rows; i++) narrow[i] = (int32_t)A->offsets[i];
    to = narrow ? to_device(narrow, ((size_t)A->rows + 1) * sizeof *narrow) : NULL;
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
        p->buffer = to_device(NULL, bytes);
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
    const char *failed = open_library();
    if (failed) return failed;
    if (A->count > INT32_MAX) return "more entries than cuSPARSE's 32-bit offsets count";
    p.offsets = narrow_offsets(A);
    p.ids = to_device(A->ids, (size_t)A->count * sizeof *A->ids);
    p.values = to_device(A->values, (size_t)A->count * size);
    p.x_values = to_device(A->x, (size_t)A->cols * size);
    p.y_values = to_device(NULL, (size_t)A->rows * size);
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
