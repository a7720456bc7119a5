/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversion of matrices and vectors to and from GraphBLAS (C API 2.0; SuiteSparse 7.4 and newer). These calls are in a
 * library of their own, so libtropic does not need GraphBLAS.
 *
 * The caller must call GrB_init first. All data is copied. Explicit zeros stay entries. An iso-valued BOOL matrix of
 * trues becomes a pattern, and a pattern becomes such a matrix; any other iso-valued object gets a value per entry.
 * Both sides have the eleven types of tropic_type; others are refused (TYPE_MISMATCH). If a call fails, its outputs are
 * unchanged and tropic_suitesparse_error() has a sentence.
 */
#ifndef TROPIC_SUITESPARSE_H
#define TROPIC_SUITESPARSE_H

#include <GraphBLAS.h>
#include <tropic.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Converts a matrix from GraphBLAS: A(i,j) = G(i,j).
 *   A        out
 *   context  in
 *   G        in   dimensions up to TROPIC_INDEX_MAX each; pending work in it is finished
 * Cost: O(rows + nnz). Status: INVALID_ARGUMENT (NULL, or G is too large), TYPE_MISMATCH, OUT_OF_MEMORY, NOT_SUPPORTED
 * (GraphBLAS failed), and those of tropic_matrix_from_csr. */
TROPIC_API tropic_status tropic_matrix_from_suitesparse(tropic_matrix **A, tropic_context *context, GrB_Matrix G);
/* Converts a matrix to GraphBLAS: G(i,j) = A(i,j).
 *   G        out  to be freed by GrB_Matrix_free
 *   context  in
 *   A        in   at least one row and one column, as GraphBLAS requires (else INVALID_ARGUMENT)
 * Cost: O(rows + nnz). Status: as for tropic_matrix_from_suitesparse, and those of tropic_matrix_csr. */
TROPIC_API tropic_status tropic_matrix_to_suitesparse(GrB_Matrix *G, tropic_context *context, const tropic_matrix *A);

/* Convert vectors in the same way. */
TROPIC_API tropic_status tropic_vector_from_suitesparse(tropic_vector **v, tropic_context *context, GrB_Vector g);
TROPIC_API tropic_status tropic_vector_to_suitesparse(GrB_Vector *g, const tropic_vector *v);

/* Returns a sentence about the last call in this header that failed on this thread; "" if none has failed. It is valid
 * until another one fails. */
TROPIC_API const char *tropic_suitesparse_error(void);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_SUITESPARSE_H */
