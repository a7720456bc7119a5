/* SPDX-License-Identifier: Apache-2.0
 *
 * GxB_SelectOp, and select by one: Tropic's comparison of places or values, or an operator that the call makes.
 */
#include "graphblas/large/places.h"
#include "graphblas/operators.h"

#include <string.h>

#define GRB_DEFINE(name_, RULE, OP)                                                                                    \
    static struct GxB_SelectOp_opaque object_##name_ = {                                                               \
        .object = GRB_PREDEFINED(SelectOp, #name_), .rule = GRB_BY_##RULE, .builtin = TROPIC_##OP};                    \
    GxB_SelectOp name_ = &object_##name_;
GRB_SELECT_OPS(GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GxB_SelectOp_new(GxB_SelectOp *op, GxB_select_function function, GrB_Type x_type, GrB_Type thunk_type)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, op) && GRB_POINTER(c, function) && GRB_MAY(c, x_type) &&
        GRB_MAY(c, thunk_type)) {
        GxB_SelectOp made = grb_new(&c, GRB_SelectOp, sizeof *made);
        if (made) {
            made->rule = GRB_BY_FUNCTION;
            made->function = function;
            made->x = x_type;
            made->thunk = thunk_type;
            *op = made;
        }
    }
    return grb_close(&c);
}

GrB_Info GxB_SelectOp_xtype(GrB_Type *type, GxB_SelectOp op)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, type) && GRB_NEED(c, op)) *type = op->x;
    return grb_close(&c);
}

GrB_Info GxB_SelectOp_ttype(GrB_Type *type, GxB_SelectOp op)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, type) && GRB_NEED(c, op)) *type = op->thunk;
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * One select
 */

/* Its condition: one of Tropic's, or one made for the call, which `self` computes. */
typedef struct condition {
    grb_function self;
    const struct GxB_SelectOp_opaque *op;
    const tropic_operator *is;
    tropic_operator *made;
    grb_bytes thunk;
} condition;

/* The caller's function. */
static void map_function(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                         const tropic_index *j, int64_t count)
{
    const condition *f = (const condition *)(const void *)self;
    const void *thunk = f->op->thunk ? f->thunk.bytes : NULL;
    const size_t size = f->self.x;
    const bool was = grb_in_function(true);
    grb_wide room;
    (void)y;
    for (int64_t k = 0; k < count; k++) {
        const void *value = f->op->x ? grb_operand_wide((const char *)x + (size_t)k * size, size, room.bytes) : NULL;
        ((bool *)z)[k] = f->op->function((GrB_Index)i[k], j ? (GrB_Index)j[k] : 0, value, thunk);
    }
    grb_in_function(was);
}

/* Bytes that are, or are not, those of the thunk. */
static void map_bytes(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                      const tropic_index *j, int64_t count)
{
    const condition *f = (const condition *)(const void *)self;
    const size_t size = f->self.x;
    const bool wanted = f->op->builtin == TROPIC_EQ;
    (void)y;
    (void)i;
    (void)j;
    for (int64_t k = 0; k < count; k++)
        ((bool *)z)[k] = (memcmp((const char *)x + (size_t)k * size, f->thunk.bytes, size) == 0) == wanted;
}

/* Tropic's operator of such a function, of values of this type. */
static bool make(grb_call *c, condition *f, GrB_Type x)
{
    const grb_operator op = {.object = {.kind = GRB_IndexUnaryOp}, .z = GrB_BOOL, .x = x};
    f->self.host.map = f->op->rule == GRB_BY_FUNCTION ? map_function : map_bytes;
    c->host = true;
    if (!grb_make(c, &f->made, &f->self, &op, NULL, NULL)) return false;
    f->is = f->made;
    return true;
}

/* The thunk as a value of a type: 0 if there is none. */
static bool take_thunk(grb_call *c, condition *f, GrB_Scalar thunk, GrB_Type type)
{
    if (!grb_room_for(c, &f->thunk, type)) return false;
    memset(f->thunk.bytes, 0, type->size);
    if (!thunk) return true;
    if (!grb_domain(c, type, thunk->type, "the operator", "thunk")) return false;
    if (thunk->has) grb_cast(f->thunk.bytes, type, thunk->value, thunk->type);
    return true;
}

static bool choose_function(grb_call *c, condition *f, GrB_Type input, GrB_Scalar thunk)
{
    const GrB_Type wanted = f->op->thunk;
    if (wanted && !thunk) return grb_fail(c, GrB_NULL_POINTER, "thunk is NULL");
    if (thunk && thunk->type != wanted)
        return grb_fail(c, GrB_DOMAIN_MISMATCH, "thunk is of %s, and the operator takes %s", grb_type_name(thunk->type),
                        wanted ? grb_type_name(wanted) : "none");
    if (wanted && !thunk->has) return grb_fail(c, GrB_EMPTY_OBJECT, "thunk has no entry");
    if (!grb_room_for(c, &f->thunk, wanted ? wanted : GrB_BOOL)) return false;
    if (wanted) memcpy(f->thunk.bytes, thunk->value, wanted->size);
    return (!f->op->x || grb_domain(c, f->op->x, input, "the operator", "the input")) &&
           make(c, f, f->op->x ? f->op->x : input);
}

