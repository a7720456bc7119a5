/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries with the places that the caller sees, and objects of them.
 */
#include "graphblas/large.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Entries of an object
 */

void grb_free_tuples(grb_tuples *t)
{
    grb_release(t->rows);
    grb_release(t->columns);
    grb_release(t->values);
    *t = (grb_tuples){0};
}

bool grb_new_tuples(grb_call *c, grb_tuples *t, GrB_Type type, GrB_Index count, bool columns)
{
    *t = (grb_tuples){.count = count, .type = type};
    t->rows = grb_allocate((size_t)count * sizeof *t->rows);
    if (columns) t->columns = grb_allocate((size_t)count * sizeof *t->columns);
    t->values = grb_allocate((size_t)count * type->size);
    if (t->rows && (t->columns || !columns) && t->values) return true;
    grb_free_tuples(t);
    return grb_no_memory(c);
}

static void ids_of(GrB_Index *ids, const tropic_index *lines, GrB_Index count, const grb_dictionary *d, GrB_Index size)
{
    for (GrB_Index k = 0; k < count; k++) ids[k] = grb_id_of(d, size, lines[k]);
}

bool grb_tuples_of_vector(grb_call *c, grb_tuples *t, GrB_Vector v)
{
    const GrB_Index count = (GrB_Index)tropic_vector_count(v->of);
    if (!grb_new_tuples(c, t, v->type, count, false)) return false;
    tropic_index *lines = grb_allocate((size_t)count * sizeof *lines);
    bool good =
        (lines || grb_no_memory(c)) && grb_done_in(c, v->context, tropic_vector_get_entries(v->of, lines, t->values));
    if (good) ids_of(t->rows, lines, count, v->dictionary, grb_places_of(v));
    grb_release(lines);
    good = good && grb_sort_tuples(c, t);
    if (!good) grb_free_tuples(t);
    return good;
}

bool grb_tuples_of_matrix(grb_call *c, grb_tuples *t, GrB_Matrix A)
{
    tropic_context *context = c->context ? c->context : grb_host_context();
    const GrB_Index count = (GrB_Index)tropic_matrix_count(A->of);
    if (!grb_new_tuples(c, t, A->type, count, true)) return false;
    tropic_index *rows = grb_allocate((size_t)count * sizeof *rows), *cols = grb_allocate((size_t)count * sizeof *cols);
    bool good = ((rows && cols) || grb_no_memory(c)) &&
                grb_done_in(c, context, tropic_matrix_get_entries(A->of, context, rows, cols, t->values));
    if (good) {
        ids_of(t->rows, rows, count, A->dictionary, grb_rows(A));
        ids_of(t->columns, cols, count, A->dictionary, grb_columns(A));
    }
    grb_release(rows);
    grb_release(cols);
    good = good && grb_sort_tuples(c, t);
    if (!good) grb_free_tuples(t);
    return good;
}

void grb_move_tuples(grb_tuples *t, grb_mover *to, const void *of)
{
    const size_t size = t->type->size;
    GrB_Index kept = 0;
    for (GrB_Index k = 0; k < t->count; k++) {
        GrB_Index row = t->rows[k], column = t->columns ? t->columns[k] : 0;
        if (!to(of, &row, t->columns ? &column : NULL)) continue;
        t->rows[kept] = row;
        if (t->columns) t->columns[kept] = column;
        if (kept < k) memcpy(t->values + (size_t)kept * size, t->values + (size_t)k * size, size);
        kept++;
    }
    t->count = kept;
}

/* ------------------------------------------------------------------------------------------------
 * Their order: a radix sort by columns, then rows, of numbers of entries
 */

static bool sorted(const grb_tuples *t)
{
    for (GrB_Index k = 1; k < t->count; k++) {
        if (t->rows[k - 1] > t->rows[k]) return false;
        if (t->columns && t->rows[k - 1] == t->rows[k] && t->columns[k - 1] > t->columns[k]) return false;
    }
    return true;
}

/* Sorts `order` by one byte of the keys, into `room`; false: all have the same byte, so nothing has changed. */
static bool sort_by_byte(const GrB_Index *keys, GrB_Index count, int shift, const GrB_Index *order, GrB_Index *room)
{
    GrB_Index begin[257] = {0};
    for (GrB_Index k = 0; k < count; k++) begin[(keys[k] >> shift & 255) + 1]++;
    if (begin[(keys[0] >> shift & 255) + 1] == count) return false;
    for (int b = 0; b < 256; b++) begin[b + 1] += begin[b];
    for (GrB_Index k = 0; k < count; k++) room[begin[keys[order[k]] >> shift & 255]++] = order[k];
    return true;
}

