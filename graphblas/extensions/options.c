/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions of options: the fields of options, for a program that names their types or leaves them to the option.
 */
#include "graphblas/fields.h"

#include <stdarg.h>
#include <string.h>

static grb_given given_int(const int32_t *value)
{
    return (grb_given){.form = GRB_INT32, .at = value};
}

static grb_given given_real(const double *value)
{
    return (grb_given){.form = GRB_REAL, .at = value};
}

static grb_given given_function(const void *value)
{
    grb_given from = {.form = GRB_FUNCTION, .at = value};
    memcpy(&from.function, &value, sizeof value);
    return from;
}

/* Sets an option to the next argument, which has the option's type. */
static GrB_Info set_next(const char *function, void *object, grb_kind kind, int name, va_list *arguments)
{
    const grb_form form = grb_option_form(kind, name);
    int32_t number;
    double real;
    switch (form) {
    case GRB_INT32:
    case GRB_TRUTH:
        number = va_arg(*arguments, int);
        return grb_set_field(function, object, kind, given_int(&number), name, true);
    case GRB_REAL:
        real = va_arg(*arguments, double);
        return grb_set_field(function, object, kind, given_real(&real), name, true);
    case GRB_FUNCTION:
        return grb_set_field(function, object, kind, given_function(va_arg(*arguments, void *)), name, true);
    default:
        return grb_set_field(function, object, kind, (grb_given){.form = form, .at = va_arg(*arguments, void *)}, name,
                             true);
    }
}

/* The functions NAME_set and NAME_get of an object of this kind, which set changes and get reads; behind these, their
 * first arguments, the last of which is `field`. */
#define VARIADIC(NAME, KIND, changed, read, ...)                                                                       \
    GrB_Info NAME##_set(__VA_ARGS__, ...)                                                                              \
    {                                                                                                                  \
        va_list arguments;                                                                                             \
        va_start(arguments, field);                                                                                    \
        const GrB_Info info = set_next(__func__, (grb_object *)changed, GRB_##KIND, field, &arguments);                \
        va_end(arguments);                                                                                             \
        return info;                                                                                                   \
    }                                                                                                                  \
    GrB_Info NAME##_get(__VA_ARGS__, ...)                                                                              \
    {                                                                                                                  \
        va_list arguments;                                                                                             \
        va_start(arguments, field);                                                                                    \
        void *value = va_arg(arguments, void *);                                                                       \
        va_end(arguments);                                                                                             \
        return grb_get_field(__func__, (grb_object *)read, GRB_##KIND, GRB_ANY, value, field, true);                   \
    }
#define SET(NAME, suffix, KIND, changed, given, ctype, ...)                                                            \
    GrB_Info NAME##_set_##suffix(__VA_ARGS__, ctype value)                                                             \
    {                                                                                                                  \
        return grb_set_field(__func__, (grb_object *)changed, GRB_##KIND, given, field, true);                         \
    }
#define GET(NAME, suffix, KIND, read, form, ctype, ...)                                                                \
    GrB_Info NAME##_get_##suffix(__VA_ARGS__, ctype *value)                                                            \
    {                                                                                                                  \
        return grb_get_field(__func__, (grb_object *)read, GRB_##KIND, form, value, field, true);                      \
    }
#define FUNCTIONS(NAME, KIND, changed, read, ...)                                                                      \
    VARIADIC(NAME, KIND, changed, read, __VA_ARGS__)                                                                   \
    SET(NAME, INT32, KIND, changed, given_int(&value), int32_t, __VA_ARGS__)                                           \
    SET(NAME, FP64, KIND, changed, given_real(&value), double, __VA_ARGS__)                                            \
    GET(NAME, INT32, KIND, read, GRB_INT32, int32_t, __VA_ARGS__)                                                      \
    GET(NAME, FP64, KIND, read, GRB_REAL, double, __VA_ARGS__)

FUNCTIONS(GxB_Global_Option, Global, GrB_GLOBAL, GrB_GLOBAL, int field)
#define GIVEN(form_) ((grb_given){.form = form_, .at = value})
SET(GxB_Global_Option, FP64_ARRAY, Global, GrB_GLOBAL, GIVEN(GRB_REAL_ARRAY), double *, int field)
SET(GxB_Global_Option, INT64_ARRAY, Global, GrB_GLOBAL, GIVEN(GRB_INT64_ARRAY), int64_t *, int field)
SET(GxB_Global_Option, CHAR, Global, GrB_GLOBAL, GIVEN(GRB_STRING), const char *, int field)
SET(GxB_Global_Option, FUNCTION, Global, GrB_GLOBAL, given_function(value), void *, int field)
GET(GxB_Global_Option, INT64, Global, GrB_GLOBAL, GRB_INT64_ARRAY, int64_t, int field)
GET(GxB_Global_Option, FUNCTION, Global, GrB_GLOBAL, GRB_FUNCTION, void *, int field)
GET(GxB_Global_Option, CHAR, Global, GrB_GLOBAL, GRB_LENT_STRING, char *, int field)

FUNCTIONS(GxB_Matrix_Option, Matrix, object, object, GrB_Matrix object, int field)
FUNCTIONS(GxB_Vector_Option, Vector, object, object, GrB_Vector object, int field)
FUNCTIONS(GxB_Context, Context, context, context, GxB_Context context, int field)

/* ------------------------------------------------------------------------------------------------
 * Descriptors: NULL has the defaults
 */

static grb_object *or_usual(GrB_Descriptor descriptor)
{
    static struct GrB_Descriptor_opaque usual = {.object = GRB_PREDEFINED(Descriptor, "GrB_NULL")};
    return descriptor ? &descriptor->object : &usual.object;
}

FUNCTIONS(GxB_Desc, Descriptor, object, or_usual(object), GrB_Descriptor object, int field)

GrB_Info GrB_Descriptor_set(GrB_Descriptor descriptor, GrB_Desc_Field field, GrB_Desc_Value value)
{
    const int32_t number = (int32_t)value;
    return grb_set_field(__func__, (grb_object *)descriptor, GRB_Descriptor, given_int(&number), (int)field, true);
}

GrB_Info GxB_Descriptor_set(GrB_Descriptor descriptor, GrB_Desc_Field field, GrB_Desc_Value value)
{
    return GrB_Descriptor_set(descriptor, field, value);
}

GrB_Info GxB_Descriptor_get(GrB_Desc_Value *value, GrB_Descriptor descriptor, GrB_Desc_Field field)
{
    int32_t number = 0;
    if (!value) return GrB_NULL_POINTER;
    const GrB_Info info = GxB_Desc_get_INT32(descriptor, (int)field, &number);
    if (info == GrB_SUCCESS) *value = (GrB_Desc_Value)number;
    return info;
}
