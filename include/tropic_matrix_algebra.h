/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 3: operations whose result is a matrix. tropic.h includes this header, and its conventions and those of
 * tropic_vector_algebra.h hold here too.
 *
 * Every operation has the form
 *
 *     C<mask> (accum)= T
 *
 * entry by entry as for vectors. An operation changes no matrix in place: a new matrix replaces the old one:
 *   C           in/out  the old matrix, or a pointer to NULL, which stands for a matrix without entries. If the call
 *                       succeeds, it frees the old matrix, which may also be the mask or an input; if it fails, C is
 *                       unchanged
 *   mask        in      of C's shape and any type, or NULL (also if it is a C that is NULL): it lets everything through
 *   accum       in      as for vectors; it sees row and column of C
 *   A, B        in      descriptor->transpose uses A' in place of A, transpose_second uses B' in place of B
 *   descriptor  in      its strategy is ignored
 * A pattern, as C or an input, has ones of any built-in type as values. Values that an operator does not read may have
 * any type. The result has the labels of the first input, if it has as many vertices. (Lists of rows or columns,
 * diagonals and tiles bring none: C then keeps its own.) Transposes and results of operations entry by entry are
 * bipartite if the first input is; other results are if they are not square.
 * Values are cast as for vectors. A C that is NULL or a pattern takes the type of the accumulator's result, or else
 * that of T.
 * All operations work on the context's device, and their results stay there. Transposes that must be made, columns
 * taken in another order and Kronecker products take the host in between, with users' operators compiled for the CPU,
 * if an operand has 2^31 entries or more.
 * Cost: if no other is named, O(rows + the entries of all matrices of the call), by several threads. Orientations that
 * are missing are built first. Memory of operations entry by entry on a GPU, while they last: beside T and C, at most 2
 * bytes for each row and for each entry that is merged; and the values that are cast, a second time.
 * Hypersparse matrices (tropic_matrix_form): if a call has one, and all others are so, too, or have at most 65536 rows
 * and columns, it works on the rows and columns that have names, and the cost is O(the entries of all), however many
 * rows and columns there are. On a GPU, the host then gives the operands common names, and works for operators that use
 * places, but not for a semiring's multiply. A call uses arrays of all rows or columns, which may not fit in memory, in
 * algorithms and recorded loops; to assign to a range of more than 65536 and of more than half of all, a scalar to all
 * without a mask that names places, and by tropic_matrix_assign_row and assign_column to a listed part of the line
 * under a mask.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, NOT_SUPPORTED (in a loop's body), and those of a user-defined
 * operator.
 */
#ifndef TROPIC_MATRIX_ALGEBRA_H
#define TROPIC_MATRIX_ALGEBRA_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* T = A' (with descriptor->transpose: A itself). The result is a pattern if C and A are and accum is NULL. */
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
/* The same with values for missing entries: op(A(i,j), beta) where only A has an entry, and op(alpha, B(i,j)) where
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
 * result of op is BOOL. The result is a pattern if C and A are and accum is NULL. */
TROPIC_API tropic_status tropic_matrix_select(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                              const tropic_operator *accum, const tropic_operator *op,
                                              const tropic_matrix *A, const void *y,
                                              const tropic_descriptor *descriptor);

/* ------------------------------------------------------------------------------------------------
 * Products
 */

/* Product of two matrices over a semiring, built-in or user-defined:
 *
 *     C<mask> (accum)= A (add.mul) B     t(r,j) = add over i of mul(A(r,i), B(i,j))
 *
 *   A, B  in  cast to the semiring's types, if mul reads their values
 * Cost: O(rows + nnz + products), where a product is a pair of entries A(r,i) and B(i,j); with a mask that is not
 * complemented, O(nnz + entries in the columns of B that the mask names), if that is less.
 * Memory: that of T, or with a mask that is not complemented O(the mask's entries), and O(columns) for each thread; on
 * a GPU that of T, at most 8 bytes for each of its rows, and one for each 4 entries of B.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, NOT_SUPPORTED (mul sees w; structs that are too large for a
 * GPU's shared memory), OUT_OF_MEMORY (on the host, the text names the row of the result where memory ends),
 * OUT_OF_DEVICE_MEMORY, and those of a user-defined operator or semiring. */
TROPIC_API tropic_status tropic_mxm(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                    const tropic_operator *accum, const tropic_semiring *semiring,
                                    const tropic_matrix *A, const tropic_matrix *B,
                                    const tropic_descriptor *descriptor);
/* Notes on tropic_mxm
 * Method: row by row (Gustavson); under a mask, by dot products if they are expected to cost less, on a GPU only if B
 * is transposed or symmetric and the order of terms does not matter. On a GPU, rows are sorted, or summed in a dense or
 * sparse accumulator, depending on how many products they have. A full B is a block of columns: its ids are not read.
 * If both A and B have entries at a quarter of all places or more, a GPU makes all of T in tiles, of their bitmaps
 * (TROPIC_MATRIX_BITMAP), which they keep. Tiles, and a block of columns, need memory for all of T; if there is not
 * enough, or a mask lets few places through, a GPU goes row by row. A form of A or B that is needed and missing is made
 * first.
 * Order: each sum has its terms by ascending i, whatever the device, the method and the number of threads, if the order
 * matters. (any takes some term.)
 * Numbers again (descriptor->keep_symbolic, on a GPU; on the CPU it has no effect): C keeps which terms its entries
 * sum. The next such call with this C, the same transposes and operands of the same patterns only reads the new
 * numbers and sums these terms, over any semiring of C's type. This needs: no accumulator; no mask, or C itself by
 * structure; a mul that does not use i, j or r (built-in ones may); no hypersparse matrix. Else the call is an ordinary
 * product. Operands are known to have the same patterns if only their values
 * were changed, by tropic_matrix_update_values, tropic_matrix_apply without mask, accumulator and transpose, an ewise
 * operation on two of one pattern, or tropic_matrix_set of entries that are there; or if they are a
 * tropic_matrix_duplicate. Any other matrix has a pattern of its own. The first call costs about six products. Memory
 * (tropic_matrix_report tells): a byte for each term, 8 for each 32 terms, 24 for each 256 entries of C in a row, and 8
 * for each run: up to 32 terms that an entry of A has in such 256 entries, fewer where the columns of B's row are not
 * all there. If that does not fit, or 256 entries have more than 65,536 runs, or an operand has 2^31 - 1 entries or
 * more, nothing is kept. tropic_matrix_set_form drops it, and so may the library where memory runs short; the next such
 * call keeps it again.
 * Source: Gustavson, ACM TOMS 4 (1978); Gilbert, Moler and Schreiber, SIAM J. Matrix Anal. Appl. 13 (1992).
 */

/* T has an entry op(A(i,j), B(k,l)) at row i * (B's rows) + k and column j * (B's columns) + l, for each pair of
 * entries of A and B. A place that op uses is that of the result.
 * Cost: O(C's rows + the entries of A times those of B).
 * Status: also NOT_SUPPORTED (more than TROPIC_INDEX_MAX rows or columns). */
TROPIC_API tropic_status tropic_kronecker(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                          const tropic_operator *accum, const tropic_operator *op,
                                          const tropic_matrix *A, const tropic_matrix *B,
                                          const tropic_descriptor *descriptor);

/* ------------------------------------------------------------------------------------------------
 * Parts of matrices
 */

/* A list of rows or columns. A call that takes NULL for it takes all, in order. (This struct has no size; a member that
 * is left out is 0.) */
typedef struct tropic_indices {
    const tropic_index *ids; /* `count` ids, in host memory. NULL: first, first + stride, first + 2 stride, ... */
    tropic_index count;
    tropic_index first, stride; /* stride 0 means 1; it may be negative */
} tropic_indices;

/* T(r,c) = A(rows[r], cols[c]), if A has an entry there. Rows and columns may repeat. If A is square and both lists are
 * one (the same `ids`), which ascends, C has the labels of these vertices: it is the subgraph that they induce.
 * Cost: O(rows and columns of A and C + the entries in the rows that are taken; on a GPU, if the columns do not ascend,
 * those in the columns that are taken, and an orientation of A that is missing).
 * Status: also INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_matrix_extract(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                               const tropic_operator *accum, const tropic_matrix *A,
                                               const tropic_indices *rows, const tropic_indices *cols,
                                               const tropic_descriptor *descriptor);
/* A column, or a row, as a vector: t(k) = A(rows[k], col), or A(row, cols[k]); with w<mask> (accum)= t as for vectors.
 * Status: also INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_matrix_extract_column(tropic_vector *w, const tropic_vector *mask,
                                                      const tropic_operator *accum, const tropic_matrix *A,
                                                      const tropic_indices *rows, tropic_index col,
                                                      const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_matrix_extract_row(tropic_vector *w, const tropic_vector *mask,
                                                   const tropic_operator *accum, const tropic_matrix *A,
                                                   tropic_index row, const tropic_indices *cols,
                                                   const tropic_descriptor *descriptor);

/* C(rows,cols)<mask> (accum)= A: place (rows[r], cols[c]) gets A(r,c). Rows, and columns, are distinct. Places that are
 * not in the lists keep their entries.
 *   assign     the mask has C's shape, and replace removes entries of all of C
 *   subassign  the mask has the shape of A, and place (r,c) of it stands for (rows[r], cols[c]); replace removes
 *              entries at places of the lists alone
 *   C          not a pointer to NULL
 * The scalar forms give each of the places one value of C's type.
 * Status: also INDEX_OUT_OF_RANGE, INVALID_ARGUMENT (an id occurs twice). */
TROPIC_API tropic_status tropic_matrix_assign(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                              const tropic_operator *accum, const tropic_matrix *A,
                                              const tropic_indices *rows, const tropic_indices *cols,
                                              const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_matrix_subassign(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                                 const tropic_operator *accum, const tropic_matrix *A,
                                                 const tropic_indices *rows, const tropic_indices *cols,
                                                 const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_matrix_assign_scalar(tropic_matrix **C, tropic_context *context,
                                                     const tropic_matrix *mask, const tropic_operator *accum,
                                                     const void *value, const tropic_indices *rows,
                                                     const tropic_indices *cols, const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_matrix_subassign_scalar(tropic_matrix **C, tropic_context *context,
                                                        const tropic_matrix *mask, const tropic_operator *accum,
                                                        const void *value, const tropic_indices *rows,
                                                        const tropic_indices *cols,
                                                        const tropic_descriptor *descriptor);
/* Notes on tropic_matrix_assign
 * A scalar under a mask costs O(rows + the entries of C and the mask), unless the mask is complemented; else it has an
 * entry for each place of the lists.
 * Where the rows are listed, and they and what is assigned are few beside the entries of C, and likewise for one row or
 * column, what changes is kept beside C's arrays, as by tropic_matrix_set. Cost: O(places of the lists, or, of all
 * columns, entries in these rows; of a column, rows) times O(log n). *C is then the same matrix as before. (Not of a
 * view, nor on a GPU that has C's entries.)
 */
/* A vector assigned to a row or a column: C(row,cols)<mask'> (accum)= u', or C(rows,col)<mask> (accum)= u.
 *   assign     the mask has as many places as the row, or column, of C, and replace removes entries of all of that
 *   subassign  the mask has as many places as u, for those of the list; replace removes entries there alone
 *   C          not a pointer to NULL
 *   u, mask    of the context
 * Nothing else of C changes. descriptor->transpose is ignored.
 * Status: also INDEX_OUT_OF_RANGE, INVALID_ARGUMENT (an id occurs twice). */
TROPIC_API tropic_status tropic_matrix_assign_row(tropic_matrix **C, tropic_context *context, const tropic_vector *mask,
                                                  const tropic_operator *accum, const tropic_vector *u,
                                                  tropic_index row, const tropic_indices *cols,
                                                  const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_matrix_assign_column(tropic_matrix **C, tropic_context *context,
                                                     const tropic_vector *mask, const tropic_operator *accum,
                                                     const tropic_vector *u, const tropic_indices *rows,
                                                     tropic_index col, const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_matrix_subassign_row(tropic_matrix **C, tropic_context *context,
                                                     const tropic_vector *mask, const tropic_operator *accum,
                                                     const tropic_vector *u, tropic_index row,
                                                     const tropic_indices *cols, const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_matrix_subassign_column(tropic_matrix **C, tropic_context *context,
                                                        const tropic_vector *mask, const tropic_operator *accum,
                                                        const tropic_vector *u, const tropic_indices *rows,
                                                        tropic_index col, const tropic_descriptor *descriptor);

/* T has u on its diagonal k: for k >= 0, T(i,i+k) = u(i), and for k < 0, T(i-k,i) = u(i); with descriptor->transpose, u
 * is on diagonal -k. T has as many rows, and columns, as u has places, and |k| more.
 *   u  in  of the context
 * Status: also NOT_SUPPORTED (more than TROPIC_INDEX_MAX rows). */
TROPIC_API tropic_status tropic_matrix_diagonal(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                                const tropic_operator *accum, const tropic_vector *u, tropic_index k,
                                                const tropic_descriptor *descriptor);
/* A diagonal as a vector: t(i) = A(i,i+k) for k >= 0, A(i-k,i) for k < 0; with w<mask> (accum)= t as for vectors. w has
 * as many places as A, or A', has on that diagonal: none, if k is beyond its corners.
 * Cost: O(places log(the longest row)). */
TROPIC_API tropic_status tropic_matrix_extract_diagonal(tropic_vector *w, const tropic_vector *mask,
                                                        const tropic_operator *accum, const tropic_matrix *A,
                                                        tropic_index k, const tropic_descriptor *descriptor);

/* T is made of a grid of tiles: tiles[r * tile_cols + c] is the tile in row r and column c. Tiles in one row of the
 * grid have the same number of rows, and those in one column the same number of columns. They have one type, except
 * patterns; T is a pattern if all of them are.
 *   tiles  in  tile_rows * tile_cols matrices, at least one; C may be among them. descriptor->transpose is ignored
 * Cost: O(C's rows * tile_cols + the entries of all matrices of the call).
 * Status: also NOT_SUPPORTED (more than TROPIC_INDEX_MAX rows or columns). */
TROPIC_API tropic_status tropic_matrix_concat(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                              const tropic_operator *accum, const tropic_matrix *const *tiles,
                                              tropic_index tile_rows, tropic_index tile_cols,
                                              const tropic_descriptor *descriptor);
/* The opposite: creates the tiles of which A (with descriptor->transpose: A') is made, of A's type, without labels.
 *   tiles    out  tile_rows * tile_cols matrices, placed as for tropic_matrix_concat
 *   heights  in   rows of each row of tiles; they add up to the rows of A
 *   widths   in   columns of each column of tiles; they add up to the columns of A
 * Cost: O(rows * tile_cols * log(the longest row) + entries). */
TROPIC_API tropic_status tropic_matrix_split(tropic_matrix **tiles, tropic_context *context, const tropic_matrix *A,
                                             const tropic_index *heights, tropic_index tile_rows,
                                             const tropic_index *widths, tropic_index tile_cols,
                                             const tropic_descriptor *descriptor);

/* ------------------------------------------------------------------------------------------------
 * Sums; matrices as values
 */

/* *value = the sum of A's entries under a monoid, or its identity if there are no entries; as tropic_reduce.
 *   value   out  in host memory
 *   monoid  in   of the type of value, to which A's values are cast
 * Cost: O(entries). Status: also INVALID_ARGUMENT (the operator is not a monoid). */
TROPIC_API tropic_status tropic_matrix_reduce(void *value, tropic_context *context, const tropic_operator *monoid,
                                              const tropic_matrix *A);

/* Creates a matrix without entries, which is not a pattern. The old *A is not freed. Cost: O(rows). */
TROPIC_API tropic_status tropic_matrix_create(tropic_matrix **A, tropic_context *context, tropic_type type,
                                              tropic_index rows, tropic_index cols);
/* Replaces a matrix, or a pattern, by one of its shape, type and labels without entries. Cost: O(rows + cols). */
TROPIC_API tropic_status tropic_matrix_clear(tropic_matrix **A, tropic_context *context);
/* Creates a copy with A's type, entries, labels, orientations and format, bipartite if A is. The old *copy is not
 * freed. Cost: O(rows + entries). */
TROPIC_API tropic_status tropic_matrix_duplicate(tropic_matrix **copy, tropic_context *context, const tropic_matrix *A);
/* Creates the matrix that A's file gives without loops, the entries (i, i), and without values, as a pattern: with A's
 * other entries, labels and format. The old *made is not freed.
 *   made            out
 *   loops, values   in   leave these out?
 * Cost: O(n + nnz), on the host. Status: usual, and those of tropic_matrix_csr. */
TROPIC_API tropic_status tropic_matrix_without(tropic_matrix **made, tropic_context *context, const tropic_matrix *A,
                                               bool loops, bool values);
/* Replaces a matrix by one with another shape; entries outside of that are dropped. Cost: O(rows + entries). */
TROPIC_API tropic_status tropic_matrix_resize(tropic_matrix **A, tropic_context *context, tropic_index rows,
                                              tropic_index cols);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_MATRIX_ALGEBRA_H */
