/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays become a matrix or a vector. They are looked at as they are converted, whatever the caller says of them.
 */
#include "graphblas/extensions/pack.h"
#include "graphblas/rows.h"

#include <string.h>
#include <tropic_arrays.h>

/* ------------------------------------------------------------------------------------------------
 * The arrays
 */

bool grb_long_enough(grb_call *c, const grb_array *array, GrB_Index count, size_t size, const char *name)
{
    GrB_Index bytes;
    if (__builtin_mul_overflow(count, (GrB_Index)size, &bytes) || array->bytes < bytes)
        return grb_fail(c, GrB_INVALID_VALUE, "%s has %llu bytes, too few for %llu members of %zu", name,
                        (unsigned long long)array->bytes, (unsigned long long)count, size);
    return count == 0 || array->at || grb_fail(c, GrB_NULL_POINTER, "%s is NULL", name);
}

static bool need_integers(grb_call *c, const grb_array *array, GrB_Index count, const char *name)
{
    return grb_long_enough(c, array, count, array->narrow ? sizeof(uint32_t) : sizeof(uint64_t), name);
}

/* Has x a value for each of so many entries? */
static bool need_values(grb_call *c, const grb_arrays *a, GrB_Index count, GrB_Type type)
{
    return grb_long_enough(c, &a->x, a->iso && count > 0 ? 1 : count, type->size, "x");
}

/* Parts of what the loops below work on. */
typedef struct work {
    const grb_array *from;
    tropic_offset *offsets;
    const tropic_index *line_of; /* NULL: one line */
    tropic_index *ids;
    const int8_t *b;
    bool *present;
    char *to;
    const char *values;
    size_t size;
    bool iso;
    GrB_Index width;
    bool *wrong; /* threads set it */
} work;

static void set_wrong(const work *w)
{
    __atomic_store_n(w->wrong, true, __ATOMIC_RELAXED);
}

/* (A negative number is a very large one, so that offsets fall behind it.) */
static GrB_Index member(const grb_array *array, int64_t k)
{
    return array->narrow ? ((const uint32_t *)array->at)[k] : ((const uint64_t *)array->at)[k];
}

static void take_offsets(const void *of, int64_t begin, int64_t end)
{
    const work *w = of;
    bool falls = false;
    for (int64_t l = begin; l < end; l++) {
        falls |= member(w->from, l + 1) < member(w->from, l);
        if (w->offsets) w->offsets[l + 1] = (tropic_offset)member(w->from, l + 1);
    }
    if (falls) set_wrong(w);
}

/* The offsets of so many lines, which is the array itself, if it has 64 bits. NULL: the call has failed. */
static tropic_offset *offsets_of(grb_call *c, const grb_array *p, GrB_Index lines)
{
    tropic_offset *room = NULL;
    bool falls = false;
    if (!need_integers(c, p, lines + 1, "p")) return NULL;
    if (p->narrow && !(room = grb_room(c, lines + 1, sizeof *room))) return NULL;
    if (room) room[0] = 0;
    if (!grb_loop(c, lines, take_offsets, &(work){.from = p, .offsets = room, .wrong = &falls})) return NULL;
    if (!falls && member(p, 0) == 0) return room ? room : p->at;
    grb_fail(c, GrB_INVALID_OBJECT, "p falls, or does not begin with 0");
    return NULL;
}

/* `count` ids, each below `end` or (of 32 bits) looked at by Tropic; the array itself, if it has 32 bits. */
static tropic_index *ids_of(grb_call *c, const grb_array *array, GrB_Index count, GrB_Index end, const char *name)
{
    if (array->narrow) return array->at;
    tropic_index *ids = (tropic_index *)grb_narrow(c, array->at, count, end, name);
    if (c->info == GrB_INDEX_OUT_OF_BOUNDS) c->info = GrB_INVALID_OBJECT;
    return ids;
}

