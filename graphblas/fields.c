/* SPDX-License-Identifier: Apache-2.0
 *
 * GrB_get and GrB_set: one table of the fields, and the forms of a value.
 */
#include "graphblas/fields.h"
#include "graphblas/large.h"
#include "graphblas/operators.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Fields of objects: functions of the table
 */

static bool get_device(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    return grb_get_constant(c, o, which + (int)grb_device(), value);
}

static bool set_device(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    (void)o;
    (void)which;
    if (value->number < TROPIC_DEVICE_AUTO || value->number > TROPIC_DEVICE_CUDA)
        return grb_fail(c, GrB_INVALID_VALUE, "there is no device %d", (int)value->number);
    /* (No context has the text that tells why one was not made.) */
    return grb_done_in(c, NULL, grb_choose_device((tropic_device)value->number));
}

/* Texts: `which` is a member of grb_object. */
static bool get_text(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const char *text = *(char *const *)(const void *)((const char *)o + which);
    (void)c;
    value->text = text ? text : "";
    return true;
}

static bool set_text(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    char **text = (char **)(void *)((char *)o + which), *copy;
    if (o->predefined) return grb_fail(c, GrB_INVALID_VALUE, "texts of predefined objects do not change");
    copy = grb_text(value->text);
    if (!copy) return grb_no_memory(c);
    grb_release(*text);
    *text = copy;
    return true;
}

/* (A name that the object was made with is its name in C, and may get another one.) */
static bool set_name_once(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    if (!o->predefined && o->name && !(o->c_name && strcmp(o->name, o->c_name) == 0))
        return grb_fail(c, GrB_ALREADY_SET, "the name was set before");
    return set_text(c, o, which, value);
}

static bool set_text_once(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    if (!o->predefined && *(char **)(void *)((char *)o + which))
        return grb_fail(c, GrB_ALREADY_SET, "the text was set before");
    return set_text(c, o, which, value);
}

/* A name or a definition in C: with both, an operator becomes the one they define. */
static bool set_c_text(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    char **text = (char **)(void *)((char *)o + which);
    if (!set_text_once(c, o, which, value)) return false;
    if (o->kind == GRB_Type || o->kind == GRB_IndexBinaryOp || grb_take_text(c, (grb_operator *)(void *)o)) return true;
    grb_release(*text);
    *text = NULL;
    return false;
}

static bool get_hint(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const int32_t hint = o->hint > 0 ? o->hint : ((const grb_object *)GrB_GLOBAL)->hint;
    return grb_get_constant(c, o, which + (hint > 0 ? hint - 1 : GrB_ROWMAJOR), value);
}

static bool set_hint(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    (void)which;
    if (value->number < GrB_ROWMAJOR || value->number > GrB_UNKNOWN)
        return grb_fail(c, GrB_INVALID_VALUE, "there is no orientation %d", (int)value->number);
    o->hint = (int32_t)value->number + 1;
    return true;
}

/* Of which argument a type is. */
enum { OUTP, INP0, INP1, THETA };

/* NULL: the object has no such type. (A semiring has none of its inputs, nor an operator of positions alone.) */
static GrB_Type type_of(const grb_object *o, int which)
{
    const void *object = o;
    const grb_operator *op = object;
    switch (o->kind) {
    case GRB_Type: return (GrB_Type)(uintptr_t)object; /* (which nobody writes to) */
    case GRB_Scalar: return ((const struct GrB_Scalar_opaque *)object)->type;
    case GRB_Vector: return ((const struct GrB_Vector_opaque *)object)->type;
    case GRB_Matrix: return ((const struct GrB_Matrix_opaque *)object)->type;
    case GRB_Monoid: op = &((const struct GrB_Monoid_opaque *)object)->op->of; break;
    case GRB_Semiring:
        op = &((const struct GrB_Semiring_opaque *)object)->multiply->of; /* (Its results are the monoid's.) */
        if (which == INP0 || which == INP1) return NULL;
        break;
    case GRB_IndexBinaryOp:
        if (which == THETA) return ((const struct GxB_IndexBinaryOp_opaque *)object)->theta;
        break;
    default: break;
    }
    if (which == THETA) return op->indexed ? op->indexed->theta_type : NULL;
    return which == OUTP ? op->z : which == INP0 || !op->x ? op->x : op->y;
}

