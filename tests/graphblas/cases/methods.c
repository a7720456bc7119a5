/* SPDX-License-Identifier: Apache-2.0
 *
 * Methods of one element or of a whole object.
 */
#include "tests/graphblas/cases/methods.h"
#include "tests/graphblas/cases/contents.h"

#include <inttypes.h>
#include <string.h>

/* A matrix, a vector or a scalar of any type. */
static object *draw_object(world *w)
{
    const object_kind kind = (object_kind)world_below(w, 3);
    const value_type type = world_type(w);
    const GrB_Index rows = world_size(w), cols = world_size(w);
    if (kind == OBJECT_SCALAR) return world_take(w, kind, type, 1, 1);
    return world_take(w, kind, type, rows, kind == OBJECT_MATRIX ? cols : 1);
}

/* Sometimes one too many. */
static GrB_Index draw_index_below(world *w, GrB_Index size)
{
    enum { BEYOND_ONE_IN = 20 };
    return world_one_in(w, BEYOND_ONE_IN) ? size : world_id(w, size);
}

static void check_dup(world *w)
{
    const object *o = draw_object(w);
    object *copy = world_enter(w, o->kind, o->type, o->rows, o->cols);
    const GrB_Info info = o->kind == OBJECT_MATRIX   ? GrB_Matrix_dup(&copy->A, o->A)
                          : o->kind == OBJECT_VECTOR ? GrB_Vector_dup(&copy->v, o->v)
                                                     : GrB_Scalar_dup(&copy->s, o->s);
    answer_add(w->answer, info, "dup of #%d", o->id);
    world_tell(w, copy, "is the copy");
}

static void check_clear(world *w)
{
    const object *o = draw_object(w);
    answer_add(w->answer, contents_clear(o), "clear #%d", o->id);
    world_tell(w, o, "after it");
}

static void check_resize(world *w)
{
    object *o = draw_object(w);
    const GrB_Index rows = world_size(w), cols = world_size(w);
    GrB_Info info;
    if (o->kind == OBJECT_SCALAR) return;
    info = o->kind == OBJECT_MATRIX ? GrB_Matrix_resize(o->A, rows, cols) : GrB_Vector_resize(o->v, rows);
    answer_add(w->answer, info, "resize #%d to %" PRIu64 " x %" PRIu64, o->id, rows, cols);
    if (info == GrB_SUCCESS) {
        o->rows = rows;
        o->had_one_column |= o->cols == 1;
        if (o->kind == OBJECT_MATRIX) o->cols = cols;
    }
    world_tell(w, o, "after it");
}

static GrB_Info set_from_scalar(const object *o, const object *s, GrB_Index i, GrB_Index j)
{
    return o->kind == OBJECT_MATRIX ? GrB_Matrix_setElement_Scalar(o->A, s->s, i, j)
                                    : GrB_Vector_setElement_Scalar(o->v, s->s, i);
}

static void check_set(world *w)
{
    const object *o = draw_object(w);
    const value_type type = world_cast(w, o->type);
    const GrB_Index i = draw_index_below(w, o->rows), j = draw_index_below(w, o->cols);
    GrB_Info info;
    value v;
    if (o->kind != OBJECT_SCALAR && world_one_in(w, 3)) {
        const object *s = world_take(w, OBJECT_SCALAR, type, 1, 1);
        info = set_from_scalar(o, s, i, j);
        answer_add(w->answer, info, "setElement #%d (%" PRIu64 ", %" PRIu64 ") from #%d", o->id, i, j, s->id);
    } else {
        world_value(w, type, &v, SUMS_ANY);
        info = contents_set_element(o, type, &v, i, j);
        answer_add(w->answer, info, "setElement #%d (%" PRIu64 ", %" PRIu64 ") of %s", o->id, i, j,
                   value_type_name(type));
    }
    world_tell(w, o, "after it");
}

/* (SuiteSparse 7.4 aborts where it removes from a full matrix.) */
static void check_remove(world *w)
{
    const object *o = draw_object(w);
    const GrB_Index i = draw_index_below(w, o->rows), j = draw_index_below(w, o->cols);
    GrB_Index count = 0;
    GrB_Info info;
    if (o->kind == OBJECT_SCALAR || contents_count(o, &count) != GrB_SUCCESS || world_is_full(o, count)) return;
    info = o->kind == OBJECT_MATRIX ? GrB_Matrix_removeElement(o->A, i, j) : GrB_Vector_removeElement(o->v, i);
    answer_add(w->answer, info, "removeElement #%d (%" PRIu64 ", %" PRIu64 ")", o->id, i, j);
    world_tell(w, o, "after it");
}

