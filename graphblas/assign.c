/* SPDX-License-Identifier: Apache-2.0
 *
 * assign and subassign by Tropic's, which wants an index once in a list. Where one comes again, the sources of a place
 * are assigned one after the other, in their order (in a matrix row by row): without an accumulator the last remains.
 */
#include "graphblas/assign.h"

#include <stdlib.h>

/* ------------------------------------------------------------------------------------------------
 * Indices that come once
 */

static tropic_index size_of(const tropic_indices *list, tropic_index all)
{
    return list ? list->count : all;
}

/* Of the vector, row or column that is assigned to. */
static tropic_index places_along(const grb_assignment *a)
{
    if (a->to == GRB_TO_VECTOR) return tropic_vector_size(a->w);
    return (a->to == GRB_TO_ROW ? tropic_matrix_cols : tropic_matrix_rows)(*a->C);
}

static tropic_status put_vector(const grb_assignment *a)
{
    const tropic_index *ids = a->rows ? a->rows->ids : NULL;
    const tropic_index count = size_of(a->rows, tropic_vector_size(a->w));
    return a->u ? tropic_assign(a->w, a->mask, a->accum, a->u, ids, count, &a->descriptor)
                : tropic_assign_scalar(a->w, a->mask, a->accum, a->value, ids, count, &a->descriptor);
}

/* w(rows) is a vector of its own in between: its places are the mask's. */
static tropic_status put_region(grb_call *c, const grb_assignment *a)
{
    grb_assignment part = *a;
    tropic_vector *t = NULL;
    tropic_status status;
    if (!a->mask && !a->descriptor.complement) {
        part.descriptor.replace = false;
        return put_vector(&part);
    }
    status = tropic_vector_create(&t, c->context, tropic_vector_type(a->w), a->rows->count);
    if (status == TROPIC_OK) status = tropic_extract(t, NULL, NULL, a->w, a->rows->ids, a->rows->count, NULL);
    part.w = t;
    part.rows = NULL;
    if (status == TROPIC_OK) status = put_vector(&part);
    if (status == TROPIC_OK) status = tropic_assign(a->w, NULL, NULL, t, a->rows->ids, a->rows->count, NULL);
    tropic_vector_free(&t);
    return status;
}

static tropic_status put_matrix(grb_call *c, const grb_assignment *a)
{
    if (a->A)
        return (a->region ? tropic_matrix_subassign : tropic_matrix_assign)(a->C, c->context, a->Mask, a->accum, a->A,
                                                                            a->rows, a->cols, &a->descriptor);
    return (a->region ? tropic_matrix_subassign_scalar : tropic_matrix_assign_scalar)(
        a->C, c->context, a->Mask, a->accum, a->value, a->rows, a->cols, &a->descriptor);
}

static tropic_status put(grb_call *c, const grb_assignment *a)
{
    switch (a->to) {
    case GRB_TO_VECTOR: return a->region && a->rows ? put_region(c, a) : put_vector(a);
    case GRB_TO_MATRIX: return put_matrix(c, a);
    case GRB_TO_ROW:
        return (a->region ? tropic_matrix_subassign_row : tropic_matrix_assign_row)(
            a->C, c->context, a->mask, a->accum, a->u, a->line, a->rows, &a->descriptor);
    default:
        return (a->region ? tropic_matrix_subassign_column : tropic_matrix_assign_column)(
            a->C, c->context, a->mask, a->accum, a->u, a->rows, a->line, &a->descriptor);
    }
}

/* Tropic takes the value as one of the output's type. That is not enough if the accumulator takes another: then a
 * temporary t of the value's own type gets it first, under the mask, and is accumulated. */
