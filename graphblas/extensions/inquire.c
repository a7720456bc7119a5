/* SPDX-License-Identifier: Apache-2.0
 *
 * Questions about objects: types, the parts of monoids and semirings, memory.
 */
#include <stdio.h>
#include <string.h>

#include "graphblas/fields.h"
#include "graphblas/operators.h"

/* ------------------------------------------------------------------------------------------------
 * Types
 */

/* NULL: there is no type, and no name. */
static void give_name(char *name, GrB_Type type)
{
    snprintf(name, GxB_MAX_NAME_LEN, "%s", type ? grb_shown_name(type) : "");
}

/* Both forms of one question, whose answer is a type. */
#define GRB_TYPE_OF(KIND, question, answer)                                                                            \
    GrB_Info GxB_##KIND##_##question(GrB_Type *type, const GrB_##KIND object)                                          \
    {                                                                                                                  \
        grb_call c;                                                                                                    \
        if (grb_open_large(&c, __func__) && GRB_POINTER(c, type) && GRB_NEED(c, object)) *type = answer;               \
        return grb_close(&c);                                                                                          \
    }                                                                                                                  \
    GrB_Info GxB_##KIND##_##question##_name(char *name, const GrB_##KIND object)                                       \
    {                                                                                                                  \
        grb_call c;                                                                                                    \
        if (grb_open_large(&c, __func__) && GRB_POINTER(c, name) && GRB_NEED(c, object)) give_name(name, answer);      \
        return grb_close(&c);                                                                                          \
    }
#define GRB_DEFINE(KIND) GRB_TYPE_OF(KIND, type, object->type)
GRB_COLLECTIONS(GRB_DEFINE)
#undef GRB_DEFINE
#define GRB_DEFINE(KIND, z) GRB_TYPE_OF(KIND, z##type, object->of.z)
GRB_OPERATOR_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GxB_Type_name(char *name, const GrB_Type type)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, name) && GRB_NEED(c, type)) give_name(name, type);
    return grb_close(&c);
}

GrB_Info GxB_Type_size(size_t *size, const GrB_Type type)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, size) && GRB_NEED(c, type)) *size = type->size;
    return grb_close(&c);
}

/* (At most GxB_MAX_NAME_LEN characters are read.) */
GrB_Info GxB_Type_from_name(GrB_Type *type, const char *name)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, type) && GRB_POINTER(c, name)) {
        *type = NULL;
#define GRB_NAMED(T, ctype)                                                                                            \
    if (strncmp(name, grb_c_name(GrB_##T), GxB_MAX_NAME_LEN) == 0) *type = GrB_##T;
        GRB_TYPES(GRB_NAMED)
#undef GRB_NAMED
    }
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * Monoids and semirings
 */

GrB_Info GxB_Monoid_operator(GrB_BinaryOp *op, const GrB_Monoid monoid)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, op) && GRB_NEED(c, monoid)) *op = monoid->op;
    return grb_close(&c);
}

/* *value = the sum of no values under Tropic's monoid. */
static bool identity_of(grb_call *c, void *value, const tropic_operator *monoid, GrB_Type type)
{
    tropic_vector *none = NULL;
    grb_bytes x;
    if (grb_room_for(c, &x, type) &&
        grb_done_in(c, grb_host_context(), tropic_vector_create(&none, grb_host_context(), type->type, 0)) &&
        grb_done_in(c, grb_host_context(), tropic_reduce(x.bytes, monoid, none)))
        memcpy(value, x.bytes, type->size);
    tropic_vector_free(&none);
    return c->info == GrB_SUCCESS;
}

static bool get_identity(grb_call *c, GrB_Monoid monoid, void *identity)
{
    const grb_operator *op = &monoid->op->of;
    const void *known = monoid->identity ? monoid->identity : grb_identity_of(op);
    if (!known) return identity_of(c, identity, grb_monoid_of(monoid), op->z);
    memcpy(identity, known, op->z->size);
    return true;
}

GrB_Info GxB_Monoid_identity(void *identity, const GrB_Monoid monoid)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, identity) && GRB_NEED(c, monoid)) get_identity(&c, monoid, identity);
    return grb_close(&c);
}

