/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 3: operations whose result is a vector, and loops of them. tropic.h includes this header, and its
 * conventions hold here too.
 *
 * Every operation has the form
 *
 *     w<mask> (accum)= t
 *
 * with arguments in GraphBLAS order: output, mask, accumulator, operator, inputs, descriptor.
 *   mask        a vector of w's length and any type. It lets a place through if it has an entry there that is not zero
 *               (with descriptor->structure: any entry); with descriptor->complement, all other places. NULL: the mask
 *               lets every place through
 *   accum       an operator. At places that the mask lets through, w(i) becomes accum(w(i), t(i)) if w and t both have
 *               an entry, and the one entry if only one of them has. One that sees the place sees that of w. NULL: w
 *               becomes t there, with an entry only if t has one
 *   replace     (descriptor) removes the entries of w that the mask does not let through
 * Values of another built-in type than the one that is needed are cast: operands to those of the operator, accumulator,
 * monoid or semiring, and results, or copied values, to w's. Integers wrap; a floating-point value becomes an integer
 * without its fraction, the nearest end of the type if it is beyond it, and 0 if it is NaN; every value except 0
 * becomes true. A cast costs a copy of the vector. For matrices, mxv, vxm and reduce keep the copy, one for each type,
 * as mxm does on a GPU; other operations on matrices cast each time. Values of struct types are not cast, and nothing
 * is cast in a loop's body.
 * w may be the same vector as an input or the mask, unless a call says otherwise.
 * If a call fails, w is unchanged, unless the status is DEVICE_ERROR. On a GPU a call may return before w is written,
 * unless a vector is a view or A reads the caller's arrays. Whatever reads w waits for that, and so does
 * tropic_vector_wait; an error of the device is then returned by a later call.
 */
#ifndef TROPIC_VECTOR_ALGEBRA_H
#define TROPIC_VECTOR_ALGEBRA_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

typedef struct tropic_descriptor {
    size_t size;
    bool transpose;        /* use A' in place of A */
    bool transpose_second; /* use B' in place of B, in operations on two matrices */
    bool complement;       /* the mask lets through the places that it otherwise would not */
    bool structure;        /* the mask lets through the places of all its entries, whatever their values */
    bool replace;          /* remove the entries of w that the mask does not let through */
    tropic_strategy strategy;
    bool keep_symbolic; /* of tropic_mxm on a GPU: C keeps the terms of its sums, for products of the same patterns */
} tropic_descriptor;

/* Masked product of a matrix and a vector over a semiring.
 *
 *     mxv:   w<mask> (accum)= A (add.mul) u     t(i) = add over k of mul(A(i,k), u(k))
 *     vxm:   w<mask> (accum)= u' (add.mul) A    t(j) = add over k of mul(u(k), A(k,j))
 *
 *   A, u  in      if mul does not read their values, of any type. A pattern has ones of any built-in type as values
 *   w     in/out  of the semiring's type, if mul reads it
 * For mxv, w has as many places as A has rows, and u as many as A has columns. For vxm, or with descriptor->transpose,
 * it is the other way round; if both apply, the sizes are those of mxv. t has an entry at each place at which at least
 * one pair of entries met, whatever its value.
 * Cost: O(n + entries in the columns that the mask lets through) for CSC_*; O(n + out-arcs of u's entries) for
 * CSR_PUSH; O(n + nnz) for COOC_SCALAR. If u is sparse and its entries have few arcs (on the CPU a sixteenth of n, on a
 * GPU some hundred, or thousand if w becomes the product under the mask), CSR_PUSH and AUTO cost these arcs, and as
 * much as an operation along that list. On the CPU the same holds for CSC_SCALAR and AUTO with a sparse mask that is
 * not complemented.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, NOT_SUPPORTED (no fixed order, on a reproducible context; a
 * view that would not stay full), and those of a user-defined semiring; on a GPU these for every semiring, because each
 * is compiled on first use (cost: see tropic_semiring_create).
 */
