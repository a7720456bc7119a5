/* SPDX-License-Identifier: Apache-2.0
 *
 * Types, operators, monoids and semirings of the caller.
 */
#include "graphblas/library.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Types
 */

const char *grb_type_name(GrB_Type type)
{
    return type->object.name ? type->object.name : "a user's type";
}

const char *grb_c_name(GrB_Type type)
{
#define GRB_NAMED(T, ctype)                                                                                            \
    if (type->type == TROPIC_##T) return #ctype;
    GRB_TYPES(GRB_NAMED)
#undef GRB_NAMED
    return tropic_type_name(type->type);
}

/* Values without a definition are words: of eight bytes where the size allows it, so that they are aligned. */
static tropic_status define_bytes(tropic_type *type, size_t size)
{
    const int word = size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
    char name[32], members[48];
    snprintf(name, sizeof name, "grb_bytes_%d", (int)size);
    snprintf(members, sizeof members, "uint%d_t word[%d];", 8 * word, (int)size / word);
    const tropic_type_source source = {
        .size = sizeof source, .name = name, .members = members, .bytes = size, .align = (size_t)word};
    return tropic_type_define(type, grb_context(), &source);
}

GrB_Info GrB_Type_new(GrB_Type *type, size_t size)
{
    grb_call c;
    if (!grb_open(&c, __func__) || !GRB_POINTER(c, type)) return grb_close(&c);
    if (size == 0 || size > TROPIC_TYPE_MAX) {
        grb_fail(&c, size == 0 ? GrB_INVALID_VALUE : GrB_NOT_IMPLEMENTED, "%zu bytes", size);
        return grb_close(&c);
    }
    GrB_Type made = grb_new(&c, GRB_Type, sizeof *made);
    if (made) {
        c.context = grb_context();
        made->size = size;
        made->code = GrB_UDT_CODE;
        if (grb_done(&c, define_bytes(&made->type, size)))
            *type = made;
        else
            grb_delete(made);
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Operators that are functions
 */

/* (The caller's function may write its result before it has read its operands.) */
#define GRB_MAP(name, type_, ...)                                                                                      \
    static void name(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,   \
                     const tropic_index *j, int64_t count)                                                             \
    {                                                                                                                  \
        const grb_function *f = (const grb_function *)(const void *)self;                                              \
        const type_ call = (type_)f->call;                                                                             \
        const char *xs = x, *ys = y;                                                                                   \
        grb_bytes t;                                                                                                   \
        (void)ys;                                                                                                      \
        (void)i;                                                                                                       \
        (void)j;                                                                                                       \
        for (size_t k = 0; k < (size_t)count; k++) {                                                                   \
            call(t.bytes, xs + k * f->x __VA_ARGS__);                                                                  \
            memcpy((char *)z + k * f->z, t.bytes, f->z);                                                               \
        }                                                                                                              \
    }
GRB_MAP(map_unary, GxB_unary_function, )
GRB_MAP(map_binary, GxB_binary_function, , ys + k * f->y)
GRB_MAP(map_indexed, GxB_index_unary_function, , (GrB_Index)i[k], j ? (GrB_Index)j[k] : 0, ys + k * f->y)

static void identity(const tropic_host_operator *self, void *z)
{
    const grb_function *f = (const grb_function *)(const void *)self;
    memcpy(z, f->identity, f->z);
}

/* Tropic's operator of op's function; y of a unary operator is a bool that nobody reads. */
static bool make(grb_call *c, tropic_operator **made, grb_function *f, const char *name, GrB_Type z, GrB_Type x,
                 GrB_Type y)
{
    f->host.size = sizeof f->host;
    f->z = z->size;
    f->x = x->size;
    f->y = y->size;
    const tropic_operator_source source = {.size = sizeof source,
                                           .name = name,
                                           .z = grb_c_name(z),
                                           .x = grb_c_name(x),
                                           .y = grb_c_name(y),
                                           .host = &f->host};
    c->context = grb_context();
    return grb_done(c, tropic_operator_create(made, c->context, &source));
}

static grb_operator *new_operator(grb_call *c, grb_kind kind,
                                  void (*map)(const tropic_host_operator *, void *, const void *, const void *,
                                              const tropic_index *, const tropic_index *, int64_t),
                                  void (*call)(void), GrB_Type z, GrB_Type x, GrB_Type y)
{
    grb_operator *op = grb_new(c, kind, sizeof *op);
    if (!op) return NULL;
    op->z = z;
    op->x = x;
    op->y = y;
    op->builtin = TROPIC_OPERATORS;
    op->host = true;
    op->function = (grb_function){.host.map = map, .call = call};
    if (make(c, &op->made, &op->function, "function", z, x, y ? y : GrB_BOOL)) return op;
    grb_delete(op);
    return NULL;
}

GrB_Info GrB_UnaryOp_new(GrB_UnaryOp *op, void (*function)(void *z, const void *x), GrB_Type z_type, GrB_Type x_type)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, op) && GRB_POINTER(c, function) && GRB_NEED(c, z_type) &&
        GRB_NEED(c, x_type)) {
        grb_operator *made = new_operator(&c, GRB_UnaryOp, map_unary, (void (*)(void))function, z_type, x_type, NULL);
        if (made) *op = (GrB_UnaryOp)made;
    }
    return grb_close(&c);
}

