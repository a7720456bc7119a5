/* SPDX-License-Identifier: Apache-2.0
 *
 * Sorting the entries of a vector, or of each row or column of a matrix: a stable merge sort on the host. All runs of
 * one length are merged side by side, so that the operator compares many pairs in one call.
 */
#include <string.h>

#include "graphblas/call.h"

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
        const int64_t id = e->ids[at];
        memcpy(sorted + k * from->size, positions ? (const char *)&id : e->values + at * from->size, from->size);
    }
    return grb_done(c, tropic_cast(values, type->type, sorted, from->type, (int64_t)e->count)) ? values : NULL;
}

/* Have all positions values of this type? */
static bool holds_positions(grb_call *c, GrB_Type type)
{
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
 * Vectors
 */

static bool same_size(grb_call *c, GrB_Vector w, GrB_Vector u)
{
    return !w || tropic_vector_size(w->of) == tropic_vector_size(u->of) ||
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
    if (grb_open(&c, __func__) && (w ? grb_output(&c, w, GRB_Vector, "w") : !p || grb_output(&c, p, GRB_Vector, "p")) &&
        GRB_MAY(c, p) && GRB_NEED(c, less) && GRB_NEED(c, u) && grb_describe(&c, desc) &&
        check(&c, less, u->type, w == p, w ? w->type : NULL, p ? p->type : NULL) && same_size(&c, w, u) &&
        same_size(&c, p, u) && sort_vector(&c, less, u, &e)) {
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
    return !C ||
           (tropic_matrix_rows(C->of) == tropic_matrix_rows(A->of) &&
            tropic_matrix_cols(C->of) == tropic_matrix_cols(A->of)) ||
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
    if (grb_open(&c, __func__) && (C ? grb_output(&c, C, GRB_Matrix, "C") : !P || grb_output(&c, P, GRB_Matrix, "P")) &&
        GRB_MAY(c, P) && GRB_NEED(c, less) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        check(&c, less, A->type, C == P, C ? C->type : NULL, P ? P->type : NULL) && same_shape(&c, C, A) &&
        same_shape(&c, P, A) && grb_ready(&c, GRB_PASS_NONE)) {
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