static void repeat(const void *of, int64_t begin, int64_t end)
{
    const work *w = of;
    for (int64_t k = begin; k < end; k++) memcpy(w->to + (size_t)k * w->size, w->values, w->size);
}

/* The values of so many entries. NULL: the call has failed. */
static void *values_of(grb_call *c, const grb_arrays *a, GrB_Type type, GrB_Index count)
{
    if (!a->iso) return a->x.at;
    char *room = grb_room(c, count, type->size);
    const work w = {.to = room, .values = a->x.at, .size = type->size};
    return room && grb_loop(c, count, repeat, &w) ? room : NULL;
}

static void look_at_order(const void *of, int64_t begin, int64_t end)
{
    const work *w = of;
    bool wrong = false;
    for (int64_t k = begin > 0 ? begin : 1; k < end; k++)
        wrong |= (!w->line_of || w->line_of[k - 1] == w->line_of[k]) && w->ids[k - 1] >= w->ids[k];
    if (wrong) set_wrong(w);
}

/* Do ids ascend, if that is asked for, in each line? */
static bool in_order(grb_call *c, const grb_arrays *a, const tropic_index *line_of, tropic_index *ids, GrB_Index count)
{
    bool wrong = false;
    if (!a->secure || a->jumbled) return true;
    return grb_loop(c, count, look_at_order, &(work){.line_of = line_of, .ids = ids, .wrong = &wrong}) && !wrong;
}

/* Takes the status of a call that was given lines, of which offsets are right. */
static bool built(grb_call *c, tropic_status status)
{
    if (grb_done(c, status)) return true;
    if (status == TROPIC_INVALID_ARGUMENT) c->info = GrB_INDEX_OUT_OF_BOUNDS; /* not in order, or duplicates */
    if (status == TROPIC_INDEX_OUT_OF_RANGE) c->info = GrB_INVALID_OBJECT;
    return false;
}

/* ------------------------------------------------------------------------------------------------
 * Matrices
 */

static bool make_empty(grb_call *c, tropic_matrix **made, GrB_Type type, const grb_arrays *a)
{
    return grb_done(c,
                    tropic_matrix_create(made, c->context, type->type, (tropic_index)a->nrows, (tropic_index)a->ncols));
}

/* A matrix of these lines, which has the arrays, whether they are the caller's or rooms. If the lines are not in order,
 * and may be so, they are copied. */
static bool take(grb_call *c, tropic_matrix **made, GrB_Type type, grb_arrays *a, tropic_offset *offsets,
                 tropic_index *ids, void *values)
{
    const tropic_index rows = (tropic_index)a->nrows, cols = (tropic_index)a->ncols;
    tropic_status status = (a->by_columns ? tropic_matrix_take_csc : tropic_matrix_take_csr)(
        made, c->context, rows, cols, offsets, ids, type->type, values);
    if (status == TROPIC_OK) {
        a->p.taken = offsets == a->p.at;
        a->i.taken = ids == a->i.at;
        a->x.taken = values == a->x.at;
        grb_keep(c, offsets);
        grb_keep(c, ids);
        grb_keep(c, values);
    } else if (status == TROPIC_INVALID_ARGUMENT && (a->jumbled || !a->secure)) {
        status = (a->by_columns ? tropic_matrix_from_csc : tropic_matrix_from_csr)(
            made, c->context, rows, cols, offsets, ids, type->type, values, &grb_each_once);
    }
    return built(c, status);
}

static bool pack_sparse(grb_call *c, tropic_matrix **made, GrB_Type type, grb_arrays *a)
{
    tropic_offset *offsets = offsets_of(c, &a->p, grb_lines(a));
    tropic_index *ids;
    void *values;
    if (!offsets) return false;
    const GrB_Index count = (GrB_Index)offsets[grb_lines(a)];
    if (!need_integers(c, &a->i, count, "i") || !need_values(c, a, count, type)) return false;
    if (count == 0) return make_empty(c, made, type, a);
    return (ids = ids_of(c, &a->i, count, grb_width(a), "i")) && (values = values_of(c, a, type, count)) &&
           take(c, made, type, a, offsets, ids, values);
}

