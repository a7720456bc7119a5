/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_iterators.h: walking over the entries of a matrix or vector.
 */
#ifndef GRAPHBLAS_EXTENSION_ITERATORS_H
#define GRAPHBLAS_EXTENSION_ITERATORS_H

#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An iterator walks over the entries of what it was attached to last, which must not change meanwhile. Only `new`,
 * `free` and `attach` are errors of the usual kinds; the others look at no handle but NULL, and take no lock. */
typedef struct GxB_Iterator_opaque *GxB_Iterator;

GRB_API GrB_Info GxB_Iterator_new(GxB_Iterator *iterator);
GRB_API GrB_Info GxB_Iterator_free(GxB_Iterator *iterator);

/* ----------------------------------------------------------------------------------------------------------------
 * Row by row, and column by column
 * ------------------------------------------------------------------------------------------------------------- */

/* Cost of attach: that of the matrix's form by rows, or by columns, which it keeps; for the columns of a matrix most of
 * whose rows or columns are empty O(entries), and as much memory. */
GRB_API GrB_Info GxB_rowIterator_attach(GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc);
GRB_API GrB_Info GxB_colIterator_attach(GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc);
/* The number of rows, or columns, that it walks over: all, or those that may have entries. */
GRB_API GrB_Index GxB_rowIterator_kount(GxB_Iterator iterator);
GRB_API GrB_Index GxB_colIterator_kount(GxB_Iterator iterator);
/* To a row (column), to the one that is number k of those it walks over, and to the next one. Returns SUCCESS at its
 * first entry, NO_VALUE if it has none, GxB_EXHAUSTED behind the last.
 * Cost: O(1); of seekRow and seekCol O(log kount), if most of them are empty. */
GRB_API GrB_Info GxB_rowIterator_seekRow(GxB_Iterator iterator, GrB_Index row);
GRB_API GrB_Info GxB_colIterator_seekCol(GxB_Iterator iterator, GrB_Index column);
GRB_API GrB_Info GxB_rowIterator_kseek(GxB_Iterator iterator, GrB_Index k);
GRB_API GrB_Info GxB_colIterator_kseek(GxB_Iterator iterator, GrB_Index k);
GRB_API GrB_Info GxB_rowIterator_nextRow(GxB_Iterator iterator);
GRB_API GrB_Info GxB_colIterator_nextCol(GxB_Iterator iterator);
/* To the next entry of the row (column). Returns NO_VALUE behind the last. */
GRB_API GrB_Info GxB_rowIterator_nextCol(GxB_Iterator iterator);
GRB_API GrB_Info GxB_colIterator_nextRow(GxB_Iterator iterator);
/* Where it is. */
GRB_API GrB_Index GxB_rowIterator_getRowIndex(GxB_Iterator iterator);
GRB_API GrB_Index GxB_rowIterator_getColIndex(GxB_Iterator iterator);
GRB_API GrB_Index GxB_colIterator_getColIndex(GxB_Iterator iterator);
GRB_API GrB_Index GxB_colIterator_getRowIndex(GxB_Iterator iterator);

/* ----------------------------------------------------------------------------------------------------------------
 * Entry by entry
 * ------------------------------------------------------------------------------------------------------------- */

/* Entries have numbers p from 0 on: of a matrix row by row, of a vector by index. getpmax is how many there are. An
 * iterator of a vector has a copy of its entries.
 * seek goes to entry p, next to the one behind. Both return GxB_EXHAUSTED behind the last.
 * Cost: O(1); of a matrix's seek O(log rows), and of its next O(1) for each row without entries that it passes. */
#define GRB_DECLARE(KIND)                                                                                              \
    GRB_API GrB_Info GxB_##KIND##_Iterator_attach(GxB_Iterator iterator, GrB_##KIND object, GrB_Descriptor desc);      \
    GRB_API GrB_Index GxB_##KIND##_Iterator_getpmax(GxB_Iterator iterator);                                            \
    GRB_API GrB_Info GxB_##KIND##_Iterator_seek(GxB_Iterator iterator, GrB_Index p);                                   \
    GRB_API GrB_Info GxB_##KIND##_Iterator_next(GxB_Iterator iterator);                                                \
    GRB_API GrB_Index GxB_##KIND##_Iterator_getp(GxB_Iterator iterator);
GRB_DECLARE(Vector)
GRB_DECLARE(Matrix)
#undef GRB_DECLARE
GRB_API GrB_Index GxB_Vector_Iterator_getIndex(GxB_Iterator iterator);
GRB_API void GxB_Matrix_Iterator_getIndex(GxB_Iterator iterator, GrB_Index *row, GrB_Index *column);

/* ----------------------------------------------------------------------------------------------------------------
 * Values
 * ------------------------------------------------------------------------------------------------------------- */

/* The value where it is, cast to T (GxB_Iterator_get_FP64, ...); 0 where there is no entry. UDT: the bytes of one
 * value, or nothing. */
#define GRB_DECLARE(T, ctype) GRB_API ctype GxB_Iterator_get_##T(GxB_Iterator iterator);
GRB_TYPES(GRB_DECLARE)
#undef GRB_DECLARE
GRB_API void GxB_Iterator_get_UDT(GxB_Iterator iterator, void *value);

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_ITERATORS_H */
