/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors and matrices as wholes: new, dup, diag, resize, clear, and their sizes.
 */
#include "graphblas/rows.h"

GrB_Vector grb_new_vector(grb_call *c, GrB_Type type)
{
    GrB_Vector v = grb_new(c, GRB_Vector, sizeof *v);
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
    if (grb_open(&c, __func__) && GRB_POINTER(c, vector) && GRB_NEED(c, type) && grb_size(&c, size, "size") &&
        grb_ready(&c, GRB_PASS_NONE)) {
        GrB_Vector made = grb_new_vector(&c, type);
        if (made) grb_done(&c, tropic_vector_create(&made->of, c.context, type->type, (tropic_index)size));
        give_vector(&c, vector, made);
    }
    return grb_close(&c);
}

GrB_Info GrB_Vector_dup(GrB_Vector *copy, const GrB_Vector vector)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, copy) && GRB_NEED(c, vector)) {
        c.context = vector->context;
        GrB_Vector made = grb_new_vector(&c, vector->type);
        if (made) grb_done(&c, tropic_vector_duplicate(&made->of, vector->of));
        give_vector(&c, copy, made);
    }
    return grb_close(&c);
}

GrB_Info GrB_Vector_resize(GrB_Vector vector, GrB_Index size)
{
    grb_call c;
    if (GRB_OPEN(c, vector) && grb_size(&c, size, "size")) {
        c.context = vector->context;
        grb_done(&c, tropic_vector_resize(vector->of, (tropic_index)size));
    }
    return grb_close(&c);
}

GrB_Info GrB_Vector_clear(GrB_Vector vector)
{
    grb_call c;
    if (GRB_OPEN(c, vector)) {
        c.context = vector->context;
        grb_done(&c, tropic_vector_clear(vector->of));
    }
    return grb_close(&c);
}

GrB_Info GrB_Vector_size(GrB_Index *size, const GrB_Vector vector)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, size) && GRB_NEED(c, vector))
        *size = (GrB_Index)tropic_vector_size(vector->of);
    return grb_close(&c);
}

GrB_Info GrB_Vector_nvals(GrB_Index *nvals, const GrB_Vector vector)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, nvals) && GRB_NEED(c, vector))
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
    if (grb_open(&c, __func__) && GRB_POINTER(c, matrix) && GRB_NEED(c, type) && grb_size(&c, nrows, "nrows") &&
        grb_size(&c, ncols, "ncols") && grb_ready(&c, GRB_PASS_NONE)) {
        GrB_Matrix made = grb_new_matrix(&c, type);
        if (made)
            grb_done(&c,
                     tropic_matrix_create(&made->of, c.context, type->type, (tropic_index)nrows, (tropic_index)ncols));
        give_matrix(&c, matrix, made);
    }
    return grb_close(&c);
}

GrB_Info GrB_Matrix_dup(GrB_Matrix *copy, const GrB_Matrix matrix)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, copy) && GRB_NEED(c, matrix) && grb_ready(&c, GRB_PASS_NONE)) {
        GrB_Matrix made = grb_new_matrix(&c, matrix->type);
        if (made) grb_done(&c, tropic_matrix_duplicate(&made->of, c.context, matrix->of));
        give_matrix(&c, copy, made);
    }
    return grb_close(&c);
}

GrB_Info GrB_Matrix_diag(GrB_Matrix *matrix, const GrB_Vector vector, int64_t k)
{
    const GrB_Index shift = k < 0 ? 0 - (GrB_Index)k : (GrB_Index)k;
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, matrix) && GRB_NEED(c, vector) && grb_size(&c, shift, "|k|") &&
        grb_size(&c, shift + (GrB_Index)tropic_vector_size(vector->of), "|k| + the size") &&
        grb_ready(&c, GRB_PASS_NONE)) {
        const tropic_index n = tropic_vector_size(vector->of) + (tropic_index)shift;
        GrB_Matrix made = grb_new_matrix(&c, vector->type);
        if (made && grb_done(&c, tropic_matrix_create(&made->of, c.context, vector->type->type, n, n)))
            grb_done(&c, tropic_matrix_diagonal(&made->of, c.context, NULL, NULL, vector->of, (tropic_index)k, NULL));
        give_matrix(&c, matrix, made);
    }
    return grb_close(&c);
}

GrB_Info GrB_Matrix_resize(GrB_Matrix matrix, GrB_Index nrows, GrB_Index ncols)
{
    grb_call c;
    if (GRB_OPEN(c, matrix) && grb_size(&c, nrows, "nrows") && grb_size(&c, ncols, "ncols") &&
        grb_ready(&c, GRB_PASS_NONE))
        grb_done(&c, tropic_matrix_resize(&matrix->of, c.context, (tropic_index)nrows, (tropic_index)ncols));
    return grb_close(&c);
}

GrB_Info GrB_Matrix_clear(GrB_Matrix matrix)
{
    grb_call c;
    if (GRB_OPEN(c, matrix)) {
        grb_free_rows(matrix);
        if (grb_ready(&c, GRB_PASS_NONE)) grb_done(&c, tropic_matrix_clear(&matrix->of, c.context));
    }
    return grb_close(&c);
}

#define GRB_DEFINE(name, question)                                                                                     \
    GrB_Info GrB_Matrix_##name(GrB_Index *name, const GrB_Matrix matrix)                                               \
    {                                                                                                                  \
        grb_call c;                                                                                                    \
        if (grb_open(&c, __func__) && GRB_POINTER(c, name) && GRB_NEED(c, matrix)) *name = (GrB_Index)question;        \
        return grb_close(&c);                                                                                          \
    }
GRB_DEFINE(nrows, tropic_matrix_rows(matrix->of))
GRB_DEFINE(ncols, tropic_matrix_cols(matrix->of))
GRB_DEFINE(nvals, grb_entries(matrix))
#undef GRB_DEFINE