/* h, if it is right. */
static tropic_index *names_of(grb_call *c, const grb_arrays *a)
{
    tropic_index *names = ids_of(c, &a->h, a->nvec, grb_lines(a), "h");
    if (names && !in_order(c, a, NULL, names, a->nvec)) {
        grb_fail(c, GrB_INVALID_OBJECT, "h does not ascend");
        return NULL;
    }
    return names;
}

static bool pack_hypersparse(grb_call *c, tropic_matrix **made, GrB_Type type, grb_arrays *a)
{
    tropic_offset *offsets;
    tropic_index *names = NULL, *ids, *line_of;
    void *values;
    if (a->nvec > grb_lines(a))
        return grb_fail(c, GrB_INVALID_VALUE, "nvec is %llu, of %llu lines", (unsigned long long)a->nvec,
                        (unsigned long long)grb_lines(a));
    if (!need_integers(c, &a->h, a->nvec, "h") || !(offsets = offsets_of(c, &a->p, a->nvec))) return false;
    const GrB_Index count = (GrB_Index)offsets[a->nvec];
    if (!need_integers(c, &a->i, count, "i") || !need_values(c, a, count, type)) return false;
    if (a->nvec > 0 && !(names = names_of(c, a))) return false;
    if (count == 0) return make_empty(c, made, type, a);
    if (!(ids = ids_of(c, &a->i, count, grb_width(a), "i")) || !(values = values_of(c, a, type, count)) ||
        !(line_of = grb_room(c, count, sizeof *line_of)))
        return false;
    for (GrB_Index l = 0; l < a->nvec; l++)
        for (tropic_offset k = offsets[l]; k < offsets[l + 1]; k++) line_of[k] = names[l];
    if (!in_order(c, a, line_of, ids, count))
        return grb_fail(c, GrB_INDEX_OUT_OF_BOUNDS, "the places of a line do not ascend");
    const tropic_index *row_ids = a->by_columns ? ids : line_of, *col_ids = a->by_columns ? line_of : ids;
    return built(c, tropic_matrix_from_coo(made, c->context, (tropic_index)a->nrows, (tropic_index)a->ncols,
                                           (tropic_offset)count, row_ids, col_ids, type->type, values, &grb_each_once));
}

/* offsets[l + 1] = the number of line l's entries. */
static void count_ones(const void *of, int64_t begin, int64_t end)
{
    const work *w = of;
    bool wrong = false;
    for (int64_t l = begin; l < end; l++) {
        const int8_t *b = w->b + (GrB_Index)l * w->width;
        tropic_offset count = 0;
        for (GrB_Index k = 0; k < w->width; k++) {
            wrong |= (b[k] & ~1) != 0;
            count += b[k] != 0;
        }
        w->offsets[l + 1] = count;
    }
    if (wrong) set_wrong(w);
}

static void compress(const void *of, int64_t begin, int64_t end)
{
    const work *w = of;
    for (int64_t l = begin; l < end; l++) {
        const GrB_Index first = (GrB_Index)l * w->width;
        tropic_offset to = w->offsets[l];
        for (GrB_Index k = 0; k < w->width; k++) {
            if (w->b[first + k] == 0) continue;
            w->ids[to] = (tropic_index)k;
            memcpy(w->to + (size_t)to++ * w->size, w->values + (w->iso ? 0 : (size_t)(first + k) * w->size), w->size);
        }
    }
}

/* What the caller says of b is right, or need not be. */
static bool as_said(grb_call *c, const grb_arrays *a, GrB_Index count, bool wrong)
{
    return !a->secure || (!wrong && count == a->nvals) ||
           grb_fail(c, GrB_INVALID_OBJECT, "b has other members than 0 and 1, or not as many ones as nvals says");
}

