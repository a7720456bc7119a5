/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_generic.h: the polymorphic names of extensions, as in GraphBLAS_generic.h.
 */
#ifndef GRAPHBLAS_EXTENSION_GENERIC_H
#define GRAPHBLAS_EXTENSION_GENERIC_H

#include "GraphBLAS_extensions.h"

#define GRB_FREE_MORE                                                                                                  \
    , GxB_Iterator * : GxB_Iterator_free,                                                                              \
                       GxB_SelectOp * : GxB_SelectOp_free,                                                             \
                                        GxB_Context * : GxB_Context_free,                                              \
                                                        GxB_Container * : GxB_Container_free,                          \
                                                                          GxB_IndexBinaryOp * : GxB_IndexBinaryOp_free
#define GRB_WAIT_MORE                                                                                                  \
    , GxB_SelectOp : GxB_SelectOp_wait, GxB_IndexBinaryOp : GxB_IndexBinaryOp_wait, GxB_Context : GxB_Context_wait
#define GRB_ERROR_MORE                                                                                                 \
    , GxB_SelectOp : GxB_SelectOp_error, GxB_IndexBinaryOp : GxB_IndexBinaryOp_error, GxB_Context : GxB_Context_error
#define GRB_GET_MORE(x)                                                                                                \
    , GxB_IndexBinaryOp : GRB_GET_BY(GxB_IndexBinaryOp, INT32, x), GxB_Context : GRB_GET_BY(GxB_Context, INT, x)
#define GRB_SET_MORE(x)                                                                                                \
    , GxB_IndexBinaryOp : GRB_SET_BY(GxB_IndexBinaryOp, INT32, x), GxB_Context : GRB_SET_BY(GxB_Context, INT, x)
/* Of bytes, and how many they are. */
#define GRB_GET_4(bytes, value, field, size) GRB_GET_BY(GxB_Serialized, INT32, value)(bytes, value, field, size)
#define GRB_SET_BYTES_MORE , GxB_IndexBinaryOp : GxB_IndexBinaryOp_set_VOID, GxB_Context : GxB_Context_set_VOID

/* Lists that are vectors: 6 arguments for a vector, 7 for a matrix, a column or a row. */
#define GRB_EXTRACT_6(w, mask, accum, u, indices, desc)                                                                \
    GRB_IF(w, GrB_Vector, GRB_IF(u, GrB_Vector, GxB_Vector_extract_Vector))(w, mask, accum, u, indices, desc)
#define GRB_EXTRACT_MORE(w, u, i, otherwise)                                                                           \
    GRB_IF_ELSE(w, GrB_Matrix, GRB_IF(u, GrB_Matrix, GRB_IF(i, GrB_Vector, GxB_Matrix_extract_Vector)),                \
                GRB_IF_ELSE(u, GrB_Matrix, GRB_IF(i, GrB_Vector, GxB_Col_extract_Vector), otherwise))
