/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_options.h: settings of the library and of objects.
 */
#ifndef GRAPHBLAS_EXTENSION_OPTIONS_H
#define GRAPHBLAS_EXTENSION_OPTIONS_H

#include "GraphBLAS_extension_methods.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * The device
 * ------------------------------------------------------------------------------------------------------------- */

/* TROPIC_GRAPHBLAS_DEVICE (INT32, of GrB_GLOBAL, W) is where operations run: a tropic_device, 1 for the CPU, 2 for a
 * GPU, 0 for the device of TROPIC_DEVICE. Without that, or with `auto`, each call chooses: a GPU if it is large,
 * or if an operand lies there. Reading then gives 0, else 1 or 2; where there is no support for GPUs, 1. Objects stay
 * when it is set, and move when they are used.
 * Errors: NOT_IMPLEMENTED (there is no GPU). */

/* ----------------------------------------------------------------------------------------------------------------
 * Memory
 * ------------------------------------------------------------------------------------------------------------- */

/* As GrB_init; all memory of the host comes from user_malloc, which must be thread-safe, and goes back by user_free.
 * The other two may be NULL. In a mode for GPUs the functions may be NULL, and are not used: then it is GrB_init. */
GRB_API GrB_Info GxB_init(GrB_Mode mode, void *(*user_malloc)(size_t), void *(*user_calloc)(size_t, size_t),
                          void *(*user_realloc)(void *, size_t), void (*user_free)(void *));

/* ----------------------------------------------------------------------------------------------------------------
 * Options
 * ------------------------------------------------------------------------------------------------------------- */

/* Options of the library, matrices, vectors and descriptors are fields of GrB_get and GrB_set (a real one as a
 * GrB_Scalar, an array or a function as bytes), and have functions of their own. W: may be set. H: kept, and told,
 * without an effect. Numbers are SuiteSparse:GraphBLAS 7.4's. From LIBRARY_DATE to API_DATE they are also those of
 * fields of the specification, which GrB_get takes them for. */
typedef GrB_Field GxB_Option_Field;
/* (Programs ask for these two by #ifdef.) */
#define GxB_NTHREADS GxB_NTHREADS
#define GxB_CHUNK GxB_CHUNK

/* Of the library:
 *   NTHREADS, W: int, the threads of the CPU; 0 or less: as many as OpenMP would use. Above 4096 they are 4096
 *   BURBLE, W: bool; true: a line is printed for each call, with its name, its device and seconds
 *   PRINTF, FLUSH, W: functions such as printf, and such as fflush(stdout), for these lines; NULL: those two
 *   MODE: GrB_Mode, that of GrB_init
 *   MALLOC_FUNCTION, CALLOC_, REALLOC_, FREE_: those of GxB_init, or of C after GrB_init
 *   LIBRARY_NAME, _DATE, _ABOUT, _URL, _LICENSE, _COMPILE_DATE, _COMPILE_TIME, API_DATE, _ABOUT, _URL,
 *     COMPILER_NAME: const char *, which lives on
 *   LIBRARY_VERSION (GxB_IMPLEMENTATION's), API_VERSION, COMPILER_VERSION: int [3]
 *   LIBRARY_OPENMP: bool, true
 *   PRINT_1BASED, W, H: bool. CHUNK, W, H: double. MEMORY_POOL, W, H: int64_t [64]; NULL sets the default
 *   GPU_CONTROL, GPU_CHUNK, GPU_ID, W, H: GrB_Desc_Value, double, int. See TROPIC_GRAPHBLAS_DEVICE
 *   JIT_C_CONTROL, W: a GxB_JIT_Control. Below ON, operators that are made have no text where they have a function
 *   JIT_C_COMPILER_NAME, _COMPILER_FLAGS, _LINKER_FLAGS, _LIBRARIES, _PREFACE, _CMAKE_LIBS, JIT_CACHE_PATH, _ERROR_LOG,
 *     JIT_USE_CMAKE, W, H: const char *, but the last int */
#define GxB_NMEMORY_POOL 64
typedef enum GxB_JIT_Control {
    GxB_JIT_OFF = 0,
    GxB_JIT_PAUSE = 1,
    GxB_JIT_RUN = 2,
    GxB_JIT_LOAD = 3,
    GxB_JIT_ON = 4
} GxB_JIT_Control;