TROPIC_API tropic_status tropic_mxv(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                    const tropic_semiring *semiring, const tropic_matrix *A, const tropic_vector *u,
                                    const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_vxm(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                    const tropic_semiring *semiring, const tropic_vector *u, const tropic_matrix *A,
                                    const tropic_descriptor *descriptor);
/* Notes on tropic_mxv and tropic_vxm
 * Order: if a sum depends on the order of its terms (plus on floating-point values; any_secondi; a user-defined add
 * that is not exactly associative), strategies may differ in the last bits, or in the term that `any` takes. Each
 * strategy gives the same result from run to run, except CSR_PUSH (see `reproducible` in the context's options).
 * COOC_SCALAR gives each thread an equal share of the entries, even if columns have very different lengths.
 * Memory: if few rows (of tropic_mxv, columns) have most entries, the CPU lays out a large u by how often its values
 * are read. After some products with such vectors it keeps the entries' ids in that order, too: 4 bytes an entry.
 */

/* The product with all columns of a block (tropic_vector_create_block) at once:
 *
 *     W<mask> (accum)= A (add.mul) U     t(i,c) = add over k of mul(A(i,k), U(k,c))
 *
 * U, W and the mask have the same number of columns; with one column, the call is tropic_mxv. The multiply's j is the
 * row i of the result, and its w is the value at (i, c).
 *   descriptor  in   the strategy is AUTO, CSC_SCALAR or CSC_VECTOR, which are the same here
 * Cost: O(n columns + columns times the entries in the rows from which the mask lets a place through).
 * Status: as for tropic_mxv, and NOT_SUPPORTED (another strategy). */
TROPIC_API tropic_status tropic_mxv_block(tropic_vector *W, const tropic_vector *mask, const tropic_operator *accum,
                                          const tropic_semiring *semiring, const tropic_matrix *A,
                                          const tropic_vector *U, const tropic_descriptor *descriptor);
/* Notes on tropic_mxv_block
 * The matrix is read once for all columns, which makes one call faster than a product per column. Each list is summed
 * in order, or, on a GPU, in an order that depends only on its length.
 */

/* Elementwise: t(i) = op(u(i), v(i)) at places at which both have an entry. If only one has, ewise_add keeps its entry
 * (op then has one type), and ewise_multiply has none. u, v, w and the mask have the same number of places. Values that
 * op does not read may have any type, as in tropic_apply.
 * Cost: O(n); O(entries) along a list. A list is u or v if it is sparse (for ewise_add, if both are), or a sparse mask
 * that is not complemented. The call follows this list only if it has at most an eighth of the places, and w is sparse,
 * too, or changes only at places of the list: there is an accumulator, or the list is the mask. A sparse w costs its
 * own entries as well, and becomes a bitmap before many such calls cost more than that.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, NOT_SUPPORTED (a view that would not stay full), and those of a
 * user-defined operator. Cost and status hold for all calls down to tropic_extract. */
TROPIC_API tropic_status tropic_ewise_add(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                          const tropic_operator *op, const tropic_vector *u, const tropic_vector *v,
                                          const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_ewise_multiply(tropic_vector *w, const tropic_vector *mask,
                                               const tropic_operator *accum, const tropic_operator *op,
                                               const tropic_vector *u, const tropic_vector *v,
                                               const tropic_descriptor *descriptor);

/* t(i) = op(u(i), y), with one value y of op's second type (NULL if op does not read it). A unary function is an
 * operator that reads only x. apply_first has the value first: t(i) = op(x, u(i)), with x of op's first type. */
TROPIC_API tropic_status tropic_apply(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                      const tropic_operator *op, const tropic_vector *u, const void *y,
                                      const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_apply_first(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                            const tropic_operator *op, const void *x, const tropic_vector *u,
                                            const tropic_descriptor *descriptor);
/* t(i) = u(i), for the entries of u for which op(u(i), y) is true. The result of op is BOOL. */
TROPIC_API tropic_status tropic_select(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                       const tropic_operator *op, const tropic_vector *u, const void *y,
                                       const tropic_descriptor *descriptor);

/* w(ids)<mask> (accum)= u: place ids[k] of w gets u(k). assign_scalar gives each of the places one value of w's type.
 * Other places keep their entries, except that replace applies to all of w.
 *   ids    in   `count` distinct places. NULL: all places, in order
 *   count  in   u's length; for ids NULL also 0, an empty list
 * Cost: as above, the ids being a list, whatever w is. Status: also INDEX_OUT_OF_RANGE, INVALID_ARGUMENT (an id occurs
 * twice). */
TROPIC_API tropic_status tropic_assign(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                       const tropic_vector *u, const tropic_index *ids, tropic_index count,
                                       const tropic_descriptor *descriptor);
TROPIC_API tropic_status tropic_assign_scalar(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                              const void *value, const tropic_index *ids, tropic_index count,
                                              const tropic_descriptor *descriptor);
/* t(k) = u(ids[k]), if u has an entry there; w has `count` places.
 *   ids    in   `count` places, which may repeat. NULL: all places, in order
 *   count  in   for ids NULL, u's length, or 0 for an empty list
 * Cost: with ids O(count), for a sparse u O(count log entries). Status: also INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_extract(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                        const tropic_vector *u, const tropic_index *ids, tropic_index count,
                                        const tropic_descriptor *descriptor);

/* *value = the sum of u's entries under a monoid, or the monoid's identity if there are no entries. The sum has a fixed
 * order and stops at a terminal value. CPU and GPU give the same result only if the order of terms does not matter.
 *   value   out  in host memory
 *   monoid  in   of the type of value, to which u's values are cast
 * Cost: O(n), for a sparse u O(entries); on the CPU a user-defined monoid runs on one thread.
 * Status: usual, and INVALID_ARGUMENT (the operator is not a monoid), TYPE_MISMATCH, and those of a user-defined
 * operator. */
TROPIC_API tropic_status tropic_reduce(void *value, const tropic_operator *monoid, const tropic_vector *u);
/* t(i) = the sum of row i of A (with descriptor->transpose: column i) under a monoid, if the row has an entry. The sum
 * has a fixed order, as in tropic_reduce; descriptor->strategy is ignored.
 *   A   in   a pattern has ones of any built-in type as values
 * Cost: O(n + entries in the rows that the mask lets through).
 * Status: as for tropic_reduce, and DIMENSION_MISMATCH. */
TROPIC_API tropic_status tropic_reduce_matrix(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                              const tropic_operator *monoid, const tropic_matrix *A,
                                              const tropic_descriptor *descriptor);

/* ------------------------------------------------------------------------------------------------
 * Loops
 */

/* A user-defined loop at the device's speed:
 *
 *     do body while go_on has an entry that is not zero, at most `limit` times
 *
 *   body        in   makes the calls of one iteration. These are the same each time, on vectors of this context that
 *                    live as long as the loop. A return value other than OK ends the loop
 *   user        in   passed to body
 *   go_on       in   of a struct type: any entry counts as not zero. NULL: `limit` iterations
 *   limit       in   at least 1
 *   iterations  out  the number of iterations that ran; may be NULL
 * The body may call mxv, vxm, mxv_block with one column, ewise_add, ewise_multiply, apply, apply_first, select, assign,
 * assign_scalar (also with ids), and extract without ids, on vectors and matrices that exist already. Notes lists the
 * calls that are refused in it, on either device. It may not free an object that it uses. Values that change from one
 * iteration to the next must be in vectors.
 * Cost: that of the body's calls, on a GPU without the host's part, some microseconds for each.
 * Status: usual, those of the calls in body, NOT_SUPPORTED (a call that is refused, or on a GPU a body that cannot be
 * recorded), CANCELLED (a GPU checks rarely). */
typedef tropic_status tropic_body(void *user);
TROPIC_API tropic_status tropic_loop(tropic_context *context, tropic_body *body, void *user, const tropic_vector *go_on,
                                     int64_t limit, int64_t *iterations);
/* Notes on tropic_loop
 * Method: on the CPU, body is called for each iteration. On a GPU it is called for the first iteration, and then a few
 * times more without effect, to record its calls and compile them (some 500 ms the first time). The other iterations
 * run on the GPU without the host. If NVRTC is missing, body is called for each iteration there, too, and its products
 * over users' semirings fail if the cache on disk does not have their kernels.
 * Refused in a body: calls that make or load vectors and matrices; set, put, fill, clear, resize, set_form, move and
 * swap (assign one vector to the other instead); get and save of vectors; extract with ids, mxv_block with several
 * columns, reduce, reduce_matrix, transpose and semiring_check; every call that takes a matrix, except mxv, vxm,
 * mxv_block with one column and questions about it; casts; algorithms; and tropic_loop.
 * Other bodies: a body may make other calls each time, use other vectors (because it exchanges pointers to them), or
 * have more than 40 steps. The CPU runs it. A GPU refuses it, or, if the difference cannot be noticed (it asks for a
 * vector's count or form), runs it as recorded.
 * Differences: on a GPU, AUTO chooses once for the whole loop, and floating-point sums may differ from those of single
 * calls in the last bits. Vectors that the body uses become bitmap or full.
 */

#endif /* TROPIC_VECTOR_ALGEBRA_H */
