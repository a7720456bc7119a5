/* SPDX-License-Identifier: Apache-2.0
 *
 * reduce: of a matrix to a vector, and of both to a value.
 */
#include "graphblas/large.h"

#include <string.h>

/* The addition: a monoid, or a built-in operator that is one. */
typedef struct adder {
    const tropic_operator *op;
    GrB_Type type;
    const void *identity; /* NULL: Tropic's */
} adder;

static bool adder_of(grb_call *c, adder *a, grb_handle of)
{
    if (!grb_need(c, of.object, of.kind, "op")) return false;
    if (of.kind == GRB_Monoid) {
        GrB_Monoid monoid = (GrB_Monoid)of.object;
        grb_uses_monoid(c, monoid);
        a->op = grb_monoid_of(monoid);
        a->type = monoid->op->of.z;
        a->identity = monoid->identity ? monoid->identity : grb_identity_of(&monoid->op->of);
        return true;
    }
    const grb_operator *op = (const grb_operator *)of.object;
    a->op = grb_monoid_of_operator(op);
    a->type = op->z;
    a->identity = NULL;
    if (op->z != op->x || op->z != op->y) return grb_fail(c, GrB_DOMAIN_MISMATCH, "the operator has several types");
    return a->op || grb_fail(c, GrB_NOT_IMPLEMENTED, "an operator without an identity: make a monoid of it");
}

/* ------------------------------------------------------------------------------------------------
 * Rows
 */

/* Reduces A' where A is kept as rows, with columns of few entries each: t = the sum of A's rows. */
static tropic_status add_rows(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const adder *a,
                              GrB_Matrix A)
{
    const tropic_index n = tropic_matrix_cols(A->of);
    tropic_vector *t = NULL;
    tropic_status status = tropic_vector_create(&t, c->context, a->type->type, n);
    for (tropic_index i = 0; i < c->rows && status == TROPIC_OK; i++)
        status = tropic_assign(t, NULL, i > 0 ? a->op : NULL, A->rows[i], NULL, n, NULL);
    if (status == TROPIC_OK) status = grb_write_vector(c, w, mask, accum, t);
    tropic_vector_free(&t);
    return status;
}

static GrB_Info rows(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, grb_handle op, GrB_Matrix A,
                     GrB_Descriptor desc)
{
    grb_call c;
    adder a;
    if (grb_open_large(&c, "GrB_reduce") && grb_output(&c, w, GRB_Vector, "w") && GRB_MAY(c, mask) &&
        GRB_MAY(c, accum) && adder_of(&c, &a, op) && GRB_NEED(c, A) && grb_describe(&c, desc) &&
        grb_accumulates(&c, w->type, accum, a.type) && grb_domain(&c, a.type, A->type, "the monoid", "A") &&
        grb_fits_vector(&c, w, mask, grb_rows_of(A, c.descriptor.transpose))) {
        if (c.descriptor.transpose) grb_row_by_row(&c, NULL, &A, 1);
        if (!grb_ready(&c, GRB_PASS_ENTRIES)) return grb_close(&c);
        grb_done(&c, c.rows > 0 ? add_rows(&c, w, mask, accum, &a, A)
                                : tropic_reduce_matrix(w->of, grb_vector_of(mask), grb_accum(accum), a.op, A->of,
                                                       &c.descriptor));
    }
    return grb_close(&c);
}

GrB_Info GrB_Matrix_reduce_Monoid(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_Monoid op,
                                  const GrB_Matrix A, const GrB_Descriptor desc)
{
    return rows(w, mask, accum, GRB_HANDLE(op), A, desc);
}

GrB_Info GrB_Matrix_reduce_BinaryOp(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,
                                    const GrB_BinaryOp op, const GrB_Matrix A, const GrB_Descriptor desc)
{
    return rows(w, mask, accum, GRB_HANDLE(op), A, desc);
}

/* ------------------------------------------------------------------------------------------------
 * All entries
 */

/* Of a vector or a matrix. */
static bool need(grb_call *c, grb_handle from, GrB_Type *type, bool *empty)
{
    const bool matrix = from.kind == GRB_Matrix;
    if (!grb_need(c, from.object, from.kind, matrix ? "A" : "u")) return false;
    *type = matrix ? ((GrB_Matrix)from.object)->type : ((GrB_Vector)from.object)->type;
    *empty = (matrix ? grb_entries((GrB_Matrix)from.object)
                     : (GrB_Index)tropic_vector_count(((GrB_Vector)from.object)->of)) == 0;
    return true;
}

/* t = the sum. */
static bool sum(grb_call *c, const adder *a, grb_handle from, bool empty, grb_bytes *t)
{
    if (!grb_ready(c, GRB_PASS_ENTRIES) || !grb_room_for(c, t, a->type)) return false;
    if (empty && a->identity) {
        memcpy(t->bytes, a->identity, a->type->size);
        return true;
    }
    return grb_done(c, from.kind == GRB_Matrix
                           ? tropic_matrix_reduce(t->bytes, c->context, a->op, ((GrB_Matrix)from.object)->of)
                           : tropic_reduce(t->bytes, a->op, ((GrB_Vector)from.object)->of));
}

