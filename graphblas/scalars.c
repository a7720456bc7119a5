/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalars, and descriptors.
 */
#include "graphblas/call.h"

#include <string.h>

GrB_Info GrB_Scalar_new(GrB_Scalar *scalar, GrB_Type type)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, scalar) && GRB_NEED(c, type)) {
        GrB_Scalar made = grb_new(&c, GRB_Scalar, sizeof *made + type->size);
        if (made) {
            made->type = type;
            *scalar = made;
        }
    }
    return grb_close(&c);
}

GrB_Info GrB_Scalar_dup(GrB_Scalar *copy, const GrB_Scalar scalar)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, copy) && GRB_NEED(c, scalar)) {
        GrB_Scalar made = grb_new(&c, GRB_Scalar, sizeof *made + scalar->type->size);
        if (made) {
            made->type = scalar->type;
            made->has = scalar->has;
            memcpy(made->value, scalar->value, scalar->type->size);
            *copy = made;
        }
    }
    return grb_close(&c);
}

GrB_Info GrB_Scalar_clear(GrB_Scalar scalar)
{
    grb_call c;
    if (GRB_OPEN(c, scalar)) scalar->has = false;
    return grb_close(&c);
}

GrB_Info GrB_Scalar_nvals(GrB_Index *nvals, const GrB_Scalar scalar)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, nvals) && GRB_NEED(c, scalar)) *nvals = scalar->has;
    return grb_close(&c);
}

static GrB_Info set(GrB_Scalar scalar, grb_value value)
{
    grb_call c;
    if (grb_open(&c, "GrB_Scalar_setElement") && grb_output(&c, scalar, GRB_Scalar, "scalar") &&
        grb_value_check(&c, &value, scalar->type, "value")) {
        grb_value_cast(scalar->value, scalar->type, &value);
        scalar->has = true;
    }
    return grb_close(&c);
}

/* *value = the scalar's, as one of `type`; NULL: of its own, the user's. */
static GrB_Info extract(void *value, GrB_Type type, GrB_Scalar scalar)
{
    grb_call c;
    if (grb_open(&c, "GrB_Scalar_extractElement") && GRB_POINTER(c, value) && GRB_NEED(c, scalar) &&
        grb_array_type(&c, &type, scalar->type)) {
        if (scalar->has)
            grb_cast(value, type, scalar->value, scalar->type);
        else
            c.info = GrB_NO_VALUE;
    }
    return grb_close(&c);
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GrB_Scalar_setElement_##T(GrB_Scalar scalar, ctype value)                                                 \
    {                                                                                                                  \
        return set(scalar, grb_value_##T(&value));                                                                     \
    }
GRB_VALUES(GRB_DEFINE)
#undef GRB_DEFINE
#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GrB_Scalar_extractElement_##T(ctype *value, const GrB_Scalar scalar)                                      \
    {                                                                                                                  \
        return extract(value, grb_array_##T, scalar);                                                                  \
    }
GRB_ARRAYS(GRB_DEFINE)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * Old names of the same
 */

GrB_Info GxB_Scalar_new(GrB_Scalar *scalar, GrB_Type type)
{
    return GrB_Scalar_new(scalar, type);
}

GrB_Info GxB_Scalar_dup(GrB_Scalar *copy, const GrB_Scalar scalar)
{
    return GrB_Scalar_dup(copy, scalar);
}

GrB_Info GxB_Scalar_clear(GrB_Scalar scalar)
{
    return GrB_Scalar_clear(scalar);
}

GrB_Info GxB_Scalar_nvals(GrB_Index *nvals, const GrB_Scalar scalar)
{
    return GrB_Scalar_nvals(nvals, scalar);
}

GrB_Info GxB_Scalar_free(GrB_Scalar *scalar)
{
    return GrB_Scalar_free(scalar);
}

GrB_Info GxB_Scalar_wait(GrB_Scalar *scalar)
{
    return scalar ? GrB_Scalar_wait(*scalar, GrB_MATERIALIZE) : GrB_NULL_POINTER;
}

GrB_Info GxB_Scalar_error(const char **error, const GrB_Scalar scalar)
{
    return GrB_Scalar_error(error, scalar);
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GxB_Scalar_setElement_##T(GrB_Scalar scalar, ctype value)                                                 \
    {                                                                                                                  \
        return GrB_Scalar_setElement_##T(scalar, value);                                                               \
    }
GRB_VALUES(GRB_DEFINE)
#undef GRB_DEFINE
#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GxB_Scalar_extractElement_##T(ctype *value, const GrB_Scalar scalar)                                      \
    {                                                                                                                  \
        return GrB_Scalar_extractElement_##T(value, scalar);                                                           \
    }
GRB_ARRAYS(GRB_DEFINE)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * Descriptors
 */

GrB_Info GrB_Descriptor_new(GrB_Descriptor *descriptor)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, descriptor)) {
        GrB_Descriptor made = grb_new(&c, GRB_Descriptor, sizeof *made);
        if (made) {
            made->of.size = sizeof made->of;
            *descriptor = made;
        }
    }
    return grb_close(&c);
}

bool grb_descriptor_set(tropic_descriptor *d, int field, int value)
{
    switch (field) {
    case GrB_OUTP: d->replace = value == GrB_REPLACE; return value == GrB_DEFAULT || value == GrB_REPLACE;
    case GrB_MASK:
        d->complement = value == GrB_DEFAULT ? false : d->complement || (value & GrB_COMP);
        d->structure = value == GrB_DEFAULT ? false : d->structure || (value & GrB_STRUCTURE);
        return value == GrB_DEFAULT || value == GrB_COMP || value == GrB_STRUCTURE || value == GrB_COMP_STRUCTURE;
    case GrB_INP0: d->transpose = value == GrB_TRAN; return value == GrB_DEFAULT || value == GrB_TRAN;
    case GrB_INP1: d->transpose_second = value == GrB_TRAN; return value == GrB_DEFAULT || value == GrB_TRAN;
    default: return false;
    }
}