static bool get_type(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const GrB_Type type = type_of(o, which);
    if (!type) {
        c->info = GrB_NO_VALUE;
        return false;
    }
    value->number = (int64_t)type->code;
    return get_text(c, &type->object, (int)offsetof(grb_object, name), value);
}

static bool get_theta(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const bool multiply = o->kind == GRB_Semiring;
    const void *object = multiply ? (const void *)((const struct GrB_Semiring_opaque *)(const void *)o)->multiply : o;
    const grb_indexed *of = ((const grb_operator *)object)->indexed;
    (void)which;
    if (!of) return grb_fail(c, GrB_INVALID_VALUE, "the operator has no theta");
    value->array = of->theta;
    value->type = of->theta_type;
    return true;
}

static bool get_size(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    (void)c;
    value->number = (int64_t)type_of(o, which)->size;
    return true;
}

static bool get_setting(grb_call *c, const grb_object *o, int which, grb_content *value)
{
    const tropic_descriptor *d = &((const struct GrB_Descriptor_opaque *)(const void *)o)->of;
    int setting = GrB_DEFAULT;
    switch (which) {
    case GrB_OUTP: setting = d->replace ? GrB_REPLACE : GrB_DEFAULT; break;
    case GrB_MASK: setting = (d->complement ? GrB_COMP : 0) | (d->structure ? GrB_STRUCTURE : 0); break;
    case GrB_INP0: setting = d->transpose ? GrB_TRAN : GrB_DEFAULT; break;
    default: setting = d->transpose_second ? GrB_TRAN : GrB_DEFAULT; break;
    }
    return grb_get_constant(c, o, setting, value);
}

