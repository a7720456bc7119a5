/* SPDX-License-Identifier: Apache-2.0
 *
 * The tasks of tropic-bench --matrices, by GraphBLAS, which is to complete each.
 */
#include "bench/matrices.h"

#include "bench/common.h"

#include <stdlib.h>

#ifdef TROPIC_HAVE_GRAPHBLAS

#include "reference/grb.h"
#include "reference/reference.h"

struct bench_grb_matrices {
    const bench_matrices *b;
    GrB_Type type;
    GrB_Matrix A, B, M, L, S, W, P, C;
    GrB_Vector w;
    GrB_Descriptor structure, second, turned;
    GrB_Scalar value, threshold;
    GrB_Index *half, *spread, *p, *by_degree, *rows, *cols, range[2];
};

static GrB_Index *widened(const tropic_index *ids, tropic_offset count)
{
    GrB_Index *wide = bench_reserve((size_t)count * sizeof *wide);
    for (tropic_offset k = 0; k < count; k++) wide[k] = (GrB_Index)ids[k];
    return wide;
}

static GrB_Type type_of(tropic_type type)
{
#define OF(NAME, C)                                                                                                    \
    case TROPIC_##NAME: return GrB_##NAME;
    switch ((int)type) {
        BENCH_MATRIX_TYPES(OF)
    default: return GrB_BOOL;
    }
#undef OF
}

/* a > y; of a pattern, whose values are true: a >= y. */
static GrB_IndexUnaryOp greater(tropic_type type)
{
#define OF(NAME, C)                                                                                                    \
    case TROPIC_##NAME: return GrB_VALUEGT_##NAME;
    switch ((int)type) {
        BENCH_MATRIX_TYPES(OF)
    default: return GrB_VALUEGE_BOOL;
    }
#undef OF
}

static GrB_Info open_descriptors(bench_grb_matrices *g)
{
    GrB_Info info = GrB_Descriptor_new(&g->structure);
    GRB_DO(GrB_Descriptor_new(&g->second));
    GRB_DO(GrB_Descriptor_new(&g->turned));
    GRB_DO(GrB_Descriptor_set(g->structure, GrB_MASK, GrB_STRUCTURE));
    GRB_DO(GrB_Descriptor_set(g->second, GrB_MASK, GrB_STRUCTURE));
    GRB_DO(GrB_Descriptor_set(g->second, GrB_INP1, GrB_TRAN));
    GRB_DO(GrB_Descriptor_set(g->turned, GrB_INP0, GrB_TRAN));
    return info;
}

bench_grb_matrices *bench_grb_matrices_open(const bench_matrices *b)
{
    bench_grb_matrices *g = calloc(1, sizeof *g);
    const tropic_matrix *const from[] = {b->A, b->B, b->M, b->L, b->S, b->W, b->P};
    GrB_Info info;
    if (!g) return NULL;
    GrB_Matrix *const to[] = {&g->A, &g->B, &g->M, &g->L, &g->S, &g->W, &g->P};
    g->b = b;
    reference_set_threads(b->threads);
    info = open_descriptors(g);
    g->type = type_of(b->type);
    for (int k = 0; k < 7 && info == GrB_SUCCESS; k++) {
        if (tropic_matrix_to_suitesparse(to[k], b->context, from[k]) != TROPIC_OK) info = GrB_INVALID_VALUE;
        GRB_DO(GrB_wait(*to[k], GrB_MATERIALIZE));
    }
    GRB_DO(GrB_Vector_new(&g->w, g->type, (GrB_Index)b->n));
    GRB_DO(GrB_Scalar_new(&g->value, g->type));
    GRB_DO(GrB_Scalar_setElement_INT32(g->value, 3));
    GRB_DO(GrB_Scalar_new(&g->threshold, g->type));
    GRB_DO(GrB_Scalar_setElement_INT32(g->threshold, 2));
    g->half = widened(b->half, b->halves);
    g->spread = widened(b->spread, b->quarter);
    g->p = widened(b->p, b->n);
    g->by_degree = widened(b->by_degree, b->n);
    g->rows = widened(b->rows, b->count);
    g->cols = widened(b->cols, b->count);
    g->range[0] = 1;
    g->range[1] = (GrB_Index)b->quarter;
    if (info == GrB_SUCCESS) return g;
    bench_grb_matrices_close(g);
    return NULL;
}

