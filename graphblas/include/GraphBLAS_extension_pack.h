/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_pack.h: the arrays of matrices and vectors go into objects and come out of them.
 */
#ifndef GRAPHBLAS_EXTENSION_PACK_H
#define GRAPHBLAS_EXTENSION_PACK_H

#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The formats. Lines are rows where the name ends in R or CSR, columns where it ends in C or CSC.
 *
 *   CSR, CSC            entry k of line l, p[l] <= k < p[l + 1], is at place i[k] of the line. p has a member for each
 *                       line and one more; p[0] is 0
 *   HyperCSR, HyperCSC  the same of nvec lines alone: line l of the arrays is line h[l] of the matrix; h ascends
 *   BitmapR, BitmapC    b[l * width + k] is 1 if place k of line l has an entry, else 0; x has the values at the same
 *                       places. nvals is the number of ones
 *   FullR, FullC        the same of a matrix that has all entries, without b
 *
 * In the first four, x[k] is the value of entry k. A vector is one column; its CSC has no p. With `iso`, x has one
 * value, that of all entries. With `jumbled`, the places of a line may be in any order, without duplicates. X_size is
 * the room of the array *X in bytes. */

/* ----------------------------------------------------------------------------------------------------------------
 * Import and pack: objects take arrays over
 * ------------------------------------------------------------------------------------------------------------- */

/* GxB_Matrix_import_FORMAT makes a matrix; GxB_Matrix_pack_FORMAT gives other entries to one, whose type and dimensions
 * stay. Those of vectors do the same. Arrays come from malloc, or from the function that GxB_init was given. If the
 * call succeeds, they are the library's, and *X is NULL; if it fails, they and the object are unchanged. Arrays without
 * members may be NULL.
 * CSR and CSC use offsets and values without a copy, unless they are iso or not in order, and Full its values; ids
 * become 32-bit. With GxB_SECURE_IMPORT in the descriptor's field GxB_IMPORT, lines that are not in order are an error
 * unless they are jumbled, and so is a wrong nvals; else they are put in order, and nvals is not read.
 * Errors: INVALID_VALUE (an array is too short), INVALID_OBJECT (p falls, an id is out of range, h is not in order, b
 * is neither 0 nor 1), INDEX_OUT_OF_BOUNDS (lines that are not in order, or have duplicates). */
#define GRB_SPARSE_FORMATS(X) X(CSR) X(CSC)
#define GRB_HYPER_FORMATS(X) X(HyperCSR) X(HyperCSC)
#define GRB_BITMAP_FORMATS(X) X(BitmapR) X(BitmapC)
#define GRB_FULL_FORMATS(X) X(FullR) X(FullC)

#define GRB_DECLARE(FORMAT)                                                                                            \
    GRB_API GrB_Info GxB_Matrix_import_##FORMAT(                                                                       \
        GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols, GrB_Index **p, GrB_Index **i, void **x,        \
        GrB_Index p_size, GrB_Index i_size, GrB_Index x_size, bool iso, bool jumbled, const GrB_Descriptor desc);      \
    GRB_API GrB_Info GxB_Matrix_pack_##FORMAT(GrB_Matrix A, GrB_Index **p, GrB_Index **i, void **x, GrB_Index p_size,  \
                                              GrB_Index i_size, GrB_Index x_size, bool iso, bool jumbled,              \
                                              const GrB_Descriptor desc);
GRB_SPARSE_FORMATS(GRB_DECLARE)
#undef GRB_DECLARE
#define GRB_DECLARE(FORMAT)                                                                                            \
    GRB_API GrB_Info GxB_Matrix_import_##FORMAT(                                                                       \
        GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols, GrB_Index **p, GrB_Index **h, GrB_Index **i,   \
        void **x, GrB_Index p_size, GrB_Index h_size, GrB_Index i_size, GrB_Index x_size, bool iso, GrB_Index nvec,    \
        bool jumbled, const GrB_Descriptor desc);                                                                      \
    GRB_API GrB_Info GxB_Matrix_pack_##FORMAT(GrB_Matrix A, GrB_Index **p, GrB_Index **h, GrB_Index **i, void **x,     \
                                              GrB_Index p_size, GrB_Index h_size, GrB_Index i_size, GrB_Index x_size,  \
                                              bool iso, GrB_Index nvec, bool jumbled, const GrB_Descriptor desc);
