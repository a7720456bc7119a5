/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of all kinds of objects: new, names, free, wait, error.
 */
#include "graphblas/large.h"
#include "graphblas/rows.h"

void *grb_new(grb_call *c, grb_kind kind, size_t size)
{
    grb_object *o = grb_allocate_zero(1, size);
    if (!o) {
        grb_no_memory(c);
        return NULL;
    }
    *o = (grb_object){.magic = GRB_LIVE, .kind = kind};
    grb_count_object(1);
    return o;
}

bool grb_name(grb_call *c, grb_object *o, const char *name, const char *definition)
{
    o->name = name ? grb_text(name) : NULL;
    o->c_name = name ? grb_text(name) : NULL;
    o->definition = definition ? grb_text(definition) : NULL;
    return ((!name || (o->name && o->c_name)) && (!definition || o->definition)) || grb_no_memory(c);
}

void grb_unmake(grb_operator *op)
{
    tropic_operator_free(&op->made);
    if (!op->indexed) return;
    for (int k = 0; k < GRB_PRODUCTS; k++) tropic_operator_free(&op->indexed->views[k].made);
    for (int k = 0; k < 4; k++) tropic_operator_free(&op->indexed->with_place[k / 2][k % 2].made);
}

void grb_delete(void *object)
{
    grb_object *o = object;
    if (!o) return;
    switch (o->kind) {
    case GRB_UnaryOp:
    case GRB_IndexUnaryOp:
    case GRB_BinaryOp:
        grb_unmake(object);
        grb_release(((grb_operator *)object)->indexed);
        break;
    case GRB_Monoid:
        tropic_operator_free(&((GrB_Monoid)object)->made);
        grb_release(((GrB_Monoid)object)->identity);
        grb_release(((GrB_Monoid)object)->terminal);
        break;
    case GRB_Semiring:
        for (int k = 0; k < GRB_KRONECKER; k++) tropic_semiring_free(&((GrB_Semiring)object)->made[k]);
        break;
    case GRB_Vector:
        grb_let_go(object);
        tropic_vector_free(&((GrB_Vector)object)->of);
        grb_dictionary_leave(((GrB_Vector)object)->dictionary);
        break;
    case GRB_Matrix:
        grb_free_rows(object);
        tropic_matrix_free(&((GrB_Matrix)object)->of);
        grb_dictionary_leave(((GrB_Matrix)object)->dictionary);
        break;
    default: break;
    }
    o->magic = GRB_FREED;
    grb_count_object(-1);
    grb_release(o->error);
    grb_release(o->name);
    grb_release(o->c_name);
    grb_release(o->definition);
    grb_release(o);
}

static GrB_Info error_of(const char **error, grb_object *object, grb_kind kind)
{
    grb_call c;
    if (grb_open_large(&c, "GrB_error") && GRB_POINTER(c, error)) {
        *error = "";
        /* (Without an object there is no text. It is an error only of those that other functions change.) */
        kind = grb_own_kind(object, kind);
        const bool changes = kind >= GRB_Scalar && kind <= GRB_Descriptor;
        if ((object || changes) && grb_need(&c, object, kind, "the object") && object->error) *error = object->error;
    }
    return grb_close(&c);
}

bool grb_report(grb_call *c, const tropic_matrix *A, tropic_context *context, tropic_matrix_forms *forms)
{
    *forms = (tropic_matrix_forms){.size = sizeof *forms};
    return grb_done_in(c, context, tropic_matrix_report(A, context, forms));
}

/* Merges entries that were set or removed one by one into the matrix's arrays. */
static bool merge(grb_call *c, GrB_Matrix A)
{
    tropic_context *context = grb_host_context();
    tropic_matrix_forms forms;
    return A->rows || (grb_report(c, A->of, context, &forms) &&
                       (forms.pending == 0 ||
                        grb_done_in(c, context, tropic_matrix_get_entries(A->of, context, NULL, NULL, NULL))));
}

static GrB_Info wait_for(grb_object *object, grb_kind kind, GrB_WaitMode mode)
{
    grb_call c;
    kind = grb_own_kind(object, kind);
    if (!grb_open_large(&c, "GrB_wait") || !grb_need(&c, object, kind, "the object")) return grb_close(&c);
    if (mode != GrB_COMPLETE && mode != GrB_MATERIALIZE)
        grb_fail(&c, GrB_INVALID_VALUE, "there is no mode %d", (int)mode);
    else if (kind == GRB_Vector && grb_wait_for(&c, ((GrB_Vector)object)->of))
        grb_forget_vector(&c, (GrB_Vector)object);
    else if (kind == GRB_Matrix && grb_wait_for_rows(&c, (GrB_Matrix)object) && mode == GrB_MATERIALIZE &&
             merge(&c, (GrB_Matrix)object))
        grb_forget_matrix(&c, (GrB_Matrix)object);
    return grb_close(&c);
}

static bool may_free(grb_call *c, grb_object *object, grb_kind kind)
{
    kind = grb_own_kind(object, kind);
    return kind == GRB_Vector ? grb_need_as_held(c, (GrB_Vector)object, "*object")
                              : grb_need(c, object, kind, "*object");
}

#define GRB_DEFINE_WAIT_AND_ERROR(PREFIX, KIND)                                                                        \
    GrB_Info PREFIX##_##KIND##_wait(PREFIX##_##KIND object, GrB_WaitMode mode)                                         \
    {                                                                                                                  \
        return wait_for((grb_object *)object, GRB_##KIND, mode);                                                       \
    }                                                                                                                  \
    GrB_Info PREFIX##_##KIND##_error(const char **error, const PREFIX##_##KIND object)                                 \
    {                                                                                                                  \
        return error_of(error, (grb_object *)object, GRB_##KIND);                                                      \
    }
#define GRB_DEFINE_OF(PREFIX, KIND)                                                                                    \
    GrB_Info PREFIX##_##KIND##_free(PREFIX##_##KIND *object)                                                           \
    {                                                                                                                  \
        if (!object || !*object || ((grb_object *)*object)->predefined) return GrB_SUCCESS;                            \
        grb_call c;                                                                                                    \
        if (grb_open_large(&c, __func__) && may_free(&c, (grb_object *)*object, GRB_##KIND)) {                         \
            grb_delete(*object);                                                                                       \
            *object = NULL;                                                                                            \
        }                                                                                                              \
        return grb_close(&c);                                                                                          \
    }                                                                                                                  \
    GRB_DEFINE_WAIT_AND_ERROR(PREFIX, KIND)
#define GRB_DEFINE(KIND) GRB_DEFINE_OF(GrB, KIND)
GRB_OBJECTS(GRB_DEFINE)
#undef GRB_DEFINE
GRB_DEFINE_OF(GxB, SelectOp)
GRB_DEFINE_OF(GxB, IndexBinaryOp)
/* (contexts.c frees those.) */
GRB_DEFINE_WAIT_AND_ERROR(GxB, Context)
