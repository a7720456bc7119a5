/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_generic.h: the polymorphic names, by _Generic: which function is called depends on the number of arguments
 * and on the types of the output, the operator, the inputs and the value.
 *
 * If those fit no function, it is an error: the callee is no function (clang names
 * GrB_no_function_takes_these_types).
 * Masks, accumulators, descriptors and sizes select nothing, and are converted as in any call in C; NULL and 0 do for
 * the first three. NULL as a value or an array selects the UDT form, and as an operator or input some form that returns
 * GrB_NULL_POINTER. Values of a user's type go by their address, as a pointer to that type or as void *.
 */
#ifndef GRAPHBLAS_GENERIC_H
#define GRAPHBLAS_GENERIC_H

#include <limits.h>

#include "GraphBLAS_methods.h"
#include "GraphBLAS_operations.h"
#include "GraphBLAS_types.h"

/* ----------------------------------------------------------------------------------------------------------------
 * How a function is chosen
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_NO_FUNCTION ((struct GrB_no_function_takes_these_types *)0)
#define GRB_WRONG_COUNT(...) GRB_NO_FUNCTION(__VA_ARGS__)

/* char and long are as wide as the platform has them. */
#if CHAR_MIN < 0
#define GRB_CHAR(prefix) prefix##INT8
#else
#define GRB_CHAR(prefix) prefix##UINT8
#endif
#if LONG_MAX > INT32_MAX
#define GRB_LONG(prefix) prefix##INT64
#define GRB_ULONG(prefix) prefix##UINT64
#else
#define GRB_LONG(prefix) prefix##INT32
#define GRB_ULONG(prefix) prefix##UINT32
#endif

/* The C types, with a qualifier and a star or without, and the function of each. */
#define GRB_CASE(type, function)                                                                                       \
    type:                                                                                                              \
    function
