/* SPDX-License-Identifier: Apache-2.0
 *
 * eWiseAdd and eWiseMult.
 */
#include "graphblas/call.h"

/* ------------------------------------------------------------------------------------------------
 * Entries that only one operand has, under an operator whose types differ (a comparison): they are cast to its
 * result's type alone. T = the two casts' union, with op's results over it where both have an entry.
 */

static bool mixed(const grb_operator *f)
{
    return f->x != f->z || f->y != f->z;
}

static tropic_status mixed_vectors(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                                   const grb_operator *f, GrB_Vector u, GrB_Vector v)
{
    const tropic_type z = f->z->type;
    const tropic_operator *first = tropic_operator_builtin(TROPIC_FIRST, z),
                          *second = tropic_operator_builtin(TROPIC_SECOND, z);
    tropic_vector *t = NULL, *both = NULL;
    tropic_status status = tropic_vector_create(&t, c->context, z, tropic_vector_size(u->of));
    if (status == TROPIC_OK) status = tropic_vector_create(&both, c->context, z, tropic_vector_size(u->of));
    if (status == TROPIC_OK) status = tropic_ewise_multiply(both, NULL, NULL, grb_operator_of(f), u->of, v->of, NULL);
    if (status == TROPIC_OK) status = tropic_ewise_add(t, NULL, NULL, first, u->of, v->of, NULL);
    if (status == TROPIC_OK) status = tropic_ewise_add(t, NULL, NULL, second, t, both, NULL);
    if (status == TROPIC_OK) status = grb_write_vector(c, w, mask, accum, t);
    tropic_vector_free(&t);
    tropic_vector_free(&both);
    return status;
}

static tropic_status mixed_matrices(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                                    const grb_operator *f, GrB_Matrix A, GrB_Matrix B)
{
    const tropic_type z = f->z->type;
    const tropic_operator *first = tropic_operator_builtin(TROPIC_FIRST, z),
                          *second = tropic_operator_builtin(TROPIC_SECOND, z);
    const tropic_descriptor transposes = {.size = sizeof transposes,
                                          .transpose = c->descriptor.transpose,
                                          .transpose_second = c->descriptor.transpose_second};
    const tropic_matrix *a = A->of;
    const tropic_index rows = transposes.transpose ? tropic_matrix_cols(a) : tropic_matrix_rows(a),
                       cols = transposes.transpose ? tropic_matrix_rows(a) : tropic_matrix_cols(a);
    tropic_matrix *t = NULL, *both = NULL;
    tropic_status status = tropic_matrix_create(&t, c->context, z, rows, cols);
    if (status == TROPIC_OK) status = tropic_matrix_create(&both, c->context, z, rows, cols);
    if (status == TROPIC_OK)
        status = tropic_matrix_ewise_multiply(&both, c->context, NULL, NULL, grb_operator_of(f), a, B->of, &transposes);
    if (status == TROPIC_OK) status = tropic_matrix_ewise_add(&t, c->context, NULL, NULL, first, a, B->of, &transposes);
    if (status == TROPIC_OK) status = tropic_matrix_ewise_add(&t, c->context, NULL, NULL, second, t, both, NULL);
    if (status == TROPIC_OK) status = grb_write_matrix(c, C, Mask, accum, t);
    tropic_matrix_free(&t);
    tropic_matrix_free(&both);
    return status;
}

/* Of such an operator, the operands must cast to the result, too. */
static bool adds(grb_call *c, const grb_operator *f, GrB_Type x, GrB_Type y)
{
    return grb_domain(c, f->z, x, "the operator's result", "the first input") &&
           grb_domain(c, f->z, y, "the operator's result", "the second input");
}

/* ------------------------------------------------------------------------------------------------
 * The operations; `add` tells which
 */

