/* SPDX-License-Identifier: Apache-2.0
 *
 * An array of the caller becomes a vector that has all entries, and comes of one.
 */
#include "graphblas/extensions/pack.h"

GrB_Info GxB_Vector_load(GrB_Vector v, void **X, GrB_Type type, uint64_t n, uint64_t X_size, int handling,
                         const GrB_Descriptor desc)
{
    grb_call c;
    const bool loaned = handling == GxB_IS_READONLY;
    tropic_vector *none = NULL;
    if (!grb_open_large(&c, __func__) || !grb_remakes(&c, v, "v") || !GRB_POINTER(c, X) || !GRB_NEED(c, type) ||
        !GRB_MAY(c, desc) || !grb_size(&c, n, "n"))
        return grb_close(&c);
    const grb_array array = {.at = *X, .bytes = X_size};
    if (!loaned && handling != GrB_DEFAULT) {
        grb_fail(&c, GrB_INVALID_VALUE, "there is no handling %d", handling);
    } else if (grb_long_enough(&c, &array, n, type->size, "X") && grb_ready(&c, GRB_PASS_NONE) &&
               (n > 0 || (none = grb_no_places(&c, type)))) {
        if (n > 0)
            grb_hold(v, type, &array, n, loaned);
        else
            grb_replace_vector(&c, v, none, type);
        if (n == 0 && !loaned) grb_release(*X);
        if (!loaned) *X = NULL;
    }
    return grb_close(&c);
}

tropic_vector *grb_no_places(grb_call *c, GrB_Type type)
{
    tropic_vector *made = NULL;
    grb_done(c, tropic_vector_create(&made, c->context, type->type, 0));
    return made;
}

bool grb_need_all(grb_call *c, GrB_Vector v, const char *name)
{
    return tropic_vector_count(v->of) == tropic_vector_size(v->of) ||
           grb_fail(c, GrB_INVALID_OBJECT, "%s has places without an entry", name);
}

GrB_Info GxB_Vector_unload(GrB_Vector v, void **X, GrB_Type *type, uint64_t *n, uint64_t *X_size, int *handling,
                           const GrB_Descriptor desc)
{
    grb_call c;
    grb_arrays a = {.format = GxB_FULL, .by_columns = true};
    if (!grb_open_large(&c, __func__) || !grb_remakes(&c, v, "v") || !GRB_POINTER(c, X) || !GRB_POINTER(c, type) ||
        !GRB_POINTER(c, n) || !GRB_POINTER(c, X_size) || !GRB_POINTER(c, handling) || !GRB_MAY(c, desc) ||
        !(v->held || (GRB_NEED(c, v) && grb_need_all(&c, v, "v"))) || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    tropic_vector *none = grb_no_places(&c, v->type);
    if (none && (v->held || grb_unpack_vector(&c, v->of, v->type, &a))) {
        *n = v->held ? v->places : a.nrows;
        *X = v->held ? v->held : a.x.at;
        *X_size = v->held ? v->held_bytes : a.x.bytes;
        *handling = v->loaned ? GxB_IS_READONLY : GrB_DEFAULT;
        *type = v->type;
        v->held = NULL;
        grb_replace_vector(&c, v, none, v->type);
    } else {
        tropic_vector_free(&none);
    }
    return grb_close(&c);
}
