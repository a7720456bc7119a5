/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that see the place, by numbers.
 */
#include "tests/operation_places.h"

#include "tests/operation_algebra.h"
#include "tests/operation_matrices.h"
#include "tests/grb_tuples.h"

/* Holds any integer of 64 bits, and sums of some. */
__extension__ typedef __int128 wide;

/* Of an integer type. */
typedef struct entry {
    GrB_Index row, col;
    char value[sizeof(int64_t)];
} entry;

typedef struct entries {
    tropic_type type;
    GrB_Index count;
    entry *at;
} entries;

static int by_place(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    return (x->col > y->col) - (x->col < y->col);
}

static GrB_Info read(entries *e, tropic_type type, placed A)
{
    const size_t size = tropic_type_size(type);
    OWNED(grb_tuples) t = {0};
    GrB_Info info = GrB_SUCCESS;
    *e = (entries){.type = type};
    if (A.M)
        GRB_DO(GrB_Matrix_nvals(&e->count, A.M));
    else
        GRB_DO(GrB_Vector_nvals(&e->count, A.v));
    t = grb_tuples_new(type, e->count);
    if (A.M)
        GRB_DO(grb_tuples_of_matrix(&t, type, A.M));
    else
        GRB_DO(grb_tuples_of_vector(&t, type, A.v));
    e->at = calloc(e->count + 1, sizeof *e->at);
    for (GrB_Index k = 0; k < e->count; k++) {
        e->at[k] = (entry){.row = t.row[k], .col = t.col[k]};
        memcpy(e->at[k].value, (char *)t.values + k * size, size);
    }
    qsort(e->at, e->count, sizeof *e->at, by_place);
    return info;
}

/* To one that loses its entries. */
static GrB_Info write(placed A, const entries *e)
{
    const size_t size = tropic_type_size(e->type);
    OWNED(grb_tuples) t = grb_tuples_new(e->type, e->count);
    GrB_Info info = GrB_SUCCESS;
    for (GrB_Index k = 0; k < e->count; k++) {
        t.row[k] = e->at[k].row;
        t.col[k] = e->at[k].col;
        memcpy((char *)t.values + k * size, e->at[k].value, size);
    }
    if (A.M) {
        GRB_DO(GrB_Matrix_clear(A.M));
        GRB_DO(grb_tuples_to_matrix(A.M, e->type, &t));
    } else {
        GRB_DO(GrB_Vector_clear(A.v));
        GRB_DO(grb_tuples_to_vector(A.v, e->type, &t));
    }
    return info;
}

/* The entry at the place of x; NULL: none. */
static const entry *find(const entries *e, const entry *x)
{
    return bsearch(x, e->at, e->count, sizeof *x, by_place);
}

static wide number(tropic_type type, const char *value)
{
#define NUMBER(NAME, C)                                                                                                \
    case TROPIC_##NAME: {                                                                                              \
        C x;                                                                                                           \
        memcpy(&x, value, sizeof x);                                                                                   \
        return (wide)x;                                                                                                \
    }
    switch ((int)type) {
        TEST_EACH_TYPE(NUMBER)
    }
    return 0;
}

/* Its value at row i and column j; not yet cut to its type. */
static wide value_at(int op, wide x, wide y, wide i, wide j)
{
    switch (op) {
    case TROPIC_INDEX: return i;
    case TROPIC_ROW_INDEX: return i + y;
    case TROPIC_COL_INDEX: return j + y;
    case TROPIC_DIAGONAL_INDEX: return j - i + y;
    case TROPIC_TRIL: return j - i <= y;
    case TROPIC_TRIU: return j - i >= y;
    case TROPIC_DIAGONAL: return j - i == y;
    case TROPIC_OFF_DIAGONAL: return j - i != y;
    case TROPIC_ROW_LE: return i <= y;
    case TROPIC_ROW_GT: return i > y;
    case TROPIC_COL_LE: return j <= y;
    case TROPIC_COL_GT: return j > y;
    case USER_PLACED: return x + y * i;
    case USER_AT: return x + 3 * i - y * j;
    default: fail_msg("operator %d sees no place", op); return 0;
    }
}

