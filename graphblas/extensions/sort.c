/* SPDX-License-Identifier: Apache-2.0
 *
 * Sorting the entries of a vector, or of each row or column of a matrix: a stable merge sort on the host. All runs of
 * one length are merged side by side, so that the operator compares many pairs in one call.
 */
#include <string.h>

#include "graphblas/large.h"

/* Two neighbouring runs of sorted entries, and where the next one of both goes. */
typedef struct merge {
    int64_t left, middle, right, end, out;
} merge;

typedef struct sorter {
    const tropic_operator *less;
    const char *keys; /* of the type that it compares */
    size_t size;
    int64_t *order, *merged; /* the entries: as they are sorted so far, and after this pass */
    merge *merges;
    int64_t count; /* of merges */
    char *x, *y;   /* keys of the right and the left entry of each merge */
    bool *first;   /* is the right one less? */
} sorter;

/* An entry of the right run goes first only where it is less: the sort is stable. */
static tropic_status compare(const sorter *s)
{
    for (int64_t k = 0; k < s->count; k++) {
        const merge *m = &s->merges[k];
        memcpy(s->x + (size_t)k * s->size, s->keys + (size_t)s->order[m->right] * s->size, s->size);
        memcpy(s->y + (size_t)k * s->size, s->keys + (size_t)s->order[m->left] * s->size, s->size);
    }
    return tropic_operator_evaluate(s->less, grb_host_context(), s->first, s->x, s->y, 0, 0, s->count);
}

/* Copies the rest of both runs: one has no entries. */
static void finish(const sorter *s, const merge *m)
{
    const int64_t left = m->middle - m->left, right = m->end - m->right;
    memcpy(s->merged + m->out, s->order + m->left, (size_t)left * sizeof *s->merged);
    memcpy(s->merged + m->out + left, s->order + m->right, (size_t)right * sizeof *s->merged);
}

static tropic_status merge_all(sorter *s)
{
    while (s->count > 0) {
        const tropic_status status = compare(s);
        int64_t kept = 0;
        if (status != TROPIC_OK) return status;
        for (int64_t k = 0; k < s->count; k++) {
            merge m = s->merges[k];
            s->merged[m.out++] = s->order[s->first[k] ? m.right++ : m.left++];
            if (m.left == m.middle || m.right == m.end)
                finish(s, &m);
            else
                s->merges[kept++] = m;
        }
        s->count = kept;
    }
    return TROPIC_OK;
}

/* The merges of pairs of runs with `width` entries, in each list; returns whether there is one. */
static bool begin_pass(sorter *s, const int64_t *starts, int64_t lists, int64_t width)
{
    s->count = 0;
    for (int64_t l = 0; l < lists; l++) {
        int64_t from = starts[l];
        const int64_t end = starts[l + 1];
        for (; end - from > width; from += 2 * width) {
            const int64_t last = end - from > 2 * width ? from + 2 * width : end;
            s->merges[s->count++] = (merge){from, from + width, from + width, last, from};
            if (last == end) {
                from = end;
                break;
            }
        }
        memcpy(s->merged + from, s->order + from, (size_t)(end - from) * sizeof *s->merged);
    }
    return s->count > 0;
}