#define GRB_C_TYPES(qualifier, star, prefix)                                                                           \
    GRB_CASE(qualifier bool star, prefix##BOOL), GRB_CASE(qualifier char star, GRB_CHAR(prefix)),                      \
        GRB_CASE(qualifier signed char star, prefix##INT8), GRB_CASE(qualifier unsigned char star, prefix##UINT8),     \
        GRB_CASE(qualifier short star, prefix##INT16), GRB_CASE(qualifier unsigned short star, prefix##UINT16),        \
        GRB_CASE(qualifier int star, prefix##INT32), GRB_CASE(qualifier unsigned star, prefix##UINT32),                \
        GRB_CASE(qualifier long star, GRB_LONG(prefix)), GRB_CASE(qualifier unsigned long star, GRB_ULONG(prefix)),    \
        GRB_CASE(qualifier long long star, prefix##INT64),                                                             \
        GRB_CASE(qualifier unsigned long long star, prefix##UINT64), GRB_CASE(qualifier float star, prefix##FP32),     \
        GRB_CASE(qualifier double star, prefix##FP64)

/* The function, if x is of the type, or else the other one. */
#define GRB_IF_ELSE(x, type, function, otherwise) _Generic((x), type : function, default : otherwise)
/* The function, if x is of the type or NULL. */
#define GRB_IF(x, type, function) _Generic((x), type : function, void * : function, default : GRB_NO_FUNCTION)

/* Of values and arrays: handles and, for a pointer, numbers and what must not be written are none. */
#define GRB_NO_HANDLE(KIND, x) GrB_##KIND : GRB_NO_FUNCTION
#define GRB_NONE_BOOL GRB_NO_FUNCTION
#define GRB_NONE_INT8 GRB_NO_FUNCTION
#define GRB_NONE_UINT8 GRB_NO_FUNCTION
#define GRB_NONE_INT16 GRB_NO_FUNCTION
#define GRB_NONE_UINT16 GRB_NO_FUNCTION
#define GRB_NONE_INT32 GRB_NO_FUNCTION
#define GRB_NONE_UINT32 GRB_NO_FUNCTION
#define GRB_NONE_INT64 GRB_NO_FUNCTION
#define GRB_NONE_UINT64 GRB_NO_FUNCTION
#define GRB_NONE_FP32 GRB_NO_FUNCTION
#define GRB_NONE_FP64 GRB_NO_FUNCTION

/* By a value: a number, a user's type through any other pointer, or (the second form) a GrB_Scalar. */
#define GRB_BY_VALUE(x, prefix)                                                                                        \
    _Generic((x), GRB_C_TYPES(, , prefix), GRB_KINDS(GRB_NO_HANDLE, ), default : prefix##UDT)
#define GRB_BY_VALUE_OR_SCALAR(x, prefix) GRB_IF_ELSE(x, GrB_Scalar, prefix##Scalar, GRB_BY_VALUE(x, prefix))

/* By an array or value that the function writes, and by an array it reads. */
#define GRB_BY_OUTPUT(x, prefix)                                                                                       \
    _Generic((x), GRB_C_TYPES(, *, prefix), GRB_C_TYPES(const, *, GRB_NONE_), GRB_C_TYPES(, , GRB_NONE_),              \
             const void * : GRB_NO_FUNCTION, GRB_KINDS(GRB_NO_HANDLE, ), default : prefix##UDT)
#define GRB_BY_OUTPUT_OR_SCALAR(x, prefix) GRB_IF_ELSE(x, GrB_Scalar, prefix##Scalar, GRB_BY_OUTPUT(x, prefix))
#define GRB_BY_INPUT(x, prefix)                                                                                        \
    _Generic((x), GRB_C_TYPES(, *, prefix), GRB_C_TYPES(const, *, prefix), GRB_C_TYPES(, , GRB_NONE_),                 \
             GRB_KINDS(GRB_NO_HANDLE, ), default                                                                       \
             : prefix##UDT)

/* By a vector or matrix, and by an operator. */
#define GRB_BY_COLLECTION(x, vector_function, matrix_function)                                                         \
    _Generic((x), GrB_Vector : vector_function, GrB_Matrix : matrix_function, default : GRB_NO_FUNCTION)
#define GRB_BY_OPERATOR(op, prefix)                                                                                    \
    _Generic((op), GrB_BinaryOp : prefix##BinaryOp, GrB_Monoid : prefix##Monoid, GrB_Semiring : prefix##Semiring,      \
             void * : prefix##BinaryOp, default : GRB_NO_FUNCTION)

/* The function, if x is an array of indices. */
#define GRB_IF_INDICES(x, function, otherwise)                                                                         \
    _Generic((x), GrB_Index * : function, const GrB_Index * : function, void * : function, default : otherwise)

/* The tenth argument: behind the n arguments of a call, with functions for 9, 8, ..., 1, that for n. */
#define GRB_TENTH(a1, a2, a3, a4, a5, a6, a7, a8, a9, name, ...) name

/* ----------------------------------------------------------------------------------------------------------------
 * All kinds of objects
 * ------------------------------------------------------------------------------------------------------------- */

/* CASE(KIND, x) for each kind with a handle. */
#define GRB_KINDS(CASE, x)                                                                                             \
    CASE(Type, x), CASE(UnaryOp, x), CASE(IndexUnaryOp, x), CASE(BinaryOp, x), CASE(Monoid, x), CASE(Semiring, x),     \
        CASE(Scalar, x), CASE(Vector, x), CASE(Matrix, x), CASE(Descriptor, x)

#define GRB_FREE(KIND, x) GrB_##KIND * : GrB_##KIND##_free
#define GRB_WAIT(KIND, x) GrB_##KIND : GrB_##KIND##_wait
#define GRB_ERROR(KIND, x) GrB_##KIND : GrB_##KIND##_error
#define GRB_GET_BY(NAME, INT, x)                                                                                       \
    _Generic((x), GrB_Scalar : NAME##_get_Scalar, char * : NAME##_get_String, int32_t * : NAME##_get_##INT,            \
             size_t * : NAME##_get_SIZE, void * : NAME##_get_VOID, default : GRB_NO_FUNCTION)
#define GRB_GET(KIND, x) GrB_##KIND : GRB_GET_BY(GrB_##KIND, INT32, x)
/* Integers of at most 32 bits do for INT32, and an unsigned one too, for C makes most enumerations unsigned. */
#define GRB_SET_BY(NAME, INT, x)                                                                                       \
    _Generic((x), GrB_Scalar : NAME##_set_Scalar, char * : NAME##_set_String, const char * : NAME##_set_String,        \
             bool : NAME##_set_##INT, signed char : NAME##_set_##INT, unsigned char : NAME##_set_##INT,                \
             short : NAME##_set_##INT, unsigned short : NAME##_set_##INT, int : NAME##_set_##INT,                      \
             unsigned : NAME##_set_##INT, default : GRB_NO_FUNCTION)
#define GRB_SET(KIND, x) GrB_##KIND : GRB_SET_BY(GrB_##KIND, INT32, x)
#define GRB_SET_BYTES(KIND, x) GrB_##KIND : GrB_##KIND##_set_VOID

/* (Extensions add kinds.) */
#ifndef GRB_FREE_MORE
#define GRB_FREE_MORE
#define GRB_WAIT_MORE
#define GRB_ERROR_MORE
#define GRB_GET_MORE(x)
#define GRB_SET_MORE(x)
#define GRB_SET_BYTES_MORE
#define GRB_GET_4 GRB_WRONG_COUNT
#endif
#define GrB_free(object) _Generic((object), GRB_KINDS(GRB_FREE, ) GRB_FREE_MORE)(object)
#define GrB_wait(object, mode) _Generic((object), GRB_KINDS(GRB_WAIT, ) GRB_WAIT_MORE)(object, mode)
#define GrB_error(error, object) _Generic((object), GRB_KINDS(GRB_ERROR, ) GRB_ERROR_MORE)(error, object)

#define GRB_GET_3(object, value, field)                                                                                \
    _Generic((object), GRB_KINDS(GRB_GET, value), GRB_GET(Global, value) GRB_GET_MORE(value))(object, value, field)
#define GrB_get(...)                                                                                                   \
    GRB_TENTH(__VA_ARGS__, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT,        \
              GRB_GET_4, GRB_GET_3, GRB_WRONG_COUNT, GRB_WRONG_COUNT, 0)                                               \
    (__VA_ARGS__)
#define GRB_SET_3(object, value, field)                                                                                \
    _Generic((object), GRB_KINDS(GRB_SET, value), GRB_SET(Global, value) GRB_SET_MORE(value))(object, value, field)
#define GRB_SET_4(object, value, field, size)                                                                          \
    _Generic((object), GRB_KINDS(GRB_SET_BYTES, ), GRB_SET_BYTES(Global, ) GRB_SET_BYTES_MORE)(object, value, field,   \
                                                                                               size)
#define GrB_set(...)                                                                                                   \
    GRB_TENTH(__VA_ARGS__, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT,        \
              GRB_SET_4, GRB_SET_3, GRB_WRONG_COUNT, GRB_WRONG_COUNT, 0)                                               \
    (__VA_ARGS__)

/* ----------------------------------------------------------------------------------------------------------------
 * Monoids, scalars, vectors and matrices
 * ------------------------------------------------------------------------------------------------------------- */

#define GrB_Monoid_new(monoid, op, identity) GRB_BY_VALUE(identity, GrB_Monoid_new_)(monoid, op, identity)

#define GrB_Scalar_setElement(s, x) GRB_BY_VALUE(x, GrB_Scalar_setElement_)(s, x)
#define GrB_Scalar_extractElement(x, s) GRB_BY_OUTPUT(x, GrB_Scalar_extractElement_)(x, s)

#define GrB_Vector_build(w, indices, x, n, dup) GRB_BY_INPUT(x, GrB_Vector_build_)(w, indices, x, n, dup)
#define GrB_Vector_setElement(w, x, i) GRB_BY_VALUE_OR_SCALAR(x, GrB_Vector_setElement_)(w, x, i)
#define GrB_Vector_extractElement(x, u, i) GRB_BY_OUTPUT_OR_SCALAR(x, GrB_Vector_extractElement_)(x, u, i)
#define GrB_Vector_extractTuples(indices, x, n, u) GRB_BY_OUTPUT(x, GrB_Vector_extractTuples_)(indices, x, n, u)

#define GrB_Matrix_build(C, rows, columns, x, n, dup) GRB_BY_INPUT(x, GrB_Matrix_build_)(C, rows, columns, x, n, dup)
#define GrB_Matrix_setElement(C, x, i, j) GRB_BY_VALUE_OR_SCALAR(x, GrB_Matrix_setElement_)(C, x, i, j)
#define GrB_Matrix_extractElement(x, A, i, j) GRB_BY_OUTPUT_OR_SCALAR(x, GrB_Matrix_extractElement_)(x, A, i, j)
#define GrB_Matrix_extractTuples(rows, columns, x, n, A)                                                               \
    GRB_BY_OUTPUT(x, GrB_Matrix_extractTuples_)(rows, columns, x, n, A)
#define GrB_Matrix_import(A, type, nrows, ncols, offsets, indices, x, n_offsets, n_indices, n_values, format)          \
    GRB_BY_INPUT(x, GrB_Matrix_import_)                                                                                \
    (A, type, nrows, ncols, offsets, indices, x, n_offsets, n_indices, n_values, format)
#define GrB_Matrix_export(offsets, indices, x, n_offsets, n_indices, n_values, format, A)                              \
    GRB_BY_OUTPUT(x, GrB_Matrix_export_)(offsets, indices, x, n_offsets, n_indices, n_values, format, A)

/* ----------------------------------------------------------------------------------------------------------------
 * Operations
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_PAIRWISE(KIND, operation, op, A, B)                                                                        \
    GRB_IF(A, GrB_##KIND, GRB_IF(B, GrB_##KIND, GRB_BY_OPERATOR(op, GrB_##KIND##_##operation##_)))
#define GrB_eWiseMult(C, Mask, accum, op, A, B, desc)                                                                  \
    GRB_BY_COLLECTION(C, GRB_PAIRWISE(Vector, eWiseMult, op, A, B), GRB_PAIRWISE(Matrix, eWiseMult, op, A, B))         \
    (C, Mask, accum, op, A, B, desc)
#define GrB_eWiseAdd(C, Mask, accum, op, A, B, desc)                                                                   \
    GRB_BY_COLLECTION(C, GRB_PAIRWISE(Vector, eWiseAdd, op, A, B), GRB_PAIRWISE(Matrix, eWiseAdd, op, A, B))           \
    (C, Mask, accum, op, A, B, desc)
#define GrB_kronecker(C, Mask, accum, op, A, B, desc)                                                                  \
    GRB_IF(C, GrB_Matrix, GRB_PAIRWISE(Matrix, kronecker, op, A, B))(C, Mask, accum, op, A, B, desc)

/* 7 arguments for a vector, 8 for a column or row of a matrix, 9 for a matrix. (Extensions have functions of 6, 7.) */
#ifndef GRB_EXTRACT_6
#define GRB_EXTRACT_6 GRB_WRONG_COUNT
#define GRB_ASSIGN_6 GRB_WRONG_COUNT
#define GRB_EXTRACT_MORE(w, u, i, otherwise) otherwise
#define GRB_ASSIGN_MORE(name, w, x, i, otherwise) otherwise
#endif
#define GRB_EXTRACT_7(w, mask, accum, u, indices, n, desc)                                                             \
    GRB_EXTRACT_MORE(w, u, indices, GRB_IF(w, GrB_Vector, GRB_IF(u, GrB_Vector, GrB_Vector_extract)))                  \
    (w, mask, accum, u, indices, n, desc)
#define GRB_EXTRACT_8(w, mask, accum, A, rows, nrows, column, desc)                                                    \
    GRB_IF(w, GrB_Vector, GRB_IF(A, GrB_Matrix, GrB_Col_extract))(w, mask, accum, A, rows, nrows, column, desc)
#define GRB_EXTRACT_9(C, Mask, accum, A, rows, nrows, columns, ncols, desc)                                            \
    GRB_IF(C, GrB_Matrix, GRB_IF(A, GrB_Matrix, GrB_Matrix_extract))                                                   \
    (C, Mask, accum, A, rows, nrows, columns, ncols, desc)
#define GrB_extract(...)                                                                                               \
    GRB_TENTH(__VA_ARGS__, GRB_EXTRACT_9, GRB_EXTRACT_8, GRB_EXTRACT_7, GRB_EXTRACT_6, GRB_WRONG_COUNT,                \
              GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, 0)                                   \
    (__VA_ARGS__)

/* PREFIX##KIND_##name: of GrB_assign, and of extensions that have its forms. */
#define GRB_ASSIGN_7(PREFIX, name, w, mask, accum, x, indices, n, desc)                                                \
    GRB_ASSIGN_MORE(name, w, x, indices,                                                                               \
                    GRB_IF(w, GrB_Vector,                                                                              \
                           GRB_IF_ELSE(x, GrB_Vector, PREFIX##Vector_##name,                                           \
                                       GRB_BY_VALUE_OR_SCALAR(x, PREFIX##Vector_##name##_))))                          \
    (w, mask, accum, x, indices, n, desc)
#define GRB_ASSIGN_8(PREFIX, name, C, mask, accum, u, i, j, k, desc)                                                   \
    GRB_IF(C, GrB_Matrix,                                                                                              \
           GRB_IF(u, GrB_Vector,                                                                                       \
                  GRB_IF_INDICES(i, PREFIX##Col_##name, GRB_IF_INDICES(j, PREFIX##Row_##name, GRB_NO_FUNCTION))))      \
    (C, mask, accum, u, i, j, k, desc)
#define GRB_ASSIGN_9(PREFIX, name, C, Mask, accum, x, rows, nrows, columns, ncols, desc)                               \
    GRB_IF(C, GrB_Matrix,                                                                                              \
           GRB_IF_ELSE(x, GrB_Matrix, PREFIX##Matrix_##name, GRB_BY_VALUE_OR_SCALAR(x, PREFIX##Matrix_##name##_)))     \
    (C, Mask, accum, x, rows, nrows, columns, ncols, desc)
#define GRB_ASSIGN_OF(PREFIX, name, ...)                                                                               \
    GRB_TENTH(__VA_ARGS__, GRB_ASSIGN_9, GRB_ASSIGN_8, GRB_ASSIGN_7, GRB_ASSIGN_6, GRB_WRONG_COUNT, GRB_WRONG_COUNT,   \
              GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, 0)                                                    \
    (PREFIX, name, __VA_ARGS__)
#define GrB_assign(...) GRB_ASSIGN_OF(GrB_, assign, __VA_ARGS__)

/* 6 arguments for a unary operator; 7 for an index operator, or a binary one and a value before or behind the input. */
#define GRB_APPLY_6(C, Mask, accum, op, A, desc)                                                                       \
    GRB_IF(op, GrB_UnaryOp,                                                                                            \
           GRB_BY_COLLECTION(C, GRB_IF(A, GrB_Vector, GrB_Vector_apply), GRB_IF(A, GrB_Matrix, GrB_Matrix_apply)))     \
    (C, Mask, accum, op, A, desc)
#define GRB_APPLY_BEHIND(KIND, op, y)                                                                                  \
    GRB_IF_ELSE(op, GrB_BinaryOp, GRB_BY_VALUE_OR_SCALAR(y, GrB_##KIND##_apply_BinaryOp2nd_),                          \
                GRB_IF(op, GrB_IndexUnaryOp, GRB_BY_VALUE_OR_SCALAR(y, GrB_##KIND##_apply_IndexOp_)))
#define GRB_APPLY_BEFORE(KIND, op, x, y)                                                                               \
    GRB_IF(op, GrB_BinaryOp, GRB_IF(y, GrB_##KIND, GRB_BY_VALUE_OR_SCALAR(x, GrB_##KIND##_apply_BinaryOp1st_)))
#define GRB_APPLY_TO(KIND, op, x, y)                                                                                   \
    GRB_IF_ELSE(x, GrB_##KIND, GRB_APPLY_BEHIND(KIND, op, y), GRB_APPLY_BEFORE(KIND, op, x, y))
#define GRB_APPLY_7(C, Mask, accum, op, x, y, desc)                                                                    \
    GRB_BY_COLLECTION(C, GRB_APPLY_TO(Vector, op, x, y), GRB_APPLY_TO(Matrix, op, x, y))                               \
    (C, Mask, accum, op, x, y, desc)
#define GrB_apply(...)                                                                                                 \
    GRB_TENTH(__VA_ARGS__, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_APPLY_7, GRB_APPLY_6, GRB_WRONG_COUNT,                \
              GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, 0)                                   \
    (__VA_ARGS__)

#define GRB_SELECT_OF(KIND, op, A, x)                                                                                  \
    GRB_IF(op, GrB_IndexUnaryOp, GRB_IF(A, GrB_##KIND, GRB_BY_VALUE_OR_SCALAR(x, GrB_##KIND##_select_)))
#define GrB_select(C, Mask, accum, op, A, x, desc)                                                                     \
    GRB_BY_COLLECTION(C, GRB_SELECT_OF(Vector, op, A, x), GRB_SELECT_OF(Matrix, op, A, x))                             \
    (C, Mask, accum, op, A, x, desc)

/* 5 arguments for a value or GrB_Scalar, 6 for a vector. */
#define GRB_BY_REDUCTION(op, operator_function, monoid_function)                                                       \
    _Generic((op), GrB_BinaryOp : operator_function, GrB_Monoid : monoid_function, void * : monoid_function, \
             default : GRB_NO_FUNCTION)
#define GRB_REDUCE_OF(KIND, x, op)                                                                                     \
    GRB_IF_ELSE(x, GrB_Scalar,                                                                                         \
                GRB_BY_REDUCTION(op, GrB_##KIND##_reduce_BinaryOp_Scalar, GrB_##KIND##_reduce_Monoid_Scalar),          \
                GRB_BY_REDUCTION(op, GRB_NO_FUNCTION, GRB_BY_OUTPUT(x, GrB_##KIND##_reduce_)))
#define GRB_REDUCE_5(x, accum, op, A, desc)                                                                            \
    GRB_BY_COLLECTION(A, GRB_REDUCE_OF(Vector, x, op), GRB_REDUCE_OF(Matrix, x, op))(x, accum, op, A, desc)
#define GRB_REDUCE_6(w, mask, accum, op, A, desc)                                                                      \
    GRB_IF(w, GrB_Vector,                                                                                              \
           GRB_IF(A, GrB_Matrix, GRB_BY_REDUCTION(op, GrB_Matrix_reduce_BinaryOp, GrB_Matrix_reduce_Monoid)))          \
    (w, mask, accum, op, A, desc)
#define GrB_reduce(...)                                                                                                \
    GRB_TENTH(__VA_ARGS__, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_REDUCE_6, GRB_REDUCE_5,              \
              GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, 0)                                   \
    (__VA_ARGS__)

#endif /* GRAPHBLAS_GENERIC_H */
