/* SPDX-License-Identifier: Apache-2.0
 *
 * apply, with unary, bound and index operators, and select.
 */
#include "graphblas/large/places.h"

/* The applied function: an operator, and the value at one side of it. */
typedef struct applied {
    const char *function;
    grb_handle op;
    const grb_value *value; /* NULL: a unary operator has none */
    bool first;             /* the value is x, not y */
    bool select;
    grb_bytes at; /* the value, as one of the operator's type */
} applied;

static const grb_operator *operator_of(const applied *f)
{
    return (const grb_operator *)f->op.object;
}

/* Checks all but the output and the input, which has this type. */
static bool check(grb_call *c, applied *f, GrB_Type output, GrB_BinaryOp accum, GrB_Type input, GrB_Descriptor desc)
{
    const grb_operator *op = operator_of(f);
    const bool binary = op->object.kind == GRB_BinaryOp;
    /* NULL: the operator does not read it, and it may be of any type. */
    const GrB_Type bound = binary && !grb_reads(op, !f->first) ? NULL : f->first ? op->x : op->y;
    const GrB_Type free = op->any_type || (binary && !grb_reads(op, f->first)) ? NULL : f->first ? op->y : op->x;
    if (!grb_describe(c, desc) || !grb_accumulates(c, output, accum, f->select ? input : op->z) ||
        (f->value && !grb_value_need(c, f->value, bound, "the value")))
        return false;
    if (op->indexed) return grb_fail(c, GrB_DOMAIN_MISMATCH, "the operator is made of a GxB_IndexBinaryOp");
    if (!grb_uses(c, op)) return false;
    if (free && !grb_domain(c, free, input, "the operator", "the input")) return false;
    if (f->select && !grb_domain(c, GrB_BOOL, op->z, "a condition", "the operator")) return false;
    f->at.bytes = f->at.small;
    if (f->value && bound && !grb_room_for(c, &f->at, bound)) return false;
    if (f->value && bound) grb_value_cast(f->at.bytes, bound, f->value);
    if (f->first) c->descriptor.transpose = c->descriptor.transpose_second;
    return true;
}

static bool op_and_value(grb_call *c, const applied *f)
{
    return grb_need(c, f->op.object, f->op.kind, "op") &&
           (!f->value || grb_value_check(c, f->value, NULL, "the value"));
}

/* ------------------------------------------------------------------------------------------------
 * A selection whose operator has numbers as results: they are the mask under which the input is kept
 */

/* Does the operator see ids of large objects? */
static bool sees_ids(const grb_call *c, const applied *f)
{
    return c->large && grb_sees_places(operator_of(f));
}

/* Does Tropic take the operator as it is? */
static bool selects(const grb_call *c, const applied *f)
{
    return operator_of(f)->z == GrB_BOOL && !sees_ids(c, f);
}

/* t = the operator's results. */
static tropic_status results_of_vector(grb_call *c, const applied *f, GrB_Vector u, tropic_vector **t)
{
    const grb_operator *op = operator_of(f);
    grb_seer s;
    if (sees_ids(c, f))
        return grb_seer_of(c, &s, op, f->at.bytes, grb_places_of(u), 1) &&
                       grb_see_vector(c, &s, u->of, u->type, NULL, NULL, t)
                   ? TROPIC_OK
                   : TROPIC_OUT_OF_MEMORY; /* (The call has failed.) */
    const tropic_status status = tropic_vector_create(t, c->context, op->z->type, tropic_vector_size(u->of));
    return status == TROPIC_OK ? tropic_apply(*t, NULL, NULL, grb_operator_of(op), u->of, f->at.bytes, NULL) : status;
}

static tropic_status results_of_matrix(grb_call *c, const applied *f, GrB_Matrix A, tropic_matrix **T)
{
    const grb_operator *op = operator_of(f);
    const tropic_descriptor transpose = {.size = sizeof transpose, .transpose = c->descriptor.transpose};
    grb_seer s;
    if (sees_ids(c, f))
        return grb_seer_of(c, &s, op, f->at.bytes, grb_rows_of(A, transpose.transpose),
                           grb_rows_of(A, !transpose.transpose)) &&
                       grb_see_input(c, &s, A, T)
                   ? TROPIC_OK
                   : TROPIC_OUT_OF_MEMORY; /* (The call has failed.) */
    return tropic_matrix_apply(T, c->context, NULL, NULL, grb_operator_of(op), A->of, f->at.bytes, &transpose);
}