void bench_grb_matrices_close(bench_grb_matrices *g)
{
    GrB_Matrix *const all[] = {&g->A, &g->B, &g->M, &g->L, &g->S, &g->W, &g->P, &g->C};
    for (int k = 0; k < 8; k++) GrB_Matrix_free(all[k]);
    GrB_Vector_free(&g->w);
    GrB_Descriptor_free(&g->structure);
    GrB_Descriptor_free(&g->second);
    GrB_Descriptor_free(&g->turned);
    GrB_Scalar_free(&g->value);
    GrB_Scalar_free(&g->threshold);
    free(g->half);
    free(g->spread);
    free(g->p);
    free(g->by_degree);
    free(g->rows);
    free(g->cols);
    free(g);
}

bool bench_grb_matrices_before(bench_grb_matrices *g, bench_before before)
{
    GrB_Matrix_free(&g->C);
    if (before == PRODUCT) return bench_grb_matrices_run(g, BENCH_MXM);
    return before == NOTHING || GrB_Matrix_dup(&g->C, g->B) == GrB_SUCCESS;
}

/* An empty C, which is made in the time of the operation, as the library's is. */
static GrB_Info new_result(bench_grb_matrices *g, GrB_Type type, tropic_index n)
{
    return g->C ? GrB_SUCCESS : GrB_Matrix_new(&g->C, type, (GrB_Index)n, (GrB_Index)n);
}

/* (Pairs of a pattern are counted in INT32.) */
static GrB_Info count_triangles(bench_grb_matrices *g, GrB_Matrix L, GrB_Matrix W)
{
    const tropic_type type = g->b->type == TROPIC_BOOL ? TROPIC_INT32 : g->b->type;
    GrB_Info info = new_result(g, type_of(type), g->b->n);
    GRB_DO(GrB_mxm(g->C, L, NULL, grb_semiring(TROPIC_PLUS_PAIR, type), W, W, g->second));
    return info;
}

static GrB_Info count_all_triangles(bench_grb_matrices *g)
{
    const GrB_Index n = (GrB_Index)g->b->n;
    GrB_Matrix L = NULL;
    GrB_Info info = GrB_Matrix_new(&L, g->type, n, n);
    GRB_DO(GrB_Matrix_extract(L, NULL, NULL, g->A, g->by_degree, n, g->by_degree, n, NULL));
    GRB_DO(GrB_Matrix_select_INT64(L, NULL, NULL, GrB_TRIL, L, -1, NULL));
    GRB_DO(count_triangles(g, L, L));
    GrB_Matrix_free(&L);
    return info;
}

static GrB_Info multiply(bench_grb_matrices *g, bench_matrix_task task)
{
    const tropic_type type = g->b->type;
    const bool pattern = type == TROPIC_BOOL;
    GrB_Matrix mask = task <= BENCH_MXM_USER ? NULL : task == BENCH_MXM_AGAIN ? g->C : g->A;
    GrB_Info info;
    if (task == BENCH_TRIANGLES) return count_triangles(g, g->L, g->L);
    if (task == BENCH_TRIANGLES_APART) return count_triangles(g, g->S, g->W);
    if (task == BENCH_TRIANGLES_OF_ALL) return count_all_triangles(g);
    info = new_result(g, g->type, g->b->n);
    GRB_DO(GrB_mxm(g->C, mask, NULL, grb_semiring(pattern ? TROPIC_OR_AND : TROPIC_PLUS_TIMES, type), g->A, g->A,
                   g->structure));
    return info;
}

