/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_methods.h: making, reading and printing objects.
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
 * before the type or operator is used in another object. A type's size 0 stands for that of the text, which a compiler
 * finds at once. */
GRB_API GrB_Info GxB_Type_new(GrB_Type *type, size_t size, const char *name, const char *definition);
GRB_API GrB_Info GxB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type z_type, GrB_Type x_type,
                                 const char *name, const char *definition);
GRB_API GrB_Info GxB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type z_type, GrB_Type x_type,
                                  GrB_Type y_type, const char *name, const char *definition);
GRB_API GrB_Info GxB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function, GrB_Type z_type,
                                      GrB_Type x_type, GrB_Type s_type, const char *name, const char *definition);

/* ----------------------------------------------------------------------------------------------------------------
 * Operators that get the places of both operands
 * ------------------------------------------------------------------------------------------------------------- */

/* z = f(x, ix, jx, y, iy, jy, theta): x is at row ix and column jx of its matrix, y at row iy and column jy of its. */
typedef void (*GxB_index_binary_function)(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y,
                                          GrB_Index iy, GrB_Index jy, const void *theta);
typedef struct GxB_IndexBinaryOp_opaque *GxB_IndexBinaryOp;

/* As GxB_BinaryOp_new, of such a function, or of a text that defines it. */
GRB_API GrB_Info GxB_IndexBinaryOp_new(GxB_IndexBinaryOp *op, GxB_index_binary_function function, GrB_Type z_type,
                                       GrB_Type x_type, GrB_Type y_type, GrB_Type theta_type, const char *name,
                                       const char *definition);
/* A binary operator of it, with a copy of the scalar's value as theta. The first operator may be freed then.
 * In a product of A and B it gets A(i,k) at i and k, and B(k,j) at k and j, after transposes; a vector is a column in
 * mxv, and a row in vxm. In kronecker each operand is at its own place; elementwise, both are at that of the result (of
 * a vector, in column 0).
 * It is no accum, dup or `less`, nor that of a monoid, and apply does not take it: DOMAIN_MISMATCH.
 * Cost: mxm copies A with the place of each entry, kronecker A and B, so their types have at most 65528 bytes there,
 * on a GPU 120 (NOT_IMPLEMENTED). On a GPU, each theta is compiled as a constant, and a pointer in it cannot be
 * followed.
 * Errors: EMPTY_OBJECT (theta), DOMAIN_MISMATCH (it does not cast to the type of theta). */
GRB_API GrB_Info GxB_BinaryOp_new_IndexOp(GrB_BinaryOp *op, GxB_IndexBinaryOp index_op, GrB_Scalar theta);
/* The fields GxB_THETA_TYPE_CODE (INT32) and GxB_THETA_TYPE_STRING are of both, and of semirings of the second; so is
 * GxB_THETA, but not of a GxB_IndexBinaryOp: Scalar, of that type. */

/* As those of GrB_KIND. */
GRB_API GrB_Info GxB_IndexBinaryOp_free(GxB_IndexBinaryOp *object);
GRB_API GrB_Info GxB_IndexBinaryOp_wait(GxB_IndexBinaryOp object, GrB_WaitMode mode);
GRB_API GrB_Info GxB_IndexBinaryOp_error(const char **error, const GxB_IndexBinaryOp object);
GRB_API GrB_Info GxB_IndexBinaryOp_get_Scalar(GxB_IndexBinaryOp object, GrB_Scalar value, GrB_Field field);
GRB_API GrB_Info GxB_IndexBinaryOp_get_String(GxB_IndexBinaryOp object, char *value, GrB_Field field);
GRB_API GrB_Info GxB_IndexBinaryOp_get_INT32(GxB_IndexBinaryOp object, int32_t *value, GrB_Field field);
GRB_API GrB_Info GxB_IndexBinaryOp_get_SIZE(GxB_IndexBinaryOp object, size_t *value, GrB_Field field);
GRB_API GrB_Info GxB_IndexBinaryOp_get_VOID(GxB_IndexBinaryOp object, void *value, GrB_Field field);
GRB_API GrB_Info GxB_IndexBinaryOp_set_Scalar(GxB_IndexBinaryOp object, GrB_Scalar value, GrB_Field field);
GRB_API GrB_Info GxB_IndexBinaryOp_set_String(GxB_IndexBinaryOp object, const char *value, GrB_Field field);
GRB_API GrB_Info GxB_IndexBinaryOp_set_INT32(GxB_IndexBinaryOp object, int32_t value, GrB_Field field);
GRB_API GrB_Info GxB_IndexBinaryOp_set_VOID(GxB_IndexBinaryOp object, const void *value, GrB_Field field, size_t size);

