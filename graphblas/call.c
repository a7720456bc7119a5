/* SPDX-License-Identifier: Apache-2.0
 *
 * The checks that all calls share.
 */
#include "graphblas/call.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------------------------------------
 * Begin and end
 */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* GxB_BURBLE. (Functions of the caller may call GraphBLAS.) */
static void tell(const grb_call *c, tropic_device device)
{
    const grb_settings *s = &grb_global.settings;
    const char *const names[] = {
        [TROPIC_DEVICE_AUTO] = "", [TROPIC_DEVICE_CPU] = " CPU,", [TROPIC_DEVICE_CUDA] = " GPU,"};
    (void)(s->print ? s->print : printf)("%s:%s %.3g s%s\n", c->function, names[device], seconds() - c->begun,
                                         c->info < 0 ? ", fails" : "");
    if (s->flush)
        (void)s->flush();
    else if (!s->print)
        (void)fflush(stdout);
}

bool grb_open(grb_call *c, const char *function)
{
    /* (One by one, and not the arrays: to clear all of it takes 13 ns, a fifth of a sum of few values.) */
    c->function = function;
    c->output = c->taken = c->written[0] = c->written[1] = NULL;
    c->info = GrB_SUCCESS;
    c->host = c->wide = c->takes_large = c->large = c->only_finds = c->long_range = false;
    c->dictionary = NULL;
    c->vector_count = c->matrix_count = c->room_count = 0;
    c->rows = 0;
    c->whole = NULL;
    c->multiplied = NULL;
    c->context = NULL;
    c->descriptor = (tropic_descriptor){.size = sizeof c->descriptor};
    c->locked = grb_lock();
    c->begun = grb_global.settings.burble ? seconds() : 0;
    return c->locked ||
           grb_fail(c, GrB_PANIC, "GrB_init was not called, or GrB_finalize was, or an operator calls GraphBLAS");
}

GrB_Info grb_close(grb_call *c)
{
    if (c->taken) grb_return_taken(c);
    const bool waits = c->info == GrB_SUCCESS && c->output && c->output->kind == GRB_Vector;
    if (waits && grb_mode() == GrB_BLOCKING && ((GrB_Vector)c->output)->of)
        grb_wait_for(c, ((GrB_Vector)c->output)->of);
    for (int k = 0; k < c->room_count; k++) tropic_host_release(grb_host_context(), c->rooms[k]);
    const tropic_device device = c->begun > 0 && c->context ? tropic_context_device(c->context) : TROPIC_DEVICE_AUTO;
    if (c->locked) grb_unlock(c->locked);
    if (c->begun > 0) tell(c, device);
    return c->info;
}

bool grb_fail(grb_call *c, GrB_Info info, const char *format, ...)
{
    if (c->info != GrB_SUCCESS) return false;
    c->info = info;
    const bool keeps = c->output && !c->output->predefined; /* else there is no object for the text */
    if (!keeps && !grb_verbose()) return false;
    va_list arguments;
    va_start(arguments, format);
    char text[1024];
    const int begun = snprintf(text, sizeof text, "%s: ", c->function);
    vsnprintf(text + begun, sizeof text - (size_t)begun, format, arguments);
    va_end(arguments);
    if (keeps) {
        grb_release(c->output->error);
        c->output->error = grb_text(text); /* (NULL, if memory is short: there is no text then) */
    } else {
        fprintf(stderr, "%s\n", text);
    }
    return false;
}

bool grb_no_memory(grb_call *c)
{
    return grb_fail(c, GrB_OUT_OF_MEMORY, "out of host memory");
}

/* ------------------------------------------------------------------------------------------------
 * Objects
 */

/* Has a list of the call a place left? The limits are those of the functions here; no program passes them. */
static bool fits(grb_call *c, int count, int max, const char *what)
{
    return count < max || grb_fail(c, GrB_PANIC, "the call has more than %d %s", max, what);
}

static bool is_large(const void *object)
{
    switch (((const grb_object *)object)->kind) {
    case GRB_Vector: return ((const struct GrB_Vector_opaque *)object)->dictionary;
    case GRB_Matrix: return ((const struct GrB_Matrix_opaque *)object)->dictionary;
    default: return false;
    }
}

static bool may_be_large(grb_call *c, const void *object, const char *name)
{
    return c->takes_large || !is_large(object) ||
           grb_fail(c, GrB_NOT_IMPLEMENTED, "%s has more than 2^31 - 1 rows, columns or places", name);
}

