/* SPDX-License-Identifier: Apache-2.0
 *
 * eWiseAdd, eWiseMult and eWiseUnion.
 */
#include "graphblas/large/places.h"

/* Of eWiseUnion: the two values in place of missing entries, as op's operands. */
typedef struct missing {
    GrB_Scalar alpha_scalar, beta_scalar;
    grb_bytes alpha, beta;
} missing;

/* ------------------------------------------------------------------------------------------------
 * Operators that see the ids of large objects: t = their results where both operands have an entry
 */

static bool sees_ids(const grb_call *c, const grb_operator *f)
{
    return c->large && grb_sees_places(f);
}

/* The operator that has one operand's values, as f takes them; one that gives the place takes any. */
static const tropic_operator *pick(grb_call *c, const grb_operator *f, bool second)
{
    if (!f->indexed) return tropic_operator_builtin(TROPIC_PAIR, TROPIC_BOOL);
    const GrB_Type type = second ? f->y : f->x;
    const tropic_operator *op = tropic_operator_builtin(second ? TROPIC_SECOND : TROPIC_FIRST, type->type);
    if (!op) grb_fail(c, GrB_NOT_IMPLEMENTED, "an operator of places on large objects of %s", grb_type_name(type));
    return op;
}

static bool see_vectors(grb_call *c, const grb_operator *f, GrB_Vector u, GrB_Vector v, tropic_vector **t)
{
    const GrB_Type types[] = {f->indexed ? f->x : GrB_BOOL, f->y};
    tropic_vector *values[2] = {NULL, NULL};
    grb_seer s;
    bool good = grb_seer_of(c, &s, f, NULL, grb_places_of(u), 1);
    for (int k = 0; k < (f->indexed ? 2 : 1) && good; k++) {
        const tropic_operator *op = pick(c, f, k);
        good = op &&
               grb_done(c, tropic_vector_create(&values[k], c->context, types[k]->type, tropic_vector_size(u->of))) &&
               grb_done(c, tropic_ewise_multiply(values[k], NULL, NULL, op, u->of, v->of, NULL));
    }
    good = good && grb_see_vector(c, &s, values[0], types[0], values[1], types[1], t);
    tropic_vector_free(&values[0]);
    tropic_vector_free(&values[1]);
    return good;
}

/* With values for missing entries: where any operand has an entry. */
static bool see_matrices(grb_call *c, const grb_operator *f, GrB_Matrix A, GrB_Matrix B, const missing *m,
                         tropic_matrix **T)
{
    const GrB_Type types[] = {f->indexed ? f->x : GrB_BOOL, f->y};
    const tropic_descriptor d = {
        .size = sizeof d, .transpose = c->descriptor.transpose, .transpose_second = c->descriptor.transpose_second};
    tropic_matrix *values[2] = {NULL, NULL};
    grb_seer s;
    bool good = grb_seer_of(c, &s, f, NULL, grb_rows_of(A, d.transpose), grb_rows_of(A, !d.transpose));
    for (int k = 0; k < (f->indexed ? 2 : 1) && good; k++) {
        const tropic_operator *op = pick(c, f, k);
        tropic_matrix **t = &values[k];
        good = op && grb_done(c, m ? tropic_matrix_ewise_union(t, c->context, NULL, NULL, op, A->of, m->alpha.bytes,
                                                               B->of, m->beta.bytes, &d)
                                   : tropic_matrix_ewise_multiply(t, c->context, NULL, NULL, op, A->of, B->of, &d));
    }
    good = good && grb_see_matrix(c, &s, values[0], types[0], values[1], types[1], T);
    tropic_matrix_free(&values[0]);
    tropic_matrix_free(&values[1]);
    return good;
}

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
    if (sees_ids(c, f)) {
        if (!see_vectors(c, f, u, v, &both)) status = TROPIC_OUT_OF_MEMORY; /* (The call has failed.) */
    } else {
        if (status == TROPIC_OK) status = tropic_vector_create(&both, c->context, z, tropic_vector_size(u->of));
        if (status == TROPIC_OK)
            status = tropic_ewise_multiply(both, NULL, NULL, grb_operator_of(f), u->of, v->of, NULL);
    }
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
    if (sees_ids(c, f)) {
        if (!see_matrices(c, f, A, B, NULL, &both)) status = TROPIC_OUT_OF_MEMORY; /* (The call has failed.) */
    } else {
        if (status == TROPIC_OK) status = tropic_matrix_create(&both, c->context, z, rows, cols);
        if (status == TROPIC_OK)
            status =
                tropic_matrix_ewise_multiply(&both, c->context, NULL, NULL, grb_operator_of(f), a, B->of, &transposes);
    }
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

/* The same of an operator that sees ids. */
static void multiply_vectors(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const grb_operator *f,
                             GrB_Vector u, GrB_Vector v)
{
    tropic_vector *t = NULL;
    if (see_vectors(c, f, u, v, &t)) grb_done(c, grb_write_vector(c, w, mask, accum, t));
    tropic_vector_free(&t);
}

