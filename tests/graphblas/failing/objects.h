/* SPDX-License-Identifier: Apache-2.0
 *
 * The operands and outputs of the calls in calls.c.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_FAILING_OBJECTS_H
#define TROPIC_TESTS_GRAPHBLAS_FAILING_OBJECTS_H

#include "tests/graphblas/cases/formats.h"
#include "tests/graphblas/failing/calls.h"

#define N 6
#define LARGE ((GrB_Index)1 << 60)
#define FAR(k) ((GrB_Index)(k) << 57) /* ids of large objects */
#define MANY 20                       /* times that an index comes */

typedef struct failing_objects {
    GrB_Matrix A, B, C, none, made;
    GrB_Vector u, v, w, none_of_vector, made_vector;
    GrB_Vector many;
    GrB_Matrix large, far, large_out; /* of dictionaries of their own */
    GrB_Vector large_vector, large_vector_out, large_none;
    GrB_Scalar s, one;
    GxB_SelectOp select, made_select;
    GxB_IndexBinaryOp index_op, made_index_op;
    GrB_BinaryOp indexed;
    GrB_BinaryOp plus;
    GrB_Monoid monoid;
    GrB_Semiring semiring, of_indexed;
    GrB_BinaryOp made_op;
    GrB_Monoid made_monoid;
    GrB_Type made_type;
    GxB_Iterator iterator, walk;
    GxB_Context context;
    GxB_Container container, filled, empty; /* of a matrix, and of nothing */
    format_arrays csr, hyper, bitmap, full, column, out, out_of_vector;
    void *blob; /* allocated by a call */
    GrB_Index blob_size;
    GrB_Index ids[4 * N], twos[MANY], offsets[N + 1], size;
    double values[4 * N];
    char bytes[4096];
    GrB_Scalar scalar; /* with a value */
    void *vector_bytes;
    GrB_Index vector_size;
} failing_objects;
extern failing_objects o;

/* The contents of the outputs: matrices, vectors and arrays. */
typedef struct failing_picture {
    double C[N][N], w[N], large[N][N], large_vector[N];
    bool has_C[N][N], has_w[N], has_large[N][N], has_large_vector[N];
    GrB_Index in_large, in_large_vector, in_large_none;
    GrB_Index made, made_in_vector, in_none, in_none_of_vector; /* how many entries */
    bool packed[8];                                             /* which arrays are there */
    GrB_Index ids[4 * N];
    double values[4 * N];
    char bytes[4096];
} failing_picture;
failing_picture failing_look(void);

/* Functions for operators. */
void failing_plus(void *z, const void *x, const void *y);
void failing_indexed(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy, GrB_Index jy,
                     const void *theta);
bool failing_odd_row(GrB_Index i, GrB_Index j, const void *x, const void *thunk);

void failing_make_objects(void);
void failing_free_objects(void);
/* What a call has made. */
void failing_free_made(void);
/* Bytes that a call allocated; they are the host's. */
void failing_release_bytes(void **bytes);

#endif
