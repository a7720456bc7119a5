/* SPDX-License-Identifier: Apache-2.0
 *
 * The changes of tropic-bench --updates, by GraphBLAS.
 */
#include "bench/modes/updates.h"

#ifdef TROPIC_HAVE_GRAPHBLAS

#include <stdlib.h>

#include "reference/grb.h"
#include "reference/reference.h"

typedef struct state {
    const bench_updates *b;
    GrB_Matrix whole, C, P;
    GrB_Vector u, part;
} state;

static GrB_Index *widened(const tropic_index *ids, GrB_Index count)
{
    GrB_Index *wide = bench_reserve(count * sizeof *wide);
    for (GrB_Index k = 0; k < count; k++) wide[k] = (GrB_Index)ids[k];
    return wide;
}

static void check(GrB_Info info, const char *what)
{
    if (info != GrB_SUCCESS) bench_stop(BENCH_FAILED, "GraphBLAS: %s: code %d", what, (int)info);
}

static GrB_Info build(GrB_Matrix *A, GrB_Index n, GrB_Index count, const tropic_index *rows, const tropic_index *cols,
                      const double *values)
{
    GrB_Index *i = widened(rows, count), *j = widened(cols, count);
    GrB_Info info = GrB_Matrix_new(A, GrB_FP64, n, n);
    GRB_DO(GrB_Matrix_build_FP64(*A, i, j, values, count, GrB_SECOND_FP64));
    GRB_DO(GrB_wait(*A, GrB_MATERIALIZE));
    free(i);
    free(j);
    return info;
}

static GrB_Info vector_of(GrB_Vector *v, GrB_Index n, GrB_Index count, const tropic_index *ids, const double *values)
{
    GrB_Index *wide = widened(ids, count);
    GrB_Info info = GrB_Vector_new(v, GrB_FP64, n);
    GRB_DO(GrB_Vector_build_FP64(*v, wide, values, count, GrB_SECOND_FP64));
    GRB_DO(GrB_wait(*v, GrB_MATERIALIZE));
    free(wide);
    return info;
}

void *bench_updates_open(const bench_updates *b)
{
    tropic_index rows[UPDATES_SIDE * UPDATES_SIDE], cols[UPDATES_SIDE * UPDATES_SIDE];
    state *g = bench_reserve(sizeof *g);
    *g = (state){.b = b};
    reference_set_threads(b->threads);
    check(grb_start(), "start");
    for (tropic_index k = 0; k < UPDATES_SIDE * UPDATES_SIDE; k++) {
        rows[k] = k / UPDATES_SIDE;
        cols[k] = k % UPDATES_SIDE;
    }
    check(build(&g->whole, UPDATES_N, UPDATES_ENTRIES, b->rows, b->cols, b->values), "a matrix");
    check(build(&g->P, UPDATES_SIDE, UPDATES_SIDE * UPDATES_SIDE, rows, cols, b->side), "a matrix");
    check(vector_of(&g->u, UPDATES_N, UPDATES_LINE, b->line, b->line_values), "a vector");
    check(vector_of(&g->part, UPDATES_SIDE, UPDATES_SIDE / 2, cols, b->line_values), "a vector");
    return g;
}

void bench_updates_close(void *data)
{
    state *g = data;
    GrB_Matrix_free(&g->whole);
    GrB_Matrix_free(&g->C);
    GrB_Matrix_free(&g->P);
    GrB_Vector_free(&g->u);
    GrB_Vector_free(&g->part);
    free(g);
}

void bench_updates_begin(void *data, const bench_update *u)
{
    const GrB_Index n = UPDATES_DENSE;
    state *g = data;
    GrB_Info info = GrB_Matrix_free(&g->C);
    if (u->verb != UPDATE_ROWS)
        GRB_DO(GrB_Matrix_dup(&g->C, g->whole));
    else
        GRB_DO(GrB_Matrix_new(&g->C, GrB_FP64, n, n));
    if (u->full) GRB_DO(GrB_Matrix_assign_FP64(g->C, NULL, NULL, 1, GrB_ALL, n, GrB_ALL, n, NULL));
    GRB_DO(GrB_wait(g->C, GrB_MATERIALIZE));
    check(info, "C");
}

static GrB_Info assign_rows(state *g, const bench_update *u, const bench_update_places *at)
{
    const GrB_Index n = UPDATES_DENSE;
    tropic_index ids[UPDATES_DENSE];
    double values[UPDATES_DENSE];
    GrB_Vector v = NULL;
    GrB_Info info;
    for (tropic_index k = 0; k < u->entries; k++) ids[k] = k * (UPDATES_DENSE / u->entries), values[k] = k + 1;
    info = vector_of(&v, n, (GrB_Index)u->entries, ids, values);
    for (int k = 0; k < UPDATES_ROWS; k++)
        GRB_DO(GrB_Row_assign(g->C, NULL, NULL, v, (GrB_Index)at->row_of[k], GrB_ALL, n, NULL));
    GrB_Vector_free(&v);
    return info;
}