static void sort_by(const GrB_Index *keys, GrB_Index count, GrB_Index **order, GrB_Index **room)
{
    for (int shift = 0; shift < 64; shift += 8)
        if (sort_by_byte(keys, count, shift, *order, *room)) {
            GrB_Index *was = *order;
            *order = *room;
            *room = was;
        }
}

/* A permuted array; NULL: the call has failed. */
static void *permuted(grb_call *c, const void *array, size_t size, const GrB_Index *order, GrB_Index count)
{
    char *made = grb_allocate((size_t)count * size);
    if (!made) grb_no_memory(c);
    for (GrB_Index k = 0; k < count && made; k++)
        memcpy(made + (size_t)k * size, (const char *)array + (size_t)order[k] * size, size);
    return made;
}

static bool permute_ids(grb_call *c, GrB_Index **ids, const GrB_Index *order, GrB_Index count)
{
    GrB_Index *made = permuted(c, *ids, sizeof *made, order, count);
    if (!made) return false;
    grb_release(*ids);
    *ids = made;
    return true;
}

static bool permute_values(grb_call *c, grb_tuples *t, const GrB_Index *order)
{
    void *made = permuted(c, t->values, t->type->size, order, t->count);
    if (!made) return false;
    grb_release(t->values);
    t->values = made;
    return true;
}

bool grb_sort_tuples(grb_call *c, grb_tuples *t)
{
    if (sorted(t)) return true;
    GrB_Index *order = grb_allocate((size_t)t->count * sizeof *order),
              *room = grb_allocate((size_t)t->count * sizeof *room);
    bool good = (order && room) || grb_no_memory(c);
    if (good) {
        for (GrB_Index k = 0; k < t->count; k++) order[k] = k;
        if (t->columns) sort_by(t->columns, t->count, &order, &room);
        sort_by(t->rows, t->count, &order, &room);
    }
    good = good && permute_ids(c, &t->rows, order, t->count) &&
           (!t->columns || permute_ids(c, &t->columns, order, t->count)) && permute_values(c, t, order);
    grb_release(order);
    grb_release(room);
    return good;
}

bool grb_all_below(grb_call *c, const GrB_Index *ids, GrB_Index count, GrB_Index end)
{
    GrB_Index k = 0;
    while (k < count && ids[k] < end) k++;
    return k == count || grb_fail(c, GrB_INDEX_OUT_OF_BOUNDS, "an index is %llu, and must be below %llu",
                                  (unsigned long long)ids[k], (unsigned long long)end);
}

bool grb_turn_tuples(grb_call *c, grb_tuples *t)
{
    GrB_Index *rows = t->rows;
    t->rows = t->columns;
    t->columns = rows;
    return grb_sort_tuples(c, t);
}

void grb_count_tuples(const grb_tuples *t, GrB_Index *offsets, GrB_Index rows)
{
    GrB_Index k = 0;
    for (GrB_Index i = 0; i < rows; i++) {
        offsets[i] = k;
        while (k < t->count && t->rows[k] == i) k++;
    }
    offsets[rows] = k;
}

/* ------------------------------------------------------------------------------------------------
 * Objects of them
 */

bool grb_add_id(grb_call *c, grb_dictionary *d, GrB_Index id, tropic_index *code)
{
    *code = grb_dictionary_add(d, id);
    if (*code != 0) return true;
    return grb_dictionary_full(d)
               ? grb_fail(c, GrB_OUT_OF_MEMORY, "more than 2147483646 rows, columns and places are in use")
               : grb_no_memory(c);
}

/* *lines = those of ids, which get codes; the caller frees them. */
static bool lines_of(grb_call *c, tropic_index **lines, const GrB_Index *ids, GrB_Index count, grb_dictionary *d,
                     GrB_Index size)
{
    *lines = grb_allocate((size_t)count * sizeof **lines);
    if (!*lines) return grb_no_memory(c);
    for (GrB_Index k = 0; k < count; k++) {
        if (k > 0 && ids[k] == ids[k - 1])
            (*lines)[k] = (*lines)[k - 1];
        else if (!grb_large(size))
            (*lines)[k] = (tropic_index)ids[k];
        else if (!grb_add_id(c, d, ids[k], &(*lines)[k]))
            return false;
    }
    return true;
}

