/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_operations.h: the operations.
 *
 * Each computes T, then C<Mask> (accum)= T. Without an accumulator, entries of C under the mask become those of T; with
 * one, where both have an entry, it becomes accum(C, T), and entries of only one stay. Outside the mask C stays as it
 * is, or loses its entries if the descriptor has GrB_REPLACE. The descriptor can also complement the mask, use its
 * structure, and transpose a matrix (INP0 the first input, INP1 the second). Inputs may be the same object as C.
 *
 * Errors of all: DIMENSION_MISMATCH, and DOMAIN_MISMATCH (types that are not the same and cannot be cast). In products
 * and eWiseMult, the operand that FIRST or SECOND does not read, and both of ONEB, may be of any type.
 */
#ifndef GRAPHBLAS_OPERATIONS_H
#define GRAPHBLAS_OPERATIONS_H

#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * Products: AB, uA, Au over a semiring
 * ------------------------------------------------------------------------------------------------------------- */

GRB_API GrB_Info GrB_mxm(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Semiring semiring,
                         const GrB_Matrix A, const GrB_Matrix B, const GrB_Descriptor desc);
/* Here A is INP1. */
GRB_API GrB_Info GrB_vxm(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Semiring semiring,
                         const GrB_Vector u, const GrB_Matrix A, const GrB_Descriptor desc);
/* Here A is INP0. */
GRB_API GrB_Info GrB_mxv(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Semiring semiring,
                         const GrB_Matrix A, const GrB_Vector u, const GrB_Descriptor desc);

/* ----------------------------------------------------------------------------------------------------------------
 * Entry by entry: GrB_Vector_eWiseAdd_KIND and so on, for an operator of the KIND BinaryOp, Monoid or Semiring, of
 * which eWiseAdd takes the addition and the others the multiplication
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_OPERATORS(X) X(BinaryOp) X(Monoid) X(Semiring)

/* eWiseMult: op(a, b) where both have an entry. eWiseAdd: also the entry of one where the other has none.
 * kronecker: op(a, b) for each pair of entries of A and B. */
#define GRB_DECLARE(KIND)                                                                                              \
    GRB_API GrB_Info GrB_Vector_eWiseMult_##KIND(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,        \
                                                 const GrB_##KIND op, const GrB_Vector u, const GrB_Vector v,          \
                                                 const GrB_Descriptor desc);                                           \
    GRB_API GrB_Info GrB_Matrix_eWiseMult_##KIND(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,        \
                                                 const GrB_##KIND op, const GrB_Matrix A, const GrB_Matrix B,          \
                                                 const GrB_Descriptor desc);                                           \
    GRB_API GrB_Info GrB_Vector_eWiseAdd_##KIND(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,         \
                                                const GrB_##KIND op, const GrB_Vector u, const GrB_Vector v,           \
                                                const GrB_Descriptor desc);                                            \
    GRB_API GrB_Info GrB_Matrix_eWiseAdd_##KIND(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,         \
                                                const GrB_##KIND op, const GrB_Matrix A, const GrB_Matrix B,           \
                                                const GrB_Descriptor desc);                                            \
    GRB_API GrB_Info GrB_Matrix_kronecker_##KIND(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,        \
                                                 const GrB_##KIND op, const GrB_Matrix A, const GrB_Matrix B,          \
                                                 const GrB_Descriptor desc);
GRB_OPERATORS(GRB_DECLARE)
#undef GRB_DECLARE

/* ----------------------------------------------------------------------------------------------------------------
 * Extract and assign parts
 * ------------------------------------------------------------------------------------------------------------- */

/* Entry k of the result is entry indices[k] of the input; GrB_ALL takes all. Errors: INDEX_OUT_OF_BOUNDS, and
 * INVALID_INDEX for a single column. */
GRB_API GrB_Info GrB_Vector_extract(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                                    const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc);
GRB_API GrB_Info GrB_Matrix_extract(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                                    const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,
                                    const GrB_Descriptor desc);
