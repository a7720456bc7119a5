/* SPDX-License-Identifier: Apache-2.0
 *
 * assign of one value to vectors and matrices.
 */
#include "graphblas/call.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const tropic_index x = *(const tropic_index *)a, y = *(const tropic_index *)b;
    return (x > y) - (x < y);
}

/* A place may be in the list more than once, and gets the value once. Tropic wants it once in the list, too. (The list
 * is the call's own copy.) */
static void once_each(const tropic_index *list, tropic_index *count)
{
    tropic_index *ids = (tropic_index *)(uintptr_t)list, k = 1, n = 1;
    if (!ids) return;
    while (k < *count && ids[k - 1] < ids[k]) k++;
    if (k >= *count) return;
    qsort(ids, (size_t)*count, sizeof *ids, compare);
    for (k = 1; k < *count; k++)
        if (ids[k] != ids[k - 1]) ids[n++] = ids[k];
    *count = n;
}

/* Tropic takes the value as one of the output's type. That is not enough if the accumulator takes another: then a
 * temporary T of the value's own type gets it first, and is accumulated. */
static bool needs_own_type(GrB_Type output, GrB_BinaryOp accum, GrB_Type own)
{
    return accum && accum->of.y != output && own != output;
}

static tropic_status through_vector(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                                    const grb_value *value, const tropic_index *ids, tropic_index count)
{
    const GrB_Type own = grb_value_type(value, w->type);
    tropic_descriptor d = c->descriptor;
    d.replace = false;
    tropic_vector *t = NULL;
    tropic_status status = tropic_vector_create(&t, c->context, own->type, tropic_vector_size(w->of));
    if (status == TROPIC_OK) status = tropic_assign_scalar(t, grb_vector_of(mask), NULL, value->at, ids, count, &d);
    if (status == TROPIC_OK) status = grb_write_vector(c, w, mask, accum, t);
    tropic_vector_free(&t);
    return status;
}

/* An empty scalar: the places lose their entries. */
static tropic_status empty_vector(grb_call *c, GrB_Vector w, const tropic_vector *mask, GrB_BinaryOp accum,
                                  const tropic_index *ids, tropic_index count)
{
    tropic_vector *u = NULL;
    tropic_status status = tropic_vector_create(&u, c->context, w->type->type, count);
    if (status == TROPIC_OK) status = tropic_assign(w->of, mask, grb_accum(accum), u, ids, count, &c->descriptor);
    tropic_vector_free(&u);
    return status;
}

