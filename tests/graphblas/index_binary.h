/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the tests of operators that are made of a GxB_IndexBinaryOp.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_INDEX_BINARY_H
#define TROPIC_TESTS_GRAPHBLAS_INDEX_BINARY_H

#include "tests/graphblas/common.h"

enum { ROWS = 7, INNER = 6, COLUMNS = 5, MOST = 8 };

/* ------------------------------------------------------------------------------------------------
 * The operators: a sum that tells all its arguments apart
 */

static inline int64_t sum_of(int64_t x, GrB_Index ix, GrB_Index jx, int64_t y, GrB_Index iy, GrB_Index jy,
                             int64_t theta)
{
    return 3 * x + 5 * y + 1000 * (int64_t)ix + 7001 * (int64_t)jx + 100003 * (int64_t)iy + 900001 * (int64_t)jy +
           theta;
}

static inline void numbers(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
                           GrB_Index jy, const void *theta)
{
    *(int64_t *)z = sum_of((int64_t) * (const double *)x, ix, jx, *(const int32_t *)y, iy, jy, *(const int64_t *)theta);
}
#define NUMBERS_TEXT                                                                                                   \
    "void numbers(int64_t *z, const double *x, GrB_Index ix, GrB_Index jx, const int32_t *y, GrB_Index iy,\n"          \
    "             GrB_Index jy, const int64_t *theta)\n"                                                               \
    "{\n"                                                                                                              \
    "    *z = 3 * (int64_t)*x + 5 * (int64_t)*y + 1000 * (int64_t)ix + 7001 * (int64_t)jx + 100003 * (int64_t)iy +\n"  \
    "         900001 * (int64_t)jy + *theta;\n"                                                                        \
    "}"

/* Operands of any types of the caller, whose first byte counts, and a theta of such a type. */
typedef struct scale {
    int32_t factor, unused;
    int64_t offset;
} scale;
static inline void bytes(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy, GrB_Index jy,
                         const void *theta)
{
    const scale *s = theta;
    *(int64_t *)z =
        sum_of(*(const uint8_t *)x, ix, jx, *(const uint8_t *)y, iy, jy, (int64_t)s->factor * 10 + s->offset);
}
#define SCALE_TEXT "typedef struct { int32_t factor, unused; int64_t offset; } scale;"
#define BYTES_TEXT                                                                                                     \
    "static long long scaled(const scale *s) { return (long long)s->factor * 10 + s->offset; }\n"                      \
    "void bytes(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy, GrB_Index jy,\n"      \
    "           const void *theta)\n"                                                                                  \
    "{\n"                                                                                                              \
    "    *(int64_t *)z = 3 * (int64_t)*(const uint8_t *)x + 5 * (int64_t)*(const uint8_t *)y + 1000 * (int64_t)ix +\n" \
    "                    7001 * (int64_t)jx + 100003 * (int64_t)iy + 900001 * (int64_t)jy +\n"                         \
    "                    scaled((const scale *)theta);\n"                                                              \
    "}"

typedef enum form { FUNCTION, TEXT, BOTH } form;

/* The operator, and what it depends on. */
typedef struct given {
    GrB_Type x, y, theta_type; /* NULL: it is of numbers */
    GrB_BinaryOp op;
    GrB_Semiring semiring;
    int64_t theta;
} given;

static inline void free_given(given *g)
{
    ok(GrB_Semiring_free(&g->semiring));
    ok(GrB_BinaryOp_free(&g->op));
    ok(GrB_Type_free(&g->x));
    ok(GrB_Type_free(&g->y));
    ok(GrB_Type_free(&g->theta_type));
}

/* (The GxB_IndexBinaryOp and the scalar are gone when the operator is used.) */
static inline void finish(given *g, GxB_IndexBinaryOp *op, GrB_Scalar *theta)
{
    ok(GxB_BinaryOp_new_IndexOp(&g->op, *op, *theta));
    ok(GxB_IndexBinaryOp_free(op));
    ok(GrB_Scalar_free(theta));
    ok(GrB_Semiring_new(&g->semiring, GrB_PLUS_MONOID_INT64, g->op));
}

static inline void make_numbers(given *g, form f)
{
    GxB_IndexBinaryOp op = NULL;
    GrB_Scalar theta = NULL;
    *g = (given){.theta = -17};
    ok(GxB_IndexBinaryOp_new(&op, f == TEXT ? NULL : numbers, GrB_INT64, GrB_FP64, GrB_INT32, GrB_INT64,
                             f == FUNCTION ? NULL : "numbers", f == FUNCTION ? NULL : NUMBERS_TEXT));
    ok(GrB_Scalar_new(&theta, GrB_FP32)); /* is cast */
    ok(GrB_Scalar_setElement_FP32(theta, -17.5F));
    finish(g, &op, &theta);
}

