/* SPDX-License-Identifier: Apache-2.0
 *
 * A call has places for so many vectors, matrices and arrays of its own. One more is an error, and nothing leaks.
 */
#include "tests/graphblas/common.h"

#include "graphblas/call.h"

#include <string.h>

/* Blocks of memory that are in use. */
static int blocks;

static void *counted_allocate(size_t bytes)
{
    void *pointer = malloc(bytes);
    blocks += pointer != NULL;
    return pointer;
}

static void counted_release(void *pointer)
{
    blocks -= pointer != NULL;
    free(pointer);
}

static void expect_text(GrB_Vector v, const char *text)
{
    const char *error;
    ok(GrB_Vector_error(&error, v));
    if (!strstr(error, text)) fail_msg("\"%s\" does not say \"%s\"", error, text);
}

/* (Whatever a call says, it is closed before it is judged: else its lock would stop the tests behind.) */
static void vectors(void **state)
{
    GrB_Vector w;
    GrB_Scalar s;
    grb_call c;
    ok(GrB_Vector_new(&w, GrB_INT64, 3));
    ok(GrB_Scalar_new(&s, GrB_INT64));
    bool fit = GRB_OPEN(c, w); /* the first */
    for (int k = 1; k < GRB_OPERANDS; k++) fit = GRB_NEED(c, w) && fit;
    fit = GRB_NEED(c, s) && fit; /* takes no place */
    const bool one_more = GRB_NEED(c, w);
    fails(PANIC, grb_close(&c));
    assert_true(fit && !one_more);
    assert_int_equal(c.vector_count, GRB_OPERANDS);
    expect_text(w, "vectors: the call has more than 4 vectors");
    ok(GrB_Scalar_free(&s));
    ok(GrB_Vector_free(&w));
}

static void matrices(void **state)
{
    GrB_Vector w;
    GrB_Matrix A;
    grb_call c;
    ok(GrB_Vector_new(&w, GrB_INT64, 3));
    ok(GrB_Matrix_new(&A, GrB_INT64, 3, 3));
    bool fit = GRB_OPEN(c, w);
    for (int k = 0; k < GRB_OPERANDS; k++) fit = GRB_NEED(c, A) && fit;
    const bool one_more = GRB_NEED(c, A);
    fails(PANIC, grb_close(&c));
    assert_true(fit && !one_more);
    assert_int_equal(c.matrix_count, GRB_OPERANDS);
    expect_text(w, "the call has more than 4 matrices");
    ok(GrB_Matrix_free(&A));
    ok(GrB_Vector_free(&w));
}

static void arrays(void **state)
{
    GrB_Vector w;
    grb_call c;
    ok(GrB_Vector_new(&w, GrB_INT64, 3));
    bool fit = GRB_OPEN(c, w);
    const int before = blocks;
    for (int k = 0; k < GRB_ROOMS; k++) fit = grb_room(&c, 10, 1) && fit;
    const int full = blocks;
    const bool one_more = grb_room(&c, 10, 1);
    fails(PANIC, grb_close(&c));
    assert_true(fit && !one_more);
    assert_int_equal(full, before + GRB_ROOMS);
    assert_int_equal(blocks, before + 1); /* the text of the error */
    expect_text(w, "the call has more than 16 arrays of its own");
    ok(GrB_Vector_free(&w));
}

static int begin(void **state)
{
    choose_device();
    return GxB_init(GrB_NONBLOCKING, counted_allocate, NULL, NULL, counted_release) == GrB_SUCCESS ? 0 : -1;
}

static int end(void **state)
{
    const int left = teardown(state);
    return left == 0 && blocks == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vectors), cmocka_unit_test(matrices), cmocka_unit_test(arrays)};
    return cmocka_run_group_tests(tests, begin, end);
}
