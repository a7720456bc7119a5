/* SPDX-License-Identifier: Apache-2.0
 *
 * Walking over the entries of a matrix, row by row, column by column or one by one, and of a vector. The functions
 * after attach take no lock: an iterator is one thread's.
 */
#include "graphblas/call.h"

#include <string.h>

/* The entries are those of lines (rows, columns, or one line of a vector), in lists: list k has entries offsets[k] ..
 * offsets[k + 1] - 1. Of no object, all zero: there is no line. */
struct GxB_Iterator_opaque {
    GrB_Type type; /* of the values */
    const tropic_offset *offsets;
    const tropic_index *ids;                   /* of the entries in their lines; NULL: entry k is at place k */
    const tropic_index *line_names, *id_names; /* of the lists and ids; NULL: they are the numbers themselves */
    const char *values;
    size_t value_size;         /* from one value to the next; 0: all are one */
    tropic_index lists, lines; /* how many */
    tropic_index list;         /* the next one that may be the line's; of single entries, the entry's list */
    tropic_index line;         /* where it is */
    tropic_offset next, end;   /* the entry, and the end of the line's; of single entries, of all */
    tropic_matrix *transposed; /* owned, and so are these: */
    void *own_ids, *own_values;
};

static void detach(GxB_Iterator it)
{
    tropic_matrix_free(&it->transposed);
    grb_release(it->own_ids);
    grb_release(it->own_values);
    memset(it, 0, sizeof *it);
}

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
    if (!iterator) return GrB_NULL_POINTER;
    if (!*iterator) return GrB_SUCCESS;
    if (grb_open(&c, __func__)) {
        detach(*iterator);
        grb_release(*iterator);
        grb_count_object(-1);
        *iterator = NULL;
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Attach
 */

/* The entries of a matrix by rows; A is the matrix, or its transpose. */
static bool take_rows(grb_call *c, GxB_Iterator to, const tropic_matrix *A)
{
    tropic_entries e;
    if (!grb_done(c, tropic_matrix_entries(&e, A, c->context))) return false;
    to->offsets = e.offsets;
    to->ids = e.col_ids;
    to->line_names = e.row_names;
    to->id_names = e.col_names;
    to->values = e.values;
    to->value_size = e.value_size;
    to->lists = e.lists;
    to->lines = tropic_matrix_rows(A);
    return true;
}

/* By columns: the form that A keeps, but of a hypersparse A, which has not all columns, a transpose. */
static bool take_columns(grb_call *c, GxB_Iterator to, const tropic_matrix *A)
{
    const void *values;
    if (!take_rows(c, to, A)) return false;
    if (to->line_names || to->id_names)
        return grb_done(c, tropic_transpose(&to->transposed, c->context, NULL, NULL, A, NULL)) &&
               take_rows(c, to, to->transposed);
    if (!grb_done(c, tropic_matrix_csc(A, c->context, &to->offsets, &to->ids, &values))) return false;
    to->values = values;
    to->lists = to->lines = tropic_matrix_cols(A);
    return true;
}

typedef bool taker(grb_call *c, GxB_Iterator to, const tropic_matrix *A);

static bool attach(grb_call *c, GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc, taker *take)
{
    static const bool one = true;
    struct GxB_Iterator_opaque to = {0};
    if (!GRB_POINTER(*c, iterator) || !GRB_NEED(*c, matrix) || !grb_describe(c, desc)) return false;
    __atomic_store_n(&matrix->walked, true, __ATOMIC_RELAXED); /* (Other threads may walk it, too.) */
    if (!grb_ready(c, GRB_PASS_NONE)) return false;
    if (!take(c, &to, matrix->of)) {
        detach(&to);
        return false;
    }
    to.type = matrix->type;
    if (!to.values) { /* a pattern, or there are no entries */
        to.values = (const char *)&one;
        to.value_size = 0;
        to.type = GrB_BOOL;
    }
    detach(iterator);
    *iterator = to;
    return true;
}

/* The line that list number `list` is; behind the last, `lines`. */
static tropic_index line_of_list(GxB_Iterator it, tropic_index list)
{
    return list >= it->lists ? it->lines : it->line_names ? it->line_names[list] : list;
}

/* To the first entry of a line, where it->list is the line's list, or the first one behind it. */
static GrB_Info enter(GxB_Iterator it, tropic_index line)
{
    it->line = line;
    it->next = it->end = 0;
    if (line == it->lines) return GxB_EXHAUSTED;
    if (line_of_list(it, it->list) == line) {
        it->next = it->offsets[it->list];
        it->end = it->offsets[++it->list];
    }
    return it->next < it->end ? GrB_SUCCESS : GrB_NO_VALUE;
}

static GrB_Info attach_lines(const char *function, GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc,
                             taker *take)
{
    grb_call c;
    if (grb_open(&c, function) && attach(&c, iterator, matrix, desc, take))
        (void)enter(iterator, line_of_list(iterator, 0));
    return grb_close(&c);
}

GrB_Info GxB_Matrix_Iterator_attach(GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc)
{
    grb_call c;
    if (grb_open(&c, __func__) && attach(&c, iterator, matrix, desc, take_rows)) {
        iterator->end = iterator->offsets ? iterator->offsets[iterator->lists] : 0;
        (void)GxB_Matrix_Iterator_seek(iterator, 0);
    }
    return grb_close(&c);
}

/* (A full vector has its entries in their order.) */
GrB_Info GxB_Vector_Iterator_attach(GxB_Iterator iterator, GrB_Vector vector, GrB_Descriptor desc)
{
    grb_call c;
    if (!grb_open(&c, __func__) || !GRB_POINTER(c, iterator) || !GRB_NEED(c, vector) || !grb_describe(&c, desc))
        return grb_close(&c);
    const tropic_index count = tropic_vector_count(vector->of), size = tropic_vector_size(vector->of);
    struct GxB_Iterator_opaque to = {
        .type = vector->type, .value_size = vector->type->size, .lists = 1, .lines = 1, .end = count};
    if (count < size) to.own_ids = grb_allocate((size_t)count * sizeof(tropic_index));
    to.own_values = grb_allocate((size_t)count * to.value_size);
    to.ids = to.own_ids;
    to.values = to.own_values;
    if (!to.own_values || (count < size && !to.own_ids))
        grb_fail(&c, GrB_OUT_OF_MEMORY, "out of host memory");
    else
        grb_done_in(&c, vector->context, tropic_vector_get_entries(vector->of, to.own_ids, to.own_values));
    if (c.info == GrB_SUCCESS) {
        detach(iterator);
        *iterator = to;
    } else {
        detach(&to);
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Lines
 */

/* The list of a line, or the first one behind it. */
static tropic_index find_list(GxB_Iterator it, tropic_index line)
{
    tropic_index low = 0, high = it->lists;
    if (!it->line_names) return line;
    while (low < high) {
        const tropic_index middle = low + (high - low) / 2;
        if (it->line_names[middle] < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static GrB_Info seek_line(GxB_Iterator it, GrB_Index line)
{
    if (!it) return GrB_NULL_POINTER;
    const tropic_index to = line < (GrB_Index)it->lines ? (tropic_index)line : it->lines;
    it->list = to < it->lines ? find_list(it, to) : it->lists;
    return enter(it, to);
}

static GrB_Info seek_list(GxB_Iterator it, GrB_Index k)
{
    if (!it) return GrB_NULL_POINTER;
    it->list = k < (GrB_Index)it->lists ? (tropic_index)k : it->lists;
    return enter(it, line_of_list(it, it->list));
}

static GrB_Info next_line(GxB_Iterator it)
{
    return it ? enter(it, line_of_list(it, it->list)) : GrB_NULL_POINTER;
}

static GrB_Info next_in_line(GxB_Iterator it)
{
    if (!it) return GrB_NULL_POINTER;
    if (it->next < it->end) it->next++;
    return it->next < it->end ? GrB_SUCCESS : GrB_NO_VALUE;
}

/* Of the entry, in its line. */
static GrB_Index id_of(GxB_Iterator it)
{
    if (!it || it->next >= it->end) return 0;
    if (!it->ids) return (GrB_Index)it->next;
    const tropic_index id = it->ids[it->next];
    return (GrB_Index)(it->id_names ? it->id_names[id] : id);
}

/* The same functions of rows, whose entries are named by columns, and of columns. */
#define GRB_DEFINE(row, Row, Col, take)                                                                                \
    GrB_Info GxB_##row##Iterator_attach(GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc)                 \
    {                                                                                                                  \
        return attach_lines(__func__, iterator, matrix, desc, take);                                                   \
    }                                                                                                                  \
    GrB_Index GxB_##row##Iterator_kount(GxB_Iterator iterator)                                                         \
    {                                                                                                                  \
        return iterator ? (GrB_Index)iterator->lists : 0;                                                              \
    }                                                                                                                  \
    GrB_Info GxB_##row##Iterator_seek##Row(GxB_Iterator iterator, GrB_Index line)                                      \
    {                                                                                                                  \
        return seek_line(iterator, line);                                                                              \
    }                                                                                                                  \
    GrB_Info GxB_##row##Iterator_kseek(GxB_Iterator iterator, GrB_Index k)                                             \
    {                                                                                                                  \
        return seek_list(iterator, k);                                                                                 \
    }                                                                                                                  \
    GrB_Info GxB_##row##Iterator_next##Row(GxB_Iterator iterator)                                                      \
    {                                                                                                                  \
        return next_line(iterator);                                                                                    \
    }                                                                                                                  \
    GrB_Info GxB_##row##Iterator_next##Col(GxB_Iterator iterator)                                                      \
    {                                                                                                                  \
        return next_in_line(iterator);                                                                                 \
    }                                                                                                                  \
    GrB_Index GxB_##row##Iterator_get##Row##Index(GxB_Iterator iterator)                                               \
    {                                                                                                                  \
        return iterator ? (GrB_Index)iterator->line : 0;                                                               \
    }                                                                                                                  \
    GrB_Index GxB_##row##Iterator_get##Col##Index(GxB_Iterator iterator)                                               \
    {                                                                                                                  \
        return id_of(iterator);                                                                                        \
    }
GRB_DEFINE(row, Row, Col, take_rows)
GRB_DEFINE(col, Col, Row, take_columns)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * Single entries
 */

static GrB_Info go_to(GxB_Iterator it, GrB_Index p)
{
    if (!it) return GrB_NULL_POINTER;
    it->next = p < (GrB_Index)it->end ? (tropic_offset)p : it->end;
    return it->next < it->end ? GrB_SUCCESS : GxB_EXHAUSTED;
}

GrB_Info GxB_Vector_Iterator_seek(GxB_Iterator iterator, GrB_Index p)
{
    return go_to(iterator, p);
}

GrB_Info GxB_Vector_Iterator_next(GxB_Iterator iterator)
{
    return go_to(iterator, iterator ? (GrB_Index)iterator->next + 1 : 0);
}

/* (The entry's list is the last one that begins at it or before.) */
GrB_Info GxB_Matrix_Iterator_seek(GxB_Iterator iterator, GrB_Index p)
{
    const GrB_Info info = go_to(iterator, p);
    if (info != GrB_SUCCESS) return info;
    tropic_index low = 0, high = iterator->lists;
    while (high - low > 1) {
        const tropic_index middle = low + (high - low) / 2;
        if (iterator->offsets[middle] <= iterator->next)
            low = middle;
        else
            high = middle;
    }
    iterator->list = low;
    return info;
}

GrB_Info GxB_Matrix_Iterator_next(GxB_Iterator iterator)
{
    const GrB_Info info = go_to(iterator, iterator ? (GrB_Index)iterator->next + 1 : 0);
    while (info == GrB_SUCCESS && iterator->offsets[iterator->list + 1] <= iterator->next) iterator->list++;
    return info;
}

#define GRB_DEFINE(KIND)                                                                                               \
    GrB_Index GxB_##KIND##_Iterator_getpmax(GxB_Iterator iterator)                                                     \
    {                                                                                                                  \
        return iterator ? (GrB_Index)iterator->end : 0;                                                                \
    }                                                                                                                  \
    GrB_Index GxB_##KIND##_Iterator_getp(GxB_Iterator iterator)                                                        \
    {                                                                                                                  \
        return iterator ? (GrB_Index)iterator->next : 0;                                                               \
    }
GRB_DEFINE(Vector)
GRB_DEFINE(Matrix)
#undef GRB_DEFINE

GrB_Index GxB_Vector_Iterator_getIndex(GxB_Iterator iterator)
{
    return id_of(iterator);
}

void GxB_Matrix_Iterator_getIndex(GxB_Iterator iterator, GrB_Index *row, GrB_Index *column)
{
    if (!iterator || iterator->next >= iterator->end) return;
    if (row) *row = (GrB_Index)line_of_list(iterator, iterator->list);
    if (column) *column = id_of(iterator);
}

/* ------------------------------------------------------------------------------------------------
 * Values
 */

/* The value's bytes; NULL: there is no entry. */
static const void *value_at(GxB_Iterator it)
{
    return it && it->next < it->end ? it->values + (size_t)it->next * it->value_size : NULL;
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    ctype GxB_Iterator_get_##T(GxB_Iterator iterator)                                                                  \
    {                                                                                                                  \
        const void *at = value_at(iterator);                                                                           \
        ctype value = 0;                                                                                               \
        if (!at) return value;                                                                                         \
        if (iterator->type == &grb_type_##T)                                                                           \
            memcpy(&value, at, sizeof value);                                                                          \
        else                                                                                                           \
            grb_cast(&value, &grb_type_##T, at, iterator->type);                                                       \
        return value;                                                                                                  \
    }
GRB_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

void GxB_Iterator_get_UDT(GxB_Iterator iterator, void *value)
{
    const void *at = value_at(iterator);
    if (at && value) memcpy(value, at, iterator->type->size);
}