static GrB_Info combine(bench_grb_matrices *g, bench_matrix_task task)
{
    const bool adds = task < BENCH_MULTIPLY;
    const bool masked = task == BENCH_ADD_MASKED || task == BENCH_ADD_KEPT || task == BENCH_MULTIPLY_MASKED;
    GrB_BinaryOp op = grb_operator(adds ? TROPIC_PLUS : TROPIC_TIMES, g->b->type);
    GrB_BinaryOp accum = task == BENCH_ADD_ACCUM ? op : NULL;
    GrB_Matrix mask = masked ? g->M : NULL;
    GrB_Info info = new_result(g, g->type, g->b->n);
    if (adds)
        GRB_DO(GrB_Matrix_eWiseAdd_BinaryOp(g->C, mask, accum, op, g->A, g->B, g->structure));
    else
        GRB_DO(GrB_Matrix_eWiseMult_BinaryOp(g->C, mask, accum, op, g->A, g->B, g->structure));
    return info;
}

static GrB_Info by_value(bench_grb_matrices *g, bench_matrix_task task)
{
    GrB_Matrix mask = task == BENCH_APPLY_MASKED || task == BENCH_SELECT_MASKED ? g->M : NULL;
    GrB_Info info = new_result(g, g->type, g->b->n);
    if (task == BENCH_TRIL)
        GRB_DO(GrB_Matrix_select_INT64(g->C, NULL, NULL, GrB_TRIL, g->A, 0, NULL));
    else if (task == BENCH_APPLY || task == BENCH_APPLY_MASKED)
        GRB_DO(GrB_Matrix_apply_BinaryOp2nd_INT32(g->C, mask, NULL, grb_operator(TROPIC_PLUS, g->b->type), g->A, 1,
                                                  g->structure));
    else
        GRB_DO(GrB_Matrix_select_Scalar(g->C, mask, NULL, greater(g->b->type), g->A, g->threshold, g->structure));
    return info;
}

static GrB_Info extract(bench_grb_matrices *g, bench_matrix_task task)
{
    const bench_matrices *b = g->b;
    /* (GxB_RANGE: from the first id to the last one.) */
    const GrB_Index *I = task == BENCH_PERMUTE ? g->p : task == BENCH_EXTRACT_BLOCK ? g->range : g->half;
    const GrB_Index count = task == BENCH_PERMUTE         ? (GrB_Index)b->n
                            : task == BENCH_EXTRACT_BLOCK ? (GrB_Index)GxB_RANGE
                                                          : (GrB_Index)b->halves;
    const GrB_Index rows = count == (GrB_Index)GxB_RANGE ? (GrB_Index)b->quarter : count;
    GrB_Info info = GrB_Matrix_new(&g->C, g->type, rows, task == BENCH_EXTRACT_ROWS ? (GrB_Index)b->n : rows);
    if (task == BENCH_EXTRACT_ROWS)
        GRB_DO(GrB_Matrix_extract(g->C, NULL, NULL, g->A, I, count, GrB_ALL, (GrB_Index)b->n, NULL));
    else
        GRB_DO(GrB_Matrix_extract(g->C, NULL, NULL, g->A, I, count, I, count, NULL));
    return info;
}

static GrB_Info assign(bench_grb_matrices *g, bench_matrix_task task)
{
    const bench_matrices *b = g->b;
    const GrB_Index n = (GrB_Index)b->n;
    const bool spread = task == BENCH_ASSIGN_SPREAD;
    const GrB_Index *I = spread ? g->spread : g->range;
    const GrB_Index count = spread ? (GrB_Index)b->quarter : (GrB_Index)GxB_RANGE;
    GrB_BinaryOp accum = task == BENCH_ASSIGN_ACCUM ? grb_operator(TROPIC_PLUS, b->type) : NULL;
    if (task == BENCH_ASSIGN_MASKED)
        return GrB_Matrix_assign(g->C, g->M, NULL, g->A, GrB_ALL, n, GrB_ALL, n, g->structure);
    if (task == BENCH_ASSIGN_SCALAR)
        return GrB_Matrix_assign_Scalar(g->C, g->M, NULL, g->value, GrB_ALL, n, GrB_ALL, n, g->structure);
    return GrB_Matrix_assign(g->C, NULL, accum, g->P, I, count, I, count, NULL);
}

