/* SPDX-License-Identifier: Apache-2.0
 *
 * The ids of a dimension that is larger than Tropic's are, 2^31 - 1: a dictionary gives those in use codes 1, 2, 3, ...
 * in the order of their first use. Tropic's matrix has the codes as rows or columns. Code 0 is no id's: its line is
 * always empty. An object has one dictionary for all its large dimensions, and objects that met in a call share it.
 * Calls that add ids, or count owners, run alone.
 */
#ifndef GRB_DICTIONARY_H
#define GRB_DICTIONARY_H

#include "graphblas/library.h"

typedef struct grb_dictionary {
    int64_t owners;      /* objects that have it */
    tropic_index count;  /* codes in use: 1 .. count */
    tropic_index room;   /* lines of Tropic's matrices, a power of two (or the most), above count */
    GrB_Index *ids;      /* of each code; room members */
    size_t last_slot;    /* slots are a power of two, at least twice the room */
    tropic_index *slots; /* a hash table of codes, with open addresses; 0: free */
} grb_dictionary;

/* Is a dimension one that needs a dictionary? */
static inline bool grb_large(GrB_Index size)
{
    return size > TROPIC_INDEX_MAX;
}
/* Sizes as the caller has them. */
static inline GrB_Index grb_rows(GrB_Matrix A)
{
    return A->dictionary ? A->size[0] : (GrB_Index)tropic_matrix_rows(A->of);
}
static inline GrB_Index grb_columns(GrB_Matrix A)
{
    return A->dictionary ? A->size[1] : (GrB_Index)tropic_matrix_cols(A->of);
}
/* The rows of A, or of its transpose. */
static inline GrB_Index grb_rows_of(GrB_Matrix A, bool transpose)
{
    return transpose ? grb_columns(A) : grb_rows(A);
}
static inline GrB_Index grb_places_of(GrB_Vector v)
{
    return v->dictionary ? v->size : (GrB_Index)tropic_vector_size(v->of);
}

/* A new one, with one owner; NULL: memory is short. */
grb_dictionary *grb_dictionary_new(void);
/* One owner more, and one less: the last frees it. NULL: nothing. */
grb_dictionary *grb_dictionary_share(grb_dictionary *d);
void grb_dictionary_leave(grb_dictionary *d);
/* The id's code; 0: it has none. Cost: O(1). */
tropic_index grb_dictionary_find(const grb_dictionary *d, GrB_Index id);
/* The same of an id that gets one if it has none; 0: memory is short, or all codes are in use. Cost: O(1), but for the
 * growth of the table. */
tropic_index grb_dictionary_add(grb_dictionary *d, GrB_Index id);
bool grb_dictionary_full(const grb_dictionary *d);
/* Will its tables, and Tropic's objects, grow by the next id? */
static inline bool grb_dictionary_grows(const grb_dictionary *d)
{
    return d->count + 1 >= d->room;
}
/* How many lines Tropic's matrix has for a dimension of this size; d may be NULL, if it is not large. */
static inline tropic_index grb_core_size(const grb_dictionary *d, GrB_Index size)
{
    return grb_large(size) ? d->room : (tropic_index)size;
}
/* The id of a line, and the line of an id that has one, or else 0, of a dimension of this size. */
static inline GrB_Index grb_id_of(const grb_dictionary *d, GrB_Index size, tropic_index line)
{
    return grb_large(size) ? d->ids[line] : (GrB_Index)line;
}
static inline tropic_index grb_line_of(const grb_dictionary *d, GrB_Index size, GrB_Index id)
{
    return grb_large(size) ? grb_dictionary_find(d, id) : (tropic_index)id;
}

#endif
