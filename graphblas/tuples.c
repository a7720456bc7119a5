/* SPDX-License-Identifier: Apache-2.0
 *
 * build and extractTuples.
 */
#include "graphblas/large.h"
#include "graphblas/tuples.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Build
 */

/* The type in which entries of one place combine: that of dup, or else the object's. */
static GrB_Type build_type(GrB_Type object, GrB_BinaryOp dup)
{
    return dup ? dup->of.z : object;
}

/* Has dup, which may be NULL, as an operator. GxB_IGNORE_DUP is none: *last, and NULL. */
static bool need_dup(grb_call *c, GrB_BinaryOp *dup, bool *last)
{
    *last = *dup == GxB_IGNORE_DUP;
    if (*last) *dup = NULL;
    return !*dup || grb_need(c, *dup, GRB_BinaryOp, "dup");
}

/* Checks the types of object, dup and values. *last: the last of several values of a place stays. */
static bool build_types(grb_call *c, GrB_Type object, GrB_BinaryOp *given, bool *last, GrB_Type *values)
{
    if (!need_dup(c, given, last) || !grb_array_type(c, values, object)) return false;
    const GrB_BinaryOp dup = *given;
    if (!dup) return true;
    if (dup->of.places) return grb_fail(c, GrB_DOMAIN_MISMATCH, "dup is an operator of places");
    if (!grb_uses(c, &dup->of)) return false;
    return (dup->of.z == dup->of.x && dup->of.z == dup->of.y)
               ? grb_domain(c, dup->of.x, *values, "dup", "the values") &&
                     grb_domain(c, object, dup->of.z, "the object", "dup")
               : grb_fail(c, GrB_DOMAIN_MISMATCH, "dup has several types");
}

/* The values as those of another type: in place, if it is the same. NULL: the call has failed. */
static const void *values_as(grb_call *c, GrB_Type to, GrB_Type from, const void *values, GrB_Index n)
{
    if (to == from) return values;
    void *room = grb_room(c, n, to->size);
    return room && grb_cast_all(c, room, to, values, from, n) ? room : NULL;
}

/* Values of a user's type, of which the last at each place stays: their numbers are built first. */
static void put_last(grb_call *c, GrB_Vector vector, tropic_index count, const tropic_index *ids, const char *values)
{
    const size_t size = vector->type->size;
    tropic_vector *t = NULL;
    tropic_index *numbers = grb_room(c, (size_t)count, sizeof *numbers), *places;
    for (tropic_index k = 0; k < count && numbers; k++) numbers[k] = k;
    if (numbers && grb_done(c, tropic_vector_create(&t, c->context, TROPIC_INT32, tropic_vector_size(vector->of))) &&
        grb_done(c, tropic_vector_build(t, count, ids, numbers, tropic_operator_builtin(TROPIC_MAX, TROPIC_INT32)))) {
        const tropic_index n = tropic_vector_count(t);
        char *chosen = grb_room(c, (size_t)n, size);
        if (chosen && (places = grb_room(c, (size_t)n, sizeof *places)) &&
            grb_done(c, tropic_vector_get_entries(t, places, numbers))) {
            for (tropic_index k = 0; k < n; k++)
                memcpy(chosen + (size_t)k * size, values + (size_t)numbers[k] * size, size);
            grb_done(c, tropic_vector_put_entries(vector->of, n, places, chosen));
        }
    }
    tropic_vector_free(&t);
}

GrB_Info grb_build_vector(GrB_Vector vector, const GrB_Index *indices, const void *values, GrB_Type type, GrB_Index n,
                          GrB_BinaryOp dup)
{
    grb_call c;
    const tropic_index *ids;
    const tropic_index count = (tropic_index)n;
    bool last;
    if (!grb_open_large(&c, "GrB_Vector_build") || !grb_output(&c, vector, GRB_Vector, "vector") ||
        !GRB_POINTER(c, indices) || !GRB_POINTER(c, values) || !build_types(&c, vector->type, &dup, &last, &type))
        return grb_close(&c);
    const GrB_Type own = build_type(vector->type, dup);
    const void *cast;
    if (tropic_vector_count(vector->of) > 0) grb_fail(&c, GrB_OUTPUT_NOT_EMPTY, "the vector has entries");
    if (c.info == GrB_SUCCESS && grb_size(&c, n, "n") &&
        (ids = grb_narrow(&c, indices, n, grb_places_of(vector), "indices")) &&
        (cast = values_as(&c, own, type, values, n)) && grb_ready(&c, GRB_PASS_NONE)) {
        const tropic_operator *op = last ? tropic_operator_builtin(TROPIC_SECOND, own->type) : grb_accum(dup);
        if (last && !op) {
            put_last(&c, vector, count, ids, cast);
            return grb_close(&c);
        }
        if (own == vector->type) {
            grb_done(&c, op ? tropic_vector_build(vector->of, count, ids, cast, op)
                            : tropic_vector_put_entries(vector->of, count, ids, cast));
            return grb_close(&c);
        }
        tropic_vector *t = NULL;
        if (grb_done(&c, tropic_vector_create(&t, c.context, own->type, tropic_vector_size(vector->of))) &&
            grb_done(&c, tropic_vector_build(t, count, ids, cast, op)))
            grb_done(&c, grb_write_vector(&c, vector, NULL, NULL, t));
        tropic_vector_free(&t);
    }
    return grb_close(&c);
}