static tropic_status select_vector(grb_call *c, const applied *f, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                                   GrB_Vector u)
{
    tropic_vector *keep = NULL;
    tropic_status status = results_of_vector(c, f, u, &keep);
    if (status == TROPIC_OK) status = grb_write_kept_vector(c, w, mask, accum, u, keep);
    tropic_vector_free(&keep);
    return status;
}

static tropic_status select_matrix(grb_call *c, const applied *f, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                                   GrB_Matrix A)
{
    tropic_matrix *keep = NULL;
    tropic_status status = results_of_matrix(c, f, A, &keep);
    if (status == TROPIC_OK) status = grb_write_kept_matrix(c, C, Mask, accum, A, keep);
    tropic_matrix_free(&keep);
    return status;
}

/* ------------------------------------------------------------------------------------------------
 * The operations
 */

static void write_results_of_vector(grb_call *c, const applied *f, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                                    GrB_Vector u)
{
    tropic_vector *t = NULL;
    const tropic_status status = results_of_vector(c, f, u, &t);
    grb_done(c, status == TROPIC_OK ? grb_write_vector(c, w, mask, accum, t) : status);
    tropic_vector_free(&t);
}

static void write_results_of_matrix(grb_call *c, const applied *f, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                                    GrB_Matrix A)
{
    tropic_matrix *T = NULL;
    const tropic_status status = results_of_matrix(c, f, A, &T);
    grb_done(c, status == TROPIC_OK ? grb_write_matrix(c, C, Mask, accum, T) : status);
    tropic_matrix_free(&T);
}

static GrB_Info vector(applied *f, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, GrB_Vector u, GrB_Descriptor desc)
{
    grb_call c;
    if (!grb_open_large(&c, f->function) || !grb_output(&c, w, GRB_Vector, "w") || !GRB_MAY(c, mask) ||
        !GRB_MAY(c, accum) || !op_and_value(&c, f) || !GRB_NEED(c, u) || !check(&c, f, w->type, accum, u->type, desc) ||
        !grb_fits_vector(&c, w, mask, grb_places_of(u)) || !grb_ready(&c, GRB_PASS_ENTRIES))
        return grb_close(&c);
    const tropic_operator *op = grb_operator_of(operator_of(f)), *t_accum = grb_accum(accum);
    const tropic_vector *t_mask = grb_vector_of(mask);
    if (f->select && !selects(&c, f))
        grb_done(&c, select_vector(&c, f, w, mask, accum, u));
    else if (sees_ids(&c, f))
        write_results_of_vector(&c, f, w, mask, accum, u);
    else
        grb_done(&c, f->first    ? tropic_apply_first(w->of, t_mask, t_accum, op, f->at.bytes, u->of, &c.descriptor)
                     : f->select ? tropic_select(w->of, t_mask, t_accum, op, u->of, f->at.bytes, &c.descriptor)
                                 : tropic_apply(w->of, t_mask, t_accum, op, u->of, f->at.bytes, &c.descriptor));
    return grb_close(&c);
}