static bool need_bitmap(grb_call *c, const grb_arrays *a, GrB_Index places, GrB_Type type)
{
    if (a->nvals > places)
        return grb_fail(c, GrB_INVALID_VALUE, "nvals is %llu, of %llu places", (unsigned long long)a->nvals,
                        (unsigned long long)places);
    return grb_long_enough(c, &a->b, places, 1, "b") && need_values(c, a, places, type);
}

static bool pack_bitmap(grb_call *c, tropic_matrix **made, GrB_Type type, grb_arrays *a)
{
    const GrB_Index lines = grb_lines(a), places = lines * grb_width(a);
    bool wrong = false;
    if (!need_bitmap(c, a, places, type)) return false;
    if (places == 0) return make_empty(c, made, type, a);
    work w = {.b = a->b.at,
              .values = a->x.at,
              .size = type->size,
              .iso = a->iso,
              .width = grb_width(a),
              .wrong = &wrong,
              .offsets = grb_room(c, lines + 1, sizeof *w.offsets)};
    if (!w.offsets || !grb_loop(c, lines, count_ones, &w)) return false;
    w.offsets[0] = 0;
    for (GrB_Index l = 0; l < lines; l++) w.offsets[l + 1] += w.offsets[l];
    const GrB_Index count = (GrB_Index)w.offsets[lines];
    if (!as_said(c, a, count, wrong)) return false;
    if (count == 0) return make_empty(c, made, type, a);
    return (w.ids = grb_room(c, count, sizeof *w.ids)) && (w.to = grb_room(c, count, type->size)) &&
           grb_loop(c, lines, compress, &w) && take(c, made, type, a, w.offsets, w.ids, w.to);
}

static void fill_lines(const void *of, int64_t begin, int64_t end)
{
    const work *w = of;
    for (int64_t l = begin; l < end; l++) {
        tropic_index *ids = w->ids + (GrB_Index)l * w->width;
        w->offsets[l + 1] = (l + 1) * (tropic_offset)w->width;
        for (GrB_Index k = 0; k < w->width; k++) ids[k] = (tropic_index)k;
    }
}

static bool pack_full(grb_call *c, tropic_matrix **made, GrB_Type type, grb_arrays *a)
{
    const GrB_Index lines = grb_lines(a), places = lines * grb_width(a);
    void *values;
    if (!need_values(c, a, places, type)) return false;
    if (places == 0) return make_empty(c, made, type, a);
    work w = {.width = grb_width(a),
              .offsets = grb_room(c, lines + 1, sizeof *w.offsets),
              .ids = grb_room(c, places, sizeof *w.ids)};
    if (!w.offsets || !w.ids || !grb_loop(c, lines, fill_lines, &w)) return false;
    w.offsets[0] = 0;
    return (values = values_of(c, a, type, places)) && take(c, made, type, a, w.offsets, w.ids, values);
}

