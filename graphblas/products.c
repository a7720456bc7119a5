/* SPDX-License-Identifier: Apache-2.0
 *
 * mxm, mxv, vxm and kronecker.
 */
#include "graphblas/large/places.h"

#include <string.h>

static bool multiplies(grb_call *c, GrB_Type output, GrB_BinaryOp accum, GrB_Semiring op, GrB_Type x, GrB_Type y)
{
    grb_uses_semiring(c, op);
    return grb_accumulates(c, output, accum, op->add->op->of.z) && grb_takes(c, &op->multiply->of, x, y);
}

/* ------------------------------------------------------------------------------------------------
 * A multiply that takes the place of an operand, where a product does not see that: the row in mxm, and the one row or
 * column that a vector is. The operand's values become places, or have them beside them.
 */

/* Two operands, of which one may be a vector, and those in their stead; NULL: there are none. */
typedef struct operands {
    GrB_Matrix A, B; /* NULL: the vector */
    GrB_Vector v;
    const tropic_matrix *a, *b;
    const tropic_vector *u;
    tropic_matrix *matrices[2];
    tropic_vector *vector;
    /* In a call with large objects: the semiring of the values that they have then; or the ids of the places that come
     * with them and that the product sees. */
    tropic_semiring *semiring;
    bool sees_ids;
    const GrB_Index *ids[4];
    GrB_Type types[2]; /* of the matrices' values, also then */
} operands;

static operands operands_of(GrB_Matrix A, GrB_Matrix B, GrB_Vector v)
{
    return (operands){.A = A,
                      .B = B,
                      .v = v,
                      .a = grb_matrix_of(A),
                      .b = grb_matrix_of(B),
                      .u = grb_vector_of(v),
                      .types = {A ? A->type : NULL, B ? B->type : NULL}};
}

static void free_operands(operands *o)
{
    tropic_matrix_free(&o->matrices[0]);
    tropic_matrix_free(&o->matrices[1]);
    tropic_vector_free(&o->vector);
    tropic_semiring_free(&o->semiring);
    if (o->sees_ids) grb_see_ids(NULL);
}

/* Has the ids of a large operand's entries in its stead; `at` gives them. */
static bool replace_by_ids(grb_call *c, operands *o, bool second, const grb_operator *at)
{
    GrB_Matrix A = second ? o->B : o->A;
    tropic_matrix **made = &o->matrices[second];
    grb_seer s;
    if (A) {
        o->types[second] = at->z;
        return grb_seer_of(c, &s, at, NULL, grb_rows(A), grb_columns(A)) &&
               grb_see_matrix(c, &s, A->of, A->type, NULL, NULL, made) && (*(second ? &o->b : &o->a) = *made);
    }
    return grb_seer_of(c, &s, at, NULL, grb_places_of(o->v), 1) &&
           grb_see_vector(c, &s, o->v->of, o->v->type, NULL, NULL, &o->vector) && (o->u = o->vector);
}

/* Has the results of a unary operator in stead of an operand. A NULL matrix is the vector, which is a row if it is the
 * first. */
static bool replace(grb_call *c, operands *o, bool second, const grb_operator *const instead[2])
{
    const tropic_matrix **from = second ? &o->b : &o->a;
    const bool transposed = second ? *from && c->descriptor.transpose_second : !*from || c->descriptor.transpose;
    const grb_operator *at = instead[transposed];
    if (!at) return true;
    if (c->large && !at->indexed) return replace_by_ids(c, o, second, at);
    if (!grb_uses_view(c, at)) return false;
    if (*from) {
        tropic_matrix **made = &o->matrices[second];
        o->types[second] = at->z;
        return grb_done(c, tropic_matrix_apply(made, c->context, NULL, NULL, grb_operator_of(at), *from, NULL, NULL)) &&
               (*from = *made);
    }
    if (!grb_done(c, tropic_vector_create(&o->vector, c->context, at->z->type, tropic_vector_size(o->u))) ||
        !grb_done(c, tropic_apply(o->vector, NULL, NULL, grb_operator_of(at), o->u, NULL, NULL)))
        return false;
    o->u = o->vector;
    return true;
}

static const GrB_Index *ids_of(const grb_call *c, GrB_Index size)
{
    return grb_large(size) ? c->dictionary->ids : NULL;
}

/* Has a function get the ids of large objects, of which the product has codes. The call is alone from here on, so that
 * others may have come first. */