/* Sorts the entries starts[l] .. starts[l + 1] - 1 of each list. *order: which entry comes at each position. */
static bool sort(grb_call *c, const grb_operator *less, const char *keys, const int64_t *starts, int64_t lists,
                 int64_t **order)
{
    const int64_t count = starts[lists];
    const size_t n = (size_t)count, half = n / 2 + 1, size = less->x->size;
    sorter s = {.less = grb_operator_of(less), .keys = keys, .size = size};
    int64_t *rooms = grb_room(c, 2 * n, sizeof *rooms);
    s.merges = grb_room(c, half, sizeof *s.merges);
    s.x = grb_room(c, half, 2 * size + sizeof *s.first);
    if (!rooms || !s.merges || !s.x) return false;
    s.y = s.x + half * size;
    s.first = (bool *)(void *)(s.y + half * size);
    s.order = rooms;
    s.merged = rooms + n;
    for (int64_t k = 0; k < count; k++) s.order[k] = k;
    for (int64_t width = 1; begin_pass(&s, starts, lists, width); width *= 2) {
        int64_t *const before = s.order;
        if (!grb_done_in(c, grb_host_context(), merge_all(&s))) return false; /* (where it compares) */
        s.order = s.merged;
        s.merged = before;
    }
    *order = s.order;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Entries of the input, and of the outputs
 */

typedef struct entries {
    GrB_Type type;
    size_t count;
    int64_t lists;
    tropic_index *list_of, *ids; /* of a matrix the list of each entry, and its place there */
    const GrB_Index *wide_ids;   /* the places in a large one; else NULL */
    char *values;
    int64_t *starts, *order;
} entries;

static bool open_entries(grb_call *c, entries *e, GrB_Type type, int64_t count)
{
    const size_t n = (size_t)count;
    *e = (entries){.type = type, .count = n};
    e->list_of = grb_room(c, n, sizeof *e->list_of);
    e->ids = grb_room(c, n, sizeof *e->ids);
    e->values = grb_room(c, n, type->size);
    e->starts = grb_room(c, n + 1, sizeof *e->starts);
    if (!e->list_of || !e->ids || !e->values || !e->starts) return false;
    memset(e->list_of, 0, n * sizeof *e->list_of); /* as a vector's are */
    return true;
}

static bool sort_entries(grb_call *c, entries *e, GrB_BinaryOp less)
{
    const grb_operator *op = &less->of;
    char *keys = grb_room(c, e->count, op->x->size);
    if (!keys || !grb_done(c, tropic_cast(keys, op->x->type, e->values, e->type->type, (int64_t)e->count)))
        return false;
    for (size_t k = 0; k < e->count; k++)
        if (k == 0 || e->list_of[k] != e->list_of[k - 1]) e->starts[e->lists++] = (int64_t)k;
    e->starts[e->lists] = (int64_t)e->count;
    return sort(c, op, keys, e->starts, e->lists, &e->order);
}

/* The entries' new places in their lists. */
static tropic_index *places_of(grb_call *c, const entries *e)
{
    tropic_index *places = grb_room(c, e->count, sizeof *places);
    for (int64_t l = 0; places && l < e->lists; l++)
        for (int64_t k = e->starts[l]; k < e->starts[l + 1]; k++) places[k] = (tropic_index)(k - e->starts[l]);
    return places;
}

/* The sorted values, or where each came from, as values of another type. */
static char *output_of(grb_call *c, const entries *e, bool positions, GrB_Type type)
{
    const GrB_Type from = positions ? GrB_INT64 : e->type;
    char *sorted = grb_room(c, e->count, from->size), *values = grb_room(c, e->count, type->size);
    if (!sorted || !values) return NULL;
    for (size_t k = 0; k < e->count; k++) {
        const size_t at = (size_t)e->order[k];
        const int64_t id = e->wide_ids ? (int64_t)e->wide_ids[at] : e->ids[at];
        memcpy(sorted + k * from->size, positions ? (const char *)&id : e->values + at * from->size, from->size);
    }
    return grb_done(c, tropic_cast(values, type->type, sorted, from->type, (int64_t)e->count)) ? values : NULL;
}

/* Have all positions values of this type? */
static bool holds_positions(grb_call *c, GrB_Type type)
{
    if (c->large && type != GrB_INT64 && type != GrB_UINT64)
        return grb_fail(c, GrB_DOMAIN_MISMATCH, "P is of %s, not of an integer of 64 bits", grb_type_name(type));
    return type == GrB_INT32 || type == GrB_UINT32 || type == GrB_INT64 || type == GrB_UINT64 ||
           grb_fail(c, GrB_DOMAIN_MISMATCH, "P is of %s, not of an integer of 32 or 64 bits", grb_type_name(type));
}

/* Is `less` right for values of the input, and are these the types of the outputs, of which one must be there (NULL:
 * it is not)? `one`: they are one object. */
static bool check(grb_call *c, GrB_BinaryOp less, GrB_Type input, bool one, GrB_Type values, GrB_Type positions)
{
    if (!values && !positions) return grb_fail(c, GrB_NULL_POINTER, "there is no output");
    if (values && one) return grb_fail(c, GrB_INVALID_VALUE, "the two outputs are one object");
    if (less->of.z != GrB_BOOL || less->of.x != less->of.y || less->of.places)
        return grb_fail(c, GrB_DOMAIN_MISMATCH, "less does not compare two values of one type");
    return grb_takes(c, &less->of, input, input) && (!values || grb_domain(c, values, input, "C", "A")) &&
           (!positions || holds_positions(c, positions));
}

/* ------------------------------------------------------------------------------------------------
 * Large objects: the entries are sorted in the order of their ids
 */

/* An output as it will be: a vector without columns, or a matrix. */
typedef struct output {
    GrB_Vector v;
    GrB_Matrix A;
} output;

/* The entries, of each list in their new order, with places as rows of a vector and columns of a matrix. */
static bool make_large(grb_call *c, const entries *e, const grb_tuples *t, const tropic_index *places, bool positions,
                       GrB_Type type, grb_tuples *made)
{
    const char *values = output_of(c, e, positions, type);
    if (!values || !grb_new_tuples(c, made, type, t->count, t->columns)) return false;
    memcpy(made->values, values, (size_t)t->count * type->size);
    if (t->columns) memcpy(made->rows, t->rows, (size_t)t->count * sizeof *t->rows);
    for (GrB_Index k = 0; k < t->count; k++) (t->columns ? made->columns : made->rows)[k] = (GrB_Index)places[k];
    return true;
}

/* *filled = such an output, in place of another one. */
static bool fill_large(grb_call *c, grb_tuples *made, output as, output *filled)
{
    bool good;
    if (as.v) {
        filled->v = grb_new_vector(c, as.v->type);
        good = filled->v && grb_refill_vector(c, filled->v, made, grb_places_of(as.v));
    } else {
        filled->A = grb_new_matrix(c, as.A->type);
        good = filled->A && (!c->descriptor.transpose || grb_turn_tuples(c, made)) &&
               grb_refill_matrix(c, filled->A, made, grb_rows(as.A), grb_columns(as.A));
    }
    grb_free_tuples(made);
    return good;
}

/* The outputs have the contents of the new ones, which go. */
static void swap_large(output to, output *new)
{
    if (to.v && new->v) {
        const struct GrB_Vector_opaque was = *to.v;
        to.v->of = new->v->of;
        to.v->context = new->v->context;
        to.v->dictionary = new->v->dictionary;
        new->v->of = was.of;
        new->v->context = was.context;
        new->v->dictionary = was.dictionary;
    } else if (to.A && new->A) {
        const struct GrB_Matrix_opaque was = *to.A;
        to.A->of = new->A->of;
        to.A->dictionary = new->A->dictionary;
        new->A->of = was.of;
        new->A->dictionary = was.dictionary;
    }
}

static void sort_tuples(grb_call *c, GrB_BinaryOp less, grb_tuples *t, const output outputs[2])
{
    entries e;
    output made[2] = {{NULL, NULL}, {NULL, NULL}};
    const tropic_index *places = NULL;
    if (open_entries(c, &e, t->type, (int64_t)t->count)) {
        e.wide_ids = t->columns ? t->columns : t->rows;
        memcpy(e.values, t->values, (size_t)t->count * t->type->size);
        for (GrB_Index k = 1; k < t->count && t->columns; k++)
            e.list_of[k] = e.list_of[k - 1] + (t->rows[k] != t->rows[k - 1]);
        if (sort_entries(c, &e, less)) places = places_of(c, &e);
    }
    for (int k = 0; k < 2 && places && c->info == GrB_SUCCESS; k++) {
        grb_tuples sorted;
        if (!outputs[k].v && !outputs[k].A) continue;
        if (make_large(c, &e, t, places, k == 1, outputs[k].v ? outputs[k].v->type : outputs[k].A->type, &sorted))
            fill_large(c, &sorted, outputs[k], &made[k]);
    }
    for (int k = 0; k < 2; k++) {
        if (c->info == GrB_SUCCESS) swap_large(outputs[k], &made[k]);
        grb_delete(made[k].v);
        grb_delete(made[k].A);
    }
}

static void sort_large_vector(grb_call *c, GrB_BinaryOp less, GrB_Vector u, GrB_Vector w, GrB_Vector p)
{
    grb_tuples t;
    if (!grb_tuples_of_vector(c, &t, u)) return;
    sort_tuples(c, less, &t, (output[]){{w, NULL}, {p, NULL}});
    grb_free_tuples(&t);
}

static void sort_large_matrix(grb_call *c, GrB_BinaryOp less, GrB_Matrix A, GrB_Matrix C, GrB_Matrix P)
{
    grb_tuples t;
    if (!grb_tuples_of_matrix(c, &t, A)) return;
    if (!c->descriptor.transpose || grb_turn_tuples(c, &t)) sort_tuples(c, less, &t, (output[]){{NULL, C}, {NULL, P}});
    grb_free_tuples(&t);
}

/* ------------------------------------------------------------------------------------------------
 * Vectors
 */

static bool same_size(grb_call *c, GrB_Vector w, GrB_Vector u)
{
    return !w || grb_places_of(w) == grb_places_of(u) ||
           grb_fail(c, GrB_DIMENSION_MISMATCH, "an output and the input have other sizes");
}

/* Makes the new w, which may be NULL. */
static bool make_vector(grb_call *c, const entries *e, const tropic_index *places, bool positions, GrB_Vector w,
                        tropic_vector **made)
{
    if (!w) return true;
    const char *values = output_of(c, e, positions, w->type);
    return values && grb_done(c, tropic_vector_create(made, c->context, w->type->type, tropic_vector_size(w->of))) &&
           grb_done(c, tropic_vector_put_entries(*made, (tropic_index)e->count, places, values));
}

static void give_vector(grb_call *c, GrB_Vector w, tropic_vector **made)
{
    if (w && c->info == GrB_SUCCESS) {
        tropic_vector_free(&w->of);
        w->of = *made;
        w->context = c->context;
    } else {
        tropic_vector_free(made);
    }
}

static bool sort_vector(grb_call *c, GrB_BinaryOp less, GrB_Vector u, entries *e)
{
    return open_entries(c, e, u->type, tropic_vector_count(u->of)) &&
           grb_done_in(c, u->context, tropic_vector_get_entries(u->of, e->ids, e->values)) && sort_entries(c, e, less);
}

GrB_Info GxB_Vector_sort(GrB_Vector w, GrB_Vector p, GrB_BinaryOp less, GrB_Vector u, const GrB_Descriptor desc)
{
    grb_call c;
    entries e;
    tropic_vector *values = NULL, *positions = NULL;
    if (grb_open_large(&c, __func__) && (!w || grb_output(&c, w, GRB_Vector, "w")) &&
        (!p || (w ? grb_writes : grb_output)(&c, p, GRB_Vector, "p")) && GRB_NEED(c, less) && GRB_NEED(c, u) &&
        grb_describe(&c, desc) && check(&c, less, u->type, w == p, w ? w->type : NULL, p ? p->type : NULL) &&
        same_size(&c, w, u) && same_size(&c, p, u) && (c.large || sort_vector(&c, less, u, &e))) {
        if (c.large) {
            if (grb_ready(&c, GRB_PASS_NONE)) sort_large_vector(&c, less, u, w, p);
            return grb_close(&c);
        }
        const tropic_index *places = places_of(&c, &e);
        c.context = c.wide ? grb_host_context() : grb_context();
        if (places && make_vector(&c, &e, places, false, w, &values))
            (void)make_vector(&c, &e, places, true, p, &positions);
        give_vector(&c, w, &values);
        give_vector(&c, p, &positions);
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Matrices
 */

static bool same_shape(grb_call *c, GrB_Matrix C, GrB_Matrix A)
{
    return !C || (grb_rows(C) == grb_rows(A) && grb_columns(C) == grb_columns(A)) ||
           grb_fail(c, GrB_DIMENSION_MISMATCH, "an output and the input have other dimensions");
}

/* Makes the new C, which may be NULL. */
static bool make_matrix(grb_call *c, const entries *e, const tropic_index *places, bool positions, GrB_Matrix C,
                        tropic_matrix **made)
{
    const bool columns = c->descriptor.transpose;
    if (!C) return true;
    const char *values = output_of(c, e, positions, C->type);
    return values &&
           grb_done(c, tropic_matrix_from_coo(made, c->context, tropic_matrix_rows(C->of), tropic_matrix_cols(C->of),
                                              (tropic_offset)e->count, columns ? places : e->list_of,
                                              columns ? e->list_of : places, C->type->type, values, NULL));
}

static void give_matrix(grb_call *c, GrB_Matrix C, tropic_matrix **made)
{
    if (C && c->info == GrB_SUCCESS) {
        tropic_matrix_free(&C->of);
        C->of = *made;
    } else {
        tropic_matrix_free(made);
    }
}

static bool sort_matrix(grb_call *c, GrB_BinaryOp less, GrB_Type type, const tropic_matrix *A, entries *e)
{
    return open_entries(c, e, type, tropic_matrix_count(A)) &&
           grb_done(c, tropic_matrix_get_entries(A, c->context, e->list_of, e->ids, e->values)) &&
           sort_entries(c, e, less);
}

/* Columns are sorted as the rows of the transpose. */
static bool sort_columns(grb_call *c, GrB_BinaryOp less, GrB_Matrix A, entries *e)
{
    tropic_matrix *T = NULL;
    const bool sorted = grb_done(c, tropic_matrix_create(&T, c->context, A->type->type, tropic_matrix_cols(A->of),
                                                         tropic_matrix_rows(A->of))) &&
                        grb_done(c, tropic_transpose(&T, c->context, NULL, NULL, A->of, NULL)) &&
                        sort_matrix(c, less, A->type, T, e);
    tropic_matrix_free(&T);
    return sorted;
}

GrB_Info GxB_Matrix_sort(GrB_Matrix C, GrB_Matrix P, GrB_BinaryOp less, GrB_Matrix A, const GrB_Descriptor desc)
{
    grb_call c;
    entries e;
    tropic_matrix *values = NULL, *positions = NULL;
    if (grb_open_large(&c, __func__) && (!C || grb_output(&c, C, GRB_Matrix, "C")) &&
        (!P || (C ? grb_writes : grb_output)(&c, P, GRB_Matrix, "P")) && GRB_NEED(c, less) && GRB_NEED(c, A) &&
        grb_describe(&c, desc) && check(&c, less, A->type, C == P, C ? C->type : NULL, P ? P->type : NULL) &&
        same_shape(&c, C, A) && same_shape(&c, P, A) && grb_ready(&c, GRB_PASS_NONE)) {
        if (c.large) {
            sort_large_matrix(&c, less, A, C, P);
            return grb_close(&c);
        }
        const tropic_index *places = NULL;
        c.context = c.wide ? grb_host_context() : grb_context();
        if (c.descriptor.transpose ? sort_columns(&c, less, A, &e) : sort_matrix(&c, less, A->type, A->of, &e))
            places = places_of(&c, &e);
        if (places && make_matrix(&c, &e, places, false, C, &values))
            (void)make_matrix(&c, &e, places, true, P, &positions);
        give_matrix(&c, C, &values);
        give_matrix(&c, P, &positions);
    }
    return grb_close(&c);
}
