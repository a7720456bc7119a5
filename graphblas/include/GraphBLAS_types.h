/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_types.h: version, handles, enumerations and the tables of types.
 */
#ifndef GRAPHBLAS_TYPES_H
#define GRAPHBLAS_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the C API. */
#define GRB_VERSION 2
#define GRB_SUBVERSION 1

#if defined(__GNUC__)
#define GRB_API __attribute__((visibility("default")))
#else
#define GRB_API
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * Indices and handles
 * ------------------------------------------------------------------------------------------------------------- */

/* A row, a column, a size or a number of entries. */
typedef uint64_t GrB_Index;
/* The largest index. Objects have up to 2^60 rows, columns and places, of which 2^31 - 2 at most are used at a time: of
 * an object with more than 2^31 - 1 these are its rows and columns together. */
#define GrB_INDEX_MAX ((GrB_Index)0x0fffffffffffffff)

/* No object: an argument that is left out, and a handle before its object is made. */
#define GrB_NULL NULL
#define GrB_INVALID_HANDLE NULL

/* The kinds of objects, X(KIND): GrB_KIND is the handle, GrB_KIND_free(), _wait() and _error() go with it. */
#define GRB_OBJECTS(X)                                                                                                 \
    X(Type)                                                                                                            \
    X(UnaryOp)                                                                                                         \
    X(IndexUnaryOp)                                                                                                    \
    X(BinaryOp)                                                                                                        \
    X(Monoid)                                                                                                          \
    X(Semiring)                                                                                                        \
    X(Scalar)                                                                                                          \
    X(Vector)                                                                                                          \
    X(Matrix)                                                                                                          \
    X(Descriptor)

/* Owners of fields for GrB_get and GrB_set: the kinds of objects, and the library as a whole. */
#define GRB_OBJECTS_WITH_FIELDS(X) GRB_OBJECTS(X) X(Global)

#define GRB_HANDLE(KIND) typedef struct GrB_##KIND##_opaque *GrB_##KIND;
GRB_OBJECTS_WITH_FIELDS(GRB_HANDLE)
#undef GRB_HANDLE

/* ----------------------------------------------------------------------------------------------------------------
 * Types
 * ------------------------------------------------------------------------------------------------------------- */

/* The predefined types, X(T, ctype): GrB_T is the type, T the suffix of functions and ctype the C type. */
#define GRB_TYPES(X) X(BOOL, bool) GRB_NUMBER_TYPES(X)
/* All but BOOL. */
#define GRB_NUMBER_TYPES(X) GRB_INTEGER_TYPES(X) GRB_REAL_TYPES(X)
#define GRB_INTEGER_TYPES(X)                                                                                           \
    X(INT8, int8_t)                                                                                                    \
    X(UINT8, uint8_t)                                                                                                  \
    X(INT16, int16_t)                                                                                                  \
    X(UINT16, uint16_t)                                                                                                \
    X(INT32, int32_t)                                                                                                  \
    X(UINT32, uint32_t)                                                                                                \
    X(INT64, int64_t)                                                                                                  \
    X(UINT64, uint64_t)
#define GRB_REAL_TYPES(X) X(FP32, float) X(FP64, double)

/* The forms of a function that reads or writes ctype *. Type UDT stands for types of the user, through void *. */
#define GRB_ARRAYS(X) GRB_TYPES(X) X(UDT, void)
/* The forms of a function with a C value as argument: a UDT comes as a pointer. */
#define GRB_VALUES(X) GRB_TYPES(X) X(UDT, const void *)
/* The forms of a function with a value as argument that may be a GrB_Scalar, too. */
#define GRB_VALUES_AND_SCALAR(X) GRB_VALUES(X) X(Scalar, GrB_Scalar)

/* ----------------------------------------------------------------------------------------------------------------
 * Enumerations; the specification fixes the values
 * ------------------------------------------------------------------------------------------------------------- */

/* The status of a function. Negative values are errors: down to -9 of the call, from -101 on of its execution. */
typedef enum GrB_Info {
    GrB_SUCCESS = 0,
    GrB_NO_VALUE = 1, /* there is no entry at this place */

    GrB_UNINITIALIZED_OBJECT = -1,
    GrB_NULL_POINTER = -2,
    GrB_INVALID_VALUE = -3,
    GrB_INVALID_INDEX = -4,
    GrB_DOMAIN_MISMATCH = -5,
    GrB_DIMENSION_MISMATCH = -6,
    GrB_OUTPUT_NOT_EMPTY = -7,
    GrB_NOT_IMPLEMENTED = -8,
    GrB_ALREADY_SET = -9,

    GrB_PANIC = -101,
    GrB_OUT_OF_MEMORY = -102,
    GrB_INSUFFICIENT_SPACE = -103,
    GrB_INVALID_OBJECT = -104,
    GrB_INDEX_OUT_OF_BOUNDS = -105,
    GrB_EMPTY_OBJECT = -106
#ifndef TROPIC_GRAPHBLAS_STRICT
    ,
    GxB_JIT_ERROR = -7001, /* (no function gives these two) */
    GxB_GPU_ERROR = -7002,
    GxB_OUTPUT_IS_READONLY = -7003, /* the output has an array that is the caller's: see GxB_Vector_load */
    GxB_EXHAUSTED = 2               /* an iterator is past its last row or entry */
#endif
} GrB_Info;

