/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "bench/spgemm.h"

#include "bench/common.h"

#include <math.h>
#include <stdlib.h>

#ifdef BENCH_CUSPARSE

#define FUNCTIONS(X)                                                                                                   \
    X(Create)                                                                                                          \
    X(Destroy)                                                                                                         \
    X(CreateCsr)                                                                                                       \
    X(DestroySpMat)                                                                                                    \
    X(SpMatGetSize)                                                                                                    \
    X(CsrSetPointers)                                                                                                  \
    X(SpGEMM_createDescr)                                                                                              \
    X(SpGEMM_destroyDescr)                                                                                             \
    X(SpGEMM_workEstimation)                                                                                           \
    X(SpGEMM_estimateMemory)                                                                                           \
    X(SpGEMM_compute)                                                                                                  \
    X(SpGEMM_copy)                                                                                                     \
    X(SpGEMMreuse_workEstimation)                                                                                      \
    X(SpGEMMreuse_nnz)                                                                                                 \
    X(SpGEMMreuse_copy)                                                                                                \
    X(SpGEMMreuse_compute)
BENCH_CUSPARSE_DECLARE(FUNCTIONS)

#define ALGORITHMS 3
/* Of the products that algorithms 2 and 3 make at a time: what cuSPARSE's examples take. */
#define CHUNK 0.2f

static const double one = 1, zero = 0;

/* A product on its way: its descriptor, result and working memory. */
typedef struct product {
    cusparseSpGEMMDescr_t descriptor;
    cusparseSpMatDescr_t C;
    void *buffers[5];
    void *offsets, *ids, *values; /* of C */
    int64_t entries;
    bool failed;
} product;

struct bench_spgemm {
    cusparseHandle_t handle;
    cusparseSpMatDescr_t A;
    tropic_index n;
    tropic_offset count;
    void *offsets, *ids, *values; /* of A */
    cusparseSpGEMMAlg_t fastest;
    bool chosen, kept_is_there;
    product kept; /* whose pattern is used again */
};

static void check(product *p, cusparseStatus_t status)
{
    p->failed |= status != CUSPARSE_STATUS_SUCCESS;
}

static void reserve(product *p, void **array, size_t bytes)
{
    if (!p->failed && cudaMalloc(array, bytes + 1) != cudaSuccess) p->failed = true;
}

