/* SPDX-License-Identifier: Apache-2.0
 *
 * GrB_get and GrB_set: one table of the fields, and the forms of a value.
 */
#include "graphblas/operators.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Fields of objects: functions of the table
 */

/* Of a field: one of the first three. */
typedef enum form { INT32, SIZE, STRING, SCALAR, VOID } form;

/* The value of a field, in the member of its form. */
typedef struct content {
    int64_t number;
    const char *text;
} content;

/* Sets; they return false if the call has failed, or the object has no such value: NO_VALUE. `which` is the table's. */
typedef bool getter(grb_call *c, const grb_object *o, int which, content *value);
typedef bool setter(grb_call *c, grb_object *o, int which, const content *value);

static bool get_constant(grb_call *c, const grb_object *o, int which, content *value)
{
    (void)c;
    (void)o;
    value->number = which;
    return true;
}

static bool get_mode(grb_call *c, const grb_object *o, int which, content *value)
{
    return get_constant(c, o, which + (int)grb_mode(), value);
}

static bool get_device(grb_call *c, const grb_object *o, int which, content *value)
{
    return get_constant(c, o, which + (int)grb_device(), value);
}

static bool set_device(grb_call *c, grb_object *o, int which, const content *value)
{
    (void)o;
    (void)which;
    if (value->number < TROPIC_DEVICE_AUTO || value->number > TROPIC_DEVICE_CUDA)
        return grb_fail(c, GrB_INVALID_VALUE, "there is no device %d", (int)value->number);
    /* (No context has the text that tells why one was not made.) */
    return grb_done_in(c, NULL, grb_choose_device((tropic_device)value->number));
}

/* Texts: `which` is a member of grb_object. */
static bool get_text(grb_call *c, const grb_object *o, int which, content *value)
{
    const char *text = *(char *const *)(const void *)((const char *)o + which);
    (void)c;
    value->text = text ? text : "";
    return true;
}

static bool set_text(grb_call *c, grb_object *o, int which, const content *value)
{
    char **text = (char **)(void *)((char *)o + which), *copy;
    if (o->predefined) return grb_fail(c, GrB_INVALID_VALUE, "texts of predefined objects do not change");
    copy = grb_text(value->text);
    if (!copy) return grb_fail(c, GrB_OUT_OF_MEMORY, "out of host memory");
    grb_release(*text);
    *text = copy;
    return true;
}

static bool set_text_once(grb_call *c, grb_object *o, int which, const content *value)
{
    if (!o->predefined && *(char **)(void *)((char *)o + which))
        return grb_fail(c, GrB_ALREADY_SET, "the text was set before");
    return set_text(c, o, which, value);
}

/* A name or a definition in C: with both, an operator becomes the one they define. */
static bool set_c_text(grb_call *c, grb_object *o, int which, const content *value)
{
    char **text = (char **)(void *)((char *)o + which);
    if (!set_text_once(c, o, which, value)) return false;
    if (o->kind == GRB_Type || grb_take_text(c, (grb_operator *)(void *)o)) return true;
    grb_release(*text);
    *text = NULL;
    return false;
}

static bool get_hint(grb_call *c, const grb_object *o, int which, content *value)
{
    const int32_t hint = o->hint > 0 ? o->hint : ((const grb_object *)GrB_GLOBAL)->hint;
    return get_constant(c, o, which + (hint > 0 ? hint - 1 : GrB_ROWMAJOR), value);
}

static bool set_hint(grb_call *c, grb_object *o, int which, const content *value)
{
    (void)which;
    if (value->number < GrB_ROWMAJOR || value->number > GrB_UNKNOWN)
        return grb_fail(c, GrB_INVALID_VALUE, "there is no orientation %d", (int)value->number);
    o->hint = (int32_t)value->number + 1;
    return true;
}

