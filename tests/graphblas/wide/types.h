/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the tests of large types of the caller: operators of them, which are functions, a matrix and a vector, and
 * pictures of what is expected.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_WIDE_TYPES_H
#define TROPIC_TESTS_GRAPHBLAS_WIDE_TYPES_H

#include "tests/graphblas/common.h"

enum { N = 8, ENTRIES = 30 };

/* Of all values: functions of the caller are not told. */
static size_t size;

static inline void plus(void *z, const void *x, const void *y)
{
    for (size_t b = 0; b < size; b++) ((uint8_t *)z)[b] = (uint8_t)(((const uint8_t *)x)[b] + ((const uint8_t *)y)[b]);
}
static inline void times(void *z, const void *x, const void *y)
{
    for (size_t b = 0; b < size; b++)
        ((uint8_t *)z)[b] = (uint8_t)(((const uint8_t *)x)[b] * (((const uint8_t *)y)[b] + 1));
}
static inline void negate(void *z, const void *x)
{
    for (size_t b = 0; b < size; b++) ((uint8_t *)z)[b] = (uint8_t)(1 - ((const uint8_t *)x)[b]);
}
static inline void is_less(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    (void)i, (void)j;
    *(bool *)z = memcmp(x, y, size) < 0;
}
static inline void less(void *z, const void *x, const void *y)
{
    *(bool *)z = memcmp(x, y, size) < 0;
}
static inline bool is_less_than(GrB_Index i, GrB_Index j, const void *x, const void *thunk)
{
    (void)i, (void)j;
    return memcmp(x, thunk, size) < 0;
}
static inline void with_places(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
                               GrB_Index jy, const void *theta)
{
    const GrB_Index place = ix + 5 * jx + 7 * iy + 11 * jy;
    for (size_t b = 0; b < size; b++)
        ((uint8_t *)z)[b] = (uint8_t)(((const uint8_t *)x)[b] + 3 * ((const uint8_t *)y)[b] + (uint8_t)place +
                                      ((const uint8_t *)theta)[b]);
}

/* Values by place. */
typedef struct picture {
    bool has[N * N];
    uint8_t *value;
} picture;

typedef struct fixture {
    GrB_Type type;
    GrB_BinaryOp plus, times, less;
    GrB_UnaryOp negate;
    GrB_IndexUnaryOp is_less;
    GxB_SelectOp select;
    GxB_IndexBinaryOp index_op;
    GrB_BinaryOp places; /* made of it, with `one` as theta */
    GrB_Monoid monoid;
    GrB_Semiring semiring, with_places;
    GrB_Scalar one;
    uint8_t *thunk;
    GrB_Matrix A;
    GrB_Vector u;
    picture a, v;
} fixture;

static inline uint8_t *at(const picture *p, int64_t k)
{
    return p->value + (size_t)k * size;
}

static inline picture nothing(void)
{
    picture p = {.value = calloc(N * N, size)};
    assert_non_null(p.value);
    return p;
}

static inline picture copy_of(const picture *of)
{
    picture p = nothing();
    memcpy(p.has, of->has, sizeof p.has);
    memcpy(p.value, of->value, N * N * size);
    return p;
}

static inline void fill(uint8_t *value, uint64_t *random)
{
    for (size_t b = 0; b < size; b++) value[b] = (uint8_t)test_random(random);
}

static inline void add(picture *p, int64_t k, const uint8_t *x)
{
    if (p->has[k])
        plus(at(p, k), at(p, k), x);
    else
        memcpy(at(p, k), x, size);
    p->has[k] = true;
}

/* Frees the picture. */
static inline void expect_matrix(GrB_Matrix C, picture *p, const char *what)
{
    uint8_t *found = malloc(size);
    for (GrB_Index k = 0; k < N * N; k++) {
        const bool has = GrB_Matrix_extractElement_UDT(found, C, k / N, k % N) == GrB_SUCCESS;
        if (has != p->has[k]) fail_msg("%s: %d has %s entry", what, (int)k, has ? "an" : "no");
        if (has && memcmp(found, at(p, (int64_t)k), size) != 0) fail_msg("%s: %d has another value", what, (int)k);
    }
    free(found);
    free(p->value);
}

