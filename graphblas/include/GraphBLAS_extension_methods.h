/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_methods.h: making, reading and printing objects, and walking over them.
 */
#ifndef GRAPHBLAS_EXTENSION_METHODS_H
#define GRAPHBLAS_EXTENSION_METHODS_H

#include <stdio.h>

#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * Types and operators with their C text
 * ------------------------------------------------------------------------------------------------------------- */

/* The size of a buffer for a name, with its end. */
#define GxB_MAX_NAME_LEN 128

typedef void (*GxB_unary_function)(void *z, const void *x);
typedef void (*GxB_binary_function)(void *z, const void *x, const void *y);
typedef void (*GxB_index_unary_function)(void *z, const void *x, GrB_Index i, GrB_Index j, const void *s);

/* As GrB_Type_new and so on, with the name of a C type or function and the text that defines it: a typedef, or that
 * function and others before it. The library compiles it at the first use, for a GPU and, if the function pointer is
 * NULL, for the CPU; errors in the text are INVALID_VALUE of that call. Either the function or both texts may be NULL.
 * A text is C11 that is also C++17, without #include; it may use GrB_Index and the names of <math.h>, <stdint.h>,
 * <stdbool.h> and <string.h>. An operator without a text runs on the CPU.
 *
 * The fields GxB_JIT_C_NAME and GxB_JIT_C_DEFINITION (String, of types and operators, W once) are the same. Set them
 * before the type or operator is used in another object. */
GRB_API GrB_Info GxB_Type_new(GrB_Type *type, size_t size, const char *name, const char *definition);
GRB_API GrB_Info GxB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type z_type, GrB_Type x_type,
                                 const char *name, const char *definition);
GRB_API GrB_Info GxB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type z_type, GrB_Type x_type,
                                  GrB_Type y_type, const char *name, const char *definition);
GRB_API GrB_Info GxB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function, GrB_Type z_type,
                                      GrB_Type x_type, GrB_Type s_type, const char *name, const char *definition);

/* The type of an object, and its name in C ("double"), in a buffer of GxB_MAX_NAME_LEN bytes. */
#define GRB_COLLECTIONS(X) X(Scalar) X(Vector) X(Matrix)
#define GRB_DECLARE(KIND)                                                                                              \
    GRB_API GrB_Info GxB_##KIND##_type(GrB_Type *type, const GrB_##KIND object);                                       \
    GRB_API GrB_Info GxB_##KIND##_type_name(char *name, const GrB_##KIND object);
GRB_COLLECTIONS(GRB_DECLARE)
#undef GRB_DECLARE

/* ----------------------------------------------------------------------------------------------------------------
 * Printing
 * ------------------------------------------------------------------------------------------------------------- */

/* How much: nothing, one line, the first entries, all entries; VERBOSE with all digits. */
typedef enum GxB_Print_Level {
    GxB_SILENT = 0,
    GxB_SUMMARY = 1,
    GxB_SHORT = 2,
    GxB_COMPLETE = 3,
    GxB_SHORT_VERBOSE = 4,
    GxB_COMPLETE_VERBOSE = 5
} GxB_Print_Level;

/* GxB_KIND_fprint prints an object under a name; to stdout, if the file is NULL. */
#define GRB_DECLARE(KIND)                                                                                              \
    GRB_API GrB_Info GxB_##KIND##_fprint(GrB_##KIND object, const char *name, GxB_Print_Level level, FILE *file);
GRB_OBJECTS(GRB_DECLARE)
#undef GRB_DECLARE

/* ----------------------------------------------------------------------------------------------------------------
 * Walking over the entries of a matrix, row by row
 * ------------------------------------------------------------------------------------------------------------- */

typedef struct GxB_Iterator_opaque *GxB_Iterator;

GRB_API GrB_Info GxB_Iterator_new(GxB_Iterator *iterator);
GRB_API GrB_Info GxB_Iterator_free(GxB_Iterator *iterator);

/* The matrix must not change while an iterator is attached. */
GRB_API GrB_Info GxB_rowIterator_attach(GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc);
/* The number of rows that it walks over. */
GRB_API GrB_Index GxB_rowIterator_kount(GxB_Iterator iterator);
/* To a row, and to the next one. Returns SUCCESS at its first entry, NO_VALUE if it has none, GxB_EXHAUSTED behind the
 * last row. */
GRB_API GrB_Info GxB_rowIterator_seekRow(GxB_Iterator iterator, GrB_Index row);
GRB_API GrB_Info GxB_rowIterator_nextRow(GxB_Iterator iterator);
/* To the next entry of the row. Returns NO_VALUE behind the last. */
GRB_API GrB_Info GxB_rowIterator_nextCol(GxB_Iterator iterator);
/* Where it is. */
GRB_API GrB_Index GxB_rowIterator_getRowIndex(GxB_Iterator iterator);
GRB_API GrB_Index GxB_rowIterator_getColIndex(GxB_Iterator iterator);
/* Its value there, cast to T (GxB_Iterator_get_FP64, ...); 0 where there is no entry. UDT: the bytes of one value, or
 * nothing. */
#define GRB_DECLARE(T, ctype) GRB_API ctype GxB_Iterator_get_##T(GxB_Iterator iterator);
GRB_TYPES(GRB_DECLARE)
#undef GRB_DECLARE
GRB_API void GxB_Iterator_get_UDT(GxB_Iterator iterator, void *value);

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_METHODS_H */