static tropic_status put_own(grb_call *c, const grb_assignment *a)
{
    grb_assignment fill = *a, part = *a;
    const tropic_indices *rows = a->region ? a->rows : NULL, *cols = a->region ? a->cols : NULL;
    tropic_vector *u = NULL;
    tropic_matrix *A = NULL;
    tropic_status status;
    fill.own = part.own = NULL;
    fill.accum = NULL;
    fill.descriptor.replace = false;
    fill.rows = a->region ? NULL : a->rows;
    fill.cols = a->region ? NULL : a->cols;
    part.rows = rows;
    part.cols = cols;
    part.descriptor.transpose = false;
    if (a->to == GRB_TO_VECTOR) {
        status = tropic_vector_create(&u, c->context, a->own->type, size_of(rows, tropic_vector_size(a->w)));
    } else {
        status = tropic_matrix_create(&A, c->context, a->own->type, size_of(rows, tropic_matrix_rows(*a->C)),
                                      size_of(cols, tropic_matrix_cols(*a->C)));
    }
    fill.w = u;
    fill.C = &A;
    if (status == TROPIC_OK) status = put(c, &fill);
    part.u = u;
    part.A = A;
    if (status == TROPIC_OK) status = put(c, &part);
    tropic_vector_free(&u);
    tropic_matrix_free(&A);
    return status;
}

static tropic_status put_once(grb_call *c, const grb_assignment *a)
{
    return a->own ? put_own(c, a) : put(c, a);
}

/* ------------------------------------------------------------------------------------------------
 * Turns: an index that comes for the k-th time is in turn k, so that it is in each turn once
 */

typedef struct turns {
    tropic_index count;        /* at least one */
    bool repeat;               /* else there is one, of the whole list as it is */
    tropic_index *ids, *at;    /* turn by turn: the indices, and where each is in the list */
    const tropic_index *begin; /* of each turn in `ids` and `at`, and the end */
} turns;

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* turn[k] = how many equal indices stand before the k-th (`last`: behind it); returns the most. */
static tropic_index take_turns(uint64_t *keys, tropic_index *turn, const tropic_index *ids, tropic_index n, bool last)
{
    tropic_index most = 0, t = 0;
    for (tropic_index k = 0; k < n; k++) keys[k] = (uint64_t)ids[k] << 32 | (uint32_t)(last ? n - 1 - k : k);
    qsort(keys, (size_t)n, sizeof *keys, compare);
    for (tropic_index e = 0; e < n; e++) {
        const tropic_index k = (tropic_index)(uint32_t)keys[e];
        t = e > 0 && keys[e] >> 32 == keys[e - 1] >> 32 ? t + 1 : 0;
        turn[last ? n - 1 - k : k] = t;
        if (t > most) most = t;
    }
    return most;
}

/* Those of a list. `last`: one turn, of the last occurrence of each index. */
static bool make_turns(grb_call *c, turns *r, const tropic_indices *list, bool last)
{
    *r = (turns){.count = 1};
    if (!list || !list->ids) return true;
    const tropic_index n = list->count;
    uint64_t *keys = grb_room(c, (size_t)n, sizeof *keys);
    tropic_index *turn = grb_room(c, (size_t)n, sizeof *turn);
    if (!keys || !turn) return false;
    const tropic_index most = take_turns(keys, turn, list->ids, n, last);
    if (most == 0) return true;
    r->repeat = true;
    r->count = last ? 1 : most + 1;
    tropic_index *begin = grb_room(c, (size_t)r->count + 2, sizeof *begin);
    r->ids = grb_room(c, (size_t)n, sizeof *r->ids);
    r->at = grb_room(c, (size_t)n, sizeof *r->at);
    if (!begin || !r->ids || !r->at) return false;
    /* begin[t + 1] is where turn t goes on, and at last where turn t + 1 begins. */
    for (tropic_index t = 0; t < r->count + 2; t++) begin[t] = 0;
    for (tropic_index k = 0; k < n; k++)
        if (turn[k] < r->count) begin[turn[k] + 2]++;
    for (tropic_index t = 2; t < r->count + 2; t++) begin[t] += begin[t - 1];
    for (tropic_index k = 0; k < n; k++) {
        if (turn[k] >= r->count) continue;
        const tropic_index e = begin[turn[k] + 1]++;
        r->ids[e] = list->ids[k];
        r->at[e] = k;
    }
    r->begin = begin;
    return true;
}