GRB_HYPER_FORMATS(GRB_DECLARE)
#undef GRB_DECLARE
#define GRB_DECLARE(FORMAT)                                                                                            \
    GRB_API GrB_Info GxB_Matrix_import_##FORMAT(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,        \
                                                int8_t **b, void **x, GrB_Index b_size, GrB_Index x_size, bool iso,    \
                                                GrB_Index nvals, const GrB_Descriptor desc);                           \
    GRB_API GrB_Info GxB_Matrix_pack_##FORMAT(GrB_Matrix A, int8_t **b, void **x, GrB_Index b_size, GrB_Index x_size,  \
                                              bool iso, GrB_Index nvals, const GrB_Descriptor desc);
GRB_BITMAP_FORMATS(GRB_DECLARE)
#undef GRB_DECLARE
#define GRB_DECLARE(FORMAT)                                                                                            \
    GRB_API GrB_Info GxB_Matrix_import_##FORMAT(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,        \
                                                void **x, GrB_Index x_size, bool iso, const GrB_Descriptor desc);      \
    GRB_API GrB_Info GxB_Matrix_pack_##FORMAT(GrB_Matrix A, void **x, GrB_Index x_size, bool iso,                      \
                                              const GrB_Descriptor desc);
GRB_FULL_FORMATS(GRB_DECLARE)
#undef GRB_DECLARE

GRB_API GrB_Info GxB_Vector_import_CSC(GrB_Vector *v, GrB_Type type, GrB_Index n, GrB_Index **i, void **x,
                                       GrB_Index i_size, GrB_Index x_size, bool iso, GrB_Index nvals, bool jumbled,
                                       const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_pack_CSC(GrB_Vector v, GrB_Index **i, void **x, GrB_Index i_size, GrB_Index x_size,
                                     bool iso, GrB_Index nvals, bool jumbled, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_import_Bitmap(GrB_Vector *v, GrB_Type type, GrB_Index n, int8_t **b, void **x,
                                          GrB_Index b_size, GrB_Index x_size, bool iso, GrB_Index nvals,
                                          const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_pack_Bitmap(GrB_Vector v, int8_t **b, void **x, GrB_Index b_size, GrB_Index x_size,
                                        bool iso, GrB_Index nvals, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_import_Full(GrB_Vector *v, GrB_Type type, GrB_Index n, void **x, GrB_Index x_size, bool iso,
                                        const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_pack_Full(GrB_Vector v, void **x, GrB_Index x_size, bool iso, const GrB_Descriptor desc);

/* ----------------------------------------------------------------------------------------------------------------
 * Export and unpack: objects give arrays up
 * ------------------------------------------------------------------------------------------------------------- */

/* GxB_Matrix_export_FORMAT frees the matrix, and sets the handle to NULL; GxB_Matrix_unpack_FORMAT leaves it without
 * entries, of its type and dimensions. Those of vectors do the same. The caller frees the arrays: by free, or by the
 * function that GxB_init was given. Arrays without members are NULL, but that of a full vector. *iso and *jumbled
 * become false; either may be NULL. HyperCSR and HyperCSC have the lines with entries alone. If the call fails, object
 * and outputs are unchanged. CSR and CSC of a matrix that was made of such arrays have room for as many ids as those;
 * and if they were iso, and `iso` is there, and all values are still one, they are again.
 * A matrix gives up offsets and values of CSR and CSC, and values of Full, without a copy.
 * Errors: INVALID_VALUE (Full, and not all entries are there). */
#define GRB_DECLARE(FORMAT)                                                                                            \
    GRB_API GrB_Info GxB_Matrix_export_##FORMAT(                                                                       \
        GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, GrB_Index *ncols, GrB_Index **p, GrB_Index **i, void **x,     \
        GrB_Index *p_size, GrB_Index *i_size, GrB_Index *x_size, bool *iso, bool *jumbled, const GrB_Descriptor desc); \
    GRB_API GrB_Info GxB_Matrix_unpack_##FORMAT(GrB_Matrix A, GrB_Index **p, GrB_Index **i, void **x,                  \
                                                GrB_Index *p_size, GrB_Index *i_size, GrB_Index *x_size, bool *iso,    \
                                                bool *jumbled, const GrB_Descriptor desc);
GRB_SPARSE_FORMATS(GRB_DECLARE)
#undef GRB_DECLARE
#define GRB_DECLARE(FORMAT)                                                                                            \
    GRB_API GrB_Info GxB_Matrix_export_##FORMAT(                                                                       \
        GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, GrB_Index *ncols, GrB_Index **p, GrB_Index **h,               \
        GrB_Index **i, void **x, GrB_Index *p_size, GrB_Index *h_size, GrB_Index *i_size, GrB_Index *x_size,           \
        bool *iso, GrB_Index *nvec, bool *jumbled, const GrB_Descriptor desc);                                         \
    GRB_API GrB_Info GxB_Matrix_unpack_##FORMAT(                                                                       \
        GrB_Matrix A, GrB_Index **p, GrB_Index **h, GrB_Index **i, void **x, GrB_Index *p_size, GrB_Index *h_size,     \
        GrB_Index *i_size, GrB_Index *x_size, bool *iso, GrB_Index *nvec, bool *jumbled, const GrB_Descriptor desc);
GRB_HYPER_FORMATS(GRB_DECLARE)
#undef GRB_DECLARE
#define GRB_DECLARE(FORMAT)                                                                                            \
    GRB_API GrB_Info GxB_Matrix_export_##FORMAT(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, GrB_Index *ncols,     \
                                                int8_t **b, void **x, GrB_Index *b_size, GrB_Index *x_size, bool *iso, \
                                                GrB_Index *nvals, const GrB_Descriptor desc);                          \
    GRB_API GrB_Info GxB_Matrix_unpack_##FORMAT(GrB_Matrix A, int8_t **b, void **x, GrB_Index *b_size,                 \
                                                GrB_Index *x_size, bool *iso, GrB_Index *nvals,                        \
                                                const GrB_Descriptor desc);
