/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrays of large objects: lists become tuples, and come of them. Forms that have all places, or all of too many
 * lines, need more memory than there is.
 */
#include "graphblas/extensions/pack.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Pack
 */

static GrB_Index member(const grb_array *array, GrB_Index k)
{
    return array->narrow ? ((const uint32_t *)array->at)[k] : ((const uint64_t *)array->at)[k];
}

static bool need_integers(grb_call *c, const grb_array *array, GrB_Index count, const char *name)
{
    return grb_long_enough(c, array, count, array->narrow ? sizeof(uint32_t) : sizeof(uint64_t), name);
}

/* Ids of an array, each below `end`. */
static bool read_ids(grb_call *c, GrB_Index *to, const grb_array *from, GrB_Index count, GrB_Index end)
{
    for (GrB_Index k = 0; k < count; k++) to[k] = member(from, k);
    if (grb_all_below(c, to, count, end)) return true;
    c->info = GrB_INVALID_OBJECT;
    return false;
}

/* Do ids ascend, if that is asked for, in each of the lines? */
static bool in_order(grb_call *c, const grb_arrays *a, const GrB_Index *line_of, const GrB_Index *ids, GrB_Index count)
{
    if (!a->secure || a->jumbled) return true;
    for (GrB_Index k = 1; k < count; k++)
        if ((!line_of || line_of[k - 1] == line_of[k]) && ids[k - 1] >= ids[k])
            return grb_fail(c, GrB_INDEX_OUT_OF_BOUNDS, "the places of a line do not ascend");
    return true;
}

/* The offsets of so many lines: how many entries there are. */
static bool read_offsets(grb_call *c, const grb_array *p, GrB_Index lines, GrB_Index *count)
{
    if (lines == UINT64_MAX || !need_integers(c, p, lines + 1, "p")) return false;
    GrB_Index l = 0;
    while (l < lines && member(p, l) <= member(p, l + 1)) l++;
    *count = member(p, lines);
    return (l == lines && member(p, 0) == 0) || grb_fail(c, GrB_INVALID_OBJECT, "p falls, or does not begin with 0");
}

/* The names of the lines that h has. */
static bool read_names(grb_call *c, const grb_arrays *a, GrB_Index *names)
{
    if (!read_ids(c, names, &a->h, a->nvec, grb_lines(a))) return false;
    for (GrB_Index k = 1; k < a->nvec && a->secure && !a->jumbled; k++)
        if (names[k - 1] >= names[k]) return grb_fail(c, GrB_INVALID_OBJECT, "h does not ascend");
    return true;
}

static bool take_values(grb_call *c, const grb_arrays *a, grb_tuples *t)
{
    const size_t size = t->type->size;
    if (!grb_long_enough(c, &a->x, a->iso && t->count > 0 ? 1 : t->count, size, "x")) return false;
    for (GrB_Index k = 0; k < t->count; k++)
        memcpy(t->values + (size_t)k * size, (const char *)a->x.at + (a->iso ? 0 : (size_t)k * size), size);
    return true;
}

static bool read_lines(grb_call *c, grb_tuples *t, GrB_Type type, const grb_arrays *a)
{
    const bool hyper = a->format == GxB_HYPERSPARSE;
    const GrB_Index lines = hyper ? a->nvec : grb_lines(a);
    GrB_Index count = 0, *names = NULL;
    if (hyper && a->nvec > grb_lines(a))
        return grb_fail(c, GrB_INVALID_VALUE, "nvec is %llu, of %llu lines", (unsigned long long)a->nvec,
                        (unsigned long long)grb_lines(a));
    if ((hyper && !need_integers(c, &a->h, a->nvec, "h")) || !read_offsets(c, &a->p, lines, &count) ||
        !need_integers(c, &a->i, count, "i") ||
        (hyper && (!(names = grb_room(c, a->nvec, sizeof *names)) || !read_names(c, a, names))) ||
        !grb_new_tuples(c, t, type, count, true))
        return false;
    for (GrB_Index l = 0; l < lines; l++)
        for (GrB_Index k = member(&a->p, l); k < member(&a->p, l + 1); k++) t->rows[k] = hyper ? names[l] : l;
    if (!read_ids(c, t->columns, &a->i, count, grb_width(a)) || !in_order(c, a, t->rows, t->columns, count) ||
        !take_values(c, a, t) || (a->by_columns && !grb_turn_tuples(c, t))) {
        grb_free_tuples(t);
        return false;
    }
    return true;
}

/* A vector's one line. */
static bool read_line(grb_call *c, grb_tuples *t, GrB_Type type, const grb_arrays *a)
{
    if (!need_integers(c, &a->i, a->nvals, "i") || !grb_new_tuples(c, t, type, a->nvals, false)) return false;
    if (read_ids(c, t->rows, &a->i, t->count, a->nrows) && in_order(c, a, NULL, t->rows, t->count) &&
        take_values(c, a, t))
        return true;
    grb_free_tuples(t);
    return false;
}

