/* SPDX-License-Identifier: Apache-2.0
 *
 * Long ranges of large dimensions.
 */
#include "graphblas/large/ranges.h"

#include <stdlib.h>

/* The position of an id in a range; UINT64_MAX: it has none. */
static GrB_Index position_of(const grb_span *s, GrB_Index id)
{
    const GrB_Index from = s->back ? s->begin - id : id - s->begin; /* (very large, if it is not behind the begin) */
    return from % s->step == 0 && from / s->step < s->count ? from / s->step : UINT64_MAX;
}

static GrB_Index id_at(const grb_span *s, GrB_Index position)
{
    return s->back ? s->begin - position * s->step : s->begin + position * s->step;
}

/* ------------------------------------------------------------------------------------------------
 * Extract
 */

/* The ranges of rows and of columns; of no members: all. */
typedef struct ranges {
    grb_span of[2];
} ranges;

static bool into_ranges(const void *of, GrB_Index *row, GrB_Index *column)
{
    const ranges *r = of;
    if (r->of[0].count > 0) *row = position_of(&r->of[0], *row);
    if (r->of[1].count > 0) *column = position_of(&r->of[1], *column);
    return *row != UINT64_MAX && (!column || *column != UINT64_MAX);
}

/* *s = the range, if the list is a long one; the list becomes GrB_ALL. */
static void take(grb_span *s, const GrB_Index **list, GrB_Index n)
{
    *s = (grb_span){.count = 0};
    if (grb_is_long(*list, n, s)) *list = GrB_ALL;
}