/* *value, of this type, = accum(*value, t). */
static bool accumulate(grb_call *c, GrB_BinaryOp accum, void *value, GrB_Type type, const grb_bytes *t, GrB_Type t_type)
{
    grb_bytes x, y, z;
    tropic_context *host = grb_host_context();
    if (!grb_room_for(c, &x, accum->of.x) || !grb_room_for(c, &y, accum->of.y) || !grb_room_for(c, &z, accum->of.z))
        return false;
    grb_cast(x.bytes, accum->of.x, value, type);
    grb_cast(y.bytes, accum->of.y, t->bytes, t_type);
    if (!grb_done_in(c, host, tropic_operator_evaluate(grb_accum(accum), host, z.bytes, x.bytes, y.bytes, 0, 0, 1)))
        return false;
    grb_cast(value, type, z.bytes, accum->of.z);
    return true;
}

static GrB_Info to_value(void *value, GrB_Type type, GrB_BinaryOp accum, grb_handle op, grb_handle from,
                         GrB_Descriptor desc)
{
    grb_call c;
    adder a;
    GrB_Type input;
    bool empty;
    grb_bytes t;
    if (grb_open_large(&c, "GrB_reduce") && GRB_POINTER(c, value) && GRB_MAY(c, accum) && adder_of(&c, &a, op) &&
        need(&c, from, &input, &empty) && grb_describe(&c, desc) && grb_array_type(&c, &type, a.type) &&
        grb_accumulates(&c, type, accum, a.type) && grb_domain(&c, a.type, input, "the monoid", "the input") &&
        sum(&c, &a, from, empty, &t)) {
        if (accum)
            accumulate(&c, accum, value, type, &t, a.type);
        else
            grb_cast(value, type, t.bytes, a.type);
    }
    return grb_close(&c);
}

static GrB_Info to_scalar(GrB_Scalar s, GrB_BinaryOp accum, grb_handle op, grb_handle from, GrB_Descriptor desc)
{
    grb_call c;
    adder a;
    GrB_Type input;
    bool empty;
    grb_bytes t;
    if (GRB_OPEN_LARGE(c, s) && GRB_MAY(c, accum) && adder_of(&c, &a, op) && need(&c, from, &input, &empty) &&
        grb_describe(&c, desc) && grb_accumulates(&c, s->type, accum, a.type) &&
        grb_domain(&c, a.type, input, "the monoid", "the input") && sum(&c, &a, from, empty, &t)) {
        if (accum && empty) return grb_close(&c);
        if (accum && s->has) {
            accumulate(&c, accum, s->value, s->type, &t, a.type);
        } else {
            s->has = !empty;
            grb_cast(s->value, s->type, t.bytes, a.type);
        }
    }
    return grb_close(&c);
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GrB_Vector_reduce_##T(ctype *value, const GrB_BinaryOp accum, const GrB_Monoid op, const GrB_Vector u,    \
                                   const GrB_Descriptor desc)                                                          \
    {                                                                                                                  \
        return to_value(value, grb_array_##T, accum, GRB_HANDLE(op), GRB_HANDLE(u), desc);                             \
    }                                                                                                                  \
    GrB_Info GrB_Matrix_reduce_##T(ctype *value, const GrB_BinaryOp accum, const GrB_Monoid op, const GrB_Matrix A,    \
                                   const GrB_Descriptor desc)                                                          \
    {                                                                                                                  \
        return to_value(value, grb_array_##T, accum, GRB_HANDLE(op), GRB_HANDLE(A), desc);                             \
    }
GRB_ARRAYS(GRB_DEFINE)
#undef GRB_DEFINE

#define GRB_DEFINE(KIND)                                                                                               \
    GrB_Info GrB_Vector_reduce_##KIND##_Scalar(GrB_Scalar s, const GrB_BinaryOp accum, const GrB_##KIND op,            \
                                               const GrB_Vector u, const GrB_Descriptor desc)                          \
    {                                                                                                                  \
        return to_scalar(s, accum, GRB_HANDLE(op), GRB_HANDLE(u), desc);                                               \
    }                                                                                                                  \
    GrB_Info GrB_Matrix_reduce_##KIND##_Scalar(GrB_Scalar s, const GrB_BinaryOp accum, const GrB_##KIND op,            \
                                               const GrB_Matrix A, const GrB_Descriptor desc)                          \
    {                                                                                                                  \
        return to_scalar(s, accum, GRB_HANDLE(op), GRB_HANDLE(A), desc);                                               \
    }
GRB_DEFINE(Monoid)
GRB_DEFINE(BinaryOp)
#undef GRB_DEFINE