static inline void make_bytes(given *g, form f, size_t x, size_t y)
{
    const scale s = {.factor = -3, .offset = INT64_C(-5000000000)};
    GxB_IndexBinaryOp op = NULL;
    GrB_Scalar theta = NULL;
    *g = (given){.theta = -30 + s.offset};
    ok(GrB_Type_new(&g->x, x));
    ok(GrB_Type_new(&g->y, y));
    ok(GxB_Type_new(&g->theta_type, sizeof s, "scale", SCALE_TEXT));
    ok(GxB_IndexBinaryOp_new(&op, f == TEXT ? NULL : bytes, GrB_INT64, g->x, g->y, g->theta_type,
                             f == FUNCTION ? NULL : "bytes", f == FUNCTION ? NULL : BYTES_TEXT));
    ok(GrB_Scalar_new(&theta, g->theta_type));
    ok(GrB_Scalar_setElement_UDT(theta, &s));
    finish(g, &op, &theta);
}

/* ------------------------------------------------------------------------------------------------
 * Operands
 */

/* A matrix and its dense twin; a vector is one of one column. */
typedef struct twin {
    GrB_Matrix A;
    GrB_Vector v;
    bool transposed;
    int rows, cols; /* as an operand: after transposition */
    bool has[MOST][MOST];
    int value[MOST][MOST];
} twin;

static inline void set_value(twin *t, GrB_Type type, int i, int j)
{
    const char value[128] = {(char)t->value[i][j]};
    const GrB_Index row = (GrB_Index)(t->transposed ? j : i), col = (GrB_Index)(t->transposed ? i : j);
    if (t->v)
        ok(type ? GrB_Vector_setElement_UDT(t->v, value, row) : GrB_Vector_setElement_INT32(t->v, *value, row));
    else
        ok(type ? GrB_Matrix_setElement_UDT(t->A, value, row, col)
                : GrB_Matrix_setElement_INT32(t->A, *value, row, col));
}

/* type: NULL for numbers, of another type than the operator's. cols 0: a vector. */
static inline twin make_twin(GrB_Type type, int rows, int cols, bool transposed, unsigned seed)
{
    twin t = {.transposed = transposed, .rows = rows, .cols = cols > 0 ? cols : 1};
    const GrB_Index m = (GrB_Index)(transposed ? cols : rows), n = (GrB_Index)(transposed ? rows : cols);
    if (cols > 0)
        ok(GrB_Matrix_new(&t.A, type ? type : GrB_INT16, m, n));
    else
        ok(GrB_Vector_new(&t.v, type ? type : GrB_INT16, m));
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.cols; j++) {
            seed = seed * 1103515245u + 12345u;
            t.has[i][j] = (seed >> 16) % 2;
            t.value[i][j] = (int)((seed >> 20) % 100);
            if (t.has[i][j]) set_value(&t, type, i, j);
        }
    return t;
}

static inline void free_twin(twin *t)
{
    ok(GrB_Matrix_free(&t->A));
    ok(GrB_Vector_free(&t->v));
}

static inline void expect(const char *what, GrB_Info info, int64_t found, int i, int j, bool has, int64_t wanted)
{
    if (info != (has ? GrB_SUCCESS : GrB_NO_VALUE) || (has && found != wanted))
        fail_msg("%s: at (%d, %d) status %d, %lld instead of %lld", what, i, j, info, (long long)found,
                 (long long)wanted);
}

static inline void expect_at(const char *what, GrB_Matrix C, int i, int j, bool has, int64_t wanted)
{
    int64_t found = 0;
    const GrB_Info info = GrB_Matrix_extractElement_INT64(&found, C, (GrB_Index)i, (GrB_Index)j);
    expect(what, info, found, i, j, has, wanted);
}

static inline void expect_in(const char *what, GrB_Vector w, int i, bool has, int64_t wanted)
{
    int64_t found = 0;
    const GrB_Info info = GrB_Vector_extractElement_INT64(&found, w, (GrB_Index)i);
    expect(what, info, found, i, 0, has, wanted);
}

static inline const GrB_Descriptor *descriptors(void)
{
    static GrB_Descriptor all[4];
    all[0] = NULL;
    all[1] = GrB_DESC_T0;
    all[2] = GrB_DESC_T1;
    all[3] = GrB_DESC_T0T1;
    return all;
}

static inline GrB_Scalar scalar_of(GrB_Type type, int x)
{
    const char value[128] = {(char)x};
    GrB_Scalar s = NULL;
    ok(GrB_Scalar_new(&s, type ? type : GrB_INT8));
    ok(type ? GrB_Scalar_setElement_UDT(s, value) : GrB_Scalar_setElement_INT32(s, x));
    return s;
}

static inline int64_t sum_here(const given *g, int x, int y, int i, int j)
{
    return sum_of(x, (GrB_Index)i, (GrB_Index)j, y, (GrB_Index)i, (GrB_Index)j, g->theta);
}

#endif