typedef enum GrB_Mode {
    GrB_NONBLOCKING = 0,
    GrB_BLOCKING = 1
#ifndef TROPIC_GRAPHBLAS_STRICT
    , /* as those two: TROPIC_DEVICE says where operations run */
    GxB_NONBLOCKING_GPU = 2,
    GxB_BLOCKING_GPU = 3
#endif
} GrB_Mode;

typedef enum GrB_WaitMode { GrB_COMPLETE = 0, GrB_MATERIALIZE = 1 } GrB_WaitMode;

/* Layouts of the arrays of GrB_Matrix_import and _export. */
typedef enum GrB_Format { GrB_CSR_FORMAT = 0, GrB_CSC_FORMAT = 1, GrB_COO_FORMAT = 2 } GrB_Format;

/* Which argument a setting of a descriptor is about, and the setting. */
typedef enum GrB_Desc_Field {
    GrB_OUTP = 0,
    GrB_MASK = 1,
    GrB_INP0 = 2,
    GrB_INP1 = 3
#ifndef TROPIC_GRAPHBLAS_STRICT
    , /* see GraphBLAS_extension_options.h */
    GxB_DESCRIPTOR_NTHREADS = 5,
    GxB_DESCRIPTOR_CHUNK = 7,
    GxB_DESCRIPTOR_GPU_CONTROL = 21,
    GxB_DESCRIPTOR_GPU_CHUNK = 22,
    GxB_SORT = 35,
    GxB_COMPRESSION = 36,
    GxB_IMPORT = 37,
    GxB_AxB_METHOD = 1000
#endif
} GrB_Desc_Field;
typedef enum GrB_Desc_Value {
    GrB_DEFAULT = 0,
    GrB_REPLACE = 1,       /* GrB_OUTP: clear the output first */
    GrB_COMP = 2,          /* GrB_MASK: its complement */
    GrB_TRAN = 3,          /* GrB_INP0, GrB_INP1: transposed */
    GrB_STRUCTURE = 4,     /* GrB_MASK: where it has entries, whatever their values */
    GrB_COMP_STRUCTURE = 6 /* GrB_MASK: where it has none */
#ifndef TROPIC_GRAPHBLAS_STRICT
    ,
    GxB_DEFAULT = 0,
    GrB_SCMP = 2, /* as GrB_COMP, in version 1.2 of the C API */
    GxB_SECURE_IMPORT = 502,
    GxB_AxB_GUSTAVSON = 1001,
    GxB_AxB_DOT = 1003,
    GxB_AxB_HASH = 1004,
    GxB_AxB_SAXPY = 1005,
    GxB_GPU_ALWAYS = 2001,
    GxB_GPU_NEVER = 2002,
    GxB_USE_INDICES = 7060,
    GxB_IS_STRIDE = 7061
#endif
} GrB_Desc_Value;

typedef enum GrB_Type_Code {
    GrB_UDT_CODE = 0,
    GrB_BOOL_CODE = 1,
    GrB_INT8_CODE = 2,
    GrB_UINT8_CODE = 3,
    GrB_INT16_CODE = 4,
    GrB_UINT16_CODE = 5,
    GrB_INT32_CODE = 6,
    GrB_UINT32_CODE = 7,
    GrB_INT64_CODE = 8,
    GrB_UINT64_CODE = 9,
    GrB_FP32_CODE = 10,
    GrB_FP64_CODE = 11
} GrB_Type_Code;

typedef enum GrB_Orientation { GrB_ROWMAJOR = 0, GrB_COLMAJOR = 1, GrB_BOTH = 2, GrB_UNKNOWN = 3 } GrB_Orientation;

