/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls with large objects, those that have a dictionary: their operands share it, and are as large as it has room.
 * A call that knows such objects says so by grb_takes_large, after grb_open; all others refuse them.
 */
#ifndef GRB_LARGE_H
#define GRB_LARGE_H

#include "graphblas/call.h"

/* Opens a call that takes large objects: GRB_OPEN, and grb_open. */
#define GRB_OPEN_LARGE(c, output)                                                                                      \
    (grb_open_large(&(c), __func__) && grb_output(&(c), output, GRB_KIND_OF(output), #output))
static inline bool grb_open_large(grb_call *c, const char *function)
{
    return grb_open(c, function) && (c->takes_large = true);
}

/* Numbers of places: products of two sizes. */
__extension__ typedef unsigned __int128 grb_area;

/* A size as the API has it: at most 2^60. */
bool grb_api_size(grb_call *c, GrB_Index n, const char *name);
/* Of calls with large objects, where Tropic's sizes do not tell: are two sizes one? True, if the call has none. */
bool grb_agree(grb_call *c, GrB_Index a, GrB_Index b, const char *a_name, const char *b_name);
/* The same of outputs, masks, which may be NULL, and a result of these sizes. */
bool grb_fits_vector(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_Index size);
bool grb_fits_matrix(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_Index rows, GrB_Index columns);
/* Have two operands one shape? */
bool grb_have_shape(grb_call *c, GrB_Matrix A, bool transpose, GrB_Matrix B, bool transpose_second);

/* Has all large operands of the call in one dictionary, c->dictionary: that with the most ids, to which the others'
 * entries go over. grb_ready does, and grb_narrow where it meets a large dimension. Cost: O(1) if they share it. */
bool grb_unite(grb_call *c);
/* Has Tropic's objects as large as the dictionary has room. grb_ready does; a call that adds ids later has to. */
bool grb_fit(grb_call *c);
/* *code = the code that an id has from now on in this dictionary. */
bool grb_add_id(grb_call *c, grb_dictionary *d, GrB_Index id, tropic_index *code);
/* The lines of ids of a large dimension, each below `end`; NULL: the call has failed. Ids get codes, or if
 * c->only_finds have line 0 without one. */
const tropic_index *grb_lines_of(grb_call *c, const GrB_Index *list, GrB_Index n, GrB_Index end, const char *name);
/* A range: count indices from `begin` on, each `step` behind the one before, or before it. */
typedef struct grb_span {
    GrB_Index begin, step, count;
    bool back;
} grb_span;
/* Is a list, which may be NULL, a range of more indices than are listed of a large dimension? Sets *s only then. */
bool grb_is_long(const GrB_Index *list, GrB_Index n, grb_span *s);
/* All indices of a range are below `end`, else INDEX_OUT_OF_BOUNDS; one without any may begin anywhere. */
bool grb_range_fits(grb_call *c, const grb_span *s, GrB_Index end, const char *name);
/* The line of one id, which is below `end`. */
bool grb_line(grb_call *c, GrB_Index id, GrB_Index end, tropic_index *line);

/* ------------------------------------------------------------------------------------------------
 * Entries with the places that the caller sees
 */

typedef struct grb_tuples {
    GrB_Index count;
    GrB_Index *rows, *columns; /* a vector has no columns: NULL */
    char *values;
    GrB_Type type; /* of the values */
} grb_tuples;

void grb_free_tuples(grb_tuples *t);
/* Room for so many entries. */
bool grb_new_tuples(grb_call *c, grb_tuples *t, GrB_Type type, GrB_Index count, bool columns);
/* All entries, by row, then column. */
bool grb_tuples_of_vector(grb_call *c, grb_tuples *t, GrB_Vector v);
bool grb_tuples_of_matrix(grb_call *c, grb_tuples *t, GrB_Matrix A);
/* Sorts them by row, then column, and keeps the order of those of one place. Cost: O(count). */
bool grb_sort_tuples(grb_call *c, grb_tuples *t);
/* Are these ids below `end`? Else INDEX_OUT_OF_BOUNDS. */
bool grb_all_below(grb_call *c, const GrB_Index *ids, GrB_Index count, GrB_Index end);
/* Those of the transpose, sorted. */
bool grb_turn_tuples(grb_call *c, grb_tuples *t);
/* Of sorted ones: where each row begins, of `rows`, and the last ends. */
void grb_count_tuples(const grb_tuples *t, GrB_Index *offsets, GrB_Index rows);
/* Moves each to a new place, or drops it: `to` returns false then. The column of a vector's is NULL. */
typedef bool grb_mover(const void *of, GrB_Index *row, GrB_Index *column);
void grb_move_tuples(grb_tuples *t, grb_mover *to, const void *of);

/* Tropic's object of this size with these entries, in the dictionary, which gets their ids, or NULL if no dimension is
 * large. A place that comes twice is an error. */
bool grb_vector_of_tuples(grb_call *c, tropic_vector **made, const grb_tuples *t, grb_dictionary *d, GrB_Index size);
bool grb_matrix_of_tuples(grb_call *c, tropic_matrix **made, const grb_tuples *t, grb_dictionary *d, GrB_Index rows,
                          GrB_Index columns);
/* The same, for grb_write_vector and grb_write_matrix: in the call's dictionary, to which operands are fitted. */
bool grb_vector_result(grb_call *c, tropic_vector **made, const grb_tuples *t, GrB_Index size);
bool grb_matrix_result(grb_call *c, tropic_matrix **made, const grb_tuples *t, GrB_Index rows, GrB_Index columns);
/* The object becomes one of this size with these entries, of its type; or, if that fails, stays as it is. */
bool grb_refill_vector(grb_call *c, GrB_Vector v, const grb_tuples *t, GrB_Index size);
bool grb_refill_matrix(grb_call *c, GrB_Matrix A, const grb_tuples *t, GrB_Index rows, GrB_Index columns);
/* Has an object that alone has its dictionary without the ids that it no longer uses, if these are most of many, as
 * grb_unite does before the call has any lines.
 * Cost: O(1), or O(entries) if so. */
bool grb_forget_vector(grb_call *c, GrB_Vector v);
bool grb_forget_matrix(grb_call *c, GrB_Matrix A);

#endif
