/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_overloads.h: the polymorphic names of extensions in C++, as in GraphBLAS_overloads.h.
 */
#ifndef GRAPHBLAS_EXTENSION_OVERLOADS_H
#define GRAPHBLAS_EXTENSION_OVERLOADS_H

#include "GraphBLAS_extensions.h"
#include "GraphBLAS_overloads.h"

extern "C++" {

inline GrB_Info GrB_free(GxB_Iterator *object)
{
    return GxB_Iterator_free(object);
}
inline GrB_Info GrB_free(GxB_Container *object)
{
    return GxB_Container_free(object);
}
GRB_OBJECT_OVERLOADS(GxB_SelectOp)
GRB_OBJECT_OVERLOADS(GxB_IndexBinaryOp)
GRB_FIELD_OVERLOADS(GxB_IndexBinaryOp, INT32)
GRB_OBJECT_OVERLOADS(GxB_Context)
GRB_FIELD_OVERLOADS(GxB_Context, INT)

/* Of bytes, and how many they are. */
#define GRB_GET_OF_BYTES(FORM, type)                                                                                   \
    inline GrB_Info GrB_get(const void *bytes, type value, int field, size_t size)                                     \
    {                                                                                                                  \
        return GxB_Serialized_get_##FORM(bytes, value, field, size);                                                   \
    }
GRB_GET_OF_BYTES(Scalar, GrB_Scalar)
GRB_GET_OF_BYTES(String, char *)
GRB_GET_OF_BYTES(INT32, int32_t *)
GRB_GET_OF_BYTES(SIZE, size_t *)
#undef GRB_GET_OF_BYTES

namespace GrB_overloads {
#define GRB_ONE(KIND)                                                                                                  \
    inline GrB_Info fprint(GrB_##KIND object, const char *name, GxB_Print_Level level, FILE *file)                     \
    {                                                                                                                  \
        return GxB_##KIND##_fprint(object, name, level, file);                                                         \
    }
GRB_OBJECTS(GRB_ONE)
#undef GRB_ONE
inline GrB_Info fprint(GxB_SelectOp object, const char *name, GxB_Print_Level level, FILE *file)
{
    return GxB_SelectOp_fprint(object, name, level, file);
}
inline GrB_Info fprint(GxB_IndexBinaryOp object, const char *name, GxB_Print_Level level, FILE *file)
{
    return GxB_IndexBinaryOp_fprint(object, name, level, file);
}
inline GrB_Info fprint(GxB_Context object, const char *name, GxB_Print_Level level, FILE *file)
{
    return GxB_Context_fprint(object, name, level, file);
}

#define GRB_ONE(T, ctype)                                                                                              \
    GRB_OF(GxB_, Vector_subassign, T, ctype)                                                                           \
    GRB_OF(GxB_, Matrix_subassign, T, ctype)
GRB_VALUES_AND_SCALAR(GRB_ONE)
#undef GRB_ONE
} // namespace GrB_overloads

#define GxB_fprint(object, level, file) GrB_overloads::fprint(object, #object, level, file)
#define GxB_print(object, level) GrB_overloads::fprint(object, #object, level, NULL)

/* GxB_set(object, option, value) and GxB_get(object, option, &value); without an object, of the library. */
#define GRB_OPTION(HANDLE, set)                                                                                        \
    template <class... V> inline GrB_Info GxB_##set(HANDLE object, int field, V... value)                              \
    {                                                                                                                  \
        return HANDLE##_OPTION(set)(object, field, value...);                                                          \
    }
#define GrB_Matrix_OPTION(set) GxB_Matrix_Option_##set
#define GrB_Vector_OPTION(set) GxB_Vector_Option_##set
#define GrB_Descriptor_OPTION(set) GxB_Desc_##set
#define GxB_Context_OPTION(set) GxB_Context_##set
GRB_OPTION(GrB_Matrix, set)
GRB_OPTION(GrB_Matrix, get)
GRB_OPTION(GrB_Vector, set)
GRB_OPTION(GrB_Vector, get)
GRB_OPTION(GrB_Descriptor, set)
GRB_OPTION(GrB_Descriptor, get)
GRB_OPTION(GxB_Context, set)
GRB_OPTION(GxB_Context, get)
template <class... V> inline GrB_Info GxB_set(int field, V... value)
{
    return GxB_Global_Option_set(field, value...);
}
template <class... V> inline GrB_Info GxB_get(int field, V... value)
{
    return GxB_Global_Option_get(field, value...);
}

GRB_ASSIGN(GxB_, subassign)

/* Lists that are vectors. */
inline GrB_Info GrB_extract(GRB_W, GrB_Vector u, GrB_Vector indices, GrB_Descriptor desc)
{
    return GxB_Vector_extract_Vector(w, mask, accum, u, indices, desc);
}
inline GrB_Info GrB_extract(GRB_W, GrB_Matrix A, GrB_Vector rows, GrB_Index column, GrB_Descriptor desc)
{
    return GxB_Col_extract_Vector(w, mask, accum, A, rows, column, desc);
}
inline GrB_Info GrB_extract(GRB_C, GrB_Matrix A, GrB_Vector rows, GrB_Vector columns, GrB_Descriptor desc)
{
    return GxB_Matrix_extract_Vector(C, Mask, accum, A, rows, columns, desc);
}
#define GRB_LISTED(PREFIX, name)                                                                                       \
    inline GrB_Info PREFIX##name(GRB_W, GrB_Vector u, GrB_Vector indices, GrB_Descriptor desc)                         \
    {                                                                                                                  \
        return GxB_Vector_##name##_Vector(w, mask, accum, u, indices, desc);                                           \
    }                                                                                                                  \
    inline GrB_Info PREFIX##name(GRB_W, GrB_Scalar value, GrB_Vector indices, GrB_Descriptor desc)                     \
    {                                                                                                                  \
        return GxB_Vector_##name##_Scalar_Vector(w, mask, accum, value, indices, desc);                                \
    }                                                                                                                  \
    inline GrB_Info PREFIX##name(GRB_C, GrB_Matrix A, GrB_Vector rows, GrB_Vector columns, GrB_Descriptor desc)        \
    {                                                                                                                  \
        return GxB_Matrix_##name##_Vector(C, Mask, accum, A, rows, columns, desc);                                     \
    }                                                                                                                  \
    inline GrB_Info PREFIX##name(GRB_C, GrB_Scalar value, GrB_Vector rows, GrB_Vector columns, GrB_Descriptor desc)    \
    {                                                                                                                  \
        return GxB_Matrix_##name##_Scalar_Vector(C, Mask, accum, value, rows, columns, desc);                          \
    }                                                                                                                  \
    inline GrB_Info PREFIX##name(GrB_Matrix C, GrB_Vector mask, GrB_BinaryOp accum, GrB_Vector u, GrB_Vector rows,     \
                                 GrB_Index column, GrB_Descriptor desc)                                                \
    {                                                                                                                  \
        return GxB_Col_##name##_Vector(C, mask, accum, u, rows, column, desc);                                         \
    }                                                                                                                  \
    inline GrB_Info PREFIX##name(GrB_Matrix C, GrB_Vector mask, GrB_BinaryOp accum, GrB_Vector u, GrB_Index row,       \
                                 GrB_Vector columns, GrB_Descriptor desc)                                              \
    {                                                                                                                  \
        return GxB_Row_##name##_Vector(C, mask, accum, u, row, columns, desc);                                         \
    }