/* ----------------------------------------------------------------------------------------------------------------
 * Questions
 * ------------------------------------------------------------------------------------------------------------- */

/* The type of an object, and its name in C ("double"), in a buffer of GxB_MAX_NAME_LEN bytes. */
#define GRB_COLLECTIONS(X) X(Scalar) X(Vector) X(Matrix)
#define GRB_DECLARE(KIND)                                                                                              \
    GRB_API GrB_Info GxB_##KIND##_type(GrB_Type *type, const GrB_##KIND object);                                       \
    GRB_API GrB_Info GxB_##KIND##_type_name(char *name, const GrB_##KIND object);
GRB_COLLECTIONS(GRB_DECLARE)
#undef GRB_DECLARE

/* A type's name in C, and the bytes of a value. The built-in type of such a name; NULL if there is none. */
GRB_API GrB_Info GxB_Type_name(char *name, const GrB_Type type);
GRB_API GrB_Info GxB_Type_size(size_t *size, const GrB_Type type);
GRB_API GrB_Info GxB_Type_from_name(GrB_Type *type, const char *name);

/* The types of an operator z = f(x, y), and their names. An operator of positions alone has no x: NULL, and "". */
#define GRB_OPERATOR_TYPES(X)                                                                                          \
    X(UnaryOp, z)                                                                                                      \
    X(UnaryOp, x)                                                                                                      \
    X(BinaryOp, z) X(BinaryOp, x) X(BinaryOp, y) X(IndexUnaryOp, z) X(IndexUnaryOp, x) X(IndexUnaryOp, y)
#define GRB_DECLARE(KIND, z)                                                                                           \
    GRB_API GrB_Info GxB_##KIND##_##z##type(GrB_Type *type, const GrB_##KIND op);                                      \
    GRB_API GrB_Info GxB_##KIND##_##z##type_name(char *name, const GrB_##KIND op);
GRB_OPERATOR_TYPES(GRB_DECLARE)
#undef GRB_DECLARE

/* The parts of a monoid: its operator, its identity, and whether a sum may stop at a value, which is then given: a
 * value of the operator's type, else unchanged. MIN, MAX and TIMES have one for integers, LOR, LAND, BOR and BAND too.
 * Cost: O(1). */
GRB_API GrB_Info GxB_Monoid_operator(GrB_BinaryOp *op, const GrB_Monoid monoid);
GRB_API GrB_Info GxB_Monoid_identity(void *identity, const GrB_Monoid monoid);
GRB_API GrB_Info GxB_Monoid_terminal(bool *has_terminal, void *terminal, const GrB_Monoid monoid);
GRB_API GrB_Info GxB_Semiring_add(GrB_Monoid *add, const GrB_Semiring semiring);
GRB_API GrB_Info GxB_Semiring_multiply(GrB_BinaryOp *multiply, const GrB_Semiring semiring);

/* As GrB_Monoid_new, for an operator that gives `terminal` if an operand is that: sums may stop there. UDT: NULL is no
 * such value. Built-in operators of the specification's monoids have their own terminal value. */
#define GRB_DECLARE(T, ctype)                                                                                          \
    GRB_API GrB_Info GxB_Monoid_terminal_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, ctype identity, ctype terminal);
GRB_VALUES(GRB_DECLARE)
#undef GRB_DECLARE

