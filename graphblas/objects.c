/* SPDX-License-Identifier: Apache-2.0
 *
 * What all kinds of objects have: free, wait, error.
 */
#include "graphblas/library.h"

/* What an object of each kind has beside a grb_object. */
static void clean_Type(GrB_Type type)
{
    (void)type;
}

static void clean_operator(grb_operator *op)
{
    tropic_operator_free(&op->made);
}
static void clean_UnaryOp(GrB_UnaryOp op)
{
    clean_operator(&op->of);
}
static void clean_BinaryOp(GrB_BinaryOp op)
{
    clean_operator(&op->of);
}
static void clean_IndexUnaryOp(GrB_IndexUnaryOp op)
{
    clean_operator(&op->of);
}

static void clean_Monoid(GrB_Monoid monoid)
{
    tropic_operator_free(&monoid->made);
    grb_release(monoid->identity);
}

static void clean_Semiring(GrB_Semiring semiring)
{
    tropic_semiring_free(&semiring->made);
}

static void clean_Vector(GrB_Vector v)
{
    tropic_vector_free(&v->of);
}

static void clean_Matrix(GrB_Matrix A)
{
    tropic_matrix_free(&A->of);
}

static void clean_Scalar(GrB_Scalar s)
{
    (void)s;
}
static void clean_Descriptor(GrB_Descriptor descriptor)
{
    (void)descriptor;
}

static GrB_Info error_of(const char **error, grb_object *object, grb_kind kind)
{
    grb_call c;
    if (grb_open(&c, "GrB_error") && GRB_POINTER(c, error) && grb_need(&c, object, kind, "the object"))
        *error = object->error ? object->error : "";
    return grb_close(&c);
}

static GrB_Info wait_for(grb_object *object, grb_kind kind, GrB_WaitMode mode)
{
    grb_call c;
    if (grb_open(&c, "GrB_wait") && grb_need(&c, object, kind, "the object") && mode != GrB_COMPLETE &&
        mode != GrB_MATERIALIZE)
        grb_fail(&c, GrB_INVALID_VALUE, "there is no mode %d", (int)mode);
    return grb_close(&c);
}

#define GRB_DEFINE(KIND)                                                                                               \
    GrB_Info GrB_##KIND##_free(GrB_##KIND *object)                                                                     \
    {                                                                                                                  \
        if (!object) return GrB_NULL_POINTER;                                                                          \
        if (!*object || ((grb_object *)*object)->predefined) return GrB_SUCCESS;                                       \
        grb_call c;                                                                                                    \
        if (grb_open(&c, __func__) && GRB_NEED(c, *object)) {                                                          \
            clean_##KIND(*object);                                                                                     \
            grb_delete(*object);                                                                                       \
            *object = NULL;                                                                                            \
        }                                                                                                              \
        return grb_close(&c);                                                                                          \
    }                                                                                                                  \
    GrB_Info GrB_##KIND##_wait(GrB_##KIND object, GrB_WaitMode mode)                                                   \
    {                                                                                                                  \
        return wait_for((grb_object *)object, GRB_##KIND, mode);                                                       \
    }                                                                                                                  \
    GrB_Info GrB_##KIND##_error(const char **error, const GrB_##KIND object)                                           \
    {                                                                                                                  \
        return error_of(error, (grb_object *)object, GRB_##KIND);                                                      \
    }
GRB_OBJECTS(GRB_DEFINE)
#undef GRB_DEFINE
