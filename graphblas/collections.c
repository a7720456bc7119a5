/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors and matrices as wholes: new, dup, diag, resize, clear, and their sizes.
 */
#include "graphblas/large/tiles.h"
#include "graphblas/rows.h"

#include <string.h>

GrB_Vector grb_new_vector(grb_call *c, GrB_Type type)
{
    GrB_Vector v = grb_new(c, GRB_Vector, sizeof(struct GrB_Matrix_opaque));
    if (v) {
        v->type = type;
        v->context = c->context;
    }
    return v;
}

GrB_Matrix grb_new_matrix(grb_call *c, GrB_Type type)
{
    GrB_Matrix A = grb_new(c, GRB_Matrix, sizeof *A);
    if (!A) return NULL;
    A->type = type;
    A->made_in = c->context;
    return A;
}

/* A new dictionary for a new object that needs one. */
static bool has_dictionary(grb_call *c, grb_dictionary **d, bool large)
{
    if (large) *d = grb_dictionary_new();
    return !large || *d || grb_no_memory(c);
}

/* Is a place one of the sizes that an object gets? */
static bool below(const void *of, GrB_Index *row, GrB_Index *column)
{
    const GrB_Index *sizes = of;
    return *row < sizes[0] && (!column || *column < sizes[1]);
}

/* ------------------------------------------------------------------------------------------------
 * Vectors
 */

/* Gives the vector out, if the call has made it. */
static void give_vector(grb_call *c, GrB_Vector *vector, GrB_Vector made)
{
    if (c->info == GrB_SUCCESS)
        *vector = made;
    else
        grb_delete(made);
}

GrB_Info GrB_Vector_new(GrB_Vector *vector, GrB_Type type, GrB_Index size)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, vector) && GRB_NEED(c, type) && grb_api_size(&c, size, "size") &&
        grb_ready(&c, GRB_PASS_NONE)) {
        GrB_Vector made = grb_new_vector(&c, type);
        if (made && has_dictionary(&c, &made->dictionary, grb_large(size))) {
            made->size = size;
            grb_done(&c, tropic_vector_create(&made->of, c.context, type->type, grb_core_size(made->dictionary, size)));
        }
        give_vector(&c, vector, made);
    }
    return grb_close(&c);
}

GrB_Info GrB_Vector_dup(GrB_Vector *copy, const GrB_Vector vector)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, copy) && GRB_NEED(c, vector)) {
        c.context = vector->context;
        GrB_Vector made = grb_new_vector(&c, vector->type);
        if (made) {
            made->storage = vector->storage;
            made->dictionary = grb_dictionary_share(vector->dictionary);
            made->size = vector->size;
            grb_done(&c, tropic_vector_duplicate(&made->of, vector->of));
        }
        give_vector(&c, copy, made);
    }
    return grb_close(&c);
}

/* One that is large before or after; of one that grows the codes stay. */
static void resize_large_vector(grb_call *c, GrB_Vector v, GrB_Index size)
{
    const GrB_Index sizes[] = {size, 1};
    grb_tuples t;
    if (v->dictionary && size >= v->size) {
        v->size = size;
    } else if (grb_tuples_of_vector(c, &t, v)) {
        grb_move_tuples(&t, below, sizes);
        grb_refill_vector(c, v, &t, size);
        grb_free_tuples(&t);
    }
}

GrB_Info GrB_Vector_resize(GrB_Vector vector, GrB_Index size)
{
    grb_call c;
    if (GRB_OPEN_LARGE(c, vector) && grb_api_size(&c, size, "size")) {
        c.context = vector->context;
        if (vector->dictionary || grb_large(size))
            resize_large_vector(&c, vector, size);
        else
            grb_done(&c, tropic_vector_resize(vector->of, (tropic_index)size));
    }
    return grb_close(&c);
}

GrB_Info GxB_Vector_resize(GrB_Vector vector, GrB_Index size)
{
    return GrB_Vector_resize(vector, size);
}

GrB_Info GrB_Vector_clear(GrB_Vector vector)
{
    grb_call c;
    if (GRB_OPEN_LARGE(c, vector)) {
        c.context = vector->context;
        grb_done(&c, tropic_vector_clear(vector->of));
    }
    return grb_close(&c);
}

GrB_Info GrB_Vector_size(GrB_Index *size, const GrB_Vector vector)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, size) && GRB_NEED(c, vector)) *size = grb_places_of(vector);
    return grb_close(&c);
}

GrB_Info GrB_Vector_nvals(GrB_Index *nvals, const GrB_Vector vector)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, nvals) && GRB_NEED(c, vector))
        *nvals = (GrB_Index)tropic_vector_count(vector->of);
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Matrices
 */

static void give_matrix(grb_call *c, GrB_Matrix *matrix, GrB_Matrix made)
{
    if (c->info == GrB_SUCCESS)
        *matrix = made;
    else
        grb_delete(made);
}

GrB_Info GrB_Matrix_new(GrB_Matrix *matrix, GrB_Type type, GrB_Index nrows, GrB_Index ncols)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, matrix) && GRB_NEED(c, type) && grb_api_size(&c, nrows, "nrows") &&
        grb_api_size(&c, ncols, "ncols") && grb_ready(&c, GRB_PASS_NONE)) {
        GrB_Matrix made = grb_new_matrix(&c, type);
        if (made && has_dictionary(&c, &made->dictionary, grb_large(nrows) || grb_large(ncols))) {
            made->size[0] = nrows;
            made->size[1] = ncols;
            grb_done(&c, tropic_matrix_create(&made->of, c.context, type->type, grb_core_size(made->dictionary, nrows),
                                              grb_core_size(made->dictionary, ncols)));
        }
        give_matrix(&c, matrix, made);
    }
    return grb_close(&c);
}