/* The condition of op, for an input of this type. */
static bool choose(grb_call *c, condition *f, GxB_SelectOp op, GrB_Type input, GrB_Scalar thunk)
{
    const bool equality = op->builtin == TROPIC_EQ || op->builtin == TROPIC_NE;
    f->op = op;
    if (op->rule == GRB_BY_FUNCTION) return choose_function(c, f, input, thunk);
    const GrB_Type type = op->rule == GRB_BY_PLACE ? GrB_INT64 : input;
    if (!take_thunk(c, f, op->rule == GRB_BY_ZERO ? NULL : thunk, type)) return false;
    f->is = type->code == GrB_UDT_CODE ? NULL : tropic_operator_builtin(op->builtin, type->type);
    if (f->is) return true;
    return equality ? make(c, f, input) : grb_fail(c, GrB_DOMAIN_MISMATCH, "%s has no order", grb_type_name(input));
}

/* ------------------------------------------------------------------------------------------------
 * Of large objects, whose ids the condition sees
 */

static void see(const grb_seer *s, void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    const condition *f = s->of;
    (void)y;
    *(bool *)z = f->op->function(i, j, x, f->op->thunk ? f->thunk.bytes : NULL);
}

static bool sees_ids(const grb_call *c, const condition *f)
{
    return c->large && (f->op->rule == GRB_BY_PLACE || f->op->rule == GRB_BY_FUNCTION);
}

/* (A comparison of places is that of an operator with this thunk.) */
static bool seer_of(grb_call *c, grb_seer *s, grb_operator *op, const condition *f, GrB_Index rows, GrB_Index columns)
{
    *op =
        (grb_operator){.object = {.kind = GRB_IndexUnaryOp}, .z = GrB_BOOL, .y = GrB_INT64, .builtin = f->op->builtin};
    if (f->op->rule == GRB_BY_PLACE) return grb_seer_of(c, s, op, f->thunk.bytes, rows, columns);
    *s = (grb_seer){.see = see, .of = f, .z = GrB_BOOL, .x = f->op->x, .rows = rows, .columns = columns};
    return true;
}

static void select_vector(grb_call *c, const condition *f, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                          GrB_Vector u)
{
    tropic_vector *keep = NULL;
    grb_operator op;
    grb_seer s;
    if (seer_of(c, &s, &op, f, grb_places_of(u), 1) && grb_see_vector(c, &s, u->of, u->type, NULL, NULL, &keep))
        grb_done(c, grb_write_kept_vector(c, w, mask, accum, u, keep));
    tropic_vector_free(&keep);
}

static void select_matrix(grb_call *c, const condition *f, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                          GrB_Matrix A)
{
    const bool transpose = c->descriptor.transpose;
    tropic_matrix *keep = NULL;
    grb_operator op;
    grb_seer s;
    if (seer_of(c, &s, &op, f, grb_rows_of(A, transpose), grb_rows_of(A, !transpose)) && grb_see_input(c, &s, A, &keep))
        grb_done(c, grb_write_kept_matrix(c, C, Mask, accum, A, keep));
    tropic_matrix_free(&keep);
}

GrB_Info GxB_Vector_select(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum, const GxB_SelectOp op,
                           const GrB_Vector u, const GrB_Scalar thunk, const GrB_Descriptor desc)
{
    grb_call c;
    condition f = {.op = NULL};
    if (GRB_OPEN_LARGE(c, w) && GRB_MAY(c, mask) && GRB_MAY(c, accum) && GRB_NEED(c, op) && GRB_NEED(c, u) &&
        GRB_MAY(c, thunk) && grb_describe(&c, desc) && grb_accumulates(&c, w->type, accum, u->type) &&
        choose(&c, &f, op, u->type, thunk) && grb_fits_vector(&c, w, mask, grb_places_of(u)) &&
        grb_ready(&c, GRB_PASS_ENTRIES)) {
        if (sees_ids(&c, &f))
            select_vector(&c, &f, w, mask, accum, u);
        else
            grb_done(&c, tropic_select(w->of, grb_vector_of(mask), grb_accum(accum), f.is, u->of, f.thunk.bytes,
                                       &c.descriptor));
    }
    tropic_operator_free(&f.made);
    return grb_close(&c);
}

GrB_Info GxB_Matrix_select(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum, const GxB_SelectOp op,
                           const GrB_Matrix A, const GrB_Scalar thunk, const GrB_Descriptor desc)
{
    grb_call c;
    condition f = {.op = NULL};
    if (GRB_OPEN_LARGE(c, C) && GRB_MAY(c, Mask) && GRB_MAY(c, accum) && GRB_NEED(c, op) && GRB_NEED(c, A) &&
        GRB_MAY(c, thunk) && grb_describe(&c, desc) && grb_accumulates(&c, C->type, accum, A->type) &&
        choose(&c, &f, op, A->type, thunk) &&
        grb_fits_matrix(&c, C, Mask, grb_rows_of(A, c.descriptor.transpose), grb_rows_of(A, !c.descriptor.transpose)) &&
        grb_ready(&c, GRB_PASS_ENTRIES)) {
        if (sees_ids(&c, &f))
            select_matrix(&c, &f, C, Mask, accum, A);
        else
            grb_done(&c, tropic_matrix_select(&C->of, c.context, grb_matrix_of(Mask), grb_accum(accum), f.is, A->of,
                                              f.thunk.bytes, &c.descriptor));
    }
    tropic_operator_free(&f.made);
    return grb_close(&c);
}
