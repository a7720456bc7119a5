/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_methods.h: the library, and making, reading, changing and freeing objects.
 *
 * Functions that differ in a type only come from tables (GraphBLAS_types.h), such as GrB_Vector_build_T for T = BOOL,
 * ..., FP64 and UDT. T need not be the type of the object: values are cast between predefined types. UDT needs the
 * object's own type. NULL for an array of _extractTuples_T means that it is not wanted.
 */
#ifndef GRAPHBLAS_METHODS_H
#define GRAPHBLAS_METHODS_H

#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * The library
 * ------------------------------------------------------------------------------------------------------------- */

/* Call GrB_init first, and GrB_finalize last. GrB_init may be called again then, if all objects were freed before
 * GrB_finalize. Errors: INVALID_VALUE (no such mode, called before, or objects that were not freed). */
GRB_API GrB_Info GrB_init(GrB_Mode mode);
GRB_API GrB_Info GrB_finalize(void);

/* Sets the version of the C API: GRB_VERSION and GRB_SUBVERSION. */
GRB_API GrB_Info GrB_getVersion(unsigned int *version, unsigned int *subversion);

/* ----------------------------------------------------------------------------------------------------------------
 * All kinds of objects
 * ------------------------------------------------------------------------------------------------------------- */

/* GrB_KIND_free frees an object and sets the handle to GrB_INVALID_HANDLE. It accepts a handle that is that already,
 * or no address of a handle, and leaves predefined objects as they are.
 *
 * GrB_KIND_wait returns when the object is complete, or all its values are computed.
 *
 * GrB_KIND_error sets *error to a sentence about the last call whose first output the object was, or to "" if that did
 * not fail. The text belongs to the object; the next such call, or the object's end, ends it. Of no object (NULL) it is
 * "", which is an error for scalars, vectors, matrices and descriptors alone. */
#define GRB_DECLARE(KIND)                                                                                              \
    GRB_API GrB_Info GrB_##KIND##_free(GrB_##KIND *object);                                                            \
    GRB_API GrB_Info GrB_##KIND##_wait(GrB_##KIND object, GrB_WaitMode mode);                                          \
    GRB_API GrB_Info GrB_##KIND##_error(const char **error, const GrB_##KIND object);
GRB_OBJECTS(GRB_DECLARE)
#undef GRB_DECLARE

/* GrB_KIND_get_TYPE reads a field, and GrB_KIND_set_TYPE writes one; see GrB_Field for the type each has. For a string
 * or bytes, _get_SIZE gives the size of the buffer (of a string with its end). Errors: INVALID_VALUE (the object has no
 * such field, it is of another type, or cannot be set), ALREADY_SET (a field that can be set only once), EMPTY_OBJECT
 * (set from a scalar without an entry), NO_VALUE (the object has no such type). */
#define GRB_DECLARE(KIND)                                                                                              \
    GRB_API GrB_Info GrB_##KIND##_get_Scalar(GrB_##KIND object, GrB_Scalar value, GrB_Field field);                    \
    GRB_API GrB_Info GrB_##KIND##_get_String(GrB_##KIND object, char *value, GrB_Field field);                         \
    GRB_API GrB_Info GrB_##KIND##_get_INT32(GrB_##KIND object, int32_t *value, GrB_Field field);                       \
    GRB_API GrB_Info GrB_##KIND##_get_SIZE(GrB_##KIND object, size_t *value, GrB_Field field);                         \
    GRB_API GrB_Info GrB_##KIND##_get_VOID(GrB_##KIND object, void *value, GrB_Field field);                           \
    GRB_API GrB_Info GrB_##KIND##_set_Scalar(GrB_##KIND object, GrB_Scalar value, GrB_Field field);                    \
    GRB_API GrB_Info GrB_##KIND##_set_String(GrB_##KIND object, const char *value, GrB_Field field);                   \
    GRB_API GrB_Info GrB_##KIND##_set_INT32(GrB_##KIND object, int32_t value, GrB_Field field);                        \
    GRB_API GrB_Info GrB_##KIND##_set_VOID(GrB_##KIND object, const void *value, GrB_Field field, size_t size);