GrB_Info grb_part_of_matrix(const char *function, GrB_Matrix *part, GrB_Matrix A, bool transpose,
                            const GrB_Index **rows, GrB_Index nrows, const GrB_Index **columns, GrB_Index ncols)
{
    grb_call c;
    grb_tuples t;
    ranges r;
    *part = NULL;
    take(&r.of[transpose], rows, nrows);
    take(&r.of[!transpose], columns, ncols);
    if (!grb_open_large(&c, function) || !GRB_NEED(c, A) || !grb_range_fits(&c, &r.of[0], grb_rows(A), "a list") ||
        !grb_range_fits(&c, &r.of[1], grb_columns(A), "a list") || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    grb_alone();
    GrB_Matrix made = grb_new_matrix(&c, A->type);
    if (made && grb_tuples_of_matrix(&c, &t, A)) {
        grb_move_tuples(&t, into_ranges, &r);
        grb_refill_matrix(&c, made, &t, r.of[0].count > 0 ? r.of[0].count : grb_rows(A),
                          r.of[1].count > 0 ? r.of[1].count : grb_columns(A));
        grb_free_tuples(&t);
    }
    if (c.info == GrB_SUCCESS)
        *part = made;
    else
        grb_delete(made);
    return grb_close(&c);
}

GrB_Info grb_part_of_vector(const char *function, GrB_Vector *part, GrB_Vector u, const GrB_Index **indices,
                            GrB_Index nindices)
{
    grb_call c;
    grb_tuples t;
    ranges r = {.of = {{.count = 0}}};
    *part = NULL;
    take(&r.of[0], indices, nindices);
    if (!grb_open_large(&c, function) || !GRB_NEED(c, u) ||
        !grb_range_fits(&c, &r.of[0], grb_places_of(u), "indices") || !grb_ready(&c, GRB_PASS_NONE))
        return grb_close(&c);
    grb_alone();
    GrB_Vector made = grb_new_vector(&c, u->type);
    if (made && grb_tuples_of_vector(&c, &t, u)) {
        grb_move_tuples(&t, into_ranges, &r);
        grb_refill_vector(&c, made, &t, r.of[0].count > 0 ? r.of[0].count : grb_places_of(u));
        grb_free_tuples(&t);
    }
    if (c.info == GrB_SUCCESS)
        *part = made;
    else
        grb_delete(made);
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Assign: of a range only those indices count where the output, the source or the mask has an entry
 */

/* Positions in a range, with room for all that may come. */
typedef struct positions {
    grb_span range;
    GrB_Index *of, count;
} positions;

/* Adds the positions of lines of the output, or of the region itself. */
static void add(positions *p, const GrB_Index *lines, GrB_Index count, bool of_region)
{
    for (GrB_Index k = 0; k < count; k++) {
        const GrB_Index position = of_region ? lines[k] : position_of(&p->range, lines[k]);
        if (position < p->range.count) p->of[p->count++] = position;
    }
}

static int compare(const void *a, const void *b)
{
    const GrB_Index x = *(const GrB_Index *)a, y = *(const GrB_Index *)b;
    return (x > y) - (x < y);
}

static void sort(positions *p)
{
    GrB_Index kept = 0;
    qsort(p->of, (size_t)p->count, sizeof *p->of, compare);
    for (GrB_Index k = 0; k < p->count; k++)
        if (k == 0 || p->of[k] != p->of[k - 1]) p->of[kept++] = p->of[k];
    p->count = kept;
}

/* The entries of the call's objects; without values that count. */
typedef struct contents {
    grb_tuples output, source, mask;
} contents;

static void free_contents(contents *all)
{
    grb_free_tuples(&all->output);
    grb_free_tuples(&all->source);
    grb_free_tuples(&all->mask);
}

static bool read(grb_call *c, grb_tuples *t, GrB_Matrix A, GrB_Vector v)
{
    *t = (grb_tuples){.count = 0};
    return A ? grb_tuples_of_matrix(c, t, A) : v ? grb_tuples_of_vector(c, t, v) : true;
}

/* The ids of a dimension; a vector's are its rows. */
static const GrB_Index *ids_of(const grb_tuples *t, bool columns)
{
    return columns && t->columns ? t->columns : t->rows;
}

/* The size of the output's dimension that the list is of. */
static GrB_Index size_of(const grb_cut *cut, bool columns)
{
    return !cut->C ? grb_places_of(cut->w) : columns != cut->row ? grb_columns(cut->C) : grb_rows(cut->C);
}

/* Adds all positions, each of which gets a value. */
static bool add_all(grb_call *c, positions *p)
{
    if (p->range.count > TROPIC_INDEX_MAX - 1)
        return grb_fail(c, GrB_OUT_OF_MEMORY,
                        "the value goes to all %llu places of a range, and at most 2^31 - 2 can "
                        "be used",
                        (unsigned long long)p->range.count);
    for (GrB_Index k = 0; k < p->range.count; k++) p->of[k] = k;
    p->count = p->range.count;
    return true;
}

/* Cuts the list of rows, or of columns, if it is a long range. (One index is always left.) */
static bool cut_list(grb_call *c, grb_cut *cut, const contents *all, bool columns)
{
    positions p = {.count = 0};
    if (!grb_is_long(cut->lists[columns], cut->counts[columns], &p.range)) return true;
    if (!grb_range_fits(c, &p.range, size_of(cut, columns), "a list")) return false;
    const bool every = cut->all && p.range.count < TROPIC_INDEX_MAX;
    const GrB_Index most = every ? p.range.count : all->output.count + all->source.count + all->mask.count + 1;
    p.of = cut->positions[columns] = grb_allocate((size_t)most * sizeof *p.of);
    GrB_Index *ids = cut->ids[columns] = grb_allocate((size_t)most * sizeof *ids);
    if (!p.of || !ids) return grb_no_memory(c);
    if (cut->all) {
        if (!add_all(c, &p)) return false;
    } else {
        p.of[p.count++] = 0;
        add(&p, ids_of(&all->output, cut->C ? columns != cut->row : false), all->output.count, false);
        add(&p, ids_of(&all->source, columns != cut->transpose), all->source.count, true);
        add(&p, ids_of(&all->mask, columns), all->mask.count, cut->region);
        sort(&p);
    }
    for (GrB_Index k = 0; k < p.count; k++) ids[k] = id_at(&p.range, p.of[k]);
    cut->lists[columns] = ids;
    cut->counts[columns] = p.count;
    return true;
}

/* The place of a position among those that are left. */
static bool find(const grb_cut *cut, bool columns, GrB_Index *position)
{
    const GrB_Index *all = cut->positions[columns];
    if (!all) return true;
    const GrB_Index *at = bsearch(position, all, (size_t)cut->counts[columns], sizeof *all, compare);
    if (at) *position = (GrB_Index)(at - all);
    return at;
}

static bool into_cut(const void *of, GrB_Index *row, GrB_Index *column)
{
    return find(of, false, row) && (!column || find(of, true, column));
}

static bool into_transposed_cut(const void *of, GrB_Index *row, GrB_Index *column)
{
    return find(of, true, row) && find(of, false, column);
}

/* *made = a source, or a mask of the region, at what is left. */
static bool cut_matrix(grb_call *c, const grb_cut *cut, GrB_Matrix *made, grb_tuples *t, GrB_Matrix A, bool transpose)
{
    if (!(*made = grb_new_matrix(c, A->type))) return false;
    grb_move_tuples(t, transpose ? into_transposed_cut : into_cut, cut);
    return grb_refill_matrix(c, *made, t, cut->positions[transpose] ? cut->counts[transpose] : grb_rows(A),
                             cut->positions[!transpose] ? cut->counts[!transpose] : grb_columns(A));
}

static bool cut_vector(grb_call *c, const grb_cut *cut, GrB_Vector *made, grb_tuples *t, GrB_Vector u)
{
    if (!(*made = grb_new_vector(c, u->type))) return false;
    grb_move_tuples(t, into_cut, cut);
    return grb_refill_vector(c, *made, t, cut->counts[0]);
}

/* Has an object as many places as the lists? (After the cut it has.) */
static bool sizes_fit(grb_call *c, const grb_cut *cut, GrB_Matrix A, bool transpose, GrB_Vector v)
{
    const GrB_Index sizes[] = {v   ? grb_places_of(v)
                               : A ? grb_rows_of(A, transpose)
                                   : 0,
                               A ? grb_rows_of(A, !transpose) : 0};
    grb_span s;
    for (int k = 0; k < 2 && (A || v); k++)
        if (grb_is_long(cut->lists[k], cut->counts[k], &s) && s.count != sizes[k])
            return grb_fail(c, GrB_DIMENSION_MISMATCH,
                            "a dimension of the source or the mask is %llu, and the list %llu",
                            (unsigned long long)sizes[k], (unsigned long long)s.count);
    return true;
}

static bool cut_all(grb_call *c, grb_cut *cut, contents *all)
{
    if (!cut_list(c, cut, all, false) || !cut_list(c, cut, all, true)) return false;
    if (cut->A && !cut_matrix(c, cut, &cut->own_A, &all->source, cut->A, cut->transpose)) return false;
    if (cut->u && !cut_vector(c, cut, &cut->own_u, &all->source, cut->u)) return false;
    if (!cut->region) return true;
    return (!cut->Mask || cut_matrix(c, cut, &cut->own_Mask, &all->mask, cut->Mask, false)) &&
           (!cut->mask || cut_vector(c, cut, &cut->own_mask, &all->mask, cut->mask));
}

GrB_Info grb_cut_ranges(const char *function, grb_cut *cut)
{
    grb_call c;
    contents all = {.output = {.count = 0}};
    if (!grb_open_large(&c, function) || !GRB_MAY(c, cut->C) || !GRB_MAY(c, cut->Mask) || !GRB_MAY(c, cut->A) ||
        !GRB_MAY(c, cut->w) || !GRB_MAY(c, cut->mask) || !GRB_MAY(c, cut->u) || !grb_ready(&c, GRB_PASS_NONE) ||
        !sizes_fit(&c, cut, cut->A, cut->transpose, cut->u) ||
        (cut->region && !sizes_fit(&c, cut, cut->Mask, false, cut->mask)))
        return grb_close(&c);
    grb_alone();
    if (read(&c, &all.output, cut->C, cut->w) && read(&c, &all.source, cut->A, cut->u) &&
        read(&c, &all.mask, cut->Mask, cut->mask))
        cut_all(&c, cut, &all);
    free_contents(&all);
    if (cut->own_A) cut->A = cut->own_A;
    if (cut->own_u) cut->u = cut->own_u;
    if (cut->own_Mask) cut->Mask = cut->own_Mask;
    if (cut->own_mask) cut->mask = cut->own_mask;
    return grb_close(&c);
}

void grb_free_cut(grb_cut *cut)
{
    GrB_Matrix_free(&cut->own_A);
    GrB_Matrix_free(&cut->own_Mask);
    GrB_Vector_free(&cut->own_u);
    GrB_Vector_free(&cut->own_mask);
    for (int k = 0; k < 2; k++) {
        grb_release(cut->ids[k]);
        grb_release(cut->positions[k]);
    }
}