/* The bytes of an object in memory of the host and of devices, and whether all its values are known to be one: those of
 * a pattern are. */
#define GRB_DECLARE(KIND) GRB_API GrB_Info GxB_##KIND##_memoryUsage(size_t *bytes, const GrB_##KIND object);
GRB_COLLECTIONS(GRB_DECLARE)
#undef GRB_DECLARE
GRB_API GrB_Info GxB_Vector_iso(bool *iso, const GrB_Vector vector);
GRB_API GrB_Info GxB_Matrix_iso(bool *iso, const GrB_Matrix matrix);
/* Has the matrix entries that were set or removed one by one, and are not merged into its arrays yet? */
GRB_API GrB_Info GxB_Matrix_Pending(GrB_Matrix matrix, bool *pending);
/* SUCCESS, if there is an entry at this place; else NO_VALUE. */
GRB_API GrB_Info GxB_Vector_isStoredElement(const GrB_Vector vector, GrB_Index index);
GRB_API GrB_Info GxB_Matrix_isStoredElement(const GrB_Matrix matrix, GrB_Index row, GrB_Index column);

/* ----------------------------------------------------------------------------------------------------------------
 * Making and changing
 * ------------------------------------------------------------------------------------------------------------- */

/* As GrB_Vector_build and GrB_Matrix_build, with the scalar's value at each place. Places may come twice.
 * Errors: also EMPTY_OBJECT (the scalar). */
GRB_API GrB_Info GxB_Vector_build_Scalar(GrB_Vector vector, const GrB_Index *indices, GrB_Scalar scalar, GrB_Index n);
GRB_API GrB_Info GxB_Matrix_build_Scalar(GrB_Matrix matrix, const GrB_Index *rows, const GrB_Index *columns,
                                         GrB_Scalar scalar, GrB_Index n);

/* C = a grid of m x n tiles, which lie row by row. Tiles of one row of the grid have as many rows, those of one column
 * as many columns, and C has as many as they have together. Its type stays: values are cast.
 * Cost: O(C's rows * n + entries). The descriptor has no effect, here and below.
 * Errors: INVALID_VALUE (m or n is 0). */
GRB_API GrB_Info GxB_Matrix_concat(GrB_Matrix C, const GrB_Matrix *tiles, GrB_Index m, GrB_Index n,
                                   const GrB_Descriptor desc);
/* The opposite: m x n new matrices of A's type. The row k of tiles has heights[k] rows, the column k widths[k] columns;
 * their sums are A's rows and columns. */
GRB_API GrB_Info GxB_Matrix_split(GrB_Matrix *tiles, GrB_Index m, GrB_Index n, const GrB_Index *heights,
                                  const GrB_Index *widths, const GrB_Matrix A, const GrB_Descriptor desc);
/* C = the matrix with v on its diagonal k, as GrB_Matrix_diag makes it; v = the diagonal k of A. Neither changes its
 * size or type. A diagonal beyond A's corners has size 0. */