GRB_OBJECTS_WITH_FIELDS(GRB_DECLARE)
#undef GRB_DECLARE

/* ----------------------------------------------------------------------------------------------------------------
 * Types, operators, monoids and semirings
 * ------------------------------------------------------------------------------------------------------------- */

/* A type of `size` bytes, 1 to 65536, which values are copied by. Functions of operators get values aligned for any
 * type of C. Objects of types of more than 128 bytes stay on the CPU, and so do the calls that have one.
 * Errors: INVALID_VALUE (0), NOT_IMPLEMENTED (more). */
GRB_API GrB_Info GrB_Type_new(GrB_Type *type, size_t size);

/* An operator that calls a function of the caller, perhaps from several threads at once. The function must not call
 * GraphBLAS (PANIC). */
GRB_API GrB_Info GrB_UnaryOp_new(GrB_UnaryOp *op, void (*function)(void *z, const void *x), GrB_Type z_type,
                                 GrB_Type x_type);
GRB_API GrB_Info GrB_BinaryOp_new(GrB_BinaryOp *op, void (*function)(void *z, const void *x, const void *y),
                                  GrB_Type z_type, GrB_Type x_type, GrB_Type y_type);
/* The function gets an entry x, its row i and column j (0 in a vector), and the scalar s of the call. */
GRB_API GrB_Info GrB_IndexUnaryOp_new(GrB_IndexUnaryOp *op,
                                      void (*function)(void *z, const void *x, GrB_Index i, GrB_Index j, const void *s),
                                      GrB_Type z_type, GrB_Type x_type, GrB_Type s_type);

/* GrB_Monoid_new_T: an associative operator, whose three types are T's, and its identity.
 * Errors: DOMAIN_MISMATCH (types that differ). */
#define GRB_DECLARE(T, ctype) GRB_API GrB_Info GrB_Monoid_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, ctype identity);
GRB_VALUES(GRB_DECLARE)
#undef GRB_DECLARE

/* A commutative monoid that adds, and an operator that multiplies, with results of the monoid's type.
 * Errors: DOMAIN_MISMATCH. */
GRB_API GrB_Info GrB_Semiring_new(GrB_Semiring *semiring, GrB_Monoid add, GrB_BinaryOp multiply);

/* ----------------------------------------------------------------------------------------------------------------
 * Descriptors
 * ------------------------------------------------------------------------------------------------------------- */

GRB_API GrB_Info GrB_Descriptor_new(GrB_Descriptor *descriptor);
/* Sets one field; values of GrB_MASK add up. Errors: INVALID_VALUE (that field has no such value). */
GRB_API GrB_Info GrB_Descriptor_set(GrB_Descriptor descriptor, GrB_Desc_Field field, GrB_Desc_Value value);

/* ----------------------------------------------------------------------------------------------------------------
 * Scalars: one entry or none
 * ------------------------------------------------------------------------------------------------------------- */

GRB_API GrB_Info GrB_Scalar_new(GrB_Scalar *scalar, GrB_Type type);
GRB_API GrB_Info GrB_Scalar_dup(GrB_Scalar *copy, const GrB_Scalar scalar);
GRB_API GrB_Info GrB_Scalar_clear(GrB_Scalar scalar);
GRB_API GrB_Info GrB_Scalar_nvals(GrB_Index *nvals, const GrB_Scalar scalar);

#define GRB_DECLARE(T, ctype) GRB_API GrB_Info GrB_Scalar_setElement_##T(GrB_Scalar scalar, ctype value);
GRB_VALUES(GRB_DECLARE)
#undef GRB_DECLARE

/* GrB_Scalar_extractElement_T returns NO_VALUE if there is no entry. */
#define GRB_DECLARE(T, ctype) GRB_API GrB_Info GrB_Scalar_extractElement_##T(ctype *value, const GrB_Scalar scalar);
GRB_ARRAYS(GRB_DECLARE)
#undef GRB_DECLARE

/* ----------------------------------------------------------------------------------------------------------------
 * Vectors
 * ------------------------------------------------------------------------------------------------------------- */