GRB_BITMAP_FORMATS(GRB_DECLARE)
#undef GRB_DECLARE
#define GRB_DECLARE(FORMAT)                                                                                            \
    GRB_API GrB_Info GxB_Matrix_export_##FORMAT(GrB_Matrix *A, GrB_Type *type, GrB_Index *nrows, GrB_Index *ncols,     \
                                                void **x, GrB_Index *x_size, bool *iso, const GrB_Descriptor desc);    \
    GRB_API GrB_Info GxB_Matrix_unpack_##FORMAT(GrB_Matrix A, void **x, GrB_Index *x_size, bool *iso,                  \
                                                const GrB_Descriptor desc);
GRB_FULL_FORMATS(GRB_DECLARE)
#undef GRB_DECLARE

GRB_API GrB_Info GxB_Vector_export_CSC(GrB_Vector *v, GrB_Type *type, GrB_Index *n, GrB_Index **i, void **x,
                                       GrB_Index *i_size, GrB_Index *x_size, bool *iso, GrB_Index *nvals, bool *jumbled,
                                       const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_unpack_CSC(GrB_Vector v, GrB_Index **i, void **x, GrB_Index *i_size, GrB_Index *x_size,
                                       bool *iso, GrB_Index *nvals, bool *jumbled, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_export_Bitmap(GrB_Vector *v, GrB_Type *type, GrB_Index *n, int8_t **b, void **x,
                                          GrB_Index *b_size, GrB_Index *x_size, bool *iso, GrB_Index *nvals,
                                          const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_unpack_Bitmap(GrB_Vector v, int8_t **b, void **x, GrB_Index *b_size, GrB_Index *x_size,
                                          bool *iso, GrB_Index *nvals, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_export_Full(GrB_Vector *v, GrB_Type *type, GrB_Index *n, void **x, GrB_Index *x_size,
                                        bool *iso, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_Vector_unpack_Full(GrB_Vector v, void **x, GrB_Index *x_size, bool *iso,
                                        const GrB_Descriptor desc);

/* The hash of h that another library has in a matrix: none is here. unpack sets *Y to NULL; pack frees *Y, which is
 * not A. */
GRB_API GrB_Info GxB_unpack_HyperHash(GrB_Matrix A, GrB_Matrix *Y, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_pack_HyperHash(GrB_Matrix A, GrB_Matrix *Y, const GrB_Descriptor desc);

/* ----------------------------------------------------------------------------------------------------------------
 * Vectors and arrays
 * ------------------------------------------------------------------------------------------------------------- */

/* Who owns the array: GrB_DEFAULT, the vector from _load to _unload, or GxB_IS_READONLY, the caller all the time. */
#define GxB_IS_READONLY 7078

/* v becomes a vector of this type and of n places, whose entries are the values of *X, an array of X_size bytes. It is
 * the library's then, and *X is NULL. With GxB_IS_READONLY, it stays the caller's, who leaves it as it is until the
 * vector is freed or unloaded, and calls that would change the vector are GxB_OUTPUT_IS_READONLY.
 * Cost: O(n). Errors: INVALID_VALUE (X_size is too small, no such handling). */
GRB_API GrB_Info GxB_Vector_load(GrB_Vector v, void **X, GrB_Type type, uint64_t n, uint64_t X_size, int handling,
                                 const GrB_Descriptor desc);
/* The opposite: an array of the n values, which the caller frees, or (*handling is GxB_IS_READONLY) the one that was
 * loaded. The vector has no places then. Cost: O(n). Errors: INVALID_OBJECT (a place has no entry). */
GRB_API GrB_Info GxB_Vector_unload(GrB_Vector v, void **X, GrB_Type *type, uint64_t *n, uint64_t *X_size, int *handling,
                                   const GrB_Descriptor desc);

/* ----------------------------------------------------------------------------------------------------------------
 * Containers
 * ------------------------------------------------------------------------------------------------------------- */

/* The parts of a matrix or a vector: sizes, and the arrays of its format as vectors that have all entries. */
struct GxB_Container_struct {
    uint64_t nrows, ncols;
    int64_t nrows_nonempty, ncols_nonempty; /* rows and columns with entries; -1: not known */
    uint64_t nvals;
    uint64_t reserved_u64[11];
    int32_t format;      /* GxB_HYPERSPARSE, GxB_SPARSE, GxB_BITMAP or GxB_FULL */
    int32_t orientation; /* GrB_ROWMAJOR: lines are rows; GrB_COLMAJOR: columns, and vectors */
    uint32_t reserved_u32[14];
    GrB_Vector p, h, b, i, x;
    GrB_Vector reserved_vector[11];
    GrB_Matrix Y; /* not used */
    GrB_Matrix reserved_matrix[15];
    bool iso, jumbled;
    bool reserved_bool[30];
    void *reserved_pointer[16];
};
typedef struct GxB_Container_struct *GxB_Container;

/* With five vectors without places. _free frees those that the container has, too. */
GRB_API GrB_Info GxB_Container_new(GxB_Container *container);
GRB_API GrB_Info GxB_Container_free(GxB_Container *container);

/* A becomes the matrix of the container's parts, of their type and sizes, whatever it was; v a vector likewise, of
 * nrows places. p, h and i are INT32, UINT32, INT64 or UINT64. The parts have no places then. If the call fails, object
 * and container are unchanged.
 * Cost: O(the parts). Errors: INVALID_VALUE (no such format or orientation; a part is too short), NULL_POINTER and
 * INVALID_OBJECT (a part is missing, lacks entries, or is v), DOMAIN_MISMATCH (the type of p, h, i or b); as for
 * import. */
GRB_API GrB_Info GxB_load_Matrix_from_Container(GrB_Matrix A, GxB_Container container, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_load_Vector_from_Container(GrB_Vector v, GxB_Container container, const GrB_Descriptor desc);
/* The opposite. A is 0 x 0 then, v of size 0, of its type. p is UINT64, h and i are INT32 or INT64. Lines are columns
 * if GrB_STORAGE_ORIENTATION_HINT of A is GrB_COLMAJOR, as it is after a load or a pack of columns. The format is FULL
 * if all entries are there, else the object's own, of those that GxB_SPARSITY_CONTROL allows; vectors are never
 * hypersparse.
 * Cost: O(the parts). Errors: INVALID_VALUE (a part has more than 2^31 - 1 members). */
GRB_API GrB_Info GxB_unload_Matrix_into_Container(GrB_Matrix A, GxB_Container container, const GrB_Descriptor desc);
GRB_API GrB_Info GxB_unload_Vector_into_Container(GrB_Vector v, GxB_Container container, const GrB_Descriptor desc);

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_PACK_H */