/* Of which argument a type is. */
enum { OUTP, INP0, INP1 };

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
        op = &((const struct GrB_Semiring_opaque *)object)->add->op->of;
        if (which != OUTP) return NULL;
        break;
    default: break;
    }
    return which == OUTP ? op->z : which == INP0 || !op->x ? op->x : op->y;
}

static bool get_type(grb_call *c, const grb_object *o, int which, content *value)
{
    const GrB_Type type = type_of(o, which);
    if (!type) {
        c->info = GrB_NO_VALUE;
        return false;
    }
    value->number = (int64_t)type->code;
    return get_text(c, &type->object, (int)offsetof(grb_object, name), value);
}

static bool get_size(grb_call *c, const grb_object *o, int which, content *value)
{
    (void)c;
    value->number = (int64_t)type_of(o, which)->size;
    return true;
}

static bool get_setting(grb_call *c, const grb_object *o, int which, content *value)
{
    const tropic_descriptor *d = &((const struct GrB_Descriptor_opaque *)(const void *)o)->of;
    int setting = GrB_DEFAULT;
    switch (which) {
    case GrB_OUTP: setting = d->replace ? GrB_REPLACE : GrB_DEFAULT; break;
    case GrB_MASK: setting = (d->complement ? GrB_COMP : 0) | (d->structure ? GrB_STRUCTURE : 0); break;
    case GrB_INP0: setting = d->transpose ? GrB_TRAN : GrB_DEFAULT; break;
    default: setting = d->transpose_second ? GrB_TRAN : GrB_DEFAULT; break;
    }
    return get_constant(c, o, setting, value);
}

static bool set_setting(grb_call *c, grb_object *o, int which, const content *value)
{
    tropic_descriptor *d = &((GrB_Descriptor)(void *)o)->of, changed = *d;
    if (o->predefined) return grb_fail(c, GrB_INVALID_VALUE, "predefined descriptors do not change");
    if (!grb_descriptor_set(&changed, which, (int)value->number))
        return grb_fail(c, GrB_INVALID_VALUE, "the field has no value %d", (int)value->number);
    *d = changed;
    return true;
}

/* ------------------------------------------------------------------------------------------------
 * The table
 */

#define KIND(kind) (1u << GRB_##kind)
#define GLOBAL KIND(Global)
#define DESCRIPTOR KIND(Descriptor)
#define TYPE KIND(Type)
#define COLLECTION (KIND(Scalar) | KIND(Vector) | KIND(Matrix))
#define OPERATOR (KIND(UnaryOp) | KIND(BinaryOp) | KIND(IndexUnaryOp))
#define ALGEBRAIC (OPERATOR | KIND(Monoid) | KIND(Semiring))
#define TEXT(member) (int)offsetof(grb_object, member)

typedef struct field {
    GrB_Field name;
    unsigned kinds; /* that have it */
    form form;
    int which;
    getter *get;
    setter *set; /* NULL: it cannot be set */
} field;