#define GRB_ASSIGN_6(PREFIX, name, w, mask, accum, x, indices, desc)                                                   \
    GRB_IF(w, GrB_Vector,                                                                                              \
           GRB_IF_ELSE(x, GrB_Scalar, GxB_Vector_##name##_Scalar_Vector,                                               \
                       GRB_IF(x, GrB_Vector, GxB_Vector_##name##_Vector)))                                             \
    (w, mask, accum, x, indices, desc)
#define GRB_ASSIGN_MORE(name, C, x, i, otherwise)                                                                      \
    GRB_IF_ELSE(C, GrB_Matrix,                                                                                         \
                _Generic((x), GrB_Scalar                                                                               \
                         : GxB_Matrix_##name##_Scalar_Vector, GrB_Vector                                               \
                         : _Generic((i), GrB_Vector                                                                    \
                                    : GxB_Col_##name##_Vector, void *                                                  \
                                    : GxB_Col_##name##_Vector, default                                                 \
                                    : GxB_Row_##name##_Vector),                                                        \
                           default                                                                                     \
                         : GRB_IF(x, GrB_Matrix, GxB_Matrix_##name##_Vector)),                                         \
                otherwise)

#include "GraphBLAS_generic.h"

#undef GrB_Vector_build
#undef GrB_Vector_extractTuples
#undef GrB_Matrix_build
#undef GrB_Matrix_extractTuples
#define GRB_VECTOR_BUILD_5(w, indices, x, n, dup)                                                                      \
    GRB_IF_ELSE(x, GrB_Vector, GRB_IF(indices, GrB_Vector, GxB_Vector_build_Vector),                                   \
                GRB_BY_INPUT(x, GrB_Vector_build_))                                                                    \
    (w, indices, x, n, dup)
#define GRB_VECTOR_BUILD_4(w, indices, s, n)                                                                           \
    GRB_IF(s, GrB_Scalar, GRB_IF_ELSE(indices, GrB_Vector, GxB_Vector_build_Scalar_Vector, GxB_Vector_build_Scalar))   \
    (w, indices, s, n)
#define GrB_Vector_build(...)                                                                                          \
    GRB_TENTH(__VA_ARGS__, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_VECTOR_BUILD_5,     \
              GRB_VECTOR_BUILD_4, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, 0)                                \
    (__VA_ARGS__)
#define GrB_Vector_extractTuples(indices, x, n, u)                                                                     \
    GRB_IF_ELSE(n, GrB_Vector, GRB_IF(indices, GrB_Vector, GxB_Vector_extractTuples_Vector),                           \
                GRB_BY_OUTPUT(x, GrB_Vector_extractTuples_))                                                           \
    (indices, x, n, u)
#define GRB_MATRIX_BUILD_6(C, rows, columns, x, n, dup)                                                                \
    GRB_IF_ELSE(x, GrB_Vector, GRB_IF(rows, GrB_Vector, GxB_Matrix_build_Vector), GRB_BY_INPUT(x, GrB_Matrix_build_))  \
    (C, rows, columns, x, n, dup)
#define GRB_MATRIX_BUILD_5(C, rows, columns, s, n)                                                                     \
    GRB_IF(s, GrB_Scalar, GRB_IF_ELSE(rows, GrB_Vector, GxB_Matrix_build_Scalar_Vector, GxB_Matrix_build_Scalar))      \
    (C, rows, columns, s, n)
#define GrB_Matrix_build(...)                                                                                          \
    GRB_TENTH(__VA_ARGS__, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_MATRIX_BUILD_6, GRB_MATRIX_BUILD_5,  \
              GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, GRB_WRONG_COUNT, 0)                                   \
    (__VA_ARGS__)
#define GrB_Matrix_extractTuples(rows, columns, x, n, A)                                                               \
    GRB_IF_ELSE(n, GrB_Matrix, GRB_IF(rows, GrB_Vector, GxB_Matrix_extractTuples_Vector),                              \
                GRB_BY_OUTPUT(x, GrB_Matrix_extractTuples_))                                                           \
    (rows, columns, x, n, A)

#define GRB_FPRINT(KIND, x) GrB_##KIND : GxB_##KIND##_fprint
#define GRB_FPRINT_OF(object)                                                                                          \
    _Generic((object), GRB_KINDS(GRB_FPRINT, ), GxB_SelectOp                                                           \
             : GxB_SelectOp_fprint, GxB_IndexBinaryOp                                                                  \
             : GxB_IndexBinaryOp_fprint, GxB_Context                                                                   \
             : GxB_Context_fprint)
#define GxB_fprint(object, level, file) GRB_FPRINT_OF(object)(object, #object, level, file)
#define GxB_print(object, level) GRB_FPRINT_OF(object)(object, #object, level, NULL)

/* GxB_set(object, option, value) and GxB_get(object, option, &value); without an object, of the library. */
#define GRB_OPTION_OF(x, what)                                                                                         \
    _Generic((x), GrB_Matrix                                                                                           \
             : GxB_Matrix_Option_##what, GrB_Vector                                                                    \
             : GxB_Vector_Option_##what, GrB_Descriptor                                                                \
             : GxB_Desc_##what, GxB_Context                                                                            \
             : GxB_Context_##what, default                                                                             \
             : GxB_Global_Option_##what)
#define GxB_set(x, ...) GRB_OPTION_OF(x, set)(x, __VA_ARGS__)
#define GxB_get(x, ...) GRB_OPTION_OF(x, get)(x, __VA_ARGS__)

#define GxB_subassign(...) GRB_ASSIGN_OF(GxB_, subassign, __VA_ARGS__)
#define GxB_eWiseUnion(C, Mask, accum, op, A, alpha, B, beta, desc)                                                    \
    GRB_BY_COLLECTION(C, GRB_IF(A, GrB_Vector, GRB_IF(B, GrB_Vector, GxB_Vector_eWiseUnion)),                          \
                      GRB_IF(A, GrB_Matrix, GRB_IF(B, GrB_Matrix, GxB_Matrix_eWiseUnion)))                             \
    (C, Mask, accum, op, A, alpha, B, beta, desc)
#define GxB_select(C, Mask, accum, op, A, thunk, desc)                                                                 \
    GRB_BY_COLLECTION(C, GRB_IF(A, GrB_Vector, GxB_Vector_select), GRB_IF(A, GrB_Matrix, GxB_Matrix_select))           \
    (C, Mask, accum, op, A, thunk, desc)
#define GxB_sort(C, P, less, A, desc) GRB_BY_COLLECTION(A, GxB_Vector_sort, GxB_Matrix_sort)(C, P, less, A, desc)

#define GxB_Monoid_terminal_new(monoid, op, identity, terminal)                                                        \
    GRB_BY_VALUE(identity, GxB_Monoid_terminal_new_)(monoid, op, identity, terminal)
#define GxB_Scalar_setElement(s, x) GrB_Scalar_setElement(s, x)
#define GxB_Scalar_extractElement(x, s) GrB_Scalar_extractElement(x, s)

/* (w, size) or (C, nrows, ncols). */
#define GxB_resize(object, ...) GRB_BY_COLLECTION(object, GrB_Vector_resize, GrB_Matrix_resize)(object, __VA_ARGS__)

#endif /* GRAPHBLAS_EXTENSION_GENERIC_H */
