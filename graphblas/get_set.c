/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions GrB_KIND_get_TYPE and GrB_KIND_set_TYPE.
 */
#include "graphblas/fields.h"

#include <string.h>

#define GET(NAME, HANDLE, KIND, suffix, form, type, field)                                                             \
    GrB_Info NAME##_get_##suffix(HANDLE object, type value, field name)                                                \
    {                                                                                                                  \
        return grb_get_field("GrB_get", (grb_object *)object, GRB_##KIND, form, value, (int)name, false);              \
    }
#define SET(NAME, HANDLE, KIND, suffix, type, field, ...)                                                              \
    GrB_Info NAME##_set_##suffix(HANDLE object, type value, field name)                                                \
    {                                                                                                                  \
        return grb_set_field("GrB_set", (grb_object *)object, GRB_##KIND, (grb_given){__VA_ARGS__}, (int)name, false); \
    }
#define FUNCTIONS(NAME, HANDLE, KIND, INT, field)                                                                      \
    GET(NAME, HANDLE, KIND, Scalar, GRB_SCALAR, GrB_Scalar, field)                                                     \
    GET(NAME, HANDLE, KIND, String, GRB_STRING, char *, field)                                                         \
    GET(NAME, HANDLE, KIND, INT, GRB_INT32, int32_t *, field)                                                          \
    GET(NAME, HANDLE, KIND, SIZE, GRB_SIZE, size_t *, field)                                                           \
    GET(NAME, HANDLE, KIND, VOID, GRB_VOID, void *, field)                                                             \
    SET(NAME, HANDLE, KIND, Scalar, GrB_Scalar, field, .form = GRB_SCALAR, .at = value, .scalar = value)               \
    SET(NAME, HANDLE, KIND, String, const char *, field, .form = GRB_STRING, .at = value)                              \
    SET(NAME, HANDLE, KIND, INT, int32_t, field, .form = GRB_INT32, .at = &value)                                      \
    GrB_Info NAME##_set_VOID(HANDLE object, const void *value, field name, size_t size)                                \
    {                                                                                                                  \
        grb_given from = {.form = GRB_VOID, .at = value, .size = size};                                                \
        memcpy(&from.function, &value, sizeof value);                                                                  \
        return grb_set_field("GrB_set", (grb_object *)object, GRB_##KIND, from, (int)name, false);                     \
    }
#define GRB_DEFINE(KIND) FUNCTIONS(GrB_##KIND, GrB_##KIND, KIND, INT32, GrB_Field)
GRB_OBJECTS_WITH_FIELDS(GRB_DEFINE)
#undef GRB_DEFINE
FUNCTIONS(GxB_Context, GxB_Context, Context, INT, int)
FUNCTIONS(GxB_IndexBinaryOp, GxB_IndexBinaryOp, IndexBinaryOp, INT32, GrB_Field)