static GrB_Info matrix(applied *f, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, GrB_Matrix A, GrB_Descriptor desc)
{
    grb_call c;
    if (!grb_open_large(&c, f->function) || !grb_output(&c, C, GRB_Matrix, "C") || !GRB_MAY(c, Mask) ||
        !GRB_MAY(c, accum) || !op_and_value(&c, f) || !GRB_NEED(c, A) || !check(&c, f, C->type, accum, A->type, desc) ||
        !grb_fits_matrix(&c, C, Mask, grb_rows_of(A, c.descriptor.transpose),
                         grb_rows_of(A, !c.descriptor.transpose)) ||
        !grb_ready(&c, GRB_PASS_ENTRIES))
        return grb_close(&c);
    const tropic_operator *op = grb_operator_of(operator_of(f)), *t_accum = grb_accum(accum);
    const tropic_matrix *t_mask = grb_matrix_of(Mask);
    if (f->select && !selects(&c, f))
        grb_done(&c, select_matrix(&c, f, C, Mask, accum, A));
    else if (sees_ids(&c, f))
        write_results_of_matrix(&c, f, C, Mask, accum, A);
    else
        grb_done(&c,
                 f->first ? tropic_matrix_apply_first(&C->of, c.context, t_mask, t_accum, op, f->at.bytes, A->of,
                                                      &c.descriptor)
                 : f->select
                     ? tropic_matrix_select(&C->of, c.context, t_mask, t_accum, op, A->of, f->at.bytes, &c.descriptor)
                     : tropic_matrix_apply(&C->of, c.context, t_mask, t_accum, op, A->of, f->at.bytes, &c.descriptor));
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * The functions
 */

GrB_Info GrB_Vector_apply(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_UnaryOp op,
                          const GrB_Vector u, const GrB_Descriptor desc)
{
    return vector(&(applied){.function = "GrB_apply", .op = GRB_HANDLE(op)}, w, mask, accum, u, desc);
}

GrB_Info GrB_Matrix_apply(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_UnaryOp op,
                          const GrB_Matrix A, const GrB_Descriptor desc)
{
    return matrix(&(applied){.function = "GrB_apply", .op = GRB_HANDLE(op)}, C, Mask, accum, A, desc);
}

/* The functions with a value: their name, operator, order of value and input, and its meaning. */
#define VALUE_FIRST(ctype, COLLECTION) ctype value, const COLLECTION in
#define VALUE_SECOND(ctype, COLLECTION) const COLLECTION in, ctype value
#define GRB_BOUND(X, T, ctype)                                                                                         \
    X(T, ctype, "GrB_apply", apply_BinaryOp1st, GrB_BinaryOp, VALUE_FIRST, .first = true)                              \
    X(T, ctype, "GrB_apply", apply_BinaryOp2nd, GrB_BinaryOp, VALUE_SECOND, .first = false)                            \
    X(T, ctype, "GrB_apply", apply_IndexOp, GrB_IndexUnaryOp, VALUE_SECOND, .first = false)                            \
    X(T, ctype, "GrB_select", select, GrB_IndexUnaryOp, VALUE_SECOND, .select = true)

#define GRB_DEFINE_NAMED(T, ctype, name, OPERATOR, ORDER, VECTOR, MATRIX, ...)                                         \
    GrB_Info VECTOR(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const OPERATOR op,                  \
                    ORDER(ctype, GrB_Vector), const GrB_Descriptor desc)                                               \
    {                                                                                                                  \
        const grb_value from = grb_value_##T(&value);                                                                  \
        applied f = {.function = name, .op = GRB_HANDLE(op), .value = &from, __VA_ARGS__};                             \
        return vector(&f, w, mask, accum, in, desc);                                                                   \
    }                                                                                                                  \
    GrB_Info MATRIX(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const OPERATOR op,                  \
                    ORDER(ctype, GrB_Matrix), const GrB_Descriptor desc)                                               \
    {                                                                                                                  \
        const grb_value from = grb_value_##T(&value);                                                                  \
        applied f = {.function = name, .op = GRB_HANDLE(op), .value = &from, __VA_ARGS__};                             \
        return matrix(&f, C, Mask, accum, in, desc);                                                                   \
    }
#define GRB_DEFINE_ONE(T, ctype, name, form, OPERATOR, ORDER, ...)                                                     \
    GRB_DEFINE_NAMED(T, ctype, name, OPERATOR, ORDER, GrB_Vector_##form##_##T, GrB_Matrix_##form##_##T, __VA_ARGS__)
#define GRB_DEFINE(T, ctype) GRB_BOUND(GRB_DEFINE_ONE, T, ctype)
GRB_VALUES_AND_SCALAR(GRB_DEFINE)
#undef GRB_DEFINE

/* The older names. */
GRB_DEFINE_NAMED(Scalar, GrB_Scalar, "GxB_apply", GrB_BinaryOp, VALUE_FIRST, GxB_Vector_apply_BinaryOp1st,
                 GxB_Matrix_apply_BinaryOp1st, .first = true)
GRB_DEFINE_NAMED(Scalar, GrB_Scalar, "GxB_apply", GrB_BinaryOp, VALUE_SECOND, GxB_Vector_apply_BinaryOp2nd,
                 GxB_Matrix_apply_BinaryOp2nd, .first = false)
