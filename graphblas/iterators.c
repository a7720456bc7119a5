/* SPDX-License-Identifier: Apache-2.0
 *
 * Walking over the rows of a matrix. The functions after attach take no lock: an iterator is one thread's.
 */
#include "graphblas/call.h"
#include <string.h>

/* Of no matrix, all zero: there is no row. */
struct GxB_Iterator_opaque {
    tropic_entries e;       /* e.list is the next list that may be the row's, e.next the entry */
    GrB_Type type;          /* of the values */
    tropic_offset end;      /* of the row's entries */
    tropic_index row, rows; /* where it is, and their number */
};

GrB_Info GxB_Iterator_new(GxB_Iterator *iterator)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, iterator)) {
        GxB_Iterator made = grb_allocate_zero(1, sizeof *made);
        if (made) {
            grb_count_object(1);
            *iterator = made;
        } else {
            grb_fail(&c, GrB_OUT_OF_MEMORY, "out of host memory");
        }
    }
    return grb_close(&c);
}

GrB_Info GxB_Iterator_free(GxB_Iterator *iterator)
{
    grb_call c;
    if (!iterator || !*iterator) return GrB_SUCCESS;
    if (grb_open(&c, __func__)) {
        grb_release(*iterator);
        grb_count_object(-1);
        *iterator = NULL;
    }
    return grb_close(&c);
}

/* The row that list e.list has: behind the last, `rows`. */
static tropic_index row_of_list(GxB_Iterator it)
{
    return it->e.list == it->e.lists ? it->rows : it->e.row_names ? it->e.row_names[it->e.list] : it->e.list;
}

/* To the first entry of a row, with e.list that of the row, or of the first one behind it that has a list. */
static GrB_Info enter(GxB_Iterator it, tropic_index row)
{
    it->row = row;
    if (row == it->rows) {
        it->e.next = it->end = 0;
        return GxB_EXHAUSTED;
    }
    if (row_of_list(it) == row) {
        it->e.next = it->e.offsets[it->e.list];
        it->end = it->e.offsets[++it->e.list];
    } else {
        it->e.next = it->end = 0;
    }
    return it->e.next < it->end ? GrB_SUCCESS : GrB_NO_VALUE;
}

GrB_Info GxB_rowIterator_attach(GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, iterator) && GRB_NEED(c, matrix) && grb_describe(&c, desc) &&
        grb_ready(&c, GRB_PASS_NONE)) {
        struct GxB_Iterator_opaque to = {.type = matrix->type, .rows = tropic_matrix_rows(matrix->of)};
        if (grb_done(&c, tropic_matrix_entries(&to.e, matrix->of, c.context))) {
            *iterator = to;
            matrix->walked = true;
            (void)enter(iterator, row_of_list(iterator));
        }
    }
    return grb_close(&c);
}

GrB_Index GxB_rowIterator_kount(GxB_Iterator iterator)
{
    return iterator ? (GrB_Index)iterator->e.lists : 0;
}

GrB_Info GxB_rowIterator_seekRow(GxB_Iterator iterator, GrB_Index row)
{
    if (!iterator) return GrB_NULL_POINTER;
    const tropic_index to = row < (GrB_Index)iterator->rows ? (tropic_index)row : iterator->rows;
    if (to < iterator->rows)
        tropic_entries_seek(&iterator->e, to);
    else
        iterator->e.list = iterator->e.lists;
    return enter(iterator, to);
}

GrB_Info GxB_rowIterator_nextRow(GxB_Iterator iterator)
{
    if (!iterator) return GrB_NULL_POINTER;
    return enter(iterator, row_of_list(iterator));
}

GrB_Info GxB_rowIterator_nextCol(GxB_Iterator iterator)
{
    if (!iterator) return GrB_NULL_POINTER;
    if (iterator->e.next < iterator->end) iterator->e.next++;
    return iterator->e.next < iterator->end ? GrB_SUCCESS : GrB_NO_VALUE;
}

GrB_Index GxB_rowIterator_getRowIndex(GxB_Iterator iterator)
{
    return iterator ? (GrB_Index)iterator->row : 0;
}

GrB_Index GxB_rowIterator_getColIndex(GxB_Iterator iterator)
{
    if (!iterator || iterator->e.next >= iterator->end) return 0;
    const tropic_index col = iterator->e.col_ids[iterator->e.next];
    return (GrB_Index)(iterator->e.col_names ? iterator->e.col_names[col] : col);
}

/* The value's bytes; NULL: there is no entry. */
static const void *value_at(GxB_Iterator it)
{
    return it && it->e.next < it->end ? it->e.values + (size_t)it->e.next * it->e.value_size : NULL;
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    ctype GxB_Iterator_get_##T(GxB_Iterator iterator)                                                                  \
    {                                                                                                                  \
        const void *at = value_at(iterator);                                                                           \
        ctype value = 0;                                                                                               \
        if (at) grb_cast(&value, &grb_type_##T, at, iterator->type);                                                   \
        return value;                                                                                                  \
    }
GRB_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

void GxB_Iterator_get_UDT(GxB_Iterator iterator, void *value)
{
    const void *at = value_at(iterator);
    if (at && value) memcpy(value, at, iterator->e.value_size);
}