static bool has_lists(grb_call *c, const grb_arrays *a)
{
    return a->format == GxB_HYPERSPARSE || a->format == GxB_SPARSE ||
           grb_fail(c, GrB_OUT_OF_MEMORY, "arrays of all places of %llu x %llu", (unsigned long long)a->nrows,
                    (unsigned long long)a->ncols);
}

/* (An id that comes twice is told as of other objects.) */
static bool refilled(grb_call *c, bool good)
{
    if (c->info == GrB_INVALID_VALUE) c->info = GrB_INDEX_OUT_OF_BOUNDS;
    return good;
}

bool grb_pack_large_matrix(grb_call *c, GrB_Matrix A, GrB_Type type, const grb_arrays *a)
{
    grb_tuples t;
    if (!has_lists(c, a) || !read_lines(c, &t, type, a)) return false;
    const bool good = refilled(c, grb_refill_matrix(c, A, &t, a->nrows, a->ncols));
    if (good) A->type = type;
    grb_free_tuples(&t);
    return good;
}

bool grb_pack_large_vector(grb_call *c, GrB_Vector v, GrB_Type type, const grb_arrays *a)
{
    grb_tuples t;
    if (!has_lists(c, a) || !read_line(c, &t, type, a)) return false;
    const bool good = refilled(c, grb_refill_vector(c, v, &t, a->nrows));
    if (good) v->type = type;
    grb_free_tuples(&t);
    return good;
}

/* ------------------------------------------------------------------------------------------------
 * Unpack
 */

/* The tuples' own arrays are the caller's. */
static void give(grb_array *to, void *array, GrB_Index count, size_t size)
{
    *to = (grb_array){.at = count > 0 ? array : NULL, .bytes = count * size};
    if (count == 0) grb_release(array);
}

/* Can there be such arrays? (A full object would be of no more than the lines that can be used.) */
static bool may_unpack(grb_call *c, const grb_arrays *a, bool lines)
{
    if (a->format == GxB_FULL)
        return grb_fail(c, GrB_INVALID_VALUE, "%llu entries: it is not full", (unsigned long long)a->nvals);
    return has_lists(c, a) &&
           (a->format == GxB_HYPERSPARSE || !lines || !grb_large(grb_lines(a)) ||
            grb_fail(c, GrB_OUT_OF_MEMORY, "an array of %llu lines", (unsigned long long)grb_lines(a)));
}

/* *h and *p of lines that have entries. */
static bool list_lines(grb_call *c, const grb_tuples *t, grb_arrays *a)
{
    GrB_Index *h, *p;
    a->nvec = 0;
    for (GrB_Index k = 0; k < t->count; k++) a->nvec += k == 0 || t->rows[k] != t->rows[k - 1];
    if (!(h = grb_room(c, a->nvec, sizeof *h)) || !(p = grb_room(c, a->nvec + 1, sizeof *p))) return false;
    a->h = (grb_array){.at = a->nvec > 0 ? h : NULL, .bytes = a->nvec * sizeof *h};
    a->p = (grb_array){.at = p, .bytes = (a->nvec + 1) * sizeof *p};
    for (GrB_Index k = 0, l = 0; k < t->count; k++) {
        if (k > 0 && t->rows[k] == t->rows[k - 1]) continue;
        h[l] = t->rows[k];
        p[l++] = k;
    }
    p[a->nvec] = t->count;
    if (a->nvec > 0) grb_keep(c, h);
    grb_keep(c, p);
    return true;
}

bool grb_unpack_large_matrix(grb_call *c, GrB_Matrix A, grb_arrays *a)
{
    grb_tuples t;
    GrB_Index *p = NULL;
    a->nrows = grb_rows(A);
    a->ncols = grb_columns(A);
    a->nvals = (GrB_Index)tropic_matrix_count(A->of);
    a->iso = a->i.narrow = false;
    if (!may_unpack(c, a, true) || !grb_tuples_of_matrix(c, &t, A)) return false;
    bool good = !a->by_columns || grb_turn_tuples(c, &t);
    if (good && a->format == GxB_HYPERSPARSE) {
        good = list_lines(c, &t, a);
    } else if (good && (good = (p = grb_room(c, grb_lines(a) + 1, sizeof *p)))) {
        grb_count_tuples(&t, p, grb_lines(a));
        a->p = (grb_array){.at = p, .bytes = (grb_lines(a) + 1) * sizeof *p};
        grb_keep(c, p);
    }
    if (good) {
        give(&a->i, t.columns, t.count, sizeof *t.columns);
        give(&a->x, t.values, t.count, t.type->size);
        t.columns = NULL;
        t.values = NULL;
    }
    grb_free_tuples(&t);
    return good;
}

bool grb_unpack_large_vector(grb_call *c, GrB_Vector v, grb_arrays *a)
{
    grb_tuples t;
    a->nrows = grb_places_of(v);
    a->ncols = 1;
    a->nvals = (GrB_Index)tropic_vector_count(v->of);
    if (!may_unpack(c, a, false) || !grb_tuples_of_vector(c, &t, v)) return false;
    give(&a->i, t.rows, t.count, sizeof *t.rows);
    give(&a->x, t.values, t.count, t.type->size);
    return true;
}
