/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrays of a matrix or a vector, for the caller.
 */
#include "graphblas/extensions/pack.h"

#include <string.h>
#include <tropic_arrays.h>
#include <tropic_host.h>

/* An array for the caller; NULL without members. */
static bool new_array(grb_call *c, grb_array *array, GrB_Index count, size_t size)
{
    *array = (grb_array){.bytes = count * size};
    return count == 0 || (array->at = grb_room(c, count, size));
}

/* They are the caller's now. */
static bool keep_all(grb_call *c, const grb_arrays *a)
{
    const grb_array *const arrays[] = {&a->p, &a->h, &a->i, &a->b, &a->x};
    if (c->info != GrB_SUCCESS) return false;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) grb_keep(c, arrays[k]->at);
    return true;
}

static bool need_full(grb_call *c, GrB_Index count, GrB_Index places)
{
    return count == places || grb_fail(c, GrB_INVALID_VALUE, "%llu entries of %llu places: it is not full",
                                       (unsigned long long)count, (unsigned long long)places);
}

/* ------------------------------------------------------------------------------------------------
 * Matrices
 */

static tropic_status give(grb_call *c, tropic_matrix **A, const grb_arrays *a, tropic_offset **offsets,
                          tropic_index **ids, void **values)
{
    return (a->by_columns ? tropic_matrix_give_csc : tropic_matrix_give_csr)(A, c->context, offsets, ids, values);
}

/* (Nothing can fail once the matrix has given its arrays.) */
static bool unpack_sparse(grb_call *c, tropic_matrix **A, GrB_Type type, grb_arrays *a, GrB_Index ids_room)
{
    const GrB_Index count = a->nvals, room = count > 0 && ids_room > count ? ids_room : count;
    const bool narrow = a->i.narrow;
    tropic_offset *offsets = NULL;
    tropic_index *ids = NULL;
    void *values = NULL, *wide = NULL;
    if ((!narrow && !new_array(c, &a->i, room, sizeof(GrB_Index))) ||
        (narrow && room > count && !(wide = grb_room(c, room, sizeof *ids))) ||
        !grb_done(c, give(c, A, a, &offsets, count > 0 ? &ids : NULL, count > 0 ? &values : NULL)))
        return false;
    if (wide) {
        memcpy(wide, ids, count * sizeof *ids);
        tropic_host_release(grb_host_context(), ids);
        ids = wide;
    }
    if (narrow) {
        a->i = (grb_array){.at = ids, .bytes = count * sizeof *ids, .room = room * sizeof *ids, .narrow = true};
    } else {
        grb_widen(c, a->i.at, ids, count);
        tropic_host_release(grb_host_context(), ids);
    }
    a->p = (grb_array){.at = offsets, .bytes = (grb_lines(a) + 1) * sizeof *offsets};
    a->x = (grb_array){.at = values, .bytes = count * type->size};
    return keep_all(c, a);
}

typedef struct naming {
    GrB_Index *to;
    const tropic_index *ids, *names;
} naming;

static void name_some(const void *of, int64_t begin, int64_t end)
{
    const naming *n = of;
    for (int64_t k = begin; k < end; k++) n->to[k] = (GrB_Index)(n->names ? n->names[n->ids[k]] : n->ids[k]);
}

/* Of the lines, those with entries. */
static bool list_lines(grb_call *c, const tropic_entries *e, GrB_Type type, grb_arrays *a)
{
    GrB_Index *h, *p;
    a->nvec = 0;
    for (tropic_index l = 0; l < e->lists; l++) a->nvec += e->offsets[l + 1] > e->offsets[l];
    if (!new_array(c, &a->h, a->nvec, sizeof *h) || !new_array(c, &a->p, a->nvec + 1, sizeof *p) ||
        !new_array(c, &a->i, a->nvals, sizeof(GrB_Index)) || !new_array(c, &a->x, a->nvals, type->size))
        return false;
    h = a->h.at;
    p = a->p.at;
    *p = 0;
    for (tropic_index l = 0; l < e->lists; l++) {
        if (e->offsets[l + 1] == e->offsets[l]) continue;
        *h++ = (GrB_Index)(e->row_names ? e->row_names[l] : l);
        *++p = (GrB_Index)e->offsets[l + 1];
    }
    return grb_loop(c, a->nvals, name_some, &(naming){a->i.at, e->col_ids, e->col_names}) &&
           grb_copy(c, a->x.at, e->values, a->nvals * type->size) && keep_all(c, a);
}

/* Without arrays of all lines, if the matrix is hypersparse. */
static bool unpack_hypersparse(grb_call *c, tropic_matrix **A, GrB_Type type, grb_arrays *a)
{
    tropic_matrix *transpose = NULL;
    tropic_entries e;
    bool good = true;
    if (a->by_columns) good = grb_done(c, tropic_transpose(&transpose, c->context, NULL, NULL, *A, NULL));
    good = good && grb_done(c, tropic_matrix_entries(&e, transpose ? transpose : *A, c->context)) &&
           list_lines(c, &e, type, a);
    tropic_matrix_free(&transpose);
    return good;
}