GRB_LISTED(GrB_, assign)
GRB_LISTED(GxB_, subassign)
#undef GRB_LISTED
inline GrB_Info GrB_Vector_build(GrB_Vector w, GrB_Vector indices, GrB_Vector values, GrB_BinaryOp dup,
                                 GrB_Descriptor desc)
{
    return GxB_Vector_build_Vector(w, indices, values, dup, desc);
}
inline GrB_Info GrB_Vector_build(GrB_Vector w, GrB_Vector indices, GrB_Scalar scalar, GrB_Descriptor desc)
{
    return GxB_Vector_build_Scalar_Vector(w, indices, scalar, desc);
}
inline GrB_Info GrB_Vector_build(GrB_Vector w, const GrB_Index *indices, GrB_Scalar scalar, GrB_Index n)
{
    return GxB_Vector_build_Scalar(w, indices, scalar, n);
}
inline GrB_Info GrB_Vector_extractTuples(GrB_Vector indices, GrB_Vector values, GrB_Vector u, GrB_Descriptor desc)
{
    return GxB_Vector_extractTuples_Vector(indices, values, u, desc);
}
inline GrB_Info GrB_Matrix_build(GrB_Matrix C, GrB_Vector rows, GrB_Vector columns, GrB_Vector values, GrB_BinaryOp dup,
                                 GrB_Descriptor desc)
{
    return GxB_Matrix_build_Vector(C, rows, columns, values, dup, desc);
}
inline GrB_Info GrB_Matrix_build(GrB_Matrix C, GrB_Vector rows, GrB_Vector columns, GrB_Scalar scalar,
                                 GrB_Descriptor desc)
{
    return GxB_Matrix_build_Scalar_Vector(C, rows, columns, scalar, desc);
}
inline GrB_Info GrB_Matrix_build(GrB_Matrix C, const GrB_Index *rows, const GrB_Index *columns, GrB_Scalar scalar,
                                 GrB_Index n)
{
    return GxB_Matrix_build_Scalar(C, rows, columns, scalar, n);
}
inline GrB_Info GrB_Matrix_extractTuples(GrB_Vector rows, GrB_Vector columns, GrB_Vector values, GrB_Matrix A,
                                         GrB_Descriptor desc)
{
    return GxB_Matrix_extractTuples_Vector(rows, columns, values, A, desc);
}