GRB_API GrB_Info GrB_Col_extract(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                                 const GrB_Index *rows, GrB_Index nrows, GrB_Index column, const GrB_Descriptor desc);

/* Entry indices[k] of the output becomes entry k of the input. The mask has the output's size, or for one column or row
 * the size of that. GrB_REPLACE clears outside the mask, also unassigned places; for a column or row nothing beyond it.
 * Where an index comes again, which the specification leaves undefined, the entries of the input are assigned one after
 * the other, those of a matrix row by row: without an accumulator the last remains. (Sums of many real numbers may be
 * rounded in another order.) Cost then: O(n log n) for lists of n, and a pass for each time that an index comes again,
 * if an accumulator is not a built-in monoid's operator, or comes 17 times or more; else one.
 * Errors: as above. */
GRB_API GrB_Info GrB_Vector_assign(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                                   const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc);
GRB_API GrB_Info GrB_Matrix_assign(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                                   const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,
                                   const GrB_Descriptor desc);
GRB_API GrB_Info GrB_Col_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                                const GrB_Index *rows, GrB_Index nrows, GrB_Index column, const GrB_Descriptor desc);
GRB_API GrB_Info GrB_Row_assign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                                GrB_Index row, const GrB_Index *columns, GrB_Index ncols, const GrB_Descriptor desc);

/* GrB_Vector_assign_T and GrB_Matrix_assign_T put one value at all these places, as often as an index comes. An empty
 * GrB_Scalar empties them. */
#define GRB_DECLARE(T, ctype)                                                                                          \
    GRB_API GrB_Info GrB_Vector_assign_##T(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, ctype value, \
                                           const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc);   \
    GRB_API GrB_Info GrB_Matrix_assign_##T(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, ctype value, \
                                           const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns,           \
                                           GrB_Index ncols, const GrB_Descriptor desc);
GRB_VALUES_AND_SCALAR(GRB_DECLARE)
#undef GRB_DECLARE

/* ----------------------------------------------------------------------------------------------------------------
 * Apply and select
 * ------------------------------------------------------------------------------------------------------------- */

/* op(a) for each entry. */
GRB_API GrB_Info GrB_Vector_apply(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_UnaryOp op,
                                  const GrB_Vector u, const GrB_Descriptor desc);
GRB_API GrB_Info GrB_Matrix_apply(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_UnaryOp op,
                                  const GrB_Matrix A, const GrB_Descriptor desc);

/* _apply_BinaryOp1st_T: op(value, a). _apply_BinaryOp2nd_T: op(a, value). Errors: EMPTY_OBJECT (an empty scalar). */
#define GRB_DECLARE(T, ctype)                                                                                          \
    GRB_API GrB_Info GrB_Vector_apply_BinaryOp1st_##T(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,   \
                                                      const GrB_BinaryOp op, ctype value, const GrB_Vector u,          \
                                                      const GrB_Descriptor desc);                                      \
    GRB_API GrB_Info GrB_Vector_apply_BinaryOp2nd_##T(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,   \
                                                      const GrB_BinaryOp op, const GrB_Vector u, ctype value,          \
                                                      const GrB_Descriptor desc);                                      \
    GRB_API GrB_Info GrB_Matrix_apply_BinaryOp1st_##T(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,   \
                                                      const GrB_BinaryOp op, ctype value, const GrB_Matrix A,          \
                                                      const GrB_Descriptor desc);                                      \
    GRB_API GrB_Info GrB_Matrix_apply_BinaryOp2nd_##T(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,   \
                                                      const GrB_BinaryOp op, const GrB_Matrix A, ctype value,          \
                                                      const GrB_Descriptor desc);
GRB_VALUES_AND_SCALAR(GRB_DECLARE)
#undef GRB_DECLARE