static void multiply_matrices(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, const grb_operator *f,
                              GrB_Matrix A, GrB_Matrix B, const missing *m)
{
    tropic_matrix *T = NULL;
    if (see_matrices(c, f, A, B, m, &T)) grb_done(c, grb_write_matrix(c, C, Mask, accum, T));
    tropic_matrix_free(&T);
}

static bool vectors_agree(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_Vector u, GrB_Vector v)
{
    return !c->large || (grb_agree(c, grb_places_of(u), grb_places_of(v), "size of u", "of v") &&
                         grb_fits_vector(c, w, mask, grb_places_of(u)));
}

static bool matrices_agree(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    const bool transpose = c->descriptor.transpose;
    return !c->large || (grb_have_shape(c, A, transpose, B, c->descriptor.transpose_second) &&
                         grb_fits_matrix(c, C, Mask, grb_rows_of(A, transpose), grb_rows_of(A, !transpose)));
}

static GrB_Info vectors(const char *function, bool add, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                        grb_handle op, GrB_Vector u, GrB_Vector v, GrB_Descriptor desc)
{
    grb_call c;
    const grb_operator *f;
    if (!grb_open_large(&c, function) || !grb_output(&c, w, GRB_Vector, "w") || !GRB_MAY(c, mask) ||
        !GRB_MAY(c, accum) || !(f = grb_multiply_of(&c, op, add)) || !GRB_NEED(c, u) || !GRB_NEED(c, v) ||
        !grb_describe(&c, desc) || !grb_accumulates(&c, w->type, accum, f->z) || !grb_takes(&c, f, u->type, v->type) ||
        (add && !adds(&c, f, u->type, v->type)) || !vectors_agree(&c, w, mask, u, v) ||
        !grb_ready(&c, add ? GRB_PASS_UNION : GRB_PASS_ENTRIES))
        return grb_close(&c);
    const tropic_operator *t_op = grb_operator_of(f), *t_accum = grb_accum(accum);
    const tropic_vector *t_mask = grb_vector_of(mask);
    if (!add && sees_ids(&c, f))
        multiply_vectors(&c, w, mask, accum, f, u, v);
    else if (!add)
        grb_done(&c, tropic_ewise_multiply(w->of, t_mask, t_accum, t_op, u->of, v->of, &c.descriptor));
    else if (mixed(f) || sees_ids(&c, f))
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
    if (!grb_open_large(&c, function) || !grb_output(&c, C, GRB_Matrix, "C") || !GRB_MAY(c, Mask) ||
        !GRB_MAY(c, accum) || !(f = grb_multiply_of(&c, op, add)) || !GRB_NEED(c, A) || !GRB_NEED(c, B) ||
        !grb_describe(&c, desc) || !grb_accumulates(&c, C->type, accum, f->z) || !grb_takes(&c, f, A->type, B->type) ||
        (add && !adds(&c, f, A->type, B->type)) || !matrices_agree(&c, C, Mask, A, B))
        return grb_close(&c);
    if (!c.descriptor.transpose && !c.descriptor.transpose_second && !(add && mixed(f)) && !f->places)
        grb_row_by_row(&c, NULL, (GrB_Matrix[]){C, Mask, A, B}, 4);
    if (!grb_ready(&c, GRB_PASS_ENTRIES)) return grb_close(&c);
    const tropic_operator *t_op = grb_operator_of(f), *t_accum = grb_accum(accum);
    const tropic_matrix *t_mask = grb_matrix_of(Mask);
    bool good = true;
    for (tropic_index i = 0; i < c.rows && good; i++)
        good = grb_done(&c, (add ? tropic_ewise_add : tropic_ewise_multiply)(
                                C->rows[i], grb_row_of(Mask, i), t_accum, t_op, A->rows[i], B->rows[i], &c.descriptor));
    if (c.rows > 0) return grb_close(&c);
    if (!add && sees_ids(&c, f))
        multiply_matrices(&c, C, Mask, accum, f, A, B, NULL);
    else if (!add)
        grb_done(&c,
                 tropic_matrix_ewise_multiply(&C->of, c.context, t_mask, t_accum, t_op, A->of, B->of, &c.descriptor));
    else if (mixed(f) || sees_ids(&c, f))
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

/* ------------------------------------------------------------------------------------------------
 * eWiseUnion
 */

/* The type of one that the operator reads; NULL: it does not. */
static GrB_Type operand_type(const grb_operator *f, bool second)
{
    return !grb_reads(f, second) ? NULL : second ? f->y : f->x;
}

/* The value as one of this type; NULL: nobody reads it, and it is zeros as one of the input's. */
static bool missing_value(grb_call *c, grb_bytes *to, GrB_Type type, GrB_Type input, const grb_value *value)
{
    if (!grb_room_for(c, to, type ? type : input)) return false;
    if (type)
        grb_value_cast(to->bytes, type, value);
    else
        memset(to->bytes, 0, input->size);
    return true;
}

static bool check_union(grb_call *c, const grb_operator *f, missing *m, GrB_Type output, GrB_BinaryOp accum, GrB_Type x,
                        GrB_Type y)
{
    const grb_value alpha = grb_value_Scalar(&m->alpha_scalar), beta = grb_value_Scalar(&m->beta_scalar);
    const GrB_Type first = operand_type(f, false), second = operand_type(f, true);
    if (!grb_accumulates(c, output, accum, f->z) || !grb_takes(c, f, x, y) ||
        (first && !grb_domain(c, first, x, "the operator", "its first operand")) ||
        (second && !grb_domain(c, second, y, "the operator", "its second operand")) ||
        !grb_value_check(c, &alpha, first, "alpha") || !grb_value_check(c, &beta, second, "beta") ||
        !grb_value_need(c, &alpha, first, "alpha") || !grb_value_need(c, &beta, second, "beta"))
        return false;
    return missing_value(c, &m->alpha, first, x, &alpha) && missing_value(c, &m->beta, second, y, &beta);
}

/* *t = v as values of a type (NULL: its own), with a value at the places that only `other` has. */
static tropic_status filled(grb_call *c, tropic_vector **t, GrB_Type type, GrB_Vector v, GrB_Vector other,
                            const grb_bytes *value)
{
    const tropic_descriptor structure = {.size = sizeof structure, .structure = true};
    const tropic_index n = tropic_vector_size(v->of);
    tropic_status status = tropic_vector_create(t, c->context, (type ? type : v->type)->type, n);
    if (status == TROPIC_OK) status = tropic_assign_scalar(*t, other->of, NULL, value->bytes, NULL, n, &structure);
    return status == TROPIC_OK ? tropic_assign(*t, v->of, NULL, v->of, NULL, n, &structure) : status;
}

/* w<mask> (accum)= f(x, y) of two such vectors, for an operator that sees ids. */
static void see_filled(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const grb_operator *f,
                       const tropic_vector *x, GrB_Type x_type, const tropic_vector *y)
{
    tropic_vector *t = NULL;
    grb_seer s;
    if (grb_seer_of(c, &s, f, NULL, grb_places_of(w), 1) &&
        grb_see_vector(c, &s, x, x_type, f->any_type ? NULL : y, f->y, &t))
        grb_done(c, grb_write_vector(c, w, mask, accum, t));
    tropic_vector_free(&t);
}

GrB_Info GxB_Vector_eWiseUnion(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GrB_BinaryOp op,
                               const GrB_Vector u, const GrB_Scalar alpha, const GrB_Vector v, const GrB_Scalar beta,
                               const GrB_Descriptor desc)
{
    grb_call c;
    missing m = {.alpha_scalar = alpha, .beta_scalar = beta};
    tropic_vector *x = NULL, *y = NULL;
    if (GRB_OPEN_LARGE(c, w) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, op) && GRB_NEED(c, u) &&
        GRB_NEED(c, alpha) && GRB_NEED(c, v) && GRB_NEED(c, beta) && grb_describe(&c, desc) &&
        check_union(&c, &op->of, &m, w->type, accum, u->type, v->type) && vectors_agree(&c, w, mask, u, v) &&
        grb_ready(&c, GRB_PASS_UNION) && grb_done(&c, filled(&c, &x, operand_type(&op->of, false), u, v, &m.alpha)) &&
        grb_done(&c, filled(&c, &y, operand_type(&op->of, true), v, u, &m.beta))) {
        if (sees_ids(&c, &op->of))
            see_filled(&c, w, mask, accum, &op->of, x, op->of.any_type ? u->type : op->of.x, y);
        else
            grb_done(&c, tropic_ewise_multiply(w->of, grb_vector_of(mask), grb_accum(accum), grb_operator_of(&op->of),
                                               x, y, &c.descriptor));
    }
    tropic_vector_free(&x);
    tropic_vector_free(&y);
    return grb_close(&c);
}

