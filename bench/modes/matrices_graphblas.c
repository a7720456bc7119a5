/* SPDX-License-Identifier: Apache-2.0
 *
 * The tasks of tropic-bench --matrices, by GraphBLAS, which is to complete each.
 */
#include "bench/modes/matrices.h"

#ifdef TROPIC_HAVE_GRAPHBLAS

#include <stdlib.h>

#include "reference/grb.h"
#include "reference/reference.h"

/* Arguments of GrB calls for some rows or columns: ids, their number (GxB_RANGE: from the first id to the last one),
 * and how many that are. */
typedef struct id_list {
    const GrB_Index *ids;
    GrB_Index count, all;
} id_list;

typedef struct state {
    const bench_matrices *b;
    GrB_Matrix m[BENCH_OPERANDS];
    GrB_Vector w;
    GrB_Descriptor structure, second, first; /* the operand that is transposed */
    GrB_Scalar value, threshold;
    id_list ids[BENCH_IDS];
    GrB_Index *rows, *cols, range[2];
} state;

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

static GrB_Info open_descriptors(state *g)
{
    GrB_Descriptor *const all[] = {&g->structure, &g->second, &g->first};
    GrB_Info info = GrB_SUCCESS;
    for (int k = 0; k < 3; k++) {
        GRB_DO(GrB_Descriptor_new(all[k]));
        GRB_DO(GrB_Descriptor_set(*all[k], GrB_MASK, GrB_STRUCTURE));
    }
    GRB_DO(GrB_Descriptor_set(g->second, GrB_INP1, GrB_TRAN));
    GRB_DO(GrB_Descriptor_set(g->first, GrB_INP0, GrB_TRAN));
    return info;
}

static void open_ids(state *g)
{
    const bench_matrices *b = g->b;
    g->ids[IDS_ALL] = (id_list){GrB_ALL, (GrB_Index)b->n, (GrB_Index)b->n};
    for (int k = IDS_ALL + 1; k < BENCH_IDS; k++) {
        const GrB_Index count = (GrB_Index)b->ids[k].count;
        g->ids[k] = (id_list){g->range, GxB_RANGE, count};
        if (b->ids[k].ids) g->ids[k] = (id_list){widened(b->ids[k].ids, b->ids[k].count), count, count};
    }
    g->range[0] = 1;
    g->range[1] = g->ids[IDS_RANGE].all;
    g->rows = widened(b->rows, b->count);
    g->cols = widened(b->cols, b->count);
}

static void close_state(void *data)
{
    state *g = data;
    g->m[OF_FRESH] = NULL; /* A */
    for (int k = 0; k < BENCH_OPERANDS; k++) GrB_Matrix_free(&g->m[k]);
    GrB_Vector_free(&g->w);
    GrB_Descriptor_free(&g->structure);
    GrB_Descriptor_free(&g->second);
    GrB_Descriptor_free(&g->first);
    GrB_Scalar_free(&g->value);
    GrB_Scalar_free(&g->threshold);
    for (int k = IDS_ALL + 1; k < BENCH_IDS; k++)
        if (g->ids[k].ids != g->range) free((void *)g->ids[k].ids);
    free(g->rows);
    free(g->cols);
    free(g);
}

static void *open_state(const bench_matrices *b, const char **failed)
{
    state *g = bench_reserve(sizeof *g);
    const GrB_Type type = type_of(b->type);
    GrB_Info info;
    *g = (state){.b = b};
    reference_set_threads(b->threads);
    info = open_descriptors(g);
    for (int k = OF_A; k <= OF_P && info == GrB_SUCCESS; k++) {
        if (tropic_matrix_to_suitesparse(&g->m[k], b->context, b->m[k]) != TROPIC_OK) info = GrB_INVALID_VALUE;
        GRB_DO(GrB_wait(g->m[k], GrB_MATERIALIZE));
    }
    g->m[OF_FRESH] = g->m[OF_A];
    GRB_DO(GrB_Vector_new(&g->w, type, (GrB_Index)b->n));
    GRB_DO(GrB_Scalar_new(&g->value, type));
    GRB_DO(GrB_Scalar_setElement_INT32(g->value, 3));
    GRB_DO(GrB_Scalar_new(&g->threshold, type));
    GRB_DO(GrB_Scalar_setElement_INT32(g->threshold, 2));
    open_ids(g);
    if (info == GrB_SUCCESS) return g;
    *failed = "no such matrices";
    close_state(g);
    return NULL;
}

static GrB_Info multiply(state *g, const bench_task *t, GrB_Matrix mask, GrB_Matrix A, GrB_Matrix B)
{
    const tropic_type type = bench_task_type(g->b, t);
    const tropic_builtin semiring = bench_task_counts(t)  ? TROPIC_PLUS_PAIR
                                    : type == TROPIC_BOOL ? TROPIC_OR_AND
                                                          : TROPIC_PLUS_TIMES;
    return GrB_mxm(g->m[OF_C], mask, NULL, grb_semiring(semiring, type), A, B,
                   bench_task_counts(t) ? g->second : g->structure);
}

static GrB_Info count_all_triangles(state *g, const bench_task *t)
{
    const id_list *d = &g->ids[IDS_BY_DEGREE];
    GrB_Matrix L = NULL;
    GrB_Info info = GrB_Matrix_new(&L, type_of(g->b->type), d->all, d->all);
    GRB_DO(GrB_Matrix_extract(L, NULL, NULL, g->m[OF_A], d->ids, d->count, d->ids, d->count, NULL));
    GRB_DO(GrB_Matrix_select_INT64(L, NULL, NULL, GrB_TRIL, L, -1, NULL));
    GRB_DO(multiply(g, t, L, L, L));
    GrB_Matrix_free(&L);
    return info;
}

