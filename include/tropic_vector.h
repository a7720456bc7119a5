/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 2: vectors. tropic.h includes this header, and its conventions hold here too.
 *
 * A vector has n places, some of which hold an entry. Its form is full (an entry at every place), bitmap (a flag per
 * place) or sparse (a list of entries by ascending place). The library changes the form when it suits an operation.
 */
#ifndef TROPIC_VECTOR_H
#define TROPIC_VECTOR_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tropic_vector_form { TROPIC_FULL, TROPIC_BITMAP, TROPIC_SPARSE } tropic_vector_form;

/* Creates a vector without entries. Cost: O(1), also for a block and a view. Status: usual, as for all calls below,
 * which name any other status. */
TROPIC_API tropic_status tropic_vector_create(tropic_vector **v, tropic_context *context, tropic_type type,
                                              tropic_index n);
#define TROPIC_COLUMNS_MAX 4096
/* Creates a block without entries: `columns` vectors of n places side by side, with place (i, c) at i * columns + c. To
 * most calls it is a vector of n * columns places. tropic_mxv_block multiplies by all of its columns at once, and
 * tropic_bfs_batch and tropic_sssp_batch return one column per source.
 * Status: also INVALID_ARGUMENT (no column, or more than TROPIC_COLUMNS_MAX), NOT_SUPPORTED (n * columns exceeds
 * TROPIC_INDEX_MAX). */
TROPIC_API tropic_status tropic_vector_create_block(tropic_vector **v, tropic_context *context, tropic_type type,
                                                    tropic_index n, tropic_index columns);
/* Creates a view: a full vector that uses the caller's n values in place. They must outlive the vector, and calls that
 * write the vector write them. A view stays full: a call that would leave a place without an entry is refused
 * (NOT_SUPPORTED).
 * Status: also NO_DEVICE (device memory without a CUDA context), NOT_SUPPORTED (host memory with a CUDA context). */
TROPIC_API tropic_status tropic_vector_view(tropic_vector **v, tropic_context *context, tropic_type type,
                                            tropic_index n, void *values, tropic_location location);
/* Creates a copy with v's type, places, columns, form and entries. The copy of a view has memory of its own.
 *   copy  out  in v's context
 * Cost: O(n), for a sparse v O(entries). Status: also NOT_SUPPORTED (in a loop's body). */
TROPIC_API tropic_status tropic_vector_duplicate(tropic_vector **copy, const tropic_vector *v);
/* Exchanges two vectors of one context without a copy. Each handle then stands for everything that the other had, even
 * if types and numbers of places differ; a view keeps the caller's memory. v and w may be the same vector.
 * Cost: O(1). Status: also INVALID_ARGUMENT (two contexts), NOT_SUPPORTED (in a loop's body: assign one to the other
 * there). */
TROPIC_API tropic_status tropic_vector_swap(tropic_vector *v, tropic_vector *w);
/* Moves a vector to another context, of any device: it then belongs to that one, with its type, places, columns, form
 * and entries. The sentence about a call that fails is in the new context.
 *   context  in  used by no other thread meanwhile, nor is v's. It may be v's own: nothing changes
 * Cost: O(1) between two contexts of one device whose memory comes from the same functions; else O(n), for a sparse v
 * O(entries), and between two GPUs as much host memory on the way. Status: also NOT_SUPPORTED (a view; in a loop's
 * body). */
TROPIC_API tropic_status tropic_vector_move(tropic_vector *v, tropic_context *context);
/* Frees a vector, whose context may have been freed before. */
TROPIC_API void tropic_vector_free(tropic_vector **v);

/* Returns the context that v belongs to; NULL for NULL, and once that context was freed. */
TROPIC_API tropic_context *tropic_vector_context(const tropic_vector *v);
/* Returns the number of places; for a block, that of all its columns. */
TROPIC_API tropic_index tropic_vector_size(const tropic_vector *v);
/* Returns the number of columns: 1 unless v is a block, 0 for NULL. */
TROPIC_API tropic_index tropic_vector_columns(const tropic_vector *v);
TROPIC_API tropic_type tropic_vector_type(const tropic_vector *v);
TROPIC_API tropic_index tropic_vector_count(const tropic_vector *v); /* entries */
TROPIC_API tropic_vector_form tropic_vector_get_form(const tropic_vector *v);
/* Changes the form. Cost: O(n). Status: also INVALID_ARGUMENT (FULL, and a place has no entry), NOT_SUPPORTED (a view,
 * which can only be FULL). */
TROPIC_API tropic_status tropic_vector_set_form(tropic_vector *v, tropic_vector_form form);

