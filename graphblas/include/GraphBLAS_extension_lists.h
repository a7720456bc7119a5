/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_lists.h: lists of indices and of entries that are vectors, not arrays.
 */
#ifndef GRAPHBLAS_EXTENSION_LISTS_H
#define GRAPHBLAS_EXTENSION_LISTS_H

#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each function is that without _Vector, with a vector in place of an array and its length. What the list is says a
 * field of the descriptor, GxB_ROWINDEX_LIST for rows and the indices of a vector, GxB_COLINDEX_LIST for columns:
 *   GxB_USE_VALUES, the default: the values of the entries, in the order of their indices, cast to integers
 *   GxB_USE_INDICES: the indices of the entries
 *   GxB_IS_STRIDE: three values, which are a range: first, last, and the step, which may be below 0
 * A vector with n entries is a list of n. NULL is the list of all indices. A list may be an operand, too.
 * Errors: INVALID_VALUE (a range has not three values), DOMAIN_MISMATCH (values of a user's type). */
#define GxB_USE_VALUES 0

GRB_API GrB_Info GxB_Vector_extract_Vector(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,
                                           const GrB_Vector u, const GrB_Vector indices, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Matrix_extract_Vector(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,
                                           const GrB_Matrix A, const GrB_Vector rows, const GrB_Vector columns,
                                           const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Col_extract_Vector(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,
                                        const GrB_Matrix A, const GrB_Vector rows, GrB_Index column,
                                        const GrB_Descriptor desc);

#define GRB_DECLARE(name)                                                                                              \
    GRB_API GrB_Info GxB_Vector_##name##_Vector(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,         \
                                                const GrB_Vector u, const GrB_Vector indices,                          \
                                                const GrB_Descriptor desc);                                            \
    GRB_API GrB_Info GxB_Matrix_##name##_Vector(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,         \
                                                const GrB_Matrix A, const GrB_Vector rows, const GrB_Vector columns,   \
                                                const GrB_Descriptor desc);                                            \
    GRB_API GrB_Info GxB_Col_##name##_Vector(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,            \
                                             const GrB_Vector u, const GrB_Vector rows, GrB_Index column,              \
                                             const GrB_Descriptor desc);                                               \
    GRB_API GrB_Info GxB_Row_##name##_Vector(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,            \
                                             const GrB_Vector u, GrB_Index row, const GrB_Vector columns,              \
                                             const GrB_Descriptor desc);                                               \
    GRB_API GrB_Info GxB_Vector_##name##_Scalar_Vector(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,  \
                                                       const GrB_Scalar value, const GrB_Vector indices,               \
                                                       const GrB_Descriptor desc);                                     \
    GRB_API GrB_Info GxB_Matrix_##name##_Scalar_Vector(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,  \
                                                       const GrB_Scalar value, const GrB_Vector rows,                  \
                                                       const GrB_Vector columns, const GrB_Descriptor desc);
GRB_DECLARE(assign)
GRB_DECLARE(subassign)
#undef GRB_DECLARE

/* Builds: all lists have as many entries, none is NULL or a range. GxB_VALUE_LIST says the same of the values.
 * Errors: NULL_POINTER; INVALID_VALUE (a range, or lists of several lengths). */
GRB_API GrB_Info GxB_Vector_build_Vector(GrB_Vector w, const GrB_Vector indices, const GrB_Vector values,
                                         const GrB_BinaryOp dup, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_build_Scalar_Vector(GrB_Vector w, const GrB_Vector indices, const GrB_Scalar scalar,
                                                const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Matrix_build_Vector(GrB_Matrix C, const GrB_Vector rows, const GrB_Vector columns,
                                         const GrB_Vector values, const GrB_BinaryOp dup, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Matrix_build_Scalar_Vector(GrB_Matrix C, const GrB_Vector rows, const GrB_Vector columns,
                                                const GrB_Scalar scalar, const GrB_Descriptor desc);

/* The entries as vectors, in any order: the k-th of each is that of one entry. They become vectors with all entries,
 * of type UINT64 and the object's, whatever they were; NULL: nobody wants these. The descriptor has no effect.
 * Errors: INVALID_VALUE (one vector for two of them). */
GRB_API GrB_Info GxB_Vector_extractTuples_Vector(GrB_Vector indices, GrB_Vector values, const GrB_Vector u,
                                                 const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Matrix_extractTuples_Vector(GrB_Vector rows, GrB_Vector columns, GrB_Vector values,
                                                 const GrB_Matrix A, const GrB_Descriptor desc);

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_LISTS_H */