static bool see_ids(grb_call *c, operands *o, const grb_operator *op)
{
    const bool a = c->descriptor.transpose, b = c->descriptor.transpose_second;
    if (!op->host) return grb_fail(c, GrB_NOT_IMPLEMENTED, "an operator that is a text sees no places above 2^31 - 1");
    grb_alone();
    if (!grb_unite(c) || !grb_fit(c)) return false;
    *o = operands_of(o->A, o->B, o->v);
    if (o->A) {
        o->ids[0] = ids_of(c, grb_rows_of(o->A, a));
        o->ids[1] = ids_of(c, grb_rows_of(o->A, !a));
    } else {
        o->ids[1] = ids_of(c, grb_places_of(o->v));
    }
    if (o->B) {
        o->ids[2] = ids_of(c, grb_rows_of(o->B, b));
        o->ids[3] = ids_of(c, grb_rows_of(o->B, !b));
    } else {
        o->ids[2] = ids_of(c, grb_places_of(o->v));
    }
    grb_see_ids(o->ids);
    o->sees_ids = true;
    return true;
}

/* Has the operands as the product's multiply takes them. (A place that an operator gives is a value of large objects
 * always: no product sees their ids, as that of Kronecker never sees places.) */
static bool take(grb_call *c, operands *o, const grb_operator *op, grb_product product)
{
    if (!op->places) return true;
    if (c->large && op->indexed && !see_ids(c, o, op)) return false;
    const grb_view *view = &op->places->views[c->large && !op->indexed ? GRB_KRONECKER : product];
    return replace(c, o, false, view->instead[0]) && replace(c, o, true, view->instead[1]);
}

/* Has the operands, and *semiring for them. */
static bool prepare(grb_call *c, operands *o, GrB_Semiring op, grb_product product, const tropic_semiring **semiring)
{
    const grb_operator *multiply = &op->multiply->of;
    if (!take(c, o, multiply, product)) return false;
    if (!c->large || !multiply->places || multiply->indexed) return (*semiring = grb_semiring_of(c, op, product));
    const grb_operator *pick = multiply->places->views[GRB_KRONECKER].op;
    return grb_done(c, tropic_semiring_from_operators(&o->semiring, c->context, grb_monoid_of(op->add),
                                                      grb_operator_of(pick))) &&
           (*semiring = o->semiring);
}

/* Are sizes those of a product of two matrices, or with a vector? */
static bool sizes_agree(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    const bool a = c->descriptor.transpose, b = c->descriptor.transpose_second;
    return !c->large ||
           (grb_agree(c, grb_rows_of(A, !a), grb_rows_of(B, b), "columns of the first factor", "rows of the second") &&
            grb_fits_matrix(c, C, Mask, grb_rows_of(A, a), grb_rows_of(B, !b)));
}

static bool sizes_agree_with(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_Matrix A, bool transpose, GrB_Vector u)
{
    return !c->large ||
           (grb_agree(c, grb_rows_of(A, !transpose), grb_places_of(u), "lines of the matrix", "size of the vector") &&
            grb_fits_vector(c, w, mask, grb_rows_of(A, transpose)));
}

/* ------------------------------------------------------------------------------------------------
 * Products
 */

static void multiply_rows(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                          const tropic_semiring *semiring, GrB_Matrix A, GrB_Matrix B)
{
    c->descriptor.transpose = c->descriptor.transpose_second;
    for (tropic_index i = 0; i < c->rows; i++)
        if (!grb_done(c, tropic_vxm(C->rows[i], grb_row_of(Mask, i), grb_accum(accum), semiring, A->rows[i], B->of,
                                    &c->descriptor)))
            return;
}

GrB_Info GrB_mxm(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_Semiring op,
                 const GrB_Matrix A, const GrB_Matrix B, const GrB_Descriptor desc)
{
    grb_call c;
    const tropic_semiring *semiring;
    if (GRB_OPEN_LARGE(c, C) && GRB_MAY(c, Mask) && GRB_MAY(c, accum) && GRB_NEED(c, op) && GRB_NEED(c, A) &&
        GRB_NEED(c, B) && grb_describe(&c, desc) && multiplies(&c, C->type, accum, op, A->type, B->type) &&
        sizes_agree(&c, C, Mask, A, B)) {
        if (!c.descriptor.transpose && !op->multiply->of.places) grb_row_by_row(&c, B, (GrB_Matrix[]){C, Mask, A}, 3);
        if (!grb_ready(&c, GRB_PASS_PRODUCT)) return grb_close(&c);
        operands o = operands_of(A, B, NULL);
        if (!prepare(&c, &o, op, GRB_MXM, &semiring)) {
            /* (It has told why.) */
        } else if (c.rows > 0)
            multiply_rows(&c, C, Mask, accum, semiring, A, B);
        else
            grb_done(&c, tropic_mxm(&C->of, c.context, grb_matrix_of(Mask), grb_accum(accum), semiring, o.a, o.b,
                                    &c.descriptor));
        free_operands(&o);
    }
    return grb_close(&c);
}

