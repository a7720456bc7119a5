/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrays of matrices and vectors in the formats of GxB_Matrix_pack_CSR and the like.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_FORMATS_H
#define TROPIC_TESTS_GRAPHBLAS_FORMATS_H

#include <GraphBLAS.h>

/* X(FORMAT, layout, by columns) */
#define FORMATS_SPARSE(X) X(CSR, false) X(CSC, true)
#define FORMATS_HYPER(X) X(HyperCSR, false) X(HyperCSC, true)
#define FORMATS_BITMAP(X) X(BitmapR, false) X(BitmapC, true)
#define FORMATS_FULL(X) X(FullR, false) X(FullC, true)
#define FORMATS_ALL(X) FORMATS_SPARSE(X) FORMATS_HYPER(X) FORMATS_BITMAP(X) FORMATS_FULL(X)

#define FORMAT_ENUM(FORMAT, columns) FORMAT_##FORMAT,
typedef enum format { FORMATS_ALL(FORMAT_ENUM) FORMATS } format;
#undef FORMAT_ENUM
const char *format_name(format f);
bool format_is_full(format f);
bool format_is_hyper(format f);
bool format_by_columns(format f);
/* Vectors have CSC, BitmapC and FullC. */
bool format_of_vectors(format f);

/* All places of a matrix, by row; a vector has one column. */
typedef struct dense {
    GrB_Index rows, cols;
    size_t size; /* of a value */
    bool *has;
    char *values; /* zeros where there is no entry */
} dense;
dense dense_new(GrB_Index rows, GrB_Index cols, size_t size);
void dense_free(dense *d);
GrB_Index dense_count(const dense *d);
static inline char *dense_at(const dense *d, GrB_Index i, GrB_Index j)
{
    return d->values + (i * d->cols + j) * d->size;
}

typedef struct format_arrays {
    format form;
    bool iso, jumbled;
    GrB_Index *p, *h, *i;
    int8_t *b;
    void *x;
    GrB_Index p_size, h_size, i_size, b_size, x_size, nvec, nvals;
} format_arrays;

/* Where arrays come from, and go: malloc and free, if nobody sets them. */
extern void *(*format_allocate)(size_t bytes);
extern void (*format_release)(void *pointer);

/* (iso: the first value for all. jumbled: lines from their ends. `vector`: without p.) */
format_arrays format_of(const dense *d, format f, bool iso, bool jumbled, bool vector);
void format_free(format_arrays *a);
/* Sets the entries of *d, which has their shape; false: the arrays are wrong. */
bool format_read(const format_arrays *a, dense *d, bool vector);
/* Are the sizes those of arrays without spare room? */
bool format_is_tight(const format_arrays *a, const dense *d, bool vector);

GrB_Info format_import(GrB_Matrix *A, GrB_Type type, GrB_Index rows, GrB_Index cols, format_arrays *a,
                       GrB_Descriptor desc);
GrB_Info format_pack(GrB_Matrix A, format_arrays *a, GrB_Descriptor desc);
GrB_Info format_export(GrB_Matrix *A, GrB_Type *type, GrB_Index *rows, GrB_Index *cols, format_arrays *a);
GrB_Info format_unpack(GrB_Matrix A, format_arrays *a);
GrB_Info format_import_vector(GrB_Vector *v, GrB_Type type, GrB_Index n, format_arrays *a, GrB_Descriptor desc);
GrB_Info format_pack_vector(GrB_Vector v, format_arrays *a, GrB_Descriptor desc);
GrB_Info format_export_vector(GrB_Vector *v, GrB_Type *type, GrB_Index *n, format_arrays *a);
GrB_Info format_unpack_vector(GrB_Vector v, format_arrays *a);

#endif