bool grb_vector_of_tuples(grb_call *c, tropic_vector **made, const grb_tuples *t, grb_dictionary *d, GrB_Index size)
{
    tropic_context *context = c->context ? c->context : grb_host_context();
    tropic_index *lines = NULL;
    const bool good =
        grb_size(c, t->count, "the number of entries") && lines_of(c, &lines, t->rows, t->count, d, size) &&
        grb_done_in(c, context, tropic_vector_create(made, context, t->type->type, grb_core_size(d, size))) &&
        grb_done_in(c, context, tropic_vector_put_entries(*made, (tropic_index)t->count, lines, t->values));
    grb_release(lines);
    if (!good) tropic_vector_free(made);
    return good;
}

bool grb_matrix_of_tuples(grb_call *c, tropic_matrix **made, const grb_tuples *t, grb_dictionary *d, GrB_Index rows,
                          GrB_Index columns)
{
    tropic_context *context = c->context ? c->context : grb_host_context();
    tropic_index *row_lines = NULL, *col_lines = NULL;
    const bool good = lines_of(c, &row_lines, t->rows, t->count, d, rows) &&
                      lines_of(c, &col_lines, t->columns, t->count, d, columns) &&
                      grb_done_in(c, context,
                                  tropic_matrix_from_coo(made, context, grb_core_size(d, rows),
                                                         grb_core_size(d, columns), (tropic_offset)t->count, row_lines,
                                                         col_lines, t->type->type, t->values, &grb_each_once));
    grb_release(row_lines);
    grb_release(col_lines);
    return good;
}

/* The dictionary of an object whose entries are all replaced: its own, if others have it, too. */
static bool dictionary_for(grb_call *c, grb_dictionary **d, grb_dictionary *own, bool large)
{
    *d = !large ? NULL : own && own->owners > 1 ? grb_dictionary_share(own) : grb_dictionary_new();
    return !large || *d || grb_no_memory(c);
}

/* The object has it instead of its own. */
static void take_dictionary(grb_call *c, grb_dictionary **own, grb_dictionary *d)
{
    if (c->dictionary == *own) c->dictionary = d;
    grb_dictionary_leave(*own);
    *own = d;
}

bool grb_refill_vector(grb_call *c, GrB_Vector v, const grb_tuples *t, GrB_Index size)
{
    grb_dictionary *d;
    tropic_vector *made = NULL;
    if (v->dictionary || grb_large(size)) grb_alone();
    if (!dictionary_for(c, &d, v->dictionary, grb_large(size))) return false;
    if (!grb_vector_of_tuples(c, &made, t, d, size)) {
        grb_dictionary_leave(d);
        return false;
    }
    take_dictionary(c, &v->dictionary, d);
    tropic_vector_free(&v->of);
    v->of = made;
    v->context = tropic_vector_context(made);
    v->size = size;
    return true;
}

bool grb_refill_matrix(grb_call *c, GrB_Matrix A, const grb_tuples *t, GrB_Index rows, GrB_Index columns)
{
    const bool large = grb_large(rows) || grb_large(columns);
    grb_dictionary *d;
    tropic_matrix *made = NULL;
    if (A->dictionary || large) grb_alone();
    if (!dictionary_for(c, &d, A->dictionary, large)) return false;
    if (!grb_matrix_of_tuples(c, &made, t, d, rows, columns)) {
        grb_dictionary_leave(d);
        return false;
    }
    take_dictionary(c, &A->dictionary, d);
    tropic_matrix_free(&A->of);
    A->of = made;
    A->size[0] = rows;
    A->size[1] = columns;
    return true;
}

#define MANY_IDS 1024

/* Has a dictionary four times the ids that so many places can use? */
static bool may_forget(const grb_dictionary *d, GrB_Index places)
{
    return d && d->owners == 1 && d->count > MANY_IDS && (GrB_Index)d->count / 4 > places;
}

bool grb_forget_vector(grb_call *c, GrB_Vector v)
{
    grb_tuples t;
    if (!may_forget(v->dictionary, (GrB_Index)tropic_vector_count(v->of))) return true;
    if (!grb_tuples_of_vector(c, &t, v)) return false;
    const bool good = grb_refill_vector(c, v, &t, v->size);
    grb_free_tuples(&t);
    return good;
}

bool grb_forget_matrix(grb_call *c, GrB_Matrix A)
{
    grb_tuples t;
    if (!may_forget(A->dictionary, 2 * (GrB_Index)tropic_matrix_count(A->of))) return true;
    if (!grb_tuples_of_matrix(c, &t, A)) return false;
    const bool good = grb_refill_matrix(c, A, &t, A->size[0], A->size[1]);
    grb_free_tuples(&t);
    return good;
}