GrB_Info GxB_Matrix_eWiseUnion(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GrB_BinaryOp op,
                               const GrB_Matrix A, const GrB_Scalar alpha, const GrB_Matrix B, const GrB_Scalar beta,
                               const GrB_Descriptor desc)
{
    grb_call c;
    missing m = {.alpha_scalar = alpha, .beta_scalar = beta};
    if (GRB_OPEN_LARGE(c, C) && GRB_MAY(c, Mask) && GRB_MAY(c, accum) && GRB_NEED(c, op) && GRB_NEED(c, A) &&
        GRB_NEED(c, alpha) && GRB_NEED(c, B) && GRB_NEED(c, beta) && grb_describe(&c, desc) &&
        check_union(&c, &op->of, &m, C->type, accum, A->type, B->type) && matrices_agree(&c, C, Mask, A, B) &&
        grb_ready(&c, GRB_PASS_ENTRIES)) {
        if (sees_ids(&c, &op->of))
            multiply_matrices(&c, C, Mask, accum, &op->of, A, B, &m);
        else
            grb_done(&c, tropic_matrix_ewise_union(&C->of, c.context, grb_matrix_of(Mask), grb_accum(accum),
                                                   grb_operator_of(&op->of), A->of, m.alpha.bytes, B->of, m.beta.bytes,
                                                   &c.descriptor));
    }
    return grb_close(&c);
}
