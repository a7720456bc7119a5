/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_overloads.h: the polymorphic names in C++ (11 and later), as overloaded functions: they take what those of
 * GraphBLAS_generic.h take. Values are numbers, enumerators, a GrB_Scalar, or the address of a value of a user's type;
 * arrays are of numbers or of a user's type. Other handles are no values: such a call does not compile.
 */
#ifndef GRAPHBLAS_OVERLOADS_H
#define GRAPHBLAS_OVERLOADS_H

/* (Programs include GraphBLAS.h within extern "C".) */
extern "C++" {

#include <cstddef>
#include <type_traits>

#include "GraphBLAS_methods.h"
#include "GraphBLAS_operations.h"
#include "GraphBLAS_types.h"

/* ----------------------------------------------------------------------------------------------------------------
 * Values and arrays, as the API's types
 * ------------------------------------------------------------------------------------------------------------- */

namespace GrB_overloads {
template <std::size_t size, bool is_signed> struct integer;
template <> struct integer<1, true> {
    typedef int8_t type;
};
template <> struct integer<1, false> {
    typedef uint8_t type;
};
template <> struct integer<2, true> {
    typedef int16_t type;
};
template <> struct integer<2, false> {
    typedef uint16_t type;
};
template <> struct integer<4, true> {
    typedef int32_t type;
};
template <> struct integer<4, false> {
    typedef uint32_t type;
};
template <> struct integer<8, true> {
    typedef int64_t type;
};
template <> struct integer<8, false> {
    typedef uint64_t type;
};

/* The API's type of a C++ type: char, long and long long are as wide as the platform has them. */
template <class V, bool = std::is_integral<V>::value> struct number {
    typedef void type;
};
template <class V> struct number<V, true> {
    typedef typename integer<sizeof(V), std::is_signed<V>::value>::type type;
};
template <> struct number<bool, true> {
    typedef bool type;
};
template <> struct number<float, false> {
    typedef float type;
};
template <> struct number<double, false> {
    typedef double type;
};

/* A value that a function takes. */
template <class V>
typename std::enable_if<std::is_integral<V>::value || std::is_floating_point<V>::value, typename number<V>::type>::type
as_value(V x)
{
    return (typename number<V>::type)x;
}
template <class V> typename std::enable_if<std::is_enum<V>::value, int32_t>::type as_value(V x)
{
    return (int32_t)x;
}
template <class V> const void *as_value(V *x)
{
    return x;
}
inline const void *as_value(std::nullptr_t)
{
    return nullptr;
}
inline GrB_Scalar as_value(GrB_Scalar x)
{
    return x;
}

/* An array, or a value, that a function writes, and an array that it reads. */
template <class V> typename number<V>::type *as_output(V *x)
{
    static_assert(!std::is_const<V>::value, "the call writes there");
    return (typename number<V>::type *)x;
}
inline GrB_Scalar as_output(GrB_Scalar x)
{
    return x;
}
template <class V> const typename number<V>::type *as_input(const V *x)
{
    return (const typename number<V>::type *)x;
}
/* NULL, which is an integer of a type that no literal has. */
template <class V> typename std::enable_if<std::is_same<V, decltype(NULL)>::value, void *>::type as_output(V)
{
    return nullptr;
}
template <class V> typename std::enable_if<std::is_same<V, decltype(NULL)>::value, const void *>::type as_input(V)
{
    return nullptr;
}
inline void *as_output(std::nullptr_t)
{
    return nullptr;
}
inline const void *as_input(std::nullptr_t)
{
    return nullptr;
}

#define GRB_ONE(KIND)                                                                                                  \
    void as_value(GrB_##KIND) = delete;                                                                                \
    void as_output(GrB_##KIND) = delete;                                                                               \
    void as_input(GrB_##KIND) = delete;
GRB_ONE(Type)
GRB_ONE(UnaryOp)
GRB_ONE(IndexUnaryOp)
GRB_ONE(BinaryOp)
GRB_ONE(Monoid)
GRB_ONE(Semiring)
GRB_ONE(Vector)
GRB_ONE(Matrix)
GRB_ONE(Descriptor)
#undef GRB_ONE
void as_input(GrB_Scalar) = delete;

/* name(x) is the function for an x of each type that the functions above return. */
#define GRB_OF(PREFIX, name, T, type)                                                                                  \
    inline decltype(&PREFIX##name##_##T) name(type)                                                                    \
    {                                                                                                                  \
        return PREFIX##name##_##T;                                                                                     \
    }
#define GRB_ONE(T, ctype)                                                                                              \
    GRB_OF(GrB_, Monoid_new, T, ctype)                                                                                 \
    GRB_OF(GrB_, Scalar_setElement, T, ctype)
GRB_VALUES(GRB_ONE)
#undef GRB_ONE
#define GRB_ONE(T, ctype)                                                                                              \
    GRB_OF(GrB_, Vector_setElement, T, ctype)                                                                          \
    GRB_OF(GrB_, Matrix_setElement, T, ctype)                                                                          \
    GRB_OF(GrB_, Vector_assign, T, ctype)                                                                              \
    GRB_OF(GrB_, Matrix_assign, T, ctype)                                                                              \
    GRB_OF(GrB_, Vector_apply_BinaryOp1st, T, ctype)                                                                   \
    GRB_OF(GrB_, Matrix_apply_BinaryOp1st, T, ctype)                                                                   \
    GRB_OF(GrB_, Vector_apply_BinaryOp2nd, T, ctype)                                                                   \
    GRB_OF(GrB_, Matrix_apply_BinaryOp2nd, T, ctype)                                                                   \
    GRB_OF(GrB_, Vector_apply_IndexOp, T, ctype)                                                                       \
    GRB_OF(GrB_, Matrix_apply_IndexOp, T, ctype)                                                                       \
    GRB_OF(GrB_, Vector_select, T, ctype)                                                                              \
    GRB_OF(GrB_, Matrix_select, T, ctype)
GRB_VALUES_AND_SCALAR(GRB_ONE)
#undef GRB_ONE
#define GRB_ONE(T, ctype)                                                                                              \
    GRB_OF(GrB_, Scalar_extractElement, T, ctype *)                                                                    \
    GRB_OF(GrB_, Vector_extractElement, T, ctype *)                                                                    \
    GRB_OF(GrB_, Matrix_extractElement, T, ctype *)                                                                    \
    GRB_OF(GrB_, Vector_extractTuples, T, ctype *)                                                                     \
    GRB_OF(GrB_, Matrix_extractTuples, T, ctype *)                                                                     \
    GRB_OF(GrB_, Matrix_export, T, ctype *)                                                                            \
    GRB_OF(GrB_, Vector_reduce, T, ctype *)                                                                            \
    GRB_OF(GrB_, Matrix_reduce, T, ctype *)                                                                            \
    GRB_OF(GrB_, Vector_build, T, const ctype *)                                                                       \
    GRB_OF(GrB_, Matrix_build, T, const ctype *)                                                                       \
    GRB_OF(GrB_, Matrix_import, T, const ctype *)
GRB_ARRAYS(GRB_ONE)
#undef GRB_ONE
/* A scalar where there is a form for it; else it would be a pointer. */
void Monoid_new(GrB_Scalar) = delete;
void Scalar_setElement(GrB_Scalar) = delete;
void Scalar_extractElement(GrB_Scalar) = delete;
void Vector_extractTuples(GrB_Scalar) = delete;
void Matrix_extractTuples(GrB_Scalar) = delete;
void Matrix_export(GrB_Scalar) = delete;
void Vector_reduce(GrB_Scalar) = delete;
void Matrix_reduce(GrB_Scalar) = delete;
GRB_OF(GrB_, Vector_extractElement, Scalar, GrB_Scalar)
GRB_OF(GrB_, Matrix_extractElement, Scalar, GrB_Scalar)
} // namespace GrB_overloads

/* ----------------------------------------------------------------------------------------------------------------
 * All kinds of objects
 * ------------------------------------------------------------------------------------------------------------- */

/* Those that handles of one kind have. */
#define GRB_OBJECT_OVERLOADS(HANDLE)                                                                                   \
    inline GrB_Info GrB_free(HANDLE *object)                                                                           \
    {                                                                                                                  \
        return HANDLE##_free(object);                                                                                  \
    }                                                                                                                  \
    inline GrB_Info GrB_wait(HANDLE object, GrB_WaitMode mode)                                                         \
    {                                                                                                                  \
        return HANDLE##_wait(object, mode);                                                                            \
    }                                                                                                                  \
    inline GrB_Info GrB_error(const char **error, HANDLE object)                                                       \
    {                                                                                                                  \
        return HANDLE##_error(error, object);                                                                          \
    }
#define GRB_ONE(KIND) GRB_OBJECT_OVERLOADS(GrB_##KIND)
GRB_OBJECTS(GRB_ONE)
#undef GRB_ONE

/* (A field may be an enumerator of GrB_Desc_Field, too. Pointers to other values are not void *, and numbers that are
 * no integers of at most 32 bits not INT32.) */
#define GRB_GET(HANDLE, FORM, type)                                                                                    \
    inline GrB_Info GrB_get(HANDLE object, type value, int field)                                                      \
    {                                                                                                                  \
        return HANDLE##_get_##FORM(object, value, (GrB_Field)field);                                                   \
    }
#define GRB_SET(HANDLE, FORM, type)                                                                                    \
    inline GrB_Info GrB_set(HANDLE object, type value, int field)                                                      \
    {                                                                                                                  \
        return HANDLE##_set_##FORM(object, value, (GrB_Field)field);                                                   \
    }
#define GRB_FIELD_OVERLOADS(HANDLE, INT)                                                                               \
    GRB_GET(HANDLE, Scalar, GrB_Scalar)                                                                                \
    GRB_GET(HANDLE, String, char *)                                                                                    \
    GRB_GET(HANDLE, INT, int32_t *)                                                                                    \
    GRB_GET(HANDLE, SIZE, size_t *)                                                                                    \
    template <class V>                                                                                                 \
    inline typename std::enable_if<std::is_void<V>::value, GrB_Info>::type GrB_get(HANDLE object, V *value, int field) \
    {                                                                                                                  \
        return HANDLE##_get_VOID(object, value, (GrB_Field)field);                                                     \
    }                                                                                                                  \
    GRB_SET(HANDLE, Scalar, GrB_Scalar)                                                                                \
    GRB_SET(HANDLE, String, const char *)                                                                              \
    template <class V>                                                                                                 \
    inline typename std::enable_if<std::is_enum<V>::value || (std::is_integral<V>::value && sizeof(V) <= 4),           \
                                   GrB_Info>::type                                                                     \
    GrB_set(HANDLE object, V value, int field)                                                                         \
    {                                                                                                                  \
        return HANDLE##_set_##INT(object, (int32_t)value, (GrB_Field)field);                                           \
    }                                                                                                                  \
    inline GrB_Info GrB_set(HANDLE object, const void *value, int field, size_t size)                                  \
    {                                                                                                                  \
        return HANDLE##_set_VOID(object, value, (GrB_Field)field, size);                                               \
    }
#define GRB_ONE(KIND) GRB_FIELD_OVERLOADS(GrB_##KIND, INT32)
GRB_OBJECTS_WITH_FIELDS(GRB_ONE)
#undef GRB_ONE

/* ----------------------------------------------------------------------------------------------------------------
 * Monoids, scalars, vectors and matrices
 * ------------------------------------------------------------------------------------------------------------- */

/* NAME(PARAMETERS) with one that is named x and of any type calls the function for x with ARGUMENTS, in which v is x
 * as that takes it: as_value, as_output or as_input of it. */
#define GRB_CALL(NAME, function, as, PARAMETERS, ARGUMENTS)                                                            \
    template <class X> inline GrB_Info NAME PARAMETERS                                                                 \
    {                                                                                                                  \
        const auto v = GrB_overloads::as(x);                                                                           \
        return GrB_overloads::function(v) ARGUMENTS;                                                                   \
    }

GRB_CALL(GrB_Monoid_new, Monoid_new, as_value, (GrB_Monoid * monoid, GrB_BinaryOp op, X x), (monoid, op, v))

GRB_CALL(GrB_Scalar_setElement, Scalar_setElement, as_value, (GrB_Scalar s, X x), (s, v))
GRB_CALL(GrB_Scalar_extractElement, Scalar_extractElement, as_output, (X x, GrB_Scalar s), (v, s))

GRB_CALL(GrB_Vector_build, Vector_build, as_input,
         (GrB_Vector w, const GrB_Index *indices, X x, GrB_Index n, GrB_BinaryOp dup), (w, indices, v, n, dup))
GRB_CALL(GrB_Vector_setElement, Vector_setElement, as_value, (GrB_Vector w, X x, GrB_Index i), (w, v, i))
GRB_CALL(GrB_Vector_extractElement, Vector_extractElement, as_output, (X x, GrB_Vector u, GrB_Index i), (v, u, i))
GRB_CALL(GrB_Vector_extractTuples, Vector_extractTuples, as_output,
         (GrB_Index * indices, X x, GrB_Index *n, GrB_Vector u), (indices, v, n, u))

GRB_CALL(GrB_Matrix_build, Matrix_build, as_input,
         (GrB_Matrix C, const GrB_Index *rows, const GrB_Index *columns, X x, GrB_Index n, GrB_BinaryOp dup),
         (C, rows, columns, v, n, dup))
GRB_CALL(GrB_Matrix_setElement, Matrix_setElement, as_value, (GrB_Matrix C, X x, GrB_Index i, GrB_Index j),
         (C, v, i, j))
GRB_CALL(GrB_Matrix_extractElement, Matrix_extractElement, as_output, (X x, GrB_Matrix A, GrB_Index i, GrB_Index j),
         (v, A, i, j))
GRB_CALL(GrB_Matrix_extractTuples, Matrix_extractTuples, as_output,
         (GrB_Index * rows, GrB_Index *columns, X x, GrB_Index *n, GrB_Matrix A), (rows, columns, v, n, A))
GRB_CALL(GrB_Matrix_import, Matrix_import, as_input,
         (GrB_Matrix * A, GrB_Type type, GrB_Index nrows, GrB_Index ncols, const GrB_Index *offsets,
          const GrB_Index *indices, X x, GrB_Index n_offsets, GrB_Index n_indices, GrB_Index n_values,
          GrB_Format format),
         (A, type, nrows, ncols, offsets, indices, v, n_offsets, n_indices, n_values, format))
GRB_CALL(GrB_Matrix_export, Matrix_export, as_output,
         (GrB_Index * offsets, GrB_Index *indices, X x, GrB_Index *n_offsets, GrB_Index *n_indices, GrB_Index *n_values,
          GrB_Format format, GrB_Matrix A),
         (offsets, indices, v, n_offsets, n_indices, n_values, format, A))

/* ----------------------------------------------------------------------------------------------------------------
 * Operations
 * ------------------------------------------------------------------------------------------------------------- */

/* The outputs, and what comes with them. */
#define GRB_W GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum
#define GRB_C GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum

#define GRB_PAIRWISE(name, KIND)                                                                                       \
    inline GrB_Info GrB_##name(GRB_W, GrB_##KIND op, GrB_Vector u, GrB_Vector v, GrB_Descriptor desc)                  \
    {                                                                                                                  \
        return GrB_Vector_##name##_##KIND(w, mask, accum, op, u, v, desc);                                             \
    }                                                                                                                  \
    inline GrB_Info GrB_##name(GRB_C, GrB_##KIND op, GrB_Matrix A, GrB_Matrix B, GrB_Descriptor desc)                  \
    {                                                                                                                  \
        return GrB_Matrix_##name##_##KIND(C, Mask, accum, op, A, B, desc);                                             \
    }
#define GRB_ONE(KIND)                                                                                                  \
    GRB_PAIRWISE(eWiseMult, KIND)                                                                                      \
    GRB_PAIRWISE(eWiseAdd, KIND)                                                                                       \
    inline GrB_Info GrB_kronecker(GRB_C, GrB_##KIND op, GrB_Matrix A, GrB_Matrix B, GrB_Descriptor desc)               \
    {                                                                                                                  \
        return GrB_Matrix_kronecker_##KIND(C, Mask, accum, op, A, B, desc);                                            \
    }
GRB_OPERATORS(GRB_ONE)
#undef GRB_ONE
#undef GRB_PAIRWISE

inline GrB_Info GrB_extract(GRB_W, GrB_Vector u, const GrB_Index *indices, GrB_Index n, GrB_Descriptor desc)
{
    return GrB_Vector_extract(w, mask, accum, u, indices, n, desc);
}
inline GrB_Info GrB_extract(GRB_W, GrB_Matrix A, const GrB_Index *rows, GrB_Index nrows, GrB_Index column,
                            GrB_Descriptor desc)
{
    return GrB_Col_extract(w, mask, accum, A, rows, nrows, column, desc);
}
inline GrB_Info GrB_extract(GRB_C, GrB_Matrix A, const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns,
                            GrB_Index ncols, GrB_Descriptor desc)
{
    return GrB_Matrix_extract(C, Mask, accum, A, rows, nrows, columns, ncols, desc);
}

/* Of GrB_assign, and of extensions that have its forms. */
#define GRB_ASSIGN(PREFIX, name)                                                                                       \
    inline GrB_Info PREFIX##name(GRB_W, GrB_Vector u, const GrB_Index *indices, GrB_Index n, GrB_Descriptor desc)      \
    {                                                                                                                  \
        return PREFIX##Vector_##name(w, mask, accum, u, indices, n, desc);                                             \
    }                                                                                                                  \
    inline GrB_Info PREFIX##name(GRB_C, GrB_Matrix A, const GrB_Index *rows, GrB_Index nrows,                          \
                                 const GrB_Index *columns, GrB_Index ncols, GrB_Descriptor desc)                       \
    {                                                                                                                  \
        return PREFIX##Matrix_##name(C, Mask, accum, A, rows, nrows, columns, ncols, desc);                            \
    }                                                                                                                  \
    inline GrB_Info PREFIX##name(GrB_Matrix C, GrB_Vector mask, GrB_BinaryOp accum, GrB_Vector u,                      \
                                 const GrB_Index *rows, GrB_Index nrows, GrB_Index column, GrB_Descriptor desc)        \
    {                                                                                                                  \
        return PREFIX##Col_##name(C, mask, accum, u, rows, nrows, column, desc);                                       \
    }                                                                                                                  \
    inline GrB_Info PREFIX##name(GrB_Matrix C, GrB_Vector mask, GrB_BinaryOp accum, GrB_Vector u, GrB_Index row,       \
                                 const GrB_Index *columns, GrB_Index ncols, GrB_Descriptor desc)                       \
    {                                                                                                                  \
        return PREFIX##Row_##name(C, mask, accum, u, row, columns, ncols, desc);                                       \
    }                                                                                                                  \
    GRB_CALL(PREFIX##name, Vector_##name, as_value,                                                                    \
             (GRB_W, X x, const GrB_Index *indices, GrB_Index n, GrB_Descriptor desc),                                 \
             (w, mask, accum, v, indices, n, desc))                                                                    \
    GRB_CALL(PREFIX##name, Matrix_##name, as_value,                                                                    \
             (GRB_C, X x, const GrB_Index *rows, GrB_Index nrows, const GrB_Index *columns, GrB_Index ncols,           \
              GrB_Descriptor desc),                                                                                    \
             (C, Mask, accum, v, rows, nrows, columns, ncols, desc))
GRB_ASSIGN(GrB_, assign)

inline GrB_Info GrB_apply(GRB_W, GrB_UnaryOp op, GrB_Vector u, GrB_Descriptor desc)
{
    return GrB_Vector_apply(w, mask, accum, op, u, desc);
}
inline GrB_Info GrB_apply(GRB_C, GrB_UnaryOp op, GrB_Matrix A, GrB_Descriptor desc)
{
    return GrB_Matrix_apply(C, Mask, accum, op, A, desc);
}
GRB_CALL(GrB_apply, Vector_apply_BinaryOp1st, as_value,
         (GRB_W, GrB_BinaryOp op, X x, GrB_Vector u, GrB_Descriptor desc), (w, mask, accum, op, v, u, desc))
GRB_CALL(GrB_apply, Matrix_apply_BinaryOp1st, as_value,
         (GRB_C, GrB_BinaryOp op, X x, GrB_Matrix A, GrB_Descriptor desc), (C, Mask, accum, op, v, A, desc))
GRB_CALL(GrB_apply, Vector_apply_BinaryOp2nd, as_value,
         (GRB_W, GrB_BinaryOp op, GrB_Vector u, X x, GrB_Descriptor desc), (w, mask, accum, op, u, v, desc))
GRB_CALL(GrB_apply, Matrix_apply_BinaryOp2nd, as_value,
         (GRB_C, GrB_BinaryOp op, GrB_Matrix A, X x, GrB_Descriptor desc), (C, Mask, accum, op, A, v, desc))
GRB_CALL(GrB_apply, Vector_apply_IndexOp, as_value,
         (GRB_W, GrB_IndexUnaryOp op, GrB_Vector u, X x, GrB_Descriptor desc), (w, mask, accum, op, u, v, desc))
GRB_CALL(GrB_apply, Matrix_apply_IndexOp, as_value,
         (GRB_C, GrB_IndexUnaryOp op, GrB_Matrix A, X x, GrB_Descriptor desc), (C, Mask, accum, op, A, v, desc))
GRB_CALL(GrB_select, Vector_select, as_value, (GRB_W, GrB_IndexUnaryOp op, GrB_Vector u, X x, GrB_Descriptor desc),
         (w, mask, accum, op, u, v, desc))
GRB_CALL(GrB_select, Matrix_select, as_value, (GRB_C, GrB_IndexUnaryOp op, GrB_Matrix A, X x, GrB_Descriptor desc),
         (C, Mask, accum, op, A, v, desc))

#define GRB_ONE(KIND, A)                                                                                               \
    GRB_CALL(GrB_reduce, KIND##_reduce, as_output,                                                                     \
             (X x, GrB_BinaryOp accum, GrB_Monoid op, GrB_##KIND A, GrB_Descriptor desc), (v, accum, op, A, desc))     \
    inline GrB_Info GrB_reduce(GrB_Scalar s, GrB_BinaryOp accum, GrB_Monoid op, GrB_##KIND A, GrB_Descriptor desc)     \
    {                                                                                                                  \
        return GrB_##KIND##_reduce_Monoid_Scalar(s, accum, op, A, desc);                                               \
    }                                                                                                                  \
    inline GrB_Info GrB_reduce(GrB_Scalar s, GrB_BinaryOp accum, GrB_BinaryOp op, GrB_##KIND A, GrB_Descriptor desc)   \
    {                                                                                                                  \
        return GrB_##KIND##_reduce_BinaryOp_Scalar(s, accum, op, A, desc);                                             \
    }
GRB_ONE(Vector, u)
GRB_ONE(Matrix, A)
#undef GRB_ONE
inline GrB_Info GrB_reduce(GRB_W, GrB_Monoid op, GrB_Matrix A, GrB_Descriptor desc)
{
    return GrB_Matrix_reduce_Monoid(w, mask, accum, op, A, desc);
}
inline GrB_Info GrB_reduce(GRB_W, GrB_BinaryOp op, GrB_Matrix A, GrB_Descriptor desc)
{
    return GrB_Matrix_reduce_BinaryOp(w, mask, accum, op, A, desc);
}

} // extern "C++"

#endif /* GRAPHBLAS_OVERLOADS_H */