/* A matrix of these entries. */
static bool matrix_of(grb_call *c, tropic_matrix **t, GrB_Matrix like, const tropic_index *rows,
                      const tropic_index *columns, const void *values, GrB_Index n, GrB_Type own, bool last,
                      GrB_BinaryOp dup)
{
    static const char none;
    const tropic_build_options options = {.size = sizeof options,
                                          .duplicates = last  ? TROPIC_DUPLICATES_LAST
                                                        : dup ? TROPIC_DUPLICATES_DEFAULT
                                                              : TROPIC_DUPLICATES_REFUSE,
                                          .duplicates_op = grb_accum(dup)};
    const tropic_index m = tropic_matrix_rows(like->of), width = tropic_matrix_cols(like->of);
    return grb_done(c, tropic_matrix_from_coo(t, c->context, m, width, (tropic_offset)n, rows, columns, own->type,
                                              n > 0 ? values : &none, &options));
}

GrB_Info grb_build_matrix(GrB_Matrix matrix, const GrB_Index *rows, const GrB_Index *columns, const void *values,
                          GrB_Type type, GrB_Index n, GrB_BinaryOp dup)
{
    grb_call c;
    const tropic_index *row_ids, *col_ids;
    bool last;
    if (!grb_open_large(&c, "GrB_Matrix_build") || !grb_output(&c, matrix, GRB_Matrix, "matrix") ||
        !GRB_POINTER(c, rows) || !GRB_POINTER(c, columns) || !GRB_POINTER(c, values) ||
        !build_types(&c, matrix->type, &dup, &last, &type))
        return grb_close(&c);
    const GrB_Type own = build_type(matrix->type, dup);
    const void *cast;
    tropic_matrix *t = NULL;
    if (grb_entries(matrix) > 0) grb_fail(&c, GrB_OUTPUT_NOT_EMPTY, "the matrix has entries");
    if (c.info == GrB_SUCCESS && (row_ids = grb_narrow(&c, rows, n, grb_rows(matrix), "rows")) &&
        (col_ids = grb_narrow(&c, columns, n, grb_columns(matrix), "columns")) &&
        (cast = values_as(&c, own, type, values, n)) && grb_ready(&c, GRB_PASS_NONE) &&
        matrix_of(&c, &t, matrix, row_ids, col_ids, cast, n, own, last, dup)) {
        if (own == matrix->type) {
            tropic_matrix *was = matrix->of;
            matrix->of = t;
            t = was;
        } else {
            grb_done(&c, grb_write_matrix(&c, matrix, NULL, NULL, t));
        }
        tropic_matrix_free(&t);
    }
    return grb_close(&c);
}

/* One value at each place: it is assigned through a mask of the places. */

static bool scalar_to_build(grb_call *c, GrB_Scalar scalar, GrB_Type type, grb_bytes *x)
{
    const grb_value value = grb_value_Scalar(&scalar);
    if (!grb_value_need(c, &value, type, "scalar") || !grb_room_for(c, x, type)) return false;
    grb_value_cast(x->bytes, type, &value);
    return true;
}