bool grb_is(grb_call *c, const void *object, grb_kind kind, const char *name)
{
    const grb_object *o = object;
    if (!o) return grb_fail(c, GrB_NULL_POINTER, "%s is NULL", name);
    if (o->magic != GRB_LIVE || o->kind != kind)
        return grb_fail(c, o->magic == GRB_FREED ? GrB_INVALID_OBJECT : GrB_UNINITIALIZED_OBJECT,
                        "%s is no object of its kind, or was freed", name);
    return may_be_large(c, object, name);
}

static bool has_one_column(grb_call *c, GrB_Matrix A)
{
    return grb_columns(A) == 1 || grb_fail(c, GrB_DIMENSION_MISMATCH, "a matrix of %llu columns for a vector",
                                           (unsigned long long)grb_columns(A));
}

bool grb_take_as_other(grb_call *c, grb_object *o, const char *name)
{
    void *object = o;
    if (!may_be_large(c, o, name)) return false;
    for (const grb_object *taken = c->taken; taken; taken = taken->taken)
        if (taken == o) return true;
    grb_alone();
    if (!(o->kind == GRB_Vector ? grb_done_in(c, grb_host_context(), grb_have_vector(object))
                                : has_one_column(c, object)))
        return false;
    tropic_context *where = o->kind == GRB_Vector ? ((GrB_Vector)object)->context : grb_context();
    if (!grb_done_in(c, where, grb_add_other(o, where))) return false;
    o->taken = c->taken;
    c->taken = o;
    return true;
}

void grb_return_taken(grb_call *c)
{
    while (c->taken) {
        grb_object *o = c->taken;
        void *object = o;
        tropic_context *where = c->context ? c->context : ((GrB_Vector)object)->context;
        const bool written = o == c->written[0] || o == c->written[1];
        if (written && c->info == GrB_SUCCESS && (o->kind == GRB_Matrix || has_one_column(c, object)))
            grb_done_in(c, where, grb_become_other(o, where));
        grb_drop_other(o);
        c->taken = o->taken;
        o->taken = NULL;
    }
}

/* Notes a vector or matrix. What lies on a GPU is for calls that run alone, and so is a vector whose Tropic vector is
 * yet to be made, and a dictionary. */
static bool note_vector(grb_call *c, GrB_Vector v)
{
    grb_uses_type(c, v->type);
    c->large = c->large || v->dictionary;
    if (v->dictionary || !v->of || v->context != grb_host_context()) {
        grb_alone();
        if (!grb_done_in(c, grb_host_context(), grb_have_vector(v))) return false;
    }
    return fits(c, c->vector_count, GRB_OPERANDS, "vectors") && (c->vectors[c->vector_count++] = v);
}

static bool note_matrix(grb_call *c, GrB_Matrix A)
{
    grb_uses_type(c, A->type);
    c->large = c->large || A->dictionary;
    if (A->dictionary || (A->rows && tropic_vector_context(A->rows[0]) != grb_host_context())) grb_alone();
    return fits(c, c->matrix_count, GRB_OPERANDS, "matrices") && (c->matrices[c->matrix_count++] = A);
}

bool grb_need(grb_call *c, void *object, grb_kind kind, const char *name)
{
    const grb_object *o = object;
    if (o && grb_is_other(o, kind) ? !grb_take_as_other(c, object, name) : !grb_is(c, object, kind, name)) return false;
    if (kind == GRB_Vector) return note_vector(c, object);
    return kind == GRB_Matrix ? note_matrix(c, object) : kind != GRB_Type || grb_uses_type(c, object);
}

bool grb_need_as_held(grb_call *c, GrB_Vector v, const char *name)
{
    return grb_is(c, v, GRB_Vector, name) && grb_uses_type(c, v->type) && (!v->of || grb_need(c, v, GRB_Vector, name));
}

static void set_output(grb_call *c, void *object)
{
    c->output = object;
    if (c->output->predefined) return;
    grb_release(c->output->error);
    c->output->error = NULL;
}

bool grb_remakes(grb_call *c, GrB_Vector v, const char *name)
{
    if (!grb_need_as_held(c, v, name)) return false;
    set_output(c, v);
    return true;
}

bool grb_output(grb_call *c, void *object, grb_kind kind, const char *name)
{
    const grb_object *o = object;
    if (o && o->magic == GRB_LIVE && (o->kind == kind || grb_is_other(o, kind))) set_output(c, object);
    return grb_writes(c, object, kind, name);
}

bool grb_writes(grb_call *c, void *object, grb_kind kind, const char *name)
{
    grb_object *o = object;
    if (!grb_need(c, object, kind, name)) return false;
    if (c->taken && o->kind != kind) c->written[c->written[0] ? 1 : 0] = o;
    if (o->kind != GRB_Vector || !((GrB_Vector)object)->held) return true;
    if (((GrB_Vector)object)->loaned)
        return grb_fail(c, GxB_OUTPUT_IS_READONLY, "%s has an array that is the caller's", name);
    grb_let_go(object); /* (Its own copy is about to change.) */
    return true;
}