/* Of the library, for objects that have none of their own, of matrices, and (but HYPER_SWITCH) of vectors:
 *   FORMAT, W (not of a vector), H: a GxB_Format_Value, in which GrB_STORAGE_ORIENTATION_HINT is told
 *   HYPER_SWITCH, W, H: double, the part of rows with entries below which a matrix may be hypersparse
 *   BITMAP_SWITCH, W, H: double, the same of entries and bitmaps; of the library double [8], and NULL sets the default
 *   ROWINDEX_INTEGER_HINT, COLINDEX_, OFFSET_, W, H: int, bits of ids and offsets, 32 or 64; 0: those of the library
 * Of matrices and vectors:
 *   SPARSITY_CONTROL, W: int, a sum of the four forms. If it is HYPERSPARSE (of a matrix), SPARSE or BITMAP alone, an
 *     object without that form gets it in place of others (tropic_matrix_set_form, tropic_vector_set_form); results of
 *     operations are free
 *   SPARSITY_STATUS: int, the form that is there: FULL where all places have entries
 *   IS_HYPER: bool, is the form hypersparse
 *   ISO: bool, as GxB_Matrix_iso. WILL_WAIT: bool, are entries kept that are to be merged. IS_READONLY: bool, is the
 *     array the caller's. ROWINDEX_INTEGER_BITS, COLINDEX_ (32), OFFSET_ (64): int, bits of ids and offsets
 * Of monoids and semirings: MONOID_IDENTITY, MONOID_TERMINAL: a GrB_Scalar of the monoid's type, which is empty if sums
 *   do not stop; MONOID_OPERATOR: VOID, a GrB_BinaryOp. Of semirings: SEMIRING_MONOID, SEMIRING_MULTIPLY: the same */
typedef enum GxB_Format_Value { GxB_BY_ROW = 0, GxB_BY_COL = 1, GxB_NO_FORMAT = -1 } GxB_Format_Value;
extern GRB_API const GxB_Format_Value GxB_FORMAT_DEFAULT;
#define GxB_HYPER 0
extern GRB_API const double GxB_HYPER_DEFAULT, GxB_ALWAYS_HYPER, GxB_NEVER_HYPER;
#define GxB_NBITMAP_SWITCH 8
#define GxB_HYPERSPARSE 1
#define GxB_SPARSE 2
#define GxB_BITMAP 4
#define GxB_FULL 8
#define GxB_ANY_SPARSITY 15
#define GxB_AUTO_SPARSITY 15

/* Of descriptors, all W and H: NTHREADS, SORT, COMPRESSION, IMPORT (GxB_FAST_IMPORT or GxB_SECURE_IMPORT),
 * AxB_METHOD (GxB_AxB_..): int. CHUNK: double. The fields GrB_OUTP .. GrB_INP1, too, and GxB_DEFAULT sets each back. */
#define GxB_FAST_IMPORT GxB_DEFAULT
#define GxB_COMPRESSION_NONE (-1)
#define GxB_COMPRESSION_DEFAULT 0
#define GxB_COMPRESSION_LZ4 1000
#define GxB_COMPRESSION_LZ4HC 2000
#define GxB_COMPRESSION_ZSTD 3000
#define GxB_COMPRESSION_INTEL 1000000

/* Set and get an option. In the variadic forms the value is of the type that the option has (int for bool), or the
 * address of a variable of that type; texts come as const char *, to be left as they are. The others are for one type
 * (INT32: bool, too, and int [3]). `field` is a GxB_Option_Field or a GrB_Desc_Field.
 * Errors: INVALID_VALUE (there is no such option, it has another type, cannot be set, or has no such value). */
