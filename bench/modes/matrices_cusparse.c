/* SPDX-License-Identifier: Apache-2.0
 *
 * The tasks of tropic-bench --matrices that cuSPARSE has, in FP64: C = A A and the rows of A'. C = A A is by the
 * fastest of its algorithms, also for the numbers alone.
 */
#define _GNU_SOURCE
#include "bench/cusparse.h"
#include "bench/modes/matrices.h"

#include <math.h>
#include <stdlib.h>

#ifdef BENCH_CUSPARSE

#define ALGORITHMS 3
/* Of the products that algorithms 2 and 3 make at a time: the value of cuSPARSE's examples. */
#define CHUNK 0.2f
#define BUFFERS 5

static const double one = 1, zero = 0;

/* A result on its way: its arrays and working memory, and of a product its descriptors. */
typedef struct product {
    cusparseSpGEMMDescr_t descriptor;
    cusparseSpMatDescr_t C;
    void *buffers[BUFFERS];
    size_t bytes[BUFFERS];
    void *offsets, *ids, *values; /* of C */
    int64_t entries;
    bool failed;
} product;

typedef struct state {
    bench_cusparse_matrix m;
    cusparseSpGEMMAlg_t fastest;
    bool chosen, kept_is_there;
    product kept; /* whose pattern is used again */
} state;

/* The next call, unless one has failed. */
#define DO(call) p->failed = p->failed || bench_sparse.call != CUSPARSE_STATUS_SUCCESS

static void reserve(product *p, void **array, size_t bytes)
{
    p->failed = p->failed || cudaMalloc(array, bytes + 1) != cudaSuccess;
}

static void reserve_buffer(product *p, int k)
{
    reserve(p, &p->buffers[k], p->bytes[k]);
}