static void evaluate(int op, tropic_type type, char *z, const entry *x, const entry *y)
{
    const wide made =
        value_at(op, number(type, x->value), number(type, y->value), (wide)(int64_t)x->row, (wide)(int64_t)x->col);
    const uint64_t low = (uint64_t)made; /* (little-endian; integers wrap) */
    memcpy(z, &low, sizeof low);
}

GrB_Info places_combine(placed T, int op, tropic_type type, placed X, placed Y, placed meets)
{
    const bool all = !meets.v && !meets.M;
    entries x = {0}, y = {0}, both = {0};
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(read(&x, type, X));
    GRB_DO(read(&y, type, Y));
    if (!all) GRB_DO(read(&both, type, meets));
    assert_true(x.count == y.count);
    for (GrB_Index k = 0; k < x.count; k++) {
        const entry at = x.at[k];
        assert_true(by_place(&at, &y.at[k]) == 0);
        if (all || find(&both, &at)) evaluate(op, type, x.at[k].value, &at, &y.at[k]);
    }
    x.type = algebra_result(op, type);
    GRB_DO(write(T, &x));
    free(x.at);
    free(y.at);
    free(both.at);
    return info;
}

/* -- accumulators ------------------------------------------------------------------------------ */

/* C = op(old, C) where old has an entry and `marked` another one: C as SECOND accumulates it, `marked` as ALGEBRA_MARK
 * does. */
static GrB_Info accumulate(placed C, int op, tropic_type type, placed old, placed marked)
{
    entries c = {0}, before = {0}, marks = {0};
    GrB_Info info = GrB_SUCCESS;
    GRB_DO(read(&c, type, C));
    GRB_DO(read(&before, type, old));
    GRB_DO(read(&marks, type, marked));
    for (GrB_Index k = 0; k < c.count; k++) {
        const entry t = c.at[k], *w = find(&before, &t), *mark = find(&marks, &t);
        if (w && mark && memcmp(w->value, mark->value, sizeof w->value) != 0) evaluate(op, type, c.at[k].value, w, &t);
    }
    GRB_DO(write(C, &c));
    free(c.at);
    free(before.at);
    free(marks.at);
    return info;
}

/* The result, or a copy of it. */
static placed result_of(const operation *o)
{
    return o->C ? (placed){.M = o->C->G} : (placed){.v = o->w->g};
}

static GrB_Info copy_result(const operation *o, placed *copy)
{
    return o->C ? GrB_Matrix_dup(&copy->M, o->C->G) : GrB_Vector_dup(&copy->v, o->w->g);
}

/* The result becomes the copy, which is gone, with flags. */
static GrB_Info put_result(const operation *o, placed *copy)
{
    GrB_Info info = GrB_SUCCESS;
    if (o->C) {
        GrB_Matrix_free(&o->C->G);
        o->C->G = copy->M;
        if ((int64_t)o->C->rows * o->C->cols <= TWIN_FLAGS_MAX) GRB_DO(grb_matrix_form(o->C->G, GRB_BITMAP));
    } else {
        GrB_Vector_free(&o->w->g);
        o->w->g = copy->v;
        GRB_DO(grb_vector_form(o->w->g, GRB_FLAGS));
    }
    *copy = (placed){0};
    return info;
}

/* By SECOND; and then its values where another accumulator has left a mark. */
GrB_Info places_accumulate(const operation *o)
{
    operation marks = *o, second = *o;
    placed old = {0}, before = {0}, marked = {0};
    GrB_Info info = copy_result(o, &old);
    marks.accum = ALGEBRA_MARK;
    second.accum = TROPIC_SECOND;
    GRB_DO(copy_result(o, &before));
    GRB_DO(operation_run_grb(&marks, NULL));
    GRB_DO(copy_result(o, &marked));
    GRB_DO(put_result(o, &before));
    GRB_DO(operation_run_grb(&second, NULL));
    GRB_DO(accumulate(result_of(o), o->accum, o->accum_type, old, marked));
    GrB_Vector_free(&old.v);
    GrB_Matrix_free(&old.M);
    GrB_Vector_free(&marked.v);
    GrB_Matrix_free(&marked.M);
    return info;
}