/* The operator whose identity is the terminal value of a built-in one; TROPIC_OPERATORS: it has none. (Sums of real
 * numbers do not stop, for a NaN may follow.) */
static tropic_builtin_operator dual_of(const grb_operator *op)
{
    const bool real = op->over == TROPIC_FP32 || op->over == TROPIC_FP64;
    switch (op->builtin) {
    case TROPIC_ANY: return TROPIC_ANY;
    case TROPIC_LOR: return TROPIC_LAND;
    case TROPIC_LAND: return TROPIC_LOR;
    case TROPIC_BOR: return TROPIC_BAND;
    case TROPIC_BAND: return TROPIC_BOR;
    case TROPIC_MIN: return real ? TROPIC_OPERATORS : TROPIC_MAX;
    case TROPIC_MAX: return real ? TROPIC_OPERATORS : TROPIC_MIN;
    case TROPIC_TIMES: return real ? TROPIC_OPERATORS : TROPIC_PLUS;
    default: return TROPIC_OPERATORS;
    }
}

static bool get_terminal(grb_call *c, GrB_Monoid monoid, void *terminal, bool *has)
{
    const grb_operator *op = &monoid->op->of;
    const bool own = !grb_monoid_of_operator(op);
    *has = own ? monoid->terminal != NULL : dual_of(op) != TROPIC_OPERATORS;
    if (*has && own) memcpy(terminal, monoid->terminal, op->z->size);
    return !*has || own || identity_of(c, terminal, tropic_operator_builtin(dual_of(op), op->over), op->z);
}

GrB_Info GxB_Monoid_terminal(bool *has_terminal, void *terminal, const GrB_Monoid monoid)
{
    grb_call c;
    bool has;
    if (grb_open(&c, __func__) && GRB_POINTER(c, has_terminal) && GRB_POINTER(c, terminal) && GRB_NEED(c, monoid) &&
        get_terminal(&c, monoid, terminal, &has))
        *has_terminal = has;
    return grb_close(&c);
}

GrB_Info GxB_Semiring_add(GrB_Monoid *add, const GrB_Semiring semiring)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, add) && GRB_NEED(c, semiring)) *add = semiring->add;
    return grb_close(&c);
}

GrB_Info GxB_Semiring_multiply(GrB_BinaryOp *multiply, const GrB_Semiring semiring)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, multiply) && GRB_NEED(c, semiring)) *multiply = semiring->multiply;
    return grb_close(&c);
}

/* Of a monoid or a semiring. */
static GrB_Monoid monoid_of(const grb_object *o)
{
    const void *object = o;
    return o->kind == GRB_Semiring ? ((const struct GrB_Semiring_opaque *)object)->add
                                   : (GrB_Monoid)(uintptr_t)object; /* (which nobody writes to) */
}

static bool get_value(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const GrB_Monoid monoid = monoid_of(o);
    void *x = grb_room(c, 1, monoid->op->of.z->size);
    bool has = true;
    value->type = monoid->op->of.z;
    if (!x || !(which == GxB_MONOID_IDENTITY ? get_identity(c, monoid, x) : get_terminal(c, monoid, x, &has)))
        return false;
    value->array = has ? x : NULL;
    return true;
}

static bool get_handle(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const struct GrB_Semiring_opaque *semiring = (const void *)o;
    (void)c;
    value->array = which == GxB_MONOID_OPERATOR   ? (const void *)&monoid_of(o)->op
                   : which == GxB_SEMIRING_MONOID ? (const void *)&semiring->add
                                                  : (const void *)&semiring->multiply;
    return true;
}