/* The fields of GrB_get and GrB_set. W: may be set, too; H: a hint. */
typedef enum GrB_Field {
    GrB_OUTP_FIELD = 0, /* of a descriptor, W: INT32, a GrB_Desc_Value */
    GrB_MASK_FIELD = 1, /* GrB_COMP and GrB_STRUCTURE are added to the value set; GrB_DEFAULT takes both back */
    GrB_INP0_FIELD = 2,
    GrB_INP1_FIELD = 3,

    GrB_NAME = 10,              /* of all, W but of GrB_GLOBAL (types, operators, monoids, semirings: once): String */
    GrB_LIBRARY_VER_MAJOR = 11, /* of GrB_GLOBAL, down to GrB_BLOCKING_MODE: INT32 */
    GrB_LIBRARY_VER_MINOR = 12,
    GrB_LIBRARY_VER_PATCH = 13,
    GrB_API_VER_MAJOR = 14,
    GrB_API_VER_MINOR = 15,
    GrB_API_VER_PATCH = 16,
    GrB_BLOCKING_MODE = 17, /* a GrB_Mode */

    GrB_STORAGE_ORIENTATION_HINT = 100, /* of GrB_GLOBAL and collections, W, H: INT32, a GrB_Orientation */
    GrB_EL_TYPE_CODE = 102,             /* of collections and types: INT32, a GrB_Type_Code */
    GrB_INP0_TYPE_CODE = 103,           /* of operators, monoids and semirings: INT32, a GrB_Type_Code */
    GrB_INP1_TYPE_CODE = 104,
    GrB_OUTP_TYPE_CODE = 105,
    GrB_EL_TYPE_STRING = 106,   /* of collections and types: String */
    GrB_INP0_TYPE_STRING = 107, /* of operators, monoids and semirings: String */
    GrB_INP1_TYPE_STRING = 108,
    GrB_OUTP_TYPE_STRING = 109,
    GrB_SIZE = 110 /* of types: SIZE, in bytes */
#ifndef TROPIC_GRAPHBLAS_STRICT
    , /* see GraphBLAS_extension_options.h and, for JIT_C_NAME, GraphBLAS_extension_methods.h */
    GxB_HYPER_SWITCH = 0,
    GxB_FORMAT = 1,
    GxB_MODE = 2,
    GxB_NTHREADS = 5,
    GxB_GLOBAL_NTHREADS = 5,
    GxB_CONTEXT_NTHREADS = 5,
    GxB_IS_HYPER = 6,
    GxB_CHUNK = 7,
    GxB_GLOBAL_CHUNK = 7,
    GxB_CONTEXT_CHUNK = 7,
    GxB_LIBRARY_NAME = 8,
    GxB_LIBRARY_VERSION = 9,
    GxB_LIBRARY_DATE = 10,
    GxB_LIBRARY_ABOUT = 11,
    GxB_LIBRARY_URL = 12,
    GxB_LIBRARY_LICENSE = 13,
    GxB_LIBRARY_COMPILE_DATE = 14,
    GxB_LIBRARY_COMPILE_TIME = 15,
    GxB_API_VERSION = 16,
    GxB_API_DATE = 17,
    GxB_API_ABOUT = 18,
    GxB_API_URL = 19,
    GxB_GPU_CONTROL = 21,
    GxB_GLOBAL_GPU_CONTROL = 21,
    GxB_GPU_CHUNK = 22,
    GxB_GLOBAL_GPU_CHUNK = 22,
    GxB_COMPILER_VERSION = 23,
    GxB_COMPILER_NAME = 24,
    GxB_LIBRARY_OPENMP = 25,
    GxB_SPARSITY_CONTROL = 32,
    GxB_SPARSITY_STATUS = 33,
    GxB_BITMAP_SWITCH = 34,
    GxB_BURBLE = 99,
    GxB_PRINTF = 101,
    GxB_FLUSH = 102,
    GxB_MEMORY_POOL = 103,
    GxB_PRINT_1BASED = 104,
    GxB_JIT_C_COMPILER_NAME = 7024,
    GxB_JIT_C_COMPILER_FLAGS = 7025,
    GxB_JIT_C_LINKER_FLAGS = 7026,
    GxB_JIT_C_LIBRARIES = 7027,
    GxB_JIT_C_PREFACE = 7028,
    GxB_JIT_C_CONTROL = 7029,
    GxB_JIT_CACHE_PATH = 7030,
    GxB_JIT_C_CMAKE_LIBS = 7031,
    GxB_JIT_USE_CMAKE = 7032,
    GxB_JIT_ERROR_LOG = 7033,
    GxB_MALLOC_FUNCTION = 7037,
    GxB_CALLOC_FUNCTION = 7038,
    GxB_REALLOC_FUNCTION = 7039,
    GxB_FREE_FUNCTION = 7040,
    GxB_JIT_C_NAME = 7041,
    GxB_JIT_C_DEFINITION = 7042,
    GxB_MONOID_IDENTITY = 7043,
    GxB_MONOID_TERMINAL = 7044,
    GxB_MONOID_OPERATOR = 7045,
    GxB_SEMIRING_MONOID = 7046,
    GxB_SEMIRING_MULTIPLY = 7047,
    GxB_THETA_TYPE_CODE = 7050,
    GxB_THETA_TYPE_STRING = 7051,
    GxB_THETA = 7052,
    GxB_ROWINDEX_INTEGER_HINT = 7053,
    GxB_COLINDEX_INTEGER_HINT = 7054,
    GxB_OFFSET_INTEGER_HINT = 7056,
    GxB_ROWINDEX_INTEGER_BITS = 7057,
    GxB_COLINDEX_INTEGER_BITS = 7058,
    GxB_OFFSET_INTEGER_BITS = 7059,
    GxB_WILL_WAIT = 7076,
    GxB_ISO = 7079,
    GxB_GPU_ID = 7088,
    GxB_GLOBAL_GPU_ID = 7088,
    GxB_CONTEXT_GPU_ID = 7088,
    GxB_ROWINDEX_LIST = 7094, /* of descriptors: see GraphBLAS_extension_lists.h */
    GxB_COLINDEX_LIST = 7095,
    GxB_VALUE_LIST = 7096,
    TROPIC_GRAPHBLAS_DEVICE = 8001
#endif
} GrB_Field;

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_TYPES_H */
