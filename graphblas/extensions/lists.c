/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions whose lists are vectors: those of arrays, on copies.
 */
#include "graphblas/extensions/pack.h"
#include "graphblas/large.h"
#include "graphblas/tuples.h"

#include <string.h>

/* A list as a caller of those functions has it. */
typedef struct list {
    GrB_Index *room; /* the copy; NULL: there is none */
    const GrB_Index *ids;
    GrB_Index n;
} list;

/* All entries of a vector, by id; ids and values may be NULL. */
static bool take_entries(grb_call *c, GrB_Vector v, GrB_Index *ids, void *values)
{
    const GrB_Index count = (GrB_Index)tropic_vector_count(v->of);
    grb_tuples t;
    if (v->dictionary) {
        if (!grb_tuples_of_vector(c, &t, v)) return false;
        if (ids) memcpy(ids, t.rows, (size_t)count * sizeof *ids);
        if (values) memcpy(values, t.values, (size_t)count * v->type->size);
        grb_free_tuples(&t);
        return true;
    }
    tropic_index *narrow = ids ? grb_room(c, (size_t)count, sizeof *narrow) : NULL;
    if (c->info != GrB_SUCCESS || !grb_done(c, tropic_vector_get_entries(v->of, narrow, values))) return false;
    if (narrow && count > 0) grb_widen(c, ids, narrow, count);
    return c->info == GrB_SUCCESS;
}

/* (Negative values become ids that are too large.) */
static bool all_values(grb_call *c, list *l, GrB_Vector v, const char *name)
{
    if (!grb_domain(c, GrB_INT64, v->type, "a list", name)) return false;
    void *values = grb_room(c, (size_t)l->n, v->type->size);
    return values && take_entries(c, v, NULL, values) &&
           grb_cast_all(c, l->room, v->type == GrB_UINT64 ? GrB_UINT64 : GrB_INT64, values, v->type, l->n);
}

static bool as_range(grb_call *c, list *l, const char *name)
{
    if (l->n != 3) return grb_fail(c, GrB_INVALID_VALUE, "%s is a range of %d values", name, (int)l->n);
    const int64_t step = (int64_t)l->room[GxB_INC];
    l->n = step < 0 ? GxB_BACKWARDS : GxB_STRIDE;
    if (step < 0) l->room[GxB_INC] = -(GrB_Index)step;
    return true;
}

/* Reads a list; NULL: all. */
static bool read_list(grb_call *c, list *l, GrB_Vector v, int32_t what, const char *name)
{
    *l = (list){.ids = GrB_ALL};
    if (!v) return true;
    if (!grb_need(c, v, GRB_Vector, name)) return false;
    c->context = v->context;
    l->n = (GrB_Index)tropic_vector_count(v->of);
    l->ids = l->room = grb_allocate((size_t)l->n * sizeof *l->room);
    if (!l->room) return grb_no_memory(c);
    if (what == GxB_USE_INDICES) return take_entries(c, v, l->room, NULL);
    return all_values(c, l, v, name) && (what != GxB_IS_STRIDE || as_range(c, l, name));
}

/* One list of a call on this output, or two. */
static GrB_Info read_lists(const char *function, void *output, grb_kind kind, GrB_Descriptor desc, GrB_Vector rows,
                           list *row_list, GrB_Vector columns, list *column_list)
{
    grb_call c;
    if (row_list) row_list->room = NULL;
    if (column_list) column_list->room = NULL;
    if (grb_open_large(&c, function) && grb_output(&c, output, kind, "the output") && GRB_MAY(c, desc) &&
        (!row_list || read_list(&c, row_list, rows, desc ? desc->rows : GxB_DEFAULT, "the list of rows")) &&
        column_list)
        read_list(&c, column_list, columns, desc ? desc->columns : GxB_DEFAULT, "the list of columns");
    return grb_close(&c);
}