#define SEMIRING GRB_OF(Semiring)
#define WITH_MONOID (GRB_OF(Monoid) | SEMIRING)
static const grb_field parts[] = {
    GRB_OPTION(GxB_MONOID_IDENTITY, WITH_MONOID, VALUE, GxB_MONOID_IDENTITY, get_value, NULL),
    GRB_OPTION(GxB_MONOID_TERMINAL, WITH_MONOID, VALUE, GxB_MONOID_TERMINAL, get_value, NULL),
    GRB_OPTION(GxB_MONOID_OPERATOR, WITH_MONOID, HANDLE_OF, GxB_MONOID_OPERATOR, get_handle, NULL),
    GRB_OPTION(GxB_SEMIRING_MONOID, SEMIRING, HANDLE_OF, GxB_SEMIRING_MONOID, get_handle, NULL),
    GRB_OPTION(GxB_SEMIRING_MULTIPLY, SEMIRING, HANDLE_OF, GxB_SEMIRING_MULTIPLY, get_handle, NULL),
};
const grb_fields grb_algebra_options = {parts, sizeof parts / sizeof *parts};

/* ------------------------------------------------------------------------------------------------
 * Memory
 */

GrB_Info GxB_Scalar_memoryUsage(size_t *bytes, const GrB_Scalar object)
{
    grb_call c;
    if (grb_open(&c, __func__) && GRB_POINTER(c, bytes) && GRB_NEED(c, object))
        *bytes = sizeof *object + object->type->size;
    return grb_close(&c);
}

/* By its form: values of all places, and a flag of each; or ids and values. */
static size_t bytes_of_vector(const tropic_vector *v, size_t value)
{
    const size_t places = (size_t)tropic_vector_size(v), entries = (size_t)tropic_vector_count(v);
    switch (tropic_vector_get_form(v)) {
    case TROPIC_FULL: return places * value;
    case TROPIC_BITMAP: return places * (value + 1);
    default: return entries * (value + sizeof(tropic_index));
    }
}

/* Those of its dictionary, of which each owner has a part. */
static size_t bytes_of_dictionary(const grb_dictionary *d)
{
    if (!d) return 0;
    return (sizeof *d + (size_t)d->room * sizeof *d->ids + (d->last_slot + 1) * sizeof *d->slots) / (size_t)d->owners;
}

GrB_Info GxB_Vector_memoryUsage(size_t *bytes, const GrB_Vector object)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, bytes) && GRB_NEED(c, object))
        *bytes = sizeof(struct GrB_Matrix_opaque) + /* (a vector has its members, too) */
                 bytes_of_vector(object->of, object->type->size) + bytes_of_dictionary(object->dictionary);
    return grb_close(&c);
}

GrB_Info GxB_Matrix_memoryUsage(size_t *bytes, const GrB_Matrix object)
{
    grb_call c;
    tropic_matrix_forms f;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, bytes) && GRB_NEED(c, object) &&
        grb_report(&c, object->of, grb_host_context(), &f)) {
        *bytes = sizeof *object + bytes_of_dictionary(object->dictionary) + f.bytes_by_rows + f.bytes_by_columns +
                 f.bytes_hypersparse + f.bytes_bitmap + f.bytes_pending + f.bytes_casts + f.device_bytes_by_rows +
                 f.device_bytes_by_columns + f.device_bytes_hypersparse + f.device_bytes_bitmap + f.device_bytes_casts +
                 f.device_bytes_symbolic;
        for (tropic_index i = 0; object->rows && i < tropic_matrix_rows(object->of); i++)
            *bytes += bytes_of_vector(object->rows[i], object->type->size);
    }
    return grb_close(&c);
}

GrB_Info GxB_Matrix_Pending(GrB_Matrix matrix, bool *pending)
{
    grb_call c;
    tropic_matrix_forms f;
    if (grb_open_large(&c, __func__) && GRB_NEED(c, matrix) && GRB_POINTER(c, pending) &&
        grb_report(&c, matrix->of, grb_host_context(), &f))
        *pending = f.pending > 0;
    return grb_close(&c);
}

GrB_Info GxB_Vector_iso(bool *iso, const GrB_Vector vector)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, iso) && GRB_NEED(c, vector)) *iso = false;
    return grb_close(&c);
}

GrB_Info GxB_Matrix_iso(bool *iso, const GrB_Matrix matrix)
{
    grb_call c;
    if (grb_open_large(&c, __func__) && GRB_POINTER(c, iso) && GRB_NEED(c, matrix))
        *iso = !matrix->rows && tropic_matrix_is_pattern(matrix->of);
    return grb_close(&c);
}