static GrB_Info set_in_copy(const state *g, GrB_Index i, GrB_Index j, bench_update_then then)
{
    GrB_Matrix copy = NULL;
    GrB_Info info = GrB_Matrix_dup(&copy, g->C);
    GRB_DO(GrB_Matrix_setElement_FP64(copy, 5, i, j));
    if (then == THEN_READ) GRB_DO(GrB_wait(copy, GrB_MATERIALIZE));
    GrB_Matrix_free(&copy);
    return info;
}

static GrB_Info update_entries(const state *g, bench_update_verb verb, const bench_update_places *at)
{
    GrB_Info info = GrB_SUCCESS;
    for (int k = 0; k < UPDATES_TIMES; k++) {
        const tropic_index i = verb == UPDATE_SET ? at->i[k] : at->entry_i[k];
        const tropic_index j = verb == UPDATE_SET ? at->j[k] : at->entry_j[k];
        const double value = 5 + i;
        if (verb == UPDATE_REMOVE)
            GRB_DO(GrB_Matrix_removeElement(g->C, (GrB_Index)i, (GrB_Index)j));
        else
            GRB_DO(GrB_Matrix_setElement_FP64(g->C, value, (GrB_Index)i, (GrB_Index)j));
    }
    return info;
}

static GrB_Info change(state *g, const bench_update *u, const bench_update_places *at)
{
    const GrB_BinaryOp accum = u->accum ? GrB_PLUS_FP64 : NULL;
    const GrB_Index side = UPDATES_SIDE, n = UPDATES_N;
    const GrB_Index i = (GrB_Index)at->rows[0], j = (GrB_Index)at->cols[0];
    GrB_Index rows[UPDATES_SIDE], cols[UPDATES_SIDE];
    for (int k = 0; k < UPDATES_SIDE; k++) rows[k] = (GrB_Index)at->rows[k], cols[k] = (GrB_Index)at->cols[k];
    switch (u->verb) {
    case UPDATE_ASSIGN: return GrB_Matrix_assign(g->C, NULL, accum, g->P, rows, side, cols, side, NULL);
    case UPDATE_SCALAR: return GrB_Matrix_assign_FP64(g->C, NULL, accum, 3, rows, side, cols, side, NULL);
    case UPDATE_ROW: return GrB_Row_assign(g->C, NULL, accum, g->u, i, GrB_ALL, n, NULL);
    case UPDATE_PART: return GrB_Row_assign(g->C, NULL, accum, g->part, i, cols, side, NULL);
    case UPDATE_COLUMN: return GrB_Col_assign(g->C, NULL, accum, g->u, GrB_ALL, n, j, NULL);
    case UPDATE_REMOVE:
    case UPDATE_SET:
    case UPDATE_OTHER: return update_entries(g, u->verb, at);
    case UPDATE_DUP: return set_in_copy(g, i, j, u->then);
    default: return assign_rows(g, u, at);
    }
}

double bench_updates_run(void *data, const bench_update *u, const bench_update_places *at)
{
    state *g = data;
    GrB_Index entries = 0;
    GrB_Info info;
    double seconds;
    if (u->verb == UPDATE_ROWS) bench_updates_begin(g, u);
    seconds = -bench_now();
    info = change(g, u, at);
    if (u->then == THEN_COUNT) GRB_DO(GrB_Matrix_nvals(&entries, g->C));
    if (u->then == THEN_READ) GRB_DO(GrB_wait(g->C, GrB_MATERIALIZE));
    check(info, u->name);
    return seconds + bench_now();
}

bench_update_figures bench_updates_figures(void *data)
{
    state *g = data;
    bench_update_figures f = {0, 0};
    GrB_Index entries = 0;
    GrB_Info info = GrB_Matrix_nvals(&entries, g->C);
    GRB_DO(GrB_Matrix_reduce_FP64(&f.sum, NULL, GrB_PLUS_MONOID_FP64, g->C, NULL));
    check(info, "figures");
    f.entries = (double)entries;
    return f;
}

#else

void *bench_updates_open(const bench_updates *b)
{
    (void)b;
    return NULL;
}

void bench_updates_close(void *data)
{
    (void)data;
}

void bench_updates_begin(void *data, const bench_update *u)
{
    (void)data;
    (void)u;
}

double bench_updates_run(void *data, const bench_update *u, const bench_update_places *at)
{
    (void)data;
    (void)u;
    (void)at;
    return 0;
}

bench_update_figures bench_updates_figures(void *data)
{
    (void)data;
    return (bench_update_figures){0, 0};
}

#endif