/* An empty vector. The size may be 0. Errors: INVALID_VALUE (more than 2^60). */
GRB_API GrB_Info GrB_Vector_new(GrB_Vector *vector, GrB_Type type, GrB_Index size);
GRB_API GrB_Info GrB_Vector_dup(GrB_Vector *copy, const GrB_Vector vector);
/* Entries beyond the new size go. */
GRB_API GrB_Info GrB_Vector_resize(GrB_Vector vector, GrB_Index size);
GRB_API GrB_Info GrB_Vector_clear(GrB_Vector vector);
GRB_API GrB_Info GrB_Vector_size(GrB_Index *size, const GrB_Vector vector);
GRB_API GrB_Info GrB_Vector_nvals(GrB_Index *nvals, const GrB_Vector vector);
/* No entry there is no error. Errors: INVALID_INDEX. */
GRB_API GrB_Info GrB_Vector_removeElement(GrB_Vector vector, GrB_Index index);

/* GrB_Vector_build_T fills an empty vector with n entries. `dup` merges those of one index, in some order.
 * Errors: OUTPUT_NOT_EMPTY, INDEX_OUT_OF_BOUNDS, INVALID_VALUE (an index that comes twice, and dup is NULL).
 *
 * GrB_Vector_extractTuples_T copies the entries, in order of their indices; *n is the room on entry and the number of
 * entries on return. Errors: INSUFFICIENT_SPACE. */
#define GRB_DECLARE(T, ctype)                                                                                          \
    GRB_API GrB_Info GrB_Vector_build_##T(GrB_Vector vector, const GrB_Index *indices, const ctype *values,            \
                                          GrB_Index n, const GrB_BinaryOp dup);                                        \
    GRB_API GrB_Info GrB_Vector_extractTuples_##T(GrB_Index *indices, ctype *values, GrB_Index *n,                     \
                                                  const GrB_Vector vector);                                            \
    GRB_API GrB_Info GrB_Vector_extractElement_##T(ctype *value, const GrB_Vector vector, GrB_Index index);
GRB_ARRAYS(GRB_DECLARE)
#undef GRB_DECLARE

/* An entry that is not there makes _extractElement_T return NO_VALUE, and this one clear the scalar.
 * Errors: INVALID_INDEX. */
GRB_API GrB_Info GrB_Vector_extractElement_Scalar(GrB_Scalar scalar, const GrB_Vector vector, GrB_Index index);

/* GrB_Vector_setElement_T, and _Scalar, which removes the entry if the scalar has none. Errors: INVALID_INDEX. */
#define GRB_DECLARE(T, ctype)                                                                                          \
    GRB_API GrB_Info GrB_Vector_setElement_##T(GrB_Vector vector, ctype value, GrB_Index index);
GRB_VALUES_AND_SCALAR(GRB_DECLARE)
#undef GRB_DECLARE

/* ----------------------------------------------------------------------------------------------------------------
 * Matrices
 * ------------------------------------------------------------------------------------------------------------- */

/* An empty matrix. Dimensions may be 0. Errors: INVALID_VALUE (more than 2^60). */
GRB_API GrB_Info GrB_Matrix_new(GrB_Matrix *matrix, GrB_Type type, GrB_Index nrows, GrB_Index ncols);
GRB_API GrB_Info GrB_Matrix_dup(GrB_Matrix *copy, const GrB_Matrix matrix);
/* A new square matrix with the vector on diagonal k. */
GRB_API GrB_Info GrB_Matrix_diag(GrB_Matrix *matrix, const GrB_Vector vector, int64_t k);
/* Entries beyond the new dimensions go. */
GRB_API GrB_Info GrB_Matrix_resize(GrB_Matrix matrix, GrB_Index nrows, GrB_Index ncols);
GRB_API GrB_Info GrB_Matrix_clear(GrB_Matrix matrix);
GRB_API GrB_Info GrB_Matrix_nrows(GrB_Index *nrows, const GrB_Matrix matrix);
GRB_API GrB_Info GrB_Matrix_ncols(GrB_Index *ncols, const GrB_Matrix matrix);
GRB_API GrB_Info GrB_Matrix_nvals(GrB_Index *nvals, const GrB_Matrix matrix);
/* No entry there is no error. Errors: INVALID_INDEX. */
GRB_API GrB_Info GrB_Matrix_removeElement(GrB_Matrix matrix, GrB_Index row, GrB_Index column);