static GrB_Info vectors(const char *function, bool add, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                        grb_handle op, GrB_Vector u, GrB_Vector v, GrB_Descriptor desc)
{
    grb_call c;
    const grb_operator *f;
    if (!grb_open(&c, function) || !grb_output(&c, w, GRB_Vector, "w") || !GRB_MAY(c, mask) || !GRB_MAY(c, accum) ||
        !(f = grb_multiply_of(&c, op, add)) || !GRB_NEED(c, u) || !GRB_NEED(c, v) || !grb_describe(&c, desc) ||
        !grb_accumulates(&c, w->type, accum, f->z) || !grb_takes(&c, f, u->type, v->type) ||
        (add && !adds(&c, f, u->type, v->type)) || !grb_ready(&c, add ? GRB_PASS_UNION : GRB_PASS_ENTRIES))
        return grb_close(&c);
    const tropic_operator *t_op = grb_operator_of(f), *t_accum = grb_accum(accum);
    const tropic_vector *t_mask = grb_vector_of(mask);
    if (!add)
        grb_done(&c, tropic_ewise_multiply(w->of, t_mask, t_accum, t_op, u->of, v->of, &c.descriptor));
    else if (mixed(f))
        grb_done(&c, mixed_vectors(&c, w, mask, accum, f, u, v));
    else
        grb_done(&c, tropic_ewise_add(w->of, t_mask, t_accum, t_op, u->of, v->of, &c.descriptor));
    return grb_close(&c);
}

static GrB_Info matrices(const char *function, bool add, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                         grb_handle op, GrB_Matrix A, GrB_Matrix B, GrB_Descriptor desc)
{
    grb_call c;
    const grb_operator *f;
    if (!grb_open(&c, function) || !grb_output(&c, C, GRB_Matrix, "C") || !GRB_MAY(c, Mask) || !GRB_MAY(c, accum) ||
        !(f = grb_multiply_of(&c, op, add)) || !GRB_NEED(c, A) || !GRB_NEED(c, B) || !grb_describe(&c, desc) ||
        !grb_accumulates(&c, C->type, accum, f->z) || !grb_takes(&c, f, A->type, B->type) ||
        (add && !adds(&c, f, A->type, B->type)))
        return grb_close(&c);
    if (!c.descriptor.transpose && !c.descriptor.transpose_second && !(add && mixed(f)))
        grb_row_by_row(&c, NULL, (GrB_Matrix[]){C, Mask, A, B}, 4);
    if (!grb_ready(&c, GRB_PASS_ENTRIES)) return grb_close(&c);
    const tropic_operator *t_op = grb_operator_of(f), *t_accum = grb_accum(accum);
    const tropic_matrix *t_mask = grb_matrix_of(Mask);
    bool good = true;
    for (tropic_index i = 0; i < c.rows && good; i++)
        good = grb_done(&c, (add ? tropic_ewise_add : tropic_ewise_multiply)(
                                C->rows[i], grb_row_of(Mask, i), t_accum, t_op, A->rows[i], B->rows[i], &c.descriptor));
    if (c.rows > 0) return grb_close(&c);
    if (!add)
        grb_done(&c,
                 tropic_matrix_ewise_multiply(&C->of, c.context, t_mask, t_accum, t_op, A->of, B->of, &c.descriptor));
    else if (mixed(f))
        grb_done(&c, mixed_matrices(&c, C, Mask, accum, f, A, B));
    else
        grb_done(&c, tropic_matrix_ewise_add(&C->of, c.context, t_mask, t_accum, t_op, A->of, B->of, &c.descriptor));
    return grb_close(&c);
}

#define GRB_DEFINE_ONE(name, add, KIND)                                                                                \
    GrB_Info GrB_Vector_##name##_##KIND(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,                 \
                                        const GrB_##KIND op, const GrB_Vector u, const GrB_Vector v,                   \
                                        const GrB_Descriptor desc)                                                     \
    {                                                                                                                  \
        return vectors("GrB_" #name, add, w, mask, accum, GRB_HANDLE(op), u, v, desc);                                 \
    }                                                                                                                  \
    GrB_Info GrB_Matrix_##name##_##KIND(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,                 \
                                        const GrB_##KIND op, const GrB_Matrix A, const GrB_Matrix B,                   \
                                        const GrB_Descriptor desc)                                                     \
    {                                                                                                                  \
        return matrices("GrB_" #name, add, C, Mask, accum, GRB_HANDLE(op), A, B, desc);                                \
    }
#define GRB_DEFINE(KIND) GRB_DEFINE_ONE(eWiseAdd, true, KIND) GRB_DEFINE_ONE(eWiseMult, false, KIND)
GRB_OPERATORS(GRB_DEFINE)
#undef GRB_DEFINE
