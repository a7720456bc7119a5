/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls for each type, chosen by the type.
 */
#include "tests/graphblas/cases/contents.h"

#include <stdlib.h>
#include <string.h>

#define BUILD(T, C_TYPE)                                                                                               \
    case TYPE_##T:                                                                                                     \
        if (o->kind == OBJECT_MATRIX)                                                                                  \
            return GrB_Matrix_build_##T(o->A, e->i, e->j, (const C_TYPE *)values, e->count, dup);                      \
        return GrB_Vector_build_##T(o->v, e->i, (const C_TYPE *)values, e->count, dup);
#define SET_ELEMENT(T, C_TYPE)                                                                                         \
    case TYPE_##T:                                                                                                     \
        if (o->kind == OBJECT_SCALAR) return GrB_Scalar_setElement_##T(o->s, v->T);                                    \
        if (o->kind == OBJECT_VECTOR) return GrB_Vector_setElement_##T(o->v, v->T, i);                                 \
        return GrB_Matrix_setElement_##T(o->A, v->T, i, j);
#define GET_ELEMENT(T, C_TYPE)                                                                                         \
    case TYPE_##T:                                                                                                     \
        if (o->kind == OBJECT_SCALAR) return GrB_Scalar_extractElement_##T(v ? &v->T : NULL, o->s);                    \
        if (o->kind == OBJECT_VECTOR) return GrB_Vector_extractElement_##T(v ? &v->T : NULL, o->v, i);                 \
        return GrB_Matrix_extractElement_##T(v ? &v->T : NULL, o->A, i, j);
#define GET_TUPLES(T, C_TYPE)                                                                                          \
    case TYPE_##T:                                                                                                     \
        if (o->kind == OBJECT_VECTOR) return GrB_Vector_extractTuples_##T(i, (C_TYPE *)values, count, o->v);           \
        return GrB_Matrix_extractTuples_##T(i, j, (C_TYPE *)values, count, o->A);

GrB_Info contents_build(const object *o, const entries *e, GrB_BinaryOp dup)
{
    const void *values = e->values;
    switch (e->type) {
        TEST_EACH_TYPE(BUILD)
    default:
        if (o->kind == OBJECT_MATRIX) return GrB_Matrix_build_UDT(o->A, e->i, e->j, values, e->count, dup);
        return GrB_Vector_build_UDT(o->v, e->i, values, e->count, dup);
    }
}

GrB_Info contents_set_element(const object *o, value_type type, value *v, GrB_Index i, GrB_Index j)
{
    switch (type) {
        TEST_EACH_TYPE(SET_ELEMENT)
    default:
        if (o->kind == OBJECT_SCALAR) return GrB_Scalar_setElement_UDT(o->s, v);
        if (o->kind == OBJECT_VECTOR) return GrB_Vector_setElement_UDT(o->v, v, i);
        return GrB_Matrix_setElement_UDT(o->A, v, i, j);
    }
}

GrB_Info contents_get_element(const object *o, value_type type, value *v, GrB_Index i, GrB_Index j)
{
    switch (type) {
        TEST_EACH_TYPE(GET_ELEMENT)
    default:
        if (o->kind == OBJECT_SCALAR) return GrB_Scalar_extractElement_UDT(v, o->s);
        if (o->kind == OBJECT_VECTOR) return GrB_Vector_extractElement_UDT(v, o->v, i);
        return GrB_Matrix_extractElement_UDT(v, o->A, i, j);
    }
}

GrB_Info contents_get_tuples(const object *o, value_type type, GrB_Index *i, GrB_Index *j, void *values,
                             GrB_Index *count)
{
    switch (type) {
        TEST_EACH_TYPE(GET_TUPLES)
    default:
        if (o->kind == OBJECT_VECTOR) return GrB_Vector_extractTuples_UDT(i, values, count, o->v);
        return GrB_Matrix_extractTuples_UDT(i, j, values, count, o->A);
    }
}

GrB_Info contents_count(const object *o, GrB_Index *count)
{
    if (o->kind == OBJECT_SCALAR) return GrB_Scalar_nvals(count, o->s);
    return o->kind == OBJECT_VECTOR ? GrB_Vector_nvals(count, o->v) : GrB_Matrix_nvals(count, o->A);
}

GrB_Info contents_clear(const object *o)
{
    if (o->kind == OBJECT_SCALAR) return GrB_Scalar_clear(o->s);
    return o->kind == OBJECT_VECTOR ? GrB_Vector_clear(o->v) : GrB_Matrix_clear(o->A);
}

static GrB_Info read_shape(const object *o, answer_item *item)
{
    GrB_Info info = GrB_SUCCESS;
    item->rows = item->cols = 1;
    if (o->kind == OBJECT_VECTOR) info = GrB_Vector_size(&item->rows, o->v);
    if (o->kind == OBJECT_MATRIX) info = GrB_Matrix_nrows(&item->rows, o->A);
    if (o->kind == OBJECT_MATRIX && info == GrB_SUCCESS) info = GrB_Matrix_ncols(&item->cols, o->A);
    return info;
}

GrB_Info contents_read(const object *o, answer_item *item)
{
    GrB_Index count = 0, said;
    value v;
    GrB_Info info = read_shape(o, item);
    if (info == GrB_SUCCESS) info = contents_count(o, &count);
    if (info != GrB_SUCCESS) return info;
    answer_reserve(item, o->type, count);
    if (o->kind == OBJECT_SCALAR) {
        info = contents_get_element(o, o->type, &v, 0, 0);
        if (info == GrB_SUCCESS) memcpy(item->values, &v, value_size(o->type));
        return info == GrB_NO_VALUE && count == 0 ? GrB_SUCCESS : info;
    }
    said = count;
    info = contents_get_tuples(o, o->type, item->i, item->j, item->values, &count);
    if (info != GrB_SUCCESS) return info;
    answer_sort(item);
    return count == said ? GrB_SUCCESS : GrB_PANIC;
}

entries entries_new(value_type type, GrB_Index room)
{
    entries e = {type, 0, calloc(room + 1, sizeof *e.i), calloc(room + 1, sizeof *e.j),
                 calloc(room + 1, value_size(type))};
    if (!e.i || !e.j || !e.values) abort();
    return e;
}

void entries_free(entries *e)
{
    free(e->i);
    free(e->j);
    free(e->values);
    *e = (entries){.type = e->type};
}