inline GrB_Info GxB_eWiseUnion(GRB_W, GrB_BinaryOp op, GrB_Vector u, GrB_Scalar alpha, GrB_Vector v, GrB_Scalar beta,
                               GrB_Descriptor desc)
{
    return GxB_Vector_eWiseUnion(w, mask, accum, op, u, alpha, v, beta, desc);
}
inline GrB_Info GxB_eWiseUnion(GRB_C, GrB_BinaryOp op, GrB_Matrix A, GrB_Scalar alpha, GrB_Matrix B, GrB_Scalar beta,
                               GrB_Descriptor desc)
{
    return GxB_Matrix_eWiseUnion(C, Mask, accum, op, A, alpha, B, beta, desc);
}
inline GrB_Info GxB_select(GRB_W, GxB_SelectOp op, GrB_Vector u, GrB_Scalar thunk, GrB_Descriptor desc)
{
    return GxB_Vector_select(w, mask, accum, op, u, thunk, desc);
}
inline GrB_Info GxB_select(GRB_C, GxB_SelectOp op, GrB_Matrix A, GrB_Scalar thunk, GrB_Descriptor desc)
{
    return GxB_Matrix_select(C, Mask, accum, op, A, thunk, desc);
}
inline GrB_Info GxB_sort(GrB_Vector w, GrB_Vector p, GrB_BinaryOp less, GrB_Vector u, GrB_Descriptor desc)
{
    return GxB_Vector_sort(w, p, less, u, desc);
}
inline GrB_Info GxB_sort(GrB_Matrix C, GrB_Matrix P, GrB_BinaryOp less, GrB_Matrix A, GrB_Descriptor desc)
{
    return GxB_Matrix_sort(C, P, less, A, desc);
}

namespace GrB_overloads {
#define GRB_ONE(T, ctype) GRB_OF(GxB_, Monoid_terminal_new, T, ctype)
GRB_VALUES(GRB_ONE)
#undef GRB_ONE
void Monoid_terminal_new(GrB_Scalar) = delete;
/* (A terminal value of a user's type may be NULL.) */
template <class T, class V> T as_terminal(V x)
{
    return (T)as_value(x);
}
} // namespace GrB_overloads
template <class X, class Y>
inline GrB_Info GxB_Monoid_terminal_new(GrB_Monoid *monoid, GrB_BinaryOp op, X identity, Y terminal)
{
    const auto v = GrB_overloads::as_value(identity);
    return GrB_overloads::Monoid_terminal_new(v)(monoid, op, v, GrB_overloads::as_terminal<decltype(+v)>(terminal));
}
#define GxB_Scalar_setElement(s, x) GrB_Scalar_setElement(s, x)
#define GxB_Scalar_extractElement(x, s) GrB_Scalar_extractElement(x, s)

inline GrB_Info GxB_resize(GrB_Vector w, GrB_Index size)
{
    return GrB_Vector_resize(w, size);
}
inline GrB_Info GxB_resize(GrB_Matrix C, GrB_Index nrows, GrB_Index ncols)
{
    return GrB_Matrix_resize(C, nrows, ncols);
}

} // extern "C++"

#endif /* GRAPHBLAS_EXTENSION_OVERLOADS_H */