/* The k-th turn's part of an array of the turns, or `whole`. */
static const tropic_indices *turn_of(const turns *r, const tropic_index *ids, tropic_index k,
                                     const tropic_indices *whole, tropic_indices *room)
{
    if (!r->repeat) return whole;
    *room = (tropic_indices){.ids = ids + r->begin[k], .count = r->begin[k + 1] - r->begin[k]};
    return room;
}

/* *part = v(at), of any vector. */
static tropic_status part_of_vector(grb_call *c, tropic_vector **part, const tropic_vector *v, const tropic_indices *at)
{
    const tropic_index count = size_of(at, tropic_vector_size(v));
    const tropic_status status = tropic_vector_create(part, c->context, tropic_vector_type(v), count);
    return status == TROPIC_OK ? tropic_extract(*part, NULL, NULL, v, at ? at->ids : NULL, count, NULL) : status;
}

/* One turn of the rows, and one of the columns. */
static tropic_status put_turn(grb_call *c, const grb_assignment *a, const turns *r, tropic_index p, const turns *q,
                              tropic_index k)
{
    grb_assignment part = *a;
    tropic_indices rooms[4];
    const tropic_indices *rows = turn_of(r, r->at, p, NULL, &rooms[0]), *cols = turn_of(q, q->at, k, NULL, &rooms[1]);
    const tropic_descriptor transpose = {.size = sizeof transpose, .transpose = a->descriptor.transpose};
    tropic_vector *u = NULL, *mask = NULL;
    tropic_matrix *A = NULL, *Mask = NULL;
    tropic_status status = TROPIC_OK;
    part.rows = turn_of(r, r->ids, p, a->rows, &rooms[2]);
    part.cols = turn_of(q, q->ids, k, a->cols, &rooms[3]);
    if (a->u) status = part_of_vector(c, &u, a->u, rows);
    if (a->A) status = tropic_matrix_extract(&A, c->context, NULL, NULL, a->A, rows, cols, &transpose);
    if (a->A) part.descriptor.transpose = false;
    if (a->region && a->mask && status == TROPIC_OK) status = part_of_vector(c, &mask, a->mask, rows);
    if (a->region && a->Mask && status == TROPIC_OK)
        status = tropic_matrix_extract(&Mask, c->context, NULL, NULL, a->Mask, rows, cols, NULL);
    if (u) part.u = u;
    if (A) part.A = A;
    if (mask) part.mask = mask;
    if (Mask) part.Mask = Mask;
    if (status == TROPIC_OK) status = put_once(c, &part);
    tropic_vector_free(&u);
    tropic_vector_free(&mask);
    tropic_matrix_free(&A);
    tropic_matrix_free(&Mask);
    return status;
}

/* All turns, on a copy of the output, which it then becomes. */
static tropic_status put_turns(grb_call *c, const grb_assignment *a, const turns *r, const turns *q)
{
    grb_assignment part = *a;
    tropic_vector *w = NULL;
    tropic_matrix *C = NULL;
    if (r->count == 1 && q->count == 1) return put_turn(c, a, r, 0, q, 0);
    tropic_status status = a->w ? tropic_vector_duplicate(&w, a->w) : tropic_matrix_duplicate(&C, c->context, *a->C);
    part.w = w;
    part.C = &C;
    for (tropic_index p = 0; p < r->count && status == TROPIC_OK; p++)
        for (tropic_index k = 0; k < q->count && status == TROPIC_OK; k++) status = put_turn(c, &part, r, p, q, k);
    if (status == TROPIC_OK && w) {
        status = tropic_vector_swap(a->w, w);
    } else if (status == TROPIC_OK) {
        tropic_matrix *was = *a->C;
        *a->C = C;
        C = was;
    }
    tropic_vector_free(&w);
    tropic_matrix_free(&C);
    return status;
}

