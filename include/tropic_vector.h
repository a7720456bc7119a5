/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 2: vectors. Included by tropic.h, whose conventions hold here too.
 *
 * A vector of n places, some of which hold an entry. Stored as full (all places), bitmap (a flag per
 * place) or sparse (a list of entries, ascending); the library changes the form as it likes.
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

/* A vector without entries. Making one, a block or a view costs O(1). The calls on it below have the usual statuses,
 * and those that they name. */
TROPIC_API tropic_status tropic_vector_create(tropic_vector **v, tropic_context *context, tropic_type type,
                                              tropic_index n);
/* A block: `columns` vectors of n places side by side, without entries; place (i, c) is place i * columns + c. A
 * vector of n * columns places to all calls but tropic_mxm, which takes the product with all columns at once.
 * Status: also INVALID_ARGUMENT (no column, or more than TROPIC_COLUMNS_MAX), NOT_SUPPORTED (n * columns exceeds
 * TROPIC_INDEX_MAX). */
#define TROPIC_COLUMNS_MAX 4096
TROPIC_API tropic_status tropic_vector_create_block(tropic_vector **v, tropic_context *context, tropic_type type,
                                                    tropic_index n, tropic_index columns);
/* A full vector that uses the caller's n values in place; they must outlive it. Calls that write the
 * vector write them. A view stays full: whatever would leave a place without an entry is refused
 * (NOT_SUPPORTED). Status: usual, and NO_DEVICE (device memory without a CUDA context), NOT_SUPPORTED
 * (host memory with a CUDA context). */
TROPIC_API tropic_status tropic_vector_view(tropic_vector **v, tropic_context *context, tropic_type type,
                                            tropic_index n, void *values, tropic_location location);
/* A vector of its own with what v has: type, places, columns, form and entries. The duplicate of a view has its own
 * memory. Cost O(n), of a sparse v O(entries).
 *   copy  out  in v's context
 * Status: usual, and NOT_SUPPORTED (within a loop's body). */
TROPIC_API tropic_status tropic_vector_duplicate(tropic_vector **copy, const tropic_vector *v);
/* Exchanges two vectors of one context, without a copy: each handle then stands for all that the other had, also where
 * types and numbers of places differ; a view goes along with the caller's memory. v and w may be one vector. Cost O(1).
 * Status: usual, and INVALID_ARGUMENT (of two contexts), NOT_SUPPORTED (within a loop's body: assign one to the
 * other). */
TROPIC_API tropic_status tropic_vector_swap(tropic_vector *v, tropic_vector *w);
TROPIC_API void tropic_vector_free(tropic_vector **v);

/* Places, of a block those of all its columns. */
TROPIC_API tropic_index tropic_vector_size(const tropic_vector *v);
/* 1 unless v is a block; 0 of NULL. */
TROPIC_API tropic_index tropic_vector_columns(const tropic_vector *v);
TROPIC_API tropic_type tropic_vector_type(const tropic_vector *v);
TROPIC_API tropic_index tropic_vector_count(const tropic_vector *v); /* entries */
TROPIC_API tropic_vector_form tropic_vector_get_form(const tropic_vector *v);
/* Changes the form. FULL needs an entry at every place (else INVALID_ARGUMENT); a view has no other
 * (NOT_SUPPORTED). Cost O(n). */
TROPIC_API tropic_status tropic_vector_set_form(tropic_vector *v, tropic_vector_form form);

/* Removes all entries, at O(1) (of a view NOT_SUPPORTED) / gives every place the value (one value of v's type), at
 * O(n). */
TROPIC_API tropic_status tropic_vector_clear(tropic_vector *v);
TROPIC_API tropic_status tropic_vector_fill(tropic_vector *v, const void *value);
/* One entry. get: *present tells whether there is one; *value is untouched where there is none. Cost
 * O(n) where it changes the form, on a GPU a transfer. Status: INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_vector_set(tropic_vector *v, tropic_index i, const void *value);
TROPIC_API tropic_status tropic_vector_get(const tropic_vector *v, tropic_index i, void *value, bool *present);
/* All entries at once. put_dense: n values (present: n flags, NULL for all). put_entries: `count`
 * entries, ids distinct (else INVALID_ARGUMENT), in any order; of no entry both arrays may be NULL. These four copy in
 * and out of host memory. Cost O(n), of put_entries O(count), where ids do not ascend with a radix sort. Status:
 * INDEX_OUT_OF_RANGE. */
TROPIC_API tropic_status tropic_vector_put_dense(tropic_vector *v, const void *values, const bool *present);
TROPIC_API tropic_status tropic_vector_put_entries(tropic_vector *v, tropic_index count, const tropic_index *ids,
                                                   const void *values);
/* get_dense: places without an entry are set to zero; present may be NULL. get_entries: ascending
 * ids; both arrays hold tropic_vector_count(v) members, either may be NULL. */
TROPIC_API tropic_status tropic_vector_get_dense(const tropic_vector *v, void *values, bool *present);
TROPIC_API tropic_status tropic_vector_get_entries(const tropic_vector *v, tropic_index *ids, void *values);

/* Matrix Market vectors (array n x 1 where every place has an entry, else coordinate). Unlike weights,
 * values may be infinite or NaN. Loaded integers are INT32 where all fit, else INT64; real values FP64.
 * Cost O(bytes). Status: as tropic_matrix_load and tropic_matrix_save. */
TROPIC_API tropic_status tropic_vector_load(tropic_vector **v, tropic_context *context, const char *path);
TROPIC_API tropic_status tropic_vector_save(const tropic_vector *v, const char *path);

/* Coordinates of vertices, from a DIMACS file (.co; gzip is transparent):
 *
 *     p aux sp co VERTICES          v ID X Y      one for each vertex
 *
 *   x, y   out  FP64, full, VERTICES entries each
 * Cost O(bytes) in parallel. Status: as tropic_matrix_load.
 */
TROPIC_API tropic_status tropic_coordinates_load(tropic_vector **x, tropic_vector **y, tropic_context *context,
                                                 const char *path);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_VECTOR_H */