bool grb_pack_matrix(grb_call *c, tropic_matrix **made, GrB_Type type, grb_arrays *a)
{
    switch (a->format) {
    case GxB_HYPERSPARSE: return pack_hypersparse(c, made, type, a);
    case GxB_SPARSE: return pack_sparse(c, made, type, a);
    case GxB_BITMAP: return pack_bitmap(c, made, type, a);
    default: return pack_full(c, made, type, a);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Vectors
 */

static bool fill_sparse(grb_call *c, tropic_vector *v, GrB_Type type, grb_arrays *a)
{
    tropic_index *ids = NULL;
    void *values = NULL;
    if (!need_integers(c, &a->i, a->nvals, "i") || !need_values(c, a, a->nvals, type)) return false;
    if (a->nvals > a->nrows)
        return grb_fail(c, GrB_INDEX_OUT_OF_BOUNDS, "%llu entries of %llu places", (unsigned long long)a->nvals,
                        (unsigned long long)a->nrows);
    if (a->nvals > 0 &&
        (!(ids = ids_of(c, &a->i, a->nvals, a->nrows, "i")) || !(values = values_of(c, a, type, a->nvals))))
        return false;
    if (!in_order(c, a, NULL, ids, a->nvals)) return grb_fail(c, GrB_INDEX_OUT_OF_BOUNDS, "places do not ascend");
    return built(c, tropic_vector_put_entries(v, (tropic_index)a->nvals, ids, values));
}

static void take_present(const void *of, int64_t begin, int64_t end)
{
    const work *w = of;
    for (int64_t k = begin; k < end; k++) w->present[k] = w->b[k] != 0;
}

static bool fill_bitmap(grb_call *c, tropic_vector *v, GrB_Type type, grb_arrays *a)
{
    const GrB_Index n = a->nrows;
    bool wrong = false;
    tropic_offset offsets[2] = {0, 0};
    void *values;
    if (!need_bitmap(c, a, n, type)) return false;
    if (n == 0) return true;
    work w = {
        .b = a->b.at, .width = n, .wrong = &wrong, .offsets = offsets, .present = grb_room(c, n, sizeof *w.present)};
    count_ones(&w, 0, 1);
    return w.present && as_said(c, a, (GrB_Index)offsets[1], wrong) && grb_loop(c, n, take_present, &w) &&
           (values = values_of(c, a, type, n)) && grb_done(c, tropic_vector_put_dense(v, values, w.present));
}

static bool fill_full(grb_call *c, tropic_vector *v, GrB_Type type, grb_arrays *a)
{
    void *values;
    if (!need_values(c, a, a->nrows, type)) return false;
    return a->nrows == 0 ||
           ((values = values_of(c, a, type, a->nrows)) && grb_done(c, tropic_vector_put_dense(v, values, NULL)));
}

bool grb_pack_vector(grb_call *c, tropic_vector **made, GrB_Type type, grb_arrays *a)
{
    tropic_vector *v = NULL;
    bool good = grb_done(c, tropic_vector_create(&v, c->context, type->type, (tropic_index)a->nrows));
    if (good) {
        good = a->format == GxB_BITMAP ? fill_bitmap(c, v, type, a)
               : a->format == GxB_FULL ? fill_full(c, v, type, a)
                                       : fill_sparse(c, v, type, a);
    }
    if (good)
        *made = v;
    else
        tropic_vector_free(&v);
    return good;
}

/* ------------------------------------------------------------------------------------------------
 * Objects
 */

void grb_replace_matrix(GrB_Matrix A, tropic_matrix *made, GrB_Type type)
{
    grb_free_rows(A);
    tropic_matrix_free(&A->of);
    if (A->dictionary) grb_alone();
    grb_dictionary_leave(A->dictionary);
    A->dictionary = NULL;
    A->of = made;
    A->type = type;
}

void grb_replace_vector(grb_call *c, GrB_Vector v, tropic_vector *made, GrB_Type type)
{
    tropic_vector_free(&v->of);
    grb_let_go(v);
    grb_dictionary_leave(v->dictionary);
    v->dictionary = NULL;
    v->of = made;
    v->type = type;
    v->context = c->context;
}

void grb_hold(GrB_Vector v, GrB_Type type, const grb_array *array, GrB_Index places, bool loaned)
{
    tropic_vector_free(&v->of);
    grb_let_go(v);
    grb_dictionary_leave(v->dictionary);
    v->dictionary = NULL;
    v->type = type;
    v->held = array->at;
    v->held_bytes = array->bytes;
    v->places = places;
    v->loaned = loaned;
}

void grb_release_arrays(const grb_arrays *a)
{
    const grb_array *const arrays[] = {&a->p, &a->h, &a->i, &a->b, &a->x};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (!arrays[k]->taken) grb_release(arrays[k]->at);
}