/* ------------------------------------------------------------------------------------------------
 * Sums, if there are many turns and the accumulator is associative: those of the sources of each place are products
 * with S, S(i,k) = 1 for i = ids[k], and are assigned once
 */

/* Up to so many, turns are as fast. (Not measured on a GPU, which takes a few launches for each.) */
#define MOST_TURNS 16

const tropic_operator *grb_assign_monoid(GrB_Type output, GrB_BinaryOp accum)
{
    const bool one = accum && accum->of.z == output && accum->of.x == output && accum->of.y == output;
    return one && accum->of.builtin != TROPIC_ANY ? grb_monoid_of_operator(&accum->of) : NULL; /* ANY: the last */
}

/* *S is a pattern of n rows, and a column for each index; *S stays NULL for the list of all. */
static bool make_selection(grb_call *c, tropic_matrix **S, const tropic_indices *list, tropic_index n)
{
    if (!list) return true;
    tropic_index *ids = grb_room(c, (size_t)list->count, sizeof *ids);
    tropic_offset *offsets = grb_room(c, (size_t)list->count + 1, sizeof *offsets);
    if (!ids || !offsets) return false;
    for (tropic_index k = 0; k < list->count; k++) ids[k] = list->ids ? list->ids[k] : list->first + k * list->stride;
    for (tropic_index k = 0; k <= list->count; k++) offsets[k] = k;
    return grb_done(c, tropic_matrix_from_csc(S, c->context, n, list->count, offsets, ids, TROPIC_BOOL, NULL, NULL));
}

/* The semiring of the monoid that takes one operand as it is. */
static tropic_status make_semiring(grb_call *c, tropic_semiring **semiring, const grb_assignment *a, tropic_type type,
                                   tropic_builtin_operator multiply)
{
    return tropic_semiring_from_operators(semiring, c->context, a->monoid, tropic_operator_builtin(multiply, type));
}

/* *t = Su; u is full of the value, if that is assigned. */
static tropic_status sum_vector(grb_call *c, const grb_assignment *a, tropic_type type, const tropic_matrix *S,
                                tropic_vector **t)
{
    tropic_semiring *second = NULL;
    tropic_vector *u = NULL;
    tropic_status status = make_semiring(c, &second, a, type, TROPIC_SECOND);
    if (status == TROPIC_OK) status = tropic_vector_create(t, c->context, type, tropic_matrix_rows(S));
    if (status == TROPIC_OK && !a->u) status = tropic_vector_create(&u, c->context, type, a->rows->count);
    if (status == TROPIC_OK && !a->u) status = tropic_vector_fill(u, a->value);
    if (status == TROPIC_OK) status = tropic_mxv(*t, NULL, NULL, second, S, u ? u : a->u, NULL);
    tropic_vector_free(&u);
    tropic_semiring_free(&second);
    return status;
}

/* *T = R A Q'. */
static tropic_status sum_matrix(grb_call *c, const grb_assignment *a, tropic_type type, const tropic_matrix *R,
                                const tropic_matrix *Q, tropic_matrix **T)
{
    const tropic_descriptor second_transposed = {.size = sizeof second_transposed, .transpose_second = true},
                            as_given = {.size = sizeof as_given, .transpose_second = a->descriptor.transpose},
                            both = {
                                .size = sizeof both, .transpose = a->descriptor.transpose, .transpose_second = true};
    tropic_semiring *first = NULL, *second = NULL;
    tropic_matrix *RA = NULL;
    tropic_status status = make_semiring(c, &second, a, type, TROPIC_SECOND);
    if (status == TROPIC_OK) status = make_semiring(c, &first, a, type, TROPIC_FIRST);
    if (status == TROPIC_OK && R) status = tropic_mxm(Q ? &RA : T, c->context, NULL, NULL, second, R, a->A, &as_given);
    if (status == TROPIC_OK && Q)
        status = tropic_mxm(T, c->context, NULL, NULL, first, RA ? RA : a->A, Q, RA ? &second_transposed : &both);
    tropic_matrix_free(&RA);
    tropic_semiring_free(&first);
    tropic_semiring_free(&second);
    return status;
}