GrB_Info GrB_BinaryOp_new(GrB_BinaryOp *op, void (*function)(void *z, const void *x, const void *y), GrB_Type z_type,
                          GrB_Type x_type, GrB_Type y_type)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, op) && GRB_POINTER(c, function) && GRB_NEED(c, z_type) &&
        GRB_NEED(c, x_type) && GRB_NEED(c, y_type)) {
        grb_operator *made =
            new_operator(&c, GRB_BinaryOp, map_binary, (void (*)(void))function, z_type, x_type, y_type);
        if (made) *op = (GrB_BinaryOp)made;
    }
    return grb_close(&c);
}

GrB_Info GrB_IndexUnaryOp_new(GrB_IndexUnaryOp *op,
                              void (*function)(void *z, const void *x, GrB_Index i, GrB_Index j, const void *s),
                              GrB_Type z_type, GrB_Type x_type, GrB_Type s_type)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, op) && GRB_POINTER(c, function) && GRB_NEED(c, z_type) &&
        GRB_NEED(c, x_type) && GRB_NEED(c, s_type)) {
        grb_operator *made =
            new_operator(&c, GRB_IndexUnaryOp, map_indexed, (void (*)(void))function, z_type, x_type, s_type);
        if (made) *op = (GrB_IndexUnaryOp)made;
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Monoids
 */

/* A built-in operator that Tropic has no monoid of. */
static void map_builtin(const tropic_host_operator *self, void *z, const void *x, const void *y, const tropic_index *i,
                        const tropic_index *j, int64_t count)
{
    const grb_function *f = (const grb_function *)(const void *)self;
    (void)i;
    (void)j;
    (void)tropic_operator_evaluate(f->builtin, grb_host_context(), z, x, y, 0, 0, count);
}

/* (x == y of booleans is lxnor, and x != y lxor.) */
const tropic_operator *grb_monoid_of_operator(const grb_operator *op)
{
    const bool boolean = op->over == TROPIC_BOOL;
    switch (op->builtin) {
    case TROPIC_PLUS:
    case TROPIC_TIMES:
    case TROPIC_MIN:
    case TROPIC_MAX:
    case TROPIC_LOR:
    case TROPIC_LAND:
    case TROPIC_LXOR:
    case TROPIC_LXNOR:
    case TROPIC_BOR:
    case TROPIC_BAND:
    case TROPIC_BXOR:
    case TROPIC_BXNOR: return grb_operator_of(op);
    case TROPIC_EQ: return boolean ? tropic_operator_builtin(TROPIC_LXNOR, TROPIC_BOOL) : NULL;
    case TROPIC_NE: return boolean ? tropic_operator_builtin(TROPIC_LXOR, TROPIC_BOOL) : NULL;
    default: return NULL;
    }
}

const tropic_operator *grb_monoid_of(GrB_Monoid monoid)
{
    return monoid->made ? monoid->made : grb_monoid_of_operator(&monoid->op->of);
}

void grb_uses_monoid(grb_call *c, GrB_Monoid monoid)
{
    c->host = c->host || monoid->made;
}

/* Tropic's monoid, where it has none of the operator. */
static bool make_monoid(grb_call *c, GrB_Monoid monoid)
{
    const grb_operator *op = &monoid->op->of;
    if (grb_monoid_of_operator(op)) return true;
    monoid->function = op->function;
    monoid->function.identity = monoid->identity;
    monoid->function.host.identity = identity;
    if (!op->made) {
        monoid->function.host.map = map_builtin;
        monoid->function.builtin = grb_operator_of(op);
    }
    return make(c, &monoid->made, &monoid->function, "monoid", op->z, op->x, op->y);
}

static bool monoid_types(grb_call *c, GrB_BinaryOp op, const grb_value *value)
{
    const GrB_Type z = op->of.z;
    return (z == op->of.x && z == op->of.y && (value->type ? value->type == z : z->code == GrB_UDT_CODE)) ||
           grb_fail(c, GrB_DOMAIN_MISMATCH, "the operator's types and that of the identity differ");
}

static GrB_Info new_monoid(GrB_Monoid *monoid, GrB_BinaryOp op, grb_value value)
{
    grb_call c;
    if (!grb_open(&c, "GrB_Monoid_new") || !GRB_POINTER(c, monoid) || !GRB_NEED(c, op) || !GRB_POINTER(c, value.at) ||
        !monoid_types(&c, op, &value))
        return grb_close(&c);
    GrB_Monoid made = grb_new(&c, GRB_Monoid, sizeof *made);
    if (made) {
        made->op = op;
        made->identity = grb_allocate(op->of.z->size);
        if (!made->identity)
            grb_fail(&c, GrB_OUT_OF_MEMORY, "out of host memory");
        else
            memcpy(made->identity, value.at, op->of.z->size);
        if (made->identity && make_monoid(&c, made)) {
            *monoid = made;
        } else {
            grb_release(made->identity);
            grb_delete(made);
        }
    }
    return grb_close(&c);
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GrB_Monoid_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, ctype identity)                                   \
    {                                                                                                                  \
        return new_monoid(monoid, op, grb_value_##T(&identity));                                                       \
    }
GRB_VALUES(GRB_DEFINE)
#undef GRB_DEFINE

/* ------------------------------------------------------------------------------------------------
 * Semirings
 */

GrB_Info GrB_Semiring_new(GrB_Semiring *semiring, GrB_Monoid add, GrB_BinaryOp multiply)
{
    grb_call c;
    if (!grb_open(&c, __func__) || !GRB_POINTER(c, semiring) || !GRB_NEED(c, add) || !GRB_NEED(c, multiply))
        return grb_close(&c);
    if (add->op->of.z != multiply->of.z) {
        grb_fail(&c, GrB_DOMAIN_MISMATCH, "the monoid and the results of the multiply have two types");
        return grb_close(&c);
    }
    GrB_Semiring made = grb_new(&c, GRB_Semiring, sizeof *made);
    if (made) {
        made->add = add;
        made->multiply = multiply;
        *semiring = made;
    }
    return grb_close(&c);
}

const tropic_semiring *grb_semiring_of(grb_call *c, GrB_Semiring semiring)
{
    if (semiring->builtin) return tropic_semiring_builtin(semiring->builtin, semiring->add->op->of.over);
    if (semiring->made) return semiring->made;
    const tropic_operator *add = grb_monoid_of(semiring->add), *multiply = grb_operator_of(&semiring->multiply->of);
    (void)grb_done(c, tropic_semiring_from_operators(&semiring->made, c->context, add, multiply));
    return semiring->made;
}

void grb_uses_semiring(grb_call *c, GrB_Semiring semiring)
{
    grb_uses_monoid(c, semiring->add);
    grb_uses(c, &semiring->multiply->of);
}
