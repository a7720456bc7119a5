/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_operations.h: operations.
 */
#ifndef GRAPHBLAS_EXTENSION_OPERATIONS_H
#define GRAPHBLAS_EXTENSION_OPERATIONS_H

#include <stdio.h>

#include "GraphBLAS_extension_methods.h"
#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * Lists of indices as ranges
 * ------------------------------------------------------------------------------------------------------------- */

/* In place of the number of indices of extract, assign and subassign: the list has, at GxB_BEGIN, GxB_END and (not of
 * GxB_RANGE) GxB_INC, the first index, a bound, and the step, which goes down for GxB_BACKWARDS. They are the indices
 * begin, begin + step, ... up to the bound, with it if it is met; none, if the step is 0 or the bound lies on the
 * other side. Errors: INDEX_OUT_OF_BOUNDS (one of them, not the bound). */
#define GxB_RANGE INT64_MAX
#define GxB_STRIDE (INT64_MAX - 1)
#define GxB_BACKWARDS (INT64_MAX - 2)
#define GxB_BEGIN 0
#define GxB_END 1
#define GxB_INC 2

/* ----------------------------------------------------------------------------------------------------------------
 * Assign to a region
 * ------------------------------------------------------------------------------------------------------------- */

/* As GrB_KIND_assign, of the region that the lists choose: place (r, c) of the mask stands for (rows[r], columns[c]),
 * so that the mask has the shape of what is assigned, and GrB_REPLACE clears inside the region alone.
 * Errors: as of assign. Cost: that of assign; a vector's under a mask also a pass over the region. */
GRB_API GrB_Info GxB_Vector_subassign(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                                      const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Matrix_subassign(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                                      const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,
                                      const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Col_subassign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                                   const GrB_Index *rows, GrB_Index nrows, GrB_Index column, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Row_subassign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                                   GrB_Index row, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc);
#define GRB_DECLARE(T, ctype)                                                                                          \
    GRB_API GrB_Info GxB_Vector_subassign_##T(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,           \
                                              ctype value, const GrB_Index *indices, GrB_Index nindices,               \
                                              const GrB_Descriptor desc);                                              \
    GRB_API GrB_Info GxB_Matrix_subassign_##T(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,           \
                                              ctype value, const GrB_Index *rows, GrB_Index nrows,                     \
                                              const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc);
GRB_VALUES_AND_SCALAR(GRB_DECLARE)
#undef GRB_DECLARE

/* ----------------------------------------------------------------------------------------------------------------
 * Elementwise, with values for missing entries
 * ------------------------------------------------------------------------------------------------------------- */

/* op(a, b) where both inputs have an entry, op(a, beta) where only the first has, and op(alpha, b) where only the
 * second has. Errors: EMPTY_OBJECT (a scalar without an entry), DOMAIN_MISMATCH (one that does not cast to op's
 * operand). */
