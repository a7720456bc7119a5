/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "bench/cusparse.h"

#include "bench/common.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef BENCH_CUSPARSE

#include <dlfcn.h>

struct bench_cusparse_calls bench_sparse;

/* Sets the pointers. NULL, or why the machine has not got them. */
static const char *find_calls(void)
{
    static const struct {
        const char *name;
        void **pointer;
    } calls[] = {
#define MEMBER(name) {"cusparse" #name, (void **)&bench_sparse.name},
        BENCH_CUSPARSE_CALLS(MEMBER)
#undef MEMBER
    };
    static char missing[64];
    static void *library;
    if (!library) library = dlopen("libcusparse.so.12", RTLD_NOW);
    if (!library) library = dlopen("libcusparse.so", RTLD_NOW);
    if (!library) return "no libcusparse";
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        *calls[k].pointer = dlsym(library, calls[k].name);
        if (*calls[k].pointer) continue;
        snprintf(missing, sizeof missing, "libcusparse has no %s", calls[k].name);
        return missing;
    }
    return NULL;
}

const char *bench_cusparse_open(bench_cusparse_matrix *m, const bench_csr *A)
{
    const char *failed = find_calls();
    const size_t ends = (size_t)A->rows + 1;
    int32_t *narrow;
    *m = (bench_cusparse_matrix){.rows = A->rows, .cols = A->cols, .count = A->count};
    if (failed) return failed;
    if (A->count > INT32_MAX) return "more entries than cuSPARSE's 32-bit offsets count";
    narrow = bench_reserve(ends * sizeof *narrow);
    for (size_t i = 0; i < ends; i++) narrow[i] = (int32_t)A->offsets[i];
    m->type = A->type == TROPIC_FP64 ? CUDA_R_64F : CUDA_R_32F;
    m->size = tropic_type_size(A->type);
    m->offsets = bench_to_device(narrow, ends * sizeof *narrow);
    m->ids = bench_to_device(A->ids, (size_t)A->count * sizeof *A->ids);
    m->values = bench_to_device(A->values, (size_t)A->count * m->size);
    free(narrow);
    if (m->offsets && m->ids && m->values && bench_sparse.Create(&m->handle) == CUSPARSE_STATUS_SUCCESS &&
        bench_sparse.CreateCsr(&m->A, A->rows, A->cols, A->count, m->offsets, m->ids, m->values, CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, m->type) == CUSPARSE_STATUS_SUCCESS)
        return NULL;
    return "cuSPARSE failed";
}

void bench_cusparse_close(bench_cusparse_matrix *m)
{
    if (m->A) bench_sparse.DestroySpMat(m->A);
    if (m->handle) bench_sparse.Destroy(m->handle);
    bench_from_device(m->offsets);
    bench_from_device(m->ids);
    bench_from_device(m->values);
    cudaGetLastError();
}

typedef struct product {
    bench_cusparse_matrix m;
    cusparseDnVecDescr_t x, y;
    void *x_values, *y_values, *buffer;
    cudaStream_t stream;
    cusparseSpMVAlg_t algorithm;
} product;

static bool multiply(void *data)
{
    product *p = data;
    const double one = 1, zero = 0;
    const float one_f = 1, zero_f = 0;
    const bool wide = p->m.type == CUDA_R_64F;
    const void *alpha = wide ? (const void *)&one : &one_f, *beta = wide ? (const void *)&zero : &zero_f;
    size_t bytes = 0;
#define OPERANDS p->m.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, p->m.A, p->x, beta, p->y, p->m.type, p->algorithm
    if (!p->buffer) {
        if (bench_sparse.SpMV_bufferSize(OPERANDS, &bytes) != CUSPARSE_STATUS_SUCCESS) return false;
        p->buffer = bench_to_device(NULL, bytes);
        if (bench_sparse.SpMV_preprocess(OPERANDS, p->buffer) != CUSPARSE_STATUS_SUCCESS) return false;
    }
    return bench_sparse.SpMV(OPERANDS, p->buffer) == CUSPARSE_STATUS_SUCCESS;
#undef OPERANDS
}

const char *bench_cusparse(const bench_csr *A, int algorithm, bench_gpu_times *t, void *y)
{
    product p = {.algorithm = algorithm == 1 ? CUSPARSE_SPMV_CSR_ALG1 : CUSPARSE_SPMV_CSR_ALG2};
    const char *failed = bench_cusparse_open(&p.m, A);
    if (!failed) {
        p.x_values = bench_to_device(A->x, (size_t)A->cols * p.m.size);
        p.y_values = bench_to_device(NULL, (size_t)A->rows * p.m.size);
        cudaStreamCreate(&p.stream);
        if (bench_sparse.SetStream(p.m.handle, p.stream) != CUSPARSE_STATUS_SUCCESS ||
            bench_sparse.CreateDnVec(&p.x, A->cols, p.x_values, p.m.type) != CUSPARSE_STATUS_SUCCESS ||
            bench_sparse.CreateDnVec(&p.y, A->rows, p.y_values, p.m.type) != CUSPARSE_STATUS_SUCCESS)
            failed = "cuSPARSE failed";
    }
    if (!failed) *t = bench_gpu_time(p.stream, multiply, &p);
    if (!failed && t->seconds < 0) failed = "cuSPARSE failed";
    if (!failed) cudaMemcpy(y, p.y_values, (size_t)A->rows * p.m.size, cudaMemcpyDeviceToHost);
    if (p.x) bench_sparse.DestroyDnVec(p.x);
    if (p.y) bench_sparse.DestroyDnVec(p.y);
    bench_cusparse_close(&p.m);
    if (p.stream) cudaStreamDestroy(p.stream);
    bench_from_device(p.x_values);
    bench_from_device(p.y_values);
    bench_from_device(p.buffer);
    return failed;
}

#else

const char *bench_cusparse(const bench_csr *A, int algorithm, bench_gpu_times *t, void *y)
{
    (void)A, (void)algorithm, (void)t, (void)y;
    return "built without cuSPARSE's header";
}

#endif