GrB_Info GrB_mxv(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Semiring op,
                 const GrB_Matrix A, const GrB_Vector u, const GrB_Descriptor desc)
{
    grb_call c;
    const tropic_semiring *semiring;
    if (GRB_OPEN_LARGE(c, w) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, op) && GRB_NEED(c, A) &&
        GRB_NEED(c, u) && grb_describe(&c, desc) && (c.multiplied = u) &&
        multiplies(&c, w->type, accum, op, A->type, u->type) &&
        sizes_agree_with(&c, w, mask, A, c.descriptor.transpose, u) && grb_ready(&c, GRB_PASS_ENTRIES)) {
        operands o = operands_of(A, NULL, u);
        if (prepare(&c, &o, op, GRB_MXV, &semiring))
            grb_done(&c, tropic_mxv(w->of, grb_vector_of(mask), grb_accum(accum), semiring, o.a, o.u, &c.descriptor));
        free_operands(&o);
    }
    return grb_close(&c);
}

/* (The matrix is the second input.) */
GrB_Info GrB_vxm(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Semiring op,
                 const GrB_Vector u, const GrB_Matrix A, const GrB_Descriptor desc)
{
    grb_call c;
    const tropic_semiring *semiring;
    if (GRB_OPEN_LARGE(c, w) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, op) && GRB_NEED(c, u) &&
        GRB_NEED(c, A) && grb_describe(&c, desc) && (c.multiplied = u) &&
        multiplies(&c, w->type, accum, op, u->type, A->type) &&
        sizes_agree_with(&c, w, mask, A, !c.descriptor.transpose_second, u) && grb_ready(&c, GRB_PASS_ENTRIES)) {
        operands o = operands_of(NULL, A, u);
        if (prepare(&c, &o, op, GRB_VXM, &semiring)) {
            c.descriptor.transpose = c.descriptor.transpose_second;
            grb_done(&c, tropic_vxm(w->of, grb_vector_of(mask), grb_accum(accum), semiring, o.u, o.b, &c.descriptor));
        }
        free_operands(&o);
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Kronecker products
 */

/* (So many rows may be more than Tropic has.) */
static bool kronecker_fits(grb_call *c, GrB_Matrix C, GrB_Matrix A, GrB_Matrix B)
{
    const bool a = c->descriptor.transpose, b = c->descriptor.transpose_second;
    const grb_area rows = (grb_area)grb_rows_of(A, a) * grb_rows_of(B, b),
                   cols = (grb_area)grb_rows_of(A, !a) * grb_rows_of(B, !b);
    return (rows == grb_rows(C) && cols == grb_columns(C)) ||
           grb_fail(c, GrB_DIMENSION_MISMATCH, "the product has not the %llu rows and %llu columns of C",
                    (unsigned long long)grb_rows(C), (unsigned long long)grb_columns(C));
}

/* The entries of a factor, with values of the type that the operator reads; NULL: it does not. */
static bool factor(grb_call *c, grb_tuples *t, GrB_Matrix A, const tropic_matrix *of, GrB_Type type, GrB_Type wanted)
{
    struct GrB_Matrix_opaque seen = *A;
    seen.of = (tropic_matrix *)(uintptr_t)of; /* (which nobody writes to) */
    seen.type = type;
    if (!grb_tuples_of_matrix(c, t, &seen)) return false;
    if (!wanted || wanted == type) return true;
    char *values = grb_allocate((size_t)t->count * wanted->size);
    if (!values) return grb_no_memory(c);
    const bool good = grb_cast_all(c, values, wanted, t->values, type, t->count);
    grb_release(t->values);
    t->values = values;
    t->type = wanted;
    return good;
}

/* *t = the products of one entry of A with all of B, from place `at` on. */
static bool multiply_by_all(grb_call *c, grb_tuples *t, const grb_operator *op, const grb_tuples *a, GrB_Index k,
                            const grb_tuples *b, const operands *o, char *room)
{
    const bool ta = c->descriptor.transpose, tb = c->descriptor.transpose_second;
    const GrB_Index at = k * b->count, i = (ta ? a->columns : a->rows)[k], j = (ta ? a->rows : a->columns)[k];
    const GrB_Index *rows = tb ? b->columns : b->rows, *columns = tb ? b->rows : b->columns;
    const GrB_Index height = grb_rows_of(o->B, tb), width = grb_rows_of(o->B, !tb);
    const size_t size = a->type->size;
    for (GrB_Index l = 0; l < b->count; l++) {
        t->rows[at + l] = i * height + rows[l];
        t->columns[at + l] = j * width + columns[l];
        memcpy(room + (size_t)l * size, a->values + (size_t)k * size, size);
    }
    return grb_done_in(c, grb_host_context(),
                       tropic_operator_evaluate(grb_operator_of(op), grb_host_context(),
                                                t->values + (size_t)at * t->type->size,
                                                grb_reads(op, false) ? room : NULL,
                                                grb_reads(op, true) ? b->values : NULL, 0, 0, (int64_t)b->count));
}

/* Of large matrices: all pairs of entries, on the host. */
static void kronecker_of_tuples(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, const grb_operator *op,
                                const operands *o)
{
    grb_tuples a = {0}, b = {0}, t = {0};
    tropic_matrix *T = NULL;
    char *room = NULL;
    GrB_Index count;
    if (factor(c, &a, o->A, o->a, o->types[0], grb_reads(op, false) ? op->x : NULL) &&
        factor(c, &b, o->B, o->b, o->types[1], grb_reads(op, true) ? op->y : NULL)) {
        if (__builtin_mul_overflow(a.count, b.count, &count))
            grb_no_memory(c);
        else if (grb_new_tuples(c, &t, op->z, count, true))
            room = grb_room(c, (size_t)b.count, a.type->size);
        for (GrB_Index k = 0; room && k < a.count && c->info == GrB_SUCCESS; k++)
            multiply_by_all(c, &t, op, &a, k, &b, o, room);
        if (room && c->info == GrB_SUCCESS && grb_matrix_result(c, &T, &t, grb_rows(C), grb_columns(C)))
            grb_done(c, grb_write_matrix(c, C, Mask, accum, T));
    }
    tropic_matrix_free(&T);
    grb_free_tuples(&a);
    grb_free_tuples(&b);
    grb_free_tuples(&t);
}

static GrB_Info kronecker(GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, grb_handle op, GrB_Matrix A, GrB_Matrix B,
                          GrB_Descriptor desc)
{
    grb_call c;
    const grb_operator *f;
    if (grb_open_large(&c, "GrB_kronecker") && grb_output(&c, C, GRB_Matrix, "C") && GRB_MAY(c, Mask) &&
        GRB_MAY(c, accum) && (f = grb_multiply_of(&c, op, false)) && GRB_NEED(c, A) && GRB_NEED(c, B) &&
        grb_describe(&c, desc) && grb_accumulates(&c, C->type, accum, f->z) && grb_takes(&c, f, A->type, B->type) &&
        kronecker_fits(&c, C, A, B) && grb_fits_matrix(&c, C, Mask, grb_rows(C), grb_columns(C)) &&
        grb_ready(&c, GRB_PASS_PAIRS)) {
        const grb_operator *multiply = f->places ? f->places->views[GRB_KRONECKER].op : f;
        operands o = operands_of(A, B, NULL);
        if (!grb_uses_view(&c, multiply) || !take(&c, &o, f, GRB_KRONECKER)) {
            /* (It has told why.) */
        } else if (c.large)
            kronecker_of_tuples(&c, C, Mask, accum, multiply, &o);
        else
            grb_done(&c, tropic_kronecker(&C->of, c.context, grb_matrix_of(Mask), grb_accum(accum),
                                          grb_operator_of(multiply), o.a, o.b, &c.descriptor));
        free_operands(&o);
    }
    return grb_close(&c);
}

#define GRB_DEFINE(KIND)                                                                                               \
    GrB_Info GrB_Matrix_kronecker_##KIND(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,                \
                                         const GrB_##KIND op, const GrB_Matrix A, const GrB_Matrix B,                  \
                                         const GrB_Descriptor desc)                                                    \
    {                                                                                                                  \
        return kronecker(C, Mask, accum, GRB_HANDLE(op), A, B, desc);                                                  \
    }
GRB_OPERATORS(GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GxB_kron(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_BinaryOp op,
                  const GrB_Matrix A, const GrB_Matrix B, const GrB_Descriptor desc)
{
    return kronecker(C, Mask, accum, GRB_HANDLE(op), A, B, desc);
}