static const field fields[] = {
    {GrB_OUTP_FIELD, DESCRIPTOR, INT32, GrB_OUTP, get_setting, set_setting},
    {GrB_MASK_FIELD, DESCRIPTOR, INT32, GrB_MASK, get_setting, set_setting},
    {GrB_INP0_FIELD, DESCRIPTOR, INT32, GrB_INP0, get_setting, set_setting},
    {GrB_INP1_FIELD, DESCRIPTOR, INT32, GrB_INP1, get_setting, set_setting},

    {GrB_NAME, COLLECTION | DESCRIPTOR, STRING, TEXT(name), get_text, set_text},
    {GrB_NAME, TYPE | ALGEBRAIC, STRING, TEXT(name), get_text, set_text_once},
    {GrB_NAME, GLOBAL, STRING, TEXT(name), get_text, NULL},

    {GrB_LIBRARY_VER_MAJOR, GLOBAL, INT32, TROPIC_VERSION_MAJOR, get_constant, NULL},
    {GrB_LIBRARY_VER_MINOR, GLOBAL, INT32, TROPIC_VERSION_MINOR, get_constant, NULL},
    {GrB_LIBRARY_VER_PATCH, GLOBAL, INT32, TROPIC_VERSION_PATCH, get_constant, NULL},
    {GrB_API_VER_MAJOR, GLOBAL, INT32, GRB_VERSION, get_constant, NULL},
    {GrB_API_VER_MINOR, GLOBAL, INT32, GRB_SUBVERSION, get_constant, NULL},
    {GrB_API_VER_PATCH, GLOBAL, INT32, 0, get_constant, NULL},
    {GrB_BLOCKING_MODE, GLOBAL, INT32, 0, get_mode, NULL},
    {TROPIC_GRAPHBLAS_DEVICE, GLOBAL, INT32, 0, get_device, set_device},

    {GrB_STORAGE_ORIENTATION_HINT, GLOBAL | COLLECTION, INT32, 0, get_hint, set_hint},

    {GrB_EL_TYPE_CODE, COLLECTION | TYPE, INT32, OUTP, get_type, NULL},
    {GrB_INP0_TYPE_CODE, ALGEBRAIC, INT32, INP0, get_type, NULL},
    {GrB_INP1_TYPE_CODE, ALGEBRAIC, INT32, INP1, get_type, NULL},
    {GrB_OUTP_TYPE_CODE, ALGEBRAIC, INT32, OUTP, get_type, NULL},
    {GrB_EL_TYPE_STRING, COLLECTION | TYPE, STRING, OUTP, get_type, NULL},
    {GrB_INP0_TYPE_STRING, ALGEBRAIC, STRING, INP0, get_type, NULL},
    {GrB_INP1_TYPE_STRING, ALGEBRAIC, STRING, INP1, get_type, NULL},
    {GrB_OUTP_TYPE_STRING, ALGEBRAIC, STRING, OUTP, get_type, NULL},
    {GrB_SIZE, TYPE, SIZE, OUTP, get_size, NULL},

    {GxB_JIT_C_NAME, TYPE | OPERATOR, STRING, TEXT(c_name), get_text, set_c_text},
    {GxB_JIT_C_DEFINITION, TYPE | OPERATOR, STRING, TEXT(definition), get_text, set_c_text},
};

/* NULL: the call has failed, for the object has no such field. */
static const field *find(grb_call *c, const grb_object *o, GrB_Field name)
{
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        if (fields[k].name == name && (fields[k].kinds & 1u << o->kind)) return &fields[k];
    (void)grb_fail(c, GrB_INVALID_VALUE, "the object has no field %d", (int)name);
    return NULL;
}

static bool wrong_form(grb_call *c, GrB_Field name)
{
    return grb_fail(c, GrB_INVALID_VALUE, "field %d has another type", (int)name);
}

/* ------------------------------------------------------------------------------------------------
 * GrB_get
 */

static bool give_scalar(grb_call *c, GrB_Scalar value, const content *got)
{
    if (!GRB_NEED(*c, value) || !grb_domain(c, value->type, GrB_INT64, "the scalar", "the field")) return false;
    grb_cast(value->value, value->type, &got->number, GrB_INT64);
    value->has = true;
    return true;
}

/* *value, of this form, = the field's value. The size of a text counts its end. */
static bool give(grb_call *c, const field *f, const content *got, form form, void *value)
{
    if (form == SCALAR && f->form != STRING) return give_scalar(c, value, got);
    if (form == SIZE && f->form == STRING)
        *(size_t *)value = strlen(got->text) + 1;
    else if (form != f->form)
        return wrong_form(c, f->name);
    else if (form == STRING)
        strcpy(value, got->text);
    else if (form == SIZE)
        *(size_t *)value = (size_t)got->number;
    else
        *(int32_t *)value = (int32_t)got->number;
    return true;
}

