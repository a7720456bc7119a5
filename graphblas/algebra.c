/* SPDX-License-Identifier: Apache-2.0
 *
 * Monoids and semirings of the caller.
 */
#include "graphblas/operators.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    case TROPIC_ANY: return tropic_operator_builtin(TROPIC_ANY, op->over);
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

const void *grb_identity_of(const grb_operator *op)
{
    static const float float_max = INFINITY, float_min = -INFINITY;
    static const double double_max = INFINITY, double_min = -INFINITY;
    if (op->builtin == TROPIC_MIN)
        return op->over == TROPIC_FP64 ? (const void *)&double_max : op->over == TROPIC_FP32 ? &float_max : NULL;
    if (op->builtin == TROPIC_MAX)
        return op->over == TROPIC_FP64 ? (const void *)&double_min : op->over == TROPIC_FP32 ? &float_min : NULL;
    return NULL;
}

const tropic_operator *grb_monoid_of(GrB_Monoid monoid)
{
    return monoid->made ? monoid->made : grb_monoid_of_operator(&monoid->op->of);
}

void grb_uses_monoid(grb_call *c, GrB_Monoid monoid)
{
    c->host = c->host || monoid->host;
    grb_uses_type(c, monoid->op->of.z);
}

static void get_identity(const tropic_host_operator *self, void *z)
{
    const grb_function *f = (const grb_function *)(const void *)self;
    memcpy(z, f->identity, f->z);
}

static bool is_terminal(const tropic_host_operator *self, const void *a)
{
    const grb_function *f = (const grb_function *)(const void *)self;
    return memcmp(a, f->terminal, f->z) == 0;
}

/* *text = the condition on `a`; NULL: there is none. (Values of a user's type have no ==.) False: the call failed. */
static bool terminal_text(grb_call *c, const char **text, const struct GrB_Monoid_opaque *monoid)
{
    const GrB_Type z = monoid->op->of.z;
    *text = NULL;
    if (!monoid->terminal || z->code == GrB_UDT_CODE) return true;
    const char *literal = grb_literal(c, z, monoid->terminal);
    const size_t room = literal ? strlen(literal) + sizeof "a == " : 0;
    char *condition = literal ? grb_room(c, room, 1) : NULL;
    if (!condition) return false;
    snprintf(condition, room, "a == %s", literal);
    *text = condition;
    return true;
}

/* Tropic's monoid, where it has none of the operator. */
static bool make_monoid(grb_call *c, GrB_Monoid monoid)
{
    const grb_operator *op = &monoid->op->of;
    if (grb_monoid_of_operator(op)) return true;
    const char *identity = grb_literal(c, op->z, monoid->identity), *terminal;
    if (!identity || !terminal_text(c, &terminal, monoid)) return false;
    monoid->host = !op->expression && (!op->made || op->host);
    monoid->function = op->function;
    if (op->expression) monoid->function.host = *op->expression->host;
    monoid->function.identity = monoid->identity;
    monoid->function.host.identity = get_identity;
    monoid->function.terminal = monoid->terminal;
    monoid->function.host.terminal = monoid->terminal ? is_terminal : NULL;
    if (!op->expression && !op->made) {
        monoid->function.host.map = map_builtin;
        monoid->function.builtin = grb_operator_of(op);
    }
    return grb_make(c, &monoid->made, &monoid->function, op, identity, terminal);
}

static bool monoid_types(grb_call *c, GrB_BinaryOp op, const grb_value *value)
{
    const GrB_Type z = op->of.z;
    if (op->of.places) return grb_fail(c, GrB_DOMAIN_MISMATCH, "the operator is one of places");
    return (z == op->of.x && z == op->of.y && (value->type ? value->type == z : z->code == GrB_UDT_CODE)) ||
           grb_fail(c, GrB_DOMAIN_MISMATCH, "the operator's types and that of the identity differ");
}

/* A copy of the value; NULL: the call has failed. */
static void *keep(grb_call *c, const grb_value *value, GrB_Type type)
{
    void *copy = grb_allocate(type->size);
    if (!copy) grb_no_memory(c);
    return copy ? memcpy(copy, value->at, type->size) : NULL;
}

/* terminal: NULL for none. */
static GrB_Info new_monoid(const char *function, GrB_Monoid *monoid, GrB_BinaryOp op, grb_value value,
                           const grb_value *terminal)
{
    grb_call c;
    if (!grb_open(&c, function) || !GRB_POINTER(c, monoid) || !GRB_NEED(c, op) || !GRB_POINTER(c, value.at) ||
        !monoid_types(&c, op, &value))
        return grb_close(&c);
    GrB_Monoid made = grb_new(&c, GRB_Monoid, sizeof *made);
    if (made) {
        made->op = op;
        made->identity = keep(&c, &value, op->of.z);
        made->terminal = terminal ? keep(&c, terminal, op->of.z) : NULL;
        if (c.info == GrB_SUCCESS && make_monoid(&c, made))
            *monoid = made;
        else
            grb_delete(made);
    }
    return grb_close(&c);
}

#define GRB_DEFINE(T, ctype)                                                                                           \
    GrB_Info GrB_Monoid_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, ctype identity)                                   \
    {                                                                                                                  \
        return new_monoid("GrB_Monoid_new", monoid, op, grb_value_##T(&identity), NULL);                               \
    }                                                                                                                  \
    GrB_Info GxB_Monoid_terminal_new_##T(GrB_Monoid *monoid, GrB_BinaryOp op, ctype identity, ctype terminal)          \
    {                                                                                                                  \
        const grb_value value = grb_value_##T(&terminal);                                                              \
        return new_monoid("GxB_Monoid_terminal_new", monoid, op, grb_value_##T(&identity), value.at ? &value : NULL);  \
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

/* (Any number of threads may make it: the first one's stays.) */
const tropic_semiring *grb_semiring_of(grb_call *c, GrB_Semiring semiring, grb_product product)
{
    const grb_operator *op = &semiring->multiply->of;
    tropic_semiring **at = &semiring->made[op->places ? product : 0], *made = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    tropic_semiring *first = NULL;
    if (made) return made;
    if (op->places) op = op->places->views[product].op;
    if (!grb_uses_view(c, op) ||
        !grb_done(c,
                  tropic_semiring_from_operators(&made, c->context, grb_monoid_of(semiring->add), grb_operator_of(op))))
        return NULL;
    if (__atomic_compare_exchange_n(at, &first, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return made;
    tropic_semiring_free(&made);
    return first;
}

void grb_uses_semiring(grb_call *c, GrB_Semiring semiring)
{
    grb_uses_monoid(c, semiring->add);
    c->host = c->host || semiring->multiply->of.host;
}