/* GrB_Matrix_build_T, _extractTuples_T (by rows, in order of columns) and _extractElement_T, as for vectors.
 *
 * GrB_Matrix_import_T makes a matrix from arrays, which stay the caller's; GrB_Matrix_export_T fills such arrays. For
 * CSR, `offsets` has where each row begins, and the end; for CSC each column; for COO it has the rows. T has to be the
 * matrix's own type. The numbers are the room in each array (for the import of COO, its entries), and _export_T sets
 * them to the room that it used. Errors: DOMAIN_MISMATCH, INDEX_OUT_OF_BOUNDS (an id, offsets that fall or do not begin
 * with 0, a place of a list twice), INSUFFICIENT_SPACE, INVALID_VALUE (no such format, numbers too small, a place twice
 * in COO). */
#define GRB_DECLARE(T, ctype)                                                                                          \
    GRB_API GrB_Info GrB_Matrix_build_##T(GrB_Matrix matrix, const GrB_Index *rows, const GrB_Index *columns,          \
                                          const ctype *values, GrB_Index n, const GrB_BinaryOp dup);                   \
    GRB_API GrB_Info GrB_Matrix_extractTuples_##T(GrB_Index *rows, GrB_Index *columns, ctype *values, GrB_Index *n,    \
                                                  const GrB_Matrix matrix);                                            \
    GRB_API GrB_Info GrB_Matrix_extractElement_##T(ctype *value, const GrB_Matrix matrix, GrB_Index row,               \
                                                   GrB_Index column);                                                  \
    GRB_API GrB_Info GrB_Matrix_import_##T(GrB_Matrix *matrix, GrB_Type type, GrB_Index nrows, GrB_Index ncols,        \
                                           const GrB_Index *offsets, const GrB_Index *indices, const ctype *values,    \
                                           GrB_Index n_offsets, GrB_Index n_indices, GrB_Index n_values,               \
                                           GrB_Format format);                                                         \
    GRB_API GrB_Info GrB_Matrix_export_##T(GrB_Index *offsets, GrB_Index *indices, ctype *values,                      \
                                           GrB_Index *n_offsets, GrB_Index *n_indices, GrB_Index *n_values,            \
                                           GrB_Format format, GrB_Matrix matrix);
GRB_ARRAYS(GRB_DECLARE)
#undef GRB_DECLARE

GRB_API GrB_Info GrB_Matrix_extractElement_Scalar(GrB_Scalar scalar, const GrB_Matrix matrix, GrB_Index row,
                                                  GrB_Index column);

#define GRB_DECLARE(T, ctype)                                                                                          \
    GRB_API GrB_Info GrB_Matrix_setElement_##T(GrB_Matrix matrix, ctype value, GrB_Index row, GrB_Index column);
GRB_VALUES_AND_SCALAR(GRB_DECLARE)
#undef GRB_DECLARE

/* The format that is exported fastest, and the room that each array of an export needs. */
GRB_API GrB_Info GrB_Matrix_exportHint(GrB_Format *format, GrB_Matrix matrix);
GRB_API GrB_Info GrB_Matrix_exportSize(GrB_Index *n_offsets, GrB_Index *n_indices, GrB_Index *n_values,
                                       GrB_Format format, GrB_Matrix matrix);

/* Writes the matrix to *size bytes that another process of this library can read; *size becomes the bytes used.
 * Errors: INSUFFICIENT_SPACE. */
GRB_API GrB_Info GrB_Matrix_serialize(void *bytes, GrB_Index *size, GrB_Matrix matrix);
GRB_API GrB_Info GrB_Matrix_serializeSize(GrB_Index *size, GrB_Matrix matrix);
/* `type` may be NULL if the matrix had a predefined type. Errors: DOMAIN_MISMATCH, INVALID_OBJECT (damaged bytes). */
GRB_API GrB_Info GrB_Matrix_deserialize(GrB_Matrix *matrix, GrB_Type type, const void *bytes, GrB_Index size);

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_METHODS_H */
