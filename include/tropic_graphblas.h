/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices and vectors to and from GraphBLAS (C API 2.0; SuiteSparse 7.4 and newer). Implemented in
 * a library of its own, so that libtropic does not need GraphBLAS.
 *
 * The caller has called GrB_init. Everything is copied; explicit zeros stay entries; an iso-valued
 * BOOL matrix of trues becomes a pattern and the reverse, any other iso-valued object is written
 * out. Types are the seven of tropic_type on both sides; others are refused (TYPE_MISMATCH). On failure outputs are
 * untouched and tropic_graphblas_error() has a sentence.
 */
#ifndef TROPIC_GRAPHBLAS_H
#define TROPIC_GRAPHBLAS_H

#include <GraphBLAS.h>
#include <tropic.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A(i,j) = G(i,j).
 *   A       out
 *   context in
 *   G       in   any dimensions up to TROPIC_INDEX_MAX; pending work in it is finished
 * Cost O(rows + nnz). Status: INVALID_ARGUMENT (NULL, or too large), TYPE_MISMATCH, OUT_OF_MEMORY,
 * NOT_SUPPORTED (GraphBLAS failed), and those of tropic_matrix_from_csr. */
TROPIC_API tropic_status tropic_matrix_from_graphblas(tropic_matrix **A, tropic_context *context, GrB_Matrix G);
/* G(i,j) = A(i,j); GraphBLAS needs at least one row and column (INVALID_ARGUMENT).
 *   G       out  free it with GrB_Matrix_free
 * Cost O(rows + nnz). Status: as above, and those of tropic_matrix_csr. */
TROPIC_API tropic_status tropic_matrix_to_graphblas(GrB_Matrix *G, tropic_context *context, const tropic_matrix *A);

/* The same for vectors. */
TROPIC_API tropic_status tropic_vector_from_graphblas(tropic_vector **v, tropic_context *context, GrB_Vector g);
TROPIC_API tropic_status tropic_vector_to_graphblas(GrB_Vector *g, const tropic_vector *v);

/* What went wrong in the last call of this header that failed in this thread; "" at first. Valid
 * until the next one fails. */
TROPIC_API const char *tropic_graphblas_error(void);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_GRAPHBLAS_H */