static void open_product(bench_spgemm *s, product *p)
{
    *p = (product){.entries = 0};
    check(p, SpGEMM_createDescr(&p->descriptor));
    check(p, CreateCsr(&p->C, s->n, s->n, 0, NULL, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
}

static void close_product(product *p)
{
    for (int k = 0; k < 5; k++) cudaFree(p->buffers[k]);
    cudaFree(p->offsets);
    cudaFree(p->ids);
    cudaFree(p->values);
    if (p->C) DestroySpMat(p->C);
    if (p->descriptor) SpGEMM_destroyDescr(p->descriptor);
    cudaGetLastError();
}

static void reserve_result(bench_spgemm *s, product *p)
{
    int64_t rows, cols;
    if (!p->failed) check(p, SpMatGetSize(p->C, &rows, &cols, &p->entries));
    reserve(p, &p->offsets, ((size_t)s->n + 1) * sizeof(int32_t));
    reserve(p, &p->ids, (size_t)p->entries * sizeof(int32_t));
    reserve(p, &p->values, (size_t)p->entries * sizeof(double));
    if (!p->failed) check(p, CsrSetPointers(p->C, p->offsets, p->ids, p->values));
}

#define OPERANDS s->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE
#define WHOLE OPERANDS, &one, s->A, s->A, &zero, p->C, CUDA_R_64F, algorithm, p->descriptor

static void multiply(bench_spgemm *s, cusparseSpGEMMAlg_t algorithm, product *p)
{
    size_t bytes[3] = {0, 0, 0};
    open_product(s, p);
    if (!p->failed) check(p, SpGEMM_workEstimation(WHOLE, &bytes[0], NULL));
    reserve(p, &p->buffers[0], bytes[0]);
    if (!p->failed) check(p, SpGEMM_workEstimation(WHOLE, &bytes[0], p->buffers[0]));
    if (algorithm == CUSPARSE_SPGEMM_ALG1) {
        if (!p->failed) check(p, SpGEMM_compute(WHOLE, &bytes[1], NULL));
    } else {
        if (!p->failed) check(p, SpGEMM_estimateMemory(WHOLE, CHUNK, &bytes[2], NULL, NULL));
        reserve(p, &p->buffers[2], bytes[2]);
        if (!p->failed) check(p, SpGEMM_estimateMemory(WHOLE, CHUNK, &bytes[2], p->buffers[2], &bytes[1]));
    }
    reserve(p, &p->buffers[1], bytes[1]);
    if (!p->failed) check(p, SpGEMM_compute(WHOLE, &bytes[1], p->buffers[1]));
    reserve_result(s, p);
    if (!p->failed) check(p, SpGEMM_copy(WHOLE));
    if (cudaDeviceSynchronize() != cudaSuccess) p->failed = true;
}

#define PATTERN OPERANDS, s->A, s->A, p->C, CUSPARSE_SPGEMM_DEFAULT, p->descriptor

/* The pattern, which is kept. */
static void prepare(bench_spgemm *s, product *p)
{
    size_t bytes[5] = {0};
    open_product(s, p);
    if (!p->failed) check(p, SpGEMMreuse_workEstimation(PATTERN, &bytes[0], NULL));
    reserve(p, &p->buffers[0], bytes[0]);
    if (!p->failed) check(p, SpGEMMreuse_workEstimation(PATTERN, &bytes[0], p->buffers[0]));
    if (!p->failed) check(p, SpGEMMreuse_nnz(PATTERN, &bytes[1], NULL, &bytes[2], NULL, &bytes[3], NULL));
    for (int k = 1; k < 4; k++) reserve(p, &p->buffers[k], bytes[k]);
    if (!p->failed)
        check(p,
              SpGEMMreuse_nnz(PATTERN, &bytes[1], p->buffers[1], &bytes[2], p->buffers[2], &bytes[3], p->buffers[3]));
    reserve_result(s, p);
    if (!p->failed) check(p, SpGEMMreuse_copy(PATTERN, &bytes[4], NULL));
    reserve(p, &p->buffers[4], bytes[4]);
    if (!p->failed) check(p, SpGEMMreuse_copy(PATTERN, &bytes[4], p->buffers[4]));
}

static void multiply_again(bench_spgemm *s, product *p)
{
    if (!p->failed)
        check(p, SpGEMMreuse_compute(OPERANDS, &one, s->A, s->A, &zero, p->C, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT,
                                     p->descriptor));
    if (cudaDeviceSynchronize() != cudaSuccess) p->failed = true;
}

static bench_matrix_figures figures_of(const product *p)
{
    bench_matrix_figures f = {.entries = (double)p->entries};
    double *values = bench_reserve((size_t)p->entries * sizeof *values);
    cudaMemcpy(values, p->values, (size_t)p->entries * sizeof *values, cudaMemcpyDeviceToHost);
    for (int64_t k = 0; k < p->entries; k++) f.sum += values[k];
    free(values);
    return f;
}

static double run_once(bench_spgemm *s, cusparseSpGEMMAlg_t algorithm, bench_matrix_figures *figures)
{
    const double start = bench_now();
    double seconds;
    product p;
    multiply(s, algorithm, &p);
    seconds = bench_now() - start;
    if (figures && !p.failed) *figures = figures_of(&p);
    if (p.failed) seconds = NAN;
    seconds -= bench_now();
    close_product(&p);
    return seconds + bench_now();
}

static double run_again(bench_spgemm *s, bench_matrix_figures *figures)
{
    double seconds;
    if (!s->kept_is_there) prepare(s, &s->kept);
    s->kept_is_there = true;
    seconds = -bench_now();
    multiply_again(s, &s->kept);
    seconds += bench_now();
    if (figures && !s->kept.failed) *figures = figures_of(&s->kept);
    return s->kept.failed ? NAN : seconds;
}

double bench_spgemm_run(bench_spgemm *s, bool again, bench_matrix_figures *figures)
{
    static const cusparseSpGEMMAlg_t all[ALGORITHMS] = {CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2,
                                                        CUSPARSE_SPGEMM_ALG3};
    double least = INFINITY;
    if (again) return run_again(s, figures);
    for (int k = 0; k < ALGORITHMS && !s->chosen; k++) {
        double seconds;
        run_once(s, all[k], NULL); /* loads what it needs */
        seconds = run_once(s, all[k], NULL);
        if (!(seconds < least)) continue;
        least = seconds;
        s->fastest = all[k];
    }
    s->chosen = true;
    return run_once(s, s->fastest, figures);
}

bench_spgemm *bench_spgemm_open(const bench_csr *A, const char **failed)
{
    bench_spgemm *s = NULL;
    *failed = bench_cusparse_find(functions, sizeof functions / sizeof *functions);
    if (!*failed && A->count > INT32_MAX) *failed = "more entries than cuSPARSE's 32-bit offsets count";
    if (*failed) return NULL;
    s = bench_reserve(sizeof *s);
    *s = (bench_spgemm){.n = A->rows, .count = A->count};
    s->offsets = bench_cusparse_offsets(A);
    s->ids = bench_to_device(A->ids, (size_t)A->count * sizeof *A->ids);
    s->values = bench_to_device(A->values, (size_t)A->count * sizeof(double));
    if (s->offsets && s->ids && s->values && Create(&s->handle) == CUSPARSE_STATUS_SUCCESS &&
        CreateCsr(&s->A, A->rows, A->cols, A->count, s->offsets, s->ids, s->values, CUSPARSE_INDEX_32I,
                  CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F) == CUSPARSE_STATUS_SUCCESS)
        return s;
    *failed = "cuSPARSE failed";
    bench_spgemm_close(s);
    return NULL;
}

void bench_spgemm_close(bench_spgemm *s)
{
    if (!s) return;
    if (s->kept_is_there) close_product(&s->kept);
    if (s->A) DestroySpMat(s->A);
    if (s->handle) Destroy(s->handle);
    bench_from_device(s->offsets);
    bench_from_device(s->ids);
    bench_from_device(s->values);
    free(s);
}

#else

bench_spgemm *bench_spgemm_open(const bench_csr *A, const char **failed)
{
    (void)A;
    *failed = "built without cuSPARSE's header";
    return NULL;
}

void bench_spgemm_close(bench_spgemm *s)
{
    (void)s;
}

double bench_spgemm_run(bench_spgemm *s, bool again, bench_matrix_figures *figures)
{
    (void)s, (void)again, (void)figures;
    return NAN;
}

#endif