static void open_product(const state *s, product *p)
{
    *p = (product){.entries = 0};
    DO(SpGEMM_createDescr(&p->descriptor));
    DO(CreateCsr(&p->C, s->m.rows, s->m.rows, 0, NULL, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                 CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
}

static void close_product(product *p)
{
    for (int k = 0; k < BUFFERS; k++) cudaFree(p->buffers[k]);
    cudaFree(p->offsets);
    cudaFree(p->ids);
    cudaFree(p->values);
    if (p->C) bench_sparse.DestroySpMat(p->C);
    if (p->descriptor) bench_sparse.SpGEMM_destroyDescr(p->descriptor);
    cudaGetLastError();
}

static void reserve_arrays(const state *s, product *p)
{
    reserve(p, &p->offsets, ((size_t)s->m.rows + 1) * sizeof(int32_t));
    reserve(p, &p->ids, (size_t)p->entries * sizeof(int32_t));
    reserve(p, &p->values, (size_t)p->entries * sizeof(double));
}

static void reserve_result(const state *s, product *p)
{
    int64_t rows, cols;
    DO(SpMatGetSize(p->C, &rows, &cols, &p->entries));
    reserve_arrays(s, p);
    DO(CsrSetPointers(p->C, p->offsets, p->ids, p->values));
}

static void finish(product *p)
{
    if (cudaDeviceSynchronize() != cudaSuccess) p->failed = true;
}

#define OPERANDS s->m.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE
#define WHOLE OPERANDS, &one, s->m.A, s->m.A, &zero, p->C, CUDA_R_64F, algorithm, p->descriptor

static void multiply(const state *s, cusparseSpGEMMAlg_t algorithm, product *p)
{
    open_product(s, p);
    DO(SpGEMM_workEstimation(WHOLE, &p->bytes[0], NULL));
    reserve_buffer(p, 0);
    DO(SpGEMM_workEstimation(WHOLE, &p->bytes[0], p->buffers[0]));
    if (algorithm == CUSPARSE_SPGEMM_ALG1) {
        DO(SpGEMM_compute(WHOLE, &p->bytes[1], NULL));
    } else {
        DO(SpGEMM_estimateMemory(WHOLE, CHUNK, &p->bytes[2], NULL, NULL));
        reserve_buffer(p, 2);
        DO(SpGEMM_estimateMemory(WHOLE, CHUNK, &p->bytes[2], p->buffers[2], &p->bytes[1]));
    }
    reserve_buffer(p, 1);
    DO(SpGEMM_compute(WHOLE, &p->bytes[1], p->buffers[1]));
    reserve_result(s, p);
    DO(SpGEMM_copy(WHOLE));
    finish(p);
}

#define PATTERN OPERANDS, s->m.A, s->m.A, p->C, CUSPARSE_SPGEMM_DEFAULT, p->descriptor
#define SIZED(k) &p->bytes[k], p->buffers[k]

/* The pattern, which is kept. (A call without a buffer returns its length.) */
static void prepare(const state *s, product *p)
{
    open_product(s, p);
    DO(SpGEMMreuse_workEstimation(PATTERN, SIZED(0)));
    reserve_buffer(p, 0);
    DO(SpGEMMreuse_workEstimation(PATTERN, SIZED(0)));
    DO(SpGEMMreuse_nnz(PATTERN, SIZED(1), SIZED(2), SIZED(3)));
    for (int k = 1; k < 4; k++) reserve_buffer(p, k);
    DO(SpGEMMreuse_nnz(PATTERN, SIZED(1), SIZED(2), SIZED(3)));
    reserve_result(s, p);
    DO(SpGEMMreuse_copy(PATTERN, SIZED(4)));
    reserve_buffer(p, 4);
    DO(SpGEMMreuse_copy(PATTERN, SIZED(4)));
}

static void multiply_again(const state *s, product *p)
{
    DO(SpGEMMreuse_compute(OPERANDS, &one, s->m.A, s->m.A, &zero, p->C, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT,
                           p->descriptor));
    finish(p);
}

#define ARGUMENTS                                                                                                      \
    s->m.handle, s->m.rows, s->m.cols, (int)s->m.count, s->m.values, s->m.offsets, s->m.ids, p->values, p->offsets,    \
        p->ids, s->m.type, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT

/* A', with as many rows. */
static void turn(const state *s, product *p)
{
    *p = (product){.entries = s->m.count};
    reserve_arrays(s, p);
    DO(Csr2cscEx2_bufferSize(ARGUMENTS, &p->bytes[0]));
    reserve_buffer(p, 0);
    DO(Csr2cscEx2(ARGUMENTS, p->buffers[0]));
    finish(p);
}

static bench_matrix_figures figures_of(const product *p)
{
    bench_matrix_figures f = {.entries = (double)p->entries};
    double *values;
    if (p->failed) return (bench_matrix_figures){-1, -1};
    values = bench_reserve((size_t)p->entries * sizeof *values);
    cudaMemcpy(values, p->values, (size_t)p->entries * sizeof *values, cudaMemcpyDeviceToHost);
    for (int64_t k = 0; k < p->entries; k++) f.sum += values[k];
    free(values);
    return f;
}

/* Seconds of C = A A, or of A' (algorithm < 0), and of its release. */
static double run_once(const state *s, int algorithm, bench_matrix_figures *figures)
{
    double seconds = -bench_now();
    product p;
    if (algorithm < 0)
        turn(s, &p);
    else
        multiply(s, (cusparseSpGEMMAlg_t)algorithm, &p);
    seconds += bench_now();
    if (figures) *figures = figures_of(&p);
    if (p.failed) seconds = NAN;
    seconds -= bench_now();
    close_product(&p);
    return seconds + bench_now();
}

static double run_again(state *s, bench_matrix_figures *figures)
{
    double seconds;
    if (!s->kept_is_there) prepare(s, &s->kept);
    s->kept_is_there = true;
    seconds = -bench_now();
    multiply_again(s, &s->kept);
    seconds += bench_now();
    if (figures) *figures = figures_of(&s->kept);
    return s->kept.failed ? NAN : seconds;
}

static void choose(state *s)
{
    static const cusparseSpGEMMAlg_t all[ALGORITHMS] = {CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2,
                                                        CUSPARSE_SPGEMM_ALG3};
    double least = INFINITY;
    for (int k = 0; k < ALGORITHMS && !s->chosen; k++) {
        double seconds;
        run_once(s, (int)all[k], NULL); /* loads its kernels */
        seconds = run_once(s, (int)all[k], NULL);
        if (!(seconds < least)) continue;
        least = seconds;
        s->fastest = all[k];
    }
    s->chosen = true;
}

static double time_task(void *data, const bench_task *t, void (*rest)(void), bench_matrix_figures *figures)
{
    state *s = data;
    (void)rest; /* a GPU needs none */
    if (t->verb == COLUMNS) return run_once(s, -1, figures);
    if (t->verb != MXM || t->mask == OF_A) return NAN;
    if (t->before == PRODUCT) return run_again(s, figures);
    choose(s);
    return run_once(s, (int)s->fastest, figures);
}

static void close_state(void *data)
{
    state *s = data;
    if (s->kept_is_there) close_product(&s->kept);
    bench_cusparse_close(&s->m);
    free(s);
}

static void *open_state(const bench_matrices *b, const char **failed)
{
    bench_csr A = {.rows = b->n, .cols = b->n, .count = b->count, .type = b->type};
    state *s;
    if (b->type != TROPIC_FP64) return NULL;
    bench_check(tropic_matrix_csr(b->m[OF_A], b->context, &A.offsets, &A.ids, &A.values), b->context, "A");
    s = bench_reserve(sizeof *s);
    *s = (state){.chosen = false};
    *failed = bench_cusparse_open(&s->m, &A);
    if (!*failed) return s;
    close_state(s);
    return NULL;
}

static const bench_library library = {"cuSPARSE", open_state, close_state, time_task};
const bench_library *const bench_matrices_cusparse = &library;

#else

const bench_library *const bench_matrices_cusparse;

#endif