char *grb_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = grb_allocate(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

bool grb_describe(grb_call *c, GrB_Descriptor desc)
{
    if (!GRB_MAY(*c, desc)) return false;
    if (desc) c->descriptor = desc->of;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * Sizes, indices, and memory of a call
 */

bool grb_size(grb_call *c, GrB_Index n, const char *name)
{
    return n <= TROPIC_INDEX_MAX ||
           grb_fail(c, GrB_INVALID_VALUE, "%s is %llu, and the most is 2^31 - 1", name, (unsigned long long)n);
}

bool grb_index(grb_call *c, GrB_Index i, GrB_Index end, const char *name)
{
    return i < end || grb_fail(c, GrB_INVALID_INDEX, "%s is %llu, and must be below %llu", name, (unsigned long long)i,
                               (unsigned long long)end);
}

bool grb_loop(grb_call *c, GrB_Index count, tropic_host_body *body, const void *of)
{
    return tropic_host_loop(grb_host_context(), (int64_t)count, body, of) == TROPIC_OK ||
           grb_fail(c, GrB_PANIC, "%s", tropic_context_error(grb_host_context()));
}

void *grb_room(grb_call *c, size_t count, size_t size)
{
    void *room = NULL;
    if (!fits(c, c->room_count, GRB_ROOMS, "arrays of its own")) return NULL;
    if ((size > 0 && count > SIZE_MAX / size) ||
        tropic_host_allocate(grb_host_context(), &room, count * size) != TROPIC_OK)
        grb_no_memory(c);
    else
        c->rooms[c->room_count++] = room;
    return room;
}

void grb_keep(grb_call *c, const void *room)
{
    for (int k = 0; k < c->room_count; k++)
        if (c->rooms[k] == room) c->rooms[k] = NULL;
}

/* ------------------------------------------------------------------------------------------------
 * Domains
 */

/* Can values of one be cast to the other? */
static bool casts(GrB_Type a, GrB_Type b)
{
    return a == b || (a->code != GrB_UDT_CODE && b->code != GrB_UDT_CODE);
}

bool grb_domain(grb_call *c, GrB_Type to, GrB_Type from, const char *to_name, const char *from_name)
{
    return casts(to, from) || grb_fail(c, GrB_DOMAIN_MISMATCH, "%s is of %s, which does not cast to %s of %s",
                                       from_name, grb_type_name(from), grb_type_name(to), to_name);
}

bool grb_accumulates(grb_call *c, GrB_Type output, GrB_BinaryOp accum, GrB_Type t)
{
    if (!accum) return grb_domain(c, output, t, "the output", "the result");
    if (accum->of.places) return grb_fail(c, GrB_DOMAIN_MISMATCH, "accum is an operator of places");
    return grb_uses(c, &accum->of) && grb_domain(c, accum->of.x, output, "accum", "the output") &&
           grb_domain(c, accum->of.y, t, "accum", "the result") &&
           grb_domain(c, output, accum->of.z, "the output", "accum");
}

bool grb_reads(const grb_operator *op, bool second)
{
    return !op->any_type && op->builtin != TROPIC_PAIR && op->builtin != (second ? TROPIC_FIRST : TROPIC_SECOND);
}

bool grb_takes(grb_call *c, const grb_operator *op, GrB_Type x, GrB_Type y)
{
    return grb_uses(c, op) && (!grb_reads(op, false) || grb_domain(c, op->x, x, "the operator", "its first operand")) &&
           (!grb_reads(op, true) || grb_domain(c, op->y, y, "the operator", "its second operand"));
}

const grb_operator *grb_multiply_of(grb_call *c, grb_handle op, bool add)
{
    if (!grb_need(c, op.object, op.kind, "op")) return NULL;
    switch (op.kind) {
    case GRB_Monoid: return &((GrB_Monoid)op.object)->op->of;
    case GRB_Semiring: return add ? &((GrB_Semiring)op.object)->add->op->of : &((GrB_Semiring)op.object)->multiply->of;
    default: return (const grb_operator *)op.object;
    }
}

/* Tropic's operator of an expression: that of the thread that comes first. NULL: there is no memory. */
static const tropic_operator *make(grb_operator *op)
{
    const tropic_operator_source source = {.size = sizeof source,
                                           .name = op->object.name,
                                           .z = grb_c_name(op->z),
                                           .x = grb_c_name(op->x),
                                           .y = grb_c_name(op->y ? op->y : GrB_BOOL),
                                           .expression = op->expression->text,
                                           .host = op->expression->host,
                                           .definition = grb_definitions};
    tropic_operator *made = NULL, *first = NULL;
    if (tropic_operator_create(&made, grb_context(), &source) != TROPIC_OK) return NULL;
    if (__atomic_compare_exchange_n(&op->made, &first, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return made;
    tropic_operator_free(&made);
    return first;
}

const tropic_operator *grb_operator_of(const grb_operator *op)
{
    const tropic_operator *made = __atomic_load_n(&op->made, __ATOMIC_ACQUIRE);
    if (made) return made;
    if (op->expression) return make((grb_operator *)(uintptr_t)op); /* (whose object is no constant) */
    /* x / y of booleans is x. ANY of two values is the second, as programs expect it; of a sum's terms it is any. */
    if (op->builtin == TROPIC_DIVIDE && op->over == TROPIC_BOOL) return tropic_operator_builtin(TROPIC_FIRST, op->over);
    if (op->builtin == TROPIC_ANY) return tropic_operator_builtin(TROPIC_SECOND, op->over);
    return tropic_operator_builtin(op->builtin, op->over);
}

bool grb_uses(grb_call *c, const grb_operator *op)
{
    c->host = c->host || op->host;
    return grb_uses_types(c, op) && (grb_operator_of(op) || grb_no_memory(c));
}

bool grb_value_check(grb_call *c, const grb_value *value, GrB_Type type, const char *name)
{
    if (!value->at) return grb_fail(c, GrB_NULL_POINTER, "%s is NULL", name);
    if (value->scalar && !grb_need(c, value->scalar, GRB_Scalar, name)) return false;
    if (!type) return true;
    if (!value->scalar && !value->type)
        return type->code == GrB_UDT_CODE ||
               grb_fail(c, GrB_DOMAIN_MISMATCH, "%s is of a user's type, not %s", name, grb_type_name(type));
    return grb_domain(c, type, grb_value_type(value, type), "the call", name);
}

bool grb_value_need(grb_call *c, const grb_value *value, GrB_Type type, const char *name)
{
    return grb_value_check(c, value, type, name) &&
           (grb_value_has(value) || grb_fail(c, GrB_EMPTY_OBJECT, "%s has no entry", name));
}

void grb_value_cast(void *to, GrB_Type type, const grb_value *value)
{
    grb_cast(to, type, value->at, grb_value_type(value, type));
}

bool grb_array_type(grb_call *c, GrB_Type *array, GrB_Type object)
{
    if (!*array && object->code != GrB_UDT_CODE)
        return grb_fail(c, GrB_DOMAIN_MISMATCH, "values of a user's type, of an object of %s", grb_type_name(object));
    if (!*array) *array = object;
    return grb_domain(c, *array, object, "the values", "the object");
}

bool grb_same_type(grb_call *c, GrB_Type array, GrB_Type object)
{
    return (array ? array == object : object->code == GrB_UDT_CODE) ||
           grb_fail(c, GrB_DOMAIN_MISMATCH, "the values are not of type %s", grb_type_name(object));
}

void grb_cast(void *to, GrB_Type to_type, const void *from, GrB_Type from_type)
{
    if (to_type == from_type)
        memcpy(to, from, to_type->size);
    else
        (void)tropic_cast(to, to_type->type, from, from_type->type, 1);
}

/* ------------------------------------------------------------------------------------------------
 * Work
 */

static GrB_Info info_of(tropic_status status)
{
    switch (status) {
    case TROPIC_OK: return GrB_SUCCESS;
    case TROPIC_INVALID_ARGUMENT:
    case TROPIC_COMPILE_ERROR: return GrB_INVALID_VALUE;
    case TROPIC_DIMENSION_MISMATCH: return GrB_DIMENSION_MISMATCH;
    case TROPIC_TYPE_MISMATCH: return GrB_DOMAIN_MISMATCH;
    case TROPIC_INDEX_OUT_OF_RANGE: return GrB_INDEX_OUT_OF_BOUNDS;
    case TROPIC_OUT_OF_MEMORY:
    case TROPIC_OUT_OF_DEVICE_MEMORY: return GrB_OUT_OF_MEMORY;
    case TROPIC_NOT_SUPPORTED:
    case TROPIC_NO_DEVICE: return GrB_NOT_IMPLEMENTED;
    default: return GrB_PANIC;
    }
}

bool grb_done_in(grb_call *c, const tropic_context *context, tropic_status status)
{
    return status == TROPIC_OK || grb_fail(c, info_of(status), "%s", tropic_context_error(context));
}

bool grb_wait_for(grb_call *c, const tropic_vector *v)
{
    return grb_done_in(c, tropic_vector_context(v), tropic_vector_wait(v));
}

const tropic_build_options grb_each_once = {.size = sizeof grb_each_once, .duplicates = TROPIC_DUPLICATES_REFUSE};