/* Statements that have the lists, make the call, and return what it did. */
#define WITH_LIST(output, KIND, desc, vector, l, call)                                                                 \
    list l;                                                                                                            \
    GrB_Info info = read_lists(__func__, output, GRB_##KIND, desc, vector, &l, NULL, NULL);                            \
    if (info == GrB_SUCCESS) info = call;                                                                              \
    grb_release(l.room);                                                                                               \
    return info
#define WITH_LISTS(output, desc, first, second, call)                                                                  \
    list r, s;                                                                                                         \
    GrB_Info info = read_lists(__func__, output, GRB_Matrix, desc, first, &r, second, &s);                             \
    if (info == GrB_SUCCESS) info = call;                                                                              \
    grb_release(r.room);                                                                                               \
    grb_release(s.room);                                                                                               \
    return info

/* ------------------------------------------------------------------------------------------------
 * Extract, assign and subassign
 */

GrB_Info GxB_Vector_extract_Vector(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Vector u,
                                   const GrB_Vector indices, const GrB_Descriptor desc)
{
    WITH_LIST(w, Vector, desc, indices, r, GrB_Vector_extract(w, mask, accum, u, r.ids, r.n, desc));
}

GrB_Info GxB_Matrix_extract_Vector(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                                   const GrB_Vector rows, const GrB_Vector columns, const GrB_Descriptor desc)
{
    WITH_LISTS(C, desc, rows, columns, GrB_Matrix_extract(C, Mask, accum, A, r.ids, r.n, s.ids, s.n, desc));
}

GrB_Info GxB_Col_extract_Vector(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Matrix A,
                                const GrB_Vector rows, GrB_Index column, const GrB_Descriptor desc)
{
    WITH_LIST(w, Vector, desc, rows, r, GrB_Col_extract(w, mask, accum, A, r.ids, r.n, column, desc));
}

#define GRB_DEFINE(PREFIX, name)                                                                                       \
    GrB_Info GxB_Vector_##name##_Vector(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,                 \
                                        const GrB_Vector u, const GrB_Vector indices, const GrB_Descriptor desc)       \
    {                                                                                                                  \
        WITH_LIST(w, Vector, desc, indices, r, PREFIX##Vector_##name(w, mask, accum, u, r.ids, r.n, desc));            \
    }                                                                                                                  \
    GrB_Info GxB_Matrix_##name##_Vector(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,                 \
                                        const GrB_Matrix A, const GrB_Vector rows, const GrB_Vector columns,           \
                                        const GrB_Descriptor desc)                                                     \
    {                                                                                                                  \
        WITH_LISTS(C, desc, rows, columns, PREFIX##Matrix_##name(C, Mask, accum, A, r.ids, r.n, s.ids, s.n, desc));    \
    }                                                                                                                  \
    GrB_Info GxB_Col_##name##_Vector(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,                    \
                                     const GrB_Vector u, const GrB_Vector rows, GrB_Index column,                      \
                                     const GrB_Descriptor desc)                                                        \
    {                                                                                                                  \
        WITH_LIST(C, Matrix, desc, rows, r, PREFIX##Col_##name(C, mask, accum, u, r.ids, r.n, column, desc));          \
    }                                                                                                                  \
    GrB_Info GxB_Row_##name##_Vector(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,                    \
                                     const GrB_Vector u, GrB_Index row, const GrB_Vector columns,                      \
                                     const GrB_Descriptor desc)                                                        \
    {                                                                                                                  \
        list r, s;                                                                                                     \
        GrB_Info info = read_lists(__func__, C, GRB_Matrix, desc, NULL, &r, columns, &s);                              \
        if (info == GrB_SUCCESS) info = PREFIX##Row_##name(C, mask, accum, u, row, s.ids, s.n, desc);                  \
        grb_release(s.room);                                                                                           \
        return info;                                                                                                   \
    }                                                                                                                  \
    GrB_Info GxB_Vector_##name##_Scalar_Vector(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,          \
                                               const GrB_Scalar value, const GrB_Vector indices,                       \
                                               const GrB_Descriptor desc)                                              \
    {                                                                                                                  \
        WITH_LIST(w, Vector, desc, indices, r,                                                                         \
                  PREFIX##Vector_##name##_Scalar(w, mask, accum, value, r.ids, r.n, desc));                            \
    }                                                                                                                  \
    GrB_Info GxB_Matrix_##name##_Scalar_Vector(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,          \
                                               const GrB_Scalar value, const GrB_Vector rows,                          \
                                               const GrB_Vector columns, const GrB_Descriptor desc)                    \
    {                                                                                                                  \
        WITH_LISTS(C, desc, rows, columns,                                                                             \
                   PREFIX##Matrix_##name##_Scalar(C, Mask, accum, value, r.ids, r.n, s.ids, s.n, desc));               \
    }
GRB_DEFINE(GrB_, assign)
GRB_DEFINE(GxB_, subassign)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * Build
 */

typedef struct entries {
    list rows, columns;
    char *values;
    GrB_Type type; /* of the values */
} entries;

/* A list that is there, and no range, of as many as `first` has. */
static bool read_ids(grb_call *c, list *l, GrB_Vector v, int32_t what, const list *first, const char *name)
{
    l->room = NULL;
    if (what == GxB_IS_STRIDE) return grb_fail(c, GrB_INVALID_VALUE, "%s is a range", name);
    return GRB_POINTER(*c, v) && read_list(c, l, v, what, name) &&
           (l->n == first->n || grb_fail(c, GrB_INVALID_VALUE, "%s has %llu entries, and the first list has %llu", name,
                                         (unsigned long long)l->n, (unsigned long long)first->n));
}

static bool read_values(grb_call *c, entries *e, GrB_Vector v, int32_t what)
{
    list ids;
    if (what != GxB_DEFAULT) {
        const bool good = read_ids(c, &ids, v, what, &e->rows, "the list of values");
        e->values = (char *)ids.room;
        e->type = GrB_UINT64;
        return good;
    }
    if (!GRB_POINTER(*c, v) || !GRB_NEED(*c, v)) return false;
    e->type = v->type;
    c->context = v->context;
    if ((GrB_Index)tropic_vector_count(v->of) != e->rows.n)
        return grb_fail(c, GrB_INVALID_VALUE, "there are %llu indices, and %llu values", (unsigned long long)e->rows.n,
                        (unsigned long long)tropic_vector_count(v->of));
    e->values = grb_allocate((size_t)e->rows.n * v->type->size);
    if (!e->values) return grb_no_memory(c);
    return take_entries(c, v, NULL, e->values);
}

/* Of a matrix or a vector, which has no columns; without values: of a scalar. */
static GrB_Info read_entries(const char *function, void *output, grb_kind kind, GrB_Descriptor desc, entries *e,
                             GrB_Vector rows, GrB_Vector columns, GrB_Vector values, bool scalar)
{
    grb_call c;
    *e = (entries){.values = NULL};
    if (grb_open_large(&c, function) && grb_output(&c, output, kind, "the output") && GRB_MAY(c, desc) &&
        read_ids(&c, &e->rows, rows, desc ? desc->rows : GxB_DEFAULT, &e->rows, "the list of rows") &&
        (kind == GRB_Vector ||
         read_ids(&c, &e->columns, columns, desc ? desc->columns : GxB_DEFAULT, &e->rows, "the list of columns")) &&
        !scalar)
        read_values(&c, e, values, desc ? desc->values : GxB_DEFAULT);
    return grb_close(&c);
}

static GrB_Info release_entries(const entries *e, GrB_Info info)
{
    grb_release(e->rows.room);
    grb_release(e->columns.room);
    grb_release(e->values);
    return info;
}

GrB_Info GxB_Vector_build_Vector(GrB_Vector w, const GrB_Vector indices, const GrB_Vector values,
                                 const GrB_BinaryOp dup, const GrB_Descriptor desc)
{
    entries e;
    GrB_Info info = read_entries(__func__, w, GRB_Vector, desc, &e, indices, NULL, values, false);
    if (info == GrB_SUCCESS) info = grb_build_vector(w, e.rows.ids, e.values, e.type, e.rows.n, dup);
    return release_entries(&e, info);
}

GrB_Info GxB_Matrix_build_Vector(GrB_Matrix C, const GrB_Vector rows, const GrB_Vector columns, const GrB_Vector values,
                                 const GrB_BinaryOp dup, const GrB_Descriptor desc)
{
    entries e;
    GrB_Info info = read_entries(__func__, C, GRB_Matrix, desc, &e, rows, columns, values, false);
    if (info == GrB_SUCCESS) info = grb_build_matrix(C, e.rows.ids, e.columns.ids, e.values, e.type, e.rows.n, dup);
    return release_entries(&e, info);
}

GrB_Info GxB_Vector_build_Scalar_Vector(GrB_Vector w, const GrB_Vector indices, const GrB_Scalar scalar,
                                        const GrB_Descriptor desc)
{
    entries e;
    GrB_Info info = read_entries(__func__, w, GRB_Vector, desc, &e, indices, NULL, NULL, true);
    if (info == GrB_SUCCESS) info = GxB_Vector_build_Scalar(w, e.rows.ids, scalar, e.rows.n);
    return release_entries(&e, info);
}

GrB_Info GxB_Matrix_build_Scalar_Vector(GrB_Matrix C, const GrB_Vector rows, const GrB_Vector columns,
                                        const GrB_Scalar scalar, const GrB_Descriptor desc)
{
    entries e;
    GrB_Info info = read_entries(__func__, C, GRB_Matrix, desc, &e, rows, columns, NULL, true);
    if (info == GrB_SUCCESS) info = GxB_Matrix_build_Scalar(C, e.rows.ids, e.columns.ids, scalar, e.rows.n);
    return release_entries(&e, info);
}

/* ------------------------------------------------------------------------------------------------
 * Extract all entries
 */

/* A vector that gets a list, and its array. */
typedef struct given {
    GrB_Vector to; /* NULL: nobody wants it */
    GrB_Type type;
    tropic_vector *none; /* in place of the array, if there are no entries */
    grb_array array;
} given;

/* The rows, the columns, and the values. */
enum { LISTS = 3 };

static bool remake(grb_call *c, given *all)
{
    static const char *const names[LISTS] = {"the list of rows", "the list of columns", "the list of values"};
    for (int k = 0; k < LISTS; k++) {
        if (!all[k].to) continue;
        if (!grb_remakes(c, all[k].to, names[k])) return false;
        for (int j = 0; j < k; j++)
            if (all[j].to == all[k].to) return grb_fail(c, GrB_INVALID_VALUE, "%s is also %s", names[k], names[j]);
    }
    return true;
}

static bool make_room(grb_call *c, given *all, GrB_Index count)
{
    for (int k = 0; k < LISTS; k++) {
        given *g = &all[k];
        if (!g->to) continue;
        g->array.bytes = count * g->type->size;
        if (count == 0 && !(g->none = grb_no_places(c, g->type))) return false;
        if (count > 0 && !(g->array.at = grb_allocate(g->array.bytes))) return grb_no_memory(c);
    }
    return true;
}

/* Gives each vector its array, or frees these if the call has failed. */
static void give(grb_call *c, given *all, GrB_Index count)
{
    for (int k = 0; k < LISTS; k++) {
        given *g = &all[k];
        if (g->to && c->info == GrB_SUCCESS && count > 0)
            grb_hold(g->to, g->type, &g->array, count, false);
        else if (g->to && c->info == GrB_SUCCESS)
            grb_replace_vector(c, g->to, g->none, g->type);
        else {
            grb_release(g->array.at);
            tropic_vector_free(&g->none);
        }
    }
}

GrB_Info GxB_Vector_extractTuples_Vector(GrB_Vector indices, GrB_Vector values, const GrB_Vector u,
                                         const GrB_Descriptor desc)
{
    grb_call c;
    given all[LISTS] = {{.to = indices, .type = GrB_UINT64}, {.to = NULL}, {.to = values}};
    GrB_Index count = 0;
    if (!grb_open_large(&c, __func__) || !GRB_NEED(c, u) || !GRB_MAY(c, desc) || !remake(&c, all)) return grb_close(&c);
    count = (GrB_Index)tropic_vector_count(u->of);
    all[2].type = u->type;
    c.context = u->context;
    if (make_room(&c, all, count)) take_entries(&c, u, all[0].array.at, all[2].array.at);
    give(&c, all, count);
    return grb_close(&c);
}

static void take_large_entries(grb_call *c, GrB_Matrix A, given *all)
{
    grb_tuples t;
    if (!grb_tuples_of_matrix(c, &t, A)) return;
    const void *const from[LISTS] = {t.rows, t.columns, t.values};
    for (int k = 0; k < LISTS; k++)
        if (all[k].to && t.count > 0) memcpy(all[k].array.at, from[k], all[k].array.bytes);
    grb_free_tuples(&t);
}

GrB_Info GxB_Matrix_extractTuples_Vector(GrB_Vector rows, GrB_Vector columns, GrB_Vector values, const GrB_Matrix A,
                                         const GrB_Descriptor desc)
{
    grb_call c;
    given all[LISTS] = {{.to = rows, .type = GrB_UINT64}, {.to = columns, .type = GrB_UINT64}, {.to = values}};
    if (!grb_open_large(&c, __func__) || !GRB_NEED(c, A) || !GRB_MAY(c, desc) || !remake(&c, all) ||
        !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    const GrB_Index count = grb_entries(A);
    all[2].type = A->type;
    tropic_index *ids[2] = {NULL, NULL};
    if (A->dictionary) {
        if (make_room(&c, all, count)) take_large_entries(&c, A, all);
        give(&c, all, count);
        return grb_close(&c);
    }
    for (int k = 0; k < 2; k++)
        if (all[k].to) ids[k] = grb_room(&c, (size_t)count, sizeof **ids);
    if (c.info == GrB_SUCCESS && make_room(&c, all, count) &&
        grb_done(&c, tropic_matrix_get_entries(A->of, c.context, ids[0], ids[1], all[2].array.at)))
        for (int k = 0; k < 2; k++)
            if (ids[k] && count > 0) grb_widen(&c, all[k].array.at, ids[k], count);
    give(&c, all, count);
    return grb_close(&c);
}