GrB_Info GxB_Vector_build_Scalar(GrB_Vector vector, const GrB_Index *indices, GrB_Scalar scalar, GrB_Index n)
{
    grb_call c;
    grb_bytes x;
    const tropic_index *ids;
    bool *flags = NULL;
    if (!GRB_OPEN_LARGE(c, vector) || !GRB_POINTER(c, indices) || !scalar_to_build(&c, scalar, vector->type, &x))
        return grb_close(&c);
    const tropic_descriptor d = {.size = sizeof d, .structure = true};
    tropic_vector *places = NULL;
    if (tropic_vector_count(vector->of) > 0) grb_fail(&c, GrB_OUTPUT_NOT_EMPTY, "the vector has entries");
    if (c.info == GrB_SUCCESS && grb_size(&c, n, "n") &&
        (ids = grb_narrow(&c, indices, n, grb_places_of(vector), "indices")) &&
        (flags = grb_room(&c, n, sizeof *flags)) && grb_ready(&c, GRB_PASS_NONE)) {
        const tropic_index size = tropic_vector_size(vector->of);
        memset(flags, true, n * sizeof *flags);
        if (grb_done(&c, tropic_vector_create(&places, c.context, TROPIC_BOOL, size)) &&
            grb_done(&c, tropic_vector_build(places, (tropic_index)n, ids, flags,
                                             tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL))))
            grb_done(&c, tropic_assign_scalar(vector->of, places, NULL, x.bytes, NULL, size, &d));
        tropic_vector_free(&places);
    }
    return grb_close(&c);
}