GRB_API GrB_Info GxB_Matrix_diag(GrB_Matrix C, const GrB_Vector v, int64_t k, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_diag(GrB_Vector v, const GrB_Matrix A, int64_t k, const GrB_Descriptor desc);
/* Another shape with as many places: entries keep their number when places are counted row by row (by_column: column
 * by column). Cost: O(entries), and a sort by_column.
 * Errors: DIMENSION_MISMATCH (another number of places). */
GRB_API GrB_Info GxB_Matrix_reshape(GrB_Matrix C, bool by_column, GrB_Index nrows, GrB_Index ncols,
                                    const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Matrix_reshapeDup(GrB_Matrix *C, GrB_Matrix A, bool by_column, GrB_Index nrows, GrB_Index ncols,
                                       const GrB_Descriptor desc);

/* ----------------------------------------------------------------------------------------------------------------
 * Bytes
 * ------------------------------------------------------------------------------------------------------------- */

/* As GrB_Matrix_serialize, into memory that the call allocates: by malloc, or by the function that GxB_init was given.
 * The caller frees it. The bytes are those of GrB_Matrix_serialize, not compressed, whatever the descriptor says; a
 * vector's are those of a matrix of one column. */
GRB_API GrB_Info GxB_Matrix_serialize(void **bytes, GrB_Index *size, GrB_Matrix matrix, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_serialize(void **bytes, GrB_Index *size, GrB_Vector vector, const GrB_Descriptor desc);
/* As GrB_Matrix_deserialize. Errors of a vector: also INVALID_OBJECT (a matrix that has not one column). */
GRB_API GrB_Info GxB_Matrix_deserialize(GrB_Matrix *matrix, GrB_Type type, const void *bytes, GrB_Index size,
                                        const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_deserialize(GrB_Vector *vector, GrB_Type type, const void *bytes, GrB_Index size,
                                        const GrB_Descriptor desc);
/* The name in C of their type, in a buffer of GxB_MAX_NAME_LEN bytes. */
GRB_API GrB_Info GxB_deserialize_type_name(char *name, const void *bytes, GrB_Index size);
/* Fields of such bytes, as of the matrix or vector that they will be: EL_TYPE_CODE, _STRING, STORAGE_ORIENTATION_HINT,
 * NAME (""), and GxB_FORMAT, _JIT_C_NAME, _SPARSITY_CONTROL, _STATUS, _HYPER_SWITCH, _BITMAP_SWITCH, _ISO.
 * Errors: INVALID_VALUE (no such field, or it has another type), INVALID_OBJECT (the bytes are none). */
GRB_API GrB_Info GxB_Serialized_get_Scalar(const void *bytes, GrB_Scalar value, int field, size_t size);
GRB_API GrB_Info GxB_Serialized_get_String(const void *bytes, char *value, int field, size_t size);
GRB_API GrB_Info GxB_Serialized_get_INT32(const void *bytes, int32_t *value, int field, size_t size);
GRB_API GrB_Info GxB_Serialized_get_SIZE(const void *bytes, size_t *value, int field, size_t size);
GRB_API GrB_Info GxB_Serialized_get_VOID(const void *bytes, void *value, int field, size_t size);

/* ----------------------------------------------------------------------------------------------------------------
 * Old names: each is the GrB_ function of that name
 * ------------------------------------------------------------------------------------------------------------- */

typedef GrB_Scalar GxB_Scalar;

GRB_API GrB_Info GxB_Scalar_new(GrB_Scalar *scalar, GrB_Type type);
GRB_API GrB_Info GxB_Scalar_dup(GrB_Scalar *copy, const GrB_Scalar scalar);
GRB_API GrB_Info GxB_Scalar_clear(GrB_Scalar scalar);
GRB_API GrB_Info GxB_Scalar_nvals(GrB_Index *nvals, const GrB_Scalar scalar);
GRB_API GrB_Info GxB_Scalar_free(GrB_Scalar *scalar);
GRB_API GrB_Info GxB_Scalar_wait(GrB_Scalar *scalar); /* to MATERIALIZE */
GRB_API GrB_Info GxB_Scalar_error(const char **error, const GrB_Scalar scalar);
#define GRB_DECLARE(T, ctype) GRB_API GrB_Info GxB_Scalar_setElement_##T(GrB_Scalar scalar, ctype value);
GRB_VALUES(GRB_DECLARE)
#undef GRB_DECLARE
#define GRB_DECLARE(T, ctype) GRB_API GrB_Info GxB_Scalar_extractElement_##T(ctype *value, const GrB_Scalar scalar);
GRB_ARRAYS(GRB_DECLARE)
#undef GRB_DECLARE

GRB_API GrB_Info GxB_Vector_resize(GrB_Vector vector, GrB_Index size);
GRB_API GrB_Info GxB_Matrix_resize(GrB_Matrix matrix, GrB_Index nrows, GrB_Index ncols);

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
GRB_API GrB_Info GxB_IndexBinaryOp_fprint(GxB_IndexBinaryOp object, const char *name, GxB_Print_Level level,
                                          FILE *file);

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_METHODS_H */