GrB_Info GrB_Matrix_dup(GrB_Matrix *copy, const GrB_Matrix matrix)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, copy) && GRB_NEED(c, matrix) && grb_ready(&c, GRB_PASS_NONE)) {
        if (matrix->dictionary) grb_alone();
        GrB_Matrix made = grb_new_matrix(&c, matrix->type);
        if (made) {
            made->object.hint = matrix->object.hint;
            made->storage = matrix->storage;
            made->dictionary = grb_dictionary_share(matrix->dictionary);
            memcpy(made->size, matrix->size, sizeof made->size);
            grb_done(&c, tropic_matrix_duplicate(&made->of, c.context, matrix->of));
        }
        give_matrix(&c, copy, made);
    }
    return grb_close(&c);
}

/* The matrix is large, and perhaps the vector, too. */
static void make_large_diagonal(grb_call *c, GrB_Matrix made, GrB_Vector v, int64_t k, GrB_Index n)
{
    grb_tuples t;
    if (!grb_tuples_on_diagonal(c, &t, v, k)) return;
    grb_refill_matrix(c, made, &t, n, n);
    grb_free_tuples(&t);
}

GrB_Info GrB_Matrix_diag(GrB_Matrix *matrix, const GrB_Vector vector, int64_t k)
{
    grb_call c;
    if (!grb_open_large(&c, __func__) || !GRB_POINTER(c, matrix) || !GRB_NEED(c, vector)) return grb_close(&c);
    const GrB_Index n = grb_diagonal_size(grb_places_of(vector), k);
    if (n == 0 && k != 0) grb_fail(&c, GrB_INVALID_VALUE, "|k| + the size is more than 2^60");
    if (c.info == GrB_SUCCESS && grb_ready(&c, GRB_PASS_NONE)) {
        GrB_Matrix made = grb_new_matrix(&c, vector->type);
        if (made && grb_large(n))
            make_large_diagonal(&c, made, vector, k, n);
        else if (made && grb_done(&c, tropic_matrix_create(&made->of, c.context, vector->type->type, (tropic_index)n,
                                                           (tropic_index)n)))
            grb_done(&c, tropic_matrix_diagonal(&made->of, c.context, NULL, NULL, vector->of, (tropic_index)k, NULL));
        give_matrix(&c, matrix, made);
    }
    return grb_close(&c);
}

/* Does a size stay as it is kept? */
static bool grows(GrB_Index from, GrB_Index to)
{
    return grb_large(from) ? to >= from : to == from;
}

static void resize_large_matrix(grb_call *c, GrB_Matrix A, const GrB_Index sizes[2])
{
    grb_tuples t;
    grb_alone();
    if (A->dictionary && grows(A->size[0], sizes[0]) && grows(A->size[1], sizes[1])) {
        memcpy(A->size, sizes, sizeof A->size);
    } else if (grb_tuples_of_matrix(c, &t, A)) {
        grb_move_tuples(&t, below, sizes);
        grb_refill_matrix(c, A, &t, sizes[0], sizes[1]);
        grb_free_tuples(&t);
    }
}

GrB_Info GrB_Matrix_resize(GrB_Matrix matrix, GrB_Index nrows, GrB_Index ncols)
{
    grb_call c;
    if (GRB_OPEN_LARGE(c, matrix) && grb_api_size(&c, nrows, "nrows") && grb_api_size(&c, ncols, "ncols") &&
        grb_ready(&c, GRB_PASS_NONE)) {
        if (matrix->dictionary || grb_large(nrows) || grb_large(ncols))
            resize_large_matrix(&c, matrix, (GrB_Index[]){nrows, ncols});
        else
            grb_done(&c, tropic_matrix_resize(&matrix->of, c.context, (tropic_index)nrows, (tropic_index)ncols));
    }
    return grb_close(&c);
}

GrB_Info GxB_Matrix_resize(GrB_Matrix matrix, GrB_Index nrows, GrB_Index ncols)
{
    return GrB_Matrix_resize(matrix, nrows, ncols);
}

GrB_Info GrB_Matrix_clear(GrB_Matrix matrix)
{
    grb_call c;
    if (GRB_OPEN_LARGE(c, matrix)) {
        grb_free_rows(matrix);
        if (grb_ready(&c, GRB_PASS_NONE)) grb_done(&c, tropic_matrix_clear(&matrix->of, c.context));
    }
    return grb_close(&c);
}

#define GRB_DEFINE(name, question)                                                                                     \
    GrB_Info GrB_Matrix_##name(GrB_Index *name, const GrB_Matrix matrix)                                               \
    {                                                                                                                  \
        grb_call c;                                                                                                    \
        if (grb_open_large(&c, __func__) && GRB_POINTER(c, name) && GRB_NEED(c, matrix)) *name = question;             \
        return grb_close(&c);                                                                                          \
    }
GRB_DEFINE(nrows, grb_rows(matrix))
GRB_DEFINE(ncols, grb_columns(matrix))
GRB_DEFINE(nvals, grb_entries(matrix))
#undef GRB_DEFINE