static GrB_Info build(state *g)
{
    const bench_matrices *b = g->b;
    const GrB_Index count = (GrB_Index)b->count;
#define BUILD(NAME, C)                                                                                                 \
    case TROPIC_##NAME: return GrB_Matrix_build_##NAME(g->m[OF_C], g->rows, g->cols, b->values, count, GrB_PLUS_##NAME);
    switch ((int)b->type) {
        BENCH_MATRIX_TYPES(BUILD)
    default: return GxB_Matrix_build_Scalar(g->m[OF_C], g->rows, g->cols, g->value, count);
    }
#undef BUILD
}

/* A task whose result is C, which is there. */
static GrB_Info make(state *g, const bench_task *t)
{
    const tropic_type type = g->b->type;
    GrB_Matrix mask = g->m[t->mask], A = g->m[t->first], B = g->m[t->second], C = g->m[OF_C];
    const GrB_BinaryOp plus = grb_operator(TROPIC_PLUS, type), accum = t->accum ? plus : NULL;
    const id_list *r = &g->ids[t->rows], *c = &g->ids[t->cols];
    GrB_Descriptor d = g->structure;
    switch (t->verb) {
    case MXM:
    case MXM_USER:
    case PAIRS: return multiply(g, t, mask, A, B);
    case TRIANGLES: return count_all_triangles(g, t);
    case ADD: return GrB_Matrix_eWiseAdd_BinaryOp(C, mask, accum, plus, A, B, d);
    case MULTIPLY: return GrB_Matrix_eWiseMult_BinaryOp(C, mask, accum, grb_operator(TROPIC_TIMES, type), A, B, d);
    case APPLY: return GrB_Matrix_apply_BinaryOp2nd_INT32(C, mask, accum, plus, A, 1, d);
    case TRIL: return GrB_Matrix_select_INT64(C, mask, accum, GrB_TRIL, A, 0, d);
    case SELECT: return GrB_Matrix_select_Scalar(C, mask, accum, greater(type), A, g->threshold, d);
    case EXTRACT: return GrB_Matrix_extract(C, mask, accum, A, r->ids, r->count, c->ids, c->count, d);
    case ASSIGN: return GrB_Matrix_assign(C, mask, accum, A, r->ids, r->count, c->ids, c->count, d);
    case ASSIGN_SCALAR:
        return GrB_Matrix_assign_Scalar(C, mask, accum, g->value, r->ids, r->count, c->ids, c->count, d);
    case COLUMNS:
    case TRANSPOSE: return GrB_transpose(C, mask, accum, A, d);
    case BUILD: return build(g);
    default: return GrB_INVALID_VALUE;
    }
}

/* An empty C is made in the time of the operation, as the library's is. */
static GrB_Info run(state *g, const bench_task *t)
{
    const id_list *r = &g->ids[t->verb == EXTRACT ? t->rows : IDS_ALL];
    const id_list *c = &g->ids[t->verb == EXTRACT ? t->cols : IDS_ALL];
    const GrB_Monoid plus = grb_monoid(TROPIC_PLUS, g->b->type);
    GrB_Info info = GrB_SUCCESS;
    double sum;
    if (t->verb == REDUCE) return GrB_Matrix_reduce_FP64(&sum, NULL, plus, g->m[t->first], NULL);
    if (t->verb == SUMS) {
        info = GrB_Matrix_reduce_Monoid(g->w, NULL, NULL, plus, g->m[t->first], t->columns ? g->first : NULL);
        GRB_DO(GrB_wait(g->w, GrB_MATERIALIZE));
        return info;
    }
    if (!g->m[OF_C]) info = GrB_Matrix_new(&g->m[OF_C], type_of(bench_task_type(g->b, t)), r->all, c->all);
    GRB_DO(make(g, t));
    GRB_DO(GrB_wait(g->m[OF_C], GrB_MATERIALIZE));
    return info;
}

static bench_matrix_figures figures_of(state *g, const bench_task *t)
{
    const GrB_Monoid plus = grb_monoid(TROPIC_PLUS, bench_task_sum_type(g->b, t));
    const GrB_Matrix C = g->m[OF_C] ? g->m[OF_C] : g->m[OF_A];
    bench_matrix_figures f = {-1, -1};
    GrB_Index entries = 0;
    GrB_Info info = t->verb == SUMS ? GrB_Vector_nvals(&entries, g->w) : GrB_Matrix_nvals(&entries, C);
    if (t->verb == SUMS)
        GRB_DO(GrB_Vector_reduce_FP64(&f.sum, NULL, plus, g->w, NULL));
    else
        GRB_DO(GrB_Matrix_reduce_FP64(&f.sum, NULL, plus, C, NULL));
    if (info == GrB_SUCCESS) f.entries = (double)entries;
    return f;
}

static double time_task(void *data, const bench_task *t, void (*rest)(void), bench_matrix_figures *figures)
{
    static const bench_task product = {.verb = MXM, .first = OF_A, .second = OF_A};
    state *g = data;
    GrB_Info info;
    double start;
    GrB_Matrix_free(&g->m[OF_C]);
    info = t->before == PRODUCT ? run(g, &product) : GrB_SUCCESS;
    if (t->before == ALL) info = GrB_Matrix_dup(&g->m[OF_C], g->m[OF_B]);
    rest();
    start = bench_now();
    GRB_DO(run(g, t));
    start = bench_now() - start;
    if (info != GrB_SUCCESS) bench_stop(BENCH_FAILED, "GraphBLAS: %s: code %d", t->name, (int)info);
    if (figures) *figures = figures_of(g, t);
    return start;
}

static const bench_library library = {"GraphBLAS", open_state, close_state, time_task};
const bench_library *const bench_matrices_graphblas = &library;

#else

const bench_library *const bench_matrices_graphblas;

#endif