GRB_API GrB_Info GxB_Global_Option_set(int field, ...);
GRB_API GrB_Info GxB_Global_Option_set_INT32(int field, int32_t value);
GRB_API GrB_Info GxB_Global_Option_set_FP64(int field, double value);
GRB_API GrB_Info GxB_Global_Option_set_FP64_ARRAY(int field, double *value);
GRB_API GrB_Info GxB_Global_Option_set_INT64_ARRAY(int field, int64_t *value);
GRB_API GrB_Info GxB_Global_Option_set_FUNCTION(int field, void *value);
GRB_API GrB_Info GxB_Global_Option_set_CHAR(int field, const char *value);
GRB_API GrB_Info GxB_Global_Option_get(int field, ...);
GRB_API GrB_Info GxB_Global_Option_get_INT32(int field, int32_t *value);
GRB_API GrB_Info GxB_Global_Option_get_FP64(int field, double *value);
GRB_API GrB_Info GxB_Global_Option_get_INT64(int field, int64_t *value);
GRB_API GrB_Info GxB_Global_Option_get_FUNCTION(int field, void **value);
GRB_API GrB_Info GxB_Global_Option_get_CHAR(int field, char **value);
#define GRB_OPTION_FUNCTIONS_OF(HANDLE, prefix)                                                                        \
    GRB_API GrB_Info prefix##_set(HANDLE object, int field, ...);                                                      \
    GRB_API GrB_Info prefix##_set_INT32(HANDLE object, int field, int32_t value);                                      \
    GRB_API GrB_Info prefix##_set_FP64(HANDLE object, int field, double value);                                        \
    GRB_API GrB_Info prefix##_get(HANDLE object, int field, ...);                                                      \
    GRB_API GrB_Info prefix##_get_INT32(HANDLE object, int field, int32_t *value);                                     \
    GRB_API GrB_Info prefix##_get_FP64(HANDLE object, int field, double *value);
#define GRB_OPTION_FUNCTIONS(KIND, prefix) GRB_OPTION_FUNCTIONS_OF(GrB_##KIND, prefix)
GRB_OPTION_FUNCTIONS(Matrix, GxB_Matrix_Option)
GRB_OPTION_FUNCTIONS(Vector, GxB_Vector_Option)
/* Of a descriptor, where NULL has the defaults. */
GRB_OPTION_FUNCTIONS(Descriptor, GxB_Desc)
GRB_API GrB_Info GxB_Descriptor_set(GrB_Descriptor descriptor, GrB_Desc_Field field, GrB_Desc_Value value);
GRB_API GrB_Info GxB_Descriptor_get(GrB_Desc_Value *value, GrB_Descriptor descriptor, GrB_Desc_Field field);

/* ----------------------------------------------------------------------------------------------------------------
 * Contexts of threads
 * ------------------------------------------------------------------------------------------------------------- */

/* A context has NTHREADS (int), CHUNK (double) and GPU_ID (int), all W. Each thread may engage one. Calls do not use
 * them: they have the threads of the library, which are those of GxB_CONTEXT_WORLD. */
typedef struct GxB_Context_opaque *GxB_Context;
extern GRB_API GxB_Context GxB_CONTEXT_WORLD;

GRB_API GrB_Info GxB_Context_new(GxB_Context *context);
/* As GrB_KIND_free. This thread disengages it first. */
GRB_API GrB_Info GxB_Context_free(GxB_Context *context);
GRB_API GrB_Info GxB_Context_wait(GxB_Context context, GrB_WaitMode mode);
GRB_API GrB_Info GxB_Context_error(const char **error, const GxB_Context context);
GRB_API GrB_Info GxB_Context_fprint(GxB_Context context, const char *name, GxB_Print_Level level, FILE *file);
/* In place of one that is engaged; GxB_CONTEXT_WORLD disengages. */
GRB_API GrB_Info GxB_Context_engage(GxB_Context context);
/* NULL and GxB_CONTEXT_WORLD stand for any. Errors: INVALID_VALUE (another one is engaged). */
GRB_API GrB_Info GxB_Context_disengage(GxB_Context context);
/* As GxB_Desc_set and GxB_Desc_get, where the field comes before the value; and as GrB_KIND_set_TYPE and
 * GrB_KIND_get_TYPE, where it comes last (INT is INT32). */
GRB_OPTION_FUNCTIONS_OF(GxB_Context, GxB_Context)
GRB_API GrB_Info GxB_Context_set_Scalar(GxB_Context context, GrB_Scalar value, int field);
GRB_API GrB_Info GxB_Context_set_String(GxB_Context context, const char *value, int field);
GRB_API GrB_Info GxB_Context_set_INT(GxB_Context context, int32_t value, int field);
GRB_API GrB_Info GxB_Context_set_VOID(GxB_Context context, const void *value, int field, size_t size);
GRB_API GrB_Info GxB_Context_get_Scalar(GxB_Context context, GrB_Scalar value, int field);
GRB_API GrB_Info GxB_Context_get_String(GxB_Context context, char *value, int field);
GRB_API GrB_Info GxB_Context_get_INT(GxB_Context context, int32_t *value, int field);
GRB_API GrB_Info GxB_Context_get_SIZE(GxB_Context context, size_t *value, int field);
GRB_API GrB_Info GxB_Context_get_VOID(GxB_Context context, void *value, int field);

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_OPTIONS_H */