typedef struct spreading {
    const tropic_offset *offsets;
    const tropic_index *ids;
    const char *values;
    int8_t *b;
    char *x;
    GrB_Index width;
    size_t size;
} spreading;

static void spread(const void *of, int64_t begin, int64_t end)
{
    const spreading *s = of;
    for (int64_t l = begin; l < end; l++) {
        int8_t *b = s->b + (GrB_Index)l * s->width;
        char *x = s->x + (GrB_Index)l * s->width * s->size;
        memset(b, 0, s->width);
        memset(x, 0, s->width * s->size);
        for (tropic_offset k = s->offsets[l]; k < s->offsets[l + 1]; k++) {
            b[s->ids[k]] = 1;
            memcpy(x + (size_t)s->ids[k] * s->size, s->values + (size_t)k * s->size, s->size);
        }
    }
}

static bool unpack_bitmap(grb_call *c, tropic_matrix **A, GrB_Type type, grb_arrays *a)
{
    const GrB_Index places = a->nrows * a->ncols;
    spreading s = {.width = grb_width(a), .size = type->size};
    const void *values = NULL;
    if (!new_array(c, &a->b, places, 1) || !new_array(c, &a->x, places, type->size)) return false;
    if (places == 0) return true;
    if (!grb_done(c,
                  (a->by_columns ? tropic_matrix_csc : tropic_matrix_csr)(*A, c->context, &s.offsets, &s.ids, &values)))
        return false;
    s.values = values;
    s.b = a->b.at;
    s.x = a->x.at;
    return grb_loop(c, grb_lines(a), spread, &s) && keep_all(c, a);
}

static bool unpack_full(grb_call *c, tropic_matrix **A, GrB_Type type, grb_arrays *a)
{
    const GrB_Index places = a->nrows * a->ncols;
    if (!need_full(c, a->nvals, places)) return false;
    a->x = (grb_array){.bytes = places * type->size};
    return places == 0 || grb_done(c, give(c, A, a, NULL, NULL, &a->x.at));
}

/* Values that are all the first one become one; false: they are several. */
static bool join_values(grb_array *x, size_t size)
{
    if (x->bytes < size || memcmp(x->at, (char *)x->at + size, x->bytes - size) != 0) return false;
    x->room = x->bytes;
    x->bytes = size;
    return true;
}

static bool unpack(grb_call *c, GrB_Matrix A, grb_arrays *a)
{
    switch (a->format) {
    case GxB_HYPERSPARSE: return unpack_hypersparse(c, &A->of, A->type, a);
    case GxB_SPARSE: return unpack_sparse(c, &A->of, A->type, a, A->ids_room);
    case GxB_BITMAP: return unpack_bitmap(c, &A->of, A->type, a);
    default: return unpack_full(c, &A->of, A->type, a);
    }
}

bool grb_unpack_matrix(grb_call *c, GrB_Matrix A, grb_arrays *a)
{
    const bool one_value = a->iso && A->one_value && a->format == GxB_SPARSE;
    a->nrows = (GrB_Index)tropic_matrix_rows(A->of);
    a->ncols = (GrB_Index)tropic_matrix_cols(A->of);
    a->nvals = (GrB_Index)tropic_matrix_count(A->of);
    a->iso = false;
    if (!unpack(c, A, a)) return false;
    a->iso = one_value && join_values(&a->x, A->type->size);
    A->ids_room = 0;
    A->one_value = false;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Vectors
 */

bool grb_unpack_vector(grb_call *c, const tropic_vector *v, GrB_Type type, grb_arrays *a)
{
    const GrB_Index n = a->nrows = (GrB_Index)tropic_vector_size(v);
    tropic_index *ids;
    a->ncols = 1;
    a->nvals = (GrB_Index)tropic_vector_count(v);
    switch (a->format) {
    case GxB_SPARSE:
        if (!new_array(c, &a->i, a->nvals, sizeof(GrB_Index)) || !new_array(c, &a->x, a->nvals, type->size) ||
            !(ids = grb_room(c, a->nvals, sizeof *ids)) || !grb_done(c, tropic_vector_get_entries(v, ids, a->x.at)))
            return false;
        grb_widen(c, a->i.at, ids, a->nvals);
        break;
    case GxB_BITMAP: /* (a bool is a byte, 0 or 1) */
        if (!new_array(c, &a->b, n, sizeof(bool)) || !new_array(c, &a->x, n, type->size) ||
            (n > 0 && !grb_done(c, tropic_vector_get_dense(v, a->x.at, a->b.at))))
            return false;
        break;
    default:
        /* (Programs build from the array, which must be there then.) */
        if (!need_full(c, a->nvals, n) || !new_array(c, &a->x, n == 0 && a->vector ? 1 : n, type->size) ||
            (n > 0 && !grb_done(c, tropic_vector_get_dense(v, a->x.at, NULL))))
            return false;
        if (n == 0) a->x.bytes = 0;
        break;
    }
    return keep_all(c, a);
}
