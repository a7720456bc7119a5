/* SPDX-License-Identifier: Apache-2.0
 *
 * A vector as a matrix of one column, and such a matrix as a vector: programs pass one where the other is asked. The
 * object then has the members of both kinds for a call, which is alone: a copy of the entries, O(size + entries), and,
 * if it is the output, a copy back.
 */
#include <string.h>

#include "graphblas/dictionary.h"

_Static_assert(offsetof(struct GrB_Matrix_opaque, vector) == offsetof(struct GrB_Vector_opaque, of),
               "a matrix leaves room for the members of a vector");

/* Its own, or those that it has for a call. */
static GrB_Vector vector_of(grb_object *o)
{
    return (GrB_Vector)(void *)o;
}

static GrB_Matrix matrix_of(grb_object *o)
{
    return (GrB_Matrix)(void *)o;
}

static tropic_status make_column(tropic_matrix **made, GrB_Vector v)
{
    tropic_status status = tropic_matrix_create(made, v->context, v->type->type, tropic_vector_size(v->of), 1);
    if (status == TROPIC_OK) status = tropic_matrix_assign_column(made, v->context, NULL, NULL, v->of, NULL, 0, NULL);
    if (status != TROPIC_OK) tropic_matrix_free(made);
    return status;
}

static tropic_status make_vector(tropic_vector **made, GrB_Matrix A, tropic_context *where)
{
    tropic_status status = tropic_vector_create(made, where, A->type->type, tropic_matrix_rows(A->of));
    if (status == TROPIC_OK) status = tropic_matrix_extract_column(*made, NULL, NULL, A->of, NULL, 0, NULL);
    if (status != TROPIC_OK) tropic_vector_free(made);
    return status;
}

/* A large vector is large as a column, in the same dictionary, and the opposite. */
static void lend_dictionary(grb_object *o)
{
    GrB_Vector v = vector_of(o);
    GrB_Matrix A = matrix_of(o);
    if (o->kind == GRB_Vector) {
        A->dictionary = grb_dictionary_share(v->dictionary);
        A->size[0] = v->size;
        A->size[1] = 1;
    } else {
        v->dictionary = grb_dictionary_share(A->dictionary);
        v->size = A->size[0];
    }
}

static void return_dictionary(grb_object *o)
{
    GrB_Vector v = vector_of(o);
    GrB_Matrix A = matrix_of(o);
    if (o->kind == GRB_Vector) {
        grb_dictionary_leave(v->dictionary);
        v->dictionary = grb_dictionary_share(A->dictionary);
        v->size = A->size[0];
    } else {
        grb_dictionary_leave(A->dictionary);
        A->dictionary = grb_dictionary_share(v->dictionary);
        A->size[0] = v->size;
        A->size[1] = 1;
    }
}

tropic_status grb_add_other(grb_object *o, tropic_context *where)
{
    tropic_status status;
    if (o->kind == GRB_Vector) {
        status = make_column(&matrix_of(o)->of, vector_of(o));
        matrix_of(o)->made_in = vector_of(o)->context;
    } else {
        status = make_vector(&vector_of(o)->of, matrix_of(o), where);
        vector_of(o)->context = where;
    }
    if (status == TROPIC_OK) lend_dictionary(o);
    return status;
}

tropic_status grb_become_other(grb_object *o, tropic_context *where)
{
    GrB_Vector v = vector_of(o);
    GrB_Matrix A = matrix_of(o);
    if (o->kind == GRB_Vector) {
        tropic_vector *made = NULL;
        const tropic_status status = make_vector(&made, A, where);
        if (status != TROPIC_OK) return status;
        tropic_vector_free(&v->of);
        v->of = made;
        v->context = where;
        return_dictionary(o);
        return status;
    }
    tropic_matrix *made = NULL;
    const tropic_status status = make_column(&made, v);
    if (status != TROPIC_OK) return status;
    tropic_matrix_free(&A->of);
    A->of = made;
    A->made_in = where;
    return_dictionary(o);
    return status;
}

void grb_drop_other(grb_object *o)
{
    if (o->kind == GRB_Vector) {
        const size_t begin = offsetof(struct GrB_Matrix_opaque, of);
        tropic_matrix_free(&matrix_of(o)->of);
        grb_dictionary_leave(matrix_of(o)->dictionary);
        memset((char *)o + begin, 0, sizeof(struct GrB_Matrix_opaque) - begin);
    } else {
        tropic_vector_free(&vector_of(o)->of);
        grb_dictionary_leave(vector_of(o)->dictionary);
        vector_of(o)->dictionary = NULL;
    }
}

tropic_matrix *grb_keep_column(GrB_Matrix A)
{
    tropic_matrix *of = A->of;
    if (A->object.kind == GRB_Matrix) return NULL;
    A->of = NULL;
    return of;
}
