/* SPDX-License-Identifier: Apache-2.0
 *
 * Single entries of vectors and matrices.
 */
#include "graphblas/large.h"

/* ------------------------------------------------------------------------------------------------
 * Places of large objects
 */

/* *line = that of an id of a dimension, of which Tropic's object has so many lines. An id without one gets it, if it is
 * to have an entry; else it has line 0, which holds nothing. */
static bool line_of(grb_call *c, grb_dictionary *d, GrB_Index size, tropic_index lines, GrB_Index id, bool add,
                    tropic_index *line)
{
    if (add && grb_large(size)) return grb_add_id(c, d, id, line);
    *line = grb_line_of(d, size, id);
    if (*line >= lines) *line = 0; /* (The dictionary has grown since.) */
    return true;
}

/* (An id that makes the dictionary grow may find that it has many which nobody uses.) */
static bool vector_place(grb_call *c, GrB_Vector v, GrB_Index index, bool add, tropic_index *i)
{
    if (!grb_index(c, index, grb_places_of(v), "index")) return false;
    *i = (tropic_index)index;
    if (!v->dictionary) return true;
    if (add && grb_dictionary_grows(v->dictionary) && !grb_forget_vector(c, v)) return false;
    c->dictionary = v->dictionary; /* (Its codes stay from here on.) */
    return line_of(c, v->dictionary, v->size, tropic_vector_size(v->of), index, add, i) && (!add || grb_fit(c));
}

static bool matrix_place(grb_call *c, GrB_Matrix A, GrB_Index row, GrB_Index column, bool add, tropic_index *i,
                         tropic_index *j)
{
    if (!grb_index(c, row, grb_rows(A), "row") || !grb_index(c, column, grb_columns(A), "column")) return false;
    *i = (tropic_index)row;
    *j = (tropic_index)column;
    if (!A->dictionary) return true;
    if (add && grb_dictionary_grows(A->dictionary) && !grb_forget_matrix(c, A)) return false;
    c->dictionary = A->dictionary;
    return line_of(c, A->dictionary, A->size[0], tropic_matrix_rows(A->of), row, add, i) &&
           line_of(c, A->dictionary, A->size[1], tropic_matrix_cols(A->of), column, add, j) && (!add || grb_fit(c));
}

/* ------------------------------------------------------------------------------------------------
 * Set and remove
 */

static GrB_Info set_in_vector(GrB_Vector vector, grb_value value, GrB_Index index)
{
    grb_call c;
    grb_bytes x;
    tropic_index i;
    if (grb_open_large(&c, "GrB_Vector_setElement") && grb_output(&c, vector, GRB_Vector, "vector") &&
        grb_value_check(&c, &value, vector->type, "value") && grb_room_for(&c, &x, vector->type) &&
        vector_place(&c, vector, index, grb_value_has(&value), &i)) {
        c.context = vector->context;
        grb_value_cast(x.bytes, vector->type, &value);
        grb_done(&c, grb_value_has(&value) ? tropic_vector_set(vector->of, i, x.bytes)
                                           : tropic_vector_remove(vector->of, i));
    }
    return grb_close(&c);
}

GrB_Info GrB_Vector_removeElement(GrB_Vector vector, GrB_Index index)
{
    grb_call c;
    tropic_index i;
    if (GRB_OPEN_LARGE(c, vector) && vector_place(&c, vector, index, false, &i)) {
        c.context = vector->context;
        grb_done(&c, tropic_vector_remove(vector->of, i));
    }
    return grb_close(&c);
}

/* x: NULL removes the entry. */
static void update(grb_call *c, GrB_Matrix A, tropic_index i, tropic_index j, const void *x)
{
    if (A->rows) {
        grb_done_in(c, tropic_vector_context(A->rows[i]),
                    x ? tropic_vector_set(A->rows[i], j, x) : tropic_vector_remove(A->rows[i], j));
    } else if (grb_ready(c, GRB_PASS_NONE)) {
        grb_done(c, x ? tropic_matrix_set(A->of, c->context, i, j, x) : tropic_matrix_remove(A->of, c->context, i, j));
    }
}

static GrB_Info set_in_matrix(GrB_Matrix matrix, grb_value value, GrB_Index row, GrB_Index column)
{
    grb_call c;
    grb_bytes x;
    tropic_index i, j;
    if (grb_open_large(&c, "GrB_Matrix_setElement") && grb_output(&c, matrix, GRB_Matrix, "matrix") &&
        grb_value_check(&c, &value, matrix->type, "value") && grb_room_for(&c, &x, matrix->type) &&
        matrix_place(&c, matrix, row, column, grb_value_has(&value), &i, &j)) {
        grb_value_cast(x.bytes, matrix->type, &value);
        update(&c, matrix, i, j, grb_value_has(&value) ? x.bytes : NULL);
    }
    return grb_close(&c);
}