static bool set_setting(grb_call *c, grb_object *o, int which, const grb_content *value)
{
    tropic_descriptor *d = &((GrB_Descriptor)(void *)o)->of, changed = *d;
    if (!grb_descriptor_set(&changed, which, (int)value->number))
        return grb_fail(c, GrB_INVALID_VALUE, "the field has no value %d", (int)value->number);
    *d = changed;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * The table
 */

#define GLOBAL GRB_OF(Global)
#define DESCRIPTOR GRB_OF(Descriptor)
#define TYPE GRB_OF(Type)
#define COLLECTION (GRB_OF(Scalar) | GRB_OF(Vector) | GRB_OF(Matrix))
#define OPERATOR (GRB_OF(UnaryOp) | GRB_OF(BinaryOp) | GRB_OF(IndexUnaryOp) | GRB_OF(IndexBinaryOp))
#define WITH_THETA (GRB_OF(BinaryOp) | GRB_OF(Semiring))
#define ALGEBRAIC (OPERATOR | GRB_OF(Monoid) | GRB_OF(Semiring))
#define TEXT(member) (int)offsetof(grb_object, member)

static const grb_field fields[] = {
    {GrB_OUTP_FIELD, DESCRIPTOR, GRB_INT32, GrB_OUTP, get_setting, set_setting, NULL},
    {GrB_MASK_FIELD, DESCRIPTOR, GRB_INT32, GrB_MASK, get_setting, set_setting, NULL},
    {GrB_INP0_FIELD, DESCRIPTOR, GRB_INT32, GrB_INP0, get_setting, set_setting, NULL},
    {GrB_INP1_FIELD, DESCRIPTOR, GRB_INT32, GrB_INP1, get_setting, set_setting, NULL},

    {GrB_NAME, COLLECTION | DESCRIPTOR, GRB_STRING, TEXT(name), get_text, set_text, NULL},
    {GrB_NAME, TYPE | ALGEBRAIC, GRB_STRING, TEXT(name), get_text, set_name_once, NULL},
    {GrB_NAME, GLOBAL, GRB_STRING, TEXT(name), get_text, NULL, NULL},

    {GrB_LIBRARY_VER_MAJOR, GLOBAL, GRB_INT32, TROPIC_VERSION_MAJOR, grb_get_constant, NULL, NULL},
    {GrB_LIBRARY_VER_MINOR, GLOBAL, GRB_INT32, TROPIC_VERSION_MINOR, grb_get_constant, NULL, NULL},
    {GrB_LIBRARY_VER_PATCH, GLOBAL, GRB_INT32, TROPIC_VERSION_PATCH, grb_get_constant, NULL, NULL},
    {GrB_API_VER_MAJOR, GLOBAL, GRB_INT32, GRB_VERSION, grb_get_constant, NULL, NULL},
    {GrB_API_VER_MINOR, GLOBAL, GRB_INT32, GRB_SUBVERSION, grb_get_constant, NULL, NULL},
    {GrB_API_VER_PATCH, GLOBAL, GRB_INT32, 0, grb_get_constant, NULL, NULL},
    {GrB_BLOCKING_MODE, GLOBAL, GRB_INT32, 0, grb_get_mode, NULL, NULL},
    {TROPIC_GRAPHBLAS_DEVICE, GLOBAL, GRB_INT32, 0, get_device, set_device, NULL},

    {GrB_STORAGE_ORIENTATION_HINT, GLOBAL | COLLECTION, GRB_INT32, 0, get_hint, set_hint, NULL},

    {GrB_EL_TYPE_CODE, COLLECTION | TYPE, GRB_INT32, OUTP, get_type, NULL, NULL},
    {GrB_INP0_TYPE_CODE, ALGEBRAIC, GRB_INT32, INP0, get_type, NULL, NULL},
    {GrB_INP1_TYPE_CODE, ALGEBRAIC, GRB_INT32, INP1, get_type, NULL, NULL},
    {GrB_OUTP_TYPE_CODE, ALGEBRAIC, GRB_INT32, OUTP, get_type, NULL, NULL},
    {GrB_EL_TYPE_STRING, COLLECTION | TYPE, GRB_STRING, OUTP, get_type, NULL, NULL},
    {GrB_INP0_TYPE_STRING, ALGEBRAIC, GRB_STRING, INP0, get_type, NULL, NULL},
    {GrB_INP1_TYPE_STRING, ALGEBRAIC, GRB_STRING, INP1, get_type, NULL, NULL},
    {GrB_OUTP_TYPE_STRING, ALGEBRAIC, GRB_STRING, OUTP, get_type, NULL, NULL},
    {GrB_SIZE, TYPE, GRB_SIZE, OUTP, get_size, NULL, NULL},

    {GxB_JIT_C_NAME, TYPE | OPERATOR, GRB_STRING, TEXT(c_name), get_text, set_c_text, NULL},
    {GxB_JIT_C_DEFINITION, TYPE | OPERATOR, GRB_STRING, TEXT(definition), get_text, set_c_text, NULL},
    {GxB_THETA_TYPE_CODE, WITH_THETA | GRB_OF(IndexBinaryOp), GRB_INT32, THETA, get_type, NULL, NULL},
    {GxB_THETA_TYPE_STRING, WITH_THETA | GRB_OF(IndexBinaryOp), GRB_STRING, THETA, get_type, NULL, NULL},
    {GxB_THETA, WITH_THETA, GRB_VALUE, 0, get_theta, NULL, NULL},
};

static const grb_field *find_in(const grb_fields *of, grb_kind kind, int name)
{
    for (int k = 0; k < of->count; k++)
        if (of->at[k].name == name && (of->at[k].kinds & 1u << kind)) return &of->at[k];
    return NULL;
}

/* NULL: the kind has no such field. */
static const grb_field *find(grb_kind kind, int name, bool option)
{
    const grb_fields own = {fields, sizeof fields / sizeof *fields};
    const grb_field *f = option ? NULL : find_in(&own, kind, name);
    if (!f) f = find_in(&grb_algebra_options, kind, name);
    if (!f) f = find_in(&grb_settings_options, kind, name);
    if (!f) f = find_in(&grb_storage_options, kind, name);
    return f ? f : find_in(&own, kind, name);
}

static const grb_field *need(grb_call *c, grb_kind kind, int name, bool option)
{
    const grb_field *f = find(kind, name, option);
    if (!f) (void)grb_fail(c, GrB_INVALID_VALUE, "the object has no field %d", name);
    return f;
}

grb_form grb_option_form(grb_kind kind, int name)
{
    const grb_field *f = find(kind, name, true);
    return f ? f->form : GRB_INT32;
}

static bool wrong_form(grb_call *c, const grb_field *f)
{
    return grb_fail(c, GrB_INVALID_VALUE, "field %d has another type", f->name);
}

/* Bytes of the values that are no number or text. */
static size_t bytes_of(const grb_field *f)
{
    switch (f->form) {
    case GRB_INT32_ARRAY: return 3 * sizeof(int32_t);
    case GRB_INT64_ARRAY: return GxB_NMEMORY_POOL * sizeof(int64_t);
    case GRB_REAL_ARRAY: return GxB_NBITMAP_SWITCH * sizeof(double);
    default: return sizeof(void *);
    }
}

/* ------------------------------------------------------------------------------------------------
 * GrB_get
 */

static bool give_scalar(grb_call *c, const grb_field *f, GrB_Scalar value, const grb_content *got)
{
    const bool real = f->form == GRB_REAL, own = f->form == GRB_VALUE;
    const GrB_Type type = own ? got->type : real ? GrB_FP64 : GrB_INT64;
    if (!GRB_NEED(*c, value) || !grb_domain(c, value->type, type, "the scalar", "the field")) return false;
    if (own && value->type != type) return grb_fail(c, GrB_DOMAIN_MISMATCH, "the field is of %s", grb_type_name(type));
    if (own && !got->array) {
        value->has = false;
        return true;
    }
    grb_cast(value->value, value->type, own ? got->array : real ? (const void *)&got->real : &got->number, type);
    value->has = true;
    return true;
}

/* A text's size counts its end. */
static bool give_text(grb_call *c, const grb_field *f, const char *text, grb_form form, void *value)
{
    switch (form) {
    case GRB_STRING: strcpy(value, text); return true;
    case GRB_SIZE: *(size_t *)value = strlen(text) + 1; return true;
    case GRB_LENT_STRING:
    case GRB_ANY: *(const char **)value = text; return true;
    default: return wrong_form(c, f);
    }
}

/* An array or a function, whose form is also that of its elements. */
static bool give_bytes(grb_call *c, const grb_field *f, const grb_content *got, grb_form form, void *value)
{
    const bool elements =
        (form == GRB_INT32 && f->form == GRB_INT32_ARRAY) || (form == GRB_REAL && f->form == GRB_REAL_ARRAY);
    if (form == GRB_SIZE)
        *(size_t *)value = bytes_of(f);
    else if (form != f->form && form != GRB_VOID && form != GRB_ANY && !elements)
        return wrong_form(c, f);
    else
        memcpy(value, f->form == GRB_FUNCTION ? (const void *)&got->function : got->array, bytes_of(f));
    return true;
}

/* *value, of this form, = the field's value. */
static bool give(grb_call *c, const grb_field *f, const grb_content *got, grb_form form, void *value)
{
    if (f->form == GRB_STRING) return give_text(c, f, got->text, form, value);
    if (f->form >= GRB_INT32_ARRAY) return give_bytes(c, f, got, form, value);
    if (form == GRB_SCALAR) return give_scalar(c, f, value, got);
    if (form != f->form && form != GRB_ANY && !(form == GRB_INT32 && f->form == GRB_TRUTH)) return wrong_form(c, f);
    switch (f->form) {
    case GRB_SIZE: *(size_t *)value = (size_t)got->number; return true;
    case GRB_REAL: *(double *)value = got->real; return true;
    case GRB_TRUTH:
        if (form == GRB_ANY) {
            *(bool *)value = got->number != 0;
            return true;
        }
        break;
    default: break;
    }
    *(int32_t *)value = (int32_t)got->number;
    return true;
}

bool grb_give_content(grb_call *c, int name, grb_form own, const grb_content *got, grb_form form, void *value)
{
    const grb_field f = {.name = name, .form = own};
    return give(c, &f, got, form, value);
}

GrB_Info grb_get_field(const char *function, grb_object *object, grb_kind kind, grb_form form, void *value, int name,
                       bool option)
{
    grb_call c;
    grb_content got = {0};
    const grb_field *f = NULL;
    kind = grb_own_kind(object, kind);
    if (grb_open_large(&c, function) && grb_need(&c, object, kind, "the object") && GRB_POINTER(c, value) &&
        (f = need(&c, kind, name, option)) && f->get(&c, object, f->which, &got))
        (void)give(&c, f, &got, form, value);
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * GrB_set
 */

static bool take_scalar(grb_call *c, GrB_Scalar value, const grb_field *f, grb_content *to)
{
    int32_t number = 0;
    if (!GRB_NEED(*c, value)) return false;
    if (!value->has) return grb_fail(c, GrB_EMPTY_OBJECT, "the scalar has no entry");
    if (!grb_domain(c, GrB_INT32, value->type, "the field", "the scalar")) return false;
    grb_cast(&to->real, GrB_FP64, value->value, value->type);
    if (f->form != GRB_REAL) grb_cast(&number, GrB_INT32, value->value, value->type);
    to->number = number;
    return true;
}

static bool take(grb_call *c, const grb_field *f, grb_content *value, const grb_given *from)
{
    const grb_form form = f->form == GRB_TRUTH ? GRB_INT32 : f->form;
    if (from->form == GRB_SCALAR && form <= GRB_REAL) return take_scalar(c, from->scalar, f, value);
    if (from->form == GRB_VOID && form >= GRB_INT32_ARRAY) {
        if (from->size < bytes_of(f))
            return grb_fail(c, GrB_INVALID_VALUE, "%zu bytes for a field of %zu", from->size, bytes_of(f));
    } else if (from->form != form) {
        return wrong_form(c, f);
    }
    switch (form) {
    case GRB_STRING: value->text = from->at; break;
    case GRB_REAL: value->real = *(const double *)from->at; break;
    case GRB_INT32: value->number = *(const int32_t *)from->at; break;
    default: value->array = from->at; value->function = from->function;
    }
    return true;
}

static bool may_change(grb_call *c, const grb_object *o)
{
    return o->kind != GRB_Descriptor || !o->predefined ||
           grb_fail(c, GrB_INVALID_VALUE, "predefined descriptors do not change");
}

/* Says of an option that has no effect that it has none, once. */
static void tell(const grb_call *c, const grb_field *f)
{
    static const grb_field *told[64];
    int k = 0;
    if (!f->hint || !grb_verbose()) return;
    grb_alone();
    while (k < 63 && told[k] && told[k] != f) k++;
    if (told[k] == f) return;
    told[k] = f;
    fprintf(stderr, "%s: %s is kept, and has no effect\n", c->function, f->hint);
}

GrB_Info grb_set_field(const char *function, grb_object *object, grb_kind kind, grb_given from, int name, bool option)
{
    grb_call c;
    grb_content value = {0};
    const grb_field *f = NULL;
    const bool may_be_null = from.form == GRB_REAL_ARRAY || from.form == GRB_INT64_ARRAY || from.form == GRB_FUNCTION;
    kind = grb_own_kind(object, kind);
    if (!grb_open_large(&c, function) || !grb_output(&c, object, kind, "the object") ||
        !(from.at || may_be_null || grb_fail(&c, GrB_NULL_POINTER, "value is NULL")) ||
        !(f = need(&c, kind, name, option)))
        return grb_close(&c);
    if (kind == GRB_Global) grb_alone(); /* (Others read it.) */
    if (!f->set)
        (void)grb_fail(&c, GrB_INVALID_VALUE, "field %d cannot be set", name);
    else if (take(&c, f, &value, &from) && may_change(&c, object) && f->set(&c, object, f->which, &value))
        tell(&c, f);
    return grb_close(&c);
}