GrB_Info GxB_Matrix_build_Scalar(GrB_Matrix matrix, const GrB_Index *rows, const GrB_Index *columns, GrB_Scalar scalar,
                                 GrB_Index n)
{
    grb_call c;
    grb_bytes x;
    const tropic_index *row_ids, *col_ids;
    if (!GRB_OPEN_LARGE(c, matrix) || !GRB_POINTER(c, rows) || !GRB_POINTER(c, columns) ||
        !scalar_to_build(&c, scalar, matrix->type, &x))
        return grb_close(&c);
    const tropic_build_options options = {.size = sizeof options, .duplicates = TROPIC_DUPLICATES_FIRST};
    const tropic_descriptor d = {.size = sizeof d, .structure = true};
    tropic_matrix *places = NULL;
    if (grb_entries(matrix) > 0) grb_fail(&c, GrB_OUTPUT_NOT_EMPTY, "the matrix has entries");
    if (c.info == GrB_SUCCESS && (row_ids = grb_narrow(&c, rows, n, grb_rows(matrix), "rows")) &&
        (col_ids = grb_narrow(&c, columns, n, grb_columns(matrix), "columns")) && grb_ready(&c, GRB_PASS_NONE)) {
        const tropic_index m = tropic_matrix_rows(matrix->of), width = tropic_matrix_cols(matrix->of);
        if (grb_done(&c, tropic_matrix_from_coo(&places, c.context, m, width, (tropic_offset)n, row_ids, col_ids,
                                                TROPIC_BOOL, NULL, &options)))
            grb_done(&c, tropic_matrix_assign_scalar(&matrix->of, c.context, places, NULL, x.bytes, NULL, NULL, &d));
        tropic_matrix_free(&places);
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Extract
 */

static bool space(grb_call *c, const GrB_Index *n, GrB_Index count)
{
    return *n >= count || grb_fail(c, GrB_INSUFFICIENT_SPACE, "room for %llu entries, and there are %llu",
                                   (unsigned long long)*n, (unsigned long long)count);
}

/* Room for ids that the caller wants; NULL for others, and where all places have an entry: 0 .. count - 1. */
static tropic_index *ids_room(grb_call *c, const GrB_Index *wanted, GrB_Index count, bool all)
{
    return wanted && !all ? grb_room(c, count, sizeof(tropic_index)) : NULL;
}

/* Where Tropic writes values: into the caller's array, if the types are one. NULL: the call has failed, or nobody
 * wants them. */
static void *values_room(grb_call *c, void *values, GrB_Type type, GrB_Type own, GrB_Index count)
{
    return !values || type == own ? values : grb_room(c, count, own->size);
}

static void give_values(grb_call *c, void *values, GrB_Type type, const void *room, GrB_Type own, GrB_Index count)
{
    if (values && room != values) grb_cast_all(c, values, type, room, own, count);
}

/* (Without an array for values, their type does not matter.) */
static bool wanted_type(grb_call *c, const void *values, GrB_Type *type, GrB_Type own)
{
    return !values || grb_array_type(c, type, own);
}

/* Those of a large object; the arrays may be NULL. */
static void give_tuples(grb_call *c, GrB_Index *rows, GrB_Index *columns, void *values, GrB_Type type, GrB_Index *n,
                        const grb_tuples *t)
{
    if (rows) memcpy(rows, t->rows, (size_t)t->count * sizeof *rows);
    if (columns) memcpy(columns, t->columns, (size_t)t->count * sizeof *columns);
    if (values && type == t->type)
        memcpy(values, t->values, (size_t)t->count * type->size);
    else if (values && !grb_cast_all(c, values, type, t->values, t->type, t->count))
        return;
    *n = t->count;
}

static GrB_Info extract_vector(GrB_Index *indices, void *values, GrB_Type type, GrB_Index *n, GrB_Vector vector)
{
    grb_call c;
    if (!grb_open_large(&c, "GrB_Vector_extractTuples") || !GRB_POINTER(c, n) || !GRB_NEED(c, vector) ||
        !wanted_type(&c, values, &type, vector->type))
        return grb_close(&c);
    const GrB_Index count = (GrB_Index)tropic_vector_count(vector->of);
    if (vector->dictionary) {
        grb_tuples t = {0};
        if (space(&c, n, count) && grb_tuples_of_vector(&c, &t, vector))
            give_tuples(&c, indices, NULL, values, type, n, &t);
        grb_free_tuples(&t);
    } else if (space(&c, n, count)) {
        const bool all = count == (GrB_Index)tropic_vector_size(vector->of);
        tropic_index *ids = ids_room(&c, indices, count, all);
        void *room = values_room(&c, values, type, vector->type, count);
        c.context = vector->context;
        if (c.info == GrB_SUCCESS && grb_done(&c, tropic_vector_get_entries(vector->of, ids, room))) {
            grb_widen(&c, indices, ids, count);
            give_values(&c, values, type, room, vector->type, count);
            *n = count;
        }
    }
    return grb_close(&c);
}

static GrB_Info extract_matrix(GrB_Index *rows, GrB_Index *columns, void *values, GrB_Type type, GrB_Index *n,
                               GrB_Matrix matrix)
{
    grb_call c;
    if (!grb_open_large(&c, "GrB_Matrix_extractTuples") || !GRB_POINTER(c, n) || !GRB_NEED(c, matrix) ||
        !wanted_type(&c, values, &type, matrix->type) || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    const GrB_Index count = grb_entries(matrix);
    if (matrix->dictionary) {
        grb_tuples t = {0};
        if (space(&c, n, count) && grb_tuples_of_matrix(&c, &t, matrix))
            give_tuples(&c, rows, columns, values, type, n, &t);
        grb_free_tuples(&t);
    } else if (space(&c, n, count)) {
        tropic_index *row_ids = ids_room(&c, rows, count, false), *col_ids = ids_room(&c, columns, count, false);
        void *room = values_room(&c, values, type, matrix->type, count);
        if (c.info == GrB_SUCCESS &&
            grb_done(&c, tropic_matrix_get_entries(matrix->of, c.context, row_ids, col_ids, room))) {
            grb_widen(&c, rows, row_ids, count);
            grb_widen(&c, columns, col_ids, count);
            give_values(&c, values, type, room, matrix->type, count);
            *n = count;
        }
    }
    return grb_close(&c);
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GrB_Vector_build_##T(GrB_Vector vector, const GrB_Index *indices, const ctype *values, GrB_Index n,       \
                                  const GrB_BinaryOp dup)                                                              \
    {                                                                                                                  \
        return grb_build_vector(vector, indices, values, grb_array_##T, n, dup);                                       \
    }                                                                                                                  \
    GrB_Info GrB_Matrix_build_##T(GrB_Matrix matrix, const GrB_Index *rows, const GrB_Index *columns,                  \
                                  const ctype *values, GrB_Index n, const GrB_BinaryOp dup)                            \
    {                                                                                                                  \
        return grb_build_matrix(matrix, rows, columns, values, grb_array_##T, n, dup);                                 \
    }                                                                                                                  \
    GrB_Info GrB_Vector_extractTuples_##T(GrB_Index *indices, ctype *values, GrB_Index *n, const GrB_Vector vector)    \
    {                                                                                                                  \
        return extract_vector(indices, values, grb_array_##T, n, vector);                                              \
    }                                                                                                                  \
    GrB_Info GrB_Matrix_extractTuples_##T(GrB_Index *rows, GrB_Index *columns, ctype *values, GrB_Index *n,            \
                                          const GrB_Matrix matrix)                                                     \
    {                                                                                                                  \
        return extract_matrix(rows, columns, values, grb_array_##T, n, matrix);                                        \
    }
GRB_ARRAYS(GRB_DEFINE)
#undef GRB_DEFINE