static GrB_Info vector(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, grb_value value, const GrB_Index *indices,
                       GrB_Index nindices, GrB_Descriptor desc)
{
    grb_call c;
    const tropic_index *ids;
    tropic_index count;
    grb_bytes x;
    if (!grb_open(&c, "GrB_assign") || !grb_output(&c, w, GRB_Vector, "w") || !GRB_MAY(c, mask) || !GRB_MAY(c, accum) ||
        !grb_value_check(&c, &value, w->type, "the value") || !grb_describe(&c, desc) ||
        !grb_accumulates(&c, w->type, accum, grb_value_type(&value, w->type)) ||
        !grb_ids(&c, indices, nindices, (GrB_Index)tropic_vector_size(w->of), &ids, &count, "indices") ||
        !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    const tropic_vector *t_mask = grb_vector_of(mask);
    once_each(ids, &count);
    grb_value_cast(x.bytes, w->type, &value);
    if (!grb_value_has(&value))
        grb_done(&c, empty_vector(&c, w, t_mask, accum, ids, count));
    else if (needs_own_type(w->type, accum, grb_value_type(&value, w->type)))
        grb_done(&c, through_vector(&c, w, mask, accum, &value, ids, count));
    else
        grb_done(&c, tropic_assign_scalar(w->of, t_mask, grb_accum(accum), x.bytes, ids, count, &c.descriptor));
    return grb_close(&c);
}

static tropic_status through_matrix(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                                    const grb_value *value, const tropic_indices *rows, const tropic_indices *cols)
{
    const GrB_Type own = grb_value_type(value, C->type);
    tropic_descriptor d = c->descriptor;
    d.replace = false;
    tropic_matrix *t = NULL;
    tropic_status status =
        tropic_matrix_create(&t, c->context, own->type, tropic_matrix_rows(C->of), tropic_matrix_cols(C->of));
    if (status == TROPIC_OK)
        status = tropic_matrix_assign_scalar(&t, c->context, grb_matrix_of(Mask), NULL, value->at, rows, cols, &d);
    if (status == TROPIC_OK) status = grb_write_matrix(c, C, Mask, accum, t);
    tropic_matrix_free(&t);
    return status;
}

static tropic_status empty_matrix(grb_call *c, GrB_Matrix C, const tropic_matrix *mask, GrB_BinaryOp accum,
                                  const tropic_indices *rows, const tropic_indices *cols)
{
    tropic_descriptor d = c->descriptor;
    d.transpose = false;
    tropic_matrix *A = NULL;
    tropic_status status =
        tropic_matrix_create(&A, c->context, C->type->type, rows ? rows->count : tropic_matrix_rows(C->of),
                             cols ? cols->count : tropic_matrix_cols(C->of));
    if (status == TROPIC_OK)
        status = tropic_matrix_assign(&C->of, c->context, mask, grb_accum(accum), A, rows, cols, &d);
    tropic_matrix_free(&A);
    return status;
}

static GrB_Info matrix(GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, grb_value value, const GrB_Index *rows,
                       GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols, GrB_Descriptor desc)
{
    grb_call c;
    tropic_indices row_list, col_list;
    const tropic_indices *row_ids, *col_ids;
    grb_bytes x;
    if (!grb_open(&c, "GrB_assign") || !grb_output(&c, C, GRB_Matrix, "C") || !GRB_MAY(c, Mask) || !GRB_MAY(c, accum) ||
        !grb_value_check(&c, &value, C->type, "the value") || !grb_describe(&c, desc) ||
        !grb_accumulates(&c, C->type, accum, grb_value_type(&value, C->type)) ||
        !grb_indices(&c, rows, nrows, (GrB_Index)tropic_matrix_rows(C->of), &row_list, &row_ids, "rows") ||
        !grb_indices(&c, columns, ncols, (GrB_Index)tropic_matrix_cols(C->of), &col_list, &col_ids, "columns"))
        return grb_close(&c);
    const bool own = needs_own_type(C->type, accum, grb_value_type(&value, C->type));
    if (!row_ids && !col_ids && grb_value_has(&value) && !own) grb_row_by_row(&c, NULL, (GrB_Matrix[]){C, Mask}, 2);
    if (!grb_ready(&c, GRB_PASS_NONE)) return grb_close(&c);
    const tropic_matrix *t_mask = grb_matrix_of(Mask);
    once_each(row_list.ids, &row_list.count);
    once_each(col_list.ids, &col_list.count);
    grb_value_cast(x.bytes, C->type, &value);
    bool good = true;
    for (tropic_index i = 0; i < c.rows && good; i++)
        good = grb_done(&c, tropic_assign_scalar(C->rows[i], grb_row_of(Mask, i), grb_accum(accum), x.bytes, NULL,
                                                 tropic_matrix_cols(C->of), &c.descriptor));
    if (c.rows > 0) return grb_close(&c);
    if (!grb_value_has(&value))
        grb_done(&c, empty_matrix(&c, C, t_mask, accum, row_ids, col_ids));
    else if (own)
        grb_done(&c, through_matrix(&c, C, Mask, accum, &value, row_ids, col_ids));
    else
        grb_done(&c, tropic_matrix_assign_scalar(&C->of, c.context, t_mask, grb_accum(accum), x.bytes, row_ids, col_ids,
                                                 &c.descriptor));
    return grb_close(&c);
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GrB_Vector_assign_##T(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, ctype value,         \
                                   const GrB_Index *indices, GrB_Index nindices, const GrB_Descriptor desc)            \
    {                                                                                                                  \
        return vector(w, mask, accum, grb_value_##T(&value), indices, nindices, desc);                                 \
    }                                                                                                                  \
    GrB_Info GrB_Matrix_assign_##T(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, ctype value,         \
                                   const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,  \
                                   const GrB_Descriptor desc)                                                          \
    {                                                                                                                  \
        return matrix(C, Mask, accum, grb_value_##T(&value), rows, nrows, columns, ncols, desc);                       \
    }
GRB_VALUES_AND_SCALAR(GRB_DEFINE)
#undef GRB_DEFINE