static inline void expect_vector(GrB_Vector w, picture *p, const char *what)
{
    uint8_t *found = malloc(size);
    for (GrB_Index k = 0; k < N; k++) {
        const bool has = GrB_Vector_extractElement_UDT(found, w, k) == GrB_SUCCESS;
        if (has != p->has[k]) fail_msg("%s: %d has %s entry", what, (int)k, has ? "an" : "no");
        if (has && memcmp(found, at(p, (int64_t)k), size) != 0) fail_msg("%s: %d has another value", what, (int)k);
    }
    free(found);
    free(p->value);
}

static inline GrB_Matrix new_matrix(const fixture *f)
{
    GrB_Matrix C;
    ok(GrB_Matrix_new(&C, f->type, N, N));
    return C;
}

static inline GrB_Vector new_vector(const fixture *f)
{
    GrB_Vector w;
    ok(GrB_Vector_new(&w, f->type, N));
    return w;
}

static inline void make_operators(fixture *f)
{
    uint8_t *zero = calloc(1, size);
    ok(GrB_Type_new(&f->type, size));
    ok(GrB_BinaryOp_new(&f->plus, plus, f->type, f->type, f->type));
    ok(GrB_BinaryOp_new(&f->times, times, f->type, f->type, f->type));
    ok(GrB_BinaryOp_new(&f->less, less, GrB_BOOL, f->type, f->type));
    ok(GrB_UnaryOp_new(&f->negate, negate, f->type, f->type));
    ok(GrB_IndexUnaryOp_new(&f->is_less, is_less, GrB_BOOL, f->type, f->type));
    ok(GxB_SelectOp_new(&f->select, is_less_than, f->type, f->type));
    ok(GrB_Monoid_new_UDT(&f->monoid, f->plus, zero));
    ok(GrB_Semiring_new(&f->semiring, f->monoid, f->times));
    ok(GrB_Scalar_new(&f->one, f->type));
    ok(GrB_Scalar_setElement_UDT(f->one, f->thunk));
    ok(GxB_IndexBinaryOp_new(&f->index_op, with_places, f->type, f->type, f->type, f->type, NULL, NULL));
    ok(GxB_BinaryOp_new_IndexOp(&f->places, f->index_op, f->one));
    ok(GrB_Semiring_new(&f->with_places, f->monoid, f->places));
    free(zero);
}

static inline void open(fixture *f, size_t bytes)
{
    GrB_Index rows[ENTRIES], columns[ENTRIES];
    uint64_t random = bytes;
    memset(f, 0, sizeof *f);
    size = bytes;
    f->thunk = malloc(size);
    fill(f->thunk, &random);
    make_operators(f);
    f->a = nothing();
    f->v = nothing();
    f->A = new_matrix(f);
    f->u = new_vector(f);
    uint8_t *values = malloc(ENTRIES * size);
    for (int k = 0; k < ENTRIES; k++) {
        rows[k] = (GrB_Index)test_below(&random, N);
        columns[k] = (GrB_Index)test_below(&random, N);
        fill(values + (size_t)k * size, &random);
        add(&f->a, (int64_t)(rows[k] * N + columns[k]), values + (size_t)k * size);
    }
    ok(GrB_Matrix_build_UDT(f->A, rows, columns, values, ENTRIES, f->plus));
    for (int k = 0; k < N; k++) {
        if (k % 3 == 1) continue;
        fill(values, &random);
        add(&f->v, k, values);
        ok(GrB_Vector_setElement_UDT(f->u, values, (GrB_Index)k));
    }
    free(values);
}

static inline void close(fixture *f)
{
    GrB_free(&f->A);
    GrB_free(&f->u);
    GrB_free(&f->one);
    GrB_free(&f->semiring);
    GrB_free(&f->with_places);
    GrB_free(&f->monoid);
    GrB_free(&f->places);
    GxB_IndexBinaryOp_free(&f->index_op);
    GxB_SelectOp_free(&f->select);
    GrB_free(&f->is_less);
    GrB_free(&f->negate);
    GrB_free(&f->less);
    GrB_free(&f->times);
    GrB_free(&f->plus);
    GrB_free(&f->type);
    free(f->thunk);
    free(f->a.value);
    free(f->v.value);
}

#endif