static GrB_Info get_into_scalar(const object *s, const object *o, GrB_Index i, GrB_Index j)
{
    return o->kind == OBJECT_MATRIX ? GrB_Matrix_extractElement_Scalar(s->s, o->A, i, j)
                                    : GrB_Vector_extractElement_Scalar(s->s, o->v, i);
}

static void check_get(world *w)
{
    const object *o = draw_object(w);
    const value_type type = world_cast(w, o->type);
    GrB_Index i = draw_index_below(w, o->rows), j = draw_index_below(w, o->cols);
    GrB_Info info;
    value v;
    if (o->kind != OBJECT_SCALAR && world_one_in(w, 3)) {
        const object *s = world_take(w, OBJECT_SCALAR, type, 1, 1);
        /* (SuiteSparse clears the scalar then.) */
        if (i == o->rows || j == o->cols) i = j = 0;
        info = get_into_scalar(s, o, i, j);
        answer_add(w->answer, info, "extractElement #%d (%" PRIu64 ", %" PRIu64 ") into #%d", o->id, i, j, s->id);
        world_tell(w, s, "after it");
        return;
    }
    memset(&v, 0, sizeof v);
    info = contents_get_element(o, type, &v, i, j);
    answer_value(answer_add(w->answer, info, "extractElement #%d (%" PRIu64 ", %" PRIu64 ") as %s", o->id, i, j,
                            value_type_name(type)),
                 type, &v);
}

static GrB_Info wait_for(const object *o, GrB_WaitMode mode)
{
    return o->kind == OBJECT_MATRIX   ? GrB_Matrix_wait(o->A, mode)
           : o->kind == OBJECT_VECTOR ? GrB_Vector_wait(o->v, mode)
                                      : GrB_Scalar_wait(o->s, mode);
}

/* Also whether there is a text, whatever it says. */
static void check_wait(world *w)
{
    const object *o = draw_object(w);
    const GrB_WaitMode mode = world_one_in(w, 2) ? GrB_COMPLETE : GrB_MATERIALIZE;
    const char *error = NULL;
    GrB_Info info = wait_for(o, mode);
    answer_add(w->answer, info, "wait for #%d, mode %d", o->id, (int)mode);
    info = o->kind == OBJECT_MATRIX   ? GrB_Matrix_error(&error, o->A)
           : o->kind == OBJECT_VECTOR ? GrB_Vector_error(&error, o->v)
                                      : GrB_Scalar_error(&error, o->s);
    answer_add(w->answer, info, "error of #%d: %s", o->id, error ? "a text" : "NULL");
    world_tell(w, o, "after both");
}

static void check_diag(world *w)
{
    enum { FARTHEST = 5 };
    const GrB_Index n = world_size(w);
    const value_type type = world_type(w);
    const object *v = world_take(w, OBJECT_VECTOR, type, n, 1);
    const int k = world_below(w, 2 * FARTHEST + 1) - FARTHEST;
    const GrB_Index size = n + (GrB_Index)(k < 0 ? -k : k);
    object *made = world_enter(w, OBJECT_MATRIX, v->type, size, size);
    const GrB_Info info = GrB_Matrix_diag(&made->A, v->v, k);
    answer_add(w->answer, info, "diag of #%d, k %d", v->id, k);
    if (info == GrB_SUCCESS)
        world_tell(w, made, "is made");
    else
        world_drop(w);
}

void method_check(world *w)
{
    static void (*const checks[])(world *) = {
        check_dup,
        check_clear,
        check_resize,
        check_set,
        check_set,
        check_remove,
        check_get,
        check_wait,
        check_diag,
        method_check_option,
        method_check_arrays,
        method_check_arrays,
        method_check_arrays,
        method_check_extensions,
        method_check_extensions,
        method_check_extensions,
        method_check_extensions,
        method_check_pack,
        method_check_unpack,
    };
    checks[world_below(w, (int)(sizeof checks / sizeof *checks))](w);
}