GRB_API GrB_Info GxB_Vector_eWiseUnion(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,
                                       const GrB_BinaryOp op, const GrB_Vector u, const GrB_Scalar alpha,
                                       const GrB_Vector v, const GrB_Scalar beta, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Matrix_eWiseUnion(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,
                                       const GrB_BinaryOp op, const GrB_Matrix A, const GrB_Scalar alpha,
                                       const GrB_Matrix B, const GrB_Scalar beta, const GrB_Descriptor desc);

/* GrB_Matrix_kronecker_BinaryOp by its older name. */
GRB_API GrB_Info GxB_kron(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_BinaryOp op,
                          const GrB_Matrix A, const GrB_Matrix B, const GrB_Descriptor desc);

/* GrB_KIND_apply_BinaryOp1st_Scalar and _BinaryOp2nd_Scalar by their older names. */
GRB_API GrB_Info GxB_Vector_apply_BinaryOp1st(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,
                                              const GrB_BinaryOp op, const GrB_Scalar value, const GrB_Vector u,
                                              const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_apply_BinaryOp2nd(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,
                                              const GrB_BinaryOp op, const GrB_Vector u, const GrB_Scalar value,
                                              const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Matrix_apply_BinaryOp1st(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,
                                              const GrB_BinaryOp op, const GrB_Scalar value, const GrB_Matrix A,
                                              const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Matrix_apply_BinaryOp2nd(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,
                                              const GrB_BinaryOp op, const GrB_Matrix A, const GrB_Scalar value,
                                              const GrB_Descriptor desc);

/* ----------------------------------------------------------------------------------------------------------------
 * Select by a GxB_SelectOp; new programs use a GrB_IndexUnaryOp
 * ------------------------------------------------------------------------------------------------------------- */

typedef struct GxB_SelectOp_opaque *GxB_SelectOp;
typedef bool (*GxB_select_function)(GrB_Index i, GrB_Index j, const void *x, const void *thunk);

/* X(name, RULE, OP). By PLACE: those on, below, above or not on diagonal `thunk` (below and above with it), of any
 * type. By ZERO and THUNK: those whose value compares so with 0, or with the thunk as one of the input's type. NE and
 * EQ also take users' types, and compare bytes. */
#define GRB_SELECT_OPS(X)                                                                                              \
    X(GxB_TRIL, PLACE, TRIL)                                                                                           \
    X(GxB_TRIU, PLACE, TRIU)                                                                                           \
    X(GxB_DIAG, PLACE, DIAGONAL)                                                                                       \
    X(GxB_OFFDIAG, PLACE, OFF_DIAGONAL)                                                                                \
    X(GxB_NONZERO, ZERO, NE)                                                                                           \
    X(GxB_EQ_ZERO, ZERO, EQ)                                                                                           \
    X(GxB_GT_ZERO, ZERO, GT)                                                                                           \
    X(GxB_GE_ZERO, ZERO, GE)                                                                                           \
    X(GxB_LT_ZERO, ZERO, LT)                                                                                           \
    X(GxB_LE_ZERO, ZERO, LE)                                                                                           \
    X(GxB_NE_THUNK, THUNK, NE)                                                                                         \
    X(GxB_EQ_THUNK, THUNK, EQ)                                                                                         \
    X(GxB_GT_THUNK, THUNK, GT)                                                                                         \
    X(GxB_GE_THUNK, THUNK, GE)                                                                                         \
    X(GxB_LT_THUNK, THUNK, LT)                                                                                         \
    X(GxB_LE_THUNK, THUNK, LE)

#define GRB_DECLARE(name, RULE, OP) extern GRB_API GxB_SelectOp name;
GRB_SELECT_OPS(GRB_DECLARE)
#undef GRB_DECLARE

/* An operator that calls a function of the caller, on the CPU. x_type NULL: of any input, whose values it does not
 * read; thunk_type NULL: it reads no thunk. What it does not read is NULL. */
GRB_API GrB_Info GxB_SelectOp_new(GxB_SelectOp *op, GxB_select_function function, GrB_Type x_type, GrB_Type thunk_type);
GRB_API GrB_Info GxB_SelectOp_free(GxB_SelectOp *object);
GRB_API GrB_Info GxB_SelectOp_wait(GxB_SelectOp object, GrB_WaitMode mode);
GRB_API GrB_Info GxB_SelectOp_error(const char **error, const GxB_SelectOp object);
GRB_API GrB_Info GxB_SelectOp_fprint(GxB_SelectOp object, const char *name, GxB_Print_Level level, FILE *file);
/* The types it was made with; NULL: it has none. */
GRB_API GrB_Info GxB_SelectOp_xtype(GrB_Type *type, GxB_SelectOp op);
GRB_API GrB_Info GxB_SelectOp_ttype(GrB_Type *type, GxB_SelectOp op);

/* The entries that op chooses. A thunk that is NULL or empty is 0, but not for a function that reads one, to which it
 * goes as it is. Errors: NULL_POINTER, EMPTY_OBJECT (the thunk of such a function), DOMAIN_MISMATCH (a thunk or an
 * input that does not cast, or an order of users' values). */
GRB_API GrB_Info GxB_Vector_select(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GxB_SelectOp op,
                                   const GrB_Vector u, const GrB_Scalar thunk, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Matrix_select(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GxB_SelectOp op,
                                   const GrB_Matrix A, const GrB_Scalar thunk, const GrB_Descriptor desc);

/* ----------------------------------------------------------------------------------------------------------------
 * Sorting
 * ------------------------------------------------------------------------------------------------------------- */

/* The entries of each row (column, if A is transposed) sorted, and put at its beginning; `less` compares two values.
 * P has where each came from. C or P may be NULL, and C may be A. Errors: NULL_POINTER (both are NULL), INVALID_VALUE
 * (both are one object), DOMAIN_MISMATCH (`less` is no comparison of A's values; P is not of INT32, UINT32, INT64 or
 * UINT64, which hold any position). */
GRB_API GrB_Info GxB_Matrix_sort(GrB_Matrix C, GrB_Matrix P, GrB_BinaryOp less, GrB_Matrix A,
                                 const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_sort(GrB_Vector w, GrB_Vector p, GrB_BinaryOp less, GrB_Vector u,
                                 const GrB_Descriptor desc);

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_OPERATIONS_H */
