/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_operations.h: operations.
 */
#ifndef GRAPHBLAS_EXTENSION_OPERATIONS_H
#define GRAPHBLAS_EXTENSION_OPERATIONS_H

#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * Lists of indices as ranges
 * ------------------------------------------------------------------------------------------------------------- */

/* In place of the number of indices of extract, assign and subassign: the list has, at GxB_BEGIN, GxB_END and (not of
 * GxB_RANGE) GxB_INC, the first index, a bound, and the step, which goes down for GxB_BACKWARDS. They are the indices
 * begin, begin + step, ... up to the bound, with it if it is met; none, if the step is 0 or the bound lies on the other
 * side. Errors: INDEX_OUT_OF_BOUNDS (one of them, not the bound). */
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
 * Sorting
 * ------------------------------------------------------------------------------------------------------------- */

/* The entries of each row (column, if A is transposed) sorted, and put at its beginning; `less` compares two values.
 * P has where each came from. C or P may be NULL, and C may be A. */
GRB_API GrB_Info GxB_Matrix_sort(GrB_Matrix C, GrB_Matrix P, GrB_BinaryOp less, GrB_Matrix A,
                                 const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_sort(GrB_Vector w, GrB_Vector p, GrB_BinaryOp less, GrB_Vector u,
                                 const GrB_Descriptor desc);

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_OPERATIONS_H */