/* (A value for a matrix would be as many as its lists have places, and goes by turns.) */
static bool may_sum(const grb_assignment *a, const turns *r, const turns *q)
{
    const bool masked = a->mask || a->Mask || a->descriptor.complement;
    return a->monoid && (double)r->count * q->count > MOST_TURNS && !(a->region && masked) &&
           (a->to != GRB_TO_MATRIX || a->A);
}

static void put_sums(grb_call *c, const grb_assignment *a)
{
    grb_assignment part = *a;
    tropic_matrix *R = NULL, *Q = NULL, *T = NULL;
    tropic_vector *t = NULL;
    const tropic_type type = a->w ? tropic_vector_type(a->w) : tropic_matrix_type(*a->C);
    bool good;
    if (a->to == GRB_TO_MATRIX)
        good = make_selection(c, &R, a->rows, tropic_matrix_rows(*a->C)) &&
               make_selection(c, &Q, a->cols, tropic_matrix_cols(*a->C)) &&
               grb_done(c, sum_matrix(c, a, type, R, Q, &T));
    else
        good = make_selection(c, &R, a->rows, places_along(a)) && grb_done(c, sum_vector(c, a, type, R, &t));
    part.u = t;
    part.A = T;
    part.rows = part.cols = NULL;
    part.descriptor.transpose = false;
    if (a->region) part.descriptor.replace = false; /* (there is no mask) */
    if (good) grb_done(c, put(c, &part));
    tropic_matrix_free(&R);
    tropic_matrix_free(&Q);
    tropic_matrix_free(&T);
    tropic_vector_free(&t);
}

/* ------------------------------------------------------------------------------------------------
 * Any
 */

static bool has_size(grb_call *c, tropic_index size, tropic_index count, const char *what)
{
    return size == count || grb_fail(c, GrB_DIMENSION_MISMATCH, "%s has %d places, and the list %d", what, size, count);
}

/* Are the source, and a mask of the region, as large as the lists? (A part of one that is larger would be.) */
static bool check_sizes(grb_call *c, const grb_assignment *a)
{
    if (a->to != GRB_TO_MATRIX) {
        const tropic_index count = size_of(a->rows, places_along(a));
        return (!a->u || has_size(c, tropic_vector_size(a->u), count, "the source")) &&
               (!a->region || !a->mask || has_size(c, tropic_vector_size(a->mask), count, "the mask"));
    }
    const tropic_index rows = size_of(a->rows, tropic_matrix_rows(*a->C)),
                       cols = size_of(a->cols, tropic_matrix_cols(*a->C));
    const bool transpose = a->descriptor.transpose;
    return (!a->A ||
            (has_size(c, (transpose ? tropic_matrix_cols : tropic_matrix_rows)(a->A), rows, "a column of the source") &&
             has_size(c, (transpose ? tropic_matrix_rows : tropic_matrix_cols)(a->A), cols, "a row of the source"))) &&
           (!a->region || !a->Mask ||
            (has_size(c, tropic_matrix_rows(a->Mask), rows, "a column of the mask") &&
             has_size(c, tropic_matrix_cols(a->Mask), cols, "a row of the mask")));
}

/* (Whether indices repeat is asked only after Tropic has refused the lists, which it does before it writes.) */
void grb_assign(grb_call *c, const grb_assignment *a)
{
    const tropic_status status = put_once(c, a);
    const bool last = !a->accum && !(a->region && (a->mask || a->Mask));
    turns rows, cols;
    if (status != TROPIC_INVALID_ARGUMENT) {
        grb_done(c, status);
        return;
    }
    if (!make_turns(c, &rows, a->rows, last) || !make_turns(c, &cols, a->cols, last)) return;
    if (!rows.repeat && !cols.repeat)
        grb_done(c, status);
    else if (!check_sizes(c, a))
        return;
    else if (may_sum(a, &rows, &cols))
        put_sums(c, a);
    else
        grb_done(c, put_turns(c, a, &rows, &cols));
}
