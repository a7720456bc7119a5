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