/* Changes the number of places, for a block n being that of its rows. Entries beyond them are dropped, and new places
 * have none. A vector with fewer places may keep its memory.
 * Cost: O(n), for a sparse v O(1), or O(log entries) if there are fewer places. Status: also NOT_SUPPORTED (a view; a
 * block of more than TROPIC_INDEX_MAX places; in a loop's body). */
TROPIC_API tropic_status tropic_vector_resize(tropic_vector *v, tropic_index n);
/* Removes all entries. Cost: O(1). Status: also NOT_SUPPORTED (a view). */
TROPIC_API tropic_status tropic_vector_clear(tropic_vector *v);
/* Gives every place the same value, which has v's type. Cost: O(n). */
TROPIC_API tropic_status tropic_vector_fill(tropic_vector *v, const void *value);
/* Sets the entry at place i.
 * Cost: O(1); on a GPU a transfer, unless v is sparse. Updates of a sparse v are kept in a hash table in host memory,
 * and the next call that uses v merges them, which costs O(entries), or O(n) if v becomes a bitmap. Status: also
 * INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_vector_set(tropic_vector *v, tropic_index i, const void *value);
/* Returns the entry at place i. *present tells whether there is one; if not, *value is unchanged.
 * Cost: O(1), for a sparse v O(log entries); on a GPU as many transfers. Status: also INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_vector_get(const tropic_vector *v, tropic_index i, void *value, bool *present);
/* Removes the entry at place i, if there is one.
 * Cost: as for tropic_vector_set; for a full v, which becomes a bitmap, O(n). Status: also INDEX_OUT_OF_RANGE,
 * NOT_SUPPORTED (a view). */
TROPIC_API tropic_status tropic_vector_remove(tropic_vector *v, tropic_index i);
/* Replaces all entries by values from host memory.
 *   values   in   n members
 *   present  in   n flags, which tell which places get an entry. NULL: all places
 * Cost: O(n). */
TROPIC_API tropic_status tropic_vector_put_dense(tropic_vector *v, const void *values, const bool *present);
/* Replaces all entries by `count` entries from host memory.
 *   ids, values  in   `count` members each; ids are distinct, in any order. With count 0 both may be NULL
 * Cost: O(count); ids that do not ascend are sorted by radix. Status: also INDEX_OUT_OF_RANGE, INVALID_ARGUMENT (an id
 * occurs twice). */
TROPIC_API tropic_status tropic_vector_put_entries(tropic_vector *v, tropic_index count, const tropic_index *ids,
                                                   const void *values);
/* The same for ids that may occur more than once: values at one place combine by an operator, in the order of the
 * lists, z = op(z, next).
 *   op  in  of v's type. It may use the place
 * Cost: O(count). Status: also INDEX_OUT_OF_RANGE, TYPE_MISMATCH, and those of a user-defined operator. */
TROPIC_API tropic_status tropic_vector_build(tropic_vector *v, tropic_index count, const tropic_index *ids,
                                             const void *values, const tropic_operator *op);
/* Copies all places to host memory. Places without an entry are zero.
 *   values   out  n members
 *   present  out  n flags, which tell which places have an entry; may be NULL
 * Cost: O(n). */
TROPIC_API tropic_status tropic_vector_get_dense(const tropic_vector *v, void *values, bool *present);
/* Copies all entries to host memory, by ascending id.
 *   ids, values  out  tropic_vector_count(v) members each; either may be NULL
 * Cost: O(n). */
TROPIC_API tropic_status tropic_vector_get_entries(const tropic_vector *v, tropic_index *ids, void *values);
/* Waits until v is written, which on a GPU may be after the call that writes it has returned: for a clock, or to see an
 * error of the device at once. Cost: O(1) beside the wait. Status: also NOT_SUPPORTED (in a loop's body). */
TROPIC_API tropic_status tropic_vector_wait(const tropic_vector *v);

/* Read and write a vector as Matrix Market: as an array of n x 1 if every place has an entry, else as coordinates.
 * Values may be infinite or NaN, unlike weights. Integers that are read become INT32 if all of them fit, else INT64;
 * real values become FP64.
 * Cost: O(bytes). Status: as for tropic_matrix_load and tropic_matrix_save. */
TROPIC_API tropic_status tropic_vector_load(tropic_vector **v, tropic_context *context, const char *path);
TROPIC_API tropic_status tropic_vector_save(const tropic_vector *v, const char *path);

/* Reads coordinates of vertices from a DIMACS file (.co), which may be compressed by gzip:
 *
 *     p aux sp co VERTICES          v ID X Y      one line for each vertex
 *
 *   x, y   out  FP64, full, VERTICES entries each
 * Cost: O(bytes), in parallel. Status: as for tropic_matrix_load.
 */
TROPIC_API tropic_status tropic_coordinates_load(tropic_vector **x, tropic_vector **y, tropic_context *context,
                                                 const char *path);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_VECTOR_H */