static GrB_Info get(grb_object *object, grb_kind kind, form form, void *value, GrB_Field name)
{
    grb_call c;
    content got = {0};
    const field *f = NULL;
    if (grb_open(&c, "GrB_get") && grb_need(&c, object, kind, "the object") && GRB_POINTER(c, value) &&
        (f = find(&c, object, name)) && f->get(&c, object, f->which, &got))
        (void)give(&c, f, &got, form, value);
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * GrB_set
 */

/* The caller's value, of this form, and its address. */
typedef struct given {
    form form;
    const void *at;
    GrB_Scalar scalar; /* of SCALAR: the same */
} given;

static bool take_scalar(grb_call *c, GrB_Scalar value, int32_t *number)
{
    if (!GRB_NEED(*c, value)) return false;
    if (!value->has) return grb_fail(c, GrB_EMPTY_OBJECT, "the scalar has no entry");
    if (!grb_domain(c, GrB_INT32, value->type, "the field", "the scalar")) return false;
    grb_cast(number, GrB_INT32, value->value, value->type);
    return true;
}

static bool take(grb_call *c, const field *f, content *value, given from)
{
    int32_t number;
    if (from.form == SCALAR) {
        if (!take_scalar(c, from.scalar, &number)) return false;
        from = (given){.form = INT32, .at = &number};
    }
    if (from.form != f->form) return wrong_form(c, f->name);
    if (from.form == STRING)
        value->text = from.at;
    else
        value->number = *(const int32_t *)from.at;
    return true;
}

static GrB_Info set(grb_object *object, grb_kind kind, given from, GrB_Field name)
{
    grb_call c;
    content value = {0};
    const field *f = NULL;
    if (!grb_open(&c, "GrB_set") || !grb_output(&c, object, kind, "the object") ||
        !(from.at || grb_fail(&c, GrB_NULL_POINTER, "value is NULL")) || !(f = find(&c, object, name)))
        return grb_close(&c);
    if (!f->set)
        (void)grb_fail(&c, GrB_INVALID_VALUE, "field %d cannot be set", (int)name);
    else if (take(&c, f, &value, from))
        (void)f->set(&c, object, f->which, &value);
    return grb_close(&c);
}

/* ------------------------------------------------------------------------------------------------
 * The functions
 */

#define GET(KIND, suffix, form, type)                                                                                  \
    GrB_Info GrB_##KIND##_get_##suffix(GrB_##KIND object, type value, GrB_Field name)                                  \
    {                                                                                                                  \
        return get((grb_object *)object, GRB_##KIND, form, value, name);                                               \
    }
#define SET(KIND, suffix, type, ...)                                                                                   \
    GrB_Info GrB_##KIND##_set_##suffix(GrB_##KIND object, type value, GrB_Field name)                                  \
    {                                                                                                                  \
        return set((grb_object *)object, GRB_##KIND, (given){__VA_ARGS__}, name);                                      \
    }
#define GRB_DEFINE(KIND)                                                                                               \
    GET(KIND, Scalar, SCALAR, GrB_Scalar)                                                                              \
    GET(KIND, String, STRING, char *)                                                                                  \
    GET(KIND, INT32, INT32, int32_t *)                                                                                 \
    GET(KIND, SIZE, SIZE, size_t *)                                                                                    \
    GET(KIND, VOID, VOID, void *)                                                                                      \
    SET(KIND, Scalar, GrB_Scalar, SCALAR, value, value)                                                                \
    SET(KIND, String, const char *, STRING, value, NULL)                                                               \
    SET(KIND, INT32, int32_t, INT32, &value, NULL)                                                                     \
    GrB_Info GrB_##KIND##_set_VOID(GrB_##KIND object, const void *value, GrB_Field name, size_t size)                  \
    {                                                                                                                  \
        (void)size;                                                                                                    \
        return set((grb_object *)object, GRB_##KIND, (given){VOID, value, NULL}, name);                                \
    }
GRB_OBJECTS_WITH_FIELDS(GRB_DEFINE)
#undef GRB_DEFINE