/* _apply_IndexOp_T: op(a, i, j, value). _select_T: the entries for which op(a, i, j, value) is true. A transposed input
 * has the indices it has after that. Errors: EMPTY_OBJECT (an empty scalar). */
#define GRB_DECLARE(T, ctype)                                                                                          \
    GRB_API GrB_Info GrB_Vector_apply_IndexOp_##T(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,       \
                                                  const GrB_IndexUnaryOp op, const GrB_Vector u, ctype value,          \
                                                  const GrB_Descriptor desc);                                          \
    GRB_API GrB_Info GrB_Matrix_apply_IndexOp_##T(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,       \
                                                  const GrB_IndexUnaryOp op, const GrB_Matrix A, ctype value,          \
                                                  const GrB_Descriptor desc);                                          \
    GRB_API GrB_Info GrB_Vector_select_##T(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,              \
                                           const GrB_IndexUnaryOp op, const GrB_Vector u, ctype value,                 \
                                           const GrB_Descriptor desc);                                                 \
    GRB_API GrB_Info GrB_Matrix_select_##T(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,              \
                                           const GrB_IndexUnaryOp op, const GrB_Matrix A, ctype value,                 \
                                           const GrB_Descriptor desc);
GRB_VALUES_AND_SCALAR(GRB_DECLARE)
#undef GRB_DECLARE

/* ----------------------------------------------------------------------------------------------------------------
 * Reduce and transpose
 * ------------------------------------------------------------------------------------------------------------- */

/* Each row that has entries becomes one entry of the vector; columns, if A is transposed. */
GRB_API GrB_Info GrB_Matrix_reduce_Monoid(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,
                                          const GrB_Monoid op, const GrB_Matrix A, const GrB_Descriptor desc);
GRB_API GrB_Info GrB_Matrix_reduce_BinaryOp(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,
                                            const GrB_BinaryOp op, const GrB_Matrix A, const GrB_Descriptor desc);

/* GrB_Vector_reduce_T, GrB_Matrix_reduce_T: all entries to one value, the monoid's identity if there are none. */
#define GRB_DECLARE(T, ctype)                                                                                          \
    GRB_API GrB_Info GrB_Vector_reduce_##T(ctype *value, const GrB_BinaryOp accum, const GrB_Monoid op,                \
                                           const GrB_Vector u, const GrB_Descriptor desc);                             \
    GRB_API GrB_Info GrB_Matrix_reduce_##T(ctype *value, const GrB_BinaryOp accum, const GrB_Monoid op,                \
                                           const GrB_Matrix A, const GrB_Descriptor desc);
GRB_ARRAYS(GRB_DECLARE)
#undef GRB_DECLARE

/* All entries to one; to none if there are none. */
GRB_API GrB_Info GrB_Vector_reduce_Monoid_Scalar(GrB_Scalar s, const GrB_BinaryOp accum, const GrB_Monoid op,
                                                 const GrB_Vector u, const GrB_Descriptor desc);
GRB_API GrB_Info GrB_Vector_reduce_BinaryOp_Scalar(GrB_Scalar s, const GrB_BinaryOp accum, const GrB_BinaryOp op,
                                                   const GrB_Vector u, const GrB_Descriptor desc);
GRB_API GrB_Info GrB_Matrix_reduce_Monoid_Scalar(GrB_Scalar s, const GrB_BinaryOp accum, const GrB_Monoid op,
                                                 const GrB_Matrix A, const GrB_Descriptor desc);
GRB_API GrB_Info GrB_Matrix_reduce_BinaryOp_Scalar(GrB_Scalar s, const GrB_BinaryOp accum, const GrB_BinaryOp op,
                                                   const GrB_Matrix A, const GrB_Descriptor desc);

/* The transpose of A; A itself, if the descriptor transposes it. */
GRB_API GrB_Info GrB_transpose(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                               const GrB_Descriptor desc);

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_OPERATIONS_H */
