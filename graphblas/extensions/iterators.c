/* SPDX-License-Identifier: Apache-2.0
 *
 * Walking over the entries of a matrix, row by row, column by column or one by one, and of a vector. The functions
 * after attach take no lock: an iterator is one thread's.
 */
#include "graphblas/large.h"

#include <string.h>

_Static_assert(sizeof(tropic_index) == sizeof(int32_t) && sizeof(tropic_offset) == sizeof(int64_t),
               "the struct of the header has Tropic's arrays");

static void detach(GxB_Iterator it)
{
    tropic_matrix *transposed = it->transposed;
    tropic_matrix_free(&transposed);
    grb_release(it->own_ids);
    grb_release(it->own_values);
    grb_release(it->own_lines);
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
            grb_no_memory(&c);
        }
    }
    return grb_close(&c);
}

GrB_Info GxB_Iterator_free(GxB_Iterator *iterator)
{
    grb_call c;
    if (!iterator || !*iterator) return GrB_SUCCESS;
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

static bool take_all_columns(grb_call *c, GxB_Iterator to, const tropic_matrix *A)
{
    const void *values;
    if (!grb_done(c, tropic_matrix_csc(A, c->context, &to->offsets, &to->ids, &values))) return false;
    to->values = values;
    to->value_size = tropic_type_size(tropic_matrix_type(A));
    to->lines = to->lists = tropic_matrix_cols(A);
    return true;
}

/* By columns: the form that A keeps, but of a hypersparse A, which has not all columns, a transpose. */
static bool take_columns(grb_call *c, GxB_Iterator to, const tropic_matrix *A)
{
    tropic_matrix_forms forms;
    tropic_matrix *transposed = NULL;
    if (!grb_report(c, A, c->context, &forms)) return false;
    if (forms.by_columns && forms.pending == 0) return take_all_columns(c, to, A);
    if (!take_rows(c, to, A)) return false;
    if (!to->line_names && !to->id_names) return take_all_columns(c, to, A);
    if (!grb_done(c, tropic_transpose(&transposed, c->context, NULL, NULL, A, NULL))) return false;
    to->transposed = transposed;
    return take_rows(c, to, transposed);
}

/* Copies of the entries of a large object, sorted, which the tuples lose: the places of their lines are `ids`. */
static void own(GxB_Iterator to, grb_tuples *t, GrB_Index **ids)
{
    to->wide_ids = to->own_ids = *ids;
    to->values = to->own_values = t->values;
    to->value_size = t->type->size;
    *ids = NULL;
    t->values = NULL;
}

/* The lists of a large matrix, or its transpose: those of lines with entries. */
static bool take_large(grb_call *c, GxB_Iterator to, GrB_Matrix A, bool columns)
{
    grb_tuples t;
    int64_t *offsets, lists = 0;
    if (!grb_tuples_of_matrix(c, &t, A)) return false;
    bool good = !columns || grb_turn_tuples(c, &t);
    for (GrB_Index k = 0; k < t.count; k++) lists += k == 0 || t.rows[k] != t.rows[k - 1];
    good = good && grb_size(c, (GrB_Index)lists, "the number of lines");
    if (good) {
        offsets = to->own_lines = grb_allocate((2 * (size_t)lists + 1) * sizeof *offsets);
        good = offsets || grb_no_memory(c);
    }
    if (good) {
        int64_t *lines = offsets + lists + 1;
        for (GrB_Index k = 0; k < t.count; k++) {
            if (k > 0 && t.rows[k] == t.rows[k - 1]) continue;
            lines[to->lists] = (int64_t)t.rows[k];
            offsets[to->lists++] = (int64_t)k;
        }
        offsets[lists] = (int64_t)t.count;
        to->offsets = offsets;
        to->wide_lines = lines;
        to->lines = (int64_t)grb_rows_of(A, columns);
        own(to, &t, &t.columns);
    }
    grb_free_tuples(&t);
    return good;
}

typedef bool taker(grb_call *c, GxB_Iterator to, const tropic_matrix *A);

static bool attach(grb_call *c, GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc, taker *take)
{
    static const bool one = true;
    struct GxB_Iterator_opaque to = {0};
    if (!GRB_POINTER(*c, iterator) || !GRB_NEED(*c, matrix) || !grb_describe(c, desc)) return false;
    __atomic_store_n(&matrix->walked, true, __ATOMIC_RELAXED); /* (Other threads may walk it, too.) */
    if (!grb_ready(c, GRB_PASS_NONE)) return false;
    if (matrix->dictionary) grb_alone(); /* (Its codes may grow in number else.) */
    if (!(matrix->dictionary ? take_large(c, &to, matrix, take == take_columns) : take(c, &to, matrix->of))) {
        detach(&to);
        return false;
    }
    if (!to.transposed) to.transposed = grb_keep_column(matrix);
    to.type = matrix->type;
    if (!to.values) { /* a pattern, or there are no entries */
        to.values = (const char *)&one;
        to.value_size = 0;
        to.type = GrB_BOOL;
    }
    to.code = to.type->code;
    detach(iterator);
    *iterator = to;
    return true;
}

static GrB_Info attach_lines(const char *function, GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc,
                             taker *take)
{
    grb_call c;
    if (grb_open_large(&c, function) && attach(&c, iterator, matrix, desc, take))
        (void)GRB_iterator_next_line(iterator);
    return grb_close(&c);
}

GrB_Info GxB_Matrix_Iterator_attach(GxB_Iterator iterator, GrB_Matrix matrix, GrB_Descriptor desc)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && attach(&c, iterator, matrix, desc, take_rows)) {
        iterator->end = iterator->offsets ? iterator->offsets[iterator->lists] : 0;
        (void)GxB_Matrix_Iterator_seek(iterator, 0);
    }
    return grb_close(&c);
}

