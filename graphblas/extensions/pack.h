/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrays of a matrix or a vector, as GraphBLAS_extension_pack.h has them: they become an object, or come of one.
 */
#ifndef GRB_PACK_H
#define GRB_PACK_H

#include "graphblas/large.h"

typedef struct grb_array {
    void *at;
    GrB_Index bytes;
    GrB_Index room; /* bytes that it has, if they are more */
    bool narrow;    /* integers of 32 bits, else of 64 */
    bool taken;     /* it has become the object's */
} grb_array;

/* Of a matrix; a vector is one of a single column, by columns. */
typedef struct grb_arrays {
    int format; /* GxB_HYPERSPARSE, GxB_SPARSE, GxB_BITMAP or GxB_FULL */
    bool by_columns, vector;
    bool missing; /* the caller gave NULL for the address of an array or of an output */
    bool iso, jumbled;
    bool secure; /* lines that are not in order, and a wrong nvals, are errors */
    GrB_Index nrows, ncols;
    GrB_Index nvec, nvals; /* of GxB_HYPERSPARSE; of GxB_BITMAP and vectors */
    grb_array p, h, i, b, x;
} grb_arrays;

/* Rows of a format by rows, columns of one by columns; and places of each. */
static inline GrB_Index grb_lines(const grb_arrays *a)
{
    return a->by_columns ? a->ncols : a->nrows;
}
static inline GrB_Index grb_width(const grb_arrays *a)
{
    return a->by_columns ? a->nrows : a->ncols;
}

/* The matrix is known to lie by rows, or by columns, as its arrays did. */
static inline void grb_orient(GrB_Matrix A, bool by_columns)
{
    A->object.hint = (by_columns ? GrB_COLMAJOR : GrB_ROWMAJOR) + 1;
}

/* ---- pack.c ---- */

/* Has the array room for so many members? */
bool grb_long_enough(grb_call *c, const grb_array *array, GrB_Index count, size_t size, const char *name);
/* A matrix, or a vector, of the arrays, in c->context. Those that it has taken over are marked; the others stay with
 * who has them. If the call fails, nothing is taken. */
bool grb_pack_matrix(grb_call *c, tropic_matrix **made, GrB_Type type, grb_arrays *a);
bool grb_pack_vector(grb_call *c, tropic_vector **made, GrB_Type type, grb_arrays *a);
/* Frees the arrays that no object has taken over. */
void grb_release_arrays(const grb_arrays *a);
/* Gives an object another content, of the call's context. */
void grb_replace_matrix(GrB_Matrix A, tropic_matrix *made, GrB_Type type);
void grb_replace_vector(grb_call *c, GrB_Vector v, tropic_vector *made, GrB_Type type);
/* The vector holds an array of so many values, at least one. */
void grb_hold(GrB_Vector v, GrB_Type type, const grb_array *array, GrB_Index places, bool loaned);

/* ---- large/pack.c ---- */

/* Are the sizes those of a large object? */
static inline bool grb_are_large(const grb_arrays *a)
{
    return grb_large(a->nrows) || grb_large(a->ncols);
}
/* An object, also a new one, becomes that of the arrays, of this type. None is taken over. */
bool grb_pack_large_matrix(grb_call *c, GrB_Matrix A, GrB_Type type, const grb_arrays *a);
bool grb_pack_large_vector(grb_call *c, GrB_Vector v, GrB_Type type, const grb_arrays *a);
/* As grb_unpack_matrix and grb_unpack_vector. The objects stay as they are, and ids have 64 bits. */
bool grb_unpack_large_matrix(grb_call *c, GrB_Matrix A, grb_arrays *a);
bool grb_unpack_large_vector(grb_call *c, GrB_Vector v, grb_arrays *a);

/* ---- load.c ---- */

/* A vector without places; NULL: the call has failed. */
tropic_vector *grb_no_places(grb_call *c, GrB_Type type);
/* Has each place an entry? */
bool grb_need_all(grb_call *c, GrB_Vector v, const char *name);

/* ---- unpack.c ---- */

/* Arrays in the format that `a` names, which are the caller's of this; ids have 64 bits, but those of GxB_SPARSE 32 if
 * a->i.narrow is set. Programs fill up arrays of GxB_SPARSE that they have brought, so ids have room for as many; and
 * if a->iso is set, one value for all entries stays one, and a->iso. Takes A->of apart where that spares copies, and
 * then it is NULL. If the call fails, A is as it was, and there are no arrays. */
bool grb_unpack_matrix(grb_call *c, GrB_Matrix A, grb_arrays *a);
/* The vector stays as it is. */
bool grb_unpack_vector(grb_call *c, const tropic_vector *v, GrB_Type type, grb_arrays *a);

#endif