static GrB_Info reduce(bench_grb_matrices *g, bench_matrix_task task)
{
    double sum;
    GrB_Monoid plus = grb_monoid(TROPIC_PLUS, g->b->type);
    GrB_Info info;
    if (task == BENCH_REDUCE) return GrB_Matrix_reduce_FP64(&sum, NULL, plus, g->A, NULL);
    info = GrB_Matrix_reduce_Monoid(g->w, NULL, NULL, plus, g->A, task == BENCH_REDUCE_COLUMNS ? g->turned : NULL);
    GRB_DO(GrB_wait(g->w, GrB_MATERIALIZE));
    return info;
}

static GrB_Info build(bench_grb_matrices *g)
{
    const bench_matrices *b = g->b;
    const GrB_Index count = (GrB_Index)b->count;
    GrB_Info info = new_result(g, g->type, b->n);
#define BUILD(NAME, C_)                                                                                                \
    case TROPIC_##NAME:                                                                                                \
        GRB_DO(GrB_Matrix_build_##NAME(g->C, g->rows, g->cols, b->values, count, GrB_PLUS_##NAME));                    \
        break;
    switch ((int)b->type) {
        BENCH_MATRIX_TYPES(BUILD)
    default: GRB_DO(GxB_Matrix_build_Scalar(g->C, g->rows, g->cols, g->value, count));
    }
#undef BUILD
    return info;
}

static GrB_Info run(bench_grb_matrices *g, bench_matrix_task task)
{
    GrB_Info info;
    if (task <= BENCH_TRIANGLES_OF_ALL) return multiply(g, task);
    if (task <= BENCH_MULTIPLY_MASKED) return combine(g, task);
    if (task <= BENCH_SELECT_MASKED) return by_value(g, task);
    if (task <= BENCH_PERMUTE) return extract(g, task);
    if (task <= BENCH_ASSIGN_SCALAR) return assign(g, task);
    if (task == BENCH_BUILD) return build(g);
    if (task > BENCH_TRANSPOSE_MASKED) return reduce(g, task);
    info = new_result(g, g->type, g->b->n);
    if (task == BENCH_COLUMNS) task = BENCH_TRANSPOSE;
    GRB_DO(GrB_transpose(g->C, task == BENCH_TRANSPOSE ? NULL : g->M, NULL, g->A, g->structure));
    return info;
}

bool bench_grb_matrices_run(bench_grb_matrices *g, bench_matrix_task task)
{
    GrB_Info info = run(g, task);
    if (g->C) GRB_DO(GrB_wait(g->C, GrB_MATERIALIZE));
    return info == GrB_SUCCESS;
}

bench_matrix_figures bench_grb_matrices_figures(bench_grb_matrices *g, bench_matrix_task task)
{
    const bool counts = bench_matrix_counts(task) && g->b->type == TROPIC_BOOL;
    GrB_Monoid plus = grb_monoid(TROPIC_PLUS, counts ? TROPIC_INT32 : bench_matrix_sum_type(g->b->type));
    const bool vector = task == BENCH_REDUCE_ROWS || task == BENCH_REDUCE_COLUMNS;
    bench_matrix_figures f = {-1, -1};
    GrB_Index entries = 0;
    GrB_Info info = vector ? GrB_Vector_nvals(&entries, g->w) : GrB_Matrix_nvals(&entries, g->C ? g->C : g->A);
    if (vector)
        GRB_DO(GrB_Vector_reduce_FP64(&f.sum, NULL, plus, g->w, NULL));
    else
        GRB_DO(GrB_Matrix_reduce_FP64(&f.sum, NULL, plus, g->C ? g->C : g->A, NULL));
    if (info == GrB_SUCCESS) f.entries = (double)entries;
    return f;
}

#else

bench_grb_matrices *bench_grb_matrices_open(const bench_matrices *b)
{
    (void)b;
    return NULL;
}

void bench_grb_matrices_close(bench_grb_matrices *g)
{
    (void)g;
}

bool bench_grb_matrices_before(bench_grb_matrices *g, bench_before before)
{
    (void)g, (void)before;
    return false;
}

bool bench_grb_matrices_run(bench_grb_matrices *g, bench_matrix_task task)
{
    (void)g, (void)task;
    return false;
}

bench_matrix_figures bench_grb_matrices_figures(bench_grb_matrices *g, bench_matrix_task task)
{
    (void)g, (void)task;
    return (bench_matrix_figures){-1, -1};
}

#endif
