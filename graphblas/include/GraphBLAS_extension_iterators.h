/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_iterators.h: walking over the entries of a matrix or vector.
 */
#ifndef GRAPHBLAS_EXTENSION_ITERATORS_H
#define GRAPHBLAS_EXTENSION_ITERATORS_H

#include <string.h>

#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An iterator walks over the entries of what it was attached to last, which must not change meanwhile. Only `new`,
 * `free` and `attach` are errors of the usual kinds; the others look at no handle but NULL, and take no lock. Most of
 * these are macros and functions; the members of the struct are for the macros alone. */
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

/* ----------------------------------------------------------------------------------------------------------------
 * The same in place
 * ------------------------------------------------------------------------------------------------------------- */

/* The entries are those of lines (rows, columns, or the one line of a vector), in lists: list k has the entries from
 * offsets[k] up to offsets[k + 1]. Of no object all is zero: there is no line. */
struct GxB_Iterator_opaque {
    const int64_t *offsets;
    const int32_t *ids;                   /* of the entries in their lines; NULL: entry k is at place k */
    const int32_t *line_names, *id_names; /* of the lists and ids; NULL: they are the numbers themselves */
    const char *values;
    size_t value_size;   /* from one value to the next; 0: all are one */
    int64_t next, end;   /* the entry, and the end of the line's; of single entries, of all */
    int32_t list, lists; /* the next list that may be the line's, of single entries the entry's; and how many */
    int64_t line, lines; /* where it is, and how many */
    /* Of more than 2^31 - 1 lines or ids: the lines of the lists, and the ids of the entries; else NULL. */
    const int64_t *wide_lines, *wide_ids;
    GrB_Type_Code code; /* of the type */
    GrB_Type type;      /* of the values */
    void *transposed;   /* owned, and so are these: */
    void *own_ids, *own_values, *own_lines;
};

/* The line that a list is; behind the last, `lines`. */
static inline int64_t GRB_iterator_line(GxB_Iterator it, int32_t list)
{
    if (list >= it->lists) return it->lines;
    return it->line_names ? it->line_names[list] : it->wide_lines ? it->wide_lines[list] : list;
}

/* To the first entry of a line, where it->list is the line's list, or the first one behind it. */
static inline GrB_Info GRB_iterator_enter(GxB_Iterator it, int64_t line)
{
    it->line = line;
    it->next = it->end = 0;
    if (line == it->lines) return GxB_EXHAUSTED;
    if (GRB_iterator_line(it, it->list) == line) {
        it->next = it->offsets[it->list];
        it->end = it->offsets[++it->list];
    }
    return it->next < it->end ? GrB_SUCCESS : GrB_NO_VALUE;
}

static inline GrB_Info GRB_iterator_next_line(GxB_Iterator it)
{
    return it ? GRB_iterator_enter(it, GRB_iterator_line(it, it->list)) : GrB_NULL_POINTER;
}

/* Where it is: the line, and the entry in it. */
static inline GrB_Index GRB_iterator_at(GxB_Iterator it)
{
    return it ? (GrB_Index)it->line : 0;
}

static inline GrB_Index GRB_iterator_id(GxB_Iterator it)
{
    if (!it || it->next >= it->end) return 0;
    if (!it->ids) return (GrB_Index)(it->wide_ids ? it->wide_ids[it->next] : it->next);
    return (GrB_Index)(it->id_names ? it->id_names[it->ids[it->next]] : it->ids[it->next]);
}

/* To the next entry; the answer at its end. */
static inline GrB_Info GRB_iterator_next(GxB_Iterator it, GrB_Info end)
{
    if (!it) return GrB_NULL_POINTER;
    if (it->next < it->end) it->next++;
    return it->next < it->end ? GrB_SUCCESS : end;
}

static inline GrB_Info GRB_iterator_next_of_matrix(GxB_Iterator it)
{
    const GrB_Info info = GRB_iterator_next(it, GxB_EXHAUSTED);
    if (info != GrB_SUCCESS) return info;
    while (it->offsets[it->list + 1] <= it->next) it->list++;
    return info;
}

static inline void GRB_iterator_place(GxB_Iterator it, GrB_Index *row, GrB_Index *column)
{
    if (!it || it->next >= it->end) return;
    if (row) *row = (GrB_Index)GRB_iterator_line(it, it->list);
    if (column) *column = GRB_iterator_id(it);
}

/* The value's bytes; NULL: there is no entry. */
static inline const char *GRB_iterator_value(GxB_Iterator it)
{
    return it && it->next < it->end ? it->values + (size_t)it->next * it->value_size : NULL;
}

/* (A value of another type is cast by the function.) */
#define GRB_DEFINE(T, ctype)                                                                                           \
    static inline ctype GRB_iterator_get_##T(GxB_Iterator it)                                                          \
    {                                                                                                                  \
        ctype value = 0;                                                                                               \
        const char *at = GRB_iterator_value(it);                                                                       \
        if (at && it->code != GrB_##T##_CODE) return GxB_Iterator_get_##T(it);                                         \
        if (at) memcpy(&value, at, sizeof value);                                                                      \
        return value;                                                                                                  \
    }
GRB_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

#define GxB_rowIterator_nextRow(iterator) GRB_iterator_next_line(iterator)
#define GxB_rowIterator_nextCol(iterator) GRB_iterator_next(iterator, GrB_NO_VALUE)
#define GxB_rowIterator_getRowIndex(iterator) GRB_iterator_at(iterator)
#define GxB_rowIterator_getColIndex(iterator) GRB_iterator_id(iterator)
#define GxB_colIterator_nextCol(iterator) GRB_iterator_next_line(iterator)
#define GxB_colIterator_nextRow(iterator) GRB_iterator_next(iterator, GrB_NO_VALUE)
#define GxB_colIterator_getColIndex(iterator) GRB_iterator_at(iterator)
#define GxB_colIterator_getRowIndex(iterator) GRB_iterator_id(iterator)
#define GxB_Matrix_Iterator_next(iterator) GRB_iterator_next_of_matrix(iterator)
#define GxB_Matrix_Iterator_getIndex(iterator, row, column) GRB_iterator_place(iterator, row, column)
#define GxB_Vector_Iterator_next(iterator) GRB_iterator_next(iterator, GxB_EXHAUSTED)
#define GxB_Vector_Iterator_getIndex(iterator) GRB_iterator_id(iterator)
#define GxB_Iterator_get_BOOL(iterator) GRB_iterator_get_BOOL(iterator)
#define GxB_Iterator_get_INT8(iterator) GRB_iterator_get_INT8(iterator)
#define GxB_Iterator_get_UINT8(iterator) GRB_iterator_get_UINT8(iterator)
#define GxB_Iterator_get_INT16(iterator) GRB_iterator_get_INT16(iterator)
#define GxB_Iterator_get_UINT16(iterator) GRB_iterator_get_UINT16(iterator)
#define GxB_Iterator_get_INT32(iterator) GRB_iterator_get_INT32(iterator)
#define GxB_Iterator_get_UINT32(iterator) GRB_iterator_get_UINT32(iterator)
#define GxB_Iterator_get_INT64(iterator) GRB_iterator_get_INT64(iterator)
#define GxB_Iterator_get_UINT64(iterator) GRB_iterator_get_UINT64(iterator)
#define GxB_Iterator_get_FP32(iterator) GRB_iterator_get_FP32(iterator)
#define GxB_Iterator_get_FP64(iterator) GRB_iterator_get_FP64(iterator)

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_ITERATORS_H */