GrB_Info GrB_Matrix_removeElement(GrB_Matrix matrix, GrB_Index row, GrB_Index column)
{
    grb_call c;
    tropic_index i, j;
    if (GRB_OPEN_LARGE(c, matrix) && matrix_place(&c, matrix, row, column, false, &i, &j))
        update(&c, matrix, i, j, NULL);
    return grb_close(&c);
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GrB_Vector_setElement_##T(GrB_Vector vector, ctype value, GrB_Index index)                                \
    {                                                                                                                  \
        return set_in_vector(vector, grb_value_##T(&value), index);                                                    \
    }                                                                                                                  \
    GrB_Info GrB_Matrix_setElement_##T(GrB_Matrix matrix, ctype value, GrB_Index row, GrB_Index column)                \
    {                                                                                                                  \
        return set_in_matrix(matrix, grb_value_##T(&value), row, column);                                              \
    }
GRB_VALUES_AND_SCALAR(GRB_DEFINE)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * Extract
 */

/* An entry as one of `type`, or NO_VALUE. */
static void give(grb_call *c, void *value, GrB_Type type, const grb_bytes *x, GrB_Type from, bool present)
{
    if (present)
        grb_cast(value, type, x->bytes, from);
    else
        c->info = GrB_NO_VALUE;
}

/* The same in a scalar, which is empty without one. */
static void give_scalar(GrB_Scalar scalar, const grb_bytes *x, GrB_Type from, bool present)
{
    scalar->has = present;
    if (present) grb_cast(scalar->value, scalar->type, x->bytes, from);
}

static bool get_of_vector(grb_call *c, GrB_Vector vector, GrB_Index index, grb_bytes *x, bool *present)
{
    tropic_index i;
    return grb_room_for(c, x, vector->type) && vector_place(c, vector, index, false, &i) &&
           grb_done_in(c, vector->context, tropic_vector_get(vector->of, i, x->bytes, present));
}

static bool get_of_matrix(grb_call *c, GrB_Matrix matrix, GrB_Index row, GrB_Index column, grb_bytes *x, bool *present)
{
    tropic_index i, j;
    if (!grb_room_for(c, x, matrix->type) || !matrix_place(c, matrix, row, column, false, &i, &j)) return false;
    if (!matrix->rows)
        return grb_ready(c, GRB_PASS_NONE) &&
               grb_done(c, tropic_matrix_get(matrix->of, c->context, i, j, x->bytes, present));
    return grb_done_in(c, tropic_vector_context(matrix->rows[i]),
                       tropic_vector_get(matrix->rows[i], j, x->bytes, present));
}

GrB_Info GxB_Vector_isStoredElement(const GrB_Vector vector, GrB_Index index)
{
    grb_call c;
    grb_bytes x;
    bool present;
    if (grb_open_large(&c, __func__) && GRB_NEED(c, vector) && get_of_vector(&c, vector, index, &x, &present) &&
        !present)
        c.info = GrB_NO_VALUE;
    return grb_close(&c);
}

GrB_Info GxB_Matrix_isStoredElement(const GrB_Matrix matrix, GrB_Index row, GrB_Index column)
{
    grb_call c;
    grb_bytes x;
    bool present;
    if (grb_open_large(&c, __func__) && GRB_NEED(c, matrix) && get_of_matrix(&c, matrix, row, column, &x, &present) &&
        !present)
        c.info = GrB_NO_VALUE;
    return grb_close(&c);
}

static GrB_Info extract_of_vector(void *value, GrB_Type type, GrB_Vector vector, GrB_Index index)
{
    grb_call c;
    grb_bytes x;
    bool present;
    if (grb_open_large(&c, "GrB_Vector_extractElement") && GRB_POINTER(c, value) && GRB_NEED(c, vector) &&
        grb_array_type(&c, &type, vector->type) && get_of_vector(&c, vector, index, &x, &present))
        give(&c, value, type, &x, vector->type, present);
    return grb_close(&c);
}

GrB_Info GrB_Vector_extractElement_Scalar(GrB_Scalar scalar, const GrB_Vector vector, GrB_Index index)
{
    grb_call c;
    grb_bytes x;
    bool present;
    if (GRB_OPEN_LARGE(c, scalar) && GRB_NEED(c, vector) &&
        grb_domain(&c, scalar->type, vector->type, "scalar", "vector") &&
        get_of_vector(&c, vector, index, &x, &present))
        give_scalar(scalar, &x, vector->type, present);
    return grb_close(&c);
}

static GrB_Info extract_of_matrix(void *value, GrB_Type type, GrB_Matrix matrix, GrB_Index row, GrB_Index column)
{
    grb_call c;
    grb_bytes x;
    bool present;
    if (grb_open_large(&c, "GrB_Matrix_extractElement") && GRB_POINTER(c, value) && GRB_NEED(c, matrix) &&
        grb_array_type(&c, &type, matrix->type) && get_of_matrix(&c, matrix, row, column, &x, &present))
        give(&c, value, type, &x, matrix->type, present);
    return grb_close(&c);
}

GrB_Info GrB_Matrix_extractElement_Scalar(GrB_Scalar scalar, const GrB_Matrix matrix, GrB_Index row, GrB_Index column)
{
    grb_call c;
    grb_bytes x;
    bool present;
    if (GRB_OPEN_LARGE(c, scalar) && GRB_NEED(c, matrix) &&
        grb_domain(&c, scalar->type, matrix->type, "scalar", "matrix") &&
        get_of_matrix(&c, matrix, row, column, &x, &present))
        give_scalar(scalar, &x, matrix->type, present);
    return grb_close(&c);
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GrB_Vector_extractElement_##T(ctype *value, const GrB_Vector vector, GrB_Index index)                     \
    {                                                                                                                  \
        return extract_of_vector(value, grb_array_##T, vector, index);                                                 \
    }                                                                                                                  \
    GrB_Info GrB_Matrix_extractElement_##T(ctype *value, const GrB_Matrix matrix, GrB_Index row, GrB_Index column)     \
    {                                                                                                                  \
        return extract_of_matrix(value, grb_array_##T, matrix, row, column);                                           \
    }
GRB_ARRAYS(GRB_DEFINE)
#undef GRB_DEFINE