static bool take_large_vector(grb_call *c, GxB_Iterator to, GrB_Vector v)
{
    grb_tuples t;
    if (!grb_tuples_of_vector(c, &t, v)) return false;
    own(to, &t, &t.rows);
    grb_free_tuples(&t);
    return true;
}

/* (A full vector has its entries in their order.) */
static bool take_vector(grb_call *c, GxB_Iterator to, GrB_Vector v)
{
    const tropic_index count = tropic_vector_count(v->of);
    const bool full = count == tropic_vector_size(v->of);
    if (!full) to->own_ids = grb_allocate((size_t)count * sizeof(tropic_index));
    to->own_values = grb_allocate((size_t)count * to->value_size);
    to->ids = to->own_ids;
    to->values = to->own_values;
    if (!to->own_values || (!full && !to->own_ids)) return grb_no_memory(c);
    return grb_done_in(c, v->context, tropic_vector_get_entries(v->of, to->own_ids, to->own_values));
}

GrB_Info GxB_Vector_Iterator_attach(GxB_Iterator iterator, GrB_Vector vector, GrB_Descriptor desc)
{
    grb_call c;
    if (!grb_open_large(&c, __func__) || !GRB_POINTER(c, iterator) || !GRB_NEED(c, vector) || !grb_describe(&c, desc))
        return grb_close(&c);
    struct GxB_Iterator_opaque to = {.type = vector->type,
                                     .code = vector->type->code,
                                     .value_size = vector->type->size,
                                     .lists = 1,
                                     .lines = 1,
                                     .end = tropic_vector_count(vector->of)};
    if (vector->dictionary ? take_large_vector(&c, &to, vector) : take_vector(&c, &to, vector)) {
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
static tropic_index find_list(GxB_Iterator it, int64_t line)
{
    tropic_index low = 0, high = it->lists;
    if (!it->line_names && !it->wide_lines) return (tropic_index)line;
    while (low < high) {
        const tropic_index middle = low + (high - low) / 2;
        if (GRB_iterator_line(it, middle) < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static GrB_Info seek_line(GxB_Iterator it, GrB_Index line)
{
    if (!it) return GrB_NULL_POINTER;
    const int64_t to = line < (GrB_Index)it->lines ? (int64_t)line : it->lines;
    it->list = to < it->lines ? find_list(it, to) : it->lists;
    return GRB_iterator_enter(it, to);
}

static GrB_Info seek_list(GxB_Iterator it, GrB_Index k)
{
    if (!it) return GrB_NULL_POINTER;
    it->list = k < (GrB_Index)it->lists ? (tropic_index)k : it->lists;
    return GRB_iterator_next_line(it);
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
    GrB_Info(GxB_##row##Iterator_next##Row)(GxB_Iterator iterator)                                                     \
    {                                                                                                                  \
        return GRB_iterator_next_line(iterator);                                                                       \
    }                                                                                                                  \
    GrB_Info(GxB_##row##Iterator_next##Col)(GxB_Iterator iterator)                                                     \
    {                                                                                                                  \
        return GRB_iterator_next(iterator, GrB_NO_VALUE);                                                              \
    }                                                                                                                  \
    GrB_Index(GxB_##row##Iterator_get##Row##Index)(GxB_Iterator iterator)                                              \
    {                                                                                                                  \
        return GRB_iterator_at(iterator);                                                                              \
    }                                                                                                                  \
    GrB_Index(GxB_##row##Iterator_get##Col##Index)(GxB_Iterator iterator)                                              \
    {                                                                                                                  \
        return GRB_iterator_id(iterator);                                                                              \
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

GrB_Info(GxB_Vector_Iterator_next)(GxB_Iterator iterator)
{
    return GRB_iterator_next(iterator, GxB_EXHAUSTED);
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

GrB_Info(GxB_Matrix_Iterator_next)(GxB_Iterator iterator)
{
    return GRB_iterator_next_of_matrix(iterator);
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

GrB_Index(GxB_Vector_Iterator_getIndex)(GxB_Iterator iterator)
{
    return GRB_iterator_id(iterator);
}

void(GxB_Matrix_Iterator_getIndex)(GxB_Iterator iterator, GrB_Index *row, GrB_Index *column)
{
    GRB_iterator_place(iterator, row, column);
}

/* ------------------------------------------------------------------------------------------------
 * Values
 */

#define GRB_DEFINE(T, ctype)                                                                                           \
    ctype(GxB_Iterator_get_##T)(GxB_Iterator iterator)                                                                 \
    {                                                                                                                  \
        const void *at = GRB_iterator_value(iterator);                                                                 \
        ctype value = 0;                                                                                               \
        if (at) grb_cast(&value, &grb_type_##T, at, iterator->type);                                                   \
        return value;                                                                                                  \
    }
GRB_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

void GxB_Iterator_get_UDT(GxB_Iterator iterator, void *value)
{
    const void *at = GRB_iterator_value(iterator);
    if (at && value) memcpy(value, at, iterator->type->size);
}
