/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 3: operations whose result is a matrix. tropic.h includes this header, and its conventions and those of
 * tropic_algebra.h hold here too.
 *
 * Every operation has the form
 *
 *     C<mask> (accum)= T
 *
 * entry by entry as for vectors. Matrices never change, so a new matrix replaces the old one:
 *   C           in/out  the old matrix, or a pointer to NULL, which stands for a matrix without entries. If the call
 *                       succeeds, it frees the old matrix, which may also be the mask or an input; if it fails, C is
 *                       unchanged
 *   mask        in      of C's shape and any type, or NULL
 *   accum       in      as for vectors
 *   A, B        in      descriptor->transpose uses A' in place of A, transpose_second uses B' in place of B
 *   descriptor  in      its strategy is ignored
 * A pattern, as C or an input, has ones of any built-in type as values. Values that an operator does not read may have
 * any type. The result has the labels of the first input, if it has as many vertices.
 * Results are made on the host, for every context, and copied to a device on first use. Users' operators are compiled
 * for the CPU.
 * Cost: if no other is named, O(rows + the entries of all matrices of the call), by several threads. Orientations that
 * are missing are built first.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, NOT_SUPPORTED (in a loop's body; a matrix views the memory of
 * another device), and those of a user-defined operator.
 */
#ifndef TROPIC_MATRIX_ALGEBRA_H
#define TROPIC_MATRIX_ALGEBRA_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* T = A' (with descriptor->transpose: A itself). C, A and accum have one type. The result is a pattern if C and A are
 * and accum is NULL. */
TROPIC_API tropic_status tropic_transpose(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                          const tropic_operator *accum, const tropic_matrix *A,
                                          const tropic_descriptor *descriptor);
/* Notes on tropic_transpose
 * Without mask and accumulator, the result is a copy of the orientations that A has. Otherwise, and for a pattern A
 * with a C that has values, it is a merge of the rows of C, the mask and A'.
 */

/* ------------------------------------------------------------------------------------------------
 * Entry by entry
 */

/* T(i,j) = op(A(i,j), B(i,j)) at places at which both have an entry. If only one has, ewise_add keeps its entry (op
 * then has one type), and ewise_multiply has none. A, B, C and the mask have one shape. */
TROPIC_API tropic_status tropic_matrix_ewise_add(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                                 const tropic_operator *accum, const tropic_operator *op,
                                                 const tropic_matrix *A, const tropic_matrix *B,
                                                 const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_matrix_ewise_multiply(tropic_matrix **C, tropic_context *context,
                                                      const tropic_matrix *mask, const tropic_operator *accum,
                                                      const tropic_operator *op, const tropic_matrix *A,
                                                      const tropic_matrix *B, const tropic_descriptor *descriptor);
/* The same with values for what is missing: op(A(i,j), beta) where only A has an entry, and op(alpha, B(i,j)) where
 * only B has.
 *   alpha, beta  in  values of op's first and second type; NULL if op does not read it */
TROPIC_API tropic_status tropic_matrix_ewise_union(tropic_matrix **C, tropic_context *context,
                                                   const tropic_matrix *mask, const tropic_operator *accum,
                                                   const tropic_operator *op, const tropic_matrix *A, const void *alpha,
                                                   const tropic_matrix *B, const void *beta,
                                                   const tropic_descriptor *descriptor);

/* T(i,j) = op(A(i,j), y), with one value y of op's second type (NULL if op does not read it). A unary function is an
 * operator that reads only x. apply_first has the value first: T(i,j) = op(x, A(i,j)). op may use the place, in A' if
 * that is used. */
TROPIC_API tropic_status tropic_matrix_apply(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                             const tropic_operator *accum, const tropic_operator *op,
                                             const tropic_matrix *A, const void *y,
                                             const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_matrix_apply_first(tropic_matrix **C, tropic_context *context,
                                                   const tropic_matrix *mask, const tropic_operator *accum,
                                                   const tropic_operator *op, const void *x, const tropic_matrix *A,
                                                   const tropic_descriptor *descriptor);
/* T(i,j) = A(i,j), for the entries of A for which op(A(i,j), y) is true, such as those of tril, triu and diagonal. The
 * result of op is BOOL; A and C have one type. The result is a pattern if C and A are and accum is NULL. */
TROPIC_API tropic_status tropic_matrix_select(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                              const tropic_operator *accum, const tropic_operator *op,
                                              const tropic_matrix *A, const void *y,
                                              const tropic_descriptor *descriptor);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_MATRIX_ALGEBRA_H */
